"""A play or a whole evening as a file, as the asking eyes may see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from companion import playfile
from companion.http import Request
from companion.log import Entry
from companion.tables import answers, held, lines, models
from companion.tables.here import AtPlay, AtTable, at_play, at_table
from companion.tables.played import PlayedGame, evening_of, games_played
from companion.tables.spreadsheet import Cell, written


@require_safe
@answers.of_table
def play_json(request: Request, token: str, number: str) -> HttpResponse:
    """The play as a play file: `manage.py replay` reads it again."""
    at = at_play(request, token, int(number))
    return _json(_file(at, _notes_of(at)), f"{at.game.slug}-{at.play.number}")


@require_safe
@answers.of_table
def table_json(request: Request, token: str) -> HttpResponse:
    """Every play of the evening in one file, which `manage.py replay` reads as well."""
    at = at_table(request, token)
    notes = _notes_of(at)
    plays = [_file(_at(at, each), notes) for each in reversed(games_played(at))]
    whole = playfile.write_evening(at.table.name, at.table.day, plays)
    return _json(whole, f"evening-{at.table.day}")


def _at(at: AtTable, each: PlayedGame) -> AtPlay:
    return AtPlay(at.table, at.seats, at.phone, at.watching, each.play, read=each.log)


def _file(at: AtPlay, notes: Mapping[int, models.Notebook]) -> dict[str, Any]:
    names = [seat.name for seat in at.players[: len(at.play.seats)]]
    entries = [_named_now(at, row.entry) for row in at.log.rows]
    entries = _with_notes(entries, notes.get(at.play.pk))
    shown = playfile.without(entries, lambda what, args: lines.hides(at, what, args))
    return playfile.write(at.game, names, at.play.options, shown)


def _named_now(at: AtPlay, entry: Entry) -> Entry:
    """Who joined goes by the name that their seat has now, as those do who began."""
    seat = next((each for each in at.seats if each.pk == entry.args.get("seat")), None)
    if entry.what != at.game.joining or seat is None:
        return entry
    return replace(entry, args={**entry.args, "name": seat.name})


def _notes_of(at: AtTable) -> Mapping[int, models.Notebook]:
    """This phone's own notebooks at the table that belong to a player, by play."""
    if not at.phone or at.watching:
        return {}
    own = models.Notebook.objects.filter(play__table=at.table, owner=at.phone)
    return {each.play_id: each for each in own.exclude(player=None).prefetch_related("entries")}


def _with_notes(entries: list[Entry], own: models.Notebook | None) -> list[Entry]:
    """The entries with those of the notebook among them, where they belong."""
    if own is None:
        return entries
    notes = [
        (row.after or 0, replace(held.entry(row), notebook=own.player)) for row in own.entries.all()
    ]
    return playfile.interleaved(entries, notes)


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
    """Points and places of a play for a spreadsheet, in the order of the play."""
    at = at_play(request, token, int(number))
    standings = at.game.standings(at.log.state.game, at.eyes)
    rows: list[Sequence[Cell]] = [(_("Player"), _("Points"), pgettext("standings", "Place"))]
    rows += [(at.players[each.player].name, each.points, each.place) for each in standings]
    return _csv(rows, f"{at.game.slug}-{at.play.number}")


@require_safe
@answers.of_table
def table_csv(request: Request, token: str) -> HttpResponse:
    """The evening for a spreadsheet: the standings, then a play in two columns.

    Who did not play has blank cells there; a play that is not over has no places.
    """
    at = at_table(request, token)
    plays = games_played(at)
    in_order = plays[::-1]
    rows: list[list[Cell]] = [_heads(in_order)]
    for seat, row in evening_of(at, plays):
        played: list[Cell] = [row.place, row.games, row.wins, row.mean_place]
        place, *numbers = played if row.games else [None] * len(played)
        rows.append([place, seat.name, *numbers, *_cells(seat, in_order)])
    return _csv(rows, f"evening-{at.table.day}")


def _heads(plays: Iterable[PlayedGame]) -> list[Cell]:
    heads = [pgettext("standings", "Place"), _("Player"), _("Games"), _("Wins"), _("Mean place")]
    for each in plays:
        title = f"{each.play.number}. {each.title}"
        if not each.finished:
            title = _("%(game)s (not over)") % {"game": title}
        heads += [
            _("%(game)s: points") % {"game": title},
            _("%(game)s: place") % {"game": title},
        ]
    return [*heads]


def _cells(seat: models.Seat, plays: Iterable[PlayedGame]) -> Iterable[Cell]:
    for each in plays:
        standing = each.by_seat.get(seat.pk)
        yield standing.points if standing else None
        yield standing.place if standing and each.finished else None


def _csv(rows: Sequence[Sequence[Cell]], name: str) -> HttpResponse:
    text = written(rows, str(get_format("DECIMAL_SEPARATOR")))
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    return _download(response, f"{name}.csv")


def _download(response: HttpResponse, name: str) -> HttpResponse:
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response
