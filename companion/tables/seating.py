"""Seats round the table: names, figures, order, and who sits where."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

import regex

from companion.tables import models

MOST_SEATS = 12
LONGEST_NAME = 40
LONGEST_TEXT = 200  # characters in the database; a letter may be made of several

_INVISIBLE = regex.compile(r"[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u202a-\u202e\u2066-\u2069\u200b\ufeff]")


class NoName(ValueError):
    """Nothing is left of a name: it was blank."""


class NameTooLong(ValueError):
    """More than 40 letters (graphemes, as a reader counts them)."""


def clean_name(text: str) -> str:
    """A name as it is kept: any script, NFC, inner blanks single.

    Raises NoName or NameTooLong.

    >>> clean_name("  Анна   Мария ")
    'Анна Мария'
    """
    name = " ".join(_INVISIBLE.sub("", unicodedata.normalize("NFC", text)).split())
    if not regex.search(r"[^\p{Z}\p{M}\p{Cf}]", name):
        raise NoName
    if len(graphemes(name)) > LONGEST_NAME or len(name) > LONGEST_TEXT:
        raise NameTooLong
    return name


def graphemes(text: str) -> list[str]:
    """The letters of a text as a reader counts them: an emoji family is one."""
    found: list[str] = regex.findall(r"\X", text)
    return found


def free_name(name: str, taken: Iterable[str]) -> str:
    """The name, or the first of "name 2", "name 3" … that nobody has.

    >>> free_name("Аня", ["аня", "Боря"])
    'Аня 2'
    """
    others = {each.casefold() for each in taken}
    if name.casefold() not in others:
        return name
    number = 2
    while _numbered(name, number).casefold() in others:
        number += 1
    return _numbered(name, number)


def _numbered(name: str, number: int) -> str:
    """The name with its number, cut where both together would be too long for a name."""
    tail = f" {number}"
    letters = graphemes(name)[: LONGEST_NAME - len(tail)]
    while len("".join(letters)) + len(tail) > LONGEST_TEXT:
        letters.pop()
    return "".join(letters) + tail


def free_figure(seats: Iterable[models.Seat]) -> str:
    """The figure that the fewest seats have, the first of them."""
    used = [seat.figure for seat in seats]
    return min(models.FIGURES, key=used.count)


def first_seats(table: models.Table, players: int) -> list[models.Seat]:
    """The seats of a fresh table, unnamed; where figures come again, they get a number."""
    seats: list[models.Seat] = []
    for place in range(players):
        seat = models.Seat(table=table, place=place, figure=free_figure(seats))
        call(seat, "", seats)
        seats.append(seat)
    return seats


def add_seat(
    table: models.Table, seats: list[models.Seat], name: str = "", figure: str = ""
) -> models.Seat:
    """A new seat after the others. A name that is taken gets a number."""
    seat = models.Seat(
        table=table,
        place=max((each.place for each in seats), default=-1) + 1,
        figure=figure or free_figure(seats),
    )
    call(seat, name, seats)
    seat.save()
    seats.append(seat)
    return seat


def call(seat: models.Seat, name: str, others: Iterable[models.Seat]) -> None:
    """Give a seat its name; without one it goes by its figure, as long as it alone does."""
    taken = [each.name for each in others]
    wanted = name or seat.figure_name
    free = free_name(wanted, taken)
    seat.given_name = "" if not name and free == wanted else free


def sit(seats: list[models.Seat], seat: models.Seat, phone: str) -> None:
    """The phone sits there and nowhere else; whoever sat there now only looks on."""
    for each in seats:
        if each.phone == phone and each.pk != seat.pk:
            each.phone = ""
            each.save(update_fields=["phone"])
    seat.phone, seat.aside = phone, False
    seat.save(update_fields=["phone", "aside"])


def move(seats: list[models.Seat], seat: models.Seat, steps: int) -> None:
    """The seat goes that many places on among those who play, past the ends to the other end."""
    present = [each for each in seats if not each.aside or each.pk == seat.pk]
    here = next(place for place, each in enumerate(present) if each.pk == seat.pk)
    moved = present.pop(here)
    present.insert((here + steps) % (len(present) + 1), moved)
    aside = [each for each in seats if each not in present]
    for place, each in enumerate(present + aside):
        if each.place != place:
            each.place = place
            each.save(update_fields=["place"])
