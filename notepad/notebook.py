"""The private notepad of Code 777: a pyramid of 28 tiles to mark, and a text. Pure.

A cross and a circle mean whatever the player means by them; the site sets and
removes none on its own. Source: «Code777: подробные правила Stronghold», the
notepad.

A notebook is a log of its own, which nobody but its owner ever receives.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from companion.games import OptionsFault, Outcome, Refusal
from notepad.tiles import TILES, Kind, tiles_of

MarkState = Literal["none", "crossed", "circled"]
Marks = tuple[MarkState, ...]
"""The mark of each tile, by its number."""

LONGEST_NOTE = 4000
BLANK: Marks = tuple("none" for _tile in TILES)
NEXT: Mapping[MarkState, MarkState] = {
    "none": "crossed",
    "crossed": "circled",
    "circled": "none",
}
"""What a tap makes of a mark."""

TYPED: Mapping[str, str] = {"note": "text"}
"""The arg of a move that a phone may send with what it showed before (see `current`)."""


# -- the moves


@dataclass(frozen=True)
class Mark:
    """A tile (0 to 27) shall be marked so. `heeded`: see `Keep`; counts on a blank pyramid."""

    tile: int
    state: MarkState
    heeded: int = 0


@dataclass(frozen=True)
class MarkMany:
    """Several tiles shall be marked so; taken back as one. `heeded`: see `Mark`."""

    tiles: tuple[int, ...]
    state: MarkState
    heeded: int = 0


@dataclass(frozen=True)
class Note:
    """The whole text of the notepad."""

    text: str


@dataclass(frozen=True)
class Clear:
    """No marks and no text any more; the pages kept stay. `heeded`: see `Keep`."""

    heeded: int = 0


@dataclass(frozen=True)
class NewPyramid:
    """A pyramid without marks; the old one is kept as a page, the text stays."""

    heeded: int = 0


@dataclass(frozen=True)
class Keep:
    """The marks stay as they are, though racks were replaced or the supply was mixed.

    `heeded`: the entry of the play's log that was the last to change the table so. Of
    it and those before it nobody asks again.
    """

    heeded: int


@dataclass(frozen=True)
class Restore:
    """The marks of a kept page (from 1) come back; the present ones are kept, the text stays."""

    page: int


Move = Mark | MarkMany | Note | Clear | NewPyramid | Keep | Restore


@dataclass(frozen=True)
class State:
    """A notepad: the marks of the present pyramid, the text, and the pages kept, oldest first.

    `heeded`: up to which entry of the play it was decided what becomes of the marks.
    """

    marks: Marks = BLANK
    text: str = ""
    pages: tuple[Marks, ...] = ()
    heeded: int = 0


class Notebook:
    """The rules of the notepad as its log replays them."""

    moves: Mapping[str, type] = {
        "mark": Mark,
        "mark_many": MarkMany,
        "note": Note,
        "clear": Clear,
        "new_pyramid": NewPyramid,
        "keep": Keep,
        "restore": Restore,
    }

    def start(self, players: int, options: Any) -> State:
        """A blank notepad. It has no options: OptionsFault if some are given."""
        if options:
            raise OptionsFault("a notepad has no options")
        return State()

    def apply(self, state: State, move: Move, by: int | None) -> Outcome:
        """The notepad after `move`, or a Refusal for a tile or a page that is not there."""
        match move:
            case Mark(tile, mark, heeded):
                return _marked(state, (tile,), mark, heeded)
            case MarkMany(tiles, mark, heeded):
                return _marked(state, tiles, mark, heeded)
            case Note(text):
                return _noted(state, text)
            case Clear(heeded):
                return Outcome(_heeding(replace(state, marks=BLANK, text=""), heeded))
            case NewPyramid(heeded):
                return Outcome(_heeding(_turned(state, BLANK), heeded))
            case Keep(heeded):
                return Outcome(_heeding(state, heeded))
            case Restore(page):
                if not 1 <= page <= len(state.pages):
                    raise Refusal("no_such_page", page=page, pages=len(state.pages))
                return Outcome(_turned(state, state.pages[page - 1]))

    def view(self, state: State) -> dict[str, Any]:
        """The marks by tile, unmarked tiles left out, and the text."""
        marks = {str(tile): mark for tile, mark in enumerate(state.marks) if mark != "none"}
        return {"marks": marks, "text": state.text}


def current(state: State, move: Move) -> Any:
    """What a typed text would overwrite."""
    return state.text if isinstance(move, Note) else None


def unmarked(marks: Marks, kind: Kind) -> int:
    """How many tiles of a kind bear no mark.

    >>> unmarked(("none", "crossed", "none", *BLANK[3:]), "2Y")
    1
    """
    return sum(marks[tile] == "none" for tile in tiles_of(kind))


def to_cross(marks: Marks, seen: Mapping[Kind, int]) -> tuple[int, ...]:
    """The tiles to cross so that as many of each kind are crossed as are seen.

    Of a kind the first unmarked copies; what is crossed already counts.

    >>> to_cross(BLANK, {"1G": 1, "4B": 2})
    (0, 6, 7)
    """
    return tuple(
        tile for kind, count in seen.items() for tile in _first_unmarked(marks, kind, count)
    )


def _first_unmarked(marks: Marks, kind: Kind, count: int) -> Iterable[int]:
    tiles = tiles_of(kind)
    crossed = sum(marks[tile] == "crossed" for tile in tiles)
    free = [tile for tile in tiles if marks[tile] == "none"]
    return free[: max(0, count - crossed)]


def _marked(state: State, tiles: Iterable[int], mark: MarkState, heeded: int) -> Outcome:
    """Marks on a blank pyramid are made as the table is: what changed before is no question."""
    tiles, marks = tuple(tiles), list(state.marks)
    if len(tiles) > len(TILES):
        raise Refusal("bad_args", where="more tiles than there are at $.tiles")
    for tile in tiles:
        if tile not in range(len(TILES)):
            raise Refusal("no_such_tile", tile=tile, tiles=len(TILES))
        marks[tile] = mark
    after = replace(state, marks=tuple(marks))
    return Outcome(_heeding(after, heeded) if state.marks == BLANK else after)


def _noted(state: State, text: str) -> Outcome:
    text = text.replace("\r\n", "\n")  # a form without script ends its lines so
    if len(text) > LONGEST_NOTE:
        raise Refusal("note_too_long", most=LONGEST_NOTE, count=len(text))
    return Outcome(replace(state, text=text))


def _turned(state: State, marks: Marks) -> State:
    """The present pyramid becomes a page, and another lies in front."""
    return replace(state, marks=marks, pages=(*state.pages, state.marks))


def _heeding(state: State, heeded: int) -> State:
    return replace(state, heeded=max(state.heeded, heeded))
