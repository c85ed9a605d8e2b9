"""The one door for anything typed or sent: JSON in, values of a known type out.

Everything that comes from outside (a key's JSON, a file, a form's cleaned data)
passes here before the rules see it, so the rules may trust types and need only
check what their own page lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

import msgspec

from companion.games import OptionsFault, Refusal

T = TypeVar("T")

LARGEST = 999_999_999
DEEPEST = 40


class Unreadable(ValueError):
    """The text is no JSON that we take; the message says what and where."""


def read_json(text: bytes | str) -> Any:
    """The value of a JSON text, or Unreadable.

    Refuses what Python's own reader lets through and something later chokes on:
    NaN, lone surrogates, NUL, whole numbers over nine digits, deep nesting.

    >>> read_json('{"card": 5}')
    {'card': 5}
    """
    try:
        value = msgspec.json.decode(text)
    except msgspec.DecodeError as fault:
        raise Unreadable(str(fault)) from None
    except (RecursionError, UnicodeError):
        raise Unreadable("nested too deeply or not UTF-8") from None
    check_value(value)
    return value


def check_value(value: Any, path: str = "$", depth: int = 0) -> None:
    """Raise Unreadable where a value is too large, too deep, or unstorable."""
    if depth > DEEPEST:
        raise Unreadable(f"nested too deeply at {path}")
    match value:
        case str():
            _check_text(value, path)
        case bool() | None:
            pass
        case int() if abs(value) > LARGEST:
            raise Unreadable(f"a number of more than nine digits at {path}")
        case dict():
            for name, inner in value.items():
                _check_text(name, path)
                check_value(inner, f"{path}.{_step(name)}", depth + 1)
        case list() | tuple():
            for place, inner in enumerate(value):
                check_value(inner, f"{path}[{place}]", depth + 1)


def _step(name: str) -> str:
    """A name as it stands in a path: whatever it holds, the message stays one line."""
    return name[:40] if name.isprintable() else repr(name[:40])


def _check_text(text: str, path: str) -> None:
    if "\0" in text:
        raise Unreadable(f"a NUL character at {path}")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Unreadable(f"half a character at {path}") from None


def typed(kind: type[T], args: Any) -> T:
    """`args` as the dataclass `kind`; Refusal bad_args for anything else.

    Strict: "5", 5.0 and true are not 5, and an unknown name is no harmless extra.
    """
    try:
        check_value(args)
        if not isinstance(args, Mapping):
            raise Unreadable("not a JSON object at $")
        value = msgspec.convert(dict(args), kind, strict=True)
        _check_names(value, args)
        return value
    except (msgspec.ValidationError, Unreadable) as fault:
        raise Refusal("bad_args", where=str(fault)) from None


def options_of(kind: type[T], given: Any) -> T:
    """`given` as the options dataclass `kind`; OptionsFault for anything else."""
    try:
        return typed(kind, given)
    except Refusal as refusal:
        raise OptionsFault(refusal.data["where"]) from None


def _check_names(value: Any, given: Any) -> None:
    """Raise Unreadable for a name that no dataclass in `value` has, however deep it stands."""
    if is_dataclass(value) and isinstance(given, Mapping):
        known = {each.name for each in fields(value)}
        for name, inner in given.items():
            if name not in known:
                raise Unreadable(f"unknown name {str(name)[:40]!r}")
            _check_names(getattr(value, name), inner)
    elif isinstance(value, list | tuple) and isinstance(given, list | tuple):
        for each, inner in zip(value, given, strict=True):
            _check_names(each, inner)
