"""The market tab: the price of what is chosen, both price tables, the event, the virus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from calculators.pythonalgorithm import virus
from calculators.pythonalgorithm.chips import COLOURS, SEGMENTS, TRACKS, Colour, Track, roman
from calculators.pythonalgorithm.moves import Event, EventKind
from calculators.pythonalgorithm.previews import shifts_of, track_drawn
from calculators.pythonalgorithm.saying import COLOUR_NAMES, EVENT_NAMES, TRACK_NAMES
from calculators.pythonalgorithm.state import State

EVENT_ICONS: Mapping[EventKind, str] = {"jump": "right", "crash": "left", "virus": "virus"}
EVENTS = (
    *(Event("rise", colour) for colour in COLOURS),
    Event("jump"),
    Event("crash"),
    Event("virus"),
)


@dataclass(frozen=True)
class Chosen:
    """Which price is looked at: a colour, and a row of one of the two tables."""

    colour: Colour
    track: Track
    category: str | None

    @property
    def query(self) -> str:
        """The query of the market tab with this price large."""
        return urlencode({"tab": "market", "colour": self.colour}) + "&" + self.row_query

    @property
    def row_query(self) -> str:
        """The part of it that chooses the row."""
        row = {} if self.category is None else {"row": self.category}
        return urlencode({"track": self.track, **row})


def market(state: State, query: Mapping[str, str], names: Sequence[str]) -> dict[str, Any]:
    """All that the market tab draws.

    `colour`, `row` (a category) and `track` in the query choose the large price; what is
    no colour or row of this box counts as not said.
    """
    chosen = chosen_of(state, query)
    return {
        "price": price_of(state, chosen),
        "colours": [
            (colour, Chosen(colour, chosen.track, chosen.category).query, colour == chosen.colour)
            for colour in COLOURS
        ],
        "boards": [_board(state, chosen, track) for track in TRACKS],
        "virus": meter(state),
        "event": event(state, names),
    }


def chosen_of(state: State, query: Mapping[str, str]) -> Chosen:
    """What the query chooses, else the first colour and the first category."""
    colour = next((each for each in COLOURS if each == query.get("colour")), COLOURS[0])
    if query.get("track") == "kodiki":
        return Chosen(colour, "kodiki", None)
    categories = tuple(state.prices.templates)
    category = query.get("row", "")
    return Chosen(colour, "templates", category if category in categories else categories[0])


def price_of(state: State, chosen: Chosen) -> dict[str, Any]:
    """The chosen price, and what it is the price of."""
    return {
        "colour": chosen.colour,
        "track": chosen.track,
        "category": chosen.category,
        "name": str(COLOUR_NAMES[chosen.colour]),
        "segment": roman(state.tracks.of(chosen.track).of(chosen.colour)),
        "tokens": state.market(chosen.track, chosen.colour, chosen.category),
    }


# -- the price tables


def _board(state: State, chosen: Chosen, track: Track) -> dict[str, Any]:
    """A price table: the pythons above it, the lane of the chosen colour, the chosen row."""
    chips = state.tracks.of(track)
    lane = chips.of(chosen.colour)
    categories = tuple(state.prices.templates) if track == "templates" else (None,)
    unchecked = [each for each in categories if (track, each) not in state.checked]
    return {
        "track": track,
        "title": str(TRACK_NAMES[track]),
        "colour": chosen.colour,
        "heads": [
            (roman(segment), chips.standing(segment), segment == lane) for segment in SEGMENTS
        ],
        "rows": [_row(state, chosen, track, category, lane) for category in categories],
        "unchecked": ""
        if len(unchecked) == len(categories)
        else ", ".join(filter(None, unchecked)),
        "checked": not unchecked,
        "confirm": {"track": track, "prices": None},
        "correct": urlencode(
            {"track": track, "category": chosen.category or ""}
            if track == chosen.track and track == "templates"
            else {"track": track}
        ),
    }


def _row(
    state: State, chosen: Chosen, track: Track, category: str | None, lane: int
) -> dict[str, Any]:
    """A row of seven prices; each is (tokens, "hit", "lane" or "")."""
    here = Chosen(chosen.colour, track, category)
    on = here == chosen
    return {
        "category": category,
        "query": here.query,
        "changes": here.row_query,
        "on": on,
        "prices": [
            (price, "" if segment != lane else "hit" if on else "lane")
            for segment, price in enumerate(state.prices.row(track, category), start=1)
        ],
    }


# -- the virus


def meter(state: State) -> dict[str, Any]:
    """The event cards left, and when the virus can come.

    `odds` are empty where nothing can be said: after the end, or with another deck.
    """
    odds = virus.odds(state.round, state.event_recorded, state.box.events, state.over)
    gone = _turned_over(state)
    return {
        "odds": [
            {
                "round": each.round,
                "said": said_chance(each.chance),
                "now": each.now,
                "gone": each.gone,
            }
            for each in odds
        ],
        "cells": list(_fuse(gone)) if odds else [],
        "gone": gone,
        "cards": virus.CARDS,
        "left": virus.CARDS - gone,
        "next": state.round + state.event_recorded,
        "chance": said_chance(state.virus_chance) if state.virus_chance else "",
        "deck": _deck_said(state.box.events),
        "over": state.over,
    }


def _turned_over(state: State) -> int:
    """The event cards turned over by now: the set-up's, and one a round."""
    if state.round == 1:
        return min(state.events, state.events_due)
    return min(state.round + state.event_recorded, virus.CARDS)


