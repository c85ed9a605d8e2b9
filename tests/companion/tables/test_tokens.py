"""Addresses nobody can guess, codes that can be said aloud, signed starts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core import signing
from hypothesis import given
from hypothesis import strategies as st

from companion.tables import tokens

CODES = [tokens.new_code() for _ in range(500)]


def test_new_token_has_128_bits_and_is_never_the_same() -> None:
    found = {tokens.new_token() for _ in range(100)}

    assert len(found) == 100
    assert all(re.fullmatch(r"[\w-]{22}", each, re.ASCII) for each in found)


def test_new_code_holds_no_look_alikes() -> None:
    assert set("".join(CODES)) <= set("0123456789BCDFGHJKMNPQRSTVWXYZ")
    assert {len(code) for code in CODES} == {6}


def test_new_code_is_not_rude() -> None:
    assert not any(tokens.RUDE.search(code) for code in CODES)


@pytest.mark.parametrize("code", ["FVKB22", "2B5H1T", "KKK222", "146667"])
def test_rude_codes_are_known(code: str) -> None:
    assert tokens.RUDE.search(code)


@pytest.mark.parametrize("code", CODES[:20])
def test_typed_code_of_a_code_is_the_code(code: str) -> None:
    assert tokens.typed_code(code) == code


@pytest.mark.parametrize(
    "typed",
    [
        "0b1 c2d",
        " 0B1-C2D ",
        "ObIc2d",
        "oBlC2D",
        "0В1 С2D",
        "О В I С 2 D",
        "０Ｂ１Ｃ２Ｄ",
        "0b1.c2d",
    ],
)
def test_typed_code_as_people_type_it(typed: str) -> None:
    assert tokens.typed_code(typed) == "0B1C2D"


@given(st.text(max_size=12))
def test_typed_code_of_any_text_is_letters_and_digits(text: str) -> None:
    code = tokens.typed_code(text)

    assert code == "" or code.isalnum()


def test_start_is_read_as_it_was_signed() -> None:
    start = tokens.Start(tokens.new_token(), "lost-cities", {"rounds": 4}, 2)

    assert tokens.read_start(tokens.signed_start(start)) == start


@pytest.mark.parametrize("text", ["", "x", "WyJhIl0:x:y", signing.dumps(["a"], salt="start")])
def test_start_that_we_did_not_sign(text: str) -> None:
    assert tokens.read_start(text) is None


@pytest.mark.parametrize("value", [5, None, {"token": "x"}, ["x", "lost-cities", {}, 2, 5]])
def test_start_of_another_shape(value: Any) -> None:
    assert tokens.read_start(signing.dumps(value, salt="start")) is None


def test_start_signed_for_something_else() -> None:
    start = signing.dumps(["x" * 22, "lost-cities", {}, 2], salt="phone")

    assert tokens.read_start(start) is None


def test_key_of_one_key_of_one_page() -> None:
    key = tokens.key_of("page", "set_card", "{}")

    assert tokens.is_key(key)
    assert key == tokens.key_of("page", "set_card", "{}")
    assert len({key, *(tokens.key_of(*each) for each in OTHERS)}) == 4


OTHERS = [("other", "set_card", "{}"), ("page", "finish", "{}"), ("page", "set_card", "[]")]


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("6f9619ff-8b86-4011-b42d-00cf4fc964ff", True),
        ("6F9619FF-8B86-4011-B42D-00CF4FC964FF", True),
        ("6f9619ff8b864011b42d00cf4fc964ff", False),
        ("{6f9619ff-8b86-4011-b42d-00cf4fc964ff}", False),
        ("6f9619ff-8b86-4011-b42d-00cf4fc964fg", False),
        ("", False),
    ],
)
def test_is_key(text: str, good: bool) -> None:
    assert tokens.is_key(text) == good
