"""PythonAlgorithm, as the table knows it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from calculators.pythonalgorithm import rules, words
from calculators.pythonalgorithm.bidding_page import bidding
from calculators.pythonalgorithm.box_pages import (
    box_file,
    box_page,
    card_page,
    row_page,
    schema_file,
)
from calculators.pythonalgorithm.check_page import check
from calculators.pythonalgorithm.count_page import count
from calculators.pythonalgorithm.forms import FORMS
from calculators.pythonalgorithm.market_pages import chips_page, leftovers_page
from calculators.pythonalgorithm.screen import screen
from calculators.pythonalgorithm.trade_pages import hand, purchase, sale
from companion.games import Choice, Game

CHOICES = (
    Choice(
        "box",
        _("Box"),
        _("The sample box unless you change it: the rules print no cards. Your own is made there."),
        (("sample", _("sample")), ("classic", _("classic"))),
    ),
    Choice(
        "edge",
        _("No free cell that way"),
        _("The python stays unless you change it: the rules say to leave it where it is."),
        (("stay", _("it stays")), ("nearest", _("the nearest free cell"))),
    ),
    Choice(
        "event_tracks",
        _("An event moves"),
        _("Both tracks unless you change it: each has its own cheapest and dearest."),
        (("both", _("both tracks")), ("templates", _("templates alone"))),
    ),
    Choice(
        "open_tokens",
        _("Tokens of the others"),
        _("Open unless you change it: the rules do not tell to hide them."),
        ((True, _("open")), (False, _("hidden until the end"))),
    ),
    Choice(
        "start_tokens",
        _("Tokens at the start"),
        _("30 unless you change it or the box says otherwise: so the rules."),
        tuple((tokens, str(tokens)) for tokens in (10, 15, 20, 25, 30, 35, 40, 50)),
    ),
    Choice(
        "purchase_tokens",
        _("Purchase tokens"),
        _("4 unless you change it or the box says otherwise: so the rules."),
        tuple((tokens, str(tokens)) for tokens in range(1, 7)),
    ),
)


GAME = Game(
    slug="pythonalgorithm",
    title="PythonAlgorithm",
    about=_("Tokens, market, customers, auctions. For two to six"),
    players=range(2, 7),
    usual=4,
    options=rules.Options,
    choices=CHOICES,
    settled=rules.settled,
    sees=rules.sees,
    rules=rules.PythonAlgorithm(),
    view=rules.view,
    standings=rules.standings,
    finished=lambda state: state.over,
    secret=rules.secret,
    screen=screen,
    words=words,
    folder="calculators/pythonalgorithm",
    dock="calculators/pythonalgorithm/dock.html",
    run=rules.together,
    forms=FORMS,
    pages={
        "check": check,
        "purchase": purchase,
        "bidding": bidding,
        "sale": sale,
        "hand": hand,
        "count": count,
        "chips": chips_page,
        "leftovers": leftovers_page,
        "box": box_page,
        "card": card_page,
        "row": row_page,
        "choices": lambda state, eyes, query, names: {},
    },
    files={"box": box_file, "box-schema": schema_file},
    typed=rules.TYPED,
    current=rules.current,
)
