"""The pages of МАРСХИМПРОМ as a phone gets them, with a table and without one."""

from __future__ import annotations

import json
import re
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.utils import translation
from django.utils.html import escape

from calculators.marshimprom import lists
from calculators.marshimprom.fight_page import fight_page
from calculators.marshimprom.money_page import money_page
from calculators.marshimprom.screen import screen
from companion.tables import held
from companion.tables.models import Entry, Play, Table

NASTY = "<img src=x onerror='a' b=\"c\">&`"
KILOBYTE = 1024
NAMES = ["Аня", "Борис", "Вера"]
TABS = ("", "?tab=turn", "?tab=missions", "?tab=all", "?place=mission-2", "?player=2&place=other")
PAGES = (
    "money/",
    "money/?part=sell",
    "money/?part=trade",
    "money/?part=exact",
    "fight/",
    "fight/?attacker=1&defender=0&thrown=44&attack=5",
    "substances/",
    "substances/?name=H2O",
    "places/?mission=2",
    "end/",
)


@pytest.fixture(autouse=True)
def _english(client):
    """English words, full buckets, and no log held from another test."""
    cache.clear()
    held.forget()
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    with translation.override("en"):
        yield


@pytest.fixture
def play(client, db):
    """A play of three: the address. Moon has 12 + 3 + 6 × 2 + 5 = 32, as in the rules."""
    start = client.get("/marshimprom/?players=3").context["at"]
    url = start.play_url
    post(client, url, "set_substance", start=start.start, name="H2O", price=4)
    for name, price in (("NH3", 3), ("CH4", 6)):
        post(client, url, "set_substance", name=name, price=price)
    chips(client, url, "H2O", "own", 3)
    chips(client, url, "NH3", "shared", 1)
    chips(client, url, "CH4", "mission-1", 1)
    post(client, url, "set_mission", mission=1, complete=True)
    post(client, url, "set_money", player=0, money=5)
    return url


def chips(client, url, substance, place, count, player=0):
    args = {"player": player, "substance": substance, "place": place, "count": count}
    return post(client, url, "set_chips", **args)


def post(client, url, move, start="", status=303, **args):
    fields = {"args": json.dumps(args), "key": str(uuid4()), "start": start}
    answer = client.post(f"{url}{move}/", fields)
    assert answer.status_code == status, answer.content.decode()
    return answer


def typed(client, url, move, status=303, **fields):
    """What a phone without script sends: a form's fields."""
    answer = client.post(f"{url}{move}/", fields | {"page": str(uuid4())})
    assert answer.status_code == status, answer.content.decode()
    return answer


def text_of(client, url, status=200):
    page = client.get(url)
    assert page.status_code == status
    return page.content.decode()


def state_of():
    return held.reading(Play.objects.order_by("number").last()).state.game


def drawn(query=""):
    return screen(state_of(), "table", QueryDict(query).dict(), NAMES)


def asked(page, query=""):
    return page(state_of(), "table", QueryDict(query), NAMES)


# -- the score sheet


def test_total_is_a_sum_of_its_parts(play):
    score = drawn()["score"]

    assert score["total"] == 32
    assert score["terms"] == [
        ("", "12", "own"),
        ("+", "3", "shared"),
        ("+", "6 × 2", "missions"),
        ("+", "5", "money"),
    ]


def test_missions_that_count_once_stand_beside_those_that_count_double(client, play):
    chips(client, play, "NH3", "mission-3", 1)

    assert drawn()["score"]["terms"][2] == ("+", "3 + 6 × 2", "missions")


def test_columns_say_what_each_place_counts(client, play):
    chips(client, play, "H2O", "other", 1)

    columns = drawn()["score"]["columns"]

    assert [(each["short"], each["points"]) for each in columns] == [
        ("own", 12),
        ("shared", 3),
        ("M1", 12),
        ("M2", 0),
        ("M3", 0),
        ("M4", 0),
        ("others’", 0),
    ]


