"""Nothing that reaches a phone depends on its own rack, or on anybody else's notepad.

One table is read twice by the same phone: as it is, and with other secrets in its
log (what stands or stood on the racks that this phone may not see, and all the
notepads that are not its own). Both times every byte has to be the same: pages, sheets,
fragments, the log, settings, result, files, refusals, answers to undo and redo.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse

from companion.tables import held, record
from companion.tables.models import Entry, Table
from notepad.answer_pages import PAGES
from notepad.game import GAME
from notepad.questions import allowed
from notepad.racks import sees
from tests.companion.tables.inside import Phone, Shown, play_of, record_at
from tests.notepad.seats import board, new_table, note, phone_of, rack, state_of, tell

TEXTS = ("quixotic scribble", "zygomorphic doodle")
FRESH = re.compile(
    r'name="(?:page|csrfmiddlewaretoken|start)" value="[^"]*"|<time[^>]*>.*?</time>'
    r'|<svg[^>]*class="qr".*?</svg>|notebook/take/[\w:-]+',
    re.DOTALL,
)
"""What is new in every rendering of the same page."""

SEATS = range(4)
PHONES: dict[str, int | None] = {"Anna": 0, "Boris": 1, "Vera": 2, "Gleb": 3, "unseated": None}


@pytest.fixture(autouse=True)
def _full_buckets():
    cache.clear()


# -- two tables that differ in what a phone may not see


def two_tiles(first: str, second: str) -> tuple[list[str], list[str]]:
    return first.split(), second.split()


RACK_TILES = {
    0: (two_tiles("1G 5K 7P", "4B 5R 6P"), two_tiles("2Y 4B 7C", "3K 6P 6P")),
    1: (two_tiles("5R 5R 7C", "4B 4B 6G"), two_tiles("5R 6G 7C", "4B 4B 7Y")),
    2: (two_tiles("3K 3K 6P", "5R 6G 7C"), two_tiles("2Y 3K 7Y", "5R 5R 7C")),
    3: (two_tiles("4B 6G 7Y", "3K 7C 7C"), two_tiles("4B 6P 6G", "3K 7C 7C")),
}
"""What stands on each rack first and after its code was declared wrong; twice, so that either
can be the truth."""


@pytest.fixture
def table() -> Table:
    """Four players in the middle of a game, every phone with a notepad, everything entered."""
    table = new_table(help="deduction")
    for seat in SEATS:
        note(table, "mark_many", seat, tiles=[seat, 9 + seat], state="crossed")
        note(table, "note", seat, text=f"{TEXTS[0]} of {seat}")
    for where, (first, _second) in RACK_TILES.items():
        rack(table, where, " ".join(first[0]), (where + 1) % 4)
    for number in range(6):
        question = 1 + 3 * number
        _answer(table, number % 4, question)
    for seat in SEATS:
        tell(table, "declare", seat, player=seat, numbers=[3, 4, 5], right=False)
        note(table, "mark", seat, tile=20 + seat, state="circled")
    for where, (_first, second) in RACK_TILES.items():
        rack(table, where, " ".join(second[0]), (where + 1) % 4)
    for number in range(6, 9):
        question = 23 - number
        _answer(table, number % 4, question)
    undone = rack(table, 0, "7Y 7Y 7C", 2)
    tell(table, "undo", 2, entry=undone)
    amended = rack(table, 3, "4B 4B 6G", 0)
    tell(table, "amend", 1, entry=amended, args={"rack": 3, "tiles": ["3K", "7C", "7C"]})
    return table


def _answer(table: Table, reader: int, question: int) -> None:
    said = allowed(question, 4)[1]
    tell(table, "answer", reader, reader=reader, question=question, answer=said)


@contextmanager
def other_secrets(table: Table, player: int | None, phone: int | None = None) -> Iterator[None]:
    """The same table, but what this phone may not see is something else.

    `phone`: which one it is, if it does not sit where it began.
    """
    owner = f"phone-of-seat-{player if phone is None else phone}"
    entries = play_of(table).entries.all()
    kept = {entry.pk: entry.args for entry in entries}
    for entry in entries:
        entry.args = _changed(entry, entry.args, player, owner)
        entry.save()
    assert {entry.pk: entry.args for entry in entries} != kept
    held.forget()
    yield
    for entry in entries:
        entry.args = kept[entry.pk]
        entry.save()
    held.forget()


def _changed(entry: Entry, args: dict[str, Any], player: int | None, owner: str) -> dict[str, Any]:
    eyes = "table" if player is None else player
    if entry.notebook is not None:
        if entry.notebook.owner == owner:
            return args
        told = {"text": TEXTS[1], "tile": 27, "tiles": [26, 27], "state": "circled"}
        return {name: told.get(name, value) for name, value in args.items()}
    if "tiles" in args and "rack" in args and not sees(eyes, args["rack"]):
        return {**args, "tiles": _other_tiles(args["rack"], args["tiles"])}
    return args


def _other_tiles(where: int, tiles: list[str] | None) -> list[str] | None:
    if tiles is None:
        return None
    for one, two in RACK_TILES[where]:
        if tiles in (one, two):
            return two if tiles == one else one
    return ["4B", "4B", "5R"]


# -- everything that a phone can ask for


def addresses(table: Table) -> list[tuple[str, str]]:
    """Every address that a phone at the table may ask, each with the fragment it has ("": none)."""
    play, watch = board(table), f"/w/{table.watch}/"
    seats = [seat.pk for seat in table.seats.all()]
    entries = play_of(table).entries.filter(notebook=None)
    racks = entries.filter(what="see_rack").values_list("number", flat=True)
    boards = (
        *("", "?tab=answers", "?tab=answers&view=grid", "?tab=table", "?sheet=clear", "?correct=1"),
    )
    pages = (
        *(f"{page}/" for page in GAME.pages),
        *(f"snapshot/?row={row}" for row in (1, 2, 3, 4, 7, 8)),
        *(f"question/?question={question}" for question in (2, 11, 16, 20)),
        *(f"question/?question=8&reader={reader}&answer=3" for reader in SEATS),
        *(f"question/?row={row}&question=8" for row in (1, 2, 8)),
        *(f"rack/?rack={where}&tiles=4B,5R" for where in (*SEATS, "common-1", "x")),
        *(f"declaration/?player={player}&numbers=3,4,5&looked=1" for player in (0, 1)),
        *("help/?code=3,4,5", "help/?code=1,2,3", "help/?code=5,6,7", "supply/?left=4"),
    )
    whole = (
        *("log/?before=12", "settings/", "result/", "print/", "picture.svg", "lots/", "dice/"),
        *("export.json", "export.csv", "timer/", "notebook/", "no-such-page/"),
        *(f"amend/{number}/" for number in (*racks, 9, 99)),
    )
    around = (
        *("", "seats/", "name/", "delete/", "export.json"),
        *(f"seats/{seat}/" for seat in seats[:2]),
        *(f"seats/{seat}/sit/" for seat in seats[:2]),
    )
    return [
        *((play + path, "play") for path in boards),
        *((play + path, "sheet") for path in pages),
        *((play + path, "") for path in whole),
        (f"{play}log/", "log"),
        *((table.url + path, "") for path in around),
        *((path, "") for path in ("/", "/rules/code777/", "/rules/code777/?q=rack", "/join/")),
        *((f"{watch}{path}", "play") for path in ("1/", "1/?tab=table", "1/?tab=answers")),
        (watch, ""),
    ]


def bare(response: HttpResponse) -> str:
    """What a phone is sent, without what is new in every rendering."""
    headers = {name: response.get(name, "") for name in ("ETag", "Location", "Content-Type")}
    return FRESH.sub("", f"{response.status_code} {headers} {response.content.decode()}")


def everything(table: Table, phone: Phone) -> dict[str, str]:
    """What the phone gets at every address, as a page and as its fragment."""
    got = {}
    for path, part in addresses(table):
        cache.clear()
        got[path] = bare(phone.get(path))
        if part:
            got[f"{path} #{part}"] = bare(phone.part(path, part))
    return got


def taps(table: Table, player: int | None) -> list[tuple[str, dict[str, Any]]]:
    """Moves that are recorded, refused, taken back, put back, put right, or do not exist."""
    numbers = list(play_of(table).entries.filter(notebook=None).values_list("number", "what"))
    own = 0 if player is None else player
    other = (own + 1) % 4
    right = {"player": own, "numbers": [3, 4, 5], "right": True}
    racks = [number for number, what in numbers if what == "see_rack"]
    answers = [number for number, what in numbers if what == "answer"]
    declared = [number for number, what in numbers if what == "declare"]
    other_rack = {"rack": other, "tiles": ["4B", "4B", "5R"]}
    return [
        ("answer", {"reader": own, "question": 8, "answer": 5}),
        ("answer", {"reader": own, "question": 8, "answer": 1}),
        ("see_rack", {"rack": own, "tiles": ["1G", "2Y", "3K"]}),
        ("see_rack", {"rack": own, "tiles": ["1G", "1G", "3K"]}),
        ("see_rack", {"rack": own, "tiles": None}),
        *(("see_rack", {"rack": other, "tiles": tiles}) for tiles in _probes()),
        ("see_rack", {"rack": "common-1", "tiles": None}),
        ("declare", right),
        ("declare", {**right, "right": False}),
        ("declare", {**right, "numbers": [4, 6, 7]}),
        ("declare", {**right, "tiles": ["3K", "4B", "5R"]}),
        ("set_supply", {"left": 99}),
        ("set_help", {"help": "off"}),
        ("no_such_move", {}),
        *(("undo", {"entry": number}) for number in (*racks, *declared, 99)),
        *(("redo", {"entry": number}) for number in racks),
        *(("amend", {"entry": number, "args": other_rack}) for number in racks),
        ("amend", {"entry": answers[0], "args": {"reader": own, "question": 1, "answer": 0}}),
        ("amend", {"entry": declared[0], "args": {**right, "right": False}}),
        ("notebook/mark", {"tile": 3, "state": "crossed"}),
        ("notebook/mark", {"tile": 99, "state": "crossed"}),
        ("notebook/undo", {"entry": 1}),
        ("notebook/restore", {"page": 1}),
    ]


def _probes() -> list[list[str]]:
    """Racks entered to find out by a refusal what stands elsewhere."""
    full = [[kind] * 3 for kind in ("3K", "4B", "5R", "6P", "6G", "7C")]
    return [["1G", "5K", "7P"], ["2Y", "2Y", "7Y"], ["2Y", "7Y", "7Y"], *full]


def answers_to(table: Table, phone: Phone, player: int | None) -> dict[str, str]:
    """What each tap is answered, by script and without; if it is recorded, what is shown then."""
    got = {}
    for move, args in taps(table, player):
        cache.clear()
        name, path = f"{move} {args}", f"{board(table)}{move}/"
        with taken_back():
            got[f"{name} plain"] = bare(_typed(phone, path, args))
        with taken_back():
            answered = phone.tap(path, key=KEY, part="play", **args)
            got[name] = bare(answered)
            for after in ("?tab=table", "log/") if answered.status_code == 200 else ():
                got[f"{name}, then {after}"] = bare(phone.get(board(table) + after))
    return got


KEY = str(uuid4())


def _typed(phone: Phone, path: str, args: dict[str, Any]) -> HttpResponse:
    return phone.post(path, {"args": json.dumps(args), "page": KEY})


@contextmanager
def taken_back() -> Iterator[None]:
    """What is recorded inside is gone afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    held.forget()


