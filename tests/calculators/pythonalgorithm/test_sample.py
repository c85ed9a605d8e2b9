"""The sample box: complete, like the printed one, and every accepted set a true program."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from calculators.pythonalgorithm.box import STANDARD_EVENTS, Customer, Template, gaps
from calculators.pythonalgorithm.box_file import as_json, box_of, read_box
from calculators.pythonalgorithm.chips import COLOURS
from calculators.pythonalgorithm.programs import assembled, fits
from calculators.pythonalgorithm.sample import CLASSIC, SAMPLE

RUNNER = Path(__file__).with_name("runner.py")

DISPLAY = Counter(
    {
        (10, "same"): 4,
        (10, "different"): 2,
        (15, "different"): 2,
        (20, "same"): 2 + 3,
        (15, "same"): 2,
        (20, "different"): 1,
    }
)

SOME = [5, 2, -4]
LISTS = [SOME, [-3], [0, 0, 6, -2, 3, 3], [9, 1, 10, -6], [4, -1], []]


def returns(*cases: tuple[Any, Any]) -> list[dict[str, Any]]:
    """What the function gives back for each argument."""
    return [{"args": [given], "returns": due} for given, due in cases]


def of_lists(*due: Any) -> list[dict[str, Any]]:
    """What the function gives back for each of LISTS (fewer: not for the empty one)."""
    return returns(*zip(LISTS, due, strict=False))


def prints(*cases: tuple[list[int], str]) -> list[dict[str, Any]]:
    """The lines that the program prints, called with these arguments."""
    return [
        {"args": args, "prints": "".join(f"{line}\n" for line in due.split())}
        for args, due in cases
    ]


# What each customer's task asks for, worked out by hand.
TASKS: dict[str, list[dict[str, Any]]] = {
    "Z1": of_lists(3, -3, 10, 14, 3, 0),
    "Z2": of_lists(2, 0, 4, 2, 1, 0),
    "Z3": of_lists([25, 4, 16], [9], [0, 0, 36, 4, 9, 9], [81, 1, 100, 36], [16, 1], []),
    "Z4": of_lists(-4, -3, -2, -6, -1),
    "Z5": returns(("кот", "ток"), ("питон", "нотип"), ("ага", "ага"), ("", "")),
    "Z6": returns((["Высшее", "Учебное", "Заведение"], "ВУЗ"), (["кот", "лиса"], "кл"), ([], "")),
    "Z7": returns(("питон", 2), ("аист", 2), ("ррр", 0), ("ёжик", 2), ("", 0)),
    "Z8": of_lists(2, None, 0, 10, 4, None),
    "Z9": of_lists(-2, 0, 4, 4, 4, 0),
    "Z10": of_lists([5, 2], [], [6, 3, 3], [9, 1, 10], [4], []),
    "Z11": of_lists(-40, -3, 0, -540, -4, 1),
    "Z12": [
        *of_lists(SOME, [-3], [0, 6, -2, 3], [9, 1, 10, -6], [4, -1], []),
        *returns(([3, 1, 3], [3, 1]), ([1, 1, 2, 1, 2], [1, 2])),
    ],
    "Z13": returns(
        (["я", "лиса", "волк"], "лиса"), (["кот", "лиса"], "лиса"), (["дом"], "дом"), ([], "")
    ),
    "Z14": prints(([5], "2 4"), ([1], ""), ([2], "2"), ([10], "2 4 6 8 10")),
    "Z15": of_lists(2, None, 3, 10, 4, None),
    "Z16": of_lists(2, 0, 3, 3, 1, 0),
    "Z17": of_lists([2, -4], [], [0, 0, 6, -2], [10, -6], [4], []),
    "Z18": of_lists([-4, 2, 5], [-3], [-2, 0, 0, 3, 3, 6], [-6, 1, 9, 10], [-1, 4], []),
    "Z19": prints(([], "* ** *** **** *****")),
    "Z20": returns((4, 24), (1, 1), (2, 2), (6, 720)),
    "Z21": of_lists(7, 0, 12, 20, 4, 0),
    "Z22": of_lists([16, 4, 25], [9], [9, 9, 4, 36, 0, 0], [36, 100, 1, 81], [1, 16], []),
    "Z23": of_lists(5, -3, 6, 10, 4),
    "Z24": prints(([3], "1 4 9"), ([1], "1"), ([5], "1 4 9 16 25")),
    "Z25": returns((5, 6), (1, 0), (2, 2), (10, 30)),
    "Z26": returns((4, 10), (1, 1), (9, 45)),
    "Z27": [*of_lists(5, None, 6, 9, 4, None), *returns(([-4, 2, 5], 2))],
    "Z28": of_lists([2, 5], [], [3, 3, 6], [10, 1, 9], [4], []),
    "Z29": of_lists([2, 5], [], [3, 3, 6], [1, 9, 10], [4], []),
    "Z30": [*of_lists(-4, None, -2, -6, 4, None), *returns(([4, 2, 6], 2))],
}


def run(programs: list[str], wanted: list[list[Any]]) -> list[Any]:
    """What a separate Python says: for each (program, customer) what is wrong, or None."""
    ended = subprocess.run(
        [sys.executable, "-I", str(RUNNER)],
        input=json.dumps({"programs": programs, "tasks": TASKS, "wanted": wanted}),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )
    assert ended.returncode == 0, ended.stderr
    told: list[Any] = json.loads(ended.stdout)
    return told


def fillings(template: Template) -> list[tuple[str, ...]]:
    """All ways to fill a template's gaps with kodiki that fit, by id."""
    pools = [[each.id for each in SAMPLE.kodiki if fits(each, gap)] for gap in gaps(template.code)]
    return [ids for ids in product(*pools) if len(set(ids)) == len(ids)]


