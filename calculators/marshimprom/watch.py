"""МАРСХИМПРОМ for a screen that only watches: scores, missions, bank, the last fight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from calculators.marshimprom.everybody import everybody
from calculators.marshimprom.missions import missions
from calculators.marshimprom.state import State
from calculators.marshimprom.turn import last_fight, resting


def watch(state: State, names: Sequence[str]) -> dict[str, Any]:
    """All at once, without a key."""
    return {
        "all": everybody(state, names),
        "missions": missions(state, names),
        "fight": last_fight(state, names),
        "resting": resting(state, names),
    }
