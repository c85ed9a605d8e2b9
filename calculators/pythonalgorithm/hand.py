"""What a player holds: cards, and what is owed on them. Pure.

A card bought on credit lies open with as many tokens of the bank as are owed,
and the purchase token stays on it until it is redeemed or sold. Source:
rulebook, "Покупка в долг".
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from calculators.pythonalgorithm.chips import Colour, Track
from companion.games import Refusal

Hand = tuple["Card", ...]


@dataclass(frozen=True)
class Card:
    """A held card. `debt` is owed on it; a bare debt has no track and is no card.

    Templates have a category. `number` and `id` are known when somebody told them.
    """

    track: Track | None
    colour: Colour | None
    category: str | None = None
    number: int | None = None
    id: str | None = None
    debt: int = 0

    @property
    def bare(self) -> bool:
        """A debt without a card, as a final count takes it."""
        return self.track is None


@dataclass(frozen=True)
class CardName:
    """How a card is named in a move.

    With `debt` the whole card is meant, exactly as it is held; an id alone is
    always enough. Without both, what is left open may be anything.
    """

    track: Track | None = None
    colour: Colour | None = None
    category: str | None = None
    number: int | None = None
    id: str | None = None
    debt: int | None = None


def name_of(card: Card) -> dict[str, Any]:
    """The args that name just this card, whatever else the hand comes to hold.

    >>> name_of(Card("kodiki", "blue"))
    {'track': 'kodiki', 'colour': 'blue', 'debt': 0}
    """
    return {name: value for name, value in vars(card).items() if value is not None}


def place_of(
    hand: Sequence[Card],
    name: int | CardName,
    *,
    without: Collection[int] = (),
    owing: bool = False,
) -> int | None:
    """The index of the card that `name` means, or None if no such is held.

    `without` are indexes already spoken for. Among several a card without debt is
    meant, with `owing` one with a debt.
    """
    if isinstance(name, int):
        return name if 0 <= name < len(hand) and name not in without else None
    fitting = [
        place for place, card in enumerate(hand) if place not in without and _means(name, card)
    ]
    return min(fitting, key=lambda place: _likeness(name, hand[place], owing), default=None)


def found(hand: Sequence[Card], name: int | CardName) -> int:
    """The index of the card that `name` means; Refusal no_such_card_held if none is held."""
    place = place_of(hand, name)
    if place is None:
        raise Refusal("no_such_card_held", card=name)
    return place


def _means(name: CardName, card: Card) -> bool:
    if name.id is not None:
        return card.id == name.id
    if name.debt is not None:
        return name == CardName(**vars(card))
    if name.track is None or name.colour is None:
        return False
    return (
        (card.track, card.colour) == (name.track, name.colour)
        and name.category in (None, card.category)
        and name.number in (None, card.number)
    )


def _likeness(name: CardName, card: Card, owing: bool) -> tuple[bool, bool]:
    """Smaller for the card that is rather meant."""
    return (card.debt > 0) != owing, (card.number, card.id) != (name.number, name.id)


def free_tokens(hand: Sequence[Card], purchase_tokens: int) -> int:
    """How many of a player's purchase tokens lie on no card in debt (never below 0).

    >>> free_tokens([Card("templates", "blue", "B", debt=7), Card("kodiki", "blue")], 4)
    3
    """
    locked = sum(1 for card in hand if card.debt and not card.bare)
    return max(0, purchase_tokens - locked)


def debt_of(hand: Sequence[Card]) -> int:
    """All that is owed on a hand, bare debts too, in tokens."""
    return sum(card.debt for card in hand)
