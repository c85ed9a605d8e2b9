"""Phones that nobody can make lose a tap: they keep to the rules of static/js/outbox.js.

A tap waits in order with a key of its own, and is let go when it is answered. What was
not answered is sent again under the same key, after the phone's own back-off.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from tests.load.caller import Caller, new_table, visitor
from tests.load.games import LOST_CITIES, Move
from tests.load.line import Answer, Line
from tests.server import RunningServer

TIMEOUT = 8.0
MOST_TRIES = 3
PAUSE = 0.4  # seconds between two taps of one phone
MOST_WAITING = 4  # who sees so many wait taps no more
ROUND_A_TABLE = 4


@dataclass
class Tap:
    """One tap that waits, as the phone keeps it."""

    key: str
    move: Move
    tries: int = 1


@dataclass
class Tapper:
    """A phone that taps on, whatever happens to the server.

    With several servers it goes on at the next one when one does not answer, as a proxy
    would send it. `made` are the keys of all its taps in order, `recorded` of those that were
    answered as recorded; `refused` holds every other answer that let a tap go, `held` those
    that asked to wait. `failed` tells when a tap first got no answer.
    """

    caller: Caller
    servers: Sequence[RunningServer]
    made: list[str] = field(default_factory=list)
    recorded: list[str] = field(default_factory=list)
    refused: list[Answer] = field(default_factory=list)
    held: list[Answer] = field(default_factory=list)
    failed: dict[str, float] = field(default_factory=dict)
    _waiting: deque[Tap] = field(default_factory=deque)
    _failures: int = 0
    _line: Line | None = None

    async def tap_on(self, goes_on: Callable[[], bool]) -> None:
        """Tap while it `goes_on`, then until nothing waits any more."""
        tapping = asyncio.create_task(self._tap(goes_on))
        while not tapping.done() or self._waiting:
            pause = await self._deliver(self._waiting[0]) if self._waiting else PAUSE / 4
            await asyncio.sleep(pause)
        await tapping
        await self._hang_up()

    async def _tap(self, goes_on: Callable[[], bool]) -> None:
        turn = 0
        while goes_on():
            if len(self._waiting) < MOST_WAITING:
                turn += 1
                tap = Tap(str(uuid4()), self.caller.game.tap(turn))
                self.made.append(tap.key)
                self._waiting.append(tap)
            await asyncio.sleep(PAUSE)

    async def _deliver(self, tap: Tap) -> float:
        """Send it; the seconds until the next may go."""
        try:
            async with asyncio.timeout(TIMEOUT):
                answer = await self._send(tap)
        except (OSError, EOFError):  # also when it took too long
            self.failed.setdefault(tap.key, time.time())
            await self._hang_up()
            self.servers = [*self.servers[1:], self.servers[0]]
            return self._later()
        if answer.status in (200, 204):
            self.recorded.append(tap.key)
        elif answer.status in (429, 503):
            self.held.append(answer)
            return float(answer.headers["retry-after"])
        elif answer.status == 500 and tap.tries < MOST_TRIES:
            tap.tries += 1
            return self._later()
        else:
            self.refused.append(answer)
        self._waiting.popleft()
        self._failures = 0
        return 0.0

    def _later(self) -> float:
        self._failures += 1
        return float(min(30, 2 ** (self._failures - 1)))

    async def _send(self, tap: Tap) -> Answer:
        if self._line is None:
            self._line = await Line(self.servers[0].port).__aenter__()
        self.caller.line = self._line
        return await self.caller.post(*tap.move, tap.key)

    async def _hang_up(self) -> None:
        if self._line is not None:
            await self._line.__aexit__()
            self._line = None


def tappers(servers: Sequence[RunningServer], count: int) -> list[Tapper]:
    """So many phones, ROUND_A_TABLE at each table; with several servers at each of them."""
    found: list[Tapper] = []
    for number in range(count):
        if number % ROUND_A_TABLE == 0:
            first = new_table(servers[0].url, LOST_CITIES, f"10.7.0.{number}")
        turned = number % len(servers)
        own = [*servers[turned:], *servers[:turned]]
        found.append(Tapper(Caller(visitor(first), Line(own[0].port), number), own))
    return found


@asynccontextmanager
async def tapping(phones: Sequence[Tapper]) -> AsyncIterator[None]:
    """They tap inside; at the end nothing of theirs waits any more."""
    going = True
    tasks: list[asyncio.Task[Any]] = [
        asyncio.create_task(phone.tap_on(lambda: going)) for phone in phones
    ]
    try:
        yield
        going = False
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
