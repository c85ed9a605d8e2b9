"""Lost Cities moves as forms: a round's total typed by hand, and corrections from the log."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from calculators.lost_cities.rules import CONTRACTS, NUMBERS, Options
from calculators.lost_cities.words import COLOUR_NAMES
from calculators.numbers import SumField
from companion import moveform


class MoveForm(moveform.MoveForm):
    """A move with fields: a player, a round, the expeditions of the play."""

    player = forms.TypedChoiceField(label=_("Player"), coerce=int)
    round = forms.IntegerField(label=_("Round"), min_value=1, required=False)

    def __init__(
        self, data: Any = None, *, options: Mapping[str, Any] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(data, options=options, **kwargs)
        colours = 6 if options is None else options.get("expeditions", Options().expeditions)
        self.choose("expedition", islice(COLOUR_NAMES.items(), colours))


class CardForm(MoveForm):
    """A card on a player's side, or off it."""

    expedition = forms.ChoiceField(label=_("Expedition"))
    card = forms.TypedChoiceField(
        label=_("Card"), coerce=int, choices=[(card, card) for card in NUMBERS]
    )
    laid = forms.BooleanField(label=_("The card lies there"), required=False)
    take = forms.BooleanField(label=_("Take it from the other player"), required=False)

    field_order = ("player", "expedition", "card", "laid", "take", "round")


class ContractsForm(MoveForm):
    """A player's contracts of one colour."""

    expedition = forms.ChoiceField(label=_("Expedition"))
    count = forms.TypedChoiceField(
        label=_("Contracts"),
        coerce=int,
        choices=[(count, count) for count in range(CONTRACTS + 1)],
    )
    take = forms.BooleanField(label=_("Take it from the other player"), required=False)

    field_order = ("player", "expedition", "count", "take", "round")


class RoundTotalForm(MoveForm):
    """A player's round, counted on paper."""

    round = forms.IntegerField(label=_("Round"), min_value=1)
    points = SumField(label=_("Points"))


FORMS: Mapping[str, type[forms.Form]] = {
    "set_card": CardForm,
    "set_contracts": ContractsForm,
    "set_round_total": RoundTotalForm,
}
