"""The printed cards: which there are, how a move names them, which cannot be."""

from __future__ import annotations

from random import Random

import pytest

from calculators.akcioner.cards import (
    CODES,
    COMPANIES,
    Face,
    distributions,
    doubling,
    faces,
    hundred,
    named,
    ordinary,
)
from companion.games import Refusal
from tests.calculators.akcioner.table import Table, args_of_card, some_card

RED_30 = {"kind": "ordinary", "fixed": "red", "raise": {"red": 30}, "lower": {"yellow": 60}}
RED_100 = {
    "kind": "hundred",
    "fixed": "red",
    "raise": {"red": 100},
    "lower": {"yellow": 10, "green": 20, "blue": 30},
}


def test_52_cards_are_printed():
    printed = [face for company in COMPANIES for face in faces(company)]

    assert len(set(printed)) == len(printed)
    assert sum(face.copies for face in printed if face.kind == "ordinary") == 32
    assert sum(face.copies for face in printed if face.kind == "hundred") == 12
    assert sum(face.copies for face in printed if face.kind == "double") == 4
    assert sum(face.copies for face in printed if face.kind == "halve") == 4


def test_each_colour_has_eight_ordinary_cards():
    numbers = [face.number for face in faces("blue") if face.kind == "ordinary"]

    assert numbers == [30, 40, 50, 60, -60, -50, -40, -30]


def test_codes_name_every_face_once():
    assert len(set(CODES)) == len(CODES) == 11


def test_printed_colour_may_rise_or_fall():
    rises = ordinary("red", up="red", rise=40, down="blue")
    falls = ordinary("red", up="blue", rise=40, down="red")

    assert rises.face == Face("ordinary", "red", 40)
    assert falls.face == Face("ordinary", "red", -50)


def test_hundred_can_be_dealt_out_in_six_ways():
    ways = [tuple(way.items()) for way in distributions("green")]

    assert len(set(ways)) == 6
    assert all(sorted(dict(way).values()) == [10, 20, 30] for way in ways)


def test_halve_and_double_name_the_other_colour():
    assert named(doubling("halve", "red", "blue")) == {
        "kind": "halve",
        "fixed": "red",
        "double": "blue",
        "halve": "red",
    }
    assert named(doubling("double", "red", "blue")) == {
        "kind": "double",
        "fixed": "red",
        "double": "red",
        "halve": "blue",
    }


def test_every_card_is_read_as_it_was_written():
    chance = Random(1)

    for _each in range(500):
        args_of_card(some_card(chance))


def test_hundred_has_its_falls_in_the_boards_order():
    one = hundred("red", {"blue": 30, "yellow": 10, "green": 20})
    other = hundred("red", {"yellow": 10, "green": 20, "blue": 30})

    assert one == other


@pytest.mark.parametrize(
    ("card", "code"),
    [
        (RED_30 | {"lower": {"yellow": 30}}, "no_such_ordinary"),
        (RED_30 | {"raise": {"red": 35}, "lower": {"yellow": 55}}, "no_such_ordinary"),
        (RED_30 | {"raise": {"red": 20}, "lower": {"yellow": 70}}, "no_such_ordinary"),
        (RED_30 | {"raise": {"red": 70}, "lower": {"yellow": 20}}, "no_such_ordinary"),
        (RED_30 | {"raise": {"red": -30}, "lower": {"yellow": 120}}, "no_such_ordinary"),
        (RED_30 | {"lower": {"red": 60}}, "same_colour"),
        (RED_30 | {"raise": {}}, "one_up_one_down"),
        (RED_30 | {"raise": {"red": 30, "blue": 30}}, "one_up_one_down"),
        (RED_30 | {"lower": {}}, "one_up_one_down"),
        (RED_30 | {"fixed": "blue"}, "colour_not_on_card"),
        (RED_100 | {"lower": {"yellow": 10, "green": 10, "blue": 30}}, "no_such_falls"),
        (RED_100 | {"lower": {"yellow": 10, "green": 20}}, "no_such_falls"),
        (RED_100 | {"lower": {"red": 10, "green": 20, "blue": 30}}, "no_such_falls"),
        (RED_100 | {"lower": {"yellow": 10, "green": 20, "blue": 30, "red": 0}}, "no_such_falls"),
        (RED_100 | {"raise": {"red": 90}}, "no_such_hundred"),
        (RED_100 | {"raise": {"blue": 100}}, "no_such_hundred"),
        (RED_100 | {"raise": {}}, "no_such_hundred"),
        ({"kind": "double", "fixed": "red", "double": "red", "halve": "red"}, "same_colour"),
        ({"kind": "halve", "fixed": "red", "double": "red", "halve": "red"}, "same_colour"),
        (
            {"kind": "double", "fixed": "red", "double": "blue", "halve": "red"},
            "colour_not_on_card",
        ),
        ({"kind": "halve", "fixed": "red", "double": "red", "halve": "blue"}, "colour_not_on_card"),
    ],
)
def test_card_that_is_not_printed_is_refused(card, code):
    assert Table().refused("play_card", player=0, card=card).code == code


@pytest.mark.parametrize(
    "card",
    [
        {},
        {"kind": "triple", "fixed": "red"},
        {"kind": "ordinary", "fixed": "red"},
        RED_30 | {"fixed": "purple"},
        RED_30 | {"raise": {"purple": 30}},
        RED_30 | {"raise": {"red": 30.0}},
        RED_30 | {"raise": {"red": "30"}},
        RED_30 | {"raise": {"red": True}},
        RED_30 | {"lower": [60]},
        RED_30 | {"colour": "red"},
        RED_30 | {"kind": "double"},
        {"kind": "double", "fixed": "red", "double": "red", "halve": "yellow", "by": 2},
        "ordinary",
        None,
        7,
    ],
)
def test_card_that_cannot_be_read_is_refused(card):
    assert Table().refused("play_card", player=0, card=card).code == "bad_args"


@pytest.mark.parametrize(
    ("card", "meant"),
    [
        (RED_30 | {"lower": {"yellow": 30}}, RED_30),
        (RED_30 | {"raise": {"red": 20}}, RED_30),
        (RED_30 | {"fixed": "blue"}, RED_30),
        (RED_100 | {"raise": {"red": 90}}, RED_100),
    ],
)
def test_way_out_is_the_card_that_was_meant(card, meant):
    refusal = Table().refused("play_card", player=2, card=card)

    assert refusal.way_out == ("play_card", {"player": 2, "card": meant})


def test_card_that_nobody_can_guess_has_no_way_out():
    card = RED_30 | {"raise": {"red": 5}, "lower": {"yellow": 5}}

    assert Table().refused("play_card", player=0, card=card).way_out is None


def test_refusal_is_raised_before_the_turn_changes():
    table = Table()

    with pytest.raises(Refusal):
        table.play("play_card", player=1, card=RED_30 | {"lower": {"red": 60}})

    assert table.state.turn.player == 0
