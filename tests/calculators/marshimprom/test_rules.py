"""МАРСХИМПРОМ: coins, chips, missions, gear, fights and the score, rule by rule."""

from __future__ import annotations

from itertools import cycle

import pytest

from calculators.marshimprom.fight import Throw, first_decision, thrown
from calculators.marshimprom.moves import MOVES
from calculators.marshimprom.rules import current, drawn, standings, view
from calculators.marshimprom.state import Options, clean_name, mission_of
from companion import door
from companion.games import OptionsFault
from tests.calculators.marshimprom.table import RULES, SLOTS, Table, fought

# -- the start and the options


def test_all_coins_are_in_the_bank_at_the_start():
    state = Table(players=5).state
    assert (state.bank, state.warehouse, state.scores) == (50, None, (0,) * 5)
    assert state.places == (
        *("own", "shared", "other"),
        *("mission-1", "mission-2", "mission-3", "mission-4"),
    )


@pytest.mark.parametrize(
    "options",
    [
        {"bank": 0},
        {"bank": None},
        {"bank": 120},
        {"missions": 1},
        {"chips": 12},
        {"hold": 9},
        {"armour": "sum"},
        {"warehouse": 8},
        {"warehouse": 12},
        {"substances": [{"name": "Вода", "price": 0}]},
        {"mission_slots": SLOTS},
        {"mission_slots": []},
        {"first": 2},
    ],
)
def test_options_that_can_be(options):
    assert Table(**options).state.scores == (0, 0, 0)


@pytest.mark.parametrize(
    "options",
    [
        {"bank": -1},
        {"bank": "50"},
        {"bank": 50.0},
        {"bank": True},
        {"bank": 10**12},
        {"missions": 0},
        {"missions": 13},
        {"missions": None},
        {"chips": 0},
        {"chips": 100},
        {"hold": 0},
        {"armour": "twice"},
        {"warehouse": 7},
        {"warehouse": 13},
        {"first": 3},
        {"first": -1},
        {"substances": {"Вода": 2}},
        {"substances": [{"name": "Вода"}]},
        {"substances": [{"name": "Вода", "price": None}]},
        {"substances": [{"name": "Вода", "price": -1}]},
        {"substances": [{"name": " ", "price": 1}]},
        {"substances": [{"name": "я" * 41, "price": 1}]},
        {"substances": [{"name": "Вода", "price": 1}, {"name": " Вода ", "price": 2}]},
        {"substances": [{"name": "Вода", "price": 1, "colour": "red"}]},
        {"mission_slots": [[{"substance": "Вода", "places": 0}]]},
        {"mission_slots": [[{"substance": "", "places": 1}]]},
        {"mission_slots": [[], [], [], [], []]},
        {"mission_slots": 4},
        {"coins": 50},
    ],
)
def test_options_that_cannot_be_are_a_fault(options):
    with pytest.raises(OptionsFault):
        Table(**options)


@pytest.mark.parametrize("players", [0, 1, 6])
def test_two_to_five_play(players):
    with pytest.raises(OptionsFault):
        RULES.start(players, Options())


# -- substances


def test_a_corrected_price_is_followed_by_every_score():
    table = Table().knows(Вода=2).stand(0, "Вода", "own", 2).stand(1, "Вода", "mission-1", 1)
    table.knows(Вода=5)
    assert table.state.scores == (10, 5, 0)


def test_large_and_small_letters_are_two_substances():
    table = Table().knows(CO=2, Co=7)
    assert dict(table.state.prices) == {"CO": 2, "Co": 7}


def test_blanks_round_a_name_and_decomposed_letters_do_not_matter():
    table = Table().play("set_substance", name="  Йод   тут ", price=2)
    table.play("set_substance", name="Йод тут", price=3)
    assert dict(table.state.prices) == {"Йод тут": 3}
    assert clean_name(" a\tb ") == "a b"


def test_a_substance_is_taken_off_the_list_while_nobody_has_a_chip_on_it():
    table = Table().knows(Вода=2).stand(1, "Вода", "shared", 2)
    refusal = table.refused("set_substance", name="Вода", price=None)
    assert refusal.code == "chips_on_substance"
    assert (refusal.data["player"], refusal.data["place"], refusal.data["count"]) == (
        1,
        "shared",
        2,
    )
    table.way_out(refusal).play("set_substance", name="Вода", price=None)
    assert dict(table.state.prices) == {}


