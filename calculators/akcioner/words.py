"""What Акционер says: log lines, refusals, notices, status and result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from calculators.akcioner.cards import Card, Named, card_of
from calculators.akcioner.effect import Effect
from calculators.akcioner.rules import (
    Buy,
    Corrected,
    EndTurn,
    Finish,
    Laid,
    Move,
    Passed,
    PlayCard,
    Sell,
    SetCash,
    SetPrice,
    SetShares,
    State,
    Traded,
    standings,
)
from calculators.akcioner.saying import (
    COMPANY_NAMES,
    card_name,
    card_said,
    company_name,
    face_said,
    shares_said,
)
from companion.games import Eyes, LogRow, Notice, Refusal
from companion.saying import listed, name_of
from companion.signs import gained, signed

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}

# -- the log


def line(rows: Sequence[LogRow], eyes: Eyes, names: Sequence[str]) -> str:
    """One log line. Nothing of this game runs together: each move is a line."""
    row = rows[-1]
    facts = row.outcome.facts if row.outcome else None
    move: Move = row.move
    match move:
        case Buy() | Sell():
            return _trade_line(move, facts, names)
        case PlayCard():
            return _card_line(move, facts, names)
        case EndTurn():
            return _turn_line(move, facts, names)
        case Finish():
            return _("The game is over")
        case _:
            return _put_right_line(move, facts, names)


def _trade_line(move: Buy | Sell, facts: Traded | None, names: Sequence[str]) -> str:
    told = {
        "name": name_of(names, move.player),
        "shares": shares_said(move.company, move.count),
    }
    if facts is None:
        if isinstance(move, Buy):
            return _("%(name)s buys: %(shares)s") % told
        return _("%(name)s sells: %(shares)s") % told
    told |= {"price": str(facts.price), "sum": str(facts.price * move.count)}
    if isinstance(move, Buy):
        return _("%(name)s buys: %(shares)s at %(price)s, %(sum)s in all") % told
    return _("%(name)s sells: %(shares)s at %(price)s, %(sum)s in all") % told


def _card_line(move: PlayCard, facts: Laid | None, names: Sequence[str]) -> str:
    """The card, what everybody gained or paid, and who lost shares."""
    told: dict[str, Any] = {"name": name_of(names, move.player)}
    try:
        told["card"] = card_name(card_of(move.card))
    except Refusal:
        return _("%(name)s lays a card that is not printed") % told
    if facts is None:
        return _("%(name)s lays a card. %(card)s") % told
    told["number"] = facts.number
    head = _("%(name)s lays card %(number)s. %(card)s") % told
    return ". ".join([head, *_consequences(facts.effect, names)])


def _consequences(effect: Effect, names: Sequence[str]) -> Iterator[str]:
    """What a card did to money and shares, person by person."""
    money = [
        f"{name_of(names, player)}: {gained(change)}"
        for player, change in enumerate(money_changes(effect))
        if change
    ]
    if money:
        yield listed(money)
    for fine in effect.fines:
        if fine.lost:
            told = {
                "name": name_of(names, fine.player),
                "shares": shares_said(fine.company, fine.lost),
            }
            yield _("%(name)s loses: %(shares)s") % told


def money_changes(effect: Effect) -> list[int]:
    """What each player has more after the card than before it, in money."""
    pairs = zip(effect.before, effect.after, strict=True)
    return [after.cash - before.cash for before, after in pairs]


def _turn_line(move: EndTurn, facts: Passed | None, names: Sequence[str]) -> str:
    if facts is None:
        return _("The turn is over")
    told = {"name": name_of(names, facts.ended)}
    if facts.next is None:
        return _("%(name)s: the last turn is over") % told
    told["next"] = name_of(names, facts.next)
    return _("%(name)s: the turn is over. Next: %(next)s") % told


def _put_right_line(
    move: SetPrice | SetCash | SetShares, facts: Corrected | None, names: Sequence[str]
) -> str:
    match move:
        case SetPrice():
            head = _("Price put right. %(what)s") % {"what": company_name(move.company)}
            now = move.price
        case SetCash():
            head = _("Money put right. %(what)s") % {"what": name_of(names, move.player)}
            now = move.cash
        case SetShares():
            what = f"{name_of(names, move.player)}, {COMPANY_NAMES[move.company]}"
            head = _("Shares put right. %(what)s") % {"what": what}
            now = move.count
    if facts is None:
        return f"{head}: {signed(now)}"
    if facts.before == now:
        return _("%(line)s (as it was)") % {"line": f"{head}: {now}"}
    told = {"head": head, "now": now, "before": facts.before}
    return _("%(head)s: %(now)s instead of %(before)s") % told


# -- refusals


def why(refusal: Refusal, eyes: Eyes, names: Sequence[str]) -> str:
    """Why a move cannot be: who or what stands in the way, and what can be done."""
    return _REFUSALS[refusal.code](refusal.data, names)


def way_out(refusal: Refusal, eyes: Eyes, names: Sequence[str]) -> str:
    """The label of the refusal's one-tap key: what it will do."""
    if refusal.way_out is None:
        return ""
    move, args = refusal.way_out
    match move:
        case "buy" | "sell":
            return _trade_key(move, args)
        case "play_card":
            return _("Lay: %(card)s") % {"card": card_said(_card(args["card"]))}
        case "set_price":
            told = {"company": company_name(args["company"]), "price": args["price"]}
            return _("%(company)s: record %(price)s") % told
        case "finish":
            return _("Finish the game")
        case _:
            return _("Record 0")


