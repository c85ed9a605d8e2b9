"""The auction, bid by bid: its whole course stands in the address, nothing is recorded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from calculators.numbers import read_sum
from calculators.pythonalgorithm.auction import (
    MOST_BIDS,
    Bid,
    Bidding,
    Breach,
    Sold,
    bidders_of,
    breaches,
    in_order,
    standing_of,
)
from calculators.pythonalgorithm.card_choice import (
    CardChoice,
    args_of_new,
    chosen_card,
    shown_card,
)
from calculators.pythonalgorithm.hand import Card
from calculators.pythonalgorithm.refusals import why
from calculators.pythonalgorithm.state import State
from calculators.pythonalgorithm.trade_pages import purse
from companion.games import Eyes, Refusal
from companion.saying import name_of
from companion.signs import signed

RAISES = (0, 1, 2, 4, 9)
"""What the keys offer above the least bid."""

BID = re.compile(r"(\d):(\d{0,6})", re.ASCII)


@dataclass(frozen=True)
class Auctioned:
    """An auction as its address tells it: bidders in the order of bidding, bids so far.

    `fault` is one sentence about what could not be taken.
    """

    choice: CardChoice
    card: Card
    market: int
    bidders: tuple[int, ...]
    bids: tuple[Bid, ...] = ()
    fault: str = ""

    def query(self, bids: Sequence[Bid], **more: Any) -> str:
        """The address after these bids."""
        choice = self.choice
        said = {
            "what": choice.what,
            "colour": choice.colour,
            "number": choice.number,
            "id": choice.id,
            "on": list(self.bidders),
            "begun": 1,
            "bids": written(bids),
            **more,
        }
        return urlencode({name: each for name, each in said.items() if each != ""}, doseq=True)


def bidding(state: State, eyes: Eyes, query: QueryDict, names: Sequence[str]) -> dict[str, Any]:
    """An auction: the card, whose purchase tokens lie on it, then bid by bid who pays what.

    `on` are the bidders, `bids` what was said so far ("2:14,0:15,2:" is a bid of 14, one
    of 15 and a pass), `amount` a bid just typed, `who` says it.
    """
    choice = chosen_card(state, query)
    on = _bidders(state, query)
    if choice.card is None or not query.get("begun") or len(on) < 2:
        return {"setup": _setup(state, query, names, choice, on), "auction": None}
    auction = Auctioned(
        choice, choice.card, state.price_of(choice.card), in_order(on, state.first, state.players)
    )
    auction = _with_bids(auction, state, query, names)
    return {"setup": None, "auction": _course(auction, state, eyes, query, names)}


def _setup(
    state: State, query: QueryDict, names: Sequence[str], choice: CardChoice, on: set[int]
) -> dict[str, Any]:
    """The questions before the first bid."""
    fault = choice.fault
    if query.get("begun") and len(on) < 2 and not fault:
        fault = why(Refusal("too_few_bidders"), "table", names)
    return {
        "card": choice.fields(state),
        "shown": choice.card and shown_card(state, choice.card),
        "fault": fault,
        "bidders": [
            {
                "player": player,
                "name": names[player],
                "on": player in on,
                "free": state.free(player),
            }
            for player in in_order(range(state.players), state.first, state.players)
        ],
    }


def _bidders(state: State, query: QueryDict) -> set[int]:
    known = {str(player): player for player in range(state.players)}
    return {known[each] for each in query.getlist("on") if each in known}


# -- what was said


def _with_bids(
    auction: Auctioned, state: State, query: QueryDict, names: Sequence[str]
) -> Auctioned:
    """The bids of the address, and the one just typed, as far as the rules have nothing to say."""
    bids, fault = read_bids(query.get("bids", ""), auction.bidders)
    taken, wrong = _allowed(auction, bids, names)
    fault = fault or wrong
    if query.get("amount") and not fault:
        bid, fault = _typed(auction, taken, query)
        if bid:
            taken, fault = _allowed(auction, (*taken, bid), names)
    return Auctioned(
        auction.choice, auction.card, auction.market, auction.bidders, tuple(taken), fault
    )


def read_bids(text: str, bidders: Sequence[int]) -> tuple[tuple[Bid, ...], str]:
    """The bids of an address, and a sentence if they cannot be read.

    >>> read_bids("2:14,0:", (0, 2))
    ((Bid(player=2, amount=14), Bid(player=0, amount=None)), '')
    """
    bids: list[Bid] = []
    for each in text.split(",")[:MOST_BIDS] if text else ():
        found = BID.fullmatch(each)
        if not found or int(found[1]) not in bidders:
            return tuple(bids), _("The bids of this address cannot be read further than this.")
        bids.append(Bid(int(found[1]), int(found[2]) if found[2] else None))
    return tuple(bids), ""


def written(bids: Sequence[Bid]) -> str:
    """Bids as the address has them.

    >>> written([Bid(2, 14), Bid(0, None)])
    '2:14,0:'
    """
    return ",".join(f"{bid.player}:{'' if bid.amount is None else bid.amount}" for bid in bids)


def _typed(auction: Auctioned, bids: Sequence[Bid], query: QueryDict) -> tuple[Bid | None, str]:
    """The bid just typed, and a sentence if it is no number."""
    standing = standing_of(bids, auction.bidders, auction.market)
    player = _speaker(standing, auction, query)
    if player is None:
        return None, ""
    try:
        return Bid(player, read_sum(query.get("amount", "")[:60])), ""
    except ValueError:
        return None, _("Type a whole number or a sum, such as −12 or 12+11−7.")


def _allowed(
    auction: Auctioned, bids: Sequence[Bid], names: Sequence[str]
) -> tuple[tuple[Bid, ...], str]:
    """The bids up to the first that breaks a rule, and the sentence about that one."""
    silent = [Bid(each, None) for each in auction.bidders if each not in bidders_of(bids)]
    broken = next(
        (
            each
            for each in breaches([*bids, *silent], auction.market)
            if each.bid is not None and each.bid < len(bids)
        ),
        None,
    )
    if broken is None:
        return tuple(bids), ""
    return tuple(bids[: broken.bid]), _breach_said(broken, names)


def _breach_said(breach: Breach, names: Sequence[str]) -> str:
    return why(Refusal(breach.code, **breach.data), "table", names)


# -- where it stands


def _speaker(standing: Bidding, auction: Auctioned, query: QueryDict) -> int | None:
    """Who speaks next: whose turn it is, unless the table says (`who`) that another does."""
    if standing.turn is None:
        return None
    wanted = query.get("who", "")
    waiting = [
        player
        for player in auction.bidders
        if player not in standing.out and player != standing.leader
    ]
    return next((player for player in waiting if str(player) == wanted), standing.turn)


def _course(
    auction: Auctioned, state: State, eyes: Eyes, query: QueryDict, names: Sequence[str]
) -> dict[str, Any]:
    """The auction as it stands: everybody's bids, the keys of whoever speaks, the outcome."""
    bids, standing = auction.bids, standing_of(auction.bids, auction.bidders, auction.market)
    speaker = _speaker(standing, auction, query)
    return {
        "card": shown_card(state, auction.card),
        "market": auction.market,
        "least": standing.least,
        "fault": auction.fault,
        "bidders": [
            _bidder(auction, standing, names, player, player == speaker)
            for player in auction.bidders
        ],
        "keys": None if speaker is None else _keys(auction, standing, names, speaker),
        "undo": auction.query(bids[:-1]) if bids else "",
        "change": auction.query(()).replace("&begun=1", ""),
        "sold": standing.sold and _sold(auction, state, eyes, names, standing.sold),
    }


