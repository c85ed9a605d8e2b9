"""The notepad tab as a phone gets it: its own marks and notes, and nobody else's."""

from __future__ import annotations

import html
import json
import re
from uuid import uuid4

import pytest
from django.test import Client
from django.utils.translation import override

from companion.tables.models import Play, Seat, Table
from notepad import pad
from notepad.notebook import BLANK
from notepad.notebook import State as Notes
from notepad.screen import screen
from tests.notepad.table import NAMES, log_of, state_of


class Rows:
    """The log behind the notepad, of which it asks what counts."""

    def __init__(self, log):
        self.log = log

    def rows(self):
        return [row for row in self.log.rows if row.outcome]


SECRET = "seven is mine"
NASTY = "</textarea><img src=x onerror='a' data-b=\"c\">&`"


class Phone:
    """A phone at a table that the first move of the first phone makes; `url` is the play."""

    def __init__(self, url="", query="", language="en"):
        self.client = Client(HTTP_ACCEPT_LANGUAGE=language)
        page = self.client.get(url or f"/code777/{query}")
        self.start, self.url = page.context["at"].start, page.context["move_url"]

    def post(self, move, **fields):
        fields = {"key": str(uuid4()), "start": self.start, **fields}
        answer = self.client.post(f"{self.url}{move}/", fields)
        if answer.status_code == 303:
            self.start = ""
        return answer

    def record(self, move, **args):
        answer = self.post(move, args=json.dumps(args))
        assert answer.status_code == 303, answer.content.decode()

    def note(self, move, **args):
        """A move of this phone's own notebook."""
        self.record(f"notebook/{move}", **args)

    def mark(self, *tiles, state="crossed"):
        for tile in tiles:
            self.note("mark", tile=tile, state=state)

    def read(self, query=""):
        page = self.client.get(self.url + query)
        assert page.status_code == 200
        return page.content.decode()

    def sit(self, player):
        seat = Seat.objects.get(pk=Play.objects.get().seats[player])
        self.client.post(f"{self.url.removesuffix('1/')}seats/{seat.pk}/sit/")
        return self

    def another(self, language="en"):
        return Phone(self.url, language=language)


@pytest.fixture
def phone(db):
    return Phone()


@pytest.fixture
def seated(phone):
    """A phone on the first seat, with a mark that made the table."""
    phone.mark(1)
    return phone.sit(0)


def keys(text, move):
    """The args of every key that records this move."""
    found = re.findall(rf'formaction="[^"]*/notebook/{move}/" name="args" value="([^"]*)"', text)
    return [json.loads(html.unescape(each)) for each in found]


def marks(text):
    """The marks that are drawn, by tile; unmarked ones left out."""
    drawn = text.split('id="pyramid"')[1].split("</ol>")[0]
    found = re.findall(r"data-state='\"(\w+)\"'", drawn)
    assert len(found) == 28
    return {tile: mark for tile, mark in enumerate(found) if mark != "none"}


def offer(text):
    """What is offered after a change at the table."""
    shown = text.split('id="offer"')[1].split("</section>")[0]
    return re.sub(r"<[^>]+>|\s+", " ", shown.split(">", 1)[1]).split()


def field(text, name):
    return html.unescape(re.search(rf'name="{name}" value="([^"]*)"', text)[1])


# -- marks


def test_empty_board_has_a_key_for_every_tile_and_makes_nothing(phone) -> None:
    text = phone.client.get("/code777/").content.decode()

    assert keys(text, "mark") == [{"tile": tile, "state": "crossed"} for tile in range(28)]
    assert marks(text) == {}
    assert "My pyramid" in text
    assert not keys(text, "undo")
    assert not Table.objects.exists()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_empty_board_asks_how_many_play(phone, players) -> None:
    text = phone.client.get(f"/code777/?players={players}&mix_at=4").content.decode()
    asked = text.split('id="begin"')[1].split("</nav>")[0]

    assert [f"?players={count}&amp;mix_at=4" in asked for count in range(2, 6)] == [True] * 4
    assert re.search(rf'players={players}&amp;mix_at=4" aria-current="true"', asked)
    assert text.split('id="points"')[1].split("</ul>")[0].count("<li>") == players


