"""What the pages of Code 777 draw that everybody may see: the open tab of the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.games import Eyes
from notepad import answers, pad, result, rules, table_tab, watch
from notepad.rules import State

TABS = ("pad", "answers", "table")


def screen(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """All that the templates draw; `tab` in the query chooses, the notepad if it does not.

    Only the open tab is worked out: a mark waits for no answer and no deduction. What the
    result, the paper and the watch page show is made when they ask. `keep` begins the query
    of a link on the board of a finished play that is being corrected.
    """
    tab = next((each for each in TABS if each == query.get("tab")), TABS[0])
    drawn = {
        "pad": lambda: pad.table_of(state, eyes, names),
        "answers": lambda: answers.answers(state, eyes, query, names),
        "table": lambda: table_tab.table(state, eyes, query, names),
    }
    return {
        "tab": tab,
        "keep": "correct=1&" if "correct" in query else "",
        "counts": rules.PLAYERS,
        tab: drawn[tab](),
        "result": partial(result.result, state, eyes, names),
        "paper": partial(result.paper, state, eyes, names),
        "watch": partial(watch.watch, state, names),
    }
