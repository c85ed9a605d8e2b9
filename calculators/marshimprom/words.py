"""What МАРСХИМПРОМ says: log lines, refusals, notices, status and result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from calculators.marshimprom.moves import (
    BuyGear,
    EndRepairs,
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
from calculators.marshimprom.rules import CARD_PRICE, Fought, Sold, State, standings
from calculators.marshimprom.saying import (
    REASONS,
    account_said,
    chips_said,
    place_name,
    shortened,
    throw_said,
)
from calculators.marshimprom.state import clean_name
from companion.games import Eyes, LogRow, Notice, Refusal
from companion.saying import listed, name_of
from companion.signs import gained, signed

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}

# -- the log


def line(rows: Sequence[LogRow], eyes: Eyes, names: Sequence[str]) -> str:
    """One log line; a run of chips or of raw cards tells where it began and where it
    ended, a run of payments what they come to."""
    row = rows[-1]
    facts = row.outcome.facts if row.outcome else None
    first = rows[0].outcome.facts if rows[0].outcome else None
    before = None if first is None else getattr(first, "before", None)
    move: Move = row.move
    match move:
        case SetSubstance():
            return _substance_line(move, facts is not None, before)
        case SetChips():
            return _chips_line(move, before, names)
        case SetHold() | SetMoney():
            return _counted_line(move, before, names)
        case Pay():
            return _payment_line(move, sum(each.move.amount for each in rows), names)
        case Roll():
            return _fight_line(move, facts, names)
        case SellSubstance():
            return _sale_line(move, facts, names)
        case SetMission() | EndRepairs():
            return _unless_as_it_was(_said_line(move, names), before, move)
        case _:
            return _said_line(move, names)


def _said_line(move: Move, names: Sequence[str]) -> str:
    """Moves that need nothing but what they say."""
    match move:
        case Trade():
            told: dict[str, Any] = {"payer": name_of(names, move.from_player)}
            told |= {"taker": name_of(names, move.to_player), "sum": signed(move.amount)}
            return _("%(payer)s → %(taker)s: %(sum)s mR") % told
        case SetMission(mission=mission, complete=True):
            return _("Mission %(mission)s is complete") % {"mission": signed(mission)}
        case SetMission(mission=mission):
            return _("Mission %(mission)s is not complete") % {"mission": signed(mission)}
        case SetGear():
            return _gear_line(move, names)
        case EndRepairs():
            return _("%(name)s: the repairs are over") % {"name": name_of(names, move.player)}
        case BuyGear():
            told = {"name": name_of(names, move.player), "gear": REASONS[move.what]}
            told["price"] = signed(-CARD_PRICE)
            return _("%(name)s buys: %(gear)s, %(price)s mR") % told
        case _:
            return _("The game is over")


def _unless_as_it_was(said: str, before: bool | None, move: SetMission | EndRepairs) -> str:
    """Say so when nothing was changed: taking such an entry back changes nothing either."""
    same = before == move.complete if isinstance(move, SetMission) else before is False
    return _("%(line)s (as it was)") % {"line": said} if same else said


def _instead(head: str, now: int, before: int | None) -> str:
    """What stands there now, and what stood there before if anything did."""
    told = {"head": head, "now": signed(now), "before": before}
    if before is None:
        return f"{head}: {told['now']}"
    if before == now:
        return _("%(line)s (as it was)") % {"line": f"{head}: {now}"}
    return _("%(head)s: %(now)s instead of %(before)s") % told


def _substance_line(move: SetSubstance, counts: bool, before: int | None) -> str:
    told = {"substance": shortened(clean_name(move.name))}
    if move.price is None:
        return _("Off the list: %(substance)s") % told
    if counts and before is None:
        told["price"] = signed(move.price)
        return _("New substance: %(substance)s, %(price)s mR") % told
    return _instead(_("Price. %(substance)s") % told, move.price, before)


def _chips_line(move: SetChips, before: int | None, names: Sequence[str]) -> str:
    told = {
        "name": name_of(names, move.player),
        "substance": shortened(clean_name(move.substance)),
        "place": place_name(move.place),
    }
    head = _("Chips. %(name)s: %(substance)s, %(place)s") % told
    return _instead(head, move.count, before)


def _counted_line(move: SetHold | SetMoney, before: int | None, names: Sequence[str]) -> str:
    what = {"what": name_of(names, move.player)}
    if isinstance(move, SetHold):
        return _instead(_("Raw cards in the combine. %(what)s") % what, move.cards, before)
    return _instead(_("Money put right. %(what)s") % what, move.money, before)


def _payment_line(move: Pay, amount: int, names: Sequence[str]) -> str:
    told = {
        "name": name_of(names, move.player),
        "sum": gained(amount),
        "reason": REASONS[move.reason],
    }
    if amount < 0:
        return _("%(name)s: %(sum)s mR to the bank, %(reason)s") % told
    return _("%(name)s: %(sum)s mR from the bank, %(reason)s") % told


def _gear_line(move: SetGear, names: Sequence[str]) -> str:
    said = []
    for what, has in (("battery", move.battery), ("armour", move.armour)):
        if has is not None:
            gear = REASONS["battery" if what == "battery" else "armour"]
            answer = pgettext("gear", "bought") if has else pgettext("gear", "none")
            said.append(f"{gear} — {answer}")
    return f"{name_of(names, move.player)}: {listed(said)}"


def _fight_line(move: Roll, facts: Fought | None, names: Sequence[str]) -> str:
    """The winner stands first: a long line is cut at its end under the thumb."""
    told = {"attacker": name_of(names, move.attacker), "defender": name_of(names, move.defender)}
    if facts is None:
        return _("Fight. %(attacker)s against %(defender)s") % told
    told["winner"] = name_of(names, facts.winner)
    told["throws"] = "; ".join(throw_said(each, facts.armour) for each in move.rolls)
    return _("Fight. Winner: %(winner)s. %(attacker)s against %(defender)s: %(throws)s") % told


def _sale_line(move: SellSubstance, facts: Sold | None, names: Sequence[str]) -> str:
    told = {
        "name": name_of(names, move.player),
        "substance": shortened(clean_name(move.substance)),
        "place": place_name(move.place),
    }
    head = _("%(name)s sells: %(substance)s, %(place)s") % told
    if facts is None:
        return head
    paid = {"head": head, "price": gained(facts.price)}
    return _("%(head)s. %(price)s mR from the bank, one chip back") % paid


# -- refusals


def why(refusal: Refusal, eyes: Eyes, names: Sequence[str]) -> str:
    """Why a move cannot be: who or what stands in the way, and what can be done."""
    return _REFUSALS[refusal.code](refusal.data, names)


def way_out(refusal: Refusal, eyes: Eyes, names: Sequence[str]) -> str:
    """The label of the refusal's one-tap key: what it will do."""
    if refusal.way_out is None:
        return ""
    move, args = refusal.way_out
    return _KEYS[move](args, refusal, names)


