"""What stands between the network and the pages, in plain ASGI.

The pages run in one thread (SQLite). A phone that sends half a move, or one that
sends it for a minute, must not hold that thread: a page sees a request only when
the whole of it is here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from io import BytesIO

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGIReceiveEvent,
    ASGISendCallable,
    HTTPScope,
    Scope,
)
from django.core.handlers.asgi import ASGIRequest
from django.utils import translation
from django.utils.translation import gettext as _

MOST_BYTES = 1024 * 1024
MOST_SECONDS = 15.0

Headers = Iterable[tuple[bytes, bytes]]


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
                (b"x-content-type-options", b"nosniff"),
                *headers,
            ],
            "trailers": False,
        }
    )
    await send({"type": "http.response.body", "body": body, "more_body": False})


class TooLarge(Exception):
    """The request has more bytes than any page takes."""


class Gone(Exception):
    """The phone went away before its request was whole."""


class WholeRequest:
    """Reads each request to its end, then lets `pages` answer it.

    More than `most_bytes` are answered 413, more than `most_seconds` 408. What is
    too large is read on and thrown away: a browser shows no answer that comes
    while it is still sending.
    """

    def __init__(
        self,
        pages: ASGI3Application,
        *,
        most_bytes: int = MOST_BYTES,
        most_seconds: float = MOST_SECONDS,
    ) -> None:
        self.pages = pages
        self.most_bytes = most_bytes
        self.most_seconds = most_seconds

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        if scope["type"] != "http":
            await self.pages(scope, receive, send)
            return
        try:
            async with asyncio.timeout(self.most_seconds):
                body = await self._body(receive)
        except Gone:
            return
        except TooLarge:
            with translation.override(_language(scope)):
                await answer(send, 413, _("This is more than the site takes: 1 MB at most."))
            return
        except TimeoutError:
            with translation.override(_language(scope)):
                text = _("This took too long to arrive. Send it again.")
            await answer(send, 408, text, [(b"connection", b"close")])
            return
        await self.pages(_with_length(scope, len(body)), _replayed(body, receive), send)

    async def _body(self, receive: ASGIReceiveCallable) -> bytes:
        body = bytearray()
        size = 0
        more = True
        while more:
            event = await receive()
            if event["type"] != "http.request":
                raise Gone
            size += len(event["body"])
            if size <= self.most_bytes:
                body += event["body"]
            more = event["more_body"]
        if size > self.most_bytes:
            raise TooLarge
        return bytes(body)


def _replayed(body: bytes, receive: ASGIReceiveCallable) -> ASGIReceiveCallable:
    """`receive` as it was before the body was read."""
    unread = True

    async def again() -> ASGIReceiveEvent:
        nonlocal unread
        if unread:
            unread = False
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return again


def _with_length(scope: HTTPScope, length: int) -> HTTPScope:
    """A body sent in chunks has no length, and WSGI would take it for none."""
    if not length or any(name == b"content-length" for name, _value in scope["headers"]):
        return scope
    headers = [*scope["headers"], (b"content-length", str(length).encode())]
    return {**scope, "headers": headers}


def _language(scope: HTTPScope) -> str:
    return translation.get_language_from_request(ASGIRequest(scope, BytesIO()))
