"""Putting the record right: what the board, the money and the shares really are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from calculators.akcioner.addresses import asked_player, other_players
from calculators.akcioner.cards import COMPANIES, Company
from calculators.akcioner.effect import PRICES
from calculators.akcioner.forms import LARGEST, read_company
from calculators.akcioner.saying import company_name
from calculators.akcioner.state import State
from companion.games import Eyes


def correct_page(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """What the board, the money and the shares really are.

    `what` in the address: price, or people; `player` says whose money and shares. What was
    typed and could not be read comes back as `cash`, or as `count` of `company`.
    """
    player = asked_player(state, query)
    company = read_company(query.get("company"))
    owner = state.owners[player]
    return {
        "what": "people" if query.get("what") == "people" else "price",
        "player": player,
        "name": names[player],
        "companies": [
            {
                "company": each,
                "name": company_name(each),
                "price": state.price(each),
                "chosen": each == (company or COMPANIES[0]),
                **_typed_over(owner.of(each), query.get("count") if each == company else None),
            }
            for each in COMPANIES
        ],
        "prices": [(price, _standing_at(state, price)) for price in reversed(PRICES)],
        "cash": _typed_over(owner.cash, query.get("cash")),
        "others": other_players(state, player, names, what="people"),
    }


def _typed_over(now: int, typed: str | None) -> dict[str, Any]:
    """A field: what stands there, what to compare with, what was typed instead.

    A number that no move can hold is not compared.
    """
    return {
        "now": now,
        "was": now if now <= LARGEST else None,
        "typed": str(now) if typed is None else typed[:60],
    }


def _standing_at(state: State, price: int) -> list[Company]:
    """The companies whose price that is."""
    return [company for company in COMPANIES if state.price(company) == price]
