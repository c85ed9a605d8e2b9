"""What the address of the checker says: which cards, which customer, which prices.

A whole check stands in its address, so that it can be shared and records nothing. A
card is written `templates.blue.B`, `templates.blue.B.4` (with its number),
`kodiki.white`, or `@T7` (a card of the box), and `:13` after it is its debt. Cards
that the hand does not have are `card`, those that may be given away `tick`, all that
the page has shown `had`. Of equal cards the second one's tick is `kodiki.white~2`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, cast

from calculators.numbers import read_sum
from calculators.pythonalgorithm.box import HIGHEST_BONUS, HIGHEST_NUMBER, HIGHEST_PRICE, KODIKI
from calculators.pythonalgorithm.box import Kind as ColourRule
from calculators.pythonalgorithm.checker import card_of
from calculators.pythonalgorithm.chips import COLOURS, SEGMENTS, TRACKS, Tracks
from calculators.pythonalgorithm.customers import Wanted, wanted_of
from calculators.pythonalgorithm.hand import Card
from calculators.pythonalgorithm.state import State

MOST_ADDED = 40
"""How many cards can be added to a hand for a check."""

FIRST_WANTED = Wanted(10, "same", 1)
"""The customer asked about until another is: four of the sixteen are like that."""


class Query(Protocol):
    """A page's query, as Django has it."""

    def get(self, name: str, default: str = "", /) -> str: ...
    def getlist(self, name: str, /) -> list[str]: ...


@dataclass(frozen=True)
class Held:
    """A card in the checked hand: its name in the address, and whether it is ticked.

    `added`: it stands in the address alone, not in the recorded hand.
    """

    name: str
    card: Card
    ticked: bool
    added: bool


