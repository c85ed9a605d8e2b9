"""PythonAlgorithm moves as forms: typed on the board and its pages, corrected from the log.

A form's fields are flat, a move's args are not: `spread` lays args out into fields,
`gathered` makes args of what was typed. Cards, bids and players stand in rows of fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from calculators.numbers import SumField
from calculators.pythonalgorithm.auction import MOST_BIDS
from calculators.pythonalgorithm.box import KODIKI, LONGEST_ID, Box
from calculators.pythonalgorithm.box_faults import BoxFault
from calculators.pythonalgorithm.box_file import box_of
from calculators.pythonalgorithm.box_forms import BOX_FORMS
from calculators.pythonalgorithm.chips import SEGMENTS, roman
from calculators.pythonalgorithm.hand import MOST_HELD
from calculators.pythonalgorithm.rules import LONGEST_REASON
from calculators.pythonalgorithm.sample import SAMPLE
from calculators.pythonalgorithm.saying import COLOUR_NAMES, EVENT_NAMES, TRACK_NAMES
from companion import moveform

SPARE_ROWS = 2
MOST_ROWS = {"card": MOST_HELD + SPARE_ROWS, "bid": MOST_BIDS + SPARE_ROWS}
"""What is typed in more rows than the rules allow is refused by them, not cut off here."""

COINS = {"tens": 10, "fives": 5, "ones": 1}
"""What tokens are counted by, at the end of a play."""

NO_CARD = ("", "—")
TEMPLATE = "templates-"
BARE_DEBT = "debt"
COLOURS_SAID = [(colour, capfirst(name)) for colour, name in COLOUR_NAMES.items()]


class MoveForm(moveform.MoveForm):
    """A move with fields, of some as many as it has; the play's box limits the choices."""

    def __init__(
        self, data: Any = None, *, initial: Mapping[str, Any] | None = None, **kwargs: Any
    ) -> None:
        self.box = _box_of(kwargs.get("options") or {})
        super().__init__(data, initial=initial, **kwargs)
        self.add_rows(initial or {})

    def add_rows(self, args: Mapping[str, Any]) -> None:
        """Add the fields of which there are as many as the move, or what was typed, has."""

    def rows(self, name: str, filled: int, spare: int = SPARE_ROWS) -> range:
        """The rows of that name: those typed, or else those filled and some to spare."""
        if self.is_bound:
            typed = [int(row) for each in self.data for row in _row_number(each, name)]
            return range(min(MOST_ROWS[name], max(typed, default=-1) + 1))
        return range(filled + spare)


def _row_number(field: str, name: str) -> Iterator[str]:
    found = re.match(rf"{name}-(\d{{1,3}})-", field)
    if found:
        yield found[1]


def _box_of(options: Mapping[str, Any]) -> Box:
    try:
        return box_of(options.get("box", "sample"))
    except BoxFault:
        return SAMPLE


def _player_field() -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=_("Player"), coerce=int)


