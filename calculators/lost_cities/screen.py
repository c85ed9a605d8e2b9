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
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from calculators.lost_cities.rules import (
    BONUS,
    BONUS_CARDS,
    CONTRACTS,
    COST,
    NUMBERS,
    PLAYERS,
    Colour,
    Expedition,
    Side,
    State,
    score,
)
from calculators.lost_cities.words import (
    COLOUR_NAMES,
    expedition_name,
    score_line,
    signed,
    verdict,
)
from companion.games import Eyes

COLOUR_CARDS = len(NUMBERS) + CONTRACTS


@dataclass(frozen=True)
class Shown:
    """What is looked at: the play, one round of it, for whom, under which address."""

    state: State
    number: int
    eyes: Eyes
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
    """All that the templates draw. `round`, `side` and `by` in the query choose.

    round: an opened round (else the open one). side: 0 or 1 alone (else both, a
    player's own first). by=hand: the fields for typed totals are open.
    """
    number = _chosen_round(state, query)
    shown = Shown(state, number, eyes, query, names)
    players = _chosen_players(eyes, query)
    return {
        "round": number,
        "rounds": state.options.rounds,
        "is_open": number == state.open_round,
        "alone": len(players) == 1,
        "six": state.options.expeditions == 6,
        "scores": [_score(shown, player, players) for player in range(PLAYERS)],
        "tabs": list(_tabs(shown)),
        "sides": [_side(shown, player) for player in players],
        "workings": [_working(shown, player) for player in players],
        "hand": _by_hand(shown),
        "table": list(_rounds(state)),
        "totals": state.totals,
        "closing": _closing(shown),
        "result": partial(_result, state, names),
        "paper": partial(_paper, state),
    }


def _chosen_round(state: State, query: Mapping[str, str]) -> int:
    text = query.get("round", "")
    if text.isascii() and text.isdigit() and len(text) < 3 and 1 <= int(text) <= state.open_round:
        return int(text)
    return state.open_round


def _chosen_players(eyes: Eyes, query: Mapping[str, str]) -> list[int]:
    side = query.get("side")
    if side in ("0", "1"):
        return [int(side)]
    return [1, 0] if eyes == 1 else [0, 1]


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
        "points": signed(_points(mine)) if mine.begun else "—",
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
    adds = _gain(_points(replace(mine, numbers=mine.numbers | {card})) - _points(mine))
    return args, f"{name} {card}, {adds}", False, adds


def _points(expedition: Expedition) -> int:
    return score(expedition.numbers, expedition.contracts).points


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


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


# -- the working


def _working(shown: Shown, player: int) -> dict[str, Any]:
    """How a side's points came about, expedition by expedition."""
    side, other = shown.sides[player], shown.sides[1 - player]
    return {
        "player": player,
        "name": shown.names[player],
        "points": signed(side.counted),
        "total": signed(side.total),
        "by_hand": side.by_hand is not None,
        "lines": [
            {
                "colour": colour,
                "hints": _hints(side.expeditions[place], other.expeditions[place]),
                **_written(side.expeditions[place]),
            }
            for place, colour in enumerate(shown.state.colours)
        ],
    }


def _written(expedition: Expedition) -> dict[str, Any]:
    """An expedition as it is written down.

    `terms` are (sign before, number, what it is): (27 − 20) × 2 + 20; `sum` is
    the same in one line, `cards` are its contracts and numbers.
    """
    terms = _terms(expedition) if expedition.begun else []
    numbers = " ".join(map(str, sorted(expedition.numbers)))
    return {
        "terms": terms,
        "sum": " ".join(f"{sign} {number}".strip() for sign, number, _word in terms),
        "cards": f"{'◆' * expedition.contracts} {numbers}".strip(),
        "points": signed(_points(expedition)),
    }


def _terms(expedition: Expedition) -> list[tuple[str, str, str]]:
    counted = score(expedition.numbers, expedition.contracts)
    opening, closing = ("(", ")") if expedition.contracts else ("", "")
    terms = [
        ("", f"{opening}{counted.sum}", pgettext("expedition", "numbers")),
        ("−", f"{COST}{closing}", pgettext("expedition", "cost")),
    ]
    if expedition.contracts:
        terms.append(("×", str(counted.factor), _contract_count(expedition.contracts)))
    if counted.bonus:
        terms.append(("+", str(BONUS), _card_count(expedition.cards)))
    return terms


