"""What NOTIFY costs PostgreSQL: commits a second, without it and with it, by who listens."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

from tests.load.figures import number, titled

WRITERS = 8
LISTENERS = (1, 8, 32)
SECONDS = 3.0
CHANNEL = "growth"
MAKE = "CREATE TABLE growth (id integer PRIMARY KEY, n integer NOT NULL)"
FILL = "INSERT INTO growth SELECT each, 0 FROM generate_series(1, %s) each"


def main() -> None:
    url = os.environ["DATABASE_URL"]
    if not url:
        return  # SQLite has one process, and tells nobody
    import psycopg  # only where there is a PostgreSQL

    with psycopg.connect(url, autocommit=True) as line:
        line.execute(MAKE)
        line.execute(FILL, [WRITERS])
    rows = [
        [
            f"processes that listen: {listeners}",
            *(number(_commits(url, listeners, notify=notify)) for notify in (False, True)),
        ]
        for listeners in LISTENERS
    ]
    heads = ("", "commits/s", "commits/s that notify")
    print(titled(f"PostgreSQL: {WRITERS} connections, each its own row", heads, rows), flush=True)


def _commits(url: str, listeners: int, *, notify: bool) -> float:
    """How many commits a second WRITERS connections bring about together."""
    import psycopg  # only where there is a PostgreSQL

    until = time.monotonic() + SECONDS

    def write(row: int) -> int:
        done = 0
        with psycopg.connect(url) as line:
            while time.monotonic() < until:
                line.execute("UPDATE growth SET n = n + 1 WHERE id = %s", [row])
                if notify:
                    line.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{row} {done}"])
                line.commit()
                done += 1
        return done

    with ExitStack() as lines, ThreadPoolExecutor(WRITERS) as threads:
        for _listener in range(listeners):
            line = lines.enter_context(psycopg.connect(url, autocommit=True))
            line.execute(f"LISTEN {CHANNEL}")
        return sum(threads.map(write, range(1, WRITERS + 1))) / SECONDS


if __name__ == "__main__":
    main()
