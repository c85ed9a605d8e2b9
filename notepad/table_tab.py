"""The table as the board shows it: racks, points, whose turn, the supply, what is agreed.

Of one's own rack nothing is shown, not even whether somebody has entered it.
Source: «Code777: подробные правила Stronghold», racks and supply.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from companion.games import Eyes
from notepad import words
from notepad.answers import mixed_said
from notepad.eyes import racks_now
from notepad.pieces import tiles
from notepad.questions import QUESTIONS
from notepad.racks import MIX_AT, Rack, Supply, full_supply, sees
from notepad.result import pips
from notepad.rules import WINNING_POINTS, State


def table(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """All that the tab draws."""
    return {
        "racks": [rack_row(state, rack, eyes, names) for rack in state.racks],
        "clash": words.clashing(state.standing, eyes, names),
        "seated": isinstance(eyes, int),
        "players": [player_of(state, names, player) for player in range(state.players)],
        "reader": {"player": state.reader, "name": names[state.reader]},
        "winning": WINNING_POINTS,
        "supply": supply(state),
        "declared": list(_declared(state, names)),
        "questions": len(QUESTIONS) - len(state.asked),
        "asked": len(state.asked),
        "help": agreement(state),
        "can_finish": not state.finished,
    }


# -- racks


def rack_row(state: State, rack: Rack, eyes: Eyes, names: Sequence[str]) -> dict[str, Any]:
    """A rack as these eyes may see it: its tiles, that nobody entered them, or nothing."""
    shown = racks_now(state, eyes)
    return {
        "rack": rack,
        "player": rack if isinstance(rack, int) else None,
        "name": words.rack_name(rack, names),
        "own": rack == eyes,
        "seen": rack in shown,
        "tiles": tiles(shown.get(rack)),
        "may_enter": isinstance(eyes, int) and sees(eyes, rack),
        "replaced": len(state.stands[state.racks.index(rack)]) > 1,
    }


# -- players, declarations, help


def player_of(state: State, names: Sequence[str], player: int) -> dict[str, Any]:
    """A player's points, and the number of the code that is sought now."""
    return {
        "player": player,
        "name": names[player],
        "points": state.points[player],
        "pips": pips(state.points[player]),
        "code_number": state.code_numbers[player],
        "now": player == state.reader and not state.finished,
    }


def _declared(state: State, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The codes declared so far, newest first, with the tiles if their player looked."""
    count = [0] * state.players
    found = []
    for change in state.changes:
        if change.player is None:
            continue
        stand = state.stands[change.player][count[change.player]]
        count[change.player] += 1
        found.append(
            {
                "player": change.player,
                "name": names[change.player],
                "code": words.code(change.numbers or ()),
                "right": change.right,
                "number": count[change.player],
                "tiles": tiles(stand.tiles if stand.looked_at else None),
            }
        )
    yield from reversed(found)


def declared_last(state: State) -> list[int]:
    """Who has declared a code since the last answer, in order."""
    return [
        change.player
        for change in state.changes
        if change.player is not None and change.after == len(state.answers)
    ]


def agreement(state: State) -> list[dict[str, Any]]:
    """What the table may agree that phones work out; `chosen` is what holds."""
    return [
        {
            "args": {"help": value},
            "said": said,
            "meaning": _HELP_MEANINGS[value](),
            "chosen": value == state.help,
        }
        for value, said in words.HELP_NAMES.items()
    ]


_HELP_MEANINGS = {
    "off": lambda: _("The phones only write down."),
    "answers": lambda: _("The reader’s own phone works out the answer from the racks entered."),
    "deduction": lambda: _("Each phone also works out which codes its player can still have."),
}


# -- the supply


def supply(state: State) -> dict[str, Any]:
    """What is left to draw from, the steps to the next mix, and what the thresholds are."""
    left = state.supply.left
    chosen = state.options.mix_at
    return {
        "left": left,
        "most": full_supply(len(state.racks)),
        "mixed": mixed_said(state.supply.mixes),
        "steps": [
            {"left": each, "now": each == left, "past": each > left}
            for each in steps(state.supply, len(state.racks), chosen)
        ],
        "mix_at": chosen,
        "rule": _rule(chosen),
        "thresholds": [
            {
                "mix_at": mix_at,
                "name": _THRESHOLDS[mix_at](),
                "steps": list(_from_full(len(state.racks), mix_at)),
                "chosen": mix_at == chosen,
            }
            for mix_at in MIX_AT
        ],
    }


_THRESHOLDS = {
    0: lambda: pgettext("threshold", "easiest"),
    1: lambda: pgettext("threshold", "as the rules say"),
    4: lambda: pgettext("threshold", "harder"),
    7: lambda: pgettext("threshold", "hardest"),
}


def _rule(mix_at: int) -> str:
    if mix_at == 0:
        return _("The last tile is drawn openly, then the discard is mixed in.")
    told = {"left": mix_at}
    return _("With %(left)s left the discard is mixed in before three are drawn.") % told


def steps(now: Supply, racks: int, mix_at: int) -> list[int]:
    """The supply from its last mix to the next, as racks are replaced; what is left now is in it.

    Where it was put right by hand, the steps to come go on from that.

    >>> steps(Supply(7), 4, 1), steps(Supply(6), 4, 1)
    ([16, 13, 10, 7, 4, 1], [16, 13, 10, 7, 6, 3, 0])
    """
    usual = _from_full(racks, mix_at)
    if now.left in usual:
        return usual
    return [each for each in usual if each > now.left] + _down(now, racks, mix_at)


def _from_full(racks: int, mix_at: int) -> list[int]:
    return _down(Supply(full_supply(racks)), racks, mix_at)


def _down(supply: Supply, racks: int, mix_at: int) -> list[int]:
    """What is left after each replacement, until the next one would mix."""
    found = [supply.left]
    while (after := supply.replaced(racks, mix_at)).mixes == supply.mixes:
        found.append(after.left)
        supply = after
    return found
