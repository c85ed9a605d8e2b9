"""The real server as a process of its own, for tests that need the network.

    with running_server(tmp_path) as server:
        ... server.url ... server.restart() ... server.kill() ...

Its database and its secret key stand in `folder`; the key is the tests' own, so a
test can sign what the server will read. If DATABASE_URL names a PostgreSQL, each
server has a database of its own there, and drops it.
"""

from __future__ import annotations

import atexit
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

from django.conf import settings

ROOT = Path(__file__).resolve().parent.parent
STARTS_WITHIN = 30.0
OPEN_AT = re.compile(r"http://127\.0\.0\.1:(\d+)/")
READ_FROM_OUTSIDE = (
    "DEBUG DATABASE_URL SITE_NAME OFFLINE_PAGE PUBLIC_URL ALLOWED_HOSTS TRUSTED_PROXIES ACCESS_LOG"
).split()


class RunningServer:
    """`manage.py serve` on a port of its own, kept over restarts."""

    def __init__(self, folder: Path, environ: dict[str, str]) -> None:
        self.folder = folder
        self.environ = environ
        self.port = 0
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> str:
        """The address of its PostgreSQL database; "" for a file in its folder."""
        return self.environ["DATABASE_URL"]

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def output(self) -> str:
        """All that the server has printed, over all its starts."""
        return (self.folder / "server.log").read_text()

    def start(self) -> None:
        """Start, and return when it answers."""
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--host=127.0.0.1", f"--port={self.port}"],
                cwd=ROOT,
                env=self.environ,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + STARTS_WITHIN
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"The server does not answer:\n{self.output}")
            time.sleep(0.02)

    def stop(self) -> None:
        """Ask it to stop, as Ctrl-C or a service manager would, and wait."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        """Stop it if it runs, and start it at the same address."""
        self.stop()
        self.start()

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(timeout=10)
            self._process = None

    def _answers(self) -> bool:
        found = OPEN_AT.search(self.output)
        if found is None:
            return False
        self.port = int(found[1])
        try:
            with urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except URLError:
            return False


@contextmanager
def running_server(folder: Path, **env: str) -> Iterator[RunningServer]:
    """A server with an empty database of its own; `env` are settings."""
    with fresh_database(folder) as url, serving(folder, url, **env) as server:
        yield server


@contextmanager
def serving(folder: Path, url: str, **env: str) -> Iterator[RunningServer]:
    """A server with the database at `url`, which others may have too."""
    collect_static()
    environ = {name: text for name, text in os.environ.items() if name not in READ_FROM_OUTSIDE}
    environ |= {"VAR_DIR": str(folder), "SECRET_KEY": str(settings.SECRET_KEY), **env}
    server = RunningServer(folder, {**environ, "DATABASE_URL": url})
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def fresh_database(folder: Path) -> Iterator[str]:
    """The DATABASE_URL of an empty database: "" for a file in `folder`, or on the PostgreSQL."""
    if given().startswith("postgres"):
        with postgresql_database(copied_from=empty_postgresql()) as name:
            yield address_of(name)
    else:
        shutil.copy(empty_database(), folder)
        yield ""


def given() -> str:
    """The database that the tests were told to use."""
    return os.environ.get("DATABASE_URL", "")


@contextmanager
def postgresql_database(copied_from: str) -> Iterator[str]:
    import psycopg  # only where there is a PostgreSQL

    name = f"tableside_test_{secrets.token_hex(8)}"
    with psycopg.connect(given(), autocommit=True) as line:
        line.execute(f"CREATE DATABASE {name} TEMPLATE {copied_from}")
    try:
        yield name
    finally:
        with psycopg.connect(given(), autocommit=True) as line:
            line.execute(f"DROP DATABASE {name} WITH (FORCE)")


def address_of(name: str) -> str:
    """The address of another database on the PostgreSQL that was given."""
    return urlsplit(given())._replace(path=f"/{name}").geturl()


@cache
def empty_postgresql() -> str:
    """The name of a database that has been set up, made once a run."""
    kept = ExitStack()
    atexit.register(kept.close)
    name = kept.enter_context(postgresql_database(copied_from="template1"))
    manage("migrate", "--verbosity=0", environ={**os.environ, "DATABASE_URL": address_of(name)})
    return name


@cache
def empty_database() -> Path:
    """A database file that has been set up, made once a run."""
    folder = Path(tempfile.mkdtemp(prefix="tableside-empty-"))
    atexit.register(shutil.rmtree, folder)
    environ = {**os.environ, "VAR_DIR": str(folder), "DATABASE_URL": ""}
    manage("migrate", "--verbosity=0", environ=environ)
    return folder / "tableside.sqlite3"


@cache
def collect_static() -> None:
    """Build the static files if one of them is newer than the last build."""
    built = Path(settings.STATIC_ROOT) / "staticfiles.json"
    sources = [*(ROOT / "static").rglob("*"), ROOT / "requirements" / "run.txt"]
    if not built.exists() or built.stat().st_mtime < max(file.stat().st_mtime for file in sources):
        manage("collectstatic", "--noinput", "--verbosity=0")


def manage(*args: str, environ: dict[str, str] | None = None) -> None:
    subprocess.run([sys.executable, "manage.py", *args], cwd=ROOT, env=environ, check=True)
