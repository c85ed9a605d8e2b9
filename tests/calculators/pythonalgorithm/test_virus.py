"""When the virus can come."""

from __future__ import annotations

import pytest

from calculators.pythonalgorithm.box import STANDARD_EVENTS
from calculators.pythonalgorithm.virus import Odds, odds, virus_chance

CHANCES = [*["0"] * 7, "1/3", "1/2", "1", "1"]


@pytest.mark.parametrize(("number", "chance"), list(enumerate(CHANCES, start=1)))
def test_chance_at_the_start_of_a_round(number, chance):
    assert virus_chance(number, False, STANDARD_EVENTS, over=False) == chance


@pytest.mark.parametrize(("number", "chance"), list(enumerate(CHANCES[1:], start=1)))
def test_chance_once_the_event_is_recorded_is_the_next_rounds(number, chance):
    assert virus_chance(number, True, STANDARD_EVENTS, over=False) == chance


def test_no_chance_after_the_end():
    assert virus_chance(8, True, STANDARD_EVENTS, over=True) is None
    assert odds(8, True, STANDARD_EVENTS, over=True) == ()


@pytest.mark.parametrize(
    "changed", [{"rise": 3}, {"jump": 0}, {"virus": 2, "crash": 2}, {"virus": 0, "jump": 2}]
)
def test_no_chance_of_another_deck(changed):
    assert virus_chance(8, False, {**STANDARD_EVENTS, **changed}, over=False) is None


def test_chance_of_another_deck_of_eleven_with_one_virus():
    deck = {"rise": 1, "jump": 3, "crash": 4, "virus": 1}

    assert virus_chance(8, False, deck, over=False) == "1/3"


def test_odds_of_the_three_rounds():
    assert odds(8, True, STANDARD_EVENTS, over=False) == (
        Odds(8, "1/3", now=False, gone=True),
        Odds(9, "1/2", now=True, gone=False),
        Odds(10, "1", now=False, gone=False),
    )


def test_odds_before_the_virus_can_come():
    assert not any(each.now or each.gone for each in odds(3, False, STANDARD_EVENTS, over=False))
