"""The result, the paper and the big screen: what is told, and what stays hidden."""

from __future__ import annotations

import json
import re
from html import unescape
from random import Random
from typing import Any

import pytest
from django.http import HttpResponse

from companion.tables import record, tokens
from companion.tables.models import Table
from notepad.game import GAME
from notepad.result import paper, result, told
from notepad.rules import Answered
from notepad.watch import watch
from tests.companion.tables.inside import Phone, Shown, record_at
from tests.notepad.table import NAMES, played, state_of
from tests.notepad.test_rules import answer, declare, rack

FOUR = NAMES[:4]


def three_right(player=1):
    return [declare(player, (numbers, 4, 7), True) for numbers in (1, 2, 3)]


def codes_of(shown, player):
    (found,) = (each for each in shown["players"] if each["player"] == player)
    return [(each["code"], each["right"], len(each["tiles"])) for each in found["declared"]]


# -- the result


def test_winner_stands_first_with_the_codes():
    entries = [declare(0, (1, 2, 3)), *three_right()]
    shown = result(state_of(4, {}, entries), "table", FOUR)

    assert shown["verdict"] == "Winner: Боря"
    assert (shown["points"], shown["best"], shown["draw"], shown["cracked"]) == (
        3,
        [1],
        False,
        True,
    )
    assert [(each["name"], each["place"], each["points"]) for each in shown["players"]] == [
        ("Боря", 1, 3),
        ("Аня", 2, 0),
        ("Вера", 2, 0),
        ("Глеб", 2, 0),
    ]
    assert codes_of(shown, 1) == [("1 4 7", True, 0), ("2 4 7", True, 0), ("3 4 7", True, 0)]
    assert codes_of(shown, 0) == [("1 2 3", False, 0)]
    assert codes_of(shown, 2) == []


def test_points_are_marks_on_the_way_to_three():
    shown = result(state_of(4, {}, [declare(2, (1, 4, 7), True)]), "table", FOUR)

    assert [each["pips"] for each in shown["players"][:2]] == [[True, False, False], [False] * 3]


def test_stopped_early_it_is_a_draw():
    entries = [declare(0, (1, 4, 7), True), declare(3, (2, 4, 7), True), ("finish", {})]
    shown = result(state_of(4, {}, entries), "table", FOUR)

    assert shown["verdict"] == "Draw: Аня, Глеб"
    assert (shown["draw"], shown["best"], shown["cracked"]) == (True, [0, 3], False)


def test_before_the_end_it_says_who_is_ahead():
    state = state_of(4, {}, [declare(0, (1, 4, 7), True)])

    assert result(state, "table", FOUR)["verdict"] == "Ahead: Аня"


def test_racks_are_shown_when_the_play_is_over():
    entries = [rack(0, "1G 2Y 3K", 1), rack(1, "7C 7C 7Y", 0)]
    open_, over = state_of(4, {}, entries), state_of(4, {}, [*entries, ("finish", {})])

    for eyes in (0, 1, "table", "everything"):
        assert result(open_, eyes, FOUR)["racks"] == paper(open_, eyes, FOUR)["racks"] == []
        assert [
            (each["name"], [tile["number"] for tile in each["tiles"]])
            for each in result(over, eyes, FOUR)["racks"]
        ] == [("Аня", [1, 2, 3]), ("Боря", [7, 7, 7]), ("Вера", []), ("Глеб", [])]


def test_common_racks_are_named():
    shown = result(state_of(2, {}, [("finish", {})]), "table", NAMES[:2])

    assert [(each["player"], each["name"]) for each in shown["racks"]] == [
        (0, "Аня"),
        (1, "Боря"),
        (None, "common rack 1"),
        (None, "common rack 2"),
    ]


def test_old_code_is_shown_only_if_its_player_looked_at_it():
    entries = [
        rack(0, "1G 2Y 3K", 1),
        declare(0, (1, 2, 3), True, tiles=["1G", "2Y", "3K"]),
        rack(0, "4B 4B 4B", 1),
        declare(0, (4, 5, 6)),
        rack(0, "5R 5R 5K", 1),
        declare(0, (5, 5, 5), True),
        ("finish", {}),
    ]
    shown = result(state_of(4, {}, entries), "everything", FOUR)

    assert codes_of(shown, 0) == [("1 2 3", True, 3), ("4 5 6", False, 0), ("5 5 5", True, 0)]


def test_codes_of_all_players_meet_their_own_racks():
    entries = [
        declare(0, (1, 2, 3), True, tiles=["1G", "2Y", "3K"]),
        declare(1, (4, 4, 4), True, tiles=["4B", "4B", "4B"]),
        declare(0, (5, 5, 7)),
        declare(0, (5, 5, 5), True, tiles=["5R", "5R", "5K"]),
    ]
    shown = result(state_of(3, {}, entries), "table", NAMES[:3])

    assert codes_of(shown, 0) == [("1 2 3", True, 3), ("5 5 7", False, 0), ("5 5 5", True, 3)]
    assert codes_of(shown, 1) == [("4 4 4", True, 3)]


