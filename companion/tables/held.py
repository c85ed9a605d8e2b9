"""Held logs: each process keeps the plays it was asked about, and catches them up.

A held log is only ever caught up with the entries after its last one, never
thrown away because somebody wrote: another process, or a rollback, leaves it
right. A cold process only costs the time of one replay.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock

from companion import log
from companion.common import PlayRules
from companion.tables import models

MOST = 200


class Held:
    """One play's log. Who catches it up holds the lock: two would add an entry twice."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.log: log.Log | None = None


_held: OrderedDict[tuple[str, int], Held] = OrderedDict()
_lock = Lock()


def caught_up(play: models.Play) -> log.Log:
    """The play's log with every entry stored so far, for who has locked its table.

    Until the lock is given back nobody can store an entry, so nothing is added to
    the log meanwhile. Whoever only looks asks for `reading`. One query.
    """
    held = _of(play)
    with held.lock:
        return _catch_up(held, play)


def reading(play: models.Play) -> log.Reading:
    """What the play's log comes to now; it stays so, whoever records meanwhile. One query."""
    held = _of(play)
    with held.lock:
        return _catch_up(held, play).reading()


def _of(play: models.Play) -> Held:
    name = (play.table.token, play.number)
    with _lock:
        held = _held.setdefault(name, Held())
        _held.move_to_end(name)
        while len(_held) > MOST:
            _held.popitem(last=False)
    return held


def _catch_up(held: Held, play: models.Play) -> log.Log:
    after = held.log.number if held.log else 0
    rows = play.entries.filter(number__gt=after).order_by("number")
    if held.log is None:
        held.log = log.replay(PlayRules(play.game), len(play.seats), play.options, map(entry, rows))
    else:
        for row in rows:
            held.log.add(entry(row))
    return held.log


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
