"""The working of a sum: how an expedition's points came about, in terms and words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from calculators.lost_cities.rules import (
    BONUS,
    BONUS_CARDS,
    CONTRACTS,
    COST,
    NUMBERS,
    Expedition,
    Side,
    State,
    score,
)
from companion.signs import signed

COLOUR_CARDS = len(NUMBERS) + CONTRACTS


def working_of(state: State, number: int, player: int, name: str) -> dict[str, Any]:
    """How a side's points of a round came about, expedition by expedition."""
    sides = state.rounds[number - 1]
    side, other = sides[player], sides[1 - player]
    return {
        "player": player,
        "name": name,
        "points": signed(side.counted),
        "total": signed(side.total),
        "by_hand": side.by_hand is not None,
        "lines": [
            {
                "colour": colour,
                "hints": _hints(side.expeditions[place], other.expeditions[place]),
                **written(side.expeditions[place]),
            }
            for place, colour in enumerate(state.colours)
        ],
    }


def written(expedition: Expedition) -> dict[str, Any]:
    """An expedition as it is written down.

    `terms` are (sign before, number, what it is): (27 − 20) × 2 + 20; `sum` is
    the same in one line, `cards` are its contracts and numbers.
    """
    terms = _terms(expedition) if expedition.begun else []
    numbers = " ".join(map(str, sorted(expedition.numbers)))
    return {
        "terms": terms,
        "sum": " ".join(f"{sign} {number}".strip() for sign, number, _word in terms),
        "cards": f"{'◆' * expedition.contracts} {numbers}".strip(),
        "points": signed(points_of(expedition)),
    }


def _terms(expedition: Expedition) -> list[tuple[str, str, str]]:
    counted = score(expedition.numbers, expedition.contracts)
    opening, closing = ("(", ")") if expedition.contracts else ("", "")
    terms = [
        ("", f"{opening}{counted.sum}", pgettext("expedition", "numbers")),
        ("−", f"{COST}{closing}", pgettext("expedition", "cost")),
    ]
    if expedition.contracts:
        terms.append(("×", str(counted.factor), _contract_count(expedition.contracts)))
    if counted.bonus:
        terms.append(("+", str(BONUS), _card_count(expedition.cards)))
    return terms


def _contract_count(count: int) -> str:
    return ngettext("%(count)s contract", "%(count)s contracts", count) % {"count": count}


def _card_count(count: int) -> str:
    return ngettext("%(count)s card", "%(count)s cards", count) % {"count": count}


def _hints(mine: Expedition, theirs: Expedition) -> list[str]:
    """How far it is to zero and to the bonus; no bonus where too few cards are left."""
    if not mine.begun:
        return []
    hints = []
    short = COST - sum(mine.numbers)
    if short > 0:
        hints.append(
            _("Cost %(cost)s, %(short)s to break even")
            % {"cost": COST * (mine.contracts + 1), "short": short}
        )
    missing = BONUS_CARDS - mine.cards
    if missing > 0 and COLOUR_CARDS - theirs.cards >= BONUS_CARDS:
        hints.append(
            ngettext("%(count)s more card for +20", "%(count)s more cards for +20", missing)
            % {"count": missing}
        )
    return hints


def points_of(expedition: Expedition) -> int:
    return score(expedition.numbers, expedition.contracts).points


def round_points(sides: Sequence[Side]) -> list[dict[str, Any]]:
    return [{"points": signed(side.total), "by_hand": side.by_hand is not None} for side in sides]
