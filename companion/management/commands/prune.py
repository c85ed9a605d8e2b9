"""`manage.py prune`: tables that nobody came back to, and deleted ones, go for good."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from companion import database
from companion.tables.models import KEPT, RESTORABLE, Table

BATCH = 100


class Command(BaseCommand):
    help = (
        "Deletes tables 90 days after their last activity, and deleted ones after a day. "
        "Run it once a day."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        database.check()
        now, count = timezone.now(), 0
        while found := prune_batch(now):
            count += found
        self.stdout.write(f"Tables deleted: {count}")


def prune_batch(now: datetime) -> int:
    """Delete up to BATCH tables whose time is over; how many.

    In batches, and no entry is read: a site of any size is pruned in little memory,
    and nobody waits long for the lock.
    """
    over = Q(active_at__lte=now - KEPT) | Q(deleted_at__lte=now - RESTORABLE)
    with transaction.atomic():
        tables = Table.objects.select_for_update().filter(over).order_by("pk")
        found = list(tables.values_list("pk", flat=True)[:BATCH])
        Table.objects.filter(pk__in=found).delete()
    return len(found)
