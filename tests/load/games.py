"""The games that are measured, and how the phones here play them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from notepad import questions

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
    opens first; `pages` are its own, by name, `moves` other moves than the tap. `players`
    sit at it, as many as are usual if it is 0; the phone takes the first seat if `sits`.
    """

    slug: str
    opening: tuple[Move, ...]
    tap: Callable[[int], Move]
    lengths: tuple[int, ...]
    tabs: tuple[str, ...] = ("",)
    pages: Mapping[str, Page] = field(default_factory=dict)
    moves: Mapping[str, Callable[[int], Move]] = field(default_factory=dict)
    players: int = 0
    sits: bool = False

    @property
    def address(self) -> str:
        """Its empty board."""
        return f"/{self.slug}/" + (f"?players={self.players}" if self.players else "")


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


# -- Code 777: four players; the first one's phone knows the other three racks

RACKS = {1: ["5R", "5R", "7C"], 2: ["3K", "4B", "6P"], 3: ["4B", "6G", "7Y"]}
OWN = ("2Y", "6P", "7C")
READERS = 4
DEDUCTION_BUDGET = 100.0


def _answer(turn: int) -> Move:
    """The questions one after the other, answered as the racks stand, by those who read them."""
    reader, question = turn % READERS, turn % len(questions.QUESTIONS) + 1
    racks = {0: list(OWN), **RACKS}
    seen = [tuple(rack) for player, rack in racks.items() if player != reader]
    answer = questions.answer_of(question, seen)  # type: ignore[arg-type]
    return "answer", {"reader": reader, "question": question, "answer": answer}


def _mark(turn: int) -> Move:
    """All tiles crossed, then circled, then bare again."""
    state = ("crossed", "circled", "none")[turn // 28 % 3]
    return "notebook/mark", {"tile": turn % 28, "state": state}


CODE_777 = Measured(
    "code777",
    (
        ("set_help", {"help": "deduction"}),
        *(("see_rack", {"rack": rack, "tiles": tiles}) for rack, tiles in RACKS.items()),
    ),
    _answer,
    (64, 1_000),
    ("tab=pad", "tab=answers", "tab=answers&view=grid", "tab=table"),
    {
        "question": Page("question/"),
        "answer": Page("question/?question=8"),
        "deduction": Page("help/", DEDUCTION_BUDGET),
    },
    {"mark": _mark},
    sits=True,
)


# -- Акционер: six players


def _cash(turn: int) -> Move:
    """Everybody's money is put right, one by one."""
    lap, player = divmod(turn, 6)
    return "set_cash", {"player": player, "cash": 1_000 + 10 * (lap % 90)}


AKCIONER = Measured(
    "akcioner",
    (("set_shares", {"player": 0, "company": "blue", "count": 3}),),
    _cash,
    (10, 1_000),
    ("tab=board", "tab=turn", "tab=charts"),
    {"card": Page("card/"), "trade": Page("trade/")},
    players=6,
)


# -- Score pad: twelve players over sixty rounds, then corrections

PAD_PLAYERS = 12
PAD_ROUNDS = 60
PAD_BUDGET = 60.0


def _score(turn: int) -> Move:
    """Round by round everybody gets points; when all are in, they are put right."""
    lap, place = divmod(turn, PAD_PLAYERS * PAD_ROUNDS)
    round_, player = divmod(place, PAD_PLAYERS)
    points = (7 * turn + lap) % 90 - 20
    return "set_score", {"player": player, "round": round_ + 1, "points": points}


SCORE_PAD = Measured(
    "scorepad",
    (("set_title", {"title": "Каркассон"}),),
    _score,
    (10, 1_000),
    ("", "rounds=all"),
    {"all rounds": Page("?rounds=all", PAD_BUDGET)},
    players=PAD_PLAYERS,
)


# -- МАРСХИМПРОМ: five players, fifteen substances

SUBSTANCES = tuple(f"X{number}" for number in range(1, 16))


def _chips(turn: int) -> Move:
    """Everybody puts one chip on one substance after the other, and takes it off again."""
    lap, player = divmod(turn, 5)
    round_, taken_off = divmod(lap, 2)
    return "set_chips", {
        "player": player,
        "substance": SUBSTANCES[round_ % len(SUBSTANCES)],
        "place": ("own", "shared", "mission-1")[round_ % 3],
        "count": 1 - taken_off,
    }


MARSHIMPROM = Measured(
    "marshimprom",
    tuple(
        ("set_substance", {"name": name, "price": price})
        for price, name in enumerate(SUBSTANCES, 1)
    ),
    _chips,
    (20, 1_000),
    ("tab=score", "tab=turn", "tab=missions", "tab=all"),
    {"money": Page("money/"), "fight": Page("fight/"), "substances": Page("substances/")},
    players=5,
)

GAMES = (PYTHON_ALGORITHM, CODE_777, AKCIONER, MARSHIMPROM, SCORE_PAD, LOST_CITIES)
