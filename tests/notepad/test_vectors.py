"""The vectors of right results, while the game is not yet among those of the site."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.utils import translation

from companion import playfile, report
from notepad.game import GAME
from tests.test_vectors import at, same

VECTORS = json.loads((Path(__file__).parent / "code777.json").read_text())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_vector_holds(vector) -> None:
    play = playfile.read(json.dumps(vector["file"]), {GAME.slug: GAME})
    with translation.override("ru"):
        text = json.dumps(
            report.of_file(play, vector.get("seat", "everything")), ensure_ascii=False
        )

    found, wanted = json.loads(text), vector.get("expect", {})
    refused = [each["entry"] for each in found["refused"]]
    assert {
        path: at(found, path) for path in wanted if not same(wanted[path], at(found, path))
    } == {}
    assert refused == vector.get("refused", refused)
    assert [each for each in vector.get("never_contains", []) if each in text] == []
