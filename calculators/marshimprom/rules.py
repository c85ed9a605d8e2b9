"""МАРСХИМПРОМ, level 3 «Профи»: what each move does to coins, chips, missions and gear. Pure.

Players refine raw material into substances, mark them with their chips and sell them to
the corporation's bank; a mission that is complete ends the game and counts double. Most
points win. Source: «МХП: уровень 3 „Профи“» v2.0.

The cardboard is right: what cannot be true of coins, chips and places is refused, what
only a rule forbids is recorded with a notice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from calculators.marshimprom.account import Account
from calculators.marshimprom.fight import SIDES, Armour, Fight, Throw, first_decision, thrown
from calculators.marshimprom.moves import (
    MOVES,
    TYPED,
    BuyGear,
    EndRepairs,
    Finish,
    Move,
    Pay,
    Roll,
    SellSubstance,
    SetChips,
    SetGear,
    SetHold,
    SetMission,
    SetMoney,
    SetSubstance,
    Trade,
)
from calculators.marshimprom.state import (
    OTHER,
    Options,
    State,
    clean_name,
    first_state,
    is_name,
    mission_of,
)
from companion.games import Die, Notice, Outcome, Refusal, Standing, places

__all__ = ["MOVES", "TYPED", "Corrected", "Fought", "Marshimprom", "Options", "Sold", "State"]

WayOut = tuple[str, Mapping[str, Any]]
"""A move and its args, as a refusal offers them."""

CARD_PRICE = 4
"""What a raw card from the warehouse costs, and a battery, and armour (mR)."""


@dataclass(frozen=True)
class Corrected:
    """What stood there before it was put right (None: nothing)."""

    before: Any


@dataclass(frozen=True)
class Fought:
    """Who won a fight, and how the defender's two numbers counted."""

    winner: int
    armour: Armour


@dataclass(frozen=True)
class Sold:
    """What a substance brought."""

    price: int


class Marshimprom:
    """The rules as the log replays them."""

    moves: Mapping[str, type] = MOVES

    def start(self, players: int, options: Options) -> State:
        """All coins in the bank; OptionsFault if this cannot be."""
        return first_state(players, options)

    def apply(self, state: State, move: Move, by: int | None) -> Outcome:
        """The play after `move`, or a Refusal. Anybody may record anything."""
        return _APPLY[type(move)](state, move)


# -- what is shown


def view(state: State) -> dict[str, Any]:
    """The play as JSON: coins, prices, the last fight, every player's score part by part."""
    fight = state.fight
    return {
        "bank": state.bank,
        "warehouse": state.warehouse,
        "substances": [{"name": name, "price": price} for name, price in state.prices.items()],
        "complete": list(state.complete_missions),
        "interim": state.interim,
        "first": state.options.first,
        "last_fight": None if fight is None else {"winner": fight.winner, "loser": fight.loser},
        "players": [_player_view(state, player) for player in state.numbers],
    }


def _player_view(state: State, player: int) -> dict[str, Any]:
    mine, account = state.players[player], state.account(player)
    return {
        "money": mine.money,
        "chips_used": mine.chips_used,
        "chips": [
            {"substance": substance, "place": place, "count": count}
            for (substance, place), count in sorted(mine.chips.items())
        ],
        "hold": mine.hold,
        "gear": {"battery": mine.battery, "armour": mine.armour},
        "repairs": player in state.repairs,
        "own": account.own,
        "shared": account.shared,
        "missions": _missions_view(account),
        "score": account.score,
    }


def _missions_view(account: Account) -> list[dict[str, Any]]:
    return [{**vars(each), "score": each.score} for each in account.missions]


def standings(state: State) -> list[Standing]:
    """The highest score wins; equal scores are a draw."""
    ranking = places(state.scores)
    return [
        Standing(player, points, place)
        for player, (points, place) in enumerate(zip(state.scores, ranking, strict=True))
    ]


def current(state: State, move: Move) -> int | None:
    """What stands where `move` writes (None: nothing)."""
    match move:
        case SetSubstance():
            return state.prices.get(clean_name(move.name))
        case SetChips(player=player) if player in state.numbers:
            return state.chips_at(player, clean_name(move.substance), move.place)
        case SetHold(player=player) if player in state.numbers:
            return state.players[player].hold
        case SetMoney(player=player) if player in state.numbers:
            return state.players[player].money
        case _:
            return None


