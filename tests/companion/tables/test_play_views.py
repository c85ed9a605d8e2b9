"""A play on the wire: its page and fragment, and what each move is answered."""

from __future__ import annotations

import json
import time
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.utils import timezone

from companion import limits, playfile
from companion.tables import held, seating, tokens
from companion.tables.models import Entry, Play, Seat, Table
from companion.tables.wire import LARGEST_ARGS
from tests.companion.tables.inside import (
    Phone,
    Shown,
    card,
    log_of,
    new_start,
    new_table,
    play_of,
    record_at,
    seats_of,
    totals,
)

pytestmark = pytest.mark.django_db

EMPTY_BOARD = "/lost-cities/"


def board(table: Table) -> str:
    return f"{table.url}1/"


def sit(phone: Phone, table: Table, place: int) -> Seat:
    """The phone sits down on a seat, as its page would do it."""
    seat = seats_of(table)[place]
    phone.post(f"{table.url}seats/{seat.pk}/sit/", {"sure": "1"})
    seat.refresh_from_db()
    assert seat.phone
    return seat


def stored() -> tuple[int, ...]:
    return tuple(kind._default_manager.count() for kind in (Table, Seat, Play, Entry))


# The empty board


def test_looking_makes_nothing() -> None:
    response = Phone().get(EMPTY_BOARD)

    assert (response.status_code, stored()) == (200, (0, 0, 0, 0))
    assert response["Cache-Control"] == "no-store"


def test_every_look_promises_another_table() -> None:
    first, second = (Shown(Phone().get(EMPTY_BOARD)) for _ in range(2))

    starts = [tokens.read_start(each.field("start")) for each in (first, second)]
    assert all(starts)
    assert starts[0] != starts[1]


def test_first_tap_of_an_empty_board_makes_the_table() -> None:
    phone = Phone()
    page = Shown(phone.get(EMPTY_BOARD + "?rounds=5"))
    [(address, args)] = [key for key in page.keys("set_card/") if key[1]["card"] == 7][:1]
    start = page.field("start")

    response = phone.tap(address, start=start, part="play", **args)

    table = Table.objects.get()
    shown = Shown(response)
    assert address == board(table) + "set_card/"
    assert (response.status_code, stored()) == (200, (1, 2, 1, 1))
    assert shown.find(id="play")[0]["data-url"] == board(table)
    assert shown.find(id="play")[0]["data-entry"] == "1"
    assert (log_of(table).options, sorted(totals(table))) == ({"rounds": 5}, [-13, 0])


def test_first_tap_twice_on_the_empty_board_reaches_one_table() -> None:
    phone, start = Phone(), new_start()
    signed = tokens.signed_start(start)

    phone.tap(f"/t/{start.token}/1/set_card/", start=signed, **card(card=6))
    phone.tap(f"/t/{start.token}/1/set_card/", start=signed, **card(card=7))

    assert (stored(), totals(Table.objects.get())) == ((1, 2, 1, 2), (-7, 0))


def test_first_tap_that_is_refused_makes_nothing() -> None:
    start = new_start()

    response = Phone().tap(
        f"/t/{start.token}/1/set_card/", start=tokens.signed_start(start), **card(card=11)
    )

    assert (response.status_code, stored()) == (422, (0, 0, 0, 0))
    assert "There is no card 11: the numbers are 2 to 10." in Shown(response).text


@pytest.mark.parametrize("start", ["", "nonsense"])
def test_first_tap_without_a_good_start(start: str) -> None:
    response = Phone().tap(f"/t/{tokens.new_token()}/1/set_card/", start=start, **card())

    assert (response.status_code, response.content.decode()) == (404, "There is nothing here")
    assert stored() == (0, 0, 0, 0)


def test_refused_tap_with_the_start_of_a_table_that_exists_shows_the_table() -> None:
    start = new_start()
    signed = tokens.signed_start(start)
    address = f"/t/{start.token}/1/set_card/"
    Phone().tap(address, start=signed, **card())
    Seat.objects.filter(place=0).update(given_name="Anna")

    tapped = Phone().tap(address, start=signed, **card(player=1))
    typed = {"args": json.dumps(card(player=1)), "start": signed, "page": "p"}
    pressed = Phone().post(address, typed)

    assert "Red 5 is already laid: \u2068Anna\u2069 has it." in Shown(tapped).text
    assert pressed.status_code == 422
    assert Shown(pressed).find(id="play")[0]["data-entry"] == "1"
    assert Shown(pressed).field("start") == ""


# Page and fragment


def test_page_is_whole() -> None:
    table = new_table()

    response = Phone().get(board(table))

    page = Shown(response)
    assert response.status_code == 200
    assert [tag for tag, _ in page.tags[:2]] == ["html", "head"]
    assert page.find(id="play")[0]["data-entry"] == "1"
    assert page.find(id="said")


