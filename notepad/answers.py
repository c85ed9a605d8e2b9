"""The answers as the board shows them: by time, and as a grid of questions and mixes.

An answer to a former own code says nothing of the present one, and one's own
answers nothing new: both stay, and are told apart. Source: «Code777: подробные
правила Stronghold», the notepad.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.games import Eyes
from notepad import words
from notepad.pieces import answered, asked
from notepad.questions import QUESTIONS
from notepad.result import told
from notepad.rules import Answered, Change, State

VIEWS = ("time", "grid")
LATEST = 12  # as many rows as one looks back over; the rest is a tap away


def answers(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """The log of answers; `view` in the query chooses how, by time if it does not.

    By time it shows the latest rows, all of them with `rows=all`.
    """
    view = next((each for each in VIEWS if each == query.get("view")), VIEWS[0])
    by_time = view == "time"
    rows = len(state.answers) + len(state.changes)
    shown = LATEST if query.get("rows") != "all" and rows > LATEST else rows
    return {
        "view": view,
        "views": [(each, _address(query, each), each == view) for each in VIEWS],
        "count": len(state.answers),
        "rows": rows,
        "all": _address(query, view, rows="all") if shown < rows else "",
        "deduction": state.help == "deduction",
        "supply": state.supply.left,
        "mixes": mixed_said(state.supply.mixes),
        view: list(_cycles(state, eyes, names, rows - shown))
        if by_time
        else _grid(state, eyes, names),
    }


def mixed_said(mixes: int) -> str:
    """How often the supply was mixed; "" before the first time."""
    if not mixes:
        return ""
    return ngettext("mixed %(count)s time", "mixed %(count)s times", mixes) % {"count": mixes}


def standing_of(state: State, row: Answered, eyes: Eyes) -> str:
    """What an answer is to these eyes: "own", to a "former" own code, or "" if it counts."""
    if row.reader == eyes:
        return "own"
    if isinstance(eyes, int) and row.stood[eyes] < state.code_numbers[eyes] - 1:
        return "former"
    return ""


def answer_row(
    state: State, place: int, row: Answered, eyes: Eyes, names: Sequence[str]
) -> dict[str, Any]:
    """One answer; `row` is its place in the log, from 1."""
    worth = standing_of(state, row, eyes)
    return {
        "row": place,
        "player": row.reader,
        "name": names[row.reader],
        "question": asked(row.question, state.options.question2),
        "answer": answered(row.question, row.answer),
        "worth": worth,
        "why": _why(worth),
    }


def _address(query: Mapping[str, str], view: str, **more: str) -> str:
    kept = {"correct": "1"} if "correct" in query else {}
    return urlencode({**kept, "tab": "answers", "view": view, **more})


# -- by time


def _cycles(
    state: State, eyes: Eyes, names: Sequence[str], left_out: int
) -> Iterator[dict[str, Any]]:
    """The answers between two mixes of the supply, with all changes; newest first.

    The oldest rows are left out, as many as `left_out`, and cycles of which no row is left.
    """
    cycles: list[list[tuple[int, Answered | Change]]] = [[]]
    counts = [0]
    for number, (place, each) in enumerate(told(state)):
        if isinstance(each, Change) and each.mixed:
            cycles.append([])
            counts.append(0)
        counts[-1] += isinstance(each, Answered)
        if number >= left_out:
            cycles[-1].append((place, each))
    last = len(cycles) - 1
    for number, told_in in reversed(list(enumerate(cycles))):
        if not told_in and number < last:
            return
        rows = [
            answer_row(state, place, each, eyes, names)
            if isinstance(each, Answered)
            else _change(each, names)
            for place, each in told_in
        ]
        yield {
            "number": number,
            "title": _cycle_name(number, last),
            "now": number == last,
            "rows": rows[::-1],
            "said": _answers_said(counts[number]),
        }


def _answers_said(count: int) -> str:
    return ngettext("%(count)s answer", "%(count)s answers", count) % {"count": count}


def _cycle_name(number: int, last: int) -> str:
    """A cycle of the supply by the mix that began it; the only one has no name."""
    if last == 0:
        return ""
    if number == 0:
        return _("Before the supply was mixed")
    return _("After mix %(number)s") % {"number": number}


def _change(change: Change, names: Sequence[str]) -> dict[str, Any]:
    """A declaration with what it replaced, or a mix by hand."""
    said = [_("Supply: %(supply)s") % {"supply": change.supply}]
    if change.mixed:
        said.insert(0, _("the supply was mixed"))
    if change.player is None:
        return {"player": None, "head": "", "said": said}
    right = (
        _("%(name)s: code %(code)s, right") if change.right else _("%(name)s: code %(code)s, wrong")
    )
    replaced = [words.rack_name(rack, names) for rack in change.racks[1:]]
    return {
        "player": change.player,
        "head": right % {"name": names[change.player], "code": words.code(change.numbers or ())},
        "right": change.right,
        "said": [*(_("Replaced too: %(rack)s") % {"rack": rack} for rack in replaced), *said],
    }


# -- the grid


def _grid(state: State, eyes: Eyes, names: Sequence[str]) -> dict[str, Any]:
    """A row for each question, a column for each mix, oldest first."""
    mixes = state.supply.mixes
    cells: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for place, row in enumerate(state.answers, 1):
        cell = cells.setdefault((row.question, row.mixes), [])
        cell.append(_in_cell(state, place, row, eyes, names))
    return {
        "columns": [_column_name(number, mixes) for number in range(mixes + 1)],
        "rows": [
            {
                "question": asked(question, state.options.question2),
                "cells": [cells.get((question, number), []) for number in range(mixes + 1)],
            }
            for question in QUESTIONS
        ],
    }


def _in_cell(
    state: State, place: int, row: Answered, eyes: Eyes, names: Sequence[str]
) -> dict[str, Any]:
    """One answer of the grid: a badge and a sign, and in words for those who listen."""
    worth = standing_of(state, row, eyes)
    answer = answered(row.question, row.answer)
    told = {"number": row.question, "name": names[row.reader], "answer": answer["said"]}
    said = _("Question %(number)s, %(name)s: %(answer)s") % told
    return {
        "row": place,
        "player": row.reader,
        "sign": answer["sign"],
        "said": f"{said}, {_why(worth)}" if worth else said,
        "worth": worth,
    }


def _why(worth: str) -> str:
    """Why an answer tells these eyes nothing new; "" if it does."""
    match worth:
        case "own":
            return _("nothing new for you")
        case "former":
            return _("to the former code")
    return ""


def _column_name(number: int, last: int) -> str:
    if number == last:
        return _("now")
    return _("before") if number == 0 else _("mix %(number)s") % {"number": number}
