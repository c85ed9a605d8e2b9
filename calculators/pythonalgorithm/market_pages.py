"""Pages of the market: its reaction to what is left, and the pythons laid by hand or by lot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from secrets import SystemRandom
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from calculators.numbers import read_sum
from calculators.pythonalgorithm.chips import (
    COLOURS,
    SEGMENTS,
    TRACKS,
    Chips,
    Colour,
    Track,
    Tracks,
    roman,
    swapped,
)
from calculators.pythonalgorithm.moves import Left, Reaction
from calculators.pythonalgorithm.previews import RULES, cells, shifts_of, track_drawn
from calculators.pythonalgorithm.saying import COLOUR_NAMES, TRACK_NAMES, headed
from calculators.pythonalgorithm.state import State
from companion.games import Eyes

MOST_LEFT = 99
START_SEGMENTS = (2, 3, 4)


# -- the market reaction


def leftovers_page(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """The market reaction: how many cards of each colour are left, and who then moves.

    `track` chooses the track, else it is the first that has not reacted in this round.
    `blue`, `yellow` and `white` are the counts.
    """
    track = _track(state, query)
    left = {colour: _count(query.get(colour, "")) for colour in COLOURS}
    shifts = shifts_of(state, Reaction(track, Left(**left)))
    return {
        "track": track,
        "tracks": [(each, str(TRACK_NAMES[each]), each == track) for each in TRACKS],
        "colours": [_left(state, track, left, colour) for colour in COLOURS],
        "preview": track_drawn(state, track, shifts),
        "reacted": track in state.reacted,
        "other": next((each for each in TRACKS if each not in (*state.reacted, track)), ""),
    }


def _track(state: State, query: Mapping[str, str]) -> Track:
    waiting = [each for each in TRACKS if each not in state.reacted]
    default = waiting[0] if waiting else TRACKS[0]
    return next((each for each in TRACKS if each == query.get("track")), default)


def _count(text: str) -> int:
    """A typed number of cards; anything else is none."""
    try:
        return min(max(0, read_sum(text)), MOST_LEFT)
    except ValueError:
        return 0


def _left(state: State, track: Track, left: Mapping[Colour, int], colour: Colour) -> dict[str, Any]:
    """One colour's stepper, and what its number means for its chip."""
    count = left[colour]
    counts = {str(each): number for each, number in left.items()}
    return {
        "colour": colour,
        "name": headed(str(COLOUR_NAMES[colour])),
        "count": count,
        "fewer": urlencode({"track": track} | counts | {colour: max(0, count - 1)}),
        "more": urlencode({"track": track} | counts | {colour: count + 1}),
        "meaning": _meaning(left, colour, roman(state.tracks.of(track).of(colour))),
    }


def _meaning(left: Mapping[Colour, int], colour: Colour, segment: str) -> str:
    most, fewest = max(left.values()), min(left.values())
    if most == fewest or left[colour] not in (most, fewest):
        return _("stays on %(segment)s") % {"segment": segment}
    return _("most left: ← 1") if left[colour] == most else _("fewest left: → 1")


# -- the pythons by hand and by lot


def chips_page(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """The pythons on both tracks: a colour is chosen, then its segment.

    `colour` chooses. `drawn` is what the lot gave, as digits for both tracks; it stands
    in the address, so that a page that is drawn again shows the same.
    """
    colour = next((each for each in COLOURS if each == query.get("colour")), COLOURS[0])
    drawn = read_drawn(query.get("drawn", ""))
    return {
        "colour": colour,
        "colours": [(each, each == colour) for each in COLOURS],
        "hands": [_by_hand(state, track, colour) for track in TRACKS],
        "again": written(draw()),
        "lots": _lots(state, drawn) if drawn else None,
    }


def _by_hand(state: State, track: Track, colour: Colour) -> dict[str, Any]:
    """A track whose segments are keys for the chosen colour's chip."""
    chips = state.tracks.of(track)
    return {
        "track": track,
        "title": str(TRACK_NAMES[track]),
        "cells": [
            {
                "segment": roman(segment),
                "colour": chips.standing(segment),
                "here": chips.of(colour) == segment,
                "label": _placing_said(chips, colour, segment),
                "args": {"track": track, "colour": colour, "segment": segment},
            }
            for segment in SEGMENTS
        ],
    }


def _placing_said(chips: Chips, colour: Colour, segment: int) -> str:
    """What the key of a segment does: "Blue to IV, white to II in exchange"."""
    told = {
        "colour": headed(str(COLOUR_NAMES[colour])),
        "segment": roman(segment),
        "from": roman(chips.of(colour)),
    }
    other = chips.standing(segment)
    if other == colour:
        return _("%(colour)s stands on %(segment)s") % told
    if other is None:
        return _("%(colour)s to %(segment)s") % told
    told["other"] = str(COLOUR_NAMES[other])
    return _("%(colour)s to %(segment)s, in exchange %(other)s to %(from)s") % told


def draw() -> Tracks:
    """Segments II, III and IV for the chips of both tracks, by lot."""
    chance = SystemRandom()
    return Tracks(*(Chips(*chance.sample(START_SEGMENTS, len(COLOURS))) for _track in TRACKS))


def written(tracks: Tracks) -> str:
    """Both tracks as six digits, colour by colour.

    >>> written(Tracks(Chips(2, 3, 4), Chips(4, 3, 2)))
    '234432'
    """
    return "".join(str(tracks.of(track).of(colour)) for track in TRACKS for colour in COLOURS)


def read_drawn(text: str) -> Tracks | None:
    """What `written` wrote; None if that is no draw.

    >>> read_drawn("234432")
    Tracks(templates=Chips(blue=2, yellow=3, white=4), kodiki=Chips(blue=4, yellow=3, white=2))
    """
    halves = text[:3], text[3:]
    if any(sorted(half) != [str(segment) for segment in START_SEGMENTS] for half in halves):
        return None
    return Tracks(*(Chips(*map(int, half)) for half in halves))


def _lots(state: State, drawn: Tracks) -> dict[str, Any]:
    """What was drawn, and the keys that lay it.

    Before anything else is recorded one key lays all chips, as where they start;
    afterwards a key for each chip that stands elsewhere.
    """
    begun = state != RULES.start(state.players, state.options)
    return {
        "tracks": [
            {
                "title": str(TRACK_NAMES[track]),
                "cells": cells(drawn.of(track), drawn.of(track)),
            }
            for track in TRACKS
        ],
        "args": {"chips": {track: dict(vars(drawn.of(track))) for track in TRACKS}},
        "begun": begun,
        "keys": list(_placings(state, drawn)) if begun else [],
        "lie": state.tracks == drawn,
    }


def _placings(state: State, drawn: Tracks) -> Sequence[tuple[str, dict[str, Any]]]:
    """Keys that bring the chips where the lot wants them, in an order that works."""
    keys = []
    for track in TRACKS:
        chips = state.tracks.of(track)
        for colour in COLOURS:
            segment = drawn.of(track).of(colour)
            if chips.of(colour) == segment:
                continue
            said = f"{TRACK_NAMES[track]}. {_placing_said(chips, colour, segment)}"
            keys.append((said, {"track": track, "colour": colour, "segment": segment}))
            chips = swapped(chips, colour, segment)
    return keys