def test_fragment_is_the_root_alone() -> None:
    table = new_table()

    response = Phone().part(board(table))

    page = Shown(response)
    assert page.tags[0][0] == "div"
    assert page.tags[0][1]["id"] == "play"
    assert page.tags[0][1]["data-etag"] == response["ETag"]
    assert not page.find(id="said")
    assert not page.find(name="csrfmiddlewaretoken")


@pytest.mark.parametrize(
    "headers",
    [
        {"hx-request": "true"},
        {"hx-target": "play"},
        {"hx-request": "true", "hx-target": "log"},
        {"hx-request": "true", "hx-target": "play", "hx-history-restore-request": "true"},
    ],
)
def test_page_is_whole_unless_the_fragment_is_asked_for(headers: dict[str, str]) -> None:
    response = Phone().get(board(new_table()), headers=headers)

    assert Shown(response).tags[0][0] == "html"


def test_page_holds_the_tag_of_its_fragment() -> None:
    table, phone = new_table(), Phone()

    page, fragment = phone.get(board(table)), phone.part(board(table))

    assert Shown(page).find(id="play")[0]["data-etag"] == fragment["ETag"] != page["ETag"]


def test_fragment_stays_the_same_bytes_while_nothing_happens() -> None:
    table, phone = new_table(), Phone()
    phone.get(board(table))

    assert phone.part(board(table)).content == phone.part(board(table)).content


def test_headers_of_page_fragment_and_304() -> None:
    table, phone = new_table(), Phone()
    page, fragment = phone.get(board(table)), phone.part(board(table))
    unchanged = phone.get(board(table), headers={"if-none-match": page["ETag"]})

    for response in (page, fragment, unchanged):
        vary = {each.strip() for each in response["Vary"].split(",")}
        assert {"HX-Target", "Cookie", "Accept-Language"} <= vary
        assert response["Cache-Control"] == "no-cache, private"
    assert unchanged["ETag"] == page["ETag"]


@pytest.mark.parametrize("part", ["", "play"])
def test_304_comes_before_any_rendering(part: str, django_assert_num_queries: Any) -> None:
    table, phone = new_table(), Phone()
    headers = {"hx-request": "true", "hx-target": part} if part else {}
    tag = phone.get(board(table), headers=headers)["ETag"]
    held.forget()

    with django_assert_num_queries(2):
        response = phone.get(board(table), headers={**headers, "if-none-match": tag})

    assert (response.status_code, response.content) == (304, b"")
    assert response.templates == []


def test_304_ends_with_any_tap() -> None:
    table, phone = new_table(), Phone()
    tag = phone.get(board(table))["ETag"]

    phone.tap(board(table) + "set_card/", **card(card=6))

    response = phone.get(board(table), headers={"if-none-match": tag})
    assert response.status_code == 200
    assert response["ETag"] != tag


def test_tag_differs_by_part_eyes_language_and_theme() -> None:
    table = new_table()
    anya, borya, watcher, russian, dark = (
        Phone(),
        Phone(),
        Phone(),
        Phone("ru"),
        Phone(),
    )
    sit(anya, table, 0)
    sit(borya, table, 1)
    dark.cookies["theme"] = "dark"

    pages = [phone.get(board(table))["ETag"] for phone in (anya, borya, watcher, russian, dark)]
    parts = [phone.part(board(table))["ETag"] for phone in (anya, borya, watcher, russian)]

    assert len({*pages, *parts}) == 9


@pytest.mark.parametrize("part", ["", "play"])
def test_head_is_a_get_without_its_body(part: str) -> None:
    table, phone = new_table(), Phone()
    headers = {"hx-request": "true", "hx-target": part} if part else {}

    response = phone.head(board(table), headers=headers)

    assert (response.status_code, response.content) == (200, b"")
    assert response["ETag"] == phone.get(board(table), headers=headers)["ETag"]


@pytest.mark.parametrize("count", [1, 500])
def test_page_costs_the_same_queries_however_long_the_log(
    count: int, django_assert_num_queries: Any
) -> None:
    table = new_table()
    Entry.objects.bulk_create(
        Entry(
            play=play_of(table),
            number=number,
            key=str(uuid4()),
            what="set_card",
            args=card(card=2 + number % 9),
            targets=[],
            at=timezone.now(),
        )
        for number in range(2, count + 1)
    )
    phone = Phone()
    held.forget()

    with django_assert_num_queries(4):
        cold = phone.get(board(table))
    with django_assert_num_queries(4):
        warm = phone.part(board(table))

    assert Shown(cold).find(id="play")[0]["data-entry"] == str(count)
    assert Shown(warm).tags[0][1]["data-entry"] == str(count)


