"""Many phones at once: moves a second, from a tap to the other phones, what listening costs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from itertools import chain
from urllib.parse import quote

from companion.tables.live import stream_key
from tests.load.caller import Caller, visitor
from tests.load.figures import SPREAD, Column, Row, Section, spread
from tests.load.line import Line
from tests.load.machine import memory
from tests.phone import Phone
from tests.server import RunningServer

TAPPING = 20
TAPPED_FOR = 2.5
AT_THE_TABLE = 8
IDLE = 500
TAPS = 60
TAPS_WITHIN = 12.0
PAUSE = 0.1
TO_PHONE_BUDGET = 150.0


async def rush(servers: Sequence[RunningServer], tables: Sequence[Phone]) -> Section:
    """Moves a second while TAPPING phones each send one as soon as the last is answered."""
    section = Section(
        f"{TAPPING} phones that tap as fast as they can, {kind(servers)}",
        (Column("moves/s", 0), Column("median ms"), Column("p95 ms"), Column("worst ms")),
        notes=[
            (
                "At one table: each move waits for the one before it, since they have an order. "
                "More than one table of people ever taps."
            ),
            (
                "At different tables: what all tables together may tap. "
                "SQLite writes one move at a time, PostgreSQL several."
            ),
            (
                "Answered 204: the move alone, as while others wait behind it. "
                "Answered board: the phone's board is drawn too, as after a single tap."
            ),
        ],
    )
    one_table = [visitor(tables[0]) for _ in range(TAPPING)]
    for where, phones in (("one table", one_table), ("different tables", tables[:TAPPING])):
        for drawn, answer in ((False, "204"), (True, "board")):
            figures = await _rushed(servers, phones, drawn)
            section.rows.append(Row(f"at {where}, answered {answer}", figures))
    return section


def kind(servers: Sequence[RunningServer]) -> str:
    """What serves: one process with its file, or several on one PostgreSQL."""
    return "SQLite, one process" if len(servers) == 1 else "PostgreSQL, two processes"


async def _rushed(
    servers: Sequence[RunningServer], phones: Sequence[Phone], drawn: bool
) -> list[float]:
    """The phones of each process in turn."""
    seconds: list[float] = []
    until = time.perf_counter() + TAPPED_FOR

    async def tap_on(phone: Phone, number: int) -> None:
        async with Line(servers[number % len(servers)].port) as line:
            caller = Caller(phone, line, number)
            while (started := time.perf_counter()) < until:
                await caller.tap(drawn=drawn)
                seconds.append(time.perf_counter() - started)

    began = time.perf_counter()
    await asyncio.gather(*(tap_on(phone, number) for number, phone in enumerate(phones)))
    return [len(seconds) / (time.perf_counter() - began), *spread(seconds)]


async def tap_to_phone(server: RunningServer, tables: Sequence[Phone]) -> tuple[Section, list[Row]]:
    """From sending a tap to the whole board on another phone; then what the phones cost.

    AT_THE_TABLE phones listen at the first table, IDLE ones at the others. A phone
    that is told of the tick asks for its own board: both belong to the time. At the end
    the server is stopped under them.
    """
    before = memory(server.pid)
    async with AsyncExitStack() as lines:
        idle = [
            await _idling(server, lines, tables[1 + number % (len(tables) - 1)], number)
            for number in range(IDLE)
        ]
        crowded = memory(server.pid)
        title = f"{AT_THE_TABLE} phones at a table, {IDLE} elsewhere, ms"
        section = await tapped(title, server, server, lines, tables[0])
        assert all(each.is_open for each in idle)
        started = time.perf_counter()
        await asyncio.to_thread(server.stop)
        rows = [Row("stop under all these phones, ms", [1000 * (time.perf_counter() - started)])]
    if before and crowded:
        rows += [
            Row(f"memory with {IDLE} idle phones, MB", [crowded]),
            Row("memory of an idle phone, KB", [1024 * (crowded - before) / IDLE]),
        ]
    return section, rows


async def tapped(
    title: str, here: RunningServer, there: RunningServer, lines: AsyncExitStack, table: Phone
) -> Section:
    """One phone of the table taps `here`, the others listen and look `there`."""
    tapping = Caller(table, await lines.enter_async_context(Line(here.port)))
    await _listening(here, lines, table)
    others = [await _follower(there, lines, table, number) for number in range(1, AT_THE_TABLE)]
    answers: list[float] = []
    arrivals: list[list[float]] = []
    until = time.perf_counter() + TAPS_WITHIN
    while len(answers) < 2 or (len(answers) < TAPS and time.perf_counter() < until):
        following = [asyncio.create_task(_arrival(ear, eye)) for ear, eye in others]
        started = time.perf_counter()
        await tapping.tap(drawn=True)
        answers.append(time.perf_counter() - started)
        arrivals.append([arrived - started for arrived in await asyncio.gather(*following)])
        await asyncio.sleep(PAUSE)
    return Section(
        title,
        SPREAD,
        [
            Row(
                "tap to its own board",
                spread(answers),
                means="The move is stored and the board drawn. "
                "The key was shown as pressed long before, in the frame of the tap.",
            ),
            Row(
                "tap to the board of each other phone",
                spread(list(chain(*arrivals))),
                TO_PHONE_BUDGET,
                means="The phone hears the news, then asks for its own board: both count. "
                "All the others ask at the same moment.",
            ),
            Row(
                f"tap to the last of the {len(others)} others",
                spread(list(map(max, arrivals))),
                means="When the whole table sees it. Their boards are drawn one after the other.",
            ),
        ],
    )


async def _idling(server: RunningServer, lines: AsyncExitStack, table: Phone, number: int) -> Line:
    """One of many phones, each of its own and at an address of its own, that only listen."""
    ear = await lines.enter_async_context(Line(server.port))
    address = f"10.9.{number // 250}.{number % 250}"
    await ear.listen(stream_of(table.play.split("/")[2], f"idle-{number}"), address)
    return ear


def stream_of(token: str, phone: str) -> str:
    """The address at which a phone of that id listens to a table."""
    return f"/t/{token}/live/?key={quote(stream_key(token, phone))}"


async def _listening(server: RunningServer, lines: AsyncExitStack, phone: Phone) -> Line:
    ear = await lines.enter_async_context(Line(server.port))
    await ear.listen(phone.page.value("data-stream"))
    return ear


async def _follower(
    server: RunningServer, lines: AsyncExitStack, table: Phone, number: int
) -> tuple[Line, Caller]:
    """Another phone at the table: the line it listens on, and the one it asks on."""
    phone = visitor(table)
    ear = await _listening(server, lines, phone)
    eye = Caller(phone, await lines.enter_async_context(Line(server.port)), number)
    await eye.look()
    return ear, eye


async def _arrival(ear: Line, eye: Caller) -> float:
    """When the board of the next tick is here."""
    await ear.next_tick()
    answer = await eye.look()
    assert answer.status == 200, answer.status
    return time.perf_counter()
