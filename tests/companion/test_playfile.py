"""Play files: any bytes give a play, or one line that says what is wrong and where."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculators.lost_cities.game import GAME as LOST_CITIES
from companion import playfile
from companion.games import Game, all_games
from companion.log import Entry

RED_5 = {"player": 0, "expedition": "red", "card": 5, "laid": True}
WHOLE: dict[str, Any] = {
    "format": "tableside-play/1",
    "game": "lost-cities",
    "players": ["Аня", "Боря"],
    "options": {"rounds": 3},
    "log": [
        {"move": "set_card", "args": RED_5, "by": 1, "key": "k", "at": "2026-01-02T03:04:05Z"},
        {"move": "next_round", "args": {}},
        {"undo": 2},
        {"redo": [2]},
        {"undo": [1, 2]},
        {"amend": 1, "args": {**RED_5, "card": 6}},
        {"options": {"rounds": 4}, "by": 0},
    ],
}


WITH_NOTEBOOK = replace(LOST_CITIES, notebook=LOST_CITIES.rules)


def read(value: Any, game: Game = LOST_CITIES) -> playfile.PlayFile:
    return playfile.read(json.dumps(value), {game.slug: game})


def fault_of(content: bytes | str) -> str:
    with pytest.raises(playfile.PlayFault) as fault:
        playfile.read(content, all_games()).log()
    return str(fault.value)


def with_line(line: Any) -> dict[str, Any]:
    return {**WHOLE, "log": [WHOLE["log"][0], line]}


# Reading


def test_read_a_whole_file() -> None:
    play = read(WHOLE)

    assert play == playfile.PlayFile(
        LOST_CITIES,
        ("Аня", "Боря"),
        {"rounds": 3},
        (
            Entry(1, "set_card", RED_5, (), 1, "k", "2026-01-02T03:04:05Z"),
            Entry(2, "next_round"),
            Entry(3, "undo", targets=(2,)),
            Entry(4, "redo", targets=(2,)),
            Entry(5, "undo", targets=(1, 2)),
            Entry(6, "amend", {**RED_5, "card": 6}, (1,)),
            Entry(7, "options", {"rounds": 4}, (), 0),
        ),
        {},
    )


def test_read_the_least_that_is_a_file() -> None:
    play = read({name: WHOLE[name] for name in ("format", "game", "players")} | {"log": []})

    assert (play.entries, play.options, play.log().state.game.totals) == ((), {}, (0, 0))


def test_read_puts_notebooks_apart_with_their_corrections() -> None:
    log = [
        {"move": "mark", "args": {}, "notebook": 1},
        {"move": "next_round"},
        {"undo": 1},
        {"undo": 2},
        {"redo": 3},
    ]

    play = read({**WHOLE, "log": log}, WITH_NOTEBOOK)

    assert [entry.number for entry in play.entries] == [2, 4]
    assert {owner: [each.number for each in kept] for owner, kept in play.notebooks.items()} == {
        1: [1, 3, 5]
    }


def test_a_private_entry_of_a_game_without_notebooks_is_refused() -> None:
    log = read({**WHOLE, "log": [{"move": "mark", "args": {}, "notebook": 1}]}).log()

    assert [row.refusal and row.refusal.code for row in log.rows] == ["no_such_move"]


@pytest.mark.parametrize("name", ["undo", "redo", "amend", "options"])
def test_a_corrections_name_is_no_move(name: str) -> None:
    log = read({**WHOLE, "log": [{"move": name, "args": {"rounds": 4}}]}).log()

    assert [row.refusal and row.refusal.code for row in log.rows] == ["no_such_move"]


def test_first_entries_of_a_play() -> None:
    line = {"move": "mark", "notebook": 0}
    play = read({**WHOLE, "log": [*WHOLE["log"], line]}, WITH_NOTEBOOK)

    assert [entry.number for entry in play.first(2).entries] == [1, 2]
    assert (play.first(8), play.first(7).notebooks) == (play, {0: ()})


def test_log_of_a_file() -> None:
    log = read(WHOLE).log()

    assert (log.number, log.options, log.state.game.totals) == (7, {"rounds": 4}, (0, 0))
    assert [row.undone for row in log.rows[:2]] == [True, True]


def test_read_a_file_that_begins_with_a_byte_order_mark() -> None:
    content = b"\xef\xbb\xbf" + json.dumps(WHOLE).encode()

    assert playfile.read(content, all_games()) == read(WHOLE)


# What is unusable


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": "tableside-play/2"}, 'format: expected "tableside-play/1"'),
        ({"format": None}, 'format: expected "tableside-play/1"'),
        ({"game": "chess"}, "game: unknown; known are lost-cities"),
        ({"game": ["lost-cities"]}, "game: unknown; known are lost-cities"),
        ({"players": "Аня"}, "players: a list of names is expected"),
        ({"players": ["Аня", 2]}, "players: a list of names is expected"),
        ({"players": ["Аня"]}, "players: lost-cities takes 2 to 2, here are 1"),
        ({"players": ["Аня", ""]}, "players: a name has 1 to 200 characters"),
        ({"players": ["Аня", "W" * 201]}, "players: a name has 1 to 200 characters"),
        ({"options": [3]}, "options: a JSON object is expected"),
        ({"options": {"rounds": 0}}, "options: rounds: 1 to 10, not 0"),
        ({"options": {"rounds": "3"}}, "options: Expected `int`, got `str` - at `$.rounds`"),
        ({"options": {"colours": 5}}, "options: unknown name 'colours'"),
        ({"log": {}}, "log: a list of entries is expected"),
        ({"log": [{"undo": 1}] * 20_001}, "log: more than 20,000 entries"),
    ],
)
def test_read_a_bad_file(changes: dict[str, Any], said: str) -> None:
    known = ", ".join(all_games())

    assert fault_of(json.dumps({**WHOLE, **changes})) == said.replace(
        "known are lost-cities", f"known are {known}"
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (5, "a JSON object is expected"),
        ({}, "one of move, undo, redo, amend, options is expected"),
        ({"args": {}}, "one of move, undo, redo, amend, options is expected"),
        ({"move": "finish", "undo": 1}, "one of move, undo, redo, amend, options is expected"),
        ({"move": 5}, "move is the name of a move"),
        ({"move": "finish", "args": [1]}, "args are a JSON object"),
        ({"amend": 1, "args": None}, "args are a JSON object"),
        ({"options": 3}, "args are a JSON object"),
        ({"undo": "1"}, "an entry is named by its number"),
        ({"undo": True}, "an entry is named by its number"),
        ({"redo": [1, None]}, "an entry is named by its number"),
        ({"move": "finish", "by": "0"}, "by and notebook are player numbers"),
        ({"move": "finish", "by": True}, "by and notebook are player numbers"),
        ({"move": "finish", "notebook": [0]}, "by and notebook are player numbers"),
        ({"move": "finish", "key": 5}, "key and at are texts"),
        ({"move": "finish", "at": 5}, "key and at are texts"),
    ],
)
def test_read_a_bad_entry(line: Any, said: str) -> None:
    assert fault_of(json.dumps(with_line(line))) == f"log, entry 2: {said}"


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"NaN", b"[" * 5_000, b'{"a": "\\ud800"}'])
def test_read_what_is_no_json(content: bytes) -> None:
    assert fault_of(content).startswith("not a JSON file that can be read: ")


@pytest.mark.parametrize("content", [b"[]", b"null", b"5"])
def test_read_json_that_is_no_object(content: bytes) -> None:
    assert fault_of(content) == "$: a JSON object is expected"


def test_read_a_number_that_is_too_large() -> None:
    line = {"move": "set_card", "args": {"card": 10**9}}

    assert fault_of(json.dumps(with_line(line))) == (
        "not a JSON file that can be read: a number of more than nine digits at $.log[1].args.card"
    )


def test_read_a_file_of_the_largest_size() -> None:
    content = json.dumps(WHOLE).encode().ljust(playfile.LARGEST_FILE)

    assert playfile.read(content, all_games()) == read(WHOLE)
    assert fault_of(content + b" ") == "the file is larger than 8,388,608 bytes"


def test_read_a_log_of_the_largest_length() -> None:
    log = read({**WHOLE, "log": [{"move": "next_round"}] * 20_000}).log()

    assert (log.number, log.state.game.open_round) == (20_000, 3)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=3),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["move", "undo", "amend", "options", "args", "by", "notebook", "x"]
                ),
                inner,
                max_size=3,
            )
        ),
        max_leaves=8,
    )
)
def test_read_any_entry_is_read_or_refused(line: Any) -> None:
    fault = ""
    try:
        read(with_line(line)).log()
    except playfile.PlayFault as raised:
        fault = str(raised)

    assert fault.isprintable()


# Writing


def test_write_what_was_read() -> None:
    play = read(WHOLE)

    written = playfile.write(play.game, play.players, play.options, play.entries)

    assert written == {**WHOLE, "log": [*WHOLE["log"][:3], {"redo": 2}, *WHOLE["log"][4:]]}


def stored_entries() -> st.SearchStrategy[list[Entry]]:
    """Entries as a play has them: corrections name one entry or several."""
    more = {
        "by": st.none() | st.integers(0, 5),
        "key": st.none() | st.text("abc", max_size=3),
        "at": st.none() | st.just("2026-01-02T03:04:05Z"),
    }
    numbers = st.lists(st.integers(1, 9), min_size=1, max_size=3).map(tuple)
    args = st.dictionaries(st.text("ab", max_size=2), st.integers(0, 9), max_size=2)
    entry = st.one_of(
        st.builds(Entry, st.just(0), st.sampled_from(("set_card", "finish")), args, **more),
        st.builds(Entry, st.just(0), st.just("options"), args, **more),
        st.builds(Entry, st.just(0), st.sampled_from(("undo", "redo")), targets=numbers, **more),
        st.builds(Entry, st.just(0), st.just("amend"), args, numbers.map(lambda n: n[:1]), **more),
    )
    return st.lists(entry, max_size=6).map(
        lambda found: [
            Entry(number, each.what, each.args, each.targets, each.by, each.key, each.at)
            for number, each in enumerate(found, start=1)
        ]
    )


@given(stored_entries())
def test_read_what_was_written(entries: list[Entry]) -> None:
    written = playfile.write(LOST_CITIES, ["A", "B"], {"rounds": 2}, entries)

    assert read(written) == playfile.PlayFile(
        LOST_CITIES, ("A", "B"), {"rounds": 2}, tuple(entries), {}
    )
