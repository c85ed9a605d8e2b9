"""What an operator can get wrong is one line that says what to do, at every command."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.companion.test_database import LATER, change, on_sqlite
from tests.server import READ_FROM_OUTSIDE, ROOT, empty_database

COMMANDS = {
    "serve": ["serve", "--host=127.0.0.1", "--port=0"],
    "migrate": ["migrate", "--verbosity=0"],
    "prune": ["prune"],
    "backup": ["backup", "{folder}/out/copy"],
    "restore": ["restore", "{folder}/backup"],
    "replay": ["replay", "{folder}/closed/play.json"],
}

# Root may read and write everywhere. Without these rights it is a user like others.
AS_A_USER = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]

as_a_user = pytest.mark.skipif(
    os.geteuid() == 0 and shutil.which("setpriv") is None, reason="root may write everywhere"
)


def refusal(folder: Path, command: str, **env: str) -> str:
    """The one line that a command says instead of doing anything; `folder` holds all its files."""
    environ = {name: text for name, text in os.environ.items() if name not in READ_FROM_OUTSIDE}
    environ.pop("SECRET_KEY", None)
    ended = subprocess.run(
        [
            *(AS_A_USER if os.geteuid() == 0 and shutil.which("setpriv") else []),
            sys.executable,
            "manage.py",
            *(part.format(folder=folder) for part in COMMANDS[command]),
        ],
        cwd=ROOT,
        env={**environ, "VAR_DIR": str(folder / "var"), "DATABASE_URL": "", **env},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode in (1, 2), ended.stdout
    assert len(ended.stderr.splitlines()) == 1, ended.stderr
    return ended.stderr.removeprefix("CommandError: ").rstrip("\n")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder with a database in `var`, a `backup` of it, room for others, and one `closed`."""
    for name in ("var", "out", "closed"):
        (tmp_path / name).mkdir()
    shutil.copy(empty_database(), tmp_path / "var")
    shutil.copy(empty_database(), tmp_path / "backup")
    (tmp_path / "closed").chmod(0)
    yield tmp_path
    for each in (tmp_path / "var", tmp_path / "closed"):
        each.chmod(0o700)


# The address of the database


@pytest.mark.parametrize(
    "url",
    [
        "mysql://me:secret@db/games",
        "games.example:5432/secret",
        "postgresql://me:secret@db/",
        "postgresql://me:secret@db:99999/games",
        "postgresql://me:sec/ret@db/games",
        "sqlite://",
        "sqlite:///:memory:",
    ],
)
def test_an_address_that_is_none(folder: Path, url: str) -> None:
    said = refusal(folder, "serve", DATABASE_URL=url)

    assert said.startswith("Settings: DATABASE_URL must look like postgresql://user:password@host/")
    assert "secret" not in said


@pytest.mark.parametrize("command", ["migrate", "prune", "backup", "restore", "replay"])
def test_every_command_refuses_such_an_address(folder: Path, command: str) -> None:
    said = refusal(folder, command, DATABASE_URL="mysql://me:secret@db/games")

    assert said.startswith("Settings: DATABASE_URL must look like ")


# Rights


@on_sqlite
@as_a_user
@pytest.mark.parametrize(
    ("command", "help_"),
    [
        ("serve", "Its folder must be there, and this user must be allowed to write in it."),
        ("migrate", "Its folder must be there, and this user must be allowed to write in it."),
        ("prune", "Its folder must be there, and this user must be allowed to write in it."),
        ("backup", "Give its user the right to write there."),
        ("restore", "Give its user the right to write there."),
    ],
)
def test_a_folder_that_this_user_may_not_enter(folder: Path, command: str, help_: str) -> None:
    (folder / "var").chmod(0)

    said = refusal(folder, command)

    assert f"{folder}/var/tableside.sqlite3" in said
    assert said.endswith(help_)


@on_sqlite
@as_a_user
@pytest.mark.parametrize("command", ["serve", "migrate", "prune", "restore"])
def test_a_folder_that_this_user_may_only_read(folder: Path, command: str) -> None:
    (folder / "var").chmod(0o500)
    (folder / "var" / "tableside.sqlite3").chmod(0o400)
    before = (folder / "var" / "tableside.sqlite3").read_bytes()

    said = refusal(folder, command)

    assert f"{folder}/var" in said
    assert said.endswith("Give its user the right to write there.")
    assert (folder / "var" / "tableside.sqlite3").read_bytes() == before


