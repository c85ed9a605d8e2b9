"""The cards that are out: face by face and colour by colour, as everybody has seen them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from calculators.akcioner.cards import COMPANIES, KINDS, TOGETHER, Face, faces
from calculators.akcioner.saying import face_number
from calculators.akcioner.state import State
from companion.signs import gained


def deck(state: State) -> dict[str, Any]:
    """Which printed cards were laid: a row for each face, a column for each colour."""
    out = Counter(played.card.face for played in state.played)
    columns = [list(faces(company)) for company in COMPANIES]
    return {
        "laid": len(state.played),
        "printed": sum(face.copies for column in columns for face in column),
        "rows": [_row(row, out) for row in zip(*columns, strict=True)],
        "sums": list(_sums([face for column in columns for face in column], out)),
    }


def _row(row: Sequence[Face], out: Counter[Face]) -> dict[str, Any]:
    return {"face": both_numbers(row[0]), "cells": [_cell(face, out[face]) for face in row]}


def both_numbers(face: Face) -> str:
    """What a card says without its colours: "+30 −60" with the printed colour's number first.

    >>> both_numbers(Face("ordinary", "red", -60)), both_numbers(Face("double", "red"))
    ('−60 +30', '×2')
    """
    if face.kind != "ordinary":
        return face_number(face)
    other = face.number - TOGETHER if face.number > 0 else face.number + TOGETHER
    return f"{gained(face.number)} {gained(other)}"


def _cell(face: Face, count: int) -> dict[str, Any]:
    """How many of a printed card are out; more than are printed is a slip."""
    text = f"{count}/{face.copies}" if face.copies > 1 or count > 1 else "✓"
    return {
        "text": text if count else "·",
        "said": ngettext("%(count)s out", "%(count)s out", count) % {"count": count},
        "too_many": count > face.copies,
    }


def _sums(printed: Sequence[Face], out: Counter[Face]) -> Iterator[tuple[str, int, int]]:
    """Each kind: what it is called, how many are out, how many there are."""
    for kind in KINDS:
        name = _("ordinary") if kind == "ordinary" else face_number(Face(kind, COMPANIES[0]))
        laid = sum(count for face, count in out.items() if face.kind == kind)
        yield name, laid, sum(face.copies for face in printed if face.kind == kind)
