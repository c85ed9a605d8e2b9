"""A server's process seen from outside: stopped for a moment, or watched as it asks the kernel."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.load.faults.fault import CannotBeDone

PATIENCE = 10.0
WATCHED = "trace=fsync,fdatasync,sendto"


@contextmanager
def stopped(pid: int) -> Iterator[None]:
    """Inside, the process stands still."""
    os.kill(pid, signal.SIGSTOP)
    try:
        until = time.monotonic() + PATIENCE
        while state(pid) != "T":
            if time.monotonic() > until:
                raise TimeoutError(f"process {pid} does not stop")
            time.sleep(0.001)
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def state(pid: int) -> str:
    """R, S, D, T ... as the kernel calls it."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


@contextmanager
def watched(pid: int, into: Path) -> Iterator[None]:
    """Inside, what the process syncs and sends is written down, call by call."""
    strace = shutil.which("strace")
    if strace is None:
        raise CannotBeDone("strace is not installed")
    options = ["-f", "-e", WATCHED, "-s", "20", "-o", str(into), "-p", str(pid)]
    with subprocess.Popen([strace, *options], stderr=subprocess.PIPE, text=True) as watching:
        assert watching.stderr
        said = watching.stderr.readline()
        if "attached" not in said:
            raise CannotBeDone(f"strace may not watch: {said.strip()}")
        try:
            yield
        finally:
            watching.send_signal(signal.SIGINT)
            watching.communicate(timeout=PATIENCE)


def calls(written: str) -> Iterator[str]:
    """ "sync" for each sync that was done, "answer" for each move answered as recorded."""
    for line in written.splitlines():
        if re.search(r"\bf(data)?sync\b.*= 0$", line):
            yield "sync"
        elif "sendto(" in line and '"HTTP/1.1 204' in line:
            yield "answer"