def test_a_tile_goes_round_by_plain_posts(phone) -> None:
    phone.note("mark", tile=8, state="crossed")
    seen = [marks(phone.read())[8]]
    for _tap in range(3):
        phone.note("mark", **keys(phone.read(), "mark")[8])
        seen.append(marks(phone.read()).get(8))

    assert seen == ["crossed", "circled", None, "crossed"]


def test_a_tile_is_called_by_its_print_and_its_mark(seated) -> None:
    seated.mark(24, state="circled")
    text = seated.read()

    assert 'aria-label="Yellow 2, crossed"' in text
    assert 'aria-label="Blue 7, circled"' in text
    assert text.count('aria-label="Blue 7, no mark"') == 3
    labels = '["Blue 7, no mark","Blue 7, crossed","Blue 7, circled"]'
    assert html.escape(labels) in text


def test_unmarked_tiles_are_counted_by_kind(seated) -> None:
    seated.mark(6, 7)
    seated.mark(8, state="circled")
    told = seated.read().split('id="unmarked"')[1].split("</ul>")[0]

    assert re.findall("<li>([^<]+)", told)[1:4] == [
        "Yellow 2: 1 of 2 unmarked",
        "Black 3: 3 of 3 unmarked",
        "Brown 4: 1 of 4 unmarked",
    ]


@pytest.mark.parametrize("brush", ["crossed", "circled", "none"])
def test_a_brush_in_the_address_paints_every_tile_alike(seated, brush) -> None:
    seated.mark(5, state="circled")
    text = seated.read(f"?brush={brush}")

    assert {each["state"] for each in keys(text, "mark")} == {brush}
    assert re.search(rf'value="{brush}" data-query="brush"[^>]* checked', text)
    answer = seated.post("notebook/mark", args='{"tile":4,"state":"none"}', query=f"brush={brush}")
    assert answer["Location"] == f"{seated.url}?brush={brush}"


def test_no_such_brush_is_none(seated) -> None:
    states = [each["state"] for each in keys(seated.read("?brush=x"), "mark")]

    assert states == ["crossed", "circled", *["crossed"] * 26]


def test_what_a_mark_means_is_told_and_left_to_the_player(phone) -> None:
    text = phone.client.get("/code777/").content.decode()

    for said in ("seen at others", "excluded or supposed", "The meaning is yours."):
        assert said in text


def test_undo_names_what_it_takes_back_and_can_be_taken_back(seated) -> None:
    seated.mark(24)
    text = seated.read()
    assert 'aria-label="Undo: Blue 7: crossed"' in text

    seated.note("undo", **keys(text, "undo")[0])
    text = seated.read()
    assert marks(text) == {1: "crossed"}
    assert 'aria-label="Undo: Yellow 2: crossed"' in text
    assert 'aria-label="Put back: Blue 7: crossed"' in text

    seated.note("redo", **keys(text, "redo")[0])
    text = seated.read()
    assert marks(text) == {1: "crossed", 24: "crossed"}
    assert not keys(text, "redo")


def test_nothing_can_be_put_back_after_another_mark(seated) -> None:
    seated.mark(24)
    seated.note("undo", entry=2)
    seated.mark(5)

    assert not keys(seated.read(), "redo")


# -- nobody else's