@pytest.mark.parametrize("value", ["", "nonsense", "a:b:c", "WyJhIl0:1:x"])
@pytest.mark.parametrize("name", ["phone", "tables"])
def test_page_with_a_cookie_that_we_did_not_sign(name: str, value: str) -> None:
    table, phone = new_table(), Phone()
    phone.cookies[name] = value

    response = phone.get(board(table))

    assert response.status_code == 200
    assert response.cookies[name].value not in ("", value)


def test_phone_keeps_its_cookie() -> None:
    table, phone = new_table(), Phone()

    first = phone.get(board(table)).cookies["phone"]
    second = phone.get(board(table)).cookies

    assert (first["max-age"], first["httponly"], first["samesite"]) == (
        400 * 24 * 3_600,
        True,
        "Lax",
    )
    assert "phone" not in second


@pytest.mark.parametrize(
    "path", ["2/", "0/", "10000/", "2/log/", "2/result/", "1/nothing/", "1/undo/"]
)
def test_page_that_does_not_exist(path: str) -> None:
    response = Phone().get(new_table().url + path)

    assert response.status_code == 404
    assert "There is nothing here" in Shown(response).text


def test_page_of_an_unknown_table() -> None:
    assert Phone().get(f"/t/{tokens.new_token()}/1/").status_code == 404


def test_page_of_a_deleted_table() -> None:
    table = new_table()
    Table.objects.update(deleted_at=timezone.now())

    page, part = Phone().get(board(table)), Phone().part(board(table))

    assert (page.status_code, part.status_code) == (410, 410)
    assert "This table was deleted" in Shown(page).text
    assert part.content.decode() == "This table was deleted."


def test_page_of_a_play_that_the_table_has_left() -> None:
    table, phone = new_table(), Phone()
    phone.post(table.url + "next/", {"game": "lost-cities", "after": "1"})

    page = Shown(phone.get(board(table)))

    assert "The table has gone on: Lost Cities" in page.text
    assert page.find(href=f"{table.url}2/")


# A tap


def test_tap_while_others_wait_is_answered_without_a_body() -> None:
    table = new_table()

    response = Phone().tap(board(table) + "set_card/", **card(card=6))

    assert (response.status_code, response.content, totals(table)) == (204, b"", (-9, 0))


def test_last_tap_is_answered_with_the_fragment() -> None:
    table, phone = new_table(), Phone()

    response = phone.tap(board(table) + "set_card/", part="play", **card(card=6))

    root = Shown(response).tags[0][1]
    assert response.status_code == 200
    assert (root["id"], root["data-entry"]) == ("play", "2")
    assert root["data-etag"] == response["ETag"] == phone.part(board(table))["ETag"]
    assert response.content == phone.part(board(table)).content


def test_fragment_after_a_tap_is_of_the_page_that_was_open() -> None:
    table, phone = new_table(), Phone()
    record_at(table, "next_round", {})

    response = phone.send(
        board(table) + "set_card/",
        {"args": json.dumps(card(card=6)), "key": str(uuid4()), "query": "round=1&side=0"},
        part="play",
    )

    assert Shown(response).find(id="side-0")
    assert not Shown(response).find(id="side-1")


def test_same_tap_twice_is_answered_alike() -> None:
    table, phone, key = new_table(), Phone(), str(uuid4())
    first = phone.tap(board(table) + "set_card/", key=key, part="play", **card(card=6))

    second = phone.tap(board(table) + "set_card/", key=key, part="play", **card(card=6))

    assert second.content == first.content
    assert log_of(table).number == 2


def test_key_in_capitals_is_the_same_key() -> None:
    table, phone, key = new_table(), Phone(), str(uuid4())

    for each in (key, key.upper()):
        phone.tap(board(table) + "finish/", key=each)

    assert log_of(table).number == 2


def test_tap_of_a_phone_that_sits_is_its_players() -> None:
    table, phone = new_table(), Phone()
    sit(phone, table, 1)

    phone.tap(board(table) + "finish/")

    assert [row.by for row in log_of(table).rows] == [None, 1]


# What is refused


def test_refused_tap_is_one_sentence_and_the_way_out() -> None:
    table, phone = new_table(), Phone()

    response = phone.tap(board(table) + "set_card/", part="play", **card(player=1))

    shown = Shown(response)
    [(address, args)] = shown.keys("/")
    assert response.status_code == 422
    assert "Red 5 is already laid: \u2068Anna\u2069 has it." in shown.text
    assert (address, args) == (
        board(table) + "set_card/",
        {**card(player=1), "round": 1, "take": True},
    )
    assert response["Cache-Control"] == "no-store"
    assert not shown.find(id="play")


