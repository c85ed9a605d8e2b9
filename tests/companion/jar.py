"""A tiny game for the tests of the log: beans go into a jar and out of it again.

The jar holds `size` beans; what would overfill it or empty it further is refused,
so that taking an entry back can make a later one impossible. Only a small jar has
a `lid`, so that one option can stand in another's way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.games import Notice, OptionsFault, Outcome, Refusal


@dataclass(frozen=True)
class Put:
    beans: int


@dataclass(frozen=True)
class Take:
    beans: int


@dataclass(frozen=True)
class State:
    size: int
    beans: int = 0


class Jar:
    """The rules. `applied` and `started` count how often they were asked."""

    moves: Mapping[str, type] = {"put": Put, "take": Take}

    def __init__(self) -> None:
        self.applied = 0
        self.started = 0

    def start(self, players: int, options: Mapping[str, Any]) -> State:
        self.started += 1
        if set(options) - {"size", "lid"}:
            raise OptionsFault("unknown option")
        size = options.get("size", 10)
        if options.get("lid") and size > 5:
            raise OptionsFault("lid: only on a jar of 5")
        if not 0 < size <= 1_000_000:
            raise OptionsFault(f"size: 1 to 1000000, not {size}")
        return State(size)

    def apply(self, state: State, move: Put | Take, by: int | None) -> Outcome:
        self.applied += 1
        beans = state.beans + (move.beans if isinstance(move, Put) else -move.beans)
        if beans > state.size:
            raise Refusal("full", size=state.size)
        if beans < 0:
            raise Refusal("empty", beans=state.beans)
        notices = (Notice("brim"),) if beans == state.size else ()
        return Outcome(replace(state, beans=beans), notices, facts=(state.beans, beans))
