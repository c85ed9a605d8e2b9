"""Why PythonAlgorithm does not record a move, what else is possible, and what it notes.

What is hidden from these eyes stays so: a refusal that rests on another's balance
or hand tells neither.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from calculators.pythonalgorithm.box import KODIKI
from calculators.pythonalgorithm.chips import ROMAN
from calculators.pythonalgorithm.saying import (
    COLOUR_NAMES,
    TRACK_NAMES,
    added,
    card_name,
    cards_named,
    headed,
    lack_said,
    meant_card,
    names_of,
    owed_card,
    tokens_said,
    typed,
    wanted_said,
)
from companion.games import Eyes, Notice, Refusal
from companion.saying import name_of
from companion.signs import gained, signed

Data = Mapping[str, Any]
Said = Callable[[Data, bool, Sequence[str]], str]
"""A sentence from a code's data; the second says whether balance and hand may be told."""


def why(refusal: Refusal, eyes: Eyes, names: Sequence[str]) -> str:
    """Why a move cannot be: who or what stands in the way, and what to do."""
    data = refusal.data
    return _REFUSALS[refusal.code](data, _told(data, eyes), names)


def _unseen(data: Data, names: Sequence[str]) -> str:
    """What all refusals say that would else tell, without a trace, what is held unseen."""
    name = name_of(names, data["player"])
    return _(
        "%(name)s: this cannot be with these cards. Which are held is hidden until the end."
    ) % {"name": name}


def notice(notice: Notice, eyes: Eyes, names: Sequence[str]) -> str:
    """What the table should know about a recorded move."""
    return _NOTICES[notice.code](notice.data, True, names)


def _told(data: Data, eyes: Eyes) -> bool:
    return not data.get("hidden") or eyes in (data["player"], "everything")


def way_out(refusal: Refusal, eyes: Eyes, names: Sequence[str]) -> str:
    """The label of the refusal's one-tap key: what it will do."""
    if refusal.way_out is None:
        return ""
    if refusal.code in _TELLING and not _told(refusal.data, eyes):
        return ""
    _move, args = refusal.way_out
    return _WAYS_OUT.get(refusal.code, _anyway)(refusal.data, args, names)


# -- what a refusal says


def _no_such_player(data: Data, told: bool, names: Sequence[str]) -> str:
    return _("There is no player %(number)s: %(players)s play.") % {
        "number": data["player"] + 1,
        "players": data["players"],
    }


def _tokens_below_zero(data: Data, told: bool, names: Sequence[str]) -> str:
    said = {"name": name_of(names, data["player"]), "delta": gained(data["delta"])}
    if not told:
        return _("%(name)s: not enough tokens for %(delta)s.") % said
    said["tokens"] = tokens_said(data["tokens"])
    return _("%(name)s: %(tokens)s, not enough for %(delta)s.") % said


def _cash_too_dear(data: Data, told: bool, names: Sequence[str]) -> str:
    said = {"name": name_of(names, data["player"]), "price": data["price"]}
    if not told:
        return _("%(name)s: not enough tokens for %(price)s. On credit it is possible.") % said
    said["tokens"] = tokens_said(data["tokens"])
    return _("%(name)s: %(tokens)s, the price is %(price)s. On credit it is possible.") % said


def _redeem_too_dear(data: Data, told: bool, names: Sequence[str]) -> str:
    said = {"name": name_of(names, data["player"]), "debt": data["card"].debt}
    if not told:
        return _("%(name)s: not enough tokens for the debt of %(debt)s. Sell something first.") % (
            said
        )
    said["tokens"] = tokens_said(data["tokens"])
    return _("%(name)s: %(tokens)s, the debt is %(debt)s. Sell something first.") % said


def _sale_too_dear(data: Data, told: bool, names: Sequence[str]) -> str:
    name = name_of(names, data["player"])
    if not told:
        if data["unseen"]:
            return _unseen(data, names)
        return _("%(name)s: not enough tokens for what is owed on these cards.") % {"name": name}
    after = data["tokens"] + data["sum"]
    return _("%(name)s: %(sum)s. Missing: %(missing)s.") % {
        "name": name,
        "sum": f"{added([data['tokens'], data['sum']])} = {signed(after)}",
        "missing": -after,
    }