def test_a_name_leaves_out_what_only_turns_the_writing():
    table = Table().play("set_substance", name="\u200fماء\u202e ", price=2)
    table.play("set_substance", name="👩\u200d🔬", price=3)
    assert list(table.state.prices) == ["ماء", "👩\u200d🔬"]


@pytest.mark.parametrize("name", ["", " \u200f ", "\u200d", "я" * 41, "a\x07b", "x" * 100_000])
def test_a_substance_has_a_name_that_can_be_read(name):
    assert Table().refused("set_substance", name=name, price=1).code == "no_such_name"


def test_a_price_is_not_below_zero():
    table = Table()
    refusal = table.refused("set_substance", name="Вода", price=-3)
    assert refusal.code == "below_zero"
    assert table.way_out(refusal).state.prices == {"Вода": 0}


def test_an_unknown_substance_is_entered_first():
    table = Table()
    args = {"player": 0, "substance": "Нефть", "place": "own", "count": 1}
    refusal = table.refused("set_chips", **args)
    assert (refusal.code, refusal.data["alike"]) == ("unknown_substance", None)
    assert table.way_out(refusal).play("set_chips", **args).state.prices == {"Нефть": 0}


@pytest.mark.parametrize("typed", ["вода", "Воода", "Вода."])
def test_an_unknown_substance_may_be_a_slip(typed):
    table = Table().knows(Вода=2, Аммиак=6)
    args = {"player": 0, "substance": typed, "place": "own", "count": 1}
    refusal = table.refused("set_chips", **args)
    assert refusal.data["alike"] == "Вода"
    assert table.way_out(refusal).chips(0, "Вода", "own") == 1


def test_an_unknown_name_that_cannot_be_one_has_no_way_out():
    refusal = Table().refused("set_chips", player=0, substance="x" * 500, place="own", count=1)
    assert (refusal.code, refusal.way_out) == ("unknown_substance", None)


def test_taking_off_a_substance_that_is_not_there():
    table = Table().knows(Вода=2)
    assert table.refused("set_substance", name="Нефть", price=None).code == "unknown_substance"
    refusal = table.refused("set_substance", name="вода", price=None)
    assert dict(table.way_out(refusal).state.prices) == {}


# -- chips


def test_chips_count_where_they_stand():
    table = Table().knows(Вода=2, Аммиак=6).has(0, 5)
    table.stand(0, "Аммиак", "own", 2).stand(0, "Вода", "shared", 1)
    table.stand(0, "Вода", "mission-2", 3).play("set_mission", mission=2, complete=True)
    account = table.state.account(0)
    assert (account.own, account.shared, account.on_missions, account.money) == (12, 2, 12, 5)
    assert account.score == 31


def test_a_chip_on_anothers_plant_counts_nothing_and_is_noticed():
    table = Table().knows(Вода=2).stand(0, "Вода", "other", 2)
    assert table.notices == {"other_plant": {"player": 0, "substance": "Вода"}}
    assert (table.state.scores[0], table.state.players[0].chips_used) == (0, 2)
    assert table.stand(0, "Вода", "other", 1).notices == {}


def test_a_ninth_chip_is_refused_and_says_how_many_are_free():
    table = Table().knows(Вода=2, Аммиак=6).stand(0, "Вода", "own", 6)
    refusal = table.refused("set_chips", player=0, substance="Аммиак", place="shared", count=3)
    assert refusal.code == "too_few_chips"
    assert (refusal.data["free"], refusal.data["chips"]) == (2, 8)
    table.way_out(refusal)
    assert table.chips(0, "Аммиак", "shared") == 2
    full = table.refused("set_chips", player=0, substance="Вода", place="mission-1", count=1)
    assert (full.data["free"], full.way_out) == (0, None)


def test_chips_that_move_on_are_free_again():
    table = Table().knows(Вода=2).stand(0, "Вода", "own", 8).stand(0, "Вода", "own", 3)
    assert table.state.chips_free(0) == 5
    assert table.stand(0, "Вода", "shared", 5).state.chips_free(0) == 0
    assert table.stand(0, "Вода", "own", 0).state.players[0].chips == {("Вода", "shared"): 5}


