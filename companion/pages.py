"""The site's own pages: home, rules, theme, health, and what to say when it fails."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from companion import database, searching, version
from companion.games import Game, all_games
from companion.http import THEMES, Request, by_script, plain, render, set_cookie, uncached
from companion.tables.models import Play, Table

BACK_IN = 2  # seconds

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class OwnTable:
    """A table that this phone opened before, as the home page lists it."""

    table: Table
    games: list[Game]
    last: int

    @property
    def title(self) -> str:
        """A table without a name goes by what was played at it."""
        return ", ".join(str(game.title) for game in self.games)

    @property
    def url(self) -> str:
        return f"{self.table.url}{self.last}/" if self.last else self.table.url

    @property
    def day(self) -> date:
        return self.table.evening.date()

    @property
    def is_today(self) -> bool:
        return self.day == timezone.now().astimezone(self.table.evening.tzinfo).date()


@require_safe
def home(request: Request) -> HttpResponse:
    """Which game? And the tables that this phone opened before."""
    context = {"games": list(all_games().values()), "own_tables": _own_tables(request.phone.tables)}
    return render(request, "home.html", context)


def _own_tables(known: list[str]) -> list[OwnTable]:
    tables = {
        table.token: table for table in Table.objects.filter(token__in=known, deleted_at=None)
    }
    plays: dict[int, list[Play]] = {}
    for play in Play.objects.filter(table__in=tables.values()).order_by("number"):
        plays.setdefault(play.table_id, []).append(play)
    return [
        OwnTable(table, _games(plays.get(table.pk, [])), _last(plays, table))
        for token in known
        if (table := tables.get(token))
    ]


def _games(plays: list[Play]) -> list[Game]:
    slugs = dict.fromkeys(play.slug for play in reversed(plays))
    return [all_games()[slug] for slug in slugs if slug in all_games()]


def _last(plays: dict[int, list[Play]], table: Table) -> int:
    return plays[table.pk][-1].number if table.pk in plays else 0


@require_safe
def rules(request: Request, slug: str) -> HttpResponse:
    """The rules of a game in our own words; `q` searches them."""
    game = all_games()[slug]
    query = request.GET.get("q", "").strip()[:60]
    context: dict[str, Any] = {"game": game, "query": query} | _own_play(request, game)
    name = f"{game.folder}/rules.html"
    if not query:
        return render(request, name, context)
    _page, found = searching.marked(render_to_string(name, context, request), query)
    page, _found = searching.marked(
        render_to_string(name, context | {"hits": range(1, found + 1)}, request), query
    )
    return uncached(HttpResponse(page))


def _own_play(request: Request, game: Game) -> dict[str, Any]:
    """The play that this phone was at, so that steps lead to its tools and say its numbers."""
    newest = (
        Play.objects.filter(table__token__in=request.phone.tables[:1], table__deleted_at=None)
        .select_related("table")
        .last()
    )
    if newest is None or newest.slug != game.slug:
        return {}
    return {
        "move_url": newest.url,
        "table_url": newest.table.url,
        "how_many": len(newest.seats),
    }


@require_http_methods(["GET", "HEAD", "POST"])
def theme(request: Request) -> HttpResponse:
    """Light, dark, or as the system has it; kept on this phone."""
    if request.method != "POST":
        return render(request, "theme.html", {"back": _back(request, request.GET)})
    chosen = request.POST.get("theme", "")
    response = HttpResponseRedirect(_back(request, request.POST))
    if chosen in THEMES:
        set_cookie(response, "theme", chosen, httponly=False)
    return response


def _back(request: Request, given: QueryDict) -> str:
    """The page of this site that somebody came from.

    A page that became another (an empty board, a table) says so only as Referer.
    """
    wanted = given.get("next") or request.headers.get("Referer", "/")
    secure = request.is_secure()
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, secure)
    return wanted if safe else "/"


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """For whoever watches the server: whether the database answers and is set up; the version.

    503 if pages would fail.
    """
    found = {"database": "ok", "migrations": "ok", "version": version()}
    try:
        if database.unapplied() or database.unknown():
            found["migrations"] = "other"
    except DatabaseError:
        found |= {"database": "down", "migrations": "unknown"}
    fine = found["migrations"] == "ok"
    return uncached(JsonResponse(found, status=200 if fine else 503))


def bad_request(request: Request, exception: Exception) -> HttpResponse:
    return _fault(request, 400, _("This request cannot be read"))


def forbidden(request: Request, exception: Exception) -> HttpResponse:
    return _fault(request, 403, _("This is not open to you"))


def not_found(request: Request, exception: Exception) -> HttpResponse:
    return _fault(request, 404, _("There is nothing here"))


def broken(request: Request) -> HttpResponse:
    return _fault(request, 500, _("Something broke on our side"))


class WithoutDatabase:
    """A request that needs the database while it is away or full: 503, come back soon.

    A phone keeps its taps and sends them again; nothing of such a request is stored.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: Request, exception: Exception) -> HttpResponse | None:
        if not database.is_away(exception):
            return None
        log.error("No database: %s", database.one_line(exception))
        if database.has_no_room(exception):
            said = _("The site's disk is full")
        else:
            said = _("The site cannot reach its records just now")
        response = _fault(request, 503, said)
        response["Retry-After"] = str(BACK_IN)
        return response


def _fault(request: Request, status: int, said: str) -> HttpResponse:
    """One sentence for a script, a page for a reader. Our middleware may not have run."""
    if by_script(request):
        return plain(said, status)
    return render(request, f"{status}.html", {"said": said}, status=status)
