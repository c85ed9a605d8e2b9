"""What the pad says, in English; that it is said in Russian too."""

from __future__ import annotations

import string
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from django.utils import translation

from calculators.scorepad import rules, words
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
from companion.common import PlayRules
from companion.games import Notice, Refusal
from companion.log import Entry, Log

NAMES = ("Anya", "Boris")
WHAT = {kind: name for name, kind in rules.ScorePad.moves.items()}


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


def log_of(*moves: Any, **options: Any) -> Log:
    log = Log(PlayRules(GAME), 2, options)
    for move in moves:
        args = {
            name: value
            for name, value in vars(move).items()
            if value is not None or name == "points"
        }
        log.add(Entry(log.number + 1, WHAT[type(move)], args))
    return log


def last_line(*moves: Any, names: tuple[str, ...] = NAMES) -> str:
    row = log_of(*moves).rows[-1]
    assert row.refusal is None
    return words.line((row,), "table", names)


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        ((SetScore(0, 5, 21),), "Anya, round 5: 21"),
        ((SetScore(0, 1, "12+11-2"),), "Anya, round 1: 12 + 11 − 2 = 21"),
        ((SetScore(0, 1, "-12+1.50"),), "Anya, round 1: −12 + 1.5 = −10.5"),
        ((SetScore(0, 1, 5), SetScore(0, 1, -7)), "Anya, round 1: −7 instead of 5"),
        ((SetScore(0, 1, 5), SetScore(0, 1, "4+1")), "Anya, round 1: 4 + 1 = 5"),
        ((SetScore(0, 1, 5), SetScore(0, 1, None)), "Anya, round 1: empty, it was 5"),
        ((SetScore(0, 1, None),), "Anya, round 1: empty"),
        ((Add(1, 40), Add(1, "0.5")), "Boris: +0.5, in all 40.5"),
        ((Add(1, -3),), "Boris: −3, in all −3"),
        ((NextRound(),), "Round 2 begins"),
        ((SetTitle("Skyjo"),), "The game is called: \u2068Skyjo\u2069"),
        ((SetTitle(" "),), "The game has no name any more"),
        ((AddPlayer("Dina"),), "\u2068Dina\u2069: joins the game from round 1 on"),
        ((DropPlayer(0),), "Anya: leaves the game"),
        ((SetScore(0, 1, 5), DropPlayer(0)), "Anya: leaves the game, the last round is 1"),
        ((DropPlayer(0), AddPlayer("", None, 0)), "Anya: back in the game from round 1 on"),
        ((Finish(),), "The game is over. Rounds: 1"),
    ],
)
def test_line(moves: tuple[Any, ...], line: str) -> None:
    assert last_line(*moves) == line


def test_a_run_of_additions_is_one_line() -> None:
    log = log_of(Add(0, 1), Add(0, 1), Add(0, 5), Add(1, 1))
    runs = log.runs(GAME.run)

    assert [words.line(run, "table", NAMES) for run in runs] == [
        "Anya: +7, in all 7",
        "Boris: +1, in all 1",
    ]


@pytest.mark.parametrize(
    ("move", "line"),
    [
        (SetScore(0, 1, 21), "Anya, round 1: 21"),
        (SetScore(0, 1, "abc"), "Anya, round 1: abc"),
        (SetScore(7, 1, 21), "player 8, round 1: 21"),
        (Add(0, "x"), "Anya: x"),
        (Add(0, 3), "Anya: +3"),
        (NextRound(), "The next round begins"),
        (NextRound(3), "Round 4 begins"),
        (AddPlayer("Dina"), "\u2068Dina\u2069: joins the game"),
        (DropPlayer(1), "Boris: leaves the game"),
        (Finish(), "The game is over"),
    ],
)
def test_line_of_what_does_not_count(move: Any, line: str) -> None:
    class Undone:
        number, by, outcome = 1, None, None

        def __init__(self) -> None:
            self.move = move

    assert words.line((Undone(),), "table", NAMES) == line


