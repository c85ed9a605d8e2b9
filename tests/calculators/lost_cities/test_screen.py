"""What the pages of Lost Cities draw: keys, hints, sums, rounds, result, paper."""

from __future__ import annotations

import json

import pytest
from django.utils import translation

from calculators.lost_cities.forms import CardForm, ContractsForm, RoundTotalForm
from calculators.lost_cities.game import GAME
from calculators.lost_cities.rules import (
    Finish,
    LostCities,
    NextRound,
    Options,
    SetCard,
    SetContracts,
    SetRoundTotal,
)
from calculators.numbers import read_sum
from companion import door

RULES = LostCities()
DEFAULT = Options()
NAMES = ("Аня", "Борис")


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def played(*moves, options=DEFAULT):
    state = RULES.start(2, options)
    for move in moves:
        state = RULES.apply(state, move, None).state
    return state


def drawn(*moves, eyes="table", options=DEFAULT, **query):
    return GAME.screen(played(*moves, options=options), eyes, query, NAMES)


def cards(player, colour, *numbers, **more):
    return [SetCard(player, colour, number, True, **more) for number in numbers]


def column(screen, player, colour):
    side = next(side for side in screen["sides"] if side["player"] == player)
    return next(each for each in side["columns"] if each["colour"] == colour)


def working(screen, player, colour):
    side = next(side for side in screen["workings"] if side["player"] == player)
    return next(each for each in side["lines"] if each["colour"] == colour)


def key(screen, player, colour, number):
    """(args, label, whether it is laid, what it adds) of a number key."""
    keys = {card: key for card, *key in column(screen, player, colour)["numbers"]}
    _said, args, label, laid, adds = keys[str(number)]
    return json.loads(args), label, laid, adds


# -- which round, which sides


@pytest.mark.parametrize(
    ("query", "shown"),
    [({}, 2), ({"round": "1"}, 1), ({"round": "3"}, 2), ({"round": "0"}, 2), ({"round": "²"}, 2)],
)
def test_round_is_the_open_one_unless_another_opened_one_is_chosen(query, shown):
    assert drawn(NextRound(), **query)["round"] == shown


@pytest.mark.parametrize(
    ("eyes", "query", "players"),
    [
        ("table", {}, [0, 1]),
        (0, {}, [0, 1]),
        (1, {}, [0, 1]),
        (1, {"first": "1"}, [1, 0]),
        (1, {"side": "0"}, [0]),
        ("table", {"side": "1"}, [1]),
        ("table", {"side": "7"}, [0, 1]),
    ],
)
def test_sides_are_both_in_the_order_of_the_address_or_the_chosen_one(eyes, query, players):
    screen = drawn(eyes=eyes, **query)

    assert [side["player"] for side in screen["sides"]] == players
    assert screen["alone"] is (len(players) == 1)


def test_scores_lead_to_one_side_and_back_to_both():
    both, alone = drawn()["scores"], drawn(side="0")["scores"]

    assert [each["url"] for each in both] == ["?side=0", "?side=1"]
    assert [each["url"] for each in alone] == ["?", "?side=1"]


def test_tabs_keep_the_side_and_stop_at_the_open_round():
    screen = drawn(SetRoundTotal(0, 1, 38), NextRound(), side="1")

    assert screen["tabs"] == [
        {"number": 1, "current": False, "url": "?side=1&round=1", "points": "38 : 0"},
        {"number": 2, "current": True, "url": "?side=1", "points": "0 : 0"},
        {"number": 3, "current": False, "url": "", "points": ""},
    ]


# -- keys


def test_laid_card_is_taken_off_by_its_key():
    args, label, laid, adds = key(drawn(*cards(0, "red", 5)), 0, "red", 5)

    assert args == {"player": 0, "expedition": "red", "round": 1, "card": 5, "laid": False}
    assert (label, laid, adds) == ("Red 5", True, "")


def test_keys_that_wait_say_whose_they_are():
    red = column(drawn(), 1, "red")

    assert red["contracts"]["said"] == "Борис: red, contracts"
    assert red["numbers"][3][1] == "Борис: red 5"


def test_card_of_the_other_player_asks_for_it_and_is_no_toggle():
    args, label, laid, adds = key(drawn(*cards(0, "red", 5)), 1, "red", 5)

    assert args == {"player": 1, "expedition": "red", "round": 1, "card": 5, "laid": True}
    assert (label, laid, adds) == ("Red 5: Аня", False, "")


@pytest.mark.parametrize(
    ("moves", "number", "adds"),
    [
        ([], 10, "−10"),
        (cards(0, "red", 2), 10, "+10"),
        ([SetContracts(0, "red", 1)], 7, "+14"),
        ([SetContracts(0, "red", 3), *cards(0, "red", 2, 3, 4, 5)], 10, "+60"),
        ([*cards(0, "red", 2, 3, 4, 5, 6, 7, 8)], 9, "+29"),
        ([*cards(0, "red", 2, 3, 4, 5, 6, 7, 8, 9)], 10, "+10"),
    ],
)
def test_free_card_says_what_it_brings(moves, number, adds):
    _args, label, laid, shown = key(drawn(*moves), 0, "red", number)

    assert (label, laid, shown) == (f"Red {number}, {adds}", False, adds)


