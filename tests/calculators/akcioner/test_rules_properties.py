"""Ten thousand random games with every option: what must always hold, and no crash ever."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from calculators.akcioner.cards import COMPANIES, named
from calculators.akcioner.effect import PRICES
from calculators.akcioner.rules import (
    MOVES,
    Akcioner,
    Buy,
    EndTurn,
    Finish,
    Move,
    Options,
    Sell,
    State,
    standings,
    view,
)
from calculators.akcioner.state import MOST_PLAYERS
from companion import door
from companion.games import Outcome, Refusal
from tests.calculators.akcioner.table import some_card

RULES = Akcioner()
SLIPS = 0.03
"""How often somebody records what cannot be, or out of order."""

plays = st.tuples(
    st.integers(2, 6),
    st.sampled_from(["3+5", "4+6", "5+7"]),
    st.sampled_from([0, 50, 400]),
    st.booleans(),
    st.sampled_from(["net", "strict"]),
    st.sampled_from(["up", "down"]),
    st.sampled_from(["compensation_then_fines", "fines_then_compensation"]),
    st.sampled_from(["per_share", "total"]),
    st.sampled_from(["dearer", "cheaper"]),
    st.integers(0, 10**9),
)


def begun(play) -> tuple[State, Random]:
    players, cards, cash, trade, lock, rounding, order, compare, tie, seed = play
    chance = Random(seed)
    options = Options(
        rounding, order, compare, tie, cash, cards, trade, lock, chance.randrange(players)
    )
    if players > MOST_PLAYERS[cards]:
        players = MOST_PLAYERS[cards]
        options = Options(rounding, order, compare, tie, cash, cards, trade, lock)
    return RULES.start(players, options), chance


def read_and_tried(state: State, move: str, args) -> Outcome | None:
    """What the move does, its args read at the door as those of a log are."""
    return tried(state, door.typed(MOVES[move], args))


def tried(state: State, move: Move) -> Outcome | None:
    """What the move does; None if it is refused. Nothing else may happen."""
    try:
        return RULES.apply(state, move, None)
    except Refusal as refusal:
        way = refusal.way_out
    if way:  # a refusal's key does what it says: what it offers is not refused again
        RULES.apply(state, door.typed(MOVES[way[0]], dict(way[1])), None)
    return None


def traded(state: State, player: int, chance: Random) -> State:
    """Some buying and selling by one player, now and then more than can be."""
    for _trade in range(chance.randrange(3)):
        company = chance.choice(COMPANIES)
        buys = chance.random() < 0.6
        if buys:
            most = state.owners[player].cash // state.price(company)
        else:
            most = state.may_sell(player, company)
        count = chance.randint(1, max(1, most)) + (chance.random() < SLIPS)
        outcome = tried(state, (Buy if buys else Sell)(player, company, count))
        if outcome:
            assert_traded(state, outcome.state, player)
            state = outcome.state
    return state


def assert_traded(before: State, after: State, player: int) -> None:
    """A trade at the board's price changes nobody's capital, and no other player at all."""
    assert after.capitals == before.capitals
    for each, (then, now) in enumerate(zip(before.owners, after.owners, strict=True)):
        assert each == player or then == now


def assert_sound(state: State) -> None:
    assert all(price in PRICES for price in state.prices)
    assert all(owner.cash >= 0 for owner in state.owners)
    assert all(count >= 0 for owner in state.owners for count in owner.shares)


def assert_card(before: State, after: State, player: int) -> None:
    """Nobody gets a share by a card; its player loses no capital and no share."""
    for then, now in zip(before.owners, after.owners, strict=True):
        assert all(new <= old for old, new in zip(then.shares, now.shares, strict=True))
    assert after.owners[player].shares == before.owners[player].shares
    assert after.capitals[player] >= before.capitals[player]


@settings(max_examples=10_000, deadline=None)
@given(plays)
def test_random_games_keep_every_promise(play):
    state, chance = begun(play)
    turns = 0

    while not state.turn.over and turns < 200:
        turns += 1
        player = state.turn.player
        if chance.random() < SLIPS:
            player = chance.randrange(state.players)
        state = traded(state, player, chance)
        card = some_card(chance)
        laid = read_and_tried(state, "play_card", {"player": player, "card": named(card)})
        assert laid is not None
        assert_card(state, laid.state, player)
        assert_sound(laid.state)
        state = traded(laid.state, player, chance)
        assert_sound(state)
        if chance.random() > SLIPS or not any(map(state.cards_due, range(state.players))):
            ended = tried(state, EndTurn())
            assert ended is not None
            assert ended.state.capitals == state.capitals
            state = ended.state

    assert state.turn.over
    assert all(state.cards_played(player) >= state.options.turns for player in range(state.players))
    finished = tried(state, Finish())
    assert finished is not None
    best = [each for each in standings(finished.state) if each.place == 1]
    assert {each.points for each in best} == {max(state.capitals)}


numbers = st.sampled_from([-(10**8), -1, 0, 1, 2, 7, 10, 100, 135, 250, 260, 999_999_999])
people = st.integers(-1, 4)
companies = st.sampled_from(COMPANIES)
maybe = st.none() | numbers
moves = st.one_of(
    st.tuples(
        st.sampled_from(["buy", "sell"]),
        st.fixed_dictionaries(
            {"player": people, "company": companies, "count": numbers},
            optional={"price": maybe, "anyway": st.booleans()},
        ),
    ),
    st.tuples(
        st.just("play_card"),
        st.fixed_dictionaries(
            {
                "player": people,
                "card": st.fixed_dictionaries(
                    {
                        "kind": st.sampled_from(["ordinary", "hundred"]),
                        "fixed": companies,
                        "raise": st.dictionaries(
                            companies, st.sampled_from([30, 40, 60, 100]), max_size=2
                        ),
                        "lower": st.dictionaries(
                            companies, st.sampled_from([10, 20, 30, 50, 60]), max_size=3
                        ),
                    }
                )
                | st.integers(0, 500).map(lambda seed: named(some_card(Random(seed)))),
            }
        ),
    ),
    st.tuples(
        st.just("end_turn"),
        st.fixed_dictionaries({}, optional={"player": st.none() | people, "number": maybe}),
    ),
    st.tuples(
        st.just("set_price"), st.fixed_dictionaries({"company": companies, "price": numbers})
    ),
    st.tuples(st.just("set_cash"), st.fixed_dictionaries({"player": people, "cash": numbers})),
    st.tuples(
        st.just("set_shares"),
        st.fixed_dictionaries({"player": people, "company": companies, "count": numbers}),
    ),
    st.tuples(st.just("finish"), st.just({})),
)


@settings(max_examples=600, deadline=None)
@given(plays, st.lists(moves, max_size=25))
def test_no_order_of_moves_breaks_anything(play, recorded):
    state, _chance = begun(play)

    for move, args in recorded:
        outcome = read_and_tried(state, move, args)
        if outcome:
            state = outcome.state
        assert_sound(state)
        assert view(state)["turn"]["number"] in range(1, state.options.turns + 1)
        assert state.history[0].player is None
        for player in range(state.players):
            for company in COMPANIES:
                assert 0 <= state.may_sell(player, company) <= state.owners[player].of(company)
