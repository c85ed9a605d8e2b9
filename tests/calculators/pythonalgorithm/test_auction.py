"""Auctions: who wins, at what price, and what the losers get."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculators.pythonalgorithm.auction import (
    Bid,
    Bidding,
    Sold,
    breaches,
    in_order,
    out_of_turn,
    sold,
    standing_of,
)
from companion.games import Refusal
from tests.calculators.pythonalgorithm.playing import bids

MARKET = 7


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (bids((0, 8), (1, None)), Sold(0, 8, (1,), 1, False)),
        (bids((0, None), (1, 8)), Sold(1, 8, (0,), 1, False)),
        (bids((0, 8), (1, 10), (0, None)), Sold(1, 10, (0,), 3, False)),
        (
            bids((0, 8), (1, 9), (2, 12), (0, None), (1, None)),
            Sold(2, 12, (0, 1), 2, False),
        ),
        (bids((0, 8), (1, None), (2, None), (3, None)), Sold(0, 8, (1, 2, 3), 0, False)),
        (bids((2, None), (0, None)), Sold(0, 7, (2,), 0, True)),
        (bids((0, None), (1, None), (2, None)), Sold(2, 7, (0, 1), 0, True)),
        (bids((0, None), (1, None), (2, 9)), Sold(2, 9, (0, 1), 1, False)),
    ],
)
def test_sold_to_the_highest_or_to_the_last(said, expected):
    assert sold(said, MARKET) == expected


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ((), "too_few_bidders"),
        (bids((0, 8)), "too_few_bidders"),
        (bids((0, 8), (0, None)), "too_few_bidders"),
        (bids((0, 7), (1, None)), "bid_not_above_market"),
        (bids((0, -1), (1, None)), "bid_not_above_market"),
        (bids((0, 9), (1, 9), (0, None)), "bid_not_above_last"),
        (bids((0, 9), (1, 8), (1, None)), "bid_not_above_last"),
        (bids((0, None), (1, 8), (2, 9), (0, 10)), "bid_after_pass"),
        (bids((0, None), (1, 8), (0, None)), "bid_after_pass"),
        (bids((0, 8), (1, None), (0, None)), "leader_passes"),
        (bids((0, 8), (1, 9)), "not_complete"),
        (bids((0, 8), (1, 9), (2, None)), "not_complete"),
    ],
)
def test_sold_refuses_what_the_rules_forbid(said, code):
    with pytest.raises(Refusal) as caught:
        sold(said, MARKET)

    assert caught.value.code == code


def test_refused_bid_tells_who_and_what_was_to_be_beaten():
    with pytest.raises(Refusal) as caught:
        sold(bids((0, 9), (1, 9), (0, None)), MARKET)

    assert caught.value.data == {"player": 1, "amount": 9, "market": 7, "last": 9}


def test_breaches_are_all_that_is_wrong():
    said = bids((0, 7), (1, None), (1, 8))

    assert [each.code for each in breaches(said, MARKET)] == [
        "bid_not_above_market",
        "bid_after_pass",
        "not_complete",
    ]


def test_in_order_begins_nearest_the_first_player():
    assert in_order([0, 1, 3], first=1, players=4) == (1, 3, 0)
    assert in_order([0, 1, 3], first=2, players=4) == (3, 0, 1)


@pytest.mark.parametrize(
    ("said", "first", "place"),
    [
        (bids((0, 8), (1, 9), (2, None), (0, None)), 0, None),
        (bids((0, 8), (1, 9), (2, None), (0, None)), 1, 0),
        (bids((0, 8), (2, None), (1, None)), 0, 1),
        (bids((0, 8), (1, None), (0, 9)), 0, 2),
        (bids((1, None), (0, None)), 1, None),
    ],
)
def test_out_of_turn_is_the_first_bid_that_was_anothers_turn(said, first, place):
    assert out_of_turn(said, first, players=3) == place


# -- the sheet that runs it


def test_standing_before_anybody_speaks():
    expected = Bidding(turn=2, least=8, leader=None, price=None, out=frozenset(), sold=None)

    assert standing_of((), (2, 0), MARKET) == expected


def test_standing_between_bids():
    said = bids((2, 8), (0, 11))

    expected = Bidding(turn=1, least=12, leader=0, price=11, out=frozenset(), sold=None)
    assert standing_of(said, (2, 0, 1), MARKET) == expected


def test_standing_passes_over_who_is_out():
    said = bids((2, None), (0, 11), (1, 12))

    assert standing_of(said, (2, 0, 1), MARKET).turn == 0


def test_standing_of_a_sold_card():
    said = bids((2, None), (0, None))

    standing = standing_of(said, (2, 0), MARKET)

    assert (standing.turn, standing.sold) == (None, Sold(0, 7, (2,), 0, True))


@given(st.data(), st.integers(2, 6), st.integers(0, 40))
def test_every_auction_that_the_sheet_runs_is_sold(data, count, market):
    """Who follows the sheet breaks no rule, and the losers never get more than the surplus."""
    bidders = tuple(range(count))
    said: list[Bid] = []
    while (standing := standing_of(said, bidders, market)).turn is not None:
        amounts = st.none() | st.integers(standing.least, standing.least + 5)
        amount = data.draw(amounts) if len(said) < 30 else None
        said.append(Bid(standing.turn, amount))

    outcome = sold(said, market)

    assert standing.sold == outcome
    assert out_of_turn(said, 0, count) is None
    assert {outcome.winner, *outcome.losers} == set(bidders)
    assert outcome.compensation * len(outcome.losers) <= outcome.price - market
    assert (outcome.compensation + 1) * len(outcome.losers) > outcome.price - market


some_bids = st.lists(st.builds(Bid, st.integers(0, 3), st.none() | st.integers(0, 12)), max_size=7)


@given(some_bids, st.integers(0, 9))
def test_sold_agrees_with_playing_it_out(said, market):
    """The same rules, told bid by bid as at the table."""
    inside, last, leader = {bid.player for bid in said}, market, None
    fair = len(inside) >= 2
    for bid in said:
        if bid.player not in inside:
            fair = False
        elif bid.amount is None:
            fair = fair and bid.player != leader
            inside.discard(bid.player)
        else:
            fair = fair and bid.amount > last
            last, leader = bid.amount, bid.player
    fair = fair and inside == ({leader} if leader is not None else set())

    assert fair == (not breaches(said, market))
    if fair:
        outcome = sold(said, market)
        assert outcome.winner == (said[-1].player if leader is None else leader)
        assert outcome.price == last
