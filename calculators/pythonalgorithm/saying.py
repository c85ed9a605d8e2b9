"""What the things of PythonAlgorithm are called, and how sums are written down.

Names stay as they are, so sentences are built to need no case of them: the name
stands by itself, before or after a colon.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from calculators.pythonalgorithm.chips import COLOURS, TRACKS, Colour, Shift, Track, roman
from calculators.pythonalgorithm.customers import Lack, Wanted
from calculators.pythonalgorithm.hand import Card, CardName
from calculators.pythonalgorithm.moves import EventKind, Left
from companion.saying import listed, name_of
from companion.signs import signed

COLOUR_NAMES: Mapping[Colour, Any] = {
    "blue": pgettext_lazy("colour", "blue"),
    "yellow": pgettext_lazy("colour", "yellow"),
    "white": pgettext_lazy("colour", "white"),
}
TRACK_NAMES: Mapping[Track, Any] = {
    "templates": pgettext_lazy("track", "Templates"),
    "kodiki": pgettext_lazy("track", "Kodiki"),
}
EVENT_NAMES: Mapping[EventKind, Any] = {
    "rise": pgettext_lazy("event", "Rise"),
    "jump": pgettext_lazy("event", "Jump"),
    "crash": pgettext_lazy("event", "Crash"),
    "virus": pgettext_lazy("event", "Virus"),
}


# -- numbers


def added(numbers: Iterable[int]) -> str:
    """A sum as it is written down.

    >>> added([38, -24, 15])
    '38 − 24 + 15'
    """
    first, *others = numbers
    return signed(first) + "".join(f" − {-each}" if each < 0 else f" + {each}" for each in others)


def worked_out(numbers: Sequence[int]) -> str:
    """A sum with what it comes to; a single number stands alone.

    >>> worked_out([13, 5, -7]), worked_out([13])
    ('13 + 5 − 7 = 11', '13')
    """
    return f"{added(numbers)} = {signed(sum(numbers))}" if len(numbers) > 1 else added(numbers)


def tokens_said(tokens: int) -> str:
    """So many tokens: "43 tokens"."""
    told = {"count": signed(tokens)}
    return ngettext("%(count)s token", "%(count)s tokens", abs(tokens)) % told


def cards_said(cards: int) -> str:
    """So many cards: "2 cards"."""
    return ngettext("%(count)s card", "%(count)s cards", cards) % {"count": cards}


# -- what people typed

LONGEST_SHOWN = 40
TURNS = dict.fromkeys(map(ord, "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
"""Signs that turn the direction of all that follows them."""


def short(text: str) -> str:
    """The text, or its beginning if it is long."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


def typed(text: str) -> str:
    """What somebody typed, fit to stand in a sentence: short, its direction its own.

    >>> typed("\u2069\u202e12") == typed("12")
    True
    """
    return f"\u2068{short(text.translate(TURNS))}\u2069"


# -- people


def names_of(names: Sequence[str], players: Iterable[int]) -> str:
    """Several names, one after the other."""
    return listed(name_of(names, player) for player in players)


# -- cards


def card_name(card: Card | CardName) -> str:
    """A card in a sentence: "yellow template B2", "blue kodik"; a bare debt as such."""
    if card.colour is None or card.track is None:
        if card.id is not None:
            return _("card %(id)s") % {"id": typed(card.id)}
        return _("debt %(debt)s") % {"debt": signed(card.debt or 0)}
    colour = COLOUR_NAMES[card.colour]
    if card.track == "kodiki":
        return _("%(colour)s kodik") % {"colour": colour}
    printed = f"{short(card.category or '')}{'' if card.number is None else card.number}"
    return (_("%(colour)s template %(category)s") % {"colour": colour, "category": printed}).strip()


def owed_card(card: Card | CardName) -> str:
    """A card with what is owed on it: "yellow template B, debt 7"."""
    if not card.debt or card.track is None:
        return card_name(card)
    return _("%(card)s, debt %(debt)s") % {"card": card_name(card), "debt": card.debt}


def cards_named(cards: Iterable[Card | CardName], owing: bool = False) -> str:
    """Several cards, one after the other; with `owing` what is owed on each."""
    return "; ".join(map(owed_card, cards)) if owing else ", ".join(map(card_name, cards))


def meant_card(name: int | CardName) -> str:
    """A card as a move names it: by its place in the hand, or by itself."""
    if isinstance(name, CardName):
        return owed_card(name)
    return _("card number %(number)s") % {"number": name + 1}


# -- customers


def wanted_said(wanted: Wanted) -> str:
    """What a customer asks for: "+10, one colour, kodiki: 2"."""
    return _("+%(bonus)s, %(colours)s, kodiki: %(kodiki)s") % {
        "bonus": wanted.bonus,
        "colours": _("one colour") if wanted.colours == "same" else _("different colours"),
        "kodiki": wanted.kodiki,
    }


def lack_said(lack: Lack) -> str:
    """One thing that keeps a set from being the wanted one."""
    data = lack.data
    match lack.code:
        case "no_template":
            return _("a template is missing")
        case "many_templates":
            return _("one template only, not %(count)s") % data
        case "few_kodiki" | "many_kodiki":
            return _("kodiki wanted: %(wanted)s, here: %(count)s") % data
        case "colours_differ":
            return _("all must have one colour")
        case "colours_repeat":
            return _("different colours wanted: %(wanted)s, here: %(count)s") % data
        case "in_debt":
            return _("to be redeemed first: %(cards)s") % {
                "cards": cards_named(data["cards"], owing=True)
            }
    return _("this code does not do the task")


# -- chips


def shift_said(shift: Shift) -> str:
    """Where a chip goes, and why there: "yellow II → V (taken: IV)"."""
    colour = str(COLOUR_NAMES[shift.colour])
    if not shift.moves:
        told = {"colour": colour, "segment": roman(shift.origin)}
        return _("%(colour)s stays on %(segment)s (nothing free that way)") % told
    path = f"{colour} {roman(shift.origin)} → {roman(shift.goal)}"
    if shift.edge:
        return _("%(path)s (nothing free further)") % {"path": path}
    if shift.taken:
        taken = ", ".join(map(roman, shift.taken))
        return _("%(path)s (taken: %(taken)s)") % {"path": path, "taken": taken}
    return path


def shifts_said(shifts: Sequence[Shift]) -> str:
    """Where chips go, track by track: "Templates: yellow II → IV. Kodiki: blue I → III"."""
    return ". ".join(
        f"{TRACK_NAMES[track]}: {', '.join(said)}"
        for track in TRACKS
        if (said := [shift_said(each) for each in shifts if each.track == track])
    )


def left_said(left: Left) -> str:
    """What is left unsold: "blue 2, yellow 4, white 2"."""
    return ", ".join(f"{COLOUR_NAMES[colour]} {signed(left.of(colour))}" for colour in COLOURS)


def row_name(track: Track, category: str | None) -> str:
    """A row of printed prices: "Templates, B", "Kodiki"; without a category all of a track."""
    return f"{TRACK_NAMES[track]}, {category}" if category else str(TRACK_NAMES[track])


def headed(text: str) -> str:
    """The text as it begins a line."""
    return capfirst(text)