def program_of(template: Template, ids: tuple[str, ...]) -> str:
    return assembled(template, [SAMPLE.kodik(each) for each in ids])


def colours_of(template: Template, ids: tuple[str, ...]) -> list[str]:
    return [template.colour, *(SAMPLE.kodik(each).colour for each in ids)]


def obeys(customer: Customer, colours: list[str]) -> bool:
    wanted = 1 if customer.colours == "same" else min(3, len(colours))
    return len(set(colours)) == wanted


def test_every_customer_has_a_task_that_is_tested():
    assert set(TASKS) == {each.id for each in SAMPLE.customers}


def test_every_accepted_set_solves_its_task():
    programs, wanted, names = [], [], []
    for customer in SAMPLE.customers:
        assert customer.solutions
        for solution in customer.solutions:
            card = SAMPLE.template(solution.template)
            wanted.append([len(programs), customer.id])
            names.append((customer.id, solution))
            programs.append(program_of(card, solution.kodiki))

    wrong = {name: told for name, told in zip(names, run(programs, wanted), strict=True) if told}

    assert wrong == {}


def test_no_other_set_of_allowed_colours_solves_a_task():
    """So a set that the box does not list is rightly told not to solve it."""
    programs: dict[str, int] = {}
    sets = []
    for card in SAMPLE.templates:
        for ids in fillings(card):
            number = programs.setdefault(program_of(card, ids), len(programs))
            sets += [
                (number, customer.id, (card.id, *ids))
                for customer in SAMPLE.customers
                if customer.kodiki == len(ids) and obeys(customer, colours_of(card, ids))
            ]
    wanted = sorted({(number, customer) for number, customer, _ in sets})
    told = dict(zip(wanted, run(list(programs), [list(each) for each in wanted]), strict=True))

    solved = {(customer, ids) for number, customer, ids in sets if not told[number, customer]}

    listed = {
        (customer.id, (each.template, *each.kodiki))
        for customer in SAMPLE.customers
        for each in customer.solutions
    }
    assert solved == listed


def test_sample_is_a_box_like_any_other():
    assert read_box(as_json(SAMPLE)) == SAMPLE
    assert read_box(as_json(CLASSIC)) == CLASSIC


def test_templates_are_spread_over_colours_and_categories():
    counts = Counter((each.colour, each.category) for each in SAMPLE.templates)

    assert len(SAMPLE.templates) >= 24
    assert set(counts) == set(product(COLOURS, "ABC"))
    assert min(counts.values()) >= 2
    assert len({(each.category, each.number) for each in SAMPLE.templates}) == len(SAMPLE.templates)


def test_the_dearer_the_category_the_more_gaps():
    assert {(each.category, len(gaps(each.code))) for each in SAMPLE.templates} == {
        ("A", 3),
        ("B", 2),
        ("C", 1),
    }


def test_kodiki_fill_the_row_and_leave_some_to_draw():
    counts = Counter(each.colour for each in SAMPLE.kodiki)

    assert len(SAMPLE.kodiki) >= 22 + 6
    assert min(counts[colour] for colour in COLOURS) >= 10
    assert all(each.title and each.fits for each in SAMPLE.kodiki)


def test_every_card_is_wanted_by_somebody():
    solutions = [each for customer in SAMPLE.customers for each in customer.solutions]

    assert {each.template for each in solutions} == {each.id for each in SAMPLE.templates}
    assert {name for each in solutions for name in each.kodiki} == {
        each.id for each in SAMPLE.kodiki
    }


def test_sixteen_customers_are_the_display_and_each_kind_has_spare_ones():
    display, spare = SAMPLE.customers[:16], SAMPLE.customers[16:]

    assert Counter((each.bonus, each.colours) for each in display) == DISPLAY
    assert {(each.bonus, each.colours) for each in spare} == set(DISPLAY)


def test_the_more_a_customer_pays_the_more_kodiki_he_wants():
    asked = {10: 1, 15: 2, 20: 3}

    assert all(each.kodiki == asked[each.bonus] for each in SAMPLE.customers)


def test_every_gap_has_more_kodiki_that_fit_than_one():
    words = {gap.word for each in SAMPLE.templates for gap in gaps(each.code)} - {"text"}

    assert all(sum(word in each.fits for each in SAMPLE.kodiki) > 1 for word in words)


def test_prices_are_those_of_the_board():
    assert SAMPLE.prices.templates == {
        "A": (15, 15, 15, 20, 26, 33, 40),
        "B": (3, 5, 7, 10, 13, 16, 20),
        "C": (1, 3, 5, 7, 9, 11, 13),
    }
    assert SAMPLE.prices.kodiki == (1, 3, 5, 7, 9, 11, 13)
    assert SAMPLE.events == STANDARD_EVENTS
    assert SAMPLE.options == {}


def test_classic_is_the_same_deck_with_other_settings():
    assert CLASSIC.options == {"start_tokens": 20, "purchase_tokens": 3, "edge": "nearest"}
    assert (CLASSIC.prices, CLASSIC.templates, CLASSIC.kodiki, CLASSIC.customers) == (
        SAMPLE.prices,
        SAMPLE.templates,
        SAMPLE.kodiki,
        SAMPLE.customers,
    )


@pytest.mark.parametrize(("name", "box"), [("sample", SAMPLE), ("classic", CLASSIC)])
def test_both_are_known_by_name(name, box):
    assert box_of(name) is box
