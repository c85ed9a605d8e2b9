"""Places as a picture, 1200 × 630: one line for each player, as tall as all have room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import east_asian_width

from django.http import HttpResponse
from django.utils.text import Truncator

from companion.http import Request, render
from companion.tables import models, seating

TOP = 160
ROOM = 360
TALLEST = 84
BADGE_FROM = 140
HEADING_ROOM, FOOT_ROOM = 830, 1020
HEADING, FOOT = 40, 28
LONGEST_FOOT = 80
RIGHT = 1110
GAP = 24
LETTER = 0.61  # how wide a letter is, in parts of its size


@dataclass(frozen=True)
class Placed:
    """Somebody in the picture: which place, and with how many (points or wins, as text)."""

    seat: models.Seat
    place: int | None
    number: str


@dataclass(frozen=True)
class Line:
    """Where somebody stands in the picture, in its own units."""

    of: Placed
    top: int
    height: int

    @property
    def badge(self) -> int:
        return self.height - 6

    @property
    def name_from(self) -> int:
        """Where the name begins, right of the badge."""
        return BADGE_FROM + self.height + 10

    @property
    def letters(self) -> int:
        return self.height * 3 // 4

    @property
    def room(self) -> int:
        """What the number leaves of the line to the name."""
        return RIGHT - self.name_from - GAP - int(width(self.of.number) * self.letters)

    @property
    def name_letters(self) -> int:
        return fitting(self.of.seat.name, self.room, self.letters)

    @property
    def foot(self) -> int:
        """Where its letters stand on."""
        return self.top + self.height * 7 // 10


def width(text: str) -> float:
    """About how wide the text is, in parts of the size of its letters."""
    letters = seating.graphemes(text)
    return sum(1.3 if east_asian_width(each[0]) in "WF" else LETTER for each in letters)


def fitting(text: str, room: int, most: int) -> int:
    """The size of letters, not above `most`, at which the text has room.

    >>> fitting("Аня", 680, 63), fitting("Максимилиан Преображенский", 680, 63)
    (63, 42)
    """
    return min(most, int(room / max(1, width(text))))


def lines(placed: Sequence[Placed]) -> list[Line]:
    """One line under the other; many are smaller, so that nobody is left out."""
    height = min(TALLEST, ROOM // max(1, len(placed)))
    return [Line(each, TOP + height * row, height) for row, each in enumerate(placed)]


def answer(
    request: Request, placed: Sequence[Placed], *, heading: str, unit: str, foot: str
) -> HttpResponse:
    """The picture as an SVG that needs no other file; `unit` is what the numbers count."""
    foot = Truncator(foot).chars(LONGEST_FOOT)
    context = {
        "lines": lines(placed),
        "heading": heading,
        "heading_letters": fitting(heading, HEADING_ROOM, HEADING),
        "unit": unit,
        "foot": foot,
        "foot_letters": fitting(foot, FOOT_ROOM, FOOT),
    }
    response = render(request, "tables/picture.svg", context)
    response["Content-Type"] = "image/svg+xml; charset=utf-8"
    return response
