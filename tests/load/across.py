"""Two processes on one PostgreSQL: from a tap at one to the phones at the other."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path

from tests.load.caller import new_table
from tests.load.crowd import AT_THE_TABLE, tapped
from tests.load.figures import Section
from tests.postgres import running_postgres
from tests.server import RunningServer, manage, serving

TITLE = f"PostgreSQL, two processes: one phone taps at one, {AT_THE_TABLE - 1} are at the other, ms"


async def tap_to_the_other_process(settings: dict[str, str]) -> Section:
    """As at one process, but that the news must come across."""
    with two_servers(settings) as (here, there):
        async with AsyncExitStack() as lines:
            return await tapped(TITLE, here, there, lines, new_table(here.url))


@contextmanager
def two_servers(settings: dict[str, str]) -> Iterator[tuple[RunningServer, RunningServer]]:
    with running_postgres(careful=True) as postgres, ExitStack() as running:
        manage("migrate", "--verbosity=0", environ={**os.environ, "DATABASE_URL": postgres.url})
        here, there = (
            running.enter_context(
                serving(
                    Path(running.enter_context(tempfile.TemporaryDirectory())),
                    postgres.url,
                    **settings,
                )
            )
            for _process in range(2)
        )
        yield here, there
