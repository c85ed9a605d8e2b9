"""What a request costs by the length of the log, and by the tables in the database.

Processor time and time by the clock, both of this process, median, in milliseconds.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import uuid4

import django

django.setup()  # before anything that knows the database

from django.core.cache import cache  # noqa: E402
from django.db import connection  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from companion import playfile  # noqa: E402
from companion.tables import held, models  # noqa: E402
from tests.companion.tables.inside import Phone, Shown  # noqa: E402
from tests.load.figures import number, titled  # noqa: E402
from tests.load.games import LOST_CITIES, PYTHON_ALGORITHM, SCORE_PAD, Measured  # noqa: E402
from tests.load.growth import stock  # noqa: E402

GAMES = (SCORE_PAD, PYTHON_ALGORITHM, LOST_CITIES)
LENGTHS = (10, 1_000, 20_000)
FREE = 150  # a log may not be longer than the longest: room for the moves that are timed
TABLES = (10, 10_000)
ENTRIES = 20
SAMPLES = 21
RARE = 3


class Cost(NamedTuple):
    """Milliseconds of the processor and by the clock, and how often the database was asked."""

    cpu: float
    wall: float
    queries: int


class At:
    """A phone at a play that it has begun."""

    def __init__(self, game: Measured) -> None:
        self.game = game
        self.phone = Phone("ru")
        self.taps = 0
        self.early = len(game.opening)
        shown = Shown(self.phone.get(game.address))
        start = shown.field("start")
        self.url = next(tag["data-url"] for _name, tag in shown.tags if "data-url" in tag)
        for name, args in game.opening:
            self.move(name, args, start=start)
            start = ""

    @property
    def table(self) -> str:
        return "/".join(self.url.split("/")[:3]) + "/"

    def move(self, name: str, args: dict[str, Any], *, start: str = "", part: str = "") -> str:
        key = str(uuid4())
        fields = {"args": json.dumps(args), "key": key, "start": start}
        answer = self.phone.send(f"{self.url}{name}/", fields, part)
        assert answer.status_code == (200 if part else 204), answer.content.decode()
        return key

    def tap(self, part: str = "") -> str:
        self.taps += 1
        return self.move(*self.game.tap(self.taps), part=part)

    def undo_early(self) -> None:
        """Take back the earliest tap that still stands."""
        self.early += 1
        self.move("undo", {"entry": self.early})

    def get(self, path: str) -> None:
        answer = self.phone.get(path)
        assert answer.status_code == 200, (path, answer.status_code)

    def lengthen(self, length: int) -> None:
        play = models.Play.objects.get(table__token=self.url.split("/")[2])
        stock.lengthen(play, self.game.tap, length)
        self.get(self.url)  # caught up, unmeasured


def kinds(at: At) -> dict[str, Cost]:
    """Every kind of request that a table makes, as its log stands now."""
    keys: list[str] = []
    return {
        "move, 204": cost(at.tap),
        "move, board": cost(lambda: at.tap("play")),
        "board after another's move": cost(lambda: at.phone.part(at.url), at.tap),
        "undo of the last move, 204": cost(
            lambda: at.move("undo", {"key": keys.pop()}), lambda: keys.append(at.tap())
        ),
        "undo of one of the first moves, 204": cost(at.undo_early, samples=RARE),
        "first move after a restart, 204": cost(at.tap, held.forget, RARE),
        "log page": cost(lambda: at.get(f"{at.url}log/"), samples=RARE),
        "play as a file": cost(lambda: at.get(f"{at.url}export.json"), samples=RARE),
        "table page": cost(lambda: at.get(at.table), samples=RARE),
        "evening": cost(lambda: at.get(f"{at.table}evening/"), samples=RARE),
        "healthz": cost(lambda: at.get("/healthz"), samples=RARE),
    }


def cost(
    ask: Callable[[], object],
    before: Callable[[], object] = lambda: None,
    samples: int = SAMPLES,
) -> Cost:
    """The median of several times; `before` is done each time, unmeasured."""
    cpu, wall = [], []
    for _sample in range(samples):
        before()
        cache.clear()  # the rate limits'
        began, at = time.process_time(), time.perf_counter()
        ask()
        cpu.append(1000 * (time.process_time() - began))
        wall.append(1000 * (time.perf_counter() - at))
    before()
    with CaptureQueriesContext(connection) as queries:
        ask()
    return Cost(statistics.median(cpu), statistics.median(wall), len(queries))


def by_length(game: Measured) -> str:
    """A table of one play that grows."""
    at = At(game)
    found = []
    for length in LENGTHS:
        at.lengthen(min(length, playfile.MOST_ENTRIES - FREE))
        found.append(kinds(at))
    heads = [f"entries: {length:,}" for length in LENGTHS]
    return _table(f"{game.slug}, by the length of its log", heads, found)


def by_tables(game: Measured) -> str:
    """A table of a new play each time, with ever more other tables in the database."""
    found = []
    for tables in TABLES:
        stock.fill(tables - models.Table.objects.count(), entries=ENTRIES)
        found.append(kinds(At(game)))
    heads = [f"tables: {tables:,}" for tables in TABLES]
    return _table(f"{game.slug}, a new play, by the tables in the database", heads, found)


def _table(title: str, heads: Sequence[str], found: Sequence[Mapping[str, Cost]]) -> str:
    """Processor / clock, in milliseconds, and the queries of the last column."""
    rows = [
        [
            name,
            *(f"{number(each[name].cpu)} / {number(each[name].wall)}" for each in found),
            str(found[-1][name].queries),
        ]
        for name in found[0]
    ]
    return titled(f"{title}, ms: processor / clock", ("request", *heads, "queries"), rows)


def main() -> None:
    for game in GAMES:
        print(by_length(game), flush=True)
    print(by_tables(LOST_CITIES), flush=True)


if __name__ == "__main__":
    main()