def drawn(state: State, args: Mapping[str, Any], die: Die) -> Mapping[str, Any]:
    """A fight whose dice nobody threw at the table is thrown here; others stay as they are."""
    if args.get("rolls") is not None:
        return args
    defender = args.get("defender")
    known = isinstance(defender, int) and defender in state.numbers
    armoured = known and state.players[int(defender or 0)].armour
    return {**args, "rolls": thrown(armoured, state.options.armour, die)}


# -- substances, chips, missions


def _set_substance(state: State, move: SetSubstance) -> Outcome:
    """Each substance has one price, printed on its card; all scores follow it."""
    name = clean_name(move.name)
    before = state.prices.get(name)
    if not is_name(name):
        raise Refusal("no_such_name", length=len(name))
    if move.price is None:
        return _without_substance(state, name)
    _not_below_zero("set_substance", {"name": name, "price": move.price}, "price")
    return Outcome(
        replace(state, prices={**state.prices, name: move.price}), facts=Corrected(before)
    )


def _without_substance(state: State, name: str) -> Outcome:
    """A substance under somebody's chip stays on the list."""
    _known_substance(state, name, lambda known: ("set_substance", {"name": known, "price": None}))
    for player in state.numbers:
        for (substance, place), count in state.players[player].chips.items():
            if substance == name:
                told = {"player": player, "substance": name, "place": place}
                way = ("set_chips", {**told, "count": 0})
                raise Refusal("chips_on_substance", way_out=way, count=count, **told)
    prices = {each: price for each, price in state.prices.items() if each != name}
    return Outcome(replace(state, prices=prices), facts=Corrected(state.prices[name]))


def _set_chips(state: State, move: SetChips) -> Outcome:
    """A player has eight chips, and a mission has only so many places."""
    move = replace(move, substance=clean_name(move.substance))
    player, substance, place = move.player, move.substance, move.place
    _known_spot(state, "set_chips", move)
    _not_below_zero("set_chips", vars(move), "count")
    before = state.chips_at(player, substance, place)
    if move.count > before:
        _enough_chips(state, move, before)
        _enough_places(state, move, before)
    mine = state.players[player].with_chips(substance, place, move.count)
    after = state.with_player(player, mine)
    notices = (*_chip_notices(state, move, before), *_completed(state, after))
    return Outcome(after, notices, facts=Corrected(before))


def _enough_chips(state: State, move: SetChips, before: int) -> None:
    free = state.chips_free(move.player)
    if move.count - before > free:
        raise Refusal(
            "too_few_chips",
            way_out=_as_many(state, move, before),
            **vars(move),
            before=before,
            free=free,
            chips=state.options.chips,
        )


def _enough_places(state: State, move: SetChips, before: int) -> None:
    mission = mission_of(move.place)
    free = None if mission is None else state.free_places(mission, move.substance)
    if mission is None or free is None or move.count - before <= free:
        return
    raise Refusal(
        "too_few_places",
        way_out=_as_many(state, move, before),
        **vars(move),
        mission=mission,
        free=free,
        places=state.slots[mission].get(move.substance, 0),
    )


def _as_many(state: State, move: SetChips, before: int) -> WayOut | None:
    """As many chips as can stand there; None if they stand there already."""
    most = state.most_chips(move.player, move.substance, move.place)
    return ("set_chips", {**vars(move), "count": most}) if most > before else None


def _chip_notices(state: State, move: SetChips, before: int) -> Iterator[Notice]:
    if move.count <= before or mission_of(move.place) is not None:
        return
    told: dict[str, Any] = {"player": move.player, "substance": move.substance}
    if move.place == OTHER:
        yield Notice("other_plant", told)
    mission = state.awaited_on(move.substance)
    if mission is not None:
        yield Notice("mission_place_free", {**told, "mission": mission})


def _completed(before: State, after: State) -> Iterator[Notice]:
    """Missions that are complete by themselves, since their last place is taken."""
    for mission in after.complete_missions:
        if not before.is_complete(mission):
            yield Notice("mission_completed", {"mission": mission})


