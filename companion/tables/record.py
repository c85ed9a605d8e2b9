"""The one writer of plays: a move comes in, an entry is stored, the phones are told.

Lock the table (or make it from its signed start), catch up the log, know the
key again, try the move on the state, store the entry, raise the tick. A refused
move stores nothing, not even the table. The held log is never added to here:
the next catch-up reads the entry, so that a rollback leaves no ghost.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError, transaction
from django.http import Http404
from django.utils import timezone

from companion import door, limits, playfile
from companion.common import COMMON_MOVES, PlayRules, playing
from companion.games import Changed, Eyes, Refusal, all_games
from companion.log import CORRECTIONS, Entry, Log, Reading
from companion.tables import held, models, players, tokens
from companion.tables.across import tell
from companion.tables.draw import Draw, die, drawn
from companion.tables.forms import FORMS
from companion.tables.seating import first_seats

UNSAID: Any = object()


class NoSuchPlay(Exception):
    """Neither a stored play nor a start that makes one."""


class TableDeleted(Exception):
    """The table was deleted; `restorable` for a day."""

    def __init__(self, table: models.Table) -> None:
        super().__init__(table.pk)
        self.restorable = table.restorable


@dataclass(frozen=True)
class Sent:
    """A move as the wire brought it."""

    move: str
    args: Mapping[str, Any] | None
    key: str
    phone: str
    fields: Mapping[str, str] = field(default_factory=dict)
    address: str = ""
    start: tokens.Start | None = None
    zone: str = ""
    was: Any = UNSAID


@dataclass(frozen=True)
class Recorded:
    """Where the move stands now. `upset` are entries that no longer count since."""

    play: models.Play
    seats: list[models.Seat]
    number: int
    repeated: bool = False


class FormFault(Refusal):
    """Typed fields that make no move; `form` keeps what was typed."""

    def __init__(self, said: str) -> None:
        super().__init__("bad_form", said=said)


@dataclass(frozen=True)
class Named:
    """What a correction names: an entry, a run of entries, or a key."""

    entry: int | list[int] | None = None
    key: str | None = None
    args: dict[str, Any] | None = None


def record(token: str, number: int, sent: Sent) -> Recorded:
    """Record one move, once. Raises Refusal, NoSuchPlay, TableDeleted, TooMany."""
    with transaction.atomic():
        table = _locked(token, number, sent)
        play = _play(table, number)
        seats = list(table.seats.all())
        log = held.caught_up(play)
        known = log.number_of(sent.key)
        if known is not None:
            return Recorded(play, seats, known, repeated=True)
        entry = _entry(play, seats, log, sent)
        if entry.number > playfile.MOST_ENTRIES:
            raise Refusal("log_full", most=playfile.MOST_ENTRIES)
        _check_seat(play, log, entry)
        _compare(play, log, entry, sent.was)
        log.attempt(entry, PlayRules(play.game))
        _store(play, entry)
        raise_tick(table)
    return Recorded(play, seats, entry.number)


def record_private(token: str, number: int, sent: Sent) -> Recorded:
    """Record one move in this phone's own notebook, once; a first one begins it.

    The play's own log and tick do not move: nobody else can tell. Raises as `record`;
    Refusal notebook_closed once the play is over.
    """
    with transaction.atomic():
        table = _locked(token, number, sent)
        play = _play(table, number)
        if play.game.notebook is None or not sent.phone:
            raise NoSuchPlay
        seats = list(table.seats.all())
        play_log = held.caught_up(play)
        notebook = _notebook(play, seats, sent.phone)
        log = held.notebook_caught_up(notebook)
        known = log.number_of(sent.key)
        if known is not None:
            return Recorded(play, seats, known, repeated=True)
        if play.game.finished(play_log.state.game):
            raise Refusal("notebook_closed")
        entry = _private_entry(log, sent, notebook.player)
        if entry.number > playfile.MOST_ENTRIES:
            raise Refusal("log_full", most=playfile.MOST_ENTRIES)
        _compare_private(play, log, entry, sent.was)
        log.attempt(entry)
        _store(play, entry, notebook, play_log.number)
        tell(table.token, table.tick, owner=sent.phone, notebook=entry.number)
    return Recorded(play, seats, entry.number)


def _notebook(play: models.Play, seats: list[models.Seat], phone: str) -> models.Notebook:
    """The phone's notebook of this play; a blank one of the seat it sits on, if it has none.

    One that was begun before its phone sat down belongs to the seat from now on.
    """
    player = player_of(play, seats, phone)
    notebook = play.notebooks.filter(owner=phone).first()
    if notebook is None:
        notebook = models.Notebook.objects.create(play=play, player=player, owner=phone)
    elif notebook.player is None and player is not None:
        notebook.player = player
        notebook.save(update_fields=["player"])
    notebook.play = play
    return notebook


def _private_entry(log: Log, sent: Sent, by: int | None) -> Entry:
    """As in a play: a key's args, or the typed fields as they are."""
    args: Mapping[str, Any] = sent.fields if sent.args is None else sent.args
    targets: tuple[int, ...] = ()
    if sent.move in CORRECTIONS:
        named = door.typed(Named, args)
        args, targets = named.args or {}, _targets(log, named)
    return Entry(log.number + 1, sent.move, args, targets, by, sent.key)


