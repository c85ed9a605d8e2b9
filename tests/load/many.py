"""`make load`: what one process and two carry, and what thousands of quiet phones cost.

It measures and prints; it never fails for a figure. All phones are this one process.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack, closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from django.core import signing
from django.db import connection

from companion.tables.live import SETTLED
from tests.load import across, crowd
from tests.load.caller import Caller, new_table
from tests.load.figures import SPREAD, Column, Row, Section, spread
from tests.load.games import SCORE_PAD
from tests.load.line import Line
from tests.load.machine import heading, memory
from tests.load.served import one_server, set_up, two_servers
from tests.phone import Phone
from tests.postgres import installed
from tests.server import RunningServer

LONGEST = 150.0
TABLES = 250
SEATS = 8
IDLE = TABLES * SEATS
TAPS = 200
PAUSE = 0.05
COMMITS = 300


def main() -> None:
    began = time.perf_counter()
    print(f"## make load\n\n{heading()}")
    with set_up() as folder:
        with one_server(folder) as server:
            run(on_one(server))
        print(commits(folder))
        if installed():
            with two_servers() as (here, there, _postgres):
                run(on_two(here, there))
        else:
            print("PostgreSQL is not installed: two processes were not measured.\n")
    print(f"Measured in {time.perf_counter() - began:.0f} s.\n")


def run(measured: Coroutine[None, None, None]) -> None:
    """Measure for at most LONGEST seconds."""
    try:
        asyncio.run(asyncio.wait_for(measured, LONGEST))
    except TimeoutError:
        print(f"Stopped after {LONGEST:.0f} s: this machine is too slow or too busy.\n")


async def on_one(server: RunningServer) -> None:
    tables = [new_table(server.url) for _ in range(crowd.TAPPING)]
    print(await crowd.rush([server], tables))
    async with AsyncExitStack() as lines:
        title = f"SQLite, one process: {crowd.AT_THE_TABLE} phones at one table, ms"
        print(await crowd.tapped(title, server, server, lines, tables[0]))
    for section in await idle(server):
        print(section)


async def on_two(here: RunningServer, there: RunningServer) -> None:
    tables = [new_table(here.url) for _ in range(crowd.TAPPING)]
    print(await crowd.rush([here, there], tables))
    print(await across.tap_to_the_other_process(here, there))


# -- Many phones that only listen


async def idle(server: RunningServer) -> tuple[Section, Section]:
    """What IDLE phones cost, SEATS at a table, each on a seat; and a tap among them."""
    game = replace(SCORE_PAD, players=SEATS)
    tables = [new_table(server.url, game, f"10.8.0.{number}") for number in range(TABLES)]
    line = Line(server.port)
    callers = [Caller(table, line, number, game) for number, table in enumerate(tables)]
    seated = await asyncio.to_thread(sit_down, callers)
    before = memory(server.pid)
    async with AsyncExitStack() as lines:
        ears: list[list[Line]] = []
        for number, caller in enumerate(callers):
            seats = [await lines.enter_async_context(Line(server.port)) for _ in range(SEATS)]
            for ear, phone in zip(seats, seated[caller.token], strict=True):
                await ear.listen(crowd.stream_of(caller.token, phone), f"10.8.0.{number}")
            ears.append(seats)
        await asyncio.sleep(2 * SETTLED)  # who came is told
        crowded = memory(server.pid)
        async with line:
            taps = await tapped_among_them(callers, [each[-1] for each in ears])
        assert all(ear.is_open for each in ears for ear in each)
    return memory_of(before, crowded), taps


def sit_down(callers: Sequence[Caller]) -> dict[str, list[str]]:
    """By table, the phones on its seats: on the first one that which made the table."""
    from companion.tables.models import Seat  # known once Django is set up

    seated = {each.token: [phone_of(each.phone)] for each in callers}
    seats = list(Seat.objects.filter(table__token__in=seated).select_related("table"))
    for seat in seats:
        phones = seated[seat.table.token]
        if seat.place > 0:
            phones.append(f"idle-{seat.pk}")
        seat.phone = phones[-1]
    Seat.objects.bulk_update(seats, ["phone"], batch_size=500)
    connection.close()
    return seated


def phone_of(phone: Phone) -> str:
    """The id in a phone's cookie."""
    cookie = next(each.value or "" for each in phone.cookies if each.name == "phone")
    return str(signing.loads(cookie, salt="phone"))