def test_rows_are_all_substances_in_an_order_that_no_tap_changes(client, play):
    before = [row["name"] for row in drawn()["score"]["rows"]]
    chips(client, play, "NH3", "own", 2)

    rows = drawn()["score"]["rows"]

    assert before == ["CH4", "H2O", "NH3"] == [row["name"] for row in rows]
    assert [row["worth"] for row in rows] == [0, 12, 6]


def test_stepper_says_the_wanted_number(play):
    row = drawn()["score"]["rows"][1]
    spot = {"player": 0, "substance": "H2O", "place": "own"}

    assert row["step"]["count"] == 3
    assert row["step"]["less"] == spot | {"count": 2}
    assert row["step"]["more"] == spot | {"count": 4}


def test_row_says_where_else_a_substance_stands(play):
    row = drawn("place=mission-2")["score"]["rows"][1]

    assert row["elsewhere"] == ["own: 3"]
    assert (row["step"]["count"], row["worth"]) == (0, 0)


def test_chips_on_a_complete_mission_show_their_double_worth(play):
    score = drawn("place=mission-1")["score"]

    assert score["doubled"]
    assert score["rows"][0]["worth"] == 12


def test_own_sheet_is_open_for_who_sits_there(play):
    assert screen(state_of(), 2, {}, NAMES)["player"] == 2
    assert screen(state_of(), 2, {"player": "1"}, NAMES)["player"] == 1


@pytest.mark.parametrize("query", ["player=9", "player=x", "tab=<b>", "place=mission-99", "place="])
def test_nonsense_in_the_address_opens_the_own_sheet(play, query):
    screen = drawn(query)

    assert (screen["tab"], screen["player"], screen["score"]["place"]) == ("score", 0, "own")


# -- the mission card


def places(client, url, mission, **wanted):
    fields = {"what": "places", "mission": mission}
    for number, (name, count) in enumerate(wanted.items()):
        fields |= {f"name-{number}": name, f"places-{number}": count}
    return typed(client, url, "options", **fields)


def test_places_of_a_mission_are_written_down_and_the_others_kept(client, play):
    places(client, play, 2, NH3=1, CH4=2)
    places(client, play, 3, H2O=1, CH4=0)

    assert state_of().slots == {2: {"NH3": 1, "CH4": 2}, 3: {"H2O": 1}}


def test_mission_shows_who_stands_where_and_what_is_free(client, play):
    places(client, play, 2, CH4=2, NH3=1)
    chips(client, play, "CH4", "mission-2", 1, player=1)

    panel = drawn("tab=missions")["missions"][1]
    first = panel["rows"][0]

    assert (first["name"], first["taken"], first["places"]) == ("CH4", 1, 2)
    assert [(each["name"], len(each["chips"])) for each in first["who"]] == [("Борис", 1)]
    assert len(first["free"]) == 1
    assert not panel["complete"]


def test_mission_is_complete_by_itself_when_its_places_are_taken(client, play):
    places(client, play, 2, NH3=1)
    chips(client, play, "NH3", "mission-2", 1, player=1)

    panel = drawn("tab=missions")["missions"][1]
    page = text_of(client, play + "?tab=missions")

    assert panel["complete"]
    assert panel["full"]
    assert 'aria-label="Mission 1: complete"' in page
    assert not re.search("Mission 2: (complete|mark)", page)
    assert 'aria-label="Mission 3: mark as complete"' in page


def test_sheet_tells_which_mission_waits_for_a_substance(client, play):
    places(client, play, 2, NH3=1)

    assert "mission 2 waits" in text_of(client, play)
    assert "Mission 2 first: NH3 (1)" in text_of(client, play + "?tab=turn")


def test_all_places_at_zero_are_unknown_again(client, play):
    places(client, play, 2, NH3=1)
    places(client, play, 2, NH3=0)

    assert state_of().slots == {}


@pytest.mark.parametrize("count", ["x", "-1", "100", "1.5", "9" * 30])
def test_places_that_cannot_be_stay_typed(client, play, count):
    answer = typed(
        client,
        play,
        "options",
        status=422,
        **{"what": "places", "mission": 1, "to": "places/", "name-0": "H2O", "places-0": count},
    )

    assert "0 to 99 places" in answer.content.decode()
    assert state_of().slots == {}


