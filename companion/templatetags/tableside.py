"""What templates say often: icons, pieces, people, numbers, a key's args."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec
from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import pgettext_lazy

from companion.signs import grouped
from companion.tables.qr import drawing

register = template.Library()

SYMBOLS: Mapping[str, str] = {
    "green": "circle",
    "yellow": "triangle",
    "black": "star",
    "brown": "square",
    "red": "hexagon",
    "pink": "saltire",
    "blue": "diamond",
    "white": "plus",
    "purple": "heart",
}
COLOURS = {
    "green": pgettext_lazy("colour", "green"),
    "yellow": pgettext_lazy("colour", "yellow"),
    "black": pgettext_lazy("colour", "black"),
    "brown": pgettext_lazy("colour", "brown"),
    "red": pgettext_lazy("colour", "red"),
    "pink": pgettext_lazy("colour", "pink"),
    "blue": pgettext_lazy("colour", "blue"),
    "white": pgettext_lazy("colour", "white"),
    "purple": pgettext_lazy("colour", "purple"),
}
PARTS = {
    Fraction(number, of): drawn
    for of, signs in {2: "½", 3: "⅓⅔", 4: "¼½¾", 5: "⅕⅖⅗⅘", 6: "⅙⅓½⅔⅚"}.items()
    for number, drawn in enumerate(signs, start=1)
}


@cache
def _drawing(name: str) -> SafeString:
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>',
        static("icons/sprite.svg"),
        name,
    )


@register.simple_tag
def icon(name: str) -> SafeString:
    """A line drawing of the interface."""
    return _drawing(f"icon-{name}")


@register.simple_tag
def symbol(colour: str) -> SafeString:
    """The symbol that always goes with a colour of the cardboard."""
    return _drawing(f"symbol-{SYMBOLS[colour]}")


@register.simple_tag
def chip(colour: str) -> SafeString:
    """A piece of that colour, its symbol on it, its name for those who listen."""
    return format_html(
        '<span class="chip colour-{}">{}<span class="spoken">{}</span></span>',
        colour,
        symbol(colour),
        COLOURS[colour],
    )


@register.simple_tag
def colour_name(colour: str) -> str:
    """A colour of the cardboard in words."""
    return str(COLOURS[colour])


@register.simple_tag
def person(seat: Any, *classes: str) -> SafeString:
    """A player's round badge."""
    return format_html(
        '<span class="{}">{}</span>',
        " ".join(("person", f"figure-{seat.figure}", *classes)),
        _drawing(f"figure-{seat.figure}"),
    )


@register.filter
def nth(values: Sequence[Any], place: int) -> Any:
    """The value at a place counted from 0: a player's seat, by the player's number."""
    return values[place]


@register.simple_tag
def qr(text: str) -> SafeString:
    """A text as a QR, dark on white in every theme."""
    return drawing(text)


@register.simple_tag
def figure(name: str) -> SafeString:
    """A player's figure alone, as the badge has it."""
    return _drawing(f"figure-{name}")


# Card and print of each figure, for where no stylesheet goes.
FIGURE_COLOURS = {
    "moon": ("#5a33b3", "#fff"),
    "drop": ("#07625f", "#fff"),
    "flame": ("#ff8b3d", "#221000"),
    "leaf": ("#b4d232", "#151b00"),
    "bolt": ("#9c1459", "#fff"),
    "anchor": ("#2d4869", "#fff"),
}


@cache
def _figures() -> Mapping[str, str]:
    """What the sprite holds of each figure, to be drawn in a picture that leaves the site."""
    sprite = (settings.BASE_DIR / "static/icons/sprite.svg").read_text()
    return dict(re.findall(r'<symbol id="figure-(\w+)"[^>]*>(.*?)</symbol>', sprite))


@register.simple_tag
def badge_drawing(name: str, left: int, top: int, size: int) -> SafeString:
    """A player's round badge in such a picture."""
    card, printed = FIGURE_COLOURS[name]
    return format_html(
        '<svg x="{0}" y="{1}" width="{2}" height="{2}" viewBox="0 0 40 40">'
        '<circle cx="20" cy="20" r="20" fill="{3}"/>'
        '<g transform="translate(8 8)" color="{4}">{5}</g></svg>',
        left,
        top,
        size,
        card,
        printed,
        mark_safe(_figures()[name]),  # noqa: S308  (from our own file)
    )


@register.filter
def clock(seconds: int) -> str:
    """Seconds as a clock shows them.

    >>> clock(75)
    '1:15'
    """
    minutes, rest = divmod(seconds, 60)
    return f"{minutes}:{rest:02}"


@register.filter
def spelled(code: str) -> str:
    """A code for those who listen, character by character."""
    return " ".join(code)


@register.filter
def mean(number: Fraction) -> str:
    """A number with at most two decimals, as the reader's language writes them.

    >>> from django.utils.translation import override
    >>> with override("ru"):
    ...     mean(Fraction(3, 2)), mean(Fraction(2))
    ('1,5', '2')
    """
    rounded = round(float(number), 2)
    return number_format(int(rounded) if rounded.is_integer() else rounded)


@register.filter
def signed(number: int | Decimal | str | None) -> str:
    """A number with a true minus and its digits in threes; a dash for none.

    >>> signed(-5)
    '−5'
    """
    if number is None:
        return "—"
    text = number_format(number, use_l10n=True) if isinstance(number, Decimal) else str(number)
    return grouped(text).replace("-", "−")


@register.filter
def share(number: Fraction) -> str:
    """A number of wins: 1½ for one and a half; with decimals where no sign is so fine.

    >>> from django.utils.translation import override
    >>> with override("ru"):
    ...     share(Fraction(3, 2)), share(Fraction(11, 12))
    ('1½', '0,92')
    """
    whole, rest = divmod(number, 1)
    if rest and rest not in PARTS:
        return mean(number)
    return f"{whole or ''}{PARTS[rest]}" if rest else str(whole)


MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


@register.simple_tag
def medal(place: int) -> str:
    """A place as a shared text begins with it."""
    return MEDALS.get(place, f"{place}.")


@register.filter
def args(value: Mapping[str, Any]) -> str:
    """A key's args as compact JSON for its `value` attribute."""
    return msgspec.json.encode(value).decode()