def test_most_chips_is_what_a_stepper_may_reach():
    table = Table(mission_slots=SLOTS).knows(Вода=2).stand(0, "Вода", "own", 3)
    assert table.state.most_chips(0, "Вода", "own") == 8
    assert table.state.most_chips(0, "Вода", "mission-1") == 2
    assert table.state.most_chips(0, "Вода", "mission-2") == 5
    assert table.stand(1, "Вода", "mission-1", 1).state.most_chips(0, "Вода", "mission-1") == 1


@pytest.mark.parametrize(
    "place",
    ["", "Own", "mission-0", "mission-5", "mission-01", "mission-٣", "mission", "mission-99"],
)
def test_a_place_that_is_none(place):
    table = Table().knows(Вода=2)
    args = {"player": 0, "substance": "Вода", "place": place, "count": 1}
    assert table.refused("set_chips", **args).code == "no_such_place"


def test_mission_of_a_place():
    assert [mission_of(each) for each in ("own", "mission-3", "mission-12")] == [None, 3, 12]


def test_chips_are_not_below_zero():
    table = Table().knows(Вода=2).stand(0, "Вода", "own", 2)
    refusal = table.refused("set_chips", player=0, substance="Вода", place="own", count=-1)
    assert table.way_out(refusal).chips(0, "Вода", "own") == 0


# -- missions


def test_every_players_chips_on_a_complete_mission_count_double():
    table = Table().knows(Вода=3, Аммиак=7)
    table.stand(0, "Вода", "mission-1", 2).stand(1, "Аммиак", "mission-1", 1)
    table.stand(1, "Аммиак", "mission-2", 1).stand(0, "Вода", "own", 1)
    table.play("set_mission", mission=1, complete=True)
    assert table.state.scores == (15, 21, 0)
    table.play("set_mission", mission=1, complete=False)
    assert table.state.scores == (9, 14, 0)


@pytest.mark.parametrize("mission", [0, -1, 5, 999_999_999])
def test_a_mission_that_is_none(mission):
    assert Table().refused("set_mission", mission=mission, complete=True).code == "no_such_mission"


def test_more_chips_than_places_are_refused():
    table = Table(mission_slots=SLOTS).knows(Вода=2).stand(1, "Вода", "mission-1", 1)
    args = {"player": 0, "substance": "Вода", "place": "mission-1", "count": 2}
    refusal = table.refused("set_chips", **args)
    assert refusal.code == "too_few_places"
    assert (refusal.data["places"], refusal.data["free"]) == (2, 1)
    table.way_out(refusal)
    assert table.chips(0, "Вода", "mission-1") == 1
    assert table.refused("set_chips", **args).way_out is None


def test_a_mission_has_no_place_for_another_substance():
    table = Table(mission_slots=SLOTS).knows(Аммиак=6)
    args = {"player": 0, "substance": "Аммиак", "place": "mission-3", "count": 1}
    assert table.refused("set_chips", **args).data["places"] == 0


def test_unknown_places_are_open():
    table = Table(mission_slots=SLOTS).knows(Вода=2).stand(0, "Вода", "mission-2", 8)
    assert table.state.free_places(2, "Вода") is None
    assert not table.state.is_complete(2)


def test_a_mission_whose_places_are_taken_is_complete_by_itself():
    table = Table(mission_slots=SLOTS).knows(Вода=2, Аммиак=6)
    table.stand(0, "Вода", "mission-1", 2)
    assert table.state.interim
    table.stand(1, "Аммиак", "mission-1", 1)
    assert table.notices == {"mission_completed": {"mission": 1}}
    assert (table.state.complete_missions, table.state.scores) == ((1,), (8, 12, 0))
    table.play("set_mission", mission=1, complete=False)
    assert table.notices == {"mission_stays_complete": {"mission": 1}}
    assert table.stand(1, "Аммиак", "mission-1", 0).state.interim


def test_places_named_twice_are_added():
    slots = [[{"substance": "Вода", "places": 1}, {"substance": " Вода", "places": 2}]]
    assert Table(mission_slots=slots).state.slots == {1: {"Вода": 3}}


@pytest.mark.parametrize("place", ["own", "shared", "other"])
def test_a_free_place_on_a_mission_comes_first(place):
    table = Table(mission_slots=SLOTS).knows(Вода=2).stand(0, "Вода", place, 1)
    assert table.notices["mission_place_free"]["mission"] == 1
    table.stand(1, "Вода", "mission-1", 2).stand(0, "Вода", place, 2)
    assert table.notices["mission_place_free"]["mission"] == 3
    table.play("set_mission", mission=3, complete=True).stand(0, "Вода", place, 3)
    assert "mission_place_free" not in table.notices
    assert "mission_place_free" not in table.stand(0, "Вода", place, 1).notices


