"""A finished play handed to BG Stats, an app that keeps people's plays.

A link opens the app with the play filled in; it asks before it keeps anything. The
fields are those of the app's page "Push plays to BG Stats from other apps or websites"
(www.bgstatsapp.com/support/), as programs that others have published send them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from companion.games import Standing

Row = tuple[str, Standing]

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="


def link(
    *, source: str, secret: str, game: tuple[str, str], ended: datetime, rows: Sequence[Row]
) -> str:
    """The link for a play that `source` (this site) kept.

    `secret` names the play and does not leave: the app only gets what it comes to.
    `game` is its slug and title, `rows` are names with what they came to.
    """
    data = {
        "sourceName": source,
        "sourcePlayId": str(uuid5(NAMESPACE_URL, secret)),
        "playDate": ended.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "game": {
            "name": game[1],
            "sourceGameId": game[0],
            "highestWins": _high_wins([standing for _, standing in rows]),
            "noPoints": False,
        },
        "players": [_player(name, standing) for name, standing in rows],
    }
    return ADDRESS + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")), safe="")


def _player(name: str, standing: Standing) -> dict[str, Any]:
    """Somebody goes by the name, so that the app knows them again on another evening.

    What is false is said too: the app does not open a play that leaves it out.
    """
    told = {
        "name": name,
        "sourcePlayerId": name,
        "startPlayer": False,
        "winner": standing.place == 1,
        "rank": standing.place,
        "score": _number(standing.points),
    }
    return {field: value for field, value in told.items() if value is not None}


def _number(points: int | Decimal | None) -> int | float | None:
    if points is None:
        return None
    return int(points) if points == int(points) else float(points)


def _high_wins(standings: Sequence[Standing]) -> bool:
    """Nobody who is behind another has more points."""
    ranked = sorted(standings, key=lambda each: each.place or len(standings))
    first, last = ranked[0].points, ranked[-1].points
    return first is None or last is None or first >= last
