"""A power cut under SQLite: what the disk may hold at that moment, and what is read from it.

The kernel keeps what a killed process wrote, so SIGKILL says nothing about a power cut. What a
power cut leaves is the files as they are at one moment, less any part that was not yet
synced. So the process is stopped for a moment and its files are copied (a crash image);
then the copy loses, in many ways, what `synchronous` does not promise:

FULL    (the site's) syncs the log at each commit: all up to the last acknowledged move
        is on the disk. What came after it may be cut off, torn, or noise.
NORMAL  syncs only before a checkpoint: the log may end anywhere. Acknowledged moves are
        lost then; what is left is sound, and a beginning of each play.
both    sync the log before a checkpoint copies its pages into the file: those pages may
        be torn in the file, since the log still has them.
"""

from __future__ import annotations

import asyncio
import random
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.load.caller import Caller, new_table
from tests.load.faults import wal
from tests.load.faults.fault import CannotBeDone, Fault, bounded
from tests.load.faults.process import calls, stopped, watched
from tests.load.faults.stored import Plays, is_sound, stored_in
from tests.load.faults.tapper import Tapper, tappers, tapping
from tests.load.line import Line
from tests.load.served import one_server
from tests.server import RunningServer

TAPPING = 12
IMAGES = 20
APART = (0.2, 0.7)  # seconds
CUTS = 3  # of each image, by each setting
WATCHED_TAPS = 50
NAME = "tableside.sqlite3"


@dataclass(frozen=True)
class Image:
    """The two files of one moment, and the moves that had been acknowledged before it."""

    tables: bytes
    log: bytes
    copied: int  # frames of the log that a checkpoint may have copied into the file
    acknowledged: frozenset[str]

    def put(self, folder: Path, log: bytes | None = None, tables: bytes | None = None) -> Path:
        """The files as a restarted machine would find them."""
        file = folder / NAME
        file.with_name(f"{NAME}-shm").unlink(missing_ok=True)
        file.write_bytes(self.tables if tables is None else tables)
        file.with_name(f"{NAME}-wal").write_bytes(self.log if log is None else log)
        return file


def power_cuts(folder: Path) -> Fault:
    fault = Fault(
        f"{IMAGES} power cuts, SQLite",
        f"Images of the files while {TAPPING} phones tap, torn as a power cut may tear them. With "
        "synchronous=FULL, as the site has it, all that was acknowledged is there; with NORMAL "
        "the file would be as sound, but the last moves would be gone.",
    )
    fault.claim(synchronous() == "FULL", f"synchronous is {synchronous()}, not FULL")
    served, spare = folder / "served", folder / "image"
    served.mkdir()
    spare.mkdir()
    with one_server(served) as server:
        images = bounded(taken(server))
        server.stop()
        lost = [survived(fault, image, spare) for image in images]
        images[-1].put(served)
        server.start()  # RuntimeError if it does not answer
    full, normal = (max(each) for each in zip(*lost, strict=True))
    fault.count(
        f"{fault.claims} claims about {IMAGES} images of up to {most(images):,} moves",
        f"FULL lost {full}, NORMAL would have lost up to {normal} acknowledged moves",
        "the site starts from the last image",
    )
    fault.claim(full == 0, "an acknowledged move is lost")
    return fault


def most(images: Sequence[Image]) -> int:
    return max(len(image.acknowledged) for image in images)


def synchronous() -> str:
    """What the site's own connections ask of SQLite."""
    from django.db import connection  # known once Django is set up

    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous")
        level: int = cursor.fetchone()[0]
    connection.close()
    return ("OFF", "NORMAL", "FULL", "EXTRA")[level]


async def taken(server: RunningServer) -> list[Image]:
    phones = tappers([server], TAPPING)
    images = []
    async with tapping(phones):
        for _ in range(IMAGES):
            await asyncio.sleep(random.uniform(*APART))
            images.append(taken_now(server, phones))
    return images


def taken_now(server: RunningServer, phones: Sequence[Tapper]) -> Image:
    """What was acknowledged is noted first: all of it must be in the files."""
    acknowledged = frozenset(key for phone in phones for key in phone.recorded)
    with stopped(server.pid):
        tables, log, index = (
            (server.folder / f"{NAME}{end}").read_bytes() for end in ("", "-wal", "-shm")
        )
    return Image(tables, log, wal.copied(index), acknowledged)