# -- the same bytes, whatever the secrets are


def only_own_notes(texts: Iterable[str], player: int | None) -> bool:
    """Whether of all that is written in notepads only this player's own is in the texts."""
    joined = "".join(texts)
    return [seat for seat in SEATS if f"{TEXTS[0]} of {seat}" in joined] == (
        [] if player is None else [player]
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "finished"),
    [("Anna", False), ("Vera", False), ("unseated", False), ("Anna", True), ("unseated", True)],
)
def test_every_page_is_the_same_whatever_is_hidden(table, name, finished):
    player = PHONES[name]
    if finished:
        for where in SEATS:  # racks are turned round at the end: those that stand are no secret
            rack(table, where, "", (where + 1) % 4)
        tell(table, "finish")
    phone = phone_of(player)
    first = everything(table, phone)

    with other_secrets(table, player):
        second = everything(table, phone)

    assert [path for path in first if first[path] != second[path]] == []
    assert sum(text.startswith("200") for text in first.values()) > 100
    assert only_own_notes(first.values(), player)


@pytest.mark.django_db
@pytest.mark.parametrize("seat", [2, None])
def test_who_sits_down_elsewhere_sees_what_that_seat_may_see(table, seat):
    """Anna's phone takes Vera's seat over, or stands up; it keeps the notepad it has."""
    anna = phone_of(0)
    if seat is None:
        anna.post(f"{table.url}seats/stand/")
    else:
        anna.post(f"{table.url}seats/{table.seats.all()[seat].pk}/sit/", {"sure": "1"})
    first, taps = everything(table, anna), answers_to(table, anna, seat)

    with other_secrets(table, seat, phone=0):
        second, other_taps = everything(table, anna), answers_to(table, anna, seat)

    assert [path for path in first if first[path] != second[path]] == []
    assert [name for name in taps if taps[name] != other_taps[name]] == []
    assert only_own_notes(first.values(), 0)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Anna", "Gleb", "unseated"])
