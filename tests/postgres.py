"""A PostgreSQL of the tests' own: made in a temporary folder, on loopback, ended at the end.

    with running_postgres() as postgres:
        ... postgres.url ... postgres.stop() ... postgres.start() ...

`make test-postgres` runs the tests on one: `python -m tests.postgres [what pytest takes]`.
Its programs are looked for where Debian and others put them. PostgreSQL refuses to run as
root, so for root it runs as another user.
"""

from __future__ import annotations

import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

USER = "tableside"
OTHERS_THAN_ROOT = ("postgres", "nobody")
PLACES = ("/usr/lib/postgresql/*/bin", "/opt/homebrew/opt/postgresql*/bin", "/usr/pgsql-*/bin")

OPTIONS = "-c listen_addresses=127.0.0.1"
# Nothing outlives the tests, so nothing must reach the disk.
CARELESS = " -F -c full_page_writes=off -c synchronous_commit=off"


class Postgres:
    """One server process and its files, kept over restarts.

    `careful`: it writes as a real one does, for who measures it.
    """

    def __init__(self, folder: Path, *, careful: bool = False) -> None:
        self.data = folder / "data"
        self.options = OPTIONS if careful else OPTIONS + CARELESS
        self.port = free_port()
        self.user = other_than_root()
        if self.user:
            shutil.chown(folder, self.user)
        self._run(
            "initdb",
            "--no-sync",
            "--encoding=UTF8",
            "--locale=C",
            "--auth=trust",
            f"--username={USER}",
        )

    @property
    def url(self) -> str:
        return f"postgresql://{USER}@127.0.0.1:{self.port}/postgres"

    @property
    def log(self) -> str:
        """All that it has said, over all its starts."""
        return (self.data / "log").read_text()

    def start(self) -> None:
        """Start, and return when it answers."""
        options = f"{self.options} -p {self.port} -k {self.data}"
        self._run("pg_ctl", "start", "--wait", "-o", options, f"--log={self.data}/log")

    def stop(self) -> None:
        """End it as an operator's restart does: every connection is cut at once."""
        self._run("pg_ctl", "stop", "--wait", "--mode=fast")

    def _run(self, program: str, *args: str) -> None:
        subprocess.run(
            [program_at(program), *args, f"--pgdata={self.data}"],
            cwd=self.data.parent,
            user=self.user,
            group=self.user and pwd.getpwnam(self.user).pw_gid,
            extra_groups=[] if self.user else None,
            stdout=subprocess.DEVNULL,
            check=True,
        )


@contextmanager
def running_postgres(*, careful: bool = False) -> Iterator[Postgres]:
    """A server with nothing in it, ended and deleted however the tests end."""
    with tempfile.TemporaryDirectory(prefix="tableside-postgres-", dir="/tmp") as folder:
        postgres = Postgres(Path(folder), careful=careful)
        postgres.start()
        try:
            yield postgres
        finally:
            if (postgres.data / "postmaster.pid").exists():
                postgres.stop()


def installed() -> bool:
    """Whether this machine has PostgreSQL's server programs."""
    return bool(program_at("initdb"))


def program_at(name: str) -> str:
    """Where a program of PostgreSQL's is, the newest of several; "" if nowhere."""
    found = [str(file) for place in PLACES for file in Path("/").glob(f"{place[1:]}/{name}")]
    return shutil.which(name) or max(found, key=version, default="")


def version(path: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", path))


def other_than_root() -> str | None:
    """Whom root runs PostgreSQL as; nobody else changes who he is."""
    if os.geteuid() != 0:
        return None
    known = {each.pw_name for each in pwd.getpwall()}
    return next(name for name in OTHERS_THAN_ROOT if name in known)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def main() -> None:
    if not installed():
        sys.exit("PostgreSQL is not installed. On Debian: apt install postgresql")
    signal.signal(signal.SIGTERM, lambda *_args: sys.exit(1))  # or it would go on without us
    with running_postgres() as postgres:
        tests = subprocess.run(
            [sys.executable, "-m", "pytest", *sys.argv[1:]],
            env={**os.environ, "DATABASE_URL": postgres.url},
        )
    sys.exit(tests.returncode)


if __name__ == "__main__":
    main()
