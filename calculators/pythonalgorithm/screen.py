"""What the pages of PythonAlgorithm draw: the open tab of the board, and what pages ask for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from calculators.pythonalgorithm import guide, market, paper, result, tokens
from calculators.pythonalgorithm.state import State
from companion.games import Eyes

TABS = ("round", "market", "tokens")


def screen(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """All that the templates draw; `tab` in the query chooses, the round guide if it does not.

    Only the open tab is worked out; what the result, the paper and the watch page show is,
    when they ask. `keep` begins the query of a link on the board of a finished play that is
    being corrected, so that it stays open to corrections.
    """
    tab = next((each for each in TABS if each == query.get("tab")), TABS[0])
    drawn = {
        "round": lambda: guide.guide(state, eyes, query, names),
        "market": lambda: market.market(state, query, names),
        "tokens": lambda: tokens.tokens(state, eyes, query, names),
    }
    return {
        "tab": tab,
        "keep": "correct=1&" if "correct" in query else "",
        tab: drawn[tab](),
        "result": partial(result.result, state, eyes, names),
        "paper": partial(paper.paper, state, eyes, names),
        "watch": partial(paper.watch, state, eyes, names),
    }
