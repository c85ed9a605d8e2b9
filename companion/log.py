"""The log of a play: entries in, state out. The only truth there is of a play.

An entry is a move, or it takes an earlier entry out (undo), puts it back
(redo), gives it other args (amend), or changes the options of the whole play
(options). Entries are only ever added. Source: spec "Play files".

`Log.add` catches up one entry at a time and costs the same however long the
log is; `replay` reads all entries anew. Both give the same log.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion import door
from companion.games import OptionsFault, Outcome, Refusal

CORRECTIONS = ("undo", "redo", "amend")
CHECKPOINT = 100
LONGEST_RUN = 50  # small moves that stand on one line and are taken back at once


@dataclass(frozen=True)
class Entry:
    """One line of the log as it is stored.

    `what` is a move's name, undo, redo, amend or options; `targets` are the
    numbers that a correction names; `by` is the player who recorded it, `notebook`
    whose private log it stands in (in files; None: the play's).
    """

    number: int
    what: str
    args: Mapping[str, Any] = field(default_factory=dict)
    targets: tuple[int, ...] = ()
    by: int | None = None
    key: str | None = None
    at: str | None = None
    notebook: int | None = None


@dataclass(frozen=True)
class Row:
    """What became of an entry when the log was replayed.

    `move` is what was played (after amends), `outcome` what it did; `refusal`
    says why it does not count; `amended_by` is the last amend that stands.
    """

    entry: Entry
    move: Any = None
    outcome: Outcome | None = None
    undone: bool = False
    amended_by: int | None = None
    refusal: Refusal | None = None

    @property
    def number(self) -> int:
        return self.entry.number

    @property
    def by(self) -> int | None:
        return self.entry.by


class LogRules(Protocol):
    """Rules as the log asks for them: options come as a mapping (see common.py)."""

    @property
    def moves(self) -> Mapping[str, type]: ...

    def start(self, players: int, options: Mapping[str, Any]) -> Any: ...

    def apply(self, state: Any, move: Any, by: int | None) -> Outcome: ...


class Reading:
    """What a log came to at one moment. Nothing that is added later changes it.

    `upset` are the entries that the last one made impossible, `dropped` all that do
    not count.
    """

    def __init__(
        self,
        rows: Sequence[Row],
        state: Any,
        options: Mapping[str, Any],
        upset: tuple[int, ...],
        dropped: tuple[int, ...],
    ) -> None:
        self.rows = rows
        self.state = state
        self.options = options
        self.upset = upset
        self.dropped = dropped

    @property
    def number(self) -> int:
        """The number of the last entry (0 before the first)."""
        return self.rows[-1].number if self.rows else 0

    def row(self, number: int) -> Row | None:
        """The row of that number, or None if there is no such entry."""
        place = bisect_left(self.rows, number, key=lambda row: row.number)
        found = self.rows[place] if place < len(self.rows) else None
        return found if found and found.number == number else None

    def args_of(self, row: Row) -> Mapping[str, Any]:
        """The args that count for a row: those of its standing amend, else its own."""
        amend = None if row.amended_by is None else self.row(row.amended_by)
        return (amend or row).entry.args

    def runs(self, together: Callable[[Any], Hashable | None]) -> list[tuple[Row, ...]]:
        """The moves and options in order; small moves of one kind as one run.

        Rows stand together when `together` gives their moves the same key, the
        same player recorded them, and nothing else was recorded between: at most 50.
        """
        runs: list[tuple[Row, ...]] = []
        last: Hashable | None = None
        for row in self.rows:
            if row.entry.what in CORRECTIONS:
                continue
            kind = together(row.move) if row.move is not None and not row.refusal else None
            key = None if kind is None else (kind, row.by, row.undone)
            if key is not None and key == last and len(runs[-1]) < LONGEST_RUN:
                runs[-1] += (row,)
            else:
                runs.append((row,))
            last = key
        return runs

    def last_live(
        self, counts: Callable[[Row], bool] = lambda row: row.refusal is None
    ) -> Row | None:
        """The last move or options entry that counts: what undo takes back first."""
        return next(
            (
                row
                for row in reversed(self.rows)
                if row.entry.what not in CORRECTIONS and not row.undone and counts(row)
            ),
            None,
        )

    def last_undone(self) -> Row | None:
        """What undo took back last, until another move is made: what redo puts back first."""
        for row in reversed(self.rows):
            if row.entry.what not in CORRECTIONS:
                return None
            gone = self.row(row.entry.targets[0]) if row.entry.what == "undo" else None
            if gone and gone.undone:
                return gone
        return None


class Log(Reading):
    """Entries and what they come to. Raises OptionsFault if the options cannot be."""

    rows: list[Row]

    def __init__(self, rules: LogRules, players: int, options: Mapping[str, Any]) -> None:
        self.rules = rules
        self.players = players
        self._base = dict(options)
        self._entries: list[Entry] = []
        self._index: dict[int, int] = {}
        self._keys: dict[str, int] = {}
        self._read: dict[int, Any] = {}
        self._faults: dict[int, Refusal] = {}
        self._settled: dict[int, tuple[Mapping[str, Any], Mapping[str, Any] | Refusal]] = {}
        self._undone: set[int] = set()
        self._amends: dict[int, list[int]] = {}
        self._refused: set[int] = set()
        self._checkpoints = [rules.start(players, self._base)]
        super().__init__([], self._checkpoints[0], self._base, (), ())

    def reading(self) -> Reading:
        """The log as it stands, for who reads it while others add."""
        return Reading(tuple(self.rows), self.state, self.options, self.upset, self.dropped)

    def add(self, entry: Entry) -> Row:
        """Catch up one entry. `upset` then names what it made impossible."""
        before = set(self._refused) if self._reaches_back(entry) else self._refused
        self._evaluate(self._take(entry))
        self.upset = tuple(sorted(self._refused - before - {entry.number}))
        return self.rows[-1]

    def attempt(self, entry: Entry, rules: LogRules | None = None) -> None:
        """Raise the Refusal that adding `entry` would meet; changes nothing.

        `rules`: those that a new entry meets, if they are stricter than the log's. An
        amend meets them where its target stands: a file's amend that they refuse is kept
        and reported, a phone's is not recorded.
        """
        rules = rules or self.rules
        if entry.what in CORRECTIONS:
            amended = self._correct(entry)
            if entry.what == "amend" and entry.targets[0] not in self._undone:
                before = self.state_at(entry.targets[0] - 1)
                target = self._entries[self._index[entry.targets[0]]]
                rules.apply(before, amended, target.by if entry.by is None else entry.by)
        elif entry.what == "options":
            self._start({**self.options, **entry.args})
        else:
            rules.apply(self.state, self._decode(entry.what, entry.args), entry.by)

    def state_at(self, number: int) -> Any:
        """The state right after entry `number`, as the log stands now."""
        last = bisect_left(self._entries, number + 1, key=lambda each: each.number)
        first = min(last // CHECKPOINT, len(self._checkpoints) - 1)
        state = self._checkpoints[first]
        for row in self.rows[first * CHECKPOINT : last]:
            if row.outcome:
                state = self.rules.apply(state, row.move, self._judged_by(row.entry)).state
        return state

    def number_of(self, key: str) -> int | None:
        """The number of the entry that a phone sent under `key`, if it came."""
        return self._keys.get(key)

    # -- structure: what each entry does to the others, whatever the rules say

    def _reaches_back(self, entry: Entry) -> bool:
        return entry.what in CORRECTIONS or entry.what == "options"

    def _take(self, entry: Entry) -> int:
        """Take the entry in; returns the place from which states must be made anew."""
        place = len(self._entries)
        try:
            touched = self._structure(entry)
        except Refusal as refusal:
            self._faults[entry.number] = refusal
            touched = place
        self._entries.append(entry)
        self._index[entry.number] = place
        if entry.key:
            self._keys[entry.key] = entry.number
        return touched

    def _structure(self, entry: Entry) -> int:
        if entry.what in CORRECTIONS:
            read = self._correct(entry)
            if entry.what == "undo":
                self._undone.update(entry.targets)
            elif entry.what == "redo":
                self._undone.difference_update(entry.targets)
            else:
                self._read[entry.number] = read
                self._amends.setdefault(entry.targets[0], []).append(entry.number)
            return min(self._place_of_effect(target) for target in entry.targets)
        if entry.what == "options":
            return 0
        self._read[entry.number] = self._decode(entry.what, entry.args)
        return len(self._entries)

    def _place_of_effect(self, number: int) -> int:
        target = self._entries[self._index[number]]
        if target.what == "options":
            return 0
        if target.what == "amend":
            return self._index[target.targets[0]]
        return self._index[number]

    def _correct(self, entry: Entry) -> Any:
        """What a correction reads (an amend's move), or the Refusal it meets."""
        closed = (*CORRECTIONS, "options") if entry.what == "amend" else ("undo", "redo")
        most = 1 if entry.what == "amend" else len(set(entry.targets))
        if not entry.targets or len(entry.targets) > most:
            raise Refusal("no_such_entry", entries=list(entry.targets))
        for number in entry.targets:
            if self._what(number) in closed:
                raise Refusal("no_such_entry", entries=[number])
            if entry.what == "undo" and number in self._undone:
                raise Refusal("already_undone", entries=[number])
            if entry.what == "redo" and number not in self._undone:
                raise Refusal("not_undone", entries=[number])
        if entry.what == "amend":
            return self._decode(self._entries[self._index[entry.targets[0]]].what, entry.args)
        return None

    def _what(self, number: int) -> str:
        """What stands under that number; nothing, or a refused amend, is like an undo."""
        place = self._index.get(number)
        what = "undo" if place is None else self._entries[place].what
        return "undo" if what == "amend" and number in self._faults else what

    def _decode(self, what: str, args: Mapping[str, Any]) -> Any:
        kind = self.rules.moves.get(what)
        if kind is None:
            raise Refusal("no_such_move", move=what)
        return door.typed(kind, args)

    # -- evaluation: states and rows from one place on

    def _evaluate(self, place: int) -> None:
        if place == 0:
            self._settle_options()
        first = min(place, len(self.rows)) // CHECKPOINT
        start = first * CHECKPOINT
        if place >= len(self.rows):
            state, start = self.state, len(self.rows)
        else:
            state = self._checkpoints[first]
            del self._checkpoints[first + 1 :]
            del self.rows[start:]
        for at in range(start, len(self._entries)):
            if at and at % CHECKPOINT == 0 and at // CHECKPOINT == len(self._checkpoints):
                self._checkpoints.append(state)
            row, state = self._evaluated(self._entries[at], state)
            self.rows.append(row)
            if row.refusal:
                self._refused.add(row.number)
            else:
                self._refused.discard(row.number)
        self.state = state
        self.dropped = tuple(sorted(self._refused))

    def _evaluated(self, entry: Entry, state: Any) -> tuple[Row, Any]:
        """The entry's row and the state after it. Rows keep no states: checkpoints do."""
        undone = entry.number in self._undone
        amended_by = self._standing_amend(entry.number)
        read = self._read.get(entry.number if amended_by is None else amended_by)
        fault = self._faults.get(entry.number) if amended_by is None else None
        if fault or undone or self._reaches_back(entry):
            move = None if self._reaches_back(entry) else read
            return Row(entry, move, None, undone, amended_by, None if undone else fault), state
        try:
            outcome = self.rules.apply(state, read, self._judged_by(entry))
        except Refusal as refusal:
            return Row(entry, read, None, False, amended_by, refusal), state
        kept = Outcome(None, outcome.notices, outcome.facts)
        return Row(entry, read, kept, False, amended_by, None), outcome.state

    def _standing_amend(self, number: int) -> int | None:
        amends = self._amends.get(number, ())
        return next((each for each in reversed(amends) if each not in self._undone), None)

    def _judged_by(self, entry: Entry) -> int | None:
        """Whose record a move counts as: who put it right last answers for what it says."""
        amend = self._standing_amend(entry.number)
        by = None if amend is None else self._entries[self._index[amend]].by
        return entry.by if by is None else by

    def _settle_options(self) -> None:
        self.options = self._base
        for entry in self._entries:
            if entry.what != "options":
                continue
            self._faults.pop(entry.number, None)
            if entry.number in self._undone:
                continue
            settled = self._settled_by(entry)
            if isinstance(settled, Refusal):
                self._faults[entry.number] = settled
            else:
                self.options = settled
        self._checkpoints[0] = self._start(self.options)
        if not self.rows:
            self.state = self._checkpoints[0]

    def _settled_by(self, entry: Entry) -> Mapping[str, Any] | Refusal:
        """The options after this entry, or why they cannot be.

        Known from the last time if those before it are the same: a start may be long.
        """
        known = self._settled.get(entry.number)
        if known is not None and known[0] is self.options:
            return known[1]
        options = {**self.options, **entry.args}
        after: Mapping[str, Any] | Refusal = options
        try:
            self._start(options)
        except Refusal as refusal:
            after = refusal
        self._settled[entry.number] = self.options, after
        return after

    def _start(self, options: Mapping[str, Any]) -> Any:
        try:
            return self.rules.start(self.players, options)
        except OptionsFault as fault:
            raise Refusal("bad_options", where=str(fault)) from None


def replay(
    rules: LogRules, players: int, options: Mapping[str, Any], entries: Iterable[Entry]
) -> Log:
    """All entries read at once: the same log that adding them one by one gives."""
    log, all_entries = Log(rules, players, options), list(entries)
    for entry in all_entries[:-1]:
        log._take(entry)
    log._evaluate(0)
    for last in all_entries[-1:]:  # by itself, so that `upset` is what this one did
        log.add(last)
    return log


def numbers(rows: Sequence[Row]) -> list[int]:
    """The entry numbers of a run, as undo and redo name them."""
    return [row.number for row in rows]
