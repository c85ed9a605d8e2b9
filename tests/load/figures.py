"""Figures as a table in Markdown: what was measured, and where it is over its budget."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Column:
    """A column's heading and how many decimals its figures have."""

    name: str
    decimals: int = 1


@dataclass(frozen=True)
class Row:
    """One line of figures, a figure a column. The first one keeps to `budget`, if any.

    `means` says what a reader takes from it.
    """

    name: str
    figures: Sequence[float | None]
    budget: float | None = None
    means: str = ""

    @property
    def is_over(self) -> bool:
        first = self.figures[0]
        return self.budget is not None and first is not None and first > self.budget


@dataclass
class Section:
    """Figures of one kind, under one heading. `notes` say how to read them."""

    title: str
    columns: Sequence[Column]
    rows: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        has_budgets = any(row.budget is not None for row in self.rows)
        heads = ["", *(column.name for column in self.columns), *["budget"] * has_budgets]
        rows = [self._cells(row)[: len(heads)] for row in self.rows]
        meanings = [f"{row.name}: {row.means}" for row in self.rows if row.means]
        return f"### {self.title}\n\n{table(heads, rows)}{listed([*self.notes, *meanings])}"

    def _cells(self, row: Row) -> list[str]:
        pairs = zip(row.figures, self.columns, strict=False)
        figures = [_number(figure, column.decimals) for figure, column in pairs]
        missing = [""] * (len(self.columns) - len(figures))
        return [row.name, *figures, *missing, _number(row.budget, 0) + ", over" * row.is_over]


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], *, words: bool = False) -> str:
    """A table whose columns stand under each other in a terminal too; figures to the right.

    >>> print(table(["", "median"], [["a tap", "4.5"], ["undo", "12.0"]]), end="")
    |       | median |
    | ----- | -----: |
    | a tap |    4.5 |
    | undo  |   12.0 |
    """
    widths = [max(3, *map(len, column)) for column in zip(heads, *rows, strict=True)]

    def line(cells: Iterable[str]) -> str:
        return f"| {' | '.join(cells)} |\n"

    def aligned(cells: Sequence[str]) -> str:
        first, *rest = zip(cells, widths, strict=True)
        others = (f"{cell:<{width}}" if words else f"{cell:>{width}}" for cell, width in rest)
        return line([f"{first[0]:<{first[1]}}", *others])

    rule = line(["-" * widths[0], *("-" * (width - 1) + "-:"[not words] for width in widths[1:])])
    return aligned(heads) + rule + "".join(map(aligned, rows))


def titled(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return f"**{title}**\n\n{table(heads, list(rows))}"


def number(figure: float) -> str:
    """Whole from 20 on, else with one decimal.

    >>> number(1234.5), number(3.14159)
    ('1,234', '3.1')
    """
    return f"{figure:,.0f}" if figure >= 20 else f"{figure:.1f}"


def listed(notes: Sequence[str]) -> str:
    """Notes below a table, as a list."""
    return "".join(["\n", *(f"- {note}\n" for note in notes)])


def _number(figure: float | None, decimals: int) -> str:
    return "" if figure is None else f"{figure:,.{decimals}f}"


def spread(seconds: Sequence[float]) -> list[float]:
    """Durations as median, 95th percentile and worst, in milliseconds."""
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return [1000 * cuts[49], 1000 * cuts[94], 1000 * max(seconds)]


SPREAD = (Column("median"), Column("p95"), Column("worst"))
