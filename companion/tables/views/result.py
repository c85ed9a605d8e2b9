"""The result of a play: who won and how it adds up; to share and to print."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from companion.http import Request, render
from companion.report import is_draw
from companion.tables import answers, qr
from companion.tables.context import context_of
from companion.tables.here import AtPlay, at_play
from companion.tables.played import evening_of, games_played


@require_safe
@answers.of_table
def result(request: Request, token: str, number: str) -> HttpResponse:
    """Places, draw, arithmetic, and the evening after it."""
    at = at_play(request, token, int(number))
    return render(request, f"{at.game.folder}/result.html", result_context(request, at))


@require_safe
@answers.of_table
def print_page(request: Request, token: str, number: str) -> HttpResponse:
    """The whole play on one sheet of paper."""
    at = at_play(request, token, int(number))
    return render(request, f"{at.game.folder}/print.html", result_context(request, at))


@require_safe
@answers.of_table
def picture(request: Request, token: str, number: str) -> HttpResponse:
    """The result as a picture, 1200 × 630."""
    at = at_play(request, token, int(number))
    context = result_context(request, at)
    response = render(request, "tables/picture.svg", context)
    response["Content-Type"] = "image/svg+xml"
    return response


def result_context(request: Request, at: AtPlay) -> dict[str, Any]:
    """What the result's pages show beside what every page of the play shows."""
    context = context_of(request, at)
    standings = context["standings"]
    rows = [(at.players[each.player], each) for each in standings]
    plays = games_played(at)
    return context | {
        "draw": is_draw(standings),
        "staying": [
            seat
            for player, seat in enumerate(at.players)
            if player not in at.game.gone(at.log.state.game)
        ],
        "winners": [seat for seat, each in rows if each.place == 1],
        "by_place": sorted(rows, key=lambda row: row[1].place or len(rows)),
        "result_text": at.game.words.result(at.log.state.game, at.eyes, at.names),
        "plays": plays,
        "newest": plays[0] if plays else None,
        "evening": evening_of(at, plays),
        "watch_link": qr.link(request, reverse("watch", args=[at.table.watch])),
    }
