"""Buying and selling, with the whole sum before it is recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from calculators.akcioner.addresses import address, asked_player, other_players
from calculators.akcioner.cards import COMPANIES, Company
from calculators.akcioner.forms import LARGEST, read_company, read_count
from calculators.akcioner.saying import shares_said
from calculators.akcioner.state import State
from calculators.akcioner.working import share_word
from companion.games import Eyes
from companion.signs import signed

Side = Literal["buy", "sell"]
SIDES: tuple[Side, ...] = ("buy", "sell")


def trade_page(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """A purchase or a sale before it is recorded: the sum, the most there can be, the lock.

    `player`, `side`, `company` and `count` in the address choose; `count` is as it was
    typed, and what is no number is said.
    """
    player = asked_player(state, query)
    side: Side = "sell" if query.get("side") == "sell" else "buy"
    company = read_company(query.get("company")) or _first_possible(state, player, side)
    typed = query.get("count", "1")
    count, fault = read_count(typed)
    most = _most(state, player, side, company)
    return {
        "player": player,
        "name": names[player],
        "step": _step_said(state, player),
        "cash": state.owners[player].cash,
        "side": side,
        "company": company,
        "companies": [
            {
                "company": each,
                "price": state.price(each),
                "held": state.owners[player].of(each),
                "chosen": each == company,
            }
            for each in COMPANIES
        ],
        "price": state.price(company),
        "typed": typed[:60],
        "fault": fault,
        "most": most,
        "all": address(player=player, side=side, company=company, count=most) if most else "",
        "others": other_players(state, player, names, side=side, company=company),
        "sum": _sum(state, player, side, company, count) if count else None,
        "reason": _reason(state, player, side, company, count or 1, names),
        "lock": _lock(state, player, company) if side == "sell" else None,
        "keys": {each: _key(each, company, count, state.price(company)) for each in SIDES},
    }


def _first_possible(state: State, player: int, side: Side) -> Company:
    """The first company of which one can be bought or sold."""
    possible = (each for each in COMPANIES if _most(state, player, side, each))
    return next(possible, COMPANIES[0])


def _most(state: State, player: int, side: Side, company: Company) -> int:
    """How many shares can be bought with all the money, or sold now."""
    if side == "sell":
        return min(state.may_sell(player, company), LARGEST)
    return min(state.owners[player].cash // state.price(company), LARGEST)


def _step_said(state: State, player: int) -> str:
    """Where in their turn a player trades."""
    match state.step_of(player):
        case 1 if player == state.turn.player:
            return _("step 1, before the card")
        case 3:
            return _("step 3, after the card")
        case 1:
            return _("before the own turn")
        case _:
            return _("after the own turn")


def _sum(state: State, player: int, side: Side, company: Company, count: int) -> dict[str, Any]:
    """Money before and after: 240 − 10 × 24 = 0."""
    cash, price = state.owners[player].cash, state.price(company)
    change = -price * count if side == "buy" else price * count
    return {
        "cash": cash,
        "sign": "−" if side == "buy" else "+",
        "price": price,
        "count": count,
        "word": share_word(count),
        "after": signed(cash + change),
        "short": cash + change < 0,
    }


def _reason(
    state: State, player: int, side: Side, company: Company, count: int, names: Sequence[str]
) -> str:
    """Why so many cannot be bought or sold, as it will be said if they are recorded."""
    cash, price = state.owners[player].cash, state.price(company)
    held = state.owners[player].of(company)
    if state.no_trade(player):
        return _("This is the turn of the last card: by this table’s setting no trade.")
    if side == "buy" and price * count > cash:
        told = {"cash": cash, "cost": price * count}
        return _("Costs %(cost)s, the money is %(cash)s.") % told
    if side == "sell" and count > held:
        return _("To be had: %(shares)s.") % {"shares": shares_said(company, held)}
    return ""


def _lock(state: State, player: int, company: Company) -> dict[str, Any] | None:
    """What of step 1 is locked in step 3, with its subtraction; None if nothing is."""
    locked = state.locked(player, company)
    if not locked:
        return None
    held = state.owners[player].of(company)
    bought = state.bought_in_step_1(player, company)
    sold = state.sold_in_step_1(player, company)
    return {
        "locked": shares_said(company, min(locked, held)),
        "held": held,
        "bought": bought,
        "sold": sold if state.options.lock == "net" else 0,
        "may": state.may_sell(player, company),
    }


def _key(side: Side, company: Company, count: int | None, price: int) -> str:
    """The whole sentence with its sum: "Buy: 24 yellow shares for 240"."""
    if count is None:
        return pgettext("shares", "Buy") if side == "buy" else pgettext("shares", "Sell")
    told = {"shares": shares_said(company, count), "sum": price * count}
    if side == "buy":
        return _("Buy: %(shares)s for %(sum)s") % told
    return _("Sell: %(shares)s for %(sum)s") % told
