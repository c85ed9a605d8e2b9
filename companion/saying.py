"""What the words of several games say alike: people, and several things in a row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from companion.signs import signed


def name_of(names: Sequence[str], player: int) -> str:
    """A player's name; one who is not in the play has a number."""
    if player in range(len(names)):
        return names[player]
    return _("player %(number)s") % {"number": signed(player + 1)}


def listed(told: Iterable[str]) -> str:
    """Several in a row: "Аня: 3, Борис: 2"."""
    return ", ".join(told)
