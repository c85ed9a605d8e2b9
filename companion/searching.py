"""Searching a page of rules: the hits are marked in the page that was made.

Works on our own templates' markup only, where every < begins a tag.
"""

from __future__ import annotations

import re

from django.utils.html import escape

# A link is passed over whole: marks would take the words of its key apart.
LINK_OR_TAG = re.compile(r"(<a\b.*?</a>|<[^>]+>)", re.DOTALL)
TEXT = re.compile(r'<div id="rules-text".*(?=<div id="rules-end")', re.DOTALL)
ENTITY = r"&#?\w+;"
SPELLED_OUT = {re.escape("&#x27;"): "(?:'|&#x27;)", re.escape("&quot;"): '(?:"|&quot;)'}


def marked(page: str, query: str) -> tuple[str, int]:
    """The page with every hit of `query` marked as #hit-1, #hit-2 …, and how many.

    >>> marked('<div id="rules-text"><p>Red 5</p><div id="rules-end">', "red")
    ('<div id="rules-text"><p><mark id="hit-1">Red</mark> 5</p><div id="rules-end">', 1)
    """
    pattern = re.compile(f"(?P<hit>{_loose(escape(query))})|{ENTITY}", re.IGNORECASE)
    found = 0

    def mark(hit: re.Match[str]) -> str:
        nonlocal found
        if hit["hit"] is None:  # an entity is one sign: "amp" is not found inside &amp;
            return hit[0]
        found += 1
        return f'<mark id="hit-{found}">{hit[0]}</mark>'

    def mark_texts(rules: re.Match[str]) -> str:
        parts = LINK_OR_TAG.split(rules[0])
        parts[::2] = [pattern.sub(mark, text) for text in parts[::2]]
        return "".join(parts)

    return TEXT.sub(mark_texts, page), found


def _loose(query: str) -> str:
    """A pattern that lets е stand for ё, any blanks for a blank, quotes in either spelling."""
    plain = re.escape(query).replace("ё", "е").replace("Ё", "Е")
    for spelled_out, either in SPELLED_OUT.items():
        plain = plain.replace(spelled_out, either)
    return re.sub(r"(\\ )+", r"\\s+", re.sub("е", "[её]", re.sub("Е", "[ЕЁ]", plain)))
