"""The tiles of Code 777 in a template: {% tile 4 "brown" %}."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from companion.templatetags.tableside import chip, person, symbol
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

ANSWER_LINK = (
    '<a class="answer{looks}" href="{url}row={row}" {more} aria-label="{said}">{badge}{sign}</a>'
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


@register.simple_tag
def piece(drawn: Mapping[str, Any]) -> SafeString:
    """A tile, a colour, or a word for which there is no piece (see `notepad.pieces`)."""
    if "number" in drawn:
        return tile(drawn["number"], drawn["colour"])
    if "colour" in drawn:
        return chip(drawn["colour"])
    return format_html('<span class="tag">{}</span>', drawn["text"])


@register.simple_tag
def answer_links(
    answers: Sequence[Mapping[str, Any]], seats: Sequence[Any], url: str, more: str
) -> SafeString:
    """The answers of a cell of the grid. A grid draws all of a game: so in one go."""
    return mark_safe(  # noqa: S308  (each was formatted)
        "".join(
            format_html(
                ANSWER_LINK,
                looks=" former" if each["worth"] else "",
                url=url,
                more=more,
                badge=person(seats[each["player"]]),
                **each,
            )
            for each in answers
        )
    )
