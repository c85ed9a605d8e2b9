"""Buying a card from the market, alone or in an auction, for tokens or on credit. Pure.

Any purchase needs a free purchase token. Source: rulebook, "Покупки" and "Аукцион".
"""

from __future__ import annotations

from dataclasses import replace

from calculators.pythonalgorithm import auction as bidding
from calculators.pythonalgorithm.auction import Bid
from calculators.pythonalgorithm.moves import Auction, Buy, WayOut, way_to
from calculators.pythonalgorithm.naming import new_card
from calculators.pythonalgorithm.state import (
    Facts,
    Payment,
    State,
    changed,
    known,
    paid,
    purse,
    with_hand,
)
from companion.games import Notice, Outcome, Refusal


def buy(state: State, move: Buy) -> Outcome:
    """One buyer: the market price, unless the table agreed on another, which is noted."""
    player = known(state, move.player)
    card = new_card(state, move, move.card)
    market = state.price_of(card)
    price = market if move.price is None else move.price
    notices = _check_purchase(state, move, player, price)
    if price != market:
        notices += (Notice("not_market_price", {"price": price, "market": market}),)
    facts = Facts(state.round, cards=(card,), prices=(market,), price=price)
    return _bought(state, move, player, facts, notices)


def auction(state: State, move: Auction) -> Outcome:
    """Several want a card: the highest bid wins, on credit too, and the losers get their share."""
    for bid in move.bids:
        known(state, bid.player)
    card = new_card(state, move, move.card)
    market = state.price_of(card)
    notices = _check_bids(state, move, market)
    sold = bidding.outcome(move.bids, market)
    notices += _check_purchase(state, move, sold.winner, sold.price)
    facts = Facts(state.round, cards=(card,), prices=(market,), price=sold.price, sold=sold)
    return _bought(state, move, sold.winner, facts, notices)


def _check_bids(state: State, move: Auction, market: int) -> tuple[Notice, ...]:
    """What the rules have against the bids: a refusal, or with `anyway` notices."""
    broken = bidding.breaches(move.bids, market)
    for breach in broken:
        if not move.anyway or breach.code == "too_few_bidders":
            raise Refusal(breach.code, way_out=_bids_way_out(move, breach), **breach.data)
    if broken:
        return tuple(Notice(each.code, each.data) for each in broken)
    place = bidding.out_of_turn(move.bids, state.first, state.players)
    if place is None:
        return ()
    return (Notice("bids_out_of_order", {"player": move.bids[place].player}),)


def _bids_way_out(move: Auction, breach: bidding.Breach) -> WayOut | None:
    if breach.code == "too_few_bidders":
        return _bought_alone(move)
    if breach.code == "not_complete":
        passes = tuple(Bid(player, None) for player in breach.data["waiting"])
        return way_to(move, bids=move.bids + passes)
    return way_to(move, anyway=True)


def _bought_alone(move: Auction) -> WayOut | None:
    """One token on the card is no auction: its owner buys at the market price."""
    if not move.bids:
        return None
    return way_to(Buy(move.bids[0].player, move.card, None, move.debt, move.anyway))


def _check_purchase(
    state: State, move: Buy | Auction, player: int, price: int
) -> tuple[Notice, ...]:
    """A purchase needs a free purchase token, and for cash the tokens."""
    if price < 0:
        raise Refusal("price_below_zero", price=price)
    lacking = state.free(player) < 1
    if lacking and not move.anyway:
        raise Refusal(
            "no_free_purchase_token",
            way_out=way_to(move, anyway=True),
            player=player,
            owned=state.options.purchase_tokens,
        )
    if not move.debt and price > state.tokens[player]:
        raise Refusal(
            "cash_too_dear",
            way_out=way_to(move, debt=True),
            price=price,
            **purse(state, player),
        )
    return (Notice("no_free_purchase_token", {"player": player}),) if lacking else ()


def _bought(
    state: State, move: Buy | Auction, player: int, facts: Facts, notices: tuple[Notice, ...]
) -> Outcome:
    """The card goes to the hand; the price is paid or owed, losers get their share."""
    price = facts.price or 0
    payments = [] if move.debt else [Payment(player, -price, "price")]
    if facts.sold:
        share = facts.sold.compensation
        payments += [Payment(loser, share, "compensation") for loser in facts.sold.losers]
    held = replace(facts.cards[0], debt=price if move.debt else 0)
    bought = with_hand(state, player, (*state.hands[player], held))
    bought = replace(bought, bought=changed(state.bought, player, state.bought[player] + 1))
    return paid(bought, player, payments, replace(facts, cards=(held,)), notices)
