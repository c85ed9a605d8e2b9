"""One thread draws all pages: nobody may hold it by sending or reading slowly."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from typing import Any

import pytest

from companion.gate import WholeRequest
from tests.server import RunningServer, running_server

MIB = 1024 * 1024

# What a phone counts as an answer at once; holding the thread would take for ever.
AT_ONCE = 2.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("asgi")) as running:
        yield running


@contextmanager
def connected(server: RunningServer, *, small: bool = False) -> Iterator[socket.socket]:
    """A bare connection; `small`: one whose side of the network takes hardly anything."""
    line = socket.socket()
    if small:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    with line:
        line.settimeout(10)
        line.connect(("127.0.0.1", server.port))
        yield line


def post(server: RunningServer, body: Any, **headers: str) -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
    names = {name.replace("_", "-"): text for name, text in headers.items()}
    try:
        connection.request("POST", "/language/", body, names)
        answer: HTTPResponse = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def seconds_to_answer(server: RunningServer) -> float:
    started = time.monotonic()
    connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
    try:
        connection.request("GET", "/healthz")
        assert connection.getresponse().status == 200
    finally:
        connection.close()
    return time.monotonic() - started


# Slow phones


def test_half_a_post_holds_nobody_up(server: RunningServer) -> None:
    with connected(server) as line:
        line.sendall(
            b"POST /language/ HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/x-www-form-urlencoded\r\n"
            b"Content-Length: 100\r\n\r\nlanguage="
        )

        assert seconds_to_answer(server) < AT_ONCE


def test_an_unread_download_holds_nobody_up(server: RunningServer) -> None:
    htmx = b"GET /static/django_htmx/htmx-2.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with connected(server, small=True) as line:
        line.sendall(htmx * 60)  # more than the network between us holds
        time.sleep(0.5)

        assert seconds_to_answer(server) < AT_ONCE


def test_a_phone_that_leaves_in_the_middle_leaves_nothing(server: RunningServer) -> None:
    with connected(server) as line:
        line.sendall(b"POST /language/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nla")

    assert seconds_to_answer(server) < AT_ONCE
    assert "Traceback" not in server.output


# Large requests


def test_more_than_a_mebibyte_is_refused_in_the_readers_language(server: RunningServer) -> None:
    status, text = post(server, b"a" * (MIB + 1), accept_language="en")

    assert (status, text) == (413, "This is more than the site takes: 1 MB at most.")


def test_more_than_a_mebibyte_in_chunks_is_refused(server: RunningServer) -> None:
    status, _text = post(server, iter([b"a" * 65536] * 17))

    assert status == 413


def test_a_mebibyte_reaches_the_page(server: RunningServer) -> None:
    status, _text = post(server, b"a" * MIB)

    assert status == 403  # the page itself wants a token


# The gate alone, on a clock of its own


def pages_that_echo(seen: list[bytes]) -> Any:
    async def pages(scope: Any, receive: Any, send: Any) -> None:
        event = await receive()
        seen.append(event["body"])
        await send({"type": "http.response.start", "status": 200, "headers": scope["headers"]})
        await send({"type": "http.response.body", "body": event["body"]})

    return pages


async def through(gate: WholeRequest, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the gate sends when `events` arrive and then nothing more."""
    sent: list[dict[str, Any]] = []
    scope: Any = {
        "type": "http",
        "method": "POST",
        "path": "/",
        "query_string": b"",
        "headers": [(b"accept-language", b"en")],
    }

    async def receive() -> Any:
        if not events:
            await asyncio.Event().wait()
        return events.pop(0)

    async def send(event: Any) -> None:
        sent.append(event)

    await gate(scope, receive, send)
    return sent


def part(body: bytes, *, more: bool) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_request_that_does_not_end_is_answered_408() -> None:
    seen: list[bytes] = []
    gate = WholeRequest(pages_that_echo(seen), most_seconds=0.05)

    start, body = asyncio.run(through(gate, [part(b"half", more=True)]))

    assert start["status"] == 408
    assert body["body"] == b"This took too long to arrive. Send it again."
    assert seen == []


def test_a_request_in_parts_reaches_the_page_whole_and_with_its_length() -> None:
    seen: list[bytes] = []
    gate = WholeRequest(pages_that_echo(seen))

    start, _body = asyncio.run(through(gate, [part(b"ha", more=True), part(b"lf", more=False)]))

    assert seen == [b"half"]
    assert (b"content-length", b"4") in start["headers"]


def test_a_phone_that_goes_is_not_answered() -> None:
    seen: list[bytes] = []
    gate = WholeRequest(pages_that_echo(seen))

    sent = asyncio.run(through(gate, [part(b"ha", more=True), {"type": "http.disconnect"}]))

    assert (sent, seen) == ([], [])


def test_a_page_that_listens_on_hears_that_the_phone_went() -> None:
    heard: list[str] = []

    async def pages(_scope: Any, receive: Any, _send: Any) -> None:
        heard.extend([(await receive())["type"], (await receive())["type"]])

    asyncio.run(through(WholeRequest(pages), [part(b"", more=False), {"type": "http.disconnect"}]))

    assert heard == ["http.request", "http.disconnect"]
