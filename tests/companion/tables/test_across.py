"""Several processes with one PostgreSQL: phones at different ones are at one table."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from http.client import HTTPException
from pathlib import Path
from threading import Thread
from uuid import uuid4

import pytest
from django.db import connection, transaction

from companion.gate import TURNS
from companion.tables.across import CHANNEL, tell
from companion.tables.live import News, mark_of, topic_of
from tests.phone import Page, Phone
from tests.postgres import Postgres, installed, running_postgres
from tests.server import RunningServer, fresh_database, given, manage, serving

TABLE = "3q2-7wAbCdEfGhIjKlMnOp"
RED_5 = {"player": 0, "expedition": "red", "card": 5}
LONGEST = 30.0  # seconds that a phone goes on trying in a test
TAPS = 24

on_postgresql = pytest.mark.skipif(
    not given().startswith("postgres"), reason="only PostgreSQL joins several processes"
)


# What goes from process to process


def test_news_are_read_as_they_were_written() -> None:
    table = News.of(TABLE, 41)
    notebook = News.of(TABLE, 41, owner="anya", notebook=7)

    assert News.read(table.text) == table == (topic_of(TABLE), 41, "", None)
    assert News.read(notebook.text) == notebook
    assert (table.event, notebook.event) == (b"data: 41\n\n", b"data: 41 7\n\n")


@pytest.mark.parametrize(
    "text", ["", "41", "anya 41", "0" * 32 + " x", "0" * 32 + " 41 7", "0" * 32 + " 41\n"]
)
def test_what_others_say_on_the_channel_is_no_news(text: str) -> None:
    assert News.read(text) is None


def test_news_name_neither_table_nor_phone() -> None:
    text = News.of(TABLE, 41, owner="anya", notebook=7).text

    assert text == f"{topic_of(TABLE)} 41 {mark_of(topic_of(TABLE), 'anya')} 7"
    assert TABLE not in text
    assert "anya" not in text


@on_postgresql
@pytest.mark.django_db(transaction=True)
def test_news_are_told_at_the_commit_or_not_at_all() -> None:
    import psycopg  # only where there is a PostgreSQL

    parameters = connection.get_connection_params()
    with psycopg.connect(**parameters, autocommit=True) as ear:
        ear.execute(f"LISTEN {CHANNEL}")
        with transaction.atomic():
            tell(TABLE, 41)
            transaction.set_rollback(True)
        with transaction.atomic():
            tell(TABLE, 42)
            before = list(ear.notifies(timeout=0.2))

        after = list(ear.notifies(timeout=5, stop_after=1))

    assert before == []
    assert [each.payload for each in after] == [News.of(TABLE, 42).text]


# Two servers


@contextmanager
def several(folder: Path, database: str) -> Iterator[tuple[RunningServer, RunningServer]]:
    """Two servers with one database."""
    with ExitStack() as running:
        both = []
        for name in ("first", "second"):
            (folder / name).mkdir()
            both.append(running.enter_context(serving(folder / name, database)))
        yield both[0], both[1]


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[tuple[RunningServer, RunningServer]]:
    with fresh_database(tmp_path) as url, several(tmp_path, url) as both:
        yield both


def at_both(servers: tuple[RunningServer, RunningServer]) -> tuple[Phone, Phone]:
    """Two phones with one play of Lost Cities open, each at a server of its own."""
    anya, borya = (Phone(server.url) for server in servers)
    anya.open("/lost-cities/")
    assert anya.move("set_card", **RED_5, laid=True).status == 204
    borya.open(anya.play)
    anya.open(anya.play)
    return anya, borya


def tick_at(phone: Phone) -> str:
    return phone.get(phone.play).value("data-tick")


@on_postgresql
def test_a_move_at_one_process_is_told_at_both_and_once(
    servers: tuple[RunningServer, RunningServer],
) -> None:
    anya, borya = at_both(servers)

    with anya.listening() as here, borya.listening() as there:
        told = []
        for laid in (False, True):
            assert anya.move("set_card", **RED_5, laid=laid).status == 204
            told.append(tick_at(borya))

        assert [here.next(), here.next()] == [there.next(), there.next()] == told


@on_postgresql
def test_a_notebook_is_told_to_its_owner_only_at_the_other_process_too(
    servers: tuple[RunningServer, RunningServer],
) -> None:
    anya, tablet, borya = Phone(servers[0].url), Phone(servers[1].url), Phone(servers[1].url)
    anya.open("/code777/")
    assert anya.move("notebook/mark", tile=1, state="crossed").status == 204
    for cookie in anya.cookies:
        tablet.cookies.set_cookie(cookie)
    tablet.open(anya.play)
    borya.open(anya.play)

    with tablet.listening() as own, borya.listening() as others:
        assert anya.move("notebook/mark", tile=2, state="crossed").status == 204
        assert own.next() == f"{tick_at(tablet)} 2"
        answer = borya.move("lots")
        assert answer.status == 204, answer.text

        assert others.next() == tick_at(borya)


@on_postgresql
def test_a_process_that_may_have_missed_something_lets_its_phones_look(
    servers: tuple[RunningServer, RunningServer],
) -> None:
    anya, borya = at_both(servers)

    with borya.listening() as ticks:
        assert ticks.next() == "0"  # borya has come
        cut_the_ears(servers[0].database)

        assert ticks.next() == "0"
        assert anya.move("set_card", **RED_5, laid=False).status == 204
        assert ticks.next() == tick_at(borya)


def cut_the_ears(database: str) -> None:
    """End the connections by which the servers hear each other."""
    import psycopg  # only where there is a PostgreSQL

    with psycopg.connect(database, autocommit=True) as line:
        line.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            f" WHERE datname = current_database() AND query = 'LISTEN {CHANNEL}'"
        )


# When a process or the database dies


class Tapping(Thread):
    """A phone whose waiting taps are sent one after the other, each until it is recorded.

    After every answer that is none it goes on to the next of its servers.
    """

    def __init__(self, phone: Phone, *servers: RunningServer) -> None:
        super().__init__()
        self.phone = phone
        self.servers = servers
        self.keys = [str(uuid4()) for _ in range(TAPS)]
        self.recorded: list[str] = []
        self.refused: list[Page] = []

    def run(self) -> None:
        for number, key in enumerate(self.keys):
            until = time.monotonic() + LONGEST
            while not self._sent(key, laid=number % 2 == 1) and time.monotonic() < until:
                time.sleep(0.1)

    def _sent(self, key: str, *, laid: bool) -> bool:
        try:
            answer = self.phone.move("set_card", key, **RED_5, laid=laid)
        except (OSError, HTTPException):
            at = [server.url for server in self.servers].index(self.phone.url)
            self.phone.url = self.servers[(at + 1) % len(self.servers)].url
            return False
        if answer.status != 204:
            self.refused.append(answer)
            return False
        self.recorded.append(key)
        return True

    def wait_for(self, count: int) -> None:
        until = time.monotonic() + LONGEST
        while len(self.recorded) < count and time.monotonic() < until:
            time.sleep(0.01)
        assert len(self.recorded) >= count


def keys_of(phone: Phone) -> list[str]:
    """The keys of the play's log, but for the tap that made the table."""
    log = json.loads(phone.get(f"{phone.play}export.json").text)["log"]
    return [entry["key"] for entry in log[1:]]


