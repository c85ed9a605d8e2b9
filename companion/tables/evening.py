"""The evening's standings: wins, games played, mean place. Pure.

A shared win counts 1/k for each of k winners; games somebody did not play are
left out of that player's numbers. Source: spec "Table", The evening.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Evening:
    """One player's evening. `mean_place` is None before the first game."""

    player: int
    wins: Fraction
    games: int
    mean_place: Fraction | None
    place: int


def standings(players: Iterable[int], plays: Sequence[Mapping[int, int | None]]) -> list[Evening]:
    """The standings of `players`, best first, from each play's places by player.

    More wins rank higher; equal wins are split by the share of games won, then
    by the mean place, so that a late joiner is not below others for games not
    played. Who is equal in all of it shares a place and keeps the given order.
    """
    rows = [_row(player, plays) for player in players]
    ordered = sorted(rows, key=_rank)
    first: dict[tuple[Fraction, Fraction, Fraction], int] = {}
    for place, row in enumerate(ordered, start=1):
        first.setdefault(_rank(row), place)
    return [
        Evening(row.player, row.wins, row.games, row.mean_place, first[_rank(row)])
        for row in ordered
    ]


def _row(player: int, plays: Sequence[Mapping[int, int | None]]) -> Evening:
    played = [(play[player], play) for play in plays if play.get(player) is not None]
    wins = sum((_win(place, play) for place, play in played), Fraction(0))
    places = [place for place, _ in played if place is not None]
    mean = Fraction(sum(places), len(places)) if places else None
    return Evening(player, wins, len(places), mean, 0)


def _win(place: int | None, play: Mapping[int, int | None]) -> Fraction:
    if place != 1:
        return Fraction(0)
    return Fraction(1, sum(each == 1 for each in play.values()))


def _rank(row: Evening) -> tuple[Fraction, Fraction, Fraction]:
    share = row.wins / row.games if row.games else Fraction(0)
    mean = Fraction(10**6) if row.mean_place is None else row.mean_place
    return (-row.wins, -share, mean)
