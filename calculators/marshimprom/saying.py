"""What the things of МАРСХИМПРОМ are called, and how sums are written down.

Names stay as they are, so sentences are built to need no case of them: a name, of a
player or of a substance, stands by itself, before or after a colon or in quotes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from unicodedata import bidirectional

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from calculators.marshimprom.account import Account
from calculators.marshimprom.fight import Armour, Throw
from calculators.marshimprom.moves import Reason
from calculators.marshimprom.state import OTHER, OWN, SHARED, mission_of
from companion.signs import signed

PLANT_NAMES: Mapping[str, Any] = {
    OWN: pgettext_lazy("place of a chip", "own plant"),
    SHARED: pgettext_lazy("place of a chip", "shared plant"),
    OTHER: pgettext_lazy("place of a chip", "another player’s plant"),
}
REASONS: Mapping[Reason, Any] = {
    "raw": pgettext_lazy("reason of a payment", "raw material"),
    "substance": pgettext_lazy("reason of a payment", "substance"),
    "battery": pgettext_lazy("gear", "battery"),
    "armour": pgettext_lazy("gear", "armour"),
    "warehouse": pgettext_lazy("reason of a payment", "warehouse"),
    "other": pgettext_lazy("reason of a payment", "other"),
}


def place_name(place: str) -> str:
    """Where a chip stands: "own plant", "mission 2"; a place that is none, as it was sent."""
    mission = mission_of(place)
    if mission is not None:
        return _("mission %(mission)s") % {"mission": mission}
    return str(PLANT_NAMES.get(place, shortened(place)))


def shortened(text: str) -> str:
    """A text that nobody has checked, short enough for a sentence.

    One that runs from right to left does not turn the numbers beside it round.

    >>> shortened("x" * 50)
    'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'
    >>> shortened("ماء") == "\u2068ماء\u2069"
    True
    """
    text = text if len(text) <= 40 else f"{text[:39]}…"
    turned = any(bidirectional(each) in ("R", "AL") for each in text)
    return f"\u2068{text}\u2069" if turned else text


def chips_said(count: int) -> str:
    """So many chips: "2 chips"."""
    said = ngettext("%(count)s chip", "%(count)s chips", count)
    return said % {"count": signed(count)}


def throw_said(throw: Throw, armour: Armour) -> str:
    """A throw, attack and defence, with both dice of an armoured defender.

    >>> throw_said(Throw(4, (2, 6)), "best"), throw_said(Throw(4, (2, 6)), "sum")
    ('4 : 6 (2, 6)', '4 : 8 (2 + 6)')
    """
    if len(throw.dice) == 1:
        return f"{throw.attacker} : {throw.dice[0]}"
    both = (" + " if armour == "sum" else ", ").join(map(str, throw.dice))
    return f"{throw.attacker} : {throw.defence(armour)} ({both})"


def account_said(account: Account) -> str:
    """A score as a sum: "own 12 + shared 3 + missions 6 × 2 + money 5 = 32"."""
    parts = [
        (pgettext("plants", "own"), account.own, ""),
        (pgettext("plants", "shared"), account.shared, ""),
        (_("missions"), sum(each.value for each in account.missions if each.doubled), " × 2"),
        (_("missions"), sum(each.value for each in account.missions if not each.doubled), ""),
    ]
    terms = [f"{word} {value}{factor}" for word, value, factor in parts if value]
    terms.append(_("money %(money)s") % {"money": account.money})
    return f"{' + '.join(terms)} = {account.score}"
