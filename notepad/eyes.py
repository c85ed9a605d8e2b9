"""What each pair of eyes may see of Code 777, and what one player can deduce from it. Pure.

A player sees all racks but the own one. A code put aside stays hidden from its
player, unless it was declared right and entered then: a wrong one must not be
looked at. Source: «Code777: подробные правила Stronghold».
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games import Eyes, Standing, places
from notepad.deduction import Clues, Deduction, Told, deduction
from notepad.questions import QUESTIONS
from notepad.racks import Rack, Stand, sees
from notepad.rules import Answered, Change, State
from notepad.tiles import KINDS, Code, Kind, code_of


@dataclass(frozen=True)
class LeftOut:
    """An answer that the deduction cannot use: its reader saw racks that nobody entered."""

    row: int
    racks: tuple[Rack, ...]


# -- the racks


def racks_now(state: State, eyes: Eyes) -> dict[Rack, Code | None]:
    """What stands on each rack that these eyes may see (None: not known).

    At the end all racks are turned round: everybody sees them.
    """
    return {
        rack: tiles for rack, tiles in state.standing.items() if state.finished or sees(eyes, rack)
    }


def racks_then(state: State, row: Answered, eyes: Eyes) -> dict[Rack, Code | None]:
    """What stood on each rack when an answer was given, as far as these eyes may see it now."""
    shown: dict[Rack, Code | None] = {}
    for rack, stand in state.stood(row).items():
        if _may_see(eyes, rack, stand) or (state.finished and stand.aside is None):
            shown[rack] = stand.tiles
    return shown


def seen_at_others(state: State, player: int) -> Counter[Kind]:
    """How many tiles of each kind stand now on the racks that a player sees."""
    return Counter(
        kind for rack, tiles in state.standing.items() for kind in tiles or () if sees(player, rack)
    )


def secret(what: str, args: Mapping[str, Any], state: State, eyes: Eyes) -> bool:
    """Whether the args of this move tell of a rack that these eyes may not see.

    It stays so at the end: some of it may be of a code that was declared wrong.
    """
    return what == "see_rack" and not sees(eyes, args.get("rack", eyes))


def _may_see(eyes: Eyes, rack: Rack, stand: Stand) -> bool:
    return stand.looked_at or sees(eyes, rack)


# -- the deduction


def deduced(state: State, player: int) -> Deduction:
    """The codes that a player's rack can still hold, by all that the player may know."""
    return deduction(clues_of(state, player))


def clues_of(state: State, player: int) -> Clues:
    """The tiles a player has seen, and what the others answered to the present code."""
    told = tuple(
        Told(number, row.question, row.answer, tuple(map(code_of, known)))
        for number, row in _to_present_code(state, player)
        if len(known := _known(others := _others(state, row, player))) == len(others)
    )
    return Clues(_most_seen(state, player), told, state.options.question2)


def left_out(state: State, player: int) -> tuple[LeftOut, ...]:
    """The answers that would count if somebody entered the racks that are missing."""
    return tuple(
        LeftOut(number, missing)
        for number, row in _to_present_code(state, player)
        if (missing := _unknown(_others(state, row, player)))
    )


def _known(racks: Mapping[Rack, Code | None]) -> list[Code]:
    return [tiles for tiles in racks.values() if tiles is not None]


def _unknown(racks: Mapping[Rack, Code | None]) -> tuple[Rack, ...]:
    return tuple(rack for rack, tiles in racks.items() if tiles is None)


def _to_present_code(state: State, player: int) -> Iterator[tuple[int, Answered]]:
    """What others answered while they saw the code that still stands on the player's rack."""
    present = len(state.stands[player]) - 1
    return (
        (number, row)
        for number, row in enumerate(state.answers)
        if row.reader != player and row.stood[player] == present
    )


def _others(state: State, row: Answered, player: int) -> dict[Rack, Code | None]:
    """What the answerer saw beside the player's rack."""
    return {
        rack: stand.tiles
        for rack, stand in state.stood(row).items()
        if rack not in (row.reader, player)
    }


def _most_seen(state: State, player: int) -> tuple[int, ...]:
    """The most copies of each kind that the player saw in one cycle of the supply.

    A tile is seen in a cycle if it stood on a rack in it: it stands there still or
    was put aside before the next mix, so none of these was drawn from the supply
    meanwhile. Only cycles count in which the player's present code stood.
    """
    first, last = state.stands[player][-1].drawn, state.supply.mixes
    cycles = {cycle: dict.fromkeys(KINDS, 0) for cycle in range(first, last + 1)}
    for rack, stands in zip(state.racks, state.stands, strict=True):
        for stand in stands:
            if stand.tiles is None or not _may_see(player, rack, stand):
                continue
            until = last if stand.aside is None else stand.aside
            for cycle in range(max(first, stand.drawn), until + 1):
                for kind in stand.tiles:
                    cycles[cycle][kind] += 1
    return tuple(max(seen[kind] for seen in cycles.values()) for kind in KINDS)


# -- the whole play


def view(state: State, eyes: Eyes) -> dict[str, Any]:
    """The play as JSON, as these eyes may see it: what is hidden is null or left out."""
    shown: dict[str, Any] = {
        "points": list(state.points),
        "code_numbers": list(state.code_numbers),
        "supply": state.supply.left,
        "mixes": state.supply.mixes,
        "help": state.help,
        "reader": state.reader,
        "questions_left": len(QUESTIONS) - len(state.asked),
        "racks": _racks_view(racks_now(state, eyes)),
        "log": [_row_view(state, row, eyes) for row in state.answers],
        "changes": [_change_view(change) for change in state.changes],
    }
    if state.help == "deduction" and isinstance(eyes, int):
        found = deduced(state, eyes)
        shown["candidates"] = {"numbers": len(found.number_codes), "kinds": len(found.codes)}
    return shown


def by_racks_shown(state: State, row: Answered, eyes: Eyes) -> Any:
    """The answer by the racks entered: for its reader only, and if the table agreed to help."""
    if state.help == "off" or eyes not in (row.reader, "everything"):
        return None
    return state.by_racks(row)


def standings(state: State) -> list[Standing]:
    """The most points win."""
    return [
        Standing(player, points, place)
        for player, (points, place) in enumerate(
            zip(state.points, places(state.points), strict=True)
        )
    ]


def _row_view(state: State, row: Answered, eyes: Eyes) -> dict[str, Any]:
    return {
        "reader": row.reader,
        "question": row.question,
        "answer": row.answer,
        "mix": row.mixes,
        "supply": row.supply,
        "codes": [place + 1 for place in row.stood[: state.players]],
        "by_racks": by_racks_shown(state, row, eyes),
        "racks": _racks_view(racks_then(state, row, eyes)),
    }


def _racks_view(racks: Mapping[Rack, Code | None]) -> dict[str, list[str] | None]:
    return {str(rack): None if tiles is None else list(tiles) for rack, tiles in racks.items()}


def _change_view(change: Change) -> dict[str, Any]:
    return {
        "after": change.after,
        "player": change.player,
        "right": change.right,
        "numbers": None if change.numbers is None else list(change.numbers),
        "racks": [str(rack) for rack in change.racks],
        "mixed": change.mixed,
        "supply": change.supply,
    }
