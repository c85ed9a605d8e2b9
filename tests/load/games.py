"""The games that are measured, and how the phones here play them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Move = tuple[str, dict[str, Any]]
"""A move's name and args."""


class Page(NamedTuple):
    """A page of a game's own, from its board's address on, and the milliseconds it may take."""

    path: str
    budget: float | None = None


@dataclass(frozen=True)
class Measured:
    """A game that is measured.

    `opening` begins a play; then tap follows tap, and `tap` tells which by its turn.
    `lengths` of its log are compared. `tabs` are the queries of its board, the one that
    opens first; `pages` are its own, by name.
    """

    slug: str
    opening: tuple[Move, ...]
    tap: Callable[[int], Move]
    lengths: tuple[int, ...]
    tabs: tuple[str, ...] = ("",)
    pages: Mapping[str, Page] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """Its empty board."""
        return f"/{self.slug}/"


# -- Lost Cities

EXPEDITIONS = ("yellow", "blue", "white", "green", "red")
NUMBERS = range(2, 11)


def _card(turn: int) -> Move:
    """All 45 cards of a player are laid one by one, then taken off."""
    lap, place = divmod(turn, len(EXPEDITIONS) * len(NUMBERS))
    number, expedition = divmod(place, len(EXPEDITIONS))
    return "set_card", {
        "player": 0,
        "expedition": EXPEDITIONS[expedition],
        "card": NUMBERS[number],
        "laid": lap % 2 == 0,
    }


LOST_CITIES = Measured("lost-cities", (_card(0),), _card, (10, 1_000, 5_000))


# -- PythonAlgorithm: round 2 of four players who hold six cards each, two of them in debt

PLAYERS = range(4)
COLOURS = ("blue", "yellow", "white")
CHECKER_BUDGET = 50.0


def _hand(player: int) -> Move:
    """Two templates and four kodiki of the sample box, one of each bought on credit."""
    cards: list[dict[str, Any]] = [
        {"id": f"T{2 * player + 1}", "debt": 15},
        {"id": f"T{2 * player + 2}"},
        {"id": f"K{4 * player + 1}", "debt": 5},
        *({"id": f"K{4 * player + place}"} for place in (2, 3, 4)),
    ]
    return "set_hand", {"player": player, "cards": cards}


def _tokens(turn: int) -> Move:
    """Everybody gets a token, one by one, then everybody pays one."""
    lap, player = divmod(turn, len(PLAYERS))
    return "tokens", {"player": player, "delta": 1 if lap % 2 == 0 else -1}


def _hard_check() -> str:
    """Thirty cards: the first player's six and others, half of them known by no id and on
    credit, so that both programs and colours are looked through, for three kodiki.
    """
    cards = [
        *(f"@T{number}" for number in range(10, 16)),
        *(f"@K{number}" for number in range(20, 26)),
        *(f"templates.{colour}.{category}:9" for colour in COLOURS for category in "AB"),
        *(f"kodiki.{colour}:{debt}" for colour in COLOURS for debt in (3, 5)),
    ]
    return "check/?player=0&customer=Z30" + "".join(f"&card={card}" for card in cards)


PYTHON_ALGORITHM = Measured(
    "pythonalgorithm",
    (
        *map(_hand, PLAYERS),
        ("event", {"kind": "rise", "colour": "blue"}),
        ("event", {"kind": "jump"}),
        ("next_round", {"round": 1}),
        ("event", {"kind": "crash"}),
    ),
    _tokens,
    (10, 1_000),
    ("tab=round", "tab=market", "tab=tokens"),
    {"check of 30 cards": Page(_hard_check(), CHECKER_BUDGET), "box": Page("box/")},
)