# -- money


def test_money_goes_between_bank_and_player():
    table = Table().play("pay", player=0, amount=3, reason="raw")
    table.play("pay", player=0, amount=-2, reason="other")
    assert (table.money(), table.state.bank) == ([1, 0, 0], 49)


def test_the_bank_pays_no_more_than_it_has():
    table = Table(bank=10)
    refusal = table.refused("pay", player=0, amount=12, reason="substance")
    assert (refusal.code, refusal.data["bank"]) == ("bank_is_short", 10)
    table.way_out(refusal)
    assert (table.money()[0], table.state.bank) == (10, 0)
    empty = table.refused("pay", player=1, amount=1, reason="raw")
    assert (empty.data["bank"], empty.way_out) == (0, None)


def test_a_player_pays_no_more_than_the_own_money():
    table = Table().has(0, 3)
    refusal = table.refused("pay", player=0, amount=-5, reason="other")
    assert (refusal.code, refusal.data["money"]) == ("too_little_money", 3)
    assert table.way_out(refusal).money()[0] == 0


@pytest.mark.parametrize("reason", ["battery", "armour"])
def test_gear_is_not_paid_by_halves(reason):
    table = Table().has(0, 3)
    assert table.refused("pay", player=0, amount=-4, reason=reason).way_out is None


def test_cards_of_the_warehouse_are_bought_whole():
    table = Table().has(0, 6)
    refusal = table.refused("pay", player=0, amount=-12, reason="warehouse")
    assert table.way_out(refusal).money()[0] == 2
    assert Table().refused("pay", player=0, amount=-4, reason="warehouse").way_out is None


def test_a_bank_that_is_not_counted_always_pays():
    table = Table(bank=None).play("pay", player=0, amount=999_999_999, reason="other")
    table.has(1, 999_999_999)
    assert (table.state.bank, table.money()) == (None, [999_999_999, 999_999_999, 0])


@pytest.mark.parametrize(
    ("amount", "reason", "odd"),
    [
        (1, "raw", False),
        (-1, "raw", True),
        (0, "raw", True),
        (7, "substance", False),
        (-7, "substance", True),
        (-4, "battery", False),
        (-3, "battery", True),
        (4, "armour", True),
        (-8, "warehouse", False),
        (-6, "warehouse", True),
        (4, "warehouse", True),
        (-6, "other", False),
    ],
)
def test_a_sum_that_its_reason_does_not_give_is_noticed(amount, reason, odd):
    table = Table().has(0, 20).play("pay", player=0, amount=amount, reason=reason)
    assert ("odd_sum" in table.notices) == odd
    assert table.money()[0] == 20 + amount


def test_the_warehouse_takes_raw_cards_that_are_sold_and_gives_those_bought():
    table = Table(warehouse=8).has(0, 40).play("pay", player=0, amount=3, reason="raw")
    assert table.state.warehouse == 11
    assert table.play("pay", player=0, amount=-8, reason="warehouse").state.warehouse == 9
    assert table.play("pay", player=0, amount=4, reason="warehouse").state.warehouse == 10
    assert table.play("pay", player=0, amount=-4, reason="battery").state.warehouse == 10


def test_the_warehouse_gives_no_more_than_it_has():
    table = Table(warehouse=8).has(0, 50)
    refusal = table.refused("pay", player=0, amount=-40, reason="warehouse")
    assert (refusal.code, refusal.data["left"]) == ("warehouse_is_short", 8)
    table.way_out(refusal)
    assert (table.state.warehouse, table.money()[0]) == (0, 18)
    assert table.refused("pay", player=0, amount=-4, reason="warehouse").way_out is None
    assert table.refused("pay", player=0, amount=-1, reason="raw").way_out is None


def test_players_trade_without_the_bank():
    table = Table().has(0, 5).play("trade", from_player=0, to_player=2, amount=3)
    assert (table.money(), table.state.bank) == ([2, 0, 3], 45)


def test_a_trade_needs_money_and_two_players():
    table = Table().has(0, 5)
    refusal = table.refused("trade", from_player=0, to_player=1, amount=6)
    assert refusal.code == "too_little_money"
    assert table.way_out(refusal).money() == [0, 5, 0]
    assert table.refused("trade", from_player=0, to_player=1, amount=1).way_out is None
    same = table.refused("trade", from_player=1, to_player=1, amount=1)
    assert same.code == "same_player"


