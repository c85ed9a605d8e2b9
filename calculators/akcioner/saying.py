"""What the things of Акционер are called, and how sums are written down.

Names stay as they are, so sentences are built to need no case of them: the name
stands by itself, before or after a colon.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import ngettext, pgettext_lazy

from calculators.akcioner.cards import Card, Company, Face
from calculators.akcioner.effect import Change
from companion.signs import gained, signed

COMPANY_NAMES: Mapping[Company, Any] = {
    "red": pgettext_lazy("share", "red"),
    "yellow": pgettext_lazy("share", "yellow"),
    "green": pgettext_lazy("share", "green"),
    "blue": pgettext_lazy("share", "blue"),
}


def company_name(company: Company) -> str:
    """A company at the head of a line: "Red"."""
    return capfirst(str(COMPANY_NAMES[company]))


def shares_said(company: Company, count: int) -> str:
    """So many shares of a company: "3 red"."""
    match company:
        case "red":
            said = ngettext("%(count)s red share", "%(count)s red shares", count)
        case "yellow":
            said = ngettext("%(count)s yellow share", "%(count)s yellow shares", count)
        case "green":
            said = ngettext("%(count)s green share", "%(count)s green shares", count)
        case _:
            said = ngettext("%(count)s blue share", "%(count)s blue shares", count)
    return said % {"count": signed(count)}


def card_said(card: Card) -> str:
    """What a card moves: "red +30, yellow −60"."""
    told = [_moved(card.up, card.rise, "+", "×2")]
    told += [_moved(company, fall, "−", "÷2") for company, fall in card.falls]
    return ", ".join(told)


def _moved(company: Company, amount: int | None, sign: str, factor: str) -> str:
    return f"{COMPANY_NAMES[company]} {factor if amount is None else f'{sign}{amount}'}"


def card_name(card: Card) -> str:
    """What lies there, as a heading: "100: red +100, yellow −10, green −20, blue −30"."""
    kind = {"hundred": "100: ", "double": "×2: ", "halve": "÷2: "}.get(card.kind, "")
    return kind + (card_said(card) if kind else capfirst(card_said(card)))


def face_number(face: Face) -> str:
    """The number on a printed card, without its colour: "+30", "100", "×2"."""
    match face.kind:
        case "ordinary":
            return gained(face.number)
        case "hundred":
            return "100"
        case "double":
            return "×2"
        case _:
            return "÷2"


def face_said(face: Face) -> str:
    """A printed card: "red +30"."""
    return f"{COMPANY_NAMES[face.fixed]} {face_number(face)}"


def change_said(change: Change) -> str:
    """Where a price goes: "100 → 130"."""
    return f"{change.old} → {change.new}"
