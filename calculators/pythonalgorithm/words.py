"""What PythonAlgorithm says of a play: log lines, status and result, in the reader's language.

Refusals and notices are in refusals.py, the names of things in saying.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from calculators.pythonalgorithm.auction import Bid
from calculators.pythonalgorithm.chips import SEGMENTS, roman
from calculators.pythonalgorithm.eyes import standings
from calculators.pythonalgorithm.hand import Card, CardName
from calculators.pythonalgorithm.moves import (
    Auction,
    Buy,
    Event,
    Finish,
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
)
from calculators.pythonalgorithm.refusals import notice, way_out, why
from calculators.pythonalgorithm.saying import (
    COLOUR_NAMES,
    EVENT_NAMES,
    TRACK_NAMES,
    added,
    card_name,
    cards_named,
    cards_said,
    headed,
    lack_said,
    left_said,
    meant_card,
    row_name,
    shift_said,
    shifts_said,
    tokens_said,
    typed,
    wanted_said,
    worked_out,
)
from calculators.pythonalgorithm.state import Facts, State
from companion.games import Eyes, LogRow
from companion.saying import name_of
from companion.signs import gained, signed

__all__ = [
    "COLOUR_NAMES",
    "EVENT_NAMES",
    "TRACK_NAMES",
    "added",
    "card_name",
    "lack_said",
    "line",
    "notice",
    "points_sum",
    "result",
    "shift_said",
    "signed",
    "status",
    "tokens_said",
    "verdict",
    "way_out",
    "why",
]

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
MOST_NAMED = 4


# -- the log


def line(rows: Sequence[LogRow], eyes: Eyes, names: Sequence[str]) -> str:
    """One log line for a run of rows: what happened, and how the number came about."""
    row = rows[-1]
    move: Move = row.move
    facts: Facts | None = row.outcome.facts if row.outcome else None
    match move:
        case Tokens():
            return _tokens_line(rows, move, eyes, names)
        case SetTokens():
            return _set_tokens_line(move, facts, eyes, names)
        case PlaceChip():
            return _place_line(move, facts)
        case Event():
            return _event_line(move, facts)
        case Reaction():
            return _reaction_line(move, facts)
        case NextRound():
            return _next_line(move, facts, names)
        case Buy():
            return _buy_line(move, facts, eyes, names)
        case Auction():
            return _auction_line(move, facts, names)
        case Redeem():
            return _redeem_line(move, facts, eyes, names)
        case Sell():
            return _sell_line(move, facts, eyes, names)
        case SellToCustomer():
            return _customer_line(move, facts, eyes, names)
        case SetHand():
            return _hand_line(move, facts, eyes, names)
        case SetPrices():
            return _prices_line(move)
        case Finish():
            return _finish_line(move, facts, names)


def _open_to(eyes: Eyes, player: int, facts: Facts | None) -> bool:
    """Whether these eyes may see this player's balance; a row without facts cannot say."""
    return eyes in (player, "everything") or (facts is not None and not facts.hidden)


def _tokens_line(rows: Sequence[LogRow], move: Tokens, eyes: Eyes, names: Sequence[str]) -> str:
    """A run of taps says what they came to together."""
    facts = [row.outcome.facts for row in rows if row.outcome]
    name = name_of(names, move.player)
    if not _open_to(eyes, move.player, facts[-1] if facts else None):
        return _("%(name)s: tokens changed") % {"name": name}
    change = sum(row.move.delta for row in rows)
    said = worked_out([facts[0].before or 0, change]) if facts else gained(change)
    reason = f" ({typed(move.reason)})" if move.reason else ""
    return f"{name}: {said}{reason}"


def _set_tokens_line(move: SetTokens, facts: Facts | None, eyes: Eyes, names: Sequence[str]) -> str:
    name = name_of(names, move.player)
    if not _open_to(eyes, move.player, facts):
        return _("%(name)s: tokens put right") % {"name": name}
    said = {"name": name, "tokens": tokens_said(move.tokens)}
    if facts is None:
        return _("%(name)s: %(tokens)s by hand") % said
    if facts.before == move.tokens:
        return _("%(name)s: %(tokens)s by hand (as it was)") % said
    return _("%(name)s: %(tokens)s by hand instead of %(before)s") % {
        **said,
        "before": signed(facts.before or 0),
    }


def _place_line(move: PlaceChip, facts: Facts | None) -> str:
    if facts and facts.shifts:
        return _("Moved by hand. %(shifts)s") % {"shifts": shifts_said(facts.shifts)}
    said = {
        "track": TRACK_NAMES[move.track],
        "colour": COLOUR_NAMES[move.colour],
        "segment": roman(move.segment) if move.segment in SEGMENTS else signed(move.segment),
    }
    if facts:
        return _("%(track)s by hand: %(colour)s on %(segment)s (as it was)") % said
    return _("%(track)s by hand: %(colour)s on %(segment)s") % said


