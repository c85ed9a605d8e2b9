"""SQLite's write-ahead log as a file: where its commits end, and which pages it holds.

Source: "WAL-mode File Format", sections 1 to 3, https://www.sqlite.org/walformat.html
"""

from __future__ import annotations

from dataclasses import dataclass
from struct import unpack_from

HEADER = 32
FRAME_HEADER = 24
COPYING = 128  # where the index keeps nBackfillAttempted


@dataclass(frozen=True)
class Wal:
    """`commits` are the lengths at which it ends with a whole commit; `pages` stand in it."""

    page_size: int
    commits: tuple[int, ...]
    pages: frozenset[int]


def read(wal: bytes) -> Wal:
    """The frames of the log's present generation; older ones may follow them."""
    if len(wal) < HEADER:
        return Wal(0, (), frozenset())
    page_size, salts = unpack_from(">8xI", wal)[0], wal[16:24]
    size = FRAME_HEADER + page_size
    commits: list[int] = []
    seen: list[int] = []
    for start in range(HEADER, len(wal) - size + 1, size):
        page, pages_after = unpack_from(">II", wal, start)
        if wal[start + 8 : start + 16] != salts:
            break
        seen.append(page)
        if pages_after:
            commits.append(start + size)
    whole = (commits[-1] - HEADER) // size if commits else 0
    return Wal(page_size, tuple(commits), frozenset(seen[:whole]))


def length(frames: int, wal: Wal) -> int:
    """How long the log is with so many frames."""
    return HEADER + frames * (FRAME_HEADER + wal.page_size)


def copied(index: bytes) -> int:
    """How many frames a checkpoint may have copied, as the log's index (-shm) knows."""
    return int(unpack_from("=I", index, COPYING)[0])