# -- what was told, in order


def test_answers_and_changes_stand_in_the_order_of_the_log():
    entries = [
        declare(2, (1, 2, 3)),
        answer(0, 8, 5),
        answer(1, 12, "equal"),
        declare(0, (1, 4, 7)),
        ("set_supply", {"left": 9, "mixed": True}),
        answer(2, 1, 0),
        declare(1, (2, 4, 7)),
    ]
    rows = paper(state_of(4, {}, entries), "table", FOUR)["rows"]

    assert [
        row["question"]["number"] if "question" in row else row["code"] or "mixed" for row in rows
    ] == [
        "1 2 3",
        8,
        12,
        "1 4 7",
        "mixed",
        1,
        "2 4 7",
    ]
    assert [row.get("number") for row in rows] == [None, 1, 2, None, None, 3, None]


def test_rows_say_what_was_asked_answered_and_left():
    entries = [answer(0, 16, "second"), declare(0, (1, 4, 7)), answer(1, 2, 3)]
    options = {"question2": "at_least_12"}
    first, change, last = paper(state_of(4, options, entries), "table", FOUR)["rows"]

    assert first["question"]["said"] == "Which is seen more: blue 7 or another 7?"
    assert (first["name"], first["answer"], first["supply"]) == ("Аня", "more often another 7", 16)
    assert (change["name"], change["right"], change["supply"]) == ("Аня", False, 13)
    assert last["question"]["said"] == "On how many racks is the sum 12 or more?"
    assert (last["answer"], last["codes"], last["supply"]) == ("3", [2, 1, 1, 1], 13)


def test_every_answer_and_change_is_told_once():
    for seed in range(20):
        state = played(Random(seed)).state
        rows = list(told(state))

        assert [each for _, each in rows if isinstance(each, Answered)] == list(state.answers)
        assert [each for _, each in rows if not isinstance(each, Answered)] == list(state.changes)
        assert [number for number, _ in rows] == sorted(number for number, _ in rows)


# -- the big screen


def test_watch_shows_points_turn_and_supply():
    entries = [declare(2, (1, 4, 7), True), answer(0, 8, 5)]
    shown = watch(state_of(4, {}, entries), FOUR)

    assert [(each["name"], each["points"], each["now"]) for each in shown["far"]] == [
        ("Аня", 0, False),
        ("Боря", 0, True),
    ]
    assert [(each["points"], each["code_number"]) for each in shown["near"]] == [(1, 2), (0, 1)]
    assert (shown["supply"]["left"], shown["supply"]["mixed"], shown["questions"]) == (13, "", 22)


def test_watch_shows_common_racks_alone():
    entries = [rack(0, "1G 2Y 3K", 1), rack("common-1", "7C 7C 7Y", 0)]

    shown = watch(state_of(3, {}, entries), NAMES[:3])

    assert [each["name"] for each in shown["racks"]] == ["common rack"]
    assert [tile["number"] for tile in shown["racks"][0]["tiles"]] == [7, 7, 7]
    assert watch(state_of(4, {}, entries[:1]), FOUR)["racks"] == []


def test_watch_shows_what_came_last():
    entries = [answer(reader % 4, reader + 1, 0) for reader in range(6)]

    rows = watch(state_of(4, {}, entries), FOUR)["rows"]

    assert [row["question"]["number"] for row in rows] == [6, 5, 4, 3, 2]


def test_watch_says_that_help_is_on():
    assert watch(state_of(4, {"help": "answers"}), FOUR)["help"] == "with answers"
    assert watch(state_of(4), FOUR)["help"] == ""


def test_nobody_is_to_read_when_the_play_is_over():
    shown = watch(state_of(4, {}, [("finish", {})]), FOUR)

    assert [each["now"] for each in (*shown["far"], *shown["near"])] == [False] * 4


# -- the pages


@pytest.fixture
def _table() -> Table:
    """A table of four; nothing is known of it but racks, and two of them are entered."""
    start = tokens.Start(tokens.new_token(), "code777", {}, 4)
    record.open_table(start, "", "")
    table = Table.objects.get(token=start.token)
    for seat, name in zip(table.seats.all(), ("Anna", "Boris", "Vera", "Gleb"), strict=True):
        seat.given_name = name
        seat.save()
    return table


def sit(table: Table, player: int) -> Phone:
    """A phone that sits on this player's seat."""
    phone = Phone()
    seat = list(table.seats.all())[player]
    assert phone.post(f"{table.url}seats/{seat.pk}/sit/").status_code == 303
    return phone


def tell(table: Table, phone: Phone, move: str, **args: Any) -> None:
    assert phone.tap(f"{table.url}1/{move}/", **args).status_code == 204, move


SECRET_TEXT = "Quixotic scribble"
OUTSIDE = ("result/", "print/", "picture.svg", "export.csv", "export.json", "log/")