# -- the turn


def test_turn_says_what_is_possible_just_now(client, play):
    post(client, play, "set_hold", player=0, cards=6)
    post(client, play, "set_gear", player=0, battery=True)

    turn = drawn("tab=turn")["turn"]

    assert turn["load"] == "The combine is full: react or sell."
    assert turn["drive"] == "With the battery two cells, and two cards are taken."
    assert turn["full"]


def test_quick_keys_pay_and_gear_is_bought_or_only_ticked(client, play):
    turn = drawn("tab=turn")["turn"]
    post(client, play, "pay", **turn["quick"][0]["args"])
    post(client, play, "buy_gear", **turn["gear"][0]["buy"])
    post(client, play, "set_gear", **turn["gear"][1]["tick"])

    player = state_of().players[0]
    assert (player.money, player.battery, player.armour) == (2, True, True)


def test_repairs_are_told_until_they_are_put_away(client, play):
    post(client, play, "roll", attacker=0, defender=1, rolls=[{"attacker": 5, "defender": 2}])
    turn = drawn("tab=turn")["turn"]

    assert turn["repairs"]
    assert "Repairs: may not attack this turn." in text_of(client, play + "?tab=turn")

    for each in turn["resting"]:
        post(client, play, "end_repairs", **each["args"])
    assert not drawn("tab=turn")["turn"]["resting"]


# -- fights


def test_fight_is_typed_throw_by_throw(client, play):
    post(client, play, "set_gear", player=1, armour=True)

    first = asked(fight_page, "attacker=0&defender=1&attack=4&defend=4&second=2")
    second = asked(
        fight_page,
        f"attacker=0&defender=1&thrown={first['thrown']}&attack=5&defend=2&second=1",
    )

    assert (first["thrown"], first["decided"], first["number"]) == ("442", False, 2)
    assert second["decided"]
    assert second["winner"] == 0
    assert second["args"] == {
        "attacker": 0,
        "defender": 1,
        "rolls": [{"attacker": 4, "defender": [4, 2]}, {"attacker": 5, "defender": [2, 1]}],
    }


def test_dice_that_do_not_count_are_dimmed_and_told(client, play):
    rolls = [{"attacker": 5, "defender": [6, 3]}]
    post(client, play, "roll", attacker=0, defender=1, rolls=rolls)

    throw = drawn("tab=turn")["turn"]["fight"]["throws"][0]

    assert [die["idle"] for die in throw["dice"]] == [False, True]
    assert throw["said"] == "5 to 6"


def test_two_throws_can_be_typed_for_who_has_no_armour_by_the_record(play):
    page = asked(fight_page, "attacker=0&defender=1&dice=two&attack=6&defend=2&second=1")

    assert not page["armoured"]
    assert page["args"]["rolls"] == [{"attacker": 6, "defender": [2, 1]}]


def test_recorded_fight_is_not_taken_for_a_new_one(client, play):
    query = "attacker=0&defender=1&attack=6&defend=2"
    post(client, play, "roll", **asked(fight_page, query)["args"])

    assert asked(fight_page, query)["recorded"]
    assert not asked(fight_page, query + "&thrown=33")["recorded"]


def test_site_throws_where_no_dice_are_typed(client, play):
    post(client, play, "roll", **asked(fight_page, "attacker=2&defender=1")["roll"])

    fight = state_of().fight
    assert (fight.attacker, fight.defender) == (2, 1)


@pytest.mark.parametrize(
    "query",
    [
        "attacker=9&defender=9",
        "attacker=1&defender=1",
        "thrown=99-4-4444-<b>",
        "attack=7&defend=0",
        "attack=x&defend=4",
        "attack=٣&defend=٤",
        "thrown=" + "44-" * 5000,
        "dice=three",
    ],
)
def test_nonsense_in_a_fight_is_no_throw(play, query):
    page = asked(fight_page, query)

    assert not page["decided"]
    assert page["attacker"] != page["defender"]


# -- money