def _compare_private(play: models.Play, log: Log, entry: Entry, was: Any) -> None:
    """Raise Changed if two phones of one owner wrote over each other."""
    field = play.game.private_typed.get(entry.what)
    if was is UNSAID or field is None or play.game.notebook is None:
        return
    move: Any = door.typed(play.game.notebook.moves[entry.what], entry.args)
    now = getattr(log.state, field)
    if now != was and now != getattr(move, field):
        raise Changed(
            was=was, now=now, typed=getattr(move, field), field=field, args=dict(entry.args)
        )


def player_of(
    play: models.Play, seats: list[models.Seat], phone: str, log: Reading | None = None
) -> int | None:
    """Which player of this play the phone is, if it sits at all; without the log, of the first."""
    mine = next((seat.pk for seat in seats if phone and seat.phone == phone), None)
    ids = players.seat_ids(play, log) if mine and log else play.seats
    return ids.index(mine) if mine in ids else None


def eyes_of(player: int | None) -> Eyes:
    return "table" if player is None else player


def raise_tick(table: models.Table) -> None:
    """Something at the table changed: count it, and tell every phone at the commit."""
    table.tick += 1
    table.active_at = timezone.now()
    table.save(update_fields=["tick", "active_at"])
    tell(table.token, table.tick)


def locked_table(token: str) -> models.Table | None:
    """The table, ours alone until the end of the transaction."""
    return models.Table.objects.select_for_update().filter(token=token).first()


def open_table(start: tokens.Start, address: str, zone: str) -> None:
    """Make the table that an empty board promised, before its first move: to show its QR."""
    with transaction.atomic():
        if locked_table(start.token) is None:
            _make(start, address, zone)


def locked_or_gone(token: str) -> models.Table:
    """The table to change, ours alone. Http404 if there is none, or TableDeleted."""
    table = locked_table(token)
    if table is None:
        raise Http404
    return standing(table)


def standing(table: models.Table) -> models.Table:
    """The table, unless it was deleted: TableDeleted."""
    if table.deleted_at:
        raise TableDeleted(table)
    return table


def _locked(token: str, number: int, sent: Sent) -> models.Table:
    table = locked_table(token)
    if table is None:
        if sent.start is None or sent.start.token != token or number != 1:
            raise NoSuchPlay
        table = _make(sent.start, sent.address, sent.zone)
    return standing(table)


def _make(start: tokens.Start, address: str, zone: str) -> models.Table:
    """The table that an empty board promised, with its seats and its first play."""
    limits.take("tables", limits.TABLES, address)
    now = timezone.now()
    table = models.Table(
        token=start.token,
        code_until=now + models.JOINING,
        zone=zone if models.is_zone(zone) else "UTC",
        created_at=now,
        active_at=now,
    )
    try:
        with transaction.atomic():
            save_with_code(table)
    except IntegrityError:
        other = locked_table(start.token)
        if other is None:
            raise
        return other
    seats = models.Seat.objects.bulk_create(first_seats(table, start.players))
    models.Play.objects.create(
        table=table,
        number=1,
        slug=start.slug,
        options=dict(start.options),
        seats=[seat.pk for seat in seats],
        created_at=now,
    )
    return table


def save_with_code(table: models.Table) -> None:
    """Save a table under a join code that no other table has."""
    table.code = tokens.new_code()
    while models.Table.objects.filter(code=table.code).exists():
        table.code = tokens.new_code()
    table.save()


def _play(table: models.Table, number: int) -> models.Play:
    play = table.plays.filter(number=number).first()
    if play is None or play.slug not in all_games():
        raise NoSuchPlay
    play.table = table
    return play


