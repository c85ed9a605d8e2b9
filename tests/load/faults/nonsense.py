"""Requests as nobody sends them."""

from __future__ import annotations

from pathlib import Path

from tests.load.faults.fault import Fault
from tests.load.fuzz import REQUESTS, fuzz

MOST_SAID = 3


def nonsense(folder: Path) -> Fault:
    fault = Fault(
        f"{REQUESTS:,} requests as nobody sends them, SQLite",
        "Every address by every method, with what breaks other sites. No answer is a fault of "
        "the server or shows how it is made inside, and every log still replays.",
    )
    found = fuzz(folder)
    fault.count(*found.facts)
    fault.claim(not found.faults, "; ".join(found.faults[:MOST_SAID]))
    return fault
