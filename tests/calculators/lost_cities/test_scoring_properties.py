"""Whatever is recorded, in whatever order: cards exist once and points add up."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from calculators.lost_cities.rules import (
    COLOURS,
    NUMBERS,
    Finish,
    LostCities,
    NextRound,
    Options,
    SetCard,
    SetContracts,
    SetRoundTotal,
    score,
    standings,
    view,
)
from companion import door
from companion.games import Refusal

RULES = LostCities()

players = st.integers(-1, 2)
rounds = st.none() | st.integers(0, 4)
colours = st.sampled_from(COLOURS)
takes = st.booleans()
moves = st.one_of(
    st.builds(SetCard, players, colours, st.integers(1, 11), st.booleans(), rounds, takes),
    st.builds(SetContracts, players, colours, st.integers(-1, 4), rounds, takes),
    st.builds(SetRoundTotal, players, st.integers(0, 4), st.none() | st.integers(-500, 1000)),
    st.builds(NextRound, rounds),
    st.builds(Finish),
)
options = st.builds(Options, st.sampled_from((5, 6)), st.integers(1, 4))


def points_by_hand(numbers, contracts):
    """The same count as players make it with the cards in front of them.

    Pay 20, pick up each number's worth; do that once, and again for each contract.
    """
    pile = list(numbers) + ["contract"] * contracts
    if not pile:
        return 0
    points = 0
    for _times in range(1 + pile.count("contract")):
        points -= 20
        for card in pile:
            if card != "contract":
                points += card
    return points + 20 if len(pile) >= 8 else points


def recorded(options, moves):
    """Every state that the moves lead to, the start first; refused moves lead nowhere."""
    states = [RULES.start(2, options)]
    for move in moves:
        try:
            states.append(RULES.apply(states[-1], move, None).state)
        except Refusal:
            continue
    return states


@given(st.sets(st.sampled_from(NUMBERS)), st.integers(0, 3))
def test_score_is_what_the_cards_come_to_by_hand(numbers, contracts):
    assert score(numbers, contracts).points == points_by_hand(numbers, contracts)


@given(options, st.lists(moves, max_size=40))
def test_every_card_exists_once(options, moves):
    for state in recorded(options, moves):
        for first, second in state.rounds:
            for mine, theirs in zip(first.expeditions, second.expeditions, strict=True):
                assert not mine.numbers & theirs.numbers
                assert mine.contracts + theirs.contracts <= 3


@given(options, st.lists(moves, max_size=40))
def test_totals_are_the_sum_of_what_is_shown(options, moves):
    state = recorded(options, moves)[-1]
    shown = view(state)

    for player in (0, 1):
        expected = 0
        for sides, number in zip(state.rounds, shown["rounds"], strict=True):
            side = number["players"][player]
            cards = sum(
                points_by_hand(each["numbers"], each["contracts"])
                for each in side["expeditions"].values()
            )
            expected += sides[player].by_hand if side["by_hand"] else cards
        assert shown["totals"][player] == expected
    assert [each.points for each in standings(state)] == shown["totals"]


@given(options, st.lists(moves, max_size=30), moves)
def test_the_same_again_changes_nothing(options, moves, again):
    state = recorded(options, [*moves, again])[-1]

    if not isinstance(again, NextRound) or again.round is not None:
        assert recorded(options, [*moves, again, again])[-1] == state


@given(options, st.lists(moves, max_size=30), moves)
def test_a_way_out_is_always_accepted(options, moves, last):
    state = recorded(options, moves)[-1]
    try:
        RULES.apply(state, last, None)
    except Refusal as refusal:
        if refusal.way_out:
            name, args = refusal.way_out
            RULES.apply(state, door.typed(RULES.moves[name], args), None)
