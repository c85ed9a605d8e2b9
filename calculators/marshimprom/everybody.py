"""All players at once: scores part by part, gear, the bank and the warehouse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from calculators.marshimprom.sheet import terms
from calculators.marshimprom.state import State


def everybody(state: State, names: Sequence[str]) -> dict[str, Any]:
    """All scores part by part, what the bank and the warehouse have, who has which gear."""
    best = max(state.scores)
    return {
        "bank": state.bank,
        "coins": state.options.bank,
        "warehouse": state.warehouse,
        "interim": state.interim,
        "people": [_person(state, each, names, best) for each in state.numbers],
    }


def _person(state: State, player: int, names: Sequence[str], best: int) -> dict[str, Any]:
    owner, account = state.players[player], state.account(player)
    return {
        "player": player,
        "name": names[player],
        "own": account.own,
        "shared": account.shared,
        "missions": account.on_missions,
        "money": account.money,
        "total": account.score,
        "terms": terms(account),
        "leads": account.score == best > 0,
        "used": owner.chips_used,
        "chips": state.options.chips,
        "hold": owner.hold,
        "most": state.options.hold,
        "battery": owner.battery,
        "armour": owner.armour,
        "repairs": player in state.repairs,
    }
