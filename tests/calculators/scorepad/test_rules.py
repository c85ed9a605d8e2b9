"""The score pad's rules: rounds, counters, places, comers and leavers."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from calculators.scorepad import rules
from calculators.scorepad.moves import (
    Add,
    AddPlayer,
    DropPlayer,
    Finish,
    NextRound,
    SetScore,
    SetTitle,
)
from calculators.scorepad.rules import ScorePad
from calculators.scorepad.state import Cell, Options, Player, Span, State
from companion import door
from companion.games import Joined, Notice, OptionsFault, Refusal

PAD = ScorePad()


def played(*moves: Any, players: int = 3, **options: Any) -> State:
    state = PAD.start(players, Options(**options))
    for move in moves:
        state = PAD.apply(state, move, None).state
    return state


def notices(state: State, move: Any) -> list[Notice]:
    return list(PAD.apply(state, move, None).notices)


def refusal(state: State, move: Any) -> tuple[str, dict[str, Any]]:
    with pytest.raises(Refusal) as refused:
        PAD.apply(state, move, None)
    return refused.value.code, dict(refused.value.data)


def row(number: int, *points: Any) -> list[SetScore]:
    return [SetScore(player, number, each) for player, each in enumerate(points)]


# -- options


def test_a_fresh_pad_has_one_open_round_and_nothing_in_it() -> None:
    assert rules.view(played()) == {
        "title": "",
        "rounds": [[None, None, None]],
        "totals": ["0", "0", "0"],
        "leader": [0, 1, 2],
    }


@pytest.mark.parametrize("players", [0, 13])
def test_one_to_twelve_play(players: int) -> None:
    with pytest.raises(OptionsFault):
        PAD.start(players, Options())


@pytest.mark.parametrize(
    "options",
    [
        {"rounds": 0},
        {"rounds": 1000},
        {"rounds": "many"},
        {"target": 0},
        {"target": "0,00"},
        {"target": "a lot"},
        {"target": "NaN"},
        {"step": [0]},
        {"step": [1, 1]},
        {"step": ["1", 1]},
        {"step": ["x"]},
        {"step": list(range(1, 10))},
        {"wins": "most"},
        {"title": "x" * 61},
        {"zero_sum": 1},
        {"colour": "red"},
    ],
)
def test_options_that_cannot_be(options: dict[str, Any]) -> None:
    with pytest.raises(OptionsFault):
        PAD.start(2, door.options_of(Options, options))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"rounds": "open", "target": "none"},
        {"rounds": 10, "target": 100},
        {"target": "10,5"},
        {"step": [-1, 1, 5]},
        {"step": ["0,5"]},
        {"title": " Бобовая   лихорадка "},
    ],
)
def test_options_that_can_be(options: dict[str, Any]) -> None:
    assert PAD.start(2, door.options_of(Options, options)).open_round == 1


def test_settled_options_are_said_in_one_way() -> None:
    given = Options(title=" Uno ", rounds="open", target="none", step=("+5", "0,50"))

    assert rules.settled(given) == Options(title="Uno", step=(5, "0.5"))


# -- rounds


def test_scores_are_added_up_and_places_shared() -> None:
    state = played(*row(1, 10, 7, 10))

    assert rules.view(state)["totals"] == ["10", "7", "10"]
    assert state.places == (1, 3, 1)
    assert state.leaders == [0, 2]
    assert state.behind(1) == -3


def test_the_low_total_wins_if_so_agreed() -> None:
    state = played(*row(1, 10, -3, 0), wins="low")

    assert state.places == (3, 1, 2)
    assert state.behind(0) == 13


def test_zero_is_a_score_and_empty_is_not() -> None:
    state = played(SetScore(0, 1, 0))

    assert state.waited_for(1) == [1, 2]
    assert state.has_begun
    assert rules.view(state)["rounds"] == [["0", None, None]]


def test_a_cleared_cell_is_empty_and_the_rest_stays() -> None:
    state = played(*row(1, 1, 2, 3), SetScore(1, 1, None))

    assert rules.view(state)["rounds"] == [["1", None, "3"]]


def test_a_score_may_name_any_round_and_opens_those_between() -> None:
    before = played(SetScore(0, 1, 5))
    move = SetScore(1, 4, 7)

    assert rules.view(played(SetScore(0, 1, 5), move))["rounds"] == [
        ["5", None, None],
        [None, None, None],
        [None, None, None],
        [None, "7", None],
    ]
    assert notices(before, move) == [Notice("rounds_opened", {"first": 2, "last": 4})]


def test_an_old_round_can_be_put_right_in_a_new_one() -> None:
    state = played(*row(1, 1, 2, 3), NextRound(), *row(2, 1, 1, 1), SetScore(2, 1, 30))

    assert rules.view(state)["totals"] == ["2", "3", "31"]
    assert state.open_round == 2


def test_a_typed_sum_keeps_its_parts() -> None:
    cell = played(SetScore(0, 1, "12+11-7")).rows[0][0]

    assert cell == Cell(Decimal(16), "12+11-7")
    assert played(SetScore(0, 1, "16")).rows[0][0] == Cell(Decimal(16))


@pytest.mark.parametrize("number", [0, -1, 1000])
def test_rounds_that_there_are_not(number: int) -> None:
    assert refusal(played(), SetScore(0, number, 1))[0] == "no_such_round"


@pytest.mark.parametrize("move", [SetScore(3, 1, 1), SetScore(-1, 1, 1), Add(3, 1), DropPlayer(9)])
def test_players_that_there_are_not(move: Any) -> None:
    assert refusal(played(), move)[0] == "no_such_player"


def test_closing_a_round_names_who_is_still_empty() -> None:
    state = played(SetScore(0, 1, 5))

    assert notices(state, NextRound()) == [Notice("cells_empty", {"round": 1, "players": [1, 2]})]
    assert notices(played(*row(1, 1, 2, 3)), NextRound()) == []


def test_two_phones_close_a_round_once() -> None:
    state = played(NextRound(1))

    assert refusal(state, NextRound(1)) == ("round_closed", {"round": 1, "opened": 2})
    assert refusal(state, NextRound(3))[0] == "no_such_round"
    assert played(NextRound(1), NextRound()).open_round == 3


def test_a_round_beyond_the_agreement_is_recorded_with_a_notice() -> None:
    full = played(*row(1, 1, 2, 3), rounds=1)

    assert notices(full, NextRound()) == [Notice("past_last_round", {"round": 2, "rounds": 1})]
    assert notices(full, SetScore(0, 2, 5))[-1].code == "past_last_round"


# -- exact numbers


def test_three_tenths_are_exact() -> None:
    state = played(*[Add(0, "0.1")] * 3)

    assert rules.view(state)["totals"][0] == "0.3"
    assert rules.standings(state)[0].points == Decimal("0.3")


def test_large_numbers_are_exact() -> None:
    state = played(*(SetScore(0, number, "999999999.99") for number in range(1, 101)))

    assert rules.view(state)["totals"][0] == "99999999999"


@pytest.mark.parametrize("typed", ["NaN", "1e9", "٣", "9999999999", "1/2", "=2+2", "1,000"])
def test_what_is_no_number_changes_nothing(typed: str) -> None:
    state = played(SetScore(0, 1, 5))

    assert refusal(state, SetScore(0, 1, typed))[1]["typed"] == typed
    assert refusal(state, Add(0, typed))[1]["typed"] == typed


# -- counters


def test_a_counter_counts_beside_the_rounds() -> None:
    state = played(Add(0, 5), Add(0, "-1"), SetScore(0, 1, 10), step=(-1, 1, 5))

    assert rules.view(state)["totals"] == ["14", "0", "0"]
    assert rules.view(state)["rounds"] == [["10", None, None]]


# -- the target


def test_reaching_the_target_is_told_once_and_ends_nothing() -> None:
    state = played(Add(0, 99), target=100)
    outcome = PAD.apply(state, Add(0, 1), None)

    assert outcome.notices == (Notice("target_reached", {"players": [0], "target": 100}),)
    assert not outcome.state.finished
    assert notices(outcome.state, Add(0, 1)) == []


def test_a_target_below_zero_is_reached_from_above() -> None:
    assert played(Add(1, -20), target=-20).reached == [1]
    assert played(Add(1, 20), target=-20).reached == []


# -- zero-sum


def test_the_last_open_entry_makes_the_round_zero() -> None:
    state = played(*row(1, 12, -5), zero_sum=True)

    assert rules.view(state)["rounds"] == [["12", "-5", "-7"]]
    assert state.waited_for(1) == []
    assert state.is_filled_in(1, 2)


def test_what_was_filled_in_follows_a_correction() -> None:
    state = played(*row(1, 12, -5), SetScore(1, 1, 3), zero_sum=True)

    assert rules.view(state)["rounds"] == [["12", "3", "-15"]]


def test_nothing_is_filled_in_before_only_one_is_left() -> None:
    assert rules.view(played(SetScore(0, 1, 12), zero_sum=True))["rounds"] == [["12", None, None]]
    assert rules.view(played(players=1, zero_sum=True))["rounds"] == [[None]]


def test_a_zero_sum_of_zero_has_no_sign() -> None:
    assert rules.view(played(*row(1, 5, -5), zero_sum=True))["rounds"] == [["5", "-5", "0"]]


def test_a_round_that_does_not_come_to_zero_is_told() -> None:
    state = played(*row(1, 12, -5), zero_sum=True)

    assert notices(state, SetScore(2, 1, -6)) == [
        Notice("round_not_zero", {"round": 1, "points": Decimal(1)})
    ]


def test_zero_sum_waits_only_for_those_who_play() -> None:
    state = played(DropPlayer(2), SetScore(0, 1, 4), zero_sum=True)

    assert rules.view(state)["rounds"] == [["4", "-4", None]]


# -- comers and leavers


def test_a_newcomer_plays_from_the_open_round_on() -> None:
    state = played(*row(1, 1, 2, 3), NextRound(), AddPlayer("Дина", seat=7))

    assert rules.view(state)["rounds"] == [["1", "2", "3", None], [None] * 4]
    assert state.waited_for(1) == []
    assert state.waited_for(2) == [0, 1, 2, 3]
    assert rules.joined(state) == [Joined("Дина", 7)]
    assert [each.player for each in rules.standings(state)] == [0, 1, 2, 3]


def test_points_for_a_round_somebody_did_not_play_count_with_a_notice() -> None:
    state = played(NextRound(), AddPlayer("Дина"))
    move = SetScore(3, 1, 8)

    assert notices(state, move) == [Notice("not_playing", {"player": 3, "round": 1})]
    assert rules.view(PAD.apply(state, move, None).state)["totals"][3] == "8"


def test_who_leaves_keeps_the_rows_and_later_rounds_do_not_wait() -> None:
    state = played(*row(1, 1, 2, 3), NextRound(), DropPlayer(0), NextRound())

    assert rules.view(state)["totals"] == ["1", "2", "3"]
    assert state.waited_for(2) == [1, 2]
    assert state.waited_for(3) == [1, 2]
    assert rules.gone(state) == {0}


def test_who_leaves_stands_behind_who_stays() -> None:
    high = played(*row(1, 100, 2, 3), DropPlayer(0))
    low = played(*row(1, 1, 20, 30), DropPlayer(0), wins="low")

    assert high.places == (3, 2, 1)
    assert low.places == (3, 1, 2)


def test_who_has_scored_in_the_open_round_leaves_after_it() -> None:
    state = played(SetScore(0, 1, 5), DropPlayer(0))

    assert state.players[0] == Player((Span(1, 1),))


def test_somebody_comes_back_and_the_rounds_between_do_not_wait() -> None:
    state = played(
        *row(1, 1, 2, 3), NextRound(), DropPlayer(0), NextRound(), AddPlayer("", player=0)
    )

    assert state.waited_for(2) == [1, 2]
    assert state.waited_for(3) == [0, 1, 2]
    assert rules.gone(state) == set()


def test_a_number_keeps_its_meaning_when_a_coming_is_taken_back() -> None:
    """Dina was player 3 and is taken out of the log: Yegor stays player 4."""
    state = played(AddPlayer("Егор", player=4), SetScore(4, 1, 9))

    assert rules.view(state)["totals"] == ["0", "0", "0", None, "9"]
    assert [each.player for each in rules.standings(state)] == [0, 1, 2, 4]
    assert refusal(state, SetScore(3, 1, 1)) == ("no_such_player", {"player": 3})
    assert rules.joined(state) == [Joined(""), Joined("Егор")]
    assert played(AddPlayer("Егор", player=4), AddPlayer("Дина", player=3)).present == [
        0,
        1,
        2,
        3,
        4,
    ]


@pytest.mark.parametrize(
    ("moves", "move", "code"),
    [
        ((), AddPlayer(" "), "no_name"),
        ((), AddPlayer("x" * 201), "no_name"),
        ((), AddPlayer("Егор", player=200), "no_such_player"),
        ((), AddPlayer("Егор", player=-1), "no_such_player"),
        ((), AddPlayer("Аня", player=0), "plays_already"),
        ((DropPlayer(0),), DropPlayer(0), "left_already"),
        ((DropPlayer(0), DropPlayer(1)), DropPlayer(2), "last_player"),
        (tuple(AddPlayer(f"Гость {n}") for n in range(9)), AddPlayer("Егор"), "table_full"),
        ((Finish(),), Finish(), "already_finished"),
        ((), SetTitle("x" * 61), "title_too_long"),
    ],
)
def test_what_cannot_be(moves: tuple[Any, ...], move: Any, code: str) -> None:
    assert refusal(played(*moves), move)[0] == code


def test_everything_can_be_put_right_after_the_end() -> None:
    state = played(*row(1, 1, 2, 3), Finish(), SetScore(0, 1, 9))

    assert state.finished
    assert state.leaders == [0]


# -- title, and what stands in a cell


def test_the_title_is_kept_clean() -> None:
    assert played(SetTitle("  Ticket \u202e to   Ride ")).title == "Ticket to Ride"
    assert played(title="Uno").title == "Uno"
    assert played(SetTitle(""), title="Uno").title == ""


@pytest.mark.parametrize(
    ("move", "stands"),
    [
        (SetScore(0, 1, 7), "16"),
        (SetScore(0, 1, None), "16"),
        (SetScore(0, 1, "10+6"), "10+6"),
        (SetScore(1, 1, 7), None),
        (SetScore(0, 9, 7), None),
        (SetScore(9, 1, 7), None),
    ],
)
def test_what_a_score_would_overwrite(move: SetScore, stands: str | None) -> None:
    assert rules.typed_score(played(SetScore(0, 1, "12+4")), move) == stands