def _event_line(move: Event, facts: Facts | None) -> str:
    if move.kind == "virus":
        return _("Virus: the game is over")
    event = EVENT_NAMES[move.kind]
    if facts:
        return f"{event}. {shifts_said(facts.shifts)}"
    if move.kind == "rise" and move.colour:
        return f"{event}: {COLOUR_NAMES[move.colour]}"
    return str(event)


def _reaction_line(move: Reaction, facts: Facts | None) -> str:
    said = {"track": TRACK_NAMES[move.track], "left": left_said(move.left)}
    if facts is None:
        return _("Market reaction. %(track)s, left: %(left)s") % said
    moved = ", ".join(map(shift_said, facts.shifts))
    said["moved"] = headed(moved) or _("Equally many, so nothing moves")
    return _("Market reaction. %(track)s, left: %(left)s. %(moved)s") % said


def _next_line(move: NextRound, facts: Facts | None, names: Sequence[str]) -> str:
    if facts and facts.first is not None:
        said = {"round": facts.round, "name": name_of(names, facts.first)}
        return _("Round %(round)s begins. First player: %(name)s") % said
    if move.round is not None:
        return _("Round %(round)s begins") % {"round": signed(move.round + 1)}
    return _("The next round begins")


# -- trade


def _with_balance(said: str, player: int, facts: Facts, eyes: Eyes) -> str:
    """The line, and the player's tokens before and after where they may be told."""
    if not _open_to(eyes, player, facts) or facts.before == facts.after:
        return said
    before, after = facts.before or 0, facts.after or 0
    return f"{said}. {worked_out([before, after - before])}"


def _buy_line(move: Buy, facts: Facts | None, eyes: Eyes, names: Sequence[str]) -> str:
    name = name_of(names, move.player)
    card = card_name(facts.cards[0] if facts else move.card)
    price = facts.price if facts else move.price
    bought = f"{name}: {card}"
    if price is not None:
        bought = _price_said(bought, price, move.debt)
    elif move.debt:
        bought = _("%(bought)s on credit") % {"bought": bought}
    return _with_balance(bought, move.player, facts, eyes) if facts else bought


def _price_said(bought: str, price: int, debt: bool) -> str:
    """Who or what, and for how much: "… for 7", "… on credit for 7"."""
    said = {"bought": bought, "price": signed(price)}
    if debt:
        return _("%(bought)s on credit for %(price)s") % said
    return _("%(bought)s for %(price)s") % said


def _auction_line(move: Auction, facts: Facts | None, names: Sequence[str]) -> str:
    """Winner, price and what each loser gets; the bids, where nothing came of them."""
    if facts is None or facts.sold is None:
        bids = ", ".join(_bid_said(bid, names) for bid in move.bids)
        return _("Auction, %(card)s. %(bids)s") % {"card": card_name(move.card), "bids": bids}
    sold = facts.sold
    winner = f"{name_of(names, sold.winner)}: {card_name(facts.cards[0])}"
    said = {"bought": _price_said(winner, sold.price, move.debt)}
    if sold.forced:
        return _("Auction, nobody bids. %(bought)s") % said
    if not sold.compensation:
        return _("Auction. %(bought)s") % said
    said["losers"] = ", ".join(
        f"{name_of(names, loser)}: {gained(sold.compensation)}" for loser in sold.losers
    )
    return _("Auction. %(bought)s. Compensation. %(losers)s") % said


def _bid_said(bid: Bid, names: Sequence[str]) -> str:
    name = name_of(names, bid.player)
    if bid.amount is None:
        return _("%(name)s: pass") % {"name": name}
    return f"{name}: {signed(bid.amount)}"


def _redeem_line(move: Redeem, facts: Facts | None, eyes: Eyes, names: Sequence[str]) -> str:
    name = name_of(names, move.player)
    if facts is None:
        said = {"name": name, "card": meant_card(move.card)}
        return _("%(name)s: redeemed, %(card)s") % said
    card = facts.cards[0]
    if card.bare:
        redeemed = _("%(name)s: debt of %(debt)s paid") % {"name": name, "debt": card.debt}
    else:
        redeemed = _("%(name)s: redeemed for %(debt)s, %(card)s") % {
            "name": name,
            "debt": card.debt,
            "card": card_name(card),
        }
    return _with_balance(redeemed, move.player, facts, eyes)


