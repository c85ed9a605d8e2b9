"""What the board draws: columns, turn, charts, cards that are out, result, paper."""

from __future__ import annotations

from itertools import pairwise

import pytest
from django.utils import translation

from calculators.akcioner.cards import doubling, hundred, ordinary
from calculators.akcioner.charts import BADGE, BOTTOM, TOP, charts, lines, spread
from calculators.akcioner.deck import deck
from calculators.akcioner.game import GAME
from calculators.akcioner.result import paper, result
from tests.calculators.akcioner.table import NAMES, Table

RED_UP = ordinary("red", up="red", rise=30, down="yellow")
RED_100 = hundred("red", {"yellow": 10, "green": 20, "blue": 30})


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def drawn(table, **query):
    return GAME.screen(table.state, "table", query, NAMES[: table.state.players])


# -- the price board


def column(table, company):
    return next(each for each in drawn(table)["board"]["columns"] if each["company"] == company)


def test_column_is_filled_up_to_its_price():
    cells = column(Table().prices(red=190), "red")["cells"]

    assert len(cells) == 25
    assert cells.count("full") == 18
    assert cells.index("top") == 6


def test_column_shows_what_the_last_card_changed():
    red = column(Table().lay(0, RED_UP), "red")

    assert (red["price"], red["difference"], red["difference_said"]) == (130, "↑ 30", "up by 30")
    assert "full was" in red["cells"]


def test_column_that_fell_shows_where_it_was_above():
    yellow = column(Table().lay(0, RED_UP), "yellow")

    assert yellow["difference"] == "↓ 60"
    assert yellow["cells"].index("was") < yellow["cells"].index("top")


@pytest.mark.parametrize(
    "table",
    [
        Table(),
        Table().lay(0, RED_UP).prices(red=150),
        Table().prices(red=250).lay(0, RED_UP),
    ],
)
def test_column_shows_no_change_if_there_is_none_or_it_was_put_right(table):
    assert column(table, "red")["difference"] == ""


def test_scale_names_fifties_and_the_lowest():
    named = [mark for mark in drawn(Table())["board"]["scale"] if mark]

    assert named == ["250", "200", "150", "100", "50", "10"]


def test_people_show_capital_and_cards_and_whose_turn():
    table = Table().has(1, cash=60).lay(0, RED_100)

    people = drawn(table)["board"]["people"]

    assert [(each["name"], each["turn"]) for each in people] == [
        ("Аня", True),
        ("Борис", False),
        ("Вера", False),
    ]
    assert people[0]["cards"] == "super 2, ordinary 5"
    assert (people[1]["cash"], people[1]["worth"], people[1]["capital"]) == (60, 440, 500)


# -- the keys


def test_keys_follow_the_turn():
    table = Table(players=2)
    assert drawn(table)["keys"] == {
        "player": 0,
        "step": 1,
        "over": False,
        "end_turn": {"player": 0, "number": 1},
    }
    assert drawn(table.lay(0, RED_UP))["keys"]["step"] == 3


def test_key_ends_exactly_the_turn_that_is_shown():
    table = Table(players=2).lay(0, RED_UP)

    table.play("end_turn", **drawn(table)["keys"]["end_turn"])

    assert table.state.turn.player == 1


def test_who_begins_can_be_chosen_before_the_first_card():
    table = Table(first=1)

    assert [each["first"] for each in drawn(table)["beginners"]] == [False, True, False]
    assert drawn(table.lay(1, RED_UP))["beginners"] == []


# -- the turn


def test_steps_tell_what_was_done():
    table = Table().has(0, cash=500).play("buy", player=0, company="blue", count=2)
    table.play("buy", player=0, company="blue", count=1)
    table.play("sell", player=0, company="red", count=1)

    first, second, third = drawn(table, tab="turn")["turn"]["steps"]

    assert first["said"] == "bought 3 blue shares at 100, sold 1 red share at 100"
    assert (first["now"], second["said"], third["said"]) == (True, "", "")


def test_step_3_tells_what_is_locked():
    table = Table().has(0, cash=500).play("buy", player=0, company="green", count=2)
    table.lay(0, RED_UP).play("sell", player=0, company="green", count=1)

    screen = drawn(table, tab="turn")["turn"]

    assert [step["now"] for step in screen["steps"]] == [False, False, True]
    assert screen["steps"][1]["said"] == "Red +30, yellow −60"
    assert screen["steps"][2]["said"] == (
        "sold 1 green share at 100. locked until the end of the turn: 2 green shares"
    )
    assert [each["may"] for each in screen["held"]] == [1, 1, 0, 1]
    assert screen["any_locked"]


def test_turn_without_trade_says_so():
    assert drawn(Table().lay(0, RED_UP), tab="turn")["turn"]["steps"][0]["said"] == "nothing"


def test_unknown_tab_is_the_price_board():
    assert drawn(Table(), tab="nonsense")["tab"] == "board"


# -- the cards that are out


def cell(table, face, company):
    row = next(row for row in deck(table.state)["rows"] if row["face"] == face)
    return row["cells"][("red", "yellow", "green", "blue").index(company)]


