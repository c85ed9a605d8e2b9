"""The racks of Code 777, who sees which, and the supply that new tiles come from. Pure.

Four racks stand on the table, five with five players; with two or three players
those that nobody owns are common. Everybody sees all racks but the own one.
Source: «Code777: подробные правила Stronghold», set-up and replacing a rack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from companion.games import Eyes
from notepad.tiles import CODE_LENGTH, FACES, TILES, Code, Kind

CommonRack = Literal["common-1", "common-2"]
Rack = int | CommonRack
"""A rack as moves name it: its player's number, or which of the common ones."""

Holders = Mapping[Kind, Mapping[Rack, int]]
"""How many tiles of a kind stand on which racks."""

COMMON_RACKS: tuple[CommonRack, ...] = get_args(CommonRack)
FEWEST_RACKS = 4
MIX_AT = (0, 1, 4, 7)


# -- which racks there are, and who sees them


def common_racks(players: int) -> tuple[CommonRack, ...]:
    """The racks that nobody owns.

    >>> common_racks(2), common_racks(3), common_racks(5)
    (('common-1', 'common-2'), ('common-1',), ())
    """
    return COMMON_RACKS[: max(0, FEWEST_RACKS - players)]


def racks_of(players: int) -> tuple[Rack, ...]:
    """All racks on the table: the players', then the common ones.

    >>> racks_of(3)
    (0, 1, 2, 'common-1')
    """
    return (*range(players), *common_racks(players))


def sees(eyes: Eyes, rack: Rack) -> bool:
    """Whether these eyes may see a rack.

    A player sees all but the own one; a phone without a seat may be any player's,
    so the table's eyes see the common racks alone.

    >>> sees(0, 0), sees(1, 0), sees("table", 0), sees("table", "common-1")
    (False, True, False, True)
    """
    if eyes == "everything" or rack in COMMON_RACKS:
        return True
    return eyes not in ("table", rack)


def holders(racks: Mapping[Rack, Code | None], kinds: Sequence[Kind]) -> Holders:
    """How many tiles of these kinds stand on the known racks, where too many are known.

    >>> holders({0: ("1G", "2Y", "3K"), 1: ("1G", "4B", "4B"), 2: None}, ["1G", "4B"])
    {'1G': {0: 1, 1: 1}}
    """
    counted = {rack: Counter(code) for rack, code in racks.items() if code}
    held = {
        kind: {rack: count[kind] for rack, count in counted.items() if count[kind]}
        for kind in dict.fromkeys(kinds)
    }
    return {kind: by_rack for kind, by_rack in held.items() if _too_many(kind, by_rack)}


def clash(held: Holders, eyes: Eyes) -> Holders:
    """What cannot be true together of the racks that these eyes may see.

    Of the other racks nothing is told, not even that they stand in the way.
    """
    seen = {
        kind: {rack: count for rack, count in by_rack.items() if sees(eyes, rack)}
        for kind, by_rack in held.items()
    }
    return {kind: by_rack for kind, by_rack in seen.items() if _too_many(kind, by_rack)}


def _too_many(kind: Kind, by_rack: Mapping[Rack, int]) -> bool:
    return sum(by_rack.values()) > FACES[kind].copies


# -- what stood on a rack, and when


@dataclass(frozen=True)
class Stand:
    """Three tiles on a rack, from the draw until they are replaced.

    `drawn` and `aside` are the mixes of the supply so far, when they were drawn
    and when they were put aside (None: they still stand). `tiles` are what was
    recorded, in that order. `looked_at`: after a right declaration its player saw them.
    """

    drawn: int = 0
    aside: int | None = None
    tiles: Code | None = None
    looked_at: bool = False


@dataclass(frozen=True)
class Supply:
    """The tiles left to draw from, and how often the discard was mixed in."""

    left: int
    mixes: int = 0

    def replaced(self, racks: int, mix_at: int) -> Supply:
        """The supply after one of `racks` racks was replaced.

        The old three go to the discard. With `mix_at` tiles left or fewer, all of
        the discard is mixed in before three are drawn. Where fewer than three are
        left above that, those are drawn first, openly, and the rest after mixing.

        >>> Supply(4).replaced(4, 1), Supply(1).replaced(4, 1), Supply(1).replaced(4, 0)
        (Supply(left=1, mixes=0), Supply(left=16, mixes=1), Supply(left=16, mixes=1))
        """
        if self.left > mix_at and self.left >= CODE_LENGTH:
            return replace(self, left=self.left - CODE_LENGTH)
        return Supply(full_supply(racks), self.mixes + 1)


def full_supply(racks: int) -> int:
    """How many tiles are left when so many racks are filled.

    >>> full_supply(4), full_supply(5)
    (16, 13)
    """
    return len(TILES) - CODE_LENGTH * racks
