"""What every page of a play may show, as the asking eyes may see it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.http import QueryDict
from django.utils import timezone
from django.utils.safestring import mark_safe

from companion import door, words
from companion.common import Common
from companion.games import Choice, OptionsFault
from companion.http import Request
from companion.tables import lines
from companion.tables.here import AtPlay
from companion.tables.past import Past

# What a link needs to open a page of the game's own as a sheet on the board.
OPENS_SHEET = mark_safe(
    'hx-boost="true" hx-target="#sheet" hx-select="#page-body"'
    ' hx-swap="innerHTML show:none ignoreTitle:true" hx-push-url="false"'
)

LONGEST_QUERY = 8_000


def context_of(request: Request, at: AtPlay) -> dict[str, Any]:
    """What every page of a play may show, as these eyes may see it."""
    log, game, names, query = at.log, at.game, at.names, query_of(request)
    state = log.state.game
    finished = game.finished(state)
    last = lines.last_of(at, log)
    return {
        "at": at,
        "game": game,
        "panels": game.watch_panels if at.watching else game.panels,
        "play": at.play,
        "players": at.players,
        "me": at.player,
        "move_url": at.play_url,
        "screen": game.screen(state, at.eyes, query, names),
        "standings": game.standings(state, at.eyes),
        "common": log.state.common,
        "options": log.options,
        "status": game.words.status(state),
        "finished": finished,
        "locked": finished and (at.watching or "correct" not in query),
        "query": query,
        "query_text": query_text_of(request),
        "entry": log.number,
        "said": lines.said_of(at, log),
        "last": lines.last_line(at, log, last) if last else None,
        "taken_back": lines.taken_back(at, log),
        "notices": lines.notices_of(at, log),
        "dropped": lines.dropped(at, log),
        "page": uuid4(),
        "later": at.later_play,
        "sheet": OPENS_SHEET,
    } | _private(at, state, query)


def _private(at: AtPlay, state: Any, query: Mapping[str, str]) -> dict[str, Any]:
    """What is this phone's alone; nobody else's page is drawn from it."""
    game = at.game
    if game.notebook is None or at.watching:
        return {}
    blank = game.notebook.start(len(at.players), {})
    notes = at.notes.state if at.notes else blank
    last = at.notes.last_live() if at.notes else None
    gone = at.notes.last_undone() if at.notes else None
    newest = at.notes.rows[-1] if at.notes and at.notes.rows else None
    return {
        "notebook_entry": at.notes.number if at.notes else 0,
        "notebook_undo": {"entry": last.number} if last else None,
        "notebook_redo": {"entry": gone.number} if gone else None,
        "notebook_said": words.line(game, (last,), at.eyes, at.names) if last else "",
        "notebook_newest": newest.entry.what if newest else "",
        "notebook_gone": words.line(game, (gone,), at.eyes, at.names) if gone else "",
        "private": game.private(notes, state, at.eyes, query, at.names, Past(at)),
    }


def query_of(request: Request) -> Mapping[str, str]:
    """The page's query; a post brings it along in a field, since its address has none."""
    if request.method == "POST":
        return QueryDict(request.POST.get("query", "")[:200]).dict()
    return request.GET.dict()


def query_text_of(request: Request) -> str:
    """The same as text, with names that stand in it several times."""
    if request.method == "POST":
        return str(request.POST.get("query", ""))[:LONGEST_QUERY]
    return request.GET.urlencode()


def settings_of(at: AtPlay) -> dict[str, Any]:
    """The play's options, each with its sentence and a key for every value."""
    options = at.game.settled(door.options_of(at.game.options, at.log.options))
    return {"settings": [_setting(at, choice, options) for choice in at.game.choices]}


def _setting(at: AtPlay, choice: Choice, options: Any) -> dict[str, Any]:
    keys = [
        (value, label, {choice.name: value}, _can_be(at, choice.name, value))
        for value, label in choice.values
    ]
    return {"choice": choice, "now": getattr(options, choice.name), "keys": keys}


def _can_be(at: AtPlay, name: str, value: Any) -> bool:
    """Whether so many players can play with that value, the other settings as they are."""
    try:
        options: Any = door.options_of(at.game.options, {**at.log.options, name: value})
        at.game.rules.start(len(at.play.seats), options)
    except OptionsFault:
        return False
    return True


def tools_of(at: AtPlay) -> dict[str, Any]:
    """The last lots, dice and timer of the play."""
    common: Common = at.log.state.common
    return {
        "drawn": [at.players[player] for player in common.lots],
        "thrown": sum(common.dice.rolled) if common.dice else None,
        "left": seconds_left(common),
        "timer_choices": ((60, "1:00"), (180, "3:00"), (300, "5:00"), (600, "10:00")),
    }


def seconds_left(common: Common) -> int:
    """What is left of the timer by the clock, whatever slept meanwhile."""
    timer = common.timer
    if timer is None:
        return 0
    if timer.ends is None:
        return timer.left or 0
    ends = datetime.fromisoformat(timer.ends)
    return max(0, round((ends - timezone.now()).total_seconds()))
