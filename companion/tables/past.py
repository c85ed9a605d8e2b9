"""What a game's page may ask of the log behind it, and of the asking phone's notebook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.games import LogRow
from companion.tables.here import AtPlay
from companion.tables.lines import table_time


@dataclass(frozen=True)
class Past:
    """The log of a play as a page of the game's own may look back into it (`games.Past`)."""

    at: AtPlay

    def rows(self) -> Sequence[LogRow]:
        return [row for row in self.at.log.rows if row.outcome]

    def entries(self, move: str) -> Sequence[int]:
        rows = self.at.log.rows
        return [row.number for row in rows if row.entry.what == move and row.outcome]

    def time(self, entry: int) -> datetime | None:
        row = self.at.log.row(entry)
        return table_time(self.at.table, row.entry.at) if row and row.entry.at else None

    def notes(self, entry: int) -> Any:
        return self.at.notes_before(entry)