def test_nothing_of_a_notepad_is_on_another_phone_or_in_what_it_gets(seated) -> None:
    plain = seated.another().sit(1)
    seated.mark(6, 7, 24)
    seated.post("notebook/note", text=SECRET)
    seated.record("answer", reader=0, question=8, answer=5)
    stranger = seated.another()
    watch = f"/w/{Table.objects.get().watch}/1/"

    for other in (plain, stranger):
        for page in ("", "?tab=answers", "?tab=table", "log/", "result/", "print/", "export.json"):
            text = other.client.get(other.url + page).content.decode()
            assert SECRET not in text, page
            assert "Blue 7: crossed" not in text, page
        assert marks(other.read()) == {}
        assert other.client.get(f"{other.url}notebook/").status_code == 404
    for page in (watch, f"{watch}result/"):
        text = stranger.client.get(page).content.decode()
        assert SECRET not in text
        assert "notebook" not in text
    assert SECRET in seated.read()
    assert SECRET in seated.client.get(f"{seated.url}export.json").content.decode()


def test_another_cannot_take_back_or_mark_what_is_not_theirs(seated) -> None:
    other = seated.another().sit(1)

    assert other.post("notebook/undo", args='{"entry":1}').status_code == 422
    other.mark(0)
    assert marks(seated.read()) == {1: "crossed"}
    assert marks(other.read()) == {0: "crossed"}


def test_a_phone_without_a_seat_has_a_notepad_too(phone) -> None:
    phone.mark(3)
    text = phone.read()

    assert marks(text) == {3: "crossed"}
    assert "My pyramid" in text
    assert phone.client.get(f"{phone.url}notebook/").status_code == 200


def test_the_way_to_another_phone_is_offered_once_there_is_a_notepad(seated) -> None:
    assert f'href="{seated.url}notebook/"' in seated.read()
    assert "notebook/&quot;" not in seated.another().read()
    assert f'href="{seated.url}notebook/"' not in seated.another().read()


@pytest.mark.parametrize("tiles", [["1G", "2Y", "3K"], ["7C", "7C", "7C"]])
def test_nothing_on_the_tab_depends_on_the_own_rack(tiles) -> None:
    notes = Notes(("crossed", *BLANK[1:]), pages=(BLANK,))
    dealt = ("see_rack", {"rack": 1, "tiles": ["4B", "4B", "6G"]}, 0)
    own = ("see_rack", {"rack": 0, "tiles": tiles}, 1)
    rival = ("declare", {"player": 2, "numbers": [4, 6, 7], "right": False}, 2)
    unknown = ("see_rack", {"rack": 0, "tiles": None}, 1)
    logs = [log_of(4, {"help": "deduction"}, [dealt, each, rival]) for each in (unknown, own)]
    without, entered = (log.state.game for log in logs)

    for query in ({}, {"tab": "pad", "brush": "none"}):
        shown = [pad.pad(notes, log.state.game, 0, query, NAMES, Rows(log)) for log in logs]
        assert shown[0] == shown[1]
        assert shown[0]["crossing"]["count"] == 3
    assert pad.table_of(without, 0, NAMES) == pad.table_of(entered, 0, NAMES)
    offers = [pad.offer(notes, log.state.game, 0, NAMES, Rows(log)) for log in logs]
    assert offers[0] == offers[1] is not None


def test_the_tab_works_out_no_answers_and_no_racks() -> None:
    state = state_of(
        4, {"help": "deduction"}, [("answer", {"reader": 1, "question": 8, "answer": 5})]
    )

    assert {"answers", "table"}.isdisjoint(screen(state, 0, {}, NAMES))


# -- pages


def test_a_new_pyramid_keeps_the_old_one_to_be_read(seated) -> None:
    seated.mark(24, state="circled")
    seated.note("new_pyramid", **keys(seated.read(), "new_pyramid")[0])
    text = seated.read()
    assert marks(text) == {}
    assert "crossed 1, circled 1" in text
    link = html.unescape(re.search(r'id="pages".*?href="(\?[^"]*)"', text)[1])

    page = seated.read(link)
    assert marks(page) == {1: "crossed", 24: "circled"}
    assert "Former pyramid 1" in page
    assert not keys(page, "mark")
    assert 'role="img" aria-label="Blue 7, circled"' in page


