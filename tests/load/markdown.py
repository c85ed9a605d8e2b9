"""Figures as a Markdown table, as docs/scale.md holds them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The first column is text, the others are figures.

    >>> print(table("Ages", ("who", "years"), [("Anna", "9")]))
    **Ages**
    <BLANKLINE>
    | who | years |
    | --- | ---: |
    | Anna | 9 |
    <BLANKLINE>
    """
    lines = [f"**{title}**", "", _line(heads), _line(["---", *["---:"] * (len(heads) - 1)])]
    return "\n".join([*lines, *map(_line, rows), ""])


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def number(figure: float) -> str:
    """Whole from 20 on, else with one decimal.

    >>> number(1234.5), number(3.14159)
    ('1,234', '3.1')
    """
    return f"{figure:,.0f}" if figure >= 20 else f"{figure:.1f}"
