"""The whole site for an ASGI server: the live stream, and Django for all else."""

from __future__ import annotations

import os

from a2wsgi import WSGIMiddleware
from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, Scope
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connection

from companion import access
from companion.gate import WholeRequest
from companion.tables import across, live

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")

django_pages = get_wsgi_application()

# On SQLite all phones are at this process, on PostgreSQL it may be one of several.
SEVERAL = connection.vendor == "postgresql"

# SQLite writes one at a time: one thread, one lasting connection, nothing to wait
# for. The queue of answers has no bound (0), or a phone that does not read its
# answer would hold the thread.
THREADS = settings.THREADS if SEVERAL else 1

pages = WholeRequest(
    # a2wsgi has its own types for the same things
    WSGIMiddleware(django_pages, workers=THREADS, send_queue_size=0)  # type: ignore[arg-type]
)


async def site(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    if scope["type"] == "http" and live.is_stream(scope["path"]):
        if SEVERAL:
            await across.listener.started()
        await live.stream(scope, receive, send)
    else:
        await pages(scope, receive, send)


application = access.logged(site) if settings.ACCESS_LOG else site