def test_a_former_pyramid_comes_back_and_the_present_one_is_kept(seated) -> None:
    seated.note("new_pyramid")
    seated.mark(5)
    looking = "?page=1&pages=1"
    seated.note("restore", **keys(seated.read(looking), "restore")[0])

    text = seated.read(looking)  # the very address that the key stood at
    assert marks(text) == {1: "crossed"}
    assert len(keys(text, "mark")) == 28
    assert text.count("crossed 1, circled 0") == 2


@pytest.mark.parametrize(
    "query", ["?page=2&pages=1", "?page=0&pages=1", "?page=x&pages=1", "?page=1"]
)
def test_a_page_that_is_not_kept_is_the_present_pyramid(seated, query) -> None:
    seated.note("new_pyramid")

    assert len(keys(seated.read(query), "mark")) == 28


def test_what_is_recorded_at_the_others_is_crossed_by_a_tap_alone(seated) -> None:
    seated.record("see_rack", rack=1, tiles=["4B", "4B", "7C"])
    assert not keys(seated.read(), "mark_many")  # marks stand on the first pyramid

    seated.note("new_pyramid")
    text = seated.read()
    assert "Cross what is recorded at the others: 3" in text
    assert marks(text) == {}

    seated.note("mark_many", **keys(text, "mark_many")[0])
    text = seated.read()
    assert marks(text) == dict.fromkeys((6, 7, 24), "crossed")
    assert not keys(text, "mark_many")
    assert 'aria-label="Undo: Crossed: 3 tiles"' in text


def test_a_phone_without_a_seat_crosses_the_common_rack_alone(phone) -> None:
    phone = Phone(query="?players=3")
    phone.mark(0)
    phone.note("new_pyramid")
    other = phone.another().sit(0)
    other.record("see_rack", rack=1, tiles=["4B", "4B", "7C"])
    other.record("see_rack", rack="common-1", tiles=["1G", "5K", "7P"])

    assert keys(phone.read(), "mark_many") == [{"tiles": [0, 14, 21], "state": "crossed"}]


@pytest.mark.parametrize(
    ("language", "name"), [("en", "brown 4"), ("ru", "коричневая 4"), ("ru", "чёрная 5")]
)
def test_a_tile_is_called_the_same_in_the_pyramid_and_in_a_line(db, language, name) -> None:
    mine = Phone(language=language)
    mine.mark(1)
    mine.sit(0).record("see_rack", rack=1, tiles=["4B", "5K", "7C"])

    assert f'aria-label="{name.capitalize()}, ' in mine.read()
    assert f'<span class="spoken">{name} </span>' in mine.read("?tab=table")


# -- what to do with the marks


def changed(seated, player=0, right=False, numbers=(4, 6, 7)):
    seated.record("declare", player=player, numbers=list(numbers), right=right)


def test_a_new_own_code_offers_and_changes_nothing(seated) -> None:
    assert offer(seated.read()) == []

    changed(seated)
    text = seated.read()
    said = " ".join(offer(text))
    assert said.startswith("Your code is new. What you found out about the old one is over.")
    assert said.endswith("Keep New pyramid Clear")
    assert marks(text) == {1: "crossed"}
    assert "My code no. 2" in text


def test_a_rivals_new_code_offers_and_names_the_rack(seated) -> None:
    Seat.objects.filter(pk=Play.objects.get().seats[2]).update(given_name="Вера")
    changed(seated, player=2)

    said = " ".join(offer(seated.read()))
    assert said.startswith("Another code is new. New tiles: \u2068Вера\u2069. Yours are the same")


def test_a_mixed_supply_offers(seated) -> None:
    seated.record("set_supply", left=16, mixed=True)

    said = " ".join(offer(seated.read()))
    assert said.startswith("The supply was mixed. Tiles put aside can come again")


