"""Programs: a template whose gaps are filled with kodiki. Pure; nothing is ever executed.

Source: rulebook, "Продажа заказчику": template and kodiki together are the customer's code.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from pygments.lexers.python import PythonLexer
from pygments.token import Comment, Keyword, Number, Operator, String

from calculators.pythonalgorithm.box import GAP, Gap, Kodik, Template, gaps
from calculators.pythonalgorithm.chips import Colour

__all__ = ["Gap", "Look", "Piece", "assembled", "fits", "gaps", "misfits", "shown"]

Look = Literal["", "word", "number", "text", "remark"]
"""How a piece of code is drawn: as a word of the language, a number, a text, a remark."""

LOOKS: Sequence[tuple[Any, Look]] = (
    (Keyword, "word"),
    (Operator.Word, "word"),
    (Number, "number"),
    (String, "text"),
    (Comment, "remark"),
)

_lexer = PythonLexer()


@dataclass(frozen=True)
class Piece:
    """A piece of a line of code. `gap` is the number of the gap that it fills, if any.

    `colour` is the kodik's; an empty gap has none and no text. `first`: the gap begins
    here, so its number belongs in front.
    """

    text: str
    look: Look = ""
    gap: int = 0
    colour: Colour | None = None
    first: bool = False


def fits(kodik: Kodik, gap: Gap) -> bool:
    """A kodik may lie in a gap whose word it names."""
    return gap.word in kodik.fits


def misfits(template: Template, kodiki: Sequence[Kodik]) -> tuple[Gap, ...]:
    """The gaps whose kodik does not fit (kodiki in the order of the gaps)."""
    pairs = zip(gaps(template.code), kodiki, strict=False)
    return tuple(gap for gap, kodik in pairs if not fits(kodik, gap))


def assembled(template: Template, kodiki: Sequence[Kodik]) -> str:
    """The program, its gaps filled in order; further lines of a kodik keep the gap's indent.

    ValueError unless there is one kodik for each gap.
    """
    if len(kodiki) != len(gaps(template.code)):
        raise ValueError(f"{template.id}: {len(kodiki)} kodiki for {len(gaps(template.code))} gaps")
    lines = _filled(template.code, tuple(kodiki))
    return "\n".join("".join(piece.text for piece in line) for line in lines)


@lru_cache(maxsize=512)
def shown(code: str, kodiki: tuple[Kodik | None, ...] = ()) -> tuple[tuple[Piece, ...], ...]:
    """The lines of a program as they are drawn; gaps without a kodik stay empty."""
    lines = list(_filled(code, kodiki))
    text = "\n".join("".join(piece.text for piece in line) for line in lines)
    looks = _looks(text)
    start, drawn = 0, []
    for line in lines:
        drawn.append(tuple(_looked(line, looks, start)))
        start += sum(len(piece.text) for piece in line) + 1
    return tuple(drawn)


def _filled(code: str, kodiki: Sequence[Kodik | None]) -> Iterator[tuple[Piece, ...]]:
    """The code line by line, each gap a piece of its own."""
    for line in code.split("\n"):
        indent = Piece(line[: len(line) - len(line.lstrip())])
        pieces: list[Piece] = []
        end = 0
        for found in GAP.finditer(line):
            pieces.append(Piece(line[end : found.start()]))
            number, end = int(found[1]), found.end()
            kodik = kodiki[number - 1] if number <= len(kodiki) else None
            first, *others = _in_gap(number, kodik)
            pieces.append(first)
            for other in others:
                yield tuple(pieces)
                pieces = [indent, other]
        yield tuple(each for each in (*pieces, Piece(line[end:])) if each.text or each.gap)


def _in_gap(number: int, kodik: Kodik | None) -> list[Piece]:
    """A gap and what lies in it, line by line."""
    if kodik is None:
        return [Piece("", gap=number, first=True)]
    return [
        Piece(text, gap=number, colour=kodik.colour, first=place == 0)
        for place, text in enumerate(kodik.code.split("\n"))
    ]


def _looks(text: str) -> list[Look]:
    """How each character of a program is drawn."""
    looks: list[Look] = []
    for _, kind, value in _lexer.get_tokens_unprocessed(text):
        look: Look = next((look for token, look in LOOKS if kind in token), "")
        looks += [look] * len(value)
    return looks


def _looked(line: Sequence[Piece], looks: Sequence[Look], start: int) -> Iterator[Piece]:
    """A line cut where its look changes. What lies in a gap is drawn as the kodik."""
    for piece in line:
        if piece.gap:
            yield piece
            start += len(piece.text)
            continue
        for look, text in _runs(piece.text, looks[start : start + len(piece.text)]):
            yield replace(piece, text=text, look=look)
        start += len(piece.text)


def _runs(text: str, looks: Sequence[Look]) -> Iterator[tuple[Look, str]]:
    begin = 0
    for end in range(1, len(text) + 1):
        if end == len(text) or looks[end] != looks[begin]:
            yield looks[begin], text[begin:end]
            begin = end