def _set_mission(state: State, move: SetMission) -> Outcome:
    """The table ticks a mission; one whose places are all taken is complete without it."""
    if move.mission not in state.missions:
        raise Refusal("no_such_mission", mission=move.mission, missions=state.options.missions)
    before = state.is_complete(move.mission)
    one = frozenset({move.mission})
    ticked = state.ticked | one if move.complete else state.ticked - one
    after = replace(state, ticked=ticked)
    stays = after.is_complete(move.mission) and not move.complete
    notices = (Notice("mission_stays_complete", {"mission": move.mission}),) if stays else ()
    return Outcome(after, notices, facts=Corrected(before))


# -- money


def _pay(state: State, move: Pay) -> Outcome:
    """Neither the bank nor a player pays what is not there."""
    _known_player(state, move.player)
    cards = _raw_cards(move)
    _enough_money(state, move)
    _enough_coins(state, move)
    warehouse = _warehouse(state, move, cards)
    after = replace(state.with_payment(move.player, move.amount), warehouse=warehouse)
    return Outcome(after, tuple(_pay_notices(state, move)))


def _raw_cards(move: Pay) -> int:
    """Raw cards that a payment brings into the warehouse (below 0: takes out of it)."""
    if move.reason == "raw":
        return move.amount
    if move.reason == "warehouse":
        return move.amount // CARD_PRICE if move.amount > 0 else -(-move.amount // CARD_PRICE)
    return 0


def _enough_money(state: State, move: Pay) -> None:
    money = state.players[move.player].money
    if money + move.amount < 0:
        raise Refusal(
            "too_little_money",
            way_out=_smaller_payment(state, move, money),
            player=move.player,
            needed=-move.amount,
            money=money,
        )


def _smaller_payment(state: State, move: Pay, money: int) -> WayOut | None:
    """What the player has, in whole cards of the warehouse; gear is not sold by halves."""
    part = money // CARD_PRICE * CARD_PRICE if move.reason == "warehouse" else money
    if not part or move.reason in ("battery", "armour"):
        return None
    return _if_it_can_be(state, "pay", {**vars(move), "amount": -part})


def _enough_coins(state: State, move: Pay) -> None:
    if state.bank is not None and move.amount > state.bank:
        way = ("pay", {**vars(move), "amount": state.bank}) if state.bank else None
        raise Refusal("bank_is_short", way_out=way, needed=move.amount, bank=state.bank)


def _warehouse(state: State, move: Pay, cards: int) -> int | None:
    """Raw cards in the warehouse after the payment; nobody buys more than there are."""
    if state.warehouse is None:
        return None
    if state.warehouse + cards < 0:
        left = {**vars(move), "amount": -CARD_PRICE * state.warehouse}
        way = ("pay", left) if state.warehouse and move.reason == "warehouse" else None
        raise Refusal("warehouse_is_short", way_out=way, needed=-cards, left=state.warehouse)
    return state.warehouse + cards


def _pay_notices(state: State, move: Pay) -> Iterator[Notice]:
    """A sum that the reason does not give: recorded, since the coins were paid."""
    fits: Mapping[str, bool] = {
        "raw": move.amount > 0,
        "substance": move.amount > 0,
        "battery": move.amount == -CARD_PRICE,
        "armour": move.amount == -CARD_PRICE,
        "warehouse": move.amount < 0 and move.amount % CARD_PRICE == 0,
        "other": True,
    }
    if not fits[move.reason]:
        yield Notice("odd_sum", {"player": move.player, "reason": move.reason})


def _trade(state: State, move: Trade) -> Outcome:
    """Money changes hands between two players; the bank has no part in it."""
    payer, taker = move.from_player, move.to_player
    _known_player(state, payer)
    _known_player(state, taker)
    if payer == taker:
        raise Refusal("same_player", player=payer)
    if move.amount < 0:
        turned = {"from_player": taker, "to_player": payer, "amount": -move.amount}
        way = ("trade", turned) if -move.amount <= state.players[taker].money else None
        raise Refusal("below_zero", way_out=way, what="amount", value=move.amount)
    money = state.players[payer].money
    if move.amount > money:
        way = ("trade", {**vars(move), "amount": money}) if money else None
        told = {"player": payer, "needed": move.amount, "money": money}
        raise Refusal("too_little_money", way_out=way, **told)
    return Outcome(state.with_money(payer, -move.amount).with_money(taker, move.amount))


