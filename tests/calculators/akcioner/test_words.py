"""What Акционер says: every move, refusal, notice and end has its words, in both languages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from inspect import getsource
from typing import Any

import pytest
from django.utils import translation

from calculators.akcioner import cards, rules, words
from calculators.akcioner.cards import COMPANIES, doubling, hundred, named, ordinary
from calculators.akcioner.rules import MOVES
from calculators.akcioner.saying import shares_said
from companion import door
from companion.games import Notice, Outcome, Refusal
from companion.signs import gained
from tests.calculators.akcioner.table import NAMES, Table

RED_UP = ordinary("red", up="red", rise=30, down="yellow")
RED_100 = hundred("red", {"yellow": 10, "green": 20, "blue": 30})


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


def move_of(move, **args):
    return door.typed(MOVES[move], args)


def said(table, move, /, **args):
    """The log line of a move at that table."""
    outcome = table.play(move, **args).outcome
    return words.line([Row(move_of(move, **args), outcome)], "table", NAMES)


def unsaid(move, /, **args):
    """The log line of a move that does not count."""
    return words.line([Row(move_of(move, **args))], "table", NAMES)


# -- the log


def test_line_of_a_purchase_has_price_and_sum():
    table = Table().has(2, cash=500).prices(blue=10)

    assert said(table, "buy", player=2, company="blue", count=24) == (
        "Вера buys: 24 blue shares at 10, 240 in all"
    )


def test_line_of_a_sale_has_price_and_sum():
    assert said(Table(), "sell", player=0, company="red", count=1) == (
        "Аня sells: 1 red share at 100, 100 in all"
    )


def test_line_of_a_card_tells_who_gained_and_paid_and_lost():
    table = Table().prices(yellow=30).has(1, cash=50, yellow=3).has(2, yellow=0)

    assert said(table, "play_card", player=0, card=named(RED_UP)) == (
        "Аня lays card 1. Red +30, yellow −60. Аня: +20, Борис: −40. Борис loses: 2 yellow shares"
    )


def test_line_of_a_card_that_moves_no_money():
    table = Table().has(0, yellow=0)

    assert said(table, "play_card", player=0, card=named(RED_UP)) == (
        "Аня lays card 1. Red +30, yellow −60"
    )


@pytest.mark.parametrize(
    ("card", "name"),
    [
        (RED_100, "100: red +100, yellow −10, green −20, blue −30"),
        (doubling("double", "red", "blue"), "×2: red ×2, blue ÷2"),
        (doubling("halve", "red", "blue"), "÷2: blue ×2, red ÷2"),
    ],
)
def test_line_of_a_super_card_names_its_kind(card, name):
    line = said(Table(), "play_card", player=1, card=named(card))

    assert line.startswith(f"Борис lays card 1. {name}")


def test_line_of_a_turn_names_who_comes_next():
    assert said(Table(), "end_turn") == "Аня: the turn is over. Next: Вера"


@pytest.mark.parametrize(
    ("move", "args", "expected"),
    [
        ("set_price", {"company": "red", "price": 130}, "Price put right. Red: 130 instead of 100"),
        ("set_price", {"company": "red", "price": 100}, "Price put right. Red: 100 (as it was)"),
        ("set_cash", {"player": 1, "cash": 70}, "Money put right. Борис: 70 instead of 0"),
        (
            "set_shares",
            {"player": 1, "company": "blue", "count": 4},
            "Shares put right. Борис, blue: 4 instead of 1",
        ),
        ("finish", {}, "The game is over"),
    ],
)
def test_line_of_what_is_put_right(move, args, expected):
    assert said(Table(), move, **args) == expected


@pytest.mark.parametrize(
    ("move", "args", "expected"),
    [
        ("buy", {"player": 0, "company": "red", "count": 2}, "Аня buys: 2 red shares"),
        ("sell", {"player": 7, "company": "red", "count": -2}, "player 8 sells: −2 red shares"),
        ("play_card", {"player": 0, "card": named(RED_UP)}, "Аня lays a card. Red +30, yellow −60"),
        (
            "play_card",
            {"player": 0, "card": named(RED_UP) | {"lower": {"red": 60}}},
            "Аня lays a card that is not printed",
        ),
        ("end_turn", {}, "The turn is over"),
        ("set_price", {"company": "red", "price": -130}, "Price put right. Red: −130"),
        ("set_cash", {"player": 1, "cash": -5}, "Money put right. Борис: −5"),
        ("finish", {}, "The game is over"),
    ],
)
def test_line_of_a_move_that_does_not_count(move, args, expected):
    assert unsaid(move, **args) == expected


def test_last_turn_has_no_next():
    line = words.line(
        [Row(move_of("end_turn"), Outcome(None, facts=rules.Passed(1, None)))], 0, NAMES
    )

    assert line == "Борис: the last turn is over"


# -- refusals


def last_turn():
    table = Table(players=2, last_turn_trade=False)
    for _turn in range(7):
        table.lay(0, RED_UP).play("end_turn").lay(1, RED_UP).play("end_turn")
    return table


def locked():
    table = Table().has(0, cash=5000).play("buy", player=0, company="red", count=10)
    return table.lay(0, RED_100)


def over():
    table = last_turn()
    table.lay(0, RED_UP).play("end_turn").lay(1, RED_UP).play("end_turn")
    return table


RED = {"player": 0, "company": "red"}
REFUSED = [
    (
        Table(),
        ("buy", {**RED, "player": 5, "count": 1}),
        "There is no player 6. Players in this game: 3.",
        "",
    ),
    (
        Table().has(0, cash=250),
        ("buy", {**RED, "count": 3}),
        "Аня: money 250, but 3 red shares at 100 cost 300. There is enough for 2.",
        "Buy: 2 red shares",
    ),
    (
        Table(),
        ("buy", {**RED, "count": 3}),
        "Аня: money 0, and one share costs 100. Sell something first, or put the money right.",
        "",
    ),
    (
        Table(),
        ("sell", {**RED, "count": 3}),
        "Аня has 1 red share, not 3. To be sold now: 1.",
        "Sell: 1 red share",
    ),
    (
        Table().has(0, red=0),
        ("sell", {**RED, "count": 3}),
        "Аня has 0 red shares, not 3. Buy some first, or put the shares right.",
        "",
    ),
    (
        locked(),
        ("sell", {**RED, "count": 3}),
        (
            "Step 3 does not sell what step 1 of the same turn bought. Аня: held 11, locked"
            " until the end of the turn 10 red shares, to be sold now 1."
        ),
        "Sell all the same: 3 red shares",
    ),
    (
        last_turn(),
        ("sell", {**RED, "count": 1}),
        "Аня: this is the turn of the last card. By this table’s setting there is no trade.",
        "Sell all the same: 1 red share",
    ),
    (
        last_turn().has(0, cash=1000),
        ("buy", {**RED, "count": 1}),
        "Аня: this is the turn of the last card. By this table’s setting there is no trade.",
        "Buy all the same: 1 red share",
    ),
    (
        Table(),
        ("sell", {**RED, "count": -3}),
        "At least one share is bought or sold, not −3.",
        "",
    ),
    (
        Table(),
        ("set_price", {"company": "red", "price": 135}),
        "There is no price 135 on the board: it has 10, 20 and so on to 250.",
        "Red: record 130",
    ),
    (
        Table(),
        ("set_cash", {"player": 0, "cash": -5}),
        "Money is never below 0: −5 cannot be.",
        "Record 0",
    ),
    (
        Table(),
        ("set_shares", {**RED, "count": -5}),
        "Shares are never below 0: −5 cannot be.",
        "Record 0",
    ),
    (
        Table(),
        ("play_card", {"player": 0, "card": named(RED_UP) | {"raise": {}}}),
        "An ordinary card raises one company and lowers one other. Choose two colours.",
        "",
    ),
    (
        Table(),
        ("play_card", {"player": 0, "card": named(RED_UP) | {"lower": {"red": 60}}}),
        "Red cannot both rise and fall: a card moves two colours. Choose another one.",
        "",
    ),
    (
        Table(),
        ("play_card", {"player": 0, "card": named(RED_UP) | {"lower": {"yellow": 30}}}),
        "There is no card +30 −30: the rise is 30 to 60, with the fall it makes 90.",
        "Lay: red +30, yellow −60",
    ),
    (
        Table(),
        ("play_card", {"player": 0, "card": named(RED_UP) | {"fixed": "blue"}}),
        "Blue is printed on the card, so the card must move it as it says.",
        "Lay: red +30, yellow −60",
    ),
    (
        Table(),
        ("play_card", {"player": 0, "card": named(RED_100) | {"lower": {"blue": 10}}}),
        "A 100 lowers the three other colours by 10, 20 and 30, each once. Deal them out anew.",
        "",
    ),
    (
        Table(),
        ("play_card", {"player": 0, "card": named(RED_100) | {"raise": {"red": 90}}}),
        "A 100 raises its own colour by 100, and no other: red.",
        "Lay: red +100, yellow −10, green −20, blue −30",
    ),
    (
        Table().lay(0, RED_UP).play("end_turn"),
        ("end_turn", {"player": 0, "number": 1}),
        "That turn is already over. Now plays: Вера",
        "",
    ),
    (
        over(),
        ("end_turn", {}),
        "Everybody has laid all 8 cards. Finish the game.",
        "Finish the game",
    ),
    (Table().play("finish"), ("finish", {}), "The game is already over.", ""),
]


@pytest.mark.parametrize(("table", "move", "sentence", "key"), REFUSED)
def test_refusal_says_what_stands_in_the_way_and_the_way_out(table, move, sentence, key):
    what, args = move

    refusal = table.refused(what, **args)

    assert words.why(refusal, "table", NAMES) == sentence
    assert words.way_out(refusal, "table", NAMES) == key


def test_every_refusal_of_the_rules_is_tested_and_has_words():
    sources = getsource(rules) + getsource(cards)
    codes = set(re.findall(r'(?:Refusal|NotPrinted)\(\s*"(\w+)"', sources))

    assert codes == {table.refused(move, **args).code for table, (move, args), *_ in REFUSED}
    assert codes <= set(words._REFUSALS)


# -- notices


NOTICES = [
    (
        Table(),
        ("sell", {**RED, "player": 1, "count": 1}),
        ["Борис: out of order. By the order plays: Аня"],
    ),
    (
        Table().lay(0, RED_100),
        ("play_card", {"player": 2, "card": named(RED_UP)}),
        ["Аня: the turn ended by itself, since the next card is laid."],
    ),
    (
        Table(),
        ("play_card", {"player": 2, "card": named(RED_UP)}),
        ["Аня: the turn ended without a card, since another’s is laid."],
    ),
    (
        Table().lay(0, RED_100),
        ("play_card", {"player": 0, "card": named(RED_UP)}),
        ["Аня: a second card in one turn. It is counted as a new turn."],
    ),
    (Table(), ("end_turn", {}), ["Аня: the turn ended without a card."]),
    (
        Table().lay(0, RED_UP).play("end_turn"),
        ("play_card", {"player": 2, "card": named(RED_UP)}),
        [
            (
                "Red +30 is printed 1 time only. One is a slip, of the cards number"
                " 1 (Аня), 2 (Вера) in the log."
            )
        ],
    ),
    (
        over(),
        ("sell", {**RED, "count": 1, "anyway": True}),
        [
            "Аня: this comes after the last turn of all.",
            "Аня traded in the turn of the last card, against this table’s setting.",
        ],
    ),
    (
        locked(),
        ("sell", {**RED, "count": 3, "anyway": True}),
        ["Аня sold what step 1 of the same turn bought: 2 red shares."],
    ),
    (
        Table(),
        ("sell", {**RED, "count": 1, "price": 50}),
        ["Red: dealt at 50, while the board says 100."],
    ),
    (Table(players=2), ("finish", {}), ["Cards not laid. Аня: 8, Борис: 8."]),
]


@pytest.mark.parametrize(("table", "move", "sentences"), NOTICES)
def test_notice_says_what_the_table_should_know(table, move, sentences):
    what, args = move

    outcome = table.tried(what, **args)

    assert [words.notice(each, "table", NAMES) for each in outcome.notices] == sentences


@pytest.mark.parametrize(("is_super", "kind"), [(True, "super"), (False, "ordinary")])
def test_more_than_dealt_names_the_cards(is_super, kind):
    data = {"player": 0, "is_super": is_super, "dealt": 3, "count": 4, "cards": [1, 3, 5, 7]}

    assert words.notice(Notice("more_than_dealt", data), 0, NAMES) == (
        f"Аня: {kind} cards dealt 3, laid 4. One is a slip, of the cards number 1, 3, 5, 7"
        " in the log."
    )


def test_every_notice_of_the_rules_has_words():
    codes = set(re.findall(r'Notice\("(\w+)"', getsource(rules)))

    assert codes == set(words._NOTICES)


# -- where the play is, and how it ended


def test_status_says_the_turn_of_all():
    assert words.status(Table().lay(0, RED_UP).play("end_turn").state) == "turn 2"
    assert words.status(over().state) == "all cards are laid"
    assert words.status(Table().play("finish").state) == "the game is over"


def test_result_adds_up_money_and_shares():
    table = Table().has(1, cash=50).play("finish")

    assert words.result(table.state, "table", NAMES) == (
        "Shareholder. Winner: Борис\n"
        "🥇 Борис: money 50 + shares 400 = 450\n"
        "🥈 Аня: money 0 + shares 400 = 400\n"
        "🥈 Вера: money 0 + shares 400 = 400"
    )


def test_result_of_a_draw_names_all_winners():
    assert words.verdict(Table().play("finish").state, NAMES) == "Draw: Аня, Борис, Вера"
    assert words.verdict(Table().state, NAMES) == "Level: Аня, Борис, Вера"
    assert words.verdict(Table().has(2, cash=5).state, NAMES) == "Ahead: Вера"


def test_places_without_a_medal_are_numbered():
    table = Table(players=5)
    for player in range(5):
        table.has(player, cash=player)

    assert "4. Борис: money 1 + shares 400 = 401" in words.result(table.state, "table", NAMES)


# -- the other language


def test_russian_counts_shares_in_three_forms():
    with translation.override("ru"):
        said = [shares_said("blue", count) for count in (1, 3, 5, 11, 24)]

    assert said == ["1 синяя", "3 синие", "5 синих", "11 синих", "24 синие"]


@pytest.mark.parametrize("company", COMPANIES)
def test_russian_names_every_company(company):
    with translation.override("ru"):
        assert re.fullmatch("2 [а-яё]+е", shares_said(company, 2))


@pytest.mark.parametrize(("table", "move", "sentence", "key"), REFUSED)
def test_russian_refusals_have_no_english(table, move, sentence, key):
    what, args = move
    refusal = table.refused(what, **args)

    with translation.override("ru"):
        told = f"{words.why(refusal, 0, NAMES)} {words.way_out(refusal, 0, NAMES)}"

    assert not re.search("[A-Za-z]", told)


@pytest.mark.parametrize(("table", "move", "sentences"), NOTICES)
def test_russian_notices_have_no_english(table, move, sentences):
    what, args = move
    outcome = table.tried(what, **args)

    with translation.override("ru"):
        told = " ".join(words.notice(each, 0, NAMES) for each in outcome.notices)

    assert told
    assert not re.search("[A-Za-z]", told)


def test_russian_lines_keep_names_as_they_are():
    table = Table().prices(yellow=30).has(1, cash=50, yellow=3).has(2, yellow=0)
    with translation.override("ru"):
        line = said(table, "play_card", player=0, card=named(RED_UP))

    assert line == (
        "Аня кладёт карту 1. Красная +30, жёлтая −60. Аня: +20, Борис: −40. Борис теряет: 2 жёлтые"
    )


def test_gained_has_a_true_minus():
    assert [gained(number) for number in (5, 0, -5)] == ["+5", "0", "−5"]


def test_unknown_refusal_is_an_error():
    with pytest.raises(KeyError):
        words.why(Refusal("nonsense"), 0, NAMES)
