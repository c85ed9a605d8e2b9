"""The state of a play of PythonAlgorithm, and the settings it begins with. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, TypeVar

from calculators.pythonalgorithm import virus
from calculators.pythonalgorithm.auction import Sold
from calculators.pythonalgorithm.box import HIGHEST_PRICE, MOST_EVENTS, Box, Prices
from calculators.pythonalgorithm.box_faults import BoxFault
from calculators.pythonalgorithm.box_file import box_of
from calculators.pythonalgorithm.chips import (
    SET_UP,
    TRACKS,
    Colour,
    Edge,
    EventTracks,
    Shift,
    Track,
    Tracks,
)
from calculators.pythonalgorithm.customers import Wanted
from calculators.pythonalgorithm.hand import MOST_HELD, Card, Hand, debt_of, free_tokens
from calculators.pythonalgorithm.moves import EventKind
from companion.games import Notice, OptionsFault, Outcome, Refusal

PLAYERS = range(2, 7)
START_TOKENS = 30
PURCHASE_TOKENS = 4

Why = Literal["price", "debt", "bonus", "compensation"]

T = TypeVar("T")


@dataclass(frozen=True)
class Options:
    """How a table plays. None: as the box says, else 30 tokens, 4 purchase tokens, "stay".

    `chips` are the segments at the start, `first` the player who begins.
    `open_tokens` false hides balances and hands from the others until the end.
    `box` is "sample", "classic" or a whole box.
    """

    chips: Tracks = SET_UP
    start_tokens: int | None = None
    purchase_tokens: int | None = None
    edge: Edge | None = None
    event_tracks: EventTracks = "both"
    open_tokens: bool = True
    box: Literal["sample", "classic"] | dict[str, Any] = "sample"
    first: int = 0


def settled(options: Options) -> Options:
    """The options with nothing left to the box; OptionsFault if the box cannot be."""
    return settled_with(options, chosen_box(options))


def settled_with(options: Options, box: Box) -> Options:
    """The options, what they leave open taken from this box."""
    said: Mapping[str, Any] = {
        "start_tokens": START_TOKENS,
        "purchase_tokens": PURCHASE_TOKENS,
        "edge": "stay",
        **box.options,
    }
    left_open = {name: said[name] for name in said if getattr(options, name) is None}
    return replace(options, **left_open)


def chosen_box(options: Options) -> Box:
    """The box that is played with; OptionsFault if it cannot be."""
    try:
        return box_of(options.box)
    except BoxFault as fault:
        raise OptionsFault(f"box: {fault}") from None


def check(options: Options, players: int) -> None:
    """Raise OptionsFault for settled options that cannot be with so many players."""
    if players not in PLAYERS:
        raise OptionsFault(f"players: {PLAYERS[0]} to {PLAYERS[-1]} play, not {players}")
    for name, highest in (("start_tokens", HIGHEST_PRICE), ("purchase_tokens", MOST_EVENTS)):
        number = getattr(options, name)
        if not 0 <= number <= highest:
            raise OptionsFault(f"{name}: 0 to {highest}, not {number}")
    for track in TRACKS:
        if not options.chips.of(track).possible:
            raise OptionsFault(f"chips.{track}: each on a segment of its own, from 1 to 7")
    if options.first not in range(players):
        raise OptionsFault(f"first: a player from 0 to {players - 1}, not {options.first}")


@dataclass(frozen=True)
class Payment:
    """What a player got (or, below 0, paid), and what for."""

    player: int
    amount: int
    why: Why


@dataclass(frozen=True)
class Last:
    """What the last move paid, and which chips it moved."""

    payments: tuple[Payment, ...] = ()
    shifts: tuple[Shift, ...] = ()


@dataclass(frozen=True)
class Facts:
    """What the log line needs to know beside the move.

    `hidden`: balances were hidden from the others then. `before` and `after` are the
    tokens of the player who moves. `cards` are those bought, redeemed or sold, as
    they were held, `prices` the market price of each, `price` what was asked for.
    """

    round: int
    hidden: bool = False
    before: int | None = None
    after: int | None = None
    shifts: tuple[Shift, ...] = ()
    payments: tuple[Payment, ...] = ()
    cards: tuple[Card, ...] = ()
    prices: tuple[int, ...] = ()
    price: int | None = None
    sold: Sold | None = None
    wanted: Wanted | None = None
    first: int | None = None


@dataclass(frozen=True)
class State:
    """A play as it stands.

    `prices` are the box's, with what the table put right; `checked` are the rows
    that the table has compared with its board, as (track, category). `served` are
    the customers of the box that have traded, and with whom. `described` is the
    last customer described at the table. Of this round: `drawn` events in order,
    tracks that `reacted`, players who have had their customer, `sellers`, and how
    many cards each player `bought`.
    """

    options: Options
    box: Box = field(repr=False)
    prices: Prices = field(repr=False)
    tokens: tuple[int, ...]
    hands: tuple[Hand, ...]
    tracks: Tracks
    first: int
    bought: tuple[int, ...]
    checked: frozenset[tuple[Track, str | None]] = frozenset()
    round: int = 1
    drawn: tuple[EventKind, ...] = ()
    reacted: frozenset[Track] = frozenset()
    served: Mapping[str, int] = field(default_factory=dict)
    customers_this_round: frozenset[int] = frozenset()
    sellers: frozenset[int] = frozenset()
    last: Last = Last()
    over: bool = False
    described: Wanted | None = None

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.tokens)

    @property
    def events(self) -> int:
        """How many events this round has had."""
        return len(self.drawn)

    @property
    def events_due(self) -> int:
        """How many a round has: one, and in the first round the set-up's too."""
        return 2 if self.round == 1 else 1

    @property
    def event_recorded(self) -> bool:
        """This round's event is known."""
        return self.events >= self.events_due

    @property
    def concealed(self) -> bool:
        """Balances and hands are hidden from the others now."""
        return not self.options.open_tokens and not self.over

    @property
    def edge(self) -> Edge:
        """Where a chip goes that finds nothing free its way."""
        return self.options.edge or "stay"

    @property
    def event_tracks(self) -> tuple[Track, ...]:
        """The tracks on which events work."""
        return TRACKS if self.options.event_tracks == "both" else ("templates",)

    @property
    def debts(self) -> tuple[int, ...]:
        """What each player owes."""
        return tuple(debt_of(hand) for hand in self.hands)

    @property
    def points(self) -> tuple[int, ...]:
        """Tokens less debts; cards are worth nothing. It may be below zero."""
        return tuple(tokens - debt for tokens, debt in zip(self.tokens, self.debts, strict=True))

    @property
    def virus_chance(self) -> str | None:
        """The chance that the next event is the virus (see virus.py)."""
        return virus.virus_chance(self.round, self.event_recorded, self.box.events, self.over)

    @cached_property
    def holders(self) -> Mapping[str, int]:
        """Who holds a card with an id, by id."""
        return {
            card.id: player
            for player, hand in enumerate(self.hands)
            for card in hand
            if card.id is not None
        }

    def market(self, track: Track, colour: Colour, category: str | None = None) -> int:
        """What a card costs now; the printed number never matters."""
        return self.prices.price(track, category, self.tracks.of(track).of(colour))

    def price_of(self, card: Card) -> int:
        """The market price of a held card now."""
        assert card.track
        assert card.colour
        return self.market(card.track, card.colour, card.category)

    def free(self, player: int) -> int:
        """How many purchase tokens of a player lie on no card in debt."""
        return free_tokens(self.hands[player], self.options.purchase_tokens or 0)


