"""What the tests of the rules share: short names for cards, plays and refusals."""

from __future__ import annotations

from typing import Any

import pytest

from calculators.pythonalgorithm import rules, words
from calculators.pythonalgorithm.auction import Bid
from calculators.pythonalgorithm.box_file import read_box
from calculators.pythonalgorithm.hand import Card, CardName
from calculators.pythonalgorithm.rules import Options, PythonAlgorithm, State
from companion.common import PlayRules
from companion.games import Game, Outcome, Refusal

RULES = PythonAlgorithm()

GAME = Game(
    slug="pythonalgorithm",
    title="PythonAlgorithm",
    about="",
    players=range(2, 7),
    options=Options,
    choices=(),
    rules=RULES,
    view=rules.view,
    standings=rules.standings,
    finished=lambda state: state.over,
    screen=lambda state, eyes, query, names: {},
    words=words,
    folder="",
    run=rules.together,
    typed=rules.TYPED,
    current=rules.current,
    secret=rules.secret,
)
PLAY = PlayRules(GAME)

CARDS: dict[str, Any] = {
    "format": "tableside-box/1",
    "prices": {
        "templates": {"A": [15, 15, 15, 20, 26, 33, 40], "B": [3, 5, 7, 10, 13, 16, 20]},
        "kodiki": [1, 3, 5, 7, 9, 11, 13],
    },
    "templates": [
        {
            "id": "T1",
            "colour": "blue",
            "category": "A",
            "number": 3,
            "title": "",
            "code": "⟦1:expression⟧ + ⟦2:expression⟧",
        },
        {"id": "T2", "colour": "blue", "category": "B", "number": 1, "title": "", "code": ""},
    ],
    "kodiki": [
        {"id": name, "colour": "blue", "title": "", "code": "", "fits": ["expression"]}
        for name in ("K1", "K2", "K3")
    ],
    "customers": [
        {
            "id": "C1",
            "bonus": 15,
            "colours": "same",
            "kodiki": 2,
            "task": "",
            "solutions": [{"template": "T1", "kodiki": ["K1", "K2"]}],
        },
        {"id": "C2", "bonus": 10, "colours": "same", "kodiki": 2, "task": ""},
    ],
}
"""A little box: two blue templates, three blue kodiki, two customers."""

read_box(CARDS)


def start(players: int = 3, **options: Any) -> State:
    return RULES.start(players, Options(**options))


def after(state: State, *moves: Any) -> State:
    """The play after these moves."""
    for move in moves:
        state = RULES.apply(state, move, None).state
    return state


def played(*moves: Any, players: int = 3, **options: Any) -> State:
    return after(start(players, **options), *moves)


def done(state: State, move: Any) -> Outcome:
    return RULES.apply(state, move, None)


def codes(outcome: Outcome) -> list[str]:
    """The codes of an outcome's notices."""
    return [notice.code for notice in outcome.notices]


def refused(state: State, move: Any, by: int | None = None) -> Refusal:
    with pytest.raises(Refusal) as caught:
        RULES.apply(state, move, by)
    return caught.value


def template(colour: Any = "yellow", category: str | None = "B", **more: Any) -> CardName:
    return CardName("templates", colour, category, **more)


def kodik(colour: Any = "yellow", **more: Any) -> CardName:
    return CardName("kodiki", colour, **more)


def held_template(colour: Any = "yellow", category: str = "B", **more: Any) -> Card:
    return Card("templates", colour, category, **more)


def held_kodik(colour: Any = "yellow", **more: Any) -> Card:
    return Card("kodiki", colour, **more)


def bids(*said: tuple[int, int | None]) -> tuple[Bid, ...]:
    """Bids in order, as (player, amount or None to pass)."""
    return tuple(Bid(player, amount) for player, amount in said)
