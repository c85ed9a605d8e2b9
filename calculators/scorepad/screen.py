"""What the score pad's board draws: the cells of the rounds, counters, who comes and goes.

Texts are made here, once for each cell, so that a pad of twelve players and sixty
rounds costs the template next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property, partial
from hashlib import blake2s
from html import escape
from typing import Any

import msgspec
from django.utils.formats import get_format
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from calculators.scorepad.chart import chart
from calculators.scorepad.points import read_points, text_of
from calculators.scorepad.result import paper, result
from calculators.scorepad.state import ZERO, Player, State
from calculators.scorepad.words import gain, shown
from companion.games import Eyes
from companion.templatetags.tableside import icon

LAST_ROUNDS = 12  # of a long game the board shows these; the rest is one tap away
MOST_TOLD = 3


def screen(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """All that the templates draw. `rounds=all` in the query shows every round."""
    board = Board(state, eyes, names)
    first = 1 if query.get("rounds") == "all" else max(1, state.open_round - LAST_ROUNDS + 1)
    return {
        "title": state.title,
        "wins": state.options.wins,
        "zero_sum": state.options.zero_sum,
        "target": shown(read_points(state.options.target)) if state.options.target else "",
        "agreed_rounds": state.options.rounds,
        "people": _fingerprint(state, names),
        "heads": [_head(board, player) for player in state.present],
        "by_rounds": not state.options.step or any(any(row) for row in state.rows),
        "rows": [_row(board, number) for number in range(first, state.open_round + 1)],
        "hidden": first - 1,
        "fewer": first == 1 and state.open_round > LAST_ROUNDS,
        "open_round": state.open_round,
        "beside": [shown(state.beside[player]) for player in state.present]
        if any(state.beside) and not state.options.step
        else [],
        "missing": list(_missing(board, first)),
        "uneven": list(_uneven(state)),
        "counters": [_counter(board, player) for player in state.here]
        if state.options.step
        else [],
        "comers": list(_comers(board)),
        "closing": _closing(board),
        "pad": pad(board, *(board.next_cell or (state.here[0], state.open_round))),
        "chart": partial(chart, state, names),
        "result": partial(result, state, names),
        "paper": partial(paper, state, names),
    }


@dataclass(frozen=True)
class Board:
    """A pad as somebody looks at it."""

    state: State
    eyes: Eyes
    names: Sequence[str]

    @cached_property
    def next_cell(self) -> tuple[int, int] | None:
        """The cell to be filled next: one's own, else the first empty one of the open round."""
        waited = self.state.waited_for(self.state.open_round)
        if not waited:
            return None
        own = self.eyes if isinstance(self.eyes, int) and self.eyes in waited else waited[0]
        return own, self.state.open_round


def _fingerprint(state: State, names: Sequence[str]) -> str:
    """Another one for other people: the sheet that lists them is drawn anew then."""
    told = "\n".join(names[player] for player in state.present)
    return blake2s(told.encode("utf-8", "replace"), digest_size=4).hexdigest()


def _head(board: Board, player: int) -> dict[str, Any]:
    """A column's head: total, and the place or how far it is to the leader."""
    state = board.state
    leads = state.has_begun and player in state.leaders
    return {
        "player": player,
        "name": board.names[player],
        "total": shown(state.totals[player]),
        "place": state.places[player],
        "leads": leads,
        "behind": "" if leads or not state.has_begun else gain(state.behind(player)),
        "gone": player not in state.here,
    }


# -- the cells


def _row(board: Board, number: int) -> dict[str, Any]:
    state = board.state
    title = _round(number)
    cells = [_cell(board, number, player, title) for player in state.present]
    return {
        "number": number,
        "is_open": number == state.open_round,
        "cells": cells,
        "links": list(_links(cells)),
    }