# -- What is left of an image


def survived(fault: Fault, image: Image, folder: Path) -> tuple[int, int]:
    """Claim what is promised; how many acknowledged moves FULL and NORMAL might have lost."""
    frames = wal.read(image.log)
    whole = stored_in(image.put(folder))
    fault.claim(image.acknowledged <= keys(whole), "an image lacks an acknowledged move")
    torn = image.put(folder, tables=torn_pages(image.tables, frames))
    fault.claim(stored_in(torn) == whole, "pages torn in the file were not read from the log")
    fault.claim(is_sound(torn), "a file with torn pages is damaged")

    commits = [each for each in frames.commits if each >= wal.length(image.copied, frames)]
    safe = bisect_left(commits, True, key=lambda end: holds_all(image, folder, end))

    def most_lost(first: Sequence[int]) -> int:
        ends = random.choices(range(*span(first, image.log)), k=CUTS)
        lefts = [claim_a_prefix(fault, image, folder, cut(image.log, end), whole) for end in ends]
        return max(len(image.acknowledged - keys(left)) for left in lefts)

    return most_lost(commits[safe:]), most_lost(commits)


def holds_all(image: Image, folder: Path, end: int) -> bool:
    """Whether all acknowledged moves are there if the log ends there."""
    return image.acknowledged <= keys(stored_in(image.put(folder, image.log[:end])))


def span(commits: Sequence[int], log: bytes) -> tuple[int, int]:
    """Where the log may be cut: from the first of these commits to its end."""
    return (commits[0] if commits else len(log)), len(log) + 1


def cut(log: bytes, end: int) -> bytes:
    """The log up to there; then nothing, noise or zeros, as the disk has it."""
    rest = len(log) - end
    return log[:end] + random.choice((b"", random.randbytes(rest), bytes(rest)))


def torn_pages(tables: bytes, frames: wal.Wal) -> bytes:
    """The file while a checkpoint copies pages of the log into it: half of each is noise.

    The first page is left: its head is one sector, and a sector is written or not.
    """
    torn, half = bytearray(tables), frames.page_size // 2
    for page in frames.pages - {1}:
        start = (page - 1) * frames.page_size
        if start < len(torn):
            torn[start : start + half] = random.randbytes(half)
    return bytes(torn)


def claim_a_prefix(fault: Fault, image: Image, folder: Path, log: bytes, whole: Plays) -> Plays:
    """Sound, and of each play a beginning: nothing is missing in the middle."""
    file = image.put(folder, log)
    left = stored_in(file)
    fault.claim(is_sound(file), "a file is damaged")
    beginnings = all(each == whole[play][: len(each)] for play, each in left.items())
    fault.claim(beginnings, "a move in the middle is missing")
    return left


def keys(found: Plays) -> set[str]:
    return {key for each in found.values() for key in each}


# -- That the answer comes after the sync


def syncs(folder: Path) -> Fault:
    fault = Fault(
        "sync before answer, SQLite",
        f"The server's calls to the kernel are watched while {WATCHED_TAPS} taps come one by one. "
        "Each answer leaves after a sync of the log, as the images above take for granted.",
    )
    with one_server(folder) as server:
        written = folder / "calls"
        try:
            with watched(server.pid, written):
                bounded(tapped_one_by_one(server))
        except CannotBeDone as error:
            fault.skipped = str(error)
            return fault
    known = list(calls(written.read_text()))
    between = "".join("s" if each == "sync" else "a" for each in known).split("a")[:-1]
    fault.count(f"{len(between)} answers", f"{sum(map(len, between))} syncs before them")
    fault.claim(len(between) >= WATCHED_TAPS, "not every answer was seen")
    fault.claim(all(between), "an answer left before its move was synced")
    return fault


async def tapped_one_by_one(server: RunningServer) -> None:
    phone = await asyncio.to_thread(new_table, server.url)
    async with Line(server.port) as line:
        caller = Caller(phone, line)
        for _ in range(WATCHED_TAPS):
            await caller.tap()
