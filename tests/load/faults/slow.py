"""Clients that are slow, say nothing, or do not read: what they cost the others."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

from companion.gate import MOST_SECONDS
from companion.management.commands.serve import PATIENCE
from tests.load.caller import Caller, new_table
from tests.load.crowd import stream_of
from tests.load.faults.fault import Fault, bounded, milliseconds
from tests.load.figures import spread
from tests.load.line import Line
from tests.load.machine import memory, open_files
from tests.load.served import one_server
from tests.server import RunningServer

EACH = 500
TABLES = 10
PAUSE = 0.05
BEFORE = 4.0  # seconds of taps to compare with
LONGEST = max(PATIENCE, MOST_SECONDS) + 8.0  # by then the server has let go
QUICK = 500.0  # milliseconds at the median, on a machine that does much else
MOST_GROWTH = 64.0  # MB
LEAST_BUFFER = 2048

HEAD = "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {address}\r\n"


class Slow:
    """One connection of a client that does nothing by itself. It reads nothing."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, LEAST_BUFFER)
        self.socket.setblocking(False)

    async def connect(self, port: int) -> None:
        await asyncio.get_running_loop().sock_connect(self.socket, ("127.0.0.1", port))

    async def send(self, text: str) -> None:
        await asyncio.get_running_loop().sock_sendall(self.socket, text.encode())

    def head(self, method: str, path: str) -> str:
        return HEAD.format(method=method, path=path, address=self.address)

    async def drip(self) -> None:
        """A byte a second until the server hangs up."""
        with suppress(OSError):
            while True:
                await self.send("x")
                await asyncio.sleep(1)


async def silent(_client: Slow) -> None:
    """Connects, and that is all."""


async def slow_head(client: Slow) -> None:
    await client.send(client.head("GET", "/") + "X-Slow: ")
    await client.drip()


async def slow_body(client: Slow) -> None:
    head = client.head("POST", "/join/")
    await client.send(f"{head}Content-Length: 1000\r\nContent-Type: text/plain\r\n\r\n")
    await client.drip()


def slow_clients(folder: Path) -> Fault:
    fault = Fault(
        f"{4 * EACH:,} slow clients",
        f"{EACH} each say nothing, send a head or a body a byte a second, or open a stream and do "
        f"not read. The server hangs up when a head is not there in {PATIENCE:.0f} s or a body in "
        f"{MOST_SECONDS:.0f} s; how many lines one address may open is for the proxy to say.",
    )
    with one_server(folder) as server:
        bounded(slowed(fault, server))
        fault.claim("Traceback" not in server.output, "the server printed a traceback")
    return fault


async def slowed(fault: Fault, server: RunningServer) -> None:
    tables = [new_table(server.url) for _ in range(TABLES)]
    callers = [Caller(phone, Line(server.port), place) for place, phone in enumerate(tables)]

    async def unread_stream(client: Slow) -> None:
        number = int(client.address.rpartition(".")[2])
        token = callers[number % TABLES].token
        await client.send(client.head("GET", stream_of(token, client.address)) + "\r\n")

    kinds = (silent, slow_head, slow_body, unread_stream)
    async with Line(server.port) as line:
        callers[0].line = line
        usual = await tapped(callers[0], BEFORE)
        files, held = open_files(server.pid), memory(server.pid)
        async with clients(server, kinds) as slow:
            tapping = asyncio.create_task(tapped(callers[0], LONGEST))
            await asyncio.sleep(PATIENCE / 4)
            most_files, most_held = open_files(server.pid), memory(server.pid)
            slowly = await tapping
            left = open_files(server.pid)
        late = await tapped(callers[0], BEFORE)
    fault.count(
        f"taps before {milliseconds(usual)}, among them {milliseconds(slowly)}, "
        f"after them {milliseconds(late)} (median / p95 / worst)"
    )
    fault.claim(slowly[0] < QUICK, "taps are slow")
    fault.claim(len(slow) == len(kinds) * EACH, "not all connected")
    if files and held and most_files and most_held and left:
        at_the_end = open_files(server.pid) or 0
        fault.count(
            f"{most_files - files:,} sockets open, {left - files:,} once the server had waited "
            f"(the streams), {at_the_end - files} at the end",
            f"{most_held - held:+.0f} MB",
        )
        fault.claim(most_files - files >= len(slow), "the slow were not there together")
        fault.claim(left - files <= EACH, "the server waits for the slow for ever")
        fault.claim(at_the_end <= files, "sockets were not let go")
        fault.claim(most_held - held < MOST_GROWTH, "memory grew")


@asynccontextmanager
async def clients(
    server: RunningServer, kinds: Sequence[Callable[[Slow], Awaitable[None]]]
) -> AsyncIterator[list[Slow]]:
    """EACH of each kind, all connected; they go at the end."""
    found: list[Slow] = []
    doing: list[asyncio.Future[None]] = []
    async with AsyncExitStack() as open_:
        for number in range(EACH):
            for kind, do in enumerate(kinds):
                client = Slow(f"10.{kind}.{number // 250}.{number % 250}")
                open_.enter_context(client.socket)
                await client.connect(server.port)
                doing.append(asyncio.ensure_future(do(client)))
                found.append(client)
        try:
            yield found
        finally:
            for each in doing:
                each.cancel()
            await asyncio.gather(*doing, return_exceptions=True)


async def tapped(caller: Caller, seconds: float) -> list[float]:
    """A phone taps so long: its times."""
    times = []
    until = time.perf_counter() + seconds
    while (began := time.perf_counter()) < until:
        await caller.tap()
        times.append(time.perf_counter() - began)
        await asyncio.sleep(PAUSE)
    return spread(times)
