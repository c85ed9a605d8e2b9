"""The result of a play: who won and how it adds up; to share and to print."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from companion.http import Request, plain, render
from companion.report import is_draw
from companion.tables import answers, bgstats, picture, qr
from companion.tables.context import context_of
from companion.tables.here import AtPlay, at_play
from companion.tables.played import PlayedGame, evening_of, games_played, in_places
from companion.templatetags.tableside import signed


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
def text(request: Request, token: str, number: str) -> HttpResponse:
    """The result as a few lines of text, for those whose browser cannot share."""
    return plain(result_text(at_play(request, token, int(number))), 200)


@require_safe
@answers.of_table
def drawing(request: Request, token: str, number: str) -> HttpResponse:
    """The result as a picture, 1200 × 630."""
    at = at_play(request, token, int(number))
    placed = [
        picture.Placed(at.players[each.player], each.place, signed(each.points))
        for each in in_places(at.game.standings(at.log.state.game, "table"))
    ]
    day = date_format(at.table.day, "j E Y")
    foot = " · ".join(filter(None, (settings.SITE_NAME, at.table.name, day)))
    return picture.answer(request, placed, heading=at.title, unit=_("Points"), foot=foot)


def result_text(at: AtPlay) -> str:
    """What is handed on holds nothing that only this phone may see."""
    return at.game.words.result(at.log.state.game, "table", at.names)


def bgstats_link(played: PlayedGame) -> str:
    """The link that hands a play to BG Stats; "" while there is no result."""
    if not played.finished or played.ended_at is None:
        return ""
    return bgstats.link(
        source=settings.SITE_NAME,
        secret=played.play.url,
        game=(played.game.slug, played.title),
        ended=played.ended_at,
        rows=[(played.seats[each.player].name, each) for each in played.standings],
    )


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
        "result_text": result_text(at),
        "bgstats": next((bgstats_link(each) for each in plays if each.play == at.play), ""),
        "newest": plays[0] if plays else None,
        "evening": evening_of(at, plays),
        "watch_link": qr.link(request, reverse("watch", args=[at.table.watch])),
    }
