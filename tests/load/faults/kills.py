"""The server is killed again and again while people tap."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path

from tests.load.faults.fault import Fault, bounded
from tests.load.faults.stored import claim_nothing_lost, is_sound, stored, times
from tests.load.faults.tapper import Tapper, tappers, tapping
from tests.load.line import Line
from tests.load.served import one_server, two_servers
from tests.postgres import installed
from tests.server import RunningServer

KILLS = 10
TAPPING = 20
BEFORE_A_KILL = (2.0, 4.0)  # seconds, so that the phones are back from the kill before


def on_sqlite(folder: Path) -> Fault:
    fault = Fault(
        f"{KILLS} kills, SQLite",
        f"SIGKILL of the server under {TAPPING} tapping phones, which send again what was not "
        "answered. What was acknowledged is there once, whenever the process dies.",
    )
    with one_server(folder) as server:
        bounded(killed(fault, [server]))
        fault.claim(is_sound(folder / "tableside.sqlite3"), "the file is damaged")
    return fault


def on_postgresql(_folder: Path) -> Fault:
    fault = Fault(
        f"{KILLS} kills, PostgreSQL",
        f"SIGKILL of two processes in turn under {TAPPING} tapping phones, which go on at the "
        "other one. The row of the table is the lock, so there is one order for both.",
    )
    if not installed():
        fault.skipped = "PostgreSQL is not installed"
        return fault
    with two_servers() as (here, there, _postgres):
        bounded(killed(fault, [here, there]))
    return fault


async def killed(fault: Fault, servers: Sequence[RunningServer]) -> None:
    """Half of the kills at some moment, half when a move has just been recorded."""
    phones = tappers(servers, TAPPING)
    async with tapping(phones):
        for turn in range(KILLS):
            server = servers[turn % len(servers)]
            await asyncio.sleep(random.uniform(*BEFORE_A_KILL))
            async with Line(server.port) as ear:
                if turn % (2 * len(servers)) < len(servers):
                    await news(ear, phones[0])
                server.kill()
            await asyncio.to_thread(server.start)
    claim_nothing_lost(fault, phones, stored(servers[0]))
    recorded = times(servers[0])
    failed = [pair for phone in phones for pair in phone.failed.items()]
    known = sum(recorded.get(key, at) < at for key, at in failed)
    fault.count(f"{len(failed)} taps unanswered and sent again, {known} of them recorded already")
    fault.claim(not any(phone.refused for phone in phones), "a tap was refused")
    traces = sum("Traceback" in server.output for server in servers)
    fault.claim(not traces, "the server printed a traceback")


async def news(ear: Line, phone: Tapper) -> None:
    """Return when a move at that table has just been recorded: it is hardly answered yet."""
    await ear.listen(phone.caller.phone.page.value("data-stream"))
    await ear.next_tick()
