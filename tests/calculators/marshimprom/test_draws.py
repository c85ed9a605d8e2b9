"""The site's dice of a fight: thrown once, kept in the entry, the same for ever."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import RequestFactory

from companion.games import Refusal, all_games
from companion.tables import record, tokens
from companion.tables.draw import die
from companion.tables.models import Entry, Table
from companion.tables.views.start import start_of
from tests.calculators.marshimprom.table import fought
from tests.companion.tables.inside import log_of, sent

FIGHT = {"attacker": 0, "defender": 1}


def new_start(**options: Any) -> tokens.Start:
    return tokens.Start(tokens.new_token(), "marshimprom", options, 3)


@pytest.mark.django_db
def test_a_fight_without_dice_is_thrown_by_the_server_once() -> None:
    start = new_start()
    wish = sent("roll", FIGHT, start=start)

    record.record(start.token, 1, wish)
    again = record.record(start.token, 1, wish)

    entry = Entry.objects.get()
    fight = log_of(Table.objects.get()).state.game.fight
    assert again.repeated
    assert entry.args["rolls"]
    assert entry.args["rolls"] == [each.named for each in fight.throws]
    assert {fight.winner, fight.loser} == {0, 1}


@pytest.mark.django_db
def test_armour_makes_the_server_throw_twice() -> None:
    start = new_start()
    record.record(start.token, 1, sent("set_gear", {"player": 1, "armour": True}, start=start))

    record.record(start.token, 1, sent("roll", FIGHT))

    assert all(len(each["defender"]) == 2 for each in Entry.objects.last().args["rolls"])


@pytest.mark.django_db
def test_real_dice_are_recorded_as_they_fell() -> None:
    start = new_start()

    record.record(start.token, 1, sent("roll", fought((3, 3), (6, 2)), start=start))

    assert Entry.objects.get().args == fought((3, 3), (6, 2))


@pytest.mark.django_db
@pytest.mark.parametrize("defender", [0, 7, None, "1", [1]])
def test_a_fight_that_cannot_be_is_not_recorded(defender: Any) -> None:
    start = new_start()

    with pytest.raises(Refusal):
        record.record(
            start.token, 1, sent("roll", {"attacker": 0, "defender": defender}, start=start)
        )

    assert not Table.objects.exists()


def test_a_die_shows_each_of_its_faces() -> None:
    assert {die(6) for _each in range(1000)} == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize(
    ("asked", "options"),
    [
        ("bank=None", {"bank": None}),
        ("bank=100&armour=sum&warehouse=9", {"bank": 100, "armour": "sum", "warehouse": 9}),
        ("bank=7&armour=", {}),
        ("", {}),
    ],
)
def test_options_are_chosen_before_the_first_move(asked: str, options: dict[str, Any]) -> None:
    request: Any = RequestFactory().get(f"/marshimprom/?{asked}")

    assert start_of(request, all_games()["marshimprom"]).options == options