def _no_debt(data: Data, told: bool, names: Sequence[str]) -> str:
    if not told:
        return _unseen(data, names)
    card = headed(card_name(data["card"]))
    return _("%(card)s: nothing is owed, there is nothing to redeem.") % {"card": card}


def _no_such_card_held(data: Data, told: bool, names: Sequence[str]) -> str:
    name, card, near = name_of(names, data["player"]), data["card"], data["near"]
    if not told and data["unseen"]:
        return _unseen(data, names)
    said = _("%(name)s does not hold this: %(card)s.") % {"name": name, "card": meant_card(card)}
    if near is None or not (told or near.debt):
        return said
    if not near.debt:
        return _("%(said)s This one is held without a debt.") % {"said": said}
    return _("%(said)s Held is: %(card)s.") % {"said": said, "card": owed_card(near)}


def _card_taken(data: Data, told: bool, names: Sequence[str]) -> str:
    card = headed(card_name(data["card"]))
    if not told:
        return _("%(card)s: somebody holds this very card already.") % {"card": card}
    name = name_of(names, data["player"])
    return _("%(card)s: this very card is held already. %(name)s has it.") % {
        "card": card,
        "name": name,
    }


def _no_such_category(data: Data, told: bool, names: Sequence[str]) -> str:
    if data["track"] == "kodiki":
        return _("Kodiki have no category.")
    known = ", ".join(data["known"])
    if data["category"] is None:
        return _("Which category? There are: %(known)s.") % {"known": known}
    return _("There is no category %(category)s. There are: %(known)s.") % {
        "category": typed(data["category"]),
        "known": known,
    }


def _card_incomplete(data: Data, told: bool, names: Sequence[str]) -> str:
    parts = {
        "track": _("template or kodik"),
        "colour": _("colour"),
        "category": _("category"),
    }
    missing = ", ".join(parts[each] for each in data["missing"])
    return _("The card is not named in full. Missing: %(missing)s.") % {"missing": missing}


def _bid(text: Callable[[], str]) -> Said:
    """A sentence about a bid: who, how much, the market price, the last bid."""

    def said(data: Data, told: bool, names: Sequence[str]) -> str:
        numbers = {name: signed(data[name] or 0) for name in ("amount", "market", "last")}
        return text() % {**numbers, "name": name_of(names, data["player"])}

    return said


def _not_complete(data: Data, told: bool, names: Sequence[str]) -> str:
    waiting = names_of(names, data["waiting"])
    return _("The auction is not over. Still to speak: %(names)s.") % {"names": waiting}


def _customer_served(data: Data, told: bool, names: Sequence[str]) -> str:
    return _("This customer (%(wanted)s) has already traded. Seller: %(name)s.") % {
        "wanted": wanted_said(data["wanted"]),
        "name": name_of(names, data["player"]),
    }


def _second_customer(data: Data, told: bool, names: Sequence[str]) -> str:
    name = name_of(names, data["player"])
    return _("%(name)s: a customer has been served this round. One a round.") % {"name": name}


def _set_does_not_fit(data: Data, told: bool, names: Sequence[str]) -> str:
    if not told:
        return _unseen(data, names)
    wanted = wanted_said(data["wanted"])
    lacks = "; ".join(map(lack_said, data["lacks"]))
    return _("The customer wants something else (%(wanted)s): %(lacks)s.") % {
        "wanted": wanted,
        "lacks": lacks,
    }


def _card_in_debt(data: Data, told: bool, names: Sequence[str]) -> str:
    if not told:
        return _unseen(data, names)
    cards = next(lack.data["cards"] for lack in data["lacks"] if lack.code == "in_debt")
    return _("A card in debt goes to no customer. Redeem first: %(cards)s.") % {
        "cards": cards_named(cards, owing=True)
    }


def _plain(text: Callable[[], str]) -> Said:
    """A sentence that needs the numbers of the data and no more."""

    def said(data: Data, told: bool, names: Sequence[str]) -> str:
        shown = {
            name: signed(value) if isinstance(value, int) else typed(value)
            for name, value in data.items()
            if isinstance(value, int | str)
        }
        return text() % shown

    return said


