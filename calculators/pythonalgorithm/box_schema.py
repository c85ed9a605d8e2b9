"""The JSON Schema of a box file, for editors. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from calculators.pythonalgorithm.box import (
    HIGHEST_BONUS,
    HIGHEST_NUMBER,
    HIGHEST_PRICE,
    KODIKI,
    LONGEST_CATEGORY,
    LONGEST_ID,
    LONGEST_TEXT,
    LONGEST_TITLE,
    MOST_CARDS,
    MOST_CATEGORIES,
    MOST_EVENTS,
    MOST_SETS,
    MOST_WORDS,
    SEGMENTS,
    STANDARD_EVENTS,
    Kind,
)
from calculators.pythonalgorithm.box_file import FORMAT
from calculators.pythonalgorithm.chips import COLOURS


def _named(**properties: Any) -> dict[str, Any]:
    """The schema of an object that has these names and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in ("events", "options", "solutions")],
        "additionalProperties": False,
    }


def _whole_schema(lowest: int, highest: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": lowest, "maximum": highest}


def _text_schema(longest: int, shortest: int = 0) -> dict[str, Any]:
    return {"type": "string", "minLength": shortest, "maxLength": longest}


def _list_schema(item: Mapping[str, Any], most: int = MOST_CARDS) -> dict[str, Any]:
    return {"type": "array", "items": item, "maxItems": most}


_ID = _text_schema(LONGEST_ID, 1)
_TITLE = _text_schema(LONGEST_TITLE)
_CODE = _text_schema(LONGEST_TEXT)
_COLOUR = {"enum": list(COLOURS)}
_ROW = {
    "type": "array",
    "items": _whole_schema(0, HIGHEST_PRICE),
    "minItems": SEGMENTS,
    "maxItems": SEGMENTS,
}

SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A box of PythonAlgorithm",
    **_named(
        format={"const": FORMAT},
        prices=_named(
            templates={
                "type": "object",
                "propertyNames": _text_schema(LONGEST_CATEGORY, 1),
                "additionalProperties": _ROW,
                "minProperties": 1,
                "maxProperties": MOST_CATEGORIES,
            },
            kodiki=_ROW,
        ),
        templates=_list_schema(
            _named(
                id=_ID,
                colour=_COLOUR,
                category=_text_schema(LONGEST_CATEGORY, 1),
                number=_whole_schema(0, HIGHEST_NUMBER),
                title=_TITLE,
                code={
                    **_CODE,
                    "description": "Gaps are ⟦1:expression⟧, ⟦2:statement⟧ …, numbered in order;"
                    " the word is what a kodik's `fits` names.",
                },
            )
        ),
        kodiki=_list_schema(
            _named(
                id=_ID,
                colour=_COLOUR,
                title=_TITLE,
                code=_CODE,
                fits=_list_schema(_ID, MOST_WORDS),
            )
        ),
        customers=_list_schema(
            _named(
                id=_ID,
                bonus=_whole_schema(0, HIGHEST_BONUS),
                colours={"enum": list(get_args(Kind))},
                kodiki=_whole_schema(KODIKI[0], KODIKI[-1]),
                task=_CODE,
                solutions=_list_schema(
                    _named(template=_ID, kodiki=_list_schema(_ID, KODIKI[-1])), MOST_SETS
                ),
            )
        ),
        events={
            **_named(**dict.fromkeys(STANDARD_EVENTS, _whole_schema(0, MOST_EVENTS))),
            "description": "Cards in the event deck; `rise` counts those of each colour.",
        },
        options={
            "type": "object",
            "properties": {
                "start_tokens": _whole_schema(0, HIGHEST_PRICE),
                "purchase_tokens": _whole_schema(0, MOST_EVENTS),
                "edge": {"enum": ["stay", "nearest"]},
            },
            "additionalProperties": False,
        },
    ),
}
"""JSON Schema (draft 2020-12) of a box file. What spans several cards only `read_box` checks."""
