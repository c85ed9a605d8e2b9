"""What a card does to prices, money and shares; and the same reckoned share by share."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calculators.akcioner.cards import COMPANIES, Card, doubling, hundred, ordinary
from calculators.akcioner.effect import (
    HIGHEST,
    LOWEST,
    PRICES,
    Customs,
    Effect,
    Fine,
    Owner,
    Payment,
    effect_of,
    half,
)
from tests.calculators.akcioner.table import some_card

NOTHING = (0, 0, 0, 0)


def effect(card, player, prices, *owners, **customs) -> Effect:
    return effect_of(
        card, player, prices, [Owner(cash, shares) for cash, shares in owners], Customs(**customs)
    )


def test_rise_above_250_pays_every_owner():
    card = ordinary("red", up="red", rise=60, down="blue")

    done = effect(card, 0, (240, 100, 100, 100), (0, (1, 0, 0, 0)), (0, (3, 0, 0, 0)))

    assert done.payments == (
        Payment(0, "above_250", "red", 50, 1, 50),
        Payment(1, "above_250", "red", 50, 3, 150),
    )
    assert done.prices((240, 100, 100, 100)) == (250, 100, 100, 70)


def test_doubling_above_250_pays_what_is_above():
    card = doubling("double", "red", "blue")

    done = effect(card, 0, (200, 100, 100, 100), (0, NOTHING), (0, (2, 0, 0, 0)))

    assert done.payments == (Payment(1, "above_250", "red", 150, 2, 300),)


def test_lowering_to_exactly_10_is_not_to_zero():
    card = ordinary("red", up="red", rise=30, down="blue")

    done = effect(card, 0, (100, 100, 100, 70), (0, (0, 0, 0, 2)), (0, (0, 0, 0, 5)))

    assert done.payments == (Payment(0, "lowering", "blue", 60, 2, 120),)
    assert done.fines == ()


def test_to_zero_pays_down_to_10_and_fines_the_others():
    card = ordinary("red", up="red", rise=30, down="blue")

    done = effect(card, 0, (100, 100, 100, 30), (0, (0, 0, 0, 5)), (420, (0, 0, 0, 25)))

    assert done.payments == (Payment(0, "own_zero", "blue", 20, 5, 100),)
    assert done.fines == (Fine(1, "blue", 40, kept=10, lost=15, amount=400, cash=420),)
    assert done.after == (Owner(100, (0, 0, 0, 5)), Owner(20, (0, 0, 0, 10)))


@pytest.mark.parametrize("rounding", ["up", "down"])
def test_halving_10_fines_5_and_pays_nothing(rounding):
    card = doubling("halve", "blue", "red")
    owners = (0, (0, 0, 0, 5)), (12, (0, 0, 0, 3))

    done = effect(card, 0, (100, 100, 100, 10), *owners, rounding=rounding)

    assert done.payments == ()
    assert done.fines == (Fine(1, "blue", 5, kept=2, lost=1, amount=10, cash=12),)
    assert done.prices((100, 100, 100, 10)) == (200, 100, 100, 10)


@pytest.mark.parametrize(
    ("price", "up", "down"), [(30, 20, 10), (50, 30, 20), (250, 130, 120), (20, 10, 10)]
)
def test_half_a_price_is_one_of_the_boards(price, up, down):
    assert (half(price, "up"), half(price, "down")) == (up, down)


def test_halving_30_down_to_10_is_no_fall_to_zero():
    card = doubling("halve", "blue", "red")

    done = effect(
        card, 0, (100, 100, 100, 30), (0, (0, 0, 0, 2)), (0, (0, 0, 0, 2)), rounding="down"
    )

    assert done.payments == (Payment(0, "lowering", "blue", 20, 2, 40),)
    assert done.fines == ()


def test_fine_is_paid_from_what_the_card_brought():
    card = ordinary("red", up="red", rise=50, down="blue")
    owners = (0, NOTHING), (0, (4, 0, 0, 3))

    first = effect(card, 0, (230, 100, 100, 20), *owners)
    last = effect(card, 0, (230, 100, 100, 20), *owners, order="fines_then_compensation")

    assert first.after[1] == Owner(30, (4, 0, 0, 3))
    assert last.after[1] == Owner(120, (4, 0, 0, 0))


def test_smaller_fine_comes_first_for_a_share():
    card = hundred("red", {"yellow": 10, "green": 20, "blue": 30})
    prices, poor = (100, 10, 10, 100), (45, (0, 8, 1, 0))

    done = effect(card, 0, prices, (0, NOTHING), poor)

    assert [(fine.company, fine.kept) for fine in done.fines] == [("yellow", 4), ("green", 0)]


def test_smaller_fine_comes_first_in_all_if_so_agreed():
    card = hundred("red", {"yellow": 10, "green": 20, "blue": 30})
    prices, poor = (100, 10, 10, 100), (45, (0, 8, 1, 0))

    done = effect(card, 0, prices, (0, NOTHING), poor, fine_compare="total")

    assert [(fine.company, fine.kept) for fine in done.fines] == [("green", 1), ("yellow", 2)]


@pytest.mark.parametrize(("tie", "first"), [("dearer", "green"), ("cheaper", "blue")])
def test_of_equal_fines_the_old_price_decides(tie, first):
    card = hundred("red", {"blue": 10, "green": 20, "yellow": 30})

    done = effect(
        card,
        0,
        (100, 100, 20, 10),
        (0, NOTHING),
        (35, (0, 0, 3, 2)),
        fine_compare="per_share",
        tie=tie,
    )

    assert done.fines[0].company == first


def test_player_of_the_card_is_never_fined():
    card = ordinary("red", up="red", rise=30, down="blue")

    assert effect(card, 0, (100, 100, 100, 10), (0, (0, 0, 0, 9)), (0, NOTHING)).fines == ()


# -- the same, reckoned otherwise: step by step and share by share


def naive(card: Card, player: int, prices, owners, customs: Customs):
    """Prices, money and shares after a card, reckoned one share after the other."""
    price = dict(zip(COMPANIES, prices, strict=True))
    cash = [owner.cash for owner in owners]
    shares = [dict(zip(COMPANIES, owner.shares, strict=True)) for owner in owners]
    due = []  # (company, fine of a share, old price)

    def compensate(pay):
        rise = price[card.up] if card.rise is None else card.rise
        for each, held in enumerate(shares):
            pay[each] += max(0, price[card.up] + rise - HIGHEST) * held[card.up]
        for company, fall in card.falls:
            old = price[company]
            by = halved_by(old) if fall is None else fall
            new = old - by
            if new < LOWEST:
                due.append((company, by + LOWEST - old, old))
                new = LOWEST
            pay[player] += (old - new) * shares[player][company]
            after[company] = new
        after[card.up] = min(HIGHEST, price[card.up] + rise)

    def halved_by(old):
        if old == LOWEST:
            return 5
        if customs.rounding == "up":
            return old - min(each for each in PRICES if each * 2 >= old)
        return old - max(each for each in PRICES if each * 2 <= old)

    def fine():
        for each in range(len(owners)):
            if each == player:
                continue
            held = dict(shares[each])
            for company, per_share, _old in sorted(due, key=lambda one: urgency(one, held)):
                kept = 0
                for _share in range(held[company]):
                    if cash[each] >= per_share:
                        cash[each] -= per_share
                        kept += 1
                shares[each][company] = kept

    def urgency(one, held):
        company, per_share, old = one
        size = per_share if customs.fine_compare == "per_share" else per_share * held[company]
        return size, -old if customs.tie == "dearer" else old

    after = dict(price)
    pay = [0] * len(owners)
    compensate(pay)
    if customs.order == "compensation_then_fines":
        cash = [one + more for one, more in zip(cash, pay, strict=True)]
        fine()
    else:
        fine()
        cash = [one + more for one, more in zip(cash, pay, strict=True)]
    return tuple(after[each] for each in COMPANIES), cash, [tuple(one.values()) for one in shares]


@st.composite
def situations(draw):
    players = draw(st.integers(2, 6))
    count = st.integers(0, 12)
    owners = [
        Owner(draw(st.integers(0, 400)), tuple(draw(count) for _company in COMPANIES))
        for _player in range(players)
    ]
    prices = tuple(draw(st.sampled_from(PRICES)) for _company in COMPANIES)
    customs = Customs(
        draw(st.sampled_from(["up", "down"])),
        draw(st.sampled_from(["compensation_then_fines", "fines_then_compensation"])),
        draw(st.sampled_from(["per_share", "total"])),
        draw(st.sampled_from(["dearer", "cheaper"])),
    )
    card = some_card(Random(draw(st.integers(0, 10_000))))
    return card, draw(st.integers(0, players - 1)), prices, owners, customs


@settings(max_examples=1000, deadline=None)
@given(situations())
def test_effect_is_what_counting_share_by_share_gives(situation):
    card, player, prices, owners, customs = situation

    done = effect_of(card, player, prices, owners, customs)

    assert naive(*situation) == (
        done.prices(prices),
        [owner.cash for owner in done.after],
        [owner.shares for owner in done.after],
    )


@settings(max_examples=1000, deadline=None)
@given(situations())
def test_every_card_keeps_the_promises_of_the_rules(situation):
    card, player, prices, owners, customs = situation

    done = effect_of(card, player, prices, owners, customs)
    after = done.prices(prices)

    assert all(price in PRICES for price in after)
    assert all(owner.cash >= 0 for owner in done.after)
    for before, now in zip(owners, done.after, strict=True):
        assert all(0 <= new <= old for old, new in zip(before.shares, now.shares, strict=True))
    assert done.after[player].shares == owners[player].shares
    assert done.after[player].capital(after) >= owners[player].capital(prices)


@settings(max_examples=500, deadline=None)
@given(situations())
def test_payments_and_fines_explain_every_change(situation):
    card, player, prices, owners, customs = situation

    done = effect_of(card, player, prices, owners, customs)

    for each, (before, now) in enumerate(zip(owners, done.after, strict=True)):
        paid = sum(payment.amount for payment in done.payments if payment.player == each)
        fined = sum(fine.amount for fine in done.fines if fine.player == each)
        assert now.cash == before.cash + paid - fined
        for company in COMPANIES:
            lost = [f.lost for f in done.fines if (f.player, f.company) == (each, company)]
            assert now.of(company) == before.of(company) - sum(lost)
    for payment in done.payments:
        assert payment.amount == payment.per_share * payment.shares > 0
    for fine in done.fines:
        assert fine.amount == fine.per_share * fine.kept
        assert fine.cash - fine.amount >= 0
        assert fine.lost == 0 or fine.cash - fine.amount < fine.per_share
