"""The evening's standings: wins in parts, games not played left out, ties shared."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

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


# A second reckoning, as somebody would do it on paper: who is before whom, one pair at a time.

PLAYERS = range(1, 6)
PLAYS = st.lists(
    st.dictionaries(st.sampled_from(PLAYERS), st.none() | st.integers(1, 5), min_size=1), max_size=8
)


def wins_of(player: int, plays: list[dict[int, int | None]]) -> Fraction:
    won = Fraction(0)
    for play in plays:
        first = [each for each in play if play[each] == 1]
        if player in first:
            won += Fraction(1) / len(first)
    return won


def places_of(player: int, plays: list[dict[int, int | None]]) -> list[int]:
    return [place for play in plays if (place := play.get(player)) is not None]


def is_before(one: int, other: int, plays: list[dict[int, int | None]]) -> bool:
    """More wins; then won more often; then played at all; then placed better."""
    won, others = wins_of(one, plays), wins_of(other, plays)
    if won != others:
        return won > others
    places, other_places = places_of(one, plays), places_of(other, plays)
    if not places or not other_places:
        return bool(places) and not other_places
    if won and len(places) != len(other_places):
        return len(places) < len(other_places)
    return sum(places) * len(other_places) < sum(other_places) * len(places)


@given(st.permutations(PLAYERS), PLAYS)
def test_standings_are_those_of_a_second_reckoning(
    seats: list[int], plays: list[dict[int, int | None]]
) -> None:
    rows = standings(seats, plays)

    place = {one: 1 + sum(is_before(other, one, plays) for other in seats) for one in seats}
    assert [row.player for row in rows] == sorted(seats, key=lambda one: place[one])
    for row in rows:
        places = places_of(row.player, plays)
        assert row.place == place[row.player]
        assert row.wins == wins_of(row.player, plays)
        assert row.games == len(places)
        assert row.mean_place == (Fraction(sum(places), len(places)) if places else None)


@given(PLAYS)
def test_every_play_gives_one_win_in_all(plays: list[dict[int, int | None]]) -> None:
    rows = standings(PLAYERS, plays)

    assert sum(row.wins for row in rows) == sum(1 in play.values() for play in plays)
