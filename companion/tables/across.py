"""Across: what one process records, the phones at the others hear too.

On PostgreSQL the news goes out by NOTIFY in the transaction that makes it, so it is
told at the commit or not at all, and every process hears it once by LISTEN, the one
that told it too. What it says is which table (a hash), its tick and, for one phone's
notebook, its owner (a hash) and the notebook's number. On SQLite there is one process.
"""

from __future__ import annotations

import asyncio
import logging
import time
from threading import Lock, Thread

from django.db import connection, transaction

from companion.tables.live import Hub, News, hub

CHANNEL = "tableside"

BEFORE_A_STREAM = 2.0  # seconds that a stream waits at most until this process hears the others
BACK_OFF = (0.1, 0.2, 0.5, 1.0, 2.0)  # seconds; the last one again and again

log = logging.getLogger(__name__)


def tell(table: str, tick: int, *, owner: str = "", notebook: int | None = None) -> None:
    """Tell the table's phones its tick at the commit; with `owner` only that phone's."""
    if connection.vendor == "postgresql":
        news = News.of(table, tick, owner=owner, notebook=notebook)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, news.text])
    else:
        transaction.on_commit(lambda: hub.publish(table, tick, owner=owner, notebook=notebook))


class Listener:
    """This process's ear: one connection of its own, for as long as the process lives.

    While it has none nothing is heard, so when it has one again every phone looks.
    """

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.hears = False
        self._lock = Lock()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begin to listen, with the first stream."""
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._listen_on, name="across", daemon=True)
                self._thread.start()

    async def started(self) -> None:
        """Return when nothing is missed any more, or soon: then the phones look later."""
        self.start()
        until = time.monotonic() + BEFORE_A_STREAM
        while not self.hears and time.monotonic() < until:
            await asyncio.sleep(0.02)

    def _listen_on(self) -> None:
        from psycopg import Error  # only where there is a PostgreSQL

        failed = 0
        while True:
            try:
                self._listen()
            except Error as error:
                failed = 1 if self.hears else failed + 1
                self.hears = False
                if failed == 1:
                    # Those of the pages died with it. Left there, each is tried before a new one
                    # is made, and a page gives up before the third.
                    connection.pool.drain()  # type: ignore[attr-defined]  # PostgreSQL has one
                    log.warning("No news from other processes: %s", " ".join(str(error).split()))
            time.sleep(BACK_OFF[min(failed, len(BACK_OFF)) - 1])

    def _listen(self) -> None:
        """Hear until the connection is lost."""
        import psycopg  # only where there is a PostgreSQL

        parameters = connection.get_connection_params()
        with psycopg.connect(**parameters, autocommit=True) as line:
            line.execute(f"LISTEN {CHANNEL}")
            self.hears = True
            self.hub.look()
            for each in line.notifies():
                if news := News.read(each.payload):
                    self.hub.tell(news)


listener = Listener(hub)
