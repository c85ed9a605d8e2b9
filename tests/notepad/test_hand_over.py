"""A notepad goes to another phone: once, within five minutes, and to nobody else."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from unittest.mock import patch

import pytest
from django.core import signing
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse

from companion.tables.models import Table
from companion.tables.views import notebook
from tests.companion.tables.inside import Phone, Shown, play_of
from tests.notepad.seats import board, new_table, note, phone_of, tell


@pytest.fixture(autouse=True)
def _full_buckets():
    cache.clear()


@pytest.fixture
def table() -> Table:
    table = new_table(3)
    note(table, "note", 0, text="of Anna")
    note(table, "note", 1, text="of Boris")
    return table


def ticket(table: Table, phone: Phone) -> str:
    """The path in the QR that the phone shows."""
    page = phone.get(f"{board(table)}notebook/")
    assert page.status_code == 200
    found = re.search(r"(/t/[^/]+/1/notebook/take/[^/]+/)", page.content.decode())
    assert found
    return found[1]


def shows(table: Table, phone: Phone, text: str) -> bool:
    return text in phone.get(board(table)).content.decode()


def taken(phone: Phone, path: str) -> HttpResponse:
    return phone.post(path)


@pytest.mark.django_db
def test_notepad_and_seat_come_to_the_other_phone(table):
    anna, new = phone_of(0), Phone()
    path = ticket(table, anna)
    assert new.get(path).status_code == 200
    assert shows(table, anna, "of Anna")  # to look at the question takes nothing

    assert taken(new, path).status_code == 303

    assert shows(table, new, "of Anna")
    assert not shows(table, anna, "of Anna")
    assert anna.get(f"{board(table)}notebook/").status_code == 404
    assert anna.get(f"{board(table)}export.json").content.count(b"notebook") == 0
    assert Shown(new.get(f"{board(table)}rack/")).find(id="rack-1")


@pytest.mark.django_db
def test_a_code_is_good_once_whoever_shows_it_again(table):
    anna, new, late = phone_of(0), Phone(), Phone()
    path, same = ticket(table, anna), ticket(table, anna)
    taken(new, path)

    for other in (late, anna, new):
        for used in (path, same):
            assert other.get(used).status_code == 410
            assert taken(other, used).status_code == 410
    assert shows(table, new, "of Anna")


@pytest.mark.django_db
def test_a_code_is_good_for_five_minutes(table):
    path = ticket(table, phone_of(0))
    with patch("django.core.signing.time.time", return_value=signing.time.time() + 299):
        assert Phone().get(path).status_code == 200
    with patch("django.core.signing.time.time", return_value=signing.time.time() + 302):
        assert taken(Phone(), path).status_code == 410


@pytest.mark.django_db
def test_a_code_that_was_not_signed_here_takes_nothing(table):
    anna, other = phone_of(0), new_table(3)
    path = ticket(table, anna)
    start, _, signed = path.rpartition("take/")
    pk = play_of(table).notebooks.get(player=0).pk
    forged = [
        signed.rstrip("/").swapcase(),
        signing.dumps([pk, 0], salt="phone"),
        signing.dumps([pk, 0], salt=notebook.SALT, key="another key"),
        signing.dumps([pk, 1], salt=notebook.SALT),
        signing.dumps([pk + 99, 0], salt=notebook.SALT),
        signing.dumps({"pk": pk}, salt=notebook.SALT),
        "x",
    ]
    for each in forged:
        assert taken(Phone(), f"{start}take/{each}/").status_code == 410, each
    assert taken(Phone(), path.replace(table.token, other.token)).status_code == 410
    assert Phone().get(path.replace("/t/", "/w/")).status_code == 404
    assert shows(table, anna, "of Anna")


@pytest.mark.django_db(transaction=True)
def test_of_two_phones_that_scan_at_once_one_gets_it(table):
    path, together = ticket(table, phone_of(0)), Barrier(2)
    phones = [Phone(), Phone()]

    def take(phone: Phone) -> int:
        together.wait()
        try:
            return taken(phone, path).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(take, phones)) == [303, 410]
    assert [shows(table, each, "of Anna") for each in phones].count(True) == 1


@pytest.mark.django_db
def test_who_takes_a_notepad_gives_none_away(table):
    """Boris scans what Anna shows him: she does not get his, and it waits for him."""
    anna, boris = phone_of(0), phone_of(1)
    path = ticket(table, anna)
    assert "is put away" in boris.get(path).content.decode()
    assert "is put away" not in Phone().get(path).content.decode()

    taken(boris, path)

    assert shows(table, boris, "of Anna")
    assert not shows(table, boris, "of Boris")
    assert not shows(table, anna, "of Boris")
    assert anna.get(f"{board(table)}notebook/").status_code == 404

    taken(anna, ticket(table, boris))

    assert shows(table, anna, "of Anna")
    assert shows(table, boris, "of Boris")


@pytest.mark.django_db
def test_what_was_put_away_last_comes_back_first(table):
    anna, boris, vera = (phone_of(each) for each in range(3))
    note(table, "note", 2, text="of Vera")
    taken(boris, ticket(table, anna))
    taken(boris, ticket(table, vera))
    assert shows(table, boris, "of Vera")

    taken(vera, ticket(table, boris))
    assert shows(table, boris, "of Anna")
    taken(anna, ticket(table, boris))

    assert [
        shows(table, phone, f"of {name}")
        for phone, name in ((anna, "Anna"), (boris, "Boris"), (vera, "Vera"))
    ] == [True] * 3


@pytest.mark.django_db
def test_who_takes_the_own_notepad_keeps_it(table):
    anna = phone_of(0)
    path = ticket(table, anna)

    assert taken(anna, path).status_code == 303

    assert shows(table, anna, "of Anna")
    assert taken(Phone(), path).status_code == 410


@pytest.mark.django_db
def test_a_notepad_is_taken_after_the_end_too(table):
    tell(table, "finish")
    new = Phone()
    taken(new, ticket(table, phone_of(0)))
    assert shows(table, new, "of Anna")
