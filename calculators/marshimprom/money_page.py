"""Money: from and to the bank, between players, for substances, and put right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from calculators.marshimprom.pages import address
from calculators.marshimprom.rules import CARD_PRICE
from calculators.marshimprom.saying import REASONS, place_name
from calculators.marshimprom.screen import chosen_player
from calculators.marshimprom.sheet import by_name, ordered_places
from calculators.marshimprom.state import State
from companion.games import Eyes

PARTS = ("bank", "sell", "trade", "exact")


def money_page(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """A player's money. `part` chooses what is done with it, `player` whose it is.

    What was typed and could not be read comes back as `amount`, `money` and the rest.
    """
    player = chosen_player(state, eyes, query)
    part = next((each for each in PARTS if each == query.get("part")), PARTS[0])
    money = state.players[player].money
    return {
        "player": player,
        "name": names[player],
        "money": money,
        "bank": state.bank,
        "warehouse": state.warehouse,
        "part": part,
        "parts": [
            {
                "part": each,
                "label": _part_said(each),
                "query": address(player=player, part=each),
                "chosen": each == part,
            }
            for each in PARTS
        ],
        "others": [
            {
                "player": each,
                "name": names[each],
                "money": state.players[each].money,
                "query": address(player=each, part=part),
                "current": each == player,
            }
            for each in state.numbers
        ],
        "sold": [_payment(player, cards, "raw") for cards in range(1, state.options.hold + 1)],
        "bought": [_payment(player, -CARD_PRICE * cards, "warehouse") for cards in (1, 2, 3)],
        "reasons": [
            {"value": each, "label": REASONS[each], "chosen": each == query.get("reason", "other")}
            for each in REASONS
        ],
        "amount": query.get("amount", "")[:60],
        "exact": query.get("money", str(money))[:60],
        "sales": sales(state, player),
        "takers": [
            {
                "player": each,
                "name": names[each],
                "chosen": str(each) == query.get("to_player", str(_next(state, player))),
            }
            for each in state.numbers
            if each != player
        ],
    }


def _part_said(part: str) -> str:
    return {
        "bank": pgettext("money", "Bank"),
        "sell": pgettext("money", "Sale"),
        "trade": pgettext("money", "Pay"),
        "exact": pgettext("money", "Exact"),
    }[part]


def _payment(player: int, amount: int, reason: str) -> dict[str, Any]:
    """A key that pays at once: "+3" for three raw cards."""
    return {
        "label": f"+{amount}" if amount > 0 else f"−{-amount}",
        "args": {"player": player, "amount": amount, "reason": reason},
    }


def _next(state: State, player: int) -> int:
    return (player + 1) % len(state.players)


def sales(state: State, player: int) -> list[dict[str, Any]]:
    """Every substance under a chip of the player, with the key that sells one of it."""
    return [
        {
            "name": substance,
            "place": place_name(place),
            "count": count,
            "price": state.prices[substance],
            "args": {"player": player, "substance": substance, "place": place},
            "said": _("Sell: %(substance)s, %(place)s")
            % {
                "substance": substance,
                "place": place_name(place),
            },
        }
        for place in ordered_places(state)
        for substance in by_name(state)
        if (count := state.chips_at(player, substance, place))
    ]
