"""МАРСХИМПРОМ, as the table knows it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from calculators.marshimprom import rules, words
from calculators.marshimprom.fight_page import fight_page
from calculators.marshimprom.forms import FORMS
from calculators.marshimprom.lists import OptionsForm, option_said
from calculators.marshimprom.money_page import money_page
from calculators.marshimprom.moves import Move, Pay, SetChips, SetHold
from calculators.marshimprom.pages import end_page, places_page, substances_page
from calculators.marshimprom.screen import screen
from calculators.marshimprom.state import PLAYERS, WAREHOUSE, State
from companion.games import Choice, Game

CHOICES = (
    Choice(
        "bank",
        _("Coins of the bank, mR"),
        _("50 unless you change it: fifty coins of 1 mR are in the box."),
        (*((coins, str(coins)) for coins in (50, 100)), (None, _("not counted"))),
    ),
    Choice(
        "armour",
        _("Armour: two numbers of the defender"),
        _("The better one unless you change it: the rules only say that armour rolls twice."),
        (("best", _("the better one counts")), ("sum", _("both are added up"))),
    ),
    Choice(
        "warehouse",
        _("Raw cards in the warehouse"),
        _("Not counted unless you change it: the cards lie open on the table."),
        ((None, _("not counted")), *((cards, str(cards)) for cards in WAREHOUSE)),
    ),
)


CARD_BY_CARD = {("raw", 1), ("warehouse", -rules.CARD_PRICE)}
"""Payments for one raw card, as the board's keys record them."""


def run(move: Move) -> Hashable | None:
    """Chips, or raw cards, tapped one after the other are one line of the log.

    So are raw cards sold, or bought from the warehouse, one by one.
    """
    if isinstance(move, SetChips):
        return "chips", move.player, move.substance, move.place
    if isinstance(move, Pay) and (move.reason, move.amount) in CARD_BY_CARD:
        return "pay", move.player, move.reason
    return ("hold", move.player) if isinstance(move, SetHold) else None


def substances(state: State) -> list[Mapping[str, Any]]:
    """The list of substances, as an option of a play names it."""
    return [{"name": name, "price": price} for name, price in state.prices.items()]


GAME = Game(
    slug="marshimprom",
    title="МАРСХИМПРОМ",
    about=_("Money, chips, missions, fights. For two to five"),
    players=PLAYERS,
    usual=3,
    options=rules.Options,
    choices=CHOICES,
    rules=rules.Marshimprom(),
    view=lambda state, eyes: rules.view(state),
    standings=lambda state, eyes: rules.standings(state),
    finished=lambda state: state.finished,
    screen=screen,
    words=words,
    folder="calculators/marshimprom",
    dock="calculators/marshimprom/dock.html",
    run=run,
    forms={**FORMS, "options": OptionsForm},
    pages={
        "money": money_page,
        "fight": fight_page,
        "substances": substances_page,
        "places": places_page,
        "end": end_page,
    },
    typed=rules.TYPED,
    current=rules.current,
    draws={"roll": rules.drawn},
    option_said=option_said,
    kept=lambda state: {"substances": substances(state)},
    files={"substances": lambda state, eyes: {"substances": substances(state)}},
)
