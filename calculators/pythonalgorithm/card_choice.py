"""Which card a trade page is about, as its address says, and cards as pages show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from calculators.numbers import read_sum
from calculators.pythonalgorithm.box import HIGHEST_NUMBER, LONGEST_ID, Kodik, Template
from calculators.pythonalgorithm.chips import COLOURS, roman
from calculators.pythonalgorithm.forms import TEMPLATE, card_text
from calculators.pythonalgorithm.hand import Card, CardName, name_of
from calculators.pythonalgorithm.naming import printed
from calculators.pythonalgorithm.refusals import why
from calculators.pythonalgorithm.saying import COLOUR_NAMES, card_name, headed, typed
from calculators.pythonalgorithm.state import State
from companion.games import Refusal

KODIK = "kodiki"


@dataclass(frozen=True)
class CardChoice:
    """The card that a page is about, and the fields that choose another.

    `card` is None, and `fault` says why in one sentence, where the address names none.
    """

    what: str
    colour: str
    number: str
    id: str
    card: Card | None = None
    fault: str = ""

    def fields(self, state: State) -> dict[str, Any]:
        """The choices: what it is, its colour, its number, or a card of the box."""
        return {
            "whats": [(*kind, kind[0] == self.what) for kind in kinds(state)],
            "colours": [(colour, colour == self.colour) for colour in COLOURS],
            "number": self.number,
            "box": [(name, said, name == self.id) for name, said in _box_cards(state)],
            "precise": bool(self.number or self.id),
            "fault": self.fault,
        }


def kinds(state: State) -> list[tuple[str, str, str]]:
    """A template of each category and a kodik: a field's value, a word, the category."""
    templates = [
        (TEMPLATE + category, pgettext("card", "Template"), category)
        for category in state.prices.templates
    ]
    return [*templates, (KODIK, pgettext("card", "Kodik"), "")]


def _box_cards(state: State) -> list[tuple[str, str]]:
    """The cards of the box, by id."""
    cards: tuple[Template | Kodik, ...] = (*state.box.templates, *state.box.kodiki)
    return [(card.id, _box_card_said(card)) for card in cards]


def _box_card_said(card: Template | Kodik) -> str:
    kind = f"{card.category}{card.number}, " if isinstance(card, Template) else ""
    return f"{card.id}: {kind}{COLOUR_NAMES[card.colour]}. {card.title}"


def chosen_card(state: State, query: Mapping[str, str]) -> CardChoice:
    """The card that the address names: by `id`, or by `what` (or `track` and `category`),
    `colour` and `number`. Where it says nothing, the first of each.
    """
    what = query.get("what") or _what_said(query) or kinds(state)[0][0]
    colour = query.get("colour") or COLOURS[0]
    choice = CardChoice(
        what, colour, query.get("number", "").strip(), query.get("id", "")[:LONGEST_ID]
    )
    try:
        return replace(choice, card=_card(state, choice))
    except Refusal as refusal:
        return replace(choice, fault=why(refusal, "table", ()))
    except ValueError as fault:
        return replace(choice, fault=str(fault))


def _what_said(query: Mapping[str, str]) -> str:
    if query.get("track") == "kodiki":
        return KODIK
    category = query.get("category")
    return TEMPLATE + category if category else ""


def _card(state: State, choice: CardChoice) -> Card:
    """The chosen card; Refusal or ValueError, with a sentence, if there is no such card."""
    if choice.id:
        return printed(state, CardName(id=choice.id))
    colour = next((each for each in COLOURS if each == choice.colour), None)
    if colour is None:
        known = ", ".join(map(str, COLOUR_NAMES.values()))
        raise ValueError(
            _("There is no colour %(colour)s. There are: %(known)s.")
            % {"colour": typed(choice.colour), "known": known}
        )
    number = _number(choice.number)
    if choice.what == KODIK:
        return printed(state, CardName("kodiki", colour, number=number))
    return printed(
        state, CardName("templates", colour, choice.what.removeprefix(TEMPLATE), number)
    )


def _number(text: str) -> int | None:
    if not text:
        return None
    try:
        number = read_sum(text)
    except ValueError:
        number = -1
    if 0 <= number <= HIGHEST_NUMBER:
        return number
    raise ValueError(_("A card’s number is a whole number: %(text)s") % {"text": typed(text)})


# -- cards as they are shown


def shown_card(state: State, card: Card) -> dict[str, Any]:
    """A card for a template: what it is, its price now, what is owed on it, its name in args."""
    return {
        "colour": card.colour,
        "bare": card.bare,
        "name": headed(card_name(card)),
        "short": short_name(card),
        "title": title_of(state, card),
        "price": None if card.bare else state.price_of(card),
        "segment": "" if card.bare else segment_of(state, card),
        "debt": card.debt,
        "args": name_of(card),
    }


def short_name(card: Card) -> str:
    """A card under its chip, which says the colour: "B3", "Kodik"."""
    if card.bare:
        return _("debt")
    if card.track == "kodiki":
        kodik = pgettext("card", "Kodik")
        return kodik if card.number is None else f"{kodik} {card.number}"
    return f"{card.category or ''}{'' if card.number is None else card.number}"


def title_of(state: State, card: Card) -> str:
    """What the box calls a card that has an id there."""
    if card.id is None:
        return ""
    found = state.box.template(card.id) or state.box.kodik(card.id)
    return capfirst(found.title) if found else ""


def segment_of(state: State, card: Card) -> str:
    """Where the chip of the card's colour stands."""
    assert card.track
    assert card.colour
    return roman(state.tracks.of(card.track).of(card.colour))


def args_of_new(card: Card) -> dict[str, Any]:
    """The args that name a card which is bought: by its id, or as it is described."""
    if card.id is not None:
        return {"id": card.id}
    said = {"track": card.track, "colour": card.colour, "category": card.category}
    return {
        name: value for name, value in {**said, "number": card.number}.items() if value is not None
    }


def fields_of_new(card: Card) -> dict[str, str]:
    """The same card as the fields of a purchase's form."""
    what = KODIK if card.track == "kodiki" else f"{TEMPLATE}{card.category}"
    return {
        "what": what,
        "colour": card.colour or "",
        "text": card_text(card.number, card.id),
    }
