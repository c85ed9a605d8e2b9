"""Backups of the SQLite file: copied whole while the site goes on, brought back when it stands.

A copy is made beside its place and checked before it takes it: neither a full disk
nor a damaged file ever costs the one that is there.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from django.core.management.base import CommandError
from django.db import connection

from companion.database import helped, known_steps, one_line

BESIDE = ("-wal", "-shm")  # what SQLite keeps beside a file that is in use


def kept_file() -> Path:
    """Where the tables are. CommandError if they are not in a file."""
    if connection.vendor != "sqlite":
        raise CommandError("PostgreSQL has its own: pg_dump --format=custom, and pg_restore")
    return Path(connection.settings_dict["NAME"])


def back_up(target: Path) -> None:
    """Copy the tables to `target`, all of one moment; what was there is replaced at the end."""
    source = kept_file()
    if not source.exists():
        raise CommandError(f"There are no tables yet: {source} does not exist.")
    if target.exists() and target.samefile(source):
        raise CommandError(f"The tables themselves are in {target}. Choose another file.")
    with copied(source, target.parent) as draft:
        if not _steps(draft):
            raise CommandError(f"There are no tables yet in {source}: manage.py migrate")
        draft.replace(target)


def restore(source: Path) -> Path | None:
    """Put the tables of a backup in place of those that are there; where the old ones are now.

    The site must stand: a running one would go on with the plays that it has in memory.
    """
    target = kept_file()
    if not source.is_file():
        raise CommandError(f"There is no file {source}.")
    if target.exists() and target.samefile(source):
        raise CommandError(f"{source} is the file that the tables are in.")
    with copied(source, target.parent) as draft:
        _check_steps(draft, source)
        _check_unused(target)
        old = _set_aside(target)
        draft.replace(target)
    return old


@contextmanager
def copied(source: Path, folder: Path) -> Iterator[Path]:
    """A sound copy of `source` in `folder`, gone at the end unless it was moved."""
    handle, name = -1, ""
    try:
        handle, name = tempfile.mkstemp(dir=folder, suffix=".part")  # 0600
        _copy(source, Path(name))
        os.fsync(handle)
        yield Path(name)
    except OSError as error:
        said = helped(error.strerror or one_line(error))
        raise CommandError(f"Cannot write in {folder}: {said}") from None
    finally:
        if handle >= 0:
            os.close(handle)
        for end in ("", *BESIDE, "-journal"):
            with suppress(OSError):
                Path(name + end).unlink()


def _copy(source: Path, draft: Path) -> None:
    try:
        # Not read-only: a file that was in use when the power went is put right first.
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=rw", uri=True)) as tables,
            closing(sqlite3.connect(draft)) as copy,
        ):
            tables.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            found = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.OperationalError as error:
        raise CommandError(f"{source} cannot be copied: {helped(one_line(error))}") from None
    except sqlite3.Error as error:
        found = str(error)
    if found != "ok":
        raise CommandError(f"{source} is damaged: {one_line(found)}. Restore a sound backup.")


def _check_steps(draft: Path, source: Path) -> None:
    """Refuse what is no backup of ours, or one that a newer version made."""
    steps = _steps(draft)
    if not steps:
        raise CommandError(f"{source} is no backup of this site.")
    if steps - known_steps():
        raise CommandError(f"A newer version of the site made {source}: update first.")


def _steps(draft: Path) -> set[tuple[str, str]]:
    """The steps in which our tables were set up in a copy; none if they are not in it."""
    with closing(sqlite3.connect(draft)) as copy:
        try:
            steps = set(copy.execute("SELECT app, name FROM django_migrations"))
        except sqlite3.Error:
            return set()
    return {(app, name) for app, name in steps if app == "tables"}


def _check_unused(target: Path) -> None:
    """Refuse while the site runs. A damaged file cannot be in use."""
    if not target.exists():
        return
    try:
        with closing(sqlite3.connect(target, timeout=1)) as tables:
            tables.execute("PRAGMA journal_mode = DELETE")  # only the last one may
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise CommandError("Stop the site first, then restore.") from None
    except sqlite3.DatabaseError:
        pass


def _set_aside(target: Path) -> Path | None:
    if not target.exists():
        return None
    old = target.with_name(f"{target.name}.before-{datetime.now():%Y%m%d-%H%M%S}")  # noqa: DTZ005
    for end in (*BESIDE, ""):
        with suppress(FileNotFoundError):
            Path(f"{target}{end}").rename(f"{old}{end}")
    return old
