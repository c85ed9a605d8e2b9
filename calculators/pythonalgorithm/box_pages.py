"""Pages of the box: price tables, the file, the cards; one card; one row of prices."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from calculators.pythonalgorithm.box import Customer, Kodik, Solution, Template, gaps
from calculators.pythonalgorithm.box_faults import BoxFault
from calculators.pythonalgorithm.box_file import as_json, parse_box
from calculators.pythonalgorithm.box_forms import (
    CARDS,
    BoxForm,
    Card,
    PricesForm,
    fields_of,
    wanted_by,
)
from calculators.pythonalgorithm.box_schema import SCHEMA
from calculators.pythonalgorithm.box_words import GAP_WORDS, gap_needs, gap_word
from calculators.pythonalgorithm.chips import ROMAN, SEGMENTS, TRACKS, Colour, Track
from calculators.pythonalgorithm.customers import wanted_of
from calculators.pythonalgorithm.programs import shown
from calculators.pythonalgorithm.sample import SAMPLE
from calculators.pythonalgorithm.saying import COLOUR_NAMES, headed, row_name, wanted_said
from calculators.pythonalgorithm.state import State
from companion.games import Eyes
from companion.saying import name_of as name_of_player

AROUND = 40
"""How many characters of a line are shown on each side of a fault."""

VALUE = re.compile(r'"(?:[^"\\\n]|\\.){0,80}"?|[-+.\w]{1,80}|.')


def box_file(state: State, eyes: Eyes) -> dict[str, Any]:
    """The box in use as a file, its prices as the table has put them right."""
    return as_json(replace(state.box, prices=state.prices))


def schema_file(state: State, eyes: Eyes) -> dict[str, Any]:
    """What a box file may hold, for editors that check it while one types."""
    return SCHEMA


# -- the box


def box_page(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """The box in use. `what` chooses the kind of cards, `q` finds among them.

    After a refusal the query holds what was typed: the `text` or `file` of a box, or the
    fields of a `card`; it is shown again with what is wrong.
    """
    what = _kind(query.get("what", ""))
    sought = query.get("q", "")[:200].strip()
    cards: Sequence[Card] = getattr(state.box, what)
    found = [_row(state, card, names) for card in cards if _is_found(card, sought)]
    return {
        "box": {
            "use": _use(state),
            "prices": [_table(state, track) for track in TRACKS],
            "corrected": _corrected(state),
            "kinds": [(each, _kind_said(each), each == what) for each in CARDS],
            "what": what,
            "sought": sought,
            "count": _count_said(what, len(cards)),
            "found": found,
            "refused": _refused_file(query),
            "edited": _typed_card(state, query),
        }
    }


def _use(state: State) -> str:
    """Which box is in use: "sample", "classic" or "own"."""
    return state.options.box if isinstance(state.options.box, str) else "own"


def _corrected(state: State) -> str:
    """The prices as this play has put them right, as JSON; "" if they are the box's."""
    if state.prices == state.box.prices:
        return ""
    return json.dumps(box_file(state, "everything")["prices"], ensure_ascii=False)


def _table(state: State, track: Track) -> dict[str, Any]:
    rows = [
        _price_row(state, track, category)
        for category in (state.prices.templates if track == "templates" else (None,))
    ]
    printed = state.prices.templates if track == "templates" else state.prices.kodiki
    given = SAMPLE.prices.templates if track == "templates" else SAMPLE.prices.kodiki
    checked = all(row["checked"] for row in rows)
    return {
        "track": track,
        "title": _("Prices of templates") if track == "templates" else _("Prices of kodiki"),
        "segments": ROMAN,
        "rows": rows,
        "checked": checked,
        "tag": _tag(checked, sample=track == "kodiki" and printed == given),
        "advice": "" if checked else _advice(track, given=printed == given),
        "confirm": {"track": track},
    }


def _tag(checked: bool, *, sample: bool) -> str:
    if checked:
        return _("compared")
    return _("a sample") if sample else _("not compared")


def _advice(track: Track, *, given: bool) -> str:
    if not given:
        return _("Compare the numbers with your board; tap a row to correct it.")
    if track == "kodiki":
        return _("These numbers are ours: no rules print any. Type those of your board.")
    return _("These numbers are the older game’s. Compare them with your board.")


def _price_row(state: State, track: Track, category: str | None) -> dict[str, Any]:
    return {
        "category": category,
        "name": row_name(track, category),
        "prices": state.prices.row(track, category),
        "checked": (track, category) in state.checked,
        "query": urlencode({"track": track} | ({"category": category} if category else {})),
    }


# -- finding cards


def _kind(what: str) -> str:
    return what if what in CARDS else CARDS[0]


def _kind_said(what: str) -> str:
    return {"templates": _("Templates"), "kodiki": _("Kodiki"), "customers": _("Customers")}[what]


