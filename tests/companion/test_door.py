"""The one door: what comes from outside is of a known type, or is refused by name."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import door
from companion.games import OptionsFault, Refusal


@dataclass(frozen=True)
class Move:
    card: int
    colour: Literal["red", "blue"] = "red"
    cards: list[int] | None = None


def fault_of(text: bytes | str) -> str:
    with pytest.raises(door.Unreadable) as fault:
        door.read_json(text)
    return str(fault.value)


# JSON


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"card": 5}', {"card": 5}),
        ("[null, true, -999999999, 0.5]", [None, True, -999_999_999, 0.5]),
        ('"Аня 😀"', "Аня 😀"),
        ("[" * 40 + "]" * 40, json.loads("[" * 40 + "]" * 40)),
    ],
)
def test_read_json_good_text(text: str, value: Any) -> None:
    assert door.read_json(text) == value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": [0, 1000000000]}', "a number of more than nine digits at $.a[1]"),
        ("-1000000000", "a number of more than nine digits at $"),
        ("9" * 18, "a number of more than nine digits at $"),
        ('{"a": "b\\u0000"}', "a NUL character at $.a"),
        ('{"a\\u0000": 1}', "a NUL character at $"),
        ("[" * 42 + "]" * 42, "nested too deeply at $" + "[0]" * 41),
        ("[" * 100_000, "nested too deeply or not UTF-8"),
    ],
)
def test_read_json_bad_text(text: str, said: str) -> None:
    assert fault_of(text) == said


@pytest.mark.parametrize("text", ["NaN", "-Infinity", "1e400", "9" * 5_000, "", "{}{}", "{"])
def test_read_json_what_is_no_json(text: str) -> None:
    assert fault_of(text)


@pytest.mark.parametrize(
    "text", ['"\\ud800"', '"\\udc00x"', "\ud800", b'"\xed\xa0\x80"', b'"\xff"']
)
def test_read_json_half_a_character(text: bytes | str) -> None:
    assert fault_of(text)


def test_read_json_says_where_in_one_line() -> None:
    said = fault_of('{"a\\nb\\u001b[2J": 1000000000}')

    assert said.isprintable()


def test_read_json_says_where_in_a_short_line() -> None:
    said = fault_of(json.dumps({"a" * 5_000: 1_000_000_000}))

    assert len(said) < 200


@given(st.binary(max_size=40) | st.text(max_size=40))
def test_read_json_any_text_is_read_or_unreadable(text: bytes | str) -> None:
    try:
        value = door.read_json(text)
    except door.Unreadable:
        return
    json.dumps(value, allow_nan=False).encode()


# Values that are in the process already: a form's cleaned data


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"a": "\ud800"}, "half a character at $.a"),
        (("a", "b\0"), "a NUL character at $[1]"),
        ([10**9], "a number of more than nine digits at $[0]"),
    ],
)
def test_check_value_unstorable(value: Any, said: str) -> None:
    with pytest.raises(door.Unreadable) as fault:
        door.check_value(value)

    assert str(fault.value) == said


# Typed args


@pytest.mark.parametrize(
    ("args", "move"),
    [
        ({"card": 5}, Move(5)),
        ({"card": 0, "colour": "blue", "cards": [1, 2]}, Move(0, "blue", [1, 2])),
        ({"card": 5, "cards": None}, Move(5)),
    ],
)
def test_typed_good_args(args: Any, move: Move) -> None:
    assert door.typed(Move, args) == move


@pytest.mark.parametrize(
    ("args", "where"),
    [
        ({"card": "5"}, "Expected `int`, got `str` - at `$.card`"),
        ({"card": 5.0}, "Expected `int`, got `float` - at `$.card`"),
        ({"card": True}, "Expected `int`, got `bool` - at `$.card`"),
        ({"card": None}, "Expected `int`, got `null` - at `$.card`"),
        ({"card": 5, "cards": [1, True]}, "Expected `int`, got `bool` - at `$.cards[1]`"),
        ({"card": 5, "colour": "pink"}, "Invalid enum value 'pink' - at `$.colour`"),
        ({}, "Object missing required field `card`"),
        ({"card": 5, "extra": 1}, "unknown name 'extra'"),
        ({"card": 10**9}, "a number of more than nine digits at $.card"),
        ({"card": 5, "colour": "\ud800"}, "half a character at $.colour"),
        ([5], "not a JSON object at $"),
        (None, "not a JSON object at $"),
        ("card", "not a JSON object at $"),
    ],
)
def test_typed_bad_args(args: Any, where: str) -> None:
    with pytest.raises(Refusal) as refusal:
        door.typed(Move, args)

    assert (refusal.value.code, refusal.value.data) == ("bad_args", {"where": where})


def test_options_of_an_unknown_option() -> None:
    with pytest.raises(OptionsFault, match=r"^unknown name 'colours'$"):
        door.options_of(Move, {"card": 1, "colours": 5})
