"""Redeeming debts, and selling to the market and to customers. Pure.

A card in debt goes to no customer, and each customer trades once. Source:
rulebook, "Продажи".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from calculators.pythonalgorithm.box import KODIKI
from calculators.pythonalgorithm.customers import Wanted, lacks, wanted_of
from calculators.pythonalgorithm.hand import CardName, debt_of
from calculators.pythonalgorithm.moves import (
    CustomerName,
    Redeem,
    Sell,
    SellToCustomer,
    WayOut,
    way_to,
)
from calculators.pythonalgorithm.naming import held_at, named_cards
from calculators.pythonalgorithm.state import (
    Facts,
    Payment,
    State,
    known,
    paid,
    purse,
    with_hand,
)
from companion.games import Notice, Outcome, Refusal


def redeem(state: State, move: Redeem) -> Outcome:
    """The debt is paid to the bank; the card stays, its purchase token is free again."""
    player = known(state, move.player)
    hand = state.hands[player]
    place = held_at(state, player, move.card, owing=True)
    card = hand[place]
    if not card.debt:
        raise Refusal("no_debt", card=card, **purse(state, player))
    if card.debt > state.tokens[player]:
        raise Refusal("redeem_too_dear", card=card, **purse(state, player))
    rest = () if card.bare else (replace(card, debt=0),)
    redeemed = with_hand(state, player, (*hand[:place], *rest, *hand[place + 1 :]))
    notices = (Notice("redeem_after_virus", {"player": player}),) if state.over else ()
    payments = [Payment(player, -card.debt, "debt")]
    return paid(redeemed, player, payments, Facts(state.round, cards=(card,)), notices)


def sell(state: State, move: Sell) -> Outcome:
    """Cards go to the market at its prices; what is owed on them is paid from that."""
    player = known(state, move.player)
    taken = named_cards(state, player, move.cards)
    return _sold(state, player, taken, None)


def sell_to_customer(state: State, move: SellToCustomer, by: int | None) -> Outcome:
    """A customer takes a whole set and pays a bonus on top of the market prices."""
    player = known(state, move.player)
    wanted = _wanted(state, move)
    taken = named_cards(state, player, move.cards)
    notices = _check_customer(state, move, wanted, taken, by)
    outcome = _sold(state, player, taken, wanted)
    after: State = outcome.state
    traded = replace(
        after,
        served=after.served if wanted.id is None else {**after.served, wanted.id: player},
        customers_this_round=after.customers_this_round | {player},
        described=wanted if wanted.id is None else after.described,
    )
    return replace(outcome, state=traded, notices=notices)


def _sold(state: State, player: int, taken: Sequence[int], wanted: Wanted | None) -> Outcome:
    """All prices, less all debts, and a customer's bonus: one sum."""
    hand = state.hands[player]
    cards = tuple(hand[place] for place in taken)
    prices = tuple(map(state.price_of, cards))
    payments = [Payment(player, sum(prices), "price"), Payment(player, -debt_of(cards), "debt")]
    if wanted:
        payments.append(Payment(player, wanted.bonus, "bonus"))
    total = sum(payment.amount for payment in payments)
    if state.tokens[player] + total < 0:
        raise Refusal("sale_too_dear", sum=total, **purse(state, player))
    kept = tuple(card for place, card in enumerate(hand) if place not in taken)
    sold = replace(with_hand(state, player, kept), sellers=state.sellers | {player})
    facts = Facts(state.round, cards=cards, prices=prices, wanted=wanted)
    return paid(sold, player, payments, facts)


def _wanted(state: State, move: SellToCustomer) -> Wanted:
    """The customer that is meant; a customer of the box trades once in a play."""
    named = move.customer
    if named.id is None:
        return _described(named)
    customer = state.box.customer(named.id)
    if customer is None:
        raise Refusal("no_such_customer", id=named.id)
    if named.id in state.served:
        like = CustomerName(customer.bonus, customer.colours, customer.kodiki)
        raise Refusal(
            "customer_served",
            way_out=way_to(move, customer=like),
            id=named.id,
            player=state.served[named.id],
            wanted=wanted_of(customer),
        )
    return wanted_of(customer)


def _described(named: CustomerName) -> Wanted:
    if named.bonus is None or named.colours is None or named.kodiki is None:
        raise Refusal("customer_incomplete")
    if named.bonus < 0:
        raise Refusal("bonus_below_zero", bonus=named.bonus)
    if named.kodiki not in KODIKI:
        raise Refusal("no_such_kodiki_count", count=named.kodiki)
    return Wanted(named.bonus, named.colours, named.kodiki)


def _check_customer(
    state: State, move: SellToCustomer, wanted: Wanted, taken: Sequence[int], by: int | None
) -> tuple[Notice, ...]:
    """One customer a round, and only the wanted set: else a refusal, or with `anyway` notices."""
    player = move.player
    broken: list[tuple[str, dict[str, Any]]] = []
    if player in state.customers_this_round:
        broken.append(("second_customer", {"player": player}))
    found = lacks([state.hands[player][place] for place in taken], wanted)
    if found:
        only_debt = {lack.code for lack in found} == {"in_debt"}
        code = "card_in_debt" if only_debt else "set_does_not_fit"
        told = {"player": player, "lacks": found, "wanted": wanted, "hidden": state.concealed}
        broken.append((code, told))
    for code, data in () if move.anyway else broken:
        way_out = None
        if code == "card_in_debt":
            way_out = _redeemed_first(state, player, taken, by)
        raise Refusal(code, way_out=way_out or way_to(move, anyway=True), **data)
    return tuple(Notice(code, data) for code, data in broken)


def _redeemed_first(
    state: State, player: int, taken: Sequence[int], by: int | None
) -> WayOut | None:
    """The first of the cards in debt, redeemed, if the tokens cover it or may not be told."""
    card = next(card for place in taken if (card := state.hands[player][place]).debt)
    unknown = state.concealed and by != player
    if not unknown and card.debt > state.tokens[player]:
        return None
    return way_to(Redeem(player, CardName(**vars(card))))
