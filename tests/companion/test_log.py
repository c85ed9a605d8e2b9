"""The log: entries in, state out, whatever is taken back, put back or put right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculators.lost_cities.game import GAME as LOST_CITIES
from companion import log as log_module
from companion.common import PlayRules
from companion.games import OptionsFault, Outcome, Refusal
from companion.log import CHECKPOINT, Entry, Log, Reading, Row, numbers, replay
from tests.companion.jar import Jar, Put, State

Line = tuple[Any, ...]


def entries(*lines: Line) -> list[Entry]:
    """("put", 3) and ("take", 3) · ("undo", 1, 2) · ("amend", 1, {…}) · ("options", {…})."""
    return [entry_of(number, *line) for number, line in enumerate(lines, start=1)]


def entry_of(number: int, what: str, *rest: Any) -> Entry:
    if what in ("undo", "redo"):
        return Entry(number, what, targets=rest)
    if what == "amend":
        return Entry(number, what, rest[1], (rest[0],))
    if what == "options":
        return Entry(number, what, rest[0])
    return Entry(number, what, {"beans": rest[0]}, by=rest[1] if len(rest) > 1 else None)


def jar(*lines: Line, size: int = 10) -> Log:
    log = Log(Jar(), 1, {"size": size})
    for entry in entries(*lines):
        log.add(entry)
    return log


def refused(log: Log) -> dict[int, str]:
    return {row.number: row.refusal.code for row in log.rows if row.refusal}


def shape(log: Reading) -> Any:
    """All that a log says, so that two of them can be compared."""
    return log.state, log.options, log.number, log.upset, [shape_of(row) for row in log.rows]


def shape_of(row: Row) -> Any:
    refusal = row.refusal and (row.refusal.code, row.refusal.data)
    return row.entry, row.move, row.outcome, row.undone, row.amended_by, refusal


# Moves


def test_add_a_move() -> None:
    log = jar(("put", 3, 0))

    assert shape(log) == (
        State(10, 3),
        {"size": 10},
        1,
        (),
        [
            (
                Entry(1, "put", {"beans": 3}, by=0),
                Put(3),
                Outcome(None, (), (0, 3)),
                False,
                None,
                None,
            )
        ],
    )


def test_add_a_move_that_the_rules_refuse() -> None:
    log = jar(("put", 3), ("put", 8), ("put", 1))

    assert (log.state.beans, refused(log), log.number) == (4, {2: "full"}, 3)


@pytest.mark.parametrize(
    ("line", "code"),
    [(("eat", 3), "no_such_move"), (("put", "3"), "bad_args"), (("put", True), "bad_args")],
)
def test_add_a_move_that_cannot_be_read(line: Line, code: str) -> None:
    log = jar(("put", 1), line, ("put", 2))

    assert (log.state.beans, refused(log), log.rows[1].move) == (3, {2: code}, None)


def test_log_options_that_cannot_be() -> None:
    with pytest.raises(OptionsFault, match="size: 1 to 1000000, not 0"):
        Log(Jar(), 1, {"size": 0})


# Undo and redo


def test_undo_takes_an_entry_out_wherever_it_stands() -> None:
    log = jar(("put", 1), ("put", 2), ("put", 4), ("undo", 2))

    assert (log.state.beans, [row.undone for row in log.rows]) == (5, [False, True, False, False])


def test_redo_puts_it_back() -> None:
    log = jar(("put", 1), ("put", 2), ("undo", 1), ("redo", 1))

    assert (log.state.beans, [row.undone for row in log.rows]) == (3, [False] * 4)


def test_undo_a_list() -> None:
    log = jar(("put", 1), ("put", 2), ("put", 4), ("undo", 1, 3))

    assert (log.state.beans, refused(log)) == (2, {})


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (("undo", 1, 9), "no_such_entry"),
        (("undo", 1, 1), "no_such_entry"),
        (("undo", 1, 2), "already_undone"),
        (("redo", 2, 1), "not_undone"),
        (("undo",), "no_such_entry"),
    ],
)
def test_undo_a_list_all_or_none(line: Line, code: str) -> None:
    log = jar(("put", 1), ("put", 2), ("undo", 2), line)

    assert (log.state.beans, refused(log)) == (1, {4: code})


@pytest.mark.parametrize(
    ("line", "code", "data"),
    [
        (("undo", 9), "no_such_entry", [9]),
        (("undo", 0), "no_such_entry", [0]),
        (("undo", -1), "no_such_entry", [-1]),
        (("undo", 4), "no_such_entry", [4]),
        (("undo", 3), "no_such_entry", [3]),
        (("redo", 3), "no_such_entry", [3]),
        (("undo", 2), "already_undone", [2]),
        (("redo", 1), "not_undone", [1]),
        (("amend", 3, {"beans": 1}), "no_such_entry", [3]),
    ],
)
def test_correction_of_what_it_cannot_name(line: Line, code: str, data: list[int]) -> None:
    log = jar(("put", 1), ("put", 2), ("undo", 2), line)

    refusal = log.rows[3].refusal
    assert refusal
    assert (refusal.code, refusal.data, log.state.beans) == (code, {"entries": data}, 1)


def test_amend_names_one_entry() -> None:
    log = jar(("put", 1), ("put", 2))

    refusal = log.add(Entry(3, "amend", {"beans": 4}, (1, 2))).refusal

    assert refusal
    assert (refusal.code, log.state.beans) == ("no_such_entry", 3)


def test_undo_an_entry_that_was_refused() -> None:
    log = jar(("put", 11), ("undo", 1))

    assert (refused(log), log.rows[0].undone) == ({}, True)


def test_undo_makes_a_later_move_impossible() -> None:
    log = jar(("put", 5), ("take", 5), ("put", 1), ("undo", 1))

    assert (log.state.beans, refused(log), log.upset) == (1, {2: "empty"}, (2,))


def test_undo_removes_an_obstacle() -> None:
    log = jar(("put", 8), ("put", 5), ("undo", 1))

    assert (log.state.beans, refused(log), log.upset) == (5, {}, ())


def test_upset_does_not_name_the_entry_itself() -> None:
    log = jar(("put", 1), ("options", {"size": 0}))

    assert (refused(log), log.upset) == ({2: "bad_options"}, ())


def test_upset_names_only_what_this_entry_did() -> None:
    log = jar(("put", 5), ("take", 5), ("undo", 1), ("put", 1))

    assert (refused(log), log.upset) == ({2: "empty"}, ())


# Amend


def test_amend_replaces_the_args_in_place() -> None:
    log = jar(("put", 1), ("put", 2), ("amend", 1, {"beans": 5}))

    assert (log.state.beans, log.rows[0].amended_by, log.args_of(log.rows[0])) == (
        7,
        3,
        {"beans": 5},
    )


def test_amend_undone_gives_the_earlier_args() -> None:
    log = jar(("put", 1), ("amend", 1, {"beans": 5}), ("amend", 1, {"beans": 7}), ("undo", 3))

    assert (log.state.beans, log.rows[0].amended_by) == (5, 2)


def test_amend_undone_long_after() -> None:
    log = jar(("put", 1), *[("put", 1)] * 4, ("amend", 1, {"beans": 5}), ("undo", 6))

    assert (log.state.beans, log.rows[0].move) == (5, Put(1))


def test_amend_put_back() -> None:
    log = jar(("put", 1), ("amend", 1, {"beans": 5}), ("undo", 2), ("redo", 2))

    assert (log.state.beans, log.rows[0].amended_by) == (5, 2)


def test_amend_an_undone_move_leaves_it_undone() -> None:
    log = jar(("put", 1), ("undo", 1), ("amend", 1, {"beans": 5}))
    undone = log.state.beans
    log.add(entry_of(4, "redo", 1))

    assert (undone, log.state.beans) == (0, 5)


def test_amend_with_args_that_cannot_be_read() -> None:
    log = jar(("put", 1), ("amend", 1, {"beans": "5"}), ("undo", 2))

    assert (log.state.beans, refused(log)) == (1, {2: "bad_args", 3: "no_such_entry"})


def test_amend_with_args_that_the_rules_refuse_refuses_the_move() -> None:
    log = jar(("put", 1), ("put", 2), ("amend", 1, {"beans": 11}))

    assert (log.state.beans, refused(log), log.upset) == (2, {1: "full"}, (1,))


def test_amend_a_move_that_could_not_be_read() -> None:
    log = jar(("put", "1"), ("amend", 1, {"beans": 1}))

    assert (log.state.beans, refused(log)) == (1, {})


def test_amend_a_move_that_does_not_exist() -> None:
    log = jar(("eat", 1), ("amend", 1, {"beans": 1}))

    assert refused(log) == {1: "no_such_move", 2: "no_such_move"}


# Options


def test_options_change_the_whole_replay() -> None:
    log = jar(("put", 8), ("put", 2), ("options", {"size": 9}))

    assert (log.state, log.options, refused(log), log.upset) == (
        State(9, 8),
        {"size": 9},
        {2: "full"},
        (2,),
    )


def test_options_undone_and_put_back() -> None:
    log = jar(("put", 8), ("options", {"size": 5}), ("undo", 2))
    undone = log.state
    log.add(entry_of(4, "redo", 2))

    assert (undone, log.state) == (State(10, 8), State(5, 0))


def test_options_that_cannot_be() -> None:
    log = jar(("put", 8), ("options", {"size": 0}), ("options", {"colour": 1}))

    assert (log.state, refused(log)) == (State(10, 8), {2: "bad_options", 3: "bad_options"})


def test_options_that_were_refused_count_once_the_obstacle_is_gone() -> None:
    log = jar(("options", {"size": 4}), ("options", {"lid": True}), ("undo", 1))
    without = log.options, refused(log), log.upset
    log.add(entry_of(4, "redo", 1))

    assert without == ({"size": 10}, {2: "bad_options"}, (2,))
    assert (log.options, refused(log)) == ({"size": 4, "lid": True}, {})


def test_options_are_tried_once_however_many_follow() -> None:
    """A box of cards is an option: each card typed in is an entry, and a start reads it."""
    rules = Jar()
    log = Log(rules, 1, {"size": 5})
    for number in range(1, 101):
        log.add(entry_of(number, "options", {"size": 5 + number % 3}))
    rules.started = 0

    log.add(entry_of(101, "options", {"size": 9}))

    assert (rules.started, log.state.size) == (2, 9)


def test_options_cannot_be_amended() -> None:
    log = jar(("options", {"size": 5}), ("amend", 1, {"size": 6}))

    assert (log.state.size, refused(log)) == (5, {2: "no_such_entry"})


# Reading a log


def test_row_and_number_of_a_key() -> None:
    log = Log(Jar(), 1, {})
    log.add(Entry(1, "put", {"beans": 1}, key="a"))
    log.add(Entry(3, "put", {"beans": 2}, key="b"))

    assert (log.number_of("b"), log.number_of("c")) == (3, None)
    assert (log.row(3), log.row(2)) == (log.rows[1], None)


def test_state_at_a_number() -> None:
    log = jar(("put", 1), ("put", 2), ("put", 4), ("undo", 2))

    assert [log.state_at(number).beans for number in range(6)] == [0, 1, 1, 5, 5, 5]


def test_state_at_a_number_beyond_the_first_checkpoint() -> None:
    log = jar(*[("put", 1)] * 250, ("undo", 120), size=1_000)

    wanted = [0, 99, 100, 101, 119, 119, 120, 249]
    assert [log.state_at(n).beans for n in (0, 99, 100, 101, 119, 120, 121, 250)] == wanted


def test_last_live_is_what_undo_offers() -> None:
    log = jar(("put", 1), ("put", 2), ("put", 99), ("undo", 2))

    assert log.last_live() == log.rows[0]


def test_last_live_of_an_empty_log() -> None:
    assert jar().last_live() is None


def test_last_undone_is_what_redo_offers() -> None:
    two = [("put", 1), ("put", 2), ("undo", 2), ("undo", 1)]

    log = jar(*two)
    assert log.last_undone() == log.rows[0]
    log = jar(*two, ("redo", 1))
    assert log.last_undone() == log.rows[1]


def test_nothing_is_to_redo_after_another_move() -> None:
    log = jar(("put", 1), ("undo", 1), ("put", 2))
    assert log.last_undone() is None
    assert jar().last_undone() is None


def runs_of(*lines: Line) -> list[list[int]]:
    return [numbers(run) for run in jar(*lines).runs(type)]


def test_runs_join_small_moves_of_one_kind() -> None:
    assert runs_of(("put", 1), ("put", 1), ("take", 1), ("put", 1)) == [[1, 2], [3], [4]]


def test_a_run_is_at_most_fifty_long() -> None:
    """A line that names a thousand taps costs every phone that draws it."""
    runs = jar(*[("put", 0)] * 120).runs(type)

    assert [len(run) for run in runs] == [50, 50, 20]


def test_runs_of_two_players_stand_apart() -> None:
    assert runs_of(("put", 1, 0), ("put", 1, 1), ("put", 1, 1)) == [[1], [2, 3]]


def test_runs_leave_out_corrections() -> None:
    assert runs_of(("put", 1), ("put", 1), ("undo", 2), ("put", 1)) == [[1], [2], [4]]


def test_runs_keep_refused_moves_and_options_alone() -> None:
    lines = (("put", 1), ("put", 99), ("put", 99), ("options", {"size": 9}), ("put", 1))

    assert runs_of(*lines) == [[1], [2], [3], [4], [5]]


def test_runs_of_moves_without_a_kind() -> None:
    runs = jar(("put", 1), ("put", 1)).runs(lambda move: None)

    assert [numbers(run) for run in runs] == [[1], [2]]


# Adding one by one, reading all at once, trying


def jar_lines() -> st.SearchStrategy[list[Line]]:
    """Some moves, then moves and corrections that mostly name one of them."""
    beans = st.integers(1, 6)
    puts = st.tuples(st.just("put"), beans, st.sampled_from((None, 0)))
    takes = st.tuples(st.just("take"), beans)
    unreadable = st.sampled_from([("put", "3"), ("eat", 3), ("put", -1)])
    number = st.integers(1, 6) | st.integers(0, 16)
    undos, redos = (
        st.lists(number, min_size=1, max_size=2).map(lambda each, what=what: (what, *each))
        for what in ("undo", "redo")
    )
    amends = st.tuples(st.just("amend"), number, st.builds(dict, beans=beans | st.just("3")))
    sizes, lids = st.builds(dict, size=st.integers(0, 12)), st.builds(dict, lid=st.booleans())
    options = st.tuples(st.just("options"), sizes | lids)
    first = st.lists(puts | takes, min_size=2, max_size=6)
    then = st.lists(puts | takes | unreadable | undos | redos | amends | options, max_size=10)
    return st.builds(lambda before, after: before + after, first, then)


@pytest.fixture(autouse=True)
def _close_checkpoints() -> Iterator[None]:
    """So that a short log has several, unless a test asks for the true distance."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(log_module, "CHECKPOINT", 3)
        yield


