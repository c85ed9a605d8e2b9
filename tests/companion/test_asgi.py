"""One thread draws all pages: nobody may hold it by sending or reading slowly."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from io import BytesIO
from typing import Any

import pytest
from django.core.handlers.asgi import ASGIRequest

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


async def through(
    gate: WholeRequest,
    events: list[dict[str, Any]],
    *headers: tuple[bytes, bytes],
    client: Any = None,
) -> list[dict[str, Any]]:
    """What the gate sends when `events` arrive and then nothing more."""
    sent: list[dict[str, Any]] = []
    scope: Any = {
        "type": "http",
        "method": "POST",
        "path": "/",
        "query_string": b"",
        "headers": [(b"accept-language", b"en"), *headers],
        "client": client,
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


def test_a_false_length_becomes_the_true_one() -> None:
    gate = WholeRequest(pages_that_echo([]))
    false = (b"content-length", b"999")

    start, _body = asyncio.run(through(gate, [part(b"four", more=False)], false))

    lengths = [value for name, value in start["headers"] if name == b"content-length"]
    assert lengths == [b"4"]


# Types and text

MULTIPART = b'multipart/form-data; boundary="B"'


@pytest.mark.parametrize(
    ("claimed", "kept"),
    [
        (b"Text/Plain; charset=hex", b"text/plain"),
        (b"text/plain; x*=a'b'%ff", b"text/plain"),
        (b"application/x-www-form-urlencoded; charset=rot13", b"application/x-www-form-urlencoded"),
        (b"multipart/form-data; charset=unicode_escape; boundary=B", MULTIPART),
        (b'multipart/form-data; Boundary="B"; charset=utf-7', MULTIPART),
        (b"multipart/form-data; xboundary=A;boundary=B", MULTIPART),
        (b"multipart/form-data; boundary*=hex''x", b"multipart/form-data"),
        (b"", b""),
    ],
)
def test_a_type_keeps_its_boundary_and_nothing_else(claimed: bytes, kept: bytes) -> None:
    gate = WholeRequest(pages_that_echo([]))

    start, _body = asyncio.run(through(gate, [part(b"", more=False)], (b"content-type", claimed)))

    assert dict(start["headers"])[b"content-type"] == kept


@pytest.mark.parametrize("charset", ["hex", "rot13", "unicode_escape", "utf-7", "idna", "\\"])
def test_a_strange_charset_is_no_error_of_ours(server: RunningServer, charset: str) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        told = f"{kind}; boundary=B; charset={charset}; x*=a'b'%ff"
        status, _text = post(server, b"a=%ed%a0%80", content_type=told)

        assert status == 403  # the page itself wants a token


DISPOSITIONS = [
    "name=a",
    "name=\udced\udca0\udc80",  # bytes of half a character
    "name*=unicode_escape''%5cud800",
    "name*=utf-7''+2AA-",
    "name*=hex''a",
    "name=a; filename*=unicode_escape''%5cud800",
    "name=a; filename=b\r\nContent-Type: text/plain; charset=unicode_escape",
]


@pytest.mark.parametrize("disposition", DISPOSITIONS)
def test_no_half_character_comes_in_by_a_form(disposition: str) -> None:
    claimed = b"multipart/form-data; charset=unicode_escape; boundary=B"
    content = b"\\ud800 \xed\xa0\x80"
    head = f"Content-Disposition: form-data; {disposition}".encode(errors="surrogateescape")
    whole = b"--B\r\n" + head + b"\r\n\r\n" + content + b"\r\n--B--\r\n"
    request = request_through_the_gate(whole, claimed)

    names = [*request.POST, *request.FILES, *(file.name or "" for file in request.FILES.values())]
    for text in [*names, *request.POST.values()]:
        text.encode()


def test_no_half_character_comes_in_by_an_address() -> None:
    request = request_through_the_gate(b"", b"text/plain; charset=unicode_escape")

    for text in request.GET.values():
        text.encode()
    assert len(request.GET) == 2


def request_through_the_gate(body: bytes, content_type: bytes) -> ASGIRequest:
    """The request as Django reads it behind the gate."""
    found: list[ASGIRequest] = []

    async def pages(scope: Any, receive: Any, _send: Any) -> None:
        scope = {**scope, "query_string": b"a=%ed%a0%80&b=%5cud800"}
        found.append(ASGIRequest(scope, BytesIO((await receive())["body"])))

    claimed = (b"content-type", content_type)
    asyncio.run(through(WholeRequest(pages), [part(body, more=False)], claimed))
    return found[0]


# Turns and room


class Desk:
    """Pages that wait for `open`, and count who is in at once."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.came = 0

    async def __call__(self, _scope: Any, _receive: Any, send: Any) -> None:
        self.came += 1
        await self.open.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def asked(gate: WholeRequest, address: str, *after: dict[str, Any]) -> asyncio.Task[Any]:
    events = [part(b"1234", more=False), *after]
    return asyncio.create_task(through(gate, events, client=(address, 1)))


