"""Акционер: what each move does to prices, money, shares and the turn. Pure.

Players buy and sell shares of four companies and lay cards that move the prices; who
has most capital after everybody's last card wins. Source: «Правила игры „Акционер"».

The cardboard is right: what cannot be true of money and shares is refused, what only a
rule forbids is recorded with `anyway` and a notice, and a turn out of order is noted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from calculators.akcioner.cards import COMPANIES, Card, Company, NotPrinted, card_of, named
from calculators.akcioner.effect import PRICES, Effect, Fine, Payment, effect_of
from calculators.akcioner.moves import (
    MOVES,
    TYPED,
    Buy,
    EndTurn,
    Finish,
    Move,
    PlayCard,
    Sell,
    SetCash,
    SetPrice,
    SetShares,
    Trade,
)
from calculators.akcioner.state import Bargain, Moment, Options, Played, State, Turn, first_state
from companion.games import Notice, Outcome, Refusal, Standing, places

__all__ = [
    "MOVES",
    "TYPED",
    "Akcioner",
    "Buy",
    "Corrected",
    "EndTurn",
    "Finish",
    "Laid",
    "Move",
    "Options",
    "Passed",
    "PlayCard",
    "Sell",
    "SetCash",
    "SetPrice",
    "SetShares",
    "State",
    "Traded",
    "current",
    "standings",
    "view",
]


@dataclass(frozen=True)
class Traded:
    """A purchase or a sale, as its log line tells it: the price of each, the money before."""

    price: int
    cash: int


@dataclass(frozen=True)
class Laid:
    """A card that was laid: which it is of the play's (the first is 1), and what it did."""

    number: int
    effect: Effect


@dataclass(frozen=True)
class Passed:
    """A turn that ended: whose, and who comes next (None: nobody has a card left)."""

    ended: int
    next: int | None


@dataclass(frozen=True)
class Corrected:
    """What stood there before it was put right."""

    before: int


class Akcioner:
    """The rules as the log replays them."""

    moves: Mapping[str, type] = MOVES

    def start(self, players: int, options: Options) -> State:
        """Everybody with one share of each company; OptionsFault if this cannot be."""
        return first_state(players, options)

    def apply(self, state: State, move: Move, by: int | None) -> Outcome:
        """The play after `move`, or a Refusal. Anybody may record anything."""
        match move:
            case Buy():
                return _buy(state, move)
            case Sell():
                return _sell(state, move)
            case PlayCard():
                return _play_card(state, move)
            case EndTurn():
                return _end_turn(state, move)
            case SetPrice():
                return _set_price(state, move)
            case SetCash():
                return _set_cash(state, move)
            case SetShares():
                return _set_shares(state, move)
            case Finish():
                return _finish(state)


# -- what is shown


def view(state: State) -> dict[str, Any]:
    """The play as JSON: prices, what everybody has, what the last card did, whose turn it is."""
    last = state.played[-1].effect if state.played else None
    turn = state.turn
    return {
        "prices": dict(zip(COMPANIES, state.prices, strict=True)),
        "players": [_player_view(state, player) for player in range(state.players)],
        "last": {
            "payments": [_payment_view(each) for each in last.payments] if last else [],
            "fines": [_fine_view(each) for each in last.fines] if last else [],
        },
        "turn": {
            "player": turn.player,
            "number": min(state.turn_number(turn.player), state.options.turns),
            "of": state.options.turns,
            "step": turn.step,
        },
    }


def _player_view(state: State, player: int) -> dict[str, Any]:
    owner = state.owners[player]
    supers, ordinaries = state.cards_left(player)
    return {
        "cash": owner.cash,
        "shares": dict(zip(COMPANIES, owner.shares, strict=True)),
        "capital": state.capitals[player],
        "cards_played": state.cards_played(player),
        "cards_left": {"super": supers, "ordinary": ordinaries},
    }


def _payment_view(payment: Payment) -> dict[str, Any]:
    return dict(vars(payment))


def _fine_view(fine: Fine) -> dict[str, Any]:
    return {name: value for name, value in vars(fine).items() if name != "cash"}


def standings(state: State) -> list[Standing]:
    """The highest capital wins; equal capital is a draw."""
    ranking = places(state.capitals)
    return [
        Standing(player, points, place)
        for player, (points, place) in enumerate(zip(state.capitals, ranking, strict=True))
    ]


def current(state: State, move: Move) -> int | None:
    """What stands where `move` writes, or the price that it deals at (None: nothing)."""
    match move:
        case Buy(company=company) | Sell(company=company) | SetPrice(company=company):
            return state.price(company)
        case SetCash(player=player) if player in range(state.players):
            return state.owners[player].cash
        case SetShares(player=player) if player in range(state.players):
            return state.owners[player].of(move.company)
        case _:
            return None


# -- buying and selling