def test_cards_that_are_out_are_counted_by_face_and_colour():
    table = Table().lay(0, RED_UP).lay(2, RED_100).lay(1, RED_100)

    assert cell(table, "+30 −60", "red")["text"] == "✓"
    assert cell(table, "+30 −60", "blue")["text"] == "·"
    assert cell(table, "100", "red") == {"text": "2/3", "said": "2 out", "too_many": False}
    assert deck(table.state)["sums"] == [
        ("ordinary", 1, 32),
        ("100", 2, 12),
        ("×2", 0, 4),
        ("÷2", 0, 4),
    ]


def test_card_that_is_out_too_often_is_marked():
    table = (
        Table().lay(0, doubling("halve", "red", "blue")).lay(2, doubling("halve", "red", "green"))
    )

    assert cell(table, "÷2", "red") == {"text": "2/1", "said": "2 out", "too_many": True}


def test_deck_has_all_52_cards():
    assert deck(Table().state)["printed"] == 52


# -- charts


def test_charts_have_a_moment_for_each_turn_and_the_one_being_played():
    table = Table().lay(0, RED_UP).play("end_turn").lay(2, RED_100)

    drawn_charts = charts(table.state, NAMES[:3])

    assert drawn_charts["turns"] == 2
    assert [row["values"][0] for row in drawn_charts["prices"]["rows"]] == [230, 130, 100]
    assert [row["values"] for row in drawn_charts["capital"]["rows"]][-1] == (400, 400, 400)


def test_turn_that_changed_nothing_yet_is_no_point():
    table = Table().lay(0, RED_UP).play("end_turn")

    assert charts(table.state, NAMES[:3])["turns"] == 1


def test_chart_says_in_words_what_it_shows():
    table = Table().lay(0, RED_UP).play("end_turn")

    label = charts(table.state, NAMES[:3])["prices"]["label"]

    assert label == "After 1 turn. red: 130, yellow: 40, green: 100, blue: 100"


def test_chart_of_a_long_play_shows_its_last_turns():
    table = Table(players=2)
    for _turn in range(150):
        table.play("end_turn")

    shown = charts(table.state, NAMES[:2])

    assert shown["turns"] == 150
    assert shown["prices"]["rows"][0]["turn"] == 150
    assert len(shown["prices"]["rows"]) == 101


@pytest.mark.parametrize("places", [[100.0] * 6, [12.0, 13.0, 14.0], [176.0, 170.0], [50.0]])
def test_badges_never_hide_one_another(places):
    placed = spread(places)
    ordered = sorted(placed)

    assert all(b - a >= BADGE - 0.01 for a, b in pairwise(ordered))
    assert ordered[0] >= TOP
    assert ordered[-1] <= BOTTOM


def test_lines_of_one_moment_have_one_point():
    drawn_lines = lines([[100], [100]], 250, (0, 250))

    assert [line["path"] for line in drawn_lines["lines"]] == ["M34 110.4", "M34 110.4"]


# -- the end


def test_result_names_winner_margin_and_terms():
    table = Table().prices(red=250, yellow=10, green=120, blue=70)
    table.has(0, cash=15, red=3, yellow=4, green=0, blue=0).has(1, cash=400, red=0, yellow=0)
    table.has(1, green=2, blue=3).has(2, cash=0).play("finish")

    told = result(table.state, NAMES[:3])

    assert told["verdict"] == "Winner: Борис"
    assert (told["capital"], told["margin"], told["second"]) == (850, 45, "Аня")
    assert told["players"][0]["terms"] == [
        ("", "400", "money"),
        ("+", "240", "Green 2 × 120"),
        ("+", "210", "Blue 3 × 70"),
    ]
    assert [(each["name"], each["place"]) for each in told["players"]] == [
        ("Борис", 1),
        ("Аня", 2),
        ("Вера", 3),
    ]


def test_result_of_a_draw_has_no_second():
    told = result(Table().play("finish").state, NAMES[:3])

    assert told["draw"]
    assert (told["second"], told["margin"]) == ("", 0)


def test_result_tells_what_decided():
    table = Table().prices(yellow=30).has(0, yellow=5).has(1, yellow=4).lay(0, RED_UP)

    decided = result(table.state, NAMES[:3])["decided"]

    assert [each["said"] for each in decided] == ["Аня: +100", "Борис: lost: 4 yellow shares"]
    assert decided[0]["card"] == "Red +30, yellow −60"


def test_paper_has_every_card_with_prices_and_money():
    table = Table().lay(0, RED_UP).play("end_turn").prices(red=200).lay(2, RED_100)

    cards = paper(table.state, NAMES[:3])["cards"]

    assert [each["card"] for each in cards] == [
        "Red +30, yellow −60",
        "100: red +100, yellow −10, green −20, blue −30",
    ]
    assert cards[0]["prices"] == (130, 40, 100, 100)
    assert cards[0]["money"] == ["Аня: +60"]
    assert cards[1]["prices"] == (250, 30, 80, 70)
