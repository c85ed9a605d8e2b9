"""The page `snapshot`: one answer, and how the table and the own notepad stood then.

Racks are shown as these eyes may see them; what was entered later of a rack that
stood there then is in it too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games import Eyes, Past
from notepad import words
from notepad.answers import answer_row, mixed_said
from notepad.eyes import by_racks_shown, racks_then
from notepad.notebook import MarkState
from notepad.notebook import State as Notes
from notepad.pieces import answered, tiles
from notepad.question_page import number_in
from notepad.racks import Rack, sees
from notepad.rules import Answered, State
from notepad.tiles import TILES


def snapshot(
    state: State,
    eyes: Eyes,
    query: Mapping[str, str],
    names: Sequence[str],
    past: Past,
) -> dict[str, Any]:
    """`row` in the address is the answer's place in the log, from 1."""
    place = number_in(query, "row", range(1, len(state.answers) + 1))
    if place is None:
        return {"row": None}
    row = state.answers[place - 1]
    entry = past.entries("answer")[place - 1]
    return {
        "row": answer_row(state, place, row, eyes, names),
        "said": words.answered(row.reader, row.question, row.answer, names),
        "time": past.time(entry),
        "supply": row.supply,
        "mixes": mixed_said(row.mixes),
        "by_racks": _by_racks(state, row, eyes),
        "racks": [_rack(state, row, rack, eyes, names) for rack in state.racks],
        "code_number": row.stood[eyes] + 1 if isinstance(eyes, int) else None,
        "marks": marks(past.notes(entry)),
        "undo": {"entry": entry},
    }


def marks(notes: Notes) -> list[dict[str, Any]]:
    """The tiles that bear each mark; a mark that none bears is left out."""
    wanted: tuple[MarkState, ...] = ("crossed", "circled")
    found = [
        (mark, [tile for tile, each in enumerate(notes.marks) if each == mark]) for mark in wanted
    ]
    return [
        {
            "mark": mark,
            "said": words.MARK_NAMES[mark],
            "tiles": tiles(TILES[tile] for tile in marked),
        }
        for mark, marked in found
        if marked
    ]


def _by_racks(state: State, row: Answered, eyes: Eyes) -> dict[str, Any] | None:
    """What the racks entered give, for its reader's phone alone; `same` as was answered."""
    answer = by_racks_shown(state, row, eyes)
    if answer is None:
        return None
    return {**answered(row.question, answer), "same": answer == row.answer}


def _rack(
    state: State, row: Answered, rack: Rack, eyes: Eyes, names: Sequence[str]
) -> dict[str, Any]:
    """A rack as it stood then; `may_enter`: it still stands, and nobody has entered it."""
    place = state.racks.index(rack)
    shown = racks_then(state, row, eyes)
    known = shown.get(rack)
    stands = row.stood[place] == len(state.stands[place]) - 1
    return {
        "rack": rack,
        "player": rack if isinstance(rack, int) else None,
        "name": words.rack_name(rack, names),
        "own": rack == eyes,
        "seen": rack in shown,
        "code_number": row.stood[place] + 1 if isinstance(rack, int) else None,
        "tiles": tiles(known),
        "may_enter": stands and not known and isinstance(eyes, int) and sees(eyes, rack),
    }
