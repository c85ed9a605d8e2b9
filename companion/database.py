"""The database as an operator meets it: whether it can be used, and if not what to do.

Every fault is one line: what the database says in its own words, and what helps.
"""

from __future__ import annotations

import re
from functools import cache

from django.apps import apps
from django.core.management.base import CommandError
from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

NO_ROOM = "is full|No space left"

# What the databases say (in part), and what helps. The first that fits.
HELP = (
    ("unable to open", "Its folder must be there, and this user must be allowed to write in it."),
    ("readonly|read-only|[Pp]ermission denied", "Give its user the right to write there."),
    (f"{NO_ROOM}|disk I/O error", "Make room on its disk, then start again."),
    ("not a database|malformed", "It is damaged: bring back a backup, manage.py restore FILE"),
    ("is locked", "Another program holds it: stop that one first."),
    ("pg_hba", "Let it in: pg_hba.conf on the database server."),
    ("too many (clients|connections)|connection slots", "Give it more: see its max_connections."),
    ("invalid connection option", "Correct DATABASE_URL."),
    ("password|authentication|role .* does not exist", "Correct the user in DATABASE_URL."),
    ("database .* does not exist", "Create it (createdb), or correct its name in DATABASE_URL."),
    ("or later is required", "Update the database server."),
    ("connect|resolve|translate", "Start PostgreSQL, or correct DATABASE_URL."),
    ("No such file|Not a directory", "Make that folder, or name another."),
    ("Is a directory", "Name a file in it."),
    ("no such table|relation .* does not exist", "Set up the database first: manage.py migrate"),
)

# What PostgreSQL calls our fault and is not: it only reads just now (after a failover, say), or
# it has ended a transaction whose process stood still.
TAKES_NOTHING = ("25006", "25P03")

NOT_SET_UP = "Set up the database first: manage.py migrate"
TOO_NEW = (
    "A newer version of the site has used this database. "
    "Start that version, or go back as deploy/README.md says."
)


def check() -> None:
    """Refuse to go on with a database that every page would fail at: CommandError."""
    try:
        if unapplied():
            raise CommandError(NOT_SET_UP)
        if unknown():
            raise CommandError(TOO_NEW)
        _write()
    except DatabaseError as error:
        raise CommandError(fault(error)) from None


def fault(error: Exception) -> str:
    """What is wrong with the database and what to do about it, in one line."""
    return f"Cannot keep the tables in {connection.settings_dict['NAME']}: {helped(_said(error))}"


def helped(said: str) -> str:
    """What was said, and what helps."""
    help_ = next((help_ for sign, help_ in HELP if re.search(sign, said)), "")
    return f"{said}. {help_}".strip()


def _said(error: Exception) -> str:
    """The database's own words. A pool knows only that it got no connection: ask without it."""
    if connection.vendor == "postgresql" and isinstance(error, DatabaseError):
        import psycopg  # only where there is a PostgreSQL

        try:
            psycopg.connect(**connection.get_connection_params()).close()
        except psycopg.Error as cause:
            error = cause
    return one_line(error)


def is_away(error: Exception) -> bool:
    """It cannot be used just now, and no statement of ours is at fault."""
    if isinstance(error, OperationalError | InterfaceError):
        return True
    return getattr(error.__cause__, "sqlstate", None) in TAKES_NOTHING


def has_no_room(error: Exception) -> bool:
    """It is the disk that is full; all that is stored can be read.

    >>> has_no_room(OSError("database or disk is full"))
    True
    >>> has_no_room(OSError('could not extend file "base/5/16": No space left on device'))
    True
    >>> has_no_room(OSError("database is locked"))
    False
    """
    return re.search(NO_ROOM, str(error)) is not None


def one_line(error: object) -> str:
    """What an error says, without the breaks, the mark at its end, and the statement."""
    said = re.sub(r"\nLINE \d+:.*\n *\^", "", str(error))
    return " ".join(said.split()).rstrip(".?")


def unapplied() -> set[tuple[str, str]]:
    """Steps of setting up the database that it has not seen: it is new, or older than the site."""
    return known_steps() - _applied()


def unknown() -> set[tuple[str, str]]:
    """Steps that the database has seen and this version of the site does not know."""
    ours = {app.label for app in apps.get_app_configs()}
    return {step for step in _applied() - known_steps() if step[0] in ours}


def _applied() -> set[tuple[str, str]]:
    return set(MigrationRecorder(connection).applied_migrations())


@cache
def known_steps() -> set[tuple[str, str]]:
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    return set(loader.disk_migrations or ())


def _write() -> None:
    """Write nothing new, but write: a full disk and a missing right tell themselves."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA user_version = 0")
        else:
            cursor.execute("UPDATE tables_table SET tick = tick WHERE id = 0")