async def settled() -> None:
    for _turn in range(10):
        await asyncio.sleep(0)


def test_one_address_has_few_turns_and_others_have_their_own() -> None:
    async def whole() -> None:
        desk = Desk()
        gate = WholeRequest(desk, turns=2)
        tasks = [asked(gate, "192.0.2.1") for _ in range(5)]
        await settled()
        assert desk.came == 2

        tasks.append(asked(gate, "192.0.2.2"))
        await settled()
        assert desk.came == 3

        desk.open.set()
        assert all(len(sent) == 2 for sent in await asyncio.gather(*tasks))

    asyncio.run(whole())


def test_who_hung_up_while_waiting_is_skipped() -> None:
    async def whole() -> None:
        desk = Desk()
        gate = WholeRequest(desk, turns=1)
        tasks = [
            asked(gate, "192.0.2.1"),
            asked(gate, "192.0.2.1", {"type": "http.disconnect"}),
            asked(gate, "192.0.2.1"),
        ]
        await settled()
        desk.open.set()

        assert [len(sent) for sent in await asyncio.gather(*tasks)] == [2, 0, 2]
        assert desk.came == 2

    asyncio.run(whole())


def test_an_answer_that_is_not_read_keeps_no_turn() -> None:
    async def whole() -> None:
        gate = WholeRequest(pages_that_echo([]), turns=1)
        scope: Any = {"type": "http", "headers": [], "client": ("192.0.2.1", 1)}
        stuck = asyncio.Event()

        async def receive() -> Any:
            return part(b"", more=False)

        async def send(_event: Any) -> None:
            await stuck.wait()

        unread = asyncio.create_task(gate(scope, receive, send))
        await settled()

        assert len(await asked(gate, "192.0.2.1")) == 2
        stuck.set()
        await unread

    asyncio.run(whole())


def test_a_page_that_waited_hears_that_the_phone_went() -> None:
    heard: list[str] = []

    async def whole() -> None:
        first = asyncio.Event()

        async def pages(_scope: Any, receive: Any, _send: Any) -> None:
            await receive()
            if not first.is_set():
                first.set()
                await settled()
                return
            goes.set()
            heard.append((await receive())["type"])

        goes = asyncio.Event()
        events = [part(b"", more=False)]

        async def receive() -> Any:
            if not events:
                await goes.wait()
                return {"type": "http.disconnect"}
            return events.pop(0)

        gate = WholeRequest(pages, turns=1)
        holds = asked(gate, "192.0.2.1")
        await asyncio.sleep(0)
        scope: Any = {"type": "http", "headers": [], "client": ("192.0.2.1", 1)}
        await gate(scope, receive, receive)
        await holds

    asyncio.run(whole())

    assert heard == ["http.disconnect"]


def test_more_than_there_is_room_for_is_asked_to_come_back() -> None:
    async def whole() -> None:
        desk = Desk()
        gate = WholeRequest(desk, most_held=10)
        waiting = [asked(gate, f"192.0.2.{each}") for each in range(2)]
        await settled()

        start, body = await asked(gate, "192.0.2.9")
        assert (start["status"], dict(start["headers"])[b"retry-after"]) == (503, b"5")
        assert body["body"] == b"Try again in a few seconds. Nothing is recorded twice."

        desk.open.set()
        await asyncio.gather(*waiting)
        start, _body = await asked(gate, "192.0.2.9")
        assert start["status"] == 200

    asyncio.run(whole())
