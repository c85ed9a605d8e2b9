"""The page `declaration`: who names the own code, its three numbers, and what the others say.

Several at once are asked in turn, against the clock, the reader last. After a
wrong code nobody tells what stood there; after a right one its player may look,
and may say so here. Source: «Code777: подробные правила Stronghold», declaring.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast
from urllib.parse import urlencode

from companion.games import Eyes
from notepad import words
from notepad.pieces import tile
from notepad.question_page import number_in
from notepad.racks import common_racks
from notepad.rules import WINNING_POINTS, State
from notepad.table_tab import declared_last
from notepad.tiles import CODE_LENGTH, FACES, KINDS, NUMBERS, Kind, copies_with


@dataclass(frozen=True)
class Declaring:
    """What the address says: who names which numbers; `looked`: the old tiles are told too."""

    player: int | None
    numbers: tuple[int, ...]
    looked: bool = False
    tiles: tuple[Kind | None, ...] = ()

    @property
    def complete(self) -> bool:
        return self.player is not None and len(self.numbers) == CODE_LENGTH

    def address(self, **changes: Any) -> str:
        """The page with something else chosen."""
        told = replace(self, **changes)
        said: dict[str, Any] = {}
        if told.player is not None:
            said["player"] = told.player
        if told.numbers:
            said["numbers"] = ",".join(map(str, told.numbers))
        if told.looked:
            said["looked"] = 1
        if any(told.tiles):
            said["tiles"] = ",".join(kind or "" for kind in told.tiles)
        return urlencode(said)


def declaration(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """`player`, `numbers` ("4,6,7"), `looked` and `tiles` stand in the address."""
    declaring = _declaring(state, eyes, query)
    player = declaring.player
    return {
        "order": _order(state, declaring, names),
        "player": player,
        "name": "" if player is None else names[player],
        "code_number": None if player is None else state.code_numbers[player],
        "numbers": None if player is None else _numbers(declaring),
        "verdict": _verdict(state, declaring, names) if declaring.complete else None,
    }


def _declaring(state: State, eyes: Eyes, query: Mapping[str, str]) -> Declaring:
    player = number_in(query, "player", range(state.players))
    if player is None and isinstance(eyes, int) and eyes not in declared_last(state):
        player = eyes
    numbers = _typed_numbers(query)
    return Declaring(player, numbers, query.get("looked") == "1", _tapped(query, numbers))


def _typed_numbers(query: Mapping[str, str]) -> tuple[int, ...]:
    """The numbers in the address, as far as tiles can have them."""
    found: list[int] = []
    for each in query.get("numbers", "").split(",")[:CODE_LENGTH]:
        number = number_in({"number": each}, "number", NUMBERS)
        if number is not None and found.count(number) < copies_with(number):
            found.append(number)
    return tuple(found)


def _order(state: State, declaring: Declaring, names: Sequence[str]) -> list[dict[str, Any]]:
    """All players in the order they are asked in; `declared`: since the last answer."""
    before = declared_last(state)
    return [
        {
            "place": place,
            "player": player,
            "name": names[player],
            "reads": player == state.turn,
            "declared": player in before,
            "chosen": player == declaring.player,
            "address": Declaring(player, ()).address(),
        }
        for place, player in enumerate(state.asking_order, 1)
    ]


def _numbers(declaring: Declaring) -> dict[str, Any]:
    """The three slots, and a key for every number as long as one is empty."""
    chosen = declaring.numbers
    full = len(chosen) == CODE_LENGTH
    return {
        "slots": chosen,
        "missing": range(len(chosen) + 1, CODE_LENGTH + 1),
        "keys": [
            {
                "number": number,
                "address": ""
                if full or chosen.count(number) == copies_with(number)
                else declaring.address(numbers=(*chosen, number)),
            }
            for number in NUMBERS
        ],
        "erase": Declaring(declaring.player, chosen[:-1]).address() if chosen else "",
    }


# -- right or wrong


def _verdict(state: State, declaring: Declaring, names: Sequence[str]) -> dict[str, Any]:
    """The keys that record it. With two players a right code also says which common rack."""
    player = cast(int, declaring.player)
    move = {"player": player, "numbers": list(declaring.numbers)}
    told = {"name": names[player], "code": words.code(sorted(declaring.numbers))}
    looked = _looked(declaring) if declaring.looked else None
    right: dict[str, Any] = {**move, "right": True}
    if looked and looked["complete"]:
        right["tiles"] = list(declaring.tiles)
    common = common_racks(state.players)
    points = state.points[player] + 1
    return {
        **told,
        "wrong": {**move, "right": False},
        "rights": [
            {"args": {**right, "common": rack}, "rack": words.rack_name(rack, names)}
            for rack in common
        ]
        if len(common) > 1
        else [{"args": right, "rack": ""}],
        "common": words.rack_name(common[0], names) if len(common) == 1 else "",
        "points": points,
        "wins": points >= WINNING_POINTS and not state.finished,
        "looked": looked,
        "look": "" if declaring.looked else declaring.address(looked=True),
        "leave": declaring.address(looked=False, tiles=()),
    }


def _looked(declaring: Declaring) -> dict[str, Any]:
    """The old tiles: of each number declared, which colour it was."""
    rows = [
        {
            "number": number,
            "kinds": [_kind(declaring, place, kind) for kind in _kinds_with(number)],
        }
        for place, number in enumerate(declaring.numbers)
    ]
    return {"rows": rows, "complete": all(declaring.tiles)}


def _kind(declaring: Declaring, place: int, kind: Kind) -> dict[str, Any]:
    tiles = declaring.tiles
    others = [each for at, each in enumerate(tiles) if at != place]
    chosen = tiles[place] == kind
    free = others.count(kind) < FACES[kind].copies
    after = (*tiles[:place], None if chosen else kind, *tiles[place + 1 :])
    return {
        **tile(kind),
        "label": words.KIND_NAMES[kind],
        "chosen": chosen,
        "address": declaring.address(tiles=after) if free else "",
    }


def _kinds_with(number: int) -> list[Kind]:
    return [kind for kind in KINDS if FACES[kind].number == number]


def _tapped(query: Mapping[str, str], numbers: Sequence[int]) -> tuple[Kind | None, ...]:
    """The kind of each number declared, None if it is not said; an only kind goes without saying.

    >>> _tapped({"tiles": ",6P"}, (4, 6, 7))
    ('4B', '6P', None)
    """
    said = query.get("tiles", "").split(",")[:CODE_LENGTH]
    found: list[Kind | None] = []
    for place, number in enumerate(numbers):
        kinds = _kinds_with(number)
        wanted = said[place] if place < len(said) else ""
        kind = kinds[0] if len(kinds) == 1 else next((k for k in kinds if k == wanted), None)
        if kind and found.count(kind) == FACES[kind].copies:
            kind = None
        found.append(kind)
    return tuple(found)
