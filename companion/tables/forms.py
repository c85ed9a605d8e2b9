"""What is typed or chosen at the table: names, codes, lots, dice, the timer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from companion.tables import seating, tokens
from companion.tables.models import FIGURES

SECONDS_IN_MINUTE = 60


class NameField(forms.CharField):
    """A name of 1 to 40 letters in any script, as `seating.clean_name` keeps it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=400, strip=False, label=_("Name"), **kwargs)

    def clean(self, value: Any) -> str:
        text = str(super().clean(value) or "")
        if not text.strip() and not self.required:
            return ""
        try:
            return seating.clean_name(text)
        except seating.NoName:
            raise forms.ValidationError(_("A name has at least one letter.")) from None
        except seating.NameTooLong:
            raise forms.ValidationError(_("A name has at most 40 letters.")) from None


class SeatForm(forms.Form):
    """A player's name and figure. Without a name the figure is the name."""

    name = NameField(required=False)
    figure = forms.ChoiceField(choices=FIGURES.items(), label=_("Figure and colour"))


class TableNameForm(forms.Form):
    name = NameField(required=False)


class CodeForm(forms.Form):
    """A join code as somebody says it: case, blanks and look-alikes do not matter."""

    code = forms.CharField(max_length=40, label=_("Table code"), required=False)

    def clean_code(self) -> str:
        code = tokens.typed_code(self.cleaned_data["code"])
        if not code:
            raise forms.ValidationError(_("Type the six characters of the table's code."))
        if len(code) != 6:
            raise forms.ValidationError(_("The code has six characters. Check the last one."))
        return code


class LotsForm(forms.Form):
    not_last = forms.BooleanField(required=False)


class DiceForm(forms.Form):
    sides = forms.IntegerField(min_value=2, max_value=100, initial=6, label=_("Sides"))
    count = forms.IntegerField(min_value=1, max_value=10, initial=2, label=_("Dice"))


class TimerForm(forms.Form):
    minutes = forms.IntegerField(min_value=1, max_value=1440, initial=5, label=_("Minutes"))

    def clean(self) -> dict[str, Any]:
        minutes = self.cleaned_data.pop("minutes", None)
        return {} if minutes is None else {"seconds": minutes * SECONDS_IN_MINUTE}


FORMS: Mapping[str, type[forms.Form]] = {"lots": LotsForm, "dice": DiceForm, "timer": TimerForm}