@given(jar_lines())
def test_adding_is_replaying(lines: list[Line]) -> None:
    assert shape(jar(*lines)) == shape(replay(Jar(), 1, {"size": 10}, entries(*lines)))


@given(jar_lines())
def test_attempt_says_what_adding_would(lines: list[Line]) -> None:
    log = Log(Jar(), 1, {"size": 10})
    for entry in entries(*lines):
        before = shape(log)
        said = attempted(log, entry)
        untouched = shape(log)
        refusal = log.add(entry).refusal
        if entry.what == "amend" and refusal is None:  # the rules speak where its target stands
            target = log.row(entry.targets[0])
            refusal = target and target.refusal

        assert untouched == before
        assert said == (refusal and (refusal.code, refusal.data))


def attempted(log: Log, entry: Entry) -> Any:
    try:
        log.attempt(entry)
    except Refusal as refusal:
        return refusal.code, refusal.data
    return None


@given(jar_lines())
def test_state_at_is_what_the_rows_so_far_come_to(lines: list[Line]) -> None:
    log = jar(*lines)

    for count in range(len(lines) + 1):
        state = Jar().start(1, log.options)
        for row in log.rows[:count]:
            if row.outcome:
                state = Jar().apply(state, row.move, row.by).state
        assert log.state_at(count) == state


