"""The 23 question cards: what each asks, which answers it allows, what the racks answer. Pure.

Who reads a card answers it from all racks but the own one. Questions 1 to 11
are answered by a number; 12 to 23 compare two things that are seen, and the
answer is only which are more, never how many. Source: «Code777: подробные
правила Stronghold», the questions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import add, or_
from typing import Literal, get_args

from notepad.tiles import CODES, COLOURS, FACES, NUMBERS, Code, Colour, Kind, code_of

Comparison = Literal["first", "second", "equal"]
Answer = int | Comparison
Question2 = Literal["at_most_12", "at_least_12"]
"""How question 2 is printed: racks with a sum of at most 12, or of at least 12."""

QUESTIONS = range(1, 24)
COMPARING = range(12, 24)
COMPARISONS: tuple[Comparison, ...] = get_args(Comparison)

HIGH_SUM = 18
LOW_SUM = 12
OFTEN = 3
SINGLES: tuple[Kind, ...] = ("1G", "5K", "7P")


@dataclass(frozen=True)
class Question:
    """How a question is reckoned: something of each rack, put together, then the answer."""

    of_rack: Callable[[Code], int]
    together: Callable[[int, int], int]
    answer: Callable[[int], Answer]


def answer_of(question: int, racks: Iterable[Code], question2: Question2 = "at_most_12") -> Answer:
    """The right answer of who sees these racks (never the own one), in any order.

    >>> seen = ("7C", "7C", "7Y"), ("6G", "6P", "5R"), ("3K", "4B", "4B")
    >>> answer_of(1, seen), answer_of(10, seen), answer_of(16, seen)
    (1, 2, 'first')
    """
    asked, of_code = _question(question, question2), _of_codes(question, question2)
    return asked.answer(reduce(asked.together, (of_code[code_of(rack)] for rack in racks), 0))


def answers_with(
    question: int, racks: Iterable[Code], question2: Question2 = "at_most_12"
) -> Sequence[Answer]:
    """What the answer would be if these racks were seen, and each code of CODES beside them."""
    asked, of_code = _question(question, question2), _of_codes(question, question2)
    known = reduce(asked.together, (of_code[code_of(rack)] for rack in racks), 0)
    return [asked.answer(asked.together(known, of_code[code])) for code in CODES]


def allowed(question: int, racks: int) -> tuple[Answer, ...]:
    """The answers that a card can have with so many racks (4 or 5) on the table.

    >>> allowed(8, 4), allowed(9, 5), allowed(12, 4)
    ((3, 4, 5, 6, 7), (0, 1, 2, 3, 4), ('first', 'second', 'equal'))
    """
    if question in COMPARING:
        return COMPARISONS
    return tuple(_numbers_allowed(question, racks))


def _numbers_allowed(question: int, racks: int) -> range:
    match question:
        case 8:
            return range(3, 8)
        case 10:
            return range(6)
        case 11:
            return range(len(SINGLES) + 1)
    return range(racks)  # every rack seen; question 9: each can fill a colour of its own


# -- how each question is reckoned


@cache
def _of_codes(question: int, question2: Question2) -> dict[Code, int]:
    of_rack = _question(question, question2).of_rack
    return {code: of_rack(code) for code in CODES}


@cache
def _question(question: int, question2: Question2) -> Question:
    if question in COMPARING:
        first, second = SIDES[question]
        return Question(_difference(first, second), add, _comparison)
    if question == 2 and question2 == "at_least_12":
        return Question(lambda rack: _sum(rack) >= LOW_SUM, add, int)
    return _NUMBERED[question]


def _sum(rack: Code) -> int:
    return sum(FACES[kind].number for kind in rack)


def _one_number_in_two_colours(rack: Code) -> bool:
    return len({FACES[kind].number for kind in rack}) < len(set(rack))


def _three_colours(rack: Code) -> bool:
    return len({FACES[kind].colour for kind in rack}) == len(rack)


def _all_even_or_all_odd(rack: Code) -> bool:
    return len({FACES[kind].number % 2 for kind in rack}) == 1


def _alike(rack: Code) -> bool:
    return len(set(rack)) < len(rack)


def _consecutive(rack: Code) -> bool:
    first, second, third = sorted(FACES[kind].number for kind in rack)
    return first + 1 == second == third - 1


# What is seen at all is a set of bits; how often colours are seen are digits side by side.


def _colours(rack: Code) -> int:
    return _set_of(COLOURS.index(FACES[kind].colour) for kind in rack)


def _numbers(rack: Code) -> int:
    return _set_of(NUMBERS.index(FACES[kind].number) for kind in rack)


def _singles(rack: Code) -> int:
    return _set_of(SINGLES.index(kind) for kind in rack if kind in SINGLES)


def _set_of(members: Iterable[int]) -> int:
    return reduce(or_, (1 << member for member in members), 0)


_DIGIT = 5  # bits: no colour is on more than 15 tiles of five racks


def _colour_counts(rack: Code) -> int:
    return sum(1 << _DIGIT * COLOURS.index(FACES[kind].colour) for kind in rack)


def _often(counts: int) -> int:
    digits = (counts >> _DIGIT * place & (1 << _DIGIT) - 1 for place in range(len(COLOURS)))
    return sum(digit >= OFTEN for digit in digits)


def _unseen(numbers: int) -> int:
    return len(NUMBERS) - numbers.bit_count()


def _difference(first: frozenset[Kind], second: frozenset[Kind]) -> Callable[[Code], int]:
    return lambda rack: sum((kind in first) - (kind in second) for kind in rack)


def _comparison(difference: int) -> Comparison:
    if difference == 0:
        return "equal"
    return "first" if difference > 0 else "second"


_NUMBERED = {
    1: Question(lambda rack: _sum(rack) >= HIGH_SUM, add, int),
    2: Question(lambda rack: _sum(rack) <= LOW_SUM, add, int),
    3: Question(_one_number_in_two_colours, add, int),
    4: Question(_three_colours, add, int),
    5: Question(_all_even_or_all_odd, add, int),
    6: Question(_alike, add, int),
    7: Question(_consecutive, add, int),
    8: Question(_colours, or_, int.bit_count),
    9: Question(_colour_counts, add, _often),
    10: Question(_numbers, or_, _unseen),
    11: Question(_singles, or_, int.bit_count),
}


def _with_number(number: int) -> frozenset[Kind]:
    return frozenset(kind for kind, face in FACES.items() if face.number == number)


def _with_colour(colour: Colour) -> frozenset[Kind]:
    return frozenset(kind for kind, face in FACES.items() if face.colour == colour)


SIDES: dict[int, tuple[frozenset[Kind], frozenset[Kind]]] = {
    12: (_with_number(3), frozenset({"6P"})),
    13: (frozenset({"6G"}), frozenset({"7Y"})),
    14: (_with_number(2), frozenset({"7Y"})),
    15: (frozenset({"6P"}), frozenset({"6G"})),
    16: (frozenset({"7C"}), frozenset({"7P", "7Y"})),
    17: (_with_colour("brown"), _with_colour("blue")),
    18: (_with_colour("red"), _with_colour("pink")),
    19: (_with_colour("green"), _with_colour("blue")),
    20: (_with_colour("yellow"), _with_colour("pink")),
    21: (_with_colour("black"), _with_colour("brown")),
    22: (_with_colour("black"), _with_colour("red")),
    23: (_with_colour("green"), _with_colour("yellow")),
}
"""What questions 12 to 23 compare: the kinds of the first side, and of the second."""
