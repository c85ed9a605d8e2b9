"""System checks: a game whose names clash with an address is refused at start."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.checks import CheckMessage, Error, register

from companion.common import COMMON_MOVES
from companion.games import RESERVED, RESERVED_SLUGS, Game, all_games


@register()
def names_are_free(**kwargs: Any) -> list[CheckMessage]:
    """A name is a move or a page, never both, and never one of the site's own."""
    return [fault for game in all_games().values() for fault in faults_of(game)]


def faults_of(game: Game) -> Iterable[CheckMessage]:
    """What is wrong with the names of one game."""
    moves, pages = set(game.rules.moves), set(game.pages)
    taken = (moves | pages) & (RESERVED | set(COMMON_MOVES))
    if game.slug in RESERVED_SLUGS:
        yield Error(f"The slug {game.slug!r} is an address of the site.", id="tableside.E001")
    for name in sorted(taken):
        yield Error(f"{game.slug}: the name {name!r} is reserved.", id="tableside.E002")
    for name in sorted(moves & pages):
        yield Error(f"{game.slug}: {name!r} is both a move and a page.", id="tableside.E003")