def test_refused_correction_has_no_way_out_that_would_count_beside_it() -> None:
    table = new_table()
    record_at(table, "set_card", card(player=0, card=5))
    record_at(table, "set_card", card(player=1, card=6))
    args = {"entry": 2, "args": card(player=1, card=5)}

    response = Phone().tap(f"{board(table)}amend/", **args)

    assert response.status_code == 422
    assert not Shown(response).keys("/set_card/")


def test_way_out_of_a_refused_tap_is_recorded() -> None:
    table, phone = new_table(), Phone()
    [(address, args)] = Shown(phone.tap(board(table) + "set_card/", **card(player=1))).keys("/")

    response = phone.tap(address, **args)

    assert (response.status_code, totals(table)) == (204, (0, -15))


def test_refused_form_is_a_whole_page_with_the_way_out() -> None:
    table = new_table()

    response = Phone().post(
        board(table) + "set_card/", {"args": json.dumps(card(player=1)), "page": "p"}
    )

    page = Shown(response)
    assert response.status_code == 422
    assert page.tags[0][0] == "html"
    assert "Red 5 is already laid: \u2068Anna\u2069 has it." in page.text
    assert any(args.get("take") for _, args in page.keys("set_card/"))


def test_unknown_move_is_refused() -> None:
    table = new_table()

    response = Phone().tap(board(table) + "eat/")

    assert (response.status_code, log_of(table).number) == (422, 1)
    assert "This game has no such move." in Shown(response).text


@pytest.mark.parametrize("part", ["", "play"])
def test_undo_of_what_is_undone_says_so(part: str) -> None:
    table, phone = new_table(), Phone()
    phone.tap(board(table) + "undo/", entry=1)

    response = phone.tap(board(table) + "undo/", part=part, entry=1)

    assert response.status_code == 422
    assert Shown(response).text.strip() == "Entry 1 is already taken back."


def type_total(phone: Phone, table: Table, points: str, **more: str) -> HttpResponse:
    fields = {"player": "0", "round": "1", "points": points, "query": "by=hand", **more}
    return phone.post(board(table) + "set_round_total/", fields)


def test_typed_form_that_cannot_be_read_keeps_what_was_typed() -> None:
    table = new_table()

    response = type_total(Phone(), table, "twelve <b>", page=str(uuid4()))

    page = Shown(response)
    assert (response.status_code, log_of(table).number) == (422, 1)
    assert page.find(id="hand-points-0")[0]["value"] == "twelve <b>"
    assert page.find(id="hand-points-1")[0]["value"] == ""
    assert "Points: Type a whole number or a sum, such as −12 or 12+11−7." in page.text


def test_typed_form_that_is_recorded() -> None:
    table = new_table()

    response = type_total(Phone(), table, "12+11−7", page=str(uuid4()), was="null")

    assert (response.status_code, response["Location"]) == (303, board(table) + "?by=hand")
    assert totals(table) == (16, 0)


# Two phones typed at the same time


def test_conflict_shows_both_numbers_as_keys() -> None:
    table, phone = new_table(), Phone()
    type_total(phone, table, "7", page="a")

    response = phone.send(
        board(table) + "set_round_total/",
        {"player": "0", "round": "1", "points": "−9", "was": "null", "key": str(uuid4())},
        part="play",
    )

    shown = Shown(response)
    assert (response.status_code, totals(table)) == (409, (7, 0))
    assert (
        "Anna\u2069, round 1. Meanwhile another phone recorded 7, yours says −9. Which is right?"
        in shown.text
    )
    assert shown.keys("/") == [
        (board(table) + "set_round_total/", {"player": 0, "round": 1, "points": 7}),
        (board(table) + "set_round_total/", {"player": 0, "round": 1, "points": -9}),
    ]
    assert [each["value"] for each in shown.find(name="was")] == ["7", "7"]


@pytest.mark.parametrize(("place", "points"), [(0, 7), (1, -9)])
def test_conflict_is_settled_by_either_key(place: int, points: int) -> None:
    table, phone = new_table(), Phone()
    type_total(phone, table, "7", page="a")
    conflict = type_total(phone, table, "-9", page="b", was="null")
    shown = Shown(conflict)
    address, args = [key for key in shown.keys("set_round_total/") if len(key[1]) == 3][place]

    response = phone.post(
        address, {"args": json.dumps(args), "page": shown.field("page"), "was": "7"}
    )

    assert (conflict.status_code, response.status_code, totals(table)) == (409, 303, (points, 0))


# What is no move


