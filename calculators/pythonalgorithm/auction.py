"""An auction for a card: bids, winner, compensation. Pure.

Everybody whose purchase token lies on the card takes part. The first bid is above
the market price, each next one higher by at least 1, who passes is out. If nobody
bids, the last in order buys at the market price. The bank pays the losers what
the card cost more than the market, shared and rounded down. Source: rulebook,
"Аукцион".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.games import Refusal


@dataclass(frozen=True)
class Bid:
    """What a participant says in turn: an amount in tokens, or None to pass."""

    player: int
    amount: int | None


@dataclass(frozen=True)
class Sold:
    """Who gets the card, at what price, and what the bank pays each loser.

    `forced`: all passed, so the last in order buys at the market price.
    """

    winner: int
    price: int
    losers: tuple[int, ...]
    compensation: int
    forced: bool


@dataclass(frozen=True)
class Breach:
    """A rule that the bids break: the code and data of the refusal, and which bid does it.

    `bid` is its place in the list (None: it is what the list lacks).
    """

    code: str
    bid: int | None
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Bidding:
    """Where an auction stands, for the sheet that runs it.

    `turn` is who speaks next (None: it is over), `least` the least that may be bid,
    `leader` who bid highest, `price` that bid (None: nobody has bid), `out` who has
    passed, `sold` the outcome once it is over.
    """

    turn: int | None
    least: int
    leader: int | None
    price: int | None
    out: frozenset[int]
    sold: Sold | None


def sold(bids: Sequence[Bid], market: int) -> Sold:
    """The outcome of a complete auction; Refusal for the first rule that the bids break.

    `market` is the market price in tokens.

    >>> sold([Bid(0, 8), Bid(1, 12), Bid(0, None)], market=7)
    Sold(winner=1, price=12, losers=(0,), compensation=5, forced=False)
    """
    for breach in breaches(bids, market):
        raise Refusal(breach.code, **breach.data)
    return outcome(bids, market)


def outcome(bids: Sequence[Bid], market: int) -> Sold:
    """What the bids come to as they stand: the highest wins, without one the last to pass.

    There is at least one bid.
    """
    highest = _highest(bids)
    winner = bids[-1].player if highest is None else highest.player
    price = market if highest is None else highest.amount or 0
    losers = tuple(player for player in bidders_of(bids) if player != winner)
    surplus = max(0, price - market)
    return Sold(winner, price, losers, surplus // max(1, len(losers)), highest is None)


def bidders_of(bids: Sequence[Bid]) -> tuple[int, ...]:
    """Everybody who speaks, in the order in which they first do."""
    return tuple(dict.fromkeys(bid.player for bid in bids))


def waiting(bids: Sequence[Bid]) -> tuple[int, ...]:
    """Who still has to speak before the auction is over: all but the leader and who passed."""
    highest = _highest(bids)
    silent = {bid.player for bid in bids if bid.amount is None}
    if highest is not None:
        silent.add(highest.player)
    return tuple(player for player in bidders_of(bids) if player not in silent)


def breaches(bids: Sequence[Bid], market: int) -> list[Breach]:
    """All that the rules have against these bids, in order; none if the card is sold."""
    if len(bidders_of(bids)) < 2:
        return [Breach("too_few_bidders", None, {"bidders": bidders_of(bids)})]
    broken = []
    highest: Bid | None = None
    out: set[int] = set()
    for place, bid in enumerate(bids):
        code = _wrong(bid, highest, out, market)
        if code:
            last = market if highest is None else highest.amount
            data = {"player": bid.player, "amount": bid.amount, "market": market, "last": last}
            broken.append(Breach(code, place, data))
        if bid.amount is None:
            out.add(bid.player)
        elif highest is None or bid.amount >= (highest.amount or 0):
            highest = bid
    if waiting(bids):
        broken.append(Breach("not_complete", None, {"waiting": waiting(bids)}))
    return broken


def _wrong(bid: Bid, highest: Bid | None, out: set[int], market: int) -> str | None:
    if bid.player in out:
        return "bid_after_pass"
    if bid.amount is None:
        return "leader_passes" if highest and highest.player == bid.player else None
    if bid.amount <= market:
        return "bid_not_above_market"
    if highest and bid.amount <= (highest.amount or 0):
        return "bid_not_above_last"
    return None


def _highest(bids: Sequence[Bid]) -> Bid | None:
    """The highest bid; of equal ones the last."""
    spoken = [bid for bid in reversed(bids) if bid.amount is not None]
    return max(spoken, key=lambda bid: bid.amount or 0, default=None)


def in_order(bidders: Iterable[int], first: int, players: int) -> tuple[int, ...]:
    """The participants in the order of bidding: clockwise from the one nearest the first player.

    >>> in_order({0, 1, 3}, first=2, players=4)
    (3, 0, 1)
    """
    return tuple(sorted(bidders, key=lambda player: (player - first) % players))


def standing_of(bids: Sequence[Bid], bidders: Sequence[int], market: int) -> Bidding:
    """Where an auction between `bidders` (two or more, in order) stands after these bids."""
    out = frozenset(bid.player for bid in bids if bid.amount is None)
    highest = _highest(bids)
    leader = None if highest is None else highest.player
    price = None if highest is None else highest.amount
    turn = _next_to_speak(bidders, bids[-1].player if bids else None, out, leader)
    return Bidding(
        turn=turn,
        least=(market if price is None else price) + 1,
        leader=leader,
        price=price,
        out=out,
        sold=outcome(bids, market) if turn is None and bids else None,
    )


def _next_to_speak(
    bidders: Sequence[int], last: int | None, out: Collection[int], leader: int | None
) -> int | None:
    """The next of the circle after `last` who is neither out nor leading."""
    start = bidders.index(last) + 1 if last in bidders else 0
    circle = (*bidders[start:], *bidders[:start])
    return next((player for player in circle if player not in out and player != leader), None)


def out_of_turn(bids: Sequence[Bid], first: int, players: int) -> int | None:
    """The place of the first bid that was somebody else's turn, or None.

    The order is noted only: at the table nobody waits for the phone.
    """
    order = in_order(bidders_of(bids), first, players)
    out: set[int] = set()
    last = leader = None
    for place, bid in enumerate(bids):
        if bid.player != _next_to_speak(order, last, out, leader):
            return place
        if bid.amount is None:
            out.add(bid.player)
        else:
            leader = bid.player
        last = bid.player
    return None