def _without(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values, those left out that say nothing; a zero says something."""
    return {
        name: value
        for name, value in values.items()
        if value is not None and value is not False and value != ""
    }


# -- cards


class CardText(forms.CharField):
    """The number printed on a card, or the id it has in the box after a "#", or both."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST_ID + 10, required=False, **kwargs)


CARD_TEXT = re.compile(r"(\d{1,9})?\s*(?:#(.*))?", re.DOTALL)


def read_card_text(text: str) -> tuple[int | None, str | None]:
    """Number and id of a card as people type them; what is no number is an id.

    >>> read_card_text("3"), read_card_text("T3"), read_card_text("3 #T3")
    ((3, None), (None, 'T3'), (3, 'T3'))
    """
    found = CARD_TEXT.fullmatch(text)
    if not found:
        return None, text
    number, name = found.groups()
    return int(number) if number else None, name or None


def card_text(number: int | None, name: str | None) -> str:
    """Number and id of a card as `read_card_text` takes them.

    >>> card_text(3, "T3")
    '3 #T3'
    """
    written = [] if number is None else [str(number)]
    return " ".join(written + ([] if name is None else [f"#{name}"]))


def _what_choices(box: Box, *, debt: bool) -> list[tuple[str, Any]]:
    """A template of each category, a kodik, and perhaps a debt without a card."""
    templates = [
        (TEMPLATE + category, gettext("Template %(category)s") % {"category": category})
        for category in box.categories
    ]
    bare = [(BARE_DEBT, _("only a debt"))] if debt else []
    return [NO_CARD, *templates, ("kodiki", pgettext_lazy("card", "Kodik")), *bare]


def _card_fields(prefix: str, box: Box, said: Any, *, debt: str = "") -> dict[str, forms.Field]:
    """The fields of one card; `debt` is "owed" or, where a bare debt may be meant, "bare"."""
    fields: dict[str, forms.Field] = {
        f"{prefix}-what": forms.ChoiceField(
            label=said, choices=_what_choices(box, debt=debt == "bare"), required=False
        ),
        f"{prefix}-colour": forms.ChoiceField(
            label=_("Colour"), choices=[NO_CARD, *COLOURS_SAID], required=False
        ),
        f"{prefix}-text": CardText(label=_("Card number, or # and its id")),
    }
    if debt:
        fields[f"{prefix}-debt"] = SumField(label=_("Debt"))
    return fields


def _spread_card(prefix: str, card: Any) -> dict[str, Any]:
    """A card of the args as its fields have it; one named by its place in the hand is unknown."""
    if not isinstance(card, Mapping):
        return {}
    track = card.get("track")
    what = f"{TEMPLATE}{card.get('category')}" if track == "templates" else track
    if set(card) == {"debt"}:
        what = BARE_DEBT
    return {
        f"{prefix}-what": what or "",
        f"{prefix}-colour": card.get("colour") or "",
        f"{prefix}-text": card_text(card.get("number"), card.get("id")),
        f"{prefix}-debt": card.get("debt"),
    }


def _gathered_card(cleaned: Mapping[str, Any], prefix: str) -> dict[str, Any] | None:
    """The card that one row of fields describes; None for an empty row."""
    what = cleaned[f"{prefix}-what"]
    number, name = read_card_text(cleaned[f"{prefix}-text"])
    debt = cleaned.get(f"{prefix}-debt")
    if what == BARE_DEBT:
        return {"debt": debt or 0}
    category = what.removeprefix(TEMPLATE) if what.startswith(TEMPLATE) else None
    card = _without(
        {
            "track": "templates" if category is not None else what,
            "colour": cleaned[f"{prefix}-colour"],
            "category": category,
            "number": number,
            "id": name,
            "debt": debt,
        }
    )
    return card or None


class CardForm(MoveForm):
    """A move about one card."""

    def spread(self, args: Mapping[str, Any]) -> dict[str, Any]:
        return {**args, **_spread_card("card", args.get("card"))}

    def add_rows(self, args: Mapping[str, Any]) -> None:
        fields = _card_fields("card", self.box, pgettext_lazy("of the game", "Card"))
        self.fields = fields | self.fields
        if "player" in self.fields:
            self.order_fields(["player"])

    def gathered(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        rest = {name: value for name, value in cleaned.items() if not name.startswith("card-")}
        return {"card": _gathered_card(cleaned, "card") or {}} | rest


class CardsForm(MoveForm):
    """A move about several cards, a row for each; an empty row is none."""

    bare = False

    def spread(self, args: Mapping[str, Any]) -> dict[str, Any]:
        spread = dict(args)
        for row, card in enumerate(args.get("cards") or ()):
            spread |= _spread_card(f"card-{row}", card)
        return spread

    def add_rows(self, args: Mapping[str, Any]) -> None:
        for row in self.card_rows(args):
            said = gettext("Card %(number)s") % {"number": row + 1}
            debt = "bare" if self.bare else "owed"
            self.fields |= _card_fields(f"card-{row}", self.box, said, debt=debt)

    def card_rows(self, args: Mapping[str, Any]) -> range:
        return self.rows("card", len(args.get("cards") or ()))

    def gathered(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        rows = [name.removesuffix("-what") for name in cleaned if name.endswith("-what")]
        cards = [card for row in rows if (card := _gathered_card(cleaned, row)) is not None]
        rest = {name: value for name, value in cleaned.items() if not name.startswith("card-")}
        return rest | {"cards": cards}


# -- the moves


class TokensForm(MoveForm):
    """The token counter: so many more or, with a minus, fewer.

    Where a sign is sent beside it, the sum itself has none.
    """

    player = _player_field()
    delta = SumField(label=_("Tokens, more or fewer"), required=True)
    reason = forms.CharField(label=_("What for"), max_length=LONGEST_REASON, required=False)

    def gathered(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        sign = self.data.get("sign")
        delta = cleaned["delta"]
        if sign and delta < 0:
            said = gettext("Type how many tokens: whether they come or go is chosen above.")
            raise forms.ValidationError({"delta": said})
        return _without({**cleaned, "delta": -delta if sign == "-" else delta})


class SetTokensForm(MoveForm):
    """A player's tokens as they were counted."""

    player = _player_field()
    tokens = SumField(label=pgettext_lazy("how many", "Tokens"), required=True)


class PlaceChipForm(MoveForm):
    """A chip on a segment."""

    track = forms.ChoiceField(label=_("Track"), choices=list(TRACK_NAMES.items()))
    colour = forms.ChoiceField(label=_("Colour"), choices=COLOURS_SAID)
    segment = forms.TypedChoiceField(
        label=_("Segment"), coerce=int, choices=[(each, roman(each)) for each in SEGMENTS]
    )


class EventForm(MoveForm):
    """An event card; only the rise has a colour."""

    kind = forms.ChoiceField(
        label=pgettext_lazy("card", "Event"), choices=list(EVENT_NAMES.items())
    )
    colour = forms.ChoiceField(
        label=_("Colour that rises"), choices=[NO_CARD, *COLOURS_SAID], required=False
    )

    def gathered(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        if cleaned["kind"] != "rise":
            return {"kind": cleaned["kind"]}
        return _without(cleaned)


class ReactionForm(MoveForm):
    """What is left unsold of each colour of a track."""

    track = forms.ChoiceField(label=_("Track"), choices=list(TRACK_NAMES.items()))
    blue = SumField(label=capfirst(COLOUR_NAMES["blue"]), required=True)
    yellow = SumField(label=capfirst(COLOUR_NAMES["yellow"]), required=True)
    white = SumField(label=capfirst(COLOUR_NAMES["white"]), required=True)

    def spread(self, args: Mapping[str, Any]) -> dict[str, Any]:
        return {**args, **(args.get("left") or {})}

    def gathered(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        return {"track": cleaned["track"], "left": {each: cleaned[each] for each in COLOUR_NAMES}}


class BuyForm(CardForm):
    """A purchase from the market; left empty, the price is the market's."""

    player = _player_field()
    price = SumField(label=_("Price"))
    debt = forms.BooleanField(label=_("On credit"), required=False)
    anyway = forms.BooleanField(label=_("Even against the rules"), required=False)

    def gathered(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        return _without(super().gathered(cleaned))


class RedeemForm(CardForm):
    """A debt that is paid."""

    player = _player_field()

    def add_rows(self, args: Mapping[str, Any]) -> None:
        said = pgettext_lazy("of the game", "Card")
        self.fields |= _card_fields("card", self.box, said, debt="bare")


class SellForm(CardsForm):
    """Cards sold to the market."""

    player = _player_field()


class SellToCustomerForm(CardsForm):
    """A set sold to a customer of the box, or to one described by bonus, colours and kodiki."""

    player = _player_field()
    customer = forms.ChoiceField(label=_("Customer of the box"), required=False)
    bonus = SumField(label=_("Bonus"))
    colours = forms.ChoiceField(
        label=_("Colours"),
        choices=[NO_CARD, ("same", _("same colour")), ("different", _("different colours"))],
        required=False,
    )
    kodiki = forms.TypedChoiceField(
        label=_("Kodiki"),
        coerce=int,
        choices=[NO_CARD, *((count, count) for count in KODIKI)],
        required=False,
    )
    anyway = forms.BooleanField(label=_("Even against the rules"), required=False)

    def spread(self, args: Mapping[str, Any]) -> dict[str, Any]:
        said = args.get("customer") or {}
        customer = {name: said.get(name) for name in ("bonus", "colours", "kodiki")}
        return super().spread(args) | customer | {"customer": said.get("id") or ""}

    def add_rows(self, args: Mapping[str, Any]) -> None:
        known = [(each.id, each.id) for each in self.box.customers]
        self.fields["customer"].choices = [NO_CARD, *known]  # type: ignore[attr-defined]
        super().add_rows(args)

    def gathered(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        said = super().gathered(cleaned)
        customer = {name: said.pop(name) for name in ("bonus", "colours", "kodiki")}
        customer["id"] = said.pop("customer")
        return _without(said) | {"customer": _without(customer)}


class AuctionForm(CardForm):
    """An auction: the card, and all bids in order. A row without an amount is a pass."""

    debt = forms.BooleanField(label=_("On credit"), required=False)
    anyway = forms.BooleanField(label=_("Even against the rules"), required=False)

    def spread(self, args: Mapping[str, Any]) -> dict[str, Any]:
        spread = super().spread(args)
        for row, bid in enumerate(args.get("bids") or ()):
            spread |= {f"bid-{row}-player": bid["player"], f"bid-{row}-amount": bid["amount"]}
        return spread

    def add_rows(self, args: Mapping[str, Any]) -> None:
        super().add_rows(args)
        for row in self.rows("bid", len(args.get("bids") or ())):
            self.fields[f"bid-{row}-player"] = forms.TypedChoiceField(
                label=gettext("Bid %(number)s") % {"number": row + 1},
                coerce=int,
                choices=[NO_CARD, *enumerate(self.names)],
                required=False,
            )
            self.fields[f"bid-{row}-amount"] = SumField(label=_("Tokens; left empty, a pass"))

    def gathered(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        said = super().gathered(cleaned)
        rows = [name.removesuffix("-player") for name in said if name.startswith("bid-")]
        bids = [
            {"player": said[f"{row}-player"], "amount": said[f"{row}-amount"]}
            for row in rows
            if said.get(f"{row}-player", "") != ""
        ]
        rest = {name: value for name, value in said.items() if not name.startswith("bid-")}
        return _without(rest) | {"bids": bids}


class SetHandForm(CardsForm):
    """The cards that a player really holds, and debts without a card."""

    player = _player_field()
    bare = True


class FinishForm(MoveForm):
    """The end of a play; with tokens and debts of everybody it is the final count.

    Tokens may also be typed as coins: tens, fives and ones. Where `counting` is sent too,
    nobody may be left out. `typed` are the fields that could be read.
    """

    def spread(self, args: Mapping[str, Any]) -> dict[str, Any]:
        return {
            f"{name}-{player}": counted.get(name)
            for player, counted in enumerate(args.get("count") or ())
            for name in ("tokens", "debt")
        }

    def add_rows(self, args: Mapping[str, Any]) -> None:
        typed = {name.rpartition("-")[0] for name in self.data}
        coins = [coin for coin in COINS if coin in typed]
        for player, name in enumerate(self.names):
            said = {"name": name}
            self.fields[f"tokens-{player}"] = SumField(label=gettext("%(name)s: tokens") % said)
            self.fields[f"debt-{player}"] = SumField(label=gettext("%(name)s: debts") % said)
            for coin in coins:
                label = f"{name}: {COINS[coin]} × …"
                self.fields[f"{coin}-{player}"] = SumField(label=label)

    def clean(self) -> dict[str, Any]:
        for name, number in list(self.cleaned_data.items()):
            if number is not None and number < 0:
                self.add_error(name, gettext("This counts from 0."))
        self.typed = dict(self.cleaned_data)
        return super().clean()

    def gathered(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        tokens = [counted_tokens(cleaned, player) for player in range(len(self.names))]
        if not self.data.get("counting") and all(each is None for each in tokens):
            return {}
        missing = [name for name, each in zip(self.names, tokens, strict=True) if each is None]
        if missing:
            said = gettext("Tokens are missing: %(names)s") % {"names": ", ".join(missing)}
            raise forms.ValidationError(said)
        debts = [cleaned[f"debt-{player}"] or 0 for player in range(len(self.names))]
        return {
            "count": [
                {"tokens": each, "debt": debt} for each, debt in zip(tokens, debts, strict=True)
            ]
        }


def counted_tokens(typed: Mapping[str, Any], player: int) -> int | None:
    """A player's tokens, by coins as soon as any are counted, else as a number (None: neither).

    >>> counted_tokens({"tens-0": 3, "fives-0": 2, "ones-0": 4}, 0)
    44
    """
    coins = [(typed.get(f"{coin}-{player}"), worth) for coin, worth in COINS.items()]
    counted = [count * worth for count, worth in coins if count is not None]
    whole: int | None = typed.get(f"tokens-{player}")
    return sum(counted) if counted else whole


FORMS: Mapping[str, type[forms.Form]] = {
    "tokens": TokensForm,
    "set_tokens": SetTokensForm,
    "place_chip": PlaceChipForm,
    "event": EventForm,
    "reaction": ReactionForm,
    "buy": BuyForm,
    "auction": AuctionForm,
    "redeem": RedeemForm,
    "sell": SellForm,
    "sell_to_customer": SellToCustomerForm,
    "set_hand": SetHandForm,
    "finish": FinishForm,
    **BOX_FORMS,
}