@pytest.mark.parametrize(
    "fields",
    [
        {"args": "{", "key": str(uuid4())},
        {"args": "[1]", "key": str(uuid4())},
        {"args": "5", "key": str(uuid4())},
        {"args": "null", "key": str(uuid4())},
        {"args": '{"card": 1000000000}', "key": str(uuid4())},
        {"args": '{"card": NaN}', "key": str(uuid4())},
        {"args": "{}", "key": "not-a-uuid"},
        {"args": "{}", "key": str(uuid4()), "was": "{"},
    ],
)
@pytest.mark.parametrize("move", ["set_card", "options", "undo", "lots"])
def test_post_that_cannot_be_read(move: str, fields: dict[str, str]) -> None:
    table = new_table()

    response = Phone().send(board(table) + f"{move}/", fields)

    assert (response.status_code, response.content.decode()) == (
        400,
        "This move cannot be read. Reload the page and try again.",
    )
    assert log_of(table).number == 1


def test_post_that_is_too_large() -> None:
    table = new_table()
    fields = {"args": '{"x": "' + "a" * LARGEST_ARGS + '"}', "key": str(uuid4())}

    response = Phone().send(board(table) + "set_card/", fields)

    assert (response.status_code, response.content.decode()) == (
        413,
        "That is more than a move can hold.",
    )


def test_post_to_a_deleted_table() -> None:
    table = new_table()
    Table.objects.update(deleted_at=timezone.now())

    tapped = Phone().tap(board(table) + "finish/")
    pressed = Phone().post(board(table) + "finish/", {"page": "p"})

    assert (tapped.status_code, tapped.content.decode()) == (410, "This table was deleted.")
    assert pressed.status_code == 410
    assert Shown(pressed).find(action=table.url + "restore/")


@pytest.mark.parametrize("path", ["2/finish/", "0/finish/"])
def test_post_to_a_play_that_does_not_exist(path: str) -> None:
    response = Phone().tap(new_table().url + path)

    assert (response.status_code, response.content.decode()) == (404, "There is nothing here")


def test_post_to_a_page() -> None:
    table = new_table()

    codes = [Phone().post(board(table) + each).status_code for each in ("", "log/", "result/")]

    assert codes == [405, 405, 405]


@pytest.mark.parametrize("fields", [{"entry": "x"}, {"entry": "9"}, {}])
def test_amend_form_of_no_entry(fields: dict[str, str]) -> None:
    table = new_table()

    tapped = Phone().send(board(table) + "amend/", {**fields, "x": "1", "key": str(uuid4())})
    pressed = Phone().post(board(table) + "amend/", {**fields, "x": "1", "page": "p"})

    assert (tapped.status_code, pressed.status_code, log_of(table).number) == (422, 404, 1)


def test_more_moves_than_fingers_can_make(monkeypatch: pytest.MonkeyPatch) -> None:
    table, phone, now = new_table(), Phone(), time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    for _ in range(limits.POSTS.size):
        limits.take("posts", limits.POSTS, "127.0.0.1")

    response = phone.tap(board(table) + "finish/")

    assert (response.status_code, response["Retry-After"]) == (429, "1")
    assert response.content.decode() == "Too many at once. Try again in 1 second."
    assert log_of(table).number == 1


# Without a script


def test_form_is_answered_with_the_way_back() -> None:
    table = new_table()

    response = Phone().post(
        board(table) + "set_card/", {"args": json.dumps(card(card=6)), "page": "p"}
    )

    assert (response.status_code, response["Location"]) == (303, board(table))
    assert totals(table) == (-9, 0)


@pytest.mark.parametrize(
    ("fields", "end"),
    [
        ({"to": "log/"}, "log/"),
        ({"to": "settings/"}, "settings/"),
        ({"to": "//evil.example/"}, ""),
        ({"query": "round=1&side=0"}, "?round=1&side=0"),
        ({"query": "a\r\nSet-Cookie: x=1"}, "?a%0D%0ASet-Cookie:%20x=1"),
    ],
)
def test_form_is_answered_with_the_page_it_came_from(fields: dict[str, str], end: str) -> None:
    table = new_table()

    response = Phone().post(board(table) + "finish/", {"args": "{}", "page": "p", **fields})

    assert (response.status_code, response["Location"]) == (303, board(table) + end)


def test_double_click_on_one_key_of_a_page_counts_once() -> None:
    table, phone = new_table(), Phone()
    page = Shown(phone.get(board(table))).field("page")
    fields = {"args": json.dumps(card(card=6)), "page": page}

    codes = [phone.post(board(table) + "set_card/", fields).status_code for _ in range(2)]

    assert (codes, log_of(table).number) == ([303, 303], 2)


def test_two_keys_of_a_page_both_count() -> None:
    table, phone = new_table(), Phone()
    page = Shown(phone.get(board(table))).field("page")

    for number in (6, 7):
        phone.post(
            board(table) + "set_card/", {"args": json.dumps(card(card=number)), "page": page}
        )

    assert totals(table) == (-2, 0)