def _bidder(
    auction: Auctioned, standing: Bidding, names: Sequence[str], player: int, speaks: bool
) -> dict[str, Any]:
    """One bidder: what was bid so far, out, leading or speaking now."""
    said = [bid.amount for bid in auction.bids if bid.player == player]
    out = player in standing.out
    return {
        "player": player,
        "name": names[player],
        "said": ", ".join(
            pgettext("auction", "pass") if each is None else str(each) for each in said
        ),
        "out": out,
        "leads": player == standing.leader,
        "buys": standing.sold is not None and player == standing.sold.winner,
        "speaks": speaks,
        "others": ""
        if speaks or out or player == standing.leader or standing.turn is None
        else auction.query(auction.bids, who=player),
    }


def _keys(
    auction: Auctioned, standing: Bidding, names: Sequence[str], player: int
) -> dict[str, Any]:
    """The keys of whoever speaks: a few amounts, any other, pass."""
    amounts = [standing.least + more for more in RAISES]
    return {
        "player": player,
        "name": names[player],
        "least": standing.least,
        "amounts": [
            (amount, auction.query((*auction.bids, Bid(player, amount)))) for amount in amounts
        ],
        "pass": auction.query((*auction.bids, Bid(player, None))),
        "fields": [
            ("what", auction.choice.what),
            ("colour", auction.choice.colour),
            ("number", auction.choice.number),
            ("id", auction.choice.id),
            *(("on", each) for each in auction.bidders),
            ("begun", 1),
            ("bids", written(auction.bids)),
            ("who", player),
        ],
    }


def _sold(
    auction: Auctioned, state: State, eyes: Eyes, names: Sequence[str], sold: Sold
) -> dict[str, Any]:
    """Who pays what, the compensation with its arithmetic, and the keys that record it."""
    tokens = purse(state, eyes, sold.winner)
    args = {
        "card": args_of_new(auction.card),
        "bids": [{"player": bid.player, "amount": bid.amount} for bid in auction.bids],
    }
    return {
        "player": sold.winner,
        "name": name_of(names, sold.winner),
        "price": sold.price,
        "market": auction.market,
        "forced": sold.forced,
        "surplus": sold.price - auction.market,
        "losers": [(player, names[player]) for player in sold.losers],
        "count": len(sold.losers),
        "compensation": sold.compensation,
        "tokens": tokens,
        "after": None if tokens is None else signed(tokens - sold.price),
        "missing": 0 if tokens is None else max(0, sold.price - tokens),
        "free": state.free(sold.winner),
        "cash": args,
        "credit": {**args, "debt": True},
    }