def test_a_new_code_from_a_mixed_supply_tells_both(seated) -> None:
    seated.record("set_supply", left=1)
    changed(seated)

    said = " ".join(offer(seated.read()))
    assert "What you found out" in said
    assert "Tiles put aside can come again" in said


@pytest.mark.parametrize("move", ["keep", "new_pyramid"])
def test_what_was_decided_is_not_offered_again_until_something_changes(seated, move) -> None:
    changed(seated)
    text = seated.read()
    seated.note(move, **keys(text.split('id="offer"')[1], move)[0])
    seated.mark(3)
    assert offer(seated.read()) == []

    changed(seated, player=1)
    assert offer(seated.read())[:2] == ["Another", "code"]


def test_a_decision_taken_back_is_offered_again(seated) -> None:
    changed(seated)
    seated.note("keep", heeded=1)
    seated.note("undo", entry=2)

    assert offer(seated.read())


def keep(phone):
    phone.note("keep", **keys(phone.read(), "keep")[0])


def test_a_declaration_entered_again_is_offered_again(seated) -> None:
    changed(seated)
    keep(seated)
    seated.record("undo", entry=1)
    assert offer(seated.read()) == []
    seated.record("redo", entry=1)
    assert offer(seated.read()) == []  # the very declaration that the marks were kept after

    seated.record("undo", entry=1)
    changed(seated, numbers=(4, 6, 6))
    assert offer(seated.read())[:2] == ["Your", "code"]
    keep(seated)
    changed(seated, player=1)
    assert offer(seated.read())[:2] == ["Another", "code"]


def test_a_declaration_corrected_is_offered_as_it_says_now(seated) -> None:
    changed(seated, player=1)
    keep(seated)
    own = {"player": 0, "numbers": [4, 6, 7], "right": False}
    seated.record("amend", entry=1, args=own)
    assert offer(seated.read())[:2] == ["Your", "code"]

    keep(seated)
    assert offer(seated.read()) == []


def test_two_declarations_in_a_row_are_one_offer(seated) -> None:
    changed(seated, player=1)
    changed(seated, player=2)
    said = " ".join(offer(seated.read()))
    assert said.startswith("Another code is new. New tiles: \u2068Drop\u2069, \u2068Flame\u2069.")

    changed(seated)
    assert offer(seated.read())[:2] == ["Your", "code"]
    keep(seated)
    assert offer(seated.read()) == []


def test_a_phone_without_a_seat_is_not_told_whose_tiles_are_the_same(phone) -> None:
    phone.mark(1)
    changed(phone, player=1)

    said = " ".join(offer(phone.read()))
    assert said.startswith("A code is new. New tiles: \u2068Drop\u2069. If they are yours,")


def test_a_blank_pyramid_is_offered_nothing(phone) -> None:
    phone.note("note", text="a")
    changed(phone)

    assert offer(phone.read()) == []


def test_what_changed_before_the_first_mark_is_no_question(phone) -> None:
    phone.note("note", text="a")
    phone.sit(0)
    changed(phone)
    changed(phone, player=2)
    phone.note("mark", **keys(phone.read(), "mark")[1])
    assert offer(phone.read()) == []

    changed(phone)
    assert offer(phone.read())[:2] == ["Your", "code"]


def test_what_changed_before_the_racks_were_crossed_is_no_question(phone) -> None:
    phone.note("note", text="a")
    phone.sit(0)
    changed(phone, player=1)
    phone.record("see_rack", rack=2, tiles=["4B", "4B", "7C"])
    phone.note("mark_many", **keys(phone.read(), "mark_many")[0])
    assert marks(phone.read()) == {6: "crossed", 7: "crossed", 24: "crossed"}
    assert offer(phone.read()) == []


def test_marks_made_before_a_change_are_asked_about_whatever_later_marks_say(seated) -> None:
    changed(seated)
    seated.note("mark", **keys(seated.read(), "mark")[2])

    assert offer(seated.read())[:2] == ["Your", "code"]


