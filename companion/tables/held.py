"""Held logs: each process keeps the plays it was asked about, and catches them up.

A held log is only ever caught up with the entries after its last one, never
thrown away because somebody wrote: another process, or a rollback, leaves it
right. A cold process only costs the time of one replay.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from threading import Lock
from typing import Any

from django.db.models import Q, QuerySet

from companion import log
from companion.common import NotebookRules, PlayRules
from companion.tables import models

MOST = 200
STORED = ("number", "what", "args", "targets", "by", "key", "at")
MOST_ENTRIES = 100_000  # of all that are held: an entry takes some 2 KB


class Held:
    """One play's log. Who catches it up holds the lock: two would add an entry twice."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.log: log.Log | None = None

    @property
    def entries(self) -> int:
        return len(self.log.rows) if self.log else 0


_held: OrderedDict[tuple[str, int, int], Held] = OrderedDict()
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


def readings(plays: Sequence[models.Play]) -> list[log.Reading]:
    """What the logs of several plays come to now. One query for all of them."""
    held = [_of(play) for play in plays]
    fresh = _fresh_entries(plays, held)
    found = []
    for play, each in zip(plays, held, strict=True):
        with each.lock:
            caught = _add(each, fresh[play.pk], _rules(play), play, play.options)
            found.append(caught.reading())
    return found


def _fresh_entries(
    plays: Sequence[models.Play], held: Sequence[Held]
) -> Mapping[int, list[models.Entry]]:
    """By play, the entries that its held log does not have yet."""
    fresh: dict[int, list[models.Entry]] = defaultdict(list)
    wanted = Q(pk__in=())
    for play, each in zip(plays, held, strict=True):
        after = each.log.number if each.log else 0
        # All of it in each term: so the database looks each play up, and nothing else.
        wanted |= Q(play=play, number__gt=after, notebook=None)
    for row in models.Entry.objects.filter(wanted).order_by("number"):
        fresh[row.play_id].append(row)
    return fresh


def notebook_caught_up(notebook: models.Notebook) -> log.Log:
    """The notebook's own log, for who has locked its table. One query."""
    held = _of(notebook.play, notebook.pk)
    with held.lock:
        return _catch_up_notebook(held, notebook)


def notebook_reading(notebook: models.Notebook) -> log.Reading:
    """What the notebook's log comes to now. One query."""
    held = _of(notebook.play, notebook.pk)
    with held.lock:
        return _catch_up_notebook(held, notebook).reading()


def notebook_before(notebook: models.Notebook, number: int) -> log.Reading:
    """What the notebook's log came to when that entry of the play was recorded. One query."""
    play = notebook.play
    rows = notebook.entries.filter(after__lt=number).order_by("number")
    return log.replay(NotebookRules(play.game), len(play.seats), {}, map(entry, rows))


def _of(play: models.Play, notebook: int = 0) -> Held:
    # Not its number: a table that was pruned can be made once more, from the same start.
    name = (play.table.token, play.pk, notebook)
    with _lock:
        if name not in _held:
            _make_room()
        held = _held.setdefault(name, Held())
        _held.move_to_end(name)
    return held


def _make_room() -> None:
    """Let go of the logs that nobody has asked for longest, until one more may come."""
    entries = sum(each.entries for each in _held.values())
    while _held and (len(_held) >= MOST or entries > MOST_ENTRIES):
        _name, gone = _held.popitem(last=False)
        entries -= gone.entries


def _catch_up(held: Held, play: models.Play) -> log.Log:
    return _add_new(held, play.entries.filter(notebook=None), _rules(play), play, play.options)


def _rules(play: models.Play) -> log.LogRules:
    """What phones recorded is replayed by the milder rules, whoever asks first."""
    return PlayRules(play.game, recorded=True)


def _catch_up_notebook(held: Held, notebook: models.Notebook) -> log.Log:
    play = notebook.play
    return _add_new(held, notebook.entries.all(), NotebookRules(play.game), play, {})


def _add_new(
    held: Held,
    entries: QuerySet[models.Entry],
    rules: log.LogRules,
    play: models.Play,
    options: Mapping[str, Any],
) -> log.Log:
    after = held.log.number if held.log else 0
    rows = entries.filter(number__gt=after).order_by("number").values_list(*STORED, named=True)
    return _add(held, rows, rules, play, options)


def _add(
    held: Held,
    rows: Iterable[models.Entry],
    rules: log.LogRules,
    play: models.Play,
    options: Mapping[str, Any],
) -> log.Log:
    """Add the rows that follow the log's last one; the others it has."""
    if held.log is None:
        held.log = log.replay(rules, len(play.seats), options, map(entry, rows))
    else:
        for row in rows:
            if row.number > held.log.number:
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


def forget() -> None:
    """Let go of all logs, as a process does that ends."""
    with _lock:
        _held.clear()
