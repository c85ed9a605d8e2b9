"""What customers want, and whether a set of cards is that. Pure.

A set is one template and as many kodiki as the customer asks for, all of one
colour or of as many colours as there are cards, three at most. Where the box
lists the sets that do the task, it must be one of those. Source: rulebook,
"Заказчики" and "Продажа заказчику".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from calculators.pythonalgorithm.box import Customer, Kind, Solution, colours_wanted
from calculators.pythonalgorithm.hand import Card

MOST_KODIKI = 3


@dataclass(frozen=True)
class Wanted:
    """What a customer asks for, taken from the box (with `id`) or described at the table.

    `bonus` is in tokens; `kodiki` (1 to 3) go with the one template.
    """

    bonus: int
    colours: Kind
    kodiki: int
    id: str | None = None
    solutions: tuple[Solution, ...] = ()


@dataclass(frozen=True)
class Lack:
    """One thing that keeps a set from being the wanted one: a code and its data."""

    code: str
    data: Mapping[str, Any] = field(default_factory=dict)


def wanted_of(customer: Customer) -> Wanted:
    """What a customer of the box asks for."""
    return Wanted(
        customer.bonus, customer.colours, customer.kodiki, customer.id, customer.solutions
    )


def lacks(cards: Sequence[Card], wanted: Wanted) -> tuple[Lack, ...]:
    """All that keeps these cards from being the wanted set; empty if it fits.

    >>> template, kodik = Card("templates", "blue", "B"), Card("kodiki", "white")
    >>> [each.code for each in lacks([template, kodik], Wanted(10, "same", 2))]
    ['few_kodiki', 'colours_differ']
    """
    number = (*_template_lack(cards), *_kodiki_lack(cards, wanted))
    found = (*number, *_colour_lack(cards, wanted), *_debt_lack(cards))
    if not number and code_checked(cards, wanted) and not _accepted(cards, wanted):
        found += (Lack("code_not_accepted"),)
    return found


def code_checked(cards: Sequence[Card], wanted: Wanted) -> bool:
    """Whether the code itself is looked at: the customer lists sets, and each card is known."""
    return bool(wanted.solutions) and all(card.id is not None for card in cards)


def _template_lack(cards: Sequence[Card]) -> tuple[Lack, ...]:
    templates = sum(card.track == "templates" for card in cards)
    if templates == 0:
        return (Lack("no_template"),)
    return (Lack("many_templates", {"count": templates}),) if templates > 1 else ()


def _kodiki_lack(cards: Sequence[Card], wanted: Wanted) -> tuple[Lack, ...]:
    count = sum(card.track == "kodiki" for card in cards)
    if count == wanted.kodiki:
        return ()
    code = "few_kodiki" if count < wanted.kodiki else "many_kodiki"
    return (Lack(code, {"wanted": wanted.kodiki, "count": count}),)


def _colour_lack(cards: Sequence[Card], wanted: Wanted) -> tuple[Lack, ...]:
    count = len({card.colour for card in cards})
    if not cards or count == colours_wanted(wanted.colours, len(cards)):
        return ()
    if wanted.colours == "same":
        return (Lack("colours_differ", {"count": count}),)
    wanted_colours = colours_wanted("different", len(cards))
    return (Lack("colours_repeat", {"wanted": wanted_colours, "count": count}),)


def _debt_lack(cards: Sequence[Card]) -> tuple[Lack, ...]:
    owing = tuple(card for card in cards if card.debt)
    return (Lack("in_debt", {"cards": owing}),) if owing else ()


def _accepted(cards: Sequence[Card], wanted: Wanted) -> bool:
    """The cards can be arranged into one of the listed sets."""
    ids = sorted(card.id or "" for card in cards)
    return any(sorted((each.template, *each.kodiki)) == ids for each in wanted.solutions)
