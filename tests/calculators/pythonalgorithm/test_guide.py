"""The round guide: which step it probably is, whose turn, the set-up, the customers."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from calculators.pythonalgorithm.guide import guide, in_order, likely_step, seller
from calculators.pythonalgorithm.moves import (
    Buy,
    CustomerName,
    Event,
    Left,
    NextRound,
    Reaction,
    Sell,
    SellToCustomer,
    SetHand,
    SetTokens,
)
from tests.calculators.pythonalgorithm.playing import (
    CARDS,
    after,
    kodik,
    played,
    start,
    template,
)

NAMES = ["Anya", "Boris", "Vera"]
RISE = Event("rise", "blue")
BOUGHT = Buy(0, template())
SOLD = Sell(0, (template(),))
REACTED = Reaction("templates", Left(1, 0, 0))


@pytest.fixture(autouse=True)
def _english():
    with override("en"):
        yield


def drawn(state, eyes="table", names=NAMES, **query):
    return guide(state, eyes, query, names)


def now(page):
    return [step["name"] for step in page["steps"] if step["now"]]


# -- the step


@pytest.mark.parametrize(
    ("moves", "step"),
    [
        ([], 1),
        ([RISE], 1),
        ([RISE, RISE], 3),
        ([RISE, RISE, BOUGHT], 3),
        ([BOUGHT], 3),
        ([RISE, RISE, BOUGHT, REACTED], 4),
        ([BOUGHT, NextRound()], 1),
        ([BOUGHT, NextRound(), RISE], 2),
        ([BOUGHT, NextRound(), RISE, SOLD], 2),
        ([BOUGHT, NextRound(), RISE, SOLD, BOUGHT], 3),
        ([SetHand(1, (kodik(),)), RISE, RISE], 2),
        ([SetTokens(0, 35)], 1),
    ],
)
def test_the_likely_step_is_the_last_one_recorded(moves, step):
    assert likely_step(played(*moves)) == step


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("2.3", "Purchases"),
        ("2.1", "Market update"),
        ("1.3", "Sales"),
        ("2.5", "Sales"),
        ("", "Sales"),
    ],
)
def test_a_phone_may_look_at_any_step_of_the_round(asked, shown):
    page = drawn(played(NextRound(), RISE), step=asked)

    assert now(page) == [shown]


def test_steps_before_are_past_and_lead_on():
    page = drawn(played(NextRound(), RISE))

    assert [step["past"] for step in page["steps"]] == [True, False, False, False]
    assert (page["before"], page["after"]) == ("2.1", "2.3")
    assert drawn(start())["before"] == ""
    assert drawn(start(), step="1.4")["after"] == ""


def test_heads_say_what_is_recorded():
    page = drawn(played(BOUGHT, NextRound(), RISE, SOLD, BOUGHT, BOUGHT, REACTED))

    assert [step["said"] for step in page["steps"]] == [
        "event: Rise",
        "sold: Anya",
        "2 cards bought",
        "reaction recorded: Templates",
    ]


def test_heads_say_what_is_to_do():
    assert [step["said"] for step in drawn(start())["steps"]] == [
        "event and new templates",
        "clockwise, first player: Anya",
        "clockwise, two turns, up to two purchase tokens each",
        "market reaction, first player’s token to the left",
    ]


def test_after_the_end_there_is_no_step():
    page = drawn(played(RISE, Event("virus")), step="1.3")

    assert now(page) == []
    assert (page["over"], page["before"], page["after"]) == (True, "", "")


# -- whose turn


def test_players_stand_clockwise_from_the_first():
    state = played(NextRound())

    assert in_order(state) == (1, 2, 0)
    assert [each["name"] for each in drawn(state)["players"]] == ["Boris", "Vera", "Anya"]
    assert drawn(state)["next_first"] == "Vera"


def test_the_turn_to_sell_goes_on_from_the_last_seller():
    hands = [SetHand(player, (kodik(), kodik())) for player in range(3)]
    state = played(*hands)
    sell = [Sell(player, (kodik(),)) for player in range(3)]

    assert seller(state) == 0
    assert seller(after(state, sell[0])) == 1
    assert seller(after(state, sell[1])) == 2
    assert seller(after(state, sell[2])) is None
    assert [each["turn"] for each in drawn(after(state, sell[0]))["players"]] == [
        False,
        True,
        False,
    ]


def test_a_player_is_known_by_sales_cards_debts_and_purchase_tokens():
    debt = Buy(1, template(), debt=True)
    boris = drawn(played(debt, Buy(1, kodik())))["players"][1]

    assert (boris["cards"], boris["debt"], boris["free"], boris["bought"]) == (2, 7, 3, 2)
    assert not boris["sold"]


def test_hidden_cards_are_not_counted_for_others():
    state = played(Buy(1, template(), debt=True), Buy(1, kodik()), open_tokens=False)

    assert drawn(state)["players"][1]["cards"] == 1
    assert drawn(state, eyes=1)["players"][1]["cards"] == 2


# -- the customers


def test_customers_stand_by_bonus_and_say_who_has_served_them():
    hand = SetHand(2, (template("blue", "B"), kodik("blue"), kodik("blue")))
    cards = hand.cards
    page = drawn(played(hand, SellToCustomer(2, CustomerName(id="C2"), cards), box=CARDS))
    first, second = page["customers"]

    assert (first["id"], first["bonus"], first["served"]) == ("C1", 15, "")
    assert (second["id"], second["served"], page["served"]) == ("C2", "Vera", 1)
    assert second["label"].startswith("Customer +10, one colour, kodiki: 2.")
    assert list(second["pips"]) == [0, 1]


def test_the_sample_box_has_customers():
    page = drawn(start())
    bonuses = [each["bonus"] for each in page["customers"]]

    assert bonuses == sorted(bonuses, reverse=True)
    assert len(bonuses) >= 16


# -- the set-up


@pytest.mark.parametrize(
    ("players", "templates", "kodiki"),
    [(2, 4, 20), (3, 5, 20), (4, 6, 22), (5, 7, 22), (6, 8, 22)],
)
def test_the_set_up_counts_for_the_players(players, templates, kodiki):
    page = drawn(start(players), names=[f"P{each}" for each in range(players)])
    setup = page["setup"]

    assert (setup["templates"], setup["kodiki"]) == (templates, kodiki)
    assert (setup["tokens"], setup["from_bank"]) == (30, 30 * players)
    assert page["templates"] == templates


def test_the_set_up_follows_the_box_and_the_options():
    setup = drawn(start(box="classic"))["setup"]
    own = drawn(start(start_tokens=25, purchase_tokens=6))["setup"]

    assert (setup["tokens"], setup["purchase_tokens"]) == (20, 3)
    assert (own["tokens"], own["from_bank"], own["purchase_tokens"]) == (25, 75, 6)


@pytest.mark.parametrize(
    ("moves", "is_open"), [([], True), ([RISE], False), ([BOUGHT], False), ([NextRound()], False)]
)
def test_the_set_up_is_open_until_the_play_begins(moves, is_open):
    assert drawn(played(*moves))["setup"]["open"] is is_open


def test_the_first_player_is_chosen_by_an_option():
    first = drawn(start(first=2))["setup"]["first"]

    assert [(args, chosen) for _player, _name, args, chosen in first] == [
        ({"first": 0}, False),
        ({"first": 1}, False),
        ({"first": 2}, True),
    ]