async def tapped_among_them(callers: Sequence[Caller], ears: Sequence[Line]) -> Section:
    """At one table after the other a phone taps, and the phone on its last seat hears it."""
    answers: list[float] = []
    arrivals: list[float] = []

    async def heard(ear: Line) -> float:
        await ear.next_tick()
        return time.perf_counter()

    for tap in range(TAPS):
        hearing = asyncio.create_task(heard(ears[tap % len(ears)]))
        started = time.perf_counter()
        await callers[tap % len(callers)].tap()
        answers.append(time.perf_counter() - started)
        arrivals.append(await hearing - started)
        await asyncio.sleep(PAUSE)
    return Section(
        f"SQLite, one process: a tap among {IDLE:,} quiet phones, ms",
        SPREAD,
        [
            Row(
                "tap to its answer",
                spread(answers),
                means="The phone that taps waits so long until its move is safe on the disk. "
                "Whoever only listens costs it nothing but a heartbeat each 15 s.",
            ),
            Row(
                "tap to the news on another phone's stream",
                spread(arrivals),
                means="The news leaves at the commit, so it may be there before the answer. "
                "The other phone then asks for its own board.",
            ),
        ],
    )


def memory_of(before: float | None, crowded: float | None) -> Section:
    title = f"SQLite, one process: {IDLE:,} quiet phones, each on a seat, {SEATS} at a table"
    section = Section(title, (Column("figure"),))
    if before and crowded:
        section.rows = [
            Row(
                "memory before, MB",
                [before],
                means="The process with the logs that it holds. No phone listens yet.",
            ),
            Row(
                "memory with all phones, MB",
                [crowded],
                means="The whole process while all these streams are open. "
                "This is as many as one process takes; the next phone is asked to come back.",
            ),
            Row(
                "memory of one phone, KB",
                [1024 * (crowded - before) / IDLE],
                means="The difference, shared among the phones. "
                "A phone needs a connection and a short queue, no thread and no database.",
            ),
        ]
    return section


# -- What it costs that nothing is lost at a power cut


def commits(folder: Path) -> Section:
    """One small commit to SQLite by each setting, on the disk that `folder` is on."""
    return Section(
        "SQLite: one commit of one entry, ms",
        [replace(column, decimals=2) for column in SPREAD],
        [
            Row(
                "synchronous=FULL",
                spread(committed(folder, "FULL")),
                means="What the site uses: each commit waits until the disk has it. "
                "So a power cut loses nothing that a phone was told is recorded.",
            ),
            Row(
                "synchronous=NORMAL",
                spread(committed(folder, "NORMAL")),
                means="The disk is waited for only now and then; a power cut would take the last "
                "moves back, though nothing else. The difference is what the promise costs.",
            ),
        ],
    )


def committed(folder: Path, synchronous: str) -> list[float]:
    """Seconds of each of COMMITS commits."""
    seconds = []
    with (
        TemporaryDirectory(dir=folder) as place,
        closing(sqlite3.connect(f"{place}/commits", isolation_level=None)) as file,
    ):
        file.execute("PRAGMA journal_mode=WAL")
        file.execute(f"PRAGMA synchronous={synchronous}")
        file.execute("CREATE TABLE entry (number INTEGER PRIMARY KEY, args TEXT)")
        for number in range(COMMITS):
            began = time.perf_counter()
            file.execute("INSERT INTO entry VALUES (?, ?)", (number, "x" * 200))
            seconds.append(time.perf_counter() - began)
    return seconds


if __name__ == "__main__":
    main()
