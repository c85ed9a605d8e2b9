"""What the Lost Cities pages draw: both sides key by key, sums with their working.

Texts are made here, once for each colour and side, so that the hundred keys of a
board cost the template next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from calculators.lost_cities.result import paper, result
from calculators.lost_cities.rules import (
    CONTRACTS,
    NUMBERS,
    PLAYERS,
    Colour,
    Expedition,
    Side,
    State,
)
from calculators.lost_cities.words import COLOUR_NAMES, expedition_name, score_line
from calculators.lost_cities.working import points_of, round_points, working_of
from companion.games import Eyes
from companion.signs import signed


@dataclass(frozen=True)
class Shown:
    """What is looked at: the play, one round of it, under which address."""

    state: State
    number: int
    query: Mapping[str, str]
    names: Sequence[str]

    @property
    def sides(self) -> tuple[Side, ...]:
        return self.state.rounds[self.number - 1]

    def address(self, **changes: Any) -> str:
        """This page with another round, side or tool open."""
        query = {**self.query, **changes}
        return "?" + urlencode({name: value for name, value in query.items() if value is not None})


def screen(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """All that the templates draw. `round`, `side`, `first` and `by` in the query choose.

    round: an opened round (else the open one). side: 0 or 1 alone (else both, `first`
    first; it stands in the address so that no side moves under a finger). by=hand: the
    fields for typed totals are open.
    """
    number = _chosen_round(state, query)
    shown = Shown(state, number, query, names)
    players = _chosen_players(query)
    return {
        "round": number,
        "rounds": state.options.rounds,
        "is_open": number == state.open_round,
        "open_url": shown.address(round=None),
        "alone": len(players) == 1,
        "six": state.options.expeditions == 6,
        "scores": [_score(shown, player, players) for player in range(PLAYERS)],
        "tabs": list(_tabs(shown)),
        "sides": [_side(shown, player) for player in players],
        "workings": [working_of(state, number, player, names[player]) for player in players],
        "hand": _by_hand(shown),
        "table": list(_rounds(state)),
        "totals": state.totals,
        "closing": _closing(shown),
        "result": partial(result, state, names),
        "paper": partial(paper, state),
    }


def _chosen_round(state: State, query: Mapping[str, str]) -> int:
    text = query.get("round", "")
    if text.isascii() and text.isdigit() and len(text) < 3 and 1 <= int(text) <= state.open_round:
        return int(text)
    return state.open_round


def _chosen_players(query: Mapping[str, str]) -> list[int]:
    side = query.get("side")
    if side in ("0", "1"):
        return [int(side)]
    return [1, 0] if query.get("first") == "1" else [0, 1]


def _score(shown: Shown, player: int, players: Sequence[int]) -> dict[str, Any]:
    """One player's points at the top; a tap shows that side alone, a second both."""
    alone = players == [player]
    return {
        "player": player,
        "name": shown.names[player],
        "points": signed(shown.sides[player].total),
        "total": signed(shown.state.totals[player]),
        "alone": alone,
        "url": shown.address(side=None if alone else player),
    }


def _tabs(shown: Shown) -> Iterator[dict[str, Any]]:
    """Rounds 1 to n with their points; those not opened yet lead nowhere."""
    state = shown.state
    for number in range(1, state.options.rounds + 1):
        opened = number <= state.open_round
        is_open = number == state.open_round
        yield {
            "number": number,
            "current": number == shown.number,
            "url": shown.address(round=None if is_open else number) if opened else "",
            "points": score_line([side.total for side in state.rounds[number - 1]])
            if opened
            else "",
        }


# -- the keys


def _side(shown: Shown, player: int) -> dict[str, Any]:
    side = shown.sides[player]
    return {
        "player": player,
        "name": shown.names[player],
        "points": signed(side.total),
        "columns": [
            _column(shown, player, place, colour)
            for place, colour in enumerate(shown.state.colours)
        ],
        "by_hand": side.by_hand is not None,
        "counted": signed(side.counted),
        "let_cards_count": _args(player=player, round=shown.number, points=None),
    }


