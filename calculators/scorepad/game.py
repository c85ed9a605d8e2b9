"""The score pad, as the table knows it."""

from __future__ import annotations

from collections.abc import Hashable

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from calculators.scorepad import rules, words
from calculators.scorepad.forms import FORMS
from calculators.scorepad.moves import Add, Move
from calculators.scorepad.pages import PAGES
from calculators.scorepad.screen import screen
from calculators.scorepad.state import Options
from companion.games import Choice, Game

CHOICES = (
    Choice(
        "wins",
        _("Who wins"),
        _("The high total unless you change it: most games are won so."),
        (("high", _("the high total")), ("low", _("the low total"))),
    ),
    Choice(
        "rounds",
        _("Rounds"),
        _("As many as you play unless you agree on a number: many games end by themselves."),
        ((None, _("as many as you play")), *((count, str(count)) for count in (3, 5, 8, 10, 12))),
    ),
    Choice(
        "target",
        _("Play to"),
        _("No limit unless you agree on one: whoever reaches it, the game can be finished."),
        ((None, _("no limit")), *((points, str(points)) for points in (21, 50, 100, 200, 500))),
    ),
    Choice(
        "step",
        _("Keys of the counter"),
        _("By rounds unless you choose keys: then each key counts on at once."),
        (
            ((), _("by rounds")),
            ((-1, 1), "−1 +1"),
            ((-1, 1, 5), "−1 +1 +5"),
            ((-5, -1, 1, 5, 10), "−5 −1 +1 +5 +10"),
        ),
    ),
    Choice(
        "zero_sum",
        _("Every round comes to 0"),
        _("No unless you change it: only in some games one wins what the others lose."),
        ((False, pgettext_lazy("setting", "no")), (True, _("yes, the last cell is filled in"))),
    ),
)


def run(move: Move) -> Hashable | None:
    """Points that a counter adds to one player one after the other are one line of the log."""
    return ("add", move.player) if isinstance(move, Add) else None


GAME = Game(
    slug="scorepad",
    title=_("Score pad"),
    about=_("Any other game: points by rounds or a counter. For one to twelve"),
    players=range(1, rules.MOST_PLAYERS + 1),
    options=Options,
    choices=CHOICES,
    rules=rules.ScorePad(),
    view=lambda state, eyes: rules.view(state),
    standings=lambda state, eyes: rules.standings(state),
    finished=lambda state: state.finished,
    screen=screen,
    words=words,
    folder="calculators/scorepad",
    run=run,
    forms=FORMS,
    pages=PAGES,
    typed={"set_score": "points"},
    current=rules.typed_score,
    usual=3,
    dock="calculators/scorepad/dock.html",
    script="js/games/scorepad.js",
    called=lambda state: state.title,
    kept=lambda state: {"title": state.title},
    joining="add_player",
    joined=rules.joined,
    gone=rules.gone,
    settled=rules.settled,
)
