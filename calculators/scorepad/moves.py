"""The moves of the score pad, as the log keeps them. Pure.

Everything may be recorded for any player. Points are whole numbers or decimal text.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SetScore:
    """A player's points of a round; None takes them off again. `points` may be a sum."""

    player: int
    round: int
    points: int | str | None


@dataclass(frozen=True)
class Add:
    """Points beside the rounds: a running counter goes on by `delta`."""

    player: int
    delta: int | str


@dataclass(frozen=True)
class NextRound:
    """Closes a round and opens the next.

    `round` is the one to close, so that closing it twice skips none; without it, the
    open one.
    """

    round: int | None = None


@dataclass(frozen=True)
class SetTitle:
    """The game's name; an empty one takes it off."""

    title: str


@dataclass(frozen=True)
class AddPlayer:
    """Somebody joins from the open round on, or comes back.

    `player` is the number that the newcomer gets (without it the next one), or the
    number of the one who comes back. `seat` is the id of a seat at the table.
    """

    name: str
    seat: int | None = None
    player: int | None = None


@dataclass(frozen=True)
class DropPlayer:
    """Somebody leaves. The rows so far stay, later ones do not wait."""

    player: int


@dataclass(frozen=True)
class Finish:
    """Closes the play."""


Move = SetScore | Add | NextRound | SetTitle | AddPlayer | DropPlayer | Finish