# -- how moves change it


def known(state: State, player: int) -> int:
    """The player, if there is one of that number; else a Refusal."""
    if player not in range(state.players):
        raise Refusal("no_such_player", player=player, players=state.players)
    return player


def check_count(player: int, count: int) -> None:
    """Raise a Refusal for more cards than a hand can hold."""
    if count > MOST_HELD:
        raise Refusal("too_many_cards", player=player, most=MOST_HELD, count=count)


def purse(state: State, player: int) -> dict[str, Any]:
    """A balance for a Refusal's data, and whether it is hidden from the others."""
    return {"player": player, "tokens": state.tokens[player], "hidden": state.concealed}


def changed(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The tuple with one value changed.

    >>> changed((30, 30, 30), 1, 35)
    (30, 35, 30)
    """
    return (*values[:place], value, *values[place + 1 :])


def with_hand(state: State, player: int, hand: Hand) -> State:
    """The play with a player holding other cards."""
    return replace(state, hands=changed(state.hands, player, hand))


def paid(
    state: State,
    player: int,
    payments: Iterable[Payment],
    facts: Facts,
    notices: tuple[Notice, ...] = (),
) -> Outcome:
    """The payments reach the balances, `last` and the log line; `player` is whose move it is."""
    payments = tuple(payment for payment in payments if payment.amount)
    tokens = list(state.tokens)
    for payment in payments:
        tokens[payment.player] += payment.amount
    told = replace(
        facts,
        hidden=state.concealed,
        before=state.tokens[player],
        after=tokens[player],
        payments=payments,
    )
    after = replace(state, tokens=tuple(tokens), last=Last(payments))
    return Outcome(after, notices, told)
