"""`manage.py prune`: tables that nobody came back to, and deleted ones, go for good."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from itertools import accumulate
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from companion import database
from companion.tables.models import KEPT, RESTORABLE, Entry, Table

BATCH = 100
ENTRIES = 2_000  # of a batch, if it is more than one table


class Command(BaseCommand):
    help = (
        "Deletes tables 90 days after their last activity, and deleted ones after a day. "
        "Run it once a day."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        database.check()
        now, count, last = timezone.now(), 0, 0
        while batch := next_batch(now, last):
            began = time.monotonic()
            count += prune_batch(now, batch)
            last = batch[-1]
            time.sleep(time.monotonic() - began)  # the lock is the phones' as long as it was ours
        self.stdout.write(f"Tables deleted: {count}")


def is_over(now: datetime) -> Q:
    return Q(active_at__lte=now - KEPT) | Q(deleted_at__lte=now - RESTORABLE)


def next_batch(now: datetime, last: int) -> Sequence[int]:
    """The next tables whose time is over, after the table `last`; as many as go quickly.

    Nothing is locked yet, no entry is read, and each table is looked at once: a site of
    any size is pruned in little memory.
    """
    tables = Table.objects.filter(is_over(now), pk__gt=last).order_by("pk")
    found = list(tables.values_list("pk", flat=True)[:BATCH])
    logs = Entry.objects.filter(play__table__in=found).order_by().values_list("play__table")
    entries = dict(logs.annotate(Count("pk")))
    sums = accumulate(entries.get(table, 0) for table in found)
    return found[: max(1, sum(each <= ENTRIES for each in sums))]


def prune_batch(now: datetime, batch: Sequence[int]) -> int:
    """Delete these tables, whole or not at all, unless somebody came back; how many.

    Meanwhile nobody else can write on SQLite, so it must not take long.
    """
    with transaction.atomic():
        tables = Table.objects.select_for_update().filter(is_over(now), pk__in=batch)
        found = list(tables.order_by("pk").values_list("pk", flat=True))
        Table.objects.filter(pk__in=found).delete()
    return len(found)
