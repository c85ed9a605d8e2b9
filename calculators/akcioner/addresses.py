"""What the pages of Акционер read from their address: players, companies, cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from calculators.akcioner.state import State


def asked_player(state: State, query: Mapping[str, str]) -> int:
    """The player whom the address names, else the one whose turn it is."""
    text = query.get("player", "")
    known = [str(player) for player in range(state.players)]
    return known.index(text) if text in known else state.turn.player


def address(**fields: Any) -> str:
    """A query that says so much; what is None is left out."""
    return urlencode({name: value for name, value in fields.items() if value is not None})


def other_players(
    state: State, player: int, names: Sequence[str], **fields: Any
) -> list[dict[str, Any]]:
    """The same page for every player, the shown one marked."""
    return [
        {
            "player": each,
            "name": names[each],
            "query": address(player=each, **fields),
            "current": each == player,
        }
        for each in range(state.players)
    ]
