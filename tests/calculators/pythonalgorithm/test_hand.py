"""Cards in a hand, and how they are found by their names."""

from __future__ import annotations

import pytest

from calculators.pythonalgorithm.hand import (
    Card,
    CardName,
    debt_of,
    found,
    free_tokens,
    name_of,
    place_of,
)
from companion.games import Refusal
from tests.calculators.pythonalgorithm.playing import (
    held_kodik,
    held_template,
    kodik,
    template,
)

BARE = Card(None, None, debt=15)


def test_found_by_its_index():
    assert found((held_template(), held_kodik()), 1) == 1


@pytest.mark.parametrize("index", [-1, 2, 999])
def test_found_by_an_index_out_of_the_hand_is_refused(index):
    with pytest.raises(Refusal, match="no_such_card_held"):
        found((held_template(), held_kodik()), index)


@pytest.mark.parametrize(
    ("hand", "name", "place"),
    [
        ([held_template("blue"), held_template()], template(), 1),
        ([held_kodik("blue"), held_kodik("white")], kodik("white"), 1),
        ([held_template(number=2)], template(), 0),
        ([held_template(number=2), held_template()], template(), 1),
        ([held_template(number=2), held_template(number=5)], template(number=5), 1),
        ([held_template(debt=7), held_template()], template(), 1),
        ([held_template(id="T1"), held_template(id="T2")], CardName(id="T2"), 1),
        ([held_template(id="T1", debt=7)], CardName(id="T1", debt=0), 0),
        ([held_template(), BARE], CardName(debt=15), 1),
    ],
)
def test_found_by_what_is_known_of_it(hand, name, place):
    assert found(hand, name) == place


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ([held_template("blue")], template()),
        ([held_template()], kodik()),
        ([held_template()], template(number=3)),
        ([held_template(id="T1")], CardName(id="T2")),
        ([held_template(id="T1")], CardName()),
        ([held_template(id="T1")], CardName(colour="yellow")),
        ([BARE], CardName(debt=14)),
        ([BARE], CardName()),
    ],
)
def test_found_is_never_another_card(hand, name):
    with pytest.raises(Refusal, match="no_such_card_held"):
        found(hand, name)


@pytest.mark.parametrize(
    "other",
    [
        held_template(debt=7),
        held_template(number=3),
        held_template(id="T1"),
        held_template("blue"),
        held_kodik(),
    ],
)
def test_a_name_with_a_debt_means_just_such_a_card(other):
    assert place_of([other], template(debt=0)) is None
    assert place_of([other, held_template()], template(debt=0)) == 1


def test_place_of_a_second_like_card():
    hand = [held_kodik(), held_template(), held_kodik()]

    assert place_of(hand, kodik(), without=[0]) == 2
    assert place_of(hand, kodik(), without=[0, 2]) is None


def test_place_of_a_card_in_debt_where_one_is_owing():
    hand = [held_template(), held_template(debt=7)]

    assert place_of(hand, template(), owing=True) == 1
    assert place_of(hand[:1], template(), owing=True) == 0


@pytest.mark.parametrize(
    "card",
    [held_template(), held_template(debt=7, number=3), held_kodik(), held_kodik(id="K1"), BARE],
)
def test_name_of_a_card_finds_it_among_like_ones(card):
    others = [held_template("white"), held_kodik("white"), held_template(debt=9)]

    assert found([*others, card], CardName(**name_of(card))) == 3


@pytest.mark.parametrize(
    ("hand", "free"),
    [
        ([], 4),
        ([held_template(), held_kodik()], 4),
        ([held_template(debt=7), held_kodik(debt=5)], 2),
        ([BARE], 4),
        ([held_kodik(debt=1)] * 5, 0),
    ],
)
def test_free_tokens_are_those_on_no_card_in_debt(hand, free):
    assert free_tokens(hand, 4) == free


def test_debt_of_a_hand_counts_bare_debts_too():
    assert debt_of([held_template(debt=7), held_kodik(), BARE]) == 22
