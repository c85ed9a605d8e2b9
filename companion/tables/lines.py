"""Log lines for the page: words are made when they are read, never stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from companion import door, words
from companion.common import PlayRules
from companion.games import Refusal
from companion.log import CORRECTIONS, LONGEST_RUN, Reading, Row, numbers
from companion.saying import listed
from companion.tables import models
from companion.tables.here import AtPlay

Named = int | list[int]
MOST_TOLD = 2  # more of them at once are counted, and the log shows them


@dataclass(frozen=True)
class Line:
    """One line of the log: a run of small moves, or a single entry.

    `named` is what undo and redo take, `corrections` what takes back its corrections
    alone (None: it stands as it was recorded), `corrected_by` whose they are and `former`
    what was recorded, as far as known; `seat` is who recorded it, if known.
    """

    number: int
    named: Named
    said: str
    seat: models.Seat | None
    at: datetime | None
    undone: bool
    corrections: Named | None
    corrected_by: str
    former: str
    refused: str
    notices: list[str]
    amendable: bool

    @property
    def undo_args(self) -> dict[str, Named]:
        return {"entry": self.named}

    @property
    def correction_args(self) -> dict[str, Named | None]:
        return {"entry": self.corrections}


def line_of(at: AtPlay, rows: tuple[Row, ...]) -> Line:
    """A run of rows as one line, in the reader's language, for the reader's eyes."""
    row = rows[-1]
    amends = [each.amended_by for each in rows if each.amended_by is not None]
    game, eyes, names = at.game, at.sees, at.names
    outcome = row.outcome
    return Line(
        number=row.number,
        named=_named(numbers(rows)),
        said=words.line(game, rows, eyes, names),
        seat=at.players[row.by] if row.by is not None and row.by < len(at.players) else None,
        at=table_time(at.table, row.entry.at) if row.entry.at else None,
        undone=row.undone,
        corrections=_named(amends) if amends else None,
        corrected_by=listed(_correctors(at, amends)),
        former="; ".join(filter(None, (_former(at, each) for each in rows))),
        refused=_why(at, row.refusal) if row.refusal else "",
        notices=[
            said
            for each in (outcome.notices if outcome else ())
            if (said := words.notice(game, each, eyes, names))
        ],
        amendable=is_amendable(at, row),
    )


def _named(entries: list[int]) -> Named:
    """Entries as undo and redo take them: one by its number."""
    return entries[0] if len(entries) == 1 else entries


def _correctors(at: AtPlay, amends: list[int]) -> dict[str, None]:
    """The names of those who recorded these corrections, each once."""
    players = [row.by for row in map(at.log.row, amends) if row]
    return {at.names[by]: None for by in players if by is not None and by < len(at.names)}


def _former(at: AtPlay, row: Row) -> str:
    """What was recorded where it was corrected; "" where either is hidden from these eyes."""
    what, args = row.entry.what, row.entry.args
    if row.amended_by is None or is_secret(at, row) or hides(at, what, args):
        return ""
    move: Any = None
    with suppress(Refusal):  # the line says that it cannot be read
        move = door.typed(PlayRules(at.game).moves[what], args)
    former = replace(row, move=move, outcome=None)
    return words.line(at.game, (former,), at.sees, at.names)


def is_amendable(at: AtPlay, row: Row) -> bool:
    """Its fields can be typed anew here. Options are not: another entry changes them."""
    what = row.entry.what
    typed = what in at.game.forms and what in at.game.rules.moves and what != at.game.joining
    return typed and not is_secret(at, row)


def is_secret(at: AtPlay, row: Row) -> bool:
    """What this entry says is hidden from these eyes just now."""
    return hides(at, row.entry.what, at.log.args_of(row))


def hides(at: AtPlay, what: str, args: Mapping[str, Any]) -> bool:
    return at.game.secret(what, args, at.log.state.game, at.eyes)


def last_of(at: AtPlay, log: Reading) -> Row | None:
    """The last thing done that counts, as far as these eyes may be told whether it does."""
    return log.last_live(lambda row: not row.refusal or not _why(at, row.refusal))


def last_line(at: AtPlay, log: Reading, last: Row) -> Line:
    """The last thing done that counts, with its run: what undo takes back."""
    run = [last]
    kind = at.game.run(last.move) if last.move is not None else None
    for row in reversed(log.rows if kind is not None else ()):
        if row.number >= last.number or row.entry.what in CORRECTIONS:
            continue
        if row.undone or row.refusal or row.by != last.by or at.game.run(row.move) != kind:
            break
        if len(run) == LONGEST_RUN:
            break
        run.append(row)
    return line_of(at, tuple(reversed(run)))


def notices_of(at: AtPlay, log: Reading) -> list[str]:
    """What the last entry has to tell: its notices, and entries it made impossible."""
    row = log.rows[-1] if log.rows else None
    if row is None:
        return []
    told = line_of(at, (row,)).notices if row.entry.what not in CORRECTIONS else []
    upset = _told(at, log, log.upset)
    if len(upset) <= MOST_TOLD:
        told += [words.upset(at.game, row, at.sees, at.names) for row in upset]
    return told


def dropped(at: AtPlay, log: Reading) -> int:
    """How many entries do not count, as far as these eyes may be told."""
    return len(_told(at, log, log.dropped))


def _told(at: AtPlay, log: Reading, refused: Iterable[int]) -> list[Row]:
    """The refused entries of which words tell these eyes something."""
    rows = [row for number in refused if (row := log.row(number))]
    return [row for row in rows if row.refusal and _why(at, row.refusal)]


def _why(at: AtPlay, refusal: Refusal) -> str:
    """Why an entry does not count; "" where these eyes may not be told."""
    return words.why(at.game, refusal, at.sees, at.names)


def said_of(at: AtPlay, log: Reading) -> str:
    """The last entry as one sentence, for those who listen: a correction names what it is of."""
    row = log.rows[-1] if log.rows else None
    if row is None:
        return ""
    if row.entry.what not in CORRECTIONS:
        return line_of(at, (row,)).said
    what, rows = _corrected(at, log, row)
    return words.correction(what, line_of(at, rows).said if rows else "")


def _corrected(at: AtPlay, log: Reading, row: Row) -> tuple[str, tuple[Row, ...]]:
    """What a correction is called, and the entry or run that it is of."""
    rows = tuple(found for number in row.entry.targets if (found := log.row(number)))
    if rows and rows[-1].entry.what == "amend":
        named = log.row(rows[-1].entry.targets[0])
        return f"{row.entry.what} amend", (named,) if named else ()
    kinds = {at.game.run(each.move) if each.move is not None else None for each in rows}
    return row.entry.what, rows[-1:] if None in kinds or len(kinds) > 1 else rows


def taken_back(at: AtPlay, log: Reading) -> dict[str, Any] | None:
    """What the newest entry took back, as long as it is the newest: the key that puts it back."""
    row = log.rows[-1] if log.rows else None
    if row is None or row.entry.what != "undo" or row.refusal:
        return None
    what, rows = _corrected(at, log, row)
    if not rows:
        return None
    return {
        "said": said_of(at, log),
        "line": line_of(at, rows).said,
        "is_amend": what == "undo amend",
        "args": {"entry": _named(list(row.entry.targets))},
    }


def correction_gone(at: AtPlay, log: Reading) -> dict[str, Any] | None:
    """The correction taken back last, until a move is made: what puts it back, and of what."""
    row = log.last_undone()
    if row is None or row.entry.what != "amend":
        return None
    named = log.row(row.entry.targets[0])
    return {"args": {"entry": row.number}, "said": line_of(at, (named,)).said} if named else None


def table_time(table: models.Table, text: str) -> datetime:
    """A stored time on the clock of the place where the table is, as templates show it."""
    return local(table, datetime.fromisoformat(text))


def local(table: models.Table, moment: datetime) -> datetime:
    return moment.astimezone(ZoneInfo(table.zone)).replace(tzinfo=None)
