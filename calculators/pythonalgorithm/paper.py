"""The play for those who only look: on a big screen, and on a sheet of paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from calculators.pythonalgorithm.chips import COLOURS, TRACKS, Track, roman
from calculators.pythonalgorithm.customers import wanted_of
from calculators.pythonalgorithm.eyes import hidden, shown_hand
from calculators.pythonalgorithm.guide import SALES, likely_step, seller
from calculators.pythonalgorithm.hand import Card
from calculators.pythonalgorithm.market import meter
from calculators.pythonalgorithm.previews import track_drawn
from calculators.pythonalgorithm.saying import TRACK_NAMES, headed, owed_card, wanted_said
from calculators.pythonalgorithm.state import State
from companion.games import Eyes
from companion.signs import signed

TWO_ROWS = 4
"""How many players stand two by two around the prices."""


def watch(state: State, eyes: Eyes, names: Sequence[str]) -> dict[str, Any]:
    """Prices now, both tracks, the virus, and every player's tokens as far as they are open."""
    half = (state.players + 1) // 2
    players = [_watched(state, eyes, player, names) for player in range(state.players)]
    return {
        "round": state.round,
        "heads": [
            (colour, *(roman(state.tracks.of(track).of(colour)) for track in TRACKS))
            for colour in COLOURS
        ],
        "rows": [
            (category, [state.market("templates", colour, category) for colour in COLOURS])
            for category in state.prices.templates
        ],
        "kodiki": [state.market("kodiki", colour) for colour in COLOURS],
        "tracks": [track_drawn(state, track) for track in TRACKS],
        "virus": meter(state),
        "many": state.players > TWO_ROWS,
        "far": players[:half],
        "near": players[half:],
    }


def _watched(state: State, eyes: Eyes, player: int, names: Sequence[str]) -> dict[str, Any]:
    selling = not state.over and likely_step(state) == SALES
    return {
        "player": player,
        "name": names[player],
        "tokens": None if hidden(state, eyes, player) else state.tokens[player],
        "debt": state.debts[player],
        "now": selling and seller(state) == player,
        "first": player == state.first and not state.over,
    }


def paper(state: State, eyes: Eyes, names: Sequence[str]) -> dict[str, Any]:
    """Every player's sum and cards, and the prices of this table, as they stand on the sheet."""
    return {
        "round": state.round,
        "players": [
            {
                "player": player,
                "name": names[player],
                "terms": _terms(state, player),
                "points": signed(state.points[player]),
                "hidden": hidden(state, eyes, player),
                "cards": [_card(state, card) for card in shown_hand(state, eyes, player)],
            }
            for player in range(state.players)
        ],
        "boards": [_board(state, track) for track in TRACKS],
        "served": [
            (wanted_said(wanted_of(customer)), customer.task, names[state.served[customer.id]])
            for customer in state.box.customers
            if customer.id in state.served
        ],
    }


def _terms(state: State, player: int) -> list[tuple[str, str, str]]:
    """A player's points as terms of a sum: 113 tokens − 26 debt."""
    terms = [("", signed(state.tokens[player]), _("tokens"))]
    if state.debts[player]:
        terms.append(("−", str(state.debts[player]), _("debts")))
    return terms


def _card(state: State, card: Card) -> tuple[str | None, str, str]:
    """A held card: its colour, what it is, and its market price now ("" for a bare debt)."""
    price = "" if card.bare else str(state.price_of(card))
    return card.colour, headed(owed_card(card)), price


def _board(state: State, track: Track) -> dict[str, Any]:
    """A track's prices, row by row, and whose chip stands above which."""
    chips = state.tracks.of(track)
    categories = tuple(state.prices.templates) if track == "templates" else (None,)
    return {
        "title": str(TRACK_NAMES[track]),
        "heads": [(roman(segment), chips.standing(segment)) for segment in range(1, 8)],
        "rows": [(category, state.prices.row(track, category)) for category in categories],
    }
