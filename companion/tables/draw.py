"""What only the server may decide: lots, dice, a game's own too, and when a timer runs out.

A phone sends a wish; what is drawn goes into the args of the entry, so that a
replay shows the same. Fair: `secrets`, not a seeded generator.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from companion import door
from companion.common import LONGEST_TIMER, Played
from companion.games import Refusal


@dataclass(frozen=True)
class LotsWish:
    """Draw an order; with `not_last` the one who started last time does not start."""

    not_last: bool = False


@dataclass(frozen=True)
class DiceWish:
    """Throw `count` dice of `sides` sides, or record the ones that were thrown."""

    sides: int = 6
    count: int = 2
    rolled: list[int] | None = None


@dataclass(frozen=True)
class TimerWish:
    """Start for `seconds`, stop (keeping what is left), or put away."""

    seconds: int | None = None
    stop: bool = False


@dataclass(frozen=True)
class Draw:
    """What a draw may ask: the play, who plays, and who began the play before, if known."""

    state: Played
    players: Sequence[int]
    last_starter: int | None


def drawn(move: str, wish: Any, draw: Draw) -> Mapping[str, Any]:
    """The args to record for a wish."""
    return _DRAWS[move](wish, draw)


def die(sides: int) -> int:
    """One die of that many sides, thrown."""
    return 1 + secrets.randbelow(sides)


def _lots(wish: Any, draw: Draw) -> Mapping[str, Any]:
    typed = door.typed(LotsWish, wish)
    order = list(draw.players)
    secrets.SystemRandom().shuffle(order)
    lots = draw.state.common.lots
    began = lots[0] if lots else draw.last_starter
    if typed.not_last and order[0] == began and len(order) > 1:
        other = 1 + secrets.randbelow(len(order) - 1)
        order[0], order[other] = order[other], order[0]
    return {"order": order}


def _dice(wish: Any, draw: Draw) -> Mapping[str, Any]:
    typed = door.typed(DiceWish, wish)
    if typed.rolled is not None:
        return {"sides": typed.sides, "rolled": typed.rolled}
    if not 2 <= typed.sides <= 100 or not 1 <= typed.count <= 10:
        raise Refusal("no_such_dice", sides=typed.sides, count=typed.count)
    rolled = [die(typed.sides) for _ in range(typed.count)]
    return {"sides": typed.sides, "rolled": rolled}


def _timer(wish: Any, draw: Draw) -> Mapping[str, Any]:
    typed = door.typed(TimerWish, wish)
    now = timezone.now()
    if typed.stop:
        running = draw.state.common.timer
        if running is None or running.ends is None:
            return {} if running is None else {"left": running.left}
        ends = datetime.fromisoformat(running.ends)
        return {"left": min(LONGEST_TIMER, max(0, round((ends - now).total_seconds())))}
    if typed.seconds is None:
        return {}
    if not 1 <= typed.seconds <= LONGEST_TIMER:
        raise Refusal("no_such_timer")
    return {"ends": (now + timedelta(seconds=typed.seconds)).isoformat(timespec="seconds")}


_DRAWS: Mapping[str, Callable[[Any, Draw], Mapping[str, Any]]] = {
    "lots": _lots,
    "dice": _dice,
    "timer": _timer,
}
