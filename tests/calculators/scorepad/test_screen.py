"""What the board, the chart and the end of a pad draw."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from django.utils import translation

from calculators.scorepad.chart import chart
from calculators.scorepad.moves import Add, AddPlayer, DropPlayer, Finish, NextRound, SetScore
from calculators.scorepad.pages import amount, people, score, setup
from calculators.scorepad.result import paper, result
from calculators.scorepad.rules import ScorePad
from calculators.scorepad.screen import screen
from calculators.scorepad.state import Options, State

NAMES = ("Anya", "Boris", "Vera", "Gleb")
PAD = ScorePad()


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


def played(*moves: Any, players: int = 3, **options: Any) -> State:
    state = PAD.start(players, Options(**options))
    for move in moves:
        state = PAD.apply(state, move, None).state
    return state


def row(number: int, *points: Any) -> list[SetScore]:
    return [SetScore(player, number, each) for player, each in enumerate(points)]


def drawn(state: State, eyes: Any = "table", **query: str) -> dict[str, Any]:
    return screen(state, eyes, query, NAMES)


def texts(drawing: dict[str, Any]) -> list[list[tuple[str, str]]]:
    return [[(cell["text"], cell["look"]) for cell in each["cells"]] for each in drawing["rows"]]


def test_cells_say_what_they_are() -> None:
    state = played(*row(1, 5, None, 0), NextRound(), AddPlayer("Gleb"), SetScore(0, 2, "3+4"))

    drawing = drawn(state)

    assert texts(drawing) == [
        [("5", ""), ("?", "void"), ("0", ""), ("—", "none")],
        [("7", ""), ("", "next"), ("", ""), ("", "")],
    ]
    assert drawing["rows"][0]["cells"][1]["said"] == "Round 1, Boris: empty"
    assert drawing["rows"][1]["cells"][0]["typed"] == "3+4"


def test_a_cell_filled_in_by_itself_says_so() -> None:
    drawing = drawn(played(*row(1, 12, -5), zero_sum=True))

    assert texts(drawing) == [[("12", ""), ("−5", ""), ("−7", "auto")]]
    assert "so that the round comes to 0" in drawing["rows"][0]["cells"][2]["said"]


def test_ones_own_cell_is_the_next() -> None:
    assert texts(drawn(played(), eyes=2))[0][2] == ("", "next")
    assert texts(drawn(played(SetScore(2, 1, 5)), eyes=2))[0][0] == ("", "next")


def test_heads_show_leader_and_distance_and_nothing_before_the_first_point() -> None:
    fresh = drawn(played())["heads"]
    heads = drawn(played(*row(1, 10, 7, 10), wins="low"))["heads"]

    assert [(head["leads"], head["behind"]) for head in fresh] == [(False, "")] * 3
    assert [(head["leads"], head["behind"]) for head in heads] == [
        (False, "+3"),
        (True, ""),
        (False, "+3"),
    ]


def test_a_long_game_shows_its_last_rounds_and_all_on_demand() -> None:
    state = played(*(NextRound() for _ in range(59)))

    assert [each["number"] for each in drawn(state)["rows"]] == list(range(49, 61))
    assert drawn(state)["hidden"] == 48
    assert len(drawn(state, rounds="all")["rows"]) == 60
    assert drawn(state, rounds="all")["fewer"]
    assert not drawn(played(), rounds="all")["fewer"]


def test_missing_cells_are_told_newest_first_and_counted() -> None:
    state = played(*(NextRound() for _ in range(20)), SetScore(0, 20, 5))

    missing = drawn(state)["missing"]

    assert [(each["round"], each["name"]) for each in missing[:3]] == [
        (20, "Boris"),
        (20, "Vera"),
        (19, "Anya"),
    ]
    assert missing[3] == {"more": 59 - 3}
    assert json.loads(missing[0]["zero"]) == {"player": 1, "round": 20, "points": 0}


def test_what_comes_next() -> None:
    open_round = drawn(played(SetScore(0, 1, 5)))["closing"]
    full = drawn(played(*row(1, 1, 2, 3)))["closing"]
    last = drawn(played(*row(1, 1, 2, 3), rounds=1))["closing"]
    reached = drawn(played(SetScore(0, 1, 100), target=100))["closing"]

    assert (open_round["player"], open_round["waited"]) == (1, ["Boris", "Vera"])
    assert (full["player"], full["at_end"]) == (None, False)
    assert (last["player"], last["at_end"]) == (None, True)
    assert reached["at_end"]


def test_counters_have_their_keys() -> None:
    drawing = drawn(played(Add(0, "0.5"), step=(-1, 5)))

    assert not drawing["by_rounds"]
    assert [each["total"] for each in drawing["counters"]] == ["0.5", "0", "0"]
    label, args, said = drawing["counters"][1]["keys"][0]
    assert (label, json.loads(args), said) == ("−1", {"player": 1, "delta": -1}, "Boris: −1")
    assert drawn(played(SetScore(0, 1, 5), step=(1,)))["by_rounds"]


def test_points_beside_the_rounds_stand_in_a_row_of_their_own() -> None:
    assert drawn(played(Add(0, 5)))["beside"] == ["5", "0", "0"]
    assert drawn(played())["beside"] == []


def test_a_newcomer_is_offered_points_from_the_closed_rounds() -> None:
    state = played(*row(1, 10, 20, 31), NextRound(), SetScore(0, 2, 500), AddPlayer("Gleb"))

    (comer,) = drawn(state)["comers"]

    assert comer["said"] == "plays from round 2 on, the rounds before stay dashes"
    assert [(each["label"], json.loads(each["args"])) for each in comer["keys"]] == [
        ("the lowest: 10", {"player": 3, "delta": "10"}),
        ("the average: 20.33", {"player": 3, "delta": "20.33"}),
    ]
    assert drawn(played(AddPlayer("Gleb")))["comers"][0]["keys"] == []


def test_who_left_is_told() -> None:
    (comer,) = drawn(played(*row(1, 1, 2, 3), DropPlayer(1)))["comers"]

    assert comer["said"] == "has left, the last round is 1"


# -- the sheet of keys and the other pages


def test_the_keys_know_what_stands_there_and_who_is_next() -> None:
    state = played(SetScore(0, 1, "12+9"), SetScore(2, 1, -5))

    keys = score(state, "table", {"player": "0", "round": "1"}, NAMES)["pad"]

    assert (keys["points"], json.loads(keys["was"])) == ("12+9", "21")
    assert (keys["next"], keys["next_name"]) == (1, "Boris")
    assert [each["text"] for each in keys["people"]] == ["21", "", "−5"]


def test_nobody_is_next_where_the_last_cell_fills_itself_in() -> None:
    state = played(SetScore(0, 1, 5), zero_sum=True)

    assert score(state, "table", {"player": "1", "round": "1"}, NAMES)["pad"]["next"] is None
    assert score(played(zero_sum=True), "table", {}, NAMES)["pad"]["next"] == 1


@pytest.mark.parametrize("query", [{}, {"player": "9"}, {"player": "x", "round": "-1"}])
def test_the_keys_go_to_the_next_cell_if_the_address_names_none(query: dict[str, str]) -> None:
    keys = score(played(SetScore(0, 1, 5)), "table", query, NAMES)["pad"]

    assert (keys["player"], keys["round"]) == (1, 1)


def test_the_keys_can_be_for_a_round_that_is_not_open_yet() -> None:
    keys = score(played(), "table", {"player": "1", "round": "7"}, NAMES)["pad"]

    assert (keys["round"], keys["points"], keys["next"]) == (7, "", 2)


def test_pages_keep_what_was_typed() -> None:
    state = played(step=(-1, "0.5"), target=100)

    assert score(state, "table", {"points": "1e9"}, NAMES)["pad"]["points"] == "1e9"
    assert amount(state, "table", {"delta": "x"}, NAMES)["pad"]["points"] == "x"
    assert people(state, "table", {"name": "?"}, NAMES)["typed_name"] == "?"
    now = setup(state, "table", {}, NAMES)["now"]
    assert (now["target"], now["step"], now["rounds"]) == ("100", "−1 +0.5", "")
    typed = setup(state, "table", {"wins": "low", "target": "many"}, NAMES)["now"]
    assert (typed["wins"], typed["target"], typed["step"]) == ("low", "many", "−1 +0.5")


# -- the chart


def lines_of(state: State, names: Any = NAMES) -> Any:
    drawing = chart(state, names)
    assert drawing is not None
    return drawing


def test_no_chart_before_the_first_score() -> None:
    assert chart(played(Add(0, 5)), NAMES) is None


def test_the_table_of_the_chart_has_its_numbers() -> None:
    state = played(
        *row(1, 10, 20, 30),
        NextRound(),
        AddPlayer("Gleb"),
        *row(2, 1, None, 3, 40),
        NextRound(),
        SetScore(0, 3, -5),
    )

    table = lines_of(state)["table"]

    assert [each["totals"] for each in table] == [
        ["10", "11", "6"],
        ["20", "20", "—"],
        ["30", "33", "—"],
        ["—", "40", "—"],
    ]


def test_a_line_begins_at_zero_or_where_somebody_came() -> None:
    state = played(*row(1, 10, 20, 30), NextRound(), AddPlayer("Gleb"), *row(2, 1, 2, 3, 40))

    lines = lines_of(state)["lines"]

    assert [each["path"].count("L") for each in lines] == [2, 2, 2, 0]
    assert [each["dot"] is None for each in lines] == [True, True, True, False]


def test_the_line_of_who_left_ends_there() -> None:
    state = played(*row(1, 10, 20, 30), DropPlayer(0), NextRound(), *row(2, None, 1, 1))

    assert next(each["totals"] for each in lines_of(state)["table"]) == ["10", "—"]


def test_every_number_of_the_drawing_is_finite_and_inside() -> None:
    state = played(*row(1, "-999999999", 0, "999999999.99"), NextRound(), *row(2, 1, 1, 1))

    drawing = lines_of(state)

    for line in drawing["lines"]:
        points = line["path"].removeprefix("M").replace("L", " ").split()
        xs, ys = points[::2], points[1::2]
        assert all(drawing["left"] <= float(x) <= drawing["right"] for x in xs)
        assert all(0 <= float(y) <= drawing["height"] for y in ys)
    assert len(drawing["marks"]) <= 6


def test_badges_do_not_lie_on_one_another() -> None:
    names = [f"Player {number}" for number in range(12)]
    state = played(*row(1, *[5] * 12), players=12)

    drawing = lines_of(state, names)
    heights = sorted(float(line["badge_y"]) for line in drawing["lines"])

    assert all(lower - upper >= 19.9 for upper, lower in itertools.pairwise(heights))
    assert heights[-1] <= drawing["height"]
    assert [line["again"] for line in drawing["lines"]] == [False] * 6 + [True] * 6
    assert {line["initial"] for line in drawing["lines"]} == {"P"}


def test_an_initial_is_a_whole_letter() -> None:
    names = ["\u2068😀 Ada\u2069", "\u2068👨‍👩‍👧\u2069", "\u2068 é\u2069", *"ABCD"]

    lines = lines_of(played(*row(1, *[1] * 7), players=7), names)["lines"]

    assert [line["initial"] for line in lines[:2]] == ["😀", "👨‍👩‍👧"]


def test_a_target_nearby_is_drawn() -> None:
    assert lines_of(played(*row(1, 60, 1, 1), target=100))["target"]
    assert lines_of(played(*row(1, 6, 1, 1), target=100))["target"] is None


# -- the end


def test_the_result_adds_up() -> None:
    state = played(
        *row(1, 10, 20, 30), NextRound(), *row(2, -3, 1, 1), Add(0, "0.5"), Finish(), wins="low"
    )

    drawing = result(state, NAMES)

    first = drawing["players"][0]
    assert drawing["verdict"] == "Winner: Anya"
    assert (drawing["second"], drawing["margin"]) == ("Boris", "+13.5")
    assert first["terms"] == [
        ("", "10", "round 1"),
        ("−", "3", "round 2"),
        ("+", "0.5", "beside the rounds"),
    ]
    assert first["total"] == "7.5"
    assert drawing["best"] == {"player": 0, "name": "Anya", "round": 2, "points": "−3"}


def test_a_long_sum_is_told_in_blocks_that_still_add_up() -> None:
    moves = [move for number in range(1, 61) for move in row(number, number, 1, 1)]
    state = played(*moves)

    terms = result(state, NAMES)["players"][0]["terms"]

    assert len(terms) == 10
    assert terms[0] == ("", "21", "rounds 1–6")
    assert sum(Decimal(number) for _sign, number, _word in terms) == state.totals[0]


def test_nobody_is_second_in_a_draw_of_all_or_alone() -> None:
    assert result(played(Finish()), NAMES)["second"] == ""
    assert result(played(SetScore(0, 1, 5), players=1), NAMES)["second"] == ""


def test_paper_has_every_round_that_was_played() -> None:
    sheet = paper(played(*row(1, 10, None, 30), NextRound(), NextRound(), Add(1, 2)), NAMES)

    assert [(each["number"], each["cells"]) for each in sheet["rows"]] == [(1, ["10", "—", "30"])]
    assert sheet["beside"] == ["0", "2", "0"]
    assert [each["total"] for each in sheet["heads"]] == ["10", "2", "30"]
