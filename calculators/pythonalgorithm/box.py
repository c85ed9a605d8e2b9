"""The box of PythonAlgorithm: everything that is printed on cardboard. Pure.

Price tables, templates, kodiki, customers and the event deck are data, so that a table
can put in its own cards (`box_file` reads and writes them). Source: rulebook, "Состав
игры", and the price tracks of the board.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from calculators.pythonalgorithm.chips import COLOURS, Colour, Track

SEGMENTS = 7
KODIKI = range(1, 4)
"""How many kodiki a customer may ask for."""

HIGHEST_PRICE = 9_999
HIGHEST_BONUS = 999
HIGHEST_NUMBER = 9_999
MOST_EVENTS = 99
LONGEST_ID = 40
LONGEST_CATEGORY = 10
LONGEST_TITLE = 100
LONGEST_TEXT = 2_000
MOST_CATEGORIES = 12
MOST_CARDS = 300
"""Of each kind: templates, kodiki, customers."""
MOST_SETS = 20
MOST_WORDS = 20

Kind = Literal["same", "different"]
"""What a customer asks of the colours: all the same, or all different."""


@dataclass(frozen=True)
class Prices:
    """The printed price tables, in tokens: seven for segments I to VII.

    `templates` has a row for each category; the kodiki share one row. The number
    printed on a card never matters for its price.
    """

    templates: Mapping[str, tuple[int, ...]] = field(hash=False)
    kodiki: tuple[int, ...]

    def row(self, track: Track, category: str | None = None) -> tuple[int, ...]:
        """The seven prices of a track; KeyError for a template of no known category."""
        return self.kodiki if track == "kodiki" else self.templates[category or ""]

    def price(self, track: Track, category: str | None, segment: int) -> int:
        """What a card costs while its colour's chip stands on `segment` (1 to 7)."""
        return self.row(track, category)[segment - 1]


@dataclass(frozen=True)
class Template:
    """A template card: code with gaps `⟦1:expression⟧`, numbered in order."""

    id: str
    colour: Colour
    category: str
    number: int
    title: str
    code: str


@dataclass(frozen=True)
class Kodik:
    """A kodik card: a piece of code. `fits` are the words of the gaps that take it."""

    id: str
    colour: Colour
    title: str
    code: str
    fits: tuple[str, ...]


@dataclass(frozen=True)
class Solution:
    """A set that a customer takes: a template and the kodiki for its gaps, in order."""

    template: str
    kodiki: tuple[str, ...]


@dataclass(frozen=True)
class Customer:
    """A customer: pays the cards' prices and `bonus` for a set that does the task.

    `kodiki` (1 to 3) is how many go with the one template. "same": all cards of one
    colour; "different": as many colours as cards, at most three. Without `solutions`
    only number and colours count.
    """

    id: str
    bonus: int
    colours: Kind
    kodiki: int
    task: str
    solutions: tuple[Solution, ...] = ()


STANDARD_EVENTS: Mapping[str, int] = {"rise": 2, "jump": 1, "crash": 3, "virus": 1}
"""The event deck of eleven cards: `rise` counts the cards of each colour."""


@dataclass(frozen=True)
class Box:
    """A whole box. `options` are settings that come with it, unless a play has its own."""

    prices: Prices
    templates: tuple[Template, ...] = ()
    kodiki: tuple[Kodik, ...] = ()
    customers: tuple[Customer, ...] = ()
    events: Mapping[str, int] = field(default_factory=lambda: STANDARD_EVENTS, hash=False)
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def template(self, id: str) -> Template | None:  # noqa: A002
        """The template with this id, if there is one."""
        return self._templates.get(id)

    def kodik(self, id: str) -> Kodik | None:  # noqa: A002
        """The kodik with this id, if there is one."""
        return self._kodiki.get(id)

    def customer(self, id: str) -> Customer | None:  # noqa: A002
        """The customer with this id, if there is one."""
        return self._customers.get(id)

    @property
    def categories(self) -> tuple[str, ...]:
        """The categories of the templates, in the order of the price table."""
        return tuple(self.prices.templates)

    @cached_property
    def _templates(self) -> Mapping[str, Template]:
        return {each.id: each for each in self.templates}

    @cached_property
    def _kodiki(self) -> Mapping[str, Kodik]:
        return {each.id: each for each in self.kodiki}

    @cached_property
    def _customers(self) -> Mapping[str, Customer]:
        return {each.id: each for each in self.customers}


GAP = re.compile(r"⟦([1-9]):([^⟦⟧:\n]{1,40})⟧")


@dataclass(frozen=True)
class Gap:
    """A gap of a template: its number, and the word that a kodik must fit."""

    number: int
    word: str


def gaps(code: str) -> tuple[Gap, ...]:
    """The gaps of a template's code, in the order in which they stand.

    >>> gaps("for n in ⟦1:list⟧:")
    (Gap(number=1, word='list'),)
    """
    return tuple(Gap(int(number), word) for number, word in GAP.findall(code))


def colours_wanted(kind: Kind, cards: int) -> int:
    """How many colours a set of so many cards must have."""
    return 1 if kind == "same" else min(cards, len(COLOURS))
