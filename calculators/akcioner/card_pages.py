"""The card picker with its preview, and what a card that lies has done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from calculators.akcioner.addresses import address, asked_player, other_players
from calculators.akcioner.cards import (
    CODES,
    COMPANIES,
    FALLS,
    HUNDRED,
    TOGETHER,
    Card,
    Company,
    Face,
    distributions,
    doubling,
    faces,
    hundred,
    named,
    ordinary,
)
from calculators.akcioner.deck import both_numbers
from calculators.akcioner.effect import changes_of, effect_of
from calculators.akcioner.forms import gathered_card, read_company
from calculators.akcioner.saying import card_name, change_said, company_name
from calculators.akcioner.screen import cards_left_said
from calculators.akcioner.state import State
from calculators.akcioner.words import money_changes
from calculators.akcioner.working import worked_out
from companion.games import Eyes
from companion.saying import name_of
from companion.signs import gained

FALL_NAMES = ("ten", "twenty", "thirty")


def card_page(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """The picker: what is printed, its colour, what was chosen; then all that the card does.

    `face`, `colour`, `other` (or `ten`, `twenty`, `thirty`) in the address are the card.
    """
    player = asked_player(state, query)
    choice = Choice(state, query)
    card = choice.card
    return {
        "player": player,
        "name": names[player],
        "cards": cards_left_said(state, player),
        "others": other_players(state, player, names, **choice.fields),
        "picker": choice.picker(),
        "preview": _preview(state, player, card, names) if card else None,
        "fields": [("player", player), *((n, v) for n, v in choice.fields.items() if v)],
        "falls": choice.falls(),
        "twice": company_name(choice.colour) if choice.twice and choice.colour else "",
        "just_laid": _just_laid(state, player, card),
    }


class Choice:
    """What was chosen so far, by the address: a printed card, its colour, the other colours."""

    def __init__(self, state: State, query: Mapping[str, str]) -> None:
        self.state = state
        self.face = next((code for code in CODES if code == query.get("face")), None)
        self.colour = read_company(query.get("colour"))
        self.other = read_company(query.get("other"))
        self.twice = self.other is not None and self.other == self.colour
        self.dealt = None
        if self.face == "hundred" and self.colour:
            self.dealt = _dealt(self.colour, query)

    @property
    def printed(self) -> Face | None:
        """The printed card; red stands for any colour as long as none is chosen."""
        fixed = self.colour or COMPANIES[0]
        return next((each for each in faces(fixed) if each.code == self.face), None)

    @property
    def fields(self) -> dict[str, Any]:
        """The choice as the address has it."""
        fields: dict[str, Any] = {"face": self.face, "colour": self.colour}
        if self.face != "hundred":
            return fields | {"other": None if self.twice else self.other}
        by = {fall: company for company, fall in (self.dealt or {}).items()}
        return fields | {name: by.get(fall) for name, fall in zip(FALL_NAMES, FALLS, strict=True)}

    @property
    def card(self) -> Card | None:
        """The card, once everything is chosen."""
        return gathered_card(self.fields)

    def picker(self) -> dict[str, Any]:
        """The keys: eight ordinary cards, the super cards, then the colours."""
        printed = self.printed
        return {
            "rising": [self._face(face) for face in faces("red") if face.number > 0],
            "falling": [self._face(face) for face in faces("red") if face.number < 0],
            "supers": [self._face(face) for face in faces("red") if face.kind != "ordinary"],
            "colours": [
                ("colour", _printed_said(printed), [self._colour(each) for each in COMPANIES]),
                ("other", _other_said(printed), [self._other(each) for each in COMPANIES]),
            ],
        }

    def _face(self, face: Face) -> dict[str, Any]:
        numbers = both_numbers(face).split()
        return {
            "code": face.code,
            "number": numbers[0],
            "rest": numbers[1] if len(numbers) > 1 else "",
            "chosen": face.code == self.face,
        }

    def _colour(self, company: Company) -> dict[str, Any]:
        """A key for the printed colour: where its price would go."""
        said = str(self.state.price(company))
        if self.printed:
            other = next(each for each in COMPANIES if each != company)
            face = Face(self.printed.kind, company, self.printed.number)
            said = self._prices(_any_card(face, other), company)
        return {"company": company, "said": said, "chosen": company == self.colour}

    def _other(self, company: Company) -> dict[str, Any]:
        """A key for the other colour: where its price would go. A `100` has none."""
        said = str(self.state.price(company))
        if company == self.colour:
            said = _("printed")
        elif self.printed and self.colour and self.face != "hundred":
            said = self._prices(_any_card(self.printed, company), company)
        return {"company": company, "said": said, "chosen": company == self.other}

    def _prices(self, card: Card, company: Company) -> str:
        changes = changes_of(card, self.state.prices, self.state.options.rounding)
        return next(change_said(each) for each in changes if each.company == company)

    def falls(self) -> list[dict[str, Any]]:
        """A `100`: for each company that falls, a key for each of −10, −20 and −30."""
        return [
            {
                "company": company,
                "name": company_name(company),
                "keys": [(each, gained(-each), each == fall) for each in FALLS],
            }
            for company, fall in (self.dealt or {}).items()
        ]


def _dealt(colour: Company, query: Mapping[str, str]) -> dict[Company, int]:
    """How the falls of a `100` are dealt out: as the address says, else in the board's order.

    `ten`, `twenty` and `thirty` are how they were dealt before; a company's own name says
    what it shall fall by now, and whoever had that fall before gets the one given up.
    """
    ways = list(distributions(colour))
    before = {
        read_company(query.get(name)): fall for name, fall in zip(FALL_NAMES, FALLS, strict=True)
    }
    stood = next((way for way in ways if way == before), ways[0])
    dealt = dict(stood)
    wanted = {each: int(query[each]) for each in dealt if query.get(each, "") in map(str, FALLS)}
    if wanted in ways:
        return wanted
    for company, fall in wanted.items():
        if stood[company] != fall != dealt[company]:
            holder = next(each for each in dealt if dealt[each] == fall)
            dealt[holder], dealt[company] = dealt[company], fall
    return dealt


def _any_card(face: Face, other: Company) -> Card:
    """The printed card with `other` as what was chosen (for a `100`: any way to deal)."""
    match face.kind:
        case "hundred":
            return hundred(face.fixed, next(distributions(face.fixed)))
        case "double" | "halve":
            return doubling(face.kind, face.fixed, other)
        case _ if face.number > 0:
            return ordinary(face.fixed, up=face.fixed, rise=face.number, down=other)
        case _:
            return ordinary(face.fixed, up=other, rise=TOGETHER + face.number, down=face.fixed)


def _printed_said(face: Face | None) -> str:
    if face is None:
        return _("Printed colour")
    match face.kind:
        case "hundred":
            return _("Printed colour: up by %(by)s") % {"by": HUNDRED}
        case "double":
            return _("Printed colour: doubled")
        case "halve":
            return _("Printed colour: halved")
        case _ if face.number > 0:
            return _("Printed colour: up by %(by)s") % {"by": face.number}
        case _:
            return _("Printed colour: down by %(by)s") % {"by": -face.number}


def _other_said(face: Face | None) -> str:
    if face is None:
        return _("The other colour")
    match face.kind:
        case "hundred":
            return _("The others fall by 10, 20 and 30")
        case "double":
            return _("Another colour: halved")
        case "halve":
            return _("Another colour: doubled")
        case _ if face.number > 0:
            return _("Another colour: down by %(by)s") % {"by": TOGETHER - face.number}
        case _:
            return _("Another colour: up by %(by)s") % {"by": TOGETHER + face.number}


def _preview(state: State, player: int, card: Card, names: Sequence[str]) -> dict[str, Any]:
    """All that the card would do, and the key that lays it."""
    effect = effect_of(card, player, state.prices, state.owners, state.options)
    change = money_changes(effect)[player]
    told = {"name": name_of(names, player), "money": gained(change)}
    return {
        "card": card_name(card),
        "args": {"player": player, "card": named(card)},
        "key": _("Lay it. %(name)s: %(money)s") % told if change else _("Lay the card"),
        "working": worked_out(effect, player, names),
    }


def _just_laid(state: State, player: int, card: Card | None) -> int:
    """The number of the last card if it is this very one, by this player; else 0."""
    last = state.played[-1] if state.played else None
    laid = last is not None and (last.player, last.card) == (player, card)
    return len(state.played) if laid else 0


def effect_page(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """What a card that lies has done; `card` is its number, else it is the last one."""
    text = query.get("card", "")
    count = len(state.played)
    numbers = [str(number) for number in range(1, count + 1)]
    number = int(text) if text in numbers else count
    if not count:
        return {"number": 0}
    played = state.played[number - 1]
    return {
        "number": number,
        "count": count,
        "player": played.player,
        "name": names[played.player],
        "card": card_name(played.card),
        "before": address(card=number - 1) if number > 1 else "",
        "after": address(card=number + 1) if number < count else "",
        "working": worked_out(played.effect, played.player, names),
    }
