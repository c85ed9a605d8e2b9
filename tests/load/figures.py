"""Figures as a table: what was measured, and where it is over its budget."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field

NAME_WIDTH = 42
WIDTH = 11


@dataclass(frozen=True)
class Column:
    """A column's heading and how many decimals its figures have."""

    name: str
    decimals: int = 1


@dataclass(frozen=True)
class Row:
    """One line of figures, a figure a column. The first one keeps to `budget`, if any."""

    name: str
    figures: Sequence[float | None]
    budget: float | None = None

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
        names = "".join(f"{column.name:>{WIDTH}}" for column in self.columns)
        lines = [f"{self.title:<{NAME_WIDTH}}{names}{'budget':>{WIDTH}}"]
        lines += [self._line(row) for row in self.rows]
        lines += [f"  {note}" for note in self.notes]
        return "\n".join(lines) + "\n"

    def _line(self, row: Row) -> str:
        pairs = zip(row.figures, self.columns, strict=False)
        cells = "".join(f"{_number(figure, column.decimals):>{WIDTH}}" for figure, column in pairs)
        cells += " " * WIDTH * (len(self.columns) - len(row.figures))
        budget = _number(row.budget, 0)
        return f"  {row.name:<{NAME_WIDTH - 2}}{cells}{budget:>{WIDTH}}{'  over' * row.is_over}"


def _number(figure: float | None, decimals: int) -> str:
    return "" if figure is None else f"{figure:,.{decimals}f}"


def spread(seconds: Sequence[float]) -> list[float]:
    """Durations as median, 95th percentile and worst, in milliseconds."""
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return [1000 * cuts[49], 1000 * cuts[94], 1000 * max(seconds)]


SPREAD = (Column("median"), Column("p95"), Column("worst"))
