"""The end of a play: final capital as a sum, what decided it, and the sheet of paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from calculators.akcioner.cards import COMPANIES
from calculators.akcioner.rules import standings
from calculators.akcioner.saying import card_name, company_name, shares_said
from calculators.akcioner.state import Moment, Played, State
from calculators.akcioner.words import money_changes, verdict
from calculators.akcioner.working import capital_terms
from companion.signs import gained


def result(state: State, names: Sequence[str]) -> dict[str, Any]:
    """Winner or draw, the margin, everybody's capital term by term, what decided it."""
    ranking = sorted(standings(state), key=lambda each: each.place or 0)
    best = max(state.capitals)
    behind = [each for each in ranking if each.points != best]
    return {
        "verdict": verdict(state, names),
        "capital": best,
        "draw": sum(each.place == 1 for each in ranking) > 1,
        "margin": best - int(behind[0].points or 0) if behind else 0,
        "second": names[behind[0].player] if behind else "",
        "second_capital": int(behind[0].points or 0) if behind else 0,
        "prices": [
            {"company": company, "name": company_name(company), "price": price}
            for company, price in zip(COMPANIES, state.prices, strict=True)
        ],
        "players": [
            {
                "player": each.player,
                "name": names[each.player],
                "place": each.place,
                "capital": each.points,
                "behind": best - int(each.points or 0),
                "terms": _terms(state, each.player),
            }
            for each in ranking
        ],
        "decided": _decided(state, names),
    }


def _terms(state: State, player: int) -> list[tuple[str, str, str]]:
    owner = state.owners[player]
    return capital_terms(owner.cash, list(zip(COMPANIES, owner.shares, state.prices, strict=True)))


def _decided(state: State, names: Sequence[str]) -> list[dict[str, Any]]:
    """The card that paid somebody most, and the one that took most shares' worth away."""
    told = []
    paid = [
        (change, number, player)
        for number, played in enumerate(state.played, start=1)
        for player, change in enumerate(money_changes(played.effect))
    ]
    if paid and (most := max(paid, key=lambda each: each[0]))[0] > 0:
        told.append(_deciding(state, names, most[1], most[2], gained(most[0])))
    lost = [
        (fine.lost, number, fine)
        for number, played in enumerate(state.played, start=1)
        for fine in played.effect.fines
        if fine.lost
    ]
    if lost:
        worst = max(lost, key=lambda each: each[0])
        said = _("lost: %(shares)s") % {"shares": shares_said(worst[2].company, worst[0])}
        told.append(_deciding(state, names, worst[1], worst[2].player, said))
    return told


def _deciding(
    state: State, names: Sequence[str], number: int, player: int, said: str
) -> dict[str, Any]:
    return {
        "player": player,
        "said": f"{names[player]}: {said}",
        "card": card_name(state.played[number - 1].card),
        "number": number,
        "by": names[state.played[number - 1].player],
    }


def paper(state: State, names: Sequence[str]) -> dict[str, Any]:
    """Every card with what it did, and all that everybody has, as printed."""
    return {
        "companies": [
            {"company": company, "name": company_name(company), "price": price}
            for company, price in zip(COMPANIES, state.prices, strict=True)
        ],
        "owners": [
            {
                "player": player,
                "name": names[player],
                "cash": owner.cash,
                "shares": owner.shares,
                "capital": state.capitals[player],
            }
            for player, owner in enumerate(state.owners)
        ],
        "cards": [
            _paper_row(state, played, number, names)
            for number, played in enumerate(state.played, start=1)
        ],
    }


def _paper_row(state: State, played: Played, number: int, names: Sequence[str]) -> dict[str, Any]:
    """A card on paper: whose, what, the prices when its turn was over, everybody's capital."""
    after = _after(state, played)
    return {
        "number": number,
        "player": played.player,
        "card": card_name(played.card),
        "prices": after.prices,
        "capitals": after.capitals,
        "money": [
            f"{names[player]}: {gained(change)}"
            for player, change in enumerate(money_changes(played.effect))
            if change
        ],
    }


def _after(state: State, played: Played) -> Moment:
    """How all stood when the turn of that card was over; as it is now, if it is not."""
    if played.turn < len(state.history):
        return state.history[played.turn]
    return state.moment()
