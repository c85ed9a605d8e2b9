"""`manage.py prune`: what goes after 90 days or a day, and what stays."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from companion.management.commands import prune
from companion.tables.models import Entry, Play, Seat, Table
from tests.companion.tables.inside import card, new_table, record_at, totals

pytestmark = pytest.mark.django_db

SOON = timedelta(minutes=5)
DAY = timedelta(days=1)


def table_of(name: str, **ago: timedelta) -> Table:
    """A table with that name; `active_at` and `deleted_at` lie so long ago."""
    table = new_table()
    times: dict[str, Any] = {field: timezone.now() - each for field, each in ago.items()}
    Table.objects.filter(pk=table.pk).update(name=name, **times)
    return table


def pruned() -> str:
    out = StringIO()
    call_command("prune", stdout=out)
    return out.getvalue()


def names_left() -> list[str]:
    return list(Table.objects.order_by("pk").values_list("name", flat=True))


def test_prune_deletes_what_its_time_is_over() -> None:
    table_of("fresh")
    table_of("kept", active_at=90 * DAY - SOON)
    table_of("over", active_at=90 * DAY + SOON)
    table_of("deleted", deleted_at=DAY - SOON)
    table_of("deleted yesterday", deleted_at=DAY + SOON)

    said = pruned()

    assert names_left() == ["fresh", "kept", "deleted"]
    assert said == "Tables deleted: 2\n"


def test_prune_leaves_the_others_whole() -> None:
    kept = table_of("kept")
    table_of("over", active_at=91 * DAY)

    pruned()

    left = [kind._default_manager.count() for kind in (Table, Seat, Play, Entry)]
    assert (left, totals(kept)) == ([1, 2, 1, 1], (-15, 0))


def test_prune_when_there_is_nothing_to_do() -> None:
    table_of("fresh")

    assert (pruned(), names_left()) == ("Tables deleted: 0\n", ["fresh"])


def test_prune_goes_on_batch_by_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prune, "BATCH", 2)
    for number in range(5):
        table_of(str(number), active_at=91 * DAY)

    with CaptureQueriesContext(connection) as queries:
        said = pruned()

    deletes = [each for each in queries if each["sql"].startswith('DELETE FROM "tables_table"')]
    assert (said, names_left(), Entry.objects.count()) == ("Tables deleted: 5\n", [], 0)
    assert len(deletes) == 3


def test_prune_reads_no_entry_into_memory() -> None:
    table_of("over", active_at=91 * DAY)

    with CaptureQueriesContext(connection) as queries:
        pruned()

    statements = [each["sql"] for each in queries]
    assert any(each.startswith('DELETE FROM "tables_entry"') for each in statements)
    assert not any(each.startswith("SELECT") and '"args"' in each for each in statements)


def test_prune_of_many_tables_asks_as_often_as_of_a_few() -> None:
    counts = []
    for many in (2, 12):
        for number in range(many):
            table_of(str(number), active_at=91 * DAY)
        with CaptureQueriesContext(connection) as queries:
            pruned()
        counts.append(len(queries))

    assert counts[0] == counts[1]


def of_each_table() -> dict[str, list[int]]:
    """By name, what is left of each table: seats, plays, entries."""
    return {
        table.name: [
            table.seats.count(),
            table.plays.count(),
            Entry.objects.filter(play__table=table).count(),
        ]
        for table in Table.objects.order_by("pk")
    }


def test_prune_that_is_interrupted_leaves_whole_tables_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(prune, "BATCH", 2)
    for number in range(5):
        table_of(str(number), active_at=91 * DAY)

    def interrupt(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(prune.time, "sleep", interrupt)
    with pytest.raises(KeyboardInterrupt):
        pruned()

    assert of_each_table() == {each: [2, 1, 1] for each in ("2", "3", "4")}


def test_prune_that_is_stopped_within_a_batch_leaves_all_of_it() -> None:
    batch = [table_of(name, active_at=91 * DAY).pk for name in ("first", "second")]

    def stop(execute: Any, sql: str, *more: Any) -> Any:
        if sql.startswith('DELETE FROM "tables_play"'):
            raise KeyboardInterrupt
        return execute(sql, *more)

    with pytest.raises(KeyboardInterrupt), connection.execute_wrapper(stop):
        prune.prune_batch(timezone.now(), batch)

    assert of_each_table() == {"first": [2, 1, 1], "second": [2, 1, 1]}


def test_prune_keeps_a_table_to_which_somebody_came_back_just_before() -> None:
    now = timezone.now()
    back, over = (table_of(name, active_at=91 * DAY) for name in ("back", "over"))
    batch = prune.next_batch(now, 0)
    record_at(back, "set_card", card(card=6))

    deleted = prune.prune_batch(now, batch)

    assert batch == [back.pk, over.pk]
    assert (deleted, of_each_table()) == (1, {"back": [2, 1, 2]})


def test_a_batch_of_prune_ends_where_it_has_many_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prune, "ENTRIES", 3)
    tables = [table_of(str(number), active_at=91 * DAY) for number in range(6)]
    for number in range(2, 6):
        record_at(tables[3], "set_card", card(card=number))
    Table.objects.update(active_at=timezone.now() - 91 * DAY)
    numbers = [table.pk for table in tables]

    batches, last = [], 0
    while batch := prune.next_batch(timezone.now(), last):
        batches.append(list(batch))
        last = batch[-1]

    assert batches == [numbers[:3], numbers[3:4], numbers[4:]]


def test_prune_looks_at_each_table_that_stays_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prune, "BATCH", 1)
    kept = [table_of("kept") for _ in range(3)]
    for number in range(3):
        table_of(str(number), active_at=91 * DAY)

    with CaptureQueriesContext(connection) as queries:
        pruned()

    looked = [each["sql"] for each in queries if '"tables_table"."id" > ' in each["sql"]]
    begun_after = [int(sql.split('"tables_table"."id" > ')[1].split(")")[0]) for sql in looked]
    first = kept[-1].pk + 1
    assert begun_after == [0, first, first + 1, first + 2]
