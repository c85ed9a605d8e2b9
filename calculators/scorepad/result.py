"""The end of a pad: who won and by what, everybody's rounds added up, and the sheet of paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from math import ceil
from typing import Any

from django.utils.translation import gettext as _

from calculators.scorepad.chart import chart
from calculators.scorepad.state import ZERO, State
from calculators.scorepad.words import gain, shown, verdict

MOST_TERMS = 10


def result(state: State, names: Sequence[str]) -> dict[str, Any]:
    """Winner or draw, the margin, each player's rounds as a sum, the best round."""
    leaders = state.leaders
    order = sorted(state.present, key=lambda player: state.places[player] or 0)
    second = next((player for player in order if player not in leaders), None)
    return {
        "verdict": verdict(state, names),
        "leaders": leaders,
        "draw": len(leaders) > 1,
        "points": shown(state.totals[leaders[0]]),
        "begun": state.has_begun,
        "second": names[second] if second is not None else "",
        "margin": gain(state.behind(second)) if second is not None else "",
        "second_points": shown(state.totals[second]) if second is not None else "",
        "players": [
            {
                "player": player,
                "name": names[player],
                "place": state.places[player],
                "gone": player not in state.here,
                "terms": list(_terms(state, player)),
                "total": shown(state.totals[player]),
            }
            for player in order
        ],
        "best": _best(state, names),
        "chart": chart(state, names),
    }


def _terms(state: State, player: int) -> Iterator[tuple[str, str, str]]:
    """A player's rounds as terms of a sum, ten or fewer: sign before, number, what it is."""
    scored = [number for number in range(1, state.open_round + 1) if any(state.rows[number - 1])]
    size = ceil(len(scored) / MOST_TERMS) or 1
    parts: list[tuple[Decimal, str]] = []
    for start in range(0, len(scored), size):
        block = scored[start : start + size]
        points = [each for number in block if (each := state.points(number)[player]) is not None]
        if points:
            parts.append((sum(points, ZERO), _block(block)))
    if state.beside[player]:
        parts.append((state.beside[player], _("beside the rounds")))
    for place, (number, said) in enumerate(parts):
        if not place:
            yield "", shown(number), said
        else:
            yield "−" if number < 0 else "+", shown(abs(number)), said


def _block(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return _("round %(round)s") % {"round": numbers[0]}
    return _("rounds %(first)s–%(last)s") % {"first": numbers[0], "last": numbers[-1]}


def _best(state: State, names: Sequence[str]) -> dict[str, Any] | None:
    """The best single score of the play (the earlier of equals), if there are two or more."""
    scores = [
        (points, number, player)
        for number in range(1, state.open_round + 1)
        for player, points in enumerate(state.points(number))
        if points is not None
    ]
    if len({points for points, _number, _player in scores}) < 2:
        return None
    best = min if state.options.wins == "low" else max
    points, number, player = best(scores, key=lambda score: score[0])
    return {"player": player, "name": names[player], "round": number, "points": shown(points)}


def paper(state: State, names: Sequence[str]) -> dict[str, Any]:
    """Every round and everybody's points in it, as they stand on the printed page."""
    return {
        "heads": [
            {
                "player": player,
                "name": names[player],
                "total": shown(state.totals[player]),
                "place": state.places[player],
            }
            for player in state.present
        ],
        "rows": [
            {
                "number": number,
                "cells": [
                    "—" if (points := state.points(number)[player]) is None else shown(points)
                    for player in state.present
                ],
            }
            for number in range(1, state.open_round + 1)
            if any(state.rows[number - 1])
        ],
        "beside": [shown(state.beside[player]) for player in state.present]
        if any(state.beside)
        else [],
    }
