"""The checker: sets that fit, what is missing, and what a turn brings."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculators.pythonalgorithm import checker
from calculators.pythonalgorithm.box import Solution
from calculators.pythonalgorithm.checker import (
    brings,
    card_of,
    fitting,
    misses,
    reasons,
    sold_first,
    turn,
    without,
)
from calculators.pythonalgorithm.chips import COLOURS
from calculators.pythonalgorithm.customers import Wanted, lacks, wanted_of
from calculators.pythonalgorithm.hand import Card, CardName
from calculators.pythonalgorithm.moves import CustomerName, Redeem, Sell, SellToCustomer, SetHand
from calculators.pythonalgorithm.rules import PythonAlgorithm
from calculators.pythonalgorithm.sample import SAMPLE
from calculators.pythonalgorithm.state import Options

RULES = PythonAlgorithm()
START = RULES.start(2, Options())
MARKET = START.market
"""At the start: blue II, yellow III, white IV: kodiki 3, 5, 7; templates B 5, 7, 10."""

CUSTOMERS = [
    Wanted(bonus, colours, kodiki)
    for bonus in (0, 15)
    for colours in ("same", "different")
    for kodiki in (1, 2, 3)
]


def template(colour, category="B", **more):
    return Card("templates", colour, category, **more)


def kodik(colour, **more):
    return Card("kodiki", colour, **more)


def found(cards, wanted, **more):
    return fitting(cards, wanted, MARKET, **more)


def near(cards, wanted):
    return misses(cards, wanted, MARKET, SAMPLE)


def codes(lacking):
    return [each.code for each in lacking]


# -- sets that fit


def test_set_brings_its_prices_and_the_bonus():
    cards = [template("blue"), kodik("yellow"), kodik("white")]

    sets = found(cards, Wanted(15, "different", 2))

    assert sets.count == 1
    assert sets.best[0].cards == tuple(cards)
    assert (sets.best[0].prices, sets.best[0].bonus, sets.best[0].payout) == ((5, 5, 7), 15, 32)


def test_best_payout_comes_first():
    cards = [template("blue"), template("white", "A"), kodik("blue"), kodik("white")]

    sets = found(cards, Wanted(10, "same", 1))

    assert [each.payout for each in sets.best] == [20 + 7 + 10, 5 + 3 + 10]


def test_equal_cards_make_one_set():
    assert found([template("blue")] * 3 + [kodik("blue")] * 4, Wanted(10, "same", 2)).count == 1


def test_cards_that_differ_in_number_or_debt_make_sets_of_their_own():
    cards = [
        template("blue", number=4),
        template("blue", number=5),
        kodik("blue"),
        kodik("blue", debt=3),
    ]

    sets = found(cards, Wanted(10, "same", 1))

    assert sets.count == 4
    assert [each.debts for each in sets.best] == [0, 0, 3, 3]


def test_four_different_cards_have_three_colours():
    cards = [template("blue"), kodik("yellow"), kodik("white"), kodik("white", number=2)]

    assert found(cards, Wanted(20, "different", 3)).count == 1


def test_bare_debts_are_no_cards():
    cards = [template("blue"), kodik("blue"), Card(None, None, debt=15)]

    assert found(cards, Wanted(10, "same", 1)).count == 1
    assert near([Card(None, None, debt=15)], Wanted(10, "same", 1)) == ()


def test_all_sets_are_counted_and_some_are_spelled_out():
    cards = [template("blue", number=number) for number in range(30)] + [
        kodik("blue", number=number) for number in range(30)
    ]

    sets = found(cards, Wanted(10, "same", 3))

    assert sets.count == 30 * (30 * 29 * 28 // 6)
    assert len(sets.best) == checker.SHOWN


colours = st.sampled_from(COLOURS)
debts = st.sampled_from((0, 0, 4, 9))
templates = st.builds(
    template, colours, st.sampled_from("AB"), number=st.sampled_from((None, 1)), debt=debts
)
kodiki = st.builds(kodik, colours, debt=debts)
hands = st.lists(st.one_of(templates, kodiki, kodiki), max_size=9)
wanted = st.sampled_from(CUSTOMERS)


def by_brute_force(cards, wanted):
    """All sets that fit: every subset is tried, equal ones are kept once."""
    tried = {tuple(sorted(some, key=repr)) for some in combinations(cards, wanted.kodiki + 1)}
    return {some for some in tried if set(codes(lacks(some, wanted))) <= {"in_debt"}}


@given(hands, wanted)
def test_sets_are_those_that_trying_everything_finds(cards, wanted):
    sets = found(cards, wanted, most=1000)

    assert {tuple(sorted(each.cards, key=repr)) for each in sets.best} == by_brute_force(
        cards, wanted
    )
    assert sets.count == len(sets.best)
    assert all(each.prices == tuple(map(START.price_of, each.cards)) for each in sets.best)


@given(hands, wanted, st.integers(1, 4))
def test_those_spelled_out_are_the_best_of_all(cards, wanted, most):
    everything = found(cards, wanted, most=1000)
    some = found(cards, wanted, most=most)

    assert some.count == everything.count
    assert [(each.payout, each.debts) for each in some.best] == [
        (each.payout, each.debts) for each in everything.best[:most]
    ]


# -- programs


Z1, Z8 = (wanted_of(SAMPLE.customer(each)) for each in ("Z1", "Z8"))


def cards_of(*ids):
    return [card_of(SAMPLE, each) for each in ids]


def test_accepted_program_is_found_with_its_solution():
    sets = found(cards_of("K19", "K9", "T11"), Z8)

    assert sets.count == 1
    assert sets.best[0].solution == Solution("T11", ("K9", "K19"))
    assert [card.id for card in sets.best[0].cards] == ["T11", "K9", "K19"]


def test_program_that_is_not_accepted_does_not_fit():
    cards = cards_of("T11", "K9", "K13")

    assert found(cards, Z8).count == 0
    assert codes(reasons(cards, Z8)) == ["code_not_accepted"]


def test_card_that_is_not_known_leaves_the_program_to_the_eye():
    cards = [*cards_of("T11", "K9", "K19"), kodik("white")]

    sets = found(cards, Z8)

    assert sets.count == 2
    assert [(each.checked, each.solution is not None) for each in sets.best] == [
        (True, True),
        (False, False),
    ]


def test_missing_card_of_a_program_is_named():
    miss, *others = near(cards_of("T11", "K9"), Z8)

    assert not others
    assert miss.missing == (card_of(SAMPLE, "K19"),)
    assert miss.payout == 5 + 5 + 7 + 15


def test_solution_listed_twice_counts_once():
    twice = replace(Z1, solutions=Z1.solutions * 2)

    assert found(cards_of("T19", "K28"), twice).count == 1


known = st.lists(
    st.sampled_from([each.id for each in (*SAMPLE.templates, *SAMPLE.kodiki)]),
    unique=True,
    max_size=12,
)
of_box = st.sampled_from([wanted_of(customer) for customer in SAMPLE.customers])


@given(known, st.lists(st.one_of(templates, kodiki), max_size=4), of_box)
def test_sets_of_customers_who_want_programs_are_found_too(ids, others, wanted):
    helpful = wanted.solutions[0]
    ids = dict.fromkeys([*ids, helpful.template, *helpful.kodiki[1:]])
    cards = [*cards_of(*ids), *others]

    sets = found(cards, wanted, most=1000)

    assert {tuple(sorted(each.cards, key=repr)) for each in sets.best} == by_brute_force(
        cards, wanted
    )
    assert sets.count == len(sets.best)


# -- what is missing


@pytest.mark.parametrize(
    ("cards", "kind", "number", "expected"),
    [
        ([], "same", 1, ["no_template", "few_kodiki"]),
        ([kodik("blue")], "same", 1, ["no_template"]),
        ([template("blue"), kodik("blue")], "same", 2, ["few_kodiki"]),
        ([template("blue"), kodik("white")], "same", 2, ["few_kodiki", "colours_differ"]),
        ([template("blue"), kodik("white")], "same", 1, ["colours_differ"]),
        ([template("blue"), kodik("blue")], "different", 1, ["colours_repeat"]),
        ([template("blue"), kodik("blue")], "different", 2, ["few_kodiki", "colours_repeat"]),
        ([template("blue"), *[kodik("white")] * 5], "same", 2, ["colours_differ"]),
    ],
)
def test_reasons(cards, kind, number, expected):
    assert codes(reasons(cards, Wanted(10, kind, number))) == expected


def test_reasons_tell_numbers():
    few, repeat = reasons([template("blue"), kodik("blue")], Wanted(10, "different", 2))

    assert few.data == {"wanted": 2, "count": 1}
    assert repeat.data == {"wanted": 3}


def test_nearest_miss_names_the_card_and_its_payout():
    white, blue = near(
        [template("white"), template("blue"), kodik("yellow")], Wanted(10, "same", 1)
    )[:2]

    assert (white.missing, white.payout) == ((template("yellow", "A"),), 15 + 5 + 10)
    assert (blue.missing, blue.payout) == ((kodik("white"),), 10 + 7 + 10)
    assert blue.cards == (template("white"),)


def test_several_cards_can_be_missing():
    miss = near([template("blue")], Wanted(10, "different", 2))[0]

    assert miss.missing == (kodik("yellow"), kodik("white"))
    assert miss.payout == 5 + 5 + 7 + 10


@given(hands, wanted)
def test_misses_are_the_fewest_cards_that_complete_a_set(cards, wanted):
    sets = found(cards, wanted)
    nearest = near(cards, wanted)
    if sets.count or not cards:
        return

    assert nearest
    for miss in nearest:
        assert not Counter(miss.cards) - Counter(cards)
        completed = found([*cards, *miss.missing], wanted)
        assert completed.best[0].payout == miss.payout
    if len(nearest[0].missing) > 1:
        every = [template(each, category) for each in COLOURS for category in SAMPLE.categories]
        every += [kodik(each) for each in COLOURS]
        assert not any(found([*cards, one], wanted).count for one in every)
    else:
        best = max(miss.payout for miss in nearest)
        assert nearest[0].payout == best


@given(hands, wanted)
def test_there_is_a_reason_unless_a_set_fits(cards, wanted):
    why = codes(reasons(cards, wanted))

    assert ("code_not_accepted" in why) == bool(found(cards, wanted).count)


# -- a whole turn


def test_turn_without_debts():
    best = found([template("blue"), kodik("blue")], Wanted(10, "same", 1)).best[0]

    told = turn(best, best.cards, MARKET, 30)

    assert (told.redeem, told.sell_first, told.short) == ((), (), 0)
    assert (told.net, told.after) == (18, 48)
    assert (told.market, told.more) == (8, 10)


def test_debts_are_redeemed_first():
    cards = [template("blue", debt=13), kodik("blue")]
    best = found(cards, Wanted(10, "same", 1)).best[0]

    told = turn(best, cards, MARKET, 20)

    assert (told.redeem, told.owed) == ((cards[0],), 13)
    assert (told.left, told.after, told.net) == (7, 25, 5)
    assert (told.market, told.more) == (-5, 10)


def test_other_cards_are_sold_first_if_tokens_are_short():
    cards = [template("blue", debt=13), kodik("blue"), template("white"), kodik("white")]
    best = found(cards[:2], Wanted(10, "same", 1)).best[0]

    told = turn(best, cards, MARKET, 6)

    assert (told.sell_first, told.sold, told.short) == ((cards[3],), 7, 0)
    assert (told.left, told.after, told.net) == (0, 18, 12)


def test_what_is_lacking_for_good_is_told():
    cards = [template("blue", debt=30), kodik("blue"), kodik("white"), kodik("white", debt=8)]
    best = found(cards[:2], Wanted(10, "same", 1)).best[0]

    told = turn(best, cards, MARKET, 6)

    assert (told.sell_first, told.short) == ((cards[2],), 30 - 6 - 7)


def test_tokens_that_are_not_known_are_not_guessed():
    cards = [template("blue", debt=13), kodik("blue")]
    best = found(cards, Wanted(10, "same", 1)).best[0]

    told = turn(best, cards, MARKET, None)

    assert (told.left, told.after, told.net, told.short) == (None, None, 5, 0)


def test_of_equal_cards_the_others_stay():
    assert without([kodik("blue")] * 3 + [Card(None, None, debt=2)], [kodik("blue")]) == (
        kodik("blue"),
        kodik("blue"),
    )


@given(hands, st.integers(1, 60))
def test_smallest_choice_is_the_one_that_trying_everything_finds(cards, lacking):
    chosen = sold_first(cards, MARKET, lacking)
    enough = [
        (number, brings(some, MARKET))
        for number in range(len(cards) + 1)
        for some in combinations(cards, number)
        if brings(some, MARKET) >= lacking
    ]

    assert not Counter(chosen) - Counter(cards)
    if enough:
        assert (len(chosen), brings(chosen, MARKET)) == min(enough)
    else:
        assert all(brings([card], MARKET) > 0 for card in chosen)
        assert all(brings([card], MARKET) <= 0 for card in without(cards, chosen))


def name(card):
    return CardName(**vars(card))


@given(hands, wanted, st.integers(0, 30))
def test_recorded_turn_brings_what_was_promised(cards, wanted, tokens):
    sets = found(cards, wanted)
    if not sets.count:
        return
    state = replace(START, tokens=(tokens, 30))
    state = RULES.apply(state, SetHand(0, tuple(map(name, cards))), 0).state
    best = sets.best[-1]
    told = turn(best, cards, MARKET, tokens)
    if told.short:
        return

    moves = [Sell(0, tuple(map(name, told.sell_first)))] if told.sell_first else []
    moves += [Redeem(0, name(card)) for card in told.redeem]
    for move in moves:
        state = RULES.apply(state, move, 0).state
    assert state.tokens[0] == told.left
    paid = tuple(name(replace(card, debt=0)) for card in best.cards)
    customer = CustomerName(wanted.bonus, wanted.colours, wanted.kodiki)
    outcome = RULES.apply(state, SellToCustomer(0, customer, paid), 0)

    assert outcome.state.tokens[0] == told.after == tokens + told.net
    assert outcome.notices == ()


@given(hands, wanted, st.integers(10, 30))
def test_market_brings_what_was_promised(cards, wanted, tokens):
    sets = found(cards, wanted)
    state = replace(START, tokens=(tokens, 30))
    state = RULES.apply(state, SetHand(0, tuple(map(name, cards))), 0).state
    for best in sets.best[:1]:
        told = turn(best, cards, MARKET, tokens)
        if tokens + told.market >= 0:
            after = RULES.apply(state, Sell(0, tuple(map(name, best.cards))), 0).state
            assert after.tokens[0] == tokens + told.market
