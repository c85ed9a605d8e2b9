"""`manage.py serve`: the site for the phones in this living room, in one process."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import io
import os
import socket
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

import segno
import uvicorn
from asgiref.typing import ASGI3Application
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from companion import database, lan, static
from companion.tables.live import hub

# A phone that left the Wi-Fi says nothing; unanswered bytes tell after this long.
VANISHED_AFTER_MS = 15_000

OPEN_FILES = 8192
SPARE_FILES = 200  # for the database, the static files, the listening sockets

PATIENCE = 10.0  # seconds in which a request's head must come
FAREWELL = 60.0  # seconds in which a slow phone must take the rest of its answer

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  (phones come from outside)


class Line(H11Protocol):
    """One connection, which is hung up when no whole head of a request comes in PATIENCE.

    uvicorn's own keep-alive timeout begins after the first answer and ends at the next
    byte. Silent lines would stay for ever, until there are no files left to open.
    """

    patience = PATIENCE
    farewell = FAREWELL
    most_open = OPEN_FILES - SPARE_FILES

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.most_open:
            transport.abort()
        else:
            self._wait_for_more_than(None)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        answered = self.cycle
        super().on_response_complete()  # may begin the next request
        self._wait_for_more_than(answered)

    def shutdown(self) -> None:
        """Do not wait for the rest of a request: the server stops."""
        half = self.cycle is not None and self.cycle.more_body and not self.cycle.response_started
        if half:
            self.transport.close()
        else:
            super().shutdown()

    def _wait_for_more_than(self, answered: RequestResponseCycle | None) -> None:
        self._stop_waiting()
        self._waiting = self.loop.call_later(self.patience, self._hang_up, answered)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()

    def _hang_up(self, answered: RequestResponseCycle | None) -> None:
        if self.cycle is answered:
            self.transport.close()  # what is still to be sent goes first
            self._waiting = self.loop.call_later(self.farewell, self.transport.abort)


class Server(uvicorn.Server):
    """Says when it is open, and ends the live streams before it stops.

    Otherwise a stop would wait for the phones to leave.
    """

    def __init__(self, config: uvicorn.Config, opened: Callable[[], None]) -> None:
        super().__init__(config)
        self.opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        hub.stop()
        await super().shutdown(sockets)


class Command(BaseCommand):
    help = "Serve the site to the phones in this network, and show them how to get there."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="", help="the one address to serve at; default: all")
        parser.add_argument("--port", type=int, default=8000, help="0: any that is free")
        parser.add_argument("--url", default="", help="the address that phones use (PUBLIC_URL)")

    def handle(self, *, host: str, port: int, url: str, **_options: Any) -> None:
        host = "" if host in EVERYWHERE else host
        if url and url != os.environ.get("PUBLIC_URL"):
            start_again_at(url)
        check_set_up()
        sockets = listening(host, port)
        Line.most_open = most_lines(allow_many_phones())
        port = sockets[0].getsockname()[1]
        config = configuration("companion.asgi:application")
        with contextlib.suppress(KeyboardInterrupt):
            Server(config, lambda: self.say_where(host, port)).run(sockets=sockets)

    def say_where(self, host: str, port: int) -> None:
        """Print the addresses, the first one as a QR code too."""
        here = [host] if host else [*lan.addresses(), "localhost"]
        addresses = [f"http://{f'[{each}]' if ':' in each else each}:{port}/" for each in here]
        if settings.PUBLIC_URL:
            addresses.insert(0, settings.PUBLIC_URL + "/")
        self.stdout.write(f"{settings.SITE_NAME} is open:\n")
        for address in addresses:
            self.stdout.write(f"  {address}")
        if self.stdout.isatty():
            self.stdout.write(on_black(addresses[0]))
        self.stdout.write("Ctrl-C stops it.")
        self.stdout.flush()


def configuration(application: str | ASGI3Application) -> uvicorn.Config:
    """How uvicorn serves an application to phones."""
    return uvicorn.Config(
        application,
        http=Line,
        loop="asyncio",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.TRUSTED_PROXIES),
        forwarded_allow_ips=settings.TRUSTED_PROXIES,
        timeout_graceful_shutdown=1,
    )


def check_set_up() -> None:
    """Refuse to start where every page would fail, and say what to do about it."""
    database.check()
    connection.close()
    str(settings.SECRET_KEY)  # made now, at the first start
    if not settings.DEBUG and not static.all_built():
        raise CommandError("Build the static files first: manage.py collectstatic --noinput")


def on_black(address: str) -> str:
    """The address as a QR code, light on dark whatever the terminal's own colours are."""
    drawn = io.StringIO()
    segno.make_qr(address).terminal(drawn, border=2, compact=True)
    return "".join(f"\x1b[97;40m{line}\x1b[0m\n" for line in drawn.getvalue().splitlines())


def start_again_at(url: str) -> None:
    """The settings are read once, at the start: start again with this address."""
    os.environ["PUBLIC_URL"] = url
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def listening(host: str, port: int) -> list[socket.socket]:
    """Bound sockets: `host`, or every address of this machine, old and new style."""
    if port not in range(65_536):
        raise CommandError(f"There is no port {port}: they go from 0 to 65535.")
    try:
        first = bound(host or EVERYWHERE[0], port)
    except OSError as error:
        raise CommandError(reason(error, host, port)) from None
    sockets = [first]
    if not host:
        with contextlib.suppress(OSError):  # a machine without IPv6
            sockets.append(bound(EVERYWHERE[1], first.getsockname()[1]))
    return sockets


def bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family)
    # Accepted sockets inherit both. Without the first, a body that follows its head waits
    # some 40 ms for the other side's acknowledgement.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, VANISHED_AFTER_MS)
    return listener


def reason(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use. Stop what uses it, or take another: --port {port + 1}"
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"Port {port} needs more rights than this user has. Take another: --port 8000"
    where = host or "all addresses"
    said = f"Cannot serve at {where}, port {port}: {error.strerror or error}."
    return f"{said} Take an address of this machine, as --host 127.0.0.1"


def allow_many_phones() -> int:
    """How many files may be open now: a line is one, and many systems allow only 1024."""
    try:
        import resource  # is not on Windows
    except ImportError:
        return OPEN_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    return OPEN_FILES if soft == resource.RLIM_INFINITY else soft


def most_lines(files: int) -> int:
    """How many lines may be open where so many files may.

    >>> most_lines(8192), most_lines(256)
    (7992, 128)
    """
    return max(files - SPARE_FILES, files // 2)
