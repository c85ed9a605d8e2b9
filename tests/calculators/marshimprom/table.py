"""A play of МАРСХИМПРОМ for tests: moves in, state, notices and refusals out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from calculators.marshimprom.moves import MOVES
from calculators.marshimprom.rules import Marshimprom
from calculators.marshimprom.state import Options, State
from companion import door
from companion.games import Outcome, Refusal

RULES = Marshimprom()
NAMES = ("Аня", "Борис", "Вера", "Глеб", "Дина")

SLOTS = [
    [{"substance": "Вода", "places": 2}, {"substance": "Аммиак", "places": 1}],
    None,
    [{"substance": "Вода", "places": 1}],
]
"""Places of missions 1 and 3; those of 2 and 4 nobody has entered."""


class Table:
    """A play at a table: `play("pay", player=0, …)` records a move or raises its Refusal."""

    def __init__(self, players: int = 3, **options: Any) -> None:
        self.state: State = RULES.start(players, door.options_of(Options, options))
        self.outcome: Outcome | None = None

    def play(self, move: str, /, **args: Any) -> Table:
        self.outcome = RULES.apply(self.state, door.typed(MOVES[move], args), None)
        self.state = self.outcome.state
        return self

    def knows(self, **prices: int) -> Table:
        for name, price in prices.items():
            self.play("set_substance", name=name, price=price)
        return self

    def has(self, player: int, money: int) -> Table:
        return self.play("set_money", player=player, money=money)

    def stand(self, player: int, substance: str, place: str, count: int) -> Table:
        args = {"player": player, "substance": substance, "place": place, "count": count}
        return self.play("set_chips", **args)

    def fight(self, *rolls: Any, attacker: int = 0, defender: int = 1) -> Table:
        return self.play("roll", **fought(*rolls, attacker=attacker, defender=defender))

    def refused(self, move: str, /, **args: Any) -> Refusal:
        """The refusal that the move meets; the state stays as it was."""
        before = self.state
        with pytest.raises(Refusal) as caught:
            self.play(move, **args)
        assert self.state == before
        return caught.value

    def way_out(self, refusal: Refusal) -> Table:
        """Press the refusal's key."""
        assert refusal.way_out
        move, args = refusal.way_out
        return self.play(move, **args)

    @property
    def notices(self) -> dict[str, Mapping[str, Any]]:
        """What the last move had to tell, by code."""
        assert self.outcome
        return {notice.code: notice.data for notice in self.outcome.notices}

    def money(self) -> list[int]:
        return [each.money for each in self.state.players]

    def chips(self, player: int, substance: str, place: str) -> int:
        return self.state.chips_at(player, substance, place)


def fought(*rolls: Any, attacker: int = 0, defender: int = 1) -> dict[str, Any]:
    """The args of a fight; a throw is (attacker, defender), the defender's one number or two."""
    throws = [{"attacker": attack, "defender": defence} for attack, defence in rolls]
    return {"attacker": attacker, "defender": defender, "rolls": throws}
