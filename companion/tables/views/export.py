"""A play or a whole evening as a file, as the asking eyes may see it."""

from __future__ import annotations

import csv
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from companion import playfile
from companion.http import Request
from companion.log import Entry
from companion.report import points_text
from companion.tables import answers, held, lines
from companion.tables.here import AtPlay, AtTable, at_play, at_table
from companion.tables.played import games_played

FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r")


@require_safe
@answers.of_table
def play_json(request: Request, token: str, number: str) -> HttpResponse:
    """The play as a play file: `manage.py replay` reads it again."""
    at = at_play(request, token, int(number))
    return _json(_file(at), f"{at.game.slug}-{at.play.number}")


@require_safe
@answers.of_table
def table_json(request: Request, token: str) -> HttpResponse:
    """Every play of the evening as play files in one."""
    at = at_table(request, token)
    plays = [_file(_at(at, each.play)) for each in reversed(games_played(at))]
    whole = {"format": "tableside-table/1", "name": at.table.name, "plays": plays}
    return _json(whole, "evening")


def _at(at: AtTable, play: Any) -> AtPlay:
    return AtPlay(at.table, at.seats, at.phone, at.watching, play)


def _file(at: AtPlay) -> dict[str, Any]:
    names = [seat.name for seat in at.players[: len(at.play.seats)]]
    rows = at.play.entries.filter(notebook=None).order_by("number")
    entries = _with_notes(at, [held.entry(row) for row in rows])
    shown = playfile.without(entries, lambda what, args: lines.hides(at, what, args))
    return playfile.write(at.game, names, at.play.options, shown)


def _with_notes(at: AtPlay, entries: list[Entry]) -> list[Entry]:
    """The entries with this phone's own notebook among them, where it belongs to a player."""
    own = at.play.notebooks.filter(owner=at.phone).first() if at.phone else None
    if own is None or own.player is None or at.watching:
        return entries
    notes = own.entries.order_by("number")
    return playfile.interleaved(
        entries,
        [(row.after or 0, replace(held.entry(row), notebook=own.player)) for row in notes],
    )


@require_safe
@answers.of_table
def game_file(request: Request, token: str, number: str, name: str) -> HttpResponse:
    """A file of the game's own, such as the box in use."""
    return file_of(at_play(request, token, int(number)), name)


def file_of(at: AtPlay, name: str) -> HttpResponse:
    """The game's file of that name. Http404 if it has none."""
    if name not in at.game.files:
        raise Http404
    return _json(at.game.files[name](at.log.state.game, at.eyes), name)


def _json(value: Any, name: str) -> HttpResponse:
    response = JsonResponse(value, json_dumps_params={"ensure_ascii": False, "indent": 1})
    return _download(response, f"{name}.json")


@require_safe
@answers.of_table
def play_csv(request: Request, token: str, number: str) -> HttpResponse:
    """The standings for a spreadsheet: UTF-8 with BOM, nothing that runs as a formula."""
    at = at_play(request, token, int(number))
    response = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    out = csv.writer(response, quoting=csv.QUOTE_ALL)  # some read ; as a separator
    out.writerow(["player", "points", "place"])
    for each in at.game.standings(at.log.state.game, at.eyes):
        name = at.players[each.player].name
        out.writerow([_plain(name), points_text(each.points), each.place])
    return _download(response, f"{at.game.slug}-{at.play.number}.csv")


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text


def _download(response: HttpResponse, name: str) -> HttpResponse:
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response
