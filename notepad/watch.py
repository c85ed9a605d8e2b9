"""The big screen that everybody looks at: nothing on it is anybody's secret.

It sees what a phone without a seat sees: of the racks the common ones alone until
the play is over, no notepad, no deduction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from notepad import words
from notepad.questions import QUESTIONS
from notepad.racks import FEWEST_RACKS
from notepad.result import racks, row, told
from notepad.rules import State
from notepad.table_tab import player_of, supply

MOST_ROWS = 5


def watch(state: State, names: Sequence[str]) -> dict[str, Any]:
    """Points, whose turn it is, the supply, the common racks; what came last, newest first."""
    players = [player_of(state, names, player) for player in range(state.players)]
    half = (state.players + 1) // 2
    newest = list(told(state))[: -_rows(state) - 1 : -1]
    return {
        "far": players[:half],
        "near": players[half:],
        "many": state.players > FEWEST_RACKS,
        "supply": supply(state),
        "questions": len(QUESTIONS) - len(state.asked),
        "help": words.HELP_NAMES[state.help] if state.help != "off" else "",
        "racks": racks(state, "table", names),
        "rows": [row(state, number, each, names) for number, each in newest],
    }


def _rows(state: State) -> int:
    """How many rows have room on one screen beside five players, beside all racks."""
    return MOST_ROWS - (state.players > FEWEST_RACKS) - 2 * state.finished
