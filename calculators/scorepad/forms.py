"""Moves of the score pad as forms: a score, an amount, a title, a newcomer, what was agreed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from calculators.scorepad.points import exact, read_points, text_of
from calculators.scorepad.rules import LONGEST_TITLE, MOST_ROUNDS, MOST_STEPS, settled
from calculators.scorepad.state import Options
from calculators.scorepad.words import why
from companion import moveform
from companion.games import Refusal

BETWEEN_STEPS = re.compile(r"[;\s]+|,\s+")


class PointsField(forms.CharField):
    """A number or a sum as it was typed, once it can be read; left empty, none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=400, **kwargs)

    def clean(self, value: Any) -> str | None:
        text = str(super().clean(value) or "")
        if not text:
            return None
        _read(text)
        return text


class MoveForm(moveform.MoveForm):
    """A move of one player."""

    player = forms.TypedChoiceField(label=_("Player"), coerce=int)


class ScoreForm(MoveForm):
    """A player's points of a round; the key "empty" takes them off whatever is typed."""

    round = forms.IntegerField(label=_("Round"), min_value=1, max_value=MOST_ROUNDS)
    points = PointsField(label=_("Points"), required=False)

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        if data and data.get("empty"):
            data = {**data, "points": ""}
        super().__init__(data, **kwargs)


class AmountForm(MoveForm):
    """Points beside the rounds, more or fewer."""

    delta = PointsField(label=_("Points"))


class PlainForm(forms.Form):
    """A form that asks nothing about the play."""

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


class TitleForm(PlainForm):
    """The game's name; left empty, none."""

    title = forms.CharField(label=_("Name of the game"), max_length=LONGEST_TITLE, required=False)


class NewcomerForm(PlainForm):
    """Who joins: a name, or a seat at the table."""

    name = forms.CharField(label=_("Name"), max_length=400, strip=False, required=False)
    seat = forms.IntegerField(required=False, widget=forms.HiddenInput)
    player = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        return {name: each for name, each in self.cleaned_data.items() if each is not None}


class OptionsForm(PlainForm):
    """What the table agrees on. Only what is different from before becomes an entry."""

    wins = forms.ChoiceField(choices=(("high", ""), ("low", "")), label=_("Who wins"))
    rounds = forms.CharField(max_length=40, required=False, label=_("Rounds"))
    target = PointsField(required=False, label=_("Play to"))
    step = forms.CharField(max_length=200, required=False, label=_("Keys of the counter"))
    zero_sum = forms.BooleanField(required=False, label=_("Every round comes to 0"))

    def clean_rounds(self) -> int | None:
        text = self.cleaned_data["rounds"]
        if not text:
            return None
        if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MOST_ROUNDS):
            raise forms.ValidationError(
                _("“%(typed)s” is no number of rounds: type 1 to %(most)s, or nothing."),
                params={"typed": text, "most": MOST_ROUNDS},
            )
        return int(text)

    def clean_target(self) -> int | str | None:
        text = self.cleaned_data["target"]
        return None if text is None else _number(text)

    def clean_step(self) -> list[int | str]:
        texts = [each for each in BETWEEN_STEPS.split(self.cleaned_data["step"]) if each]
        steps = list(dict.fromkeys(_number(each) for each in texts))
        if len(steps) > MOST_STEPS:
            raise forms.ValidationError(
                _("There is room for %(most)s keys."), params={"most": MOST_STEPS}
            )
        return steps

    def clean(self) -> dict[str, Any]:
        if self.errors:
            return self.cleaned_data
        before = settled(Options(**{**self.options, "step": tuple(self.options.get("step", ()))}))
        changed = {
            name: value
            for name, value in self.cleaned_data.items()
            if value != _as_typed(getattr(before, name))
        }
        if not changed:
            raise forms.ValidationError(_("Nothing is different from before."))
        return changed


def _as_typed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _read(text: str) -> Any:
    """The points of a text; what is wrong with it, as a form says it."""
    try:
        return read_points(text)
    except Refusal as refusal:
        raise forms.ValidationError(why(refusal, "table", ())) from None


def _number(text: str) -> int | str:
    """One number of the options; 0 is none."""
    number = exact(_read(text))
    if not number:
        raise forms.ValidationError(_("Type any number but 0."))
    return number if isinstance(number, int) else text_of(number)


FORMS: Mapping[str, type[forms.Form]] = {
    "set_score": ScoreForm,
    "add": AmountForm,
    "set_title": TitleForm,
    "add_player": NewcomerForm,
    "options": OptionsForm,
}