def _fuse(gone: int) -> Iterator[str]:
    """The cards of the deck from the top: "gone", "" or "risk"; the virus is one of the last."""
    for card in range(1, virus.CARDS + 1):
        if card <= gone:
            yield "gone"
        else:
            yield "risk" if card > virus.CARDS - len(virus.ROUNDS) else ""


def said_chance(chance: str) -> str:
    """A chance in words of digits: "1 of 3"."""
    if chance == "0":
        return _("not yet")
    if chance == "1":
        return _("certain")
    part, whole = chance.split("/")
    return _("%(part)s of %(whole)s") % {"part": part, "whole": whole}


def _deck_said(events: Mapping[str, int]) -> str:
    """What a box's own event deck is: cards, and how many of them are the virus."""
    cards = sum(events.values()) + (len(COLOURS) - 1) * events.get("rise", 0)
    said = ngettext("%(count)s event card", "%(count)s event cards", cards) % {"count": cards}
    return _("%(cards)s, virus among them: %(count)s") % {
        "cards": said,
        "count": events.get("virus", 0),
    }


# -- the event


def event(state: State, names: Sequence[str]) -> dict[str, Any]:
    """The event dialog: six cards, and for each what it would move."""
    return {
        "round": state.round,
        "recorded": ", ".join(str(EVENT_NAMES[kind]) for kind in state.drawn),
        "due": not state.event_recorded,
        "first_round": state.round == 1,
        "tracks": [track_drawn(state, track) for track in TRACKS],
        "debts": [(name, debt) for name, debt in zip(names, state.debts, strict=True) if debt],
        "cards": [_event_card(state, each) for each in EVENTS],
    }


def _event_card(state: State, card: Event) -> dict[str, Any]:
    """One card: its name, what it says, each track as it would stand, and its key."""
    name = str(EVENT_NAMES[card.kind])
    shown = {
        "kind": card.kind,
        "colour": card.colour,
        "icon": EVENT_ICONS.get(card.kind, ""),
        "name": name,
        "label": f"{name}: {COLOUR_NAMES[card.colour]}" if card.colour else name,
        "args": {"kind": card.kind} | ({"colour": card.colour} if card.colour else {}),
    }
    if card.kind == "virus":
        return shown
    shifts = shifts_of(state, card)
    moving = sum(shift.moves for shift in shifts)
    return shown | {
        "says": f"{_says(card)} {_where(state)}",
        "tracks": [track_drawn(state, shift.track, shifts) for shift in shifts],
        "key": _key_words(moving),
    }


def _says(card: Event) -> str:
    if card.kind == "jump":
        return _("The cheapest colour goes 2 segments to the right.")
    if card.kind == "crash":
        return _("The dearest colour goes 2 segments to the left.")
    return _("This colour goes 1 segment to the right.")


def _where(state: State) -> str:
    if state.options.event_tracks == "both":
        return _("On both tracks.")
    return _("On the track of the templates only.")


def _key_words(moving: int) -> str:
    if moving == 2:
        return _("Move both chips")
    return _("Move the chip") if moving else _("Record it: no chip moves")