def _substance_key(args: Mapping[str, Any], refusal: Refusal, names: Sequence[str]) -> str:
    told = {"substance": args["name"], "price": args["price"]}
    if args["price"] is None:
        return _("Take off the list: %(substance)s") % told
    if refusal.code == "unknown_substance":
        return _("Enter “%(substance)s” for now, price 0") % told
    return _("%(substance)s: record %(price)s mR") % told


def _chips_key(args: Mapping[str, Any], refusal: Refusal, names: Sequence[str]) -> str:
    told = {
        "name": name_of(names, args["player"]),
        "substance": shortened(args["substance"]),
        "place": place_name(args["place"]),
        "chips": chips_said(args["count"]),
    }
    return _("%(name)s: %(substance)s, %(place)s, %(chips)s") % told


def _sell_key(args: Mapping[str, Any], refusal: Refusal, names: Sequence[str]) -> str:
    told = {"substance": shortened(args["substance"]), "place": place_name(args["place"])}
    return _("Sell: %(substance)s, %(place)s") % told


def _person_key(text: str, args: Mapping[str, Any], player: str, names: Sequence[str]) -> str:
    said = {name: signed(value) if type(value) is int else value for name, value in args.items()}
    return text % {**said, "name": name_of(names, args[player])}


_KEYS: Mapping[str, Callable[[Mapping[str, Any], Refusal, Sequence[str]], str]] = {
    "set_substance": _substance_key,
    "set_chips": _chips_key,
    "sell_substance": _sell_key,
    "roll": lambda args, refusal, names: _("Record the fight up to throw %(throw)s") % refusal.data,
    "pay": lambda args, refusal, names: _person_key(
        _("%(name)s: record %(amount)s mR"), args, "player", names
    ),
    "trade": lambda args, refusal, names: _payer_key(args, names),
    "set_money": lambda args, refusal, names: _person_key(
        _("%(name)s: money %(money)s"), args, "player", names
    ),
    "set_hold": lambda args, refusal, names: _person_key(
        _("%(name)s: raw cards %(cards)s"), args, "player", names
    ),
}


def _payer_key(args: Mapping[str, Any], names: Sequence[str]) -> str:
    told = {
        "payer": name_of(names, args["from_player"]),
        "taker": name_of(names, args["to_player"]),
        "sum": args["amount"],
    }
    return _("%(payer)s → %(taker)s: %(sum)s mR") % told


def _unknown_substance(data: Mapping[str, Any], names: Sequence[str]) -> str:
    told = {"substance": shortened(data["substance"]), "alike": shortened(data["alike"] or "")}
    if data["alike"] is not None:
        return _("There is no substance “%(substance)s” on the list. Is it “%(alike)s”?") % told
    return _("There is no substance “%(substance)s” on the list. Enter it with its price.") % told


