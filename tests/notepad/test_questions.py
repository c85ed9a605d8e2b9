"""The 23 questions, reckoned twice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notepad.questions import COMPARING, QUESTIONS, SIDES, allowed, answer_of, answers_with
from notepad.tiles import CODES, KINDS
from tests.notepad import naive


@st.composite
def dealt(draw, few=3, many=4):
    """So many racks as somebody sees them, from one box, tiles in any order."""
    tiles = draw(st.permutations(naive.TILES))
    racks = draw(st.integers(few, many))
    return [tuple(tiles[3 * rack : 3 * rack + 3]) for rack in range(racks)]


def test_there_are_23_questions_and_12_compare() -> None:
    assert (len(QUESTIONS), len(COMPARING), list(SIDES)) == (23, 12, list(range(12, 24)))


@given(dealt(), st.sampled_from(["at_most_12", "at_least_12"]))
def test_every_answer_agrees_with_a_naive_reckoning(racks, question2) -> None:
    found = {question: answer_of(question, racks, question2) for question in QUESTIONS}

    assert found == {question: naive.answer(question, racks, question2) for question in QUESTIONS}
    assert not any(isinstance(each, bool) for each in found.values())


@given(dealt())
def test_every_answer_of_a_true_deal_is_allowed(racks) -> None:
    for question in QUESTIONS:
        assert answer_of(question, racks) in allowed(question, len(racks) + 1)


@given(dealt(2, 3), st.sampled_from(QUESTIONS), st.sampled_from(CODES))
def test_answers_with_a_code_are_answers_with_one_rack_more(racks, question, code) -> None:
    found = answers_with(question, racks)

    assert len(found) == len(CODES)
    assert found[CODES.index(code)] == answer_of(question, [*racks, code])


@pytest.mark.parametrize("racks", [4, 5])
@pytest.mark.parametrize(
    ("question", "numbers"),
    [(8, range(3, 8)), (10, range(6)), (11, range(4))],
)
def test_numbers_allowed(question, numbers, racks) -> None:
    assert allowed(question, racks) == tuple(numbers)


@pytest.mark.parametrize("racks", [4, 5])
@pytest.mark.parametrize("question", [1, 2, 3, 4, 5, 6, 7, 9])
def test_no_more_racks_or_full_colours_than_racks_are_seen(question, racks) -> None:
    assert allowed(question, racks) == tuple(range(racks))


@pytest.mark.parametrize("question", range(12, 24))
def test_a_comparison_has_three_answers(question) -> None:
    assert allowed(question, 4) == ("first", "second", "equal")


@pytest.mark.parametrize(
    ("racks", "question", "answer"),
    [
        ([("7C", "7C", "7C"), ("7Y", "7Y", "7P"), ("6G", "6G", "6G")], 8, 4),
        ([("4B", "4B", "4B"), ("5R", "5R", "5R"), ("7C", "7C", "7C")], 8, 3),
        ([("4B", "4B", "4B"), ("5R", "5R", "5R"), ("7C", "7C", "7C"), ("6G", "6G", "6G")], 9, 4),
        ([("4B", "4B", "4B"), ("4B", "5R", "5R"), ("5R", "5R", "5K")], 10, 5),
        ([("1G", "5K", "7P"), ("4B", "4B", "4B"), ("7C", "7C", "7C")], 11, 3),
        ([("7C", "4B", "4B"), ("7P", "4B", "4B"), ("5R", "5R", "5R")], 16, "equal"),
        ([("4B", "4B", "4B"), ("5R", "5R", "5R"), ("7C", "7C", "7C")], 13, "equal"),
    ],
)
def test_answers_at_the_edge(racks, question, answer) -> None:
    assert answer_of(question, racks) == answer


def test_question_2_asks_what_is_printed() -> None:
    racks = [("1G", "4B", "7C"), ("1G", "2Y", "2Y"), ("7C", "7C", "7C")]  # 12, 5, 21

    assert answer_of(2, racks, "at_most_12") == 2
    assert answer_of(2, racks, "at_least_12") == 2
    assert answer_of(2, racks[1:], "at_least_12") == 1


def test_the_sides_compare_different_kinds() -> None:
    for first, second in SIDES.values():
        assert first
        assert second
        assert not first & second
        assert first | second <= set(KINDS)
