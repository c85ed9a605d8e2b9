"""Tables and entries put straight into the database, as phones would have left them there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

from django.utils import timezone

from companion.tables import models, tokens
from companion.tables.seating import first_seats
from tests.load.games import LOST_CITIES, Move

AT_ONCE = 5_000  # entries
CODES = len(tokens.ALPHABET)


def fill(tables: int, *, entries: int, idle: timedelta = timedelta()) -> None:
    """So many more tables of Lost Cities, each with a log; nobody came back for `idle`."""
    made = models.Table.objects.count()
    at_once = max(1, AT_ONCE // entries)
    for first in range(made, made + tables, at_once):
        _fill(range(first, min(first + at_once, made + tables)), entries, idle)


def _fill(numbers: range, entries: int, idle: timedelta) -> None:
    then = timezone.now() - idle
    tables = models.Table.objects.bulk_create(
        models.Table(
            token=tokens.new_token(),
            code=_code(number),
            code_until=then + models.JOINING,
            created_at=then,
            active_at=then,
        )
        for number in numbers
    )
    seats = models.Seat.objects.bulk_create(
        seat for table in tables for seat in first_seats(table, 2)
    )
    plays = models.Play.objects.bulk_create(
        models.Play(
            table=table,
            number=1,
            slug=LOST_CITIES.slug,
            options={},
            seats=[seat.pk for seat in seats[2 * place : 2 * place + 2]],
            created_at=then,
        )
        for place, table in enumerate(tables)
    )
    models.Entry.objects.bulk_create(
        entry for play in plays for entry in _entries(play, 1, entries, LOST_CITIES.tap)
    )


def lengthen(play: models.Play, taps: Callable[[int], Move], length: int) -> None:
    """Let the play's log go on to that length, as another process would."""
    written = play.entries.filter(notebook=None).count()
    fresh = list(_entries(play, written + 1, length, taps))
    for first in range(0, len(fresh), AT_ONCE):
        models.Entry.objects.bulk_create(fresh[first : first + AT_ONCE])


def _entries(
    play: models.Play, first: int, last: int, taps: Callable[[int], Move]
) -> list[models.Entry]:
    return [
        models.Entry(
            play=play,
            number=number,
            key=str(uuid4()),
            what=what,
            args=args,
            targets=[],
            at=timezone.now(),
        )
        for number in range(first, last + 1)
        for what, args in [taps(number)]
    ]


def _code(number: int) -> str:
    """A join code of its own for each table that is made here."""
    signs = []
    for _place in range(6):
        number, sign = divmod(number, CODES)
        signs.append(tokens.ALPHABET[sign])
    return "".join(signs)
