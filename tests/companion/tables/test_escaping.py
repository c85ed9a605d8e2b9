"""Names are text: whatever they hold, every page keeps its shape and shows them whole."""

from __future__ import annotations

import json

import pytest

from companion.tables.models import Table
from tests.companion.tables.inside import Phone, Shown, new_table, record_at, seats_of

pytestmark = pytest.mark.django_db

PLAIN = "Anna"
NAMES = {
    "markup": "<img src=x onerror=1>",
    "quotes": "\"'&`",
    "end of a tag": '"><script>alert(1)</script>',
    "template": "{{ 1|add:2 }}{% now %}",
    "percent": "%(name)s %s %",
    "emoji": "😀👨‍👩‍👧",
    "long": "W" * 40,
    "arabic": "محمد ١٢",
    "devanagari": "नीतू क्षत्रिय",
}
PAGES = [
    "",
    "evening/",
    "print/",
    "picture.svg",
    "seats/",
    "seats/add/",
    "seats/{seat}/",
    "seats/{seat}/sit/",
    "next/",
    "delete/",
    "1/",
    "1/?by=hand",
    "1/?correct=1",
    "1/log/",
    "1/amend/1/",
    "1/settings/",
    "1/lots/",
    "1/dice/",
    "1/timer/",
    "1/result/",
    "1/print/",
    "1/picture.svg",
    "watch",
    "watch 1/",
    "home",
]


def evening() -> Table:
    """Lots, a card taken from the other, a total by hand, the end; a phone on each seat."""
    table = new_table()
    record_at(table, "lots", {})
    record_at(table, "set_card", {**card_of(1), "take": True})
    record_at(table, "set_contracts", {"player": 0, "expedition": "blue", "count": 2})
    record_at(table, "set_round_total", {"player": 0, "round": 1, "points": 30})
    record_at(table, "finish", {})
    record_at(table, "set_card", card_of(0) | {"card": 9})
    record_at(table, "undo", {"entry": 1})
    for seat in seats_of(table):
        Phone().post(f"{table.url}seats/{seat.pk}/sit/")
    return table


def card_of(player: int) -> dict[str, object]:
    return {"player": player, "expedition": "red", "card": 5, "laid": True}


def rename(table: Table, name: str) -> None:
    """Both seats and the table get the name, as their forms would give it."""
    phone = Phone()
    for seat in seats_of(table):
        fields = {"name": name, "figure": seat.figure}
        assert phone.post(f"{table.url}seats/{seat.pk}/", fields).status_code == 303
    assert phone.post(table.url + "name/", {"name": name}).status_code == 303


def shown(table: Table, phone: Phone, page: str) -> Shown:
    if page == "home":
        address = "/"
    elif page.startswith("watch"):
        address = f"/w/{table.watch}/" + page.removeprefix("watch").strip()
    else:
        address = table.url + page.format(seat=seats_of(table)[0].pk)
    response = phone.get(address)
    assert response.status_code == 200, address
    return Shown(response)


def shape(page: Shown) -> list[tuple[str, list[str]]]:
    return [(tag, list(attributes)) for tag, attributes in page.tags]


def without_isolates(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


@pytest.fixture
def visited() -> tuple[Table, Phone]:
    """An evening, and a phone that has its table on the home page."""
    table, phone = evening(), Phone()
    phone.get(table.url)
    return table, phone


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_name_changes_no_page_but_its_text(visited: tuple[Table, Phone], name: str) -> None:
    table, phone = visited
    rename(table, PLAIN)
    before = {page: shape(shown(table, phone, page)) for page in PAGES}

    rename(table, name)

    for page in PAGES:
        after = shown(table, phone, page)
        assert shape(after) == before[page], page
        assert name in without_isolates(after.text), page


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_name_stands_whole_in_attributes(visited: tuple[Table, Phone], name: str) -> None:
    table, phone = visited
    rename(table, name)

    page = shown(table, phone, "1/")

    labels = [without_isolates(each.get("aria-label", "")) for each in page.find()]
    for beginning in ("At the table: ", "Undo: "):
        assert any(each.startswith(beginning) and name in each for each in labels)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_name_in_a_refusal(visited: tuple[Table, Phone], name: str) -> None:
    table, phone = visited
    rename(table, name)
    args = {**card_of(0), "card": 9, "player": 1}

    tapped = phone.tap(f"{table.url}1/set_card/", **args)
    pressed = phone.post(f"{table.url}1/set_card/", {"args": json.dumps(args), "page": "p"})

    for response in (tapped, pressed):
        said = without_isolates(Shown(response).text)
        assert f"Red 9 is already laid: {name} has it." in said
        assert "<img" not in response.content.decode()
        assert "<script>" not in response.content.decode()


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_name_in_a_file_is_the_name(visited: tuple[Table, Phone], name: str) -> None:
    table, phone = visited
    rename(table, name)

    file = json.loads(phone.get(f"{table.url}1/export.json").content)

    assert file["players"] == [seat.name for seat in seats_of(table)]
    assert file["players"][0] == name


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_name_that_is_typed_again_is_kept(visited: tuple[Table, Phone], name: str) -> None:
    table, phone = visited
    rename(table, name)

    fields = shown(table, phone, "seats/{seat}/")

    assert fields.field("name") == name


def test_query_of_a_page_is_text(visited: tuple[Table, Phone]) -> None:
    table, phone = visited
    query = {"round": NAMES["end of a tag"], "correct": "1", "x": NAMES["markup"]}

    page = Shown(phone.get(f"{table.url}1/", query))

    assert shape(page) == shape(Shown(phone.get(f"{table.url}1/?correct=1&round=1&x=1")))


def test_search_of_the_rules_is_text() -> None:
    response = Phone().get("/rules/lost-cities/", {"q": NAMES["end of a tag"]})

    assert response.status_code == 200
    assert Shown(response).field("q") == NAMES["end of a tag"]
    assert "<script>alert" not in response.content.decode()
