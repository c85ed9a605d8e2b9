"""Programs: gaps found, filled, and drawn line by line."""

from __future__ import annotations

import pytest

from calculators.pythonalgorithm.box import Kodik, Template
from calculators.pythonalgorithm.programs import Gap, Piece, assembled, fits, gaps, misfits, shown
from calculators.pythonalgorithm.sample import SAMPLE

CODE = "def f(numbers):\n    for n in ⟦1:list⟧:\n        ⟦2:statement⟧\n"


def template(code: str = CODE) -> Template:
    return Template("T1", "blue", "A", 1, "", code)


def kodik(code: str, *words: str, colour: str = "yellow") -> Kodik:
    return Kodik("K1", colour, "", code, words)


NUMBERS = kodik("numbers", "list")
PRINT = kodik("print(n)", "statement", colour="white")


def text_of(lines: tuple[tuple[Piece, ...], ...]) -> str:
    return "\n".join("".join(piece.text for piece in line) for line in lines)


def test_gaps_stand_in_order_with_their_words():
    assert gaps(CODE) == (Gap(1, "list"), Gap(2, "statement"))
    assert gaps("x = 1") == ()


def test_two_gaps_in_one_line_are_filled_each():
    program = assembled(template("⟦1:number⟧ + ⟦2:number⟧"), [kodik("1"), kodik("2")])

    assert program == "1 + 2"


def test_assembled_program_has_every_gap_filled():
    assert assembled(template(), [NUMBERS, PRINT]) == (
        "def f(numbers):\n    for n in numbers:\n        print(n)\n"
    )


def test_further_lines_of_a_kodik_keep_the_indent_of_the_gap():
    twice = kodik("if n > 0:\n    print(n)", "statement")

    assert assembled(template(), [NUMBERS, twice]).endswith(
        "        if n > 0:\n            print(n)\n"
    )


def test_text_after_a_gap_follows_the_last_line_of_the_kodik():
    program = assembled(template("  f(⟦1:list⟧)  # end"), [kodik("[1,\n2]")])

    assert program == "  f([1,\n  2])  # end"


@pytest.mark.parametrize("kodiki", [[], [NUMBERS], [NUMBERS, PRINT, PRINT]])
def test_one_kodik_for_each_gap_is_needed(kodiki):
    with pytest.raises(ValueError, match="kodiki for 2 gaps"):
        assembled(template(), kodiki)


def test_kodik_fits_the_gaps_whose_word_it_names():
    assert fits(NUMBERS, Gap(1, "list"))
    assert not fits(NUMBERS, Gap(2, "statement"))


def test_misfits_are_the_gaps_with_a_wrong_kodik():
    assert misfits(template(), [NUMBERS, PRINT]) == ()
    assert misfits(template(), [PRINT, NUMBERS]) == gaps(CODE)
    assert misfits(template(), [NUMBERS]) == ()


def test_lines_are_cut_where_the_look_changes():
    line = shown('    return "a" + str(12)  # why')[0]

    assert [(piece.text, piece.look) for piece in line] == [
        ("    ", ""),
        ("return", "word"),
        (" ", ""),
        ('"a"', "text"),
        (" + str(", ""),
        ("12", "number"),
        (")  ", ""),
        ("# why", "remark"),
    ]


def test_operators_that_are_words_are_words_of_the_language():
    assert Piece("in", "word") in shown("x in y")[0]
    assert Piece("None", "word") in shown("x = None")[0]


def test_filled_gap_has_number_and_colour_of_its_kodik_and_no_look():
    assert shown(CODE, (kodik("12", "list"),))[1][-2] == Piece("12", "", 1, "yellow", True)


def test_empty_gap_stands_where_it_will_be_filled():
    assert shown(CODE)[2] == (Piece("        "), Piece("", gap=2, first=True))


def test_only_the_first_line_of_a_kodik_begins_the_gap():
    first, second = shown("  ⟦1:statement⟧", (kodik("a\nb"),))

    assert first == (Piece("  "), Piece("a", "", 1, "yellow", True))
    assert second == (Piece("  "), Piece("b", "", 1, "yellow", False))


def test_looks_survive_a_gap_inside_a_line():
    line = shown("if ⟦1:condition⟧ and ⟦2:condition⟧:  # both", (kodik("x"), kodik("y")))[0]

    assert [(piece.text, piece.look) for piece in line if piece.look] == [
        ("if", "word"),
        ("and", "word"),
        ("# both", "remark"),
    ]


def test_a_text_over_several_lines_stays_a_text():
    lines = shown('"""one\ntwo"""')

    assert [[piece.look for piece in line] for line in lines] == [["text"], ["text"]]


def test_what_is_drawn_is_the_program_itself():
    for customer in SAMPLE.customers:
        for solution in customer.solutions:
            card = SAMPLE.template(solution.template)
            kodiki = tuple(SAMPLE.kodik(each) for each in solution.kodiki)
            assert text_of(shown(card.code, kodiki)) == assembled(card, kodiki)


@pytest.mark.parametrize(
    "code", ["", "\n\n", "⟦1:list⟧", "'open\n  x = $ ~ \\", "\t# \u2028 x", "日本"]
)
def test_any_text_can_be_drawn(code):
    assert len(shown(code)) == code.count("\n") + 1
