"""Putting the record right: what the board, the money and the shares really are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from calculators.akcioner.addresses import address, asked_player, other_players
from calculators.akcioner.cards import COMPANIES
from calculators.akcioner.effect import PRICES
from calculators.akcioner.forms import LARGEST, read_company
from calculators.akcioner.saying import company_name
from calculators.akcioner.state import State
from companion.games import Eyes


def correct_page(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """What the board, the money and the shares really are.

    `what` in the address: price, cash or shares; `company` and `player` say whose.
    """
    what = next((each for each in ("cash", "shares") if each == query.get("what")), "price")
    player = asked_player(state, query)
    company = read_company(query.get("company")) or COMPANIES[0]
    owner = state.owners[player]
    now = owner.cash if what == "cash" else owner.of(company)
    return {
        "what": what,
        "player": player,
        "name": names[player],
        "company": company,
        "company_name": company_name(company),
        "price": state.price(company),
        "prices": [(price, price == state.price(company)) for price in reversed(PRICES)],
        "companies": [
            {
                "company": each,
                "name": company_name(each),
                "price": state.price(each),
                "count": owner.of(each),
                "prices_query": address(what="price", company=each),
                "shares_query": address(what="shares", player=player, company=each),
                "current": each == company,
            }
            for each in COMPANIES
        ],
        "cash": owner.cash,
        "cash_query": address(what="cash", player=player),
        "prices_query": address(what="price", company=company),
        "now": now,
        "was": now if now <= LARGEST else None,
        "typed": query.get("cash" if what == "cash" else "count", "")[:60],
        "others": other_players(
            state, player, names, what="cash" if what == "price" else what, company=company
        ),
    }
