"""The fight of two combines: dice, armour, who wins. Pure.

The attacker throws, then the defender; the higher number wins and equal ones throw
again. Armour lets the defender throw twice. Source: «МХП: уровень 3 „Профи“», the fight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from companion.games import Die

SIDES = 6
"""The faces of a die."""

Armour = Literal["best", "sum"]


@dataclass(frozen=True)
class Throw:
    """One throw of both: the attacker's number, the defender's (two of them with armour)."""

    attacker: int
    defender: int | tuple[int, ...]

    @property
    def dice(self) -> tuple[int, ...]:
        """The defender's numbers, be it one or two."""
        return (self.defender,) if isinstance(self.defender, int) else self.defender

    @property
    def named(self) -> dict[str, Any]:
        """The throw as a file has it."""
        defender = self.defender if isinstance(self.defender, int) else list(self.defender)
        return {"attacker": self.attacker, "defender": defender}

    def defence(self, armour: Armour) -> int:
        """What the defender's dice come to: the better one of two, or both together.

        >>> Throw(4, (2, 6)).defence("best"), Throw(4, (2, 6)).defence("sum")
        (6, 8)
        """
        return sum(self.dice) if armour == "sum" else max(self.dice)

    def lead(self, armour: Armour) -> int:
        """By how much the attacker is ahead; 0 is a throw that decides nothing."""
        return self.attacker - self.defence(armour)


@dataclass(frozen=True)
class Fight:
    """A fight that was fought: who attacked whom, every throw, who won."""

    attacker: int
    defender: int
    throws: tuple[Throw, ...]
    winner: int

    @property
    def loser(self) -> int:
        """The other one: steps back."""
        return self.defender if self.winner == self.attacker else self.attacker


def thrown(armoured: bool, armour: Armour, die: Die) -> list[dict[str, Any]]:
    """The throws of a whole fight, as a move names them: on and on until one decides.

    With armour the defender throws twice.
    """
    throws: list[dict[str, Any]] = []
    while True:
        attacker, first = die(SIDES), die(SIDES)
        throw = Throw(attacker, (first, die(SIDES)) if armoured else first)
        throws.append(throw.named)
        if throw.lead(armour):
            return throws


def first_decision(throws: Sequence[Throw], armour: Armour) -> int | None:
    """The place of the first throw that decides; None if all are equal."""
    return next((place for place, each in enumerate(throws) if each.lead(armour)), None)