def _count_said(what: str, count: int) -> str:
    said = {
        "templates": ngettext("%(count)s template", "%(count)s templates", count),
        "kodiki": ngettext("%(count)s kodik", "%(count)s kodiki", count),
        "customers": ngettext("%(count)s customer", "%(count)s customers", count),
    }
    return said[what] % {"count": count}


def _is_found(card: Card, sought: str) -> bool:
    """Every word of what is sought stands on the card; a number only as a whole number."""
    if not sought:
        return True
    text = _folded(" ".join(_words_of(card)))
    return all(
        re.search(rf"(?<!\d){word}(?!\d)", text) if word.isdecimal() else word in text
        for word in _folded(sought).split()
    )


def _words_of(card: Card) -> Iterator[str]:
    """All that is printed on a card, and its colour in every language of the site."""
    yield card.id
    match card:
        case Template():
            yield from (f"{card.category}{card.number}", str(card.number), card.title, card.code)
        case Kodik():
            yield from (card.title, card.code, *card.fits, *map(gap_word, card.fits))
        case Customer():
            yield from (card.task, f"+{card.bonus}", wanted_said(wanted_of(card)))
            return
    yield from _colour_words(card.colour)


@cache
def _colour_words(colour: Colour) -> tuple[str, ...]:
    """A colour in every language of the site."""
    words = []
    for language, _name in settings.LANGUAGES:
        with override(language):
            words.append(str(COLOUR_NAMES[colour]))
    return tuple(words)


def _folded(text: str) -> str:
    return text.casefold().replace("ё", "е")


def _row(state: State, card: Card, names: Sequence[str]) -> dict[str, Any]:
    """A card in the list of its kind."""
    row: dict[str, Any] = {"id": card.id, "name": name_of(card), "query": _query_of(card)}
    match card:
        case Template():
            return row | {"colour": card.colour, "about": _gaps_said(card)}
        case Kodik():
            return row | {"colour": card.colour, "code": card.code}
    served = state.served.get(card.id)
    by = "" if served is None else _("served: %(name)s") % {"name": name_of_player(names, served)}
    return row | {"rule": card.colours, "about": card.task, "served": by}


def _query_of(card: Card) -> str:
    return urlencode({"what": kind_of(card), "id": card.id})


def kind_of(card: Card) -> str:
    """The kind of a card: "templates", "kodiki" or "customers"."""
    match card:
        case Template():
            return "templates"
        case Kodik():
            return "kodiki"
    return "customers"


def name_of(card: Card) -> str:
    """A card at the head of a line: "A4. Search", "Zero", "+10, one colour, kodiki: 1"."""
    match card:
        case Template():
            printed = f"{card.category}{card.number}"
            return f"{printed}. {card.title}" if card.title else printed
        case Kodik():
            return card.title or card.id
    return wanted_said(wanted_of(card))


def _gaps_said(template: Template) -> str:
    count = len(gaps(template.code))
    return ngettext("%(count)s gap", "%(count)s gaps", count) % {"count": count}


# -- a refused file


def _refused_file(query: Mapping[str, str]) -> dict[str, Any] | None:
    """The place of the fault in the box file that was sent, and its text; None if none was."""
    text = query.get("file") or query.get("text") or ""
    if query.get("what") != "file":
        return None
    try:
        parse_box(text)
    except BoxFault as fault:
        return {"text": text, "lines": list(_excerpt(text.removeprefix("\ufeff"), fault))}
    return None


def _excerpt(text: str, fault: BoxFault) -> Iterator[dict[str, Any]]:
    """The line of the fault between its neighbours; long ones only round the place."""
    if fault.at is None or fault.line is None:
        return
    lines = text.split("\n")
    column = fault.at - (text.rfind("\n", 0, fault.at) + 1)
    for number in range(max(1, fault.line - 1), min(len(lines), fault.line + 1) + 1):
        line = lines[number - 1].rstrip("\r")
        if number == fault.line:
            found = VALUE.match(line, column)
            end = found.end() if found else column
            yield {
                "number": number,
                "before": _last(line[:column]),
                "marked": line[column:end] or " ",
                "after": _first(line[end:]),
            }
        else:
            yield {"number": number, "before": _first(line)}


def _first(text: str) -> str:
    return text if len(text) <= AROUND else f"{text[: AROUND - 1]}…"


def _last(text: str) -> str:
    return text if len(text) <= AROUND else f"…{text[1 - AROUND :]}"


# -- one card