def test_same_key_of_two_pages_counts_twice() -> None:
    table, phone = new_table(), Phone()
    for _ in range(2):
        page = Shown(phone.get(board(table))).field("page")
        phone.post(board(table) + "lots/", {"args": "{}", "page": page})

    assert log_of(table).number == 3


def test_stale_form_keeps_its_values_and_is_sent_again() -> None:
    table, phone = new_table(), Phone(enforce_csrf_checks=True)
    fields = {"player": "0", "round": "1", "points": '7+"5"', "page": str(uuid4())}
    address = board(table) + "set_round_total/?x=1"

    stale = phone.post(address, {**fields, "csrfmiddlewaretoken": "old"})

    page = Shown(stale)
    kept = {name: page.field(name) for name in fields}
    token = page.field("csrfmiddlewaretoken")
    assert (stale.status_code, kept, log_of(table).number) == (403, fields, 1)
    assert page.find(action=address)
    again = phone.post(address, {**kept, "points": "7+5", "csrfmiddlewaretoken": token})
    assert (again.status_code, totals(table)) == (303, (12, 0))


def test_form_of_another_site_is_not_offered_again() -> None:
    table, phone = new_table(), Phone(enforce_csrf_checks=True)
    fields = {"args": json.dumps(card(card=6)), "page": "p"}

    response = phone.post(
        board(table) + "set_card/", fields, headers={"origin": "https://evil.example"}
    )

    assert response.status_code == 403
    assert not Shown(response).find(name="args")
    assert log_of(table).number == 1


def test_move_into_a_full_log_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playfile, "MOST_ENTRIES", 1)
    table = new_table()

    response = Phone().tap(board(table) + "set_card/", **card(card=6))

    assert response.status_code == 422
    assert "The log of this game is full (1 entries)" in Shown(response).text
    assert log_of(table).number == 1


def test_stale_tap_gets_one_sentence_and_a_token() -> None:
    table, phone = new_table(), Phone(enforce_csrf_checks=True)

    response = phone.tap(board(table) + "finish/")

    assert (response.status_code, response["Content-Type"]) == (403, "text/plain; charset=utf-8")
    phone.get(board(table))
    token = phone.cookies["csrftoken"].value
    again = phone.post(
        board(table) + "finish/",
        {"args": "{}", "key": str(uuid4())},
        headers={"hx-request": "true", "x-csrftoken": token},
    )
    assert again.status_code == 204


# The other pages of a play


@pytest.mark.parametrize(
    "path", ["log/", "settings/", "lots/", "dice/", "timer/", "result/", "print/"]
)
def test_other_page_of_a_play(path: str) -> None:
    table = new_table()

    response = Phone().get(board(table) + path)

    assert response.status_code == 200
    assert Shown(response).tags[0][0] == "html"


def test_picture_is_an_svg() -> None:
    response = Phone().get(board(new_table()) + "picture.svg")

    assert (response.status_code, response["Content-Type"]) == (200, "image/svg+xml; charset=utf-8")
    assert Shown(response).tags[0][0] == "svg"


def test_log_page_shows_each_entry_and_its_keys() -> None:
    table = new_table()
    record_at(table, "next_round", {})
    record_at(table, "undo", {"entry": 2})

    page = Shown(Phone().get(board(table) + "log/"))

    assert page.find(href=board(table) + "amend/1/")
    assert (board(table) + "undo/", {"entry": 1}) in page.keys("undo/")
    assert (board(table) + "redo/", {"entry": 2}) in page.keys("redo/")
    assert "\u2068Anna\u2069: red 5" in page.text


def test_log_page_takes_a_correction_back_alone_and_puts_it_back() -> None:
    table, phone = new_table(), Phone()
    record_at(table, "amend", {"entry": 1, "args": card(card=9)})
    log = board(table) + "log/"

    page = Shown(phone.get(log))
    assert "corrected" in page.text
    assert page.find(**{"aria-label": "Undo the correction: \u2068Anna\u2069: red 9"})
    assert {"entry": 1} in [args for _path, args in page.keys("undo/")]
    phone.tap(board(table) + "undo/", entry=2)

    page = Shown(phone.get(log))
    assert totals(table) == (-15, 0)
    assert "corrected" not in page.text
    (said,) = [each["data-said"] for _tag, each in page.tags if "data-said" in each]
    assert said == "Correction taken back: \u2068Anna\u2069: red 5"
    assert page.keys("redo/") == [(board(table) + "redo/", {"entry": 2})]
    assert page.find(**{"aria-label": "Put back the correction: \u2068Anna\u2069: red 5"})
    phone.tap(board(table) + "redo/", entry=2)

    page = Shown(phone.get(log))
    assert totals(table) == (-11, 0)
    assert (board(table) + "undo/", {"entry": 2}) in page.keys("undo/")
    assert page.keys("redo/") == []


