"""The rules of PythonAlgorithm: what each move does, and what cannot be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from calculators.pythonalgorithm.auction import Sold
from calculators.pythonalgorithm.box import STANDARD_EVENTS
from calculators.pythonalgorithm.chips import Chips, Shift, Tracks
from calculators.pythonalgorithm.customers import Wanted
from calculators.pythonalgorithm.hand import Card, CardName
from calculators.pythonalgorithm.rules import (
    Auction,
    Buy,
    Counted,
    CustomerName,
    Event,
    Finish,
    Last,
    Left,
    NextRound,
    Options,
    Payment,
    PlaceChip,
    Reaction,
    Redeem,
    Sell,
    SellToCustomer,
    SetHand,
    SetPrices,
    SetTokens,
    Tokens,
    current,
    event_shifts,
    hidden,
    secret,
    sees,
    settled,
    shown_hand,
    standings,
    together,
    view,
)
from companion import door
from companion.games import OptionsFault, Refusal, Standing
from companion.log import Entry, replay
from tests.calculators.pythonalgorithm.playing import (
    CARDS,
    GAME,
    PLAY,
    RULES,
    after,
    bids,
    codes,
    done,
    held_kodik,
    held_template,
    kodik,
    played,
    refused,
    start,
    template,
)

VIRUS = Event("virus")
DESCRIBED = CustomerName(10, "same", 1)
BOX = CARDS

# Prices at the start, yellow on III: template A 15, B 7, kodik 5.


def hand(*cards, player=0):
    return SetHand(player, cards)


# -- the start


def test_start_is_the_same_for_everybody():
    state = start(4)

    assert state.tokens == (30, 30, 30, 30)
    assert state.hands == ((), (), (), ())
    assert state.tracks == Tracks(Chips(2, 3, 4), Chips(2, 3, 4))
    assert (state.round, state.first, state.events, state.over) == (1, 0, 0, False)
    assert [state.free(player) for player in range(4)] == [4, 4, 4, 4]


def test_start_as_the_table_chose():
    tracks = Tracks(Chips(7, 1, 4), Chips(1, 2, 3))

    state = start(2, chips=tracks, start_tokens=20, purchase_tokens=3, first=1)

    assert (state.tokens, state.tracks, state.first) == ((20, 20), tracks, 1)
    assert state.free(0) == 3


def test_options_left_open_are_as_the_box_says():
    options = settled(Options(box="classic"))

    assert (options.start_tokens, options.purchase_tokens, options.edge) == (20, 3, "nearest")
    assert settled(Options(box="classic", edge="stay")).edge == "stay"


def test_options_left_open_are_the_rules_where_the_box_says_nothing():
    options = settled(Options(box=BOX))

    assert (options.start_tokens, options.purchase_tokens, options.edge) == (30, 4, "stay")


@pytest.mark.parametrize(
    ("players", "options", "where"),
    [
        (1, {}, "players"),
        (7, {}, "players"),
        (3, {"chips": {"templates": {"blue": 3}}}, "chips.templates"),
        (3, {"chips": {"kodiki": {"white": 8}}}, "chips.kodiki"),
        (3, {"start_tokens": -1}, "start_tokens"),
        (3, {"purchase_tokens": 100}, "purchase_tokens"),
        (3, {"edge": "jump"}, "edge"),
        (3, {"first": 3}, "first"),
        (3, {"box": "other"}, "box"),
        (3, {"box": {**BOX, "kodiki": None}}, "box: kodiki"),
        (3, {"rounds": 10}, "rounds"),
    ],
)
def test_start_with_what_cannot_be_is_a_fault(players, options, where):
    with pytest.raises(OptionsFault, match=where):
        PLAY.start(players, options)


def test_player_who_is_not_there_is_refused_by_every_move():
    moves = (
        Tokens(3, 1),
        SetTokens(-1, 5),
        Buy(3, template()),
        Auction(template(), bids((0, 8), (3, None))),
        Redeem(3, 0),
        Sell(3, (0,)),
        SellToCustomer(3, DESCRIBED, (0,)),
        hand(player=3),
    )

    assert {refused(start(), move).code for move in moves} == {"no_such_player"}


# -- tokens


def test_tokens_are_counted():
    state = played(Tokens(0, 5), Tokens(0, -12, "for the queue"), Tokens(2, 1))

    assert state.tokens == (23, 30, 31)


def test_tokens_facts_are_before_and_after():
    facts = done(start(), Tokens(1, -5)).facts

    assert (facts.before, facts.after, facts.hidden, facts.payments) == (30, 25, False, ())


def test_tokens_below_zero_are_refused_with_what_there_is():
    refusal = refused(played(SetTokens(0, 3)), Tokens(0, -5, "toll"))

    assert refusal.code == "tokens_below_zero"
    assert refusal.data == {"delta": -5, "player": 0, "tokens": 3, "hidden": False}
    assert refusal.way_out == ("tokens", {"player": 0, "delta": -3, "reason": "toll"})


def test_tokens_below_zero_from_nothing_have_no_way_out():
    assert refused(played(SetTokens(0, 0)), Tokens(0, -5)).way_out is None


def test_tokens_down_to_zero_are_possible():
    assert played(Tokens(0, -30)).tokens[0] == 0


def test_reason_has_forty_characters():
    assert played(Tokens(0, 1, "x" * 40)).tokens[0] == 31
    assert refused(start(), Tokens(0, 1, "x" * 41)).code == "reason_too_long"


def test_set_tokens_puts_them_right():
    assert played(SetTokens(1, 0)).tokens == (30, 0, 30)
    assert refused(start(), SetTokens(1, -1)).code == "no_such_tokens"


# -- chips


def test_place_chip_moves_one():
    outcome = done(start(), PlaceChip("kodiki", "white", 7))

    assert outcome.state.tracks == Tracks(Chips(), Chips(2, 3, 7))
    assert outcome.state.last == Last(shifts=(Shift("kodiki", "white", 4, 7, 7),))


def test_place_chip_changes_places():
    outcome = done(start(), PlaceChip("templates", "blue", 4))

    assert outcome.state.tracks.templates == Chips(4, 3, 2)
    assert [(each.colour, each.goal) for each in outcome.facts.shifts] == [
        ("blue", 4),
        ("white", 2),
    ]


def test_place_chip_where_it_stands_moves_nothing():
    outcome = done(start(), PlaceChip("templates", "blue", 2))

    assert (outcome.state, outcome.facts.shifts) == (start(), ())


@pytest.mark.parametrize("segment", [0, 8, -1])
def test_place_chip_outside_the_track_is_refused(segment):
    assert refused(start(), PlaceChip("kodiki", "blue", segment)).code == "no_such_segment"


def test_event_moves_both_tracks_by_their_own_prices():
    chips = Tracks(Chips(1, 5, 7), Chips(7, 4, 2))

    state = played(Event("jump"), Event("crash"), chips=chips)

    assert state.tracks == Tracks(Chips(3, 5, 4), Chips(3, 4, 5))


def test_event_moves_templates_alone_where_the_table_says_so():
    state = played(Event("rise", "blue"), event_tracks="templates")

    assert state.tracks == Tracks(Chips(5, 3, 4), Chips())


def test_event_goes_by_the_edge_option():
    chips = Tracks(Chips(4, 6, 7), Chips(4, 6, 7))

    assert played(Event("jump"), chips=chips).tracks.kodiki == Chips(4, 6, 7)
    assert played(Event("jump"), chips=chips, edge="nearest").tracks.kodiki == Chips(5, 6, 7)


def test_rise_without_a_colour_is_refused():
    assert refused(start(), Event("rise")).code == "colour_needed"


def test_first_round_may_hold_the_event_of_the_set_up_too():
    state = played(Event("jump"))

    assert not state.event_recorded
    assert codes(done(state, Event("crash"))) == []
    assert codes(done(after(state, Event("crash")), Event("jump"))) == ["second_event"]


def test_second_event_of_a_later_round_is_noted():
    state = played(NextRound(), Event("jump"))

    assert state.event_recorded
    assert codes(done(state, Event("rise", "blue"))) == ["second_event"]


def test_reaction_is_per_track():
    state = played(Reaction("kodiki", Left(3, 1, 2)))

    assert state.tracks == Tracks(Chips(), Chips(1, 5, 4))
    assert state.reacted == {"kodiki"}


def test_second_reaction_of_a_track_in_a_round_is_noted():
    state = played(Reaction("templates", Left(0, 0, 0)))

    assert codes(done(state, Reaction("kodiki", Left(0, 0, 0)))) == []
    assert codes(done(state, Reaction("templates", Left(0, 0, 0)))) == ["second_reaction"]
    assert codes(done(after(state, NextRound()), Reaction("templates", Left(1, 0, 0)))) == []


def test_reaction_to_fewer_than_none_is_refused():
    refusal = refused(start(), Reaction("templates", Left(0, -1, 0)))

    assert (refusal.code, refusal.data) == ("left_below_zero", {"colour": "yellow", "count": -1})


# -- rounds


def test_next_round_passes_the_first_player_token_on():
    state = played(NextRound(), NextRound(), NextRound())

    assert (state.round, state.first) == (4, 0)


def test_next_round_begins_with_nothing_done():
    busy = played(
        hand(template(), kodik()),
        Event("jump"),
        Reaction("templates", Left(0, 1, 2)),
        Buy(1, template()),
        SellToCustomer(0, DESCRIBED, (0, 1)),
    )
    assert (busy.bought, busy.sellers, busy.customers_this_round) == ((0, 1, 0), {0}, {0})

    state = after(busy, NextRound())

    assert state == replace(
        busy,
        round=2,
        first=1,
        drawn=(),
        reacted=frozenset(),
        bought=(0, 0, 0),
        sellers=frozenset(),
        customers_this_round=frozenset(),
        last=Last(),
    )


def test_next_round_of_a_closed_one_is_refused():
    """Two phones close a round once."""
    refusal = refused(played(NextRound(1)), NextRound(1))

    assert (refusal.code, refusal.data) == ("round_closed", {"round": 1, "opened": 2})
    assert refusal.way_out is None


def test_next_round_of_one_not_open_yet_is_refused():
    refusal = refused(start(), NextRound(3))

    assert refusal.code == "round_not_opened"
    assert refusal.way_out == ("next_round", {"round": 1})
    assert refused(start(), NextRound(0)).code == "no_such_round"


def test_next_round_past_the_tenth_is_noted():
    state = played(*[NextRound()] * 8)

    tenth = done(state, NextRound())

    assert (tenth.state.round, codes(tenth)) == (10, [])
    assert codes(done(tenth.state, NextRound())) == ["past_last_round"]


def test_virus_ends_the_play_and_debts_are_taken_off():
    state = played(
        SetTokens(0, 113),
        hand(template("blue", debt=17), template("white", debt=9), template("white", "A")),
        VIRUS,
    )

    assert (state.over, state.points, state.virus_chance) == (True, (87, 30, 30), None)


def test_virus_moves_no_chip():
    assert event_shifts(start(), VIRUS) == ()
    assert played(VIRUS).tracks == start().tracks


def test_virus_comes_once():
    assert refused(played(VIRUS), VIRUS).code == "already_finished"
    assert refused(played(Finish()), VIRUS).code == "already_finished"
    assert refused(played(VIRUS), Finish()).code == "already_finished"


def test_virus_chance_follows_the_round_and_its_event():
    seventh = played(*[NextRound()] * 6)

    assert seventh.virus_chance == "0"
    assert after(seventh, Event("jump")).virus_chance == "1/3"


def test_virus_chance_of_another_deck_is_not_known():
    box = {**BOX, "events": {**STANDARD_EVENTS, "crash": 4}}

    assert start(box=box).virus_chance is None


def test_finish_ends_without_the_virus():
    assert played(Finish()).over


def test_finish_with_a_count_sets_tokens_and_debts():
    state = played(Finish((Counted(44), Counted(20, 15), Counted(3, 9))))

    assert (state.over, state.tokens, state.points) == (True, (44, 20, 3), (44, 5, -6))
    assert state.hands == ((), (Card(None, None, debt=15),), (Card(None, None, debt=9),))


def test_finish_with_a_count_keeps_the_cards_where_it_agrees():
    cards = (template(debt=7), kodik())
    state = played(hand(*cards), hand(*cards, player=1), hand(*cards, player=2))

    state = after(state, Finish((Counted(1, 7), Counted(1, 8), Counted(1))))

    assert state.hands == (
        (held_template(debt=7), held_kodik()),
        (held_kodik(), Card(None, None, debt=8)),
        (held_kodik(),),
    )


def test_finish_with_a_count_puts_an_ended_play_right():
    count = (Counted(10), Counted(20), Counted(30))

    assert played(VIRUS, Finish(count)).tokens == (10, 20, 30)


@pytest.mark.parametrize(
    ("count", "code"),
    [
        ((Counted(1), Counted(2)), "count_not_everybody"),
        ((Counted(1), Counted(2), Counted(-1)), "no_such_tokens"),
        ((Counted(1), Counted(2), Counted(1, -1)), "debt_below_zero"),
    ],
)
def test_finish_with_a_count_that_cannot_be_is_refused(count, code):
    assert refused(start(), Finish(count)).code == code


# -- buying


def test_buy_at_the_market_price():
    outcome = done(start(), Buy(0, template()))

    assert outcome.state.tokens == (23, 30, 30)
    assert outcome.state.hands[0] == (held_template(),)
    assert outcome.state.last == Last((Payment(0, -7, "price"),))
    assert (outcome.facts.price, outcome.facts.prices, outcome.facts.after) == (7, (7,), 23)


def test_buy_a_kodik_at_the_lower_track():
    state = played(PlaceChip("kodiki", "yellow", 7), Buy(0, kodik()))

    assert state.tokens[0] == 17


def test_buy_at_another_price_is_noted():
    outcome = done(start(), Buy(0, template(), price=9))

    assert outcome.state.tokens[0] == 21
    (notice,) = outcome.notices
    assert (notice.code, notice.data) == ("not_market_price", {"price": 9, "market": 7})
    assert codes(done(start(), Buy(0, template(), price=7))) == []


def test_buy_on_credit_owes_the_whole_price_and_locks_a_purchase_token():
    outcome = done(start(), Buy(0, template(), debt=True))

    assert outcome.state.tokens == (30, 30, 30)
    assert outcome.state.hands[0] == (held_template(debt=7),)
    assert outcome.state.last == Last()
    assert outcome.state.free(0) == 3


def test_buy_for_cash_above_the_tokens_leads_to_credit():
    refusal = refused(played(SetTokens(0, 6)), Buy(0, template()))

    assert refusal.code == "cash_too_dear"
    assert refusal.data == {"price": 7, "player": 0, "tokens": 6, "hidden": False}
    card = {"track": "templates", "colour": "yellow", "category": "B"}
    assert refusal.way_out == ("buy", {"player": 0, "card": card, "debt": True})


def test_buy_needs_a_free_purchase_token_for_cash_too():
    owing = [Buy(0, kodik(), debt=True)] * 4
    state = played(*owing)

    for move in (Buy(0, kodik()), Buy(0, kodik(), debt=True)):
        refusal = refused(state, move)
        assert refusal.code == "no_free_purchase_token"
        assert refusal.way_out is not None
        assert refusal.way_out[1]["anyway"] is True
    outcome = done(state, Buy(0, kodik(), anyway=True))
    assert codes(outcome) == ["no_free_purchase_token"]
    assert after(outcome.state, Redeem(0, 0)).free(0) == 1


def test_buy_below_zero_is_refused():
    assert refused(start(), Buy(0, template(), price=-1)).code == "price_below_zero"


@pytest.mark.parametrize(
    ("card", "missing"),
    [
        (CardName(), ("track", "colour")),
        (CardName("templates", "blue"), ("category",)),
        (CardName("templates", category="B"), ("colour",)),
        (CardName("kodiki"), ("colour",)),
        (CardName(colour="blue", category="B"), ("track",)),
    ],
)
def test_buy_a_card_not_named_in_full_is_refused(card, missing):
    refusal = refused(start(), Buy(0, card))

    assert (refusal.code, refusal.data["missing"]) == ("card_incomplete", missing)


@pytest.mark.parametrize(
    "card",
    [template(category="D"), CardName("kodiki", "blue", "B")],
)
def test_buy_of_no_such_category_is_refused(card):
    assert refused(start(), Buy(0, card)).code == "no_such_category"


def test_buy_by_id_is_the_card_of_the_box():
    state = played(Buy(0, CardName(id="T1")), Buy(1, CardName(id="K1")), box=BOX)

    assert state.hands[0] == (Card("templates", "blue", "A", 3, "T1"),)
    assert state.hands[1] == (Card("kodiki", "blue", None, None, "K1"),)
    assert state.tokens == (15, 27, 30)


def test_buy_of_an_unknown_id_is_refused():
    assert refused(start(box=BOX), Buy(0, CardName(id="T9"))).code == "no_such_card"


def test_buy_by_id_of_a_card_that_looks_otherwise_is_refused():
    refusal = refused(start(box=BOX), Buy(0, template(id="T1"), debt=True))

    assert refusal.code == "card_differs"
    assert refusal.way_out == ("buy", {"player": 0, "card": {"id": "T1"}, "debt": True})
    assert played(Buy(0, CardName("templates", "blue", "A", 3, "T1")), box=BOX).hands[0]


@pytest.mark.parametrize("player", [0, 1])
def test_buy_of_a_held_id_is_refused(player):
    """A card is in one hand, and there once; another of its kind may be bought."""
    refusal = refused(played(Buy(0, CardName(id="T2")), box=BOX), Buy(player, CardName(id="T2")))

    assert (refusal.code, refusal.data["player"]) == ("card_taken", 0)
    card = {"track": "templates", "colour": "blue", "category": "B", "number": 1}
    assert refusal.way_out == ("buy", {"player": player, "card": card})


def test_buy_of_an_id_that_was_sold():
    state = played(Buy(0, CardName(id="T2")), Sell(0, (0,)), Buy(1, CardName(id="T2")), box=BOX)

    assert state.holders == {"T2": 1}


# -- auctions


def test_auction_pays_the_bank_and_the_losers():
    said = bids((0, 8), (1, 9), (2, 12), (0, None), (1, None))

    outcome = done(start(4), Auction(template(), said))

    assert outcome.state.tokens == (32, 32, 18, 30)
    assert outcome.state.hands[2] == (held_template(),)
    assert outcome.facts.sold == Sold(2, 12, (0, 1), 2, forced=False)
    assert outcome.state.last.payments == (
        Payment(2, -12, "price"),
        Payment(0, 2, "compensation"),
        Payment(1, 2, "compensation"),
    )


def test_auction_on_credit_compensates_all_the_same():
    said = bids((0, 8), (1, 9), (2, 12), (0, None), (1, None))

    state = played(Auction(template(), said, debt=True), players=4)

    assert (state.tokens, state.free(2)) == ((32, 32, 30, 30), 3)
    assert state.hands[2] == (held_template(debt=12),)


def test_auction_without_a_bid_goes_to_the_last_at_the_market_price():
    outcome = done(start(), Auction(kodik(), bids((1, None), (2, None))))

    assert outcome.state.tokens == (30, 30, 25)
    assert outcome.facts.sold.forced


def test_auction_refused_has_ways_out():
    state = start()
    low = Auction(template(), bids((0, 7), (1, None)))
    alone = Auction(template(), bids((1, 8)), debt=True)
    open_end = Auction(template(), bids((0, 8), (1, 9), (2, None)))
    card = {"track": "templates", "colour": "yellow", "category": "B"}
    said = [{"player": 0, "amount": 7}, {"player": 1, "amount": None}]

    assert refused(state, low).way_out == (
        "auction",
        {"card": card, "bids": said, "anyway": True},
    )
    assert refused(state, alone).way_out == ("buy", {"player": 1, "card": card, "debt": True})
    passes = refused(state, open_end).way_out[1]["bids"]
    assert passes[-1] == {"player": 0, "amount": None}
    assert refused(state, Auction(template(), ())).way_out is None


@pytest.mark.parametrize(
    ("said", "winner", "price", "noted"),
    [
        (bids((0, 7), (1, None)), 0, 7, ["bid_not_above_market"]),
        (bids((0, 9), (1, 9), (0, None)), 1, 9, ["bid_not_above_last"]),
        (
            bids((0, None), (1, 8), (2, 9), (0, 10), (1, None), (2, None)),
            0,
            10,
            ["bid_after_pass"],
        ),
        (bids((0, 8), (1, None), (0, None)), 0, 8, ["leader_passes"]),
        (bids((0, 8), (1, 9)), 1, 9, ["not_complete"]),
    ],
)
def test_auction_anyway_is_recorded_with_notices(said, winner, price, noted):
    outcome = done(start(), Auction(template(), said, anyway=True))

    assert (outcome.facts.sold.winner, outcome.facts.sold.price) == (winner, price)
    assert codes(outcome) == noted


def test_auction_of_one_is_none_even_anyway():
    assert refused(start(), Auction(template(), bids((0, 8)), anyway=True)).code == (
        "too_few_bidders"
    )


def test_auction_out_of_order_is_noted():
    said = bids((1, 8), (0, None))

    outcome = done(start(), Auction(template(), said))

    assert codes(outcome) == ["bids_out_of_order"]
    assert codes(done(played(NextRound()), Auction(template(), said))) == []


def test_auction_winner_pays_in_cash_or_owes():
    refusal = refused(
        played(SetTokens(0, 9)), Auction(template(), bids((0, 10), (1, None)), anyway=True)
    )

    assert refusal.code == "cash_too_dear"
    assert refusal.way_out is not None
    assert refusal.way_out[1]["debt"] is True
    assert refusal.way_out[1]["anyway"] is True


def test_auction_winner_needs_a_free_purchase_token():
    state = played(*[Buy(0, kodik(), debt=True)] * 4)

    refusal = refused(state, Auction(template(), bids((0, 8), (1, None))))

    assert (refusal.code, refusal.data["player"]) == ("no_free_purchase_token", 0)
    assert codes(done(state, Auction(template(), bids((0, None), (1, 8))))) == []


# -- debts


def test_redeem_pays_and_frees_the_purchase_token():
    outcome = done(played(Buy(0, template(), debt=True)), Redeem(0, 0))

    assert outcome.state.tokens[0] == 23
    assert (outcome.state.hands[0], outcome.state.free(0)) == ((held_template(),), 4)
    assert outcome.state.last.payments == (Payment(0, -7, "debt"),)
    assert outcome.facts.cards == (held_template(debt=7),)


def test_redeem_a_bare_debt_takes_it_away():
    state = played(hand(CardName(debt=15)), Redeem(0, CardName(debt=15)))

    assert (state.tokens[0], state.hands[0]) == (15, ())


def test_redeem_without_a_debt_is_refused():
    assert refused(played(Buy(0, template())), Redeem(0, 0)).code == "no_debt"


def test_redeem_without_the_money_is_refused():
    refusal = refused(played(Buy(0, template(), debt=True), SetTokens(0, 6)), Redeem(0, 0))

    assert (refusal.code, refusal.data["tokens"]) == ("redeem_too_dear", 6)


def test_redeem_means_the_card_in_debt():
    state = played(Buy(0, template()), Buy(0, template(), debt=True), Redeem(0, template()))

    assert state.hands[0] == (held_template(), held_template())


def test_redeem_after_the_virus_is_noted():
    state = played(Buy(0, template(), debt=True), VIRUS)

    outcome = done(state, Redeem(0, 0))

    assert codes(outcome) == ["redeem_after_virus"]
    assert outcome.state.points == state.points


# -- selling


def test_sell_is_one_sum_of_prices_less_debts():
    """Template A bought at 18 on credit sells for 20: two tokens are left."""
    state = played(
        Buy(0, template(category="A"), price=18, debt=True),
        Buy(0, kodik()),
        PlaceChip("templates", "yellow", 4),
    )

    outcome = done(state, Sell(0, (0, 1)))

    assert outcome.state.tokens[0] == 25 + 20 + 5 - 18
    assert outcome.state.hands[0] == ()
    assert outcome.state.free(0) == 4
    assert outcome.state.last.payments == (Payment(0, 25, "price"), Payment(0, -18, "debt"))
    assert outcome.facts.prices == (20, 5)


def test_sell_is_refused_only_if_the_sum_is_not_covered():
    state = played(
        SetTokens(0, 2), hand(template(debt=15), kodik()), PlaceChip("kodiki", "yellow", 6)
    )

    refusal = refused(state, Sell(0, (0,)))

    assert (refusal.code, refusal.data["sum"], refusal.data["tokens"]) == ("sale_too_dear", -8, 2)
    assert after(state, Sell(0, (0, 1))).tokens[0] == 2 + 7 + 11 - 15


def test_sell_down_to_zero():
    assert played(SetTokens(0, 8), hand(template(debt=15)), Sell(0, (0,))).tokens[0] == 0


def test_sell_keeps_the_others():
    state = played(hand(template(), kodik(), kodik("blue"), kodik()), Sell(0, (2, kodik())))

    assert state.hands[0] == (held_template(), held_kodik())


def test_sell_two_like_cards_by_their_names():
    assert played(hand(kodik(), kodik()), Sell(0, (kodik(), kodik()))).hands[0] == ()


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ((), "no_cards_named"),
        ((0, 0), "card_named_twice"),
        ((template(), template()), "no_such_card_held"),
        ((5,), "no_such_card_held"),
        ((kodik("white"),), "no_such_card_held"),
        ((1,), "no_card_but_a_debt"),
    ],
)
def test_sell_what_is_not_there_is_refused(cards, code):
    state = played(hand(template(), CardName(debt=15)))

    assert refused(state, Sell(0, cards)).code == code


def test_refusal_of_a_card_names_a_like_one_with_another_debt():
    refusal = refused(played(hand(template(debt=7))), Sell(0, (template(debt=0),)))

    assert (refusal.code, refusal.data["near"]) == ("no_such_card_held", held_template(debt=7))


# -- customers


def sale(*cards, customer=DESCRIBED, player=0, anyway=False):
    return SellToCustomer(player, customer, cards, anyway)


def test_customer_pays_prices_and_bonus():
    outcome = done(played(hand(template(), kodik())), sale(0, 1))

    assert outcome.state.tokens[0] == 30 + 7 + 5 + 10
    assert outcome.state.last.payments == (Payment(0, 12, "price"), Payment(0, 10, "bonus"))
    assert outcome.facts.wanted == Wanted(10, "same", 1)
    assert outcome.state.described == Wanted(10, "same", 1)


def test_customer_takes_no_card_in_debt_before_it_is_redeemed():
    state = played(hand(template(debt=7), kodik()))

    refusal = refused(state, sale(0, 1))

    assert refusal.code == "card_in_debt"
    card = {"track": "templates", "colour": "yellow", "category": "B", "debt": 7}
    assert refusal.way_out == ("redeem", {"player": 0, "card": card})
    assert after(state, Redeem(0, 0), sale(0, 1)).tokens[0] == 30 - 7 + 22


def test_customer_and_a_debt_that_the_tokens_do_not_cover():
    state = played(SetTokens(0, 6), hand(template(debt=7), kodik()))

    assert refused(state, sale(0, 1)).way_out[1]["anyway"] is True
    outcome = done(state, sale(0, 1, anyway=True))
    assert (outcome.state.tokens[0], codes(outcome)) == (6 + 22 - 7, ["card_in_debt"])


def test_customer_trades_once_a_player_and_round():
    cards = [template(), kodik()]
    state = played(hand(*cards, *cards), hand(*cards, player=1), sale(0, 1))

    refusal = refused(state, sale(0, 1))

    assert (refusal.code, refusal.data) == ("second_customer", {"player": 0})
    assert codes(done(state, sale(0, 1, anyway=True))) == ["second_customer"]
    assert codes(done(state, sale(0, 1, player=1))) == []
    assert codes(done(after(state, NextRound()), sale(0, 1))) == []


def test_customer_gets_the_wanted_set():
    state = played(hand(template(), kodik("blue")))

    refusal = refused(state, sale(0, 1))

    assert refusal.code == "set_does_not_fit"
    assert [lack.code for lack in refusal.data["lacks"]] == ["colours_differ"]
    assert codes(done(state, sale(0, 1, anyway=True))) == ["set_does_not_fit"]


def test_customer_of_the_box_trades_once_a_play():
    cards = [CardName("templates", "blue", "B"), *[CardName("kodiki", "blue")] * 2]
    by_id = CustomerName(id="C2")
    state = played(
        hand(*cards),
        hand(*cards, player=1),
        sale(0, 1, 2, customer=by_id),
        box=BOX,
    )

    assert state.served == {"C2": 0}
    assert state.described is None
    refusal = refused(state, sale(0, 1, 2, customer=by_id, player=1))
    assert (refusal.code, refusal.data["player"]) == ("customer_served", 0)
    like = {"bonus": 10, "colours": "same", "kodiki": 2}
    assert refusal.way_out == (
        "sell_to_customer",
        {"player": 1, "customer": like, "cards": [0, 1, 2]},
    )


def test_customer_of_the_box_takes_only_code_that_does_the_task():
    ids = [CardName(id=name) for name in ("T1", "K1", "K2", "K3")]
    state = played(hand(*ids), box=BOX)

    refusal = refused(state, sale(0, 2, 3, customer=CustomerName(id="C1")))

    assert [lack.code for lack in refusal.data["lacks"]] == ["code_not_accepted"]
    sold = after(state, sale(0, 2, 1, customer=CustomerName(id="C1")))
    assert sold.tokens[0] == 30 + 15 + 3 + 3 + 15


@pytest.mark.parametrize(
    ("customer", "code"),
    [
        (CustomerName(id="C9"), "no_such_customer"),
        (CustomerName(10, "same"), "customer_incomplete"),
        (CustomerName(), "customer_incomplete"),
        (CustomerName(-1, "same", 1), "bonus_below_zero"),
        (CustomerName(10, "same", 4), "no_such_kodiki_count"),
        (CustomerName(10, "same", 0), "no_such_kodiki_count"),
    ],
)
def test_customer_who_cannot_be_is_refused(customer, code):
    assert refused(played(hand(template(), kodik())), sale(0, 1, customer=customer)).code == code


# -- putting right


def test_set_hand_puts_the_cards_right():
    outcome = done(
        played(Buy(0, kodik())), hand(template(debt=7), CardName(debt=15), template(number=2))
    )

    cards = (held_template(debt=7), Card(None, None, debt=15), held_template(number=2))
    assert outcome.state.hands[0] == cards
    assert outcome.state.free(0) == 3
    assert outcome.state.tokens == (25, 30, 30)


def test_set_hand_by_id():
    state = played(hand(CardName(id="T1", debt=4)), hand(CardName(id="T1")), box=BOX)

    assert state.hands[0] == (Card("templates", "blue", "A", 3, "T1"),)


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ([CardName(debt=-1)], "debt_below_zero"),
        ([template(debt=-1)], "debt_below_zero"),
        ([CardName(debt=0)], "card_incomplete"),
        ([CardName()], "card_incomplete"),
        ([CardName(colour="blue", debt=4)], "card_incomplete"),
        ([template(category="Z")], "no_such_category"),
        ([CardName(id="K2"), CardName(id="K2")], "card_taken"),
        ([CardName(id="K1")], "card_taken"),
        ([CardName(id="K9")], "no_such_card"),
    ],
)
def test_set_hand_with_what_cannot_be_is_refused(cards, code):
    state = played(hand(CardName(id="K1"), player=1), box=BOX)

    assert refused(state, hand(*cards)).code == code


def test_set_hand_with_a_card_held_twice_leads_to_another_of_its_kind():
    move = hand(CardName(id="K2"), CardName(id="K2", debt=3))

    refusal = refused(start(box=BOX), move)

    other = {"track": "kodiki", "colour": "blue", "debt": 3}
    assert refusal.way_out == ("set_hand", {"player": 0, "cards": [{"id": "K2"}, other]})


def test_set_prices_corrects_a_row():
    row = (2, 3, 4, 5, 6, 7, 8)

    state = played(SetPrices("templates", "B", row), SetPrices("kodiki", prices=row))

    assert state.market("templates", "yellow", "B") == 4
    assert state.market("templates", "yellow", "A") == 15
    assert state.market("kodiki", "white") == 5
    assert state.checked == {("templates", "B"), ("kodiki", None)}
    assert state.box.prices.kodiki != row


def test_set_prices_without_prices_says_they_are_right():
    state = played(SetPrices("templates", "C"))
    assert state.checked == {("templates", "C")}

    state = after(state, SetPrices("templates"), SetPrices("kodiki"))

    assert state.checked == {
        ("templates", "A"),
        ("templates", "B"),
        ("templates", "C"),
        ("kodiki", None),
    }
    assert state.prices == start().prices


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (SetPrices("templates", None, (1,) * 7), "no_such_category"),
        (SetPrices("templates", "Z", (1,) * 7), "no_such_category"),
        (SetPrices("templates", "Z"), "no_such_category"),
        (SetPrices("kodiki", "A", (1,) * 7), "no_such_category"),
        (SetPrices("kodiki", None, (1,) * 6), "not_seven_prices"),
        (SetPrices("kodiki", None, (1, 2, 3, -4, 5, 6, 7)), "no_such_price"),
        (SetPrices("kodiki", None, (1, 2, 3, 10_000, 5, 6, 7)), "no_such_price"),
    ],
)
def test_set_prices_that_cannot_be_are_refused(move, code):
    assert refused(start(), move).code == code


# -- undoing: a later entry never takes another card


def entries(*moves):
    return [
        Entry(number, what, args, targets)
        for number, (what, args, targets) in enumerate(moves, start=1)
    ]


def buy(colour, **more):
    card = {"track": "templates", "colour": colour, "category": "B"}
    return "buy", {"player": 0, "card": card, "debt": False, **more}, ()


def sell(colour, debt):
    card = {"track": "templates", "colour": colour, "category": "B", "debt": debt}
    return "sell", {"player": 0, "cards": [card]}, ()


def test_undone_purchase_leaves_the_later_sale_its_own_card():
    log = replay(
        PLAY,
        3,
        {},
        entries(buy("yellow"), buy("blue"), sell("blue", 0), ("undo", {}, (1,))),
    )

    assert log.state.game.hands[0] == ()
    assert [row.number for row in log.rows if row.refusal] == []


def test_undone_purchase_of_the_sold_card_refuses_the_sale():
    log = replay(
        PLAY,
        3,
        {},
        entries(buy("yellow", debt=True), buy("yellow"), sell("yellow", 7), ("undo", {}, (1,))),
    )

    assert log.state.game.hands[0] == (held_template(),)
    assert [row.refusal.code for row in log.rows if row.refusal] == ["no_such_card_held"]
    assert log.upset == (3,)


# -- what these eyes may see


@pytest.fixture
def closed():
    """Hidden tokens; player 1 holds a card in debt and one without."""
    return played(
        SetTokens(1, 47),
        hand(template(debt=7), kodik("white"), player=1),
        open_tokens=False,
    )


def test_view_is_the_play_as_json():
    state = played(Buy(0, template(), debt=True), Event("jump"))

    assert view(state, 0) == {
        "round": 1,
        "tokens": [30, 30, 30],
        "chips": {
            "templates": {"blue": 5, "yellow": 3, "white": 4},
            "kodiki": {"blue": 5, "yellow": 3, "white": 4},
        },
        "hands": [
            [{"track": "templates", "colour": "yellow", "category": "B", "debt": 7}],
            [],
            [],
        ],
        "purchase_tokens_free": [3, 4, 4],
        "virus_chance": "0",
        "first": 0,
        "last": {
            "payments": [],
            "moved": [
                {"track": "templates", "colour": "blue", "from": 2, "to": 5},
                {"track": "kodiki", "colour": "blue", "from": 2, "to": 5},
            ],
        },
        "over": False,
    }


def test_view_of_payments_and_of_cards_that_are_known():
    state = played(
        hand(CardName(debt=15), CardName(id="T1")),
        Auction(kodik("blue"), bids((0, 5), (1, None))),
        box=BOX,
    )

    assert view(state, "table")["last"]["payments"] == [
        {"player": 0, "amount": -5, "why": "price"},
        {"player": 1, "amount": 2, "why": "compensation"},
    ]
    assert view(state, "table")["hands"][0] == [
        {"debt": 15},
        {
            "track": "templates",
            "colour": "blue",
            "category": "A",
            "number": 3,
            "id": "T1",
            "debt": 0,
        },
        {"track": "kodiki", "colour": "blue", "category": None, "debt": 0},
    ]


def test_view_leaves_out_chips_that_stay():
    state = played(Event("crash"), chips=Tracks(Chips(1, 2, 3), Chips(1, 2, 3)))

    assert view(state, 0)["last"]["moved"] == []


@pytest.mark.parametrize("eyes", [0, 2, "table"])
def test_hidden_from_others_are_balances_and_cards_without_debt(closed, eyes):
    seen = view(closed, eyes)

    assert seen["tokens"] == [30 if each == eyes else None for each in range(3)]
    assert [card["debt"] for card in seen["hands"][1]] == [7]
    assert shown_hand(closed, eyes, 1) == (held_template(debt=7),)
    assert seen["purchase_tokens_free"] == [4, 3, 4]
    assert standings(closed, eyes) == [
        Standing(player, 30 if player == eyes else None, None) for player in range(3)
    ]


@pytest.mark.parametrize("eyes", [1, "everything"])
def test_hidden_is_nothing_of_ones_own(closed, eyes):
    assert view(closed, eyes)["tokens"][1] == 47
    assert len(view(closed, eyes)["hands"][1]) == 2
    assert not hidden(closed, eyes, 1)


def test_hidden_is_nothing_after_the_end(closed):
    state = after(closed, VIRUS)

    assert view(state, "table")["tokens"] == [30, 47, 30]
    assert standings(state, "table")[1] == Standing(1, 40, 1)
    assert sees(state, 0) == "everything"
    assert sees(closed, 0) == 0
    assert sees(start(), 0) == "everything"


def test_standings_share_places_and_may_be_below_zero():
    state = played(SetTokens(0, 5), hand(CardName(debt=9)))

    assert standings(state, "table") == [
        Standing(0, -4, 3),
        Standing(1, 30, 1),
        Standing(2, 30, 1),
    ]


@pytest.mark.parametrize(
    ("what", "args", "eyes", "expected"),
    [
        ("tokens", {"player": 1, "delta": 5}, 0, True),
        ("tokens", {"player": 1, "delta": 5}, "table", True),
        ("tokens", {"player": 1, "delta": 5}, 1, False),
        ("tokens", {"player": 1, "delta": 5}, "everything", False),
        ("set_tokens", {"player": 1, "tokens": 5}, 0, True),
        ("set_hand", {"player": 1, "cards": []}, 0, True),
        ("set_hand", {"player": [], "cards": 7}, 0, True),
        ("finish", {"count": [{"tokens": 5}]}, 0, True),
        ("finish", {}, 0, False),
        ("buy", {"player": 1}, 0, False),
        ("undo", {}, 0, False),
    ],
)
def test_secret_is_what_tells_a_hidden_balance_or_hand(closed, what, args, eyes, expected):
    assert secret(what, args, closed, eyes) is expected
    assert not secret(what, args, after(closed, VIRUS), eyes)
    assert not secret(what, args, start(), eyes)


def test_way_out_tells_no_hidden_balance(closed):
    move = Tokens(1, -50)

    assert refused(closed, move, by=0).way_out is None
    assert refused(closed, move, by=1).way_out == ("tokens", {"player": 1, "delta": -47})


def test_way_out_of_a_debt_tells_no_hidden_balance(closed):
    poor = after(closed, SetTokens(1, 3))
    move = SellToCustomer(1, DESCRIBED, (template(), kodik("white")))
    fitting = after(poor, hand(template(debt=7), kodik(), player=1))
    move = replace(move, cards=(0, 1))

    assert refused(fitting, move, by=0).way_out[0] == "redeem"
    assert refused(fitting, move, by=1).way_out[0] == "sell_to_customer"


# -- for the log and for typed values


def test_together_are_taps_of_one_player_one_way():
    first = together(Tokens(0, 1))

    assert first is not None
    assert first == together(Tokens(0, 5))
    assert first != together(Tokens(1, 1))
    assert first != together(Tokens(0, -1))
    assert together(Tokens(0, 1, "toll")) is None
    assert together(SetTokens(0, 1)) is None


def test_current_is_what_a_typed_value_overwrites(closed):
    assert current(start(), SetTokens(1, 99)) == 30
    assert current(closed, SetTokens(1, 99)) == 99
    assert current(start(), SetTokens(9, 99)) == 99
    assert current(start(), Buy(0, template(), 9)) == 7
    assert current(start(), Buy(0, CardName(), 9)) == 9
    assert current(start(), NextRound()) is None


def test_every_move_is_read_from_json_as_a_phone_sends_it():
    """Defaults that are not sent are there all the same."""
    sent = {
        "tokens": {"player": 0, "delta": 5},
        "place_chip": {"track": "templates", "colour": "blue", "segment": 3},
        "event": {"kind": "jump"},
        "reaction": {"track": "kodiki", "left": {"blue": 1, "yellow": 0, "white": 2}},
        "buy": {"player": 0, "card": {"track": "kodiki", "colour": "blue", "category": None}},
        "auction": {"card": {"track": "kodiki", "colour": "blue"}, "bids": [], "debt": True},
        "redeem": {"player": 0, "card": {"track": "kodiki", "colour": "blue", "debt": 3}},
        "sell": {"player": 0, "cards": [0, {"track": "kodiki", "colour": "blue"}]},
        "sell_to_customer": {"player": 0, "customer": {"id": "C1"}, "cards": [0]},
        "set_hand": {"player": 0, "cards": [{"debt": 15}]},
        "set_prices": {"track": "kodiki", "prices": [1, 2, 3, 4, 5, 6, 7]},
        "finish": {"count": [{"tokens": 5}, {"tokens": 5, "debt": 3}, {"tokens": 1}]},
    }

    moves = [door.typed(GAME.rules.moves[name], args) for name, args in sent.items()]

    assert moves[4] == Buy(0, kodik("blue"))
    assert moves[7] == Sell(0, (0, kodik("blue")))
    assert after(start(), *moves[:5], moves[9]).hands[0] == (Card(None, None, debt=15),)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("tokens", {"player": 0, "delta": 1.5}),
        ("tokens", {"player": 0, "delta": "5"}),
        ("set_tokens", {"player": 0}),
        ("event", {"kind": "boom"}),
        ("reaction", {"track": "kodiki", "left": {"blue": 1, "yellow": 0}}),
        ("buy", {"player": 0, "card": {"colour": "red"}}),
        ("sell", {"player": 0, "cards": [True]}),
    ],
)
def test_what_is_no_such_move_is_refused_at_the_door(name, args):
    with pytest.raises(Refusal, match="bad_args"):
        door.typed(GAME.rules.moves[name], args)


def test_a_move_leaves_the_play_before_it_alone():
    before = start()

    RULES.apply(before, Buy(0, template()), None)

    assert before == start()
