"""Pages of МАРСХИМПРОМ: substances, places of the missions, the end of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from calculators.marshimprom.everybody import everybody
from calculators.marshimprom.lists import ListFault, parse_list
from calculators.marshimprom.sheet import by_name
from calculators.marshimprom.state import State
from companion.games import Eyes


def address(**fields: Any) -> str:
    """The part of an address that these fields make."""
    return urlencode(fields)


# -- substances


def substances_page(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """The list of substances with their prices; `name` in the address is the one to correct.

    What was typed and could not be recorded comes back as `name` and `price`, or as `text`.
    """
    name = query.get("name", "")
    edited = name if name in state.prices else ""
    now = state.prices.get(edited)
    price = query.get("price", "" if now is None else str(now))
    return {
        "edited": edited,
        "typed_name": name[:60],
        "typed_price": price[:60],
        "was": "null" if now is None else now,
        "removed": {"name": edited, "price": None},
        "standing": _standing_on(state, edited, names) if edited else "",
        "rows": [
            {
                "name": each,
                "price": state.prices[each],
                "query": address(name=each),
                "chips": _chips_on(state, each),
                "chosen": each == edited,
            }
            for each in by_name(state)
        ],
        "text": query.get("text", "") or query.get("file", ""),
        "lines": "\n".join(f"{each} {state.prices[each]}" for each in by_name(state)),
        "refused": _is_refused(query),
    }


def _chips_on(state: State, substance: str) -> int:
    """Chips of everybody that stand on a substance anywhere."""
    return sum(
        state.chips_at(player, substance, place)
        for player in state.numbers
        for place in state.places
    )


def _standing_on(state: State, substance: str, names: Sequence[str]) -> str:
    """Whose chips keep a substance on the list."""
    return ", ".join(
        names[player]
        for player in state.numbers
        if any(state.chips_at(player, substance, place) for place in state.places)
    )


def _is_refused(query: Mapping[str, str]) -> bool:
    """Whether a list was sent that cannot be read: its text stands there to be mended."""
    if query.get("what") != "list":
        return False
    try:
        parse_list(query.get("file", "") or query.get("text", ""))
    except ListFault:
        return True
    return False


# -- the places of the missions


def places_page(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """How many places each substance has on a `mission`, as they are printed on the card."""
    asked = query.get("mission", "")
    mission = next((each for each in state.missions if str(each) == asked), 1)
    given = state.slots.get(mission, {})
    rows = [*by_name(state), *(each for each in given if each not in state.prices)]
    return {
        "mission": mission,
        "missions": [
            {"number": each, "known": each in state.slots, "chosen": each == mission}
            for each in state.missions
        ],
        "rows": [
            {
                "name": each,
                "places": query.get(f"places-{number}", str(given.get(each, 0)))[:20],
                "taken": state.taken(mission, each),
            }
            for number, each in enumerate(rows)
        ],
        "blank": len(rows),
        "blank_name": query.get(f"name-{len(rows)}", "")[:60],
        "blank_places": query.get(f"places-{len(rows)}", "0")[:20],
        "known": mission in state.slots,
    }


# -- the end


def end_page(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """The final score before it is final; a warning as long as no mission is complete."""
    return {
        "all": everybody(state, names),
        "interim": state.interim,
        "over": state.finished,
        "complete": ", ".join(
            _("mission %(mission)s") % {"mission": each} for each in state.complete_missions
        ),
    }
