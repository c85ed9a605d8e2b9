"""Code 777, as the table knows it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from companion.games import Choice, Game
from notepad import notebook, rules, words
from notepad.answer_pages import LOOKING_BACK, PAGES
from notepad.eyes import secret, standings, view
from notepad.forms import FORMS
from notepad.pad import private
from notepad.racks import MIX_AT
from notepad.screen import screen

CHOICES = (
    Choice(
        "help",
        _("Help from the phones"),
        _("Off unless the whole table agrees: to deduce is the game. Everybody sees how it is."),
        tuple(words.HELP_NAMES.items()),
    ),
    Choice(
        "question2",
        _("Question 2"),
        _("A sum of 12 or less, as most cards ask; some are printed with 12 or more."),
        (("at_most_12", _("12 or less")), ("at_least_12", _("12 or more"))),
    ),
    Choice(
        "mix_at",
        _("The supply is mixed at"),
        _("At one tile, as the rules say. At 4 or 7 it is harder, at 0 easiest."),
        tuple((left, str(left)) for left in MIX_AT),
    ),
)

GAME = Game(
    slug="code777",
    title=words.TITLE,
    about=_("Tiles, answers, deduction. For two to five"),
    players=rules.PLAYERS,
    options=rules.Options,
    choices=CHOICES,
    rules=rules.Code777(),
    view=view,
    standings=lambda state, eyes: standings(state),
    finished=lambda state: state.finished,
    screen=screen,
    words=words,
    folder="notepad",
    dock="notepad/dock.html",
    forms=FORMS,
    pages=PAGES,
    looking_back=LOOKING_BACK,
    typed={"set_supply": "left"},
    current=rules.current,
    notebook=notebook.Notebook(),
    private=private,
    private_typed=notebook.TYPED,
    usual=4,
    secret=secret,
    seated=frozenset({"see_rack"}),
    recorded=rules.Recorded(),
)
