"""One phone alone: how long each request takes, and whether a long log makes it longer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import uuid4

from django.db import connection
from django.utils import timezone

from tests.load.caller import Caller, new_table
from tests.load.figures import SPREAD, Column, Row, Section, spread
from tests.load.games import Measured
from tests.load.line import Line
from tests.server import RunningServer

SAMPLES = 150
SAMPLED_FOR = 1.0
FEWEST = 5
MOVE_BUDGET = 15.0

Ask = Callable[..., Awaitable[Any]]


@dataclass(frozen=True)
class Kind:
    """A request to be timed. `before` is asked first, untimed; `ask` gets what it answered."""

    name: str
    ask: Ask
    before: Ask | None = None
    budget: float | None = None


async def one_phone(server: RunningServer, game: Measured, number: int) -> tuple[Section, Caller]:
    """Milliseconds from the first byte of a request to the last byte of its answer.

    One phone on one connection that stays open; its play grows meanwhile, and the
    phone is given back, to go on with it.
    """
    section = Section(
        f"{game.slug}: one phone, ms to the answer",
        (*SPREAD, Column("growth", 2)),
        notes=["growth: median against that of the shortest log; near 1 is right"],
    )
    async with Line(server.port) as line:
        phone, entries = new_table(server.url, game), len(game.opening)
        caller = Caller(phone, line, number, game, entries=entries)
        kinds = _kinds(caller)
        measured: dict[str, list[Row]] = {kind.name: [] for kind in kinds}
        for length in game.lengths:
            await _lengthen(caller, length)
            for kind in kinds:
                await _measure(kind, length, measured[kind.name])
        section.rows = [row for rows in measured.values() for row in rows]
        empty = Kind("empty board", lambda: caller.get(game.address))
        section.rows.append(Row(empty.name, spread(await _timed(empty))))
    return section, caller


def _kinds(caller: Caller) -> list[Kind]:
    play, table, game = caller.phone.play, f"/t/{caller.token}/", caller.game

    async def unchanged(_answer: object) -> None:
        answer = await caller.look()
        assert answer.status == 304, answer.status

    return [
        Kind("move, 204", caller.tap, budget=MOVE_BUDGET),
        *(
            Kind(
                f"move, board {tab}".rstrip(),
                partial(caller.tap, drawn=True, tab=tab),
                budget=MOVE_BUDGET,
            )
            for tab in game.tabs
        ),
        *(
            Kind(f"{name}{answer}", partial(caller.play, moves, drawn=drawn), budget=MOVE_BUDGET)
            for name, moves in game.moves.items()
            for answer, drawn in ((", 204", False), (", board", True))
        ),
        Kind("undo of the last, 204", caller.undo, caller.tap, MOVE_BUDGET),
        Kind(
            "undo of the last, board",
            lambda key: caller.undo(key, drawn=True),
            caller.tap,
            MOVE_BUDGET,
        ),
        Kind("board of another's tap", lambda _key: caller.look(), caller.tap),
        Kind("board unchanged, 304", unchanged, caller.look),
        Kind("play page", lambda: caller.get(play)),
        Kind("table page", lambda: caller.get(table)),
        Kind("log page", lambda: caller.get(f"{play}log/")),
        *(
            Kind(name, partial(caller.get, play + page.path), budget=page.budget)
            for name, page in game.pages.items()
        ),
    ]


async def _measure(kind: Kind, length: int, rows: list[Row]) -> None:
    figures = spread(await _timed(kind))
    first = rows[0].figures[0] if rows else figures[0]
    assert first is not None
    name = f"{kind.name}, log of {length:,}"
    rows.append(Row(name, [*figures, figures[0] / first], kind.budget))


async def _timed(kind: Kind) -> list[float]:
    """Seconds of each request: SAMPLES of them, fewer where the machine is slow."""
    seconds: list[float] = []
    until = time.perf_counter() + SAMPLED_FOR
    while len(seconds) < FEWEST or (len(seconds) < SAMPLES and time.perf_counter() < until):
        given = () if kind.before is None else (await kind.before(),)
        started = time.perf_counter()
        await kind.ask(*given)
        seconds.append(time.perf_counter() - started)
    return seconds


async def _lengthen(caller: Caller, length: int) -> None:
    """Make the play's log that long, as another process would that serves the same tables."""
    await asyncio.to_thread(_write, caller, length)
    caller.entries = length
    await caller.get(caller.phone.play)  # the server catches up, untimed


def _write(caller: Caller, length: int) -> None:
    from companion.tables.models import Entry, Play  # known once Django is set up

    play = Play.objects.get(table__token=caller.token)
    Entry.objects.bulk_create(
        Entry(
            play=play,
            number=number,
            key=str(uuid4()),
            what=what,
            args=args,
            targets=[],
            at=timezone.now(),
        )
        for number in range(caller.entries + 1, length + 1)
        for what, args in [caller.game.tap(number)]
    )
    connection.close()
