"""The clock is set back and forward under play."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

from tests.load.caller import Caller, new_table, sit_down, visitor
from tests.load.crowd import stream_of
from tests.load.faults.fault import Fault, bounded
from tests.load.faults.stored import stored
from tests.load.line import Line
from tests.load.served import one_server
from tests.phone import Phone
from tests.server import ROOT, RunningServer

HOUR = 3600
SHIFTS = (0, -HOUR, 0, HOUR, -HOUR, 0)
TAPS = 30
PATIENCE = 5.0
SEAM = Path(__file__).parent / "wrong_clock"
HERE = "sits with another phone"


@dataclass
class Clock:
    """The server's time of day, as far as Python tells it: a file holds how wrong it is."""

    file: Path

    def set(self, seconds: int) -> None:
        """At once: whoever reads the file meanwhile reads the old or the new."""
        draft = self.file.with_suffix(".draft")
        draft.write_text(str(seconds))
        draft.replace(self.file)


@dataclass
class Seen:
    """What two phones saw of one play. `keys` are its moves in the order of their taps."""

    keys: list[str] = field(default_factory=list)
    ticks: list[int] = field(default_factory=list)
    late: int = 0
    away: int = 0
    unread: int = 0


def wrong_clock(folder: Path) -> Fault:
    fault = Fault(
        "wrong clock, SQLite",
        f"Set an hour back and forward {len(SHIFTS) - 1} times under play. Entries stand in the "
        "order of their numbers, and nobody is locked out, shown as away or pruned for it.",
    )
    clock = Clock(folder / "clock")
    clock.set(0)
    with one_server(folder, PYTHONPATH=str(SEAM), CLOCK=str(clock.file)) as server:
        phone = new_table(server.url)
        sit_down(phone)
        seen = bounded(shifted(server, clock, phone))
        claim_all(fault, server, phone, seen)
        clock.set(HOUR)
        pruned = prune(server)
        fault.count(pruned)
        fault.claim(pruned == "Tables deleted: 0", "prune took a table of today")
        fault.claim("Traceback" not in server.output, "the server printed a traceback")
    return fault


async def shifted(server: RunningServer, clock: Clock, phone: Phone) -> Seen:
    """One phone taps and takes back, another listens on the stream it opened at the start."""
    seen = Seen()
    other = visitor(phone)
    other.language = "en"
    async with Line(server.port) as ear, Line(server.port) as own, Line(server.port) as line:
        caller = Caller(phone, line)
        await own.listen(phone.page.value("data-stream"))
        await ear.listen(other.page.value("data-stream"))
        for shift in SHIFTS:
            clock.set(shift)
            for _ in range(TAPS):
                await heard(seen, ear, caller)
            await caller.undo(seen.keys[-1])
            seen.ticks.append(await ear.next_tick())
            async with Line(server.port) as again:
                await again.listen(stream_of(caller.token, f"late-{shift}"))
            pages = [other.get(f"{phone.play}{each}") for each in ("", "log/", "export.json")]
            seen.unread += sum(page.status != 200 for page in pages)
            seen.away += HERE not in other.get(f"/t/{caller.token}/seats/").text
    return seen


async def heard(seen: Seen, ear: Line, caller: Caller) -> None:
    """One tap, and the tick that the other phone is told."""
    seen.keys.append(await caller.tap())
    try:
        async with asyncio.timeout(PATIENCE):
            seen.ticks.append(await ear.next_tick())
    except TimeoutError:
        seen.late += 1


def claim_all(fault: Fault, server: RunningServer, phone: Phone, seen: Seen) -> None:
    (there,) = stored(server).values()
    log = json.loads(phone.get(f"{phone.play}export.json").text)["log"]
    undone = [entry for entry in log if "undo" in entry]
    times = [datetime.fromisoformat(entry["at"]) for entry in log]
    jumps = sum(abs(next_ - one) > timedelta(seconds=HOUR / 2) for one, next_ in pairwise(times))
    ours = [key for key in there if key in set(seen.keys)]
    fault.count(
        f"{len(ours)} taps and {len(undone)} undos in order",
        f"{len(seen.ticks)} ticks heard",
        f"{seen.late} not heard",
        f"here at {len(SHIFTS) - seen.away} of {len(SHIFTS)} looks",
    )
    fault.claim(jumps == len(SHIFTS) - 1, "the times in the log show that the clock stood right")
    fault.claim(ours == seen.keys, "the log is in another order, or lacks a tap")
    fault.claim(len(undone) == len(SHIFTS), "an undo is missing")
    fault.claim(rising(seen.ticks) and not seen.late, "the other phone was not told, or wrongly")
    fault.claim(not seen.away, "who was here was shown as away")
    fault.claim(not seen.unread, "a page could not be read")


def rising(ticks: Sequence[int]) -> bool:
    return all(one < next_ for one, next_ in pairwise(ticks))


def prune(server: RunningServer) -> str:
    """What `manage.py prune` says by that clock."""
    command = [sys.executable, "manage.py", "prune"]
    ended = subprocess.run(
        command, cwd=ROOT, env=server.environ, capture_output=True, text=True, check=True
    )
    return ended.stdout.strip()