def test_money_page_has_the_bank_and_keys_with_their_numbers(play):
    page = asked(money_page, "player=0")

    assert (page["money"], page["bank"]) == (5, 45)
    assert [each["label"] for each in page["sold"]] == ["+1", "+2", "+3", "+4", "+5", "+6"]
    assert page["bought"][1]["args"] == {"player": 0, "amount": -8, "reason": "warehouse"}


def test_every_chip_can_be_sold(client, play):
    sales = asked(money_page, "player=0&part=sell")["sales"]
    post(client, play, "sell_substance", **sales[0]["args"])

    assert [(each["name"], each["count"], each["price"]) for each in sales] == [
        ("H2O", 3, 4),
        ("NH3", 1, 3),
        ("CH4", 1, 6),
    ]
    assert (state_of().players[0].money, state_of().bank) == (9, 41)


@pytest.mark.parametrize(("way", "money", "bank"), [("from", 17, 33), ("to", 3, 47)])
def test_sum_is_typed_and_its_key_says_which_way(client, play, way, money, bank):
    amount = "8+4" if way == "from" else "2"
    typed(client, play, "pay", player=0, amount=amount, reason="other", way=way)

    assert (state_of().players[0].money, state_of().bank) == (money, bank)


@pytest.mark.parametrize("amount", ["", "a lot", "1,5", "9" * 40])
def test_sum_that_is_no_number_stays_typed(client, play, amount):
    answer = typed(
        client,
        play,
        "pay",
        status=422,
        player=0,
        amount=amount,
        reason="other",
        way="from",
        to="money/",
        query="player=0&part=bank",
    )

    assert f'value="{amount}"' in answer.content.decode() or not amount
    assert state_of().players[0].money == 5


def test_money_put_right_over_another_number_asks(client, play):
    fields = {"player": 0, "money": "9", "was": "4", "to": "money/", "query": "part=exact"}
    answer = typed(client, play, "set_money", status=409, **fields)

    page = answer.content.decode()
    assert 'value="9"' in page
    assert state_of().players[0].money == 5


def test_payment_beyond_the_bank_is_refused_with_a_way_out(client, play):
    answer = typed(
        client, play, "pay", status=422, player=1, amount="60", reason="other", way="from"
    )

    assert "The bank has 45 mR left" in answer.content.decode()


# -- substances


def test_substance_is_corrected_and_all_scores_follow(client, play):
    page = text_of(client, play + "substances/?name=H2O")
    typed(client, play, "set_substance", name="H2O", price="5", was="4")

    assert 'name="was" value="4"' in page
    assert drawn()["score"]["total"] == 35


def test_substance_entered_twice_asks_which_price(client, play):
    fields = {"name": "H2O", "price": "9", "was": "null", "to": "substances/"}
    answer = typed(client, play, "set_substance", status=409, **fields)

    assert 'value="9"' in answer.content.decode()
    assert state_of().prices["H2O"] == 4


def test_substance_under_a_chip_offers_no_key_to_take_it_off(client, play):
    post(client, play, "set_substance", name="O2", price=1)

    assert "Off the list" not in text_of(client, play + "substances/?name=H2O")
    assert "Stays on the list while chips stand on it: " in text_of(
        client, play + "substances/?name=H2O"
    )
    assert "Off the list" in text_of(client, play + "substances/?name=O2")


