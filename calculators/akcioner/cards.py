"""The cards of Акционер: which are printed, and what each does to the prices. Pure.

A card has one printed colour. An ordinary one raises one company and lowers
another, by 90 together; super cards are `100`, ×2 and ÷2. What the printed card
leaves open, the player chooses. Source: «Правила игры „Акционер"», the cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Literal, get_args

import msgspec

from companion.games import Refusal

Company = Literal["red", "yellow", "green", "blue"]
Kind = Literal["ordinary", "hundred", "double", "halve"]

COMPANIES: tuple[Company, ...] = get_args(Company)
KINDS: tuple[Kind, ...] = get_args(Kind)
RISES = (30, 40, 50, 60)
TOGETHER = 90
HUNDRED = 100
FALLS = (10, 20, 30)
PRINTED_HUNDREDS = 3


class Ordinary(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="ordinary",
):
    """An ordinary card as a move names it: {"raise": {"red": 30}, "lower": {"yellow": 60}}."""

    fixed: Company
    raised: dict[Company, int] = msgspec.field(name="raise")
    lower: dict[Company, int]


class Hundred(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="hundred",
):
    """A `100` as a move names it: one company rises, each of the others has its fall."""

    fixed: Company
    raised: dict[Company, int] = msgspec.field(name="raise")
    lower: dict[Company, int]


class Double(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="double",
):
    """A ×2 as a move names it: the printed colour is doubled, another one halved."""

    fixed: Company
    double: Company
    halve: Company


class Halve(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="halve",
):
    """A ÷2 as a move names it: the printed colour is halved, another one doubled."""

    fixed: Company
    double: Company
    halve: Company


Named = Ordinary | Hundred | Double | Halve


@dataclass(frozen=True)
class Card:
    """A card with the player's choices: `up` rises by `rise`, those in `falls` fall.

    None instead of an amount: `up` is doubled, the one that falls is halved.
    """

    kind: Kind
    fixed: Company
    up: Company
    rise: int | None
    falls: tuple[tuple[Company, int | None], ...]

    @property
    def is_super(self) -> bool:
        return self.kind != "ordinary"

    @property
    def face(self) -> Face:
        """What is printed on it: colour, kind, and for an ordinary one its number there."""
        if self.kind != "ordinary":
            return Face(self.kind, self.fixed)
        if self.fixed == self.up:
            return Face(self.kind, self.fixed, self.rise or 0)
        return Face(self.kind, self.fixed, -(self.falls[0][1] or 0))


@dataclass(frozen=True)
class Face:
    """A printed card: its colour and kind; `number` is +30 … +60 or −30 … −60 if ordinary."""

    kind: Kind
    fixed: Company
    number: int = 0

    @property
    def code(self) -> str:
        """Kind and number in one word, for addresses and forms.

        >>> Face("ordinary", "red", -60).code, Face("halve", "red").code
        ('-60', 'halve')
        """
        return str(self.number) if self.kind == "ordinary" else self.kind

    @property
    def copies(self) -> int:
        """How many of it are printed: three of each `100`, one of any other."""
        return PRINTED_HUNDREDS if self.kind == "hundred" else 1


def faces(fixed: Company) -> Iterator[Face]:
    """The printed cards of one colour, each once: eight ordinary ones, then the super cards."""
    for number in (*RISES, *(rise - TOGETHER for rise in RISES)):
        yield Face("ordinary", fixed, number)
    for kind in KINDS[1:]:
        yield Face(kind, fixed)


class NotPrinted(Refusal):
    """No such card is printed; `card` is the nearest that is, if one is clearly meant."""

    def __init__(self, code: str, card: Card | None, **data: Any) -> None:
        super().__init__(code, **data)
        self.card = card


CODES = tuple(face.code for face in faces("red"))


def card_of(named: Named) -> Card:
    """The card that a move names, or the Refusal that says why it is not printed."""
    match named:
        case Ordinary():
            return _ordinary(named)
        case Hundred():
            return _hundred(named)
        case _:
            return _doubling(named)


def named(card: Card) -> dict[str, Any]:
    """The card as a move names it, JSON-ready: what `card_of` reads.

    >>> named(ordinary("red", up="red", rise=30, down="yellow"))
    {'kind': 'ordinary', 'fixed': 'red', 'raise': {'red': 30}, 'lower': {'yellow': 60}}
    """
    if card.rise is None:
        down = card.falls[0][0]
        return {"kind": card.kind, "fixed": card.fixed, "double": card.up, "halve": down}
    return {
        "kind": card.kind,
        "fixed": card.fixed,
        "raise": {card.up: card.rise},
        "lower": dict(card.falls),
    }


def ordinary(fixed: Company, *, up: Company, rise: int, down: Company) -> Card:
    """An ordinary card: `up` rises by `rise`, `down` falls by what is missing to 90."""
    return Card("ordinary", fixed, up, rise, ((down, TOGETHER - rise),))


def hundred(fixed: Company, falls: Mapping[Company, int]) -> Card:
    """A `100`: its colour rises by 100, the other three fall by 10, 20 and 30."""
    ordered = sorted(falls.items(), key=lambda each: COMPANIES.index(each[0]))
    return Card("hundred", fixed, fixed, HUNDRED, tuple(ordered))


def doubling(kind: Literal["double", "halve"], fixed: Company, other: Company) -> Card:
    """A ×2 or a ÷2: the printed colour and the one chosen, each its half of the card."""
    up, down = (fixed, other) if kind == "double" else (other, fixed)
    return Card(kind, fixed, up, None, ((down, None),))


def _ordinary(given: Ordinary) -> Card:
    """+N on one colour and −M on another; N and M make 90, the printed colour is one of them."""
    if len(given.raised) != 1 or len(given.lower) != 1:
        raise Refusal("one_up_one_down")
    ((up, rise),), ((down, fall),) = given.raised.items(), given.lower.items()
    if up == down:
        raise Refusal("same_colour", company=up)
    fixed = given.fixed if given.fixed in (up, down) else up
    if rise not in RISES or rise + fall != TOGETHER:
        meant = next((each for each in (rise, TOGETHER - fall) if each in RISES), None)
        card = None if meant is None else ordinary(fixed, up=up, rise=meant, down=down)
        raise NotPrinted("no_such_ordinary", card, rise=rise, fall=fall)
    card = ordinary(fixed, up=up, rise=rise, down=down)
    if fixed != given.fixed:
        raise NotPrinted("colour_not_on_card", card, company=given.fixed)
    return card


def _hundred(given: Hundred) -> Card:
    """+100 on the printed colour; 10, 20 and 30 off the others, each once."""
    falls = tuple(given.lower.get(company, 0) for company in COMPANIES if company != given.fixed)
    if sorted(falls) != list(FALLS) or len(given.lower) != len(FALLS):
        raise Refusal("no_such_falls", company=given.fixed)
    card = hundred(given.fixed, given.lower)
    if given.raised != {given.fixed: HUNDRED}:
        raise NotPrinted("no_such_hundred", card, company=given.fixed)
    return card


def _doubling(given: Double | Halve) -> Card:
    """One colour doubled and another halved; the printed one is doubled by ×2, halved by ÷2."""
    kind: Literal["double", "halve"] = "double" if isinstance(given, Double) else "halve"
    if given.double == given.halve:
        raise Refusal("same_colour", company=given.double)
    fixed = given.double if kind == "double" else given.halve
    other = given.halve if kind == "double" else given.double
    card = doubling(kind, fixed, other)
    if fixed != given.fixed:
        raise NotPrinted("colour_not_on_card", card, company=given.fixed)
    return card


def distributions(fixed: Company) -> Iterator[dict[Company, int]]:
    """The six ways to deal out −10, −20 and −30 to the other three colours."""
    others = [company for company in COMPANIES if company != fixed]
    for falls in permutations(FALLS):
        yield dict(zip(others, falls, strict=True))
