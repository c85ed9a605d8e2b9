"""What stands between the network and the pages, in plain ASGI.

The pages run in one thread (SQLite). A phone that sends half a move, or one that
sends it for a minute, must not hold that thread: a page sees a request only when
the whole of it is here. Nor may one address have hundreds of them queue there.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from io import BytesIO
from weakref import WeakValueDictionary

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGIReceiveEvent,
    ASGISendCallable,
    ASGISendEvent,
    HTTPScope,
    Scope,
)
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.utils import translation
from django.utils.translation import gettext as _

from companion import lan

MOST_BYTES = 1024 * 1024
MOST_SECONDS = 15.0
MOST_HELD = 64 * 1024 * 1024

# The phones round a table may share an address. With one thread four cost them nothing.
TURNS = 4

BOUNDARY = re.compile(rb";\s*boundary=\"?([\w'()+,./:=?-]{1,70})", re.IGNORECASE | re.ASCII)

Header = tuple[bytes, bytes]
Headers = Iterable[Header]

CLOSED: tuple[Header, ...] = (
    (b"content-security-policy", b"default-src 'none'; base-uri 'none'; frame-ancestors 'none'"),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
)


def closed() -> tuple[Header, ...]:
    """What Django's middleware sets on a page, for the answers that do not come from there."""
    if not settings.SECURE_HSTS_SECONDS:
        return CLOSED
    seconds = b"max-age=%d" % settings.SECURE_HSTS_SECONDS
    return (*CLOSED, (b"strict-transport-security", seconds))


async def answer(
    send: ASGISendCallable, status: int, text: str = "", headers: Headers = ()
) -> None:
    """A whole plain answer."""
    body = text.encode()
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [
                (b"content-type", b"text/plain; charset=utf-8"),
                (b"content-length", str(len(body)).encode()),
                (b"cache-control", b"no-store"),
                *closed(),
                *headers,
            ],
            "trailers": False,
        }
    )
    await send({"type": "http.response.body", "body": body, "more_body": False})


