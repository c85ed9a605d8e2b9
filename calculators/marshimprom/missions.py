"""The mission card: a panel for each mission, who stands on it, which places are free."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from calculators.marshimprom.sheet import by_name
from calculators.marshimprom.state import State, mission_place


def missions(state: State, names: Sequence[str]) -> list[dict[str, Any]]:
    """The four panels of the mission card: who stands where, which places are free."""
    return [panel(state, each, names) for each in state.missions]


def panel(state: State, mission: int, names: Sequence[str]) -> dict[str, Any]:
    """One mission: its substances with chips and places, whether it is complete, and by whom."""
    complete = state.is_complete(mission)
    return {
        "number": mission,
        "place": mission_place(mission),
        "complete": complete,
        "full": state.is_full(mission),
        "ticked": mission in state.ticked,
        "tick": {"mission": mission, "complete": mission not in state.ticked},
        "rows": [
            _mission_row(state, mission, each, names) for each in _standing_on(state, mission)
        ],
    }


def _standing_on(state: State, mission: int) -> list[str]:
    """The substances that the mission wants, then others that have a chip on it."""
    wanted = state.slots.get(mission, {})
    others = [each for each in by_name(state) if each not in wanted]
    return [*wanted, *(each for each in others if state.taken(mission, each))]


def _mission_row(
    state: State, mission: int, substance: str, names: Sequence[str]
) -> dict[str, Any]:
    place, places = mission_place(mission), state.slots.get(mission, {}).get(substance)
    taken = state.taken(mission, substance)
    return {
        "name": substance,
        "price": state.prices.get(substance),
        "taken": taken,
        "places": places,
        "free": range(max(0, (places or 0) - taken)),
        "who": [
            {"player": each, "name": names[each], "chips": range(count)}
            for each in state.numbers
            if (count := state.chips_at(each, substance, place))
        ],
    }