_REFUSALS: Mapping[str, Said] = {
    "no_such_player": _no_such_player,
    "no_such_segment": lambda data, told, names: (
        _("There is no segment %(segment)s: they are %(first)s to %(last)s.")
        % {"segment": signed(data["segment"]), "first": ROMAN[0], "last": ROMAN[-1]}
    ),
    "colour_needed": _plain(lambda: _("Which colour rises? Name it.")),
    "left_below_zero": lambda data, told, names: (
        _("%(colour)s: %(count)s cards cannot be left. Count from 0.")
        % {
            "colour": headed(str(COLOUR_NAMES[data["colour"]])),
            "count": signed(data["count"]),
        }
    ),
    "already_finished": _plain(lambda: _("The game is already over.")),
    "no_such_round": _plain(lambda: _("There is no round %(round)s: they count from 1.")),
    "round_closed": _plain(
        lambda: _("Round %(round)s is already closed: round %(opened)s is being played.")
    ),
    "round_not_opened": _plain(
        lambda: _("Round %(round)s is not open yet: round %(opened)s is being played.")
    ),
    "tokens_below_zero": _tokens_below_zero,
    "no_such_tokens": _plain(lambda: _("Tokens count from 0: %(tokens)s cannot be.")),
    "too_many_cards": lambda data, told, names: (
        _("%(name)s: a hand holds at most %(most)s cards.")
        % {"name": name_of(names, data["player"]), "most": data["most"]}
    ),
    "too_many_bids": _plain(lambda: _("An auction has at most %(most)s bids, not %(count)s.")),
    "reason_too_long": _plain(
        lambda: _("A reason has at most %(most)s characters, this one has %(count)s.")
    ),
    "card_incomplete": _card_incomplete,
    "no_such_category": _no_such_category,
    "no_such_card": _plain(
        lambda: _("This box has no card %(id)s. Name it by colour and category.")
    ),
    "card_differs": lambda data, told, names: (
        _("Card %(id)s of this box is another one: %(card)s.")
        % {"id": typed(data["id"]), "card": card_name(data["card"])}
    ),
    "card_taken": _card_taken,
    "debt_below_zero": _plain(lambda: _("A debt is never below 0: %(debt)s cannot be.")),
    "no_free_purchase_token": lambda data, told, names: (
        _("%(name)s: no purchase token is free. Redeem or sell a card in debt first.")
        % {"name": name_of(names, data["player"])}
    ),
    "price_below_zero": _plain(lambda: _("A price is never below 0: %(price)s cannot be.")),
    "cash_too_dear": _cash_too_dear,
    "too_few_bidders": _plain(
        lambda: _("An auction takes two or more. One alone buys at the market price.")
    ),
    "bid_not_above_market": _bid(
        lambda: _("%(name)s: %(amount)s. A bid is above the market price, %(market)s.")
    ),
    "bid_not_above_last": _bid(
        lambda: _("%(name)s: %(amount)s. A bid is above the last one, %(last)s.")
    ),
    "bid_after_pass": _bid(lambda: _("%(name)s: passed before, so out of this auction.")),
    "leader_passes": _bid(lambda: _("%(name)s: leads with %(last)s, so there is nothing to pass.")),
    "not_complete": _not_complete,
    "no_such_card_held": _no_such_card_held,
    "card_named_twice": lambda data, told, names: (
        _("Named twice: %(card)s.") % {"card": meant_card(data["card"])}
        if told
        else _unseen(data, names)
    ),
    "no_cards_named": _plain(lambda: _("Which cards? Choose at least one.")),
    "no_card_but_a_debt": _plain(
        lambda: _("A debt without a card cannot be sold. It can be redeemed.")
    ),
    "no_debt": _no_debt,
    "redeem_too_dear": _redeem_too_dear,
    "sale_too_dear": _sale_too_dear,
    "no_such_customer": _plain(
        lambda: _("This box has no customer %(id)s. Describe the one on the table.")
    ),
    "customer_incomplete": _plain(
        lambda: _("The customer is not described in full: bonus, colours, number of kodiki.")
    ),
    "bonus_below_zero": _plain(lambda: _("A bonus is never below 0: %(bonus)s cannot be.")),
    "no_such_kodiki_count": lambda data, told, names: (
        _("A customer asks for %(fewest)s to %(most)s kodiki, not %(count)s.")
        % {"fewest": KODIKI[0], "most": KODIKI[-1], "count": signed(data["count"])}
    ),
    "customer_served": _customer_served,
    "second_customer": _second_customer,
    "set_does_not_fit": _set_does_not_fit,
    "card_in_debt": _card_in_debt,
    "count_not_everybody": _plain(
        lambda: _("The final count is of everybody: %(players)s play, counted are %(count)s.")
    ),
    "not_seven_prices": _plain(lambda: _("A row has seven prices, not %(count)s.")),
    "no_such_price": _plain(lambda: _("A price is 0 to %(highest)s, not %(price)s.")),
}


