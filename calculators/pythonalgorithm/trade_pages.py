"""Pages of trade: one buyer buys a card, one player sells cards, a hand is put right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from calculators.pythonalgorithm.card_choice import (
    chosen_card,
    fields_of_new,
    shown_card,
)
from calculators.pythonalgorithm.check_address import address_of
from calculators.pythonalgorithm.eyes import hidden, shown_hand
from calculators.pythonalgorithm.forms import SetHandForm
from calculators.pythonalgorithm.hand import Card, name_of
from calculators.pythonalgorithm.saying import card_name, headed
from calculators.pythonalgorithm.state import State
from companion.games import Eyes
from companion.signs import signed


def chosen_player(state: State, eyes: Eyes, query: Mapping[str, str]) -> int:
    """The player that the address names, else one's own, else the first."""
    wanted = query.get("player", "")
    named = {str(player): player for player in range(state.players)}
    own = eyes if isinstance(eyes, int) else 0
    return named.get(wanted, own)


def people(state: State, names: Sequence[str], chosen: int) -> list[tuple[int, str, bool]]:
    """Every player, and whether it is the chosen one."""
    return [(player, names[player], player == chosen) for player in range(state.players)]


def purse(state: State, eyes: Eyes, player: int) -> int | None:
    """A player's tokens, None where these eyes may not see them."""
    return None if hidden(state, eyes, player) else state.tokens[player]


def purchase_tokens(state: State, player: int) -> dict[str, Any]:
    """A player's purchase tokens: how many are free, and a pip for each."""
    owned = state.options.purchase_tokens or 0
    free = state.free(player)
    return {"free": free, "owned": owned, "pips": [pip < free for pip in range(owned)]}


# -- one buyer


def purchase(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """A purchase by one player: the price, what it leaves, cash or on credit.

    `player`, `what`, `colour`, `number` and `id` stand in the address.
    """
    player = chosen_player(state, eyes, query)
    choice = chosen_card(state, query)
    return {
        "buyers": people(state, names, player),
        "card": choice.fields(state),
        "deal": choice.card and _deal(state, eyes, query, names, player, choice.card),
    }


def _deal(
    state: State,
    eyes: Eyes,
    query: Mapping[str, str],
    names: Sequence[str],
    player: int,
    card: Card,
) -> dict[str, Any]:
    """What buying this card means for this player. A typed price is kept as it was typed."""
    market = state.price_of(card)
    tokens = purse(state, eyes, player)
    return {
        "player": player,
        "name": names[player],
        "card": shown_card(state, card),
        "fields": fields_of_new(card),
        "market": market,
        "price": query.get("price") or market,
        "tokens": tokens,
        "after": None if tokens is None else signed(tokens - market),
        "missing": 0 if tokens is None else max(0, market - tokens),
        "purchase_tokens": purchase_tokens(state, player),
        "round": state.round,
    }


# -- selling to the market


def sale(state: State, eyes: Eyes, query: QueryDict, names: Sequence[str]) -> dict[str, Any]:
    """A sale to the market: which cards (`tick` in the address), and the sum of all.

    A card is ticked by its name, so that it stays the same card whatever else happens.
    """
    player = chosen_player(state, eyes, query)
    named = _named(card for card in shown_hand(state, eyes, player) if not card.bare)
    ticks = [tick for tick in query.getlist("tick") if tick]
    sold = [card for name, card in named.items() if name in ticks]
    return {
        "sellers": [
            (each, name, chosen, urlencode({"player": each}))
            for each, name, chosen in people(state, names, player)
        ],
        "seller": player,
        "name": names[player],
        "hidden": hidden(state, eyes, player),
        "cards": [
            {"tick": name, "ticked": name in ticks, **shown_card(state, card)}
            for name, card in named.items()
        ],
        "gone": len(set(ticks) - set(named)),
        "sum": _sum(state, eyes, player, sold) if sold else None,
    }


def _named(cards: Iterable[Card]) -> dict[str, Card]:
    """Cards by the names they have in the address; equal ones are numbered."""
    seen: Counter[str] = Counter()
    named = {}
    for card in cards:
        name = address_of(card)
        seen[name] += 1
        named[name if seen[name] == 1 else f"{name}~{seen[name]}"] = card
    return named


def _sum(state: State, eyes: Eyes, player: int, cards: Sequence[Card]) -> dict[str, Any]:
    """All prices less all debts, and what the player has then."""
    prices = [state.price_of(card) for card in cards]
    debts = [card.debt for card in cards if card.debt]
    total = sum(prices) - sum(debts)
    tokens = purse(state, eyes, player)
    after = None if tokens is None else tokens + total
    terms = [
        ("+" if place else "", str(price), headed(card_name(card)))
        for place, (price, card) in enumerate(zip(prices, cards, strict=True))
    ]
    terms += [("−", str(debt), _("debt")) for debt in debts]
    return {
        "terms": terms if len(terms) > 1 else [],
        "total": signed(total),
        "gain": total,
        "tokens": tokens,
        "sign": "−" if total < 0 else "+",
        "change": abs(total),
        "after": None if after is None else signed(after),
        "missing": 0 if after is None else max(0, -after),
        "args": {"player": player, "cards": [name_of(card) for card in cards]},
    }


# -- the cards that a player really holds


def hand(state: State, eyes: Eyes, query: QueryDict, names: Sequence[str]) -> dict[str, Any]:
    """A player's cards as rows of fields, to be put right; none for a hand that is hidden.

    What was typed and refused stands in the query, so that it is not lost.
    """
    player = chosen_player(state, eyes, query)
    unseen = hidden(state, eyes, player)
    return {
        "holder": player,
        "name": names[player],
        "hidden": unseen,
        "rows": [] if unseen else list(_rows(_hand_form(state, query, names, player))),
    }


def _hand_form(state: State, query: QueryDict, names: Sequence[str], player: int) -> SetHandForm:
    """The form with what was typed, else with the cards as they are recorded."""
    told = [
        {name: value for name, value in name_of(card).items() if name != "debt" or value}
        for card in state.hands[player]
    ]
    return SetHandForm(
        query if "card-0-what" in query else None,
        players=names,
        options={"box": state.options.box},
        initial={"player": player, "cards": told},
    )


def _rows(form: SetHandForm) -> Iterator[list[Any]]:
    """The form's fields, card by card: what it is, its colour, its number or id, its debt."""
    for name in form.fields:
        if name.endswith("-what"):
            row = name.removesuffix("what")
            yield [form[row + field] for field in ("what", "colour", "text", "debt")]
