"""Акционер, as the table knows it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from calculators.akcioner import rules, words
from calculators.akcioner.card_pages import card_page, effect_page
from calculators.akcioner.correct_page import correct_page
from calculators.akcioner.forms import FORMS
from calculators.akcioner.screen import screen
from calculators.akcioner.state import PLAYERS
from calculators.akcioner.trade_page import trade_page
from companion.games import Choice, Game

CHOICES = (
    Choice(
        "cards",
        _("Super and ordinary cards each"),
        _("3 and 5 unless you change it. 4 and 6 are for up to five players, 5 and 7 for four."),
        (("3+5", "3 + 5"), ("4+6", "4 + 6"), ("5+7", "5 + 7")),
    ),
    Choice(
        "cash",
        _("Money at the start"),
        _("None unless you change it: so the older rules, the others name no sum."),
        tuple((cash, str(cash)) for cash in (0, 50, 100, 200, 300, 400, 500, 1000)),
    ),
    Choice(
        "last_turn_trade",
        _("Trade in the turn of the last card"),
        _("Allowed unless you change it: only the rules of the online game forbid it."),
        ((True, _("allowed")), (False, _("forbidden"))),
    ),
    Choice(
        "lock",
        _("What step 3 does not sell"),
        _("Bought less sold in step 1 unless you change it: shares of a colour are all alike."),
        (("net", _("bought less sold in step 1")), ("strict", _("all that was bought in step 1"))),
    ),
    Choice(
        "rounding",
        _("Half a price that the board does not have"),
        _("Up unless you change it (25 becomes 30): the rules do not say which way."),
        (("up", _("up")), ("down", _("down"))),
    ),
    Choice(
        "order",
        _("Payments and fines of one card"),
        _("Payments first unless you change it: what a card brings may pay its fines."),
        (
            ("compensation_then_fines", _("payments first")),
            ("fines_then_compensation", _("fines first")),
        ),
    ),
    Choice(
        "fine_compare",
        _("Two colours to zero: which fine is smaller"),
        _("For one share unless you change it: “smaller fine” can also mean the whole sum."),
        (("per_share", _("for one share")), ("total", _("for all shares together"))),
    ),
    Choice(
        "tie",
        _("Two colours to zero: equal fines"),
        _("The dearer one first unless you change it: only the online rules say the cheaper."),
        (("dearer", _("the dearer first")), ("cheaper", _("the cheaper first"))),
    ),
)


GAME = Game(
    slug="akcioner",
    title=_("Shareholder"),
    about=_("Shares, prices, cards. For two to six"),
    players=PLAYERS,
    usual=3,
    options=rules.Options,
    choices=CHOICES,
    rules=rules.Akcioner(),
    view=lambda state, eyes: rules.view(state),
    standings=lambda state, eyes: rules.standings(state),
    finished=lambda state: state.finished,
    screen=screen,
    words=words,
    folder="calculators/akcioner",
    dock="calculators/akcioner/dock.html",
    forms=FORMS,
    pages={
        "card": card_page,
        "effect": effect_page,
        "trade": trade_page,
        "correct": correct_page,
    },
    typed=rules.TYPED,
    current=rules.current,
)
