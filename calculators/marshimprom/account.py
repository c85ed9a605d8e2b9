"""A player's score, part by part. Pure.

Score = substances under own chips on own and shared plants + those on the mission card,
doubled where the mission is complete + money. Source: «МХП: уровень 3», the end of the game.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class MissionScore:
    """What a player's chips on one mission are worth, in mR."""

    mission: int
    value: int
    doubled: bool

    @property
    def score(self) -> int:
        """A complete mission counts double, for every player whose chips stand on it."""
        return self.value * 2 if self.doubled else self.value


@dataclass(frozen=True)
class Account:
    """A player's points: money, own plants, shared plants, every mission in order.

    >>> Account(5, 12, 3, (MissionScore(1, 6, True),)).score
    32
    """

    money: int
    own: int
    shared: int
    missions: tuple[MissionScore, ...]

    @property
    def on_missions(self) -> int:
        """Points of all missions together."""
        return sum(each.score for each in self.missions)

    @property
    def score(self) -> int:
        return self.own + self.shared + self.on_missions + self.money
