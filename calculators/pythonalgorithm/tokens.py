"""The token counter: everybody's tokens, debts, purchase tokens and cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from calculators.pythonalgorithm.card_choice import shown_card
from calculators.pythonalgorithm.eyes import hidden, shown_hand
from calculators.pythonalgorithm.hand import name_of
from calculators.pythonalgorithm.state import State
from calculators.pythonalgorithm.trade_pages import chosen_player, purchase_tokens, purse
from companion.games import Eyes
from companion.signs import gained

QUICK = (-5, -1, 1, 5, 10)
"""What the quick keys in the thumb zone add."""


def tokens(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """All that the tokens tab draws, as far as these eyes may see it.

    `player` in the query is chosen first, else one's own seat; `sheet=amount` opens the
    amount where there is no script.
    """
    chosen = chosen_player(state, eyes, query)
    return {
        "players": [
            {"chosen": player == chosen, **_player(state, eyes, names, player)}
            for player in range(state.players)
        ],
        "debts": list(_debts(state, eyes, names)),
        "amount": query.get("sheet") == "amount",
        "concealed": state.concealed,
    }


def _player(state: State, eyes: Eyes, names: Sequence[str], player: int) -> dict[str, Any]:
    """One player's counter, with its keys, and cards."""
    tokens = purse(state, eyes, player)
    cards = shown_hand(state, eyes, player)
    return {
        "player": player,
        "name": names[player],
        "tokens": tokens,
        "was": msgspec.json.encode(tokens).decode(),
        "hidden": hidden(state, eyes, player),
        "debt": state.debts[player],
        "keys": [(gained(delta), {"player": player, "delta": delta}) for delta in QUICK],
        "purchase_tokens": purchase_tokens(state, player),
        "cards": [shown_card(state, card) for card in cards],
        "worth": sum(state.price_of(card) for card in cards if not card.bare),
    }


def _debts(state: State, eyes: Eyes, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Every debt to the bank, and what is missing to redeem it; debts lie open to all."""
    for player, hand in enumerate(state.hands):
        tokens = purse(state, eyes, player)
        for card in hand:
            if card.debt:
                missing = 0 if tokens is None else max(0, card.debt - tokens)
                yield {
                    "player": player,
                    "name": names[player],
                    "card": shown_card(state, card),
                    "debt": card.debt,
                    "missing": missing,
                    "args": {"player": player, "card": name_of(card)},
                }
