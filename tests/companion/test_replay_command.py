"""`manage.py replay` as a process of its own: no database, no secret key, no folder."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.games import all_games
from tests.server import READ_FROM_OUTSIDE, ROOT

NOWHERE = "/dev/null/var"
UNKNOWN_GAME = f"game: unknown; known are {', '.join(all_games())}"


def laid(player: int, card: int) -> dict[str, Any]:
    args = {"player": player, "expedition": "red", "card": card, "laid": True}
    return {"move": "set_card", "args": args}


PLAY: dict[str, Any] = {
    "format": "tableside-play/1",
    "game": "lost-cities",
    "players": ["Аня", "Boris"],
    "log": [laid(0, 5), laid(1, 5), laid(1, 10), {"move": "finish"}, laid(1, 9)],
}


def replay(*args: str, given: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    """The command where nothing is set and nothing can be written."""
    inherited = {name: text for name, text in os.environ.items() if name not in READ_FROM_OUTSIDE}
    inherited.pop("SECRET_KEY", None)
    return subprocess.run(
        [sys.executable, "manage.py", "replay", *args],
        cwd=ROOT,
        env={**inherited, "VAR_DIR": NOWHERE, **env},
        input=given,
        capture_output=True,
        text=True,
    )


def answer(*args: str, play: Any = PLAY) -> Any:
    ended = replay("-", "--json", "--lang=en", *args, given=json.dumps(play))
    assert (ended.returncode, ended.stderr) == (0, "")
    return json.loads(ended.stdout)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "play.json"
    path.write_text(json.dumps(PLAY, ensure_ascii=False))
    return path


def test_replay_json_of_a_file(file: Path) -> None:
    ended = replay(str(file), "--json", "--lang=en")

    found = json.loads(ended.stdout)
    view = found.pop("view")
    assert (ended.returncode, ended.stdout.count("\n")) == (0, 1)
    assert found == {
        "game": "lost-cities",
        "standings": [
            {"player": "Аня", "points": "-15", "place": 2},
            {"player": "Boris", "points": "-1", "place": 1},
        ],
        "draw": False,
        "finished": True,
        "refused": [
            {"entry": 2, "code": "card_taken", "reason": "Red 5 is already laid: Аня has it."}
        ],
        "notices": [
            {
                "entry": 5,
                "code": "after_finish",
                "text": "Recorded after the end: the result follows.",
            }
        ],
    }
    assert view["totals"] == [-15, -1]


def test_replay_of_standard_input_in_words() -> None:
    ended = replay("-", "--lang=en", given=json.dumps(PLAY))

    assert ended.stdout.splitlines() == [
        "Lost Cities",
        "1. Boris: −1",
        "2. Аня: −15",
        "✗ 2 does not count: Red 5 is already laid: Аня has it.",
        "! 5: Recorded after the end: the result follows.",
    ]


def test_replay_shows_no_name_that_would_act_on_the_terminal() -> None:
    play = {**PLAY, "players": ["A\x1b[2J\r\n1. Forged: 999", "B"], "log": []}

    ended = replay("-", "--lang=en", given=json.dumps(play))

    assert ended.stdout.splitlines()[1:] == [
        "1. A\ufffd[2J\ufffd\ufffd1. Forged: 999: 0",
        "1. B: 0",
    ]


def test_replay_speaks_russian_unless_told(file: Path) -> None:
    reason = json.loads(replay(str(file), "--json").stdout)["refused"][0]["reason"]

    assert re.fullmatch(r"Красная 5 .*Аня.*", reason)


@pytest.mark.parametrize(("count", "totals"), [(0, [0, 0]), (1, [-15, 0]), (3, [-15, -10])])
def test_replay_at_an_entry(count: int, totals: list[int]) -> None:
    found = answer(f"--at={count}")

    assert (found["view"]["totals"], found["finished"]) == (totals, False)


def test_replay_for_a_seat_that_hides_nothing() -> None:
    assert answer("--seat=1") == answer()


def test_replay_jsonl_goes_on_after_a_bad_line(tmp_path: Path) -> None:
    path = tmp_path / "plays.jsonl"
    bad = {**PLAY, "game": "chess"}
    path.write_text("\n".join([json.dumps(PLAY), "{", "", json.dumps(bad), json.dumps(PLAY)]))

    ended = replay("--jsonl", str(path), "--lang=en")

    first, unreadable, unknown, last = map(json.loads, ended.stdout.splitlines())
    assert (ended.returncode, ended.stderr) == (0, "")
    assert first == last == answer()
    assert list(unreadable) == ["error"]
    assert unknown == {"error": UNKNOWN_GAME}


@pytest.mark.parametrize(
    ("given", "args", "said"),
    [
        ("{", [], "-: not a JSON file that can be read: "),
        ("[]", [], "-: $: a JSON object is expected"),
        (json.dumps({**PLAY, "format": "x"}), [], '-: format: expected "tableside-play/1"'),
        (json.dumps({**PLAY, "game": "x"}), [], f"-: {UNKNOWN_GAME}"),
        (json.dumps({**PLAY, "options": {"rounds": 0}}), [], "-: options: rounds: 1 to 10, not 0"),
        (json.dumps(PLAY), ["--seat=2"], "-: --seat 2: the players are 0 to 1"),
        (json.dumps(PLAY), ["--seat=-1"], "-: --seat -1: the players are 0 to 1"),
    ],
)
def test_replay_of_an_unusable_file(given: str, args: list[str], said: str) -> None:
    ended = replay("-", *args, given=given)

    line = ended.stderr.rstrip("\n")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "\n" not in line
    assert line.removeprefix("CommandError: ").startswith(said)


@pytest.mark.parametrize(
    ("name", "said"), [("missing.json", "No such file or directory"), (".", "Is a directory")]
)
@pytest.mark.parametrize("how", ["--json", "--jsonl"])
def test_replay_of_a_file_that_cannot_be_opened(how: str, name: str, said: str) -> None:
    ended = replay(name, how)

    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == f"CommandError: {name}: {said}\n"


def test_replay_makes_neither_database_nor_key(file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "var"

    ended = replay(str(file), VAR_DIR=str(folder))

    assert (ended.returncode, list(folder.rglob("*"))) == (0, [])


# An evening

EVENING = {
    "format": "tableside-table/1",
    "name": "Friday",
    "day": "2026-03-01",
    "plays": [PLAY, {**PLAY, "log": [laid(1, 7)]}],
}


def test_evening_is_all_its_plays_in_order() -> None:
    found = answer(play=EVENING)

    assert found == {"plays": [answer(), answer(play=EVENING["plays"][1])]}


def test_evening_is_readable() -> None:
    said = replay("-", "--lang=en", given=json.dumps(EVENING)).stdout

    one, other = said.strip().split("\n\n")
    assert one.startswith("Lost Cities\n")
    assert other.startswith("Lost Cities …\n")


@pytest.mark.parametrize(
    ("plays", "said"),
    [
        (None, "plays: a list of plays is expected"),
        ([PLAY, 3], "play 2: a JSON object is expected"),
        ([{**PLAY, "game": "chess"}], f"play 1: {UNKNOWN_GAME}"),
    ],
)
def test_evening_that_cannot_be_read(plays: Any, said: str) -> None:
    ended = replay("-", given=json.dumps({**EVENING, "plays": plays}))

    assert (ended.returncode, said in ended.stderr) == (2, True)
