"""A play: its board, whole or as a fragment, and the moves that come to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from zlib import crc32

from django.http import Http404, HttpResponse, HttpResponseRedirect, QueryDict
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion import words
from companion.common import COMMON_MOVES
from companion.games import Game, Refusal
from companion.http import Request, etag, not_modified, render, wants_part
from companion.tables import answers, lines, record, wire
from companion.tables.context import (
    OPENS_SHEET,
    context_of,
    query_text_of,
    settings_of,
    tools_of,
)
from companion.tables.here import AtPlay, at_play, at_start
from companion.tables.past import Past

# What a link or form needs that stays on a page of the game's own: there the page's body
# is replaced, and the address with it; in a sheet the sheet's, and the board keeps its address.
STAY = {
    "page": mark_safe(
        'hx-boost="true" hx-target="#page-body" hx-select="#page-body"'
        ' hx-swap="outerHTML show:none" hx-push-url="false" hx-replace-url="true"'
    ),
    "sheet": OPENS_SHEET,
}
NOTEBOOK = "notebook/"
PAGES_BACK = ("log/", "result/", "settings/", "lots/", "dice/", "timer/")


@require_safe
@answers.of_table
def play(request: Request, token: str, number: str, watching: bool = False) -> HttpResponse:
    """The board of play n, as the asking phone may see it."""
    at = at_play(request, token, int(number), watching=watching)
    tag = board_tag(request, at)
    unchanged = not_modified(request, tag)
    if unchanged:
        return unchanged
    if not watching:
        request.phone.remember(at.table.token)
    return board(request, at, tag=tag)


@require_http_methods(["GET", "HEAD", "POST"])
@answers.of_table
def page_or_move(request: Request, token: str, number: str, name: str) -> HttpResponse:
    """A name is a page of the game (GET) or a move (POST), never both."""
    if request.method == "POST":
        return move(request, token, int(number), name)
    at = at_play(request, token, int(number))
    if name in COMMON_MOVES:
        context = context_of(request, at) | tools_of(at)
        return render(request, f"tables/{name}.html", context, part="tool")
    return page(request, at, name, request.GET)


def page(
    request: Request, at: AtPlay, name: str, query: QueryDict, *, status: int = 200, **more: Any
) -> HttpResponse:
    """A page of the game's own; what it shows stands in its address."""
    if name not in at.game.pages:
        raise Http404
    sheet = wants_part(request, "sheet")
    context = context_of(request, at) | more | {"page_name": name}
    context |= {"here": f"{at.pages_url}{name}/", "stay": STAY["sheet" if sheet else "page"]}
    past = (Past(at),) if name in at.game.looking_back else ()
    context |= at.game.pages[name](at.log.state.game, at.eyes, query, at.names, *past)
    response = render(request, f"{at.game.folder}/{name}.html", context, status=status)
    if sheet:
        response["HX-Push-Url"] = "false"  # a boosted link would put this address on the board
    return response


@require_safe
@answers.of_table
def settings_page(request: Request, token: str, number: str) -> HttpResponse:
    """The options of the play, each with its sentence; changing one is an entry."""
    at = at_play(request, token, int(number))
    return render(request, "tables/settings.html", context_of(request, at) | settings_of(at))


def move(
    request: Request, token: str, number: int, name: str, *, private: bool = False
) -> HttpResponse:
    """Record one move and answer as the wire says (spec, "A move on the wire")."""
    writer = record.record_private if private else record.record
    try:
        sent = wire.read_move(request, name)
        recorded = writer(token, number, sent)
    except wire.BadMove as fault:
        return answers.sentence(request, str(fault), fault.status)
    except record.NoSuchPlay:
        raise Http404 from None
    except Refusal as refusal:
        where = NOTEBOOK if private else ""
        return not_recorded(request, token, number, sent, refusal, where)
    request.phone.remember(token)
    if not request.htmx:
        back = _back_to(request, recorded.play.game, recorded.play.url)
        return HttpResponseRedirect(back, status=303)
    if not wants_part(request, "play"):
        return HttpResponse(status=204)
    at = AtPlay(recorded.play.table, recorded.seats, sent.phone, False, recorded.play)
    return board(request, at, tag=board_tag(request, at), own=True)


