"""Lots, dice and the timer stand beside every game's own state."""

from __future__ import annotations

from typing import Any

import pytest

from calculators.lost_cities.game import GAME as LOST_CITIES
from calculators.lost_cities.rules import Finish, NextRound
from companion.common import Common, Dice, Lots, Played, PlayRules, Timer
from companion.games import Notice, OptionsFault, Refusal

RULES = PlayRules(LOST_CITIES)
START: Played = RULES.start(2, {})


def refusal_of(move: Any) -> tuple[str, Any]:
    with pytest.raises(Refusal) as refusal:
        RULES.apply(START, move, None)
    return refusal.value.code, refusal.value.data


def test_start_gives_the_games_state_and_nothing_drawn() -> None:
    assert (
        Played(LOST_CITIES.rules.start(2, LOST_CITIES.options()), Common((), None, None), players=2)
        == START
    )


@pytest.mark.parametrize("options", [{"rounds": 0}, {"rounds": "3"}, {"colours": 5}])
def test_start_with_options_that_cannot_be(options: dict[str, Any]) -> None:
    with pytest.raises(OptionsFault):
        RULES.start(2, options)


def test_moves_are_the_common_ones_and_the_games() -> None:
    assert set(RULES.moves) == {"lots", "dice", "timer", *LOST_CITIES.rules.moves}


@pytest.mark.parametrize(
    ("move", "common"),
    [
        (Lots([1, 0]), Common(lots=(1, 0))),
        (Dice(6, [1, 6]), Common(dice=Dice(6, [1, 6]))),
        (Dice(100, [100] * 10), Common(dice=Dice(100, [100] * 10))),
        (Timer(left=0), Common(timer=Timer(left=0))),
        (Timer(left=86_400), Common(timer=Timer(left=86_400))),
        (
            Timer(ends="2026-01-02T03:04:05+03:00"),
            Common(timer=Timer(ends="2026-01-02T03:04:05+03:00")),
        ),
        (Timer(), Common()),
    ],
)
def test_apply_a_common_move(move: Any, common: Common) -> None:
    outcome = RULES.apply(START, move, None)

    assert (outcome.state, outcome.facts) == (Played(START.game, common, 2), move)


def test_apply_keeps_what_was_drawn_before() -> None:
    state = START
    for move in (Lots([1, 0]), Dice(6, [3]), Timer(left=60), NextRound(), Timer()):
        state = RULES.apply(state, move, None).state

    assert state.common == Common((1, 0), Dice(6, [3]), None)
    assert state.game.open_round == 2


@pytest.mark.parametrize(
    ("move", "code", "data"),
    [
        (Lots([0]), "lots_not_everybody", {"players": 2}),
        (Lots([0, 0]), "lots_not_everybody", {"players": 2}),
        (Lots([1, 2]), "lots_not_everybody", {"players": 2}),
        (Dice(1, [1]), "no_such_dice", {"sides": 1, "count": 1}),
        (Dice(101, [1]), "no_such_dice", {"sides": 101, "count": 1}),
        (Dice(6, []), "no_such_dice", {"sides": 6, "count": 0}),
        (Dice(6, [1] * 11), "no_such_dice", {"sides": 6, "count": 11}),
        (Dice(6, [7]), "no_such_face", {"sides": 6}),
        (Dice(6, [3, 0]), "no_such_face", {"sides": 6}),
        (Timer(left=-1), "no_such_timer", {}),
        (Timer(left=86_401), "no_such_timer", {}),
        (Timer(ends="soon"), "no_such_timer", {}),
        (Timer(ends="2026-01-02T03:04:05"), "no_such_timer", {}),
        (Timer(ends="2026-01-02T03:04:05Z", left=5), "no_such_timer", {}),
    ],
)
def test_apply_what_cannot_be(move: Any, code: str, data: dict[str, Any]) -> None:
    assert refusal_of(move) == (code, data)


def test_apply_after_the_end_is_recorded_with_a_notice() -> None:
    finished = RULES.apply(START, Finish(), None)

    after = RULES.apply(finished.state, NextRound(), None)

    assert (finished.notices, after.notices) == ((), (Notice("after_finish"),))
    assert after.state.game.open_round == 2


def test_apply_a_common_move_after_the_end_needs_no_notice() -> None:
    finished = RULES.apply(START, Finish(), None).state

    assert RULES.apply(finished, Lots([0, 1]), None).notices == ()
