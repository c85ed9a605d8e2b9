"""A play of Акционер at one moment: options, owners, prices, cards laid, whose turn. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from calculators.akcioner.cards import COMPANIES, Card, Company, Face
from calculators.akcioner.effect import Customs, Effect, Owner, Prices
from companion.games import OptionsFault

Deal = Literal["3+5", "4+6", "5+7"]
Lock = Literal["net", "strict"]
Step = Literal[1, 3]

PLAYERS = range(2, 7)
START_PRICE = 100
START_SHARES = 1
MOST_PLAYERS: dict[Deal, int] = {"3+5": 6, "4+6": 5, "5+7": 4}
"""How many can play with so many super and ordinary cards each: no more are printed."""


@dataclass(frozen=True)
class Options(Customs):
    """What the rules leave open, beside how cards are reckoned up (`Customs`).

    `cash`: money at the start. `cards`: super and ordinary cards each. `last_turn_trade`:
    whether there is trading in the turn of the last card. `lock`: what of step 1 cannot
    be sold in step 3. `first`: who begins.
    """

    cash: int = 0
    cards: Deal = "3+5"
    last_turn_trade: bool = True
    lock: Lock = "net"
    first: int = 0

    @property
    def supers(self) -> int:
        """Super cards dealt to each player."""
        return int(self.cards[0])

    @property
    def ordinaries(self) -> int:
        """Ordinary cards dealt to each player."""
        return int(self.cards[2])

    @property
    def turns(self) -> int:
        """Turns of each player: one for each card."""
        return self.supers + self.ordinaries


@dataclass(frozen=True)
class Bargain:
    """Shares bought in a turn (`count` above 0) or sold (below), at what price, in which step."""

    company: Company
    count: int
    price: int
    step: Step


@dataclass(frozen=True)
class Played:
    """A card that was laid: whose, in which turn of the play, and all that it did."""

    player: int
    card: Card
    turn: int
    effect: Effect


@dataclass(frozen=True)
class Laid:
    """The numbers of the cards that a player has laid, super and ordinary ones."""

    supers: tuple[int, ...] = ()
    ordinaries: tuple[int, ...] = ()

    def of(self, card: Card) -> tuple[int, ...]:
        """Those of the same kind as `card`."""
        return self.supers if card.is_super else self.ordinaries

    def and_also(self, card: Card, number: int) -> Laid:
        """The same and one card more."""
        if card.is_super:
            return replace(self, supers=(*self.supers, number))
        return replace(self, ordinaries=(*self.ordinaries, number))


@dataclass(frozen=True)
class Moment:
    """How all stood when a turn ended (`player` is whose; None before the first)."""

    player: int | None
    prices: Prices
    capitals: tuple[int, ...]
    bargains: tuple[Bargain, ...] = ()


@dataclass(frozen=True)
class Turn:
    """Whose turn it is. Step 1 is before the card, step 3 after it.

    `previous` ended theirs before. `over`: everybody has laid the last card, and the
    last turn was ended.
    """

    player: int
    step: Step = 1
    previous: int | None = None
    over: bool = False


@dataclass(frozen=True)
class State:
    """A play. `bargains` are each player's of the turn being played, or of the one to come.

    `history` begins with how all stood before the first turn; a moment is added when a
    turn ends. `laid` are each player's cards, by number; `out` names the first cards laid
    of each face, as many as are printed: (number, player).
    """

    options: Options
    owners: tuple[Owner, ...]
    prices: Prices
    turn: Turn
    bargains: tuple[tuple[Bargain, ...], ...]
    laid: tuple[Laid, ...]
    history: tuple[Moment, ...] = ()
    played: tuple[Played, ...] = ()
    out: Mapping[Face, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    finished: bool = False

    @property
    def players(self) -> int:
        return len(self.owners)

    @property
    def number(self) -> int:
        """The number of the turn being played, counted over all players; the first is 1."""
        return len(self.history) - self.turn.over

    @cached_property
    def capitals(self) -> tuple[int, ...]:
        """Each player's money and shares at the present prices."""
        return tuple(owner.capital(self.prices) for owner in self.owners)

    @property
    def begun(self) -> bool:
        """Something was bought, sold or laid: what is put right now is no set-up any more."""
        return bool(self.played or len(self.history) > 1 or any(self.bargains))

    @property
    def next_player(self) -> int:
        """Who comes next: counter-clockwise, past those who have laid all their cards."""
        places = [(self.turn.player - step) % self.players for step in range(1, self.players + 1)]
        return next((each for each in places if self.cards_due(each)), places[0])

    def price(self, company: Company) -> int:
        """The price that the board shows."""
        return self.prices[COMPANIES.index(company)]

    def cards_played(self, player: int) -> int:
        """Cards that the player has laid."""
        laid = self.laid[player]
        return len(laid.supers) + len(laid.ordinaries)

    def cards_due(self, player: int) -> int:
        """Cards that the player has still to lay."""
        return max(0, self.options.turns - self.cards_played(player))

    def cards_left(self, player: int) -> tuple[int, int]:
        """Super and ordinary cards that the player still holds, as far as they were dealt."""
        laid, dealt = self.laid[player], self.options
        supers = max(0, dealt.supers - len(laid.supers))
        return supers, max(0, dealt.ordinaries - len(laid.ordinaries))

    def step_of(self, player: int) -> Step | None:
        """The step in which the player trades now; None after the end of an own turn.

        Before their turn others trade for step 1 of it: a table often begins the next
        turn before it is recorded that the last one is over.
        """
        if self.turn.over:
            return None
        if player == self.turn.player:
            return self.turn.step
        return None if player == self.turn.previous and self.turn.step == 1 else 1

    def turn_number(self, player: int) -> int:
        """Which of their own turns the player trades in now; the first is 1."""
        return self.cards_played(player) + (self.step_of(player) == 1)

    def no_trade(self, player: int) -> bool:
        """The table does not trade in the turn of the last card, and this is it or after it."""
        options = self.options
        return not options.last_turn_trade and self.turn_number(player) >= options.turns

    def bought_in_step_1(self, player: int, company: Company) -> int:
        """Shares of a company bought in step 1 of this turn."""
        return sum(each.count for each in self._step_1(player, company) if each.count > 0)

    def sold_in_step_1(self, player: int, company: Company) -> int:
        """Shares of a company sold in step 1 of this turn."""
        return -sum(each.count for each in self._step_1(player, company) if each.count < 0)

    def _step_1(self, player: int, company: Company) -> list[Bargain]:
        return [each for each in self.bargains[player] if (each.company, each.step) == (company, 1)]

    def locked(self, player: int, company: Company) -> int:
        """Shares that cannot be sold now: in step 3, those bought in step 1 of the same turn.

        What was sold in step 1 counts against them, unless the table plays `strict`.
        """
        if self.step_of(player) != 3:
            return 0
        bought = self.bought_in_step_1(player, company)
        if self.options.lock == "strict":
            return bought
        return max(0, bought - self.sold_in_step_1(player, company))

    def may_sell(self, player: int, company: Company) -> int:
        """Shares of a company that the player may sell now."""
        return max(0, self.owners[player].of(company) - self.locked(player, company))

    def with_bargain(self, player: int, bargain: Bargain) -> State:
        """The same with a bargain more; one like it before becomes one with it."""
        mine = list(self.bargains[player])
        for place, each in enumerate(mine):
            if replace(each, count=bargain.count) == bargain and each.count * bargain.count > 0:
                mine[place] = replace(each, count=each.count + bargain.count)
                return self.with_bargains(player, tuple(mine))
        return self.with_bargains(player, (*mine, bargain))

    def with_bargains(self, player: int, bargains: tuple[Bargain, ...]) -> State:
        """The same with these bargains of a player."""
        others = self.bargains
        return replace(self, bargains=(*others[:player], bargains, *others[player + 1 :]))

    def with_played(self, played: Played) -> State:
        """The same with a card more that lies, and with all that it does."""
        player, card, number = played.player, played.card, len(self.played) + 1
        laid = self.laid[player].and_also(card, number)
        out = self.out.get(card.face, ())
        if len(out) < card.face.copies:
            out = (*out, (number, player))
        return replace(
            self,
            owners=played.effect.after,
            prices=played.effect.prices(self.prices),
            turn=replace(self.turn, step=3),
            laid=(*self.laid[:player], laid, *self.laid[player + 1 :]),
            played=(*self.played, played),
            out={**self.out, card.face: out},
        )

    def with_owner(self, player: int, owner: Owner) -> State:
        """The same with what a player has put right."""
        owners = (*self.owners[:player], owner, *self.owners[player + 1 :])
        return replace(self, owners=owners)

    def moment(self) -> Moment:
        """How all stand now, as the turn ends."""
        return Moment(self.turn.player, self.prices, self.capitals, self.bargains[self.turn.player])


def first_state(players: int, options: Options) -> State:
    """One share of each company for everybody, all prices 100.

    Raises OptionsFault if so many cannot play, or not with these options.
    """
    if players not in PLAYERS:
        raise OptionsFault(f"players: 2 to 6, not {players}")
    if players > MOST_PLAYERS[options.cards]:
        raise OptionsFault(
            f"cards: {options.cards} is for 2 to {MOST_PLAYERS[options.cards]}, not {players}"
        )
    if options.cash < 0:
        raise OptionsFault(f"cash: not below 0, not {options.cash}")
    if not 0 <= options.first < players:
        raise OptionsFault(f"first: 0 to {players - 1}, not {options.first}")
    owner = Owner(options.cash, (START_SHARES,) * len(COMPANIES))
    prices = (START_PRICE,) * len(COMPANIES)
    owners = (owner,) * players
    start = Moment(None, prices, tuple(each.capital(prices) for each in owners))
    return State(
        options,
        owners,
        prices,
        Turn(options.first),
        bargains=((),) * players,
        laid=(Laid(),) * players,
        history=(start,),
    )
