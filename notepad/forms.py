"""Moves of Code 777 as forms: the supply as it was counted, and corrections from the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from calculators.numbers import SumField
from companion import moveform
from notepad.questions import QUESTIONS
from notepad.racks import common_racks
from notepad.tiles import CODE_LENGTH
from notepad.words import HELP_NAMES, KIND_NAMES, question_text, rack_name

NOTHING = ("", "—")
LONGEST_CODE = 40
TILE_FIELDS = [f"tile-{place}" for place in range(1, CODE_LENGTH + 1)]


class MoveForm(moveform.MoveForm):
    """A move with fields: readers are players."""

    people = ("reader", "player")


def _kind_field(place: int) -> forms.ChoiceField:
    choices = [NOTHING, *((kind, capfirst(name)) for kind, name in KIND_NAMES.items())]
    label = gettext("Tile %(number)s") % {"number": place}
    return forms.ChoiceField(label=label, choices=choices, required=False)


class TilesForm(MoveForm):
    """A move with three tiles: all of them, or none."""

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        for place, name in enumerate(TILE_FIELDS, 1):
            self.fields[name] = _kind_field(place)

    def spread(self, args: Mapping[str, Any]) -> dict[str, Any]:
        given = args.get("tiles") or ()
        return {**args, **dict(zip(TILE_FIELDS, given, strict=False))}

    def gathered(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        rest = {name: value for name, value in cleaned.items() if name not in TILE_FIELDS}
        tiles = [cleaned[name] for name in TILE_FIELDS if cleaned[name]]
        if tiles and len(tiles) < CODE_LENGTH:
            raise forms.ValidationError(gettext("Choose all three tiles, or none of them."))
        return rest | {"tiles": tiles or None}


# -- the moves


def _answer_of(text: str) -> int | str:
    return int(text) if text.isdecimal() else text


class AnswerForm(MoveForm):
    """An answer; which ones a question allows, the rules say."""

    reader = forms.TypedChoiceField(label=_("Who read the card"), coerce=int)
    question = forms.TypedChoiceField(label=_("Question"), coerce=int)
    answer = forms.TypedChoiceField(
        label=pgettext_lazy("to a question", "Answer"),
        coerce=_answer_of,
        choices=[
            *((number, number) for number in range(8)),
            ("first", _("more of the first")),
            ("second", _("more of the second")),
            ("equal", pgettext_lazy("answer", "equal")),
        ],
    )

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        question2 = self.options.get("question2", "at_most_12")
        said = {each: question_text(each, question2) for each in QUESTIONS}
        self.choose("question", ((each, f"{each}. {text}") for each, text in said.items()))


class DeclareForm(TilesForm):
    """A code that was declared; the tiles only if it was right."""

    player = forms.TypedChoiceField(label=_("Player"), coerce=int)
    numbers = forms.CharField(label=_("Three numbers"), max_length=LONGEST_CODE)
    right = forms.BooleanField(label=_("The code was right"), required=False)
    common = forms.ChoiceField(label=_("Common rack that was replaced"), required=False)

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        racks = common_racks(len(self.names))
        if racks:
            said = ((rack, capfirst(rack_name(rack, self.names))) for rack in racks)
            self.choose("common", [NOTHING, *said])
        else:
            del self.fields["common"]

    def spread(self, args: Mapping[str, Any]) -> dict[str, Any]:
        common = args.get("common")
        return super().spread(args) | {
            "numbers": " ".join(map(str, args.get("numbers") or ())),
            "common": f"common-{common}" if common in (1, 2) else common,
        }

    def clean_numbers(self) -> list[int]:
        """Three numbers as people write them: "4 6 7", "4,6,7", "467"."""
        digits = [each for each in self.cleaned_data["numbers"] if not _parts(each)]
        if len(digits) != CODE_LENGTH or not all(each.isdecimal() for each in digits):
            raise forms.ValidationError(gettext("Type three numbers from 1 to 7, as 4 6 7."))
        return [int(each) for each in digits]

    def gathered(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        args = super().gathered(cleaned)
        return {name: value for name, value in args.items() if value not in (None, "")}


def _parts(each: str) -> bool:
    return each.isspace() or each in ",.;:-–—"


class SeeRackForm(TilesForm):
    """What stands on a rack; of which one stays as it was."""

    rack = forms.CharField(widget=forms.HiddenInput, max_length=LONGEST_CODE)

    def gathered(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        args = super().gathered(cleaned)
        rack = args["rack"]
        return args | {"rack": int(rack) if rack.isdecimal() and len(rack) < 3 else rack}


class SetHelpForm(MoveForm):
    """What the table agrees that phones may work out."""

    help = forms.ChoiceField(label=_("Help from the phones"), choices=list(HELP_NAMES.items()))


class SetSupplyForm(MoveForm):
    """The supply as it was counted."""

    left = SumField(label=_("Tiles left in the supply"), required=True)
    mixed = forms.BooleanField(label=_("The discard has been mixed in"), required=False)


FORMS: Mapping[str, type[forms.Form]] = {
    "answer": AnswerForm,
    "declare": DeclareForm,
    "see_rack": SeeRackForm,
    "set_help": SetHelpForm,
    "set_supply": SetSupplyForm,
}