@pytest.fixture
def game(_table: Table) -> tuple[Table, list[Phone]]:
    """Anna's and Boris's racks are entered crosswise; all four have written in their notepads."""
    phones = [sit(_table, player) for player in range(4)]
    tell(_table, phones[0], "answer", reader=0, question=8, answer=5)
    tell(_table, phones[1], "see_rack", rack=0, tiles=["1G", "5K", "7P"])
    tell(_table, phones[0], "see_rack", rack=1, tiles=["4B", "4B", "4B"])
    for phone in phones:
        tell(_table, phone, "notebook/note", text=SECRET_TEXT)
        tell(_table, phone, "notebook/mark", tile=14, state="circled")
    return _table, phones


def shows_own_rack(page: str, player: int) -> bool:
    """Whether a page draws the tiles of Anna's rack (player 0) or of Boris's."""
    drawn = ("mini colour-pink", '"7P"', "pink 7", "mini colour-brown", '"4B"', "brown 4")
    return any(each in page for each in (drawn[:3] if player == 0 else drawn[3:]))


def prose_of(response: HttpResponse) -> str:
    """The words of a page alone, as they are read."""
    bare = re.sub(r"<[^>]+>|[\u2068\u2069]", " ", response.content.decode())
    return " ".join(unescape(bare).split())


@pytest.mark.django_db
@pytest.mark.parametrize("path", OUTSIDE)
@pytest.mark.parametrize("player", [0, 1])
def test_own_rack_is_on_no_page_of_the_result(game, path, player):
    table, phones = game

    page = phones[player].get(f"{table.url}1/{path}").content.decode()

    assert not shows_own_rack(page, player)


@pytest.mark.django_db
@pytest.mark.parametrize("path", OUTSIDE)
def test_nobody_receives_a_notepad_not_even_after_the_end(game, path):
    table, phones = game
    stranger = Phone()
    for finished in (False, True):
        if finished:
            record_at(table, "finish", {})
        for phone in (*phones[:2], stranger):
            answered = phone.get(f"{table.url}1/{path}")
            assert answered.status_code == 200
            text = answered.content.decode()
            own = path == "export.json" and phone is not stranger
            assert (SECRET_TEXT in text) == own, path
            if own:
                entries = [each for each in json.loads(text)["log"] if "notebook" in each]
                assert len({each["notebook"] for each in entries}) == 1


@pytest.mark.django_db
def test_racks_are_turned_round_at_the_end(game):
    table, phones = game
    record_at(table, "finish", {})

    for phone in (*phones, Phone()):
        page = Shown(phone.get(f"{table.url}1/result/"))
        assert page.find(**{"class": "mini colour-pink"})
        assert len(page.find(**{"class": "mini colour-brown"})) == 3
        assert page.text.count("not entered") == 2


@pytest.mark.django_db
def test_result_names_the_winner_and_the_codes(game):
    table, phones = game
    tell(table, phones[3], "declare", player=2, numbers=[1, 2, 3], right=False)
    for numbers in ([1, 4, 7], [2, 4, 7], [3, 4, 7]):
        tell(table, phones[3], "declare", player=0, numbers=numbers, right=True)

    text = prose_of(phones[2].get(f"{table.url}1/result/"))

    assert "Winner: Anna" in text
    assert "1 4 7 right" in text
    assert "1 2 3 wrong" in text
    assert "no code declared" in text


@pytest.mark.django_db
def test_paper_has_all_that_was_told(game):
    table, phones = game
    tell(table, phones[3], "declare", player=2, numbers=[1, 2, 3], right=False)

    text = prose_of(phones[2].get(f"{table.url}1/print/"))

    assert "8. How many colours are seen? 5 16" in text
    assert "Vera code 1 2 3 wrong 13" in text


@pytest.mark.django_db
def test_big_screen_is_not_changed_by_what_is_secret(game):
    table, phones = game
    watch_page = f"/w/{table.watch}/1/"
    record_at(table, "set_help", {"help": "deduction"})
    shown = {}
    for tiles in (["1G", "5K", "7P"], ["2Y", "3K", "6G"]):
        tell(table, phones[1], "see_rack", rack=0, tiles=tiles)
        tell(table, phones[0], "notebook/mark", tile=3, state="crossed")
        page = Phone().get(watch_page)
        assert page.status_code == 200
        shown[tiles[0]] = prose_of(page)
        assert not shows_own_rack(page.content.decode(), 0)
        assert not shows_own_rack(page.content.decode(), 1)
        assert SECRET_TEXT not in page.content.decode()

    assert shown["1G"] == shown["2Y"]


@pytest.mark.django_db
def test_big_screen_has_no_keys(game):
    table, _phones = game

    answer = Phone().get(f"/w/{table.watch}/1/")

    assert Shown(answer).find(form="move") == []
    assert Shown(answer).keys("/") == []
    assert "Boris 0 code 1, reads next" in prose_of(answer)


def test_game_draws_them() -> None:
    state = state_of(4)

    screen = GAME.screen(state, "table", {}, list(FOUR))

    assert screen["result"]()["best"] == [0, 1, 2, 3]
    assert screen["paper"]()["rows"] == []
    assert screen["watch"]()["supply"]["left"] == 16
