"""What each move does, what is noted, what is refused, and whose turn it is."""

from __future__ import annotations

import pytest

from calculators.akcioner.cards import doubling, hundred, ordinary
from calculators.akcioner.effect import PRICES
from calculators.akcioner.rules import Options, current, standings, view
from calculators.akcioner.state import first_state
from companion import door
from companion.games import OptionsFault
from tests.calculators.akcioner.table import RULES, Table

RED_UP = ordinary("red", up="red", rise=30, down="yellow")
GREEN_UP = ordinary("green", up="green", rise=30, down="blue")


# -- the start


def test_everybody_begins_with_one_share_of_each_company():
    state = Table(players=4).state

    assert [owner.shares for owner in state.owners] == [(1, 1, 1, 1)] * 4
    assert state.prices == (100, 100, 100, 100)
    assert state.capitals == (400,) * 4


def test_money_at_the_start_is_a_setting():
    assert Table(cash=200).state.capitals == (600,) * 3


@pytest.mark.parametrize(
    ("cards", "players", "supers", "ordinaries"),
    [("3+5", 6, 3, 5), ("4+6", 5, 4, 6), ("5+7", 4, 5, 7)],
)
def test_cards_dealt_are_a_setting(cards, players, supers, ordinaries):
    table = Table(players=players, cards=cards)

    assert table.state.cards_left(0) == (supers, ordinaries)
    assert view(table.state)["turn"]["of"] == supers + ordinaries


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (1, {}),
        (7, {}),
        (6, {"cards": "4+6"}),
        (5, {"cards": "5+7"}),
        (3, {"cards": "9+9"}),
        (3, {"cash": -1}),
        (3, {"cash": 10**9}),
        (3, {"first": 3}),
        (3, {"first": -1}),
        (3, {"lock": "loose"}),
        (3, {"rounding": "even"}),
        (3, {"order": "both"}),
        (3, {"tie": "none"}),
        (3, {"fine_compare": "all"}),
        (3, {"last_turn_trade": "yes"}),
        (3, {"bank": 1}),
    ],
)
def test_options_that_cannot_be_are_refused(players, options):
    with pytest.raises(OptionsFault):
        first_state(players, door.options_of(Options, options))


# -- buying and selling


def test_purchase_costs_what_the_board_says():
    table = Table().has(0, cash=250).play("buy", player=0, company="red", count=2)

    assert table.cash()[0] == 50
    assert table.shares(0)["red"] == 3
    assert table.notices == {}


def test_sale_brings_what_the_board_says():
    table = Table().prices(blue=130).play("sell", player=0, company="blue", count=1)

    assert table.cash()[0] == 130
    assert table.shares(0)["blue"] == 0


def test_purchase_above_the_money_says_how_many_are_affordable():
    table = Table().has(0, cash=250)

    refusal = table.refused("buy", player=0, company="red", count=3)

    assert (refusal.code, refusal.data["affordable"]) == ("too_little_cash", 2)
    assert table.way_out(refusal).cash()[0] == 50


def test_purchase_without_money_has_no_way_out_but_words():
    refusal = Table().refused("buy", player=0, company="red", count=1)

    assert refusal.code == "too_little_cash"
    assert refusal.way_out is None


def test_all_the_money_can_be_spent():
    table = Table().has(0, cash=300).play("buy", player=0, company="red", count=3)

    assert table.cash()[0] == 0


def test_sale_of_shares_that_are_not_there_offers_those_that_are():
    table = Table().has(1, green=2)

    refusal = table.refused("sell", player=1, company="green", count=5)

    assert (refusal.code, refusal.data["held"]) == ("too_few_shares", 2)
    assert table.way_out(refusal).shares(1)["green"] == 0


def test_sale_of_nothing_has_no_way_out_but_words():
    refusal = Table().has(0, red=0).refused("sell", player=0, company="red", count=1)

    assert refusal.code == "too_few_shares"
    assert refusal.way_out is None


@pytest.mark.parametrize("count", [0, -1, -(10**8)])
@pytest.mark.parametrize("move", ["buy", "sell"])
def test_trade_of_no_share_is_refused(move, count):
    refusal = Table().refused(move, player=0, company="red", count=count)

    assert refusal.code == "no_such_count"


