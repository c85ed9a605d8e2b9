"""The final count, also for a table that recorded nothing: tokens, debts, who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict

from calculators.pythonalgorithm.eyes import hidden
from calculators.pythonalgorithm.forms import COINS, FinishForm, counted_tokens
from calculators.pythonalgorithm.rules import PythonAlgorithm
from calculators.pythonalgorithm.state import PLAYERS, State
from companion.games import Eyes, places
from companion.signs import signed

FIELDS = ("tokens", "debt", *COINS)


def count(state: State, eyes: Eyes, query: QueryDict, names: Sequence[str]) -> dict[str, Any]:
    """The final count: tokens as a number or by coins, debts as sums, places with arithmetic.

    What is typed stands in the address (`tokens-0`, `debt-0`, `tens-0`, `fives-0`,
    `ones-0`). Until something is typed, it is what the table recorded.
    """
    typed = query if any(_is_field(name) for name in query) else _recorded(state, eyes)
    form = FinishForm(typed, players=names)
    form.is_valid()
    rows = [_row(form, typed, names, player) for player in range(state.players)]
    return {
        "counts": [(number, _players_query(query, number)) for number in PLAYERS],
        "how_many": state.players,
        "rows": rows,
        "outcome": _outcome(form, names),
        "recorded": typed is not query and bool(typed),
        "hidden": any(hidden(state, eyes, player) for player in range(state.players)),
        "params": ",".join(
            f"{name}-{player}" for player in range(state.players) for name in FIELDS
        ),
    }


def _is_field(name: str) -> bool:
    return name.rpartition("-")[0] in FIELDS


def _recorded(state: State, eyes: Eyes) -> dict[str, str]:
    """What the table recorded, as it would be typed; nothing if nothing was."""
    if state == PythonAlgorithm().start(state.players, state.options):
        return {}
    recorded = {}
    for player in range(state.players):
        if not hidden(state, eyes, player):
            recorded[f"tokens-{player}"] = str(state.tokens[player])
        if state.debts[player]:
            recorded[f"debt-{player}"] = str(state.debts[player])
    return recorded


def _players_query(query: QueryDict, number: int) -> str:
    """The same count for another number of players."""
    changed = query.copy()
    changed["players"] = str(number)
    return changed.urlencode()


def _row(
    form: FinishForm, typed: Mapping[str, str], names: Sequence[str], player: int
) -> dict[str, Any]:
    """One player's fields, and what is wrong with them."""
    fields = [f"{name}-{player}" for name in FIELDS]
    return {
        "player": player,
        "name": names[player],
        "tokens": typed.get(f"tokens-{player}", ""),
        "debt": typed.get(f"debt-{player}", ""),
        "coins": [
            (coin, worth, typed.get(f"{coin}-{player}", "")) for coin, worth in COINS.items()
        ],
        "by_coins": any(typed.get(f"{coin}-{player}") for coin in COINS),
        "faults": [fault for name in fields for fault in form.errors.get(name, ())],
    }


def _outcome(form: FinishForm, names: Sequence[str]) -> dict[str, Any] | None:
    """Places and sums of all who are counted; None before anybody is."""
    counted = {
        player: tokens
        for player in range(len(names))
        if (tokens := counted_tokens(form.typed, player)) is not None
    }
    if not counted:
        return None
    debts = {player: form.typed.get(f"debt-{player}") or 0 for player in counted}
    points = {player: tokens - debts[player] for player, tokens in counted.items()}
    ranking = dict(zip(points, places(list(points.values())), strict=True))
    lines = [
        {
            "player": player,
            "name": names[player],
            "place": ranking[player],
            "coins": _coins_said(form.typed, player),
            "tokens": signed(counted[player]),
            "debt": debts[player],
            "points": signed(points[player]),
        }
        for player in sorted(points, key=lambda each: ranking[each])
    ]
    best = [player for player, place in ranking.items() if place == 1]
    return {
        "lines": lines,
        "best": best,
        "best_points": signed(max(points.values())),
        "names": ", ".join(names[player] for player in best),
        "draw": len(best) > 1,
        "missing": ", ".join(name for player, name in enumerate(names) if player not in counted),
        "args": None if form.errors else form.cleaned_data,
    }


def _coins_said(typed: Mapping[str, Any], player: int) -> str:
    """How counted coins add up: "10 × 3 + 5 × 2 + 1 × 4"."""
    counts = [(worth, typed.get(f"{coin}-{player}")) for coin, worth in COINS.items()]
    return " + ".join(f"{worth} × {number}" for worth, number in counts if number)
