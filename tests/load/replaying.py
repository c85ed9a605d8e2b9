"""The log without a server: how long a replay takes, and how long catching up does."""

from __future__ import annotations

import statistics
import time

from companion.common import PlayRules
from companion.games import all_games
from companion.log import Entry, replay
from tests.load.figures import Column, Row, Section
from tests.load.games import LOST_CITIES

LENGTHS = (1_000, 5_000, 20_000)
REPLAYED_FOR = 1000.0
CATCHES = 50
FIRST = (1, 2)
BUDGETS = {5_000: 500.0}
UNDO_EVERY = 20


def replay_times() -> Section:
    """Milliseconds, median, of what a log of that length costs in this process.

    Reading it anew, then catching up with one entry: a move, an undo of the last
    move, an undo of the first.
    """
    columns = [Column(name, 2) for name in ("replay", "a move", "undo last", "undo first")]
    rows = [_row(length) for length in LENGTHS]
    return Section("Replay, and catching up, ms", columns, rows)


def _row(length: int) -> Row:
    entries = _entries(length)
    replays: list[float] = []
    while sum(replays) < REPLAYED_FOR:
        began = time.perf_counter()
        log = replay(PlayRules(all_games()[LOST_CITIES.slug]), 2, {}, entries)
        replays.append(_milliseconds_since(began))

    def caught_up(entry: Entry) -> float:
        began = time.perf_counter()
        log.add(entry)
        return _milliseconds_since(began)

    moves, last = [], []
    for turn in range(CATCHES):
        moves.append(caught_up(_move(log.number + 1, turn)))
        last.append(caught_up(_undo(log.number + 1, log.number)))
    first = [caught_up(_undo(log.number + 1, target)) for target in FIRST]
    medians = [statistics.median(times) for times in (replays, moves, last, first)]
    return Row(f"log of {length:,}", medians, BUDGETS.get(length))


def _entries(length: int) -> list[Entry]:
    """Cards laid and taken off; every twentieth entry takes the one before it back."""
    return [
        _undo(number, number - 1) if number % UNDO_EVERY == 0 else _move(number, number)
        for number in range(1, length + 1)
    ]


def _move(number: int, turn: int) -> Entry:
    return Entry(number, *LOST_CITIES.tap(turn), by=0, key=f"key-{number}")


def _undo(number: int, target: int) -> Entry:
    return Entry(number, "undo", targets=(target,), by=0)


def _milliseconds_since(began: float) -> float:
    return 1000 * (time.perf_counter() - began)
