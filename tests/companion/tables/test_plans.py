"""Every query of a move and of a board finds its rows by an index, however many there are."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from companion.tables import held
from tests.companion.tables.inside import Phone, card, new_table

pytestmark = pytest.mark.django_db

READS_ALL = {"sqlite": "SCAN ", "postgresql": "Seq Scan"}


def plan(sql: str) -> str:
    """How the database would go about it, if it has an index for it at all."""
    how = {"sqlite": "EXPLAIN QUERY PLAN", "postgresql": "EXPLAIN"}[connection.vendor]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")  # it would read a short table
        cursor.execute(f"{how} {sql}")
        return "\n".join(str(row[-1]) for row in cursor.fetchall())


def plans(ask: Callable[[], object]) -> dict[str, str]:
    with CaptureQueriesContext(connection) as queries:
        ask()
    kinds = ("SELECT ", "UPDATE ", "DELETE ")
    asked = [each["sql"] for each in queries if each["sql"].startswith(kinds)]
    return {sql: plan(sql) for sql in asked if "pg_notify" not in sql}


@pytest.mark.parametrize("cold", [False, True], ids=["known", "after a restart"])
def test_no_query_of_a_table_reads_other_tables(cold: bool) -> None:
    url, phone = new_table().url, Phone()
    phone.get(f"{url}1/")

    def tap() -> None:
        if cold:
            held.forget()
        answer = phone.tap(f"{url}1/set_card/", part="play", **card(card=7))
        assert answer.status_code == 200

    found = plans(tap)
    for page in ("", "1/", "1/log/", "evening/", "1/export.json"):
        found |= plans(lambda page=page: phone.get(url + page))  # type: ignore[misc]

    sign = READS_ALL[connection.vendor]
    assert len(found) > 8
    assert {sql for sql, how in found.items() if sign in how} == set()


def test_a_query_without_an_index_would_be_found() -> None:
    by_name = "SELECT id FROM tables_table WHERE name = 'x'"

    assert READS_ALL[connection.vendor] in plan(by_name)
