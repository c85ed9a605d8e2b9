"""What Lost Cities says: every move, refusal and end has its words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from inspect import getsource
from typing import Any

import pytest
from django.utils import translation

from calculators.lost_cities import rules, words
from calculators.lost_cities.rules import (
    Finish,
    LostCities,
    NextRound,
    Options,
    SetCard,
    SetContracts,
    SetRoundTotal,
)
from companion.games import Outcome, Refusal

RULES = LostCities()
DEFAULT = Options()
NAMES = ("Аня", "Борис")


@dataclass(frozen=True)
class Row:
    """A row of the log, as words read it."""

    move: Any
    outcome: Outcome | None = None
    number: int = 1
    by: int | None = None


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def played(*moves, options=DEFAULT):
    state = RULES.start(2, options)
    for move in moves:
        state = RULES.apply(state, move, None).state
    return state


def said(*moves, together=1):
    """The log line of the last moves, as many as stand `together`."""
    state, rows = RULES.start(2, Options()), []
    for move in moves:
        outcome = RULES.apply(state, move, None)
        state = outcome.state
        rows.append(Row(move, Outcome(None, facts=outcome.facts)))
    return words.line(rows[-together:], "table", NAMES)


def refusal(state, move):
    with pytest.raises(Refusal) as caught:
        RULES.apply(state, move, None)
    return caught.value


def contracts(player, count, **more):
    return SetContracts(player, "red", count, **more)


# -- the log


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ([SetCard(0, "red", 5, True)], "Аня: red 5"),
        ([SetCard(0, "red", 5, True), SetCard(0, "red", 5, False)], "Аня: red 5 taken off"),
        ([SetCard(0, "red", 5, True)] * 2, "Аня: red 5 (as it was)"),
        ([SetCard(0, "red", 5, False)], "Аня: red 5 taken off (as it was)"),
        (
            [SetCard(0, "red", 5, True), SetCard(1, "red", 5, True, take=True)],
            "Борис: red 5, taken from Аня",
        ),
        ([NextRound(), SetCard(0, "red", 5, True, round=1)], "Round 1. Аня: red 5"),
        ([contracts(0, 1)], "Аня: red, 1 contract"),
        ([contracts(0, 2)], "Аня: red, 2 contracts"),
        ([contracts(0, 2), contracts(0, 0)], "Аня: red, no contracts"),
        ([contracts(0, 2), contracts(0, 2)], "Аня: red, 2 contracts (as it was)"),
        (
            [contracts(0, 2), contracts(1, 3, take=True)],
            "Борис: red, 3 contracts, taken from Аня: 2",
        ),
        ([SetRoundTotal(0, 1, 38)], "Round 1 by hand. Аня: 38"),
        (
            [SetRoundTotal(0, 1, 41), SetRoundTotal(0, 1, -38)],
            "Round 1 by hand. Аня: −38 instead of 41",
        ),
        (
            [SetRoundTotal(1, 1, 0), SetRoundTotal(1, 1, None)],
            "Round 1. Борис: the cards count again",
        ),
        ([NextRound()], "Round 2 begins"),
        ([NextRound(), Finish()], "The game is over. Rounds: 2"),
    ],
)
def test_line_of_a_move(moves, expected):
    assert said(*moves) == expected


def test_line_of_a_run_of_contracts_says_where_it_ended():
    assert said(contracts(0, 1), contracts(0, 2), together=2) == "Аня: red, 2 contracts"


def test_line_of_a_run_that_came_back_says_so():
    line = said(contracts(0, 1), contracts(0, 2), contracts(0, 0), together=3)

    assert line == "Аня: red, no contracts (as it was)"


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (SetCard(0, "red", 5, True), "Аня: red 5"),
        (SetCard(7, "red", 5, True), "player 8: red 5"),
        (SetCard(-1, "red", 5, False), "player 0: red 5 taken off"),
        (contracts(1, 3), "Борис: red, 3 contracts"),
        (SetRoundTotal(0, 9, 38), "Round 9 by hand. Аня: 38"),
        (NextRound(), "The next round begins"),
        (NextRound(1), "Round 2 begins"),
        (Finish(), "The game is over"),
    ],
)
def test_line_of_a_move_that_does_not_count(move, expected):
    assert words.line([Row(move)], "table", NAMES) == expected


# -- refusals


REFUSALS = [
    (
        refusal(played(), SetCard(2, "red", 5, True)),
        "There is no player 3: two play.",
        "",
    ),
    (
        refusal(played(), SetCard(0, "purple", 5, True)),
        "There is no purple expedition in this game. The settings offer six.",
        "",
    ),
    (
        refusal(played(), SetCard(0, "red", -2, True)),
        "There is no card −2: the numbers are 2 to 10.",
        "",
    ),
    (
        refusal(played(SetCard(0, "red", 7, True)), SetCard(1, "red", 7, True)),
        "Red 7 is already laid: Аня has it.",
        "Red 7: Борис takes it",
    ),
    (
        refusal(played(), contracts(0, 4)),
        "An expedition holds 0 to 3 contracts, not 4.",
        "",
    ),
    (
        refusal(played(contracts(0, 2)), contracts(1, 3)),
        "Red has three contracts for both players together. Аня: 2.",
        "Red: Борис takes 2 contracts",
    ),
    (
        refusal(played(), SetRoundTotal(0, 1, 1000)),
        "A round brings from −400 to 780 points, not 1000.",
        "",
    ),
    (
        refusal(played(), SetRoundTotal(0, 9, 0)),
        "There is no round 9. The last one is round 3.",
        "",
    ),
    (
        refusal(played(), SetRoundTotal(0, 2, 0)),
        "Round 2 is not open yet: round 1 is being played.",
        "Open round 2",
    ),
    (
        refusal(played(NextRound()), NextRound(1)),
        "Round 1 is already closed: round 2 is being played.",
        "",
    ),
    (
        refusal(played(options=Options(rounds=1)), NextRound()),
        "Round 1 is the last one. Finish the game instead.",
        "Finish the game",
    ),
    (refusal(played(Finish()), Finish()), "The game is already over.", ""),
]


@pytest.mark.parametrize(
    ("refusal", "why", "way_out"), REFUSALS, ids=[each[0].code for each in REFUSALS]
)
def test_refusal_says_what_stands_in_the_way_and_what_to_do(refusal, why, way_out):
    assert words.why(refusal, "table", NAMES) == why
    assert words.way_out(refusal, "table", NAMES) == way_out


def test_every_refusal_of_the_rules_is_among_these():
    codes = set(re.findall(r'Refusal\(\s*"(\w+)"', getsource(rules)))

    assert codes == {each.code for each, _why, _way_out in REFUSALS}


# -- status, result


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ([], "round 1 of 3"),
        ([SetRoundTotal(1, 1, -5), NextRound()], "round 2 of 3"),
        ([SetRoundTotal(0, 1, 38), Finish()], "the game is over"),
    ],
)
def test_status_tells_the_round(moves, expected):
    assert words.status(played(*moves)) == expected


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        (
            [
                SetRoundTotal(0, 1, 38),
                SetRoundTotal(1, 1, 52),
                NextRound(),
                SetRoundTotal(0, 2, -24),
                Finish(),
            ],
            "Lost Cities. Winner: Борис\n🥇 Борис: 52 + 0 = 52\n🥈 Аня: 38 − 24 = 14",
        ),
        ([Finish()], "Lost Cities. Draw: Аня and Борис\n🥇 Аня: 0\n🥇 Борис: 0"),
        ([], "Lost Cities. Level: Аня and Борис\n🥇 Аня: 0\n🥇 Борис: 0"),
        ([SetRoundTotal(0, 1, 5)], "Lost Cities. Ahead: Аня\n🥇 Аня: 5\n🥈 Борис: 0"),
    ],
)
def test_result_to_share(moves, expected):
    assert words.result(played(*moves), "table", NAMES) == expected


# -- Russian, where cases and plurals could go wrong


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ([SetCard(0, "red", 5, True)], "Аня: красная 5"),
        ([SetCard(1, "white", 10, True), SetCard(1, "white", 10, False)], "Борис: белая 10 снята"),
        ([contracts(0, 1)], "Аня: красная, 1 контракт"),
        ([contracts(0, 2)], "Аня: красная, 2 контракта"),
        ([NextRound()], "Начался раунд 2"),
    ],
)
def test_line_in_russian(moves, expected):
    with translation.override("ru"):
        assert said(*moves) == expected


@pytest.mark.parametrize("refusal", [each[0] for each in REFUSALS], ids=lambda each: each.code)
def test_refusal_in_russian_leaves_nothing_in_english(refusal):
    with translation.override("ru"):
        text = words.why(refusal, "table", NAMES) + words.way_out(refusal, "table", NAMES)

    assert not re.search("[A-Za-z]", text)
