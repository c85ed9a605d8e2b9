"""The table: its seats, joining, the next game, the end of it, and its files."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.utils import timezone

from companion import limits, playfile
from companion.games import all_games
from companion.tables import held, next_game, seating, tokens
from companion.tables.here import AtTable
from companion.tables.models import Seat, Table
from companion.tables.played import games_played
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
    together,
    totals,
)

pytestmark = pytest.mark.django_db


def press(table: Table, path: str, phone: Phone | None = None, **fields: Any) -> HttpResponse:
    """A plain form of the table is sent."""
    return (phone or Phone()).post(table.url + path, fields)


def goes_to(response: HttpResponse) -> tuple[int, str]:
    return response.status_code, response.get("Location", "")


def tick_of(table: Table) -> int:
    return Table.objects.get(pk=table.pk).tick


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def sit(table: Table, place: int, phone: Phone) -> str:
    """The phone sits down on a free seat; its id."""
    press(table, f"seats/{seats_of(table)[place].pk}/sit/", phone)
    return seats_of(table)[place].phone


def names(table: Table) -> list[str]:
    return [seat.name for seat in seats_of(table)]


# The table's page


def test_table_page_shows_seats_code_and_plays() -> None:
    table = new_table()

    page = Shown(Phone().get(table.url))

    assert all(name in page.text for name in ("Anna", "Boris", "Lost Cities"))
    assert f"{table.code[:3]} {table.code[3:]}" in page.text
    assert page.find(href=f"{table.url}1/")
    assert page.find(id="table")[0]["data-tick"] == str(tick_of(table))


def test_table_page_fragment_and_304() -> None:
    table, phone = new_table(), Phone()
    fragment = phone.part(table.url, "table")

    unchanged = phone.part(table.url, "table", **{"if-none-match": fragment["ETag"]})

    assert Shown(fragment).tags[0][1]["id"] == "table"
    assert not Shown(fragment).find(name="csrfmiddlewaretoken", form="")
    assert (unchanged.status_code, unchanged.templates) == (304, [])


def test_table_page_changes_when_the_code_runs_out() -> None:
    table, phone = new_table(), Phone()
    tag = phone.get(table.url)["ETag"]
    Table.objects.update(code_until=timezone.now())

    response = phone.get(table.url, headers={"if-none-match": tag})

    assert response.status_code == 200
    assert "Joining by code is closed" in Shown(response).text


def test_table_page_is_remembered_by_the_phone() -> None:
    first, second, phone = new_table(), new_table(), Phone()
    for table in (first, second, first):
        phone.get(table.url)

    home = Shown(phone.get("/"))

    links = [each["href"] for each in home.find() if each.get("href", "").startswith("/t/")]
    assert links == [f"{first.url}1/", f"{second.url}1/"]


def test_table_page_of_an_unknown_table() -> None:
    assert Phone().get(f"/t/{tokens.new_token()}/").status_code == 404


@pytest.mark.parametrize("count", [1, 300])
def test_table_page_costs_the_same_queries_however_long_the_log(
    count: int, django_assert_num_queries: Any
) -> None:
    table = new_table()
    for number in range(1, count):
        record_at(table, "set_card", card(card=2 + number % 9))
    held.forget()

    with django_assert_num_queries(5):
        Phone().get(table.url)


# The table before its first move


def test_open_an_empty_table_for_its_code() -> None:
    start, phone = new_start(rounds=4), Phone()
    address = f"/t/{start.token}/open/"

    first = phone.post(address, {"start": tokens.signed_start(start)})
    again = phone.post(address, {"start": tokens.signed_start(start)})

    table = Table.objects.get()
    page = Shown(phone.get(table.url))
    assert goes_to(first) == goes_to(again) == (303, table.url)
    assert (table.token, play_of(table).options) == (start.token, {"rounds": 4})
    assert (log_of(table).number, len(seats_of(table))) == (0, 2)
    assert f"{table.code[:3]} {table.code[3:]}" in page.text


def test_open_an_empty_table_then_move_on_its_empty_board() -> None:
    start, phone = new_start(), Phone()
    signed = tokens.signed_start(start)
    phone.post(f"/t/{start.token}/open/", {"start": signed})

    phone.tap(f"/t/{start.token}/1/set_card/", start=signed, **card())

    assert totals(Table.objects.get()) == (-15, 0)


@pytest.mark.parametrize("start", ["", "nonsense", tokens.signed_start(new_start())])
def test_open_a_table_without_its_start(start: str) -> None:
    response = Phone().post(f"/t/{tokens.new_token()}/open/", {"start": start})

    assert (response.status_code, Table.objects.count()) == (404, 0)


def test_open_a_deleted_table() -> None:
    start = new_start()
    fields = {"start": tokens.signed_start(start)}
    Phone().post(f"/t/{start.token}/open/", fields)
    Table.objects.update(deleted_at=timezone.now())

    response = Phone().post(f"/t/{start.token}/open/", fields)

    assert goes_to(response) == (303, Table.objects.get().url)
    assert Phone().get(response["Location"]).status_code == 410


# Name and joining


def test_rename() -> None:
    table, before = new_table(), timezone.now()

    response = press(table, "name/", name="  Пятница   у Ани ")

    assert goes_to(response) == (303, table.url)
    assert (fresh(table).name, tick_of(table)) == ("Пятница у Ани", 3)
    assert fresh(table).active_at > before


def test_rename_to_nothing() -> None:
    table = new_table()
    press(table, "name/", name="Friday")

    press(table, "name/", name=" ")

    assert fresh(table).name == ""


def test_rename_to_a_name_that_is_too_long() -> None:
    table = new_table()

    response = press(table, "name/", name="W" * 41)

    assert (response.status_code, fresh(table).name, tick_of(table)) == (422, "", 2)
    assert Shown(response).find(name="name")[0]["value"] == "W" * 41
    assert "A name has at most 40 letters." in Shown(response).text


def test_joining_is_closed_and_opened_again() -> None:
    table = new_table()

    closed = press(table, "joining/", open="0")
    closed_now = fresh(table).joinable
    opened = press(table, "joining/", open="1")

    assert goes_to(closed) == goes_to(opened) == (303, table.url)
    assert (closed_now, fresh(table).joinable, tick_of(table)) == (False, True, 4)
    assert fresh(table).code_until > timezone.now() + timedelta(hours=23)


# The next game


def test_next_game_page_offers_every_game_after_the_newest_play() -> None:
    table = new_table()

    page = Shown(Phone().get(table.url + "next/"))

    assert [each["value"] for each in page.find(name="game")] == list(all_games())
    assert {each["value"] for each in page.find(name="after")} == {"1"}


def test_next_game_tapped_twice_is_one_play() -> None:
    table = new_table()

    responses = [press(table, "next/", game="lost-cities", after="1") for _ in range(2)]

    assert [goes_to(each) for each in responses] == [(303, f"{table.url}2/")] * 2
    assert (table.plays.count(), tick_of(table)) == (2, 3)


@pytest.mark.django_db(transaction=True)
def test_next_game_tapped_by_six_at_once_is_one_play() -> None:
    table = new_table()

    responses = together(6, lambda _: press(table, "next/", game="lost-cities", after="1"))

    assert [goes_to(each) for each in responses] == [(303, f"{table.url}2/")] * 6
    assert table.plays.count() == 2


def test_rematch_copies_the_options_as_they_were_put_right() -> None:
    table = new_table(rounds=2)
    record_at(table, "options", {"rounds": 5})

    press(table, "next/", game="lost-cities", after="1")

    play = play_of(table, 2)
    assert (play.options, play.seats) == ({"rounds": 5}, play_of(table).seats)
    assert (totals(table, 2), totals(table)) == ((0, 0), (-15, 0))


def test_next_game_is_played_by_those_who_were_chosen() -> None:
    table = new_table()
    for name in ("Clara", "Dora"):
        press(table, "seats/add/", name=name, figure="leaf")
    anna, boris, _clara, dora = seats_of(table)

    press(table, "next/", game="lost-cities", after="1", seat=[str(dora.pk), str(boris.pk)])
    press(table, "next/", game="lost-cities", after="2")

    assert (play_of(table, 2).seats, play_of(table, 3).seats) == (
        [boris.pk, dora.pk],
        [anna.pk, boris.pk],
    )


def test_next_game_with_too_few_at_the_table_gets_seats() -> None:
    table = new_table()
    press(table, f"seats/{seats_of(table)[0].pk}/aside/")

    press(table, "next/", game="lost-cities", after="1")

    _, boris, extra = seats_of(table)
    assert (play_of(table, 2).seats, extra.given_name) == ([boris.pk, extra.pk], "")


def test_next_game_begun_while_a_page_is_made_waits_for_the_next_page() -> None:
    table = new_table()
    press(table, f"seats/{seats_of(table)[0].pk}/aside/")
    at = AtTable(table, seats_of(table), "", watching=False)

    press(table, "next/", game="lost-cities", after="1")

    assert [each.play.number for each in games_played(at)] == [1]


def test_next_game_with_one_chosen_takes_another_who_is_there() -> None:
    table = new_table()
    anna, boris = seats_of(table)

    press(table, "next/", game="lost-cities", after="1", seat=[str(boris.pk)])

    assert sorted(play_of(table, 2).seats) == [anna.pk, boris.pk]
    assert len(seats_of(table)) == 2


@pytest.mark.parametrize("fields", [{"game": "chess"}, {"game": ""}, {}])
def test_next_game_that_does_not_exist(fields: dict[str, str]) -> None:
    table = new_table()

    response = press(table, "next/", after="1", **fields)

    assert (response.status_code, table.plays.count()) == (404, 1)


@pytest.mark.parametrize("after", ["", "x", "-1", "9" * 30, "0"])
def test_next_game_after_nonsense_leads_to_a_play_that_is_there(after: str) -> None:
    table = new_table()

    response = press(table, "next/", game="lost-cities", after=after)

    assert (goes_to(response), table.plays.count()) == ((303, f"{table.url}1/"), 1)


def test_next_game_takes_nothing_from_the_limit_of_new_tables() -> None:
    table = new_table()
    for _ in range(limits.TABLES.size):
        limits.take("tables", limits.TABLES, "127.0.0.1")

    response = press(table, "next/", game="lost-cities", after="1")

    assert goes_to(response) == (303, f"{table.url}2/")


# Seats


def test_add_a_seat() -> None:
    table = new_table()

    response = press(table, "seats/add/", name="anna", figure="bolt")

    seat = seats_of(table)[2]
    assert goes_to(response) == (303, table.url)
    assert (seat.name, seat.figure, seat.phone, seat.place) == ("anna 2", "bolt", "", 2)
    assert tick_of(table) == 3


def test_add_a_seat_and_sit_down() -> None:
    table, phone = new_table(), Phone()
    sit(table, 0, phone)

    press(table, "seats/add/", phone, name="Clara", figure="bolt", sit="1")

    assert [bool(seat.phone) for seat in seats_of(table)] == [False, False, True]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": "W" * 41, "figure": "bolt"}, "A name has at most 40 letters."),
        ({"name": "\u200d", "figure": "bolt"}, "A name has at least one letter."),
        ({"name": "Clara", "figure": "cat"}, "Select a valid choice."),
    ],
)
def test_add_a_seat_that_cannot_be(fields: dict[str, str], said: str) -> None:
    table = new_table()

    response = press(table, "seats/add/", **fields)

    assert (response.status_code, len(seats_of(table)), tick_of(table)) == (422, 2, 2)
    assert said in Shown(response).text
    assert Shown(response).find(name="name")[0]["value"] == fields["name"]


def test_add_a_thirteenth_seat() -> None:
    table = new_table()
    for _ in range(10):
        press(table, "seats/add/", figure="bolt")

    response = press(table, "seats/add/", figure="bolt")

    assert (response.status_code, len(seats_of(table))) == (422, 12)
    assert "A table has twelve seats." in Shown(response).text


def test_rename_a_seat_shows_on_its_plays() -> None:
    table = new_table()
    anna, _ = seats_of(table)

    response = press(table, f"seats/{anna.pk}/", name="boris", figure="leaf")

    assert goes_to(response) == (303, table.url)
    assert (names(table), seats_of(table)[0].figure) == (["boris 2", "Boris"], "leaf")
    assert tick_of(table) == 3
    assert "boris 2" in Shown(Phone().get(f"{table.url}1/")).text


def test_rename_a_seat_to_its_own_name() -> None:
    table = new_table()

    press(table, f"seats/{seats_of(table)[0].pk}/", name="Anna", figure="moon")

    assert names(table) == ["Anna", "Boris"]


def test_rename_a_seat_to_nothing_keeps_it_and_its_points() -> None:
    table = new_table()

    press(table, f"seats/{seats_of(table)[0].pk}/", name=" ", figure="moon")

    assert (names(table), totals(table)) == (["Moon", "Boris"], (-15, 0))


def test_rename_a_seat_to_a_name_that_is_too_long() -> None:
    table = new_table()

    response = press(table, f"seats/{seats_of(table)[0].pk}/", name="W" * 41, figure="moon")

    assert (response.status_code, names(table), tick_of(table)) == (422, ["Anna", "Boris"], 2)
    assert Shown(response).find(name="name")[0]["value"] == "W" * 41


@pytest.mark.parametrize("way", ["up", "down"])
def test_move_a_seat_leaves_the_play_as_it_began(way: str) -> None:
    table = new_table()
    anna, boris = seats_of(table)

    response = press(table, f"seats/{anna.pk}/{way}/")

    assert goes_to(response) == (303, f"{table.url}seats/{anna.pk}/")
    assert (names(table), tick_of(table)) == (["Boris", "Anna"], 3)
    assert play_of(table).seats == [anna.pk, boris.pk]


def test_set_a_seat_aside_and_bring_it_back() -> None:
    table = new_table()
    sit(table, 0, Phone())
    seat = f"seats/{seats_of(table)[0].pk}/"

    press(table, seat + "aside/")
    aside = [(each.aside, each.phone) for each in seats_of(table)]
    shown = "Is set aside" in Shown(Phone().get(table.url)).text
    response = press(table, seat + "back/")

    assert (aside, shown) == ([(True, ""), (False, "")], True)
    assert goes_to(response) == (303, table.url)
    assert (seats_of(table)[0].aside, totals(table), tick_of(table)) == (False, (-15, 0), 5)


def test_sit_down_leads_to_the_play() -> None:
    table, phone = new_table(), Phone()

    response = press(table, f"seats/{seats_of(table)[1].pk}/sit/", phone)

    assert goes_to(response) == (303, f"{table.url}1/?first=1")
    assert [bool(seat.phone) for seat in seats_of(table)] == [False, True]
    assert tick_of(table) == 3
    assert "This is you" in Shown(phone.get(table.url)).text


def test_sit_down_elsewhere_frees_the_first_seat() -> None:
    table, phone = new_table(), Phone()
    sit(table, 0, phone)

    sit(table, 1, phone)

    assert [bool(seat.phone) for seat in seats_of(table)] == [False, True]


def test_take_over_a_seat_after_a_question() -> None:
    table, anya, other = new_table(), Phone(), Phone()
    seat, mine = seats_of(table)[0], sit(table, 0, anya)

    asked = press(table, f"seats/{seat.pk}/sit/", other)
    before = seats_of(table)[0].phone
    sure = press(table, f"seats/{seat.pk}/sit/", other, sure="1")

    assert asked.status_code == 200
    assert "Another phone sits here." in Shown(asked).text
    assert (before, goes_to(sure)) == (mine, (303, f"{table.url}1/"))
    assert seats_of(table)[0].phone not in ("", mine)


def test_sit_down_again_asks_nothing() -> None:
    table, phone = new_table(), Phone()
    mine = sit(table, 0, phone)

    response = press(table, f"seats/{seats_of(table)[0].pk}/sit/", phone)

    assert (response.status_code, seats_of(table)[0].phone) == (303, mine)


@pytest.mark.django_db(transaction=True)
def test_sit_down_of_six_phones_at_once_asks_all_but_the_first() -> None:
    table = new_table()
    path = f"seats/{seats_of(table)[0].pk}/sit/"

    responses = together(6, lambda _: press(table, path))

    assert sorted(each.status_code for each in responses) == [200] * 5 + [303]
    assert tick_of(table) == 3


def test_stand_up_keeps_the_seat_and_its_points() -> None:
    table, phone = new_table(), Phone()
    sit(table, 0, phone)

    response = press(table, "seats/stand/", phone)

    assert (goes_to(response), tick_of(table)) == ((303, table.url), 4)
    assert [seat.phone for seat in seats_of(table)] == ["", ""]
    assert (names(table), totals(table)) == (["Anna", "Boris"], (-15, 0))


def test_stand_up_of_a_phone_leaves_the_others_seated() -> None:
    table, anya, borya = new_table(), Phone(), Phone()
    sit(table, 0, anya)
    sit(table, 1, borya)

    press(table, "seats/stand/", anya)

    assert [bool(seat.phone) for seat in seats_of(table)] == [False, True]


@pytest.mark.parametrize("path", ["", "sit/", "up/", "aside/", "back/"])
@pytest.mark.parametrize("elsewhere", [True, False])
def test_seat_of_another_table(path: str, elsewhere: bool) -> None:
    table, other = new_table(), new_table()
    seat = seats_of(other)[0].pk if elsewhere else 999_999_999_999_999
    fields = {"name": "Eve", "figure": "bolt", "sure": "1"}

    response = press(table, f"seats/{seat}/{path}", **fields)

    assert (response.status_code, names(other), names(table)) == (404, *[["Anna", "Boris"]] * 2)
    assert Seat.objects.exclude(phone="").count() == 0


@pytest.mark.parametrize("path", ["seats/", "seats/add/", "seats/{}/", "seats/{}/sit/", "next/"])
def test_page_of_the_table_makes_nothing(path: str) -> None:
    table = new_table()

    response = Phone().get(table.url + path.format(seats_of(table)[0].pk))

    assert (response.status_code, tick_of(table)) == (200, 2)


@pytest.mark.parametrize(
    "path",
    ["name/", "joining/", "seats/stand/", "seats/{}/up/", "seats/{}/aside/", "restore/"],
)
def test_action_of_the_table_is_no_page(path: str) -> None:
    table = new_table()

    response = Phone().get(table.url + path.format(seats_of(table)[0].pk))

    assert (response.status_code, tick_of(table)) == (405, 2)


# Deleting


def test_delete_asks_first() -> None:
    table = new_table()

    response = Phone().get(table.url + "delete/")

    assert (response.status_code, fresh(table).deleted_at) == (200, None)
    assert "Delete the table?" in Shown(response).text


def test_delete_and_restore() -> None:
    table, phone = new_table(), Phone()

    deleted = press(table, "delete/", phone)
    gone = [phone.get(table.url + path).status_code for path in ("", "1/", "1/log/", "seats/")]
    restored = press(table, "restore/", phone)

    assert (deleted.status_code, gone) == (410, [410] * 4)
    assert Shown(deleted).find(action=table.url + "restore/")
    assert goes_to(restored) == (303, table.url)
    assert (fresh(table).deleted_at, totals(table), tick_of(table)) == (None, (-15, 0), 4)


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("name/", {"name": "x"}),
        ("joining/", {"open": "1"}),
        ("next/", {"game": "lost-cities", "after": "1"}),
        ("delete/", {}),
        ("seats/add/", {"figure": "bolt"}),
        ("seats/{}/", {"figure": "bolt"}),
        ("seats/{}/sit/", {}),
        ("seats/{}/up/", {}),
        ("seats/{}/aside/", {}),
        ("seats/stand/", {}),
    ],
)
def test_deleted_table_takes_nothing(path: str, fields: dict[str, str]) -> None:
    table = new_table()
    Table.objects.update(deleted_at=timezone.now())

    response = press(table, path.format(seats_of(table)[0].pk), **fields)

    assert (response.status_code, tick_of(table), len(seats_of(table))) == (410, 2, 2)


def test_deleted_table_is_not_on_the_home_page() -> None:
    table, phone = new_table(), Phone()
    phone.get(table.url)
    press(table, "delete/", phone)

    assert table.token not in phone.get("/").content.decode()


def test_restore_after_a_day() -> None:
    table = new_table()
    Table.objects.update(deleted_at=timezone.now() - timedelta(days=1, minutes=1))

    response = press(table, "restore/")

    assert response.status_code == 404
    assert fresh(table).deleted_at is not None


def test_restore_of_an_unknown_table() -> None:
    assert Phone().post(f"/t/{tokens.new_token()}/restore/").status_code == 404


# The evening


def test_evening_follows_every_correction() -> None:
    table = new_table()
    record_at(table, "set_round_total", {"player": 0, "round": 1, "points": 5})
    record_at(table, "finish", {})
    won = Shown(Phone().get(table.url)).text

    record_at(table, "amend", {"entry": 2, "args": {"player": 0, "round": 1, "points": -5}})

    assert "Anna won" in won
    assert "Boris won" in Shown(Phone().get(table.url)).text


def test_evening_shares_a_draw() -> None:
    table = new_table()
    record_at(table, "undo", {"entry": 1})
    record_at(table, "finish", {})

    text = Shown(Phone().get(table.url)).text

    assert "Lost Cities: draw" in text
    assert text.count("½") == 2


def test_evening_is_dated_where_it_was_made() -> None:
    table = new_table()
    Table.objects.update(zone="Asia/Vladivostok", created_at="2026-03-01T20:00:00Z")

    assert "Evening of 2 March" in Shown(Phone().get(table.url)).text


# Files


def test_export_of_a_play_is_read_by_replay() -> None:
    table = new_table(rounds=4)
    record_at(table, "next_round", {})
    record_at(table, "undo", {"entry": 2})
    record_at(table, "amend", {"entry": 1, "args": card(card=9)})
    record_at(table, "options", {"rounds": 5})

    response = Phone().get(f"{table.url}1/export.json")

    play = playfile.read(response.content, all_games())
    assert response["Content-Disposition"] == 'attachment; filename="lost-cities-1.json"'
    assert play.players == ("Anna", "Boris")
    assert play.log().state == log_of(table).state
    assert [row.entry for row in play.log().rows] == [row.entry for row in log_of(table).rows]


def test_export_of_the_table_holds_every_play() -> None:
    table = new_table()
    press(table, "name/", name="Friday")
    press(table, "next/", game="lost-cities", after="1")

    whole = json.loads(Phone().get(table.url + "export.json").content)

    found = [playfile.read(json.dumps(each), all_games()) for each in whole.pop("plays")]
    assert whole == {
        "format": "tableside-table/1",
        "name": "Friday",
        "day": table.day.isoformat(),
    }
    assert [len(play.entries) for play in found] == [1, 0]


def test_csv_of_the_standings() -> None:
    table = new_table(names=('=HYPERLINK("x")', "Аня, Боря"))

    response = Phone().get(f"{table.url}1/export.csv")

    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response.content.decode() == (
        '\ufeff"Player","Points","Place"\r\n'
        '"\'=HYPERLINK(""x"")","-15","2"\r\n"Аня, Боря","0","1"\r\n'
    )


@pytest.mark.parametrize("sign", "=+-@＝＋－＠")
def test_csv_runs_no_formula(sign: str) -> None:
    table = new_table(names=(f"{sign}1+1", "Boris"))

    text = Phone().get(f"{table.url}1/export.csv").content.decode()

    assert text.splitlines()[1] == f'"\'{sign}1+1","-15","2"'


def test_csv_of_a_name_that_another_separator_would_cut() -> None:
    table = new_table(names=("x;=1+1", "Boris"))

    text = Phone().get(f"{table.url}1/export.csv").content.decode()

    assert text.splitlines()[1] == '"x;\'=1+1","-15","2"'


def test_next_game_at_a_table_that_has_had_its_fill(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(next_game, "MOST_PLAYS", 1)
    table = new_table()

    response = press(table, "next/", game="lost-cities", after="1")

    assert response.status_code == 422
    assert table.plays.count() == 1


def test_next_game_after_one_that_never_was_finds_the_newest() -> None:
    table = new_table()

    response = press(table, "next/", game="lost-cities", after="9999999")

    assert response["Location"] == f"{table.url}1/"
    assert table.plays.count() == 1


def test_seats_may_outnumber_the_figures() -> None:
    table = new_table()

    for _ in range(6):
        press(table, "seats/add/", figure=seating.free_figure(seats_of(table)))

    assert len({seat.figure for seat in seats_of(table)[:6]}) == 6
