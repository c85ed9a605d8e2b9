"""The box and its prices as forms: a whole file, one card, one row of prices.

A play keeps its box among its options, so each change of a card makes a whole new box
of the one in use. What cannot be is refused as `box_file.read_box` refuses it, and named by
the field that it was typed into.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from calculators.numbers import SumField
from calculators.pythonalgorithm.box import (
    KODIKI,
    LONGEST_ID,
    LONGEST_TEXT,
    LONGEST_TITLE,
    Box,
    Customer,
    Kodik,
    Solution,
    Template,
)
from calculators.pythonalgorithm.box_faults import BoxFault, Step
from calculators.pythonalgorithm.box_file import LARGEST_FILE, as_json, box_of, parse_box, read_box
from calculators.pythonalgorithm.box_words import place_said, said
from calculators.pythonalgorithm.chips import SEGMENTS, roman
from calculators.pythonalgorithm.saying import COLOUR_NAMES

Card = Template | Kodik | Customer

CARDS = ("templates", "kodiki", "customers")
PREFIXES = {"templates": "T", "kodiki": "K", "customers": "Z"}
"""How the ids of new cards begin."""

TYPED_GAP = re.compile(r"\[\[([1-9]):([^\[\]⟦⟧:\n]{1,40})\]\]")

COLOUR_CHOICES = [(colour, capfirst(name)) for colour, name in COLOUR_NAMES.items()]


def code_typed(code: str) -> str:
    """Code as it is typed: phones have no key for ⟦.

    >>> code_typed("for n in ⟦1:list⟧:")
    'for n in [[1:list]]:'
    """
    return code.replace("⟦", "[[").replace("⟧", "]]")


def code_read(text: str) -> str:
    """Code as it was typed, with either kind of brackets round its gaps."""
    return TYPED_GAP.sub(r"⟦\1:\2⟧", text)


def solution_typed(solution: Solution) -> str:
    """An accepted set as a line: "T1: K3 K7"."""
    between = ", " if any(re.search(r"\s", each) for each in solution.kodiki) else " "
    return f"{solution.template}: {between.join(solution.kodiki)}"


def solutions_read(text: str) -> list[dict[str, Any]]:
    """The accepted sets, a line each: the template's id, a colon, the kodiki's ids."""
    return [_solution_read(line) for line in text.split("\n") if line.strip()]


def _solution_read(line: str) -> dict[str, Any]:
    template, colon, kodiki = line.partition(":")
    if not colon:
        template, _blank, kodiki = line.strip().partition(" ")
    ids = kodiki.split(",") if "," in kodiki else kodiki.split()
    return {
        "template": template.strip(),
        "kodiki": [each.strip() for each in ids if each.strip()],
    }


def new_id(box: Box, what: str) -> str:
    """An id for a new card that no other has: T34, K51 or Z31."""
    cards: Sequence[Card] = getattr(box, what)
    taken = {each.id for each in (*box.templates, *box.kodiki, *cards)}
    number = len(cards) + 1
    while f"{PREFIXES[what]}{number}" in taken:
        number += 1
    return f"{PREFIXES[what]}{number}"


# -- the fields of each kind of card


class ProseField(forms.CharField):
    """Text of several lines, its blanks kept: code, or a task."""

    def __init__(self, **kwargs: Any) -> None:
        area = forms.Textarea(attrs={"rows": 6})
        super().__init__(
            widget=area, max_length=LONGEST_TEXT, required=False, strip=False, **kwargs
        )

    def clean(self, value: Any) -> str:
        text = str(value or "").replace("\r\n", "\n").replace("\r", "\n")
        return str(super().clean(text.rstrip()) or "")


class CodeField(ProseField):
    """Code, its gaps typed as [[1:number]]."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.widget.attrs |= {
            "class": "code-editor",
            "spellcheck": "false",
            "autocapitalize": "off",
        }

    def clean(self, value: Any) -> str:
        return code_read(super().clean(value))


class Lines(ProseField):
    """Accepted sets, a line each."""

    def clean(self, value: Any) -> list[dict[str, Any]]:  # type: ignore[override]
        return solutions_read(super().clean(value))


def _colour() -> forms.ChoiceField:
    return forms.ChoiceField(label=_("Colour"), choices=COLOUR_CHOICES, widget=forms.RadioSelect)


