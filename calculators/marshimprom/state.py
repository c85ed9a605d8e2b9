"""A play of МАРСХИМПРОМ at one moment: coins, prices, chips, missions, gear. Pure.

Source: «МХП: уровень 3 „Профи“» v2.0.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from calculators.marshimprom.account import Account, MissionScore
from calculators.marshimprom.fight import Armour, Fight
from companion.games import OptionsFault

PLAYERS = range(2, 6)
WAREHOUSE = range(8, 13)
MISSIONS = range(1, 13)
MOST = 99
"""No rule has more chips, cards of a hold or places of a mission than fit on two digits."""
LONGEST_NAME = 40
UNSEEN = re.compile("[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
"""What copied text brings along: marks of direction, blanks without width."""
JOINERS = re.compile("[\u200c\u200d]")
"""Signs without a width inside letters of some scripts and inside emoji."""

OWN, SHARED, OTHER = "own", "shared", "other"
PLANTS = (OWN, SHARED, OTHER)
MISSION_PLACE = re.compile(r"mission-([1-9][0-9]?)", re.ASCII)


@dataclass(frozen=True)
class Substance:
    """A substance and the price printed on its card, in mR."""

    name: str
    price: int


@dataclass(frozen=True)
class Slot:
    """So many places for a substance on one mission."""

    substance: str
    places: int


@dataclass(frozen=True)
class Options:
    """How a table plays.

    `bank`: the coins, all in the bank at the start, in mR; None: not counted. `missions`,
    `chips` (each player's) and `hold` (raw cards that a combine carries): how many.
    `armour`: which of the defender's two numbers counts. `warehouse`: raw cards in it at
    the start; None: not counted. `substances`: those known from the start.
    `mission_slots`: the places of each mission in order, as far as they are known.
    `first`: who begins.
    """

    bank: int | None = 50
    missions: int = 4
    chips: int = 8
    hold: int = 6
    armour: Armour = "best"
    warehouse: int | None = None
    substances: tuple[Substance, ...] = ()
    mission_slots: tuple[tuple[Slot, ...] | None, ...] | None = None
    first: int = 0


@dataclass(frozen=True)
class Player:
    """What one player has: money in mR, raw cards in the hold, gear, chips by spot.

    A spot is (substance, place); one without a chip is not named.
    """

    money: int = 0
    hold: int = 0
    battery: bool = False
    armour: bool = False
    chips: Mapping[tuple[str, str], int] = field(default_factory=dict)

    @property
    def chips_used(self) -> int:
        """Chips that stand somewhere."""
        return sum(self.chips.values())

    def with_chips(self, substance: str, place: str, count: int) -> Player:
        """The same with so many chips on that spot."""
        spot = (substance, place)
        others = {each: number for each, number in self.chips.items() if each != spot}
        return replace(self, chips={**others, spot: count} if count else others)

    def with_gear(self, battery: bool | None, armour: bool | None) -> Player:
        """The same with this gear; what is None stays as it is."""
        return replace(
            self,
            battery=self.battery if battery is None else battery,
            armour=self.armour if armour is None else armour,
        )


@dataclass(frozen=True)
class State:
    """A play. `bank` and `warehouse` are None where they are not counted.

    `prices` are the known substances in the order they were entered. `ticked` are the
    missions that the table has ticked, `repairs` the players who may not attack now,
    `fight` is the last one.
    """

    options: Options
    players: tuple[Player, ...]
    bank: int | None
    warehouse: int | None
    prices: Mapping[str, int]
    ticked: frozenset[int] = frozenset()
    repairs: frozenset[int] = frozenset()
    fight: Fight | None = None
    finished: bool = False

    # -- places and missions

    @property
    def missions(self) -> range:
        """The numbers of the missions, from 1."""
        return range(1, self.options.missions + 1)

    @property
    def places(self) -> tuple[str, ...]:
        """Where a chip may stand: the plants, then the missions."""
        return (*PLANTS, *map(mission_place, self.missions))

    @cached_property
    def slots(self) -> Mapping[int, Mapping[str, int]]:
        """By mission, how many places each substance has; only missions known so far."""
        given = self.options.mission_slots or ()
        return {
            number: _added(slots)
            for number, slots in zip(self.missions, given, strict=False)
            if slots
        }

    def taken(self, mission: int, substance: str) -> int:
        """Chips of all players that stand on a substance of a mission."""
        return sum(
            self.chips_at(player, substance, mission_place(mission)) for player in self.numbers
        )

    def free_places(self, mission: int, substance: str) -> int | None:
        """Places of a mission still free for a substance; None while its places are unknown."""
        if mission not in self.slots:
            return None
        return max(0, self.slots[mission].get(substance, 0) - self.taken(mission, substance))

    def is_full(self, mission: int) -> bool:
        """All places of the mission are known and taken."""
        return mission in self.slots and not any(
            self.free_places(mission, substance) for substance in self.slots[mission]
        )

    def is_complete(self, mission: int) -> bool:
        """A mission is complete when all its places are taken, or when the table ticks it."""
        return mission in self.ticked or self.is_full(mission)

    @cached_property
    def complete_missions(self) -> tuple[int, ...]:
        """The missions that are complete; one of them is enough to end the game."""
        return tuple(filter(self.is_complete, self.missions))

    @property
    def interim(self) -> bool:
        """No mission is complete yet, so what the points say is not the end of a game."""
        return not self.complete_missions

    def awaited_on(self, substance: str) -> int | None:
        """The first mission that has a free place for a substance; None if there is none."""
        open_missions = (each for each in self.missions if not self.is_complete(each))
        return next((each for each in open_missions if self.free_places(each, substance)), None)

    # -- players

    @property
    def numbers(self) -> range:
        """The players' numbers, from 0."""
        return range(len(self.players))

    def chips_at(self, player: int, substance: str, place: str) -> int:
        """A player's chips on one spot."""
        return self.players[player].chips.get((substance, place), 0)

    def chips_free(self, player: int) -> int:
        """Chips that a player has still in hand."""
        return self.options.chips - self.players[player].chips_used

    def most_chips(self, player: int, substance: str, place: str) -> int:
        """The largest number of a player's chips that can stand on a spot now."""
        here = self.chips_at(player, substance, place)
        most = here + self.chips_free(player)
        mission = mission_of(place)
        free = None if mission is None else self.free_places(mission, substance)
        return most if free is None else min(most, here + free)

    def account(self, player: int) -> Account:
        """A player's score, part by part."""
        return self._accounts[player]

    @property
    def scores(self) -> tuple[int, ...]:
        """Every player's score."""
        return tuple(each.score for each in self._accounts)

    @cached_property
    def _accounts(self) -> tuple[Account, ...]:
        return tuple(map(self._account, self.numbers))

    def _account(self, player: int) -> Account:
        """Substances under own chips; on another's plant they count nothing."""
        worth = dict.fromkeys(self.places, 0)
        for (substance, place), count in self.players[player].chips.items():
            worth[place] += self.prices[substance] * count
        missions = tuple(
            MissionScore(each, worth[mission_place(each)], self.is_complete(each))
            for each in self.missions
        )
        return Account(self.players[player].money, worth[OWN], worth[SHARED], missions)

    # -- the same, but …

    def with_player(self, player: int, now: Player) -> State:
        """The same with what a player has now."""
        return replace(self, players=(*self.players[:player], now, *self.players[player + 1 :]))

    def with_money(self, player: int, change: int) -> State:
        """The same with more or less money of a player."""
        mine = self.players[player]
        return self.with_player(player, replace(mine, money=mine.money + change))

    def with_payment(self, player: int, amount: int) -> State:
        """The same after a payment from the bank to a player (below 0: to the bank)."""
        bank = None if self.bank is None else self.bank - amount
        return replace(self.with_money(player, amount), bank=bank)


def mission_place(mission: int) -> str:
    """The place that a mission is for chips.

    >>> mission_place(2), mission_of("mission-2"), mission_of("own")
    ('mission-2', 2, None)
    """
    return f"mission-{mission}"


def mission_of(place: str) -> int | None:
    """The number of the mission that a place is; None for a plant."""
    match = MISSION_PLACE.fullmatch(place)
    return int(match[1]) if match else None


def clean_name(text: str) -> str:
    """A substance's name as it is kept: single blanks, nothing that only turns the writing.

    Large and small letters differ: CO and Co are two substances.

    >>> clean_name("  серная   кислота\u200f ")
    'серная кислота'
    """
    return unicodedata.normalize("NFC", " ".join(UNSEEN.sub("", text).split()))


def _added(slots: Iterable[Slot]) -> Mapping[str, int]:
    """Places by substance; a substance that is named twice has both."""
    places: dict[str, int] = {}
    for slot in slots:
        name = clean_name(slot.substance)
        places[name] = places.get(name, 0) + slot.places
    return places


# -- the start


def first_state(players: int, options: Options) -> State:
    """All coins in the bank, no chip on the table.

    Raises OptionsFault if so many cannot play, or not with these options.
    """
    if players not in PLAYERS:
        raise OptionsFault(f"players: 2 to 5, not {players}")
    for name, allowed in _RANGES.items():
        _in_range(name, getattr(options, name), allowed)
    _in_range("first", options.first, range(players))
    if options.bank is not None and options.bank < 0:
        raise OptionsFault(f"bank: not below 0, not {options.bank}")
    _check_slots(options)
    return State(
        options,
        (Player(),) * players,
        options.bank,
        options.warehouse,
        _prices(options.substances),
    )


_RANGES: Mapping[str, range] = {
    "missions": MISSIONS,
    "chips": range(1, MOST + 1),
    "hold": range(1, MOST + 1),
    "warehouse": WAREHOUSE,
}


def _in_range(name: str, value: int | None, allowed: range) -> None:
    if value is not None and value not in allowed:
        raise OptionsFault(f"{name}: {allowed[0]} to {allowed[-1]}, not {value}")


def _prices(substances: Iterable[Substance]) -> Mapping[str, int]:
    prices: dict[str, int] = {}
    for each in substances:
        name = _name(each.name, "substances")
        if name in prices:
            raise OptionsFault(f"substances: {name} is named twice")
        if each.price < 0:
            raise OptionsFault(f"substances: {name} has a price below 0")
        prices[name] = each.price
    return prices


def _check_slots(options: Options) -> None:
    given = options.mission_slots or ()
    if len(given) > options.missions:
        raise OptionsFault(f"mission_slots: {options.missions} missions, not {len(given)}")
    for slot in (each for slots in given for each in slots or ()):
        _name(slot.substance, "mission_slots")
        _in_range("mission_slots", slot.places, range(1, MOST + 1))


def _name(text: str, option: str) -> str:
    name = clean_name(text)
    if not is_name(name):
        raise OptionsFault(f"{option}: a name has 1 to {LONGEST_NAME} characters")
    return name


def is_name(name: str) -> bool:
    """A name can be read and is not too long to stand on a phone.

    >>> is_name("👩\u200d🔬"), is_name("\u200d")
    (True, False)
    """
    read = JOINERS.sub("", name)
    return bool(read) and len(name) <= LONGEST_NAME and read.isprintable()
