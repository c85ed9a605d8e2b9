"""The moves of Акционер, as the log keeps them. Pure.

Everything may be recorded for any player: the record follows the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from calculators.akcioner.cards import Company, Double, Halve, Hundred, Ordinary


@dataclass(frozen=True)
class Buy:
    """A player buys `count` shares at the board's price, or at `price` if that was another.

    `anyway` buys where only a rule forbids it: in the turn of the last card.
    """

    player: int
    company: Company
    count: int
    price: int | None = None
    anyway: bool = False


@dataclass(frozen=True)
class Sell:
    """A player sells `count` shares at the board's price, or at `price` if that was another.

    `anyway` sells where only a rule forbids it: shares bought in step 1, or in the
    turn of the last card.
    """

    player: int
    company: Company
    count: int
    price: int | None = None
    anyway: bool = False


@dataclass(frozen=True)
class PlayCard:
    """A player lays a card, with what it leaves to choose. Step 3 of the turn begins."""

    player: int
    card: Ordinary | Hundred | Double | Halve


@dataclass(frozen=True)
class EndTurn:
    """The turn is over; the next player sits counter-clockwise.

    `player` and `number` name the turn to end (that player's first is 1), so that two
    phones end it once; without them, the one being played.
    """

    player: int | None = None
    number: int | None = None


@dataclass(frozen=True)
class SetPrice:
    """The price that the board really shows."""

    company: Company
    price: int


@dataclass(frozen=True)
class SetCash:
    """The money that a player really has."""

    player: int
    cash: int


@dataclass(frozen=True)
class SetShares:
    """The shares of a company that a player really has."""

    player: int
    company: Company
    count: int


@dataclass(frozen=True)
class Finish:
    """The play is over: capital is money and shares at the last prices."""


Trade = Buy | Sell
Move = Buy | Sell | PlayCard | EndTurn | SetPrice | SetCash | SetShares | Finish

MOVES: Mapping[str, type] = {
    "buy": Buy,
    "sell": Sell,
    "play_card": PlayCard,
    "end_turn": EndTurn,
    "set_price": SetPrice,
    "set_cash": SetCash,
    "set_shares": SetShares,
    "finish": Finish,
}
TYPED: Mapping[str, str] = {
    "buy": "price",
    "sell": "price",
    "set_price": "price",
    "set_cash": "cash",
    "set_shares": "count",
}
"""The arg of a move that a phone showed before: `was` tells if it has changed since."""
