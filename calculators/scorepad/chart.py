"""The chart of totals by round: where its lines, marks and badges are drawn, and the
same numbers as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import ceil, floor, log10
from typing import Any

import regex
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from calculators.scorepad.points import read_points
from calculators.scorepad.state import ZERO, State
from calculators.scorepad.words import shown
from companion.saying import listed

WIDTH, HEIGHT = 360, 200
TOP, BOTTOM = 12, 24
BADGE = 10
MOST_MARKS = 4  # up the side
MOST_ROUNDS = 8  # along the bottom
FIGURES = 6  # from the seventh player on figures come again
FAR_TARGET = 3  # a target so many times as high as the highest total is not drawn


@dataclass(frozen=True)
class Line:
    """A player's totals after each of the rounds from `first` on."""

    player: int
    first: int
    totals: tuple[Decimal, ...]

    @property
    def last(self) -> int:
        return self.first + len(self.totals) - 1

    def after(self, number: int) -> Decimal | None:
        """The total after a round; None where the player has none yet or any more."""
        return self.totals[number - self.first] if self.first <= number <= self.last else None


def chart(state: State, names: Sequence[str]) -> dict[str, Any] | None:
    """What the chart draws; None as long as no round has points."""
    last = _last_round(state)
    if not last:
        return None
    lines = [line for player in state.present if (line := _line(state, player, last))]
    scale = _Scale(state, lines, last)
    return {
        "width": WIDTH,
        "height": scale.height,
        "left": scale.left,
        "right": scale.right,
        "said": _said(lines, names, last),
        "marks": list(scale.marks()),
        "rounds": list(scale.rounds()),
        "target": scale.target_mark(),
        "lines": list(scale.drawn(names)),
        "beside": any(state.beside),
        "numbers": range(1, last + 1),
        "table": [
            {
                "player": line.player,
                "name": names[line.player],
                "totals": [_number(line.after(number)) for number in range(1, last + 1)],
            }
            for line in lines
        ],
    }


def _last_round(state: State) -> int:
    numbers = range(state.open_round, 0, -1)
    return next((number for number in numbers if any(state.rows[number - 1])), 0)


def _line(state: State, player: int, last: int) -> Line | None:
    """A missing score in a closed round leaves the total as it was; an open one ends the line."""
    spans = state.who(player).spans
    first = 0 if spans[0].first == 1 else spans[0].first
    end = last if spans[-1].last is None else min(last, spans[-1].last)
    if last == state.open_round and end == last and state.points(last)[player] is None:
        end -= 1
    totals = []
    total = ZERO
    for number in range(end + 1):
        total += (state.points(number)[player] or ZERO) if number else ZERO
        if number >= first:
            totals.append(total)
    return Line(player, first, tuple(totals)) if totals else None


def _number(total: Decimal | None) -> SafeString:
    """A total in the table; of digits and signs alone, so a template need not look at it."""
    return SafeString("—" if total is None else shown(total))


def _said(lines: Sequence[Line], names: Sequence[str], last: int) -> str:
    """The chart in one sentence."""
    ends = [f"{names[line.player]}: {shown(line.totals[-1])}" for line in lines]
    told = {"round": last, "totals": listed(ends)}
    return _("Chart of the totals. After round %(round)s: %(totals)s") % told


