"""The end of a play: who won, the codes that were declared, what stood on the racks.

Nothing here is of a notepad. Racks are shown when the play is over, for then they
are turned round; of a code that was put aside only what its own player was
allowed to look at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.games import Eyes
from notepad import words
from notepad.eyes import racks_now, standings
from notepad.pieces import asked, tiles
from notepad.rules import WINNING_POINTS, Answered, Change, State


def result(state: State, eyes: Eyes, names: Sequence[str]) -> dict[str, Any]:
    """Winner or draw, each player's points with the codes declared, best first, and the racks.

    `racks` is empty as long as the play is on: a sheet of paper or a phone that is
    passed round must not show anybody the own code.
    """
    ranked = sorted(standings(state), key=lambda each: each.place or 0)
    best = [each.player for each in ranked if each.place == 1]
    return {
        "verdict": words.verdict(state, names),
        "best": best,
        "points": state.points[best[0]],
        "draw": len(best) > 1,
        "cracked": state.points[best[0]] >= WINNING_POINTS,
        "answers": len(state.answers),
        "mixes": state.supply.mixes,
        "players": [
            {
                "player": each.player,
                "name": names[each.player],
                "place": each.place,
                "points": state.points[each.player],
                "pips": pips(state.points[each.player]),
                "declared": list(_declared(state, each.player)),
            }
            for each in ranked
        ],
        "racks": racks(state, eyes, names) if state.finished else [],
    }


def paper(state: State, eyes: Eyes, names: Sequence[str]) -> dict[str, Any]:
    """The result, and everything that was answered and declared, in order."""
    return {
        **result(state, eyes, names),
        "rows": [row(state, number, each, names) for number, each in told(state)],
        "supply": state.supply.left,
    }


def pips(points: int) -> list[bool]:
    """The points on the way to three: one mark for each, reached or not.

    >>> pips(1)
    [True, False, False]
    """
    return [place < points for place in range(WINNING_POINTS)]


def racks(state: State, eyes: Eyes, names: Sequence[str]) -> list[dict[str, Any]]:
    """The racks that these eyes may see, with what stands there now."""
    return [
        {
            "player": rack if isinstance(rack, int) else None,
            "name": words.rack_name(rack, names),
            "tiles": tiles(code),
        }
        for rack, code in racks_now(state, eyes).items()
    ]


def told(state: State) -> Iterator[tuple[int, Answered | Change]]:
    """Answers with their numbers from 1, and what changed on the table between them.

    A change has the number of the last answer before it.
    """
    changes = list(state.changes)
    for number, answered in enumerate(state.answers, 1):
        while changes and changes[0].after < number:
            yield number - 1, changes.pop(0)
        yield number, answered
    for change in changes:
        yield len(state.answers), change


def row(state: State, number: int, each: Answered | Change, names: Sequence[str]) -> dict[str, Any]:
    """An answer, a declaration or a mix in words, for everybody's eyes."""
    if isinstance(each, Answered):
        return {
            "number": number,
            "player": each.reader,
            "name": names[each.reader],
            "question": asked(each.question, state.options.question2),
            "answer": words.answer_text(each.question, each.answer),
            "codes": [place + 1 for place in each.stood[: state.players]],
            "mixes": each.mixes,
            "supply": each.supply,
        }
    return {
        "player": each.player,
        "name": "" if each.player is None else names[each.player],
        "code": words.code(each.numbers or ()),
        "right": each.right,
        "mixed": each.mixed,
        "supply": each.supply,
    }


def _declared(state: State, player: int) -> Iterator[dict[str, Any]]:
    """Each code that a player declared, right or wrong; its tiles if the player saw them."""
    changes = [each for each in state.changes if each.player == player]
    for change, stand in zip(changes, state.stands[player], strict=False):
        yield {
            "code": words.code(change.numbers or ()),
            "right": change.right,
            "tiles": tiles(stand.tiles if stand.looked_at else None),
        }