@pytest.mark.parametrize("path", ["", "log/"])
def test_undo_takes_a_run_back_as_one(path: str) -> None:
    table = new_table()
    for count in (1, 2, 3):
        args = {"player": 0, "expedition": "red", "count": count}
        record_at(table, "set_contracts", args)

    page = Shown(Phone().get(board(table) + path))

    assert (board(table) + "undo/", {"entry": [2, 3, 4]}) in page.keys("undo/")
    assert (board(table) + "undo/", {"entry": 4}) not in page.keys("undo/")


def test_undo_beside_the_board_takes_fifty_taps_back_at_most() -> None:
    table = new_table()
    for count in (1, 2) * 30:
        record_at(table, "set_contracts", {"player": 0, "expedition": "red", "count": count})

    page = Shown(Phone().get(board(table)))

    assert page.keys("undo/") == [(board(table) + "undo/", {"entry": list(range(12, 62))})]


def test_undo_offers_the_last_move_that_counts() -> None:
    table = new_table()
    record_at(table, "next_round", {})
    record_at(table, "undo", {"entry": 2})

    page = Shown(Phone().get(board(table)))

    assert page.keys("undo/") == [(board(table) + "undo/", {"entry": 1})]


def test_board_says_what_was_taken_back_and_puts_it_back_until_something_is_recorded() -> None:
    table, phone = new_table(), Phone()
    for count in (1, 2):
        record_at(table, "set_contracts", {"player": 0, "expedition": "red", "count": count})
    run = {"entry": [2, 3]}
    record_at(table, "undo", run)

    page = Shown(Phone().get(board(table)))
    assert "Taken back: \u2068Anna\u2069: red, 2 contracts" in page.text
    assert page.keys("redo/") == [(board(table) + "redo/", run)]
    assert page.find(**{"aria-label": "Put back: \u2068Anna\u2069: red, 2 contracts"})
    assert page.keys("undo/") == [(board(table) + "undo/", {"entry": 1})]

    phone.tap(board(table) + "redo/", **run)
    assert log_of(table).rows[-1].entry.what == "redo"
    assert Shown(phone.get(board(table))).keys("redo/") == []

    record_at(table, "undo", run)
    record_at(table, "set_card", card(card=9))
    page = Shown(phone.get(board(table)))
    assert "Taken back" not in page.text
    assert page.keys("redo/") == []


def test_board_puts_the_very_first_entry_back() -> None:
    table = new_table()
    record_at(table, "undo", {"entry": 1})

    page = Shown(Phone().get(board(table)))

    assert page.keys("undo/") == []
    assert page.keys("redo/") == [(board(table) + "redo/", {"entry": 1})]


def test_board_puts_a_correction_back_alone() -> None:
    table = new_table()
    record_at(table, "amend", {"entry": 1, "args": card(card=9)})
    record_at(table, "undo", {"entry": 2})

    page = Shown(Phone().get(board(table)))

    assert "Correction taken back: \u2068Anna\u2069: red 5" in page.text
    assert page.keys("redo/") == [(board(table) + "redo/", {"entry": 2})]
    assert page.find(**{"aria-label": "Put back the correction: \u2068Anna\u2069: red 5"})


def test_entries_of_several_kinds_taken_back_at_once_are_put_back_at_once() -> None:
    table = new_table()
    record_at(table, "set_contracts", {"player": 0, "expedition": "red", "count": 1})
    record_at(table, "undo", {"entry": [2, 1]})

    page = Shown(Phone().get(board(table)))

    assert "Taken back: \u2068Anna\u2069: red 5" in page.text
    assert page.keys("redo/") == [(board(table) + "redo/", {"entry": [2, 1]})]


def test_log_page_tells_the_time_of_the_place_where_the_table_is() -> None:
    table = new_table()
    Table.objects.update(zone="Asia/Vladivostok")
    Entry.objects.update(at="2026-03-01T20:07:00Z")

    assert "06:07" in Shown(Phone().get(board(table) + "log/")).text


def test_log_page_fragment_and_304() -> None:
    table, phone = new_table(), Phone()
    fragment = phone.part(board(table) + "log/", "log")

    unchanged = phone.part(board(table) + "log/", "log", **{"if-none-match": fragment["ETag"]})

    assert Shown(fragment).tags[0][1]["id"] == "log"
    assert (unchanged.status_code, unchanged.templates) == (304, [])


def test_log_page_of_a_long_log_leads_to_the_earlier_entries() -> None:
    table, phone = new_table(), Phone()
    for number in range(2, 72):
        record_at(table, "set_card", card(card=2 + number % 9))

    first = Shown(phone.get(board(table) + "log/"))
    [link] = [each["href"] for each in first.find(href="?before=12")]
    second = Shown(phone.get(board(table) + "log/" + link))

    assert [args["entry"] for _, args in first.keys("undo/")][:60] == list(range(71, 11, -1))
    assert [args["entry"] for _, args in second.keys("undo/")][:11] == list(range(11, 0, -1))


