"""A database that cannot be used is one line that says what to do, and no start."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.db import OperationalError, connection
from django.test import Client

from companion import database, version
from tests.server import (
    READ_FROM_OUTSIDE,
    ROOT,
    address_of,
    fresh_database,
    given,
    postgresql_database,
    running_server,
)

NOBODY_THERE = "postgresql://me:secret@127.0.0.1:1/games"
LATER = "INSERT INTO django_migrations (app, name, applied) VALUES ('tables', '9999_later', %s)"
EARLIER = "DELETE FROM django_migrations WHERE app = 'tables'"

on_postgresql = pytest.mark.skipif(
    not given().startswith("postgres"), reason="says what PostgreSQL says"
)
on_sqlite = pytest.mark.skipif(given().startswith("postgres"), reason="says what SQLite says")


def said(folder: Path, command: str, url: str) -> str:
    """The one line that a command that cannot begin says."""
    environ = {name: text for name, text in os.environ.items() if name not in READ_FROM_OUTSIDE}
    port = ["--host=127.0.0.1", "--port=0"] if command == "serve" else []
    ended = subprocess.run(
        [sys.executable, "manage.py", command, *port],
        cwd=ROOT,
        env={**environ, "VAR_DIR": str(folder), "DATABASE_URL": url},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode == 1, ended.stdout
    assert len(ended.stderr.splitlines()) == 1, ended.stderr
    return ended.stderr


def change(folder: Path, url: str, statement: str) -> None:
    if url:
        import psycopg  # only where there is a PostgreSQL

        with psycopg.connect(url) as line:
            line.execute(statement.replace("%s", "now()"))
    else:
        with closing(sqlite3.connect(folder / "tableside.sqlite3")) as file, file:
            file.execute(statement.replace("%s", "datetime('now')"))


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """The address of a database that has been set up; "" for the file in tmp_path."""
    with fresh_database(tmp_path) as address:
        yield address


# Its version


def test_a_database_of_an_older_version(tmp_path: Path, url: str) -> None:
    change(tmp_path, url, EARLIER)

    assert said(tmp_path, "serve", url) == f"CommandError: {database.NOT_SET_UP}\n"


def test_a_database_of_a_newer_version(tmp_path: Path, url: str) -> None:
    change(tmp_path, url, LATER)

    assert said(tmp_path, "serve", url) == f"CommandError: {database.TOO_NEW}\n"


# PostgreSQL


@pytest.mark.parametrize("command", ["serve", "migrate", "prune"])
def test_a_postgresql_that_is_not_there(tmp_path: Path, command: str) -> None:
    line = said(tmp_path, command, NOBODY_THERE)

    assert "Connection refused" in line
    assert line.endswith(". Start PostgreSQL, or correct DATABASE_URL.\n")
    assert "secret" not in line


@on_postgresql
def test_a_postgresql_without_that_database(tmp_path: Path) -> None:
    line = said(tmp_path, "serve", address_of("no_such_games"))

    assert line.endswith(". Create it (createdb), or correct its name in DATABASE_URL.\n")


@on_postgresql
def test_a_postgresql_that_may_not_be_written(tmp_path: Path, url: str) -> None:
    name = url.rpartition("/")[2]
    change(tmp_path, url, f"ALTER DATABASE {name} SET default_transaction_read_only = on")

    assert said(tmp_path, "serve", url).endswith(". Give its user the right to write there.\n")


@on_postgresql
def test_an_address_with_a_word_that_postgresql_does_not_know(tmp_path: Path, url: str) -> None:
    assert said(tmp_path, "serve", f"{url}?nonsense=1").endswith(". Correct DATABASE_URL.\n")


@on_postgresql
def test_a_user_who_may_not_make_tables(tmp_path: Path) -> None:
    import psycopg  # only where there is a PostgreSQL

    with postgresql_database(copied_from="template0") as name, psycopg.connect(given()) as line:
        line.execute("CREATE ROLE tableside_guest LOGIN")
        line.commit()
        guest = urlsplit(address_of(name))
        guest = guest._replace(netloc=f"tableside_guest@{guest.hostname}:{guest.port}")
        try:
            told = said(tmp_path, "migrate", guest.geturl())
        finally:
            line.execute("DROP ROLE tableside_guest")

    assert told.endswith(
        "(permission denied for schema public). Give its user the right to write there.\n"
    )


@pytest.mark.parametrize(
    ("told", "help_"),
    [
        ('password authentication failed for user "me"', "Correct the user in DATABASE_URL."),
        ("fe_sendauth: no password supplied", "Correct the user in DATABASE_URL."),
        ('pg_hba.conf rejects connection for host "10.0.0.1"', "Let it in: pg_hba.conf"),
        ("sorry, too many clients already", "Give it more: see its max_connections."),
        ('too many connections for role "me"', "Give it more: see its max_connections."),
        ("failed to resolve host 'db'", "Start PostgreSQL, or correct DATABASE_URL."),
    ],
)
def test_what_helps_with_what_postgresql_says(told: str, help_: str) -> None:
    line = database.helped(f'connection to server at "10.0.0.2", port 5432 failed: FATAL: {told}')

    assert f"{told}. {help_}" in line


# SQLite


@on_sqlite
def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "tableside.sqlite3").write_text("Milk, eggs, bread. " * 100)

    line = said(tmp_path, "serve", "")

    assert line.endswith("It is damaged: bring back a backup, manage.py restore FILE\n")


def full(file: sqlite3.Connection) -> None:
    file.execute("PRAGMA max_page_count = 1")
    file.execute("CREATE TABLE more (text)")


def read_only(file: sqlite3.Connection) -> None:
    file.execute("PRAGMA query_only = on")
    file.execute("CREATE TABLE more (text)")


@on_sqlite
@pytest.mark.parametrize(
    ("fail", "help_"),
    [
        (full, "Make room on its disk, then start again."),
        (read_only, "Give its user the right to write there."),
    ],
)
def test_what_helps_with_what_sqlite_says(
    tmp_path: Path, fail: Callable[[sqlite3.Connection], None], help_: str
) -> None:
    with closing(sqlite3.connect(tmp_path / "file")) as file, pytest.raises(sqlite3.Error) as fault:
        fail(file)

    assert database.fault(OperationalError(*fault.value.args)).endswith(help_)


# While the site runs


@on_sqlite
@pytest.mark.parametrize(
    ("option", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("fullfsync", 1)]
)
def test_what_is_recorded_is_on_the_disk_before_a_phone_is_told(
    db: None, option: str, value: object
) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {option}")

        assert cursor.fetchone() == (value,)


@pytest.mark.django_db(transaction=True)
def test_what_cannot_be_written_now_is_to_be_sent_again(client: Client) -> None:
    page = client.get("/lost-cities/", headers={"accept-language": "en"})
    address = f"{page.context['move_url']}set_card/"
    args = '{"player": 0, "expedition": "red", "card": 5, "laid": true}'
    fields = {"args": args, "key": str(uuid4()), "start": page.context["at"].start}
    english = {"accept-language": "en"}
    only_reads("on")

    tap = client.post(address, fields, headers={**english, "HX-Request": "true"})
    form = client.post(address, fields, headers=english)
    only_reads("off")
    again = client.post(address, fields, headers={**english, "HX-Request": "true"})

    assert (tap.status_code, form.status_code, again.status_code) == (503, 503, 204)
    assert (tap["Retry-After"], form["Retry-After"]) == ("2", "2")
    assert tap.content.decode() == "The site cannot reach its records just now"
    assert "Nothing is recorded twice." in form.content.decode()


def only_reads(on: str) -> None:
    names = {"sqlite": "PRAGMA query_only", "postgresql": "SET default_transaction_read_only"}
    with connection.cursor() as cursor:
        cursor.execute(f"{names[connection.vendor]} = {on}")


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_on_a_full_disk_a_tap_is_told_so_and_is_to_be_sent_again(client: Client) -> None:
    english = {"accept-language": "en"}
    by_script = {**english, "HX-Request": "true"}
    page = client.get("/scorepad/", headers=english)
    address = f"{page.context['move_url']}set_title/"
    fields = {"key": str(uuid4()), "start": page.context["at"].start}

    def called(title: str, headers: dict[str, str]) -> Any:
        return client.post(
            address, {**fields, "args": json.dumps({"title": title})}, headers=headers
        )

    assert called("first", by_script).status_code == 204
    with no_room():
        fields["key"] = str(uuid4())
        while (tap := called("a title", by_script)).status_code == 204:
            fields["key"] = str(uuid4())
        form = called("a title", english)
        board = client.get(page.context["move_url"], headers=english)
    again = called("a title", by_script)

    assert (tap.status_code, form.status_code, again.status_code) == (503, 503, 204)
    assert tap["Retry-After"] == "2"
    assert tap.content.decode() == "The site's disk is full"
    assert "The site&#x27;s disk is full" in form.content.decode()
    assert board.status_code == 200


@contextmanager
def no_room() -> Iterator[None]:
    """The file may not grow: it says then what it says on a full disk."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA max_page_count = 1")  # that is: as many as it has
        try:
            yield
        finally:
            cursor.execute("PRAGMA max_page_count = 1000000")


# Health


def test_health_tells_database_migrations_and_version(client: Client, db: None) -> None:
    answer = client.get("/healthz")

    assert answer.status_code == 200
    assert answer.json() == {"database": "ok", "migrations": "ok", "version": version()}
    assert answer["Cache-Control"] == "no-store"


def test_health_of_a_server_whose_database_went_on_without_it(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        change(tmp_path, server.database, LATER)
        line = HTTPConnection("127.0.0.1", server.port, timeout=10)
        line.request("GET", "/healthz")
        answer = line.getresponse()
        told = answer.read().decode()
        line.close()

    assert answer.status == 503
    assert '"migrations": "other"' in told