@require_POST
@answers.of_table
def private_move(request: Request, token: str, number: str, name: str) -> HttpResponse:
    """Record one move in this phone's own notebook; answered as any move."""
    return move(request, token, int(number), name, private=True)


def _back_to(request: Request, game: Game, url: str) -> str:
    """Where a phone without script goes on: where its form says, else the page it came from."""
    name = request.POST.get("then", request.POST.get("to", ""))
    query = request.POST.get("query", "")
    if name in PAGES_BACK:
        return url + name
    if name.removesuffix("/") in game.pages:
        url += name
    return f"{url}?{query}" if query else url


def not_recorded(
    request: Request, token: str, number: int, sent: record.Sent, refusal: Refusal, where: str
) -> HttpResponse:
    """422 or 409: one sentence and the way out, above the board as it stands.

    `where` stands between the play's address and a move's: a notebook's is its own.
    """
    at = _seen_by(request, token, number, sent)
    if sent.move == "amend" and sent.fields and not request.htmx:
        said = words.why(at.game, refusal, at.sees, at.names)
        return amend_form(request, at, sent.fields, said)
    args = sent.args or refusal.data.get("args", {})
    answer = answers.answer_to(refusal, at.game, at.log, where + sent.move, args, at.sees, at.names)
    if request.htmx:
        context = {"answer": answer, "move_url": at.play_url}
        return render(request, "tables/play.html#answer", context, status=answer.status)
    name = request.POST.get("to", "").removesuffix("/")
    if name in at.game.pages:
        return page(request, at, name, _typed(request, sent), answer=answer, status=answer.status)
    return board(request, at, answer=answer, typed=sent.fields, status=answer.status)


def _typed(request: Request, sent: record.Sent) -> QueryDict:
    """The page's query and what was typed on it, so that nothing typed is lost."""
    typed = QueryDict(request.POST.get("query", ""), mutable=True)
    for name, value in sent.fields.items():
        typed[name] = value
    return typed


def _seen_by(request: Request, token: str, number: int, sent: record.Sent) -> AtPlay:
    """The play as it stands; the empty board of a start only while nothing is stored."""
    try:
        return at_play(request, token, number)
    except Http404:
        if sent.start is None or sent.start.token != token or number != 1:
            raise
        return at_start(request, sent.start)


def board_tag(request: Request, at: AtPlay) -> str:
    """One version of a play's page: another tap, table, or thing looked at makes another."""
    looked_at = crc32(query_text_of(request).encode())
    return etag(request, "play", at.play.number, looked_at, *at.facts)


def board(
    request: Request, at: AtPlay, *, tag: str = "", status: int = 200, **more: Any
) -> HttpResponse:
    """The page that every play has, with the game's own panels in it."""
    context = context_of(request, at) | more
    return render(request, "tables/play.html", context, part="play", tag=tag, status=status)


@require_safe
@answers.of_table
def amend_page(request: Request, token: str, number: str, entry: str) -> HttpResponse:
    """One entry as a form: what it says now, to be put right."""
    return amend_form(request, at_play(request, token, int(number)), {"entry": entry})


def amend_form(
    request: Request, at: AtPlay, fields: Mapping[str, str], refused: str = ""
) -> HttpResponse:
    """The form of an entry; if it was refused, with what was typed and why."""
    row = at.log.row(record.entry_number(fields))
    kind = at.game.forms.get(row.entry.what) if row else None
    if row is None or kind is None or not lines.is_amendable(at, row):
        raise Http404
    of_play = {"players": at.names, "options": at.log.options}
    initial = dict(at.log.args_of(row))
    form = kind(fields, **of_play) if refused else kind(initial=initial, **of_play)
    context = context_of(request, at)
    context |= {"form": form, "line": lines.line_of(at, (row,)), "row": row, "refused": refused}
    return render(request, "tables/amend.html", context, status=422 if refused else 200)
