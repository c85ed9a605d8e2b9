"""Which codes one's own rack can still hold, and why not the others. Pure.

A code is possible while there are tiles left to make it, and every answer that
others gave since the rack was drawn would have come out as it did. Nobody's
own answers, no declarations and no marks count. Source: «Code777: подробные
правила Stronghold», how to deduce; the help that a table may agree on.

All of it follows from the `Clues`, so what was reckoned once is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, prod

from notepad.questions import Answer, Question2, answers_with
from notepad.tiles import (
    CODES,
    FACES,
    KINDS,
    NUMBER_CODES,
    NUMBERS,
    Code,
    Kind,
    Numbers,
    numbers_of,
    place_of,
)


@dataclass(frozen=True)
class Told:
    """What another answered while the present code stood on one's own rack.

    `row` is its place in the log of answers, `others` what stood on the racks
    that the answerer saw beside one's own.
    """

    row: int
    question: int
    answer: Answer
    others: tuple[Code, ...]


@dataclass(frozen=True)
class Clues:
    """All that counts for one player: tiles seen, and what the others answered.

    `seen` are the most copies of each kind (in the order of KINDS) seen in one
    cycle of the supply while the present code stood.
    """

    seen: tuple[int, ...]
    told: tuple[Told, ...]
    question2: Question2 = "at_most_12"


@dataclass(frozen=True)
class Verdict:
    """What speaks for and against one code of the 251.

    `ways`: how many ways there are to draw it from the tiles not seen. `against`
    are the rows whose answers exclude it, `used_up` the kinds it has too many of.
    """

    code: Code
    ways: int
    against: tuple[int, ...]
    used_up: tuple[Kind, ...]

    @property
    def possible(self) -> bool:
        return not (self.against or self.used_up)


@dataclass(frozen=True)
class NumberCode:
    """A code as it is declared: how likely it is, and its colourings, likeliest first."""

    numbers: Numbers
    chance: Fraction
    codes: tuple[Code, ...]


@dataclass(frozen=True)
class Excluded:
    """A code that cannot be declared right.

    `against` are the rows each of which excludes it alone; if there is none, its
    colourings fall to different ones. `verdicts` tell of each colouring.
    """

    numbers: Numbers
    against: tuple[int, ...]
    verdicts: tuple[Verdict, ...]


@dataclass(frozen=True)
class Deduction:
    """What the clues come to. Everything is reckoned when it is first asked for."""

    clues: Clues

    @cached_property
    def bounds(self) -> tuple[int, ...]:
        """At most so many tiles of each kind, in the order of KINDS, can be one's own."""
        return tuple(
            max(0, FACES[kind].copies - seen)
            for kind, seen in zip(KINDS, self.clues.seen, strict=True)
        )

    @cached_property
    def codes(self) -> tuple[Code, ...]:
        """The codes still possible, in the order of CODES."""
        left = _all_of([bool(self.ways(code)) for code in CODES])
        for told in self.clues.told:
            left &= _agreeing(told, self.clues.question2)
        return tuple(code for place, code in enumerate(CODES) if left >> place & 1)

    @cached_property
    def number_codes(self) -> tuple[NumberCode, ...]:
        """The possible codes as they are declared, likeliest first."""
        found: dict[Numbers, list[Code]] = {}
        for code in self.codes:
            found.setdefault(numbers_of(code), []).append(code)
        made = [
            NumberCode(numbers, self._chance(codes), tuple(sorted(codes, key=self._rarity)))
            for numbers, codes in found.items()
        ]
        return tuple(sorted(made, key=lambda each: (-each.chance, each.numbers)))

    @cached_property
    def chances(self) -> tuple[Fraction, ...]:
        """For each number from 1 to 7, the chance that it is on one's own rack."""
        return tuple(
            self._chance([code for code in self.codes if number in numbers_of(code)])
            for number in NUMBERS
        )

    @cached_property
    def verdicts(self) -> tuple[Verdict, ...]:
        """All 251 codes, in the order of CODES, each with what speaks against it."""
        agreeing = [(told.row, _agreeing(told, self.clues.question2)) for told in self.clues.told]
        return tuple(
            Verdict(
                code,
                self.ways(code),
                tuple(row for row, agree in agreeing if not agree >> place & 1),
                self._used_up(code),
            )
            for place, code in enumerate(CODES)
        )

    @cached_property
    def excluded(self) -> tuple[Excluded, ...]:
        """Every code that cannot be declared right, with its reasons."""
        verdicts: dict[Numbers, list[Verdict]] = {numbers: [] for numbers in NUMBER_CODES}
        for verdict in self.verdicts:
            verdicts[numbers_of(verdict.code)].append(verdict)
        return tuple(
            Excluded(numbers, _against_all(each), tuple(each))
            for numbers, each in verdicts.items()
            if not any(verdict.possible for verdict in each)
        )

    @property
    def contradiction(self) -> bool:
        """No code is left: the records contradict each other."""
        return not self.codes

    @cached_property
    def mending(self) -> tuple[int, ...]:
        """In a contradiction, the rows any of which need only be taken away to mend it."""
        if not self.contradiction:
            return ()
        single = {
            verdict.against[0]
            for verdict in self.verdicts
            if not verdict.used_up and len(verdict.against) == 1
        }
        return tuple(sorted(single))

    def ways(self, code: Code) -> int:
        """How many ways there are to draw a code from the tiles not seen; 0: there is none."""
        return prod(comb(bound, count) for bound, count in self._bounded(code))

    @cached_property
    def _all_ways(self) -> int:
        return sum(map(self.ways, self.codes))

    def _bounded(self, code: Code) -> Iterator[tuple[int, int]]:
        return ((self.bounds[place_of(kind)], code.count(kind)) for kind in set(code))

    def _used_up(self, code: Code) -> tuple[Kind, ...]:
        return tuple(
            kind for kind in dict.fromkeys(code) if code.count(kind) > self.bounds[place_of(kind)]
        )

    def _rarity(self, code: Code) -> int:
        return -self.ways(code)

    def _chance(self, codes: list[Code]) -> Fraction:
        """How likely it is one of these, each code weighed by the ways to draw it."""
        return Fraction(sum(map(self.ways, codes)), self._all_ways) if codes else Fraction(0)


@lru_cache(maxsize=256)
def deduction(clues: Clues) -> Deduction:
    """The deduction from these clues; asked again, the same one."""
    return Deduction(clues)


def _against_all(verdicts: list[Verdict]) -> tuple[int, ...]:
    """The rows that speak against every colouring there would be tiles for."""
    makeable = [set(verdict.against) for verdict in verdicts if not verdict.used_up]
    return tuple(sorted(set.intersection(*makeable))) if makeable else ()


# -- sets of codes are whole numbers: bit n stands for the n-th of CODES


def _agreeing(told: Told, question2: Question2) -> int:
    """The codes with which the answer comes out as it was given."""
    return _agreeing_with(told.question, told.answer, tuple(sorted(told.others)), question2)


@lru_cache(maxsize=4096)
def _agreeing_with(
    question: int, answer: Answer, others: tuple[Code, ...], question2: Question2
) -> int:
    return _all_of([each == answer for each in answers_with(question, others, question2)])


def _all_of(members: list[bool]) -> int:
    return sum(1 << place for place, member in enumerate(members) if member)