# -- the notes


def test_notes_are_kept_and_their_form_says_what_was_there(seated) -> None:
    seated.post("notebook/note", text="6: not 2\r\nand 7", was='""')
    text = seated.read()

    assert re.search(r"<textarea[^>]*>\n6: not 2\nand 7</textarea>", text)
    assert json.loads(field(text, "was")) == "6: not 2\nand 7"


def test_two_pages_of_one_owner_never_overwrite_each_other_unseen(seated) -> None:
    seated.post("notebook/note", text="first", was='""')
    answer = seated.post("notebook/note", text="second", was='""')
    text = answer.content.decode()

    assert answer.status_code == 409
    assert "wrote something else here" in text
    offered = keys(text, "note")
    assert [each["text"] for each in offered] == ["first", "second"]
    assert re.search(r"<textarea[^>]*>\nsecond</textarea>", text)  # what was typed stays
    was = html.unescape(re.search(r'id="was-1".*?name="was" value="([^"]*)"', text)[1])
    assert json.loads(was) == "first"

    assert seated.post("notebook/note", args=json.dumps(offered[1]), was=was).status_code == 303
    assert "second</textarea>" in seated.read()


def test_a_conflict_asked_for_by_script_is_the_two_texts(seated) -> None:
    seated.post("notebook/note", text="first", was='""')
    fields = {"text": "second", "was": '""', "key": str(uuid4())}
    answer = seated.client.post(
        f"{seated.url}notebook/note/", fields, headers={"HX-Request": "true", "HX-Target": "play"}
    )

    assert answer.status_code == 409
    assert [each["text"] for each in keys(answer.content.decode(), "note")] == ["first", "second"]


def test_notes_that_are_too_long_are_refused_and_not_lost(seated) -> None:
    answer = seated.post("notebook/note", text="x" * 4001, was='""')

    assert answer.status_code == 422
    assert "x" * 4001 in answer.content.decode()
    assert "take up to 4000 characters" in answer.content.decode()


def test_keys_add_headings_to_the_notes(seated) -> None:
    seated.record("answer", reader=1, question=14, answer="equal")
    seated.record("answer", reader=0, question=8, answer=5)
    text = seated.read().split('id="inserts"')[1].split("</div>")[0]
    added = [html.unescape(each) for each in re.findall(r'data-key="([^"]*)"', text)]

    assert added == [
        "\nSaw at Drop: ",
        "\nSaw at Flame: ",
        "\nSaw at Leaf: ",
        "\nFrom answer no. 14 (Drop, equal): ",
        "\n— code no. 1 —\n",
    ]


@pytest.mark.parametrize(
    ("players", "labels"),
    [
        (2, ["saw at: Боря", "saw on common rack 1", "saw on common rack 2"]),
        (3, ["saw at: Боря", "saw at: Вера", "saw on the common rack"]),
    ],
)
def test_a_common_rack_is_no_player_in_the_keys_of_the_notes(players, labels) -> None:
    inserts = list(pad._inserts(state_of(players, {}, []), 0, NAMES[:players]))

    assert [each["label"] for each in inserts[: len(labels)]] == labels
    assert inserts[len(labels) - 1]["text"] == f"\n{labels[-1].capitalize()}: "


def test_names_and_notes_are_shown_as_text(seated) -> None:
    Seat.objects.filter(pk=Play.objects.get().seats[1]).update(given_name=NASTY[:40])
    seated.post("notebook/note", text=NASTY)
    seated.record("answer", reader=1, question=14, answer="equal")
    changed(seated, player=1)
    text = seated.read()

    assert "<img" not in text
    assert text.count("</textarea>") == 1


# -- clearing, the end


