"""The watch-only link: everything is seen, nothing can be recorded, nothing leaks."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.signing import b64_decode
from django.http import HttpResponse
from django.utils import timezone

from companion.tables.live import listener_of, topic_of
from companion.tables.models import Entry, Table
from tests.companion.tables.inside import (
    Phone,
    Shown,
    card,
    new_table,
    record_at,
    seats_of,
    totals,
)

pytestmark = pytest.mark.django_db

PAGES = ["", "1/"]


def watch(table: Table) -> str:
    return f"/w/{table.watch}/"


def played_table() -> Table:
    """A table with a name, a phone on a seat, and several entries."""
    table = new_table()
    Table.objects.filter(pk=table.pk).update(name="Friday")
    Phone().post(f"{table.url}seats/{seats_of(table)[0].pk}/sit/")
    record_at(table, "set_card", card(player=1, card=9))
    record_at(table, "finish", {})
    return Table.objects.get(pk=table.pk)


def secrets_of(table: Table) -> list[str]:
    """What opens the table or speaks for a phone."""
    return [
        table.token,
        table.code,
        *Entry.objects.values_list("key", flat=True),
        *(seat.phone for seat in seats_of(table) if seat.phone),
    ]


def everything_sent(response: HttpResponse) -> str:
    """Body, headers and cookies, with what is only wrapped in base64 unwrapped."""
    text = response.content.decode() + str(response.headers) + str(response.cookies)
    for part in response.cookies["tables"].value.split(":") if "tables" in response.cookies else ():
        text += b64_decode(part.encode()).decode("latin-1")
    for each in Shown(response).find():
        key = parse_qs(urlsplit(each.get("data-stream", "")).query).get("key", [""])[0]
        text += b64_decode(key.split(":")[0].encode()).decode() if key else ""
    return text


@pytest.mark.parametrize("path", PAGES)
def test_watch_shows_the_score(path: str) -> None:
    table = played_table()

    page = Shown(Phone().get(watch(table) + path))

    assert all(each in page.text for each in ("Anna", "Boris", "−15", "−11", "watching only"))


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("part", ["", "table", "play"])
def test_watch_holds_nothing_that_opens_the_table(path: str, part: str) -> None:
    table = played_table()

    response = Phone().part(watch(table) + path, part)

    text = everything_sent(response)
    assert response.status_code == 200
    assert "Anna" in text
    assert [each for each in secrets_of(table) if each in text] == []


@pytest.mark.parametrize("path", PAGES)
def test_watch_has_no_key_and_no_form_for_the_table(path: str) -> None:
    table = played_table()

    page = Shown(Phone().get(watch(table) + path))

    links = [
        each.get(name, "") for each in page.find() for name in ("href", "action", "formaction")
    ]
    ours = [each for each in links if each.startswith(("/t/", "/w/"))]
    assert not page.find(name="args")
    assert not page.find(name="csrfmiddlewaretoken", form="")
    assert all(each.startswith(watch(table)) for each in ours)


@pytest.mark.parametrize("path", PAGES)
def test_watch_listens_with_a_key_of_its_own(path: str) -> None:
    table = played_table()

    page = Shown(Phone().get(watch(table) + path))

    [stream] = [each["data-stream"] for each in page.find() if each.get("data-stream")]
    [key] = parse_qs(urlsplit(stream).query)["key"]
    assert urlsplit(stream).path == watch(table) + "live/"
    assert listener_of(key) == (topic_of(table.token), "", True)


@pytest.mark.parametrize("path", PAGES)
def test_watch_tag_and_304(path: str) -> None:
    table, phone = played_table(), Phone()
    tag = phone.get(watch(table) + path)["ETag"]
    unchanged = phone.get(watch(table) + path, headers={"if-none-match": tag})
    record_at(table, "undo", {"entry": 2})

    changed = phone.get(watch(table) + path, headers={"if-none-match": tag})

    assert not any(each in tag for each in secrets_of(table))
    assert (unchanged.status_code, changed.status_code) == (304, 200)


def test_watch_is_not_remembered_by_the_phone() -> None:
    table, phone = played_table(), Phone()
    phone.get(watch(table))

    assert table.token not in phone.get("/").content.decode()
    assert "tables" not in phone.cookies


def test_watch_of_a_phone_that_sits_sees_what_the_table_sees() -> None:
    table, phone = played_table(), Phone()
    phone.post(f"{table.url}seats/{seats_of(table)[1].pk}/sit/")

    response = phone.get(watch(table) + "1/")

    assert not Shown(response).find(name="args")
    assert table.token not in response.content.decode()


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("", 405),
        ("1/", 405),
        ("1/set_card/", 404),
        ("1/undo/", 404),
        ("next/", 404),
        ("seats/add/", 404),
        ("delete/", 404),
        ("restore/", 404),
    ],
)
def test_watch_takes_no_post(path: str, code: int) -> None:
    table = played_table()
    tick = table.tick

    response = Phone().post(
        watch(table) + path,
        {"args": '{"entry": 1}', "page": "p", "game": "lost-cities", "figure": "bolt"},
    )

    assert response.status_code == code
    assert (Table.objects.get().tick, totals(table)) == (tick, (-15, -11))


@pytest.mark.parametrize("path", ["", "1/", "1/log/", "seats/", "export.json"])
def test_watch_token_opens_no_page_of_the_table(path: str) -> None:
    table = played_table()

    assert Phone().get(f"/t/{table.watch}/{path}").status_code == 404


@pytest.mark.parametrize(("path", "args"), [("1/set_card/", card(card=6)), ("1/undo/", {})])
def test_watch_token_records_nothing(path: str, args: dict[str, Any]) -> None:
    table = played_table()

    response = Phone().tap(f"/t/{table.watch}/{path}", **args)

    assert (response.status_code, totals(table)) == (404, (-15, -11))


@pytest.mark.parametrize("path", PAGES)
def test_table_token_opens_no_watch_page(path: str) -> None:
    assert Phone().get(f"/w/{played_table().token}/{path}").status_code == 404


@pytest.mark.parametrize("path", ["1/log/", "1/export.json", "1/result/", "seats/", "2/"])
def test_watch_has_no_other_page(path: str) -> None:
    assert Phone().get(watch(played_table()) + path).status_code == 404


@pytest.mark.parametrize("path", PAGES)
def test_watch_of_a_deleted_table_offers_no_way_back(path: str) -> None:
    table = played_table()
    Table.objects.update(deleted_at=timezone.now())

    response = Phone().get(watch(table) + path)

    assert response.status_code == 410
    assert not any(each in everything_sent(response) for each in secrets_of(table))
    assert not Shown(response).find(method="post")
