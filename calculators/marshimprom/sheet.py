"""A player's score sheet: substances by rows, places by columns, the sum of it all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from calculators.marshimprom.account import Account
from calculators.marshimprom.saying import place_name
from calculators.marshimprom.state import OTHER, OWN, SHARED, State, mission_of, mission_place


def score(state: State, player: int, place: str, names: Sequence[str]) -> dict[str, Any]:
    """A player's total as a sum, and every substance with the chips on it at one place."""
    chosen = place if place in state.places else OWN
    account = state.account(player)
    used = state.players[player].chips_used
    return {
        "player": player,
        "name": names[player],
        "total": account.score,
        "terms": terms(account),
        "used": used,
        "chips": state.options.chips,
        "crew": [number < used for number in range(state.options.chips)],
        "free": state.chips_free(player),
        "columns": [
            _column(state, player, account, each, chosen) for each in ordered_places(state)
        ],
        "place": chosen,
        "place_name": place_name(chosen),
        "counts_nothing": chosen == OTHER,
        "doubled": _doubled(state, chosen),
        "rows": [_row(state, player, each, chosen) for each in by_name(state)],
    }


def by_name(state: State) -> list[str]:
    """The known substances as one looks for them: by the alphabet."""
    return sorted(state.prices, key=lambda name: (name.casefold(), name))


def ordered_places(state: State) -> list[str]:
    """The places as columns: own, shared, the missions, and last what counts nothing."""
    return [OWN, SHARED, *map(mission_place, state.missions), OTHER]


def _doubled(state: State, place: str) -> bool:
    mission = mission_of(place)
    return mission is not None and state.is_complete(mission)


def _column(state: State, player: int, account: Account, place: str, chosen: str) -> dict[str, Any]:
    doubled, points = _doubled(state, place), points_at(account, place)
    name = place_name(place)
    return {
        "place": place,
        "query": f"player={player}&place={place}",
        "short": place_short(place),
        "said": f"{name}, {_('complete, × 2')}: {points}" if doubled else f"{name}: {points}",
        "points": points,
        "doubled": doubled,
        "chosen": place == chosen,
    }


def points_at(account: Account, place: str) -> int:
    """What the chips at a place count."""
    mission = mission_of(place)
    if mission is not None:
        return account.missions[mission - 1].score
    return {OWN: account.own, SHARED: account.shared}.get(place, 0)


def _row(state: State, player: int, substance: str, place: str) -> dict[str, Any]:
    """A substance: its price, a stepper for its chips here, where else it has some."""
    price, here = state.prices[substance], state.chips_at(player, substance, place)
    doubled = _doubled(state, place)
    each = 0 if place == OTHER else price * (2 if doubled else 1)
    costs = _("%(price)s mR") % {"price": price}
    return {
        "name": substance,
        "costs": f"{costs} × 2" if doubled else costs,
        "worth": each * here,
        "awaited": state.awaited_on(substance) if mission_of(place) is None else None,
        "step": chips_step(player, substance, place, here),
        "elsewhere": [
            f"{place_short(other)}: {count}"
            for other in ordered_places(state)
            if other != place and (count := state.chips_at(player, substance, other))
        ],
    }


def chips_step(player: int, substance: str, place: str, count: int) -> dict[str, Any]:
    """A stepper that says how many chips there shall be."""
    spot = {"player": player, "substance": substance, "place": place}
    return {
        "field": "count",
        "count": count,
        "label": _("Chips: %(substance)s") % {"substance": substance},
        "less": {**spot, "count": max(0, count - 1)},
        "more": {**spot, "count": count + 1},
    }


def terms(account: Account) -> list[tuple[str, str, str]]:
    """A score as a sum, each term with the sign before it: 12 own + 3 shared + 6 × 2 …"""
    parts = [
        (str(account.own), pgettext("plants", "own")),
        (str(account.shared), pgettext("plants", "shared")),
        (_on_missions(account), _("missions")),
        (str(account.money), pgettext("capital", "money")),
    ]
    return [("+" if place else "", *part) for place, part in enumerate(parts)]


def _on_missions(account: Account) -> str:
    """Missions that count once, and those that count double: "5 + 6 × 2"."""
    once = sum(each.value for each in account.missions if not each.doubled)
    twice = sum(each.value for each in account.missions if each.doubled)
    if not twice:
        return str(once)
    return f"{once} + {twice} × 2" if once else f"{twice} × 2"


def place_short(place: str) -> str:
    """A place as a column's head: "own", "M2"."""
    mission = mission_of(place)
    if mission is not None:
        return pgettext("mission", "M%(mission)s") % {"mission": mission}
    return {
        OWN: pgettext("plants", "own"),
        SHARED: pgettext("plants", "shared"),
        OTHER: pgettext("plants", "others’"),
    }[place]
