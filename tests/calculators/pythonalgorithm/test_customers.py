"""What customers take."""

from __future__ import annotations

import pytest

from calculators.pythonalgorithm.box import Solution
from calculators.pythonalgorithm.box_file import read_box
from calculators.pythonalgorithm.customers import Lack, Wanted, code_checked, lacks, wanted_of
from tests.calculators.pythonalgorithm.playing import CARDS, held_kodik, held_template

SAME = Wanted(10, "same", 1)
SAME_3 = Wanted(20, "same", 3)
DIFFERENT = Wanted(10, "different", 1)
DIFFERENT_2 = Wanted(15, "different", 2)
DIFFERENT_3 = Wanted(20, "different", 3)
CODE = Wanted(15, "same", 2, "C1", (Solution("T1", ("K1", "K2")), Solution("T1", ("K3", "K1"))))


def cards(*colours):
    """A template of the first colour and kodiki of the others."""
    return [held_template(colours[0]), *(held_kodik(colour) for colour in colours[1:])]


@pytest.mark.parametrize(
    ("held", "wanted"),
    [
        (cards("blue", "blue"), SAME),
        (cards("blue", "blue", "blue", "blue"), SAME_3),
        (cards("blue", "white"), DIFFERENT),
        (cards("blue", "white", "yellow"), DIFFERENT_2),
        (cards("blue", "white", "yellow", "blue"), DIFFERENT_3),
        (cards("blue", "white", "white", "yellow"), DIFFERENT_3),
    ],
)
def test_nothing_lacks_in_the_wanted_set(held, wanted):
    assert lacks(held, wanted) == ()


@pytest.mark.parametrize(
    ("held", "wanted", "expected"),
    [
        ([held_kodik("blue")], SAME, [Lack("no_template")]),
        (
            [*cards("blue", "blue"), held_template("blue")],
            SAME,
            [Lack("many_templates", {"count": 2})],
        ),
        ([held_template("blue")], SAME, [Lack("few_kodiki", {"wanted": 1, "count": 0})]),
        (
            cards("blue", "blue", "blue"),
            SAME,
            [Lack("many_kodiki", {"wanted": 1, "count": 2})],
        ),
        (cards("blue", "white"), SAME, [Lack("colours_differ", {"count": 2})]),
        (cards("blue", "blue"), DIFFERENT, [Lack("colours_repeat", {"wanted": 2, "count": 1})]),
        (
            cards("blue", "white", "white"),
            DIFFERENT_2,
            [Lack("colours_repeat", {"wanted": 3, "count": 2})],
        ),
        (
            cards("blue", "white", "white", "blue"),
            DIFFERENT_3,
            [Lack("colours_repeat", {"wanted": 3, "count": 2})],
        ),
        (
            [held_template("blue", debt=7), held_kodik("blue")],
            SAME,
            [Lack("in_debt", {"cards": (held_template("blue", debt=7),)})],
        ),
    ],
)
def test_lack_of_a_set(held, wanted, expected):
    assert list(lacks(held, wanted)) == expected


def test_lacks_are_told_all_at_once():
    held = [held_kodik("blue", debt=3), held_kodik("white")]

    assert [each.code for each in lacks(held, Wanted(10, "same", 3))] == [
        "no_template",
        "few_kodiki",
        "colours_differ",
        "in_debt",
    ]


# -- code


def with_ids(*ids):
    template, *kodiki = ids
    return [held_template("blue", id=template), *(held_kodik("blue", id=each) for each in kodiki)]


@pytest.mark.parametrize("ids", [("T1", "K1", "K2"), ("T1", "K2", "K1"), ("T1", "K1", "K3")])
def test_listed_set_is_taken_in_whatever_order_it_is_held(ids):
    assert lacks(with_ids(*ids), CODE) == ()


@pytest.mark.parametrize("ids", [("T2", "K1", "K2"), ("T1", "K2", "K3"), ("T1", "K1", "K9")])
def test_set_that_is_not_listed_lacks_the_code(ids):
    assert lacks(with_ids(*ids), CODE) == (Lack("code_not_accepted"),)


def test_code_is_not_judged_where_a_card_is_not_known():
    held = [*with_ids("T2", "K1"), held_kodik("blue")]

    assert not code_checked(held, CODE)
    assert lacks(held, CODE) == ()


def test_code_is_not_judged_where_none_is_listed():
    assert not code_checked(with_ids("T2", "K1", "K2"), Wanted(10, "same", 2, "C2"))


def test_code_is_not_judged_before_the_number_is_right():
    assert [each.code for each in lacks(with_ids("T2", "K1"), CODE)] == ["few_kodiki"]


def test_wanted_of_a_customer_of_the_box():
    customer = read_box(CARDS).customer("C1")
    assert customer

    assert wanted_of(customer) == Wanted(15, "same", 2, "C1", (Solution("T1", ("K1", "K2")),))