class _Scale:
    """Where rounds and totals lie in the drawing."""

    def __init__(self, state: State, lines: Sequence[Line], last: int) -> None:
        self.lines, self.last = lines, last
        self.many = len(lines) > FIGURES
        everything = [float(total) for line in lines for total in line.totals]
        low, high = min(0.0, *everything), max(0.0, *everything)
        self.target = _near_target(state, low, high)
        if self.target is not None:
            low, high = min(low, float(self.target)), max(high, float(self.target))
        self.step = _step(high - low)
        self.low, self.high = low, max(high, low + self.step)
        self.height = max(HEIGHT, TOP + BOTTOM + 2 * BADGE * len(lines))
        self.left = 10 + 7 * max(len(text) for _y, text in self._labels())
        self.right = WIDTH - (42 if self.many else 30)

    def x(self, number: int) -> float:
        return self.left + (self.right - self.left) * number / max(1, self.last)

    def y(self, total: float | Decimal) -> float:
        part = (float(total) - self.low) / (self.high - self.low)
        return self.height - BOTTOM - part * (self.height - TOP - BOTTOM)

    def _labels(self) -> Iterator[tuple[float, str]]:
        for place in range(ceil(self.low / self.step), floor(self.high / self.step) + 1):
            total = place * self.step
            yield self.y(total), shown(Decimal(f"{total:.2f}"))

    def marks(self) -> Iterator[Mapping[str, Any]]:
        """The lines across, each with its number."""
        for y, text in self._labels():
            yield {"y": _drawn(y), "text_y": _drawn(y + 4), "text": text}

    def rounds(self) -> Iterator[Mapping[str, Any]]:
        """The numbers along the bottom, as many as there is room for."""
        every = ceil(self.last / MOST_ROUNDS) or 1
        for number in range(0, self.last + 1, every):
            yield {"x": _drawn(self.x(number)), "number": number}

    def target_mark(self) -> Mapping[str, Any] | None:
        return None if self.target is None else {"y": _drawn(self.y(self.target))}

    def drawn(self, names: Sequence[str]) -> Iterator[Mapping[str, Any]]:
        """Each line as a path, its badge at the end; badges give way to one another."""
        badges = self._badges()
        across = [_drawn(self.x(number)) for number in range(self.last + 1)]
        for line in self.lines:
            heights = [_drawn(self.y(total)) for total in line.totals]
            points = [
                f"{x} {y}" for x, y in zip(across[line.first : line.last + 1], heights, strict=True)
            ]
            y = badges[line.player]
            yield {
                "player": line.player,
                "path": "M" + "L".join(points),
                "dot": points[0].split() if len(points) == 1 or line.first else None,
                "again": line.player >= FIGURES,
                "badge_x": self.right + 14,
                "badge_y": _drawn(y),
                "figure_x": self.right + 8,
                "figure_y": _drawn(y - 6),
                "initial": _initial(names[line.player]) if self.many else "",
                "initial_x": self.right + 27,
                "initial_y": _drawn(y + 4),
            }

    def _badges(self) -> dict[int, float]:
        """Heights of the badges: as near to the lines' ends as the others let them be."""
        ordered = sorted(self.lines, key=lambda line: self.y(line.totals[-1]))
        lowest = self.height - BOTTOM - 2 * BADGE * (len(ordered) - 1)
        heights: dict[int, float] = {}
        free = float(BADGE)
        for place, line in enumerate(ordered):
            wanted = self.y(line.totals[-1])
            height = max(free, min(wanted, lowest + 2 * BADGE * place))
            heights[line.player] = height
            free = height + 2 * BADGE
        return heights


def _drawn(length: float) -> str:
    """A length as a drawing has it, whatever the reader's language writes for a point."""
    return f"{length:.1f}".removesuffix(".0")


def _near_target(state: State, low: float, high: float) -> Decimal | None:
    if state.options.target is None:
        return None
    target = read_points(state.options.target)
    reach = FAR_TARGET * max(high, -low)
    return target if abs(target) <= reach else None


def _step(span: float) -> float:
    """A round step of 1, 2 or 5 that gives at most four of them over `span`.

    >>> _step(55), _step(100), _step(0)
    (20.0, 50.0, 1.0)
    """
    if span <= 0:
        return 1.0
    raw = span / MOST_MARKS
    size = float(10 ** floor(log10(raw)))
    return next(part * size for part in (1, 2, 5, 10) if part * size >= raw)


def _initial(name: str) -> str:
    """The first letter of a name as a reader counts it: an emoji is one."""
    found = regex.search(r"[^\p{Cf}\p{Z}]\X?", name.strip("\u2068\u2069"))
    return str(regex.match(r"\X", found[0])[0]) if found else ""
