"""A few hundred requests as nobody sends them, in this process; `make fuzz` sends thousands."""

from __future__ import annotations

import time

import pytest

from companion.tables.models import Entry
from tests.companion.tables.inside import Phone, log_of, new_table, seats_of
from tests.load.fuzz import Inside, Worker, furnish
from tests.load.odd import BEFORE, Place, addresses

REQUESTS = 400

pytestmark = pytest.mark.django_db


def test_every_address_is_fuzzed() -> None:
    """A template that asks for what is made up would be asked for nothing real."""
    known = {"token", "number", "slug", "name", "seat", "entry", "way", "ticket", "file"}
    parts = {part.split(")")[0] for each in addresses() for part in each.split("%(")[1:]}

    assert parts == known
    assert set(BEFORE) < set(addresses())


@pytest.mark.parametrize("seed", ["1", "2"])
def test_nothing_that_is_sent_breaks_anything(seed: str) -> None:
    phone, table, foreign = Phone(), new_table(), new_table()
    plays = furnish(phone.post, table.token)
    place = Place(table.token, table.watch, [seat.pk for seat in seats_of(table)], plays)
    cookies = {name: morsel.value for name, morsel in phone.cookies.items()}
    worker = Worker(Inside(), seed, place, cookies, foreign.token)

    found = worker.run(REQUESTS, deadline=time.monotonic() + 3_600)

    assert found.faults == []
    assert found.asked == REQUESTS
    phone.post(f"{table.url}restore/")
    recorded = Entry.objects.filter(play__table=table, notebook=None)
    assert recorded.count() > REQUESTS // 20
    for number in plays:
        file = phone.get(f"{table.url}{number}/export.json")
        numbers = recorded.filter(play__number=number).values_list("number", flat=True)
        assert len(file.json()["log"]) <= len(log_of(table, number).rows)
        assert sorted(numbers) == list(range(1, len(numbers) + 1))