def _entry(play: models.Play, seats: list[models.Seat], log: Log, sent: Sent) -> Entry:
    by = player_of(play, seats, sent.phone, log)
    number, args = log.number + 1, _args(play, log, sent)
    targets: tuple[int, ...] = ()
    if sent.move in CORRECTIONS:
        named = door.typed(Named, args)
        args = (named.args or {}) if sent.move == "amend" else {}
        targets = _targets(log, named)
    elif sent.move in COMMON_MOVES:
        draw = Draw(log.state, playing(play.game, log.state), _last_starter(play))
        args = drawn(sent.move, args, draw)
    elif sent.move in play.game.draws:
        args = play.game.draws[sent.move](log.state.game, args, die)
    elif sent.move == play.game.joining:
        try:
            args = players.seated(play, seats, log, args)
        except players.CannotJoin as fault:
            raise FormFault(str(fault)) from None
    return Entry(number, sent.move, args, targets, by, sent.key)


def _args(play: models.Play, log: Log, sent: Sent) -> Mapping[str, Any]:
    """A key's args as they are, or what a form makes of the fields typed."""
    if sent.args is not None:
        return sent.args
    if sent.move == "amend":
        return {"entry": entry_number(sent.fields), "args": _amended(play, log, sent)}
    if sent.move in FORMS:
        return _cleaned(FORMS[sent.move](sent.fields))
    form = play.game.forms.get(sent.move)
    return {} if form is None else _cleaned(form(sent.fields, **_of_play(play, log)))


def _amended(play: models.Play, log: Log, sent: Sent) -> Mapping[str, Any]:
    row = log.row(entry_number(sent.fields))
    form = play.game.forms.get(row.entry.what) if row else None
    if form is None:
        raise Refusal("no_such_entry", entries=[entry_number(sent.fields)])
    return _cleaned(form(sent.fields, **_of_play(play, log)))


def _of_play(play: models.Play, log: Log) -> dict[str, Any]:
    """What a game's form may ask about the play."""
    count = len(players.seat_ids(play, log))
    return {"players": [str(each + 1) for each in range(count)], "options": log.options}


def entry_number(fields: Mapping[str, str]) -> int:
    """The entry that a form names; 0, which none has, for anything else."""
    text = fields.get("entry", "")
    return int(text) if text.isdecimal() and len(text) < 9 else 0


def _cleaned(form: Any) -> Mapping[str, Any]:
    if form.is_valid():
        cleaned: Mapping[str, Any] = form.cleaned_data
        return cleaned
    name, faults = next(iter(form.errors.items()))
    label = form.fields[name].label if name in form.fields else ""
    raise FormFault(f"{label}: {faults[0]}" if label else str(faults[0]))


def _targets(log: Log, named: Named) -> tuple[int, ...]:
    if named.key is not None:
        number = log.number_of(named.key.lower())
        return () if number is None else (number,)
    return tuple(named.entry) if isinstance(named.entry, list) else (named.entry or 0,)


def _last_starter(play: models.Play) -> int | None:
    """Who began the play before this one, as a player of this one."""
    before = play.table.plays.filter(number__lt=play.number).last()
    if before is None:
        return None
    before.table = play.table
    log = held.caught_up(before)
    order = log.state.common.lots
    seat = players.seat_ids(before, log)[order[0]] if order else None
    return play.seats.index(seat) if seat in play.seats else None


def _check_seat(play: models.Play, log: Log, entry: Entry) -> None:
    """What depends on who may see what is recorded by a phone with a seat."""
    row = log.row(entry.targets[0]) if entry.what == "amend" and entry.targets else None
    what = row.entry.what if row else entry.what
    if entry.by is None and what in play.game.seated:
        raise Refusal("needs_seat")


def _compare(play: models.Play, log: Log, entry: Entry, was: Any) -> None:
    """Raise Changed if a typed value would overwrite one the phone has not seen.

    A price that a move leaves open is the one that the phone showed.
    """
    field = play.game.typed.get(entry.what)
    if was is UNSAID or field is None:
        return
    move: Any = door.typed(play.game.rules.moves[entry.what], entry.args)
    now = play.game.current(log.state.game, move)
    typed = getattr(move, field) if field in entry.args else was
    if now not in (was, typed):
        raise Changed(was=was, now=now, typed=typed, field=field, args=dict(entry.args))


def _store(
    play: models.Play,
    entry: Entry,
    notebook: models.Notebook | None = None,
    after: int | None = None,
) -> None:
    assert entry.key
    models.Entry.objects.create(
        play=play,
        notebook=notebook,
        after=after,
        number=entry.number,
        key=entry.key,
        what=entry.what,
        args=dict(entry.args),
        targets=list(entry.targets),
        by=entry.by,
        at=timezone.now(),
    )
