"""Rows for a spreadsheet: every letter right, numbers that count, no cell that runs.

A spreadsheet cuts a file by the list separator of its own language: the semicolon
where the decimal sign is a comma, else the comma. A file has the reader's language, so
that a tap opens it in columns. A line `sep=;` would say it to one program only, which
then takes UTF-8 for something else.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from io import StringIO
from unicodedata import normalize

import regex

from companion.report import points_text

Cell = str | int | Decimal | Fraction | None

BOM = "\ufeff"  # without it some read UTF-8 in a code page of their own
FORMULA = ("=", "+", "-", "@")
# Blanks, marks and fillers that some drop before they look at a cell.
UNSEEN = regex.compile(r"[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*")
FINEST = 4  # decimals of a shared win


def written(rows: Iterable[Sequence[Cell]], decimal_sign: str) -> str:
    """The rows as a file, for spreadsheets that write one half as `0.5` or as `0,5`.

    >>> written([["Аня", Fraction(-1, 2), None]], ",")
    '\\ufeff"Аня";"-0,5";""\\r\\n'
    """
    file = StringIO()
    separator = ";" if decimal_sign == "," else ","
    # All quoted: a name may hold the separator that another language cuts by.
    out = csv.writer(file, delimiter=separator, quoting=csv.QUOTE_ALL)
    out.writerows([_text(cell, decimal_sign) for cell in row] for row in rows)
    return BOM + file.getvalue()


def _text(cell: Cell, decimal_sign: str) -> str:
    if isinstance(cell, str):
        return _harmless(cell)
    if isinstance(cell, Fraction):
        cell = round(Decimal(cell.numerator) / cell.denominator, FINEST)
    return (points_text(cell) or "").replace(".", decimal_sign)


def _harmless(text: str) -> str:
    """The text, so that no spreadsheet takes it for a formula.

    >>> _harmless("=1+1"), _harmless("Аня")
    ("'=1+1", 'Аня')
    """
    # A full-width, small or raised sign is as good as the plain one.
    seen = normalize("NFKC", UNSEEN.sub("", text, count=1)[:1])
    runs = seen.startswith(FORMULA) or text.startswith(("\t", "\r", "\n"))
    return f"'{text}" if runs else text
