"""`make bench`: how fast the real server is on this machine, and how light its pages are.

It measures and prints, each figure beside its budget; it never fails for a figure.
All phones are this one process and share the machine's cores with the server, so
the server alone is a bit faster.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

from tests.load import across, alone, crowd, weight
from tests.load.caller import Caller, new_table
from tests.load.figures import Column, Row, Section
from tests.load.games import GAMES
from tests.load.line import Line
from tests.load.machine import heading, memory
from tests.load.replaying import replay_times
from tests.load.served import one_server, set_up, two_servers
from tests.postgres import installed
from tests.server import RunningServer

TABLES = 1 + 25
NOT_IN_THE_CROWD = 1_000
LONGEST = 400.0


def main() -> None:
    began = time.perf_counter()
    print(f"## make bench\n\n{heading()}")
    with set_up() as folder:
        with one_server(folder) as server:
            try:
                asyncio.run(asyncio.wait_for(measure(server), LONGEST))
            except TimeoutError:
                print(f"Stopped after {LONGEST:.0f} s: this machine is too slow or too busy.\n")
        if installed():
            with two_servers() as (here, there, _postgres):
                print(asyncio.run(across.tap_to_the_other_process(here, there)))
        print(replay_times())
    print(f"Measured in {time.perf_counter() - began:.0f} s.\n")


async def measure(server: RunningServer) -> None:
    """All that needs a server, printed as it is known; at the end the server is stopped."""
    process = Section("The server", (Column("figure"),))
    if resident := memory(server.pid):
        process.rows.append(Row("memory after the start, MB", [resident]))
    for number, game in enumerate(GAMES, start=NOT_IN_THE_CROWD):
        times, caller = await alone.one_phone(server, game, number)
        print(times)
        print(await weight.first_visits(server, game))
    process.rows += await restarted(server, caller)
    tables = [new_table(server.url) for _ in range(TABLES)]
    print(await crowd.rush([server], tables))
    live, costs = await crowd.tap_to_phone(server, tables)
    print(live)
    process.rows += costs
    print(process)


async def restarted(server: RunningServer, caller: Caller) -> list[Row]:
    """Milliseconds of a restart until the server answers, and of the first look at a long play."""
    began = time.perf_counter()
    server.restart()
    open_again = time.perf_counter()
    async with Line(server.port) as line:
        await replace(caller, line=line).get(caller.phone.play)
    looked = time.perf_counter()
    return [
        Row("restart until it answers, ms", [1000 * (open_again - began)]),
        Row(f"then a play page, log of {caller.entries:,}, ms", [1000 * (looked - open_again)]),
    ]


if __name__ == "__main__":
    main()