def test_log_page_tells_what_a_corrected_entry_said_and_whose_correction_it_is(
    django_assert_max_num_queries: Any,
) -> None:
    table, phone = new_table(), Phone()
    record_at(table, "amend", {"entry": 1, "args": card(card=8)})
    log = board(table) + "log/"
    assert "corrected, it was: \u2068Anna\u2069: red 5" in Shown(phone.get(log)).text

    sit(phone, table, 1)
    phone.tap(board(table) + "amend/", entry=1, args=card(card=9))

    with django_assert_max_num_queries(4):
        text = Shown(phone.get(log)).text
    assert "\u2068Anna\u2069: red 9" in text
    assert "corrected by \u2068Boris\u2069, it was: \u2068Anna\u2069: red 5" in text


@pytest.mark.parametrize("before", ["x", "0", "-1", "9" * 20, "²"])
def test_log_page_before_nonsense(before: str) -> None:
    response = Phone().get(board(new_table()) + "log/", {"before": before})

    assert response.status_code == 200


@pytest.mark.parametrize("args", [{"order": []}, {"order": [7, 8]}, {"order": [-3]}])
def test_log_page_of_lots_that_were_corrected_to_nonsense(args: dict[str, Any]) -> None:
    table = new_table()
    record_at(table, "lots", {})
    correction = {"what": "amend", "args": args, "targets": [2], "at": timezone.now()}
    play_of(table).entries.create(number=3, key="an-older-version", **correction)

    response = Phone().get(board(table) + "log/")

    assert response.status_code == 200
    assert "Lots name each of the 2 players once." in Shown(response).text


def test_notice_of_what_a_correction_made_impossible() -> None:
    table = new_table()
    record_at(table, "next_round", {})
    record_at(table, "set_card", card(card=9, round=2))
    phone = Phone()

    phone.tap(board(table) + "undo/", entry=2)

    for _ in range(2):
        text = Shown(phone.get(board(table))).text
        assert "No longer counts: " in text
        assert "Round 2 is not open yet: round 1 is being played." in text
        assert "1 entry does not count any more." in text
        held.forget()  # another process, or this one after a restart


def test_amend_page_is_recorded_and_leads_back_to_the_log() -> None:
    table, phone = new_table(), Phone()
    page = Shown(phone.get(board(table) + "amend/1/"))
    fields = {name: page.field(name) for name in ("page", "to", "entry")}

    response = phone.post(
        board(table) + "amend/",
        {**fields, "player": "1", "expedition": "blue", "card": "9", "laid": "on"},
    )

    assert (response.status_code, response["Location"]) == (303, board(table) + "log/")
    assert totals(table) == (0, -11)


def test_amend_page_keeps_what_cannot_be() -> None:
    table = new_table()
    record_at(table, "set_round_total", {"player": 0, "round": 1, "points": 5})

    response = Phone().post(
        board(table) + "amend/",
        {"entry": "2", "player": "0", "round": "1", "points": "five", "page": "p"},
    )

    assert (response.status_code, totals(table)) == (422, (5, 0))
    assert Shown(response).field("points") == "five"
    assert "Type a whole number or a sum" in Shown(response).text


@pytest.mark.parametrize("entry", ["0", "9", "2"])
def test_amend_page_of_what_has_no_form(entry: str) -> None:
    table = new_table()
    record_at(table, "finish", {})

    assert Phone().get(board(table) + f"amend/{entry}/").status_code == 404


def test_settings_page_changes_an_option() -> None:
    table, phone = new_table(), Phone()
    page = Shown(phone.get(board(table) + "settings/"))
    key = (board(table) + "options/", {"rounds": 7})

    response = phone.post(
        key[0], {"args": json.dumps(key[1]), "page": page.field("page"), "to": page.field("to")}
    )

    assert key in page.keys("options/")
    assert (response.status_code, response["Location"]) == (303, board(table) + "settings/")
    assert log_of(table).options == {"rounds": 7}


def test_finished_play_locks_its_keys_until_they_are_asked_for() -> None:
    table, phone = new_table(), Phone()
    record_at(table, "finish", {})

    locked, open_again = phone.get(board(table)), phone.get(board(table) + "?correct=1")

    assert Shown(locked).find(href="?correct=1")
    assert "You are correcting a finished game" in Shown(open_again).text


def test_names_follow_the_seats() -> None:
    table = new_table()
    seat = seats_of(table)[0]
    seat.given_name = seating.clean_name("Зоя")
    seat.save()

    assert "\u2068Зоя\u2069: red 5" in Shown(Phone().get(board(table) + "log/")).text
