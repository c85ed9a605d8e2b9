"""The machine it runs on, and what a process of it takes."""

from __future__ import annotations

import os
import platform
import re
from pathlib import Path

import django


def heading() -> str:
    """Processor, load, Python, Django: what figures of two runs are compared by."""
    cores = os.cpu_count()
    load = f", load {os.getloadavg()[0]:.1f} before it began" if hasattr(os, "getloadavg") else ""
    return (
        f"{processor()}, {cores} cores{load}\n"
        f"Python {platform.python_version()}, Django {django.__version__}, {platform.system()}\n"
    )


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