def test_a_trade_below_zero_is_one_the_other_way():
    table = Table().has(0, 5)
    refusal = table.refused("trade", from_player=1, to_player=0, amount=-2)
    assert table.way_out(refusal).money() == [3, 2, 0]
    assert table.refused("trade", from_player=1, to_player=0, amount=-9).way_out is None


def test_money_put_right_makes_no_coins():
    table = Table().has(0, 30)
    assert table.state.bank == 20
    refusal = table.refused("set_money", player=1, money=21)
    assert (refusal.code, refusal.data["most"]) == ("too_few_coins", 20)
    table.way_out(refusal)
    assert (table.money(), table.state.bank) == ([30, 20, 0], 0)
    assert table.refused("set_money", player=2, money=1).way_out is None
    assert table.has(0, 0).state.bank == 30


def test_money_put_right_is_not_below_zero():
    table = Table().has(0, 7)
    refusal = table.refused("set_money", player=0, money=-7)
    assert refusal.code == "below_zero"
    assert table.way_out(refusal).money()[0] == 0


# -- selling a substance, buying gear


def test_a_substance_sold_brings_its_price_and_the_chip_back():
    table = Table().knows(Вода=8).stand(0, "Вода", "own", 2)
    table.play("sell_substance", player=0, substance=" Вода", place="own")
    assert (table.money()[0], table.state.bank) == (8, 42)
    assert (table.chips(0, "Вода", "own"), table.state.chips_free(0)) == (1, 7)


def test_no_chip_no_sale():
    table = Table().knows(Вода=8).stand(0, "Вода", "shared", 1)
    refusal = table.refused("sell_substance", player=0, substance="Вода", place="own")
    assert refusal.code == "no_chip_there"
    assert table.way_out(refusal).money()[0] == 8
    none = table.refused("sell_substance", player=0, substance="Вода", place="own")
    assert none.way_out is None


def test_a_bank_that_is_short_buys_nothing():
    table = Table(bank=7).knows(Вода=8).stand(0, "Вода", "own", 1)
    refusal = table.refused("sell_substance", player=0, substance="Вода", place="own")
    assert (refusal.code, refusal.data["needed"], refusal.data["bank"]) == ("bank_is_short", 8, 7)
    assert (
        table.refused("sell_substance", player=0, substance="Вода", place="shared").way_out is None
    )


@pytest.mark.parametrize("what", ["battery", "armour"])
def test_gear_costs_four(what):
    table = Table().has(0, 9).play("buy_gear", player=0, what=what)
    assert (table.money()[0], table.state.bank) == (5, 45)
    mine = table.state.players[0]
    assert (mine.battery, mine.armour) == (what == "battery", what == "armour")
    assert table.play("buy_gear", player=0, what=what).notices == {
        "second_gear": {"player": 0, "what": what}
    }
    refusal = table.refused("buy_gear", player=0, what=what)
    assert (refusal.code, refusal.data["money"], refusal.data["needed"]) == (
        "too_little_money",
        1,
        4,
    )


def test_gear_put_right_pays_nothing():
    table = Table().play("set_gear", player=1, battery=True)
    table.play("set_gear", player=1, armour=True)
    assert (table.state.players[1].battery, table.state.players[1].armour) == (True, True)
    table.play("set_gear", player=1, battery=False, armour=None)
    assert (table.state.players[1].battery, table.state.players[1].armour) == (False, True)
    assert table.state.bank == 50
    assert table.refused("set_gear", player=1).code == "no_gear_named"


def test_a_combine_carries_six_raw_cards():
    table = Table().play("set_hold", player=0, cards=6)
    refusal = table.refused("set_hold", player=1, cards=7)
    assert (refusal.code, refusal.data["hold"]) == ("hold_is_full", 6)
    assert table.way_out(refusal).state.players[1].hold == 6
    assert table.refused("set_hold", player=0, cards=-1).code == "below_zero"
    assert table.state.scores == (0, 0, 0)


# -- fights


@pytest.mark.parametrize(
    ("rolls", "winner"), [([(4, 2)], 0), ([(2, 4)], 1), ([(3, 3), (5, 5), (1, 6)], 1)]
)
def test_the_higher_number_wins_and_equal_ones_throw_again(rolls, winner):
    table = Table().fight(*rolls)
    assert view(table.state)["last_fight"] == {"winner": winner, "loser": 1 - winner}
    assert table.state.repairs == {0, 1}


