"""The page `help`: what one's own rack can still hold, and which answers say so.

Only where the table agreed to it, and for the player whose phone this is. It
marks nothing in the notepad. Source: «Code777: подробные правила Stronghold»,
how to deduce.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from companion.games import Eyes, Past
from notepad import words
from notepad.deduction import Deduction, Excluded, Told, Verdict
from notepad.eyes import LeftOut, deduced, left_out
from notepad.pieces import answered, tile, tiles
from notepad.questions import answer_of
from notepad.rules import State
from notepad.table_tab import agreement
from notepad.tiles import CODES, NUMBER_CODES, NUMBERS

HIGHEST = 40
"""How high the bar of a certain number is drawn."""
MOST_NAMED = 3


def help_page(
    state: State,
    eyes: Eyes,
    query: Mapping[str, str],
    names: Sequence[str],
    past: Past,
) -> dict[str, Any]:
    """`code` ("5,6,7") in the address asks why that one cannot be."""
    agreed = state.help == "deduction"
    shown = agreed and isinstance(eyes, int)
    return {
        "agreement": agreement(state),
        "agreed": agreed,
        "seated": isinstance(eyes, int),
        "deduction": _deduction(state, eyes, query, names, past) if shown else None,
    }


def _deduction(
    state: State, player: Any, query: Mapping[str, str], names: Sequence[str], past: Past
) -> dict[str, Any]:
    found = deduced(state, player)
    return {
        "code_number": state.code_numbers[player],
        "numbers": len(found.number_codes),
        "all_numbers": len(NUMBER_CODES),
        "kinds": len(found.codes),
        "all_kinds": len(CODES),
        "used": len(found.clues.told),
        "chances": [_bar(*each) for each in zip(NUMBERS, found.chances, strict=True)],
        "codes": [
            {
                "code": words.code(each.numbers),
                "percent": percent(each.chance),
                "colourings": [tiles(code) for code in each.codes],
            }
            for each in found.number_codes
        ],
        "excluded": [_excluded(state, found, each, query, names) for each in found.excluded],
        "asked": bool(query.get("code")),
        "contradiction": found.contradiction,
        "mending": list(_mending(state, found, names, past)) if found.contradiction else [],
        "left_out": [_left_out(state, each, names) for each in left_out(state, player)],
    }


def percent(chance: Fraction) -> str:
    """A chance in percent; only what cannot be is 0, only what must be 100.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 300)), percent(Fraction(299, 300))
    ('33', '<1', '>99')
    """
    if 0 < chance < Fraction(1, 100):
        return "<1"
    if Fraction(99, 100) < chance < 1:
        return ">99"
    return str(round(chance * 100))


def _bar(number: int, chance: Fraction) -> dict[str, Any]:
    """A bar from the bottom up, in the drawing's own units."""
    height = round(float(chance) * HIGHEST, 1)
    return {
        "number": number,
        "percent": percent(chance),
        "height": f"{height:.1f}",
        "y": f"{HIGHEST - height:.1f}",
        "none": chance == 0,
    }


# -- answers


def _row(state: State, place: int, names: Sequence[str]) -> dict[str, Any]:
    """An answer of the log by its place from 0."""
    row = state.answers[place]
    return {
        "row": place + 1,
        "player": row.reader,
        "said": words.answered(row.reader, row.question, row.answer, names),
    }


def _mending(
    state: State, found: Deduction, names: Sequence[str], past: Past
) -> Iterator[dict[str, Any]]:
    """The answers any of which need only be taken back, each with the key that does it."""
    entries = past.entries("answer") if found.mending else ()
    for place in found.mending:
        yield {**_row(state, place, names), "undo": {"entry": entries[place]}}


def _left_out(state: State, each: LeftOut, names: Sequence[str]) -> dict[str, Any]:
    """An answer that does not count yet; of each rack missing whether it still stands there."""
    row = state.answers[each.row]
    racks = []
    for rack in each.racks:
        place = state.racks.index(rack)
        stands = row.stood[place] == len(state.stands[place]) - 1
        racks.append({"rack": rack, "name": words.rack_name(rack, names), "stands": stands})
    return {**_row(state, each.row, names), "racks": racks}


# -- why not


def _excluded(
    state: State,
    found: Deduction,
    each: Excluded,
    query: Mapping[str, str],
    names: Sequence[str],
) -> dict[str, Any]:
    """A code that cannot be, with the answers that exclude it alone; else how many do together.

    `why` is all there is to say, for the code that was asked about.
    """
    rows = [_row(state, place, names) for place in each.against]
    together = {place for verdict in each.verdicts for place in verdict.against}
    code = ",".join(map(str, each.numbers))
    asked = query.get("code") == code
    return {
        "code": words.code(each.numbers),
        "rows": rows[:MOST_NAMED],
        "more": max(0, len(rows) - MOST_NAMED),
        "together": 0 if rows else len(together),
        "address": "" if asked else urlencode({"code": code}),
        "why": _why(state, found, each, names) if asked else None,
    }


def _why(
    state: State, found: Deduction, excluded: Excluded, names: Sequence[str]
) -> dict[str, Any]:
    """What excludes a code: the answers that do alone, then each of its colourings."""
    told = {each.row: each for each in found.clues.told}
    makeable = [verdict for verdict in excluded.verdicts if not verdict.used_up]
    return {
        "alone": [_against(state, told[place], makeable, names) for place in excluded.against],
        "colourings": [
            {
                "tiles": tiles(verdict.code),
                "used_up": [tile(kind) for kind in verdict.used_up],
                "against": [
                    _against(state, told[place], [verdict], names) for place in verdict.against
                ],
            }
            for verdict in excluded.verdicts
        ],
    }


def _against(
    state: State, told: Told, verdicts: Sequence[Verdict], names: Sequence[str]
) -> dict[str, Any]:
    """An answer, and what it would have been with these codes."""
    would = {
        answer_of(told.question, (*told.others, verdict.code), state.options.question2)
        for verdict in verdicts
    }
    said = [answered(told.question, each)["said"] for each in sorted(would, key=str)]
    return {**_row(state, told.row, names), "would": f" {_('or')} ".join(said)}
