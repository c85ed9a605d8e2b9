"""The disk is full for a while."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.utils import translation
from django.utils.translation import gettext_lazy

from tests.load.caller import new_table
from tests.load.faults.fault import CannotBeDone, Fault, bounded
from tests.load.faults.stored import claim_nothing_lost, is_sound, stored
from tests.load.faults.tapper import tappers, tapping
from tests.load.served import one_server
from tests.server import ROOT, RunningServer

TAPPING = 8
BEFORE = 2.0  # seconds of tapping
FULL = 6.0  # seconds without room
ROOM = "24m"
SENTENCE = gettext_lazy("The site's disk is full")
SERVE = [sys.executable, "manage.py", "serve", "--host=127.0.0.1", "--port=0"]


def full_disk(folder: Path) -> Fault:
    fault = Fault(
        "full disk, SQLite",
        f"No room for {FULL:.0f} s while {TAPPING} phones tap: each tap is told why, and waits on "
        "its phone; boards can be read. When there is room the taps go in as they were made.",
    )
    try:
        with small_disk(folder), one_server(folder) as server:
            bounded(filled(fault, server))
            fault.claim(is_sound(folder / "tableside.sqlite3"), "the file is damaged")
            fault.claim("Traceback" not in server.output, "the server printed a traceback")
    except CannotBeDone as error:
        fault.skipped = str(error)
    return fault


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A disk of its own in memory, which only root may make."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tableside", str(folder)]
    if subprocess.run(mount, capture_output=True).returncode:
        raise CannotBeDone("only root may make a small disk")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


async def filled(fault: Fault, server: RunningServer) -> None:
    phones = tappers([server], TAPPING)
    reader = new_table(server.url)
    async with tapping(phones):
        await asyncio.sleep(BEFORE)
        with no_room(server.folder):
            page = await asyncio.to_thread(reader.get, reader.play)
            refused = await asyncio.to_thread(start_another, server)
            await asyncio.sleep(FULL)
    told = [answer for phone in phones for answer in phone.held]
    claim_nothing_lost(fault, phones, stored(server))
    fault.count(f"{len(told)} times told to wait")
    fault.claim(bool(told), "nothing had to wait: the disk was not full")
    with translation.override("ru"):
        others = {each.body.decode() for each in told} - {str(SENTENCE)}
    fault.claim(not others, f"some were told {others}")
    fault.claim(page.status == 200, "the board could not be read")
    fault.claim("Make room on its disk" in refused, f"a start says {refused!r}")


@contextmanager
def no_room(folder: Path) -> Iterator[None]:
    """A file takes all the room there is."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    try:
        yield
    finally:
        ballast.unlink()


def start_another(server: RunningServer) -> str:
    """What a start says while there is no room."""
    ended = subprocess.run(SERVE, cwd=ROOT, env=server.environ, capture_output=True, text=True)
    return ended.stderr
