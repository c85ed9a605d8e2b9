"""The end of a play: everybody's score as a sum, and the sheet of paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from calculators.marshimprom.rules import standings
from calculators.marshimprom.sheet import by_name, ordered_places, place_short, terms
from calculators.marshimprom.state import State
from calculators.marshimprom.words import verdict


def result(state: State, names: Sequence[str]) -> dict[str, Any]:
    """Winner, draw or interim score, the margin, everybody's score term by term."""
    ranking = sorted(standings(state), key=lambda each: each.place or 0)
    best = max(state.scores)
    behind = [each for each in ranking if each.points != best]
    second = [names[each.player] for each in behind if each.place == behind[0].place]
    return {
        "verdict": verdict(state, names),
        "total": best,
        "draw": sum(each.place == 1 for each in ranking) > 1,
        "interim": state.interim,
        "complete": state.complete_missions,
        "margin": best - int(behind[0].points or 0) if behind else 0,
        "second": ", ".join(second),
        "second_total": behind[0].points if behind else 0,
        "players": [
            {
                "player": each.player,
                "name": names[each.player],
                "place": each.place,
                "total": each.points,
                "behind": best - int(each.points or 0),
                "terms": terms(state.account(each.player)),
            }
            for each in ranking
        ],
    }


def paper(state: State, names: Sequence[str]) -> dict[str, Any]:
    """Each player's sheet: substances by rows, places by columns, where there is a chip."""
    return {
        "sheets": [sheet(state, player, names) for player in state.numbers],
        "bank": state.bank,
    }


def sheet(state: State, player: int, names: Sequence[str]) -> dict[str, Any]:
    """A player's chips as a table, only the rows that have some."""
    places = ordered_places(state)
    return {
        "player": player,
        "name": names[player],
        "terms": terms(state.account(player)),
        "total": state.account(player).score,
        "heads": [place_short(each) for each in places],
        "rows": [
            {
                "name": substance,
                "price": state.prices[substance],
                "cells": [state.chips_at(player, substance, place) for place in places],
            }
            for substance in by_name(state)
            if any(state.chips_at(player, substance, place) for place in places)
        ],
    }