def _trade_key(move: str, args: Mapping[str, Any]) -> str:
    told = {"shares": shares_said(args["company"], args["count"])}
    if args.get("anyway"):
        if move == "buy":
            return _("Buy all the same: %(shares)s") % told
        return _("Sell all the same: %(shares)s") % told
    return (_("Buy: %(shares)s") if move == "buy" else _("Sell: %(shares)s")) % told


def _card(args: Mapping[str, Any]) -> Card:
    return card_of(msgspec.convert(args, Named))


def _too_little_cash(data: Mapping[str, Any], names: Sequence[str]) -> str:
    told = {
        "name": name_of(names, data["player"]),
        "cash": data["cash"],
        "shares": shares_said(data["company"], data["count"]),
        "price": data["price"],
        "cost": data["count"] * data["price"],
        "affordable": data["affordable"],
    }
    if data["affordable"]:
        return (
            _(
                "%(name)s: money %(cash)s, but %(shares)s at %(price)s cost %(cost)s."
                " There is enough for %(affordable)s."
            )
            % told
        )
    return (
        _(
            "%(name)s: money %(cash)s, and one share costs %(price)s. Sell something first,"
            " or put the money right."
        )
        % told
    )


def _too_few_shares(data: Mapping[str, Any], names: Sequence[str]) -> str:
    told = {
        "name": name_of(names, data["player"]),
        "held": shares_said(data["company"], data["held"]),
        "count": data["count"],
        "may": data["may"],
    }
    if data["may"]:
        return _("%(name)s has %(held)s, not %(count)s. To be sold now: %(may)s.") % told
    return (
        _("%(name)s has %(held)s, not %(count)s. Buy some first, or put the shares right.") % told
    )


def _locked(data: Mapping[str, Any], names: Sequence[str]) -> str:
    told = {
        "name": name_of(names, data["player"]),
        "locked": shares_said(data["company"], min(data["locked"], data["held"])),
        "held": data["held"],
        "may": data["may"],
    }
    return (
        _(
            "Step 3 does not sell what step 1 of the same turn bought. %(name)s: held %(held)s,"
            " locked until the end of the turn %(locked)s, to be sold now %(may)s."
        )
        % told
    )


