"""`make bench`: how fast the real server is here, with many phones at many tables.

Prints the time from a tap to the answer and to the other phones, the taps a second
that one process records, and what an idle phone costs. All phones are on this
machine and share its cores with the server, so the server alone is a bit faster.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self
from urllib.parse import urlencode
from uuid import uuid4

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")

from tests.phone import Phone
from tests.server import RunningServer, running_server

COLOURS = ("yellow", "blue", "white", "green", "red")


class Line:
    """A keep-alive connection of one phone, from an address of its own network."""

    def __init__(self, port: int, source: str) -> None:
        self.port = port
        self.source = source

    async def __aenter__(self) -> Self:
        self.reader, self.writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(self.source, 0)
        )
        return self

    async def __aexit__(self, *_error: object) -> None:
        self.writer.close()
        with contextlib.suppress(ConnectionError):
            await self.writer.wait_closed()

    async def ask(self, method: str, path: str, headers: dict[str, str], body: str = "") -> int:
        """The status of the answer, once the whole of it is here."""
        named = headers | {"Host": "localhost", "Content-Length": str(len(body))}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {text}" for name, text in named.items())]
        self.writer.write(("\r\n".join(lines) + "\r\n\r\n" + body).encode())
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        if found := re.search(r"content-length: (\d+)", head):
            await self.reader.readexactly(int(found[1]))
        return int(head.split()[1])

    async def listen(self, path: str) -> None:
        self.writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        await self.reader.readuntil(b"data: 0\n\n")

    async def next_tick(self) -> int:
        while True:
            event = await self.reader.readuntil(b"\n\n")
            found = re.fullmatch(rb"data: (\d+)\n\n", event)
            if found:
                return int(found[1])


@dataclass
class Party:
    """A table: one phone that taps, and the address where the others look."""

    phone: Phone
    source: str
    taps: int = 0

    @property
    def cookies(self) -> str:
        return "; ".join(f"{each.name}={each.value}" for each in self.phone.cookies)

    @property
    def token(self) -> str:
        return next(each.value or "" for each in self.phone.cookies if each.name == "csrftoken")

    async def tap(self, line: Line) -> None:
        """Lay or take off a card."""
        turn, self.taps = self.taps, self.taps + 1
        card, laid = divmod(turn, 2)
        args = {
            "player": 0,
            "expedition": COLOURS[card % 5],
            "card": 2 + card // 5 % 9,
            "laid": not laid,
        }
        status = await line.ask(
            "POST",
            f"{self.phone.play}set_card/",
            {
                "Cookie": self.cookies,
                "X-CSRFToken": self.token,
                "HX-Request": "true",
                "Content-Type": "application/x-www-form-urlencoded",
            },
            urlencode({"args": json.dumps(args), "key": str(uuid4())}),
        )
        assert status == 204, status

    async def look(self, line: Line) -> None:
        """Ask for the board, as a phone does when it hears a tick."""
        headers = {"Cookie": self.cookies, "HX-Request": "true", "HX-Target": "play"}
        status = await line.ask("GET", self.phone.play, headers)
        assert status == 200, status


@dataclass
class Times:
    """Durations in milliseconds."""

    all: list[float] = field(default_factory=list)

    def add(self, started: float) -> None:
        self.all.append(1000 * (time.perf_counter() - started))

    def __str__(self) -> str:
        cuts = statistics.quantiles(self.all, n=100)
        return f"median {cuts[49]:6.1f} ms   p95 {cuts[94]:6.1f} ms   p99 {cuts[98]:6.1f} ms"


def party(server: RunningServer, number: int) -> Party:
    phone = Phone(server.url)
    phone.open("/lost-cities/")
    made = phone.move("set_contracts", player=0, expedition="red", count=1)
    assert made.status == 204, made.text
    phone.open(phone.play)
    return Party(phone, f"127.0.{1 + number // 200}.{1 + number % 200}")


async def calm(server: RunningServer, parties: list[Party], phones: int, taps: int) -> None:
    """Every table taps now and then; each tap is timed to each other phone and its board."""
    answers, ticks, boards = Times(), Times(), Times()
    async with contextlib.AsyncExitStack() as stack:

        async def line(each: Party) -> Line:
            return await stack.enter_async_context(Line(server.port, each.source))

        async def watch(each: Party, started: list[float]) -> None:
            ear, eye = await line(each), await line(each)
            await ear.listen(each.phone.page.value("data-stream"))
            for turn in range(taps):
                await ear.next_tick()
                ticks.add(started[turn])
                await each.look(eye)
                boards.add(started[turn])

        async def play(each: Party, wait: float) -> None:
            hand = await line(each)
            started: list[float] = []
            others = [asyncio.create_task(watch(each, started)) for _ in range(phones - 1)]
            await asyncio.sleep(1 + wait)
            for _ in range(taps):
                started.append(time.perf_counter())
                await each.tap(hand)
                answers.add(started[-1])
                await asyncio.sleep(1)
            await asyncio.gather(*others)

        await asyncio.gather(
            *(play(each, index / len(parties)) for index, each in enumerate(parties))
        )
    print(f"{len(parties)} tables of {phones} phones, a tap a second at each:")
    print(f"  tap to its answer            {answers}")
    print(f"  tap to another phone's tick  {ticks}")
    print(f"  tap to another phone's board {boards}")


async def rush(server: RunningServer, parties: list[Party], seconds: float) -> None:
    """Every table taps as fast as it can."""
    answers = Times()
    until = time.perf_counter() + seconds

    async def play(each: Party) -> None:
        async with Line(server.port, each.source) as hand:
            while (started := time.perf_counter()) < until:
                await each.tap(hand)
                answers.add(started)

    await asyncio.gather(*map(play, parties))
    print(f"{len(parties)} tables that tap as fast as they can, for {seconds:.0f} s:")
    print(f"  {len(answers.all) / seconds:.0f} taps a second           {answers}")


async def idle(server: RunningServer, parties: list[Party], phones: int) -> None:
    """Phones that only listen, and what they cost."""
    before = memory(server)
    async with contextlib.AsyncExitStack() as stack:
        for number in range(phones):
            each = parties[number % len(parties)]
            ear = await stack.enter_async_context(Line(server.port, each.source))
            await ear.listen(each.phone.page.value("data-stream"))
        each_kb = (memory(server) - before) / phones
        print(f"{phones} idle phones: {each_kb:.1f} KB each, {memory(server) / 1024:.0f} MB in all")
        started = time.perf_counter()
        await asyncio.to_thread(server.stop)
        print(f"  the server stopped under them in {time.perf_counter() - started:.2f} s")


def memory(server: RunningServer) -> int:
    """Resident kilobytes; 0 where there is no /proc."""
    status = Path(f"/proc/{server.pid}/status")
    found = re.search(r"VmRSS:\s*(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) if found else 0


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--phones", type=int, default=5, help="at each table")
    parser.add_argument("--taps", type=int, default=20, help="at each table while calm")
    parser.add_argument("--seconds", type=float, default=5, help="of rush")
    parser.add_argument("--idle", type=int, default=500, help="phones that only listen")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        with running_server(Path(folder)) as server:
            started = time.perf_counter()
            server.restart()
            seconds = time.perf_counter() - started
            print(f"restarted in {seconds:.2f} s, {memory(server) / 1024:.0f} MB")
            parties = [party(server, number) for number in range(asked.tables)]
            asyncio.run(calm(server, parties, asked.phones, asked.taps))
            asyncio.run(rush(server, parties, asked.seconds))
            asyncio.run(idle(server, parties, asked.idle))


if __name__ == "__main__":
    main()
