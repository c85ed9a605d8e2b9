"""The servers that are measured, and this process set up to know the same database."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import django

from companion.management.commands.serve import allow_many_phones
from tests.postgres import Postgres, running_postgres
from tests.server import RunningServer, manage, running_server, serving

# Whoever connects from this machine may say where a request comes from, as a proxy
# does: each phone gets an address of its own, and no rate limit slows them all.
SETTINGS = {"TRUSTED_PROXIES": "127.0.0.1"}


@contextmanager
def set_up() -> Iterator[Path]:
    """A folder for a server with SQLite; this process knows its database, and no other."""
    signal.signal(signal.SIGTERM, lambda *_args: sys.exit(1))  # or the servers would go on
    allow_many_phones()
    with tempfile.TemporaryDirectory(prefix="tableside-load-") as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "companion.settings",
            "VAR_DIR": folder,
            "DATABASE_URL": "",
        }
        django.setup()
        yield Path(folder)


@contextmanager
def one_server(folder: Path, **env: str) -> Iterator[RunningServer]:
    """One process on SQLite."""
    with running_server(folder, **SETTINGS, **env) as server:
        yield server


@contextmanager
def two_servers() -> Iterator[tuple[RunningServer, RunningServer, Postgres]]:
    """Two processes on one PostgreSQL that writes as a real one does."""
    with running_postgres(careful=True) as postgres, ExitStack() as running:
        manage("migrate", "--verbosity=0", environ={**os.environ, "DATABASE_URL": postgres.url})

        def process() -> RunningServer:
            folder = running.enter_context(tempfile.TemporaryDirectory(prefix="tableside-load-"))
            return running.enter_context(serving(Path(folder), postgres.url, **SETTINGS))

        yield process(), process(), postgres
