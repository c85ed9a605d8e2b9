"""The score pad's own pages: a cell, an amount, who plays, what was agreed.

What they show stands in their address, and what was typed and refused comes with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from calculators.scorepad.points import read_points
from calculators.scorepad.rules import MOST_ROUNDS
from calculators.scorepad.screen import Board, pad, people_of
from calculators.scorepad.state import State
from calculators.scorepad.words import gain, shown
from companion.games import Eyes


def score(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """The keys for the cell that the address names, else for the next one."""
    board = Board(state, eyes, names)
    player, number = board.next_cell or (state.here[0], state.open_round)
    asked = _whole(query, "player")
    if asked in state.present:
        player = asked
    if 1 <= _whole(query, "round") <= MOST_ROUNDS:
        number = _whole(query, "round")
    return {"pad": pad(board, player, number) | _typed(query, "points")}


def amount(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """Points beside the rounds, for the player that the address names."""
    board = Board(state, eyes, names)
    player = _whole(query, "player")
    if player not in state.present:
        player = state.here[0]
    keys = pad(board, player, state.open_round)
    keys |= {"points": "", "total": shown(state.totals[player])}
    return {"pad": keys | _typed(query, "delta")}


def people(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """Who plays, who came later, who left."""
    board = Board(state, eyes, names)
    return {
        "people": people_of(board),
        "round": state.open_round,
        "alone": len(state.here) == 1,
        "typed_name": query.get("name", ""),
    }


def setup(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """What the table has agreed on, to be changed."""
    options = state.options
    now = {
        "title": state.title,
        "wins": options.wins,
        "rounds": str(options.rounds or ""),
        "target": "" if options.target is None else shown(read_points(options.target)),
        "step": " ".join(gain(read_points(each)) for each in options.step),
        "zero_sum": "on" if options.zero_sum else "",
    }
    if "wins" in query:  # the form comes back whole, with what was typed
        now |= {"zero_sum": "", **{name: query[name] for name in now if name in query}}
    elif "title" in query:
        now["title"] = query["title"]
    return {"now": now}


def _typed(query: Mapping[str, str], name: str) -> dict[str, str]:
    """What was typed and refused stands in the field again."""
    return {"points": query[name]} if name in query else {}


def _whole(query: Mapping[str, str], name: str) -> int:
    """A whole number of the address; -1, which nothing has, for anything else."""
    text = query.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else -1


PAGES: Mapping[str, Callable[..., dict[str, Any]]] = {
    "score": score,
    "amount": amount,
    "people": people,
    "setup": setup,
}
