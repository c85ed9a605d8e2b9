"""`prune` of a hundred thousand tables beside a real server, at which a phone taps meanwhile."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import django

django.setup()  # before anything that knows the database

from companion.tables import models  # noqa: E402
from tests.load.caller import new_table  # noqa: E402
from tests.load.figures import number, titled  # noqa: E402
from tests.load.games import LOST_CITIES  # noqa: E402
from tests.load.growth import stock  # noqa: E402
from tests.load.machine import memory  # noqa: E402
from tests.phone import Phone  # noqa: E402
from tests.server import ROOT, serving  # noqa: E402

OVER = ((98_999, 10), (1_000, 200), (1, 20_000))
"""How many tables, and the entries of each; the last is the longest log that there may be."""
IDLE = timedelta(days=91)
LONGEST = 900.0
ALONE = 100
BETWEEN_TAPS = 0.05
HEADS = ("", "s", "MB at most", "taps", "tap, median ms", "p99", "worst")


def main() -> None:
    for tables, entries in OVER:
        stock.fill(tables, entries=entries, idle=IDLE)
    before, entries = models.Table.objects.count(), models.Entry.objects.count()
    with serving(Path(os.environ["VAR_DIR"]), os.environ["DATABASE_URL"]) as server:
        phone = new_table(server.url)
        alone = [_tap(phone, turn) for turn in range(1, ALONE)]
        took, most, taps = _prune(phone)
    gone = before + 1 - models.Table.objects.count()
    rows = [
        ["nobody prunes", "", "", *_spread(alone)],
        [
            f"{gone:,} tables, {entries:,} entries pruned",
            number(took),
            number(most),
            *_spread(taps),
        ],
    ]
    print(titled("`manage.py prune`, while a phone taps at another table", HEADS, rows), flush=True)


def _prune(phone: Phone) -> tuple[float, float, list[float]]:
    """Seconds and megabytes that it took, and milliseconds of each tap meanwhile."""
    began, most, taps = time.perf_counter(), 0.0, []
    prune = subprocess.Popen([sys.executable, "manage.py", "prune"], cwd=ROOT)
    while prune.poll() is None:
        most = max(most, memory(prune.pid, "VmHWM") or 0)
        taps.append(_tap(phone, ALONE + len(taps)))
        time.sleep(BETWEEN_TAPS)
        if time.perf_counter() - began > LONGEST:
            prune.terminate()
            prune.wait()
    return time.perf_counter() - began, most, taps


def _tap(phone: Phone, turn: int) -> float:
    name, args = LOST_CITIES.tap(turn)
    began = time.perf_counter()
    answer = phone.move(name, **args)
    assert answer.status == 204, answer.text
    return 1000 * (time.perf_counter() - began)


def _spread(taps: Sequence[float]) -> list[str]:
    cuts = statistics.quantiles(taps, n=100, method="inclusive")
    return [f"{len(taps):,}", number(cuts[49]), number(cuts[98]), number(max(taps))]


if __name__ == "__main__":
    main()