def _no_such_ordinary(data: Mapping[str, Any], names: Sequence[str]) -> str:
    told = {"rise": gained(data["rise"]), "fall": gained(-data["fall"])}
    return (
        _("There is no card %(rise)s %(fall)s: the rise is 30 to 60, with the fall it makes 90.")
        % told
    )


def _below_zero(data: Mapping[str, Any], names: Sequence[str]) -> str:
    told = {"value": signed(data["value"])}
    if data["what"] == "cash":
        return _("Money is never below 0: %(value)s cannot be.") % told
    return _("Shares are never below 0: %(value)s cannot be.") % told


_REFUSALS: Mapping[str, Callable[[Mapping[str, Any], Sequence[str]], str]] = {
    "no_such_player": lambda data, names: (
        _("There is no player %(number)s. Players in this game: %(players)s.")
        % {"number": signed(data["player"] + 1), "players": data["players"]}
    ),
    "too_little_cash": _too_little_cash,
    "too_few_shares": _too_few_shares,
    "locked": _locked,
    "last_turn": lambda data, names: (
        _("%(name)s: this is the turn of the last card. By this table’s setting there is no trade.")
        % {"name": name_of(names, data["player"])}
    ),
    "no_such_count": lambda data, names: (
        _("At least one share is bought or sold, not %(count)s.") % {"count": signed(data["count"])}
    ),
    "no_such_price": lambda data, names: (
        _("There is no price %(price)s on the board: it has 10, 20 and so on to 250.")
        % {"price": signed(data["price"])}
    ),
    "below_zero": _below_zero,
    "one_up_one_down": lambda data, names: _(
        "An ordinary card raises one company and lowers one other. Choose two colours."
    ),
    "same_colour": lambda data, names: (
        _("%(company)s cannot both rise and fall: a card moves two colours. Choose another one.")
        % {"company": company_name(data["company"])}
    ),
    "no_such_ordinary": _no_such_ordinary,
    "colour_not_on_card": lambda data, names: (
        _("%(company)s is printed on the card, so the card must move it as it says.")
        % {"company": company_name(data["company"])}
    ),
    "no_such_falls": lambda data, names: _(
        "A 100 lowers the three other colours by 10, 20 and 30, each once. Deal them out anew."
    ),
    "no_such_hundred": lambda data, names: (
        _("A 100 raises its own colour by 100, and no other: %(company)s.")
        % {"company": COMPANY_NAMES[data["company"]]}
    ),
    "turn_already_ended": lambda data, names: (
        _("That turn is already over. Now plays: %(name)s")
        % {"name": name_of(names, data["player"])}
    ),
    "no_more_turns": lambda data, names: (
        _("Everybody has laid all %(turns)s cards. Finish the game.") % data
    ),
    "already_finished": lambda data, names: _("The game is already over."),
}


# -- notices


def notice(notice: Notice, eyes: Eyes, names: Sequence[str]) -> str:
    """What the table should know about a recorded move."""
    return _NOTICES[notice.code](notice.data, names)


def _named(text: str, data: Mapping[str, Any], names: Sequence[str]) -> str:
    return text % {"name": name_of(names, data["player"])}


def _turn_ended(data: Mapping[str, Any], names: Sequence[str]) -> str:
    if data["card_laid"]:
        said = _("%(name)s: the turn ended by itself, since the next card is laid.")
    else:
        said = _("%(name)s: the turn ended without a card, since another’s is laid.")
    return _named(said, data, names)


def _more_than_dealt(data: Mapping[str, Any], names: Sequence[str]) -> str:
    told = {
        "name": name_of(names, data["player"]),
        "count": data["count"],
        "dealt": data["dealt"],
        "cards": listed(map(str, data["cards"])),
    }
    if data["is_super"]:
        said = _(
            "%(name)s: super cards dealt %(dealt)s, laid %(count)s. One is a slip,"
            " of the cards number %(cards)s in the log."
        )
    else:
        said = _(
            "%(name)s: ordinary cards dealt %(dealt)s, laid %(count)s. One is a slip,"
            " of the cards number %(cards)s in the log."
        )
    return said % told


