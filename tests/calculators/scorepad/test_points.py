"""Points as people type them: exact, and nothing guessed."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculators.scorepad.points import exact, is_sum, read_points, text_of
from companion.games import Refusal

NUMBERS = st.decimals(min_value=-(10**9) + 1, max_value=10**9 - 1, places=2)


@pytest.mark.parametrize(
    ("typed", "points"),
    [
        (21, "21"),
        (-5, "-5"),
        ("0", "0"),
        ("-0", "0"),
        ("+7", "7"),
        ("12+11-7", "16"),
        (" 3 + 4 ", "7"),
        ("-5+2", "-3"),
        ("1,5", "1.5"),
        ("1.50", "1.5"),
        (",5", "0.5"),
        ("0,50", "0.5"),
        ("−12", "-12"),
        ("10–3", "7"),
        ("\u200e−2", "-2"),
        ("999999999.99", "999999999.99"),
        ("999999999-999999999", "0"),
        ("0.1+0.2", "0.3"),
        ("007", "7"),
    ],
)
def test_read_points(typed: int | str, points: str) -> None:
    assert text_of(read_points(typed)) == points


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "not_points"),
        ("  ", "not_points"),
        ("NaN", "not_points"),
        ("Infinity", "not_points"),
        ("-inf", "not_points"),
        ("1e9", "not_points"),
        ("abc", "not_points"),
        ("12 очков", "not_points"),
        ("49-46ish", "not_points"),
        ("--3", "not_points"),
        ("5+", "not_points"),
        ("+", "not_points"),
        ("1/2", "not_points"),
        ("2*3", "not_points"),
        ("=1+1", "not_points"),
        ("(5)", "not_points"),
        ("0x10", "not_points"),
        ("1_000", "not_points"),
        ("1 000", "not_points"),
        ("1,234,567", "not_points"),
        ("5,", "not_points"),
        ("1.2.3", "not_points"),
        ("1+" * 150 + "1", "not_points"),
        ("1,234", "points_too_fine"),
        ("0.001", "points_too_fine"),
        ("9999999999", "points_too_large"),
        ("999999999+1", "points_too_large"),
        ("1" * 190, "points_too_large"),
        ("٣", "other_digits"),
        ("१२", "other_digits"),
        ("５", "other_digits"),
        ("²", "other_digits"),
    ],
)
def test_read_points_refuses_with_its_reason(typed: str, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read_points(typed)

    assert refusal.value.code == code
    assert len(refusal.value.data["typed"]) <= 40


@given(NUMBERS)
def test_a_number_is_read_as_it_was_written(number: Decimal) -> None:
    assert read_points(text_of(number)) == number
    assert read_points(text_of(number).replace(".", ",").replace("-", "−")) == number


@given(st.lists(st.integers(-9_999, 9_999), min_size=2, max_size=12))
def test_a_sum_comes_to_what_its_parts_come_to(numbers: list[int]) -> None:
    typed = "".join(f"{each:+}" for each in numbers)

    assert read_points(typed) == sum(numbers)
    assert is_sum(typed)


@given(st.text(max_size=30))
def test_any_text_is_a_finite_number_or_refused(text: str) -> None:
    try:
        points = read_points(text)
    except Refusal:
        return
    assert points.is_finite()
    assert abs(points) < 10**9


@given(NUMBERS)
def test_text_of_drops_zeros_and_never_writes_an_exponent(number: Decimal) -> None:
    text = text_of(number)

    assert Decimal(text) == number
    assert "E" not in text
    assert text == "0" or not text.endswith((".", ".0"))


def test_exact_is_whole_where_it_can_be() -> None:
    assert [exact(Decimal(text)) for text in ("2.00", "1E+2", "-0.5")] == [2, 100, Decimal("-0.5")]
    assert type(exact(Decimal("2.00"))) is int