@as_a_user
def test_a_play_file_that_this_user_may_not_read(folder: Path) -> None:
    said = refusal(folder, "replay")

    assert said == f"{folder}/closed/play.json: Permission denied"


@on_sqlite
@pytest.mark.parametrize("command", ["serve", "migrate", "prune", "backup", "restore"])
def test_a_file_where_the_folder_should_be(folder: Path, command: str) -> None:
    shutil.rmtree(folder / "var")
    (folder / "var").touch()

    assert f"{folder}/var" in refusal(folder, command)


# The secret key


def no_text(key: Path) -> None:
    key.write_bytes(os.urandom(64) + b"\xff")


def empty(key: Path) -> None:
    key.touch()


@pytest.mark.parametrize("fill", [no_text, empty])
def test_a_secret_key_that_is_none(folder: Path, fill) -> None:
    fill(folder / "var" / "secret_key")

    said = refusal(folder, "serve")

    assert (
        said
        == f"Settings: {folder}/var/secret_key holds no secret key; remove it to have one made."
    )


@as_a_user
def test_a_secret_key_that_this_user_may_not_read(folder: Path) -> None:
    key = folder / "var" / "secret_key"
    key.write_text("k" * 50)
    key.chmod(0)

    said = refusal(folder, "serve")

    assert said.startswith(f"Settings: The secret key cannot be kept in {key}: Permission denied. ")


# No space


def fill(disk: Path) -> None:
    with (disk / "other-files").open("ab", buffering=0) as others, suppress(OSError):
        while others.write(bytes(4096)):
            pass


@pytest.fixture
def full(folder: Path) -> Iterator[Path]:
    """The folder, with `var` on a disk of its own that has no space left."""
    var = folder / "var"
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k,mode=700", "tmpfs", str(var)], capture_output=True
    )
    if mounted.returncode:
        pytest.skip("only root can make a small disk")
    try:
        shutil.copy(empty_database(), var)
        fill(var)
        yield folder
    finally:
        subprocess.run(["umount", str(var)], check=True)


@on_sqlite
@pytest.mark.parametrize("command", ["serve", "migrate", "prune", "restore"])
def test_a_full_disk(full: Path, command: str) -> None:
    file = full / "var" / "tableside.sqlite3"
    before = file.read_bytes()

    said = refusal(full, command)

    assert said.endswith("Make room on its disk, then start again.")
    assert file.read_bytes() == before
    assert not list(file.parent.glob("*.part*"))


@on_sqlite
def test_a_full_disk_holds_no_half_a_secret_key(full: Path) -> None:
    elsewhere = shutil.move(full / "var" / "tableside.sqlite3", full / "elsewhere.sqlite3")
    fill(full / "var")

    said = refusal(full, "serve", DATABASE_URL=f"sqlite:///{elsewhere}")

    assert f"{full}/var/secret_key: No space left on device" in said
    assert [each.name for each in (full / "var").iterdir()] == ["other-files"]


# A database of another version


@on_sqlite
def test_prune_leaves_a_database_of_a_newer_version_alone(folder: Path) -> None:
    change(folder / "var", "", LATER)

    assert refusal(folder, "prune").startswith("A newer version of the site has used this database")


@on_sqlite
@pytest.mark.parametrize("command", ["serve", "prune"])
def test_a_database_of_an_older_version(folder: Path, command: str) -> None:
    change(folder / "var", "", "DELETE FROM django_migrations WHERE name = '0003_keys'")

    assert refusal(folder, command) == "Set up the database first: manage.py migrate"


@on_sqlite
def test_a_database_with_no_tables_yet_is_not_backed_up(folder: Path) -> None:
    file = folder / "var" / "tableside.sqlite3"
    file.write_bytes(b"")

    said = refusal(folder, "backup")

    assert said == f"There are no tables yet in {file}: manage.py migrate"
    assert list((folder / "out").iterdir()) == []


def test_a_command_that_is_ended_by_hand_says_nothing(tmp_path: Path) -> None:
    pipe = tmp_path / "play.json"
    os.mkfifo(pipe)
    command = subprocess.Popen(
        [sys.executable, "manage.py", "replay", str(pipe)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with pipe.open("w"):  # it reads, and waits for more
        command.send_signal(signal.SIGINT)
        said, _nothing = command.communicate(timeout=60)

    assert (command.returncode, said) == (130, "")


def test_a_fault_that_is_not_there_is_not_taken_for_one_that_held() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "tests.load.faults", "kills.on_paper"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("There is no fault kills.on_paper. There are: kills.on_sqlite,")