def _title() -> forms.CharField:
    return forms.CharField(label=_("Title"), max_length=LONGEST_TITLE, required=False)


class TemplateFields(forms.Form):
    colour = _colour()
    category = forms.ChoiceField(label=_("Category"), widget=forms.RadioSelect)
    number = SumField(label=_("Number"), required=True)
    title = _title()
    code = CodeField(label=_("Code"))


class KodikFields(forms.Form):
    colour = _colour()
    title = _title()
    code = CodeField(label=_("Code"))
    fits = forms.CharField(label=_("Gaps that it fits"), max_length=400, required=False)


class CustomerFields(forms.Form):
    task = ProseField(label=_("Task"))
    bonus = SumField(label=_("Bonus"), required=True)
    colours = forms.ChoiceField(
        label=_("Colours"),
        choices=[
            ("same", pgettext_lazy("customer", "one colour")),
            ("different", pgettext_lazy("customer", "different colours")),
        ],
        widget=forms.RadioSelect,
    )
    kodiki = forms.TypedChoiceField(
        label=_("Kodiki"),
        coerce=int,
        choices=[(count, str(count)) for count in KODIKI],
        widget=forms.RadioSelect,
    )
    solutions = Lines(label=_("Accepted sets"))


class FileFields(forms.Form):
    file = forms.CharField(required=False, strip=False)
    text = forms.CharField(required=False, strip=False)


class PricesFields(forms.Form):
    prices = forms.JSONField()


FIELDS: Mapping[str, type[forms.Form]] = {
    "templates": TemplateFields,
    "kodiki": KodikFields,
    "customers": CustomerFields,
    "file": FileFields,
    "prices": PricesFields,
}


def fields_of(card: Card) -> dict[str, Any]:
    """A card as the fields show it."""
    fields = vars(card).copy()
    match card:
        case Template():
            fields["code"] = code_typed(card.code)
        case Kodik():
            fields["fits"] = ", ".join(card.fits)
        case Customer():
            fields["solutions"] = "\n".join(map(solution_typed, card.solutions))
    return fields


# -- the move `options` with a whole new box


