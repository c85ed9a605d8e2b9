"""The tiles of Code 777 in a template: {% tile 4 "brown" %}."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from companion.templatetags.tableside import symbol
from notepad.tiles import FACES
from notepad.words import KIND_NAMES

register = template.Library()

NAMES: Mapping[tuple[int, str], Any] = {
    (face.number, face.colour): KIND_NAMES[kind] for kind, face in FACES.items()
}

MARK_KEY = (
    '<button class="tile" form="move" formaction="{}" name="args" value="{}" aria-label="{}"'
    ' data-state=\'"{}"\'><span><b class="number">{}</b>{}</span></button>'
)


@register.simple_tag
def mark_keys(kind: Mapping[str, Any], url: str) -> SafeString:
    """The tiles of a kind on the pyramid, as keys. Every mark draws all 28: so in one go."""
    told = (kind["number"], symbol(kind["colour"]))
    return format_html_join("", MARK_KEY, ((url, *each, *told) for each in kind["tiles"]))


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
