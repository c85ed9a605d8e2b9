"""Play files of Code 777: whose notepad is printed for whom."""

from __future__ import annotations

import json

import pytest

from companion import playfile, report
from notepad.game import GAME
from tests.notepad.table import NAMES

GAMES = {GAME.slug: GAME}


def read(log, players=4, **more):
    top = {"format": playfile.FORMAT, "game": "code777", "players": list(NAMES[:players])}
    return playfile.read(json.dumps({**top, **more, "log": log}), GAMES)


def printed(log, eyes="everything", **more):
    return json.loads(json.dumps(report.of_file(read(log, **more), eyes)))


def mark(owner, tile, state="crossed", **more):
    return {"notebook": owner, "move": "mark", "args": {"tile": tile, "state": state}, **more}


def test_a_notepad_is_printed_for_its_owner_alone() -> None:
    log = [mark(1, 5), {"notebook": 1, "move": "note", "args": {"text": "а"}}]

    assert printed(log, 1)["notebook"] == {"marks": {"5": "crossed"}, "text": "а"}
    assert printed(log, 0)["notebook"] == {"marks": {}, "text": ""}
    assert "notebook" not in printed(log)


def test_corrections_reach_the_notepad_they_are_of() -> None:
    log = [
        mark(1, 5),
        mark(0, 7),
        {"amend": 1, "args": {"tile": 6, "state": "circled"}},
        {"undo": 2},
        mark(1, 8),
        {"undo": [5]},
        {"redo": 5},
    ]

    assert printed(log, 1)["notebook"]["marks"] == {"6": "circled", "8": "crossed"}
    assert printed(log, 0)["notebook"]["marks"] == {}


@pytest.mark.parametrize(
    "correction", [{"undo": 1}, {"amend": 1, "args": {"tile": 6, "state": "none"}}]
)
def test_only_its_owner_corrects_a_notepad(correction) -> None:
    for by in ({"by": 2}, {"notebook": 2}, {"notebook": 2, "by": 2}, {"notebook": 1, "by": 2}):
        log = [mark(1, 5), {**correction, **by}]
        assert printed(log, 1)["notebook"]["marks"] == {"5": "crossed"}

    for by in ({"by": 1}, {"notebook": 1}):
        log = [mark(1, 5), {**correction, **by}]
        assert printed(log, 1)["notebook"]["marks"] != {"5": "crossed"}


@pytest.mark.parametrize("line", [mark(4, 5), mark(-1, 5), mark(1, 5, by=0)])
def test_an_entry_for_nobodys_notepad_is_refused(line) -> None:
    (refused,) = printed([line])["refused"]

    assert (refused["entry"], refused["code"]) == (1, "no_such_move")
    assert printed([line], 1)["notebook"]["marks"] == {}


def test_what_a_notepad_refuses_is_told_to_its_owner_alone() -> None:
    log = [
        mark(1, 28),
        {"move": "finish"},
        {"move": "finish"},
        {"notebook": 1, "options": {"x": 1}},
    ]

    assert [each["entry"] for each in printed(log, 1)["refused"]] == [1, 3, 4]
    for eyes in (0, "everything"):
        assert [each["entry"] for each in printed(log, eyes)["refused"]] == [3]


def test_a_notepad_at_an_earlier_entry() -> None:
    play = read([mark(1, 5), {"move": "finish"}, mark(1, 6)]).first(2)

    assert report.of_file(play, 1)["notebook"]["marks"] == {"5": "crossed"}


def test_what_is_only_for_others_is_not_printed() -> None:
    """Neither the words of a notice nor its being there."""
    log = [
        {"move": "see_rack", "args": {"rack": 0, "tiles": ["1G", "2Y", "3K"]}, "by": 1},
        {"move": "see_rack", "args": {"rack": 1, "tiles": ["1G", "4B", "4B"]}, "by": 0},
        {"move": "see_rack", "args": {"rack": 0, "tiles": ["4B", "4B", "4B"]}, "by": 2},
        {"move": "see_rack", "args": {"rack": 2, "tiles": ["4B", "4B", "4B"]}, "by": 3},
        {"move": "declare", "args": {"player": 0, "numbers": [1, 2, 3], "right": False}, "by": 1},
    ]

    def told(eyes):
        answer = printed(log, eyes)
        return {name: [each["entry"] for each in answer[name]] for name in ("refused", "notices")}

    assert told("everything") == {"refused": [3, 4], "notices": [2, 5]}
    assert told(3) == {"refused": [3, 4], "notices": [2, 5]}
    assert told(0) == {"refused": [4], "notices": []}
    assert told(1) == {"refused": [], "notices": [5]}
    assert told("table") == {"refused": [], "notices": []}


def test_candidates_are_printed_for_a_seat() -> None:
    help_ = {"options": {"help": "deduction"}}

    assert printed([], 0, **help_)["view"]["candidates"] == {"numbers": 76, "kinds": 251}
    assert "candidates" not in printed([], **help_)["view"]


def test_settings_that_cannot_be_are_one_line() -> None:
    with pytest.raises(playfile.PlayFault) as fault:
        read([], options={"mix_at": 3}).log()

    assert str(fault.value) == "options: mix_at: 0, 1, 4, 7, not 3"
