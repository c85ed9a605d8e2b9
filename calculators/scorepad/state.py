"""A score pad at one moment: what was agreed, who plays, the rounds and their points. Pure.

An empty cell means "not yet", 0 is a score. Somebody who comes later or leaves keeps
every row recorded; other rows do not wait for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Literal

from calculators.scorepad.points import read_points

ZERO = Decimal(0)


@dataclass(frozen=True)
class Options:
    """What the table has agreed on.

    `title` is the game's name. `wins`: the high or the low total. `rounds`: how many, or
    open. `target`: points that end the game, or none. `step`: the keys of a running
    counter; with them the pad counts on instead of by rounds. `zero_sum`: the last open
    entry of a round is what makes the round 0.
    """

    title: str = ""
    wins: Literal["high", "low"] = "high"
    rounds: int | Literal["open"] | None = None
    target: int | str | None = None
    step: tuple[int | str, ...] = ()
    zero_sum: bool = False


@dataclass(frozen=True)
class Cell:
    """Points of one player in one round; `typed` are the parts, if a sum was typed."""

    points: Decimal
    typed: str = ""


@dataclass(frozen=True)
class Span:
    """The rounds that somebody plays, from `first` to `last` (None: still playing)."""

    first: int
    last: int | None = None


@dataclass(frozen=True)
class Player:
    """Who plays, and in which rounds. Those who began have no name here: the table knows it."""

    spans: tuple[Span, ...] = (Span(1),)
    name: str = ""
    seat: int | None = None

    @property
    def is_here(self) -> bool:
        return self.spans[-1].last is None

    def plays(self, number: int) -> bool:
        """Round `number` waits for this player."""
        return any(
            span.first <= number and (span.last is None or number <= span.last)
            for span in self.spans
        )


@dataclass(frozen=True)
class State:
    """A pad: the opened rounds with a cell for each player, and points beside them.

    A player's number keeps its meaning: if a coming is taken back, None stands there.
    """

    options: Options
    began: int
    players: tuple[Player | None, ...]
    rows: tuple[tuple[Cell | None, ...], ...]
    beside: tuple[Decimal, ...]
    title: str = ""
    finished: bool = False

    @property
    def open_round(self) -> int:
        """The number of the round being played; rounds count from 1."""
        return len(self.rows)

    @property
    def present(self) -> list[int]:
        """Everybody who plays or has played, in the order of the columns."""
        return [player for player, each in enumerate(self.players) if each is not None]

    @property
    def here(self) -> list[int]:
        """Who plays now."""
        return [player for player, each in enumerate(self.players) if each and each.is_here]

    def who(self, player: int) -> Player:
        """One of those who are present."""
        found = self.players[player]
        assert found
        return found

    def waited_for(self, number: int) -> list[int]:
        """Who has no points in a round though it waits for them; zero-sum fills one by itself."""
        return [
            player
            for player, points in enumerate(self.points(number))
            if points is None and self._plays(player, number)
        ]

    def points(self, number: int) -> tuple[Decimal | None, ...]:
        """A round as it counts: what was recorded, and what zero-sum fills in."""
        return self._counted[number - 1]

    def is_filled_in(self, number: int, player: int) -> bool:
        """These points were not recorded: they follow from the others of the round."""
        return self.rows[number - 1][player] is None and self.points(number)[player] is not None

    @cached_property
    def totals(self) -> tuple[Decimal, ...]:
        """Each player's points, rounds and beside them."""
        return tuple(
            sum((row[player] or ZERO for row in self._counted), self.beside[player])
            for player in range(len(self.players))
        )

    @cached_property
    def places(self) -> tuple[int | None, ...]:
        """Places from 1; equal totals share one. Who has left stands behind who stays."""
        ranks = {player: self._rank(player) for player in self.present}
        ordered = sorted(ranks.values())
        return tuple(
            ordered.index(ranks[player]) + 1 if player in ranks else None
            for player in range(len(self.players))
        )

    @property
    def leaders(self) -> list[int]:
        """Who is in front: several if their totals are equal."""
        return [player for player, place in enumerate(self.places) if place == 1]

    def behind(self, player: int) -> Decimal:
        """How far a total is from the leader's."""
        return self.totals[player] - self.totals[self.leaders[0]]

    @property
    def has_begun(self) -> bool:
        """Some points are recorded."""
        return any(any(row) for row in self.rows) or any(self.beside)

    @cached_property
    def reached(self) -> list[int]:
        """Who has the points that end the game."""
        if self.options.target is None:
            return []
        target = read_points(self.options.target)
        sign = 1 if target > 0 else -1
        return [player for player in self.here if sign * self.totals[player] >= sign * target]

    @cached_property
    def _counted(self) -> tuple[tuple[Decimal | None, ...], ...]:
        return tuple(self._count(number) for number in range(1, len(self.rows) + 1))

    def _count(self, number: int) -> tuple[Decimal | None, ...]:
        points = [points_in(cell) for cell in self.rows[number - 1]]
        if not self.options.zero_sum:
            return tuple(points)
        recorded = [each for each in points if each is not None]
        left = [
            player
            for player, each in enumerate(points)
            if each is None and self._plays(player, number)
        ]
        if recorded and len(left) == 1:
            points[left[0]] = -sum(recorded, ZERO) + ZERO
        return tuple(points)

    def _plays(self, player: int, number: int) -> bool:
        each = self.players[player]
        return each is not None and each.plays(number)

    def _rank(self, player: int) -> tuple[bool, Decimal]:
        total = self.totals[player]
        return player not in self.here, total if self.options.wins == "low" else -total


def points_in(cell: Cell | None) -> Decimal | None:
    return cell.points if cell else None