def _column(shown: Shown, player: int, place: int, colour: Colour) -> dict[str, Any]:
    """One expedition of one side: its contracts, then a key for each number."""
    mine = shown.sides[player].expeditions[place]
    theirs = shown.sides[1 - player].expeditions[place]
    where = {"player": player, "expedition": colour, "round": shown.number}
    other = shown.names[1 - player]
    name = expedition_name(colour)
    said = f"{shown.names[player]}: {COLOUR_NAMES[colour]}"
    contracts_said = _("%(said)s, contracts") % {"said": said}
    return {
        "colour": colour,
        "label": _("%(expedition)s expedition") % {"expedition": name},
        "points": signed(points_of(mine)) if mine.begun else "—",
        "contracts": {"said": contracts_said, **_contracts(mine, theirs, name, other, where)},
        "numbers": [
            (str(card), f"{said} {card}", *_number(card, mine, theirs, name, other, where))
            for card in NUMBERS
        ],
    }


def _number(
    card: int,
    mine: Expedition,
    theirs: Expedition,
    name: str,
    other: str,
    where: Mapping[str, Any],
) -> tuple[str, str, bool, str]:
    """A number's key: args, name, whether it is laid, what it adds ("" if not free)."""
    if card in mine.numbers:
        return _args(**where, card=card, laid=False), f"{name} {card}", True, ""
    args = _args(**where, card=card, laid=True)
    if card in theirs.numbers:
        return args, f"{name} {card}: {other}", False, ""
    adds = _gain(points_of(replace(mine, numbers=mine.numbers | {card})) - points_of(mine))
    return args, f"{name} {card}, {adds}", False, adds


def _contracts(
    mine: Expedition, theirs: Expedition, name: str, other: str, where: Mapping[str, Any]
) -> dict[str, Any]:
    """A key that goes on by one contract, as far as the other player leaves any."""
    free = CONTRACTS - theirs.contracts
    after = f". {other}: {theirs.contracts}" if theirs.contracts else ""
    labels = [_contracts_label(name, count) + after for count in range(free + 1)]
    following = (mine.contracts + 1) % (free + 1) if free else 1
    return {
        "count": mine.contracts,
        "free": free,
        "pips": [place >= free for place in range(CONTRACTS)],
        "args": _args(**where, count=following),
        "label": labels[mine.contracts],
        "cycle": _json(list(range(free + 1))),
        "labels": _json(labels),
    }


def _contracts_label(name: str, count: int) -> str:
    return _("%(expedition)s, contracts: %(count)s of 3") % {"expedition": name, "count": count}


def _gain(points: int) -> str:
    """What a card would change: +14, −18.

    >>> _gain(-18)
    '−18'
    """
    return f"{points:+}".replace("-", "−")


def _args(**args: Any) -> str:
    return _json(args)


# JSON has no other quotes than double ones, so its attributes stand in single ones; what
# else would act in markup is spelled as JSON spells it.
SPELLED = str.maketrans({each: f"\\u{ord(each):04x}" for each in "'<>&"})


def _json(value: Any) -> str:
    """JSON for an attribute in single quotes: a hundred keys need no escaping one by one."""
    return mark_safe(msgspec.json.encode(value).decode().translate(SPELLED))  # noqa: S308


# -- rounds, typed totals, closing


def _rounds(state: State) -> Iterator[dict[str, Any]]:
    """Every round of the play; a round not opened yet has no points."""
    for number in range(1, state.options.rounds + 1):
        opened = number <= state.open_round
        yield {
            "number": number,
            "is_open": number == state.open_round and not state.finished,
            "points": round_points(state.rounds[number - 1]) if opened else [],
        }


def _by_hand(shown: Shown) -> dict[str, Any]:
    """The fields for the shown round's typed totals, and the way to and from them."""
    is_open = shown.query.get("by") == "hand"
    return {
        "is_open": is_open,
        "url": shown.address(by=None if is_open else "hand"),
        "fields": [
            {
                "player": player,
                "name": shown.names[player],
                "was": _json(side.by_hand),
                "points": "" if side.by_hand is None else signed(side.by_hand),
                "counted": signed(side.counted),
            }
            for player, side in enumerate(shown.sides)
        ]
        if is_open
        else [],
    }


def _closing(shown: Shown) -> dict[str, Any]:
    """The key that ends the open round, and whose cards are still missing in it."""
    state = shown.state
    sides = state.rounds[-1]
    return {
        "round": state.open_round,
        "is_last": state.open_round >= state.options.rounds,
        "args": _args(round=state.open_round),
        "missing": [
            name
            for name, side in zip(shown.names, sides, strict=True)
            if side.by_hand is None and not any(each.begun for each in side.expeditions)
        ],
    }