def test_every_answer_is_the_same_whatever_is_hidden(table, name):
    player = PHONES[name]
    phone = phone_of(player)
    first = answers_to(table, phone, player)

    with other_secrets(table, player):
        second = answers_to(table, phone, player)

    assert [path for path in first if first[path] != second[path]] == []
    assert {"200", "303", "422"} <= {text[:3] for text in first.values()}
    assert only_own_notes(first.values(), player)


@pytest.mark.django_db
def test_the_two_tables_are_not_alike_for_who_may_see(table):
    """The test of the tests: another phone is shown other tiles."""
    paths = ("?tab=table", "snapshot/?row=2", "help/", "log/", "export.json", "rack/?rack=0")
    first = {path: bare(phone_of(1).get(board(table) + path)) for path in paths}
    with other_secrets(table, 0):
        for path in paths:
            assert bare(phone_of(1).get(board(table) + path)) != first[path], path


@pytest.mark.django_db
@pytest.mark.parametrize("by", [1, 2, 3])
def test_a_rack_that_cannot_be_tells_its_owner_nothing(by):
    """Whether who entered it sees what it clashes with or does not: an entry stays."""
    table = new_table(help="deduction")
    rack(table, 1, "4B 4B 5R", 0)
    rack(table, 2, "6P 6G 7Y", 3)
    own = rack(table, 0, "3K 6P 7C", by)
    paths = ("", "?tab=answers", "?tab=table", "log/", "help/", "settings/", f"amend/{own}/")
    anna = phone_of(0)
    first = {path: bare(anna.get(board(table) + path)) for path in paths}

    entry = Entry.objects.get(play=play_of(table), notebook=None, number=own)
    entry.args = {"rack": 0, "tiles": ["4B", "4B", "4B"]}
    entry.save()
    held.forget()

    assert state_of(table).standing[0] == ("4B", "4B", "4B")
    second = {path: bare(anna.get(board(table) + path)) for path in paths}
    assert [path for path in paths if first[path] != second[path]] == []


