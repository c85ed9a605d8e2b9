"""Log lines for the page: words are made when they are read, never stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from companion import words
from companion.log import CORRECTIONS, Reading, Row, numbers
from companion.tables import models
from companion.tables.here import AtPlay

MOST_TOLD = 2  # more of them at once are counted, and the log shows them


@dataclass(frozen=True)
class Line:
    """One line of the log: a run of small moves, or a single entry.

    `named` is what undo and redo take; `seat` is who recorded it, if known.
    """

    number: int
    named: int | list[int]
    said: str
    seat: models.Seat | None
    at: datetime | None
    undone: bool
    amended: bool
    refused: str
    notices: list[str]
    amendable: bool

    @property
    def undo_args(self) -> dict[str, int | list[int]]:
        return {"entry": self.named}


def line_of(at: AtPlay, rows: tuple[Row, ...]) -> Line:
    """A run of rows as one line, in the reader's language, for the reader's eyes."""
    row, named = rows[-1], numbers(rows)
    game, eyes, names = at.game, at.eyes, at.names
    outcome = row.outcome
    return Line(
        number=row.number,
        named=named[0] if len(named) == 1 else named,
        said=words.line(game, rows, eyes, names),
        seat=at.players[row.by] if row.by is not None and row.by < len(at.players) else None,
        at=table_time(at.table, row.entry.at) if row.entry.at else None,
        undone=row.undone,
        amended=row.amended_by is not None,
        refused=words.why(game, row.refusal, eyes, names) if row.refusal else "",
        notices=[words.notice(game, each, eyes, names) for each in outcome.notices]
        if outcome
        else [],
        amendable=row.entry.what in game.forms.keys() - {"options", game.joining}
        and not is_secret(at, row),
    )


def is_secret(at: AtPlay, row: Row) -> bool:
    """What this entry says is hidden from these eyes just now."""
    return hides(at, row.entry.what, at.log.args_of(row))


def hides(at: AtPlay, what: str, args: Mapping[str, Any]) -> bool:
    return at.game.secret(what, args, at.log.state.game, at.eyes)


def last_line(at: AtPlay, log: Reading, last: Row) -> Line:
    """The last thing done that counts, with its whole run: what undo takes back."""
    run = [last]
    kind = at.game.run(last.move) if last.move is not None else None
    for row in reversed(log.rows if kind is not None else ()):
        if row.number >= last.number or row.entry.what in CORRECTIONS:
            continue
        if row.undone or row.refusal or row.by != last.by or at.game.run(row.move) != kind:
            break
        run.insert(0, row)
    return line_of(at, tuple(run))


def notices_of(at: AtPlay, log: Reading) -> list[str]:
    """What the last entry has to tell: its notices, and entries it made impossible."""
    row = log.rows[-1] if log.rows else None
    if row is None:
        return []
    told = line_of(at, (row,)).notices if row.entry.what not in CORRECTIONS else []
    upset = [row for number in log.upset if (row := log.row(number)) and row.refusal]
    if len(upset) <= MOST_TOLD:
        told += [words.upset(at.game, row, at.eyes, at.names) for row in upset]
    return told


def said_of(at: AtPlay, log: Reading) -> str:
    """The last entry as one sentence, for those who listen: a correction names what it is of."""
    row = log.rows[-1] if log.rows else None
    if row is None:
        return ""
    if row.entry.what not in CORRECTIONS:
        return line_of(at, (row,)).said
    named = log.row(row.entry.targets[-1]) if row.entry.targets else None
    line = line_of(at, (named,)).said if named else ""
    return words.correction(row.entry.what, line)


def table_time(table: models.Table, text: str) -> datetime:
    """A stored time on the clock of the place where the table is, as templates show it."""
    return datetime.fromisoformat(text).astimezone(ZoneInfo(table.zone)).replace(tzinfo=None)
