"""The table: who sits, how to join, what was played, how the evening stands."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion import limits
from companion.games import all_games
from companion.http import Request, etag, not_modified, render
from companion.tables import answers, models, qr, tokens, wire
from companion.tables.forms import TableNameForm
from companion.tables.here import AtTable, at_table
from companion.tables.next_game import (
    MOST_PLAYS,
    TooManyPlays,
    WrongNumber,
    next_games,
    start_next,
)
from companion.tables.played import evening_of, games_played
from companion.tables.record import locked_or_gone, locked_table, open_table, raise_tick


@require_safe
@answers.of_table
def table(request: Request, token: str, watching: bool = False) -> HttpResponse:
    """The table's page."""
    at = at_table(request, token, watching=watching)
    tag = etag(request, "table", at.table.joinable, *at.facts)
    unchanged = not_modified(request, tag)
    if unchanged:
        return unchanged
    if not watching:
        request.phone.remember(at.table.token)
    name = "tables/watch.html" if watching else "tables/table.html"
    return render(request, name, table_context(request, at), part="table", tag=tag)


@require_POST
@answers.of_table
def open_empty(request: Request, token: str) -> HttpResponse:
    """Make the table of an empty board, so that the others can sit down before the first move."""
    start = tokens.read_start(request.POST.get("start", ""))
    if start is None or start.token != token:
        raise Http404
    open_table(start, limits.address(request), wire.zone_of(request))
    return to_table(token)


def table_context(request: Request, at: AtTable) -> dict[str, Any]:
    """What the table's page shows."""
    plays = games_played(at)
    return {
        "at": at,
        "plays": plays,
        "newest": plays[0] if plays else None,
        "evening": evening_of(at, plays),
        "link": qr.link(request, reverse("seats", args=[at.table.token])),
        "watch_link": qr.link(request, reverse("watch", args=[at.table.watch])),
        "games": all_games(),
        "name_form": TableNameForm(initial={"name": at.table.name}),
    }


@require_POST
@answers.of_table
def rename(request: Request, token: str) -> HttpResponse:
    """Give the table a name (blank: none)."""
    form = TableNameForm(request.POST)
    if not form.is_valid():
        at = at_table(request, token)
        context = table_context(request, at) | {"name_form": form}
        return render(request, "tables/table.html", context, status=422)
    with transaction.atomic():
        table = locked_or_gone(token)
        table.name = form.cleaned_data["name"]
        table.save(update_fields=["name"])
        raise_tick(table)
    return to_table(token)


@require_POST
@answers.of_table
def joining(request: Request, token: str) -> HttpResponse:
    """Open joining by code for a day, or close it."""
    with transaction.atomic():
        table = locked_or_gone(token)
        opened = request.POST.get("open") == "1"
        table.code_until = timezone.now() + (models.JOINING if opened else -models.JOINING)
        table.save(update_fields=["code_until"])
        raise_tick(table)
    return to_table(token)


@require_http_methods(["GET", "HEAD", "POST"])
@answers.of_table
def next_play(request: Request, token: str) -> HttpResponse:
    """Choose the next game; a tap starts it, a second tap finds it started."""
    at = at_table(request, token)
    if request.method != "POST":
        return render(
            request, "tables/next.html", {"at": at, "choices": next_games(at)}, part="sheet"
        )
    game = all_games().get(request.POST.get("game", ""))
    if game is None:
        raise Http404
    try:
        play = start_next(at, game, after=_whole(request, "after"), wanted=_seats(request))
    except WrongNumber as fault:
        said = ngettext(
            "%(game)s is for %(most)s at most; %(count)s player is ticked.",
            "%(game)s is for %(most)s at most; %(count)s players are ticked.",
            fault.chosen,
        )
        told = said % {"game": game.title, "most": game.players[-1], "count": fault.chosen}
        context = {"at": at, "choices": next_games(at), "refused": told}
        return render(request, "tables/next.html", context, status=422)
    except TooManyPlays:
        said = _("This table has had %(most)s games. Make a new table for more.")
        return answers.sentence(request, said % {"most": MOST_PLAYS}, 422)
    return HttpResponseRedirect(play.url, status=303)


def _whole(request: Request, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 9 else 0


def _seats(request: Request) -> list[int]:
    return [
        int(text) for text in request.POST.getlist("seat") if text.isdecimal() and len(text) < 16
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@answers.of_table
def delete(request: Request, token: str) -> HttpResponse:
    """Ask, then delete the table for everybody; restorable for a day."""
    at = at_table(request, token)
    if request.method != "POST":
        return render(request, "tables/delete.html", {"at": at})
    with transaction.atomic():
        table = locked_or_gone(token)
        table.deleted_at = timezone.now()
        table.save(update_fields=["deleted_at"])
        raise_tick(table)
    return answers.deleted(request, token)


@require_POST
@answers.of_table
def restore(request: Request, token: str) -> HttpResponse:
    """Bring a deleted table back, within a day."""
    with transaction.atomic():
        table = locked_table(token)
        if table is None or not table.restorable:
            raise Http404
        table.deleted_at = None
        table.save(update_fields=["deleted_at"])
        raise_tick(table)
    return to_table(token)


def to_table(token: str) -> HttpResponse:
    return HttpResponseRedirect(reverse("table", args=[token]), status=303)