REFUSALS = [
    Refusal("not_points", typed="1e9"),
    Refusal("points_too_large", typed="9999999999"),
    Refusal("points_too_fine", typed="1,234"),
    Refusal("other_digits", typed="٣"),
    Refusal("no_such_player", player=8),
    Refusal("no_such_round", round=0, most=999),
    Refusal("round_closed", round=1, opened=2),
    Refusal("title_too_long", most=60),
    Refusal("no_name"),
    Refusal("table_full", most=12),
    Refusal("plays_already", player=0),
    Refusal("left_already", player=0),
    Refusal("last_player", player=0),
    Refusal("already_finished"),
]
NOTICES = [
    Notice("cells_empty", {"round": 4, "players": [0, 1]}),
    Notice("rounds_opened", {"first": 2, "last": 4}),
    Notice("past_last_round", {"round": 6, "rounds": 5}),
    Notice("not_playing", {"player": 0, "round": 1}),
    Notice("round_not_zero", {"round": 2, "points": Decimal("-1.5")}),
    Notice("target_reached", {"players": [0], "target": 100}),
]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_refusal_and_notice_has_a_sentence(language: str) -> None:
    with translation.override(language):
        said = [words.why(each, "table", NAMES) for each in REFUSALS]
        said += [words.notice(each, "table", NAMES) for each in NOTICES]

    assert all(each and "%" not in each for each in said)
    assert {each.code for each in REFUSALS} == set(words._REFUSALS)
    assert {each.code for each in NOTICES} == set(words._NOTICES)


def test_a_refusal_quotes_what_was_typed() -> None:
    said = words.why(Refusal("not_points", typed="1e9"), "table", NAMES)

    assert said.startswith("“\u20681e9\u2069” is no number.")


@pytest.mark.parametrize(
    ("points", "english", "russian"),
    [
        (Decimal(-3), "−3", "−3"),
        (Decimal("0.50"), "0.5", "0,5"),
        (Decimal(9999), "9999", "9999"),
        (
            Decimal("-1999999998.5"),
            "−1\u202f999\u202f999\u202f998.5",
            "−1\u202f999\u202f999\u202f998,5",
        ),
    ],
)
def test_points_are_written_as_the_language_writes_them(
    points: Decimal, english: str, russian: str
) -> None:
    assert words.shown(points) == english
    with translation.override("ru"):
        assert words.shown(points) == russian


@pytest.mark.parametrize(
    ("moves", "options", "status"),
    [
        ((), {}, "round 1"),
        ((NextRound(),), {"rounds": 5}, "round 2 of 5"),
        ((), {"step": [1]}, ""),
        ((Finish(),), {}, "the game is over"),
    ],
)
def test_status(moves: tuple[Any, ...], options: dict[str, Any], status: str) -> None:
    assert words.status(log_of(*moves, **options).state.game) == status


@pytest.mark.parametrize(
    ("moves", "verdict"),
    [
        ((), "No points yet"),
        ((SetScore(0, 1, 5),), "Ahead: Anya"),
        ((SetScore(0, 1, 5), SetScore(1, 1, 5)), "Level: Anya, Boris"),
        ((SetScore(1, 1, 5), Finish()), "Winner: Boris"),
        ((Finish(),), "Draw: Anya, Boris"),
    ],
)
def test_verdict(moves: tuple[Any, ...], verdict: str) -> None:
    assert words.verdict(log_of(*moves).state.game, NAMES) == verdict


def test_result_is_a_few_lines_by_place() -> None:
    state = log_of(SetTitle("Skyjo"), SetScore(1, 1, 5), Finish()).state.game

    assert words.result(state, "table", NAMES) == "Skyjo. Winner: Boris\n🥇 Boris: 5\n🥈 Anya: 0"


def test_names_are_never_part_of_a_word() -> None:
    """A name stands between signs, so that no language must decline it."""
    state = log_of(SetScore(0, 1, 5), DropPlayer(0)).state.game

    said = words.verdict(state, NAMES)
    assert said[said.index("Boris") - 1] in string.whitespace