def card_page(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """One card, as it is printed, and as a form. `id` (and `what`) name it, or `new` its kind."""
    new = query.get("new", "")
    if new in CARDS:
        return {"card": {"shown": None, "heading": _new_said(new), "edited": _form(state, new)}}
    card = _card(state, query)
    if card is None:
        return {"card": {"shown": None, "heading": _("No such card"), "edited": None}}
    return {
        "card": {
            "shown": _shown(state, card, names),
            "heading": name_of(card),
            "edited": _form(state, kind_of(card), card),
        }
    }


def _card(state: State, query: Mapping[str, str]) -> Card | None:
    """The card that is asked for: of the kind asked for, or of any."""
    name, what = query.get("id", ""), query.get("what", "")
    found: Mapping[str, Card | None] = {
        "templates": state.box.template(name),
        "kodiki": state.box.kodik(name),
        "customers": state.box.customer(name),
    }
    if what in found:
        return found[what]
    return next((card for card in found.values() if card), None)


def _new_said(what: str) -> str:
    return {
        "templates": _("New template"),
        "kodiki": _("New kodik"),
        "customers": _("New customer"),
    }[what]


def _shown(state: State, card: Card, names: Sequence[str]) -> dict[str, Any]:
    """A card as it is printed, and who wants it."""
    about: dict[str, Any] = {"id": card.id, "what": kind_of(card)}
    match card:
        case Template():
            needs = [gap_needs(gap) for gap in gaps(card.code)]
            about |= {"colour": card.colour, "lines": shown(card.code), "needs": needs}
        case Kodik():
            words = ", ".join(map(gap_word, card.fits))
            about |= {"colour": card.colour, "lines": shown(card.code), "fits": words}
        case Customer():
            sets = [_set(state, each, names) for each in card.solutions]
            return about | {"rule": card.colours, "task": card.task, "sets": sets}
    wanted = (state.box.customer(each) for each in wanted_by(state.box, card.id))
    return about | {"wanted": [_row(state, each, names) for each in wanted if each]}


def _set(state: State, solution: Solution, names: Sequence[str]) -> dict[str, Any]:
    """An accepted set: its cards, and the program that they make."""
    template = state.box.template(solution.template)
    assert template
    kodiki = tuple(state.box.kodik(each) for each in solution.kodiki)
    return {
        "cards": [_row(state, each, names) for each in (template, *kodiki) if each],
        "lines": shown(template.code, kodiki),
    }


# -- a card as a form


def _form(state: State, what: str, card: Card | None = None) -> dict[str, Any]:
    initial = {"what": what, "card": card.id if card else ""}
    if card:
        initial |= fields_of(card)
    return _edited(state, BoxForm(initial=initial, options=_options(state)), what, card)


def _typed_card(state: State, query: Mapping[str, str]) -> dict[str, Any] | None:
    """The form that was sent and refused, with what was typed and what is wrong."""
    what = query.get("what", "")
    if "card" not in query or what not in CARDS:
        return None
    form = BoxForm(query, options=_options(state))
    if form.is_valid():
        return None
    card = _card(state, {"what": what, "id": query["card"]})
    if query.get("do") == "delete" and card:
        return _form(state, what, card)
    return _edited(state, form, what, card)


def _edited(state: State, form: BoxForm, what: str, card: Card | None) -> dict[str, Any]:
    used = {gap.word for each in state.box.templates for gap in gaps(each.code)}
    return {
        "form": form,
        "what": what,
        "card": card.id if card else "",
        "heading": name_of(card) if card else _new_said(what),
        "words": _gap_words(used),
    }


def _gap_words(used: Iterable[str]) -> str:
    """The words that gaps are known by, those of this box included."""
    words = dict.fromkeys((*GAP_WORDS, *sorted(used)))
    return ", ".join(
        word if (meant := gap_word(word)) == word else f"{word} ({meant})" for word in words
    )


def _options(state: State) -> dict[str, Any]:
    return {"box": state.options.box}


# -- one row of prices


def row_page(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """A row of seven prices to be put right: `track` and, of templates, `category`."""
    track: Track = "kodiki" if query.get("track") == "kodiki" else "templates"
    category = None if track == "kodiki" else query.get("category", "")
    if category is not None and category not in state.prices.templates:
        category = state.box.categories[0]
    now, printed = state.prices.row(track, category), _printed(state, track, category)
    form = PricesForm(query) if "segment_1" in query else None
    typed = [str(price) for price in now]
    if form:
        typed = [query.get(f"segment_{segment}", "") for segment in SEGMENTS]
    return {
        "row": {
            "name": headed(row_name(track, category)),
            "track": track,
            "category": category or "",
            "segments": [
                {
                    "name": f"segment_{segment}",
                    "segment": ROMAN[segment - 1],
                    "typed": typed[segment - 1],
                    "now": now[segment - 1],
                    "printed": printed[segment - 1] if printed else None,
                    "faults": form.errors.get(f"segment_{segment}", ()) if form else (),
                }
                for segment in SEGMENTS
            ],
            "confirm": {"track": track} | ({"category": category} if category else {}),
            "checked": (track, category) in state.checked,
        }
    }


def _printed(state: State, track: Track, category: str | None) -> tuple[int, ...] | None:
    """The row as the box has it, if the table has put it right since."""
    if track == "templates" and category not in state.box.prices.templates:
        return None
    printed = state.box.prices.row(track, category)
    return None if printed == state.prices.row(track, category) else printed
