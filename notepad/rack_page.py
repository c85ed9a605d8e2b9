"""The page `rack`: the three tiles that stand on a rack, tapped by anybody but its owner.

Entered once, all who see the rack know it. One's own rack is neither offered nor
shown. Source: «Code777: подробные правила Stronghold», racks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast
from urllib.parse import urlencode

from companion.games import Eyes
from notepad import words
from notepad.eyes import racks_now
from notepad.pieces import tile
from notepad.racks import Rack, sees
from notepad.rules import State
from notepad.tiles import CODE_LENGTH, FACES, KINDS, Code, Kind


def rack_page(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """`rack` and the `tiles` tapped so far (as "4B,6P") stand in the address."""
    if not isinstance(eyes, int):
        return {"seated": False}
    offered = {str(rack): rack for rack in state.racks if sees(eyes, rack)}
    wanted = query.get("rack", "")
    rack = offered.get(wanted)
    known = racks_now(state, eyes)
    if rack is None and wanted not in map(str, state.racks):
        rack = next((each for each in offered.values() if known[each] is None), None)
    return {
        "seated": True,
        "own": wanted == str(eyes),
        "racks": [
            {
                "rack": each,
                "player": each if isinstance(each, int) else None,
                "name": words.rack_name(each, names),
                "known": known[each] is not None,
                "chosen": each == rack,
                "address": _address(each, None),
            }
            for each in offered.values()
        ],
        "entering": None if rack is None else _entering(state, eyes, query, names, rack),
    }


def _entering(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str], rack: Rack
) -> dict[str, Any]:
    """One rack: the tiles tapped, what else may be tapped, and what the keys record."""
    known = racks_now(state, eyes)
    chosen = tapped(query) if "tiles" in query else list(known[rack] or ())
    others = Counter(kind for each, code in known.items() if each != rack for kind in code or ())
    full = len(chosen) == CODE_LENGTH
    return {
        "rack": rack,
        "player": rack if isinstance(rack, int) else None,
        "name": words.rack_name(rack, names),
        "before": known[rack] is not None,
        "slots": [
            {**tile(kind), "address": _address(rack, chosen[:place] + chosen[place + 1 :])}
            for place, kind in enumerate(chosen)
        ],
        "missing": range(CODE_LENGTH - len(chosen)),
        "kinds": [_key(rack, chosen, kind, others, full=full) for kind in KINDS],
        "erase": _address(rack, chosen[:-1]) if chosen else "",
        "same": full and known[rack] == tuple(chosen),
        "args": {"rack": rack, "tiles": chosen} if full else None,
        "forget": {"rack": rack, "tiles": None},
        "said": words.kinds(chosen),
    }


def _key(
    rack: Rack, chosen: list[Kind], kind: Kind, others: Counter[Kind], *, full: bool
) -> dict[str, Any]:
    """A kind to tap. `left` are the tiles that stand on no rack known to this phone."""
    taken = chosen.count(kind)
    copies = FACES[kind].copies
    return {
        **tile(kind),
        "left": max(0, copies - taken - others[kind]),
        "address": "" if full or taken == copies else _address(rack, [*chosen, kind]),
        "label": words.KIND_NAMES[kind],
    }


def tapped(query: Mapping[str, str]) -> list[Kind]:
    """The tiles in the address; what is none, or more than there are, is left out."""
    found: list[Kind] = []
    for each in query.get("tiles", "").split(",")[: 2 * CODE_LENGTH]:
        kind = cast(Kind, each)
        if each in KINDS and found.count(kind) < FACES[kind].copies:
            found.append(kind)
    return found[:CODE_LENGTH]


def _address(rack: Rack, chosen: Sequence[Kind] | Code | None) -> str:
    said = {"rack": rack} if chosen is None else {"rack": rack, "tiles": ",".join(chosen)}
    return urlencode(said)
