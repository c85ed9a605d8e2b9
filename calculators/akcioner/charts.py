"""Prices and capital turn by turn: lines as SVG, and the same numbers as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import ngettext

from calculators.akcioner.cards import COMPANIES
from calculators.akcioner.effect import HIGHEST
from calculators.akcioner.saying import COMPANY_NAMES
from calculators.akcioner.state import START_PRICE, Moment, State
from companion.saying import listed

WIDTH, TOP, BOTTOM, RIGHT = 360, 12, 176, 330
DIGIT = 8
"""How wide a digit of the labels is at most, in the chart's own units."""
BADGE = 22
"""How far apart two badges at the ends of lines stand at least."""
MOST_LABELS = 7
MOST_TURNS = 100
"""Of a longer play the last turns are shown; six players with twelve cards need 72."""


def charts(state: State, names: Sequence[str]) -> dict[str, Any]:
    """Both charts. The turn being played is their last point as soon as it changed something."""
    all_moments = moments_of(state)
    turns = len(all_moments) - 1
    moments = all_moments[-MOST_TURNS - 1 :]
    first = len(all_moments) - len(moments)
    prices = [[moment.prices[place] for moment in moments] for place in range(len(COMPANIES))]
    capitals = [[moment.capitals[player] for moment in moments] for player in range(state.players)]
    return {
        "turns": turns,
        "prices": {
            **lines(prices, HIGHEST, (0, START_PRICE, HIGHEST), first),
            "label": _said(turns, COMPANY_NAMES.values(), state.prices),
            "companies": COMPANIES,
            "rows": _rows([moment.prices for moment in moments], first),
        },
        "capital": {
            **lines(capitals, *_scale(max(map(max, capitals))), first),
            "label": _said(turns, names, state.capitals),
            "rows": _rows([moment.capitals for moment in moments], first),
        },
    }


def moments_of(state: State) -> list[Moment]:
    """How all stood after each turn, and how they stand now if the turn has changed anything."""
    moments, now = list(state.history), state.moment()
    last = moments[-1]
    if state.turn.over or (now.prices, now.capitals) == (last.prices, last.capitals):
        return moments
    return [*moments, now]


def _said(turns: int, names: Any, values: Sequence[int]) -> str:
    """The chart in one sentence, for those who do not see it."""
    told = listed(f"{name}: {value}" for name, value in zip(names, values, strict=True))
    head = ngettext("After %(turns)s turn", "After %(turns)s turns", turns) % {"turns": turns}
    return f"{head}. {told}"


def _rows(values: Sequence[Sequence[int]], first: int) -> list[dict[str, Any]]:
    """The table's rows, the newest first: the turn and its numbers."""
    rows = [{"turn": turn, "values": row} for turn, row in enumerate(values, start=first)]
    return rows[::-1]


def _scale(highest: int) -> tuple[int, tuple[int, ...]]:
    """A round number above the highest value, and where lines are ruled.

    >>> _scale(400), _scale(1620), _scale(0)
    ((400, (0, 200, 400)), (2000, (0, 1000, 2000)), (100, (0, 50, 100)))
    """
    unit = 10 ** (len(str(max(highest, 100))) - 1)
    top = next(unit * each for each in (1, 2, 4, 6, 8, 10) if unit * each >= highest)
    return top, (0, top // 2, top)


def lines(
    series: Sequence[Sequence[int]], top: int, ruled: Sequence[int], first: int = 0
) -> dict[str, Any]:
    """Lines from 0 to `top`, one for each of the series (all equally long), as drawn.

    `ruled` are the values at which a thin line goes across, `first` is the first turn.
    Each line ends in a badge; badges that would hide one another are moved apart.
    """
    left = 10 + DIGIT * len(str(top))
    count = len(series[0])
    across = [_at(left + (RIGHT - left) * place / max(1, count - 1)) for place in range(count)]
    ends = spread([_down(values[-1], top) for values in series])
    return {
        "left": left,
        "ruled": [
            {"value": value, "y": _at(_down(value, top)), "label_y": _at(_down(value, top) + 4)}
            for value in ruled
        ],
        "labels": [{"turn": first + place, "x": across[place]} for place in _labelled(count)],
        "lines": [
            {
                "path": "M"
                + "L".join(
                    f"{x} {_at(_down(value, top))}" for x, value in zip(across, values, strict=True)
                ),
                "y": _at(end),
                "badge_y": _at(end - 10),
                "symbol_y": _at(end - 6),
            }
            for values, end in zip(series, ends, strict=True)
        ],
    }


def _down(value: int, top: int) -> float:
    """How far from the upper edge a value is drawn."""
    return BOTTOM - (BOTTOM - TOP) * value / top


def _at(place: float) -> str:
    """A coordinate, short: "34", "110.4"."""
    return f"{place:.1f}".removesuffix(".0")


def _labelled(count: int) -> list[int]:
    """Which turns are named below: evenly, and always the last.

    >>> _labelled(10), _labelled(1), _labelled(49)
    ([0, 2, 4, 6, 8, 9], [0], [0, 10, 20, 30, 40, 48])
    """
    last = count - 1
    step = next(each for each in (1, 2, 5, 10, 20, 50) if last / each < MOST_LABELS)
    labelled = list(range(0, last + 1, step))
    if last - labelled[-1] < step / 2 and len(labelled) > 1:
        labelled.pop()
    return sorted({*labelled, last})


def spread(places: Sequence[float]) -> list[float]:
    """Where the badges stand: in the same order, at least BADGE apart, within the chart.

    >>> spread([110.0, 110.0, 12.0])
    [99.0, 121.0, 12.0]
    """
    order = sorted(range(len(places)), key=lambda each: places[each])
    groups: list[list[int]] = []
    for each in order:
        groups.append([each])
        while len(groups) > 1 and _meet(groups[-2], groups[-1], places):
            groups[-2:] = [groups[-2] + groups[-1]]
    placed = list(places)
    for group in groups:
        first = _first(group, places)
        for step, each in enumerate(group):
            placed[each] = first + step * BADGE
    return placed


def _first(group: Sequence[int], places: Sequence[float]) -> float:
    """Where a group of badges begins: its middle where its lines end, as far as there is room."""
    extent = (len(group) - 1) * BADGE
    middle = sum(places[each] for each in group) / len(group)
    return min(max(middle - extent / 2, TOP), BOTTOM - extent)


def _meet(upper: Sequence[int], lower: Sequence[int], places: Sequence[float]) -> bool:
    return _first(upper, places) + len(upper) * BADGE > _first(lower, places)
