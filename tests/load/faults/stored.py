"""What is in the database, read past the site: the keys of each play's entries, in order."""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import LiteralString

from tests.load.faults.fault import Fault
from tests.load.faults.tapper import Tapper
from tests.server import RunningServer

ENTRIES = "SELECT play_id, number, key FROM tables_entry ORDER BY play_id, number"
TIMES = "SELECT key, at FROM tables_entry"

Plays = Mapping[int, list[str]]
"""The keys of each play by their numbers: the first stands first."""


def stored(server: RunningServer) -> Plays:
    """What the server's database holds."""
    return plays(rows(server, ENTRIES))


def stored_in(file: Path) -> Plays:
    with closing(sqlite3.connect(file)) as tables:
        return plays(tables.execute(ENTRIES))


def times(server: RunningServer) -> dict[str, float]:
    """When each entry was recorded, by its key."""
    return {str(key): seconds(str(at)) for key, at in rows(server, TIMES)}


def seconds(at: str) -> float:
    """SQLite keeps UTC and does not say so."""
    found = datetime.fromisoformat(at)
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()


def rows(server: RunningServer, query: LiteralString) -> list[tuple[object, ...]]:
    if not server.database:
        with closing(sqlite3.connect(server.folder / "tableside.sqlite3")) as tables:
            return tables.execute(query).fetchall()
    import psycopg  # only where there is a PostgreSQL

    with psycopg.connect(server.database) as line:
        return line.execute(query).fetchall()


def plays(rows: Iterable[Sequence[object]]) -> Plays:
    """ValueError if a number is missing or there twice."""
    found: dict[int, list[str]] = defaultdict(list)
    for play, number, key in rows:
        keys = found[int(str(play))]
        keys.append(str(key))
        if number != len(keys):
            raise ValueError(f"play {play} has entry {number} where {len(keys)} belongs")
    return found


def is_sound(file: Path) -> bool:
    """SQLite itself finds no fault in the file."""
    with closing(sqlite3.connect(file)) as tables:
        return bool(tables.execute("PRAGMA integrity_check").fetchone() == ("ok",))


def claim_nothing_lost(fault: Fault, phones: Sequence[Tapper], there: Plays) -> None:
    """Every tap of these phones is there once, in the order of its phone, and nothing else."""
    places = {key: place for keys in there.values() for place, key in enumerate(keys)}
    times = Counter(key for keys in there.values() for key in keys)
    made = [key for phone in phones for key in phone.made]
    recorded = [key for phone in phones for key in phone.recorded]
    opened = len(there)  # the move that made each table
    lost = sum(key not in places for key in recorded)
    doubled = sum(count > 1 for count in times.values())
    orders = [[places[key] for key in phone.made if key in places] for phone in phones]
    fault.count(
        f"{len(recorded):,} moves acknowledged",
        f"{lost} lost",
        f"{doubled} doubled",
    )
    fault.claim(not lost, f"{lost} acknowledged moves are lost")
    fault.claim(not doubled, f"{doubled} moves are there twice")
    fault.claim(len(places) == len(made) + opened, "there are moves that nobody made, or too few")
    fault.claim(recorded != [] and sorted(recorded) == sorted(made), "taps were let go unrecorded")
    fault.claim(all(order == sorted(order) for order in orders), "a phone's taps changed order")
