"""The end of a play: who won and by what, best and worst, and the sheet of paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from calculators.lost_cities.rules import State
from calculators.lost_cities.words import COLOUR_NAMES, expedition_name, verdict
from calculators.lost_cities.working import points_of, round_points, written
from companion.signs import signed


def result(state: State, names: Sequence[str]) -> dict[str, Any]:
    """Winner or draw, the margin, each player's rounds, best and worst expedition."""
    first, second = state.totals
    best = max(state.totals)
    order = [1, 0] if second > first else [0, 1]
    return {
        "verdict": verdict(state, names),
        "draw": first == second,
        "points": signed(best),
        "margin": abs(first - second),
        "loser": names[order[1]],
        "loser_points": signed(min(state.totals)),
        "players": [
            {
                "player": player,
                "name": names[player],
                "rounds": _rounds_added(state, player),
                "total": signed(state.totals[player]),
                "place": 1 if state.totals[player] == best else 2,
                "behind": best - state.totals[player],
            }
            for player in order
        ],
        "extremes": _extremes(state, names),
    }


def _rounds_added(state: State, player: int) -> list[tuple[str, str, str]]:
    """A player's rounds as terms of a sum: 38 − 24 + 15."""
    totals = [sides[player].total for sides in state.rounds]
    words = [_("round %(round)s") % {"round": number} for number in range(1, len(totals) + 1)]
    rest = [("−" if points < 0 else "+", str(abs(points))) for points in totals[1:]]
    return [
        (*term, word) for term, word in zip([("", signed(totals[0])), *rest], words, strict=True)
    ]


def _extremes(state: State, names: Sequence[str]) -> list[dict[str, Any]]:
    """The best and the worst expedition among those that count (the earlier of equals)."""
    begun = [
        (points_of(expedition), number, player, place)
        for number, sides in enumerate(state.rounds, start=1)
        for player, side in enumerate(sides)
        if side.by_hand is None
        for place, expedition in enumerate(side.expeditions)
        if expedition.begun
    ]
    best = max(begun, key=lambda each: each[0], default=None)
    worst = min(begun, key=lambda each: each[0], default=None)
    if best is None or worst is None or best[0] == worst[0]:
        return []
    return [
        {
            "title": title % {"expedition": COLOUR_NAMES[state.colours[place]]},
            "colour": state.colours[place],
            "name": names[player],
            "round": number,
            **written(state.rounds[number - 1][player].expeditions[place]),
        }
        for title, (_points, number, player, place) in (
            (_("Best: %(expedition)s"), best),
            (_("Worst: %(expedition)s"), worst),
        )
    ]


def paper(state: State) -> list[dict[str, Any]]:
    """Every round, expedition and card, as they stand on the printed page."""
    return [
        {
            "number": number,
            "points": round_points(sides),
            "lines": [
                {
                    "colour": colour,
                    "name": expedition_name(colour),
                    "cells": [written(side.expeditions[place]) for side in sides],
                }
                for place, colour in enumerate(state.colours)
            ],
        }
        for number, sides in enumerate(state.rounds, start=1)
    ]
