"""The access log: one line of JSON for each request, with nothing in it that opens a table.

    {"at": "2026-01-31T19:04:05Z", "method": "POST", "page": "move", "status": 204, "ms": 9}

A page goes by its name in `urls.py`, never by its address: in addresses stand the
tables' tokens, in queries their codes and the keys of streams. Nor is it told who asked.
"""

from __future__ import annotations

import json
import logging
import time
from datetime import UTC, datetime

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGISendCallable,
    ASGISendEvent,
    HTTPScope,
    Scope,
)
from django.conf import settings
from django.urls import Resolver404, resolve

from companion.tables import live

log = logging.getLogger(__name__)


def logged(site: ASGI3Application) -> ASGI3Application:
    """The site, each of whose answers is a line in the log when it has ended."""

    async def application(
        scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        if scope["type"] != "http":
            await site(scope, receive, send)
            return
        status = 0  # the phone went before there was an answer
        began = time.perf_counter()

        async def noting(event: ASGISendEvent) -> None:
            nonlocal status
            if event["type"] == "http.response.start":
                status = event["status"]
            await send(event)

        try:
            await site(scope, receive, noting)
        finally:
            log.info(line(scope, status, time.perf_counter() - began))

    return application


def line(scope: HTTPScope, status: int, seconds: float) -> str:
    return json.dumps(
        {
            "at": datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
            "method": scope["method"] if scope["method"] in METHODS else "other",
            "page": page(scope["path"]),
            "status": status,
            "ms": round(1000 * seconds),
        }
    )


METHODS = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE")


def page(path: str) -> str:
    """What was asked for.

    >>> page("/t/3q2-7wAbCdEfGhIjKlMnOp/1/set_card/"), page("/static/js/live.js"), page("/x")
    ('move', 'static', 'none')
    """
    if live.is_stream(path):
        return "live"
    if path.startswith(settings.STATIC_URL):
        return "static"
    try:
        return resolve(path).url_name or "none"
    except Resolver404:
        return "none"