@given(jar_lines())
def test_reading_stays_as_it_was(lines: list[Line]) -> None:
    log = Log(Jar(), 1, {"size": 10})
    read = [(log.reading(), shape(log))]
    for entry in entries(*lines):
        log.add(entry)
        read.append((log.reading(), shape(log)))

    assert all(shape(reading) == then for reading, then in read)


@given(jar_lines(), st.data())
def test_undo_and_redo_change_nothing(lines: list[Line], data: st.DataObject) -> None:
    log = jar(*lines)
    live = [row.number for row in log.rows if row.entry.what == "put" and not row.undone]
    if not live:
        return
    before, target = (log.state, refused(log)), data.draw(st.sampled_from(live))
    log.add(Entry(len(lines) + 1, "undo", targets=(target,)))
    log.add(Entry(len(lines) + 2, "redo", targets=(target,)))

    assert (log.state, refused(log)) == before


def lost_cities_entries() -> st.SearchStrategy[list[Entry]]:
    player = st.integers(-1, 2)
    colour = st.sampled_from(("red", "white", "purple", "pink"))
    card = st.builds(
        dict, player=player, expedition=colour, card=st.integers(1, 11), laid=st.booleans()
    )
    contracts = st.builds(dict, player=player, expedition=colour, count=st.integers(-1, 4))
    total = st.builds(
        dict, player=player, round=st.integers(0, 4), points=st.none() | st.integers(-500, 900)
    )
    moves = st.one_of(
        st.tuples(st.just("set_card"), card, st.just(())),
        st.tuples(st.just("set_contracts"), contracts, st.just(())),
        st.tuples(st.just("set_round_total"), total, st.just(())),
        st.tuples(st.sampled_from(("next_round", "finish")), st.just({}), st.just(())),
        st.tuples(st.just("lots"), st.just({"order": [1, 0]}), st.just(())),
        st.tuples(st.just("options"), st.builds(dict, rounds=st.integers(0, 4)), st.just(())),
        st.tuples(
            st.sampled_from(("undo", "redo")),
            st.just({}),
            st.lists(st.integers(1, 12), min_size=1, max_size=2).map(tuple),
        ),
        st.tuples(st.just("amend"), card | total, st.tuples(st.integers(1, 12))),
    )
    return st.lists(moves, max_size=12).map(
        lambda found: [Entry(n, *each) for n, each in enumerate(found, start=1)]
    )


