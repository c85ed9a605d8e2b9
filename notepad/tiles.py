"""The 28 tiles of Code 777: eleven kinds, seven colours, each colour on four tiles. Pure.

A kind is called by its number and the letter of its colour, as "5R". A code is
three tiles; which of two like tiles it is never matters. Source: «Code777:
подробные правила Stronghold», the box.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate, combinations_with_replacement
from typing import Literal, cast, get_args

Kind = Literal["1G", "2Y", "3K", "4B", "5R", "5K", "6P", "6G", "7P", "7Y", "7C"]
Colour = Literal["green", "yellow", "black", "brown", "red", "pink", "blue"]
Symbol = Literal["circle", "triangle", "star", "square", "hexagon", "saltire", "diamond"]

Code = tuple[Kind, Kind, Kind]
"""Three tiles by their kinds. In the order of the table it names a code once (`code_of`)."""

Numbers = tuple[int, int, int]
"""Three numbers, as a code is declared; colours are not said."""


@dataclass(frozen=True)
class Face:
    """What is printed on the tiles of a kind, and how many of them the box has."""

    number: int
    colour: Colour
    symbol: Symbol
    copies: int


FACES: Mapping[Kind, Face] = {
    "1G": Face(1, "green", "circle", 1),
    "2Y": Face(2, "yellow", "triangle", 2),
    "3K": Face(3, "black", "star", 3),
    "4B": Face(4, "brown", "square", 4),
    "5R": Face(5, "red", "hexagon", 4),
    "5K": Face(5, "black", "star", 1),
    "6P": Face(6, "pink", "saltire", 3),
    "6G": Face(6, "green", "circle", 3),
    "7P": Face(7, "pink", "saltire", 1),
    "7Y": Face(7, "yellow", "triangle", 2),
    "7C": Face(7, "blue", "diamond", 4),
}
KINDS: tuple[Kind, ...] = get_args(Kind)
COLOURS: tuple[Colour, ...] = get_args(Colour)
NUMBERS = range(1, 8)
CODE_LENGTH = 3

TILES: tuple[Kind, ...] = tuple(kind for kind in KINDS for _copy in range(FACES[kind].copies))
"""The kind of each tile; tiles are numbered from 0, down the table."""

_FIRST = dict(
    zip(KINDS, accumulate((FACES[kind].copies for kind in KINDS), initial=0), strict=False)
)
_PLACE = {kind: place for place, kind in enumerate(KINDS)}


def tiles_of(kind: Kind) -> range:
    """The numbers of the tiles of a kind.

    >>> tiles_of("3K")
    range(3, 6)
    """
    first = _FIRST[kind]
    return range(first, first + FACES[kind].copies)


def place_of(kind: Kind) -> int:
    """Where a kind stands in the table, from 0.

    >>> place_of("5R")
    4
    """
    return _PLACE[kind]


def code_of(tiles: Iterable[Kind]) -> Code:
    """Three tiles in the order of the table.

    >>> code_of(["7C", "1G", "5K"])
    ('1G', '5K', '7C')
    """
    return cast(Code, tuple(sorted(tiles, key=place_of)))


def numbers_of(code: Code) -> Numbers:
    """The numbers of three tiles, lowest first: what is declared.

    >>> numbers_of(("7C", "1G", "5K"))
    (1, 5, 7)
    """
    return cast(Numbers, tuple(sorted(FACES[kind].number for kind in code)))


def missing(tiles: Iterable[Kind]) -> tuple[Kind, ...]:
    """The kinds of which the box has fewer tiles than are named.

    >>> missing(["1G", "1G", "2Y"])
    ('1G',)
    """
    counted = Counter(tiles)
    return tuple(kind for kind in KINDS if counted[kind] > FACES[kind].copies)


def copies_with(number: int) -> int:
    """How many tiles bear a number: as many as the number says.

    >>> [copies_with(number) for number in NUMBERS]
    [1, 2, 3, 4, 5, 6, 7]
    """
    return sum(face.copies for face in FACES.values() if face.number == number)


CODES: tuple[Code, ...] = tuple(
    cast(Code, tiles)
    for tiles in combinations_with_replacement(KINDS, CODE_LENGTH)
    if not missing(tiles)
)
"""The 251 codes that three tiles can make."""

NUMBER_CODES: tuple[Numbers, ...] = tuple(sorted({numbers_of(code) for code in CODES}))
"""The 76 codes that can be declared."""