def test_keys_of_a_chosen_round_stay_in_it():
    args, *_rest = key(drawn(NextRound(), round="1"), 0, "red", 5)

    assert args["round"] == 1


def test_every_key_does_what_it_says():
    moves = [*cards(0, "red", 5), *cards(1, "blue", 2), SetContracts(1, "red", 2)]
    state = played(*moves)

    for side in drawn(*moves)["sides"]:
        for each in side["columns"]:
            sent = [
                json.loads(args)
                for _card, _said, args, _label, laid, adds in each["numbers"]
                if laid or adds
            ]
            for args in sent:
                RULES.apply(state, door.typed(SetCard, args), None)
            args = json.loads(each["contracts"]["args"])
            RULES.apply(state, door.typed(SetContracts, args), None)


def test_contracts_go_round_as_far_as_the_other_player_leaves_any():
    contracts = column(drawn(SetContracts(0, "red", 1), SetContracts(1, "red", 2)), 0, "red")[
        "contracts"
    ]

    assert json.loads(contracts["args"])["count"] == 0
    assert contracts["cycle"] == "[0,1]"
    assert contracts["pips"] == [False, True, True]
    assert contracts["label"] == "Red, contracts: 1 of 3. Борис: 2"
    assert json.loads(contracts["labels"]) == [
        "Red, contracts: 0 of 3. Борис: 2",
        "Red, contracts: 1 of 3. Борис: 2",
    ]


def test_contracts_that_are_all_with_the_other_can_only_be_asked_for():
    contracts = column(drawn(SetContracts(1, "red", 3)), 0, "red")["contracts"]

    assert contracts["free"] == 0
    assert json.loads(contracts["args"])["count"] == 1


def test_sixth_expedition_has_its_column():
    screen = drawn(options=Options(expeditions=6))

    assert [each["colour"] for each in screen["sides"][0]["columns"]][-1] == "purple"
    assert screen["six"] is True


# -- the working


@pytest.mark.parametrize(
    ("moves", "terms", "points"),
    [
        ([], [], "0"),
        (cards(0, "red", 10), [("", "10", "numbers"), ("−", "20", "cost")], "−10"),
        (
            [SetContracts(0, "red", 1), *cards(0, "red", 2, 3, 4, 5, 6, 7, 8)],
            [
                ("", "(35", "numbers"),
                ("−", "20)", "cost"),
                ("×", "2", "1 contract"),
                ("+", "20", "8 cards"),
            ],
            "50",
        ),
    ],
)
def test_working_shows_each_step(moves, terms, points):
    line = working(drawn(*moves), 0, "red")

    assert (line["terms"], line["points"]) == (terms, points)


@pytest.mark.parametrize(
    ("moves", "hints"),
    [
        ([], []),
        (
            [SetContracts(0, "red", 1), *cards(0, "red", 2, 5)],
            ["Cost 40, 13 to break even", "5 more cards for +20"],
        ),
        (cards(0, "red", 4, 5, 6, 7, 8, 9, 10), ["1 more card for +20"]),
        (cards(0, "red", 3, 4, 5, 6, 7, 8, 9, 10), []),
        ([*cards(0, "red", 10), *cards(1, "red", 2, 3, 4, 5, 6)], ["Cost 20, 10 to break even"]),
    ],
)
def test_hints_say_how_far_it_is(moves, hints):
    assert working(drawn(*moves), 0, "red")["hints"] == hints


# -- typed totals, closing


def test_fields_for_typed_totals_are_closed_unless_asked_for():
    assert drawn()["hand"] == {"is_open": False, "url": "?by=hand", "fields": []}


def test_fields_for_typed_totals_hold_what_stands_there():
    hand = drawn(SetRoundTotal(0, 1, -12), *cards(1, "red", 10), by="hand")["hand"]

    assert hand == {
        "is_open": True,
        "url": "?",
        "fields": [
            {"player": 0, "name": "Аня", "was": "-12", "points": "−12", "counted": "0"},
            {"player": 1, "name": "Борис", "was": "null", "points": "", "counted": "−10"},
        ],
    }


def test_closing_names_who_has_nothing_in_the_open_round():
    assert drawn(*cards(0, "red", 5))["closing"] == {
        "round": 1,
        "is_last": False,
        "args": '{"round":1}',
        "missing": ["Борис"],
    }


def test_closing_of_the_last_round_is_the_end():
    assert drawn(options=Options(rounds=1))["closing"]["is_last"] is True


def test_zero_by_hand_is_not_missing():
    moves = [SetRoundTotal(0, 1, 0), SetRoundTotal(1, 1, 0)]

    assert drawn(*moves)["closing"]["missing"] == []


