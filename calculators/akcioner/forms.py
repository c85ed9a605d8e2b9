"""Акционер moves as forms: typed on the pages, corrected from the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from calculators.akcioner.cards import (
    COMPANIES,
    FALLS,
    TOGETHER,
    Card,
    Company,
    Named,
    card_of,
    doubling,
    faces,
    hundred,
    named,
    ordinary,
)
from calculators.akcioner.effect import PRICES
from calculators.akcioner.saying import company_name, face_number
from calculators.numbers import WholeField
from companion import moveform
from companion.games import Refusal

LARGEST = 999_999_999
"""No number of a move is larger."""


def read_count(text: str) -> tuple[int | None, str]:
    """A typed number of shares, or what is wrong with it: (24, "") or (None, "This is …")."""
    try:
        return WholeField(least=1).clean(text), ""
    except forms.ValidationError as fault:
        return None, fault.messages[0]


class MoveForm(moveform.MoveForm):
    """A move with fields: companies are chosen by name."""

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        for name in ("company", "colour", "other", "ten", "twenty", "thirty"):
            if name in self.fields:
                self._choose_company(name)

    def _choose_company(self, name: str) -> None:
        blank = [] if self.fields[name].required else [("", "—")]
        self.choose(name, blank + [(company, company_name(company)) for company in COMPANIES])


def _player() -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=_("Player"), coerce=int)


class TradeForm(MoveForm):
    """Shares bought or sold, perhaps at another price than the board's."""

    player = _player()
    company = forms.ChoiceField(label=_("Company"))
    count = WholeField(label=_("Shares"), least=1)
    price = forms.TypedChoiceField(
        label=_("Price, if not the board’s"),
        coerce=int,
        required=False,
        empty_value=None,
        choices=[("", "—"), *((price, price) for price in PRICES)],
    )
    anyway = forms.BooleanField(label=_("Even where the rules forbid it"), required=False)

    def clean(self) -> dict[str, Any]:
        """What says nothing is left out: an open price is the board's."""
        cleaned = super().clean() or self.cleaned_data
        return {name: value for name, value in cleaned.items() if value not in (None, "")}


class CardForm(MoveForm):
    """A card: what is printed on it, and what the player chose."""

    player = _player()
    face = forms.ChoiceField(
        label=_("What is printed"),
        choices=[(face.code, face_number(face)) for face in faces("red")],
    )
    colour = forms.ChoiceField(label=_("Printed colour"))
    other = forms.ChoiceField(label=_("The other colour"), required=False)
    ten = forms.ChoiceField(label=_("By 10 falls"), required=False)
    twenty = forms.ChoiceField(label=_("By 20 falls"), required=False)
    thirty = forms.ChoiceField(label=_("By 30 falls"), required=False)

    def spread(self, args: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of the card that a move names."""
        if "card" not in args:
            return dict(args)
        try:
            return {"player": args.get("player"), **spread_card(_card(args["card"]))}
        except (msgspec.ValidationError, Refusal):
            return {"player": args.get("player")}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        card = gathered_card(cleaned)
        if card is None:
            raise forms.ValidationError(_("Choose every colour that the card moves, each once."))
        return {"player": cleaned["player"], "card": named(card)}


def _card(args: Mapping[str, Any]) -> Card:
    return card_of(msgspec.convert(args, Named))


def spread_card(card: Card) -> dict[str, Any]:
    """A card as the form's fields: what is printed, its colour, what was chosen."""
    fields = {"face": card.face.code, "colour": card.fixed}
    if card.kind == "hundred":
        by = {fall: company for company, fall in card.falls}
        return {**fields, "ten": by[10], "twenty": by[20], "thirty": by[30]}
    down = card.falls[0][0]
    return {**fields, "other": down if card.fixed == card.up else card.up}


def gathered_card(fields: Mapping[str, Any]) -> Card | None:
    """The card that the fields come to; None while a colour is missing or named twice."""
    colour = read_company(fields.get("colour"))
    if colour is None:
        return None
    face = next((each for each in faces(colour) if each.code == fields.get("face")), None)
    if face is None:
        return None
    if face.kind == "hundred":
        return _gathered_hundred(colour, fields)
    other = read_company(fields.get("other"))
    if other in (None, colour):
        return None
    assert other is not None
    if face.kind != "ordinary":
        return doubling(face.kind, colour, other)
    if face.number > 0:
        return ordinary(colour, up=colour, rise=face.number, down=other)
    return ordinary(colour, up=other, rise=TOGETHER + face.number, down=colour)


def _gathered_hundred(colour: Company, fields: Mapping[str, Any]) -> Card | None:
    named_falls = zip(("ten", "twenty", "thirty"), FALLS, strict=True)
    falls = {read_company(fields.get(name)): fall for name, fall in named_falls}
    if set(falls) != {company for company in COMPANIES if company != colour}:
        return None
    return hundred(colour, {company: fall for company, fall in falls.items() if company})


def read_company(text: Any) -> Company | None:
    """The company of that name, if there is one."""
    return next((company for company in COMPANIES if company == text), None)


class PriceForm(MoveForm):
    """The price that the board shows."""

    company = forms.ChoiceField(label=_("Company"))
    price = WholeField(label=pgettext_lazy("share", "Price"))


class CashForm(MoveForm):
    """The money that a player has."""

    player = _player()
    cash = WholeField(label=_("Money"))


class SharesForm(MoveForm):
    """The shares of a company that a player has."""

    player = _player()
    company = forms.ChoiceField(label=_("Company"))
    count = WholeField(label=_("Shares"))


FORMS: Mapping[str, type[forms.Form]] = {
    "buy": TradeForm,
    "sell": TradeForm,
    "play_card": CardForm,
    "set_price": PriceForm,
    "set_cash": CashForm,
    "set_shares": SharesForm,
}
