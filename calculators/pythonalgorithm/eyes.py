"""What each pair of eyes may see of a play of PythonAlgorithm. Pure.

Where balances are hidden until the end, the others see prices, bids, payments and
the cards in debt, which lie open, but no balance, no points and no other card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from calculators.pythonalgorithm.chips import COLOURS, TRACKS, Chips
from calculators.pythonalgorithm.hand import Card, Hand
from calculators.pythonalgorithm.state import State
from companion.games import Eyes, Standing, places


def hidden(state: State, eyes: Eyes, player: int) -> bool:
    """Whether a player's tokens and cards without debt are hidden from these eyes now."""
    return state.concealed and eyes not in (player, "everything")


def sees(state: State, eyes: Eyes) -> Eyes:
    """Whose eyes words are for: everything may be told once nothing is hidden."""
    return eyes if state.concealed else "everything"


def secret(what: str, args: Mapping[str, Any], state: State, eyes: Eyes) -> bool:
    """Whether the args of this move tell what is hidden from these eyes now.

    Another's balance and hand, and a final count that was taken back.
    """
    if not state.concealed or eyes == "everything":
        return False
    if what == "finish":
        return args.get("count") is not None
    return what in ("tokens", "set_tokens", "set_hand") and args.get("player") != eyes


def view(state: State, eyes: Eyes) -> dict[str, Any]:
    """The play as JSON, as these eyes may see it: what is hidden is null or left out."""
    return {
        "round": state.round,
        "tokens": [
            None if hidden(state, eyes, player) else tokens
            for player, tokens in enumerate(state.tokens)
        ],
        "chips": {track: _chips_view(state.tracks.of(track)) for track in TRACKS},
        "hands": [
            [_card_view(card) for card in shown_hand(state, eyes, player)]
            for player in range(state.players)
        ],
        "purchase_tokens_free": [state.free(player) for player in range(state.players)],
        "virus_chance": state.virus_chance,
        "first": state.first,
        "last": {
            "payments": [dict(vars(payment)) for payment in state.last.payments],
            "moved": [
                {
                    "track": shift.track,
                    "colour": shift.colour,
                    "from": shift.origin,
                    "to": shift.goal,
                }
                for shift in state.last.shifts
                if shift.moves
            ],
        },
        "over": state.over,
    }


def shown_hand(state: State, eyes: Eyes, player: int) -> Hand:
    """A player's cards that these eyes may see: cards in debt lie open."""
    hand = state.hands[player]
    if hidden(state, eyes, player):
        return tuple(card for card in hand if card.debt)
    return hand


def _chips_view(chips: Chips) -> dict[str, int]:
    return {colour: chips.of(colour) for colour in COLOURS}


def _card_view(card: Card) -> dict[str, Any]:
    """A bare debt is only a debt; number and id stand where they are known."""
    if card.bare:
        return {"debt": card.debt}
    shown = dict(vars(card))
    for name in ("number", "id"):
        if shown[name] is None:
            del shown[name]
    return shown


def standings(state: State, eyes: Eyes) -> list[Standing]:
    """Most tokens less debts win; equal ones are a draw. Hidden points have no places."""
    points = state.points
    ranking = places(points)
    closed = any(hidden(state, eyes, player) for player in range(state.players))
    return [
        Standing(
            player,
            None if hidden(state, eyes, player) else points[player],
            None if closed else ranking[player],
        )
        for player in range(state.players)
    ]