# -- the end


def test_result_of_a_win():
    result = drawn(
        SetRoundTotal(0, 1, 38),
        SetRoundTotal(1, 1, 52),
        NextRound(),
        SetRoundTotal(0, 2, -24),
        Finish(),
    )["result"]()

    assert (result["verdict"], result["points"], result["margin"]) == ("Winner: Борис", "52", 38)
    assert [each["name"] for each in result["players"]] == ["Борис", "Аня"]
    assert result["players"][1] == {
        "player": 0,
        "name": "Аня",
        "rounds": [("", "38", "round 1"), ("−", "24", "round 2")],
        "total": "14",
        "place": 2,
        "behind": 38,
    }


def test_result_of_a_draw():
    result = drawn(SetRoundTotal(0, 1, 30), SetRoundTotal(1, 1, 30), Finish())["result"]()

    assert result["draw"] is True
    assert [each["place"] for each in result["players"]] == [1, 1]


def test_best_and_worst_expedition_are_among_those_that_count():
    extremes = drawn(
        *cards(0, "red", 2),
        SetRoundTotal(0, 1, 0),
        *cards(1, "blue", 9, 10),
        NextRound(),
        *cards(0, "white", 8, 9, 10),
    )["result"]()["extremes"]

    assert [(each["title"], each["name"], each["round"], each["points"]) for each in extremes] == [
        ("Best: white", "Аня", 2, "7"),
        ("Worst: blue", "Борис", 1, "−1"),
    ]


@pytest.mark.parametrize(
    "moves", [[], cards(0, "red", 5), [*cards(0, "red", 5), *cards(1, "blue", 5)]]
)
def test_best_and_worst_expedition_are_not_told_without_a_difference(moves):
    assert drawn(*moves)["result"]()["extremes"] == []


def test_paper_has_every_round_expedition_and_card():
    paper = drawn(SetContracts(0, "red", 2), *cards(0, "red", 9, 2), NextRound())["paper"]()

    assert [each["number"] for each in paper] == [1, 2]
    assert paper[0]["points"][0] == {"points": "−27", "by_hand": False}
    assert paper[0]["lines"][4] == {
        "colour": "red",
        "name": "Red",
        "cells": [
            {
                "terms": [
                    ("", "(11", "numbers"),
                    ("−", "20)", "cost"),
                    ("×", "3", "2 contracts"),
                ],
                "sum": "(11 − 20) × 3",
                "cards": "◆◆ 2 9",
                "points": "−27",
            },
            {"terms": [], "sum": "", "cards": "", "points": "0"},
        ],
    }


# -- typed text


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("38", 38),
        ("-12", -12),
        ("−12", -12),
        ("–12", -12),
        (" + 7 ", 7),
        ("0", 0),
        ("12+11-7", 16),
        ("12 + 11 − 7", 16),
        ("12+-3", 9),
        ("١٢٣", 123),
        ("\u206638\u2069", 38),
    ],
)
def test_number_or_sum_is_read(text, points):
    assert read_sum(text) == points


@pytest.mark.parametrize(
    "text", ["", "12,5", "12.0", "1 000", "12+", "5х", "1e3", "٣٫٥", "²", "--"]
)
def test_anything_else_is_not_read(text):
    with pytest.raises(ValueError, match="no number or sum"):
        read_sum(text)


def test_round_total_form_gives_the_args_of_the_move():
    form = RoundTotalForm({"player": "1", "round": "2", "points": "12+11−7"})

    assert form.is_valid()
    assert form.cleaned_data == {"player": 1, "round": 2, "points": 16}


def test_round_total_form_left_empty_lets_the_cards_count():
    form = RoundTotalForm({"player": "1", "round": "2", "points": " "})

    assert form.is_valid()
    assert form.cleaned_data["points"] is None


def test_round_total_form_says_what_can_be_typed():
    form = RoundTotalForm({"player": "0", "round": "1", "points": "12,5"})

    assert form.errors["points"] == ["Type a whole number or a sum, such as −12 or 12+11−7."]


def test_forms_for_corrections_give_the_args_of_their_moves():
    card = CardForm({"player": "0", "expedition": "red", "card": "5", "laid": "on", "round": "1"})
    contracts = ContractsForm({"player": "1", "expedition": "purple", "count": "0", "take": "on"})

    assert card.is_valid()
    assert door.typed(SetCard, card.cleaned_data) == SetCard(0, "red", 5, True, 1)
    assert contracts.is_valid()
    assert door.typed(SetContracts, contracts.cleaned_data) == SetContracts(
        1, "purple", 0, take=True
    )


def test_forms_for_corrections_name_the_players_and_the_colours_of_the_play():
    form = CardForm(players=NAMES, options={})

    assert form.fields["player"].choices == [(0, "Аня"), (1, "Борис")]
    assert [name for name, _label in form.fields["expedition"].choices] == [
        "yellow",
        "blue",
        "white",
        "green",
        "red",
    ]
