"""The evening's standings: wins in parts, games not played left out, ties shared."""

from __future__ import annotations

from fractions import Fraction

from companion.tables.evening import Evening, standings

ANNA, BORIS, CLARA = 1, 2, 3
HALF = Fraction(1, 2)


def test_standings_before_the_first_game() -> None:
    assert standings([ANNA, BORIS], []) == [
        Evening(ANNA, Fraction(0), 0, None, 1),
        Evening(BORIS, Fraction(0), 0, None, 1),
    ]


def test_standings_of_nobody() -> None:
    assert standings([], [{ANNA: 1}]) == []


def test_standings_best_first() -> None:
    plays = [{ANNA: 2, BORIS: 1}, {ANNA: 2, BORIS: 1}, {ANNA: 1, BORIS: 2}]

    assert standings([ANNA, BORIS], plays) == [
        Evening(BORIS, Fraction(2), 3, Fraction(4, 3), 1),
        Evening(ANNA, Fraction(1), 3, Fraction(5, 3), 2),
    ]


def test_standings_share_a_win_in_parts() -> None:
    plays = [{ANNA: 1, BORIS: 1, CLARA: 3}, {ANNA: 1, BORIS: 1, CLARA: 1}]

    assert standings([ANNA, BORIS, CLARA], plays) == [
        Evening(ANNA, HALF + Fraction(1, 3), 2, Fraction(1), 1),
        Evening(BORIS, HALF + Fraction(1, 3), 2, Fraction(1), 1),
        Evening(CLARA, Fraction(1, 3), 2, Fraction(2), 3),
    ]


def test_standings_keep_the_given_order_of_equals() -> None:
    plays = [{ANNA: 1, BORIS: 1}]

    assert [row.player for row in standings([BORIS, ANNA], plays)] == [BORIS, ANNA]


def test_standings_leave_out_games_not_played() -> None:
    plays = [{ANNA: 1, BORIS: 2}, {ANNA: 2, CLARA: 1}]

    assert standings([ANNA, BORIS, CLARA], plays) == [
        Evening(CLARA, Fraction(1), 1, Fraction(1), 1),
        Evening(ANNA, Fraction(1), 2, Fraction(3, 2), 2),
        Evening(BORIS, Fraction(0), 1, Fraction(2), 3),
    ]


def test_standings_leave_out_places_that_are_hidden() -> None:
    assert standings([ANNA], [{ANNA: None}, {ANNA: 1}]) == [
        Evening(ANNA, Fraction(1), 1, Fraction(1), 1)
    ]


def test_standings_split_equal_wins_by_the_share_of_games_won() -> None:
    plays = [{ANNA: 1, BORIS: 2}, {ANNA: 4, BORIS: 1}, {BORIS: 2}]

    assert standings([BORIS, ANNA], plays) == [
        Evening(ANNA, Fraction(1), 2, Fraction(5, 2), 1),
        Evening(BORIS, Fraction(1), 3, Fraction(5, 3), 2),
    ]


def test_standings_split_equal_wins_by_the_mean_place() -> None:
    plays = [{ANNA: 1, BORIS: 2, CLARA: 3}, {ANNA: 3, BORIS: 1, CLARA: 2}]

    assert [(row.player, row.place) for row in standings([ANNA, BORIS, CLARA], plays)] == [
        (BORIS, 1),
        (ANNA, 2),
        (CLARA, 3),
    ]
