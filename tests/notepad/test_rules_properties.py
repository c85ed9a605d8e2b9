"""Whatever is recorded, in whatever order: counts fit the box, and no refusal is an oracle."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import Refusal
from companion.log import Entry, replay
from notepad import words
from notepad.eyes import racks_now, secret, view
from notepad.racks import MIX_AT, racks_of
from notepad.rules import (
    AnswerQuestion,
    Code777,
    Declare,
    Finish,
    Options,
    QuestionsReshuffled,
    SeeRack,
    SetHelp,
    SetSupply,
)
from notepad.tiles import CODES, KINDS
from tests.notepad.table import NAMES, log_of, played

RULES = Code777()

players = st.integers(-1, 5)
kinds = st.sampled_from(KINDS)
racks = st.integers(-1, 5) | st.sampled_from(["common-1", "common-2"])
tiles = st.tuples(kinds, kinds, kinds) | st.sampled_from(CODES)
numbers = st.integers(0, 8)
answers = st.integers(-1, 8) | st.sampled_from(["first", "second", "equal"])
helps = st.sampled_from(["off", "answers", "deduction"])
moves = st.one_of(
    st.builds(AnswerQuestion, players, st.integers(0, 24), answers),
    st.builds(
        Declare,
        players,
        st.tuples(numbers, numbers, numbers),
        st.booleans(),
        st.none() | tiles,
        st.sampled_from([None, 1, 2, "common-1", "common-2"]),
    ),
    st.builds(SeeRack, racks, st.none() | tiles),
    st.builds(QuestionsReshuffled),
    st.builds(SetHelp, helps),
    st.builds(SetSupply, st.integers(-1, 17), st.booleans()),
    st.builds(Finish),
)
entries = st.lists(st.tuples(moves, st.none() | st.integers(0, 4)), max_size=40)
options = st.builds(Options, mix_at=st.sampled_from(MIX_AT), help=helps)


def recorded(count, options, entries):
    """Every state that the moves lead to; refused moves lead nowhere."""
    states = [RULES.start(count, options)]
    for move, by in entries:
        try:
            states.append(RULES.apply(states[-1], move, by).state)
        except Refusal:
            continue
    return states


@given(st.integers(2, 5), options, entries)
def test_whatever_is_recorded_fits_the_box(count, options, entries) -> None:
    for state in recorded(count, options, entries):
        assert 0 <= state.supply.left <= 28 - 3 * len(state.racks)
        assert len(state.stands) == len(racks_of(count))
        assert sum(state.code_numbers) - count == sum(
            change.player is not None for change in state.changes
        )
        assert sum(state.points) == sum(change.right is True for change in state.changes)
        assert isinstance(hash(state), int)
        for stands in state.stands:
            assert [stand.aside is None for stand in stands] == [False] * (len(stands) - 1) + [True]
            drawn = [stand.drawn for stand in stands]
            assert drawn == sorted(drawn)


@given(st.integers(2, 5), options, entries)
def test_whatever_is_recorded_can_be_shown_to_everybody(count, options, entries) -> None:
    state = recorded(count, options, entries)[-1]
    for eyes in (*range(count), "table", "everything"):
        json.dumps(view(state, eyes))
        assert words.result(state, eyes, NAMES[:count])
    assert words.status(state)


@given(st.integers(2, 5), options, entries, moves)
def test_whatever_is_refused_has_words_for_everybody(count, options, entries, move) -> None:
    state, names = recorded(count, options, entries)[-1], NAMES[:count]
    try:
        RULES.apply(state, move, None)
    except Refusal as refused:
        refusal = refused
    else:
        return

    assert words.why(refusal, "everything", names)
    assert bool(words.way_out(refusal, "everything", names)) == (refusal.way_out is not None)
    for eyes in (*range(count), "table"):
        words.why(refusal, eyes, names)


@given(st.integers(2, 5), options, entries, st.data())
def test_nobody_learns_of_the_own_rack_by_entering(count, options, entries, data) -> None:
    """Whatever stands on the own rack, the same is recorded, refused and told."""
    state = recorded(count, options, entries)[-1]
    by = data.draw(st.integers(0, count - 1))
    move = data.draw(moves)
    outcomes = []
    for own in (None, data.draw(st.sampled_from(CODES)), data.draw(st.sampled_from(CODES))):
        *former, present = state.stands[by]
        stands = (*former, replace(present, tiles=own))
        all_stands = (*state.stands[:by], stands, *state.stands[by + 1 :])
        outcomes.append(_told(replace(state, stands=all_stands), move, by, NAMES[:count]))

    assert outcomes[0] == outcomes[1] == outcomes[2]


def _told(state, move, by, names):
    """What a player finds out by recording a move while the play goes on."""
    try:
        outcome = RULES.apply(state, move, by)
    except Refusal as refusal:
        return words.why(refusal, by, names), words.way_out(refusal, by, names)
    if outcome.state.finished:
        return "the racks are turned round"
    said = [words.notice(each, by, names) for each in outcome.notices]
    return [text for text in said if text], view(outcome.state, by), racks_now(outcome.state, by)


@pytest.mark.parametrize("seed", range(20))
def test_a_log_caught_up_is_the_log_replayed(seed) -> None:
    table = played(Random(seed))
    log = log_of(table.players, table.options, table.entries)
    again = replay(log.rules, table.players, table.options, [row.entry for row in log.rows])

    assert (again.state, again.rows) == (log.state, log.rows)
    assert log.dropped == ()


@given(
    st.sampled_from(["see_rack", "answer", "declare", "undo"]),
    st.dictionaries(st.sampled_from(["rack", "player"]), st.integers() | st.text() | st.none()),
    st.integers(0, 3) | st.just("table"),
)
def test_secret_judges_any_args(what, args, eyes) -> None:
    state = RULES.start(4, Options())
    hidden = secret(what, args, state, eyes)

    assert hidden == (
        what == "see_rack"
        and args.get("rack", eyes) not in ("common-1", "common-2")
        and (eyes == "table" or args.get("rack", eyes) == eyes)
    )
    assert not secret(what, args, state, "everything")


@given(st.lists(st.integers(0, 30), max_size=5))
def test_corrections_of_a_true_game_raise_nothing(taken_back) -> None:
    table = played(Random(11), 3, 1, 12)
    log = log_of(table.players, table.options, table.entries)
    for number in taken_back:
        log.add(Entry(log.number + 1, "undo", targets=(number,)))
        for eyes in (0, "table", "everything"):
            view(log.state.game, eyes)
