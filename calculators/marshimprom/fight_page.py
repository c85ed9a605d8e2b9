"""A fight: who attacks whom, thrown by the site or typed in from real dice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from calculators.marshimprom.fight import SIDES, Armour, Throw, first_decision
from calculators.marshimprom.screen import chosen_player
from calculators.marshimprom.state import State
from calculators.marshimprom.turn import last_fight, resting, throw_drawn
from companion.games import Eyes

MOST_THROWS = 30
TYPED = re.compile(r"([1-6])([1-6])([1-6])?", re.ASCII)
"""A throw in the address: the attacker's number, the defender's one or two."""


def fight_page(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """Both fighters, and the throws of real dice so far, one after the other.

    In the address: `attacker`, `defender`; `thrown` are the throws before ("44-253"), and
    `attack`, `defend`, `second` the dice of the one that is being typed; `dice=two` or `one`
    says how often the defender throws, if not as the record has it.
    """
    attacker = _asked(state, query, "attacker", chosen_player(state, eyes, query))
    defender = _asked(state, query, "defender", _other(state, attacker))
    if defender == attacker:
        defender = _other(state, attacker)
    armoured = state.players[defender].armour
    two = query["dice"] == "two" if query.get("dice") in ("one", "two") else armoured
    typed = _just_typed(query, _fields(two))
    throws = _until_decided([*_thrown(query), *typed], state.options.armour)
    winner = _winner(state, attacker, defender, throws)
    return {
        "attacker": attacker,
        "defender": defender,
        "attacker_name": names[attacker],
        "defender_name": names[defender],
        "people": [{"player": each, "name": names[each]} for each in state.numbers],
        "armoured": armoured,
        "two": two,
        "adds": state.options.armour == "sum",
        "repairs": attacker in state.repairs,
        "roll": {"attacker": attacker, "defender": defender},
        "throws": [throw_drawn(state, each) for each in throws],
        "thrown": "-".join(map(_written, throws)),
        "number": len(throws) + 1,
        "dice": _dice({} if typed else query, _fields(two)),
        "decided": winner is not None,
        "winner": winner,
        "winner_name": "" if winner is None else names[winner],
        "args": _args(attacker, defender, throws),
        "recorded": _is_recorded(state, attacker, defender, throws),
        "last": last_fight(state, names),
        "resting": resting(state, names),
    }


def _asked(state: State, query: Mapping[str, str], name: str, otherwise: int) -> int:
    return next((each for each in state.numbers if str(each) == query.get(name)), otherwise)


def _other(state: State, player: int) -> int:
    return (player + 1) % len(state.players)


def _fields(two: bool) -> tuple[str, ...]:
    """The dice of a throw, as the address names them."""
    return ("attack", "defend", "second") if two else ("attack", "defend")


def _thrown(query: Mapping[str, str]) -> list[Throw]:
    """The throws before; what is none is left out."""
    texts = query.get("thrown", "")[: 4 * MOST_THROWS].split("-")
    return [throw for text in texts if (throw := _read(text))]


def _just_typed(query: Mapping[str, str], fields: Sequence[str]) -> list[Throw]:
    """The throw whose dice are all chosen by now; none while one is missing."""
    faces = [query.get(field, "") for field in fields]
    throw = _read("".join(faces)) if all(faces) else None
    return [throw] if throw else []


def _until_decided(throws: Sequence[Throw], armour: Armour) -> list[Throw]:
    """The throws up to the first that decides: what comes after it is of another fight."""
    decided = first_decision(throws, armour)
    return list(throws if decided is None else throws[: decided + 1])


def _read(text: str) -> Throw | None:
    match = TYPED.fullmatch(text)
    if match is None:
        return None
    first = int(match[2])
    return Throw(int(match[1]), (first, int(match[3])) if match[3] else first)


def _written(throw: Throw) -> str:
    return "".join(map(str, (throw.attacker, *throw.dice)))


def _winner(state: State, attacker: int, defender: int, throws: Sequence[Throw]) -> int | None:
    """Who has won by these throws; None while they decide nothing."""
    lead = throws[-1].lead(state.options.armour) if throws else 0
    if lead == 0:
        return None
    return attacker if lead > 0 else defender


def _is_recorded(state: State, attacker: int, defender: int, throws: Sequence[Throw]) -> bool:
    """Whether the last fight on record is this very one."""
    last = state.fight
    return last is not None and (last.attacker, last.defender, last.throws) == (
        attacker,
        defender,
        tuple(throws),
    )


def _args(attacker: int, defender: int, throws: Sequence[Throw]) -> dict[str, Any]:
    """The whole fight as its move has it."""
    rolls = [each.named for each in throws]
    return {"attacker": attacker, "defender": defender, "rolls": rolls}


def _dice(query: Mapping[str, str], fields: Sequence[str]) -> list[dict[str, Any]]:
    """The dice of the next throw, six faces each; what is chosen of them so far."""
    return [
        {
            "field": field,
            "attacks": field == "attack",
            "second": field == "second",
            "faces": [
                {"face": face, "chosen": query.get(field) == str(face)}
                for face in range(1, SIDES + 1)
            ],
        }
        for field in fields
    ]