def _contract_count(count: int) -> str:
    return ngettext("%(count)s contract", "%(count)s contracts", count) % {"count": count}


def _card_count(count: int) -> str:
    return ngettext("%(count)s card", "%(count)s cards", count) % {"count": count}


def _hints(mine: Expedition, theirs: Expedition) -> list[str]:
    """How far it is to zero and to the bonus; no bonus where too few cards are left."""
    if not mine.begun:
        return []
    hints = []
    short = COST - sum(mine.numbers)
    if short > 0:
        hints.append(
            _("Cost %(cost)s, %(short)s to break even")
            % {"cost": COST * (mine.contracts + 1), "short": short}
        )
    missing = BONUS_CARDS - mine.cards
    if missing > 0 and COLOUR_CARDS - theirs.cards >= BONUS_CARDS:
        hints.append(
            ngettext("%(count)s more card for +20", "%(count)s more cards for +20", missing)
            % {"count": missing}
        )
    return hints


# -- rounds, typed totals, closing


def _rounds(state: State) -> Iterator[dict[str, Any]]:
    """Every round of the play; a round not opened yet has no points."""
    for number in range(1, state.options.rounds + 1):
        opened = number <= state.open_round
        yield {
            "number": number,
            "is_open": number == state.open_round and not state.finished,
            "points": _round_points(state.rounds[number - 1]) if opened else [],
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


# -- the end


def _result(state: State, names: Sequence[str]) -> dict[str, Any]:
    """Winner or draw, the margin, each player's rounds, best and worst expedition."""
    first, second = state.totals
    best = max(state.totals)
    order = [1, 0] if second > first else [0, 1]
    return {
        "verdict": verdict(state, names),
        "draw": first == second,
        "points": signed(best),
        "margin": abs(first - second),
        "loser": names[order[1]],
        "loser_points": signed(min(state.totals)),
        "players": [
            {
                "player": player,
                "name": names[player],
                "rounds": _rounds_added(state, player),
                "total": signed(state.totals[player]),
                "place": 1 if state.totals[player] == best else 2,
                "behind": best - state.totals[player],
            }
            for player in order
        ],
        "extremes": _extremes(state, names),
    }


def _rounds_added(state: State, player: int) -> list[tuple[str, str, str]]:
    """A player's rounds as terms of a sum: 38 − 24 + 15."""
    totals = [sides[player].total for sides in state.rounds]
    words = [_("round %(round)s") % {"round": number} for number in range(1, len(totals) + 1)]
    rest = [("−" if points < 0 else "+", str(abs(points))) for points in totals[1:]]
    return [
        (*term, word) for term, word in zip([("", signed(totals[0])), *rest], words, strict=True)
    ]


def _extremes(state: State, names: Sequence[str]) -> list[dict[str, Any]]:
    """The best and the worst expedition among those that count (the earlier of equals)."""
    begun = [
        (_points(expedition), number, player, place)
        for number, sides in enumerate(state.rounds, start=1)
        for player, side in enumerate(sides)
        if side.by_hand is None
        for place, expedition in enumerate(side.expeditions)
        if expedition.begun
    ]
    best = max(begun, key=lambda each: each[0], default=None)
    worst = min(begun, key=lambda each: each[0], default=None)
    if best is None or worst is None or best[0] == worst[0]:
        return []
    return [
        {
            "title": title % {"expedition": COLOUR_NAMES[state.colours[place]]},
            "colour": state.colours[place],
            "name": names[player],
            "round": number,
            **_written(state.rounds[number - 1][player].expeditions[place]),
        }
        for title, (_points, number, player, place) in (
            (_("Best: %(expedition)s"), best),
            (_("Worst: %(expedition)s"), worst),
        )
    ]


def _paper(state: State) -> list[dict[str, Any]]:
    """Every round, expedition and card, as they stand on the printed page."""
    return [
        {
            "number": number,
            "points": _round_points(sides),
            "lines": [
                {
                    "colour": colour,
                    "name": expedition_name(colour),
                    "cells": [_written(side.expeditions[place]) for side in sides],
                }
                for place, colour in enumerate(state.colours)
            ],
        }
        for number, sides in enumerate(state.rounds, start=1)
    ]


def _round_points(sides: Sequence[Side]) -> list[dict[str, Any]]:
    return [{"points": signed(side.total), "by_hand": side.by_hand is not None} for side in sides]
