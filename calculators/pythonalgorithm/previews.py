"""What a move would do to the pythons, drawn before it is recorded.

A preview is the move itself, tried on the state: it shows what then happens.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from django.utils.translation import gettext as _

from calculators.pythonalgorithm.chips import (
    SEGMENTS,
    Chips,
    Colour,
    Shift,
    Track,
    roman,
    shifted,
)
from calculators.pythonalgorithm.moves import Event, Reaction
from calculators.pythonalgorithm.rules import PythonAlgorithm
from calculators.pythonalgorithm.saying import COLOUR_NAMES, TRACK_NAMES, headed
from calculators.pythonalgorithm.state import Facts, State

RULES = PythonAlgorithm()


class Cell(NamedTuple):
    """A segment in the drawing of a track: who stands there, and whether a chip comes or leaves.

    `change` is "to" where a chip lands, "from" where only its ghost is left, else "".
    """

    segment: str
    colour: Colour | None = None
    change: str = ""


def shifts_of(state: State, move: Event | Reaction) -> tuple[Shift, ...]:
    """Where the chips would go, in the order played; () if none is touched."""
    return cast(Facts, RULES.apply(state, move, None).facts).shifts


def track_drawn(state: State, track: Track, shifts: Sequence[Shift] = ()) -> dict[str, Any]:
    """A track as it stands, or as it would stand after those of the shifts that are its own."""
    before, own = state.tracks.of(track), [shift for shift in shifts if shift.track == track]
    return {
        "track": track,
        "title": str(TRACK_NAMES[track]),
        "shifts": [told(shift) for shift in own],
        "cells": cells(before, shifted(before, own)),
    }


def cells(before: Chips, after: Chips) -> list[Cell]:
    """The seven segments of a track, and what changes in them."""
    return [_cell(segment, before, after) for segment in SEGMENTS]


def _cell(segment: int, before: Chips, after: Chips) -> Cell:
    was, comes = before.standing(segment), after.standing(segment)
    if comes is None:
        return Cell(roman(segment), was, "from" if was else "")
    return Cell(roman(segment), comes, "" if comes == was else "to")


def told(shift: Shift) -> dict[str, Any]:
    """A shift for the template: whose, from where to where, and why there."""
    return {
        "colour": shift.colour,
        "name": headed(str(COLOUR_NAMES[shift.colour])),
        "way": way_of(shift),
        "reason": reason_of(shift),
    }


def way_of(shift: Shift) -> str:
    """From where to where: "II → VI"; of a chip that stays, where it stands."""
    ends = [roman(shift.origin), roman(shift.goal)]
    return " → ".join(ends if shift.moves else ends[:1])


def reason_of(shift: Shift) -> str:
    """Why the chip does not stand where it aimed; "" if it does."""
    data = {
        "taken": ", ".join(map(roman, shift.taken)),
        "origin": roman(shift.origin),
        "goal": roman(shift.goal),
    }
    if not shift.edge:
        if not shift.taken:
            return ""
        return _("Taken: %(taken)s. The next free segment is %(goal)s.") % data
    if shift.moves:
        return _("No free segment further that way. The nearest free one is %(goal)s.") % data
    return _("No free segment further that way: the chip stays on %(origin)s.") % data
