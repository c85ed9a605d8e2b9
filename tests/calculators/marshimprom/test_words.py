"""What МАРСХИМПРОМ says: every move, refusal, notice and end has its words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from inspect import getsource
from typing import Any

import pytest
from django.utils import translation

from calculators.marshimprom import rules, words
from calculators.marshimprom.account import Account, MissionScore
from calculators.marshimprom.game import GAME
from calculators.marshimprom.moves import MOVES
from calculators.marshimprom.saying import account_said, place_name
from companion import door
from companion import words as companion_words
from companion.games import Outcome, Refusal
from companion.saying import name_of
from companion.signs import gained
from tests.calculators.marshimprom.table import NAMES, SLOTS, Table, fought


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


def move_of(move, /, **args):
    return door.typed(MOVES[move], args)


def said(table, move, /, **args):
    """The log line of a move at that table."""
    outcome = table.play(move, **args).outcome
    return words.line([Row(move_of(move, **args), outcome)], "table", NAMES)


def unsaid(move, /, **args):
    """The log line of a move that does not count."""
    return words.line([Row(move_of(move, **args))], "table", NAMES)


def known(**options):
    return Table(**options).knows(Вода=2, Аммиак=6)


def chips(player=0, substance="Вода", place="own", count=1):
    return {"player": player, "substance": substance, "place": place, "count": count}


def sale(player=0, substance="Вода", place="own"):
    return {"player": player, "substance": substance, "place": place}


# -- the log


LINES = [
    (Table, "set_substance", {"name": " Вода ", "price": 2}, "New substance: Вода, 2 mR"),
    (known, "set_substance", {"name": "Вода", "price": 5}, "Price. Вода: 5 instead of 2"),
    (known, "set_substance", {"name": "Вода", "price": 2}, "Price. Вода: 2 (as it was)"),
    (known, "set_substance", {"name": "Вода", "price": None}, "Off the list: Вода"),
    (
        Table,
        "pay",
        {"player": 0, "amount": 3, "reason": "raw"},
        "Аня: +3 mR from the bank, raw material",
    ),
    (
        lambda: Table().has(1, 9),
        "pay",
        {"player": 1, "amount": -8, "reason": "warehouse"},
        "Борис: −8 mR to the bank, warehouse",
    ),
    (
        lambda: Table().has(0, 3),
        "trade",
        {"from_player": 0, "to_player": 2, "amount": 3},
        "Аня → Вера: 3 mR",
    ),
    (known, "set_chips", chips(count=2), "Chips. Аня: Вода, own plant: 2 instead of 0"),
    (
        lambda: known().stand(1, "Вода", "mission-2", 1),
        "set_chips",
        chips(player=1, place="mission-2"),
        "Chips. Борис: Вода, mission 2: 1 (as it was)",
    ),
    (Table, "set_mission", {"mission": 3, "complete": True}, "Mission 3 is complete"),
    (
        Table,
        "set_mission",
        {"mission": 3, "complete": False},
        "Mission 3 is not complete (as it was)",
    ),
    (
        lambda: Table().play("set_mission", mission=3, complete=True),
        "set_mission",
        {"mission": 3, "complete": False},
        "Mission 3 is not complete",
    ),
    (Table, "set_hold", {"player": 0, "cards": 4}, "Raw cards in the combine. Аня: 4 instead of 0"),
    (Table, "set_money", {"player": 0, "money": 7}, "Money put right. Аня: 7 instead of 0"),
    (Table, "set_gear", {"player": 0, "battery": True}, "Аня: battery — bought"),
    (
        Table,
        "set_gear",
        {"player": 2, "battery": True, "armour": False},
        "Вера: battery — bought, armour — none",
    ),
    (Table, "roll", fought((3, 3), (4, 2)), "Fight. Winner: Аня. Аня against Борис: 3 : 3; 4 : 2"),
    (
        Table,
        "roll",
        fought((4, [2, 6])),
        "Fight. Winner: Борис. Аня against Борис: 4 : 6 (2, 6)",
    ),
    (
        lambda: Table(armour="sum"),
        "roll",
        fought((4, [2, 6])),
        "Fight. Winner: Борис. Аня against Борис: 4 : 8 (2 + 6)",
    ),
    (
        lambda: Table().fight((4, 2)),
        "end_repairs",
        {"player": 0},
        "Аня: the repairs are over",
    ),
    (Table, "end_repairs", {"player": 0}, "Аня: the repairs are over (as it was)"),
    (
        lambda: known().stand(0, "Вода", "shared", 1),
        "sell_substance",
        sale(place="shared"),
        "Аня sells: Вода, shared plant. +2 mR from the bank, one chip back",
    ),
    (
        lambda: Table().has(0, 4),
        "buy_gear",
        {"player": 0, "what": "armour"},
        "Аня buys: armour, −4 mR",
    ),
    (Table, "finish", {}, "The game is over"),
]


@pytest.mark.parametrize(("table", "move", "args", "line"), LINES)
def test_line_of_a_move(table, move, args, line):
    assert said(table(), move, **args) == line


def test_a_substance_from_right_to_left_does_not_turn_its_numbers_round():
    line = said(Table(), "set_substance", name="ماء", price=4)
    assert line == "New substance: \u2068ماء\u2069, 4 mR"


def test_every_move_has_its_line():
    assert {move for _table, move, *_ in LINES} == set(MOVES)


@pytest.mark.parametrize(
    ("move", "args", "line"),
    [
        ("set_substance", {"name": "x" * 99, "price": 2}, f"Price. {'x' * 39}…: 2"),
        ("set_chips", chips(player=7, place="nowhere"), "Chips. player 8: Вода, nowhere: 1"),
        ("set_money", {"player": -1, "money": -5}, "Money put right. player 0: −5"),
        ("roll", fought((3, 3)), "Fight. Аня against Борис"),
        ("sell_substance", sale(), "Аня sells: Вода, own plant"),
        ("set_mission", {"mission": -2, "complete": True}, "Mission −2 is complete"),
        ("set_gear", {"player": 0}, "Аня: "),
    ],
)
def test_line_of_a_move_that_does_not_count(move, args, line):
    assert unsaid(move, **args) == line


def test_chips_tapped_one_after_the_other_are_one_line():
    table, rows = known(), []
    for count in (1, 2, 3):
        outcome = table.play("set_chips", **chips(count=count)).outcome
        rows.append(Row(move_of("set_chips", **chips(count=count)), outcome))

    assert len({GAME.run(row.move) for row in rows}) == 1
    assert words.line(rows, "table", NAMES) == "Chips. Аня: Вода, own plant: 3 instead of 0"


@pytest.mark.parametrize(
    ("reason", "amount", "line"),
    [
        ("raw", 1, "Аня: +3 mR from the bank, raw material"),
        ("warehouse", -4, "Аня: −12 mR to the bank, warehouse"),
    ],
)
def test_cards_paid_for_one_by_one_are_one_line(reason, amount, line):
    table = known().has(0, 12)
    payment = {"player": 0, "amount": amount, "reason": reason}
    rows = [Row(move_of("pay", **payment), table.play("pay", **payment).outcome) for _ in range(3)]

    assert len({GAME.run(row.move) for row in rows}) == 1
    assert words.line(rows, "table", NAMES) == line
    assert GAME.run(move_of("pay", player=0, amount=2, reason="raw")) is None
    assert GAME.run(move_of("pay", **{**payment, "player": 1})) != GAME.run(rows[0].move)


def test_moves_of_other_things_do_not_run_together():
    hold = move_of("set_hold", player=0, cards=1)
    assert GAME.run(hold) == GAME.run(move_of("set_hold", player=0, cards=2))
    assert GAME.run(hold) != GAME.run(move_of("set_hold", player=1, cards=2))
    assert GAME.run(move_of("set_money", player=0, money=2)) is None


# -- refusals: what stands in the way, and the key


NO_PLACE = (
    "There is no place “roof”: a chip stands on an own, a shared or another’s plant,"
    " or on a mission from 1 to 4."
)
REFUSED = [
    (
        Table(),
        ("set_money", {"player": 7, "money": 1}),
        "There is no player 8. Players in this game: 3.",
        "",
    ),
    (
        known(),
        ("set_chips", chips(place="roof")),
        NO_PLACE,
        "",
    ),
    (
        Table(),
        ("set_mission", {"mission": 5, "complete": True}),
        "There is no mission 5: the card has missions 1 to 4.",
        "",
    ),
    (
        Table(),
        ("set_substance", {"name": "", "price": 1}),
        "A substance needs a name.",
        "",
    ),
    (
        Table(),
        ("set_substance", {"name": "x" * 41, "price": 1}),
        "A substance’s name has at most 40 letters that can be read.",
        "",
    ),
    (
        known(),
        ("set_chips", chips(substance="Нефть")),
        "There is no substance “Нефть” on the list. Enter it with its price.",
        "Enter “Нефть” for now, price 0",
    ),
    (
        known(),
        ("set_chips", chips(substance="вода")),
        "There is no substance “вода” on the list. Is it “Вода”?",
        "Аня: Вода, own plant, 1 chip",
    ),
    (
        known(),
        ("set_substance", {"name": "вода", "price": None}),
        "There is no substance “вода” on the list. Is it “Вода”?",
        "Take off the list: Вода",
    ),
    (
        known().stand(0, "Вода", "shared", 1),
        ("sell_substance", sale(substance="вода", place="shared")),
        "There is no substance “вода” on the list. Is it “Вода”?",
        "Sell: Вода, shared plant",
    ),
    (
        Table(),
        ("set_substance", {"name": "Вода", "price": -1}),
        "A price is never below 0: −1 cannot be.",
        "Вода: record 0 mR",
    ),
    (
        known(),
        ("set_chips", chips(count=-1)),
        "Chips are never below 0: −1 cannot be.",
        "Аня: Вода, own plant, 0 chips",
    ),
    (
        Table(),
        ("set_hold", {"player": 1, "cards": -1}),
        "Raw cards are never below 0: −1 cannot be.",
        "Борис: raw cards 0",
    ),
    (
        Table(),
        ("set_money", {"player": 1, "money": -7}),
        "Money is never below 0: −7 cannot be.",
        "Борис: money 0",
    ),
    (
        Table().has(1, 3),
        ("trade", {"from_player": 0, "to_player": 1, "amount": -3}),
        "A sum is never below 0: −3 cannot be. Who pays whom?",
        "Борис → Аня: 3 mR",
    ),
    (
        known().stand(1, "Вода", "shared", 2),
        ("set_substance", {"name": "Вода", "price": None}),
        "“Вода” stays on the list while a chip stands on it. Борис: shared plant, 2 chips.",
        "Борис: Вода, shared plant, 0 chips",
    ),
    (
        known().stand(0, "Вода", "own", 6),
        ("set_chips", chips(substance="Аммиак", count=3)),
        "Аня: chips 8 in all, free 2, wanted 3.",
        "Аня: Аммиак, own plant, 2 chips",
    ),
    (
        known().stand(0, "Вода", "own", 8),
        ("set_chips", chips(substance="Аммиак")),
        "Аня: all chips stand already, 8 of 8. Take one off first.",
        "",
    ),
    (
        known(mission_slots=SLOTS),
        ("set_chips", chips(place="mission-1", count=3)),
        "Mission 1, “Вода”: places 2, free 2.",
        "Аня: Вода, mission 1, 2 chips",
    ),
    (
        known(mission_slots=SLOTS),
        ("set_chips", chips(substance="Аммиак", place="mission-3")),
        "Mission 3 has no place for “Аммиак”. Put its places right first.",
        "",
    ),
    (
        known(mission_slots=SLOTS).stand(1, "Аммиак", "mission-1", 1),
        ("set_chips", chips(substance="Аммиак", place="mission-1")),
        (
            "Mission 1, “Аммиак”: all places are taken, 1 of 1. Take a chip off, or put its"
            " places right."
        ),
        "",
    ),
    (
        Table().has(0, 3),
        ("pay", {"player": 0, "amount": -4, "reason": "battery"}),
        "Аня: money 3 mR, needed 4. Sell something first, or put the money right.",
        "",
    ),
    (
        Table().has(0, 3),
        ("pay", {"player": 0, "amount": -4, "reason": "other"}),
        "Аня: money 3 mR, needed 4. Sell something first, or put the money right.",
        "Аня: record −3 mR",
    ),
    (
        Table().has(0, 3),
        ("trade", {"from_player": 0, "to_player": 1, "amount": 4}),
        "Аня: money 3 mR, needed 4. Sell something first, or put the money right.",
        "Аня → Борис: 3 mR",
    ),
    (
        Table(bank=5),
        ("pay", {"player": 0, "amount": 8, "reason": "substance"}),
        "The bank has 5 mR left, not 8.",
        "Аня: record 5 mR",
    ),
    (
        Table(bank=0),
        ("pay", {"player": 0, "amount": 1, "reason": "raw"}),
        "The bank is empty, so it cannot pay 1 mR.",
        "",
    ),
    (
        Table(warehouse=8).has(0, 50),
        ("pay", {"player": 0, "amount": -36, "reason": "warehouse"}),
        "The warehouse has raw cards left: 8, not 9.",
        "Аня: record −32 mR",
    ),
    (
        Table(warehouse=8).has(0, 50).play("pay", player=0, amount=-32, reason="warehouse"),
        ("pay", {"player": 0, "amount": -4, "reason": "warehouse"}),
        "The warehouse is empty: no raw card can leave it.",
        "",
    ),
    (
        Table().has(0, 30),
        ("set_money", {"player": 1, "money": 25}),
        "There are only so many coins: the bank has 20 mR. Борис: 20 mR at most.",
        "Борис: money 20",
    ),
    (
        Table(),
        ("trade", {"from_player": 1, "to_player": 1, "amount": 1}),
        "Борис cannot be both: choose two players.",
        "",
    ),
    (
        known().stand(0, "Вода", "shared", 1),
        ("sell_substance", sale()),
        "Аня: no chip on “Вода” (own plant).",
        "Sell: Вода, shared plant",
    ),
    (
        Table(),
        ("set_hold", {"player": 0, "cards": 7}),
        "A combine carries 6 raw cards at most, not 7. React or sell first.",
        "Аня: raw cards 6",
    ),
    (Table(), ("set_gear", {"player": 0}), "Say which gear: battery or armour.", ""),
    (
        Table(),
        ("roll", fought((3, [1, 2, 3]))),
        "Throw 1: the defender has one number, with armour two.",
        "",
    ),
    (Table(), ("roll", fought((3, 7))), "A die of 6 sides shows 1 to 6.", ""),
    (
        Table(),
        ("roll", fought((3, 3))),
        "Equal numbers decide nothing: throw again and add the throw.",
        "",
    ),
    (Table(), ("roll", fought()), "A fight needs at least one throw.", ""),
    (
        Table(),
        ("roll", fought((4, 2), (1, 6))),
        "Throw 1 already decided: the fight ends with it.",
        "Record the fight up to throw 1",
    ),
    (Table().play("finish"), ("finish", {}), "The game is already over.", ""),
]


@pytest.mark.parametrize(("table", "move", "why", "key"), REFUSED)
def test_refusal_says_what_stands_in_the_way_and_what_to_do(table, move, why, key):
    refusal = table.refused(move[0], **move[1])

    assert companion_words.why(GAME, refusal, "table", NAMES) == why
    assert words.way_out(refusal, "table", NAMES) == key


def test_every_refusal_of_the_rules_is_told():
    codes = set(re.findall(r'Refusal\(\s*"(\w+)"', getsource(rules)))

    assert codes == {table.refused(move, **args).code for table, (move, args), *_ in REFUSED}
    assert codes - {"no_such_face"} == set(words._REFUSALS)


def test_a_refusal_without_a_key_has_no_label():
    assert words.way_out(Refusal("already_finished"), "table", NAMES) == ""


# -- notices


REPAIRS = (
    "Аня: repairs after a fight. On the turn after it there is no attack;"
    " if that turn is over, put the mark away."
)
NOTICES = [
    (
        known,
        ("set_chips", chips(place="other")),
        ["Аня: a chip on another player’s plant (“Вода”) counts 0."],
    ),
    (
        lambda: known(mission_slots=SLOTS),
        ("set_chips", chips()),
        ["“Вода” has a free place on mission 1: it must go there first."],
    ),
    (
        lambda: known(mission_slots=SLOTS),
        ("set_chips", chips(place="mission-3")),
        ["Mission 3 is complete: all its places are taken. The game can be finished."],
    ),
    (
        lambda: known(mission_slots=SLOTS).stand(0, "Вода", "mission-3", 1),
        ("set_mission", {"mission": 3, "complete": False}),
        ["Mission 3 stays complete: all its places are taken."],
    ),
    (
        lambda: Table().has(0, 5),
        ("pay", {"player": 0, "amount": -3, "reason": "battery"}),
        ["Аня: by the rules this is another sum. Battery"],
    ),
    (
        lambda: Table().has(0, 8).play("buy_gear", player=0, what="armour"),
        ("buy_gear", {"player": 0, "what": "armour"}),
        ["Аня paid for what was bought before. Armour"],
    ),
    (
        lambda: Table().fight((4, 2)),
        ("roll", fought((5, 2))),
        [
            REPAIRS,
        ],
    ),
    (
        Table,
        ("roll", fought((5, [2, 6]))),
        ["Борис threw twice and has no armour by the record."],
    ),
    (
        lambda: Table().play("set_gear", player=1, armour=True),
        ("roll", fought((5, 2))),
        ["Борис has armour and might have thrown twice."],
    ),
    (Table, ("finish", {}), ["No mission is complete: this is an interim result."]),
]


@pytest.mark.parametrize(("table", "move", "told"), NOTICES)
def test_notice_is_told(table, move, told):
    outcome = table().play(move[0], **move[1]).outcome

    assert [words.notice(each, "table", NAMES) for each in outcome.notices] == told


def test_every_notice_of_the_rules_is_told():
    codes = set(re.findall(r'Notice\(\s*"(\w+)"', getsource(rules)))

    assert codes == set(words._NOTICES)


# -- where the play is, and how it ended


def test_status_counts_the_missions_that_are_complete():
    table = Table().play("set_mission", mission=2, complete=True)

    assert words.status(table.state) == "missions complete: 1 of 4"
    assert words.status(table.play("finish").state) == "the game is over"


def test_verdict_names_who_is_ahead_and_who_won():
    table = Table().has(1, 5)
    assert words.verdict(table.state, NAMES) == "Ahead: Борис"
    interim = Table().has(1, 5).play("finish")
    assert words.verdict(interim.state, NAMES) == "Interim result. Ahead: Борис"
    table.play("set_mission", mission=1, complete=True).play("finish")
    assert words.verdict(table.state, NAMES) == "Winner: Борис"
    assert words.verdict(table.has(2, 5).state, NAMES) == "Draw: Борис, Вера"
    level = Table(players=2).play("finish")
    assert words.verdict(level.state, NAMES) == "Interim result. Level: Аня, Борис"


def test_result_is_a_sum_for_everybody():
    table = known().stand(0, "Аммиак", "own", 2).stand(0, "Вода", "shared", 1).has(0, 5)
    table.stand(0, "Аммиак", "mission-1", 1).stand(0, "Вода", "mission-2", 1)
    table.play("set_mission", mission=1, complete=True).has(1, 3).has(2, 3).play("finish")

    assert words.result(table.state, "table", NAMES).splitlines() == [
        "МАРСХИМПРОМ. Winner: Аня",
        "🥇 Аня: own 12 + shared 2 + missions 6 × 2 + missions 2 + money 5 = 33",
        "🥈 Борис: money 3 = 3",
        "🥈 Вера: money 3 = 3",
    ]


def test_account_is_said_as_in_the_rules():
    account = Account(5, 12, 3, (MissionScore(1, 6, True), MissionScore(2, 0, False)))

    assert account_said(account) == "own 12 + shared 3 + missions 6 × 2 + money 5 = 32"


def test_places_people_and_changes_are_named():
    assert [place_name(each) for each in ("own", "other", "mission-3", "x" * 60)] == [
        "own plant",
        "another player’s plant",
        "mission 3",
        f"{'x' * 39}…",
    ]
    assert (name_of(NAMES, 1), name_of(NAMES, 9), gained(-4)) == ("Борис", "player 10", "−4")


def test_the_list_of_substances_goes_along_to_the_next_play():
    table = known()
    kept = GAME.kept(table.state)

    assert dict(Table(**kept).state.prices) == {"Вода": 2, "Аммиак": 6}
    assert GAME.files["substances"](table.state, "table") == kept
