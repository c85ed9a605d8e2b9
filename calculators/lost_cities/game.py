"""Lost Cities, as the table knows it."""

from __future__ import annotations

from collections.abc import Hashable

from django.utils.translation import gettext_lazy as _

from calculators.lost_cities import rules, words
from calculators.lost_cities.forms import FORMS
from calculators.lost_cities.screen import screen
from companion.games import Choice, Game

CHOICES = (
    Choice(
        "expeditions",
        _("Expeditions"),
        _("Five unless you change it: only the newer edition has purple cards."),
        ((5, _("five")), (6, _("six, with purple"))),
    ),
    Choice(
        "rounds",
        _("Rounds"),
        _("Three unless you change it: the rules name no number, the older edition advises three."),
        tuple((count, str(count)) for count in range(1, 11)),
    ),
)


def run(move: rules.Move) -> Hashable | None:
    """Contracts tapped one after the other (1, 2, 3) are one line of the log."""
    if isinstance(move, rules.SetContracts) and not move.take:
        return "contracts", move.player, move.expedition, move.round
    return None


GAME = Game(
    slug="lost-cities",
    title="Lost Cities",
    about=_("Expeditions, contracts, rounds. For two"),
    players=range(2, 3),
    options=rules.Options,
    choices=CHOICES,
    rules=rules.LostCities(),
    view=lambda state, eyes: rules.view(state),
    standings=lambda state, eyes: rules.standings(state),
    finished=lambda state: state.finished,
    screen=screen,
    words=words,
    folder="calculators/lost_cities",
    run=run,
    forms=FORMS,
    typed={"set_round_total": "points"},
    current=rules.typed_total,
)
