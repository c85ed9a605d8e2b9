"""Joining by a code that somebody says aloud."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.utils import timezone

from companion import limits
from companion.tables.models import Table
from tests.companion.tables.inside import Phone, Shown, new_table

pytestmark = pytest.mark.django_db

CODE = "0B1C2D"


@pytest.fixture
def table() -> Table:
    table = new_table()
    table.code = CODE
    table.save()
    return table


def join(code: str, address: str = "10.0.0.1") -> HttpResponse:
    return Phone().post("/join/", {"code": code}, REMOTE_ADDR=address)


def test_join_page_asks_for_the_code() -> None:
    page = Shown(Phone().get("/join/"))

    assert page.find(name="code")[0]["value"] == ""
    assert page.find(action="/join/")


@pytest.mark.parametrize(
    "typed",
    [CODE, "0b1c2d", " 0B1 C2D ", "OBI-C2D", "oblc2d", "0В1С2D", "О В I С 2 D", "０Ｂ１Ｃ２Ｄ"],
)
def test_join_by_the_code_as_people_type_it(table: Table, typed: str) -> None:
    response = join(typed)

    assert (response.status_code, response["Location"]) == (303, table.url + "seats/")


def test_join_leads_to_the_seats(table: Table) -> None:
    page = Shown(Phone().get(join(CODE)["Location"]))

    assert "I am Anna" in page.text
    assert page.find(action=f"{table.url}seats/{table.seats.first().pk}/sit/")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Type the six characters of the table's code."),
        (" - ", "Type the six characters of the table's code."),
        ("0B1C2", "The code has six characters. Check the last one."),
        ("0B1C2DX", "The code has six characters. Check the last one."),
        ("0B1C2F", "No open table has the code 0B1 C2F."),
        ("<b>0B1C2", "No open table has the code B0B 1C2."),
    ],
)
@pytest.mark.usefixtures("table")
def test_join_by_another_code(typed: str, said: str) -> None:
    response = join(typed)

    page = Shown(response)
    assert response.status_code == 422
    assert said in page.text
    assert page.find(name="code")[0]["value"] == typed


@pytest.mark.parametrize(
    "changes",
    [
        {"code_until": timezone.now() - timedelta(seconds=1)},
        {"deleted_at": timezone.now()},
        {"code": "222222"},
    ],
    ids=["closed", "deleted", "none"],
)
def test_join_says_the_same_of_a_closed_table_and_of_none(
    table: Table, changes: dict[str, Any]
) -> None:
    Table.objects.filter(pk=table.pk).update(**changes)

    response = join(CODE)

    assert response.status_code == 422
    assert "No open table has the code 0B1 C2D." in Shown(response).text


def test_join_again_when_the_table_was_opened(table: Table) -> None:
    Phone().post(table.url + "joining/", {"open": "0"})
    closed = join(CODE).status_code
    Phone().post(table.url + "joining/", {"open": "1"})

    assert (closed, join(CODE).status_code) == (422, 303)


def test_join_too_often_from_one_address(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    tried = [join("222222").status_code for _ in range(limits.CODES.size)]

    response = join(CODE)

    assert tried == [422] * limits.CODES.size
    assert (response.status_code, response["Retry-After"]) == (429, "30")
    assert "The next one in 30 seconds." in Shown(response).text
    assert Shown(response).find(name="code")[0]["value"] == CODE
    assert join(CODE, address="10.0.0.2")["Location"] == table.url + "seats/"


@pytest.mark.usefixtures("table")
def test_join_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    for _ in range(limits.CODES.size):
        join("222222")
    monkeypatch.setattr(time, "time", lambda: now + 30)

    assert [join(CODE).status_code for _ in range(2)] == [303, 429]


@pytest.mark.usefixtures("table")
def test_join_too_often_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    monkeypatch.setattr(limits, "CODES_IN_ALL", limits.Bucket(3, 0.5))
    wrong = [join("222222", address=f"10.0.0.{number}").status_code for number in range(3)]

    response = join("222222", address="10.0.0.9")

    assert wrong == [422] * 3
    assert (response.status_code, response["Retry-After"]) == (429, "2")
    # A right code too: else whoever has many addresses would go on guessing.
    assert join(CODE, address="10.0.0.8").status_code == 429
    monkeypatch.setattr(time, "time", lambda: now + 2)
    assert join(CODE, address="10.0.0.8").status_code == 303


@pytest.mark.usefixtures("table")
def test_join_by_right_codes_wears_out_nothing_that_all_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "CODES_IN_ALL", limits.Bucket(1, 0.001))

    assert [join(CODE, address=f"10.0.0.{each}").status_code for each in range(3)] == [303] * 3


def test_join_counts_a_household_of_ipv6_addresses_as_one() -> None:
    for number in range(limits.CODES.size):
        join("222222", address=f"2001:db8:1:2::{number + 1:x}")

    assert join(CODE, address="2001:db8:1:2:ffff::9").status_code == 429


@pytest.mark.usefixtures("table")
def test_join_of_phones_whose_address_is_unknown_leaves_room_for_the_others() -> None:
    for _ in range(limits.CODES.size):
        join("222222", address="")

    assert join(CODE).status_code == 303


def test_code_of_a_new_table_is_its_own() -> None:
    assert new_table().code != new_table().code
