"""Where python chips go: the examples of the rules, and an independent slow reckoning."""

from __future__ import annotations

from itertools import product

import pytest

from calculators.pythonalgorithm.chips import (
    COLOURS,
    Chips,
    Shift,
    arrangements,
    crash,
    jump,
    reaction,
    rise,
    roman,
    shifted,
    swapped,
)

EDGES = ("stay", "nearest")


# -- landing


@pytest.mark.parametrize(
    ("chips", "colour", "goal"),
    [
        (Chips(1, 2, 3), "blue", 4),
        (Chips(1, 2, 3), "white", 4),
        (Chips(1, 3, 5), "yellow", 4),
        (Chips(5, 6, 7), "blue", 5),
        (Chips(5, 6, 7), "white", 7),
    ],
)
def test_rise_is_one_up_or_to_the_next_free_cell(chips, colour, goal):
    assert rise(chips, "templates", colour, "stay").goal == goal


def test_jump_is_two_up_from_the_cheapest():
    shift = jump(Chips(6, 1, 3), "kodiki", "stay")

    assert shift == Shift("kodiki", "yellow", 1, 4, aimed=3, taken=(3,))


def test_jump_counts_taken_cells_on_the_way():
    assert jump(Chips(1, 2, 5), "templates", "stay").goal == 3


def test_crash_is_two_down_from_the_dearest():
    shift = crash(Chips(7, 5, 4), "templates", "stay")

    assert shift == Shift("templates", "blue", 7, 3, aimed=5, taken=(5, 4))


def test_chip_stays_where_nothing_is_free_that_way():
    shift = crash(Chips(1, 2, 4), "templates", "stay")

    assert shift == Shift("templates", "white", 4, 4, aimed=2, taken=(2, 1), edge=True)
    assert not shift.moves


@pytest.mark.parametrize(
    ("shift", "goal"),
    [
        (jump(Chips(4, 6, 7), "templates", "nearest"), 5),
        (crash(Chips(1, 2, 4), "templates", "nearest"), 3),
        (crash(Chips(1, 2, 3), "templates", "nearest"), 3),
        (rise(Chips(7, 2, 3), "templates", "blue", "nearest"), 7),
    ],
)
def test_nearest_is_the_free_cell_next_to_the_edge(shift, goal):
    assert (shift.goal, shift.edge) == (goal, True)


@pytest.mark.parametrize("edge", EDGES)
def test_chip_stays_where_nothing_is_free_either_way(edge):
    assert jump(Chips(5, 6, 7), "templates", edge).goal == 5


# -- market reaction


def test_reaction_known_example():
    left = {"blue": 2, "yellow": 4, "white": 2}

    shifts = reaction(Chips(2, 4, 3), "templates", left, "stay")

    assert shifted(Chips(2, 4, 3), shifts) == Chips(blue=3, yellow=1, white=4)
    assert [shift.colour for shift in shifts] == ["yellow", "white", "blue"]


@pytest.mark.parametrize("count", [0, 5])
def test_reaction_to_equally_many_moves_nothing(count):
    assert reaction(Chips(), "templates", dict.fromkeys(COLOURS, count), "stay") == ()


def test_reaction_leaves_the_colour_in_between():
    shifts = reaction(Chips(2, 4, 6), "templates", {"blue": 1, "yellow": 2, "white": 3}, "stay")

    assert shifted(Chips(2, 4, 6), shifts) == Chips(3, 4, 5)


# -- by hand


def test_swapped_changes_places_with_the_chip_that_stands_there():
    assert swapped(Chips(2, 3, 4), "white", 2) == Chips(4, 3, 2)
    assert swapped(Chips(2, 3, 4), "white", 7) == Chips(2, 3, 7)
    assert swapped(Chips(2, 3, 4), "white", 4) == Chips(2, 3, 4)


@pytest.mark.parametrize(
    ("chips", "possible"),
    [(Chips(), True), (Chips(1, 7, 4), True), (Chips(2, 2, 4), False), (Chips(0, 3, 8), False)],
)
def test_possible_is_each_on_a_segment_of_its_own(chips, possible):
    assert chips.possible is possible


def test_arrangements_are_all_210():
    assert len(set(arrangements())) == 210
    assert all(chips.possible for chips in arrangements())


def test_roman_counts_from_one():
    assert [roman(segment) for segment in (1, 4, 7)] == ["I", "IV", "VII"]


# -- the same reckoned slowly, on cells as the board shows them


def cells_of(chips):
    board = [None] * 7
    for colour in COLOURS:
        board[chips.of(colour) - 1] = colour
    return board


def moved_slowly(board, colour, step, edge):
    """The board after taking a chip in hand and walking it over the cells."""
    start = board.index(colour)
    free = [None if cell == colour else cell for cell in board]
    ahead = range(start + step, 7) if step > 0 else range(start + step, -1, -1)
    landing = [place for place in ahead if 0 <= place < 7 and free[place] is None]
    if not landing and edge == "nearest":
        back = range(6, start - 1, -1) if step > 0 else range(start + 1)
        landing = [place for place in back if free[place] is None]
    free[landing[0] if landing else start] = colour
    return free


def reacted_slowly(board, left, edge):
    counts = sorted(set(left.values()))
    if len(counts) == 1:
        return board
    order = [colour for colour in board if colour]
    for colour in order:
        if left[colour] == counts[-1]:
            board = moved_slowly(board, colour, -1, edge)
    for colour in order[::-1]:
        if left[colour] == counts[0]:
            board = moved_slowly(board, colour, 1, edge)
    return board


@pytest.mark.parametrize("edge", EDGES)
def test_events_agree_with_the_slow_reckoning_from_everywhere(edge):
    for chips in arrangements():
        board = cells_of(chips)
        order = [colour for colour in board if colour]
        for colour in COLOURS:
            risen = shifted(chips, [rise(chips, "templates", colour, edge)])
            assert cells_of(risen) == moved_slowly(board, colour, 1, edge)
        jumped = shifted(chips, [jump(chips, "templates", edge)])
        assert cells_of(jumped) == moved_slowly(board, order[0], 2, edge)
        crashed = shifted(chips, [crash(chips, "templates", edge)])
        assert cells_of(crashed) == moved_slowly(board, order[-1], -2, edge)


@pytest.mark.parametrize("edge", EDGES)
def test_reactions_agree_with_the_slow_reckoning_from_everywhere(edge):
    for chips, counts in product(arrangements(), product(range(3), repeat=3)):
        left = dict(zip(COLOURS, counts, strict=True))
        shifts = reaction(chips, "kodiki", left, edge)
        assert cells_of(shifted(chips, shifts)) == reacted_slowly(cells_of(chips), left, edge)
