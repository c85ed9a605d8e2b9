"""Questions, answers and tiles as they are drawn: words, with the pieces of the box in them.

A piece is a small dict: a tile has `number` and `colour`, a colour has `colour`
alone, a word has `text`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from companion.signs import signed
from notepad import words
from notepad.questions import COMPARING, SIDES, SINGLES, Answer, Question2
from notepad.tiles import FACES, Kind

Piece = dict[str, Any]

COLOURS_COMPARED = range(17, 24)
SIGNS = {"first": ">", "second": "<", "equal": "="}
"""A comparison in one sign, where there is no room for words."""


def tile(kind: Kind) -> Piece:
    """A tile: its number, and the colour that its symbol goes with."""
    return {"number": FACES[kind].number, "colour": FACES[kind].colour}


def tiles(kinds: Iterable[Kind] | None) -> list[Piece]:
    """The tiles of a code; none if it is not known."""
    return [tile(kind) for kind in kinds or ()]


def asked(question: int, question2: Question2) -> dict[str, Any]:
    """A question: its number, its card in words, and in a few words with its pieces."""
    return {
        "number": question,
        "said": words.question_text(question, question2),
        "comparing": question in COMPARING,
        "sides": sides(question) if question in COMPARING else [],
        "tiles": tiles(SINGLES) if question == 11 else [],
        "short": words.question_short(question, question2),
    }


def sides(question: int) -> list[Piece]:
    """The two things that a question compares.

    >>> sides(17), sides(12)[1]
    ([{'colour': 'brown'}, {'colour': 'blue'}], {'number': 6, 'colour': 'pink'})
    """
    return [_side(question, place) for place in (0, 1)]


def _side(question: int, place: int) -> Piece:
    kinds = SIDES[question][place]
    if question in COLOURS_COMPARED:
        return {"colour": FACES[min(kinds)].colour}
    if len(kinds) == 1:
        return tile(min(kinds))
    return {"text": words.side(question, place)}


def answered(question: int, answer: Answer) -> dict[str, Any]:
    """An answer: in words, in one sign, and the piece there is more of."""
    place = {"first": 0, "second": 1}.get(str(answer))
    return {
        "said": words.answer_text(question, answer),
        "sign": SIGNS.get(str(answer), signed(answer) if isinstance(answer, int) else ""),
        "piece": None if place is None else _side(question, place),
    }


def matching(sought: str, question: int, question2: Question2) -> int:
    """How well a question fits what was typed: 2 its very number, 1 every word is in it, else 0.

    >>> matching("16", 16, "at_most_12"), matching("17", 16, "at_most_12")
    (2, 0)
    """
    typed = sought.casefold().split()
    if typed == [str(question)]:
        return 2
    text = _text(question, question2)
    numbers = re.findall(r"\d+", text)
    return int(all(each in (numbers if each.isdecimal() else text) for each in typed))


def _text(question: int, question2: Question2) -> str:
    """All words that a question may be looked for by, those of its tiles and colours too."""
    kinds: Iterable[Kind] = SINGLES if question == 11 else ()
    if question in COMPARING:
        kinds = sorted(kind for side in SIDES[question] for kind in side)
    names = [] if question in COLOURS_COMPARED else [words.KIND_NAMES[kind] for kind in kinds]
    said = [
        words.question_text(question, question2),
        words.question_short(question, question2),
        *(str(words.COLOUR_NAMES[FACES[kind].colour]) for kind in kinds),
        *map(str, names),
    ]
    return " ".join([str(question), *said]).casefold()
