"""Moves typed and corrected: what is read, what is refused with words, what is kept."""

from __future__ import annotations

from random import Random

import pytest
from django.utils import translation

from calculators.akcioner.cards import COMPANIES, named
from calculators.akcioner.forms import (
    FORMS,
    CardForm,
    CashForm,
    PriceForm,
    SharesForm,
    TradeForm,
    read_count,
)
from calculators.akcioner.game import GAME
from calculators.akcioner.rules import MOVES
from companion import door
from tests.calculators.akcioner.table import NAMES, some_card

NO_NUMBER = "This is no number. Digits or a sum will do, such as 12 or 12+5."
WHOLE_ONLY = "Whole numbers only, without a comma, a point or a blank between digits."
TOO_MUCH = "This is more than the site counts with: 999 999 at most."
AT_LEAST = "It is 1 at least."
MISSING = "Type a number: there is none yet."

UNREADABLE = [
    ("two", NO_NUMBER),
    ("много", NO_NUMBER),
    ("1e9", NO_NUMBER),
    ("1E2", NO_NUMBER),
    ("NaN", NO_NUMBER),
    ("Infinity", NO_NUMBER),
    ("-inf", NO_NUMBER),
    ("=1+1", NO_NUMBER),
    ("=SUM(A1:A9)", NO_NUMBER),
    ("2*3", NO_NUMBER),
    ("10%", NO_NUMBER),
    ("0x10", NO_NUMBER),
    ("½", NO_NUMBER),
    ("²", NO_NUMBER),
    ("12 apples", NO_NUMBER),
    ("<script>", NO_NUMBER),
    ("1" * 61, TOO_MUCH),
    ("+", NO_NUMBER),
    ("5" + "+5" * 40, NO_NUMBER),
    ("12,5", WHOLE_ONLY),
    ("12.0", WHOLE_ONLY),
    ("1 000", WHOLE_ONLY),
    ("1'000", WHOLE_ONLY),
    ("1 000", WHOLE_ONLY),
    ("99999999999999999999", TOO_MUCH),
    ("1000000", TOO_MUCH),
    ("", MISSING),
    ("   ", MISSING),
]
READABLE = [
    ("7", 7),
    (" 7 ", 7),
    ("007", 7),
    ("3+4", 7),
    ("12 + 5 − 10", 7),
    ("٧", 7),
    ("۷", 7),
    ("७", 7),
    ("７", 7),
    ("999999", 999_999),
]


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def trade(**typed):
    return TradeForm({"player": "0", "company": "red", "count": "1"} | typed, players=NAMES)


@pytest.mark.parametrize(("text", "why"), UNREADABLE)
def test_what_is_no_whole_number_is_told(text, why):
    form = trade(count=text)

    assert form.errors == {"count": [why]}
    assert form["count"].value() == text


@pytest.mark.parametrize(("text", "number"), READABLE)
def test_numbers_of_any_script_and_sums_are_read(text, number):
    form = trade(count=text)

    assert form.is_valid()
    assert form.cleaned_data["count"] == number


@pytest.mark.parametrize("text", ["0", "-3", "−3", "5-7"])
def test_less_than_one_share_is_told(text):
    assert trade(count=text).errors == {"count": [AT_LEAST]}


def test_read_count_gives_a_number_or_what_is_wrong():
    assert read_count("24") == (24, "")
    assert read_count("1e9") == (None, NO_NUMBER)


@pytest.mark.parametrize("form", [CashForm, SharesForm])
def test_nothing_can_be_typed_but_not_less(form):
    field = "cash" if form is CashForm else "count"
    base = {"player": "0", "company": "red"}

    assert form(base | {field: "0"}, players=NAMES).is_valid()
    assert form(base | {field: "−1"}, players=NAMES).errors == {field: ["It is 0 at least."]}


def test_open_price_is_left_out():
    form = trade(price="")

    assert form.is_valid()
    assert "price" not in form.cleaned_data
    assert door.typed(MOVES["buy"], form.cleaned_data).price is None


def test_another_price_is_one_of_the_boards():
    form = trade(price="130", anyway="on")

    assert form.is_valid()
    assert door.typed(MOVES["buy"], form.cleaned_data).price == 130
    assert not trade(price="135").is_valid()


@pytest.mark.parametrize(
    ("field", "text"), [("player", "9"), ("player", "x"), ("company", "purple"), ("company", "")]
)
def test_choices_are_those_of_the_play(field, text):
    assert field in trade(**{field: text}).errors


def test_price_of_the_board_is_left_to_the_rules():
    form = PriceForm({"company": "red", "price": "135"})

    assert form.is_valid()
    assert form.cleaned_data == {"company": "red", "price": 135}


# -- cards


def fields_of(form):
    """What a form that shows a move would send back."""
    return {name: form[name].value() or "" for name in form.fields}


def test_every_card_comes_back_from_its_form_unchanged():
    chance = Random(2)

    for _each in range(300):
        args = {"player": 1, "card": named(some_card(chance))}
        shown = CardForm(initial=args, players=NAMES)
        sent = CardForm(fields_of(shown), players=NAMES)

        assert sent.is_valid(), sent.errors
        assert sent.cleaned_data == args
        door.typed(MOVES["play_card"], sent.cleaned_data)


@pytest.mark.parametrize(
    "typed",
    [
        {"face": "30", "colour": "red", "other": ""},
        {"face": "30", "colour": "red", "other": "red"},
        {"face": "double", "colour": "red"},
        {"face": "hundred", "colour": "red", "ten": "yellow", "twenty": "green"},
        {"face": "hundred", "colour": "red", "ten": "yellow", "twenty": "green", "thirty": "green"},
        {"face": "hundred", "colour": "red", "ten": "red", "twenty": "green", "thirty": "blue"},
    ],
)
def test_card_with_a_colour_missing_or_twice_is_told(typed):
    form = CardForm({"player": "0"} | typed, players=NAMES)

    assert form.errors == {"__all__": ["Choose every colour that the card moves, each once."]}


def test_card_that_cannot_be_read_is_shown_empty():
    form = CardForm(initial={"player": 1, "card": {"kind": "triple"}}, players=NAMES)

    assert form["player"].value() == 1
    assert form["face"].value() is None


@pytest.mark.parametrize("what", sorted(FORMS))
def test_every_form_is_of_a_move_and_names_its_fields(what):
    form = FORMS[what](players=NAMES)

    assert what in GAME.rules.moves
    assert all(field.label for field in form.fields.values())
    if "company" in form.fields:
        assert [value for value, _label in form.fields["company"].choices] == list(COMPANIES)
