"""The result: winner or draw, places and sums, and what is not told before the end."""

from __future__ import annotations

import pytest

from calculators.pythonalgorithm.moves import Counted, Event, Finish
from calculators.pythonalgorithm.result import result
from calculators.pythonalgorithm.rules import PythonAlgorithm
from calculators.pythonalgorithm.state import Options, State
from tests.calculators.pythonalgorithm.tables import board, new_table, phone_of, tell
from tests.companion.tables.inside import Phone, Shown

RULES = PythonAlgorithm()
NAMES = ["Anna", "Boris", "Vera"]


def counted(*sums: tuple[int, int], **options: bool) -> State:
    state = RULES.start(len(sums), Options(**options))
    count = tuple(Counted(tokens, debt) for tokens, debt in sums)
    after: State = RULES.apply(state, Finish(count), None).state
    return after


def test_winner_stands_first_with_the_margin():
    shown = result(counted((27, 13), (43, 0), (18, 8)), "table", NAMES)

    assert shown["verdict"] == "Winner: Boris"
    assert (shown["points"], shown["margin"], shown["best"]) == ("43", 29, [1])
    assert [(each["name"], each["place"], each["points"]) for each in shown["players"]] == [
        ("Boris", 1, "43"),
        ("Anna", 2, "14"),
        ("Vera", 3, "10"),
    ]


def test_every_sum_is_tokens_less_debts():
    shown = result(counted((27, 13), (43, 0)), "table", NAMES)

    assert [each["terms"] for each in shown["players"]] == [
        [("", "43", "tokens")],
        [("", "27", "tokens"), ("−", "13", "debts")],
    ]


def test_equal_results_are_a_draw():
    shown = result(counted((43, 0), (50, 7), (18, 8)), "table", NAMES)

    assert shown["verdict"] == "Draw: Anna, Boris"
    assert (shown["draw"], shown["margin"], shown["best"]) == (True, 0, [0, 1])


def test_all_equal_is_a_draw_of_all():
    assert result(counted((5, 0), (5, 0)), "table", NAMES)["draw"]


def test_result_below_zero_stands_as_it_is():
    shown = result(counted((3, 10), (2, 0)), "table", NAMES)

    assert [each["points"] for each in shown["players"]] == ["2", "−7"]


def test_before_the_end_it_says_who_is_ahead():
    state = RULES.start(2, Options())

    assert result(state, "table", NAMES)["verdict"].startswith("Level: ")


def test_hidden_has_neither_places_nor_sums():
    shown = result(RULES.start(3, Options(open_tokens=False)), 1, NAMES)

    assert (shown["best"], shown["points"], shown["margin"]) == ([], "", 0)
    assert [(each["place"], each["points"], each["hidden"]) for each in shown["players"]] == [
        (None, "", True),
        (None, "30", False),
        (None, "", True),
    ]


def test_virus_opens_everything():
    state = RULES.start(2, Options(open_tokens=False))
    over = RULES.apply(state, Event("virus"), None).state

    assert result(over, "table", NAMES)["players"][0]["points"] == "30"


# -- the pages


@pytest.mark.django_db
def test_page_shows_the_arithmetic():
    table = new_table(3)
    tell(table, "set_hand", player=1, cards=[{"debt": 13}])
    tell(table, "finish")

    text = Shown(Phone().get(board(table) + "result/")).text

    assert "Draw: " in text
    assert "30tokens−13debts=17" in "".join(text.split())


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["result/", "print/", "export.csv", "log/"])
@pytest.mark.parametrize("eyes", [0, None])
def test_hidden_play_has_pages_too(path, eyes):
    table = new_table(3, open_tokens=False)
    tell(table, "tokens", player=0, delta=4711)
    phone = Phone() if eyes is None else phone_of(table, eyes)

    answer = phone.get(board(table) + path)

    assert answer.status_code == 200
    assert ("4741" in answer.content.decode()) == (eyes == 0)


@pytest.mark.django_db
def test_hidden_result_says_so():
    table = new_table(3, open_tokens=False)
    tell(table, "set_hand", player=1, cards=[{"debt": 13}])

    page = Shown(phone_of(table, 0).get(board(table) + "result/"))

    assert "The tokens are hidden until the end" in page.text
    assert page.text.count("tokens hidden") == 2
    assert "debt 13" in page.text