@pytest.mark.django_db
def test_racks_that_cannot_be_are_told_to_who_sees_them():
    """Vera sees five red 5s where the box has four; Anna and Boris see fewer."""
    table = new_table()
    own = rack(table, 0, "5R 5R 7C", 1)
    tell(table, "undo", 1, entry=own)
    rack(table, 1, "5R 5R 5R", 2)
    tell(table, "redo", 0, entry=own)

    told = {
        name: "have too many of a tile"
        in Shown(phone_of(player).get(f"{board(table)}?tab=table")).text
        for name, player in PHONES.items()
    }

    assert [name for name, here in told.items() if here] == ["Vera", "Gleb"]


# -- what must not be there at all


@pytest.mark.django_db
def test_a_stranger_gets_nothing(table):
    stranger = Phone()
    for path in (board(table), f"{board(table)}log/", f"{board(table)}export.json"):
        wrong = path.replace(table.token, "A" * 22)
        answered = stranger.get(wrong)
        assert answered.status_code == 404
        assert not any(name in answered.content.decode() for name in ("Anna", *TEXTS))
    for page in PAGES:
        assert stranger.get(f"/w/{table.watch}/1/{page}/").status_code == 404


@pytest.mark.django_db
def test_the_watch_page_has_no_keys_and_no_way_to_the_table(table):
    for path in (f"/w/{table.watch}/", f"/w/{table.watch}/1/"):
        text = phone_of(0).get(path).content.decode()
        assert table.token not in text
        assert 'name="args"' not in text