# -- what the way out does

_TELLING = ("tokens_below_zero", "set_does_not_fit", "card_in_debt")
"""Their ways out tell a balance, or that the cards are held."""

WayOutSaid = Callable[[Data, Mapping[str, Any], Sequence[str]], str]
"""A label from the refusal's data and the args of the way out."""


def _anyway(data: Data, args: Mapping[str, Any], names: Sequence[str]) -> str:
    return _("Record it anyway")


def _instead_of_debt(data: Data, args: Mapping[str, Any], names: Sequence[str]) -> str:
    """The first card in debt is redeemed; where the tokens do not cover it, sold anyway."""
    if "anyway" in args:
        return _anyway(data, args, names)
    lack = next(lack for lack in data["lacks"] if lack.code == "in_debt")
    first = lack.data["cards"][0]
    return _("Redeem: %(card)s") % {"card": owed_card(first)}


_WAYS_OUT: Mapping[str, WayOutSaid] = {
    "tokens_below_zero": lambda data, args, names: (
        _("%(name)s: only %(delta)s")
        % {"name": name_of(names, data["player"]), "delta": gained(args["delta"])}
    ),
    "round_not_opened": lambda data, args, names: (
        _("Close round %(round)s") % {"round": args["round"]}
    ),
    "card_differs": lambda data, args, names: (
        _("Take it: %(card)s") % {"card": card_name(data["card"])}
    ),
    "card_taken": lambda data, args, names: (
        _("Another one: %(card)s") % {"card": card_name(data["card"])}
    ),
    "no_free_purchase_token": lambda data, args, names: _("Buy anyway"),
    "cash_too_dear": lambda data, args, names: (
        _("On credit for %(price)s") % {"price": data["price"]}
    ),
    "too_few_bidders": lambda data, args, names: (
        _("At the market price: %(name)s") % {"name": name_of(names, args["player"])}
    ),
    "not_complete": lambda data, args, names: (
        _("Pass: %(names)s") % {"names": names_of(names, data["waiting"])}
    ),
    "customer_served": lambda data, args, names: _("Sell to a like customer"),
    "second_customer": lambda data, args, names: _("Sell anyway"),
    "set_does_not_fit": lambda data, args, names: _("Sell anyway"),
    "card_in_debt": _instead_of_debt,
}


# -- notices


def _of(text: Callable[[], str]) -> Said:
    """A sentence about a player."""

    def said(data: Data, told: bool, names: Sequence[str]) -> str:
        return text() % {"name": name_of(names, data["player"])}

    return said


_NOTICES: Mapping[str, Said] = {
    "second_event": _plain(lambda: _("Round %(round)s has had its event already.")),
    "second_reaction": lambda data, told, names: (
        _("%(track)s: the market has reacted this round already.")
        % {"track": TRACK_NAMES[data["track"]]}
    ),
    "past_last_round": _plain(
        lambda: _("Round %(round)s: by the rules the virus comes in round 10 at the latest.")
    ),
    "redeem_after_virus": _of(
        lambda: _("%(name)s: redeemed after the end. The debt counted against the tokens anyway.")
    ),
    "not_market_price": _plain(lambda: _("The market price is %(market)s, recorded is %(price)s.")),
    "no_free_purchase_token": _of(lambda: _("%(name)s: bought without a free purchase token.")),
    "second_customer": _of(lambda: _("%(name)s: the second customer in one round.")),
    "set_does_not_fit": _set_does_not_fit,
    "card_in_debt": _of(lambda: _("%(name)s: a card in debt went to a customer.")),
    "bids_out_of_order": _of(lambda: _("%(name)s: spoke out of turn.")),
    "bid_not_above_market": _REFUSALS["bid_not_above_market"],
    "bid_not_above_last": _REFUSALS["bid_not_above_last"],
    "bid_after_pass": _of(lambda: _("%(name)s: spoke again after a pass.")),
    "leader_passes": _of(lambda: _("%(name)s: passed while leading.")),
    "not_complete": lambda data, told, names: (
        _("The auction was ended early. Not asked again: %(names)s.")
        % {"names": names_of(names, data["waiting"])}
    ),
}