@pytest.mark.parametrize("count", [1.5, "1", True, None, 10**9, float("nan")])
def test_count_that_is_no_whole_number_is_refused(count):
    assert Table().refused("buy", player=0, company="red", count=count).code == "bad_args"


@pytest.mark.parametrize("player", [-1, 3, 99])
@pytest.mark.parametrize(
    ("move", "args"),
    [
        ("buy", {"company": "red", "count": 1}),
        ("sell", {"company": "red", "count": 1}),
        ("set_cash", {"cash": 1}),
        ("set_shares", {"company": "red", "count": 1}),
        ("end_turn", {}),
    ],
)
def test_unknown_player_is_refused(move, args, player):
    assert Table().refused(move, player=player, **args).code == "no_such_player"


def test_trade_at_another_price_is_recorded_and_noted():
    table = Table().has(0, cash=500).prices(red=130)

    table.play("buy", player=0, company="red", count=2, price=100)

    assert table.cash()[0] == 300
    assert table.notices == {"other_price": {"company": "red", "price": 100, "board": 130}}


def test_trade_at_the_boards_price_by_name_is_not_noted():
    table = Table().has(0, cash=500).play("buy", player=0, company="red", count=1, price=100)

    assert table.notices == {}


@pytest.mark.parametrize("price", [0, 5, 105, 260, -100])
def test_trade_at_a_price_off_the_board_is_refused(price):
    refusal = Table().refused("sell", player=0, company="red", count=1, price=price)

    assert refusal.code == "no_such_price"


# -- the lock of step 3


def locked_table(**options):
    """Player 0 held 2 red shares, bought 10 more in step 1, and has laid a card."""
    table = Table(**options).has(0, cash=5000, red=2)
    return table.play("buy", player=0, company="red", count=10).lay(0, GREEN_UP)


def test_shares_bought_in_step_1_are_locked_in_step_3():
    table = locked_table()

    refusal = table.refused("sell", player=0, company="red", count=3)

    assert (refusal.code, refusal.data["may"], refusal.data["locked"]) == ("locked", 2, 10)
    assert table.play("sell", player=0, company="red", count=2).shares(0)["red"] == 10


def test_locked_sale_is_recorded_anyway_with_a_notice():
    table = locked_table()

    table.way_out(table.refused("sell", player=0, company="red", count=3))

    assert table.shares(0)["red"] == 9
    assert table.notices == {"locked_sold": {"player": 0, "company": "red", "count": 1}}


def test_anyway_sells_no_share_that_is_not_there():
    refusal = locked_table().refused("sell", player=0, company="red", count=13, anyway=True)

    assert refusal.code == "too_few_shares"


def test_shares_bought_in_step_3_are_not_locked():
    table = locked_table().play("buy", player=0, company="blue", count=4)

    assert table.state.may_sell(0, "blue") == 5


def test_sale_in_step_1_frees_as_many():
    table = Table().has(0, cash=5000, red=5).play("sell", player=0, company="red", count=3)

    table.play("buy", player=0, company="red", count=10).lay(0, GREEN_UP)

    assert table.state.may_sell(0, "red") == 5


def test_strict_lock_counts_all_that_was_bought():
    table = Table(lock="strict").has(0, cash=5000, red=5)
    table.play("sell", player=0, company="red", count=3)

    table.play("buy", player=0, company="red", count=10).lay(0, GREEN_UP)

    assert table.state.may_sell(0, "red") == 2


def test_strict_lock_is_never_below_zero():
    table = Table(lock="strict").has(0, cash=5000)
    table.play("buy", player=0, company="red", count=3).play(
        "sell", player=0, company="red", count=4
    )

    assert table.lay(0, GREEN_UP).state.may_sell(0, "red") == 0


def test_lock_ends_with_the_turn():
    table = locked_table().play("end_turn")

    assert table.state.may_sell(0, "red") == 12
    assert table.play("sell", player=0, company="red", count=12).notices.keys() == {"out_of_turn"}


def test_shares_of_an_earlier_turn_are_not_locked():
    table = locked_table(players=2).play("end_turn").lay(1, RED_UP).play("end_turn")

    table.lay(0, hundred("blue", {"red": 10, "yellow": 20, "green": 30}))

    assert table.state.may_sell(0, "red") == 12


