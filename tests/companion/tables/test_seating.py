"""Names in any script, figures, the order round the table, and who sits where."""

from __future__ import annotations

import pytest

from companion.tables import seating
from companion.tables.models import Seat, Table
from tests.companion.tables.inside import new_table, seats_of

FAMILY = "👨‍👩‍👧"


# Names


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Аня", "Аня"),
        ("  Анна \t Мария\u00a0Петровна ", "Анна Мария Петровна"),
        ("Й", "Й"),
        ("😀 Ada", "😀 Ada"),
        (FAMILY, FAMILY),
        ("محمد", "محمد"),
        ("नीतू", "नीतू"),
        ("W" * 40, "W" * 40),
        ("नी" * 40, "नी" * 40),
        ('<img src=x onerror=1>"&', '<img src=x onerror=1>"&'),
        ("a\0b\u202ec\u2066d\u200be\ufefff\x1b", "abcdef"),
        ("0", "0"),
        ("7.", "7."),
    ],
)
def test_clean_name(typed: str, name: str) -> None:
    assert seating.clean_name(typed) == name


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "\u200b",
        "\u200d",
        "\u0301",
        "\u00a0",
        "\u202e",
        "\0",
        "\u200e",
        "\u00ad",
        "\u2060",
    ],
)
def test_clean_name_of_which_nothing_is_seen(typed: str) -> None:
    with pytest.raises(seating.NoName):
        seating.clean_name(typed)


@pytest.mark.parametrize("typed", ["W" * 41, "नी" * 41, "👍🏽" * 41, "a" + "\u0301" * 300])
def test_clean_name_that_is_too_long(typed: str) -> None:
    with pytest.raises(seating.NameTooLong):
        seating.clean_name(typed)


@pytest.mark.parametrize("name", [FAMILY, "नी", "é", "🇳🇱"])
def test_graphemes_are_letters_as_a_reader_counts_them(name: str) -> None:
    assert seating.graphemes(name + "a") == [name, "a"]


@pytest.mark.parametrize(
    ("name", "taken", "free"),
    [
        ("Аня", [], "Аня"),
        ("Аня", ["Боря"], "Аня"),
        ("Аня", ["Аня"], "Аня 2"),
        ("аня", ["АНЯ", "Аня 2"], "аня 3"),
        ("Straße", ["STRASSE"], "Straße 2"),
        ("W" * 40, ["W" * 40], "W" * 38 + " 2"),
        ("Wa" + "\u0316" * 198, ["Wa" + "\u0316" * 198], "W 2"),
    ],
)
def test_free_name(name: str, taken: list[str], free: str) -> None:
    assert seating.free_name(name, taken) == free


def test_free_name_can_be_typed_again() -> None:
    name = seating.free_name(FAMILY * 40, [FAMILY * 40])

    assert seating.clean_name(name) == name


# Figures


def test_free_figure_is_the_first_that_the_fewest_have() -> None:
    seats = [Seat(figure=each) for each in ("moon", "flame", "drop")]

    assert seating.free_figure(seats) == "leaf"
    assert seating.free_figure(seats * 2 + [Seat(figure="leaf")]) == "bolt"


def test_first_seats_beyond_the_figures_get_a_number() -> None:
    seats = seating.first_seats(Table(), 8)

    assert [seat.given_name for seat in seats[:6]] == [""] * 6
    assert [seat.name for seat in seats[6:]] == [f"{seats[0].name} 2", f"{seats[1].name} 2"]


def test_first_seats_have_figures_of_their_own_and_no_names() -> None:
    seats = seating.first_seats(Table(), 6)

    assert [(seat.place, seat.given_name) for seat in seats] == [(place, "") for place in range(6)]
    assert len({seat.figure for seat in seats}) == 6


def test_seat_without_a_name_goes_by_its_figure() -> None:
    assert Seat(figure="moon").name == "Moon"


# Round the table


@pytest.mark.django_db
def test_add_seat_after_the_others() -> None:
    table = new_table()
    seats = seats_of(table)

    seating.add_seat(table, seats, "anna", "bolt")
    seating.add_seat(table, seats)

    assert [(seat.name, seat.figure, seat.place) for seat in seats_of(table)] == [
        ("Anna", "moon", 0),
        ("Boris", "drop", 1),
        ("anna 2", "bolt", 2),
        ("Flame", "flame", 3),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "steps", "order"),
    [
        ("A", 1, "BACD"),
        ("D", -1, "ABDC"),
        ("A", -1, "BCDA"),
        ("D", 1, "DABC"),
    ],
)
def test_move_a_seat(name: str, steps: int, order: str) -> None:
    table = new_table(names=("A", "B"))
    seats = seats_of(table)
    for each in "CD":
        seating.add_seat(table, seats, each)

    seating.move(seats, next(seat for seat in seats if seat.name == name), steps)

    assert "".join(seat.name for seat in seats_of(table)) == order
    assert [seat.place for seat in seats_of(table)] == [0, 1, 2, 3]


@pytest.mark.django_db
def test_sit_on_one_seat_only() -> None:
    table = new_table()
    first, second = seats = seats_of(table)
    seating.sit(seats, first, "anya")

    seating.sit(seats, second, "anya")

    assert [seat.phone for seat in seats_of(table)] == ["", "anya"]


@pytest.mark.django_db
def test_sit_on_a_taken_seat_takes_it_over() -> None:
    table = new_table()
    seats = seats_of(table)
    seating.sit(seats, seats[0], "anya")

    seating.sit(seats, seats[0], "borya")

    assert [seat.phone for seat in seats_of(table)] == ["borya", ""]


@pytest.mark.django_db
def test_sit_on_a_seat_set_aside_brings_it_back() -> None:
    table = new_table()
    seats = seats_of(table)
    seats[0].aside = True

    seating.sit(seats, seats[0], "anya")

    assert [(seat.aside, seat.phone) for seat in seats_of(table)] == [(False, "anya"), (False, "")]
