"""МАРСХИМПРОМ moves as forms: typed on the pages, corrected from the log."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, get_args

import msgspec
from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from calculators.marshimprom.fight import Throw
from calculators.marshimprom.moves import Gear
from calculators.marshimprom.saying import REASONS, place_name
from calculators.marshimprom.state import MISSIONS, PLANTS, Options, mission_place
from calculators.numbers import WholeField
from companion import moveform

BETWEEN_THROWS = re.compile(r"[;\n]+")
NUMBER = re.compile(r"\d+")
NO_THROWS = _(
    "Type both numbers of a throw, the attacker’s first, such as 4 2; with armour 4 2 6."
    " A semicolon stands between throws."
)
YES, NO = "yes", "no"
GEAR: tuple[Gear, ...] = get_args(Gear)


class MoveForm(moveform.MoveForm):
    """A move with fields: missions and places are those of the play's options."""

    people = ("player", "from_player", "to_player", "attacker", "defender")

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        missions = _missions(self.options)
        places = [*PLANTS, *map(mission_place, missions)]
        self.choose("mission", [(each, each) for each in missions])
        self.choose("place", [(each, capfirst(place_name(each))) for each in places])


def _missions(options: Mapping[str, Any]) -> range:
    """The numbers of the missions that these options have; the usual ones, if they cannot be."""
    given = options.get("missions")
    count = given if isinstance(given, int) and given in MISSIONS else Options().missions
    return range(1, count + 1)


def _player(label: Any = None) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label or _("Player"), coerce=int)


def _substance() -> forms.CharField:
    return forms.CharField(label=_("Substance"), max_length=200)


def _place() -> forms.ChoiceField:
    return forms.ChoiceField(label=pgettext_lazy("of a chip", "Place"))


