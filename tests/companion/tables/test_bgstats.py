"""What BG Stats is handed: the fields that it reads, of their types, and no secret."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.games import Standing
from companion.tables import bgstats

ENDED = datetime(2026, 3, 2, 1, 40, 5, tzinfo=timezone(timedelta(hours=3)))
ROWS = [('Аня & "Ко"', Standing(0, 12, 2)), ("Боря", Standing(1, 30, 1))]


def handed(link: str) -> Any:
    address = urlsplit(link)
    assert (address.scheme, address.netloc) == ("https", "app.bgstatsapp.com")
    assert address.path == "/createPlay.html"
    [data] = parse_qs(address.query, strict_parsing=True)["data"]
    return json.loads(data)


def link(**more: Any) -> str:
    given: dict[str, Any] = {
        "source": "Tableside",
        "secret": "/t/unguessable/1/",
        "game": ("lost-cities", "Lost Cities"),
        "ended": ENDED,
        "rows": ROWS,
    }
    return bgstats.link(**given | more)


def test_link_holds_the_play() -> None:
    data = handed(link())

    assert data.pop("sourcePlayId") == handed(link())["sourcePlayId"]
    assert data == {
        "sourceName": "Tableside",
        "playDate": "2026-03-01 22:40:05",
        "game": {
            "name": "Lost Cities",
            "sourceGameId": "lost-cities",
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": 'Аня & "Ко"',
                "sourcePlayerId": 'Аня & "Ко"',
                "startPlayer": False,
                "winner": False,
                "rank": 2,
                "score": 12,
            },
            {
                "name": "Боря",
                "sourcePlayerId": "Боря",
                "startPlayer": False,
                "winner": True,
                "rank": 1,
                "score": 30,
            },
        ],
    }


def test_link_tells_no_address_of_the_table() -> None:
    assert "unguessable" not in link()
    assert link() != link(secret="/t/unguessable/2/")


def test_everybody_who_shares_the_first_place_won() -> None:
    rows = [(name, Standing(player, 5, 1)) for player, name in enumerate("АБ")]

    assert [each["winner"] for each in handed(link(rows=rows))["players"]] == [True, True]


@pytest.mark.parametrize(
    ("points", "high"), [((30, 12), True), ((12, 30), False), ((7, 7), True), ((None, None), True)]
)
def test_who_wins_is_seen_from_the_places(points: tuple[int | None, ...], high: bool) -> None:
    rows = [(str(place), Standing(place, each, place + 1)) for place, each in enumerate(points)]

    assert handed(link(rows=rows))["game"]["highestWins"] is high


def test_score_is_a_number() -> None:
    rows = [("А", Standing(0, Decimal("7.5"), 1)), ("Б", Standing(1, Decimal("7.00"), 2))]

    scores = [each["score"] for each in handed(link(rows=rows))["players"]]
    assert json.dumps(scores) == "[7.5, 7]"


def test_end_is_told_in_utc() -> None:
    assert handed(link(ended=ENDED.astimezone(UTC)))["playDate"] == "2026-03-01 22:40:05"


def test_what_is_not_known_is_left_out() -> None:
    [player] = handed(link(rows=[("А", Standing(0, None, None))]))["players"]

    assert player == {"name": "А", "sourcePlayerId": "А", "startPlayer": False, "winner": False}
