"""PythonAlgorithm: what each move does to tokens, chips, cards and debts. Pure.

Templates and kodiki are bought from the market and sold to it or to customers;
python chips on two tracks show the prices; the virus ends the play, debts are
taken off, and whoever has most tokens wins. Source: «Инструкция. Настольная
игра „PythonAlgorithm"».

The cardboard is right: what cannot be true of the pieces is refused, what only a
rule forbids is recorded with `anyway` and a notice. All sums are in tokens.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import Any

from calculators.pythonalgorithm import chips, purchases, sales
from calculators.pythonalgorithm.box import HIGHEST_PRICE, Prices
from calculators.pythonalgorithm.chips import COLOURS, SEGMENTS, Shift, Track
from calculators.pythonalgorithm.eyes import hidden, secret, sees, shown_hand, standings, view
from calculators.pythonalgorithm.hand import Card, CardName, Hand, debt_of
from calculators.pythonalgorithm.moves import (
    MOVES,
    Auction,
    Buy,
    Counted,
    CustomerName,
    Event,
    EventKind,
    Finish,
    Left,
    Move,
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
    args_of,
    way_to,
)
from calculators.pythonalgorithm.naming import check_category, check_ids, printed
from calculators.pythonalgorithm.state import (
    Facts,
    Last,
    Options,
    Payment,
    State,
    changed,
    check,
    chosen_box,
    known,
    purse,
    settled,
    settled_with,
    with_hand,
)
from companion.games import Notice, Outcome, Refusal

__all__ = [
    "LAST_ROUND",
    "LONGEST_REASON",
    "TYPED",
    "Auction",
    "Buy",
    "Counted",
    "CustomerName",
    "Event",
    "EventKind",
    "Facts",
    "Finish",
    "Last",
    "Left",
    "Move",
    "NextRound",
    "Options",
    "Payment",
    "PlaceChip",
    "PythonAlgorithm",
    "Reaction",
    "Redeem",
    "Sell",
    "SellToCustomer",
    "SetHand",
    "SetPrices",
    "SetTokens",
    "State",
    "Tokens",
    "args_of",
    "current",
    "event_shifts",
    "hidden",
    "secret",
    "sees",
    "settled",
    "shown_hand",
    "standings",
    "together",
    "view",
]

LAST_ROUND = 10
LONGEST_REASON = 40

TYPED: Mapping[str, str] = {"set_tokens": "tokens", "buy": "price"}
"""The arg of a move that a phone may send with what it showed before (see `current`)."""


class PythonAlgorithm:
    """The rules as the log replays them."""

    moves: Mapping[str, type] = MOVES

    def start(self, players: int, options: Options) -> State:
        """Everybody with the same tokens and no card; OptionsFault if this cannot be."""
        box = chosen_box(options)
        options = settled_with(options, box)
        check(options, players)
        return State(
            options,
            box,
            box.prices,
            tokens=(options.start_tokens or 0,) * players,
            hands=((),) * players,
            tracks=options.chips,
            first=options.first,
            bought=(0,) * players,
        )

    def apply(self, state: State, move: Move, by: int | None) -> Outcome:
        """The play after `move`, or a Refusal. Anybody may record anything."""
        match move:
            case Tokens():
                return _tokens(state, move, by)
            case SetTokens():
                return _set_tokens(state, move)
            case PlaceChip():
                return _place_chip(state, move)
            case Event():
                return _event(state, move)
            case Reaction():
                return _reaction(state, move)
            case NextRound():
                return _next_round(state, move)
            case Buy():
                return purchases.buy(state, move)
            case Auction():
                return purchases.auction(state, move)
            case Redeem():
                return sales.redeem(state, move)
            case Sell():
                return sales.sell(state, move)
            case SellToCustomer():
                return sales.sell_to_customer(state, move, by)
            case SetHand():
                return _set_hand(state, move)
            case SetPrices():
                return _set_prices(state, move)
            case Finish():
                return _finish(state, move)


def current(state: State, move: Move) -> Any:
    """What a typed value would overwrite: a balance, or the price that a phone showed.

    Where that is hidden or cannot be told, what was typed: there is no conflict then.
    """
    match move:
        case SetTokens(player, tokens):
            if state.concealed or player not in range(state.players):
                return tokens
            return state.tokens[player]
        case Buy(card=name, price=price):
            try:
                return state.price_of(printed(state, name))
            except Refusal:
                return price
    return None


def together(move: Move) -> Hashable | None:
    """The key of small moves that are one line of the log: taps of the counter, one way."""
    if isinstance(move, Tokens) and not move.reason:
        return "tokens", move.player, move.delta > 0
    return None


# -- tokens


def _tokens(state: State, move: Tokens, by: int | None) -> Outcome:
    player = known(state, move.player)
    before = state.tokens[player]
    if len(move.reason) > LONGEST_REASON:
        raise Refusal("reason_too_long", most=LONGEST_REASON, count=len(move.reason))
    if before + move.delta < 0:
        told = before > 0 and (not state.concealed or by == player)
        raise Refusal(
            "tokens_below_zero",
            way_out=way_to(move, delta=-before) if told else None,
            delta=move.delta,
            **purse(state, player),
        )
    return _counted(state, player, before + move.delta)


def _set_tokens(state: State, move: SetTokens) -> Outcome:
    player = known(state, move.player)
    _check_tokens(move.tokens)
    return _counted(state, player, move.tokens)


def _counted(state: State, player: int, tokens: int) -> Outcome:
    facts = Facts(state.round, state.concealed, state.tokens[player], tokens)
    return Outcome(
        replace(state, tokens=changed(state.tokens, player, tokens), last=Last()), facts=facts
    )


# -- chips


def _place_chip(state: State, move: PlaceChip) -> Outcome:
    if move.segment not in SEGMENTS:
        raise Refusal("no_such_segment", segment=move.segment)
    before = state.tracks.of(move.track)
    after = chips.swapped(before, move.colour, move.segment)
    shifts = tuple(
        Shift(move.track, colour, before.of(colour), after.of(colour), after.of(colour))
        for colour in (move.colour, before.standing(move.segment))
        if colour is not None and before.of(colour) != after.of(colour)
    )
    return _shifted(state, shifts)


def _event(state: State, move: Event) -> Outcome:
    """The virus ends the play; any other event moves one chip on each track it works on."""
    if move.kind == "virus":
        return _virus(state)
    return _drawn(state, move.kind, _shifted(state, event_shifts(state, move)))


def event_shifts(state: State, move: Event) -> tuple[Shift, ...]:
    """What an event moves: one chip a track, by that track's own cheapest and dearest.

    None for the virus; Refusal colour_needed for a rise of no colour.
    """
    if move.kind == "virus":
        return ()
    if move.kind == "rise" and move.colour is None:
        raise Refusal("colour_needed")
    return tuple(_event_shift(state, move, track) for track in state.event_tracks)


def _event_shift(state: State, move: Event, track: Track) -> Shift:
    standing, edge = state.tracks.of(track), state.edge
    match move.kind:
        case "jump":
            return chips.jump(standing, track, edge)
        case "crash":
            return chips.crash(standing, track, edge)
    assert move.colour
    return chips.rise(standing, track, move.colour, edge)


def _virus(state: State) -> Outcome:
    if state.over:
        raise Refusal("already_finished")
    ended = replace(state, over=True, last=Last())
    return _drawn(state, "virus", Outcome(ended, facts=Facts(state.round)))


def _drawn(state: State, kind: EventKind, outcome: Outcome) -> Outcome:
    """The event counts for this round; one too many is noted."""
    notices = (Notice("second_event", {"round": state.round}),) if state.event_recorded else ()
    return replace(
        outcome, state=replace(outcome.state, drawn=(*state.drawn, kind)), notices=notices
    )


def _reaction(state: State, move: Reaction) -> Outcome:
    left = {colour: move.left.of(colour) for colour in COLOURS}
    for colour, count in left.items():
        if count < 0:
            raise Refusal("left_below_zero", colour=colour, count=count)
    shifts = chips.reaction(state.tracks.of(move.track), move.track, left, state.edge)
    outcome = _shifted(state, shifts)
    twice = move.track in state.reacted
    notices = (Notice("second_reaction", {"track": move.track}),) if twice else ()
    reacted = replace(outcome.state, reacted=state.reacted | {move.track})
    return replace(outcome, state=reacted, notices=notices)


def _shifted(state: State, shifts: tuple[Shift, ...]) -> Outcome:
    tracks = state.tracks
    for shift in shifts:
        moved = tracks.of(shift.track).moved(shift.colour, shift.goal)
        tracks = tracks.replaced(shift.track, moved)
    facts = Facts(state.round, shifts=shifts)
    return Outcome(replace(state, tracks=tracks, last=Last(shifts=shifts)), facts=facts)


# -- rounds


def _next_round(state: State, move: NextRound) -> Outcome:
    """Two phones that close a round at the same moment close it once."""
    now = state.round
    number = now if move.round is None else move.round
    if number < 1:
        raise Refusal("no_such_round", round=number)
    if number < now:
        raise Refusal("round_closed", round=number, opened=now)
    if number > now:
        raise Refusal("round_not_opened", way_out=way_to(NextRound(now)), round=number, opened=now)
    opened = replace(
        state,
        round=now + 1,
        first=(state.first + 1) % state.players,
        bought=(0,) * state.players,
        drawn=(),
        reacted=frozenset(),
        customers_this_round=frozenset(),
        sellers=frozenset(),
        last=Last(),
    )
    notices = (Notice("past_last_round", {"round": now + 1}),) if now >= LAST_ROUND else ()
    return Outcome(opened, notices, Facts(opened.round, first=opened.first))


def _finish(state: State, move: Finish) -> Outcome:
    if move.count is None:
        if state.over:
            raise Refusal("already_finished")
        ended = replace(state, over=True, last=Last())
        return Outcome(ended, facts=Facts(state.round))
    if len(move.count) != state.players:
        raise Refusal("count_not_everybody", players=state.players, count=len(move.count))
    for each in move.count:
        _check_tokens(each.tokens)
        _check_debt(each.debt)
    debts = tuple(each.debt for each in move.count)
    ended = replace(
        state,
        over=True,
        tokens=tuple(each.tokens for each in move.count),
        hands=tuple(map(_owing, state.hands, debts)),
        last=Last(),
    )
    return Outcome(ended, facts=Facts(state.round))


def _owing(hand: Hand, debt: int) -> Hand:
    """The hand as it is if it owes just that; else the counted debt instead of its own."""
    if debt_of(hand) == debt:
        return hand
    free = tuple(card for card in hand if not card.debt)
    return (*free, Card(None, None, debt=debt)) if debt else free


# -- putting right


def _set_hand(state: State, move: SetHand) -> Outcome:
    player = known(state, move.player)
    cards = tuple(_put_right(state, move, name) for name in move.cards)
    check_ids(state, move, cards)
    facts = Facts(state.round, state.concealed, cards=cards)
    return Outcome(replace(with_hand(state, player, cards), last=Last()), facts=facts)


def _put_right(state: State, move: SetHand, name: CardName) -> Card:
    debt = name.debt or 0
    _check_debt(debt)
    if debt and name == CardName(debt=debt):
        return Card(None, None, debt=debt)
    return replace(printed(state, name, move), debt=debt)


def _set_prices(state: State, move: SetPrices) -> Outcome:
    rows = _rows_meant(state, move)
    after = replace(state, checked=state.checked | rows, last=Last())
    if move.prices is not None:
        if len(move.prices) != len(SEGMENTS):
            raise Refusal("not_seven_prices", count=len(move.prices))
        for price in move.prices:
            if not 0 <= price <= HIGHEST_PRICE:
                raise Refusal("no_such_price", price=price, highest=HIGHEST_PRICE)
        after = replace(after, prices=_with_row(state.prices, move.category, move.prices))
    return Outcome(after, facts=Facts(state.round, prices=move.prices or ()))


def _rows_meant(state: State, move: SetPrices) -> frozenset[tuple[Track, str | None]]:
    """One row, or to say that all of a track are right, every row of it."""
    if move.track == "templates" and move.category is None and move.prices is None:
        return frozenset(("templates", category) for category in state.prices.templates)
    check_category(state, move.track, move.category)
    return frozenset({(move.track, move.category)})


def _with_row(prices: Prices, category: str | None, row: tuple[int, ...]) -> Prices:
    if category is None:
        return replace(prices, kodiki=row)
    return replace(prices, templates={**prices.templates, category: row})


# -- numbers of tokens


def _check_tokens(tokens: int) -> None:
    if tokens < 0:
        raise Refusal("no_such_tokens", tokens=tokens)


def _check_debt(debt: int) -> None:
    if debt < 0:
        raise Refusal("debt_below_zero", debt=debt)