def _sell_line(move: Sell, facts: Facts | None, eyes: Eyes, names: Sequence[str]) -> str:
    name = name_of(names, move.player)
    if facts is None:
        said = {"name": name, "cards": _meant(move.cards)}
        return _("%(name)s: sold to the market, %(cards)s") % said
    sold = _("%(name)s: sold to the market, %(cards)s for %(sum)s") % {
        "name": name,
        "cards": cards_named(facts.cards),
        "sum": worked_out([*facts.prices, *_owed(facts.cards)]),
    }
    return _with_balance(sold, move.player, facts, eyes)


def _customer_line(
    move: SellToCustomer, facts: Facts | None, eyes: Eyes, names: Sequence[str]
) -> str:
    name = name_of(names, move.player)
    if facts is None or facts.wanted is None:
        said = {"name": name, "cards": _meant(move.cards)}
        return _("%(name)s: sold to a customer, %(cards)s") % said
    sold = _("%(name)s: sold to a customer (%(wanted)s), %(cards)s for %(sum)s") % {
        "name": name,
        "wanted": wanted_said(facts.wanted),
        "cards": cards_named(facts.cards),
        "sum": worked_out([*facts.prices, *_owed(facts.cards), facts.wanted.bonus]),
    }
    return _with_balance(sold, move.player, facts, eyes)


def _owed(cards: Sequence[Card]) -> list[int]:
    return [-card.debt for card in cards if card.debt]


def _meant(names: Sequence[int | CardName]) -> str:
    """Cards as a move that does not count names them: a few by name, else how many."""
    if len(names) > MOST_NAMED:
        return cards_said(len(names))
    return ", ".join(map(meant_card, names))


# -- putting right, and the end


def _hand_line(move: SetHand, facts: Facts | None, eyes: Eyes, names: Sequence[str]) -> str:
    """Cards in debt lie open; the others are told to those who may see them."""
    name = name_of(names, move.player)
    told = _open_to(eyes, move.player, facts)
    cards = [card for card in facts.cards if told or card.debt] if facts else []
    if cards:
        said = {"name": name, "cards": headed(cards_named(cards, owing=True))}
        return _("%(name)s: cards put right. %(cards)s") % said
    if facts and told:
        return _("%(name)s: cards put right. None") % {"name": name}
    return _("%(name)s: cards put right") % {"name": name}


def _prices_line(move: SetPrices) -> str:
    row = row_name(move.track, move.category)
    if move.prices is None:
        return _("Prices agree with the board. %(row)s") % {"row": row}
    prices = " ".join(map(signed, move.prices))
    return _("Prices of the board. %(row)s: %(prices)s") % {"row": row, "prices": prices}


def _finish_line(move: Finish, facts: Facts | None, names: Sequence[str]) -> str:
    if facts is None:
        return _("The game is over")
    if move.count is None:
        return _("The game is over. Rounds: %(rounds)s") % {"rounds": facts.round}
    counted = "; ".join(
        f"{name_of(names, player)}: {_less_debt(each.tokens, each.debt)}"
        for player, each in enumerate(move.count)
    )
    return _("Final count. %(counted)s") % {"counted": counted}


# -- where the play is, and how it ended


def status(state: State) -> str:
    """The round that is played."""
    if state.over:
        return _("the game is over")
    return _("round %(round)s") % {"round": state.round}


def _less_debt(tokens: int, debt: int) -> str:
    return worked_out([tokens, -debt] if debt else [tokens])


def points_sum(state: State, player: int) -> str:
    """How a player's points come about: "113 − 26 = 87"; without debts the tokens alone."""
    return _less_debt(state.tokens[player], state.debts[player])


def verdict(state: State, eyes: Eyes, names: Sequence[str]) -> str:
    """Who won or that it is a draw; before the end, who is ahead, if that may be told."""
    best = [each.player for each in standings(state, eyes) if each.place == 1]
    if not best:
        return _("The tokens are hidden until the end")
    told = ", ".join(names[player] for player in best)
    if len(best) > 1:
        return (_("Draw: %(names)s") if state.over else _("Level: %(names)s")) % {"names": told}
    return (_("Winner: %(name)s") if state.over else _("Ahead: %(name)s")) % {"name": told}


def result(state: State, eyes: Eyes, names: Sequence[str]) -> str:
    """The result as text to share: verdict, then places with their arithmetic, best first."""
    lines = [f"PythonAlgorithm. {headed(verdict(state, eyes, names))}"]
    ranked = sorted(standings(state, eyes), key=lambda each: each.place or 0)
    for each in ranked:
        place = MEDALS.get(each.place or 0, f"{each.place}.") if each.place else "•"
        points = "—" if each.points is None else points_sum(state, each.player)
        lines.append(f"{place} {names[each.player]}: {points}")
    return "\n".join(lines)
