"""The program that a set makes: its gaps filled, and what a gap still needs.

The site puts code together and never runs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from calculators.pythonalgorithm.box import Gap, Kodik, Template, gaps
from calculators.pythonalgorithm.box_words import gap_needs
from calculators.pythonalgorithm.customers import Wanted
from calculators.pythonalgorithm.programs import fits, shown


def program(
    template: Template | None, kodiki: Sequence[Kodik], wanted: Wanted, *, solved: bool
) -> dict[str, Any] | None:
    """What is drawn of a program; None without a template of the box.

    `solved`: it is an accepted one, its kodiki in the order of the gaps.
    """
    if template is None:
        return None
    places = gaps(template.code)
    filled = tuple(kodiki) if solved else laid(places, kodiki)
    needs = [
        gap_needs(gap)
        for gap, kodik in zip(places, filled, strict=True)
        if kodik is None or not fits(kodik, gap)
    ]
    return {
        "name": f"{template.category}{template.number}",
        "title": template.title,
        "lines": shown(template.code, filled),
        "tone": "yes" if solved else "no" if needs or wanted.solutions else "",
        "said": _said(len(places), wanted, solved, complete=not needs),
        "needs": needs,
    }


def _said(count: int, wanted: Wanted, solved: bool, *, complete: bool) -> str:
    """What the whole program is good for ("" if its gaps tell)."""
    if solved:
        return _("This program solves the task.")
    if count != wanted.kodiki:
        return _("Gaps in this template: %(gaps)s. Kodiki that the customer wants: %(kodiki)s.") % {
            "gaps": count,
            "kodiki": wanted.kodiki,
        }
    if not complete:
        return ""
    if wanted.solutions:
        return _("The program is complete, but it does not solve this task.")
    return _("Every gap is filled with what fits it.")


def laid(places: Sequence[Gap], kodiki: Sequence[Kodik]) -> tuple[Kodik | None, ...]:
    """The kodiki laid into gaps that they fit, as many as can be.

    If there is just one for each gap, those that fit nowhere lie in the gaps left.
    """
    lies: dict[int, int] = {}

    def lay(gap: int, tried: set[int]) -> bool:
        """Find a kodik for the gap; one that lies elsewhere moves if it can."""
        for place, kodik in enumerate(kodiki):
            if place not in tried and fits(kodik, places[gap]):
                tried.add(place)
                if place not in lies or lay(lies[place], tried):
                    lies[place] = gap
                    return True
        return False

    for gap in range(len(places)):
        lay(gap, set())
    filled: list[Kodik | None] = [None] * len(places)
    for place, gap in lies.items():
        filled[gap] = kodiki[place]
    if len(kodiki) == len(places):
        spare = (kodik for place, kodik in enumerate(kodiki) if place not in lies)
        filled = [kodik or next(spare) for kodik in filled]
    return tuple(filled)