@given(lost_cities_entries())
def test_adding_is_replaying_in_lost_cities(found: list[Entry]) -> None:
    rules = PlayRules(LOST_CITIES)
    log = Log(rules, 2, {})
    for entry in found:
        log.add(entry)

    assert shape(log) == shape(replay(rules, 2, {}, found))


# What it costs: how often the rules are asked


@pytest.fixture
def _true_checkpoints(_close_checkpoints: None) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(log_module, "CHECKPOINT", CHECKPOINT)
        yield


MANY = [("put", 1)] * 5_000


@pytest.mark.usefixtures("_true_checkpoints")
def test_replay_asks_the_rules_once_an_entry() -> None:
    rules = Jar()

    log = replay(rules, 1, {"size": 10_000}, entries(*MANY))

    assert (rules.applied, log.state.beans) == (5_000, 5_000)


@pytest.mark.usefixtures("_true_checkpoints")
def test_add_to_a_long_log_asks_the_rules_once() -> None:
    rules = Jar()
    log = replay(rules, 1, {"size": 10_000}, entries(*MANY))
    rules.applied = 0

    log.add(entry_of(5_001, "put", 1))

    assert (rules.applied, log.state.beans) == (1, 5_001)


@pytest.mark.usefixtures("_true_checkpoints")
@pytest.mark.parametrize("number", [5_000, 4_951, 4_001])
def test_undo_in_a_long_log_replays_from_the_checkpoint_before(number: int) -> None:
    rules = Jar()
    log = replay(rules, 1, {"size": 10_000}, entries(*MANY))
    rules.applied = 0

    log.add(entry_of(5_001, "undo", number))

    assert log.state.beans == 4_999
    assert rules.applied <= 5_000 - number + CHECKPOINT
