"""Places as a picture, 1200 × 630: one line for each player, as tall as all have room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpResponse

from companion.http import Request, render
from companion.tables import models

TOP = 160
ROOM = 360
TALLEST = 84
BADGE_FROM = 140


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
    def foot(self) -> int:
        """Where its letters stand on."""
        return self.top + self.height * 7 // 10


def lines(placed: Sequence[Placed]) -> list[Line]:
    """One line under the other; many are smaller, so that nobody is left out."""
    height = min(TALLEST, ROOM // max(1, len(placed)))
    return [Line(each, TOP + height * row, height) for row, each in enumerate(placed)]


def answer(
    request: Request, placed: Sequence[Placed], *, heading: str, unit: str, foot: str
) -> HttpResponse:
    """The picture as an SVG that needs no other file; `unit` is what the numbers count."""
    context = {"lines": lines(placed), "heading": heading, "unit": unit, "foot": foot}
    response = render(request, "tables/picture.svg", context)
    response["Content-Type"] = "image/svg+xml"
    return response
