"""The box: 28 tiles, and the codes that three of them can make."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from notepad.tiles import (
    CODES,
    COLOURS,
    FACES,
    KINDS,
    NUMBER_CODES,
    NUMBERS,
    TILES,
    code_of,
    copies_with,
    missing,
    numbers_of,
    place_of,
    tiles_of,
)
from tests.notepad import naive


def test_the_box_is_the_printed_one() -> None:
    assert Counter(TILES) == naive.BOX
    assert list(FACES) == list(KINDS) == list(naive.BOX)
    assert (len(TILES), len(KINDS)) == (28, 11)


def test_every_colour_is_on_four_tiles_and_has_one_symbol() -> None:
    colours = Counter(FACES[kind].colour for kind in TILES)
    symbols = {(face.colour, face.symbol) for face in FACES.values()}

    assert colours == dict.fromkeys(COLOURS, 4)
    assert len(symbols) == len({symbol for _colour, symbol in symbols}) == 7


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_is_called_by_its_number_and_colour(kind) -> None:
    letters = dict(zip("GYKBRPC", COLOURS, strict=True))

    assert (FACES[kind].number, FACES[kind].colour) == (int(kind[0]), letters[kind[1]])


def test_a_number_is_on_as_many_tiles_as_it_says() -> None:
    assert {number: copies_with(number) for number in NUMBERS} == {n: n for n in range(1, 8)}


@pytest.mark.parametrize(
    ("kind", "tiles"),
    [("1G", [0]), ("2Y", [1, 2]), ("3K", [3, 4, 5]), ("5K", [14]), ("7C", [24, 25, 26, 27])],
)
def test_tiles_are_numbered_down_the_table(kind, tiles) -> None:
    assert list(tiles_of(kind)) == tiles
    assert [TILES[tile] for tile in tiles] == [kind] * len(tiles)


def test_the_rows_of_the_pyramid_are_the_numbers() -> None:
    assert [FACES[kind].number for kind in TILES] == sorted(FACES[kind].number for kind in TILES)
    assert [place_of(kind) for kind in KINDS] == list(range(11))


def test_three_tiles_make_251_codes_and_76_to_declare() -> None:
    declared = {
        tuple(sorted(numbers))
        for numbers in product(range(1, 8), repeat=3)
        if all(numbers.count(n) <= n for n in numbers)
    }

    assert sorted(CODES, key=naive.CODES.index) == naive.CODES == list(CODES)
    assert (len(CODES), len(NUMBER_CODES)) == (251, 76)
    assert set(NUMBER_CODES) == declared


def test_a_code_is_named_once() -> None:
    assert {code_of(reversed(code)) for code in CODES} == set(CODES)
    assert numbers_of(("7C", "1G", "5K")) == (1, 5, 7)


@pytest.mark.parametrize(
    ("tiles", "lacking"),
    [
        ((), ()),
        (("1G", "2Y", "2Y"), ()),
        (("1G", "1G", "2Y"), ("1G",)),
        (("2Y", "2Y", "2Y"), ("2Y",)),
        (("7C", "7C", "7C"), ()),
        (("7P", "7P", "5K", "5K"), ("5K", "7P")),
    ],
)
def test_tiles_that_the_box_has_not(tiles, lacking) -> None:
    assert missing(tiles) == lacking
