"""A play as one JSON object: standings, view, what was refused and noticed.

This is what `manage.py replay --json` prints and what a result page shows: the
play as these eyes may see it, in the language that is active.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from companion import words
from companion.games import Eyes, Game, Standing
from companion.log import Reading
from companion.playfile import PlayFile


def report(
    game: Game,
    log: Reading,
    names: Sequence[str],
    eyes: Eyes = "everything",
    notebook: Reading | None = None,
) -> Mapping[str, Any]:
    """The whole play as JSON-ready data, as `eyes` may see it, with their own notebook.

    A refusal or a notice of which words tell these eyes nothing is left out.
    """
    names = [*names, *(each.name for each in game.joined(log.state.game))]
    standings = game.standings(log.state.game, eyes)
    sees = game.sees(log.state.game, eyes)
    rows = sorted([*log.rows, *(notebook.rows if notebook else ())], key=lambda row: row.number)
    printed: dict[str, Any] = {
        "game": game.slug,
        "standings": [
            {
                "player": names[each.player],
                "points": points_text(each.points),
                "place": each.place,
            }
            for each in standings
        ],
        "draw": is_draw(standings),
        "finished": game.finished(log.state.game),
        "view": _by_name(game.view(log.state.game, eyes), names),
        "refused": [
            {"entry": row.number, "code": row.refusal.code, "reason": reason}
            for row in rows
            if row.refusal and (reason := words.why(game, row.refusal, sees, names))
        ],
        "notices": [
            {"entry": row.number, "code": notice.code, "text": text}
            for row in rows
            if row.outcome
            for notice in row.outcome.notices
            if (text := words.notice(game, notice, sees, names))
        ],
    }
    if notebook is not None and game.notebook:
        printed["notebook"] = game.notebook.view(notebook.state)
    return printed


def of_file(play: PlayFile, eyes: Eyes = "everything") -> Mapping[str, Any]:
    """A play file as `eyes` may see it; PlayFault if its options cannot be."""
    notebook = play.notebook(eyes) if isinstance(eyes, int) else None
    return report(play.game, play.log(), play.players, eyes, notebook)


def _by_name(view: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """A view that lists its players says what they are called: a state does not know."""
    players = view.get("players")
    if not isinstance(players, list):
        return view
    called = zip(names, players, strict=True)
    return {**view, "players": [{"name": name, **player} for name, player in called]}


def is_draw(standings: Sequence[Standing]) -> bool:
    """Several players share the first place."""
    return sum(each.place == 1 for each in standings) > 1


def points_text(points: int | Decimal | None) -> str | None:
    """Points as a decimal string, trailing zeros dropped.

    >>> points_text(Decimal("1.50"))
    '1.5'
    """
    if points is None:
        return None
    text = f"{points:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
