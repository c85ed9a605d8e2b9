"""A play of Акционер for tests: moves in, state, notices and refusals out."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from calculators.akcioner.cards import (
    COMPANIES,
    RISES,
    Card,
    Company,
    card_of,
    distributions,
    doubling,
    hundred,
    named,
    ordinary,
)
from calculators.akcioner.rules import MOVES, Akcioner, Options, State
from companion import door
from companion.games import Outcome, Refusal

RULES = Akcioner()
NAMES = ("Аня", "Борис", "Вера", "Глеб", "Дина", "Егор")


class Table:
    """A play at a table: `play("buy", player=0, …)` records a move or raises its Refusal."""

    def __init__(self, players: int = 3, **options: Any) -> None:
        self.state: State = RULES.start(players, door.options_of(Options, options))
        self.outcome: Outcome | None = None

    def play(self, move: str, /, **args: Any) -> Table:
        self.outcome = RULES.apply(self.state, door.typed(MOVES[move], args), None)
        self.state = self.outcome.state
        return self

    def tried(self, move: str, /, **args: Any) -> Outcome:
        """What the move would do; the play stays as it is."""
        return RULES.apply(self.state, door.typed(MOVES[move], args), None)

    def lay(self, player: int, card: Card) -> Table:
        return self.play("play_card", player=player, card=named(card))

    def has(self, player: int, cash: int | None = None, **shares: int) -> Table:
        """Put right what a player has; companies that are not named stay."""
        if cash is not None:
            self.play("set_cash", player=player, cash=cash)
        for company, count in shares.items():
            self.play("set_shares", player=player, company=company, count=count)
        return self

    def prices(self, **prices: int) -> Table:
        for company, price in prices.items():
            self.play("set_price", company=company, price=price)
        return self

    def refused(self, move: str, /, **args: Any) -> Refusal:
        """The refusal that the move meets; the state stays as it was."""
        before = self.state
        with pytest.raises(Refusal) as caught:
            self.play(move, **args)
        assert self.state == before
        return caught.value

    def way_out(self, refusal: Refusal) -> Table:
        """Press the refusal's key."""
        assert refusal.way_out
        move, args = refusal.way_out
        return self.play(move, **args)

    @property
    def notices(self) -> dict[str, Mapping[str, Any]]:
        """What the last move had to tell, by code."""
        assert self.outcome
        return {notice.code: notice.data for notice in self.outcome.notices}

    def cash(self) -> list[int]:
        return [owner.cash for owner in self.state.owners]

    def shares(self, player: int) -> dict[Company, int]:
        return dict(zip(COMPANIES, self.state.owners[player].shares, strict=True))

    def price(self) -> dict[Company, int]:
        return dict(zip(COMPANIES, self.state.prices, strict=True))


def some_card(chance: Random) -> Card:
    """Any printed card, with any choice."""
    fixed, other = chance.sample(COMPANIES, 2)
    match chance.randrange(4):
        case 0:
            return ordinary(fixed, up=fixed, rise=chance.choice(RISES), down=other)
        case 1:
            return ordinary(fixed, up=other, rise=chance.choice(RISES), down=fixed)
        case 2:
            return hundred(fixed, chance.choice(list(distributions(fixed))))
        case _:
            return doubling(chance.choice(("double", "halve")), fixed, other)


def args_of_card(card: Card) -> dict[str, Any]:
    """The card as a move names it, and back again unchanged."""
    args = named(card)
    move = door.typed(MOVES["play_card"], {"player": 0, "card": args})
    assert card_of(move.card) == card
    return args
