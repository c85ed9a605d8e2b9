"""The machine it runs on, and what a process of it takes.

As a program it prints how docs/figures.md begins.
"""

from __future__ import annotations

import os
import platform
import re
import sqlite3
import subprocess
from datetime import date
from pathlib import Path

import django

from tests.postgres import installed, program_at

PREFACE = """\
# Figures

`make figures` measures all of this on one machine and writes this file. Its parts are what
`make load`, `make faults` and `make bench` print; each ends by itself, talks to loopback only,
and brings its own databases. Times are milliseconds unless a row says otherwise.
"""


def heading() -> str:
    """Processor, load, versions: what figures of two runs are compared by."""
    cores = os.cpu_count()
    load = f", load {os.getloadavg()[0]:.1f} before it began" if hasattr(os, "getloadavg") else ""
    return (
        f"{processor()}, {cores} cores{load}; {date.today():%Y-%m-%d}. "  # noqa: DTZ011
        f"Python {platform.python_version()}, Django {django.__version__}, "
        f"SQLite {sqlite3.sqlite_version}, {postgresql()}, {platform.system()}. "
        f"The phones are one process of this machine and share its {cores} cores with the "
        "server: the server alone is faster.\n"
    )


def postgresql() -> str:
    """Its name and version, if it is installed."""
    if not installed():
        return "no PostgreSQL"
    said = subprocess.run([program_at("postgres"), "--version"], capture_output=True, text=True)
    return f"PostgreSQL {said.stdout.split()[2]}"


def processor() -> str:
    """The processor's name, or the board's where only that is known (a Raspberry Pi)."""
    listed = Path("/proc/cpuinfo")
    text = listed.read_text() if listed.exists() else ""
    found = re.search(r"(?m)^(?:model name|Model)\s*: *(.+)$", text)
    return found[1] if found else platform.processor() or platform.machine()


def memory(pid: int, figure: str = "VmRSS") -> float | None:
    """Resident memory of a process in MB (of 1024 KB); None where the system does not tell.

    With `figure` "VmHWM", the most that it ever was.
    """
    status = Path(f"/proc/{pid}/status")
    found = re.search(rf"{figure}:\s*(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) / 1024 if found else None


def open_files(pid: int) -> int | None:
    """How many files and sockets a process has open; None where the system does not tell."""
    folder = Path(f"/proc/{pid}/fd")
    return len(list(folder.iterdir())) if folder.exists() else None


if __name__ == "__main__":
    print(PREFACE)