def address_of(scope: HTTPScope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return lan.household(client[0] if client else "")


class TooLarge(Exception):
    """The request has more bytes than any page takes."""


class Full(Exception):
    """All requests together have more bytes than we hold at once."""


class Gone(Exception):
    """The phone went away before its request was whole."""


class WholeRequest:
    """Reads each request to its end, then lets `pages` answer it.

    More than `most_bytes` are answered 413, more than `most_seconds` 408, and 503
    when all requests that wait hold more than `most_held`. What is too large is read
    on and thrown away: a browser shows no answer that comes while it is still sending.

    The pages work at `turns` requests of one address at a time; the others wait here.
    """

    def __init__(
        self,
        pages: ASGI3Application,
        *,
        most_bytes: int = MOST_BYTES,
        most_seconds: float = MOST_SECONDS,
        most_held: int = MOST_HELD,
        turns: int = TURNS,
    ) -> None:
        self.pages = pages
        self.most_bytes = most_bytes
        self.most_seconds = most_seconds
        self.most_held = most_held
        self.turns = turns
        self._held = 0
        self._addresses: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        if scope["type"] != "http":
            await self.pages(scope, receive, send)
            return
        scope = {**scope, "headers": [_plain(header) for header in scope["headers"]]}
        body = bytearray()
        try:
            async with asyncio.timeout(self.most_seconds):
                await self._read(receive, body)
        except Gone:
            return
        except TooLarge:
            with translation.override(_language(scope)):
                await answer(send, 413, _("This is more than the site takes: 1 MB at most."))
            return
        except Full:
            with translation.override(_language(scope)):
                text = _("Try again in a few seconds. Nothing is recorded twice.")
            await answer(send, 503, text, [(b"retry-after", b"5")])
            return
        except TimeoutError:
            with translation.override(_language(scope)):
                text = _("This took too long to arrive. Send it again.")
            await answer(send, 408, text, [(b"connection", b"close")])
            return
        else:
            await self._in_turn(scope, Replayed(body, receive), send)
        finally:
            self._held -= len(body)

    async def _read(self, receive: ASGIReceiveCallable, body: bytearray) -> None:
        """Fill `body`; each of its bytes is counted as held."""
        size = 0
        full = False
        more = True
        while more:
            event = await receive()
            if event["type"] != "http.request":
                raise Gone
            part = event["body"]
            size += len(part)
            full = full or self._held + len(part) > self.most_held
            if size <= self.most_bytes and not full:
                body += part
                self._held += len(part)
            more = event["more_body"]
        if size > self.most_bytes:
            raise TooLarge
        if full:
            raise Full

    async def _in_turn(self, scope: HTTPScope, request: Replayed, send: ASGISendCallable) -> None:
        """Let the pages answer, unless the phone has gone while it waited for its turn."""
        turn = Turn(self._semaphore(scope))
        if turn.must_wait():
            request.look_ahead()

        async def sending(event: ASGISendEvent) -> None:
            # The page is made. A phone that does not read it must not keep the turn.
            turn.end()
            await send(event)

        try:
            await turn.begin()
            if not request.gone():
                scope = _with_length(scope, len(request.body))
                await self.pages(scope, request.receive, sending)
        finally:
            turn.end()
            request.close()

    def _semaphore(self, scope: HTTPScope) -> asyncio.Semaphore:
        return self._addresses.setdefault(address_of(scope), asyncio.Semaphore(self.turns))


class Turn:
    """One of an address's few turns, given back once however often it is ended."""

    def __init__(self, semaphore: asyncio.Semaphore) -> None:
        self._semaphore = semaphore
        self._ours = False

    def must_wait(self) -> bool:
        return self._semaphore.locked()

    async def begin(self) -> None:
        await self._semaphore.acquire()
        self._ours = True

    def end(self) -> None:
        if self._ours:
            self._ours = False
            self._semaphore.release()


class Replayed:
    """A request that has been read: its `receive` is as it was before that.

    `look_ahead` asks already now for what comes after the body, which can only be
    that the phone went. A page that listens hears it all the same.
    """

    def __init__(self, body: bytearray, receive: ASGIReceiveCallable) -> None:
        self.body = body
        self._receive = receive
        self._unread = True
        self._ahead: asyncio.Task[ASGIReceiveEvent] | None = None

    async def receive(self) -> ASGIReceiveEvent:
        if self._unread:
            self._unread = False
            return {"type": "http.request", "body": bytes(self.body), "more_body": False}
        if self._ahead is not None:
            return await asyncio.shield(self._ahead)
        return await self._receive()

    def look_ahead(self) -> None:
        self._ahead = asyncio.create_task(self._next())

    async def _next(self) -> ASGIReceiveEvent:
        return await self._receive()

    def gone(self) -> bool:
        return (
            self._ahead is not None
            and self._ahead.done()
            and self._ahead.result()["type"] == "http.disconnect"
        )

    def close(self) -> None:
        if self._ahead is not None:
            self._ahead.cancel()


def _plain(header: Header) -> Header:
    """A Content-Type with nothing but its boundary; every other header as it is.

    All text here is UTF-8. Python knows more encodings than that, and a sender who
    names "hex" or "unicode_escape" gets an error or half a character into a page.
    """
    name, value = header
    if name != b"content-type":
        return header
    kind = value.partition(b";")[0].strip().lower()
    boundary = BOUNDARY.search(value) if kind == b"multipart/form-data" else None
    return name, b'%s; boundary="%s"' % (kind, boundary[1]) if boundary else kind


def _with_length(scope: HTTPScope, length: int) -> HTTPScope:
    """The true length: one sent in chunks has none or a false one, and WSGI believes it."""
    others = [header for header in scope["headers"] if header[0] != b"content-length"]
    return {**scope, "headers": [*others, (b"content-length", str(length).encode())]}


def _language(scope: HTTPScope) -> str:
    return translation.get_language_from_request(ASGIRequest(scope, BytesIO()))