def test_purchase_before_the_own_turn_counts_as_its_step_1():
    table = Table(players=2).has(1, cash=500).lay(0, GREEN_UP)

    table.play("buy", player=1, company="red", count=2)
    assert table.notices == {}
    table.lay(1, RED_UP)

    assert table.state.may_sell(1, "red") == 1


def test_purchase_after_the_own_turn_locks_nothing_later():
    table = Table(players=2).has(0, cash=500).lay(0, GREEN_UP).play("end_turn")

    table.play("buy", player=0, company="red", count=2)
    assert table.notices == {"out_of_turn": {"player": 0, "turn": 1}}
    table.lay(1, RED_UP).play("end_turn").lay(0, RED_UP)

    assert table.state.may_sell(0, "red") == 3


# -- the last turn


def last_turn(player=0, **options):
    """A play of two in which it is everybody's last turn, step 1."""
    table = Table(players=2, **options)
    for _turn in range(7):
        table.lay(0, RED_UP).play("end_turn").lay(1, RED_UP).play("end_turn")
    return table


def test_last_turn_may_be_traded_in_unless_the_table_says_otherwise():
    table = last_turn().play("sell", player=0, company="green", count=1)

    assert "last_turn_traded" not in table.notices


@pytest.mark.parametrize("laid", [False, True])
def test_trade_in_the_last_turn_is_refused_by_setting(laid):
    table = last_turn(last_turn_trade=False)
    if laid:
        table.lay(0, RED_UP)

    refusal = table.refused("sell", player=0, company="green", count=1)

    assert refusal.code == "last_turn"
    assert table.way_out(refusal).notices == {"last_turn_traded": {"player": 0}}


def test_trade_before_the_last_turn_is_not_refused_by_setting():
    table = Table(players=2, last_turn_trade=False)

    assert table.play("sell", player=0, company="green", count=1).cash()[0] == 100


def test_anyway_buys_in_the_last_turn():
    table = last_turn(last_turn_trade=False).has(0, cash=100)

    table.way_out(table.refused("buy", player=0, company="green", count=1))

    assert table.shares(0)["green"] == 2


def test_purchase_above_the_money_is_refused_before_the_setting_is():
    table = last_turn(last_turn_trade=False).has(0, cash=0)

    assert table.refused("buy", player=0, company="red", count=1).code == "too_little_cash"


# -- turns


def test_turns_go_counter_clockwise():
    table = Table(players=4, first=1)
    turns = []

    for _turn in range(5):
        turns.append(table.state.turn.player)
        table.lay(table.state.turn.player, some_other(table)).play("end_turn")

    assert turns == [1, 0, 3, 2, 1]


def some_other(table):
    """A card that nobody has laid yet, so that nothing is noted."""
    laid = {each.card.face for each in table.state.played}
    cards = [
        ordinary(fixed, up=fixed, rise=rise, down="yellow" if fixed != "yellow" else "red")
        for fixed in ("red", "green", "blue", "yellow")
        for rise in (30, 40, 50, 60)
    ]
    return next(card for card in cards if card.face not in laid)


def test_step_3_begins_with_the_own_card():
    table = Table()

    assert view(table.state)["turn"] == {"player": 0, "number": 1, "of": 8, "step": 1}
    assert view(table.lay(0, RED_UP).state)["turn"] == {
        "player": 0,
        "number": 1,
        "of": 8,
        "step": 3,
    }
    assert view(table.play("end_turn").state)["turn"] == {
        "player": 2,
        "number": 1,
        "of": 8,
        "step": 1,
    }


def test_turn_ends_of_itself_when_the_next_card_is_laid():
    table = Table().lay(0, RED_UP).lay(2, GREEN_UP)

    assert table.notices == {"turn_ended": {"player": 0, "card_laid": True}}
    assert (table.state.turn.player, table.state.turn.step, table.state.number) == (2, 3, 2)


def test_turn_without_a_card_ends_of_itself_too():
    table = Table().lay(2, GREEN_UP)

    assert table.notices == {"turn_ended": {"player": 0, "card_laid": False}}


