"""What PythonAlgorithm says: every move, refusal, notice and end has its words."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from inspect import getsource
from typing import Any

import pytest
from django.utils import translation

from calculators.pythonalgorithm import (
    auction,
    naming,
    purchases,
    refusals,
    rules,
    sales,
    saying,
    state,
    words,
)
from calculators.pythonalgorithm.chips import Chips, Tracks
from calculators.pythonalgorithm.customers import Lack, Wanted, lacks
from calculators.pythonalgorithm.hand import Card, CardName
from calculators.pythonalgorithm.rules import (
    Auction,
    Buy,
    Counted,
    CustomerName,
    Event,
    Finish,
    Left,
    NextRound,
    PlaceChip,
    Reaction,
    Redeem,
    Sell,
    SellToCustomer,
    SetHand,
    SetPrices,
    SetTokens,
    Tokens,
)
from companion.games import Outcome
from tests.calculators.pythonalgorithm.playing import (
    CARDS,
    RULES,
    after,
    bids,
    done,
    held_kodik,
    held_template,
    kodik,
    played,
    refused,
    start,
    template,
)

NAMES = ("Аня", "Боря", "Вера")
VIRUS = Event("virus")
SAME = CustomerName(10, "same", 1)
SET = SetHand(0, (template(), kodik()))
OWING = SetHand(0, (template(debt=7), kodik()))


@dataclass(frozen=True)
class Row:
    """A row of the log, as words read it."""

    move: Any
    outcome: Outcome | None = None
    number: int = 1
    by: int | None = None


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def said(*moves, together=1, eyes="table", **options):
    """The log line of the last moves, as many as stand `together`."""
    now, rows = start(**options), []
    for move in moves:
        outcome = RULES.apply(now, move, None)
        now = outcome.state
        rows.append(Row(move, Outcome(None, facts=outcome.facts)))
    return words.line(rows[-together:], eyes, NAMES)


# -- the log

LINES = [
    ([SetTokens(0, 38), Tokens(0, 5)], "Аня: 38 + 5 = 43"),
    ([Tokens(1, -5)], "Боря: 30 − 5 = 25"),
    ([Tokens(1, -5, "toll")], "Боря: 30 − 5 = 25 (\u2068toll\u2069)"),
    ([SetTokens(0, 43)], "Аня: 43 tokens by hand instead of 30"),
    ([SetTokens(0, 30)], "Аня: 30 tokens by hand (as it was)"),
    (
        [PlaceChip("templates", "blue", 3)],
        "Moved by hand. Templates: blue II → III, yellow III → II",
    ),
    ([PlaceChip("kodiki", "blue", 2)], "Kodiki by hand: blue on II (as it was)"),
    (
        [Event("jump")],
        "Jump. Templates: blue II → V (taken: IV). Kodiki: blue II → V (taken: IV)",
    ),
    (
        [Event("rise", "white")],
        "Rise. Templates: white IV → V. Kodiki: white IV → V",
    ),
    (
        [Reaction("kodiki", Left(4, 0, 2))],
        (
            "Market reaction. Kodiki, left: blue 4, yellow 0, white 2."
            " Blue II → I, yellow III → V (taken: IV)"
        ),
    ),
    (
        [Reaction("templates", Left(2, 2, 2))],
        (
            "Market reaction. Templates, left: blue 2, yellow 2, white 2."
            " Equally many, so nothing moves"
        ),
    ),
    ([VIRUS], "Virus: the game is over"),
    ([NextRound()], "Round 2 begins. First player: Боря"),
    ([Buy(0, template())], "Аня: yellow template B for 7. 30 − 7 = 23"),
    ([Buy(0, template(number=2), debt=True)], "Аня: yellow template B2 on credit for 7"),
    (
        [Auction(template(), bids((0, 8), (1, 12), (2, None), (0, None)))],
        "Auction. Боря: yellow template B for 12. Compensation. Аня: +2, Вера: +2",
    ),
    (
        [Auction(template(), bids((0, 8), (1, None), (2, None)), debt=True)],
        "Auction. Аня: yellow template B on credit for 8",
    ),
    (
        [Auction(kodik(), bids((0, None), (1, None)))],
        "Auction, nobody bids. Боря: yellow kodik for 5",
    ),
    (
        [Auction(kodik(), bids((0, None), (1, None)), debt=True)],
        "Auction, nobody bids. Боря: yellow kodik on credit for 5",
    ),
    ([OWING, Redeem(0, 0)], "Аня: redeemed for 7, yellow template B. 30 − 7 = 23"),
    ([SetHand(0, (CardName(debt=9),)), Redeem(0, 0)], "Аня: debt of 9 paid. 30 − 9 = 21"),
    (
        [SET, Sell(0, (1,))],
        "Аня: sold to the market, yellow kodik for 5. 30 + 5 = 35",
    ),
    (
        [OWING, Sell(0, (0, 1))],
        "Аня: sold to the market, yellow template B, yellow kodik for 7 + 5 − 7 = 5. 30 + 5 = 35",
    ),
    (
        [SET, SellToCustomer(0, SAME, (0, 1))],
        (
            "Аня: sold to a customer (+10, one colour, kodiki: 1),"
            " yellow template B, yellow kodik for 7 + 5 + 10 = 22. 30 + 22 = 52"
        ),
    ),
    (
        [SetHand(1, (template(debt=7), kodik(), CardName(debt=15)))],
        "Боря: cards put right. Yellow template B, debt 7; yellow kodik; debt 15",
    ),
    ([SetHand(1, ())], "Боря: cards put right. None"),
    (
        [SetPrices("templates", "B", (1, 2, 3, 4, 5, 6, 7))],
        "Prices of the board. Templates, B: 1 2 3 4 5 6 7",
    ),
    ([SetPrices("kodiki")], "Prices agree with the board. Kodiki"),
    ([NextRound(), Finish()], "The game is over. Rounds: 2"),
    (
        [Finish((Counted(44, 15), Counted(30), Counted(3, 9)))],
        "Final count. Аня: 44 − 15 = 29; Боря: 30; Вера: 3 − 9 = −6",
    ),
]


@pytest.mark.parametrize(("moves", "expected"), LINES)
def test_line_of_a_move(moves, expected):
    assert said(*moves) == expected


def test_line_of_a_run_of_taps_says_what_they_came_to():
    line = said(SetTokens(0, 38), Tokens(0, 1), Tokens(0, 1), Tokens(0, 5), together=3)

    assert line == "Аня: 38 + 7 = 45"


def test_line_of_chips_that_find_nothing_free():
    low = Tracks(Chips(1, 2, 3), Chips(1, 2, 4))

    assert said(Event("crash"), chips=low) == (
        "Crash. Templates: white stays on III (nothing free that way)."
        " Kodiki: white stays on IV (nothing free that way)"
    )
    assert said(Event("crash"), chips=low, edge="nearest").endswith(
        "Kodiki: white IV → III (nothing free further)"
    )


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (Tokens(0, 5), "Аня: +5"),
        (Tokens(7, -5, "toll"), "player 8: −5 (\u2068toll\u2069)"),
        (SetTokens(0, 5), "Аня: 5 tokens by hand"),
        (PlaceChip("kodiki", "blue", 9), "Kodiki by hand: blue on 9"),
        (Event("rise"), "Rise"),
        (Event("rise", "blue"), "Rise: blue"),
        (VIRUS, "Virus: the game is over"),
        (
            Reaction("kodiki", Left(1, 2, -3)),
            "Market reaction. Kodiki, left: blue 1, yellow 2, white −3",
        ),
        (NextRound(4), "Round 5 begins"),
        (NextRound(), "The next round begins"),
        (Buy(0, template()), "Аня: yellow template B"),
        (Buy(0, template(), 9), "Аня: yellow template B for 9"),
        (Buy(0, CardName(id="T1"), debt=True), "Аня: card \u2068T1\u2069 on credit"),
        (
            Auction(template(), bids((0, 8), (1, None))),
            "Auction, yellow template B. Аня: 8, Боря: pass",
        ),
        (Redeem(0, 2), "Аня: redeemed, card number 3"),
        (Sell(0, (0, kodik())), "Аня: sold to the market, card number 1, yellow kodik"),
        (Sell(0, (0, 1, 2, 3, 4)), "Аня: sold to the market, 5 cards"),
        (SellToCustomer(0, SAME, (kodik(),)), "Аня: sold to a customer, yellow kodik"),
        (SetHand(0, (kodik(),)), "Аня: cards put right"),
        (Finish((Counted(1),)), "The game is over"),
    ],
)
def test_line_of_a_move_that_does_not_count(move, expected):
    assert words.line([Row(move)], "everything", NAMES) == expected


# -- what is hidden stays so

HIDDEN = [
    ([Tokens(1, 5, "bonus 5")], "Боря: tokens changed"),
    ([SetTokens(1, 43)], "Боря: tokens put right"),
    ([SetHand(1, (template(debt=7), kodik()))], "Боря: cards put right. Yellow template B, debt 7"),
    ([SetHand(1, (kodik(),))], "Боря: cards put right"),
    ([Buy(1, template())], "Боря: yellow template B for 7"),
    (
        [SetHand(1, (template(debt=7),)), Redeem(1, 0)],
        "Боря: redeemed for 7, yellow template B",
    ),
    ([SetHand(1, (kodik(),)), Sell(1, (0,))], "Боря: sold to the market, yellow kodik for 5"),
    (
        [Auction(template(), bids((0, 8), (1, 12), (0, None)))],
        "Auction. Боря: yellow template B for 12. Compensation. Аня: +5",
    ),
]


@pytest.mark.parametrize(("moves", "expected"), HIDDEN)
@pytest.mark.parametrize("eyes", [0, 2, "table"])
def test_line_of_hidden_tokens_tells_payments_and_no_balance(moves, expected, eyes):
    assert said(*moves, eyes=eyes, open_tokens=False) == expected


@pytest.mark.parametrize("eyes", [1, "everything"])
def test_line_of_ones_own_hidden_tokens_tells_all(eyes):
    assert said(Tokens(1, 5), eyes=eyes, open_tokens=False) == "Боря: 30 + 5 = 35"
    assert said(SetHand(1, (kodik(),)), eyes=eyes, open_tokens=False).endswith("Yellow kodik")


def test_line_after_the_end_is_open():
    assert said(VIRUS, Tokens(1, 5), open_tokens=False) == "Боря: 30 + 5 = 35"


@pytest.mark.parametrize(
    ("move", "line"),
    [
        (Tokens(1, 5), "Боря: tokens changed"),
        (SetTokens(1, 43), "Боря: tokens put right"),
        (SetHand(1, (kodik(),)), "Боря: cards put right"),
        (Finish((Counted(1),)), "The game is over"),
    ],
)
def test_line_that_does_not_count_tells_others_no_balance(move, line):
    """Undone and refused rows do not know whether anything is hidden."""
    assert words.line([Row(move)], "table", NAMES) == line


# -- refusals


def full(*cards):
    """Everybody is rich and player 0 holds these; a play with the little box."""
    return played(SetHand(0, cards), box=CARDS)


BLUE_SET = (template("blue"), kodik("blue"), kodik("blue"))
SOLD = SellToCustomer(0, CustomerName(id="C2"), (0, 1, 2))

REFUSALS = [
    (start(), Tokens(3, 1), "There is no player 4: 3 play.", ""),
    (
        start(),
        PlaceChip("kodiki", "blue", -1),
        "There is no segment −1: they are I to VII.",
        "",
    ),
    (start(), Event("rise"), "Which colour rises? Name it.", ""),
    (
        start(),
        Reaction("kodiki", Left(0, -1, 0)),
        "Yellow: −1 cards cannot be left. Count from 0.",
        "",
    ),
    (played(VIRUS), VIRUS, "The game is already over.", ""),
    (start(), NextRound(0), "There is no round 0: they count from 1.", ""),
    (
        played(NextRound()),
        NextRound(1),
        "Round 1 is already closed: round 2 is being played.",
        "",
    ),
    (
        start(),
        NextRound(2),
        "Round 2 is not open yet: round 1 is being played.",
        "Close round 1",
    ),
    (
        played(SetTokens(0, 1)),
        Tokens(0, -5),
        "Аня: 1 token, not enough for −5.",
        "Аня: only −1",
    ),
    (start(), SetTokens(0, -1), "Tokens count from 0: −1 cannot be.", ""),
    (start(), SetHand(0, (kodik(),) * 61), "Аня: a hand holds at most 60 cards.", ""),
    (
        start(),
        Auction(kodik(), bids(*[(0, None)] * 201)),
        "An auction has at most 200 bids, not 201.",
        "",
    ),
    (
        start(),
        Tokens(0, 1, "x" * 41),
        "A reason has at most 40 characters, this one has 41.",
        "",
    ),
    (
        start(),
        Buy(0, CardName("templates")),
        "The card is not named in full. Missing: colour, category.",
        "",
    ),
    (
        start(box=CARDS),
        Buy(0, template(category="D")),
        "There is no category \u2068D\u2069. There are: A, B.",
        "",
    ),
    (
        start(),
        Buy(0, CardName(id="T99")),
        "This box has no card \u2068T99\u2069. Name it by colour and category.",
        "",
    ),
    (
        start(box=CARDS),
        Buy(0, template(id="T1")),
        "Card \u2068T1\u2069 of this box is another one: blue template A3.",
        "Take it: blue template A3",
    ),
    (
        full(CardName(id="T2")),
        Buy(1, CardName(id="T2")),
        "Blue template B1: this very card is held already. Аня has it.",
        "Another one: blue template B1",
    ),
    (start(), SetHand(0, (kodik(debt=-1),)), "A debt is never below 0: −1 cannot be.", ""),
    (
        played(*[Buy(0, kodik(), debt=True)] * 4),
        Buy(0, kodik()),
        "Аня: no purchase token is free. Redeem or sell a card in debt first.",
        "Buy anyway",
    ),
    (start(), Buy(0, kodik(), -2), "A price is never below 0: −2 cannot be.", ""),
    (
        played(SetTokens(0, 4)),
        Buy(0, kodik()),
        "Аня: 4 tokens, the price is 5. On credit it is possible.",
        "On credit for 5",
    ),
    (
        start(),
        Auction(kodik(), bids((1, 6))),
        "An auction takes two or more. One alone buys at the market price.",
        "At the market price: Боря",
    ),
    (
        start(),
        Auction(kodik(), bids((1, 5), (0, None))),
        "Боря: 5. A bid is above the market price, 5.",
        "Record it anyway",
    ),
    (
        start(),
        Auction(kodik(), bids((1, 7), (0, 6), (0, None))),
        "Аня: 6. A bid is above the last one, 7.",
        "Record it anyway",
    ),
    (
        start(),
        Auction(kodik(), bids((1, None), (0, 6), (1, 7))),
        "Боря: passed before, so out of this auction.",
        "Record it anyway",
    ),
    (
        start(),
        Auction(kodik(), bids((1, 7), (1, None), (0, None))),
        "Боря: leads with 7, so there is nothing to pass.",
        "Record it anyway",
    ),
    (
        start(),
        Auction(kodik(), bids((1, 7), (0, 8), (2, 9))),
        "The auction is not over. Still to speak: Боря, Аня.",
        "Pass: Боря, Аня",
    ),
    (
        start(),
        Sell(0, (template(debt=7),)),
        "Аня does not hold this: yellow template B, debt 7.",
        "",
    ),
    (played(SET), Sell(0, (0, 0)), "Named twice: card number 1.", ""),
    (played(SET), Sell(0, ()), "Which cards? Choose at least one.", ""),
    (
        played(SetHand(0, (CardName(debt=5),))),
        Sell(0, (0,)),
        "A debt without a card cannot be sold. It can be redeemed.",
        "",
    ),
    (
        played(SET),
        Redeem(0, 0),
        "Yellow template B: nothing is owed, there is nothing to redeem.",
        "",
    ),
    (
        played(OWING, SetTokens(0, 3)),
        Redeem(0, 0),
        "Аня: 3 tokens, the debt is 7. Sell something first.",
        "",
    ),
    (
        played(SetHand(0, (template(debt=15),)), SetTokens(0, 3)),
        Sell(0, (0,)),
        "Аня: 3 − 8 = −5. Missing: 5.",
        "",
    ),
    (
        played(SET),
        SellToCustomer(0, CustomerName(id="C99"), (0, 1)),
        "This box has no customer \u2068C99\u2069. Describe the one on the table.",
        "",
    ),
    (
        played(SET),
        SellToCustomer(0, CustomerName(10), (0, 1)),
        "The customer is not described in full: bonus, colours, number of kodiki.",
        "",
    ),
    (
        played(SET),
        SellToCustomer(0, CustomerName(-5, "same", 1), (0, 1)),
        "A bonus is never below 0: −5 cannot be.",
        "",
    ),
    (
        played(SET),
        SellToCustomer(0, CustomerName(5, "same", 4), (0, 1)),
        "A customer asks for 1 to 3 kodiki, not 4.",
        "",
    ),
    (
        after(full(*BLUE_SET), SOLD),
        SOLD,
        "This customer (+10, one colour, kodiki: 2) has already traded. Seller: Аня.",
        "Sell to a like customer",
    ),
    (
        played(SET, SellToCustomer(0, SAME, (0, 1)), SET),
        SellToCustomer(0, SAME, (0, 1)),
        "Аня: a customer has been served this round. One a round.",
        "Sell anyway",
    ),
    (
        played(SetHand(0, (template(), kodik("blue")))),
        SellToCustomer(0, CustomerName(15, "same", 2), (0, 1)),
        (
            "The customer wants something else (+15, one colour, kodiki: 2):"
            " kodiki wanted: 2, here: 1; all must have one colour."
        ),
        "Sell anyway",
    ),
    (
        played(OWING),
        SellToCustomer(0, SAME, (0, 1)),
        "A card in debt goes to no customer. Redeem first: yellow template B, debt 7.",
        "Redeem: yellow template B, debt 7",
    ),
    (
        start(),
        Finish((Counted(1),)),
        "The final count is of everybody: 3 play, counted are 1.",
        "",
    ),
    (start(), SetPrices("kodiki", None, (1,)), "A row has seven prices, not 1.", ""),
    (
        start(),
        SetPrices("kodiki", None, (1, 2, 3, 4, 5, 6, -7)),
        "A price is 0 to 9999, not −7.",
        "",
    ),
]


@pytest.mark.parametrize(("before", "move", "why", "way_out"), REFUSALS)
def test_refusal_says_what_stands_in_the_way_and_what_to_do(before, move, why, way_out):
    refusal = refused(before, move)

    assert words.why(refusal, "table", NAMES) == why
    assert words.way_out(refusal, "table", NAMES) == way_out


MORE_REFUSALS = [
    (start(), Buy(0, CardName("kodiki", "blue", "B")), "Kodiki have no category."),
    (
        start(box=CARDS),
        SetPrices("templates", None, (1,) * 7),
        "Which category? There are: A, B.",
    ),
    (
        played(OWING),
        Sell(0, (template(debt=0),)),
        "Аня does not hold this: yellow template B. Held is: yellow template B, debt 7.",
    ),
    (
        played(SET),
        Sell(0, (template(debt=7),)),
        "Аня does not hold this: yellow template B, debt 7. This one is held without a debt.",
    ),
]


@pytest.mark.parametrize(("before", "move", "why"), MORE_REFUSALS)
def test_refusal_says_what_there_is_instead(before, move, why):
    assert words.why(refused(before, move), "table", NAMES) == why


def test_way_out_of_a_debt_that_is_not_covered():
    refusal = refused(played(OWING, SetTokens(0, 3)), SellToCustomer(0, SAME, (0, 1)))

    assert words.way_out(refusal, "table", NAMES) == "Record it anyway"


def test_every_refusal_of_the_rules_is_among_these():
    sources = "".join(map(getsource, (auction, naming, purchases, rules, sales, state)))
    raised = set(re.findall(r'(?:Refusal|Breach)\(\s*"(\w+)"', sources))
    codes = {refused(before, move).code for before, move, _why, _way_out in REFUSALS}

    assert raised <= codes
    assert codes == set(refusals._REFUSALS)


# -- refusals that rest on what is hidden


def closed(*moves):
    return played(*moves, open_tokens=False)


UNSEEN = "Боря: this cannot be with these cards. Which are held is hidden until the end."

CLOSED = [
    (closed(SetTokens(1, 3)), Tokens(1, -5), "Боря: not enough tokens for −5."),
    (
        closed(SetTokens(1, 3)),
        Buy(1, kodik()),
        "Боря: not enough tokens for 5. On credit it is possible.",
    ),
    (
        closed(SetTokens(1, 3), SetHand(1, (template(debt=7),))),
        Redeem(1, 0),
        "Боря: not enough tokens for the debt of 7. Sell something first.",
    ),
    (
        closed(SetTokens(1, 3), SetHand(1, (template(debt=15),))),
        Sell(1, (0,)),
        "Боря: not enough tokens for what is owed on these cards.",
    ),
    (
        closed(SetHand(1, (template(),))),
        Redeem(1, 0),
        UNSEEN,
    ),
    (
        closed(SetHand(1, (template(), template(debt=25))), SetTokens(1, 3)),
        Sell(1, (0, 1)),
        UNSEEN,
    ),
    (closed(SetHand(1, (template(),))), Sell(1, (0, 0)), UNSEEN),
    (closed(SetHand(1, (template(),))), Sell(1, (0, kodik())), UNSEEN),
    (
        closed(SetHand(1, (template("blue", debt=7), kodik("blue")))),
        SellToCustomer(1, SAME, (0, 1)),
        UNSEEN,
    ),
    (
        closed(SetHand(1, (template(),))),
        Sell(1, (template(debt=7),)),
        "Боря does not hold this: yellow template B, debt 7.",
    ),
    (
        closed(SetHand(1, (template(), kodik("blue")))),
        SellToCustomer(1, SAME, (0, 1)),
        UNSEEN,
    ),
    (
        played(SetHand(1, (CardName(id="K1"),)), open_tokens=False, box=CARDS),
        Buy(0, CardName(id="K1")),
        "Blue kodik: somebody holds this very card already.",
    ),
]


@pytest.mark.parametrize(("before", "move", "why"), CLOSED)
def test_refusal_tells_others_no_hidden_balance_or_hand(before, move, why):
    refusal = refused(before, move, by=0)

    assert words.why(refusal, "table", NAMES) == why
    assert words.why(refusal, 0, NAMES) == why
    assert words.why(refusal, 1, NAMES) != why


def test_refusal_about_open_cards_is_told_to_all():
    owing = closed(SetHand(1, (template("blue", debt=7), template("blue", debt=2))))

    refusal = refused(owing, SellToCustomer(1, SAME, (0, 1)), by=0)

    assert words.why(refusal, 0, NAMES).startswith("The customer wants something else (+10")
    assert words.way_out(refusal, 0, NAMES) == "Sell anyway"
    named = refused(owing, Redeem(1, template("blue", debt=8)), by=0)
    assert words.why(named, 0, NAMES).endswith("Held is: blue template B, debt 7.")


FIFTH, OPEN_TO_ALL = kodik("blue", number=5), template("blue", number=7, debt=3)


@pytest.mark.parametrize(
    "asked",
    [
        Redeem(1, FIFTH),
        Redeem(1, kodik("blue", number=5, debt=0)),
        Sell(1, (FIFTH, kodik("white", number=9))),
        Sell(1, (FIFTH, FIFTH)),
        Sell(1, (FIFTH, replace(OPEN_TO_ALL, debt=4))),
        SellToCustomer(1, SAME, (FIFTH,)),
        SellToCustomer(1, SAME, (FIFTH, OPEN_TO_ALL)),
    ],
)
@pytest.mark.parametrize("served", [False, True])
def test_refusal_does_not_tell_without_a_trace_what_is_held_unseen(asked, served):
    """Whoever asks for a card that another may hold reads the same either way."""
    before = SetHand(1, (template("blue"), kodik("blue")))
    customer = (SellToCustomer(1, SAME, (0, 1)),) if served else ()
    told = set()
    for card in (FIFTH, kodik("white")):
        state = closed(before, *customer, SetHand(1, (card, OPEN_TO_ALL)))
        refusal = refused(state, asked, by=0)
        told.add((words.why(refusal, 0, NAMES), words.way_out(refusal, 0, NAMES)))

    assert len(told) == 1


def test_refusal_names_the_holder_of_an_open_card():
    state = played(SetHand(1, (CardName(id="K1", debt=3),)), open_tokens=False, box=CARDS)

    refusal = refused(state, Buy(0, CardName(id="K1")))

    assert words.why(refusal, 0, NAMES).endswith("Боря has it.")


# -- notices

NOTICES = [
    (played(NextRound(), Event("jump")), Event("jump"), "Round 2 has had its event already."),
    (
        played(Reaction("kodiki", Left(0, 0, 0))),
        Reaction("kodiki", Left(0, 0, 0)),
        "Kodiki: the market has reacted this round already.",
    ),
    (
        played(*[NextRound()] * 9),
        NextRound(),
        "Round 11: by the rules the virus comes in round 10 at the latest.",
    ),
    (
        played(OWING, VIRUS),
        Redeem(0, 0),
        "Аня: redeemed after the end. The debt counted against the tokens anyway.",
    ),
    (start(), Buy(0, kodik(), 9), "The market price is 5, recorded is 9."),
    (
        played(*[Buy(0, kodik(), debt=True)] * 4),
        Buy(0, kodik(), anyway=True),
        "Аня: bought without a free purchase token.",
    ),
    (
        played(SET, SellToCustomer(0, SAME, (0, 1)), SET),
        SellToCustomer(0, SAME, (0, 1), anyway=True),
        "Аня: the second customer in one round.",
    ),
    (
        played(SetHand(0, (kodik(),))),
        SellToCustomer(0, SAME, (0,), anyway=True),
        "The customer wants something else (+10, one colour, kodiki: 1): a template is missing.",
    ),
    (
        played(OWING),
        SellToCustomer(0, SAME, (0, 1), anyway=True),
        "Аня: a card in debt went to a customer.",
    ),
    (
        start(),
        Auction(kodik(), bids((1, 6), (0, None))),
        "Боря: spoke out of turn.",
    ),
    (
        start(),
        Auction(kodik(), bids((1, 5), (0, None)), anyway=True),
        "Боря: 5. A bid is above the market price, 5.",
    ),
    (
        start(),
        Auction(kodik(), bids((1, 7), (0, 6), (0, None)), anyway=True),
        "Аня: 6. A bid is above the last one, 7.",
    ),
    (
        start(),
        Auction(kodik(), bids((1, None), (0, 6), (1, 7), (0, None)), anyway=True),
        "Боря: spoke again after a pass.",
    ),
    (
        start(),
        Auction(kodik(), bids((1, 7), (1, None), (0, None)), anyway=True),
        "Боря: passed while leading.",
    ),
    (
        start(),
        Auction(kodik(), bids((1, 7), (0, 8)), anyway=True),
        "The auction was ended early. Not asked again: Боря.",
    ),
]


@pytest.mark.parametrize(("before", "move", "expected"), NOTICES)
def test_notice(before, move, expected):
    (notice,) = done(before, move).notices

    assert words.notice(notice, "table", NAMES) == expected


def test_every_notice_of_the_rules_is_among_these():
    codes = {notice.code for before, move, _ in NOTICES for notice in done(before, move).notices}

    assert codes == set(refusals._NOTICES)


def test_what_was_typed_is_shortened():
    line = words.line([Row(Buy(0, CardName(id="T" * 999)))], "table", NAMES)

    assert len(line) < 60


# -- names of things


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        (held_template("blue", "B"), "blue template B"),
        (held_template("blue", "B", number=2), "blue template B2"),
        (held_kodik("white", id="K1", debt=3), "white kodik"),
        (Card(None, None, debt=15), "debt 15"),
        (CardName(id="T1"), "card \u2068T1\u2069"),
        (CardName("templates", "blue"), "blue template"),
    ],
)
def test_card_name(card, expected):
    assert words.card_name(card) == expected


@pytest.mark.parametrize(
    ("held", "wanted", "expected"),
    [
        ([], Wanted(10, "same", 1), ["a template is missing", "kodiki wanted: 1, here: 0"]),
        (
            [held_template()] * 2 + [held_kodik(debt=3)] * 2,
            Wanted(10, "different", 1),
            [
                "one template only, not 2",
                "kodiki wanted: 1, here: 2",
                "different colours wanted: 3, here: 1",
                "to be redeemed first: yellow kodik, debt 3; yellow kodik, debt 3",
            ],
        ),
        (
            [held_template(), held_kodik("blue")],
            Wanted(10, "same", 1),
            ["all must have one colour"],
        ),
    ],
)
def test_lack_said(held, wanted, expected):
    assert [words.lack_said(lack) for lack in lacks(held, wanted)] == expected
    assert words.lack_said(Lack("code_not_accepted")) == "this code does not do the task"


# -- status, result


def test_status_tells_the_round():
    assert words.status(played(*[NextRound()] * 6)) == "round 7"
    assert words.status(played(VIRUS)) == "the game is over"


FOUR = (*NAMES, "Глеб")


def test_result_to_share_has_places_and_arithmetic():
    state = played(
        SetTokens(0, 81),
        SetTokens(1, 55),
        SetTokens(2, 90),
        SetTokens(3, 113),
        SetHand(2, (template("blue", "A", debt=15),)),
        SetHand(3, (template("blue", debt=17), template("white", "C", debt=9))),
        VIRUS,
        players=4,
    )

    assert words.result(state, "table", FOUR) == (
        "PythonAlgorithm. Winner: Глеб\n"
        "🥇 Глеб: 113 − 26 = 87\n🥈 Аня: 81\n🥉 Вера: 90 − 15 = 75\n4. Боря: 55"
    )


@pytest.mark.parametrize(
    ("moves", "verdict"),
    [
        ([], "Level: Аня, Боря, Вера"),
        ([VIRUS], "Draw: Аня, Боря, Вера"),
        ([SetTokens(1, 5), VIRUS], "Draw: Аня, Вера"),
        ([SetTokens(1, 31)], "Ahead: Боря"),
        ([SetTokens(1, 31), Finish()], "Winner: Боря"),
    ],
)
def test_verdict(moves, verdict):
    assert words.verdict(played(*moves), "table", NAMES) == verdict


def test_result_below_zero_is_shown_as_it_is():
    state = played(SetTokens(0, 3), SetHand(0, (CardName(debt=9),)), VIRUS)

    assert words.result(state, "table", NAMES).endswith("🥉 Аня: 3 − 9 = −6")


def test_result_of_hidden_tokens_is_ones_own():
    state = closed(SetTokens(1, 47))

    assert words.result(state, 1, NAMES) == (
        "PythonAlgorithm. The tokens are hidden until the end\n• Аня: —\n• Боря: 47\n• Вера: —"
    )
    assert "47" not in words.result(state, 0, NAMES)
    assert "Боря: 47" in words.result(after(state, VIRUS), "table", NAMES)


# -- Russian, where cases and plurals could go wrong


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ([SetTokens(0, 1)], "Аня: 1 токен вручную вместо 30"),
        ([SetTokens(0, 42)], "Аня: 42 токена вручную вместо 30"),
        ([SetTokens(0, 11)], "Аня: 11 токенов вручную вместо 30"),
        (
            [Event("jump")],
            "Скачок. Шаблоны: синий II → V (занято: IV). Кодики: синий II → V (занято: IV)",
        ),
        ([Buy(0, template())], "Аня: жёлтый шаблон B за 7. 30 − 7 = 23"),
        (
            [Auction(template(), bids((0, 8), (1, 12), (2, None), (0, None)))],
            "Аукцион. Боря: жёлтый шаблон B за 12. Компенсация. Аня: +2, Вера: +2",
        ),
        (
            [SET, SellToCustomer(0, SAME, (0, 1))],
            (
                "Аня: продано заказчику (+10, один цвет, кодиков: 1),"
                " жёлтый шаблон B, жёлтый кодик за 7 + 5 + 10 = 22. 30 + 22 = 52"
            ),
        ),
        ([NextRound()], "Начался раунд 2. Первый игрок: Боря"),
    ],
)
def test_line_in_russian(moves, expected):
    with translation.override("ru"):
        assert said(*moves) == expected


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [(1, "1 токен"), (3, "3 токена"), (5, "5 токенов"), (-21, "−21 токен"), (111, "111 токенов")],
)
def test_tokens_in_russian(tokens, expected):
    with translation.override("ru"):
        assert saying.tokens_said(tokens) == expected


def english(text):
    """Latin words in a text; categories, ids and segments of the board are Latin everywhere."""
    return re.findall(r"[A-Za-z]{2,}", re.sub(r"\b([IVX]+|[A-Z]\d*|x+)\b", "", text))


@pytest.mark.parametrize("moves", [moves for moves, _ in LINES])
def test_line_in_russian_leaves_nothing_in_english(moves):
    with translation.override("ru"):
        line = said(*moves)

    assert english(line.replace("toll", "")) == []


@pytest.mark.parametrize(
    ("before", "move"),
    [(before, move) for before, move, *_ in (*REFUSALS, *MORE_REFUSALS, *CLOSED)],
)
@pytest.mark.parametrize("eyes", [0, 1])
def test_refusal_in_russian_leaves_nothing_in_english(before, move, eyes):
    refusal = refused(before, move)

    with translation.override("ru"):
        text = words.why(refusal, eyes, NAMES) + words.way_out(refusal, eyes, NAMES)

    assert english(text) == []


@pytest.mark.parametrize(("before", "move"), [each[:2] for each in NOTICES])
def test_notice_in_russian_leaves_nothing_in_english(before, move):
    with translation.override("ru"):
        (text,) = [words.notice(each, 0, NAMES) for each in done(before, move).notices]

    assert english(text) == []