@pytest.mark.parametrize(
    ("text", "prices"),
    [
        ("H2O 2", {"H2O": 2}),
        ("\ufeffвода 2\r\n\r\nсерная  кислота — 8 мР.\n", {"вода": 2, "серная кислота": 8}),
        ("NH3: 6 mR\nO2;3\nH2\t1\nCO=4", {"NH3": 6, "O2": 3, "H2": 1, "CO": 4}),
        ("вода ٢", {"вода": 2}),
        ("H2O 2\nH2O 3", {"H2O": 3}),
        ("H2SO4,8\nуран 235 12\nуран-235 120", {"H2SO4": 8, "уран 235": 12, "уран-235": 120}),
        ("вода-2\nсода - 3\nизвесть – 4", {"вода": 2, "сода": 3, "известь": 4}),
        ('[{"name": "H2O", "price": 2}]', {"H2O": 2}),
        ('{"substances": [{"name": " H2O ", "price": 0}]}', {"H2O": 0}),
    ],
)
def test_list_is_read_as_lines_or_as_a_saved_file(text, prices):
    assert lists.parse_list(text) == prices


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n ",
        "water",
        "12",
        "water −2",
        "water -2",
        "water: -2",
        "water 2,5",
        "CaCO3 0,50",
        "water 2.5",
        "water 1 000",
        "W" * 39 + " " * 200_000 + "x" * 200 + " 2",
        "water 9999999",
        "water " + "9" * 50,
        "W" * 41 + " 2",
        "[1, 2]",
        '[{"name": "H2O"}]',
        '[{"name": "H2O", "price": "2"}]',
        '[{"name": "H2O", "price": true}]',
        '[{"name": "", "price": 2}]',
        '{"a": 1}',
        "[" * 5000,
        "\x00\x01\x02",
        "\n".join(f"s{number} 1" for number in range(201)),
        "water\u202d\x07 2",
    ],
)
def test_list_that_cannot_be_read_is_said(text):
    with pytest.raises(lists.ListFault):
        lists.parse_list(text)


def test_list_is_loaded_from_a_file_and_joins_the_one_in_use(client, play):
    file = SimpleUploadedFile("list.json", b'[{"name": "CO", "price": 5}]')
    typed(client, play, "options", what="list", file=file)
    typed(client, play, "options", what="list", text="H2 1\nCO 6")

    prices = state_of().prices
    assert (prices["CO"], prices["H2"], prices["H2O"]) == (6, 1, 4)


def test_refused_list_stands_there_to_be_mended(client, play):
    answer = typed(
        client, play, "options", status=422, what="list", text="H2 1\n<b>", to="substances/"
    )

    page = answer.content.decode()
    assert "Line 2" in page
    assert escape("H2 1\n<b>") in page
    assert "H2" not in state_of().prices


def test_list_is_saved_as_a_file_that_can_be_loaded(client, play):
    saved = client.get(play + "substances.json").content.decode()

    assert lists.parse_list(saved) == {"H2O": 4, "NH3": 3, "CH4": 6}


def test_log_tells_lists_and_places_in_words(client, play):
    typed(client, play, "options", what="list", text="CO 5\nH2 1")
    places(client, play, 2, NH3=1, CH4=2)
    typed(client, play, "options", what="list", text="\n".join(f"s{n} {n}" for n in range(9)))

    log = text_of(client, play + "log/")
    assert "Settings. Substances: CO: 5; H2: 1" in log
    assert "Settings. Places of the missions: 2: NH3 1, CH4 2" in log
    assert "s2: 2 …" in log


def test_first_list_makes_the_table(client, db):
    start = client.get("/marshimprom/?players=2").context["at"]
    typed(client, start.play_url, "options", what="list", text="H2O 2", start=start.start)

    assert state_of().prices == {"H2O": 2}


def test_next_play_has_the_list(client, play):
    places(client, play, 2, NH3=1)
    post(client, play, "finish")
    after = Play.objects.get()
    client.post(f"{play.removesuffix('1/')}next/", {"game": "marshimprom", "after": after.number})

    state = state_of()
    assert dict(state.prices) == {"H2O": 4, "NH3": 3, "CH4": 6}
    assert state.slots == {2: {"NH3": 1}}


# -- the end


def test_end_is_offered_as_soon_as_a_mission_is_complete(client, play):
    assert re.search(r'<button class="key main"[^>]*/finish/', text_of(client, play))

    post(client, play, "set_mission", mission=1, complete=False)

    assert not re.search(r'<button class="key main"[^>]*/finish/', text_of(client, play))
    assert "Finish all the same" in text_of(client, play + "end/")
    assert "its result is called an interim one" in text_of(client, play + "end/")


def test_result_shows_every_score_term_by_term(client, play):
    post(client, play, "finish")

    page = text_of(client, play + "result/")
    assert "6 × 2" in page
    assert "Mission 1 × 2" in page
    assert 'class="number">32<' in page


