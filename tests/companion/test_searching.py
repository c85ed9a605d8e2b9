"""Searching the rules: hits are marked, and nothing else of the page changes."""

from __future__ import annotations

import pytest

from companion.searching import marked

BEFORE = '<h1>Red</h1><div id="rules-text" class="split">'
AFTER = '<div id="rules-end" hidden></div><p>Red</p>'


def page(text: str) -> str:
    return BEFORE + text + AFTER


def search(text: str, query: str) -> tuple[str, int]:
    """What becomes of the rules' text, once the rest of the page is checked."""
    found, count = marked(page(text), query)
    inner = found.removeprefix(BEFORE).removesuffix(AFTER)
    assert page(inner) == found
    return inner, count


def test_marked_every_hit_with_its_number() -> None:
    assert search("<p>Red 5, red 6</p>", "RED") == (
        '<p><mark id="hit-1">Red</mark> 5, <mark id="hit-2">red</mark> 6</p>',
        2,
    )


def test_marked_nothing_found() -> None:
    assert search("<p>Red 5</p>", "blue") == ("<p>Red 5</p>", 0)


@pytest.mark.parametrize("query", ["red", "class", "split", "id", "div", ">", '"'])
def test_marked_leaves_tags_alone(query: str) -> None:
    text = '<p class="red" data-red="red">5</p>'

    assert search(text, query) == (text, 0)


@pytest.mark.parametrize("query", ["ежик", "ёжик", "ЁЖИК"])
def test_marked_e_stands_for_yo(query: str) -> None:
    assert search("ёжик и ежик", query) == (
        '<mark id="hit-1">ёжик</mark> и <mark id="hit-2">ежик</mark>',
        2,
    )


@pytest.mark.parametrize("query", ["red  five", "red five"])
def test_marked_any_blanks_are_a_blank(query: str) -> None:
    assert search("red\n five", query) == ('<mark id="hit-1">red\n five</mark>', 1)


@pytest.mark.parametrize("query", ["(5", ".", "[", "\\", "5+", "^", "*"])
def test_marked_takes_signs_as_they_are(query: str) -> None:
    text = "a (5+1) [2] ^ * \\ ."

    found, count = search(text, query)

    assert (found, count) == (text.replace(query, f'<mark id="hit-1">{query}</mark>'), 1)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("2 &lt; 3", "<"),
        ("Q &amp; A", "q & a"),
        ("Q &amp; A", "&"),
        ("don't", "don't"),
        ('a"', '"'),
    ],
)
def test_marked_finds_signs_that_html_spells_out(text: str, query: str) -> None:
    assert search(text, query)[1] == 1


@pytest.mark.parametrize("query", ["amp", "lt", "#x27", ";", "a"])
def test_marked_never_marks_inside_an_entity(query: str) -> None:
    text = "Q &amp; &lt; &#x27;"

    assert search(text, query) == (text, 0)


def test_marked_keeps_markup_typed_as_a_query_harmless() -> None:
    assert search("<p>5</p>", "<p>") == ("<p>5</p>", 0)


def test_marked_a_page_without_rules() -> None:
    assert marked("<p>red</p>", "red") == ("<p>red</p>", 0)
