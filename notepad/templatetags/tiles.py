"""The tiles of Code 777 in a template: {% tile 4 "brown" %}."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from companion.templatetags.tableside import symbol
from notepad.tiles import FACES
from notepad.words import KIND_NAMES

register = template.Library()

NAMES: Mapping[tuple[int, str], Any] = {
    (face.number, face.colour): KIND_NAMES[kind] for kind, face in FACES.items()
}


@register.simple_tag
def tile(number: int, colour: str) -> SafeString:
    """A tile in a line of text: its number and symbol, and its name for those who listen."""
    return format_html(
        '<span class="mini colour-{}"><span aria-hidden="true">{}</span>{}'
        '<span class="spoken">{} </span></span>',
        colour,
        number,
        symbol(colour),
        NAMES[number, colour],
    )