def _links(cells: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A row's cells as markup, cut where the address of the keys' page belongs.

    There are hundreds in a long game, and a template takes its time for each.
    """
    piece = ""
    for cell in cells:
        look, none = cell["look"], ' class="none"' if cell["look"] == "none" else ""
        text = icon("pencil") if look == "next" else escape(cell["text"])
        typed = f' data-typed="{escape(cell["typed"])}"' if cell["typed"] else ""
        yield mark_safe(f'{piece}<td{none}><a class="cell {look}" href="')  # noqa: S308
        where, said = escape(cell["where"]), escape(cell["said"])
        piece = f'{where}" data-sheet="pad" aria-label="{said}"{typed}>{text}</a></td>'
    yield mark_safe(piece)  # noqa: S308


def _round(number: int) -> str:
    return _("Round %(round)s") % {"round": number}


def _cell(board: Board, number: int, player: int, title: str) -> dict[str, Any]:
    """One cell: its text, its look, what it is called, and the parts of a typed sum."""
    state = board.state
    points = state.points(number)[player]
    recorded = state.rows[number - 1][player]
    if recorded:
        look, text = "", shown(recorded.points)
        said = text
    elif points is not None:
        look, text = "auto", shown(points)
        said = _("%(points)s, so that the round comes to 0") % {"points": text}
    elif not state.who(player).plays(number):
        look, text, said = "none", "—", _("not playing")
    elif number < state.open_round:
        look, text, said = "void", "?", _("empty")
    else:
        look, text, said = "", "", _("to be filled in")
    if (player, number) == board.next_cell:
        look = "next"
    return {
        "where": f"player={player}&round={number}",
        "text": text,
        "look": look,
        "said": f"{title}, {board.names[player]}: {said}",
        "typed": recorded.typed if recorded else "",
    }


def _missing(board: Board, first: int) -> Iterator[dict[str, Any]]:
    """Empty cells of closed rounds, the newest first; a few are told, the rest counted."""
    state = board.state
    found = [
        (number, player)
        for number in range(state.open_round - 1, 0, -1)
        for player in state.waited_for(number)
    ]
    for number, player in found[:MOST_TOLD]:
        yield {
            "round": number,
            "player": player,
            "name": board.names[player],
            "total": shown(state.totals[player]),
            "is_shown": number >= first,
            "zero": args_of(player=player, round=number, points=0),
            "more": 0,
        }
    if len(found) > MOST_TOLD:
        yield {"more": len(found) - MOST_TOLD}


def _uneven(state: State) -> Iterator[dict[str, Any]]:
    """Zero-sum rounds that have all their points and do not come to 0, the newest first."""
    if not state.options.zero_sum:
        return
    told = 0
    for number in range(state.open_round, 0, -1):
        points = [each for each in state.points(number) if each is not None]
        total = sum(points, ZERO)
        if total and not state.waited_for(number):
            yield {"round": number, "points": shown(total)}
            told += 1
        if told == MOST_TOLD:
            return


# -- the sheet that takes a score


def pad(board: Board, player: int, number: int) -> dict[str, Any]:
    """The keys for one cell: whose it is, what stands there, who is next in that round."""
    state = board.state
    known = number <= state.open_round
    cell = state.rows[number - 1][player] if known else None
    waited = state.waited_for(number) if known else state.here
    later = [each for each in waited if each > player] + [each for each in waited if each < player]
    if state.options.zero_sum and len(later) == 1:
        later = []  # that one will be filled in
    title = _round(number)
    return {
        "player": player,
        "round": number,
        "name": board.names[player],
        "points": (cell.typed or shown(cell.points)) if cell else "",
        "was": args_json(text_of(cell.points) if cell else None),
        "next": later[0] if later else None,
        "next_name": board.names[later[0]] if later else "",
        "decimal": get_format("DECIMAL_SEPARATOR"),
        "people": [
            {
                "player": each,
                "name": board.names[each],
                "text": _cell(board, number, each, title)["text"] if known else "",
            }
            for each in state.present
        ],
    }


# -- counters, closing, who comes and goes


def _counter(board: Board, player: int) -> dict[str, Any]:
    """A running counter: a key for each step."""
    return {
        **_head(board, player),
        "keys": [
            (
                gain(read_points(step)),
                args_of(player=player, delta=step),
                f"{board.names[player]}: {gain(read_points(step))}",
            )
            for step in board.state.options.step
        ],
    }


def _closing(board: Board) -> dict[str, Any]:
    """What can be done next: fill in a cell, close the round, finish."""
    state = board.state
    number = state.open_round
    waited = state.waited_for(number)
    rounds = state.options.rounds
    at_end = bool(state.reached) or (isinstance(rounds, int) and number >= rounds and not waited)
    cell = board.next_cell
    return {
        "round": number,
        "args": args_of(round=number),
        "by_rounds": not state.options.step,
        "at_end": at_end,
        "waited": [board.names[player] for player in waited],
        "player": cell[0] if cell else None,
        "name": board.names[cell[0]] if cell else "",
    }


def _comers(board: Board) -> Iterator[dict[str, Any]]:
    """Those who came later or left, and what a newcomer could begin with."""
    state = board.state
    for player in state.present:
        who = state.who(player)
        if who == Player():
            continue
        yield {
            "player": player,
            "name": board.names[player],
            "said": _comer_said(who),
            "keys": list(_first_points(board, player)),
        }


def _comer_said(who: Player) -> str:
    span = who.spans[-1]
    if span.last is None:
        return _("plays from round %(round)s on, the rounds before stay dashes") % {
            "round": span.first
        }
    return _("has left, the last round is %(round)s") % {"round": span.last}


def _first_points(board: Board, player: int) -> Iterator[dict[str, str]]:
    """Points to begin with, from the others' closed rounds: the lowest, the average."""
    state = board.state
    untouched = not state.beside[player] and not any(row[player] for row in state.rows)
    others = [each for each in state.here if each != player]
    if player < state.began or not untouched or not others or state.open_round == 1:
        return
    totals = [
        sum((state.points(number)[each] or ZERO for number in range(1, state.open_round)), ZERO)
        + state.beside[each]
        for each in others
    ]
    average = (sum(totals, ZERO) / len(totals)).quantize(Decimal("0.01"), ROUND_HALF_UP)
    for label, points in ((_("the lowest"), min(totals)), (_("the average"), average)):
        if points:
            yield {
                "label": f"{label}: {shown(points)}",
                "args": args_of(player=player, delta=text_of(points)),
            }


def people_of(board: Board) -> list[dict[str, Any]]:
    """Everybody on the pad, with the key that lets them leave or come back."""
    state = board.state
    return [
        {
            "player": player,
            "name": board.names[player],
            "here": player in state.here,
            "leave": args_of(player=player),
            "back": args_of(name=board.names[player].strip("\u2068\u2069"), player=player),
        }
        for player in state.present
    ]


def args_of(**args: Any) -> str:
    return args_json(args)


# JSON has no other quotes than double ones, so its attributes stand in single ones; what
# else would act in markup is spelled as JSON spells it.
SPELLED = str.maketrans({each: f"\\u{ord(each):04x}" for each in "'<>&"})


def args_json(value: Any) -> str:
    """JSON for an attribute in single quotes."""
    return mark_safe(msgspec.json.encode(value).decode().translate(SPELLED))  # noqa: S308
