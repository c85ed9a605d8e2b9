"""What a process holds: memory after it has answered for ever more tables, and for long logs."""

from __future__ import annotations

import gc
import os
import time

import django

django.setup()  # before anything that knows the database

from companion.tables import held, models  # noqa: E402
from tests.companion.tables.inside import Phone  # noqa: E402
from tests.load import stock  # noqa: E402
from tests.load.games import LOST_CITIES  # noqa: E402
from tests.load.logs import At  # noqa: E402
from tests.load.machine import memory  # noqa: E402
from tests.load.markdown import number, table  # noqa: E402

TOUCHED = (0, 200, 1_000, 10_000)
ENTRIES = 20
LONG = 12
LENGTH = 19_000


def main() -> None:
    stock.fill(TOUCHED[-1] - models.Table.objects.count(), entries=ENTRIES)
    rows = list(short())
    long_ones()
    rows.append(_row(f"then {LONG} tables with {LENGTH:,} entries each"))
    print(table("What a process holds", ("after boards of", "MB", "logs", "entries", "whole GC, ms"), rows))


def short():
    phone, done = Phone("ru"), 0
    plays = models.Play.objects.filter(number=1, slug=LOST_CITIES.slug).select_related("table")
    urls = [play.url for play in plays.order_by("pk")[: TOUCHED[-1]]]
    for many in TOUCHED:
        for url in urls[done:many]:
            assert phone.part(url).status_code == 200
        done = many
        yield _row(f"{many:,} tables")


def long_ones():
    for _table in range(LONG):
        At(LOST_CITIES).lengthen(LENGTH)


def _row(name):
    gc.collect()
    began = time.perf_counter()
    gc.collect()
    pause = 1000 * (time.perf_counter() - began)
    logs = [each.log for each in held._held.values() if each.log]
    return [name, number(memory(os.getpid()) or 0), str(len(logs)), f"{sum(len(log.rows) for log in logs):,}", number(pause)]


if __name__ == "__main__":
    main()
