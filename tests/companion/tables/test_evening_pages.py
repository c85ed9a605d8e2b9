"""The evening's own pages and files: several games at one table, put right, shared, printed."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping
from html import unescape
from io import StringIO
from typing import Any
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest
from django.utils import timezone

from companion import playfile
from companion.games import all_games
from companion.tables import held, record, tokens
from companion.tables.models import Entry, Table
from tests.calculators.pythonalgorithm import tables as python_tables
from tests.companion.tables.inside import (
    Phone,
    Shown,
    log_of,
    new_table,
    play_of,
    record_at,
    seats_of,
    sent,
)
from tests.notepad import seats as notepad_tables

pytestmark = pytest.mark.django_db

PAGES = ["evening/", "print/", "picture.svg", "evening.txt", "export.csv", "export.json"]
HANDED_ON = ["picture.svg", "result.txt"]


def tell(table: Table, number: int, move: str, **args: Any) -> None:
    record.record(table.token, number, sent(move, args))


def begin(table: Table, slug: str, *names: str) -> int:
    """The next game, played by those; its number."""
    chosen = [str(seat.pk) for seat in seats_of(table) if seat.name in names]
    after = table.plays.count()
    Phone().post(table.url + "next/", {"game": slug, "after": str(after), "seat": chosen})
    return after + 1


def add(table: Table, *names: str) -> None:
    for name in names:
        Phone().post(table.url + "seats/add/", {"name": name, "figure": "leaf"})


def pad(table: Table, points: Mapping[str, str], *, over: bool = True) -> int:
    """A game on the score pad: those play who have points."""
    number = begin(table, "scorepad", *points)
    in_order = [seat.name for seat in seats_of(table) if seat.name in points]
    for player, name in enumerate(in_order):
        tell(table, number, "set_score", player=player, round=1, points=points[name])
    if over:
        tell(table, number, "finish")
    return number


def evening() -> Table:
    """Anna won at Lost Cities, shares a game on the pad with Clara; Dora only looks on."""
    table = new_table()
    Table.objects.update(name="Friday")
    record_at(table, "set_round_total", {"player": 0, "round": 1, "points": 30})
    record_at(table, "finish", {})
    add(table, "Clara", "Dora")
    pad(table, {"Anna": "7,5", "Boris": "-3", "Clara": "7,5"})
    return Table.objects.get(pk=table.pk)


def seen(table: Table, path: str = "evening/") -> str:
    """The words of a page, one blank between them."""
    text = unescape(re.sub("<[^>]+>", " ", get(table, path)))
    return " ".join(text.split()).replace(" ,", ",")


def standings(table: Table) -> str:
    """Of everybody: place, name, games, mean place, wins."""
    told = seen(table).split("Player Wins ")[1].split(" How the places")[0]
    return re.sub(" games?, mean place", "", told)


def get(table: Table, path: str, phone: Phone | None = None) -> str:
    response = (phone or Phone()).get(table.url + path)
    assert response.status_code == 200, path
    return response.content.decode()


def read_csv(text: str, separator: str = ",") -> list[list[str]]:
    assert text.startswith("\ufeff")
    return list(csv.reader(StringIO(text[1:]), delimiter=separator))


# The page


def test_evening_shows_who_is_first_and_every_game() -> None:
    table = evening()

    page = Shown(Phone().get(table.url + "evening/"))

    assert (
        standings(table) == "place 1 Anna 2 1 1½ place 2 Clara 1 1 ½ place 3 Boris 2 2.5 0 — Dora —"
    )
    assert "1 game, mean place 1" in page.text
    assert "Lost Cities: \u2068" not in page.text
    assert "Lost Cities: Anna won" in page.text
    assert "Score pad: draw" in page.text
    assert all(page.find(href=f"{table.url}{number}/?correct=1") for number in (1, 2))
    assert page.find(href=table.url, **{"aria-label": "To the table"})


def test_evening_before_any_game_is_over() -> None:
    table = new_table()

    page = Shown(Phone().get(table.url + "evening/"))

    assert "No winner yet" in page.text
    assert "round 1 of 3" in page.text
    assert not page.find(href=f"{table.url}1/?correct=1")
    assert not page.find(id="share-text")
    assert not [each for each in page.find() if "data-share" in each]


def test_evening_fragment_and_304() -> None:
    table, phone = evening(), Phone()
    fragment = phone.part(table.url + "evening/", "evening")
    tag = fragment["ETag"]

    unchanged = phone.part(table.url + "evening/", "evening", **{"if-none-match": tag})
    record_at(table, "set_round_total", {"player": 1, "round": 1, "points": 40})
    changed = phone.part(table.url + "evening/", "evening", **{"if-none-match": tag})

    assert Shown(fragment).tags[0][1]["id"] == "evening"
    assert (unchanged.status_code, unchanged.templates, changed.status_code) == (304, [], 200)
    assert "Lost Cities: Boris won" in Shown(changed).text


def test_correction_of_a_finished_game_changes_the_standings_at_once() -> None:
    table = evening()

    record_at(table, "amend", {"entry": 2, "args": {"player": 0, "round": 1, "points": -30}})

    assert standings(table) == (
        "place 1 Boris 2 2 1 place 2 Clara 1 1 ½ place 3 Anna 2 1.5 ½ — Dora —"
    )


def test_result_of_an_earlier_game_can_be_corrected() -> None:
    table = evening()

    page = Shown(Phone().get(table.url + "1/result/"))

    assert "To the new game" in page.text
    assert page.find(href=f"{table.url}1/?correct=1")


def test_evening_leaves_out_games_that_are_not_over_or_played_alone() -> None:
    table = evening()
    before = standings(table)
    pad(table, {"Boris": "-999999999.5", "Dora": "1"}, over=False)
    pad(table, {"Dora": "50"})

    assert standings(table) == before
    assert "Score pad: Dora won" in seen(table)
    assert "Dora : 1, Boris : −999 999 999.5" in seen(table)


def test_evening_of_a_late_joiner_and_of_one_who_left() -> None:
    table = new_table()
    number = pad(table, {"Anna": "5", "Boris": "9"}, over=False)
    tell(table, number, "add_player", name="Clara")
    tell(table, number, "set_score", player=2, round=1, points=20)
    tell(table, number, "drop_player", player=1)
    tell(table, number, "finish")

    assert [seat.name for seat in seats_of(table)] == ["Anna", "Boris", "Clara"]
    assert standings(table) == "place 1 Clara 1 1 1 place 2 Anna 1 2 0 place 3 Boris 1 3 0"


def test_evening_keeps_who_was_set_aside_if_they_played() -> None:
    table = evening()
    for seat in seats_of(table)[2:]:
        Phone().post(f"{table.url}seats/{seat.pk}/aside/")

    text = standings(table)

    assert "Clara" in text
    assert "Dora" not in text


def test_evening_orders_equals_round_the_table_whoever_moves() -> None:
    table = new_table()
    record_at(table, "undo", {"entry": 1})
    record_at(table, "finish", {})
    before = standings(table)
    Phone().post(f"{table.url}seats/{seats_of(table)[0].pk}/down/")

    after = standings(table)

    assert before == "place 1 Anna 1 1 ½ place 1 Boris 1 1 ½"
    assert after == "place 1 Boris 1 1 ½ place 1 Anna 1 1 ½"


def test_evening_goes_on_past_midnight_on_the_clock_of_its_place() -> None:
    table = evening()
    Table.objects.update(zone="Asia/Vladivostok", created_at="2026-03-01T12:30:00Z")
    Entry.objects.filter(play__number=1).update(at="2026-03-01T13:30:00Z")
    Entry.objects.filter(play__number=2).update(at="2026-03-01T15:10:00Z")
    held.forget()

    for path in ("evening/", "print/"):
        text = Shown(Phone().get(table.url + path)).text
        assert "1 March 2026" in text
        assert "22:30–01:10" in text
        assert "23:30" in text


@pytest.mark.parametrize(
    ("zone", "begun", "ended", "said"),
    [
        (
            "America/New_York",
            "2026-11-01T03:00",
            "2026-11-01T06:30",
            "31 October 2026, 23:00–01:30",
        ),
        ("Europe/Berlin", "2026-03-28T23:30", "2026-03-29T01:30", "29 March 2026, 00:30–03:30"),
        ("UTC", "2026-03-01T18:00", "2026-03-08T21:00", "1 March 2026, 18:00–8 March, 21:00"),
    ],
)
def test_evening_says_when_it_was(zone: str, begun: str, ended: str, said: str) -> None:
    table = evening()
    Table.objects.update(zone=zone, created_at=begun + "Z")
    Entry.objects.update(at=ended + "Z")
    held.forget()

    for path in ("evening/", "print/"):
        assert said in seen(table, path)


def test_putting_right_a_game_on_the_next_day_makes_the_evening_no_longer() -> None:
    table = evening()
    Table.objects.update(created_at="2026-03-01T18:00:00Z")
    Entry.objects.update(at="2026-03-01T19:30:00Z")
    held.forget()

    record_at(table, "set_round_total", {"player": 1, "round": 1, "points": 40})
    record_at(table, "dice", {"sides": 6, "rolled": [3]})
    record_at(table, "amend", {"entry": 2, "args": {"player": 0, "round": 1, "points": 31}})

    text = seen(table)
    assert "1 March 2026, 18:00–19:30" in text
    assert "19:30 · Boris : 40, Anna : 31" in text
    [link] = [
        each["href"] for each in Shown(Phone().get(table.url + "1/result/")).find(rel="noreferrer")
    ]
    assert "2026-03-01%2019%3A30%3A00" in link


@pytest.mark.parametrize("path", PAGES)
def test_page_of_a_deleted_and_of_an_unknown_table(path: str) -> None:
    table = evening()
    Table.objects.update(deleted_at=timezone.now())

    assert Phone().get(table.url + path).status_code == 410
    assert Phone().get(f"/t/{tokens.new_token()}/{path}").status_code == 404
    assert Phone().get(f"/t/{table.watch}/{path}").status_code == 404


@pytest.mark.parametrize("path", ["", *PAGES, "1/result/"])
def test_page_costs_the_same_queries_however_many_games(
    path: str, django_assert_max_num_queries: Any
) -> None:
    table = evening()
    for number in range(12):
        pad(table, {"Anna": str(number), "Boris": "5"})
    phone = Phone()
    phone.get(table.url)

    held.forget()
    with django_assert_max_num_queries(6):
        phone.get(table.url + path)
    with django_assert_max_num_queries(6):
        phone.get(table.url + path)


def test_games_read_together_are_what_each_reads_alone() -> None:
    table = evening()
    pad(table, {"Anna": "1", "Boris": "2"})
    plays = [play_of(table, number) for number in (1, 2, 3)]
    held.forget()
    held.reading(plays[1])
    tell(table, 2, "set_score", player=0, round=1, points="1")

    found = held.readings(plays)

    assert [each.state for each in found] == [log_of(table, n).state for n in (1, 2, 3)]
    assert [each.rows for each in found] == [held.reading(play).rows for play in plays]


# Text, picture, paper


def test_text_names_places_and_wins() -> None:
    table = evening()

    response = Phone().get(table.url + "evening.txt")

    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response.content.decode().translate({0x2068: None, 0x2069: None}).splitlines()[1:] == [
        "Wins of games played:",
        "🥇 Anna: 1½ of 2",
        "🥈 Clara: ½ of 1",
        "🥉 Boris: 0 of 2",
    ]
    assert table.token not in response.content.decode()


def test_text_is_what_the_page_shares_with_the_watch_link() -> None:
    table, phone = evening(), Phone()
    page = Shown(phone.get(table.url + "evening/"))

    [key] = [each for each in page.find() if "data-share" in each]

    assert key["data-text"] == get(table, "evening.txt")
    assert urlsplit(key["data-url"]).path == f"/w/{table.watch}/"


def test_result_of_a_game_as_text() -> None:
    text = get(evening(), "1/result.txt").translate({0x2068: None, 0x2069: None})

    assert text.splitlines()[1:] == ["🥇 Anna: 30", "🥈 Boris: 0"]


@pytest.mark.parametrize("path", ["picture.svg", "2/picture.svg"])
def test_picture_needs_no_other_file_and_names_everybody(path: str) -> None:
    table = evening()
    names = ["<&\"'", "W" * 40, "محمد", *(f"Guest {number}" for number in range(5))]
    add(table, *names)
    pad(table, {name: str(place) for place, name in enumerate(names)})

    picture = get(table, path if path == "picture.svg" else "3/picture.svg")

    drawn = ElementTree.fromstring(picture)
    texts = ["".join(each.itertext()) for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert set(names) <= set(texts)
    assert "href" not in picture
    assert table.token not in picture


@pytest.mark.parametrize("title", ["Bohn\x01anza", "Bohn\x1banza\ufffe", "\uffffBohnanza"])
def test_picture_can_be_drawn_whatever_a_game_is_called(title: str) -> None:
    table = evening()
    tell(table, 2, "set_title", title=title)

    for path in ("picture.svg", "2/picture.svg"):
        assert "Bohnanza" in "".join(ElementTree.fromstring(get(table, path)).itertext())


def test_paper_holds_every_game_with_all_its_points() -> None:
    table = evening()
    names = [f"Guest {number}" for number in range(8)]
    add(table, *names)
    pad(table, {name: str(place) for place, name in enumerate(names)})

    text = seen(table, "print/")

    assert "1. Lost Cities Anna Anna : 30, Boris : 0" in text
    assert "2. Score pad Anna, Clara Anna : 7.5, Clara : 7.5, Boris : −3" in text
    assert all(f"Guest {number} : {number}" in text for number in range(8))


# Files


def test_spreadsheet_of_the_evening_is_blank_where_somebody_did_not_play() -> None:
    table = evening()
    pad(table, {"Boris": "4", "Dora": "-9"}, over=False)

    response = Phone().get(table.url + "export.csv")

    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == f'attachment; filename="evening-{table.day}.csv"'
    assert read_csv(response.content.decode()) == [
        [
            *("Place", "Player", "Games", "Wins", "Mean place"),
            *("1. Lost Cities: points", "1. Lost Cities: place"),
            *("2. Score pad: points", "2. Score pad: place"),
            *("3. Score pad (not over): points", "3. Score pad (not over): place"),
        ],
        ["1", "Anna", "2", "1.5", "1", "30", "1", "7.5", "1", "", ""],
        ["2", "Clara", "1", "0.5", "1", "", "", "7.5", "1", "", ""],
        ["3", "Boris", "2", "0", "2.5", "0", "2", "-3", "3", "4", ""],
        ["", "Dora", "", "", "", "", "", "", "", "-9", ""],
    ]


def test_spreadsheet_in_russian_is_cut_by_semicolons_and_has_decimal_commas() -> None:
    text = get(evening(), "export.csv", Phone("ru"))

    assert read_csv(text, ";")[1][1:9] == ["Anna", "2", "1,5", "1", "30", "1", "7,5", "1"]


def test_spreadsheet_of_the_evening_runs_no_formula() -> None:
    table = evening()
    Phone().post(f"{table.url}seats/{seats_of(table)[0].pk}/", {"name": "=1+1", "figure": "moon"})
    tell(table, 2, "set_title", title="@SUM(1)")

    rows = read_csv(get(table, "export.csv"))

    assert rows[1][1] == "'=1+1"
    assert not any(cell.startswith(("=", "+", "@")) for row in rows for cell in row)
    assert rows[3][7] == "-3"


def test_file_of_the_evening_replays_to_what_the_pages_show() -> None:
    table = evening()

    file = get(table, "export.json")

    plays = playfile.read_evening(file, all_games()) or []
    whole = json.loads(file)
    assert (whole["name"], whole["day"]) == ("Friday", table.day.isoformat())
    assert [each.log().state for each in plays] == [log_of(table, n).state for n in (1, 2)]


def test_late_joiner_goes_by_the_new_name_in_the_file_too() -> None:
    table = new_table()
    number = pad(table, {"Anna": "5", "Boris": "9"}, over=False)
    tell(table, number, "add_player", name="Clara")
    seat = seats_of(table)[2]
    Phone().post(f"{table.url}seats/{seat.pk}/", {"name": "Zoë", "figure": "leaf"})

    play = playfile.read(get(table, f"{number}/export.json"), all_games())

    assert [each.name for each in play.game.joined(play.log().state.game)] == ["Zoë"]


def test_new_name_is_everywhere() -> None:
    table = evening()
    Phone().post(f"{table.url}seats/{seats_of(table)[0].pk}/", {"name": "Zoë", "figure": "moon"})
    Phone().post(f"{table.url}name/", {"name": "Saturday"})

    for path in PAGES:
        text = get(table, path)
        assert "Zoë" in text, path
        assert "Anna" not in text, path
    for path in ("evening/", "print/", "picture.svg", "evening.txt", "export.json"):
        assert "Saturday" in get(table, path), path


# BG Stats


def test_finished_game_is_handed_to_bg_stats_without_the_tables_address() -> None:
    table = evening()

    page = Shown(Phone().get(table.url + "2/result/"))

    [link] = [each["href"] for each in page.find(rel="noreferrer")]
    data = json.loads(parse_qs(urlsplit(link).query)["data"][0])
    assert [(each["name"], each["score"], each["winner"]) for each in data["players"]] == [
        ("Anna", 7.5, True),
        ("Boris", -3, False),
        ("Clara", 7.5, True),
    ]
    assert table.token not in link
    assert table.watch not in link


def test_game_that_is_not_over_is_not_handed_on() -> None:
    page = Shown(Phone().get(new_table().url + "1/result/"))

    assert not page.find(rel="noreferrer")


# Secrets


@pytest.mark.parametrize("path", ["", *PAGES, "watch"])
def test_hidden_tokens_are_in_no_page_or_file_of_the_evening(path: str) -> None:
    table = python_tables.new_table(3, open_tokens=False)
    python_tables.tell(table, "set_tokens", player=0, tokens=7771)
    phone = python_tables.phone_of(table, 1)

    address = f"/w/{table.watch}/" if path == "watch" else table.url + path
    response = phone.get(address)

    assert response.status_code == 200
    assert "7771" not in response.content.decode()


def test_own_hidden_tokens_are_in_nothing_that_is_handed_on() -> None:
    table = python_tables.new_table(3, open_tokens=False)
    python_tables.tell(table, "set_tokens", player=0, tokens=7771)
    phone = python_tables.phone_of(table, 0)

    page = Shown(phone.get(table.url + "1/result/"))

    [key] = [each for each in page.find() if "data-share" in each]
    for text in (key["data-text"], *(get(table, f"1/{name}", phone) for name in HANDED_ON)):
        assert "Anna" in text
        assert "7771" not in text


@pytest.mark.parametrize("path", ["", *PAGES, "watch"])
def test_racks_and_notebooks_of_others_are_in_no_page_or_file_of_the_evening(path: str) -> None:
    table = notepad_tables.new_table()
    notepad_tables.note(table, "note", 0, text="quixotic scribble")
    notepad_tables.note(table, "note", 1, text="my own line")
    notepad_tables.rack(table, 1, "5R 5R 7C", 2)
    phone = notepad_tables.phone_of(1)

    address = f"/w/{table.watch}/" if path == "watch" else table.url + path
    text = phone.get(address).content.decode()

    assert "quixotic" not in text
    assert '"5R"' not in text
    assert ("my own line" in text) is (path == "export.json")
