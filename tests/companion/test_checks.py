"""A game whose names clash with an address of the site is refused at the start."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.core.checks import Error
from django.urls import get_resolver

from calculators.lost_cities.game import GAME as LOST_CITIES
from companion import checks
from companion.common import COMMON_MOVES
from companion.games import RESERVED, RESERVED_SLUGS, Game
from companion.tables import urls


@dataclass(frozen=True)
class Rules:
    """Rules of which only the names of the moves matter."""

    moves: dict[str, type]
    start: Callable[..., Any] = LOST_CITIES.rules.start
    apply: Callable[..., Any] = LOST_CITIES.rules.apply


def game(slug: str = "tea", moves: tuple[str, ...] = (), pages: tuple[str, ...] = ()) -> Game:
    return replace(
        LOST_CITIES,
        slug=slug,
        rules=Rules(dict.fromkeys(moves, Rules)),
        pages=dict.fromkeys(pages, dict),
    )


def test_check_of_the_games_that_are_there() -> None:
    assert checks.names_are_free() == []


def test_check_of_a_free_name() -> None:
    assert list(checks.faults_of(game(moves=("pour",), pages=("kettle",)))) == []


@pytest.mark.parametrize("slug", ["t", "w", "join", "rules", "healthz", "static"])
def test_check_of_a_reserved_slug(slug: str) -> None:
    assert list(checks.faults_of(game(slug))) == [
        Error(f"The slug '{slug}' is an address of the site.", id="tableside.E001")
    ]


@pytest.mark.parametrize(
    "name", "log undo redo amend notebook lots dice timer seats live options settings".split()
)
def test_check_of_a_reserved_move(name: str) -> None:
    assert list(checks.faults_of(game(moves=(name,)))) == [
        Error(f"tea: the name '{name}' is reserved.", id="tableside.E002")
    ]


def test_check_of_reserved_pages() -> None:
    assert list(checks.faults_of(game(pages=("log", "dice")))) == [
        Error("tea: the name 'dice' is reserved.", id="tableside.E002"),
        Error("tea: the name 'log' is reserved.", id="tableside.E002"),
    ]


def test_check_of_a_move_that_is_a_page() -> None:
    assert list(checks.faults_of(game(moves=("pour",), pages=("pour",)))) == [
        Error("tea: 'pour' is both a move and a page.", id="tableside.E003")
    ]


def names_of_play_addresses() -> Iterator[str]:
    """The fixed first name after /t/<token>/<n>/ in each address."""
    for each in urls.urlpatterns:
        text = str(each.pattern)
        found = re.match(r"[a-z]+", text.removeprefix(urls.T + urls.N))
        if text.startswith(urls.T + urls.N) and found:
            yield found[0]


def test_every_address_of_a_play_is_reserved() -> None:
    assert set(names_of_play_addresses()) | set(COMMON_MOVES) <= RESERVED


def test_every_address_of_the_site_is_reserved() -> None:
    first_names = {
        found[0]
        for each in get_resolver("companion.urls").url_patterns + urls.urlpatterns
        if (found := re.match(r"[a-z]+(?=/|$)", str(each.pattern).removeprefix("^")))
    }

    assert first_names
    assert first_names <= RESERVED_SLUGS
