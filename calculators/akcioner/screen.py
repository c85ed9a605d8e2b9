"""What the board of Акционер draws: the open tab, and the keys under the thumb."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from calculators.akcioner.cards import COMPANIES, Company
from calculators.akcioner.charts import charts
from calculators.akcioner.deck import deck
from calculators.akcioner.effect import PRICES, Change
from calculators.akcioner.result import paper, result
from calculators.akcioner.saying import card_name, company_name, shares_said
from calculators.akcioner.state import PLAYERS, Bargain, State
from companion.games import Eyes
from companion.saying import listed

TABS = ("board", "turn", "charts")


def screen(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """All that the templates draw; `tab` in the query chooses, the price board if it does not.

    Only the open tab is worked out; what result, paper and the watch page show is, when
    they ask.
    """
    tab = next((each for each in TABS if each == query.get("tab")), TABS[0])
    drawn = {
        "board": lambda: board(state, names),
        "turn": lambda: turn(state, names),
        "charts": lambda: charts(state, names),
    }
    return {
        "tab": tab,
        "keys": keys(state),
        tab: drawn[tab](),
        "counts": PLAYERS,
        "many": state.players,
        "beginners": _beginners(state, names),
        "result": partial(result, state, names),
        "paper": partial(paper, state, names),
        "watch": partial(_watch, state, names),
    }


def keys(state: State) -> dict[str, Any]:
    """What comes next: a card, the end of the turn, or the end of the play."""
    player = state.turn.player
    return {
        "player": player,
        "step": state.turn.step,
        "over": state.turn.over,
        "end_turn": {"player": player, "number": state.turn_number(player)},
    }


def _beginners(state: State, names: Sequence[str]) -> list[dict[str, Any]]:
    """Who may begin, as long as nothing was recorded that depends on it."""
    if state.played or len(state.history) > 1:
        return []
    return [
        {
            "player": player,
            "name": name,
            "first": player == state.options.first,
            "args": {"first": player},
        }
        for player, name in enumerate(names)
    ]


# -- the price board


def board(state: State, names: Sequence[str]) -> dict[str, Any]:
    """Four columns from 10 to 250, what everybody has, and their capital as a sum."""
    return {
        "columns": [_column(state, company) for company in COMPANIES],
        "scale": [_mark(price) for price in reversed(PRICES)],
        "people": people(state, names),
        "laid": len(state.played),
    }


def _mark(price: int) -> str:
    """The scale names only some prices: 250, 200 … 50, and 10."""
    return str(price) if price % 50 == 0 or price == PRICES[0] else ""


def _column(state: State, company: Company) -> dict[str, Any]:
    """One company's column: its cells from 250 down to 10, and what the last card changed."""
    price = state.price(company)
    change = _last_change(state, company)
    return {
        "company": company,
        "name": company_name(company),
        "price": price,
        "cells": [_cell(each, price, change) for each in reversed(PRICES)],
        **_difference(change),
    }


def _last_change(state: State, company: Company) -> Change | None:
    """What the last card did to the company, unless the price was put right since."""
    changes = state.played[-1].effect.changes if state.played else ()
    return next(
        (
            each
            for each in changes
            if each.company == company and each.new == state.price(company) != each.old
        ),
        None,
    )


def _cell(cell: int, price: int, change: Change | None) -> str:
    if cell == price:
        return "top"
    was = " was" if change and cell == change.old else ""
    return f"{'full' if cell < price else ''}{was}".strip()


def _difference(change: Change | None) -> dict[str, str]:
    if change is None:
        return {"difference": "", "difference_said": ""}
    by = abs(change.new - change.old)
    if change.new > change.old:
        return {"difference": f"↑ {by}", "difference_said": _("up by %(by)s") % {"by": by}}
    return {"difference": f"↓ {by}", "difference_said": _("down by %(by)s") % {"by": by}}


def people(state: State, names: Sequence[str]) -> list[dict[str, Any]]:
    """What each player has: shares, money, capital, cards left; and whose turn it is."""
    turn = state.turn
    return [
        {
            "player": player,
            "name": names[player],
            "shares": owner.shares,
            "cash": owner.cash,
            "worth": state.capitals[player] - owner.cash,
            "capital": state.capitals[player],
            "turn": player == turn.player and not turn.over,
            "cards": cards_left_said(state, player),
            "due": state.cards_due(player),
        }
        for player, owner in enumerate(state.owners)
    ]


def cards_left_said(state: State, player: int) -> str:
    """How many cards a player still holds: "super 3, ordinary 4"."""
    supers, ordinaries = state.cards_left(player)
    return _("super %(supers)s, ordinary %(ordinaries)s") % {
        "supers": supers,
        "ordinaries": ordinaries,
    }


# -- the turn


def turn(state: State, names: Sequence[str]) -> dict[str, Any]:
    """The three steps with what was done in each, what may be sold, and which cards are out."""
    player = state.turn.player
    return {
        "number": state.number,
        "player": player,
        "name": names[player],
        "over": state.turn.over,
        "own_number": min(state.turn_number(player), state.options.turns),
        "turns": state.options.turns,
        "steps": _steps(state, player),
        "next": names[state.next_player],
        "held": [_held(state, player, company) for company in COMPANIES],
        "cash": state.owners[player].cash,
        "any_locked": any(state.locked(player, company) for company in COMPANIES),
        "people": people(state, names),
        "deck": deck(state),
    }


def _steps(state: State, player: int) -> list[dict[str, Any]]:
    """Trade, card, trade: which are past, which is now, and what was done in each."""
    card = state.turn.step == 3
    laid = state.played[-1] if card and state.played else None
    locked = [
        shares_said(company, count)
        for company in COMPANIES
        if (count := min(state.locked(player, company), state.owners[player].of(company)))
    ]
    if locked:
        lock = _("locked until the end of the turn: %(shares)s") % {"shares": listed(locked)}
    else:
        lock = ""
    first = _bargains_said(state, player, 1)
    third = _bargains_said(state, player, 3)
    return [
        {
            "number": 1,
            "name": _("Buy and sell"),
            "said": first or (_("nothing") if card else ""),
            "now": not card,
            "past": card,
        },
        {
            "number": 2,
            "name": _("Lay a card"),
            "said": card_name(laid.card) if laid else "",
            "now": False,
            "past": card,
        },
        {
            "number": 3,
            "name": _("Buy and sell once more"),
            "said": ". ".join(filter(None, (third, lock))),
            "now": card and not state.turn.over,
            "past": state.turn.over,
        },
    ]


def _bargains_said(state: State, player: int, step: int) -> str:
    """What was bought and sold in a step: "bought 1 blue share at 10"."""
    return listed(_bargain_said(each) for each in state.bargains[player] if each.step == step)


def _bargain_said(bargain: Bargain) -> str:
    told = {
        "shares": shares_said(bargain.company, abs(bargain.count)),
        "price": bargain.price,
    }
    if bargain.count > 0:
        return _("bought %(shares)s at %(price)s") % told
    return _("sold %(shares)s at %(price)s") % told


def _held(state: State, player: int, company: Company) -> dict[str, Any]:
    return {
        "company": company,
        "count": state.owners[player].of(company),
        "may": state.may_sell(player, company),
    }


def _watch(state: State, names: Sequence[str]) -> dict[str, Any]:
    """A screen that only watches shows the board, the turn and the charts at once."""
    return {
        "board": board(state, names),
        "turn": turn(state, names),
        "charts": charts(state, names),
    }