@pytest.mark.parametrize(("armour", "winner"), [("best", 0), ("sum", 1)])
def test_armour_lets_the_defender_throw_twice(armour, winner):
    table = Table(armour=armour).play("set_gear", player=1, armour=True).fight((4, [2, 3]))
    assert table.notices == {}
    assert table.state.fight.winner == winner


def test_two_equal_sums_throw_again():
    table = Table(armour="sum").play("set_gear", player=1, armour=True)
    assert table.refused("roll", **fought((4, [2, 2]))).code == "not_decided"
    assert table.fight((4, [2, 2]), (6, [1, 1])).state.fight.winner == 0


def test_two_numbers_without_armour_and_one_with_it_are_noticed():
    table = Table().fight((4, [2, 6]))
    assert table.notices == {"two_without_armour": {"player": 1}}
    table = Table().play("set_gear", player=1, armour=True).fight((4, 2))
    assert table.notices == {"armour_not_used": {"player": 1}}


def test_the_last_throw_decides():
    table = Table()
    assert table.refused("roll", **fought((3, 3))).code == "not_decided"
    assert table.refused("roll", **fought()).data["throws"] == 0
    refusal = table.refused("roll", **fought((3, 3), (4, 2), (1, 6)))
    assert (refusal.code, refusal.data["throw"]) == ("decided_before", 2)
    assert table.way_out(refusal).state.fight.throws == (Throw(3, 3), Throw(4, 2))


@pytest.mark.parametrize(
    "roll", [(0, 3), (7, 3), (3, 0), (3, 7), (3, [1, 7]), (3, [0]), (999_999_999, 1)]
)
def test_a_die_has_six_faces(roll):
    refusal = Table().refused("roll", **fought(roll))
    assert (refusal.code, refusal.data) == ("no_such_face", {"sides": 6})


@pytest.mark.parametrize("dice", [[], [1, 2, 3]])
def test_the_defender_has_one_die_or_two(dice):
    refusal = Table().refused("roll", **fought((3, dice)))
    assert (refusal.code, refusal.data["count"]) == ("no_such_throw", len(dice))


def test_nobody_fights_alone():
    assert Table().refused("roll", **fought((3, 2), defender=0)).code == "same_player"


def test_after_a_fight_neither_may_attack_until_that_is_put_away():
    table = Table().fight((4, 2))
    assert table.notices == {}
    assert table.fight((4, 2), attacker=1, defender=2).notices == {
        "attack_in_repairs": {"player": 1}
    }
    table.play("end_repairs", player=1).play("end_repairs", player=1)
    assert table.state.repairs == {0, 2}
    assert table.fight((4, 2), attacker=1, defender=0).notices == {}


@pytest.mark.parametrize("armour", ["best", "sum"])
@pytest.mark.parametrize("armoured", [False, True])
def test_dice_that_nobody_threw_are_thrown_until_they_decide(armour, armoured):
    table = Table(armour=armour).play("set_gear", player=1, armour=armoured)
    numbers = cycle((6, 3, 3, 1, 2, 5, 4))
    args = drawn(table.state, {"attacker": 0, "defender": 1}, lambda sides: next(numbers))
    table.play("roll", **args)
    assert table.notices == {}
    assert all(len(each.dice) == 1 + armoured for each in table.state.fight.throws)


def test_real_dice_stay_as_they_are():
    args = fought((4, 2))
    assert drawn(Table().state, args, lambda sides: 1) is args


@pytest.mark.parametrize("defender", [None, "1", 9, -1, [], {}])
def test_dice_for_nobody_are_thrown_and_refused(defender):
    numbers = cycle((6, 3))
    args = drawn(Table().state, {"attacker": 0, "defender": defender}, lambda _: next(numbers))
    assert Table().refused("roll", **args).code in ("bad_args", "no_such_player")


def test_throws_of_a_whole_fight():
    numbers = iter((3, 3, 5, 2))
    assert thrown(False, "best", lambda sides: next(numbers)) == [
        {"attacker": 3, "defender": 3},
        {"attacker": 5, "defender": 2},
    ]
    assert first_decision((Throw(3, 3), Throw(2, (2, 1))), "best") is None


# -- the end