def test_card_out_of_order_is_noted():
    table = Table().lay(0, RED_UP).lay(1, GREEN_UP)

    assert table.notices["out_of_turn"] == {"player": 1, "turn": 2}
    assert table.state.turn.player == 1


def test_second_card_in_one_turn_is_noted_and_begins_a_new_one():
    table = Table().lay(0, RED_UP).lay(0, GREEN_UP)

    assert table.notices == {"second_card": {"player": 0}}
    assert (table.state.number, table.state.turn_number(0)) == (2, 2)


def test_turn_ended_without_a_card_is_noted():
    table = Table().play("end_turn")

    assert table.notices == {"no_card": {"player": 0}}
    assert table.state.turn.player == 2


def test_two_phones_end_a_turn_once():
    table = Table(players=2).lay(0, RED_UP).play("end_turn", player=0, number=1)

    refusal = table.refused("end_turn", player=0, number=1)

    assert (refusal.code, refusal.data["player"]) == ("turn_already_ended", 1)


def test_late_end_of_an_earlier_turn_does_not_end_the_next_one():
    table = Table(players=2).lay(0, RED_UP).play("end_turn").lay(1, GREEN_UP).play("end_turn")

    assert table.refused("end_turn", player=0, number=1).code == "turn_already_ended"


def test_trade_out_of_turn_is_noted():
    table = Table().has(1, cash=100).play("buy", player=1, company="red", count=1)

    assert table.notices == {"out_of_turn": {"player": 1, "turn": 0}}


def whole_game(players=2, **options):
    table = Table(players=players, **options)
    while any(table.state.cards_due(player) for player in range(players)):
        table.lay(table.state.turn.player, RED_UP)
        if any(table.state.cards_due(player) for player in range(players)):
            table.play("end_turn")
    return table


def test_after_the_last_card_the_turn_ends_and_nobody_comes_next():
    table = whole_game().play("end_turn")

    assert table.state.turn.over
    assert table.outcome.facts.next is None
    assert view(table.state)["turn"]["number"] == 8


def test_no_turn_after_the_last_one():
    table = whole_game().play("end_turn")

    refusal = table.refused("end_turn")

    assert (refusal.code, refusal.way_out) == ("no_more_turns", ("finish", {}))
    assert table.play("finish").refused("end_turn").way_out is None


def test_what_comes_after_the_last_turn_is_noted():
    table = whole_game().play("end_turn")

    assert "after_last_turn" in table.play("sell", player=0, company="blue", count=1).notices
    assert "after_last_turn" in table.lay(0, GREEN_UP).notices


def test_who_has_no_card_left_is_passed_by():
    table = Table(players=3)
    for _card in range(8):
        table.lay(2, RED_UP)

    table.lay(0, GREEN_UP).play("end_turn")

    assert table.state.turn.player == 1


# -- slips


def test_more_cards_than_dealt_are_noted_with_all_of_them():
    table = Table(players=2)
    for fixed in ("red", "yellow", "green"):
        table.lay(0, doubling("double", fixed, "blue")).play("end_turn").lay(1, RED_UP)
        table.play("end_turn")

    table.lay(0, doubling("double", "blue", "red"))

    assert table.notices["more_than_dealt"] == {
        "player": 0,
        "is_super": True,
        "dealt": 3,
        "count": 4,
        "cards": [1, 3, 5, 7],
    }
    assert table.state.cards_left(0) == (0, 5)


def test_card_laid_oftener_than_printed_is_noted_with_both_entries():
    table = Table().lay(0, RED_UP).play("end_turn")

    table.lay(2, ordinary("red", up="red", rise=30, down="blue"))

    notice = table.notices["played_before"]
    assert notice["entries"] == [(1, 0), (2, 2)]
    assert notice["copies"] == 1


def test_same_numbers_with_the_other_colour_printed_are_another_card():
    table = Table().lay(0, RED_UP).play("end_turn")

    table.lay(2, ordinary("yellow", up="red", rise=30, down="yellow"))

    assert table.notices == {}


