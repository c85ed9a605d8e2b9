"""Answers, snapshots, racks, declarations, deduction, the supply: their pages and forms."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.http import QueryDict
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.tables import held
from notepad import answers, help_page, table_tab
from notepad import eyes as eyes_module
from notepad.answer_pages import LOOKING_BACK, PAGES
from notepad.forms import FORMS
from notepad.help_page import percent
from notepad.notebook import BLANK
from notepad.notebook import State as Notes
from notepad.questions import QUESTIONS, allowed
from notepad.racks import MIX_AT, Supply
from notepad.snapshot_page import marks
from notepad.tiles import NUMBER_CODES
from tests.companion.tables.inside import Phone, Shown, play_of
from tests.notepad.seats import board, new_table, note, phone_of, rack, state_of, tell
from tests.notepad.table import NAMES, played
from tests.notepad.table import state_of as state_after
from tests.notepad.test_rules import answer, declare
from tests.notepad.test_rules import rack as seen

FOUR = NAMES[:4]
RACKS = [seen(1, "2Y 5R 7C", 0), seen(2, "3K 6G 7Y", 0), seen(3, "4B 4B 6P", 1)]


@pytest.fixture(autouse=True)
def _full_buckets():
    cache.clear()


class NoPast:
    """A log of which only the count of answers is known."""

    def entries(self, move):
        return range(1, 500)

    def time(self, entry):
        return None

    def notes(self, entry):
        return Notes()


def asked(page, query="", state=None, eyes: Any = 0, names=FOUR):
    past = (NoPast(),) if page in LOOKING_BACK else ()
    return PAGES[page](state or state_after(4), eyes, QueryDict(query), names, *past)


def after(*entries, players=4, **options):
    return state_after(players, options, entries)


def plain(text):
    """A text without the signs that keep names apart."""
    return re.sub("[\u2068\u2069]", "", text)


# -- every page, whatever its address says


@pytest.mark.django_db
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_page_works_without_a_table(page, players):
    answered = Phone().get(f"/code777/{page}/?players={players}")

    assert answered.status_code == 200
    assert Shown(answered).find(id="page-body")


@pytest.mark.django_db
@pytest.mark.parametrize("page", PAGES)
def test_page_opens_as_a_sheet(page):
    table = new_table()

    assert Shown(phone_of(0).part(f"{board(table)}{page}/", "sheet")).find(id="page-body")


texts = st.sampled_from(
    ["x", "", "-1", "0", "3", "9" * 400, "²", "<b>", "٣", "common-1", "4,6,7", "4B,6P,7P", "%"]
) | st.text(max_size=12)
fields = st.sampled_from(
    "reader question q answer row rack tiles player numbers looked code left tab view".split()
)


@settings(max_examples=300)
@given(
    st.lists(st.tuples(fields, texts), max_size=6),
    st.sampled_from([*PAGES]),
    st.sampled_from([0, 3, "table"]),
)
def test_no_address_is_an_error(said, page, eyes):
    state = after(*RACKS, answer(1, 8, 5), declare(0, (1, 2, 3)), help="deduction")
    query = QueryDict(mutable=True)
    for name, text in said:
        query[name] = text

    asked(page, query.urlencode(), state, eyes)
    answers.answers(state, eyes, query.dict(), FOUR)


# -- the log by time


def rows_of(state, eyes: Any = 0):
    """What the log by time says, newest first: the question, or who declared."""
    cycles = answers.answers(state, eyes, {}, FOUR)["time"]
    return [
        [row["question"]["number"] if "question" in row else row["head"] for row in cycle["rows"]]
        for cycle in cycles
    ]


def test_answers_and_changes_stand_by_time_newest_first():
    state = after(answer(0, 8, 5), declare(2, (1, 2, 3)), answer(1, 12, "equal"))

    assert rows_of(state) == [[12, "Вера: code 1 2 3, wrong", 8]]


def test_a_mix_begins_a_part_of_its_own():
    mixed = ("set_supply", {"left": 16, "mixed": True})
    cycles = answers.answers(after(answer(0, 8, 5), mixed, answer(1, 1, 0)), 0, {}, FOUR)["time"]

    assert [(each["title"], each["said"], each["now"]) for each in cycles] == [
        ("After mix 1", "1 answer", True),
        ("Before the supply was mixed", "1 answer", False),
    ]
    assert [row["row"] for cycle in cycles for row in cycle["rows"] if "row" in row] == [2, 1]
    assert cycles[0]["rows"][1]["said"] == ["the supply was mixed", "Supply: 16"]


def test_only_the_latest_rows_are_drawn_until_all_are_asked_for():
    """A long log would cost every phone that draws it."""
    mixed = ("set_supply", {"left": 16, "mixed": True})
    early, late = [answer(0, 8, 5)] * 5, [answer(1, 1, 0)] * 10
    state = after(*early, mixed, *late)

    latest = answers.answers(state, 0, {}, FOUR)
    whole = answers.answers(state, 0, {"rows": "all"}, FOUR)

    shown = [[row.get("row") for row in cycle["rows"]] for cycle in latest["time"]]
    assert shown == [[*range(15, 5, -1), None], [5]]
    assert [cycle["said"] for cycle in latest["time"]] == ["10 answers", "5 answers"]
    assert [len(cycle["rows"]) for cycle in whole["time"]] == [11, 5]
    assert (latest["all"], whole["all"]) == ("tab=answers&view=time&rows=all", "")


def test_a_right_code_names_the_common_rack_that_went_too():
    state = after(declare(1, (1, 2, 3), True), players=3)
    (row,) = answers.answers(state, 0, {}, NAMES[:3])["time"][0]["rows"]

    assert row["said"] == ["Replaced too: common rack", "Supply: 10"]


@pytest.mark.parametrize(
    ("eyes", "worth"), [(0, ["", "own"]), (1, ["own", ""]), ("table", ["", ""])]
)
def test_own_answers_are_told_apart(eyes, worth):
    state = after(answer(0, 8, 5), answer(1, 9, 1))

    (cycle,) = answers.answers(state, eyes, {}, FOUR)["time"]

    assert [row["worth"] for row in cycle["rows"]] == worth


def test_answers_to_a_former_code_are_told_apart():
    state = after(answer(1, 8, 5), declare(0, (1, 2, 3)), answer(1, 9, 1), answer(2, 1, 1))

    for eyes, worth in ((0, ["", "", "former"]), (3, ["", "", ""])):
        rows = [
            row
            for row in answers.answers(state, eyes, {}, FOUR)["time"][0]["rows"]
            if "question" in row
        ]
        assert [row["worth"] for row in rows] == worth


# -- the grid


def grid_of(state, eyes: Any = 0):
    grid = answers.answers(state, eyes, {"view": "grid"}, FOUR)["grid"]
    cells = {
        line["question"]["number"]: [[row["row"] for row in cell] for cell in line["cells"]]
        for line in grid["rows"]
    }
    return grid["columns"], cells


def test_grid_has_a_row_for_each_question_and_a_column_for_each_mix():
    mixed = ("set_supply", {"left": 16, "mixed": True})
    state = after(
        answer(0, 8, 5), answer(1, 23, "equal"), mixed, answer(2, 8, 6), mixed, answer(3, 8, 7)
    )

    columns, cells = grid_of(state)

    assert columns == ["before", "mix 1", "now"]
    assert list(cells) == list(QUESTIONS)
    assert cells[8] == [[1], [3], [4]]
    assert cells[23] == [[2], [], []]
    assert cells[1] == [[], [], []]


def test_grid_shows_a_question_that_came_twice():
    state = after(answer(0, 8, 5), ("questions_reshuffled", {}), answer(1, 8, 6))

    assert grid_of(state)[1][8] == [[1, 2]]
    assert grid_of(state)[0] == ["now"]


def test_every_answer_stands_in_both_views_once():
    for seed in range(10):
        state = played(Random(seed)).state
        names = NAMES[: state.players]
        by_time = answers.answers(state, 0, {"rows": "all"}, names)["time"]
        grid = answers.answers(state, 0, {"view": "grid"}, names)["grid"]

        expected = list(range(1, len(state.answers) + 1))
        listed = [row["row"] for cycle in by_time for row in cycle["rows"] if "row" in row]
        assert listed == expected[::-1]
        assert (
            sorted(row["row"] for line in grid["rows"] for cell in line["cells"] for row in cell)
            == expected
        )


@pytest.mark.django_db
def test_each_answer_opens_its_snapshot():
    table = new_table()
    for reader, question in ((0, 8), (1, 9), (2, 10)):
        tell(table, "answer", reader, reader=reader, question=question, answer=3)
    for view in ("time", "grid"):
        page = Shown(phone_of(0).get(f"{board(table)}?tab=answers&view={view}"))
        links = [each["href"] for _, each in page.tags if "snapshot/" in each.get("href", "")]
        assert sorted(links) == [f"{board(table)}snapshot/?row={row}" for row in (1, 2, 3)]


# -- snapshots


def snapshot(state, row, eyes: Any = 0, names=FOUR):
    return asked("snapshot", f"row={row}", state, eyes, names)


def stood(shown):
    return {
        plain(each["name"]): [f"{tile['number']} {tile['colour']}" for tile in each["tiles"]]
        for each in shown["racks"]
    }


def test_snapshot_shows_the_racks_of_then_filled_by_what_came_later():
    state = after(
        seen(1, "2Y 5R 7C", 0),
        answer(0, 8, 5),
        seen(2, "3K 6G 7Y", 0),
        declare(1, (2, 5, 7), True),
        seen(1, "4B 4B 4B", 0),
        answer(1, 9, 0),
    )

    then, now = snapshot(state, 1), snapshot(state, 2)

    assert stood(then)["Боря"] == ["2 yellow", "5 red", "7 blue"]
    assert stood(then)["Вера"] == ["3 black", "6 green", "7 yellow"]
    assert stood(now)["Боря"] == ["4 brown"] * 3
    assert [each["code_number"] for each in now["racks"]] == [1, 2, 1, 1]
    assert [each["may_enter"] for each in then["racks"]] == [False, False, False, True]


def test_snapshot_shows_nobody_the_own_rack():
    state = after(seen(0, "1G 5K 7P", 1), *RACKS, answer(1, 8, 5))

    for eyes in range(4):
        own = snapshot(state, 1, eyes)["racks"][eyes]
        assert (own["own"], own["seen"], own["tiles"], own["may_enter"]) == (True, False, [], False)
    assert all(not each["tiles"] for each in snapshot(state, 1, "table")["racks"])


def test_old_tiles_after_a_wrong_code_stay_hidden_from_their_player():
    state = after(seen(0, "1G 5K 7P", 1), answer(1, 8, 5), declare(0, (1, 2, 3)), ("finish", {}))

    assert stood(snapshot(state, 1, 0))["Аня"] == []
    assert stood(snapshot(state, 1, "table"))["Аня"] == []
    assert stood(snapshot(state, 1, 1))["Аня"] == ["1 green", "5 black", "7 pink"]


def test_old_tiles_after_a_right_code_are_seen_by_all():
    looked = declare(0, (1, 5, 7), True, tiles=["1G", "5K", "7P"])
    state = after(answer(1, 8, 5), looked)

    for eyes in (0, 2, "table"):
        assert stood(snapshot(state, 1, eyes))["Аня"] == ["1 green", "5 black", "7 pink"]


def test_snapshot_of_an_answer_that_is_not_there():
    for row in ("0", "2", "x", "-1", ""):
        assert snapshot(after(answer(0, 8, 5)), row)["row"] is None


@pytest.mark.parametrize(("eyes", "told"), [(0, "7"), (1, None), (3, None), ("table", None)])
@pytest.mark.parametrize("help_", ["answers", "deduction"])
def test_what_the_racks_give_is_told_to_the_reader_alone(eyes, told, help_):
    state = after(*RACKS, answer(0, 8, 5), help=help_)

    by_racks = snapshot(state, 1, eyes)["by_racks"]

    assert (by_racks and by_racks["said"]) == told


def test_without_help_nothing_is_worked_out():
    assert snapshot(after(*RACKS, answer(0, 8, 5)), 1, 0)["by_racks"] is None


@pytest.mark.django_db
def test_snapshot_shows_own_marks_as_they_were_then():
    table = new_table()
    note(table, "mark", 0, tile=0, state="crossed")
    note(table, "mark", 0, tile=5, state="circled")
    tell(table, "answer", 1, reader=1, question=8, answer=5)
    note(table, "mark", 0, tile=0, state="none")
    note(table, "mark_many", 0, tiles=[10, 11], state="crossed")
    tell(table, "answer", 2, reader=2, question=9, answer=1)
    note(table, "clear", 0)

    def drawn(player, row):
        page = Shown(phone_of(player).get(f"{board(table)}snapshot/?row={row}"))
        return [each["class"] for each in page.find() if each.get("class", "").startswith("mini")]

    assert drawn(0, 1) == ["mini colour-green", "mini colour-black"]
    assert drawn(0, 2) == ["mini colour-red"] * 2 + ["mini colour-black"]
    assert drawn(1, 1) == drawn(1, 2) == drawn(None, 1) == []


@pytest.mark.django_db
def test_marks_then_are_those_of_then_whatever_was_taken_back_later():
    table = new_table()
    note(table, "mark", 0, tile=0, state="crossed")
    tell(table, "answer", 1, reader=1, question=8, answer=5)
    note(table, "undo", 0, entry=1)
    path = f"{board(table)}snapshot/?row=1"

    assert Shown(phone_of(0).get(path)).find(**{"class": "mini colour-green"})


@pytest.mark.django_db
def test_snapshot_takes_back_and_corrects_that_very_entry():
    table = new_table()
    rack(table, 1, "2Y 5R 7C", 0)
    tell(table, "answer", 0, reader=0, question=8, answer=5)
    gone = tell(table, "answer", 1, reader=1, question=9, answer=1)
    tell(table, "undo", 1, entry=gone)
    second = tell(table, "answer", 1, reader=1, question=10, answer=1)
    anna = phone_of(0)

    page = Shown(anna.get(f"{board(table)}snapshot/?row=2"))
    undo = next(args for address, args in page.keys("undo/") if address.startswith(table.url))
    assert undo == {"entry": second}

    page = Shown(anna.get(f"{board(table)}question/?row=2"))
    ((_, args),) = [each for each in page.keys("amend/") if each[1]["args"]["answer"] == 4]
    assert args == {"entry": second, "args": {"reader": 1, "question": 10, "answer": 4}}
    assert anna.tap(f"{board(table)}amend/", **args).status_code == 204
    assert [row.answer for row in state_of(table).answers] == [5, 4]


# -- an answer


def test_the_next_reader_is_proposed():
    assert asked("question", "", after(first=2))["reader"]["player"] == 2
    assert asked("question", "", after(answer(3, 8, 5)))["reader"]["player"] == 0


def test_all_cards_are_offered_in_order_and_those_that_came_marked():
    shown = asked("question", "", after(answer(0, 8, 5)))

    assert [each["number"] for each in shown["questions"]] == list(QUESTIONS)
    assert [each["number"] for each in shown["numbers"] if each["came"]] == [8]


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        ("16", [16]),
        ("7", [7, 10, 11, 13, 14, 16]),
        ("brown", [17, 21]),
        ("pink 6", [12, 15]),
        ("consecutive", [7]),
        ("PINK red", [18]),
        ("18", [18, 1]),
        ("nothing of the kind", []),
    ],
)
def test_cards_are_found_by_number_colour_and_word(sought, found):
    shown = asked("question", f"q={sought}")["questions"]

    assert [each["number"] for each in shown] == found


@pytest.mark.parametrize("players", [2, 4, 5])
@pytest.mark.parametrize("question", QUESTIONS)
def test_only_answers_that_the_card_allows_are_keys(players, question):
    state = after(players=players)
    chosen = asked("question", f"question={question}", state, names=NAMES[:players])["chosen"]

    assert {key["answer"] for key in chosen["answers"]} == set(allowed(question, len(state.racks)))
    assert chosen["by_racks"] is chosen["doubted"] is None


@pytest.mark.django_db
def test_an_answer_takes_two_taps():
    table, anna = new_table(), phone_of(0)
    anna.tap(f"{board(table)}answer/", reader=0, question=3, answer=1)

    first = Shown(anna.part(f"{board(table)}question/", "sheet"))
    (link,) = {each["href"] for _, each in first.tags if "question=16" in each.get("href", "")}
    second = Shown(anna.part(link, "sheet"))
    keys = [args for _, args in second.keys("answer/")]

    assert keys == [
        {"reader": 1, "question": 16, "answer": said} for said in ("first", "equal", "second")
    ]
    assert anna.tap(f"{board(table)}answer/", **keys[1]).status_code == 204
    assert state_of(table).answers[-1].answer == "equal"


@pytest.mark.django_db
def test_without_script_an_answer_goes_back_to_its_page():
    table, anna = new_table(), phone_of(0)
    fields = {"args": '{"reader":0,"question":8,"answer":5}', "page": "p", "to": "question/"}

    answered = anna.post(f"{board(table)}answer/", fields)

    assert (answered.status_code, answered.url) == (303, f"{board(table)}question/")


def doubts(eyes, help_, reader=0, question=8):
    state = after(*RACKS, help=help_)
    chosen = asked("question", f"reader={reader}&question={question}", state, eyes)["chosen"]
    return [key["answer"] for key in chosen["answers"] if key["doubt"]]


def test_another_answer_than_the_racks_give_is_asked_once_more():
    assert doubts(0, "answers") == doubts(0, "deduction") == [3, 4, 5, 6]
    shown = asked("question", "reader=0&question=8&answer=5", after(*RACKS, help="answers"))
    chosen = shown["chosen"]

    assert (chosen["by_racks"]["answer"], chosen["doubted"]["answer"]) == (7, 5)
    assert chosen["doubted"]["args"] == {"reader": 0, "question": 8, "answer": 5}


@pytest.mark.parametrize("eyes", [1, 2, "table"])
def test_nobody_but_the_reader_is_told_what_the_racks_give(eyes):
    assert doubts(eyes, "deduction") == []


def test_where_the_table_did_not_agree_no_answer_is_doubted():
    assert doubts(0, "off") == []


def test_a_rack_that_is_not_entered_gives_no_answer():
    assert doubts(1, "answers", reader=1) == []


def test_an_answer_put_right_is_compared_with_the_racks_of_then():
    state = after(*RACKS, answer(0, 8, 5), declare(1, (2, 5, 7)), help="answers")

    chosen = asked("question", "row=1", state)["chosen"]

    assert (chosen["number"], chosen["by_racks"]["answer"]) == (8, 7)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("args", "said"),
    [
        ({"reader": 0, "question": 8, "answer": 2}, "Question 8 is answered by 3 to 7, not: 2."),
        ({"reader": 0, "question": 12, "answer": 2}, "Question 12 has three answers"),
        ({"reader": 0, "question": 24, "answer": 2}, "There is no question 24"),
        ({"reader": 4, "question": 8, "answer": 5}, "There is no player 5. Players: 4."),
        ({"reader": 0, "question": "8", "answer": 5}, "This cannot be read"),
    ],
)
def test_a_wrong_answer_is_refused_in_a_sentence(args, said):
    table = new_table()

    answered = phone_of(0).tap(f"{board(table)}answer/", **args)

    assert answered.status_code == 422
    assert said in plain(Shown(answered).text)
    assert state_of(table).answers == ()


# -- racks


def test_racks_of_others_and_common_ones_are_offered_never_the_own():
    shown = asked("rack", "", after(players=3), 1, NAMES[:3])

    assert [each["rack"] for each in shown["racks"]] == [0, 2, "common-1"]


def test_the_first_rack_that_nobody_entered_is_proposed():
    assert asked("rack", "", after())["entering"]["rack"] == 1
    assert asked("rack", "", after(RACKS[0]))["entering"]["rack"] == 2
    assert asked("rack", "", after(*RACKS))["entering"] is None


def test_the_own_rack_cannot_be_named():
    shown = asked("rack", "rack=0&tiles=4B", after(seen(0, "1G 5K 7P", 1)), 0)

    assert (shown["own"], shown["entering"]) == (True, None)


def test_a_phone_without_a_seat_is_told_to_sit_down():
    assert asked("rack", "rack=1", after(), "table") == {"seated": False}


@pytest.mark.django_db
def test_a_phone_without_a_seat_gets_a_way_to_the_seats():
    table = new_table()
    for path in ("rack/?rack=1", "?tab=table"):
        page = Shown(phone_of(None).get(board(table) + path))
        assert page.find(href=f"{table.url}seats/")
        assert not page.keys("see_rack/")


def test_tiles_are_tapped_one_by_one():
    shown = asked("rack", "rack=3&tiles=4B,6P", after(*RACKS[:2]))["entering"]
    left = {f"{each['number']} {each['colour']}": each["left"] for each in shown["kinds"]}

    assert [slot["number"] for slot in shown["slots"]] == [4, 6]
    assert (len(shown["missing"]), shown["args"]) == (1, None)
    assert left["4 brown"] == 3
    assert left["7 blue"] == 3
    assert left["7 yellow"] == 1
    assert shown["kinds"][0]["address"] == "rack=3&tiles=4B%2C6P%2C1G"
    assert shown["erase"] == "rack=3&tiles=4B"
    assert [slot["address"] for slot in shown["slots"]] == ["rack=3&tiles=6P", "rack=3&tiles=4B"]


def test_three_tiles_are_recorded_as_they_were_tapped():
    shown = asked("rack", "rack=3&tiles=4B,6P,4B", after())["entering"]

    assert shown["args"] == {"rack": 3, "tiles": ["4B", "6P", "4B"]}
    assert not any(kind["address"] for kind in shown["kinds"])


def test_a_rack_that_is_known_is_shown_to_be_put_right():
    shown = asked("rack", "rack=1", after(*RACKS))["entering"]

    assert [slot["number"] for slot in shown["slots"]] == [2, 5, 7]
    assert (shown["same"], shown["before"]) == (True, True)
    assert shown["forget"] == {"rack": 1, "tiles": None}


def test_no_more_tiles_can_be_tapped_than_the_box_has():
    shown = asked("rack", "rack=1&tiles=1G,1G,7P", after())["entering"]

    assert [slot["number"] for slot in shown["slots"]] == [1, 7]
    assert {kind["number"] for kind in shown["kinds"] if not kind["address"]} == {1, 7}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("player", "args", "said"),
    [
        (0, {"rack": 0, "tiles": ["1G", "2Y", "3K"]}, "A player does not see the own rack"),
        (None, {"rack": 0, "tiles": ["1G", "2Y", "3K"]}, "Sit down first"),
        (0, {"rack": 1, "tiles": ["1G", "1G", "3K"]}, "The box has not so many of them"),
        (0, {"rack": 1, "tiles": ["1G", "2Y"]}, "This cannot be read"),
        (0, {"rack": 1, "tiles": ["1G", "2Y", "9Z"]}, "This cannot be read"),
        (0, {"rack": 4, "tiles": None}, "There is no such rack"),
        (0, {"rack": "common-1", "tiles": None}, "There is no such rack"),
    ],
)
def test_a_wrong_rack_is_refused_in_a_sentence(player, args, said):
    table = new_table()

    answered = phone_of(player).tap(f"{board(table)}see_rack/", **args)

    assert answered.status_code == 422
    assert said in Shown(answered).text
    assert set(state_of(table).standing.values()) == {None}


@pytest.mark.django_db
def test_a_rack_that_cannot_stand_beside_another_names_it_and_the_way_out():
    table = new_table()
    rack(table, 1, "1G 2Y 3K", 0)

    answered = Shown(phone_of(0).tap(f"{board(table)}see_rack/", rack=2, tiles=["1G", "4B", "4B"]))

    assert "Boris" in answered.text
    ((_, args),) = answered.keys("see_rack/")
    assert args == {"rack": 1, "tiles": None}


# -- declarations


def test_who_is_asked_first_stands_first_and_the_reader_last():
    shown = asked("declaration", "", after(answer(2, 8, 5)), "table")

    assert [each["player"] for each in shown["order"]] == [1, 0, 3, 2]
    assert [each["reads"] for each in shown["order"]] == [False, False, False, True]
    assert shown["player"] is None


def test_the_own_phone_declares_for_its_player_once_after_an_answer():
    state = after(answer(2, 8, 5))
    assert asked("declaration", "", state, 1)["player"] == 1

    shown = asked("declaration", "", after(answer(2, 8, 5), declare(1, (1, 2, 3))), 1)
    assert shown["player"] is None
    assert [each["declared"] for each in shown["order"]] == [True, False, False, False]


def test_three_numbers_that_tiles_can_have():
    shown = asked("declaration", "player=1&numbers=2,2")["numbers"]

    assert shown["slots"] == (2, 2)
    assert [key["number"] for key in shown["keys"] if key["address"]] == [1, 3, 4, 5, 6, 7]
    assert asked("declaration", "player=1&numbers=1,1,8,x,4")["numbers"]["slots"] == (1,)


def test_right_and_wrong_are_recorded_with_one_tap_each():
    verdict = asked("declaration", "player=1&numbers=6,4,7")["verdict"]

    assert verdict["wrong"] == {"player": 1, "numbers": [6, 4, 7], "right": False}
    assert [each["args"] for each in verdict["rights"]] == [{**verdict["wrong"], "right": True}]
    assert (verdict["code"], verdict["wins"]) == ("4 6 7", False)


def test_the_third_point_is_told_before_it_is_given():
    right = declare(1, (1, 2, 3), True)

    assert asked("declaration", "player=1&numbers=6,4,7", after(right, right))["verdict"]["wins"]


def test_with_two_players_a_right_code_names_a_common_rack():
    verdict = asked("declaration", "numbers=6,4,7", after(players=2), 0, NAMES[:2])["verdict"]

    assert [each["args"]["common"] for each in verdict["rights"]] == ["common-1", "common-2"]
    assert "common" not in verdict["wrong"]


def test_old_tiles_are_asked_for_after_a_right_code_only():
    without = asked("declaration", "player=1&numbers=6,4,7")["verdict"]
    assert without["looked"] is None

    looked = asked("declaration", "player=1&numbers=6,4,7&looked=1")["verdict"]
    assert [len(row["kinds"]) for row in looked["looked"]["rows"]] == [2, 1, 3]
    assert "tiles" not in looked["rights"][0]["args"]

    full = asked("declaration", "player=1&numbers=6,4,7&looked=1&tiles=6G,,7C")["verdict"]
    assert full["rights"][0]["args"]["tiles"] == ["6G", "4B", "7C"]


def test_no_tile_is_named_twice_that_the_box_has_once():
    looked = asked("declaration", "player=1&numbers=7,7,5&looked=1&tiles=7P,7P,5K")["verdict"]

    assert not looked["looked"]["complete"]
    assert not looked["looked"]["rows"][1]["kinds"][0]["address"]


def test_every_code_that_can_be_typed_can_be_recorded():
    for numbers in NUMBER_CODES:
        text = ",".join(map(str, numbers))
        verdict = asked("declaration", f"player=1&numbers={text}")["verdict"]
        after(("declare", verdict["wrong"]), ("declare", verdict["rights"][0]["args"]))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("args", "said"),
    [
        ({"numbers": [1, 1, 2], "right": False}, "1 1 2 is no code: the box has 1 tile with a 1."),
        ({"numbers": [8, 1, 2], "right": False}, "The tiles have the numbers 1 to 7, not 8."),
        ({"numbers": [1, 2], "right": False}, "This cannot be read"),
        (
            {"numbers": [1, 2, 3], "right": False, "tiles": ["1G", "2Y", "3K"]},
            "After a wrong code nobody tells",
        ),
        (
            {"numbers": [1, 2, 3], "right": True, "tiles": ["1G", "2Y", "4B"]},
            "these tiles are other numbers",
        ),
        ({"numbers": [1, 2, 3], "right": False, "common": 1}, "no common rack is replaced"),
        ({"numbers": [1, 2, 3], "right": True, "common": 1}, "There is no such rack"),
    ],
)
def test_a_wrong_declaration_is_refused_in_a_sentence(args, said):
    table = new_table()

    answered = phone_of(0).tap(f"{board(table)}declare/", player=1, **args)

    assert answered.status_code == 422
    assert said in Shown(answered).text
    assert state_of(table).changes == ()


# -- the table


def table_of(state, eyes: Any = 0, names=FOUR):
    return table_tab.table(state, eyes, {}, names)


def test_table_shows_racks_as_these_eyes_may_see_them():
    state = after(seen(0, "1G 5K 7P", 1), *RACKS[:2], declare(1, (2, 5, 7)))

    def racks(eyes):
        return [
            (len(each["tiles"]), each["seen"], each["may_enter"])
            for each in table_of(state, eyes)["racks"]
        ]

    assert racks(0) == [(0, False, False), (0, True, True), (3, True, True), (0, True, True)]
    assert racks(1) == [(3, True, True), (0, False, False), (3, True, True), (0, True, True)]
    assert racks("table") == [(0, False, False)] * 4


def test_common_racks_are_seen_by_all_and_entered_by_who_sits():
    state = after(seen("common-1", "7C 7C 7Y", 0), players=2)

    assert [len(each["tiles"]) for each in table_of(state, "table", NAMES[:2])["racks"]] == [
        0,
        0,
        3,
        0,
    ]
    assert [each["may_enter"] for each in table_of(state, 1, NAMES[:2])["racks"]] == [
        True,
        False,
        True,
        True,
    ]


def test_points_turn_and_codes():
    state = after(declare(2, (1, 4, 7), True), answer(0, 8, 5), declare(2, (3, 4, 5)))
    shown = table_of(state)

    assert [each["points"] for each in shown["players"]] == [0, 0, 1, 0]
    assert [each["now"] for each in shown["players"]] == [False, True, False, False]
    assert [(each["code"], each["right"], each["number"]) for each in shown["declared"]] == [
        ("3 4 5", False, 2),
        ("1 4 7", True, 1),
    ]


def test_tiles_looked_at_stand_beside_their_code():
    state = after(
        seen(0, "4B 4B 5R", 1),
        declare(0, (3, 4, 5)),
        declare(0, (1, 5, 7), True, tiles=["1G", "5K", "7P"]),
    )

    assert [len(each["tiles"]) for each in table_of(state, "table")["declared"]] == [3, 0]


@pytest.mark.parametrize(
    ("players", "mix_at", "steps"),
    [
        (4, 0, [16, 13, 10, 7, 4, 1]),
        (4, 1, [16, 13, 10, 7, 4, 1]),
        (4, 4, [16, 13, 10, 7, 4]),
        (3, 7, [16, 13, 10, 7]),
        (5, 1, [13, 10, 7, 4, 1]),
        (5, 7, [13, 10, 7]),
    ],
)
def test_supply_goes_down_in_threes_to_the_threshold(players, mix_at, steps):
    shown = table_tab.supply(after(players=players, mix_at=mix_at))

    assert [each["left"] for each in shown["steps"]] == steps
    assert [each["now"] for each in shown["steps"]] == [True] + [False] * (len(steps) - 1)
    assert [each["mix_at"] for each in shown["thresholds"] if each["chosen"]] == [mix_at]
    assert [each["mix_at"] for each in shown["thresholds"]] == list(MIX_AT)


def test_what_is_left_is_always_among_the_steps():
    for racks in (4, 5):
        for mix_at in MIX_AT:
            for left in range(28 - 3 * racks + 1):
                steps = table_tab.steps(Supply(left), racks, mix_at)
                assert left in steps
                assert steps == sorted(set(steps), reverse=True)


@pytest.mark.django_db
def test_supply_is_put_right_and_two_phones_are_told_of_each_other():
    table, anna = new_table(), phone_of(0)
    path = f"{board(table)}set_supply/"

    assert anna.send(path, {"left": "12", "was": "16", "key": str(uuid4())}).status_code == 204
    late = anna.send(path, {"left": "9", "was": "16", "key": str(uuid4())})

    assert late.status_code == 409
    assert [args for _, args in Shown(late).keys("set_supply/")] == [
        {"left": 12, "mixed": False},
        {"left": 9, "mixed": False},
    ]
    assert state_of(table).supply == Supply(12)


@pytest.mark.django_db
def test_a_mix_by_hand_begins_a_new_column():
    table = new_table()
    fields = {"left": "16", "mixed": "1", "was": "16", "key": str(uuid4())}

    assert phone_of(0).send(f"{board(table)}set_supply/", fields).status_code == 204
    assert state_of(table).supply == Supply(16, 1)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("left", "said"),
    [("17", "The supply holds 0 to 16 tiles, not 17."), ("-1", "not −1"), ("x", "Type a whole")],
)
def test_a_wrong_supply_is_refused_in_a_sentence(left, said):
    table = new_table()

    answered = phone_of(0).send(f"{board(table)}set_supply/", {"left": left, "key": str(uuid4())})

    assert answered.status_code == 422
    assert said in Shown(answered).text
    assert state_of(table).supply == Supply(16)


@pytest.mark.django_db
def test_without_script_a_wrong_supply_comes_back_as_it_was_typed():
    table = new_table()
    fields = {"left": "99", "was": "16", "page": "p", "to": "supply/"}

    answered = phone_of(0).post(f"{board(table)}set_supply/", {**fields, "mixed": "1"})

    assert answered.status_code == 422
    assert Shown(answered).field("left") == "99"
    assert "checked" in Shown(answered).find(name="mixed")[0]
    assert "checked" not in Shown(phone_of(0).get(f"{board(table)}supply/")).find(name="mixed")[0]


@pytest.mark.django_db
def test_cards_are_shuffled_and_the_game_finished_from_the_table():
    table, anna = new_table(), phone_of(0)
    tell(table, "answer", 0, reader=0, question=8, answer=5)
    page = Shown(anna.get(f"{board(table)}?tab=table"))

    for move in ("questions_reshuffled", "finish"):
        ((_, args),) = page.keys(f"{move}/")
        assert anna.tap(f"{board(table)}{move}/", **args).status_code == 204

    assert state_of(table).asked == frozenset()
    assert state_of(table).finished
    over = Shown(anna.get(f"{board(table)}?tab=table"))
    assert not over.keys("finish/")
    assert not over.keys("see_rack/")


# -- help


@pytest.mark.django_db
def test_everybody_sees_what_is_agreed_and_a_change_is_logged():
    table, anna = new_table(), phone_of(0)
    for move, chosen in (("set_help", "answers"), ("set_help", "deduction")):
        page = Shown(anna.get(f"{board(table)}?tab=table"))
        assert {"help": chosen} in [args for _, args in page.keys(f"{move}/")]
        assert anna.tap(f"{board(table)}{move}/", help=chosen).status_code == 204
        for phone in (phone_of(2), phone_of(None)):
            shown = Shown(phone.get(f"{board(table)}?tab=table"))
            assert {"help": chosen} not in [args for _, args in shown.keys(f"{move}/")]
    log = Shown(phone_of(3).get(f"{board(table)}log/")).text
    assert "Help from the phones: with answers and deduction" in log


def deduction(state, eyes: Any = 0, query="", names=FOUR):
    return asked("help", query, state, eyes, names)["deduction"]


@pytest.mark.parametrize("help_", ["off", "answers"])
def test_nothing_is_deduced_unless_the_table_agreed(help_):
    shown = asked("help", "code=1,2,3", after(*RACKS, answer(1, 8, 5), help=help_))

    assert (shown["agreed"], shown["deduction"]) == (False, None)


def test_nothing_is_deduced_for_a_phone_without_a_seat():
    assert deduction(after(help="deduction"), "table") is None


def test_at_the_start_every_code_is_possible():
    shown = deduction(after(help="deduction"))

    assert (shown["numbers"], shown["kinds"], shown["excluded"]) == (76, 251, [])
    assert [bar["number"] for bar in shown["chances"]] == [1, 2, 3, 4, 5, 6, 7]


def test_deduction_says_what_is_left_and_why_not_the_rest():
    state = after(*RACKS, answer(1, 8, 7), answer(2, 7, 0), help="deduction")
    shown = deduction(state)
    codes = [each["code"] for each in shown["codes"]]

    assert len(codes) == shown["numbers"]
    assert sum(len(each["colourings"]) for each in shown["codes"]) == shown["kinds"]
    assert shown["numbers"] + len(shown["excluded"]) == 76
    assert not set(codes) & {each["code"] for each in shown["excluded"]}
    for each in shown["excluded"]:
        assert each["rows"] or each["together"] or each["why"] is None


def test_an_excluded_code_names_the_answers_and_what_they_would_have_been():
    state = after(*RACKS, answer(1, 10, 3), answer(2, 1, 0), help="deduction")
    (code,) = [
        each for each in deduction(state, query="code=5,6,7")["excluded"] if each["why"] is not None
    ]

    assert code["code"] == "5 6 7"
    assert code["address"] == ""
    for colouring in code["why"]["colourings"]:
        assert colouring["used_up"] or colouring["against"]
        for against in colouring["against"]:
            row = state.answers[against["row"] - 1]
            assert against["would"] != answers.answered(row.question, row.answer)["said"]


def test_against_a_contradiction_each_key_alone_mends_it():
    entries = [*RACKS, answer(1, 8, 3), answer(2, 1, 0), answer(3, 10, 1)]
    shown = deduction(after(*entries, help="deduction"))

    assert shown["contradiction"]
    assert [each["row"] for each in shown["mending"]] == [1]
    assert [each["undo"] for each in shown["mending"]] == [{"entry": 1}]
    assert shown["numbers"] == 0
    mended = deduction(after(*RACKS, answer(2, 1, 0), answer(3, 10, 1), help="deduction"))
    assert not mended["contradiction"]


@pytest.mark.django_db
def test_a_contradiction_is_mended_by_its_key():
    table, anna = new_table(help="deduction"), phone_of(0)
    for where, tiles in ((1, "2Y 5R 7C"), (2, "3K 6G 7Y")):
        rack(table, where, tiles, 0)
    rack(table, 3, "4B 4B 6P", 1)
    tell(table, "answer", 1, reader=1, question=8, answer=3)
    page = Shown(anna.get(f"{board(table)}help/"))

    ((address, args),) = [each for each in page.keys("undo/") if each[1] == {"entry": 4}][:1]
    assert anna.tap(address, **args).status_code == 204
    assert "Codes that still fit" in Shown(anna.get(f"{board(table)}help/")).text


def test_answers_left_out_name_the_rack_and_whether_it_can_be_entered():
    state = after(RACKS[0], answer(1, 8, 5), declare(2, (1, 2, 3)), help="deduction")
    (row,) = deduction(state)["left_out"]

    assert row["row"] == 1
    assert [(each["rack"], each["stands"]) for each in row["racks"]] == [(2, False), (3, True)]


@pytest.mark.django_db
def test_a_rack_left_out_is_one_tap_away():
    table = new_table(help="deduction")
    rack(table, 2, "3K 6G 7Y", 0)
    tell(table, "answer", 1, reader=1, question=8, answer=5)

    page = Shown(phone_of(0).get(f"{board(table)}help/"))

    assert page.find(href=f"{board(table)}rack/?rack=3")
    assert not page.find(href=f"{board(table)}rack/?rack=0")


def test_deduction_agrees_with_the_codes_it_lists():
    for seed in range(6):
        state = played(Random(seed), players=4).state
        shown = deduction(state)
        if shown["contradiction"]:
            continue
        assert shown["codes"][0]["percent"] != "0"
        certain = [bar["number"] for bar in shown["chances"] if bar["percent"] == "100"]
        for number in certain:
            assert all(str(number) in each["code"] for each in shown["codes"])
        for bar in shown["chances"]:
            assert bar["none"] == (
                not any(str(bar["number"]) in each["code"] for each in shown["codes"])
            )


def test_only_what_must_be_is_a_hundred_percent():
    assert percent(Fraction(0)) == "0"
    assert percent(Fraction(1)) == "100"
    assert percent(Fraction(999, 1000)) == ">99"
    assert percent(Fraction(1, 1000)) == "<1"


# -- what does not wait for the deduction


@pytest.mark.django_db
def test_no_tab_and_no_mark_deduces_anything(monkeypatch):
    def never(*args):
        raise AssertionError("deduced")

    monkeypatch.setattr(eyes_module, "deduced", never)
    monkeypatch.setattr(help_page, "deduced", never)
    table, anna = new_table(help="deduction"), phone_of(0)
    tell(table, "answer", 1, reader=1, question=8, answer=5)

    for path in ("", "?tab=answers", "?tab=answers&view=grid", "?tab=table", "question/", "log/"):
        assert anna.get(board(table) + path).status_code == 200
    marked = anna.tap(f"{board(table)}notebook/mark/", part="play", tile=5, state="crossed")
    assert marked.status_code == 200


# -- forms: corrections from the log


def form(move, initial=None, data=None, players=FOUR, **options):
    return FORMS[move](data, initial=initial, players=players, options=options)


def filled(move, args, players=FOUR):
    """What the form of a recorded move sends back when nothing is changed in it."""
    shown = form(move, initial=args, players=players)
    data = {name: shown.initial.get(name) for name in shown.fields}
    sent = {
        name: "on" if value is True else str(value)
        for name, value in data.items()
        if value is not None and value is not False
    }
    again = form(move, data=sent, players=players)
    assert again.is_valid(), again.errors
    return again.cleaned_data


@pytest.mark.parametrize(
    ("move", "args"),
    [
        ("answer", {"reader": 2, "question": 8, "answer": 5}),
        ("answer", {"reader": 0, "question": 12, "answer": "equal"}),
        ("declare", {"player": 1, "numbers": [4, 6, 7], "right": False}),
        (
            "declare",
            {"player": 1, "numbers": [4, 6, 7], "right": True, "tiles": ["4B", "6P", "7C"]},
        ),
        ("see_rack", {"rack": 1, "tiles": ["4B", "6P", "7C"]}),
        ("see_rack", {"rack": "common-1", "tiles": None}),
        ("set_help", {"help": "answers"}),
        ("set_supply", {"left": 0, "mixed": True}),
    ],
)
def test_what_was_recorded_can_be_written_back(move, args):
    assert filled(move, args) == args


def test_a_common_rack_can_be_written_back():
    args = {"player": 0, "numbers": [4, 6, 7], "right": True, "common": 2}

    assert filled("declare", args, NAMES[:2])["common"] == "common-2"
    assert "common" not in form("declare", players=FOUR).fields


@pytest.mark.parametrize("text", ["4 6 7", "467", "4,6,7", " 4-6-7 ", "٤٦٧"])
def test_numbers_are_read_as_people_write_them(text):
    typed = form("declare", data={"player": "0", "numbers": text, "right": "on"})

    assert typed.is_valid()
    assert typed.cleaned_data["numbers"] == [4, 6, 7]


@pytest.mark.parametrize("text", ["", "4 6", "4 6 7 7", "4 6 x", "²³¹"])
def test_what_is_no_three_numbers_is_told(text):
    assert "numbers" in form("declare", data={"player": "0", "numbers": text}).errors


def test_two_tiles_are_none():
    typed = form("see_rack", data={"rack": "1", "tile-1": "4B", "tile-3": "6P"})

    assert typed.errors["__all__"] == ["Choose all three tiles, or none of them."]


@pytest.mark.django_db
def test_an_answer_is_corrected_from_the_log():
    table, anna = new_table(), phone_of(0)
    number = tell(table, "answer", 1, reader=1, question=8, answer=5)
    page = Shown(anna.get(f"{board(table)}amend/{number}/"))
    assert page.find(name="question")

    fields = {"entry": str(number), "reader": "1", "question": "9", "answer": "2", "page": "p"}
    assert anna.post(f"{board(table)}amend/", fields).status_code == 303
    assert state_of(table).answers[0].question == 9

    refused = anna.post(f"{board(table)}amend/", {**fields, "answer": "7", "page": "q"})
    assert refused.status_code == 422
    assert "Question 9 is answered by 0 to 3, not: 7." in Shown(refused).text


@pytest.mark.django_db
def test_the_own_rack_is_not_corrected_from_the_log():
    table = new_table()
    number = rack(table, 0, "1G 5K 7P", 1)

    assert phone_of(0).get(f"{board(table)}amend/{number}/").status_code == 404
    assert phone_of(None).get(f"{board(table)}amend/{number}/").status_code == 404
    assert phone_of(2).get(f"{board(table)}amend/{number}/").status_code == 200


# -- costs


@pytest.mark.django_db
def test_a_page_asks_the_database_no_more_the_longer_the_log(django_assert_max_num_queries):
    table, anna = new_table(help="deduction"), phone_of(0)
    note(table, "mark", 0, tile=5, state="crossed")
    for number in range(30):
        tell(table, "answer", reader=number % 4, question=1 + number % 7, answer=0)
    held.caught_up(play_of(table))
    for path in ("?tab=answers&view=grid", "?tab=table", "question/", "help/", "snapshot/?row=3"):
        with django_assert_max_num_queries(9):
            anna.get(board(table) + path)


def test_no_mark_is_kept_in_a_blank_notepad():
    assert marks(Notes(BLANK)) == []
