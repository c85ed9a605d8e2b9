"""A clock that others may set: Python reads this at its start where PYTHONPATH names its folder.

CLOCK names a file. By as many seconds as stand in it the time of day goes wrong in this
process; the clock that only counts on (time.monotonic) does not, as on a real machine.
"""

from __future__ import annotations

import os
import time
from datetime import datetime, timedelta
from pathlib import Path


def go_wrong(by: Path) -> None:
    from django.utils import timezone

    right_time, right_now = time.time, timezone.now

    def wrong_time() -> float:
        return right_time() + float(by.read_text())

    def wrong_now() -> datetime:
        return right_now() + timedelta(seconds=float(by.read_text()))

    time.time, timezone.now = wrong_time, wrong_now


if "CLOCK" in os.environ:
    go_wrong(Path(os.environ["CLOCK"]))
