"""Every vector: a play file, and what is known of the right result.

The format is told in the spec, "Play files": `expect` names what it wants and leaves
the rest open, since the whole of a view may grow.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from companion import playfile
from companion.games import all_games
from companion.report import of_file

FILES = sorted((Path(__file__).parent / "vectors").glob("*.json"))
ABSENT = "absent"


def vectors() -> Iterator[Any]:
    for file in FILES:
        for vector in json.loads(file.read_text()):
            yield pytest.param(vector, id=f"{file.stem}: {vector['name']}")


def printed(vector: dict[str, Any]) -> Any:
    """What `manage.py replay --json` prints for a vector's file."""
    play = playfile.read(json.dumps(vector["file"]), all_games())
    with translation.override("ru"):
        answer = of_file(play, vector.get("seat", "everything"))
        return json.loads(json.dumps(answer))


def at(value: Any, path: str) -> Any:
    """What stands under a dotted path; numbers in it are places of a list."""
    for name in path.split("."):
        try:
            value = value[int(name)] if isinstance(value, list) else value[name]
        except (KeyError, IndexError, TypeError, ValueError):
            return ABSENT
    return value


def same(wanted: Any, found: Any) -> bool:
    """An object needs its named keys only; a list is compared whole."""
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(
            name in found and same(each, found[name]) for name, each in wanted.items()
        )
    if isinstance(wanted, list):
        return (
            isinstance(found, list) and len(wanted) == len(found) and all(map(same, wanted, found))
        )
    return bool(wanted == found) and isinstance(wanted, bool) == isinstance(found, bool)


def same_set(wanted: list[Any], found: Any) -> bool:
    """A list whose order is open."""
    return (
        isinstance(found, list)
        and len(wanted) == len(found)
        and all(any(same(each, other) for other in found) for each in wanted)
    )


def test_every_game_has_vectors() -> None:
    assert {file.stem for file in FILES} >= {*all_games(), "log"}


@pytest.mark.parametrize("vector", list(vectors()))
def test_vector_holds(vector: dict[str, Any]) -> None:
    answer = printed(vector)

    refused = sorted(each["entry"] for each in answer["refused"])
    wanted, wanted_sets = vector.get("expect", {}), vector.get("expect_sets", {})
    faults = {path: at(answer, path) for path in wanted if not same(wanted[path], at(answer, path))}
    set_faults = {
        path: at(answer, path)
        for path in wanted_sets
        if not same_set(wanted_sets[path], at(answer, path))
    }
    text = json.dumps(answer, ensure_ascii=False)
    leaks = [each for each in vector.get("never_contains", []) if each in text]
    assert (faults, set_faults, leaks) == ({}, {}, [])
    assert refused == vector.get("refused", refused)