class SubstanceForm(MoveForm):
    """A substance and its price; or none, which takes it off the list."""

    name = _substance()
    price = WholeField(label=pgettext_lazy("substance", "Price, mR"))
    remove = forms.BooleanField(label=_("Take it off the list"), required=False)

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        if self.is_bound and self.data.get("remove"):
            self.fields["price"] = forms.CharField(required=False)

    def spread(self, args: Mapping[str, Any]) -> dict[str, Any]:
        return {**args, "remove": "price" in args and args["price"] is None}

    def gathered(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        price = None if cleaned["remove"] else cleaned["price"]
        return {"name": cleaned["name"], "price": price}


class PayForm(MoveForm):
    """Money from the bank or to the bank: which way is chosen, so that no minus is typed."""

    player = _player()
    way = forms.ChoiceField(
        label=_("Who pays"),
        choices=[("from", _("the bank pays the player")), ("to", _("the player pays the bank"))],
    )
    amount = WholeField(label=_("Sum, mR"))
    reason = forms.ChoiceField(
        label=_("What for"), choices=[(each, capfirst(said)) for each, said in REASONS.items()]
    )

    def spread(self, args: Mapping[str, Any]) -> dict[str, Any]:
        amount = args.get("amount")
        if not isinstance(amount, int):
            return dict(args)
        return {**args, "amount": abs(amount), "way": "to" if amount < 0 else "from"}

    def gathered(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        args = dict(cleaned)
        way = args.pop("way")
        return args | {"amount": -args["amount"] if way == "to" else args["amount"]}


class TradeForm(MoveForm):
    """Money from one player to another."""

    from_player = _player(_("Who pays"))
    to_player = _player(_("Who gets it"))
    amount = WholeField(label=_("Sum, mR"))


class ChipsForm(MoveForm):
    """How many chips of a player stand on a substance at a place."""

    player = _player()
    substance = _substance()
    place = _place()
    count = WholeField(label=pgettext_lazy("marshimprom", "Chips"))


class MissionForm(MoveForm):
    """A mission is complete, or is not."""

    mission = forms.TypedChoiceField(label=_("Mission"), coerce=int)
    complete = forms.BooleanField(label=_("It is complete"), required=False)


class HoldForm(MoveForm):
    """The raw cards in a player's combine."""

    player = _player()
    cards = WholeField(label=_("Raw cards in the combine"))


def _gear(label: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label,
        required=False,
        coerce=lambda answer: answer == YES,
        empty_value=None,
        choices=[
            ("", _("as it is")),
            (YES, pgettext_lazy("gear", "bought")),
            (NO, pgettext_lazy("gear", "none")),
        ],
    )


class GearForm(MoveForm):
    """The gear that a player has; what is not named stays."""

    player = _player()
    battery = _gear(_("Battery"))
    armour = _gear(_("Armour"))

    def spread(self, args: Mapping[str, Any]) -> dict[str, Any]:
        answers = {True: YES, False: NO, None: ""}
        return {
            name: answers.get(value, "") if name in ("battery", "armour") else value
            for name, value in args.items()
        }

    def gathered(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in cleaned.items() if value is not None}


class RollForm(MoveForm):
    """A fight with real dice: every throw in order."""

    attacker = _player(_("Who attacks"))
    defender = _player(_("Who defends"))
    throws = forms.CharField(
        label=_("Throws"), max_length=400, error_messages={"required": NO_THROWS}
    )

    def spread(self, args: Mapping[str, Any]) -> dict[str, Any]:
        fields = {name: value for name, value in args.items() if name != "rolls"}
        return {**fields, "throws": written_throws(args.get("rolls"))}

    def clean_throws(self) -> list[dict[str, Any]]:
        throws = read_throws(self.cleaned_data["throws"])
        if throws is None:
            raise forms.ValidationError(NO_THROWS)
        return throws

    def gathered(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        args = dict(cleaned)
        rolls = args.pop("throws")
        return args | {"rolls": rolls}


def read_throws(text: str) -> list[dict[str, Any]] | None:
    """Throws as they are typed; None if one has not two numbers, or three with armour.

    >>> read_throws("3 3; 4 : 2, 6")
    [{'attacker': 3, 'defender': 3}, {'attacker': 4, 'defender': [2, 6]}]
    """
    throws = []
    for part in filter(str.strip, BETWEEN_THROWS.split(text)):
        numbers = [int(each[:9]) for each in NUMBER.findall(part)]
        if len(numbers) not in (2, 3):
            return None
        attacker, *defender = numbers
        throws.append(
            {"attacker": attacker, "defender": defender if len(defender) == 2 else defender[0]}
        )
    return throws or None


def written_throws(rolls: Any) -> str:
    """Throws as they would be typed; "" for what are none.

    >>> written_throws([{"attacker": 3, "defender": 3}, {"attacker": 4, "defender": [2, 6]}])
    '3 3; 4 2 6'
    """
    try:
        throws = msgspec.convert(rolls, list[Throw])
    except msgspec.ValidationError:
        return ""
    return "; ".join(" ".join(map(str, (each.attacker, *each.dice))) for each in throws)


class RepairsForm(MoveForm):
    """Who may attack again."""

    player = _player()


class SaleForm(MoveForm):
    """A substance sold to the bank, with the chip that comes back."""

    player = _player()
    substance = _substance()
    place = _place()


class BuyGearForm(MoveForm):
    """Gear bought for 4 mR."""

    player = _player()
    what = forms.ChoiceField(
        label=_("Gear"), choices=[(each, capfirst(REASONS[each])) for each in GEAR]
    )


class MoneyForm(MoveForm):
    """The money that a player has."""

    player = _player()
    money = WholeField(label=_("Money, mR"))


FORMS: Mapping[str, type[forms.Form]] = {
    "set_substance": SubstanceForm,
    "pay": PayForm,
    "trade": TradeForm,
    "set_chips": ChipsForm,
    "set_mission": MissionForm,
    "set_hold": HoldForm,
    "set_gear": GearForm,
    "roll": RollForm,
    "end_repairs": RepairsForm,
    "sell_substance": SaleForm,
    "buy_gear": BuyGearForm,
    "set_money": MoneyForm,
}
