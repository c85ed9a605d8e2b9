"""The moves of PythonAlgorithm: what may be recorded, as keys, forms and files say it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from typing import Any, Literal

from calculators.pythonalgorithm.auction import Bid
from calculators.pythonalgorithm.box import Kind
from calculators.pythonalgorithm.chips import Colour, Track
from calculators.pythonalgorithm.hand import CardName

EventKind = Literal["rise", "jump", "crash", "virus"]


@dataclass(frozen=True)
class Tokens:
    """The token counter: so many more, or fewer. `reason`: up to 40 characters."""

    player: int
    delta: int
    reason: str = ""


@dataclass(frozen=True)
class SetTokens:
    """A player's tokens as they were counted."""

    player: int
    tokens: int


@dataclass(frozen=True)
class PlaceChip:
    """A chip put on a segment by hand; one that stands there changes places with it."""

    track: Track
    colour: Colour
    segment: int


@dataclass(frozen=True)
class Event:
    """An event card. `colour` is the colour that rises; the virus ends the play."""

    kind: EventKind
    colour: Colour | None = None


@dataclass(frozen=True)
class Left:
    """How many cards of each colour are left unsold on a track."""

    blue: int
    yellow: int
    white: int

    def of(self, colour: Colour) -> int:
        """How many of one colour."""
        count: int = getattr(self, colour)
        return count


@dataclass(frozen=True)
class Reaction:
    """The market reacts to what is left of one track."""

    track: Track
    left: Left


@dataclass(frozen=True)
class NextRound:
    """Closes a round: the next begins, and the first-player token goes left.

    `round` is the one to close, so that closing it twice skips none.
    """

    round: int | None = None


@dataclass(frozen=True)
class Buy:
    """One player buys a card, at the market price unless another is named.

    On credit (`debt`) nothing is paid: the whole price is owed.
    """

    player: int
    card: CardName
    price: int | None = None
    debt: bool = False
    anyway: bool = False


@dataclass(frozen=True)
class Auction:
    """An auction for a card, all bids in order; the winner pays or owes (`debt`)."""

    card: CardName
    bids: tuple[Bid, ...]
    debt: bool = False
    anyway: bool = False


@dataclass(frozen=True)
class Redeem:
    """A player pays what is owed on a card, which then is like one bought for money."""

    player: int
    card: int | CardName


@dataclass(frozen=True)
class Sell:
    """A player sells cards to the market: all prices less all debts, as one sum."""

    player: int
    cards: tuple[int | CardName, ...]


@dataclass(frozen=True)
class CustomerName:
    """A customer of the box by its id, or one described as it lies on the table."""

    bonus: int | None = None
    colours: Kind | None = None
    kodiki: int | None = None
    id: str | None = None


@dataclass(frozen=True)
class SellToCustomer:
    """A player sells a set to a customer: the cards' prices and the bonus."""

    player: int
    customer: CustomerName
    cards: tuple[int | CardName, ...]
    anyway: bool = False


@dataclass(frozen=True)
class SetHand:
    """The cards that a player really holds; `{"debt": 15}` is a debt without a card."""

    player: int
    cards: tuple[CardName, ...]


@dataclass(frozen=True)
class SetPrices:
    """A printed row of seven prices, as it stands on this table's board.

    Without `prices` the row is right as it is; without a category, all rows of the track.
    """

    track: Track
    category: str | None = None
    prices: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Counted:
    """One player's final count: tokens, and all that is owed."""

    tokens: int
    debt: int = 0


@dataclass(frozen=True)
class Finish:
    """The play ends without the virus; `count` is the final count, player by player."""

    count: tuple[Counted, ...] | None = None


Move = (
    Tokens
    | SetTokens
    | PlaceChip
    | Event
    | Reaction
    | NextRound
    | Buy
    | Auction
    | Redeem
    | Sell
    | SellToCustomer
    | SetHand
    | SetPrices
    | Finish
)

MOVES: Mapping[str, type[Move]] = {
    "tokens": Tokens,
    "set_tokens": SetTokens,
    "place_chip": PlaceChip,
    "event": Event,
    "reaction": Reaction,
    "next_round": NextRound,
    "buy": Buy,
    "auction": Auction,
    "redeem": Redeem,
    "sell": Sell,
    "sell_to_customer": SellToCustomer,
    "set_hand": SetHand,
    "set_prices": SetPrices,
    "finish": Finish,
}

WayOut = tuple[str, Mapping[str, Any]]
"""A move that would be accepted instead of a refused one: its name and args."""


def way_to(move: Move, **changed: Any) -> WayOut:
    """A move as a way out, some of its args changed.

    >>> way_to(Redeem(1, CardName(id="T3")))
    ('redeem', {'player': 1, 'card': {'id': 'T3'}})
    """
    name = next(name for name, kind in MOVES.items() if type(move) is kind)
    return name, args_of(replace(move, **changed))


def args_of(move: Move) -> dict[str, Any]:
    """A move's args as JSON; what is as by default is left out."""
    told: dict[str, Any] = _plain(move)
    return told


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        held = {each: getattr(value, each.name) for each in fields(value)}
        return {
            each.name: _plain(inner)
            for each, inner in held.items()
            if each.default is MISSING or inner != each.default
        }
    return [_plain(each) for each in value] if isinstance(value, tuple) else value
