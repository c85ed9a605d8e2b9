"""The list of substances and the places of the missions, as a table enters them at once.

Both are options of a play: an entry replaces them, and the next play has them too. A list
comes as a file or as text: JSON as the site saves it, or a line for each substance.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from calculators.marshimprom.saying import shortened
from calculators.marshimprom.state import LONGEST_NAME, MOST, clean_name, is_name
from calculators.numbers import read_sum

LARGEST_PRICE = 999_999
LONGEST_LIST = 200
LONGEST_LINE = 200
LINE = re.compile(
    r"(?P<name>.+?)(?:[ ,;:=–—-]*[ ,;:=](?=[-–]\d)|[ ,;:=–—-]+)"
    r"(?P<price>[+\-–−]?\d+) ?(?:мР|mR|мр|mr)?\.?"
)
"""A name, what stands between, a price. A minus after a blank is one: “water -5” is refused."""
BROKEN = re.compile(r".*[ ;:=]\d+(?:,\d+| \d{3})\D*")
"""A line whose price has a comma or a blank inside: 2,5 or 1 000."""


class ListFault(ValueError):
    """A list that cannot be read: one sentence in the reader's language."""


def parse_list(text: str) -> dict[str, int]:
    """The prices by name that a text or a file says; ListFault for what cannot be read.

    A name that stands there twice has the last price.

    >>> parse_list("вода 2\\nNH3: 6 мР")
    {'вода': 2, 'NH3': 6}
    """
    text = text.removeprefix("\ufeff").strip()
    if not text:
        raise ListFault(_("Choose a file, or type the list."))
    rows = _of_json(text) if text[0] in "[{" else _of_lines(text)
    prices = dict(rows)
    if len(prices) > LONGEST_LIST:
        raise ListFault(_("A list has at most %(most)s substances.") % {"most": LONGEST_LIST})
    return prices


def _of_lines(text: str) -> Iterable[tuple[str, int]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield _checked(number, *_of_line(number, " ".join(line.split())))


def _of_line(number: int, line: str) -> tuple[str, int]:
    told = {"number": number, "line": line[:60]}
    if len(line) > LONGEST_LINE:
        raise ListFault(_("Line %(number)s is too long: “%(line)s”.") % told)
    if BROKEN.fullmatch(line):
        raise ListFault(
            _("Line %(number)s: “%(line)s”. A price is whole, no comma or blank inside: water 2.")
            % told
        )
    match = LINE.fullmatch(line)
    if match is None:
        raise ListFault(
            _("Line %(number)s: “%(line)s”. A name and a price are needed: water 2.") % told
        )
    return match["name"], read_price(match["price"])


def read_price(digits: str) -> int:
    """A price as it was typed, in any script's digits; −1 for one too long."""
    try:
        return read_sum(digits)
    except ValueError:
        return -1


def _of_json(text: str) -> Iterable[tuple[str, int]]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise ListFault(_("This is no list that the site has saved, and no lines.")) from fault
    if isinstance(value, dict):
        value = value.get("substances")
    if not isinstance(value, list):
        raise ListFault(_("This is no list that the site has saved, and no lines."))
    for number, each in enumerate(value, start=1):
        named = each if isinstance(each, dict) else {}
        name, price = named.get("name"), named.get("price")
        if not isinstance(name, str) or type(price) is not int:
            told = {"number": number}
            raise ListFault(_("Substance %(number)s: a name and a price are needed.") % told)
        yield _checked(number, name, price)


def _checked(number: int, text: str, price: int) -> tuple[str, int]:
    name = clean_name(text)
    if not is_name(name):
        told: Mapping[str, Any] = {"number": number, "most": LONGEST_NAME}
        raise ListFault(
            _("Line %(number)s: a name has 1 to %(most)s letters that can be read.") % told
        )
    if not 0 <= price <= LARGEST_PRICE:
        told = {"number": number, "name": name, "most": LARGEST_PRICE}
        raise ListFault(_("Line %(number)s: “%(name)s” costs 0 to %(most)s mR.") % told)
    return name, price


MOST_NAMED = 5
"""A log line names no more substances than these."""


def option_said(name: str, value: Any) -> str:
    """The list or the places as a log line tells them; "" for other options.

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     option_said("substances", [{"name": "H2O", "price": 2}])
    'Substances: H2O: 2'
    """
    if name == "substances":
        told = [f"{shortened(each['name'])}: {each['price']}" for each in value]
        return _("Substances: %(list)s") % {"list": _shortened(told)}
    if name == "mission_slots":
        return _("Places of the missions: %(list)s") % {"list": _shortened(_slots_said(value))}
    return ""


def _slots_said(value: Any) -> list[str]:
    """Every mission with its places: "2: NH3 1, CH4 2"."""
    return [
        f"{mission}: "
        + ", ".join(f"{shortened(each['substance'])} {each['places']}" for each in slots)
        for mission, slots in enumerate(value or (), start=1)
        if slots
    ]


def _shortened(told: Sequence[str]) -> str:
    text = "; ".join(told[:MOST_NAMED]) or "—"
    return f"{text} …" if len(told) > MOST_NAMED else text


class OptionsForm(forms.Form):
    """Options that are typed: `what` "list" (a `file`, else `text`) or "places".

    A list joins the one in use, and its prices win. Places are those of one `mission`, in
    fields `name-0` and `places-0`, `name-1` and `places-1` …; 0 or nothing is no place.
    """

    what = forms.ChoiceField(choices=[("list", "list"), ("places", "places")])
    file = forms.CharField(required=False)
    text = forms.CharField(required=False)
    mission = forms.IntegerField(required=False, min_value=1, max_value=MOST)

    def __init__(
        self,
        data: Any = None,
        *,
        players: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        self.options = options or {}

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if self.errors:
            return cleaned
        if cleaned["what"] == "places":
            return self._with_places(cleaned["mission"] or 1)
        try:
            loaded = parse_list(cleaned["file"] or cleaned["text"])
        except ListFault as fault:
            raise forms.ValidationError(str(fault)) from None
        known = {each["name"]: each["price"] for each in self.options.get("substances") or ()}
        prices = {**known, **loaded}
        return {"substances": [{"name": name, "price": prices[name]} for name in prices]}

    def _with_places(self, mission: int) -> dict[str, Any]:
        """All missions' places as they were, but for this one's."""
        slots = list(self.options.get("mission_slots") or ())
        slots += [None] * (mission - len(slots))
        slots[mission - 1] = self._typed_places() or None
        return {"mission_slots": slots}

    def _typed_places(self) -> list[dict[str, Any]]:
        found = []
        for field, name in self.data.items():
            if not field.startswith("name-") or not clean_name(name):
                continue
            typed = str(self.data.get(f"places-{field.removeprefix('name-')}", "")).strip()
            places = self._places(clean_name(name), typed) if typed else 0
            if places:
                found.append({"substance": clean_name(name), "places": places})
        return found

    def _places(self, name: str, typed: str) -> int:
        try:
            places = read_sum(typed)
        except ValueError:
            places = -1
        if not 0 <= places <= MOST:
            told = {"name": name, "most": MOST}
            raise forms.ValidationError(_("“%(name)s”: 0 to %(most)s places.") % told)
        return places
