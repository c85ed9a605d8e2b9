"""The pages about answers, racks, declarations, the supply and the help agreed on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.games import Eyes
from notepad.declaration_page import declaration
from notepad.help_page import help_page
from notepad.question_page import question_page
from notepad.rack_page import rack_page
from notepad.rules import State
from notepad.snapshot_page import snapshot
from notepad.table_tab import supply


def supply_page(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """What is left to draw from, to be put right by hand. What was typed stands in the query."""
    return {"supply": supply(state), "typed": query.get("left", ""), "mixed": "mixed" in query}


PAGES: Mapping[str, Callable[..., dict[str, Any]]] = {
    "question": question_page,
    "snapshot": snapshot,
    "rack": rack_page,
    "declaration": declaration,
    "help": help_page,
    "supply": supply_page,
}

LOOKING_BACK = frozenset({"question", "snapshot", "help"})
"""Those that ask the log for entry numbers, or for the notepad as it was then."""