def _set_money(state: State, move: SetMoney) -> Outcome:
    """Coins are never made: what a player has more, the bank has less."""
    _known_player(state, move.player)
    _not_below_zero("set_money", vars(move), "money")
    before = state.players[move.player].money
    if state.bank is not None and move.money - before > state.bank:
        most = before + state.bank
        way = ("set_money", {**vars(move), "money": most}) if state.bank else None
        raise Refusal("too_few_coins", way_out=way, **vars(move), bank=state.bank, most=most)
    after = state.with_payment(move.player, move.money - before)
    return Outcome(after, facts=Corrected(before))


def _sell_substance(state: State, move: SellSubstance) -> Outcome:
    """The bank pays the printed price and the chip comes back."""
    move = replace(move, substance=clean_name(move.substance))
    player, substance, place = move.player, move.substance, move.place
    _known_spot(state, "sell_substance", move)
    here = state.chips_at(player, substance, place)
    if not here:
        raise Refusal("no_chip_there", way_out=_sale_elsewhere(state, move), **vars(move))
    price = state.prices[substance]
    if state.bank is not None and price > state.bank:
        raise Refusal("bank_is_short", needed=price, bank=state.bank)
    paid = state.with_payment(player, price)
    after = paid.with_player(player, paid.players[player].with_chips(substance, place, here - 1))
    return Outcome(after, facts=Sold(price))


def _sale_elsewhere(state: State, move: SellSubstance) -> WayOut | None:
    """The same substance sold where the player has a chip on it, if the bank can pay."""
    spots = state.players[move.player].chips
    place = next((each for each in state.places if (move.substance, each) in spots), None)
    if place is None:
        return None
    return _if_it_can_be(state, "sell_substance", {**vars(move), "place": place})


# -- combine and gear


def _set_hold(state: State, move: SetHold) -> Outcome:
    """A combine carries six raw cards at most."""
    _known_player(state, move.player)
    _not_below_zero("set_hold", vars(move), "cards")
    most = state.options.hold
    if move.cards > most:
        way = ("set_hold", {**vars(move), "cards": most})
        raise Refusal("hold_is_full", way_out=way, **vars(move), hold=most)
    mine = state.players[move.player]
    after = state.with_player(move.player, replace(mine, hold=move.cards))
    return Outcome(after, facts=Corrected(mine.hold))


def _set_gear(state: State, move: SetGear) -> Outcome:
    """Gear that a player really has; nothing is paid."""
    _known_player(state, move.player)
    if move.battery is None and move.armour is None:
        raise Refusal("no_gear_named", player=move.player)
    mine = state.players[move.player]
    after = state.with_player(move.player, mine.with_gear(move.battery, move.armour))
    return Outcome(after, facts=Corrected((mine.battery, mine.armour)))


def _buy_gear(state: State, move: BuyGear) -> Outcome:
    """A battery or armour costs 4 mR; nobody needs a second one."""
    _known_player(state, move.player)
    mine = state.players[move.player]
    if mine.money < CARD_PRICE:
        raise Refusal("too_little_money", player=move.player, needed=CARD_PRICE, money=mine.money)
    told: dict[str, Any] = {"player": move.player, "what": move.what}
    has = mine.battery if move.what == "battery" else mine.armour
    paid = state.with_payment(move.player, -CARD_PRICE)
    battery, armour = move.what == "battery" or None, move.what == "armour" or None
    geared = paid.players[move.player].with_gear(battery, armour)
    notices = (Notice("second_gear", told),) if has else ()
    return Outcome(paid.with_player(move.player, geared), notices)


# -- fights


def _roll(state: State, move: Roll) -> Outcome:
    """Attacker, then defender; the higher number wins, equal ones throw again."""
    _known_player(state, move.attacker)
    _known_player(state, move.defender)
    if move.attacker == move.defender:
        raise Refusal("same_player", player=move.attacker)
    for number, each in enumerate(move.rolls, start=1):
        _real_throw(number, each)
    _decides_last(state, move)
    armour = state.options.armour
    won = move.rolls[-1].lead(armour) > 0
    winner = move.attacker if won else move.defender
    fight = Fight(move.attacker, move.defender, move.rolls, winner)
    repairs = state.repairs | {move.attacker, move.defender}
    return Outcome(
        replace(state, fight=fight, repairs=repairs),
        tuple(_fight_notices(state, move)),
        facts=Fought(winner, armour),
    )


