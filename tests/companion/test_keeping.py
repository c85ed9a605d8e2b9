"""backup and restore: nothing is lost by either, whatever goes wrong."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.companion.test_database import EARLIER, LATER, change, on_postgresql, on_sqlite
from tests.phone import Phone
from tests.server import ROOT, RunningServer, fresh_database, given, running_server

RED_5 = {"player": 0, "expedition": "red", "card": 5, "laid": True}


def manage(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *args],
        cwd=ROOT,
        env={**os.environ, "VAR_DIR": str(folder), "DATABASE_URL": given()},
        capture_output=True,
        text=True,
    )


def refusal(folder: Path, *args: str) -> str:
    ended = manage(folder, *args)
    assert ended.returncode == 1
    assert len(ended.stderr.splitlines()) == 1, ended.stderr
    return ended.stderr.removeprefix("CommandError: ").rstrip("\n")


def tables_in(file: Path) -> int:
    with closing(sqlite3.connect(file)) as tables:
        return int(tables.execute("SELECT count(*) FROM tables_table").fetchone()[0])


def files_in(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    """A server with one table."""
    (tmp_path / "var").mkdir()
    with running_server(tmp_path / "var") as running:
        phone = Phone(running.url)
        phone.open("/lost-cities/")
        assert phone.move("set_card", **RED_5).status == 204
        yield running


@pytest.fixture
def var(tmp_path: Path) -> Iterator[Path]:
    """A folder with a database that has been set up, and nobody who uses it."""
    (tmp_path / "var").mkdir()
    with fresh_database(tmp_path / "var"):
        yield tmp_path / "var"


@on_sqlite
def test_a_backup_of_a_site_that_goes_on_holds_everything(
    tmp_path: Path, server: RunningServer
) -> None:
    copy = tmp_path / "copy"

    ended = manage(server.folder, "backup", str(copy))

    assert ended.returncode == 0, ended.stderr
    assert tables_in(copy) == 1
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert files_in(tmp_path) == {"copy", "var"}


@on_sqlite
def test_a_backup_is_back_and_the_old_tables_are_kept(
    tmp_path: Path, server: RunningServer
) -> None:
    copy, file = tmp_path / "copy", server.folder / "tableside.sqlite3"
    manage(server.folder, "backup", str(copy))
    phone = Phone(server.url)
    phone.open("/lost-cities/")
    phone.move("set_card", **RED_5)
    server.stop()

    ended = manage(server.folder, "restore", str(copy))

    assert ended.returncode == 0, ended.stderr
    assert tables_in(file) == 1
    assert [tables_in(old) for old in server.folder.glob("*.before-*")] == [2]
    assert not list(server.folder.glob("*.part*"))
    server.start()
    assert Phone(server.url).get(phone.play).status == 404


@on_sqlite
def test_a_running_site_is_not_restored(tmp_path: Path, server: RunningServer) -> None:
    manage(server.folder, "backup", str(tmp_path / "copy"))

    said = refusal(server.folder, "restore", str(tmp_path / "copy"))

    assert said == "Stop the site first, then restore."
    assert not list(server.folder.glob("*.before-*"))


def shortened(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: 4096 * 9])


def overwritten(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[4096 * 2 : 4096 * 6] = os.urandom(4096 * 4)
    file.write_bytes(content)


def no_database(file: Path) -> None:
    file.write_text("Milk, eggs, bread. " * 100)


def another_database(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE django_migrations (app, name)")


def empty(file: Path) -> None:
    file.write_bytes(b"")


@on_sqlite
@pytest.mark.parametrize("damage", [shortened, overwritten, no_database, another_database, empty])
def test_a_damaged_backup_is_refused_and_the_old_tables_stay(tmp_path, var, damage) -> None:
    manage(var, "backup", str(tmp_path / "copy"))
    damage(tmp_path / "copy")
    file = var / "tableside.sqlite3"
    before = file.read_bytes()

    assert str(tmp_path / "copy") in refusal(var, "restore", str(tmp_path / "copy"))

    assert file.read_bytes() == before
    assert not list(var.glob("*.part*"))


@on_sqlite
def test_a_backup_of_a_newer_version_is_refused_and_one_of_an_older_is_not(
    tmp_path: Path, var: Path
) -> None:
    older, newer = tmp_path / "older", tmp_path / "newer"
    change(var, "", EARLIER.replace("tables'", "tables' AND name > '0001_z'"))
    manage(var, "backup", str(older))
    change(var, "", LATER)
    manage(var, "backup", str(newer))

    assert "newer version" in refusal(var, "restore", str(newer))
    assert manage(var, "restore", str(older)).returncode == 0


@on_sqlite
def test_a_damaged_database_is_replaced_by_its_backup(tmp_path: Path, var: Path) -> None:
    manage(var, "backup", str(tmp_path / "copy"))
    no_database(var / "tableside.sqlite3")

    assert manage(var, "restore", str(tmp_path / "copy")).returncode == 0

    assert tables_in(var / "tableside.sqlite3") == 0


@on_sqlite
def test_where_nothing_is_or_can_be_written_is_one_line(tmp_path: Path, var: Path) -> None:
    file = str(var / "tableside.sqlite3")

    assert "No such file" in refusal(var, "backup", str(tmp_path / "no" / "copy"))
    assert "Choose another file" in refusal(var, "backup", file)
    assert "There is no file" in refusal(var, "restore", str(tmp_path / "no"))
    assert "the file that the tables are in" in refusal(var, "restore", file)
    assert "There are no tables yet" in refusal(tmp_path, "backup", str(tmp_path / "copy"))


@on_postgresql
@pytest.mark.parametrize("command", ["backup", "restore"])
def test_postgresql_is_backed_up_by_its_own_programs(tmp_path: Path, command: str) -> None:
    assert "pg_dump" in refusal(tmp_path, command, str(tmp_path / "copy"))
