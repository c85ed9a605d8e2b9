"""The files in deploy/ fit the site: its settings, its commands, its database."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.companion.test_database import on_postgresql
from tests.phone import Phone
from tests.postgres import program_at
from tests.server import (
    ROOT,
    RunningServer,
    address_of,
    empty_database,
    fresh_database,
    manage,
    postgresql_database,
    running_server,
    serving,
)

DEPLOY = ROOT / "deploy"
RED_5 = {"player": 0, "expedition": "red", "card": 5, "laid": True}


# The settings


def read_by_the_site() -> set[str]:
    """The names that companion/settings.py asks `env` for."""
    calls = [
        node
        for node in ast.walk(ast.parse((ROOT / "companion" / "settings.py").read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]
    return {
        str(ast.literal_eval(each.args[0]))
        for each in calls
        if ast.unparse(each.func)[:4] == "env."
    }


def test_every_setting_is_explained_twice_and_no_other() -> None:
    example = re.findall(r"^#?([A-Z_]+)=", (DEPLOY / "tableside.env").read_text(), re.MULTILINE)
    readme = re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "README.md").read_text(), re.MULTILINE)

    assert len(read_by_the_site()) > 5
    assert sorted(example) == sorted(readme) == sorted(read_by_the_site())


def test_a_shell_and_systemd_read_the_example_alike() -> None:
    """Each value stands in single quotes with none in it: the two agree on no more than that."""
    for line in (DEPLOY / "tableside.env").read_text().splitlines():
        assert line == "" or line.startswith("# ") or re.fullmatch(r"#?[A-Z_]+='[^'\\]*'", line)


def test_the_example_is_taken(tmp_path: Path) -> None:
    """All of it, also what is commented out, but for the places that are this machine's own."""
    text = re.sub(r"(?m)^#(?=[A-Z_]+=)", "", (DEPLOY / "tableside.env").read_text())
    text = text.replace("='/var/lib/tableside'", f"='{tmp_path}'")
    text = re.sub(r"(?m)^(DATABASE_URL|SECRET_KEY)=.*", "", text)
    (tmp_path / "env").write_text(text)

    ended = deploy(
        "manage", "check", "--deploy", "--fail-level=WARNING", TABLESIDE_ENV=tmp_path / "env"
    )

    assert ended.returncode == 0, ended.stderr


def test_the_secret_key_of_the_example_is_none(tmp_path: Path) -> None:
    key = re.search(r"#(SECRET_KEY=.*)", (DEPLOY / "tableside.env").read_text())
    assert key is not None
    (tmp_path / "env").write_text(f"VAR_DIR='{tmp_path}'\n{key[1]}\n")

    ended = deploy("manage", "check", TABLESIDE_ENV=tmp_path / "env")

    assert ended.stderr == "Settings: SECRET_KEY needs at least 32 characters.\n"


# Its programs


def deploy(program: str, *args: object, **env: object) -> subprocess.CompletedProcess[str]:
    """Run a program of deploy/ as this user."""
    environ = {**os.environ, **{name: str(value) for name, value in env.items()}}
    environ["PATH"] += f":{Path(program_at('pg_dump') or '/').parent}"
    return subprocess.run(
        [DEPLOY / program, *map(str, args)], env=environ, capture_output=True, text=True
    )


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    """A server with one table."""
    (tmp_path / "var").mkdir()
    with running_server(tmp_path / "var") as running:
        phone = Phone(running.url)
        phone.open("/lost-cities/")
        assert phone.move("set_card", **RED_5).status == 204
        yield running


def settings_of(server: RunningServer) -> dict[str, str]:
    return {"DATABASE_URL": server.database, "VAR_DIR": str(server.folder)}


