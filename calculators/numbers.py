"""Numbers as people type them: sums, any minus sign, any script's digits."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

SIGNS = str.maketrans(dict.fromkeys("−–—‐‑‒﹣－", "-") | dict.fromkeys("＋﹢", "+"))
UNSEEN = re.compile("[\u200b\u200e\u200f\u061c\u2066-\u2069]")
AROUND_SIGNS = re.compile(r"\s*([+-])\s*")
SUM = re.compile(r"[+-]?\d{1,6}([+-]{1,2}\d{1,6})*")
TERM = re.compile(r"([+-]*)(\d+)")
LONG_NUMBER = re.compile(r"[+\-−]?\s*\d{7,}")
BROKEN_NUMBER = re.compile(r"[+\-−]?\d+[.,'’\s]\d+")


def read_sum(text: str) -> int:
    """The number that a typed number or sum comes to; ValueError for anything else.

    Any minus sign, any script's digits and blanks around signs will do. A comma,
    a point or a blank inside a number could mean two things, so they will not.

    >>> read_sum("12+11-7"), read_sum(" − 12 "), read_sum("١٢")
    (16, -12, 12)
    """
    plain = UNSEEN.sub("", text).translate(SIGNS)
    plain = AROUND_SIGNS.sub(r"\1", plain.strip())
    if not SUM.fullmatch(plain):
        raise ValueError(f"no number or sum: {text!r}")
    return sum(
        int(digits) * (-1 if signs.count("-") % 2 else 1) for signs, digits in TERM.findall(plain)
    )


class SumField(forms.CharField):
    """A whole number or a sum; left empty, none."""

    default_error_messages = {
        "invalid": _("Type a whole number or a sum, such as −12 or 12+11−7."),
        "max_length": _("Type a whole number or a sum, such as −12 or 12+11−7."),
    }

    def __init__(self, *, required: bool = False, **kwargs: Any) -> None:
        super().__init__(max_length=60, required=required, **kwargs)

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        if not text:
            return None
        try:
            return read_sum(text)
        except ValueError:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from None


class WholeField(SumField):
    """A whole number from `least` up, or a sum that comes to one; what is wrong is said."""

    default_error_messages = {
        "required": _("Type a number: there is none yet."),
        "invalid": _("This is no number. Digits or a sum will do, such as 12 or 12+5."),
        "max_length": _("This is no number. Digits or a sum will do, such as 12 or 12+5."),
        "broken": _("Whole numbers only, without a comma, a point or a blank between digits."),
        "large": _("This is more than the site counts with: 999 999 at most."),
        "small": _("It is %(least)s at least."),
    }

    def __init__(self, *, least: int = 0, **kwargs: Any) -> None:
        super().__init__(required=True, **kwargs)
        self.least = least

    def clean(self, value: Any) -> int:
        text = str(value if value is not None else "").strip()
        if LONG_NUMBER.fullmatch(text):
            raise self._fault("large")
        if BROKEN_NUMBER.fullmatch(text):
            raise self._fault("broken")
        number = super().clean(text)
        assert number is not None
        if number < self.least:
            raise self._fault("small", least=self.least)
        return number

    def _fault(self, code: str, **params: Any) -> forms.ValidationError:
        return forms.ValidationError(self.error_messages[code], code=code, params=params)
