"""`make growth`: what a move costs when logs are long and tables many, and `prune` of many.

Logs and tables are measured inside a process of their own, through Django's own client,
so that processor time and queries can be told; `prune` runs beside a real server. It prints
the tables of docs/scale.md as Markdown, and never fails for a figure.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from tests.load.machine import heading
from tests.postgres import installed, running_postgres
from tests.server import ROOT, manage


def main() -> None:
    began = time.perf_counter()
    print(heading())
    measure("SQLite", "")
    if installed():
        with running_postgres(careful=True) as postgres:
            measure("PostgreSQL", postgres.url)
    print(f"Measured in {time.perf_counter() - began:.0f} s.")


def measure(name: str, url: str) -> None:
    """All parts on one database, each in a process of its own: none bears another's memory."""
    with tempfile.TemporaryDirectory() as folder:
        environ = {
            **os.environ,
            "VAR_DIR": folder,
            "DATABASE_URL": url,
            "ALLOWED_HOSTS": "testserver,127.0.0.1",
            "DJANGO_SETTINGS_MODULE": "companion.settings",
        }
        manage("migrate", "--verbosity=0", environ=environ)
        print(f"## {name}\n", flush=True)
        for part in ("logs", "holding", "notices", "pruning"):
            program = [sys.executable, "-m", f"tests.load.growth.{part}"]
            subprocess.run(program, cwd=ROOT, env=environ, check=True)


if __name__ == "__main__":
    main()
