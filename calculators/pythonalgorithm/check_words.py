"""What the checker says: whether a set fits, what is missing, how a turn adds up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from calculators.pythonalgorithm.check_address import MOST_ADDED, Asked
from calculators.pythonalgorithm.checker import Found, Miss, Turn
from calculators.pythonalgorithm.customers import Lack
from calculators.pythonalgorithm.hand import Card
from calculators.pythonalgorithm.saying import (
    card_name,
    cards_named,
    cards_said,
    headed,
    tokens_said,
    worked_out,
)
from companion.signs import signed

MOST_NAMED = 3
"""Longer lists are told by their number."""


def faults_said(asked: Asked) -> Iterator[str]:
    """What the address holds and cannot be taken, a sentence for each."""
    if asked.no_customer:
        yield _("This box has no customer %(id)s.") % {"id": _shortened(asked.no_customer)}
    for text in asked.unknown[:MOST_NAMED]:
        yield _("This box has no card %(name)s.") % {"name": _shortened(text)}
    if len(asked.unknown) > MOST_NAMED:
        yield _("Other cards that this box does not have: %(count)s.") % {
            "count": len(asked.unknown) - MOST_NAMED
        }
    for card in asked.twice[:MOST_NAMED]:
        yield _("%(card)s is in the hand already.") % {"card": headed(card_name(card))}
    if asked.too_many:
        yield _("No more than %(most)s cards can be added.") % {"most": MOST_ADDED}
    for text in asked.unread:
        yield _("This is no number of tokens: %(text)s.") % {"text": _shortened(text)}


def _shortened(text: str) -> str:
    """A text from outside, short and set apart, so that it stays what it is in a sentence."""
    return f"\u2068{text if len(text) <= 40 else text[:39] + '…'}\u2069"


# -- it fits


def fits_said(best: Found, turn: Turn) -> str:
    """That a set fits, and how sure that is; or that its debts keep it from being sold."""
    if turn.short:
        return _("Not enough tokens to redeem")
    if best.solution:
        return _("This program solves the task")
    return _("The set fits") if best.checked else _("Number and colours fit")


def fits_more(best: Found, turn: Turn, left: Sequence[Card], sets: int) -> str:
    """What is to be known of a set that fits, the most pressing first ("" if nothing is)."""
    if turn.short:
        return _("Lacking: %(tokens)s") % {"tokens": tokens_said(turn.short)}
    if turn.sell_first:
        return _("To be sold first: %(cards)s") % {"cards": several(turn.sell_first)}
    if turn.redeem:
        return _("To be redeemed first: %(cards)s") % {"cards": owed(turn.redeem)}
    if not best.checked:
        return _("Compare the program with the customer’s card yourselves")
    if sets > 1:
        return ngettext("The best of %(count)s set", "The best of %(count)s sets", sets) % {
            "count": sets
        }
    if len(left) == 1:
        return _("One too many: %(card)s") % {"card": card_name(left[0])}
    if left:
        return _("Not needed: %(cards)s") % {"cards": cards_said(len(left))}
    return ""


# -- it does not fit


def reason_said(lack: Lack) -> str:
    """Why no set fits."""
    match lack.code:
        case "no_template":
            return _("A template is missing")
        case "few_kodiki":
            missing = lack.data["wanted"] - lack.data["count"]
            return ngettext(
                "%(count)s kodik is missing", "%(count)s kodiki are missing", missing
            ) % {"count": missing}
        case "colours_differ":
            return _("All cards must have one colour")
        case "colours_repeat":
            return ngettext(
                "%(count)s different colour is needed",
                "%(count)s different colours are needed",
                lack.data["wanted"],
            ) % {"count": lack.data["wanted"]}
    return _("No such program solves the task")


def miss_said(miss: Miss) -> str:
    """What is missing, and what the set would bring with it."""
    return _("Missing: %(cards)s. Then %(payout)s") % {
        "cards": missing_said(miss.missing),
        "payout": miss.payout,
    }


def missing_said(cards: Sequence[Card]) -> str:
    """Missing cards; equal ones are told once, with their number."""
    counted = {card: cards.count(card) for card in cards}
    return ", ".join(
        named(card) if number == 1 else f"{number} × {named(card)}"
        for card, number in counted.items()
    )


def named(card: Card) -> str:
    """A card in a sentence, with the id by which the box knows it."""
    return card_name(card) if card.id is None else f"{card_name(card)} ({card.id})"


# -- the whole turn


def redeem_said(card: Card) -> str:
    """What the key that redeems a card does, in full."""
    return _("Redeem for %(debt)s: %(card)s") % {"debt": card.debt, "card": card_name(card)}


def sell_first_said(turn: Turn) -> str:
    """What the key does that sells what pays for redeeming, in full."""
    return _("To the market for %(sum)s: %(cards)s") % {
        "sum": turn.sold,
        "cards": several(turn.sell_first),
    }


def owed(cards: Sequence[Card]) -> str:
    """Cards in debt with what is owed on each, or their sum if there are many."""
    if len(cards) < MOST_NAMED:
        return cards_named(cards, owing=True)
    debts = [card.debt for card in cards]
    return worked_out(debts)


def several(cards: Sequence[Card]) -> str:
    """Cards by name, or by number if there are many."""
    if len(cards) <= MOST_NAMED:
        return cards_named(cards)
    return cards_said(len(cards))


def market_said(turn: Turn) -> str:
    """What the market pays for the same cards, beside the customer."""
    told = {"market": signed(turn.market), "more": turn.more}
    if turn.short:
        return _("The market would bring %(market)s, without redeeming.") % told
    if not turn.more:
        return _("The market brings as much: %(market)s.") % told
    if turn.redeem:
        return _("The market would bring %(market)s, debts taken off: %(more)s less.") % told
    return _("The market would bring %(market)s: %(more)s less.") % told