def _buy(state: State, move: Buy) -> Outcome:
    """Nobody buys for more than their money."""
    _known_player(state, move.player)
    price = _price_of(state, move)
    cash = state.owners[move.player].cash
    affordable = cash // price
    if move.count > affordable:
        raise Refusal(
            "too_little_cash",
            way_out=_fewer(state, "buy", move, affordable),
            player=move.player,
            company=move.company,
            count=move.count,
            price=price,
            cash=cash,
            affordable=affordable,
        )
    return _traded(state, move, move.count, price)


def _sell(state: State, move: Sell) -> Outcome:
    """Nobody sells what they do not have, nor in step 3 what they bought in step 1."""
    _known_player(state, move.player)
    price = _price_of(state, move)
    held = state.owners[move.player].of(move.company)
    may = state.may_sell(move.player, move.company)
    told: dict[str, Any] = {"player": move.player, "company": move.company}
    told |= {"count": move.count, "held": held}
    if move.count > held:
        raise Refusal("too_few_shares", way_out=_fewer(state, "sell", move, may), may=may, **told)
    if move.count > may and not move.anyway:
        locked = state.locked(move.player, move.company)
        way = ("sell", {**_args(move), "anyway": True})
        raise Refusal("locked", way_out=way, may=may, locked=locked, **told)
    return _traded(state, move, -move.count, price)


def _fewer(
    state: State, what: str, move: Trade, count: int
) -> tuple[str, Mapping[str, Any]] | None:
    """The same trade with as many shares as can be; None if that would be refused as well."""
    if not count or (state.no_trade(move.player) and not move.anyway):
        return None
    return what, {**_args(move), "count": count}


def _price_of(state: State, move: Trade) -> int:
    """The price of a trade, once count and price are such as can be."""
    if move.count < 1:
        raise Refusal("no_such_count", count=move.count)
    if move.price is not None:
        _on_board(move.price)
    return state.price(move.company) if move.price is None else move.price


def _traded(state: State, move: Trade, count: int, price: int) -> Outcome:
    """Money and shares change hands with the bank; `count` is below 0 for a sale."""
    player, company = move.player, move.company
    if state.no_trade(player) and not move.anyway:
        what = "buy" if count > 0 else "sell"
        way = (what, {**_args(move), "anyway": True})
        raise Refusal("last_turn", way_out=way, player=player)
    owner = state.owners[player]
    after = state.with_owner(player, owner.paid(-count * price).given(company, count))
    step = state.step_of(player)
    if step is not None:
        after = after.with_bargain(player, Bargain(company, count, price, step))
    notices = tuple(_trade_notices(state, move, count, price))
    return Outcome(after, notices, facts=Traded(price, owner.cash))


def _trade_notices(state: State, move: Trade, count: int, price: int) -> Iterator[Notice]:
    player, company = move.player, move.company
    turn = state.turn
    if turn.over:
        yield Notice("after_last_turn", {"player": player})
    elif player != turn.player and not (turn.step == 3 and player == state.next_player):
        yield Notice("out_of_turn", {"player": player, "turn": turn.player})
    if state.no_trade(player):
        yield Notice("last_turn_traded", {"player": player})
    may = state.may_sell(player, company)
    if -count > may:
        told = {"player": player, "company": company, "count": -count - may}
        yield Notice("locked_sold", told)
    if price != state.price(company):
        told = {"company": company, "price": price, "board": state.price(company)}
        yield Notice("other_price", told)


# -- cards and turns


def _play_card(state: State, move: PlayCard) -> Outcome:
    """The card moves prices, then all are paid, then all pay. Step 3 begins."""
    _known_player(state, move.player)
    card = _printed(move)
    notices = (*_card_notices(state, move.player, card),)
    if move.player != state.turn.player or state.turn.step == 3:
        state = _with_turn(_ended(state), move.player)
    effect = effect_of(card, move.player, state.prices, state.owners, state.options)
    after = state.with_played(Played(move.player, card, state.number, effect))
    return Outcome(after, notices, facts=Laid(len(after.played), effect))


def _printed(move: PlayCard) -> Card:
    """The card, or a Refusal whose way out is the card that was clearly meant."""
    try:
        return card_of(move.card)
    except NotPrinted as refusal:
        if refusal.card:
            meant = {"player": move.player, "card": named(refusal.card)}
            refusal.way_out = ("play_card", meant)
        raise


def _card_notices(state: State, player: int, card: Card) -> Iterator[Notice]:
    """A turn out of order, and a card that cannot be: noted, since one entry is a slip."""
    turn = state.turn
    if turn.over:
        yield Notice("after_last_turn", {"player": player})
    elif player != turn.player:
        yield Notice("turn_ended", {"player": turn.player, "card_laid": turn.step == 3})
        if player != state.next_player:
            yield Notice("out_of_turn", {"player": player, "turn": state.next_player})
    elif turn.step == 3:
        yield Notice("second_card", {"player": player})
    yield from _slips(state, player, card)


