"""Live on the real server: from a tap on one phone to the others, through a restart."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.phone import Phone
from tests.server import RunningServer, running_server

OTHER = "zzzzzzzzzzzzzzzzzzzzzz"
MANY = 20
RED_5 = {"player": 0, "expedition": "red", "card": 5}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    with running_server(tmp_path) as running:
        yield running


def at_one_table(server: RunningServer) -> tuple[Phone, Phone]:
    """Two phones with one play of Lost Cities open."""
    anya, borya = Phone(server.url), Phone(server.url)
    anya.open("/lost-cities/")
    assert anya.move("set_card", **RED_5, laid=True).status == 204
    borya.open(anya.play)
    anya.open(anya.play)
    return anya, borya


def test_a_move_reaches_the_other_phone_as_the_tables_tick(server: RunningServer) -> None:
    anya, borya = at_one_table(server)

    with borya.listening() as ticks:
        anya.move("set_card", **RED_5, laid=False)

        tick = ticks.next()

    assert tick == borya.get(anya.play).value("data-tick")


def test_a_refused_move_tells_nobody(server: RunningServer) -> None:
    anya, borya = at_one_table(server)

    with borya.listening() as ticks:
        assert anya.move("set_card", player=1, expedition="red", card=5, laid=True).status == 422
        anya.move("set_card", **RED_5, laid=False)

        assert ticks.next() == borya.get(anya.play).value("data-tick")


def test_a_phone_that_reconnects_hears_on_with_the_same_key(server: RunningServer) -> None:
    anya, borya = at_one_table(server)
    with borya.listening():
        pass

    with borya.listening() as ticks:
        anya.move("set_card", **RED_5, laid=False)

        assert ticks.next() != ""


def test_a_stopping_server_ends_the_streams_at_once(server: RunningServer) -> None:
    anya, borya = at_one_table(server)

    with anya.listening() as first, borya.listening() as second:
        started = time.monotonic()
        server.stop()
        seconds = time.monotonic() - started

        assert (first.next(), second.next()) == ("", "")

    assert seconds < 1
    assert "Traceback" not in server.output


@pytest.mark.parametrize("end", [RunningServer.stop, RunningServer.kill])
def test_after_a_restart_the_same_page_hears_on(
    server: RunningServer, end: Callable[[RunningServer], None]
) -> None:
    anya, borya = at_one_table(server)

    end(server)
    server.restart()

    with borya.listening() as ticks:
        assert anya.move("set_card", **RED_5, laid=False).status == 204
        assert ticks.next() == borya.get(anya.play).value("data-tick")


def test_a_bad_key_is_refused(server: RunningServer) -> None:
    _anya, borya = at_one_table(server)
    path = borya.page.value("data-stream")

    assert borya.get(path + "x").status == 403
    assert borya.get(re.sub("/t/[^/]+/", f"/t/{OTHER}/", path)).status == 403
    assert borya.post(path, {}).status == 405


def test_streams_hold_no_thread_and_no_connection_to_the_database(server: RunningServer) -> None:
    anya, borya = at_one_table(server)
    before, threads = connections(server), thread_count(server)

    with ExitStack() as phones:
        for _ in range(MANY):
            phones.enter_context(borya.listening())
        assert anya.move("set_card", **RED_5, laid=False).status == 204

        # On PostgreSQL the page may have taken the next of its few threads.
        assert connections(server) < before + MANY
        assert thread_count(server) < threads + MANY


def connections(server: RunningServer) -> int:
    """How many connections to the database, or open files of it, the server has."""
    if not server.database:
        return sum(name.startswith("tableside.sqlite3") for name in open_files(server))
    import psycopg  # only where there is a PostgreSQL

    with psycopg.connect(server.database) as line:
        others = "datname = current_database() AND pid != pg_backend_pid()"
        row = line.execute(f"SELECT count(*) FROM pg_stat_activity WHERE {others}").fetchone()
        return int(row[0])


def open_files(server: RunningServer) -> Iterator[str]:
    for link in Path(f"/proc/{server.pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # it has just been closed
            yield link.readlink().name


def thread_count(server: RunningServer) -> int:
    return len(list(Path(f"/proc/{server.pid}/task").iterdir()))
