"""The evening: how it stands after all its plays; to share, to print, to take along."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from companion.http import Request, etag, not_modified, plain, render
from companion.tables import answers, models, picture, qr
from companion.tables.evening import Evening
from companion.tables.here import AtTable, at_table
from companion.tables.lines import local
from companion.tables.played import evening_of, games_played
from companion.templatetags.tableside import medal, share

ONE_NIGHT = timedelta(hours=16)


@require_safe
@answers.of_table
def evening(request: Request, token: str) -> HttpResponse:
    """Who is first, how the others follow, and every play with its way to be put right."""
    at = at_table(request, token)
    tag = etag(request, "evening", *at.facts)
    unchanged = not_modified(request, tag)
    if unchanged:
        return unchanged
    context = evening_context(request, at)
    return render(request, "tables/evening.html", context, part="evening", tag=tag)


@require_safe
@answers.of_table
def print_page(request: Request, token: str) -> HttpResponse:
    """The whole evening on paper."""
    context = evening_context(request, at_table(request, token))
    return render(request, "tables/evening_print.html", context)


@require_safe
@answers.of_table
def text(request: Request, token: str) -> HttpResponse:
    """The standings as a few lines of text, for those whose browser cannot share."""
    return plain(evening_context(request, at_table(request, token))["text"], 200)


@require_safe
@answers.of_table
def drawing(request: Request, token: str) -> HttpResponse:
    """The standings as a picture, 1200 × 630."""
    context = evening_context(request, at_table(request, token))
    table = context["at"].table
    placed = [picture.Placed(seat, row.place, share(row.wins)) for seat, row in context["ranked"]]
    evening = _("Evening of %(day)s") % {"day": date_format(table.day, "j E Y")}
    games = ", ".join(dict.fromkeys(each.title for each in context["plays"] if each.counts))
    foot = " · ".join(filter(None, (settings.SITE_NAME, table.name and evening, games)))
    heading = table.name or evening
    return picture.answer(request, placed, heading=heading, unit=_("Wins"), foot=foot)


def evening_context(request: Request, at: AtTable) -> dict[str, Any]:
    """What the pages of the evening show: its plays, its standings, and these as text."""
    plays = games_played(at)
    standings = evening_of(at, plays)
    ranked = [(seat, row) for seat, row in standings if row.games]
    begun = local(at.table, at.table.created_at)
    ended = max((each.ended for each in plays if each.ended), default=None)
    return {
        "at": at,
        "plays": plays,
        "evening": standings,
        "ranked": ranked,
        "leaders": [seat for seat, row in ranked if row.place == 1],
        "begun": begun,
        "ended": ended,
        "days": ended and ended - begun > ONE_NIGHT,
        "watch_link": qr.link(request, reverse("watch", args=[at.table.watch])),
        "text": _in_lines(at.table, ranked),
    }


def _in_lines(table: models.Table, ranked: Sequence[tuple[models.Seat, Evening]]) -> str:
    """The standings as a few lines of text; names are set apart, in whatever script."""
    evening = _("Evening of %(day)s") % {"day": date_format(table.day, "j E")}
    lines = [f"\u2068{table.name}\u2069. {evening}" if table.name else evening]
    lines.append(_("Wins of games played:"))
    for seat, row in ranked:
        won = _("%(wins)s of %(games)s") % {"wins": share(row.wins), "games": row.games}
        lines.append(f"{medal(row.place)} \u2068{seat.name}\u2069: {won}")
    return "\n".join(lines)