def _slips(state: State, player: int, card: Card) -> Iterator[Notice]:
    """More cards than were dealt, and a printed card laid oftener than it exists."""
    number, own = len(state.played) + 1, state.laid[player].of(card)
    dealt = state.options.supers if card.is_super else state.options.ordinaries
    if len(own) >= dealt:
        told: dict[str, Any] = {"player": player, "is_super": card.is_super, "dealt": dealt}
        told["count"] = len(own) + 1
        yield Notice("more_than_dealt", {**told, "cards": [*own[:dealt], number]})
    same = state.out.get(card.face, ())
    if len(same) >= card.face.copies:
        told = {"card": named(card), "copies": card.face.copies}
        yield Notice("played_before", {**told, "entries": [*same, (number, player)]})


def _end_turn(state: State, move: EndTurn) -> Outcome:
    """The next player sits counter-clockwise. Two phones that end a turn end it once."""
    turn = state.turn
    if move.player is not None:
        _known_player(state, move.player)
    if turn.over:
        raise Refusal(
            "no_more_turns",
            way_out=None if state.finished else ("finish", {}),
            turns=state.options.turns,
        )
    number = state.turn_number(turn.player)
    if not _names_turn(move, turn.player, number):
        raise Refusal("turn_already_ended", player=turn.player)
    notices = () if turn.step == 3 else (Notice("no_card", {"player": turn.player}),)
    after = _ended(state)
    if any(state.cards_due(player) for player in range(state.players)):
        after = _with_turn(after, state.next_player)
        return Outcome(after, notices, facts=Passed(turn.player, after.turn.player))
    over = Turn(turn.player, step=3, previous=turn.player, over=True)
    return Outcome(replace(after, turn=over), notices, facts=Passed(turn.player, None))


def _names_turn(move: EndTurn, player: int, number: int) -> bool:
    """Whether the move means the turn being played; what it leaves out, it leaves open."""
    return move.player in (None, player) and move.number in (None, number)


def _ended(state: State) -> State:
    """The turn is over: how all stand is kept, and what was bought in it is locked no more."""
    if state.turn.over:
        return state
    history = (*state.history, state.moment())
    return replace(state.with_bargains(state.turn.player, ()), history=history)


def _with_turn(state: State, player: int) -> State:
    previous = state.turn.player
    return replace(state, turn=Turn(player, previous=previous))


# -- what is put right


def _set_price(state: State, move: SetPrice) -> Outcome:
    """The board shows 10, 20 … 250."""
    _on_board(move.price, company=move.company)
    place = COMPANIES.index(move.company)
    prices = (*state.prices[:place], move.price, *state.prices[place + 1 :])
    after = replace(state, prices=prices)
    return Outcome(_put_right(after), facts=Corrected(state.price(move.company)))


def _set_cash(state: State, move: SetCash) -> Outcome:
    """Money is never below 0."""
    _known_player(state, move.player)
    _not_below_zero(move, "cash", move.cash)
    owner = state.owners[move.player]
    after = state.with_owner(move.player, replace(owner, cash=move.cash))
    return Outcome(_put_right(after), facts=Corrected(owner.cash))


def _set_shares(state: State, move: SetShares) -> Outcome:
    """Shares are never below 0."""
    _known_player(state, move.player)
    _not_below_zero(move, "count", move.count)
    owner = state.owners[move.player]
    before = owner.of(move.company)
    after = state.with_owner(move.player, owner.given(move.company, move.count - before))
    return Outcome(_put_right(after), facts=Corrected(before))


def _put_right(state: State) -> State:
    """Before anything is bought, sold or laid, it is how the play starts."""
    if state.begun:
        return state
    return replace(state, history=(Moment(None, state.prices, state.capitals),))


def _finish(state: State) -> Outcome:
    if state.finished:
        raise Refusal("already_finished")
    left = [(player, state.cards_due(player)) for player in range(state.players)]
    due = [(player, count) for player, count in left if count]
    notices = (Notice("cards_left", {"left": due}),) if due else ()
    return Outcome(replace(state, finished=True), notices)


# -- what can be


def _known_player(state: State, player: int) -> None:
    if player not in range(state.players):
        raise Refusal("no_such_player", player=player, players=state.players)


def _on_board(price: int, company: Company | None = None) -> None:
    """The price is one of the board's; else a Refusal, with the nearest one as the way out."""
    if price in PRICES:
        return
    nearest = min(PRICES, key=lambda each: abs(each - price))
    args = {"company": company, "price": nearest}
    raise Refusal("no_such_price", way_out=("set_price", args) if company else None, price=price)


def _not_below_zero(move: SetCash | SetShares, field: str, value: int) -> None:
    if value >= 0:
        return
    what = "set_cash" if isinstance(move, SetCash) else "set_shares"
    raise Refusal("below_zero", way_out=(what, {**vars(move), field: 0}), what=field, value=value)


def _args(move: Trade) -> dict[str, Any]:
    """The args of a trade as they were sent: what was left open stays so."""
    return {
        name: value
        for name, value in vars(move).items()
        if value is not None and value is not False
    }
