"""Moves typed and corrected: what is read, what is refused with words, what is kept."""

from __future__ import annotations

import pytest
from django.utils import translation

from calculators.marshimprom.forms import FORMS, read_throws, written_throws
from calculators.marshimprom.game import GAME
from calculators.marshimprom.moves import MOVES
from companion import door
from tests.calculators.marshimprom.table import NAMES, fought

NO_THROWS = (
    "Type both numbers of a throw, the attacker’s first, such as 4 2; with armour 4 2 6."
    " A semicolon stands between throws."
)


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def typed(what, /, **fields):
    return FORMS[what](fields, players=NAMES, options={})


def args_of(what, /, **fields):
    """What a form makes of its fields, as the rules read it."""
    form = typed(what, **fields)
    assert form.is_valid(), form.errors
    door.typed(MOVES[what], form.cleaned_data)
    return form.cleaned_data


READ = [
    ("set_substance", {"name": " Вода ", "price": "1+1"}, {"name": "Вода", "price": 2}),
    ("set_substance", {"name": "Вода", "remove": "on"}, {"name": "Вода", "price": None}),
    (
        "pay",
        {"player": "0", "way": "from", "amount": "3", "reason": "raw"},
        {"player": 0, "amount": 3, "reason": "raw"},
    ),
    (
        "pay",
        {"player": "1", "way": "to", "amount": "4", "reason": "armour"},
        {"player": 1, "amount": -4, "reason": "armour"},
    ),
    (
        "trade",
        {"from_player": "0", "to_player": "2", "amount": "0"},
        {"from_player": 0, "to_player": 2, "amount": 0},
    ),
    (
        "set_chips",
        {"player": "0", "substance": "Вода", "place": "mission-4", "count": "2"},
        {"player": 0, "substance": "Вода", "place": "mission-4", "count": 2},
    ),
    ("set_mission", {"mission": "4", "complete": "on"}, {"mission": 4, "complete": True}),
    ("set_mission", {"mission": "1"}, {"mission": 1, "complete": False}),
    ("set_hold", {"player": "0", "cards": "6"}, {"player": 0, "cards": 6}),
    ("set_gear", {"player": "0", "battery": "yes"}, {"player": 0, "battery": True}),
    (
        "set_gear",
        {"player": "0", "battery": "", "armour": "no"},
        {"player": 0, "armour": False},
    ),
    (
        "roll",
        {"attacker": "0", "defender": "1", "throws": "3 3; 4 : 2, 6"},
        fought((3, 3), (4, [2, 6])),
    ),
    ("end_repairs", {"player": "0"}, {"player": 0}),
    (
        "sell_substance",
        {"player": "0", "substance": "Вода", "place": "shared"},
        {"player": 0, "substance": "Вода", "place": "shared"},
    ),
    ("buy_gear", {"player": "0", "what": "battery"}, {"player": 0, "what": "battery"}),
    ("set_money", {"player": "0", "money": "12+5"}, {"player": 0, "money": 17}),
]


@pytest.mark.parametrize(("what", "fields", "args"), READ)
def test_what_is_typed_becomes_a_move(what, fields, args):
    assert args_of(what, **fields) == args


@pytest.mark.parametrize(("what", "_fields", "args"), READ)
def test_an_entry_comes_back_from_its_form_unchanged(what, _fields, args):
    shown = FORMS[what](initial=args, players=NAMES, options={})
    fields = {name: shown[name].value() for name in shown.fields}
    sent = {
        name: value for name, value in fields.items() if value is not None and value is not False
    }

    assert args_of(what, **sent) == args


def test_every_move_with_fields_has_a_form():
    assert set(FORMS) == set(MOVES) - {"finish"}
    assert FORMS.items() <= GAME.forms.items()


@pytest.mark.parametrize("what", sorted(FORMS))
def test_every_field_has_a_label(what):
    assert all(field.label for field in FORMS[what](players=NAMES).fields.values())


@pytest.mark.parametrize("what", sorted(FORMS))
def test_an_empty_form_is_told(what):
    assert typed(what).errors


@pytest.mark.parametrize("money", ["", "two", "1e9", "NaN", "12,5", "9999999", "−1", "5-7"])
def test_what_is_no_sum_is_told_and_kept(money):
    form = typed("set_money", player="0", money=money)

    assert list(form.errors) == ["money"]
    assert form["money"].value() == money


@pytest.mark.parametrize(
    ("what", "field", "text"),
    [
        ("set_money", "player", "9"),
        ("set_money", "player", "x"),
        ("set_chips", "place", "roof"),
        ("set_chips", "place", "mission-5"),
        ("set_mission", "mission", "5"),
        ("pay", "reason", "gift"),
        ("pay", "way", "sideways"),
        ("buy_gear", "what", "laser"),
        ("set_gear", "battery", "maybe"),
        ("set_substance", "name", "x" * 201),
        ("set_substance", "name", "a\0b"),
    ],
)
def test_choices_are_those_of_the_play(what, field, text):
    assert field in typed(what, **{field: text}).errors


@pytest.mark.parametrize("text", ["", "   ", ";", "4", "4 2 6 1", "4 2; 3", "four two"])
def test_throws_that_are_none_are_told(text):
    form = typed("roll", attacker="0", defender="1", throws=text)

    assert form.errors == {"throws": [NO_THROWS]}


def test_throws_of_no_die_are_left_to_the_rules():
    assert read_throws("9 0") == [{"attacker": 9, "defender": 0}]
    assert read_throws("1" * 400 + " 2") == [{"attacker": 111_111_111, "defender": 2}]
    assert read_throws("٤ ٢\n5 3;") == read_throws("4 2; 5 3")


@pytest.mark.parametrize("rolls", [None, "4 2", [{"attacker": "x"}], {}, [1]])
def test_throws_that_cannot_be_read_are_shown_empty(rolls):
    assert written_throws(rolls) == ""
    form = FORMS["roll"](initial={"attacker": 0, "rolls": rolls}, players=NAMES)
    assert form["throws"].value() == ""


@pytest.mark.parametrize("missions", [None, 0, 99, "4", [4], True])
def test_options_that_cannot_be_leave_the_usual_missions(missions):
    form = FORMS["set_mission"](players=NAMES, options={"missions": missions})
    usual = [1] if missions is True else [1, 2, 3, 4]

    assert [number for number, _label in form.fields["mission"].choices] == usual


def test_as_many_missions_as_the_play_has():
    form = FORMS["set_chips"](players=NAMES, options={"missions": 2})

    assert [place for place, _label in form.fields["place"].choices] == [
        "own",
        "shared",
        "other",
        "mission-1",
        "mission-2",
    ]


def test_a_sum_that_cannot_be_read_is_shown_as_it_is():
    form = FORMS["pay"](initial={"player": 0, "amount": "much", "reason": "raw"}, players=NAMES)

    assert form["amount"].value() == "much"