def test_clearing_asks_first_and_says_that_the_log_stays(seated) -> None:
    seated.post("notebook/note", text=SECRET)
    assert 'id="clear-panel"' not in seated.read()
    text = seated.read("?sheet=clear").split('id="clear-panel"')[1].split("</section>")[0]

    assert "The log of answers stays" in text
    answer = seated.post("notebook/clear", args=field(text, "args"), query=field(text, "query"))
    assert answer["Location"] == seated.url
    text = seated.read()
    assert marks(text) == {}
    assert SECRET not in text

    seated.note("undo", **keys(text, "undo")[0])
    assert marks(seated.read()) == {1: "crossed"}
    assert SECRET in seated.read()


def finished(seated):
    seated.mark(24, state="circled")
    seated.post("notebook/note", text=SECRET)
    seated.note("new_pyramid")
    seated.mark(5)
    for numbers in ((1, 2, 3), (2, 3, 4), (3, 4, 5)):
        changed(seated, right=True, numbers=numbers)


@pytest.mark.parametrize("query", ["", "?correct=1"])
def test_at_the_end_the_notepad_can_only_be_read(seated, query) -> None:
    finished(seated)
    text = seated.read(query)

    assert marks(text) == {5: "crossed"}
    assert f'<p class="written">{SECRET}</p>' in text
    assert "read-only" in text
    assert "notebook/" not in text
    assert "<textarea" not in text
    link = html.unescape(re.search(r'id="pages".*?href="(\?[^"]*)"', text)[1])
    assert marks(seated.read(link)) == {1: "crossed", 24: "circled"}
    answer = seated.post("notebook/mark", args='{"tile":0,"state":"crossed"}')
    assert answer.status_code == 422
    assert "the notepad can only be read" in answer.content.decode()


def test_the_next_game_begins_with_a_blank_notepad(seated) -> None:
    finished(seated)
    table = Table.objects.get()
    seats = Play.objects.get().seats
    seated.client.post(f"/t/{table.token}/next/", {"game": "code777", "after": "1", "seat": seats})
    text = seated.client.get(f"/t/{table.token}/2/").content.decode()

    assert marks(text) == {}
    assert SECRET not in text
    assert SECRET in seated.read()


# -- what everybody sees on the tab


def test_points_and_supply_stand_on_the_tab(seated) -> None:
    changed(seated, right=True)
    changed(seated, player=2)
    text = seated.read()
    steps = text.split('class="supply"')[1].split("</ol>")[0]

    assert 'aria-label="\u2068Moon\u2069: 1 of 3"' in text
    assert re.findall(r"<li([^>]*)>(\d+)", steps) == [
        (' class="past"', "16"),
        (' class="past"', "13"),
        (' aria-current="step" data-fresh', "10"),
        ("", "7"),
        ("", "4"),
        ("", "1"),
    ]
    assert "3 more replacements, then the supply is mixed with the discard." in text


def test_the_keys_under_the_thumb_lead_to_the_pages(seated) -> None:
    dock = seated.read().split('id="keys"')[1].split("</section>")[0]

    assert re.findall(r'href="[^"]*/1/(\w+)/"', dock) == ["question", "declaration"]


# -- small and quick


def test_a_full_notepad_in_russian_is_no_more_than_60_kb(seated) -> None:
    for _page in range(12):
        seated.mark(0, 1, 2)
        seated.note("new_pyramid")
    seated.post("notebook/note", text="Видно у Бориса семь. " * 100)
    for tile in range(28):
        seated.mark(tile, state="circled")
    with override("ru"):
        page = seated.client.get(seated.url, headers={"Accept-Language": "ru"}).content

    assert len(page) <= 60_000


def test_a_mark_asks_the_database_little(seated, django_assert_max_num_queries) -> None:
    args = json.dumps({"tile": 5, "state": "crossed"})
    headers = {"HX-Request": "true", "HX-Target": "play"}
    with django_assert_max_num_queries(16):
        answer = seated.client.post(
            f"{seated.url}notebook/mark/", {"args": args, "key": str(uuid4())}, headers=headers
        )

    assert answer.status_code == 200
