"""The moves of МАРСХИМПРОМ, as the log keeps them. Pure.

Everything may be recorded for any player: the record follows the table. Money is in
mR, whole coins. A place is "own", "shared", "other" or "mission-1", "mission-2" …
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from calculators.marshimprom.fight import Throw

Reason = Literal["raw", "substance", "battery", "armour", "warehouse", "other"]
Gear = Literal["battery", "armour"]


@dataclass(frozen=True)
class SetSubstance:
    """The price printed on a substance's card; None takes the substance off the list."""

    name: str
    price: int | None


@dataclass(frozen=True)
class Pay:
    """Money between the bank and a player: above 0 from the bank, below 0 to the bank."""

    player: int
    amount: int
    reason: Reason


@dataclass(frozen=True)
class Trade:
    """Money from one player to another."""

    from_player: int
    to_player: int
    amount: int


@dataclass(frozen=True)
class SetChips:
    """So many chips of a player stand on a substance at a place."""

    player: int
    substance: str
    place: str
    count: int


@dataclass(frozen=True)
class SetMission:
    """A mission is complete, or is not."""

    mission: int
    complete: bool


@dataclass(frozen=True)
class SetHold:
    """So many raw-material cards are in a player's combine."""

    player: int
    cards: int


@dataclass(frozen=True)
class SetGear:
    """What a player has bought; what is None stays. Nothing is paid: `Pay` and `BuyGear` do."""

    player: int
    battery: bool | None = None
    armour: bool | None = None


@dataclass(frozen=True)
class Roll:
    """A fight: throws in order, the last one decides."""

    attacker: int
    defender: int
    rolls: tuple[Throw, ...]


@dataclass(frozen=True)
class EndRepairs:
    """The turn after a fight is over: this player may attack again."""

    player: int


@dataclass(frozen=True)
class SellSubstance:
    """A player sells a substance to the bank at its price and takes the chip back."""

    player: int
    substance: str
    place: str


@dataclass(frozen=True)
class BuyGear:
    """A player pays the bank 4 mR and has the gear."""

    player: int
    what: Gear


@dataclass(frozen=True)
class SetMoney:
    """The money that a player really has; the bank has the rest of the coins."""

    player: int
    money: int


@dataclass(frozen=True)
class Finish:
    """The play is over."""


Move = (
    SetSubstance
    | Pay
    | Trade
    | SetChips
    | SetMission
    | SetHold
    | SetGear
    | Roll
    | EndRepairs
    | SellSubstance
    | BuyGear
    | SetMoney
    | Finish
)

MOVES: Mapping[str, type] = {
    "set_substance": SetSubstance,
    "pay": Pay,
    "trade": Trade,
    "set_chips": SetChips,
    "set_mission": SetMission,
    "set_hold": SetHold,
    "set_gear": SetGear,
    "roll": Roll,
    "end_repairs": EndRepairs,
    "sell_substance": SellSubstance,
    "buy_gear": BuyGear,
    "set_money": SetMoney,
    "finish": Finish,
}
TYPED: Mapping[str, str] = {
    "set_substance": "price",
    "set_chips": "count",
    "set_hold": "cards",
    "set_money": "money",
}
"""The arg of a move that a phone showed before: `was` tells if it has changed since."""