def _below_zero(data: Mapping[str, Any], names: Sequence[str]) -> str:
    told = {"value": signed(data["value"])}
    match data["what"]:
        case "price":
            return _("A price is never below 0: %(value)s cannot be.") % told
        case "count":
            return _("Chips are never below 0: %(value)s cannot be.") % told
        case "cards":
            return _("Raw cards are never below 0: %(value)s cannot be.") % told
        case "money":
            return _("Money is never below 0: %(value)s cannot be.") % told
        case _:
            return _("A sum is never below 0: %(value)s cannot be. Who pays whom?") % told


def _chips_on_substance(data: Mapping[str, Any], names: Sequence[str]) -> str:
    told = _placed(data, names) | {"chips": chips_said(data["count"])}
    return (
        _(
            "“%(substance)s” stays on the list while a chip stands on it."
            " %(name)s: %(place)s, %(chips)s."
        )
        % told
    )


def _placed(data: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Whose chip, on what, where: as sentences name them."""
    return {
        "name": name_of(names, data["player"]),
        "substance": shortened(data["substance"]),
        "place": place_name(data["place"]),
    }


def _too_few_chips(data: Mapping[str, Any], names: Sequence[str]) -> str:
    told = {
        "name": name_of(names, data["player"]),
        "chips": data["chips"],
        "free": data["free"],
        "needed": signed(data["count"] - data["before"]),
    }
    if data["free"]:
        return _("%(name)s: chips %(chips)s in all, free %(free)s, wanted %(needed)s.") % told
    return (
        _("%(name)s: all chips stand already, %(chips)s of %(chips)s. Take one off first.") % told
    )


def _too_few_places(data: Mapping[str, Any], names: Sequence[str]) -> str:
    told = {name: data[name] for name in ("mission", "substance", "places", "free")}
    told["substance"] = shortened(told["substance"])
    if not data["places"]:
        return (
            _("Mission %(mission)s has no place for “%(substance)s”. Put its places right first.")
            % told
        )
    if not data["free"]:
        return (
            _(
                "Mission %(mission)s, “%(substance)s”: all places are taken, %(places)s of"
                " %(places)s. Take a chip off, or put its places right."
            )
            % told
        )
    return _("Mission %(mission)s, “%(substance)s”: places %(places)s, free %(free)s.") % told


def _too_little_money(data: Mapping[str, Any], names: Sequence[str]) -> str:
    told = {
        "name": name_of(names, data["player"]),
        "money": data["money"],
        "needed": data["needed"],
    }
    return (
        _(
            "%(name)s: money %(money)s mR, needed %(needed)s. Sell something first,"
            " or put the money right."
        )
        % told
    )


def _bank_is_short(data: Mapping[str, Any], names: Sequence[str]) -> str:
    if not data["bank"]:
        return _("The bank is empty, so it cannot pay %(needed)s mR.") % data
    return _("The bank has %(bank)s mR left, not %(needed)s.") % data


def _warehouse_is_short(data: Mapping[str, Any], names: Sequence[str]) -> str:
    if not data["left"]:
        return _("The warehouse is empty: no raw card can leave it.")
    return _("The warehouse has raw cards left: %(left)s, not %(needed)s.") % data


def _too_few_coins(data: Mapping[str, Any], names: Sequence[str]) -> str:
    told = {"name": name_of(names, data["player"]), "bank": data["bank"], "most": data["most"]}
    return (
        _("There are only so many coins: the bank has %(bank)s mR. %(name)s: %(most)s mR at most.")
        % told
    )


_REFUSALS: Mapping[str, Callable[[Mapping[str, Any], Sequence[str]], str]] = {
    "no_such_player": lambda data, names: (
        _("There is no player %(number)s. Players in this game: %(players)s.")
        % {"number": signed(data["player"] + 1), "players": data["players"]}
    ),
    "no_such_place": lambda data, names: (
        _(
            "There is no place “%(place)s”: a chip stands on an own, a shared or another’s"
            " plant, or on a mission from 1 to %(missions)s."
        )
        % {"place": shortened(data["place"]), "missions": data["missions"]}
    ),
    "no_such_mission": lambda data, names: (
        _("There is no mission %(mission)s: the card has missions 1 to %(missions)s.")
        % {"mission": signed(data["mission"]), "missions": data["missions"]}
    ),
    "no_such_name": lambda data, names: (
        _("A substance’s name has at most 40 letters that can be read.")
        if data["length"]
        else _("A substance needs a name.")
    ),
    "unknown_substance": _unknown_substance,
    "below_zero": _below_zero,
    "chips_on_substance": _chips_on_substance,
    "too_few_chips": _too_few_chips,
    "too_few_places": _too_few_places,
    "too_little_money": _too_little_money,
    "bank_is_short": _bank_is_short,
    "warehouse_is_short": _warehouse_is_short,
    "too_few_coins": _too_few_coins,
    "same_player": lambda data, names: (
        _("%(name)s cannot be both: choose two players.") % {"name": name_of(names, data["player"])}
    ),
    "no_chip_there": lambda data, names: (
        _("%(name)s: no chip on “%(substance)s” (%(place)s).") % _placed(data, names)
    ),
    "hold_is_full": lambda data, names: (
        _("A combine carries %(hold)s raw cards at most, not %(cards)s. React or sell first.")
        % {"hold": data["hold"], "cards": data["cards"]}
    ),
    "no_gear_named": lambda data, names: _("Say which gear: battery or armour."),
    "no_such_throw": lambda data, names: (
        _("Throw %(throw)s: the defender has one number, with armour two.") % data
    ),
    "not_decided": lambda data, names: (
        _("Equal numbers decide nothing: throw again and add the throw.")
        if data["throws"]
        else _("A fight needs at least one throw.")
    ),
    "decided_before": lambda data, names: (
        _("Throw %(throw)s already decided: the fight ends with it.") % data
    ),
    "already_finished": lambda data, names: _("The game is already over."),
}


# -- notices


def notice(notice: Notice, eyes: Eyes, names: Sequence[str]) -> str:
    """What the table should know about a recorded move."""
    return _NOTICES[notice.code](notice.data, names)


def _named(text: str, data: Mapping[str, Any], names: Sequence[str]) -> str:
    return text % {**data, "name": name_of(names, data["player"])}


def _geared(text: str, gear: Any, data: Mapping[str, Any], names: Sequence[str]) -> str:
    return _named(text, {**data, "gear": capfirst(str(gear))}, names)


_NOTICES: Mapping[str, Callable[[Mapping[str, Any], Sequence[str]], str]] = {
    "other_plant": lambda data, names: _named(
        _("%(name)s: a chip on another player’s plant (“%(substance)s”) counts 0."), data, names
    ),
    "mission_place_free": lambda data, names: _named(
        _("“%(substance)s” has a free place on mission %(mission)s: it must go there first."),
        data,
        names,
    ),
    "mission_completed": lambda data, names: (
        _("Mission %(mission)s is complete: all its places are taken. The game can be finished.")
        % data
    ),
    "mission_stays_complete": lambda data, names: (
        _("Mission %(mission)s stays complete: all its places are taken.") % data
    ),
    "odd_sum": lambda data, names: _geared(
        _("%(name)s: by the rules this is another sum. %(gear)s"),
        REASONS[data["reason"]],
        data,
        names,
    ),
    "second_gear": lambda data, names: _geared(
        _("%(name)s paid for what was bought before. %(gear)s"), REASONS[data["what"]], data, names
    ),
    "attack_in_repairs": lambda data, names: _named(
        _(
            "%(name)s: repairs after a fight. On the turn after it there is no attack;"
            " if that turn is over, put the mark away."
        ),
        data,
        names,
    ),
    "two_without_armour": lambda data, names: _named(
        _("%(name)s threw twice and has no armour by the record."), data, names
    ),
    "armour_not_used": lambda data, names: _named(
        _("%(name)s has armour and might have thrown twice."), data, names
    ),
    "interim": lambda data, names: _("No mission is complete: this is an interim result."),
}


# -- where the play is, and how it ended


def status(state: State) -> str:
    """Whether the game is over, and how many missions are complete."""
    if state.finished:
        return _("the game is over")
    told = {"count": len(state.complete_missions), "missions": state.options.missions}
    return _("missions complete: %(count)s of %(missions)s") % told


def verdict(state: State, names: Sequence[str]) -> str:
    """Who won or that it is a draw; before the end, and without a mission, who is ahead."""
    best = [names[each.player] for each in standings(state) if each.place == 1]
    told = {"names": listed(best), "name": listed(best)}
    over = state.finished and not state.interim
    if len(best) > 1:
        said = _("Draw: %(names)s") % told if over else _("Level: %(names)s") % told
    else:
        said = _("Winner: %(name)s") % told if over else _("Ahead: %(name)s") % told
    if state.finished and state.interim:
        return _("Interim result. %(said)s") % {"said": said}
    return said


def result(state: State, eyes: Eyes, names: Sequence[str]) -> str:
    """The result as text to share: verdict, then each player's score as a sum."""
    lines = [f"МАРСХИМПРОМ. {verdict(state, names)}"]
    for each in sorted(standings(state), key=lambda standing: standing.place or 0):
        medal = MEDALS.get(each.place or 0, f"{each.place}.")
        lines.append(f"{medal} {names[each.player]}: {account_said(state.account(each.player))}")
    return "\n".join(lines)