class BoxForm(forms.Form):
    """The box in use with one thing changed; cleaned, it is {"box": the whole new box}.

    `what`: "file" (a box file: `file`, else `text`), "prices" (those of this play, as JSON)
    or the kind of a card. `card` is the id of the card that is edited ("" for a new one);
    `do` "delete" takes it out.
    """

    what = forms.ChoiceField(choices=[(each, each) for each in FIELDS], widget=forms.HiddenInput)
    card = forms.CharField(max_length=LONGEST_ID, required=False, widget=forms.HiddenInput)
    do = forms.CharField(max_length=10, required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any = None,
        *,
        players: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
        initial: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        given = dict(initial or {})
        super().__init__(data, initial=given, **kwargs)
        self.box = box_of((options or {}).get("box", "sample"))
        what = str((given if data is None else data).get("what", ""))
        self.cards: Sequence[Card] = getattr(self.box, what) if what in CARDS else ()
        if what in FIELDS and not (data and data.get("do") == "delete"):
            self.fields.update(deepcopy(FIELDS[what].base_fields))
        if "category" in self.fields:
            rows = [(name, name) for name in self.box.categories]
            self.fields["category"].choices = rows  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if self.errors:
            return cleaned
        if cleaned["what"] == "file":
            return self._imported(cleaned["file"] or cleaned["text"])
        if cleaned["what"] == "prices":
            return self._priced(cleaned["prices"])
        place = self._place(cleaned["card"])
        if place is None:
            self.add_error(None, gettext("This card is no longer in the box."))
            return cleaned
        if cleaned["do"] == "delete":
            return self._without(cleaned["what"], place)
        return self._with(cleaned, place)

    def _priced(self, prices: Any) -> dict[str, Any]:
        value = as_json(self.box) | {"prices": prices}
        try:
            read_box(value)
        except BoxFault as fault:
            self.add_error(None, f"{place_said(fault)} {said(fault)}")
        return {"box": value}

    def _imported(self, text: str) -> dict[str, Any]:
        if not text.strip():
            self.add_error(None, gettext("Choose a file, or paste its text."))
            return {}
        try:
            return {"box": as_json(parse_box(text))}
        except BoxFault as fault:
            told = {"place": place_said(fault), "said": said(fault)}
            self.add_error(None, gettext("File not taken. %(place)s %(said)s") % told)
        return {}

    def _place(self, name: str) -> int | None:
        """Where the card stands among its kind; a new one after all others."""
        if not name:
            return len(self.cards)
        return next((place for place, each in enumerate(self.cards) if each.id == name), None)

    def _without(self, what: str, place: int) -> dict[str, Any]:
        if place == len(self.cards):
            self.add_error(None, gettext("This card is no longer in the box."))
            return {}
        wanted = ", ".join(wanted_by(self.box, self.cards[place].id))
        if wanted and what != "customers":
            self.add_error(
                None,
                gettext(
                    "Accepted sets have this card. Change these customers first: %(customers)s."
                )
                % {"customers": wanted},
            )
            return {}
        value = as_json(self.box)
        del value[what][place]
        return {"box": value}

    def _with(self, cleaned: Mapping[str, Any], place: int) -> dict[str, Any]:
        what, value = cleaned["what"], as_json(self.box)
        card = {name: cleaned[name] for name in FIELDS[what].base_fields}
        if what == "kodiki":
            card["fits"] = [word.strip() for word in card["fits"].split(",") if word.strip()]
        value[what][place:] = [
            {"id": cleaned["card"] or new_id(self.box, what), **card},
            *value[what][place + 1 :],
        ]
        try:
            read_box(value)
        except BoxFault as fault:
            self._blame(fault, (what, place))
        if size_of(value) > LARGEST_FILE:
            self.add_error(None, said(BoxFault("too_big", most=LARGEST_FILE // 1024)))
        return {"box": value}

    def _blame(self, fault: BoxFault, card: tuple[Step, ...]) -> None:
        """Say what is wrong at the field that it was typed into, or at the customer's set.

        One card too many is no field's fault.
        """
        where, *inner = (*fault.steps[2:], "")
        if fault.steps[:2] == card and where in self.fields:
            told = {"line": int(inner[0]) + 1 if inner[0] != "" else 0, "said": said(fault)}
            in_line = where == "solutions" and told["line"]
            self.add_error(
                str(where), gettext("Line %(line)s: %(said)s") % told if in_line else said(fault)
            )
            return
        if len(fault.steps) < len(card):
            self.add_error(None, said(fault))
            return
        customer = self.box.customers[int(fault.steps[1])]
        told = {"id": customer.id, "line": int(fault.steps[3]) + 1, "said": said(fault)}
        self.add_error(
            None,
            gettext("An accepted set would break. Customer %(id)s, line %(line)s: %(said)s") % told,
        )


def size_of(value: Mapping[str, Any]) -> int:
    """How many bytes a box has as the file that the table saves."""
    return len(json.dumps(value, ensure_ascii=False, indent=1).encode())


def wanted_by(box: Box, name: str) -> Iterator[str]:
    """The ids of the customers that take a template or kodik in one of their sets."""
    for customer in box.customers:
        if any(name in (each.template, *each.kodiki) for each in customer.solutions):
            yield customer.id


# -- the move `set_prices`


class PricesForm(forms.Form):
    """A printed row of seven prices; all left empty: the row is right as it stands."""

    track = forms.ChoiceField(
        choices=[(track, track) for track in ("templates", "kodiki")], widget=forms.HiddenInput
    )
    category = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any = None,
        *,
        players: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
        initial: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        typed = dict(initial or {})
        typed |= {
            f"segment_{segment}": price for segment, price in _priced(typed.pop("prices", ()))
        }
        super().__init__(data, initial=typed, **kwargs)
        for segment in SEGMENTS:
            label = _("Segment %(segment)s") % {"segment": roman(segment)}
            self.fields[f"segment_{segment}"] = SumField(label=label)

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if self.errors:
            return cleaned
        names = [f"segment_{segment}" for segment in SEGMENTS]
        prices = [cleaned.pop(name) for name in names]
        if not cleaned["category"]:
            del cleaned["category"]
        if any(price is not None for price in prices):
            for name, price in zip(names, prices, strict=True):
                if price is None:
                    self.add_error(name, gettext("Type the price: each segment has one."))
            cleaned["prices"] = prices
        return cleaned


def _priced(prices: Sequence[int] | None) -> Iterator[tuple[int, int]]:
    return zip(SEGMENTS, prices or (), strict=False)


BOX_FORMS: Mapping[str, type[forms.Form]] = {"options": BoxForm, "set_prices": PricesForm}
