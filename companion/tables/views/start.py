"""An empty board: looking makes nothing, the first move makes table and play."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from companion import door
from companion.games import Game, OptionsFault, all_games
from companion.http import Request, render
from companion.tables import tokens
from companion.tables.context import context_of, settings_of
from companion.tables.here import at_start
from companion.tables.views import export, play


@require_safe
def board_page(request: Request, slug: str) -> HttpResponse:
    """The empty board of a game, its table promised by a signed start."""
    return play.board(request, at_start(request, start_of(request, all_games()[slug])))


@require_safe
def page(request: Request, slug: str, name: str) -> HttpResponse:
    """A game's own page without a table: it works, and records nothing."""
    at = at_start(request, start_of(request, all_games()[slug]))
    if name == "settings":
        return render(request, "tables/settings.html", context_of(request, at) | settings_of(at))
    return play.page(request, at, name, request.GET)


@require_safe
def file(request: Request, slug: str, name: str) -> HttpResponse:
    """A game's own file without a table."""
    return export.file_of(at_start(request, start_of(request, all_games()[slug])), name)


def start_of(request: Request, game: Game) -> tokens.Start:
    """A fresh start with the options and players that the address names, if they can be."""
    options = {
        each.name: value
        for each in game.choices
        for value, _label in each.values
        if str(value) == request.GET.get(each.name)
    }
    try:
        typed: Any = door.options_of(game.options, options)
        game.rules.start(_players(request, game), typed)
    except OptionsFault:
        options = {}
    return tokens.Start(tokens.new_token(), game.slug, options, _players(request, game))


def _players(request: Request, game: Game) -> int:
    text = request.GET.get("players", "")
    wanted = int(text) if text.isdecimal() and len(text) < 3 else 0
    return wanted if wanted in game.players else game.usual or game.players[0]