def test_result_without_a_mission_is_called_interim(client, play):
    post(client, play, "set_mission", mission=1, complete=False)
    post(client, play, "finish")

    assert "this is an interim score" in text_of(client, play + "result/")


def test_draw_shows_both(client, play):
    post(client, play, "set_money", player=1, money=32)
    post(client, play, "finish")

    assert "They have the same score." in text_of(client, play + "result/")


def test_paper_has_substances_by_rows_and_places_by_columns(client, play):
    page = re.sub(r"\s+", " ", text_of(client, play + "print/"))

    assert '<th scope="col">M1</th>' in page
    assert '<th class="name" scope="row">H2O</th><td>4</td><td>3</td>' in page


def test_finished_board_has_no_keys_until_it_is_corrected(client, play):
    post(client, play, "finish")

    for tab in TABS:
        assert 'form="move" formaction' not in _board(text_of(client, play + tab)), tab
    assert "set_chips/" in text_of(client, play + "?correct=1")


def _board(page):
    """The page's own part, without the keys of undo."""
    return page.split("<main")[1].split("</main>")[0]


# -- every page


@pytest.mark.parametrize("path", [*TABS, *PAGES, "result/", "print/", "log/", "settings/"])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_pages_of_a_table(client, play, path, language):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language

    assert "МАРСХИМПРОМ" in text_of(client, play + path)


@pytest.mark.parametrize("path", [*TABS, *PAGES])
def test_pages_without_a_table_make_nothing(client, db, path):
    text_of(client, f"/marshimprom/{path}")

    assert not Table.objects.exists()


def test_watch_page_has_scores_missions_and_no_key(client, play):
    table = Table.objects.get()
    page = text_of(client, f"/w/{table.watch}/1/")

    assert "Corporation’s bank" in page
    assert "formaction" not in page
    assert table.token not in page


def test_rules_link_every_step_with_its_tool(client, db):
    page = text_of(client, "/rules/marshimprom/")

    for tool in ("substances/", "places/", "money/", "fight/", "?tab=all", "settings/"):
        assert f'href="/marshimprom/{tool}' in page
    assert re.search(r'\?tab=turn">.*?Cards in the combine', page)
    assert re.search(r'\?tab=missions">.*?Mission card', page)
    assert "Where the rules are silent" in page


def test_rules_of_a_table_have_its_numbers(client, play):
    assert "Chips at your table: 24." in text_of(client, "/rules/marshimprom/")
    assert "places" in text_of(client, "/rules/marshimprom/?q=armour")


def test_names_of_any_signs_stay_names(client, play):
    post(client, play, "set_substance", name=NASTY, price=1)
    chips(client, play, NASTY, "own", 1)
    places(client, play, 2, **{NASTY: 1})

    for path in (*TABS, *PAGES, "result/", "print/", "log/"):
        page = text_of(client, play + path)
        assert "<img" not in page, path
        assert "onerror='" not in page, path


def test_largest_board_stays_small(client, play):
    for number in range(27):
        name = f"Очень длинное вещество {number}"
        post(client, play, "set_substance", name=name, price=number)
        chips(
            client, play, name, f"mission-{number % 4 + 1}", number % 2, player=1 + number % 4 // 2
        )

    for path in (*TABS, *PAGES):
        size = len(client.get(play + path).content)
        assert size < 60 * KILOBYTE, (path, size)


def test_entries_typed_on_the_pages_can_be_put_right(client, play):
    typed(client, play, "pay", player=0, amount="3", reason="other", way="to")
    typed(client, play, "trade", from_player=0, to_player=1, amount="1")
    typed(client, play, "set_money", player=2, money="2", was="0")
    for entry in Entry.objects.exclude(what="options"):
        assert client.get(f"{play}amend/{entry.number}/").status_code in (200, 404)

    last = Entry.objects.order_by("number").last()
    fields = {"entry": last.number, "player": 2, "money": "7", "page": str(uuid4())}
    assert client.post(f"{play}amend/", fields).status_code == 303
    assert state_of().players[2].money == 7


def test_home_names_the_game(client, db):
    assert 'href="/marshimprom/"' in text_of(client, "/")
