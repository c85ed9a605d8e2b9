"""A phone's connection, as thin as can be: it is the server that is measured."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

LONGEST_LINE = 1024 * 1024
TICK = re.compile(rb"data: (\d+)[ \d]*\n\n$")


@dataclass(frozen=True)
class Answer:
    """An answer, once the whole of it is here. Names of headers are in small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Line:
    """One HTTP/1.1 connection that stays open, over loopback."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection(
            "127.0.0.1", self.port, limit=LONGEST_LINE
        )
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._writer.close()
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()

    async def ask(
        self, method: str, path: str, headers: Mapping[str, str], body: str = ""
    ) -> Answer:
        """Send one request and read its answer to the last byte."""
        self._send(method, path, {**headers, "Content-Length": str(len(body))}, body)
        status, named = await self._head()
        length = 0 if status in (204, 304) else int(named["content-length"])
        return Answer(status, named, await self._reader.readexactly(length))

    async def listen(self, path: str, address: str = "127.0.0.1") -> None:
        """Open a live stream as a phone of that address, and return when it is open."""
        self._send("GET", path, {"X-Forwarded-For": address})
        status, _headers = await self._head()
        assert status == 200, status
        await self._reader.readuntil(b"\n\n")

    async def next_tick(self) -> int:
        """Wait until the table went on; a heartbeat and a phone that came are no news."""
        while True:
            event = await self._reader.readuntil(b"\n\n")
            found = TICK.search(event)
            if found and b"event: " not in event:
                return int(found[1])

    @property
    def is_open(self) -> bool:
        return not self._reader.at_eof()

    def _send(self, method: str, path: str, headers: Mapping[str, str], body: str = "") -> None:
        named = {"Host": f"127.0.0.1:{self.port}", **headers}
        head = "".join(f"{name}: {text}\r\n" for name, text in named.items())
        self._writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n{body}".encode())

    async def _head(self) -> tuple[int, dict[str, str]]:
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *rest = head.rstrip().split("\r\n")
        named = (each.partition(": ") for each in rest)
        return int(first.split()[1]), {name.lower(): text for name, _colon, text in named}
