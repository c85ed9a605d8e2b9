"""The python chips on the two price tracks, and where they go. Pure.

Each track has seven segments and one chip of each colour; no cell holds two. A
chip lands the step away from where it stood, and cells passed on the way count,
taken or not; if the landing cell is taken, it is the next free one further in
the same direction. Where nothing is free that way, the table's option decides.
Source: rulebook, "События" and "Реакция рынка".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Literal, get_args

Colour = Literal["blue", "yellow", "white"]
COLOURS: tuple[Colour, ...] = get_args(Colour)

Track = Literal["templates", "kodiki"]
TRACKS: tuple[Track, ...] = get_args(Track)

Edge = Literal["stay", "nearest"]
"""Nothing free that way: the chip stays, or takes the free cell nearest to the edge."""

EventTracks = Literal["both", "templates"]

SEGMENTS = range(1, 8)
ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII")


def roman(segment: int) -> str:
    """A segment (1 to 7) as the board prints it.

    >>> roman(4)
    'IV'
    """
    return ROMAN[segment - 1]


@dataclass(frozen=True)
class Chips:
    """One track: the segment (1 to 7) on which each colour's chip stands."""

    blue: int = 2
    yellow: int = 3
    white: int = 4

    def of(self, colour: Colour) -> int:
        """The segment of a colour's chip."""
        segment: int = getattr(self, colour)
        return segment

    def moved(self, colour: Colour, segment: int) -> Chips:
        """The track with that chip on `segment`; whether it is free is not asked."""
        return replace(self, **{colour: segment})

    def standing(self, segment: int) -> Colour | None:
        """The colour of the chip on a segment (None: it is free)."""
        return next((colour for colour in COLOURS if self.of(colour) == segment), None)

    @property
    def cheapest(self) -> Colour:
        """The colour whose chip stands lowest."""
        return min(COLOURS, key=self.of)

    @property
    def dearest(self) -> Colour:
        """The colour whose chip stands highest."""
        return max(COLOURS, key=self.of)

    @property
    def possible(self) -> bool:
        """Each chip on a segment of its own, from I to VII."""
        cells = {self.of(colour) for colour in COLOURS}
        return len(cells) == len(COLOURS) and all(cell in SEGMENTS for cell in cells)


@dataclass(frozen=True)
class Tracks:
    """Both tracks: the big pythons show the prices of templates, the small those of kodiki."""

    templates: Chips = Chips()
    kodiki: Chips = Chips()

    def of(self, track: Track) -> Chips:
        """The chips of one track."""
        chips: Chips = getattr(self, track)
        return chips

    def replaced(self, track: Track, chips: Chips) -> Tracks:
        """Both tracks, one of them with other chips."""
        return replace(self, **{track: chips})


SET_UP = Tracks()
"""The chips at the start, where no table laid them at random."""


@dataclass(frozen=True)
class Shift:
    """Where one chip goes, and why there.

    `aimed` is the old segment and the step together (it may lie outside 1 to 7),
    `taken` are the taken cells from there on, in the chip's direction. `edge` is
    true if nothing was free that way.
    """

    track: Track
    colour: Colour
    origin: int
    goal: int
    aimed: int
    taken: tuple[int, ...] = ()
    edge: bool = False

    @property
    def moves(self) -> bool:
        """The chip leaves its cell."""
        return self.goal != self.origin


def rise(chips: Chips, track: Track, colour: Colour, edge: Edge) -> Shift:
    """Rise: the colour's chip goes up by one.

    >>> rise(Chips(1, 2, 3), "templates", "blue", "stay").goal
    4
    """
    return _landed(chips, track, colour, 1, edge)


def jump(chips: Chips, track: Track, edge: Edge) -> Shift:
    """Jump: the cheapest colour of the track goes up by two.

    >>> jump(Chips(1, 2, 5), "templates", "stay")
    Shift(track='templates', colour='blue', origin=1, goal=3, aimed=3, taken=(), edge=False)
    """
    return _landed(chips, track, chips.cheapest, 2, edge)


def crash(chips: Chips, track: Track, edge: Edge) -> Shift:
    """Crash: the dearest colour of the track goes down by two.

    >>> crash(Chips(1, 2, 4), "templates", "stay").goal
    4
    """
    return _landed(chips, track, chips.dearest, -2, edge)


def reaction(
    chips: Chips, track: Track, left: Mapping[Colour, int], edge: Edge
) -> tuple[Shift, ...]:
    """Market reaction: of what most is left falls by one, of what fewest is left rises by one.

    `left` counts the unsold cards of each colour. Tied colours move together: the
    falling ones first, from the lowest on, then the rising ones, from the highest
    on. If equally many are left of all, nothing moves. The shifts come in the order
    in which they are played.

    >>> shifts = reaction(Chips(2, 4, 3), "templates", dict(blue=2, yellow=4, white=2), "stay")
    >>> [(each.colour, each.goal) for each in shifts]
    [('yellow', 1), ('white', 4), ('blue', 3)]
    """
    most, fewest = max(left.values()), min(left.values())
    if most == fewest:
        return ()
    upward = sorted(COLOURS, key=chips.of)
    steps = [(colour, -1) for colour in upward if left[colour] == most]
    steps += [(colour, 1) for colour in reversed(upward) if left[colour] == fewest]
    shifts = []
    for colour, step in steps:
        shift = _landed(chips, track, colour, step, edge)
        chips = chips.moved(colour, shift.goal)
        shifts.append(shift)
    return tuple(shifts)


def _landed(chips: Chips, track: Track, colour: Colour, step: int, edge: Edge) -> Shift:
    origin = chips.of(colour)
    others = {chips.of(other) for other in COLOURS if other != colour}
    way = 1 if step > 0 else -1
    aimed = cell = origin + step
    while cell in others:
        cell += way
    taken = tuple(range(aimed, cell, way))
    if cell in SEGMENTS:
        return Shift(track, colour, origin, cell, aimed, taken)
    goal = origin if edge == "stay" else _back(origin, aimed - way, way, others)
    return Shift(track, colour, origin, goal, aimed, taken, edge=True)


def _back(origin: int, cell: int, way: int, others: set[int]) -> int:
    """The first free cell from `cell` back toward the start, at worst the start itself."""
    while cell not in SEGMENTS or cell in others:
        cell -= way
    return cell if (cell - origin) * way > 0 else origin


def shifted(chips: Chips, shifts: Iterable[Shift]) -> Chips:
    """The track after these shifts of it."""
    for shift in shifts:
        chips = chips.moved(shift.colour, shift.goal)
    return chips


def swapped(chips: Chips, colour: Colour, segment: int) -> Chips:
    """A chip put on a segment by hand: one that stands there takes its place.

    >>> swapped(Chips(2, 3, 4), "blue", 3)
    Chips(blue=3, yellow=2, white=4)
    """
    other = chips.standing(segment)
    if other is None or other == colour:
        return chips.moved(colour, segment)
    return chips.moved(other, chips.of(colour)).moved(colour, segment)


def arrangements() -> tuple[Chips, ...]:
    """All 210 ways in which the chips of a track can stand."""
    return tuple(Chips(*cells) for cells in permutations(SEGMENTS, len(COLOURS)))