@pytest.mark.django_db
def test_a_file_holds_own_notes_and_the_racks_of_others_alone(table):
    for player in SEATS:
        entries = json.loads(phone_of(player).get(f"{board(table)}export.json").content)["log"]
        racks = {each["args"]["rack"] for each in entries if each.get("move") == "see_rack"}
        assert racks == set(SEATS) - {player}
        owners = {each["notebook"] for each in entries if "notebook" in each}
        assert owners == {player}
    for path in ("1/export.json", "export.json"):
        text = phone_of(None).get(table.url + path).content.decode()
        assert "see_rack" not in text
        assert "notebook" not in text


@pytest.mark.django_db
@pytest.mark.parametrize("move", ["mark", "note", "undo", "new_pyramid"])
def test_another_cannot_write_in_a_notepad_nor_learn_that_it_is_there(table, move):
    args = {"mark": {"tile": 3, "state": "none"}, "note": {"text": "x"}, "undo": {"entry": 1}}
    before = bare(phone_of(0).get(board(table)))

    with taken_back():
        phone_of(1).tap(f"{board(table)}notebook/{move}/", **args.get(move, {}))
        assert bare(phone_of(0).get(board(table))) == before
    with taken_back():
        cold = Phone().tap(f"{board(table)}notebook/{move}/", **args.get(move, {}))
        assert cold.status_code in (204, 422)
        assert bare(phone_of(0).get(board(table))) == before


@pytest.mark.django_db(transaction=True)
def test_a_live_message_is_a_number_and_a_notepads_goes_to_its_owner_alone(monkeypatch):
    told: list[tuple[Any, ...]] = []
    monkeypatch.setattr(record, "tell", lambda *args, **more: told.append((args, more)))
    table = new_table()
    told.clear()

    phone_of(0).tap(f"{board(table)}notebook/mark/", tile=3, state="crossed")
    phone_of(1).tap(f"{board(table)}see_rack/", rack=0, tiles=["1G", "5K", "7P"])

    ((first, owned), (second, shared)) = told
    assert [type(each) for each in first] == [type(each) for each in second] == [str, int]
    assert owned == {"owner": table.seats.first().phone, "notebook": 1}
    assert shared == {}


@pytest.mark.django_db
def test_a_repeated_tap_is_answered_as_the_first(table):
    """A key that was used says nothing of what came of it."""
    key, path = str(uuid4()), f"{board(table)}see_rack/"
    args = {"rack": 2, "tiles": ["4B", "4B", "5R"]}
    first = phone_of(0).tap(path, key=key, **args)

    for player in (0, 1, None):
        assert phone_of(player).tap(path, key=key, **args).status_code == first.status_code == 204


@pytest.mark.django_db
def test_who_sits_elsewhere_sees_with_other_eyes(table):
    """A phone that moves to another seat sees as that seat, and keeps its own notepad alone."""
    vera = table.seats.all()[2]
    vera.phone = ""
    vera.save()
    phone = phone_of(0)
    phone.post(f"{table.url}seats/{vera.pk}/sit/")

    page = Shown(phone.get(f"{board(table)}rack/"))

    assert page.find(id="rack-0")
    assert not page.find(id="rack-2")
    text = phone.get(board(table)).content.decode()
    assert f"{TEXTS[0]} of 2" not in text


@pytest.mark.django_db
def test_errors_name_no_secret(table):
    texts = []
    anna = phone_of(0)
    for path, args in (
        ("see_rack/", {"rack": 0, "tiles": ["1G", "2Y", "3K"]}),
        ("see_rack/", {"rack": 0}),
        ("notebook/mark/", {"tile": -1, "state": "x"}),
        ("answer/", {"reader": 0, "question": 99, "answer": 1}),
        ("amend/", {"entry": 1, "args": {}}),
        ("nothing/", {}),
    ):
        answered = anna.tap(board(table) + path, **args)
        assert answered.status_code in (404, 422)
        texts.append(bare(answered))
    conflict = anna.send(
        f"{board(table)}set_supply/", {"left": "3", "was": "15", "key": str(uuid4())}
    )
    assert conflict.status_code == 409
    texts.append(bare(conflict))

    for text in texts:
        said = text.replace(table.token, "")  # may hold any two letters
        assert not any(secret in said for secret in (*TEXTS, "1G", "5K", "7P", "pink 7"))
    record_at(table, "finish", {})
    closed = anna.tap(f"{board(table)}notebook/mark/", tile=1, state="none")
    assert closed.status_code == 422
    assert record.player_of(play_of(table), list(table.seats.all()), "") is None