@on_postgresql
def test_the_phones_of_a_killed_process_go_on_at_the_other(
    servers: tuple[RunningServer, RunningServer],
) -> None:
    first, second = servers
    anya, borya = at_both(servers)
    vera = Phone(first.url)
    vera.open(anya.play)
    tapping = Tapping(anya, first, second)

    with borya.listening() as ticks:
        tapping.start()
        tapping.wait_for(TAPS // 4)
        first.kill()
        vera.url = second.url
        with vera.listening():  # the key that the killed one gave
            tapping.join()
        last = tick_at(borya)
        while (tick := ticks.next()) != last:
            assert tick != ""

    assert keys_of(borya) == tapping.recorded == tapping.keys
    assert tapping.refused == []


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    if not installed():
        pytest.skip("needs the programs of PostgreSQL's server")
    with running_postgres() as running:
        yield running


@pytest.fixture
def beside(tmp_path: Path, postgres: Postgres) -> Iterator[tuple[RunningServer, RunningServer]]:
    """Two servers with a PostgreSQL that is theirs alone."""
    manage("migrate", "--verbosity=0", environ={**os.environ, "DATABASE_URL": postgres.url})
    with several(tmp_path, postgres.url) as both:
        yield both


@on_postgresql
def test_a_process_that_stands_still_in_a_move_holds_up_nobody_for_ever(
    postgres: Postgres, beside: tuple[RunningServer, RunningServer]
) -> None:
    import psycopg  # only where there is a PostgreSQL

    anya, borya = at_both(beside)
    with psycopg.connect(postgres.url) as still:
        still.execute("SELECT 1 FROM tables_table FOR UPDATE")
        key = str(uuid4())

        waiting = borya.move("set_card", key, **RED_5, laid=False)
        still.rollback()

    assert (waiting.status, waiting.headers["Retry-After"]) == (503, "2")
    assert borya.move("set_card", key, **RED_5, laid=False).status == 204
    assert keys_of(anya) == [key]
    assert "lock timeout" in postgres.log
    assert anya.play.split("/")[2] not in postgres.log


@on_postgresql
def test_while_the_database_is_away_moves_wait_and_then_arrive(
    postgres: Postgres, beside: tuple[RunningServer, RunningServer]
) -> None:
    anya, borya = at_both(beside)
    tapping = Tapping(anya, beside[0])
    with borya.listening() as ticks:
        tapping.start()
        tapping.wait_for(TAPS // 4)
        postgres.stop()
        away = [borya.get(borya.play), borya.get("/healthz")]
        postgres.start()
        tapping.join()

        wait_until_all_hear(postgres.url, 1)  # no phone listens at the other
        recorded = keys_of(borya)
        assert anya.move("set_card", **RED_5, laid=False).status == 204
        last = tick_at(borya)
        while (tick := ticks.next()) != last:
            assert tick != ""
    printed = beside[0].output + beside[1].output

    assert recorded == tapping.keys
    assert {page.status for page in [*away, *tapping.refused]} == {503}
    assert all(page.headers["Retry-After"] for page in [away[0], *tapping.refused])
    assert json.loads(away[1].text)["database"] == "down"
    assert "Traceback" not in printed


@on_postgresql
def test_a_database_that_is_back_is_found_by_the_first_who_asks(
    postgres: Postgres, beside: tuple[RunningServer, RunningServer]
) -> None:
    _anya, borya = at_both(beside)
    with borya.listening():
        use_connections(postgres.url, borya)
        postgres.stop()
        postgres.start()
        wait_until_all_hear(postgres.url, 1)

        assert borya.get(borya.play).status == 200


def use_connections(database: str, phone: Phone) -> None:
    """Let a server have as many connections as it answers one address at a time."""
    import psycopg  # only where there is a PostgreSQL

    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    with (
        ThreadPoolExecutor(TURNS) as at_once,
        psycopg.connect(database, autocommit=True) as line,
        psycopg.connect(database) as still,
    ):
        still.execute("SELECT 1 FROM tables_table FOR UPDATE")
        taps = [at_once.submit(phone.move, "lots") for _turn in range(TURNS)]
        until = time.monotonic() + LONGEST
        while line.execute(waiting).fetchone() != (TURNS,):
            assert time.monotonic() < until
            time.sleep(0.01)
        still.rollback()
        assert [tap.result().status for tap in taps] == [204] * TURNS


def wait_until_all_hear(database: str, count: int) -> None:
    """Until so many processes hear the others again."""
    import psycopg  # only where there is a PostgreSQL

    ears = f"SELECT count(*) FROM pg_stat_activity WHERE query = 'LISTEN {CHANNEL}'"
    until = time.monotonic() + LONGEST
    with psycopg.connect(database, autocommit=True) as line:
        while line.execute(ears).fetchone() != (count,):
            assert time.monotonic() < until
            time.sleep(0.05)
