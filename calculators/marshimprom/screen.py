"""What the board of МАРСХИМПРОМ draws: the open tab, and the keys under the thumb."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from calculators.marshimprom.everybody import everybody
from calculators.marshimprom.missions import missions
from calculators.marshimprom.result import paper, result
from calculators.marshimprom.sheet import score
from calculators.marshimprom.state import PLAYERS, State
from calculators.marshimprom.turn import turn
from calculators.marshimprom.watch import watch
from companion.games import Eyes

TABS = ("score", "turn", "missions", "all")


def screen(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """All that the templates draw; `tab` in the query chooses, the score sheet if it does not.

    `player` in the query is whose sheet it is, `place` the column that is counted. Only the
    open tab is worked out; what result, paper and the watch page show is, when they ask.
    """
    tab = next((each for each in TABS if each == query.get("tab")), TABS[0])
    player = chosen_player(state, eyes, query)
    drawn: Mapping[str, Callable[[], Any]] = {
        "score": lambda: score(state, player, query.get("place", ""), names),
        "turn": lambda: turn(state, player, names),
        "missions": lambda: missions(state, names),
        "all": lambda: everybody(state, names),
    }
    return {
        "tab": tab,
        "player": player,
        "people": whose(state, player, names),
        "known": bool(state.prices),
        "complete": state.complete_missions,
        tab: drawn[tab](),
        "counts": PLAYERS,
        "many": len(state.players),
        "result": partial(result, state, names),
        "paper": partial(paper, state, names),
        "watch": partial(watch, state, names),
    }


def chosen_player(state: State, eyes: Eyes, query: Mapping[str, str]) -> int:
    """Whose sheet is open: as the address says, else one's own, else the first player's."""
    numbers = {str(each): each for each in state.numbers}
    asked = (numbers.get(query.get(name, "")) for name in ("player", "first"))
    own = eyes if isinstance(eyes, int) else 0
    return next((each for each in asked if each is not None), own)


def whose(state: State, player: int, names: Sequence[str]) -> list[dict[str, Any]]:
    """Everybody with their score, to choose from; `chosen` is the one whose sheet is open."""
    return [
        {
            "player": each,
            "name": names[each],
            "total": state.scores[each],
            "repairs": each in state.repairs,
            "chosen": each == player,
        }
        for each in state.numbers
    ]