@pytest.mark.django_db
@pytest.mark.parametrize("corrected", ["amend", "redo"])
def test_nobody_probes_the_own_rack_by_a_correction(corrected):
    """Whether what others entered still counts after it tells nothing of the own rack."""
    table, anna = new_table(help="deduction"), phone_of(0)
    own = rack(table, 0, "7C 4B 4B", 1)
    probe = rack(table, 2, "2Y 2Y 5R", 3)
    if corrected == "redo":
        tell(table, "undo", 0, entry=own)
    rack(table, 3, "7C 3K 7C" if corrected == "redo" else "7C 3K 3K", 1)
    if corrected == "redo":
        rack(table, 2, "7C 7C 5R", 1)
        tell(table, "redo", 0, entry=own)
    else:
        tell(table, "amend", 0, entry=probe, args={"rack": 2, "tiles": ["7C", "7C", "7C"]})
    paths = ("", "?tab=table", "log/", "help/", "rack/?rack=3", "settings/", "export.json")
    first = {path: bare(anna.get(board(table) + path)) for path in paths}

    entry = Entry.objects.get(play=play_of(table), notebook=None, number=own)
    entry.args = {"rack": 0, "tiles": ["6P", "4B", "4B"]}
    entry.save()
    held.forget()

    second = {path: bare(anna.get(board(table) + path)) for path in paths}
    assert [path for path in paths if first[path] != second[path]] == []
    assert state_of(table).standing[2] is not None


@pytest.mark.django_db
@pytest.mark.parametrize(("before", "after"), [(3, 0), (0, 3), (0, 0)])
def test_the_log_tells_what_a_corrected_rack_held_only_to_those_who_may_see_it(before, after):
    table = new_table()
    entered = rack(table, before, "2Y 2Y 5R", 1)
    tell(table, "amend", 2, entry=entered, args={"rack": after, "tiles": ["7C", "7C", "4B"]})

    own, other = (Shown(phone_of(seat).get(board(table) + "log/")).text for seat in (0, 1))

    assert "corrected by " in own
    assert not re.search("it was:|yellow 2", own)
    assert re.search("it was: Rack.*: yellow 2, yellow 2, red 5", other)


@pytest.mark.django_db
@pytest.mark.parametrize("player", [1, None])
def test_the_key_of_an_entry_means_nothing_in_another_log(table, player):
    """It can be seen in a file; sent to another log it is a tap like any other."""
    entries = play_of(table).entries
    private = entries.filter(notebook__player=0).first()
    shared = entries.filter(notebook=None).first()
    asked = {"reader": 1, "question": 8, "answer": 5}

    for key in (private.key, shared.key):
        tap = phone_of(player).tap(f"{board(table)}notebook/keep/", key=key, heeded=0)
        assert tap.status_code == 204
    assert (
        phone_of(player).tap(f"{board(table)}answer/", key=private.key, **asked).status_code == 204
    )


@pytest.mark.django_db
@pytest.mark.parametrize("first", ["", "export.json", "1/result/"])
def test_a_process_that_reads_the_evening_first_tells_nothing_more(first):
    """It reads the plays' logs in another way; what others entered counts there as well."""
    table, anna = new_table(help="deduction"), phone_of(0)
    rack(table, 0, "7C 4B 4B", 1)
    probe = rack(table, 2, "2Y 2Y 5R", 3)
    rack(table, 3, "7C 3K 3K", 1)
    tell(table, "amend", 0, entry=probe, args={"rack": 2, "tiles": ["7C", "7C", "7C"]})

    held.forget()
    anna.get(table.url + first)

    assert held.reading(play_of(table)).state.game.standing[3] == ("7C", "3K", "3K")
