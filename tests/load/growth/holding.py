"""What a process holds: memory after ever more tables were asked for, and after long logs."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator

import django

django.setup()  # before anything that knows the database

from companion.tables import held, models  # noqa: E402
from tests.load.figures import number, titled  # noqa: E402
from tests.load.games import LOST_CITIES, SCORE_PAD  # noqa: E402
from tests.load.growth import stock  # noqa: E402
from tests.load.growth.logs import At  # noqa: E402
from tests.load.machine import memory  # noqa: E402

TOUCHED = (0, 200, 1_000, 10_000)
ENTRIES = 20
LONG = 7
LENGTH = 20_000
HEADS = ("asked for one after another", "MB", "a whole garbage collection, ms")


def main() -> None:
    stock.fill(TOUCHED[-1] - models.Table.objects.count(), entries=ENTRIES)
    rows = [*_after_many_tables(), *_after_long_logs()]
    print(titled("What a process holds", HEADS, rows), flush=True)


def _after_many_tables() -> Iterator[list[str]]:
    plays = models.Play.objects.filter(slug=LOST_CITIES.slug).select_related("table")
    asked = iter(plays.order_by("-pk").iterator())
    done = 0
    for many in TOUCHED:
        while done < many:
            held.reading(next(asked))
            done += 1
        yield _row(f"{many:,} logs of {ENTRIES}")


def _after_long_logs() -> Iterator[list[str]]:
    for many in range(1, LONG + 1):
        At(SCORE_PAD).lengthen(LENGTH)
        if many in (1, LONG):
            yield _row(f"then {many} of {LENGTH:,}")


def _row(name: str) -> list[str]:
    gc.collect()
    began = time.process_time()
    gc.collect()
    pause = 1000 * (time.process_time() - began)
    return [name, number(memory(os.getpid()) or 0), number(pause)]


if __name__ == "__main__":
    main()
