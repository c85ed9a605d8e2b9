"""The rules of Lost Cities: what each move does, and what cannot be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from calculators.lost_cities.rules import (
    COLOURS,
    Expedition,
    Facts,
    Finish,
    LostCities,
    NextRound,
    Options,
    SetCard,
    SetContracts,
    SetRoundTotal,
    Side,
    State,
    score,
    standings,
    total_range,
    typed_total,
    view,
)
from companion.games import OptionsFault, Outcome, Refusal, Standing

RULES = LostCities()
DEFAULT = Options()
EMPTY = Side((Expedition(),) * 5)


def played(*moves, options=DEFAULT):
    """The state after `moves`."""
    state = RULES.start(2, options)
    for move in moves:
        state = RULES.apply(state, move, None).state
    return state


def refused(state, move):
    with pytest.raises(Refusal) as caught:
        RULES.apply(state, move, None)
    return caught.value


def side_with(colour, expedition, by_hand=None):
    laid = [Expedition()] * 5
    laid[COLOURS.index(colour)] = expedition
    return Side(tuple(laid), by_hand)


def red(player, card, *, laid=True, **more):
    return SetCard(player, "red", card, laid, **more)


# -- scoring, with the examples of the help page and of the printed rules


@pytest.mark.parametrize(
    ("numbers", "contracts", "points"),
    [
        ((), 0, 0),
        ((), 1, -40),
        ((), 3, -80),
        ((10,), 0, -10),
        ((5, 7, 8), 0, 0),
        ((2, 9, 10), 3, 4),
        ((2, 3, 7, 8, 10), 2, 30),
        ((2, 3, 4, 5, 6, 7, 8), 0, 15),
        ((2, 3, 4, 5, 6, 7, 8, 9), 0, 44),
        ((2, 3, 4, 5, 6), 3, 20),
        ((2, 3, 4, 5), 3, -24),
        ((2, 3, 4, 5, 6, 7, 8), 1, 50),
        ((2, 3, 4, 5, 6, 7, 8, 9, 10), 3, 156),
    ],
)
def test_score_of_an_expedition(numbers, contracts, points):
    assert score(numbers, contracts).points == points


def test_total_range_grows_with_the_expeditions():
    assert total_range(Options(expeditions=5)) == (-400, 780)
    assert total_range(Options(expeditions=6)) == (-480, 936)


# -- the start


def test_start_is_two_empty_sides_in_round_one():
    assert RULES.start(2, Options()) == State(Options(), ((EMPTY, EMPTY),))


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (1, Options()),
        (3, Options()),
        (2, Options(expeditions=4)),
        (2, Options(expeditions=7)),
        (2, Options(rounds=0)),
        (2, Options(rounds=11)),
    ],
)
def test_start_with_what_cannot_be_is_a_fault(players, options):
    with pytest.raises(OptionsFault):
        RULES.start(players, options)


# -- cards


def test_set_card_lays_it_on_one_side_of_the_open_round():
    outcome = RULES.apply(played(), red(0, 5), None)

    side = side_with("red", Expedition(frozenset({5})))
    assert outcome == Outcome(State(Options(), ((side, EMPTY),)), facts=Facts(1, before=0))


def test_set_card_takes_it_off_again():
    outcome = RULES.apply(played(red(0, 5)), red(0, 5, laid=False), None)

    assert outcome == Outcome(played(), facts=Facts(1, before=1))


def test_set_card_twice_is_as_once():
    assert played(red(0, 5), red(0, 5)) == played(red(0, 5))


def test_set_card_off_that_is_not_there_changes_nothing():
    state = played(red(1, 5))

    outcome = RULES.apply(state, red(0, 5, laid=False), None)

    assert outcome == Outcome(state, facts=Facts(1, before=0))


def test_set_card_names_its_round_after_the_next_was_opened():
    state = played(NextRound())

    outcome = RULES.apply(state, red(0, 5, round=1), None)

    side = side_with("red", Expedition(frozenset({5})))
    assert outcome.state.rounds == ((side, EMPTY), (EMPTY, EMPTY))
    assert outcome.facts == Facts(1, late=True, before=0)


def test_set_card_without_round_is_for_the_open_one():
    assert played(NextRound(), red(0, 5)) == played(NextRound(), red(0, 5, round=2))


def test_set_card_that_the_other_has_is_refused_and_can_be_taken():
    refusal = refused(played(red(0, 7)), red(1, 7))

    assert refusal.code == "card_taken"
    assert refusal.data == {"player": 0, "expedition": "red", "card": 7}
    assert refusal.way_out == (
        "set_card",
        {"player": 1, "expedition": "red", "card": 7, "laid": True, "round": 1, "take": True},
    )


def test_set_card_with_take_takes_it_from_the_other():
    outcome = RULES.apply(played(red(0, 7)), red(1, 7, take=True), None)

    assert outcome == Outcome(played(red(1, 7)), facts=Facts(1, before=0, taken=1))


def test_set_card_with_take_needs_nobody_to_take_from():
    assert played(red(1, 7, take=True)) == played(red(1, 7))


def test_set_card_in_another_round_is_another_card():
    state = played(red(0, 7), NextRound(), red(1, 7))

    assert view(state)["totals"] == [-13, -13]


@pytest.mark.parametrize("card", [-2, 0, 1, 11])
def test_set_card_outside_the_numbers_is_refused(card):
    refusal = refused(played(), red(0, card))

    assert (refusal.code, refusal.data, refusal.way_out) == ("no_such_card", {"card": card}, None)


@pytest.mark.parametrize("move", [red(2, 5), red(-1, 5), SetContracts(2, "red", 1)])
def test_player_who_does_not_play_is_refused(move):
    refusal = refused(played(), move)

    assert (refusal.code, refusal.data) == ("no_such_player", {"player": move.player})


@pytest.mark.parametrize("move", [SetCard(0, "purple", 5, True), SetContracts(0, "purple", 1)])
def test_sixth_colour_among_five_is_refused(move):
    refusal = refused(played(), move)

    assert (refusal.code, refusal.data) == ("no_such_expedition", {"expedition": "purple"})


def test_sixth_colour_among_six_counts():
    state = played(SetCard(0, "purple", 5, True), options=Options(expeditions=6))

    assert view(state)["totals"] == [-15, 0]


# -- contracts


def test_set_contracts_says_how_many_lie_there():
    outcome = RULES.apply(played(SetContracts(0, "red", 1)), SetContracts(0, "red", 3), None)

    side = side_with("red", Expedition(contracts=3))
    assert outcome == Outcome(State(Options(), ((side, EMPTY),)), facts=Facts(1, before=1))


def test_set_contracts_to_what_stands_changes_nothing():
    state = played(SetContracts(0, "red", 2))

    outcome = RULES.apply(state, SetContracts(0, "red", 2), None)

    assert outcome == Outcome(state, facts=Facts(1, before=2))


def test_set_contracts_of_more_than_three_for_both_is_refused_and_can_be_taken():
    refusal = refused(played(SetContracts(0, "red", 2)), SetContracts(1, "red", 3))

    assert refusal.code == "contracts_taken"
    assert refusal.data == {"player": 0, "expedition": "red", "theirs": 2, "missing": 2}
    assert refusal.way_out == (
        "set_contracts",
        {"player": 1, "expedition": "red", "count": 3, "round": 1, "take": True},
    )


def test_set_contracts_with_take_takes_only_what_is_missing():
    state = played(SetContracts(0, "red", 2))

    outcome = RULES.apply(state, SetContracts(1, "red", 2, take=True), None)

    after = played(SetContracts(0, "red", 1), SetContracts(1, "red", 2))
    assert outcome == Outcome(after, facts=Facts(1, before=0, taken=1))


@pytest.mark.parametrize("count", [-1, 4])
def test_set_contracts_outside_three_is_refused(count):
    refusal = refused(played(), SetContracts(0, "red", count))

    assert (refusal.code, refusal.data) == ("no_such_count", {"count": count})


# -- typed totals


def test_set_round_total_counts_instead_of_the_cards_which_stay():
    state = played(red(0, 7), SetRoundTotal(0, 1, 38))

    side = side_with("red", Expedition(frozenset({7})), by_hand=38)
    assert state == State(Options(), ((side, EMPTY),))
    assert view(state)["totals"] == [38, 0]


def test_set_round_total_of_zero_is_a_total():
    state = played(red(0, 7), SetRoundTotal(0, 1, 0))

    assert view(state)["totals"] == [0, 0]
    assert view(state)["rounds"][0]["players"][0]["by_hand"] is True


def test_set_round_total_of_none_lets_the_cards_count_again():
    outcome = RULES.apply(
        played(red(0, 7), SetRoundTotal(0, 1, 38)), SetRoundTotal(0, 1, None), None
    )

    assert outcome == Outcome(played(red(0, 7)), facts=Facts(1, before=38))


def test_set_round_total_of_a_closed_round():
    state = played(NextRound(), SetRoundTotal(1, 1, 52))

    assert view(state)["totals"] == [0, 52]


@pytest.mark.parametrize("points", [-401, 781])
def test_set_round_total_outside_what_cards_bring_is_refused(points):
    refusal = refused(played(), SetRoundTotal(0, 1, points))

    assert refusal.code == "no_such_total"
    assert refusal.data == {"points": points, "lowest": -400, "highest": 780}


@pytest.mark.parametrize("points", [-400, 780])
def test_set_round_total_at_the_edges_is_accepted(points):
    assert view(played(SetRoundTotal(0, 1, points)))["totals"] == [points, 0]


def test_set_round_total_of_a_player_who_does_not_play_is_refused():
    assert refused(played(), SetRoundTotal(2, 1, 0)).code == "no_such_player"


def test_typed_total_is_what_the_move_would_overwrite():
    state = played(SetRoundTotal(0, 1, 38))

    assert typed_total(state, SetRoundTotal(0, 1, 41)) == 38
    assert typed_total(state, SetRoundTotal(1, 1, 41)) is None
    assert typed_total(state, SetRoundTotal(0, 2, 41)) is None
    assert typed_total(state, SetRoundTotal(7, 1, 41)) is None


# -- rounds


def test_next_round_opens_an_empty_one():
    outcome = RULES.apply(played(red(0, 7)), NextRound(), None)

    state = outcome.state
    assert state.rounds == (*played(red(0, 7)).rounds, (EMPTY, EMPTY))
    assert outcome.facts == Facts(2)


def test_next_round_twice_for_the_same_round_closes_it_once():
    refusal = refused(played(NextRound(1)), NextRound(1))

    assert (refusal.code, refusal.data) == ("round_closed", {"round": 1, "opened": 2})


def test_next_round_after_the_last_is_refused_and_offers_the_end():
    refusal = refused(played(options=Options(rounds=1)), NextRound())

    assert (refusal.code, refusal.data) == ("last_round", {"round": 1})
    assert refusal.way_out == ("finish", {})


def test_next_round_after_the_end_of_the_last_offers_nothing():
    assert refused(played(Finish(), options=Options(rounds=1)), NextRound()).way_out is None


@pytest.mark.parametrize(
    "move", [red(0, 5, round=2), SetContracts(0, "red", 1, round=2), SetRoundTotal(0, 2, 5)]
)
def test_round_not_opened_is_refused_and_can_be_opened(move):
    refusal = refused(played(), move)

    assert (refusal.code, refusal.data) == ("round_not_opened", {"round": 2, "opened": 1})
    assert refusal.way_out == ("next_round", {"round": 1})


def test_round_after_the_next_cannot_be_opened_in_one_tap():
    refusal = refused(played(), red(0, 5, round=3))

    assert (refusal.code, refusal.way_out) == ("round_not_opened", None)


@pytest.mark.parametrize("number", [-1, 0, 4])
def test_round_outside_the_play_is_refused(number):
    refusal = refused(played(), red(0, 5, round=number))

    assert (refusal.code, refusal.data) == ("no_such_round", {"round": number, "rounds": 3})


# -- the end


def test_finish_closes_the_play():
    outcome = RULES.apply(played(), Finish(), None)

    assert outcome == Outcome(replace(played(), finished=True), facts=Facts(1))


def test_finish_twice_is_refused():
    assert refused(played(Finish()), Finish()).code == "already_finished"


def test_cards_after_the_end_still_count():
    assert view(played(Finish(), red(0, 7)))["totals"] == [-13, 0]


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((30, 12), [Standing(0, 30, 1), Standing(1, 12, 2)]),
        ((-40, 0), [Standing(0, -40, 2), Standing(1, 0, 1)]),
        ((30, 30), [Standing(0, 30, 1), Standing(1, 30, 1)]),
    ],
)
def test_standings_by_total(totals, expected):
    state = played(*(SetRoundTotal(player, 1, points) for player, points in enumerate(totals)))

    assert standings(state) == expected


# -- the view


def test_view_of_a_play():
    state = played(
        red(0, 2),
        red(0, 5),
        SetContracts(0, "red", 1),
        SetRoundTotal(1, 1, 40),
        options=Options(rounds=1),
    )
    empty = {
        "numbers": [],
        "contracts": 0,
        "sum": 0,
        "base": 0,
        "bonus": 0,
        "score": 0,
        "cards": 0,
    }
    begun = {
        "numbers": [2, 5],
        "contracts": 1,
        "sum": 7,
        "base": -26,
        "bonus": 0,
        "score": -26,
        "cards": 3,
    }
    five = dict.fromkeys(["yellow", "blue", "white", "green", "red"], empty)

    assert view(state) == {
        "round": 1,
        "rounds": [
            {
                "players": [
                    {"expeditions": five | {"red": begun}, "total": -26, "by_hand": False},
                    {"expeditions": five, "total": 40, "by_hand": True},
                ]
            }
        ],
        "totals": [-26, 40],
    }
