"""The log: what happened, by whom, and keys to take back, put back or correct it."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from companion.http import Request, etag, not_modified, render
from companion.tables import answers, lines
from companion.tables.context import context_of
from companion.tables.here import AtPlay, at_play

LINES_A_PAGE = 60


@require_safe
@answers.of_table
def log(request: Request, token: str, number: str) -> HttpResponse:
    """The newest lines first; `before` turns the page."""
    at = at_play(request, token, int(number))
    tag = etag(request, "log", "log", at.play.number, *at.facts)
    unchanged = not_modified(request, tag)
    if unchanged:
        return unchanged
    request.phone.remember(at.table.token)
    context = context_of(request, at) | _lines(at, request.GET.get("before", ""))
    return render(request, "tables/log.html", context, part="log", tag=tag)


def _lines(at: AtPlay, before: str) -> dict[str, Any]:
    runs = at.log.runs(at.game.run)
    if before.isdecimal():
        runs = [run for run in runs if run[-1].number < int(before[:9])]
    shown = [lines.line_of(at, run) for run in reversed(runs[-LINES_A_PAGE:])]
    earlier = shown[-1].number if len(runs) > LINES_A_PAGE else None
    undone = next((line for line in shown if line.undone), None)
    gone = lines.correction_gone(at, at.log)
    return {"lines": shown, "earlier": earlier, "undone": undone, "correction_gone": gone}
