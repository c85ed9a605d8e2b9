"""The private notepad: marks, text, pages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import OptionsFault
from companion.log import Entry, Log
from notepad.notebook import (
    BLANK,
    LONGEST_NOTE,
    NEXT,
    TYPED,
    Clear,
    Mark,
    Note,
    Notebook,
    State,
    current,
    to_cross,
    unmarked,
)
from notepad.tiles import KINDS, TILES, tiles_of

RULES = Notebook()


def mark(tile, state="crossed"):
    return "mark", {"tile": tile, "state": state}


def log_of(*entries):
    """Entries are (move, args), or a number to take back."""
    log = Log(RULES, 4, {})
    for each in entries:
        if isinstance(each, int):
            log.add(Entry(log.number + 1, "undo", targets=(each,)))
        else:
            log.add(Entry(log.number + 1, *each))
    return log


def notepad(*entries):
    log = log_of(*entries)
    assert [row.refusal for row in log.rows if row.refusal] == []
    return log.state


def marks(state):
    return RULES.view(state)["marks"]


def test_a_notepad_is_blank_at_first() -> None:
    assert RULES.view(notepad()) == {"marks": {}, "text": ""}


def test_a_mark_is_what_it_shall_be_however_often_it_is_sent() -> None:
    state = notepad(mark(5), mark(6, "circled"), mark(5), mark(6, "none"))

    assert marks(state) == {"5": "crossed"}


def test_a_tap_goes_round() -> None:
    assert [NEXT["none"], NEXT["crossed"], NEXT["circled"]] == ["crossed", "circled", "none"]


def test_many_marks_are_one_entry() -> None:
    many = "mark_many", {"tiles": [0, 1, 27], "state": "circled"}

    assert marks(notepad(many)) == {"0": "circled", "1": "circled", "27": "circled"}
    assert marks(notepad(mark(1), many, 2)) == {"1": "crossed"}


@pytest.mark.parametrize(
    "move",
    [
        mark(28),
        mark(-1),
        ("mark_many", {"tiles": [3, 28], "state": "crossed"}),
    ],
)
def test_a_tile_that_is_not_there_is_refused(move) -> None:
    log = log_of(move)

    assert [row.refusal.code for row in log.rows] == ["no_such_tile"]
    assert log.state == State()


def test_more_tiles_than_there_are_are_not_marked_at_once() -> None:
    many = {"tiles": [3] * 29, "state": "crossed"}

    log = log_of(("mark_many", many))

    assert [row.refusal.code for row in log.rows] == ["bad_args"]
    assert notepad(("mark_many", {**many, "tiles": [*range(28)]})).marks.count("crossed") == 28


def test_the_text_is_kept_whole() -> None:
    assert notepad(("note", {"text": "а"}), ("note", {"text": "б\nв"})).text == "б\nв"


def test_a_text_that_is_too_long_is_refused() -> None:
    assert notepad(("note", {"text": "ж" * LONGEST_NOTE})).text
    (row,) = log_of(("note", {"text": "ж" * (LONGEST_NOTE + 1)})).rows
    assert row.refusal.data == {"most": LONGEST_NOTE, "count": LONGEST_NOTE + 1}


def test_two_phones_do_not_overwrite_a_text_unseen() -> None:
    state = notepad(("note", {"text": "а"}))

    assert TYPED == {"note": "text"}
    assert current(state, Note("б")) == "а"
    assert current(state, Mark(0, "crossed")) is None


def test_clearing_takes_marks_and_text_and_can_be_taken_back() -> None:
    written = [mark(5), ("note", {"text": "а"}), ("new_pyramid", {}), mark(6)]
    cleared = notepad(*written, ("clear", {}))

    assert (marks(cleared), cleared.text, len(cleared.pages)) == ({}, "", 1)
    assert notepad(*written, ("clear", {}), 5) == notepad(*written)


def test_a_new_pyramid_keeps_the_old_page_and_the_text() -> None:
    state = notepad(mark(5), ("note", {"text": "а"}), ("new_pyramid", {}), mark(6))

    assert (marks(state), state.text) == ({"6": "crossed"}, "а")
    assert [marks(State(page)) for page in state.pages] == [{"5": "crossed"}]


def test_a_page_comes_back_and_the_present_one_is_kept() -> None:
    entries = [mark(5), ("new_pyramid", {}), mark(6), ("note", {"text": "а"})]
    state = notepad(*entries, ("restore", {"page": 1}))

    assert (marks(state), state.text) == ({"5": "crossed"}, "а")
    assert [marks(State(page)) for page in state.pages] == [{"5": "crossed"}, {"6": "crossed"}]


@pytest.mark.parametrize("page", [0, 2, -1])
def test_a_page_that_is_not_kept_is_refused(page) -> None:
    row = log_of(mark(5), ("new_pyramid", {}), ("restore", {"page": page})).rows[-1]

    assert (row.refusal.code, row.refusal.data) == ("no_such_page", {"page": page, "pages": 1})


@pytest.mark.parametrize("move", ["keep", "new_pyramid", "clear"])
def test_what_was_decided_after_a_change_is_not_asked_again(move) -> None:
    decided = mark(5), (move, {"heeded": 2})

    assert notepad(*decided).heeded == 2
    assert notepad(*decided, (move, {"heeded": 1})).heeded == 2
    assert notepad(*decided, 2).heeded == 0


@pytest.mark.parametrize(
    ("move", "args"), [("mark", {"tile": 5}), ("mark_many", {"tiles": [5, 6]})]
)
def test_only_a_mark_on_a_blank_pyramid_is_made_as_the_table_is(move, args) -> None:
    told = move, {**args, "state": "crossed", "heeded": 2}

    assert notepad(told).heeded == 2
    assert notepad(mark(1), told).heeded == 0
    assert notepad(mark(1), mark(1, "none"), told).heeded == 2
    assert notepad(told, 1).heeded == 0


def test_marks_that_shall_stay_do() -> None:
    assert marks(notepad(mark(5), ("keep", {"heeded": 1}))) == {"5": "crossed"}


def test_lines_end_alike_whoever_sent_them() -> None:
    assert notepad(("note", {"text": "а\r\nб"})).text == "а\nб"


def test_a_notepad_has_no_options() -> None:
    with pytest.raises(OptionsFault):
        RULES.start(4, {"help": "off"})


def test_unmarked_copies_are_counted_by_kind() -> None:
    state = notepad(mark(6), mark(7, "circled"))

    assert [unmarked(state.marks, kind) for kind in ("4B", "3K")] == [2, 3]


def test_what_is_seen_at_others_is_crossed_from_the_first_unmarked_copy() -> None:
    state = notepad(mark(6, "circled"), mark(24))

    assert to_cross(state.marks, {"4B": 2, "7C": 3, "1G": 1}) == (7, 8, 25, 26, 0)
    assert to_cross(state.marks, {"7C": 1}) == ()
    assert to_cross(BLANK, {"1G": 4}) == (0,)


@given(
    st.lists(st.sampled_from(("none", "crossed", "circled")), min_size=28, max_size=28),
    st.dictionaries(st.sampled_from(KINDS), st.integers(0, 4)),
)
def test_what_is_to_cross_is_unmarked_and_enough(marked, seen) -> None:
    crossing = to_cross(tuple(marked), seen)

    assert all(marked[tile] == "none" for tile in crossing)
    for kind, count in seen.items():
        crossed = [tile for tile in tiles_of(kind) if marked[tile] == "crossed"]
        new = [tile for tile in crossing if TILES[tile] == kind]
        free = [tile for tile in tiles_of(kind) if marked[tile] == "none"]
        assert new == free[: len(new)]
        assert len(new) == min(len(free), max(0, count - len(crossed)))


def test_every_move_is_known() -> None:
    moves = "mark mark_many note clear new_pyramid keep restore".split()
    assert set(RULES.moves) == set(moves)
    assert RULES.apply(State(), Clear(), None).state == State()
