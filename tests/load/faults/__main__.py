"""`make faults`: what is done to the site, what is counted, and whether it held.

It ends with status 1 if something did not hold.
"""

from __future__ import annotations

import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from tests.load.faults import clock, full, images, kills, nonsense, slow
from tests.load.faults.fault import Fault, report
from tests.load.machine import heading
from tests.load.served import set_up

# What is done, one after the other, each with an empty folder of its own.
FAULTS: tuple[Callable[[Path], Fault], ...] = (
    kills.on_sqlite,
    kills.on_postgresql,
    images.power_cuts,
    images.syncs,
    slow.slow_clients,
    full.full_disk,
    clock.wrong_clock,
    nonsense.nonsense,
)


MOST_SAID = 100


def main() -> None:
    began = time.perf_counter()
    wanted = sys.argv[1:]
    names = [name_of(each) for each in FAULTS]
    if unknown := set(wanted) - set(names):
        sys.exit(f"There is no fault {min(unknown)}. There are: {', '.join(names)}")
    print(f"## make faults\n\n{heading()}", flush=True)
    with set_up():
        found = [tried(each) for each in FAULTS if not wanted or name_of(each) in wanted]
    print(report(found))
    print(f"Done in {time.perf_counter() - began:.0f} s.\n")
    sys.exit(0 if all(each.held for each in found) else 1)


def name_of(fault: Callable[[Path], Fault]) -> str:
    """How it is asked for alone, as kills.on_sqlite."""
    return f"{fault.__module__.rpartition('.')[2]}.{fault.__name__}"


def tried(fault: Callable[[Path], Fault]) -> Fault:
    """What came of it; if it could not be done, that it did not hold."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="tableside-faults-") as folder:
        try:
            found = fault(Path(folder))
        except Exception as error:
            traceback.print_exc()
            found = Fault(name_of(fault), "It could not be done to its end.")
            found.broken.append(f"{type(error).__name__}: {str(error)[:MOST_SAID]}")
    print(f"{name_of(fault)}: {time.perf_counter() - began:.0f} s", file=sys.stderr)
    return found


if __name__ == "__main__":
    main()