@dataclass(frozen=True)
class Asked:
    """What is asked: `hand` with its ticks, and the customer `wanted`.

    `tokens` were typed. The rest is what could not be taken: `unknown` texts name no card
    of this box, `twice` are cards that are held already, `too_many` were added, `unread`
    is no number, and `no_customer` is an id that the box does not have.
    """

    wanted: Wanted
    hand: tuple[Held, ...] = ()
    tokens: int | None = None
    unknown: tuple[str, ...] = ()
    twice: tuple[Card, ...] = ()
    too_many: bool = False
    unread: tuple[str, ...] = ()
    no_customer: str = ""

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the hand."""
        return tuple(each.card for each in self.hand)

    @property
    def ticked(self) -> tuple[Card, ...]:
        """The cards that may be given away."""
        return tuple(each.card for each in self.hand if each.ticked)

    @property
    def recorded(self) -> tuple[Card, ...]:
        """The cards that the play knows of."""
        return tuple(each.card for each in self.hand if not each.added)


def asked(
    query: Query, state: State, recorded: Sequence[Card], *, other_hand: bool = False
) -> Asked:
    """What the query asks about a hand of `recorded` cards and those it adds.

    `other_hand`: its cards and ticks were another's, so none of them counts.
    """
    wanted, no_customer = _customer(query, state)
    added = _Added(state, {card.id for card in recorded})
    debt, no_debt = typed(query.get("debt", ""))
    tokens, no_tokens = typed(query.get("tokens", ""))
    dropped = Counter(query.getlist("drop"))
    for text in () if other_hand else query.getlist("card"):
        if dropped[text]:
            dropped[text] -= 1
        else:
            added.take(text)
    for text in filter(None, query.getlist("add")):
        added.take(f"{text}:{debt}" if debt else text)
    cards = (*recorded, *added.cards)
    names = _numbered(map(address_of, cards))
    ticked = set(names) if other_hand else _ticked(query, names)
    hand = (
        Held(name, card, name in ticked, place >= len(recorded))
        for place, (name, card) in enumerate(zip(names, cards, strict=True))
    )
    return Asked(
        wanted,
        tuple(hand),
        tokens,
        tuple(added.unknown),
        tuple(added.twice),
        added.too_many,
        tuple(filter(None, (no_debt, no_tokens))),
        no_customer,
    )


def _ticked(query: Query, names: Sequence[str]) -> set[str]:
    """The ticked cards: all that the page has not shown yet are, as those just bought or added.

    `only` is a set that was chosen whole.
    """
    only = query.get("only", "")
    if only:
        return {name for name in names if f",{name}," in f",{only},"}
    ticks, had = set(query.getlist("tick")), set(query.getlist("had"))
    if ticks and not had:
        return ticks
    return {name for name in names if name in ticks or name not in had}


# -- cards


def address_of(card: Card) -> str:
    """A card as it stands in the address.

    >>> address_of(Card("templates", "blue", "B", 4, debt=13)), address_of(Card("kodiki", "white"))
    ('templates.blue.B.4:13', 'kodiki.white')
    """
    name = f"@{card.id}" if card.id is not None else _described(card)
    return f"{name}:{card.debt}" if card.debt else name


def _described(card: Card) -> str:
    parts = (card.track, card.colour, card.category, card.number)
    return ".".join(str(part) for part in parts if part is not None)


def card_at(state: State, text: str) -> Card | None:
    """The card that a text in the address names; None if this box has no such card."""
    card = _whole(state, text)
    name, _, debt = text.rpartition(":")
    if card is None and _is_number(debt, HIGHEST_PRICE):
        card = _whole(state, name)
        card = card and replace(card, debt=int(debt))
    return card


def _whole(state: State, text: str) -> Card | None:
    if text.startswith("@"):
        return card_of(state.box, text[1:])
    track, _, rest = text.partition(".")
    colour, _, rest = rest.partition(".")
    if track not in TRACKS or colour not in COLOURS:
        return None
    if track == "kodiki":
        known = not rest or _is_number(rest, HIGHEST_NUMBER)
        return Card(track, colour, number=int(rest) if rest else None) if known else None
    if rest in state.prices.templates:
        return Card(track, colour, rest)
    category, _, number = rest.rpartition(".")
    if category in state.prices.templates and _is_number(number, HIGHEST_NUMBER):
        return Card(track, colour, category, int(number))
    return None


def _is_number(text: str, highest: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= highest


def _numbered(names: Iterable[str]) -> list[str]:
    """The names, told apart where they are equal.

    >>> _numbered(["kodiki.white", "kodiki.blue", "kodiki.white"])
    ['kodiki.white', 'kodiki.blue', 'kodiki.white~2']
    """
    seen: Counter[str] = Counter()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(name if seen[name] == 1 else f"{name}~{seen[name]}")
    return numbered


@dataclass
class _Added:
    """The cards that the address adds to a hand which has `ids`, and what in it is none."""

    state: State
    ids: set[str | None]
    cards: list[Card] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    twice: list[Card] = field(default_factory=list)
    too_many: bool = False

    def take(self, text: str) -> None:
        """Add the card that a text names."""
        card = card_at(self.state, text)
        if card is None:
            self.unknown.append(text)
        elif card.id is not None and card.id in self.ids:
            self.twice.append(card)
        elif len(self.cards) >= MOST_ADDED:
            self.too_many = True
        else:
            self.cards.append(card)
            self.ids.add(card.id)


# -- the customer


def _customer(query: Query, state: State) -> tuple[Wanted, str]:
    """The customer asked about, and the id of one that the box does not have ("" if it has).

    One of the box counts unless what is said of it was changed since it was chosen
    (`was`): then that describes another.
    """
    first = state.described or FIRST_WANTED
    described = Wanted(
        _number(query.get("bonus", ""), HIGHEST_BONUS, first.bonus),
        _rule(query.get("colours", ""), first.colours),
        _number(query.get("kodiki", ""), KODIKI[-1], first.kodiki, KODIKI[0]),
    )
    name = query.get("customer", "")
    customer = state.box.customer(name) if name else None
    if customer is None:
        return described, name
    of_box = wanted_of(customer)
    changed = (described.bonus, described.colours, described.kodiki) != (
        of_box.bonus,
        of_box.colours,
        of_box.kodiki,
    )
    if changed and query.get("was", "") == name:
        return described, ""
    return of_box, ""


def _number(text: str, highest: int, otherwise: int, lowest: int = 0) -> int:
    return int(text) if _is_number(text, highest) and int(text) >= lowest else otherwise


def _rule(text: str, otherwise: ColourRule) -> ColourRule:
    return cast(ColourRule, text) if text in ("same", "different") else otherwise


# -- prices and tokens


def tracks_asked(query: Query, tracks: Tracks) -> Tracks:
    """The chips as the address sets them (`templates.blue=5`), else as they stand.

    What cannot be, two chips on a segment, is not believed.
    """
    for track in TRACKS:
        chips = tracks.of(track)
        for colour in COLOURS:
            segment = _number(query.get(f"{track}.{colour}", ""), SEGMENTS[-1], 0)
            chips = chips.moved(colour, segment) if segment else chips
        if chips.possible:
            tracks = tracks.replaced(track, chips)
    return tracks


def typed(text: str) -> tuple[int | None, str]:
    """A typed number of tokens, or the text if it is none (0 to 9999, sums too).

    >>> typed("12+3"), typed(""), typed("a lot")
    ((15, ''), (None, ''), (None, 'a lot'))
    """
    if not text.strip():
        return None, ""
    try:
        number = read_sum(text[:60])
    except ValueError:
        return None, text
    return (number, "") if 0 <= number <= HIGHEST_PRICE else (None, text)