def test_three_hundreds_of_a_colour_are_printed():
    table = Table(players=3)
    card = hundred("red", {"yellow": 10, "green": 20, "blue": 30})
    for player in (0, 2, 1):
        assert "played_before" not in table.lay(player, card).play("end_turn").notices

    assert "played_before" in table.lay(0, card).notices


# -- what is put right


@pytest.mark.parametrize("price", PRICES)
def test_every_price_of_the_board_can_be_set(price):
    assert Table().prices(red=price).price()["red"] == price


@pytest.mark.parametrize(
    ("price", "nearest"),
    [(0, 10), (-50, 10), (5, 10), (104, 100), (106, 110), (255, 250), (9999, 250)],
)
def test_price_off_the_board_is_refused_with_the_nearest(price, nearest):
    table = Table()

    refusal = table.refused("set_price", company="red", price=price)

    assert refusal.code == "no_such_price"
    assert table.way_out(refusal).price()["red"] == nearest


@pytest.mark.parametrize(
    ("move", "args", "zero"),
    [
        ("set_cash", {"player": 0, "cash": -1}, {"player": 0, "cash": 0}),
        (
            "set_shares",
            {"player": 0, "company": "red", "count": -5},
            {"player": 0, "company": "red", "count": 0},
        ),
    ],
)
def test_less_than_nothing_is_refused(move, args, zero):
    refusal = Table().refused(move, **args)

    assert (refusal.code, refusal.way_out) == ("below_zero", (move, zero))


def test_what_is_put_right_before_the_first_turn_is_how_the_play_starts():
    table = Table().has(0, cash=50).prices(red=150)

    assert table.state.history[0].prices == (150, 100, 100, 100)
    assert table.state.history[0].capitals == (500, 450, 450)


def test_what_is_put_right_later_changes_no_earlier_moment():
    table = Table().lay(0, RED_UP).prices(red=250)

    assert table.state.history[0].prices == (100, 100, 100, 100)


# -- the end


def test_highest_capital_wins():
    table = Table().has(1, cash=50).has(2, cash=50).play("finish")

    assert [(each.points, each.place) for each in standings(table.state)] == [
        (400, 3),
        (450, 1),
        (450, 1),
    ]


def test_finish_with_cards_left_is_noted():
    table = whole_game().play("end_turn").play("finish")
    assert table.notices == {}

    assert Table(players=2).play("finish").notices == {"cards_left": {"left": [(0, 8), (1, 8)]}}


def test_play_is_finished_once():
    assert Table().play("finish").refused("finish").code == "already_finished"


# -- what a phone compares


@pytest.mark.parametrize(
    ("move", "args", "now"),
    [
        ("buy", {"player": 0, "company": "red", "count": 1}, 130),
        ("sell", {"player": 0, "company": "red", "count": 1}, 130),
        ("set_price", {"company": "red", "price": 10}, 130),
        ("set_cash", {"player": 1, "cash": 5}, 70),
        ("set_cash", {"player": 9, "cash": 5}, None),
        ("set_shares", {"player": 1, "company": "blue", "count": 5}, 4),
        ("set_shares", {"player": 9, "company": "blue", "count": 5}, None),
        ("finish", {}, None),
    ],
)
def test_current_is_what_a_move_would_overwrite(move, args, now):
    table = Table().prices(red=130).has(1, cash=70, blue=4)

    assert current(table.state, door.typed(RULES.moves[move], args)) == now


def test_view_tells_what_the_last_card_did():
    table = Table().has(0, yellow=2).lay(0, RED_UP)

    assert view(table.state)["last"] == {
        "payments": [
            {
                "player": 0,
                "kind": "lowering",
                "company": "yellow",
                "per_share": 60,
                "shares": 2,
                "amount": 120,
            }
        ],
        "fines": [],
    }
    assert view(Table().state)["last"] == {"payments": [], "fines": []}


def test_fines_in_the_view_have_kept_and_lost():
    table = Table().prices(yellow=30).has(1, cash=45, yellow=3).lay(0, RED_UP)

    assert view(table.state)["last"]["fines"] == [
        {"player": 1, "company": "yellow", "per_share": 40, "kept": 1, "lost": 2, "amount": 40},
        {"player": 2, "company": "yellow", "per_share": 40, "kept": 0, "lost": 1, "amount": 0},
    ]
