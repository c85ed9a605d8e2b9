"""Files for a spreadsheet: read back, cut where they should be, and nothing in them runs."""

from __future__ import annotations

import csv
from decimal import Decimal
from fractions import Fraction
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.tables.spreadsheet import BOM, Cell, written

SEPARATOR = {".": ",", ",": ";"}
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


def read(text: str, sign: str) -> list[list[str]]:
    assert text.startswith(BOM)
    return list(csv.reader(StringIO(text[1:], newline=""), delimiter=SEPARATOR[sign]))


def cell(value: Cell, sign: str = ".") -> str:
    [[found]] = read(written([[value]], sign), sign)
    return found


@pytest.mark.parametrize(
    ("value", "english", "russian"),
    [
        (-15, "-15", "-15"),
        (0, "0", "0"),
        (Decimal("-7.50"), "-7.5", "-7,5"),
        (Fraction(5, 2), "2.5", "2,5"),
        (Fraction(2, 3), "0.6667", "0,6667"),
        (Fraction(3), "3", "3"),
        (None, "", ""),
        ("2.5", "2.5", "2.5"),
    ],
)
def test_number_is_one_in_the_readers_spreadsheet(value: Cell, english: str, russian: str) -> None:
    assert (cell(value), cell(value, ",")) == (english, russian)


@pytest.mark.parametrize(
    "text",
    [
        *(f"{sign}1+1" for sign in "=+-@＝＋－＠﹢﹣﹦﹫⁺₊⁼"),
        '=HYPERLINK("http://x";"y")',
        "@SUM(1;2)",
        "-5",
        "\t=1",
        "\r=1",
        "\n=1",
        "\tx",
        "\rx",
        " =1",
        "\u00a0=1",
        "\u200e=1",
        "\u2068=1\u2069",
        "\ufeff=1",
        "\u061c\u00ad=1",
        "\u3164=1",
        "\u115f=1",
        "\uffa0=1",
        "\u2800=1",
        "\u034f=1",
        "\ufe0f=1",
        "\x00=1",
    ],
)
@pytest.mark.parametrize("sign", [".", ","])
def test_text_that_would_run_begins_with_an_apostrophe(text: str, sign: str) -> None:
    assert cell(text, sign) == f"'{text}"


@pytest.mark.parametrize(
    "text", ["Аня", "a=b", "1-2", "x;=1+1", 'x",=1+1', "−5", "'", "👨‍👩‍👧", "ש"]
)
@pytest.mark.parametrize("sign", [".", ","])
def test_text_that_does_not_run_is_left_alone(text: str, sign: str) -> None:
    assert cell(text, sign) == text


def test_file_by_hand() -> None:
    rows: list[list[Cell]] = [["Имя", "Очки"], ['=A1+"б"', -3], ["x;y", None]]

    assert written(rows, ",").encode() == (
        b"\xef\xbb\xbf" + '"Имя";"Очки"\r\n"\'=A1+""б""";"-3"\r\n"x;y";""\r\n'.encode()
    )


@given(st.lists(st.lists(TEXTS, min_size=1, max_size=4), max_size=4), st.sampled_from(".,"))
def test_rows_are_read_back_and_none_of_their_cells_runs(rows: list[list[str]], sign: str) -> None:
    found = read(written(rows, sign), sign)

    assert [[each.removeprefix("'") for each in row] for row in found] == [
        [each.removeprefix("'") for each in row] for row in rows
    ]
    assert not any(each.lstrip().startswith(tuple("=+-@")) for row in found for each in row)


@given(st.lists(TEXTS, min_size=1, max_size=4))
def test_another_languages_separator_cuts_no_cell_that_runs(row: list[str]) -> None:
    text = written([row], ".")[1:]

    for separator in ";\t":
        cells = next(csv.reader(StringIO(text, newline=""), delimiter=separator))
        assert not any(each.startswith(tuple("=+-@")) for each in cells)