def test_there_is_a_backup_a_day_for_a_month(tmp_path: Path, server: RunningServer) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    for name, days in {"2026-01-01.dump": 31, "2026-01-09.sqlite3": 29, "notes.txt": 99}.items():
        (kept / name).touch()
        os.utime(kept / name, times=(time.time() - days * 86400 - 60,) * 2)
    (server.folder / "secret_key").write_text("the key")

    ended = [deploy("backup", kept, **settings_of(server)) for _twice in range(2)]

    assert [each.returncode for each in ended] == [0, 0], ended[0].stderr
    end = "dump" if server.database else "sqlite3"
    today = f"{datetime.now():%Y-%m-%d}.{end}"  # noqa: DTZ005
    names = {"2026-01-09.sqlite3", "notes.txt", "secret_key", today}
    assert {each.name for each in kept.iterdir()} == names
    assert (kept / "secret_key").read_text() == "the key"
    assert stat.S_IMODE((kept / today).stat().st_mode) == 0o600


def test_a_backup_that_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()

    for url in ("", "postgresql://me@127.0.0.1:1/games"):
        ended = deploy("backup", tmp_path / "kept", DATABASE_URL=url, VAR_DIR=tmp_path / "var")
        assert ended.returncode != 0

    assert list((tmp_path / "kept").iterdir()) == []


@on_postgresql
def test_a_dump_is_restored_as_the_guide_says(tmp_path: Path, server: RunningServer) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "log").mkdir()
    before = new_play(server)
    ended = deploy("backup", tmp_path / "kept", "before-upgrade", **settings_of(server))
    assert ended.returncode == 0, ended.stderr
    since = new_play(server)

    with postgresql_database(copied_from="template0") as name:
        restored = subprocess.run(
            [
                *(program_at("pg_restore"), "--no-owner", "--single-transaction"),
                *(f"--dbname={address_of(name)}", tmp_path / "kept" / "before-upgrade.dump"),
            ]
        )
        with serving(tmp_path / "log", address_of(name)) as again:
            phone = Phone(again.url)
            found = phone.get(before).status, phone.get(since).status

    assert restored.returncode == 0
    assert found == (200, 404)


def new_play(server: RunningServer) -> str:
    phone = Phone(server.url)
    phone.open("/lost-cities/")
    assert phone.move("set_card", **RED_5).status == 204
    return phone.play


@on_postgresql
def test_tables_move_from_sqlite_to_postgresql(tmp_path: Path) -> None:
    (tmp_path / "var").mkdir()
    on_file = {**os.environ, "DATABASE_URL": "", "VAR_DIR": str(tmp_path / "var")}
    dump = f"{tmp_path}/tables.jsonl"
    shutil.copy(empty_database(), tmp_path / "var")
    with serving(tmp_path / "var", "") as server:
        play = new_play(server)
        before = export(server, play)
        manage("dumpdata", "tables", "--format=jsonl", f"--output={dump}", environ=on_file)

    with fresh_database(tmp_path) as url:
        manage("loaddata", "--verbosity=0", dump, environ=on_file | {"DATABASE_URL": url})
        (tmp_path / "log").mkdir()
        with serving(tmp_path / "log", url) as server:
            assert export(server, play) == before
            assert Phone(server.url).get(new_play(server)).status == 200  # its number is free


def export(server: RunningServer, play: str) -> Any:
    """The play as a file, its times to the millisecond: a dump holds no more."""
    page = Phone(server.url).get(f"{play}export.json")
    assert page.status == 200
    return json.loads(re.sub(r"(\.\d{3})\d{3}\+", r"\1+", page.text))


# systemd


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="wants systemd")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    for unit in DEPLOY.glob("tableside*.[st][ei][rm]*"):
        text = unit.read_text().replace("/opt/tableside/.venv/bin/python", sys.executable)
        (tmp_path / unit.name.replace("@", "@8001")).write_text(
            text.replace("/opt/tableside", str(ROOT))
        )
    units = sorted(tmp_path.iterdir())

    ended = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True
    )

    assert len(units) == 5
    assert (ended.returncode, ended.stderr) == (0, "")