def _played_before(data: Mapping[str, Any], names: Sequence[str]) -> str:
    entries = [f"{number} ({name_of(names, player)})" for number, player in data["entries"]]
    told = {
        "face": capfirst(face_said(_card(data["card"]).face)),
        "copies": data["copies"],
        "cards": listed(entries),
    }
    return (
        ngettext(
            "%(face)s is printed %(copies)s time only. One is a slip, of the cards"
            " number %(cards)s in the log.",
            "%(face)s is printed %(copies)s times only. One is a slip, of the cards"
            " number %(cards)s in the log.",
            data["copies"],
        )
        % told
    )


def _out_of_turn(data: Mapping[str, Any], names: Sequence[str]) -> str:
    told = {"name": name_of(names, data["player"]), "turn": name_of(names, data["turn"])}
    return _("%(name)s: out of order. By the order plays: %(turn)s") % told


def _locked_sold(data: Mapping[str, Any], names: Sequence[str]) -> str:
    told = {
        "name": name_of(names, data["player"]),
        "shares": shares_said(data["company"], data["count"]),
    }
    return _("%(name)s sold what step 1 of the same turn bought: %(shares)s.") % told


_NOTICES: Mapping[str, Callable[[Mapping[str, Any], Sequence[str]], str]] = {
    "out_of_turn": _out_of_turn,
    "turn_ended": _turn_ended,
    "second_card": lambda data, names: _named(
        _("%(name)s: a second card in one turn. It is counted as a new turn."), data, names
    ),
    "no_card": lambda data, names: _named(
        _("%(name)s: the turn ended without a card."), data, names
    ),
    "more_than_dealt": _more_than_dealt,
    "played_before": _played_before,
    "after_last_turn": lambda data, names: _named(
        _("%(name)s: this comes after the last turn of all."), data, names
    ),
    "last_turn_traded": lambda data, names: _named(
        _("%(name)s traded in the turn of the last card, against this table’s setting."),
        data,
        names,
    ),
    "locked_sold": _locked_sold,
    "other_price": lambda data, names: (
        _("%(company)s: dealt at %(price)s, while the board says %(board)s.")
        % {**data, "company": company_name(data["company"])}
    ),
    "cards_left": lambda data, names: (
        _("Cards not laid. %(left)s.")
        % {"left": listed(f"{name_of(names, player)}: {count}" for player, count in data["left"])}
    ),
}


# -- where the play is, and how it ended


def status(state: State) -> str:
    """Which turn is played, counted over all players."""
    if state.finished:
        return _("the game is over")
    if state.turn.over:
        return _("all cards are laid")
    return _("turn %(turn)s") % {"turn": state.number}


def verdict(state: State, names: Sequence[str]) -> str:
    """Who won or that it is a draw; before the end, who is ahead."""
    best = [names[each.player] for each in standings(state) if each.place == 1]
    told = listed(best)
    if len(best) > 1:
        return (_("Draw: %(names)s") if state.finished else _("Level: %(names)s")) % {"names": told}
    return (_("Winner: %(name)s") if state.finished else _("Ahead: %(name)s")) % {"name": told}


def result(state: State, eyes: Eyes, names: Sequence[str]) -> str:
    """The result as text to share: verdict, then each player's money and shares."""
    lines = [f"{_('Shareholder')}. {verdict(state, names)}"]
    for each in sorted(standings(state), key=lambda standing: standing.place or 0):
        cash, capital = state.owners[each.player].cash, state.capitals[each.player]
        medal = MEDALS.get(each.place or 0, f"{each.place}.")
        told = {"money": cash, "shares": capital - cash, "capital": capital}
        said = _("money %(money)s + shares %(shares)s = %(capital)s") % told
        lines.append(f"{medal} {names[each.player]}: {said}")
    return "\n".join(lines)
