"""Two processes on one PostgreSQL: from a tap at one to the phones at the other."""

from __future__ import annotations

from contextlib import AsyncExitStack

from tests.load.caller import new_table
from tests.load.crowd import AT_THE_TABLE, tapped
from tests.load.figures import Section
from tests.server import RunningServer

TITLE = f"PostgreSQL, two processes: one phone taps at one, {AT_THE_TABLE - 1} are at the other, ms"


async def tap_to_the_other_process(here: RunningServer, there: RunningServer) -> Section:
    """As at one process, but that the news must come across."""
    async with AsyncExitStack() as lines:
        return await tapped(TITLE, here, there, lines, new_table(here.url))
