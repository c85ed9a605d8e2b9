"""Phones and tables inside the test's own process, for tests that need no network.

anya = Phone()
table = new_table()
anya.tap(table.url + "1/set_card/", **card(player=0))
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from threading import Barrier
from typing import Any
from uuid import uuid4

from django.db import connection
from django.http import HttpResponse
from django.test import Client

from companion.common import PlayRules
from companion.log import Log
from companion.tables import held, record, tokens
from companion.tables.models import Entry, Play, Seat, Table

NAMES = ("Anna", "Boris")


class Phone(Client):
    """A phone with its own cookies, on Django's test client."""

    def __init__(self, language: str = "en", **more: Any) -> None:
        super().__init__(headers={"accept-language": language}, **more)

    def part(self, path: str, part: str = "play", **headers: str) -> HttpResponse:
        """The fragment of a page, as the phone asks for it after a tick."""
        return self.get(path, headers={"hx-request": "true", "hx-target": part, **headers})

    def tap(
        self, path: str, *, key: str = "", start: str = "", part: str = "", **args: Any
    ) -> HttpResponse:
        """One tap as the outbox sends it; `part` names the root with the last one."""
        fields = {"args": json.dumps(args), "key": key or str(uuid4()), "start": start}
        return self.send(path, fields, part)

    def send(self, path: str, fields: Mapping[str, Any], part: str = "") -> HttpResponse:
        """A form as the outbox sends it."""
        headers = {"hx-request": "true"} | ({"hx-target": part} if part else {})
        return self.post(
            path, {name: each for name, each in fields.items() if each}, headers=headers
        )


class Shown(HTMLParser):
    """What a page or fragment shows: its tags in order, and its text."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.feed(response.content.decode())
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.text += data

    def find(self, **wanted: str) -> list[dict[str, str]]:
        """The attributes of every tag that has these values."""
        return [each for _, each in self.tags if wanted.items() <= each.items()]

    def field(self, name: str) -> str:
        """The value of the first field of that name."""
        return self.find(name=name)[0].get("value", "")

    def keys(self, end: str) -> list[tuple[str, Any]]:
        """Address and args of each key whose address ends so."""
        return [
            (each["formaction"], json.loads(each["value"]))
            for each in self.find(name="args")
            if each["formaction"].endswith(end)
        ]


def card(player: int = 0, card: int = 5, **more: Any) -> dict[str, Any]:
    """The args of a red card that is laid."""
    return {"player": player, "expedition": "red", "card": card, "laid": True, **more}


def sent(move: str, args: Any = None, **more: Any) -> record.Sent:
    """A move as the wire brings it."""
    return record.Sent(move, args, **{"key": str(uuid4()), "phone": "", **more})


def new_start(**options: Any) -> tokens.Start:
    return tokens.Start(tokens.new_token(), "lost-cities", options, 2)


def new_table(*, names: tuple[str, str] = NAMES, **options: Any) -> Table:
    """A table whose first move is Anna's red 5; two seats with names, no phone on them."""
    start = new_start(**options)
    record.record(start.token, 1, sent("set_card", card(), start=start))
    table = Table.objects.get(token=start.token)
    for seat, name in zip(table.seats.all(), names, strict=True):
        seat.given_name = name
        seat.save()
    return table


def record_at(table: Table, move: str, args: Any = None, **more: Any) -> record.Recorded:
    """Record a move at the table's first play."""
    return record.record(table.token, 1, sent(move, args, **more))


def seats_of(table: Table) -> list[Seat]:
    return list(table.seats.all())


def play_of(table: Table, number: int = 1) -> Play:
    play = table.plays.get(number=number)
    play.table = table
    return play


def log_of(table: Table, number: int = 1) -> Log:
    """The log as a process that has just started reads it."""
    play = play_of(table, number)
    cold = Log(PlayRules(play.game, recorded=True), len(play.seats), play.options)
    for row in Entry.objects.filter(play=play).order_by("number"):
        cold.add(held.entry(row))
    return cold


def totals(table: Table, number: int = 1) -> tuple[int, ...]:
    found: tuple[int, ...] = log_of(table, number).state.game.totals
    return found


def together(count: int, act: Callable[[int], Any], before: str = "") -> list[Any]:
    """What `count` threads get; they wait for each other before their first transaction.

    So all have read what they read before it. With `before` they wait inside it, at the
    first statement that begins so: only where a transaction does not lock all others out.
    """
    barrier = Barrier(count, timeout=30)

    def run(number: int) -> Any:
        met = False

        def meet(execute: Any, sql: str, *more: Any) -> Any:
            nonlocal met
            begins = connection.in_atomic_block or sql.startswith("BEGIN")
            if not met and (sql.startswith(before) if before else begins):
                met = True
                barrier.wait()
            return execute(sql, *more)

        try:
            with connection.execute_wrapper(meet):
                return act(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))