def test_the_end_needs_a_complete_mission_or_is_called_interim():
    table = Table().play("finish")
    assert (table.notices, table.state.finished) == ({"interim": {}}, True)
    assert table.refused("finish").code == "already_finished"
    done = Table().play("set_mission", mission=4, complete=True).play("finish")
    assert (done.notices, done.state.interim) == ({}, False)


def test_moves_after_the_end_still_count():
    table = Table().play("finish").has(0, 3)
    assert table.state.scores == (3, 0, 0)


def test_equal_scores_share_a_place():
    table = Table().has(0, 3).has(2, 3)
    assert [each.place for each in standings(table.state)] == [1, 3, 1]


# -- what comes from outside


@pytest.mark.parametrize(
    ("move", "args"),
    [
        ("pay", {"amount": 1, "reason": "raw"}),
        ("set_money", {"money": 1}),
        ("set_hold", {"cards": 1}),
        ("set_gear", {"battery": True}),
        ("buy_gear", {"what": "battery"}),
        ("end_repairs", {}),
        ("set_chips", {"substance": "Вода", "place": "own", "count": 1}),
        ("sell_substance", {"substance": "Вода", "place": "own"}),
    ],
)
@pytest.mark.parametrize("player", [-1, 3, 999_999_999])
def test_a_player_who_is_not_there(move, args, player):
    refusal = Table().knows(Вода=1).refused(move, player=player, **args)
    assert (refusal.code, refusal.data["players"]) == ("no_such_player", 3)


@pytest.mark.parametrize(
    "value", ["5", 5.0, float("nan"), float("inf"), True, None, [], 10**9, "x"]
)
@pytest.mark.parametrize(
    ("move", "args"),
    [
        ("pay", {"player": 0, "amount": ..., "reason": "raw"}),
        ("pay", {"player": ..., "amount": 1, "reason": "raw"}),
        ("pay", {"player": 0, "amount": 1, "reason": ...}),
        ("trade", {"from_player": 0, "to_player": 1, "amount": ...}),
        ("set_chips", {"player": 0, "substance": "Вода", "place": "own", "count": ...}),
        ("set_money", {"player": 0, "money": ...}),
        ("set_hold", {"player": 0, "cards": ...}),
        ("set_mission", {"mission": ..., "complete": True}),
        ("roll", {"attacker": ..., "defender": 1, "rolls": [{"attacker": 4, "defender": 2}]}),
        ("roll", {"attacker": 0, "defender": 1, "rolls": [{"attacker": ..., "defender": 2}]}),
        ("buy_gear", {"player": 0, "what": ...}),
    ],
)
def test_what_is_no_number_cannot_be_read(move, args, value):
    def filled(given):
        if isinstance(given, dict):
            return {name: filled(each) for name, each in given.items()}
        if isinstance(given, list):
            return [filled(each) for each in given]
        return value if given is ... else given

    assert Table().knows(Вода=1).refused(move, **filled(args)).code == "bad_args"


@pytest.mark.parametrize("move", sorted(MOVES))
def test_unknown_names_cannot_be_read(move):
    assert Table().refused(move, colour="red").code == "bad_args"


def test_a_typed_value_knows_what_stood_there():
    table = Table().knows(Вода=2).stand(0, "Вода", "own", 2).has(1, 7)
    table.play("set_hold", player=2, cards=3)

    def now(move, **args):
        return current(table.state, door.typed(MOVES[move], args))

    assert now("set_substance", name=" Вода ", price=5) == 2
    assert now("set_substance", name="Нефть", price=5) is None
    assert now("set_chips", player=0, substance="Вода", place="own", count=1) == 2
    assert now("set_money", player=1, money=1) == 7
    assert now("set_hold", player=2, cards=1) == 3
    assert now("set_money", player=9, money=1) is None
    assert now("finish") is None


def test_the_view_tells_every_part():
    table = Table(players=2, mission_slots=SLOTS, warehouse=9).knows(Вода=2)
    table.stand(0, "Вода", "mission-3", 1).stand(0, "Вода", "own", 1).has(0, 5)
    shown = view(table.state)
    assert (shown["bank"], shown["warehouse"], shown["last_fight"]) == (45, 9, None)
    assert (shown["complete"], shown["interim"]) == ([3], False)
    mine = shown["players"][0]
    assert mine["missions"][2] == {"mission": 3, "value": 2, "doubled": True, "score": 4}
    assert (mine["own"], mine["chips_used"], mine["score"]) == (2, 2, 11)