def _real_throw(number: int, throw: Throw) -> None:
    if not 1 <= len(throw.dice) <= 2:
        raise Refusal("no_such_throw", throw=number, count=len(throw.dice))
    if not all(1 <= each <= SIDES for each in (throw.attacker, *throw.dice)):
        raise Refusal("no_such_face", sides=SIDES)


def _decides_last(state: State, move: Roll) -> None:
    """Equal numbers throw again, and what comes after a decision is of another fight."""
    decided = first_decision(move.rolls, state.options.armour)
    if decided is None:
        raise Refusal("not_decided", throws=len(move.rolls))
    if decided < len(move.rolls) - 1:
        rolls = [each.named for each in move.rolls[: decided + 1]]
        raise Refusal(
            "decided_before",
            way_out=("roll", {**vars(move), "rolls": rolls}),
            throw=decided + 1,
        )


def _fight_notices(state: State, move: Roll) -> Iterator[Notice]:
    if move.attacker in state.repairs:
        yield Notice("attack_in_repairs", {"player": move.attacker})
    armoured = state.players[move.defender].armour
    if not armoured and any(len(each.dice) == 2 for each in move.rolls):
        yield Notice("two_without_armour", {"player": move.defender})
    if armoured and any(len(each.dice) == 1 for each in move.rolls):
        yield Notice("armour_not_used", {"player": move.defender})


def _end_repairs(state: State, move: EndRepairs) -> Outcome:
    """The turn after the fight is over: the player may attack again."""
    _known_player(state, move.player)
    before = move.player in state.repairs
    return Outcome(replace(state, repairs=state.repairs - {move.player}), facts=Corrected(before))


# -- the end


def _finish(state: State, move: Finish) -> Outcome:
    """One complete mission ends the game; without one the result is called interim."""
    if state.finished:
        raise Refusal("already_finished")
    notices = (Notice("interim"),) if state.interim else ()
    return Outcome(replace(state, finished=True), notices)


# -- what can be


def _known_player(state: State, player: int) -> None:
    if player not in state.numbers:
        raise Refusal("no_such_player", player=player, players=len(state.players))


def _known_spot(state: State, what: str, move: SetChips | SellSubstance) -> None:
    """Player, substance and place are all in this play."""
    _known_player(state, move.player)
    if move.place not in state.places:
        raise Refusal("no_such_place", place=move.place, missions=state.options.missions)
    _known_substance(
        state, move.substance, lambda known: (what, {**vars(move), "substance": known})
    )


def _known_substance(state: State, name: str, meant: Callable[[str], WayOut]) -> None:
    """The substance is on the list; else a Refusal.

    Its way out is the same move with the name that looks like it, or the name entered
    with no price yet.
    """
    if name in state.prices:
        return
    alike = _alike(name, state.prices)
    way: WayOut | None = None
    if alike is not None:
        way = _if_it_can_be(state, *meant(alike))
    elif is_name(name):
        way = ("set_substance", {"name": name, "price": 0})
    raise Refusal("unknown_substance", way_out=way, substance=name, alike=alike)


def _if_it_can_be(state: State, what: str, args: Mapping[str, Any]) -> WayOut | None:
    """The move as a way out, unless it would be refused as well."""
    try:
        _APPLY[MOVES[what]](state, MOVES[what](**args))
    except Refusal:
        return None
    return what, args


def _alike(name: str, known: Mapping[str, int]) -> str | None:
    """The known name that was meant: the same but for capitals, or with a slip in it."""
    folded = {each.casefold(): each for each in known}
    found = get_close_matches(name[:100].casefold(), folded, n=1, cutoff=0.8)
    return folded[found[0]] if found else None


def _not_below_zero(what: str, args: Mapping[str, Any], field: str) -> None:
    if args[field] < 0:
        way = (what, {**args, field: 0})
        raise Refusal("below_zero", way_out=way, what=field, value=args[field])


_APPLY: Mapping[type, Callable[[State, Any], Outcome]] = {
    SetSubstance: _set_substance,
    Pay: _pay,
    Trade: _trade,
    SetChips: _set_chips,
    SetMission: _set_mission,
    SetHold: _set_hold,
    SetGear: _set_gear,
    Roll: _roll,
    EndRepairs: _end_repairs,
    SellSubstance: _sell_substance,
    BuyGear: _buy_gear,
    SetMoney: _set_money,
    Finish: _finish,
}
