"""The end of a play: who won and by what, how each result comes about, what brought it in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from calculators.pythonalgorithm.eyes import hidden, standings
from calculators.pythonalgorithm.saying import headed
from calculators.pythonalgorithm.state import State
from calculators.pythonalgorithm.words import verdict
from companion.games import Eyes
from companion.signs import signed


def result(state: State, eyes: Eyes, names: Sequence[str]) -> dict[str, Any]:
    """Winner or draw, the margin, each player's tokens less debts; hidden sums have none.

    Players stand best first; as long as anybody's tokens are hidden, in their own order.
    """
    ranked = sorted(standings(state, eyes), key=lambda each: each.place or 0)
    best = [each for each in ranked if each.place == 1]
    behind = [each for each in ranked if each.place and each.place > 1]
    return {
        "verdict": headed(verdict(state, eyes, names)),
        "best": [each.player for each in best],
        "points": signed(int(best[0].points or 0)) if best else "",
        "draw": len(best) > 1,
        "margin": _margin(best, behind),
        "players": [_player(state, eyes, names, each.player, each.place) for each in ranked],
        "served": len(state.served),
        "round": state.round,
        "concealed": state.concealed,
    }


def _margin(best: Sequence[Any], behind: Sequence[Any]) -> int:
    """How far the winner is ahead of the next (0 for a draw, or where nothing may be told)."""
    return best[0].points - behind[0].points if len(best) == 1 and behind else 0


def _player(
    state: State, eyes: Eyes, names: Sequence[str], player: int, place: int | None
) -> dict[str, Any]:
    """One player's place and sum; nothing of it where the tokens are hidden."""
    unseen = hidden(state, eyes, player)
    terms = [] if unseen else _terms(state, player)
    return {
        "player": player,
        "name": names[player],
        "place": place,
        "hidden": unseen,
        "terms": terms,
        "points": "" if unseen else signed(state.points[player]),
        "debt": state.debts[player],
        "customers": sum(seller == player for seller in state.served.values()),
    }


def _terms(state: State, player: int) -> list[tuple[str, str, str]]:
    """A player's points as terms of a sum: 113 tokens − 26 debts."""
    terms = [("", signed(state.tokens[player]), _("tokens"))]
    if state.debts[player]:
        terms.append(("−", str(state.debts[player]), _("debts")))
    return terms
