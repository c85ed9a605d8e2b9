"""Held logs: each process keeps the plays it was asked about, and catches them up.

A held log is only ever caught up with the entries after its last one, never
thrown away because somebody wrote: another process, or a rollback, leaves it
right. A cold process only costs the time of one replay.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from threading import RLock

from companion import log
from companion.common import PlayRules
from companion.tables import models

MOST = 200

_held: OrderedDict[tuple[str, int], log.Log] = OrderedDict()
_lock = RLock()


def caught_up(play: models.Play) -> log.Log:
    """The play's log with every entry stored so far. One query."""
    name = (play.table.token, play.number)
    with _lock:
        held = _held.get(name)
        after = held.number if held else 0
        rows = list(play.entries.filter(number__gt=after).order_by("number"))
        if held is None:
            held = log.replay(PlayRules(play.game), len(play.seats), play.options, map(entry, rows))
            _held[name] = held
        else:
            for row in rows:
                held.add(entry(row))
        _held.move_to_end(name)
        while len(_held) > MOST:
            _held.popitem(last=False)
        return held


def entry(row: models.Entry) -> log.Entry:
    """A stored line as the log reads it."""
    return log.Entry(
        row.number,
        row.what,
        row.args,
        tuple(row.targets),
        row.by,
        row.key,
        row.at.isoformat(),
    )


def forget(plays: Iterable[tuple[str, int]] | None = None) -> None:
    """Let go of these plays' logs, or of all."""
    with _lock:
        for name in list(_held) if plays is None else plays:
            _held.pop(name, None)
