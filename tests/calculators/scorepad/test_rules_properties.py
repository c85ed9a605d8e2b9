"""Whatever is recorded in whatever order, the pad stays a pad."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from calculators.scorepad import rules
from calculators.scorepad.game import GAME
from calculators.scorepad.moves import (
    Add,
    AddPlayer,
    DropPlayer,
    Finish,
    NextRound,
    SetScore,
    SetTitle,
)
from calculators.scorepad.points import text_of
from calculators.scorepad.state import Options, State
from companion.common import PlayRules
from companion.games import Refusal, places
from companion.log import Entry, replay

POINTS = st.one_of(
    st.integers(-999, 999),
    st.decimals(-99, 99, places=2).map(text_of),
    st.sampled_from(["12+11-7", "NaN", "1e9", "", "٣", "5+"]),
)
PLAYERS = st.integers(-1, 5)
ROUNDS = st.integers(0, 6)
MOVES = st.one_of(
    st.builds(SetScore, PLAYERS, ROUNDS, st.none() | POINTS),
    st.builds(Add, PLAYERS, POINTS),
    st.builds(NextRound, st.none() | ROUNDS),
    st.builds(AddPlayer, st.sampled_from(["Дина", ""]), st.none(), st.none() | PLAYERS),
    st.builds(DropPlayer, PLAYERS),
    st.builds(SetTitle, st.text(max_size=70)),
    st.just(Finish()),
)
OPTIONS = st.builds(
    Options,
    wins=st.sampled_from(["high", "low"]),
    rounds=st.sampled_from([None, "open", 3]),
    target=st.sampled_from([None, 50, "-7,5"]),
    zero_sum=st.booleans(),
)
PAD = rules.ScorePad()


def played(players: int, options: Options, moves: list[Any]) -> State:
    state = PAD.start(players, options)
    for move in moves:
        try:
            state = PAD.apply(state, move, None).state
        except Refusal:
            continue
    return state


@given(st.integers(1, 4), OPTIONS, st.lists(MOVES, max_size=25))
def test_totals_are_the_sum_of_what_stands_there(
    players: int, options: Options, moves: list[Any]
) -> None:
    state = played(players, options, moves)

    view = rules.view(state)
    for player in state.present:
        column = [row[player] for row in view["rounds"] if row[player] is not None]
        total = sum(map(Decimal, column), Decimal(0)) + state.beside[player]
        assert Decimal(view["totals"][player]) == total
    assert {len(row) for row in view["rounds"]} == {len(state.players)}


@given(st.integers(1, 4), OPTIONS, st.lists(MOVES, max_size=25))
def test_places_are_a_competition_ranking_of_those_who_stay(
    players: int, options: Options, moves: list[Any]
) -> None:
    state = played(players, options, moves)

    here = [state.totals[player] for player in state.here]
    assert [state.places[player] for player in state.here] == places(
        here, low_wins=options.wins == "low"
    )
    assert min(place for place in state.places if place) == 1
    left = [player for player in state.present if player not in state.here]
    assert all((state.places[player] or 0) > len(state.here) for player in left)


@given(st.integers(2, 4), st.lists(MOVES, max_size=25))
def test_zero_sum_rounds_without_an_open_entry_come_to_zero_or_were_typed(
    players: int, moves: list[Any]
) -> None:
    state = played(players, Options(zero_sum=True), moves)

    for number in range(1, state.open_round + 1):
        filled = [player for player in state.present if state.is_filled_in(number, player)]
        assert len(filled) <= 1
        if filled:
            assert sum(each for each in state.points(number) if each is not None) == 0


@settings(max_examples=60)
@given(st.integers(1, 3), st.lists(MOVES, max_size=15), st.data())
def test_the_log_replays_to_the_same_pad(
    players: int, moves: list[Any], data: st.DataObject
) -> None:
    """Adding entries one by one, with some taken back, is replaying them at once."""
    names = {kind: name for name, kind in PAD.moves.items()}
    entries = [
        Entry(number, names[type(move)], vars(move)) for number, move in enumerate(moves, start=1)
    ]
    if entries:
        targets = data.draw(st.sets(st.integers(1, len(entries)), max_size=3))
        entries += [
            Entry(len(entries) + place, "undo", {}, (target,))
            for place, target in enumerate(sorted(targets), start=1)
        ]
    log = replay(PlayRules(GAME), players, {}, ())
    for entry in entries:
        log.add(entry)

    again = replay(PlayRules(GAME), players, {}, entries)

    assert rules.view(log.state.game) == rules.view(again.state.game)
    assert log.state.game == again.state.game
    assert [row.refusal is None for row in log.rows] == [row.refusal is None for row in again.rows]
