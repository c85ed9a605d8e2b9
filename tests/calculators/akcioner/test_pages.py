"""The pages of Акционер as a phone gets them, with a table and without one."""

from __future__ import annotations

import json
import re
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.http import QueryDict
from django.utils import translation
from django.utils.html import escape

from calculators.akcioner.card_pages import card_page, effect_page
from calculators.akcioner.cards import doubling, hundred, named, ordinary
from calculators.akcioner.correct_page import correct_page
from calculators.akcioner.trade_page import trade_page
from companion.tables import held
from companion.tables.models import Entry, Play, Table
from tests.calculators.akcioner import table as tables
from tests.calculators.akcioner.table import NAMES

NASTY = "<img src=x onerror='a' data-b=\"c\">&`"
RED_UP = ordinary("red", up="red", rise=30, down="yellow")
RED_100 = hundred("red", {"yellow": 10, "green": 20, "blue": 30})
KILOBYTE = 1024


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
    """A play of three: Moon has 250 and lays a card; its address."""
    start = client.get("/akcioner/?players=3").context["at"]
    url = start.play_url
    post(client, url, "set_cash", start=start.start, player=0, cash=250)
    post(client, url, "set_shares", player=1, company="yellow", count=4)
    post(client, url, "set_price", company="yellow", price=30)
    post(client, url, "play_card", player=0, card=named(RED_UP))
    return url


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
    return held.reading(Play.objects.get()).state.game


def asked(page, table, query):
    return page(table.state, "table", QueryDict(query), NAMES[: table.state.players])


# -- the card picker


def test_picker_has_all_eleven_faces():
    picker = asked(card_page, tables.Table(), "")["picker"]

    assert [each["number"] for each in picker["rising"]] == ["+30", "+40", "+50", "+60"]
    assert [each["rest"] for each in picker["falling"]] == ["+30", "+40", "+50", "+60"]
    assert [each["number"] for each in picker["supers"]] == ["100", "×2", "÷2"]


def test_three_choices_lead_to_the_preview():
    table = tables.Table().has(0, yellow=2)

    two = asked(card_page, table, "face=30&colour=red")
    three = asked(card_page, table, "face=30&colour=red&other=yellow")

    assert two["preview"] is None
    assert three["preview"]["args"] == {"player": 0, "card": named(RED_UP)}
    assert three["preview"]["key"] == "Lay it. Аня: +120"


def test_picker_keeps_what_was_chosen_so_that_one_tap_changes_it():
    picker = asked(card_page, tables.Table(), "face=30&colour=red&other=yellow")["picker"]

    assert [key["code"] for key in picker["rising"] if key["chosen"]] == ["30"]
    assert [
        [key["company"] for key in keys if key["chosen"]]
        for _field, _title, keys in picker["colours"]
    ] == [["red"], ["yellow"]]


def test_two_taps_are_enough_for_a_hundred():
    page = asked(card_page, tables.Table(), "player=0&face=hundred&colour=red")

    assert page["preview"]["args"]["card"] == named(RED_100)
    assert [row["company"] for row in page["falls"]] == ["yellow", "green", "blue"]


DEALT = "face=hundred&colour=red&ten=yellow&twenty=green&thirty=blue"


@pytest.mark.parametrize(
    ("wanted", "dealt"),
    [
        ("yellow=30&green=20&blue=30", {"yellow": 30, "green": 20, "blue": 10}),
        ("yellow=10&green=10&blue=30", {"yellow": 20, "green": 10, "blue": 30}),
        ("yellow=30&green=10&blue=20", {"yellow": 30, "green": 10, "blue": 20}),
        ("yellow=30&green=30&blue=30", {"yellow": 20, "green": 30, "blue": 10}),
        ("yellow=99&green=x", {"yellow": 10, "green": 20, "blue": 30}),
        ("", {"yellow": 10, "green": 20, "blue": 30}),
    ],
)
def test_fall_of_a_hundred_is_swapped_with_whoever_has_it(wanted, dealt):
    page = asked(card_page, tables.Table(), f"{DEALT}&{wanted}")

    assert page["preview"]["args"]["card"]["lower"] == dealt
    assert [fall for row in page["falls"] for fall, _said, chosen in row["keys"] if chosen] == list(
        dealt.values()
    )


def colours(table, query):
    """The keys for the printed colour and for the other one, with their titles."""
    return asked(card_page, table, query)["picker"]["colours"]


def test_colour_keys_show_where_the_price_would_go():
    (_field, title, keys), _other = colours(tables.Table().prices(red=240), "face=30")

    assert title == "Printed colour: up by 30"
    assert [each["said"] for each in keys] == ["240 → 250", "100 → 130", "100 → 130", "100 → 130"]


def test_other_colours_say_where_the_price_would_go_and_which_one_is_printed():
    _printed, (_field, title, keys) = colours(tables.Table(), "face=-60&colour=blue")

    assert title == "Another colour: up by 30"
    assert [each["said"] for each in keys] == ["100 → 130", "100 → 130", "100 → 130", "printed"]


def test_printed_colour_cannot_be_the_other_one(client):
    page = client.get("/akcioner/card/?face=-60&colour=blue&other=blue")

    assert page.context["preview"] is None
    assert "Blue cannot both rise and fall" in page.content.decode()
    assert [key["chosen"] for key in page.context["picker"]["colours"][1][2]] == [False] * 3 + [
        True
    ]


@pytest.mark.parametrize(
    ("face", "title"),
    [
        ("hundred", "The others fall by 10, 20 and 30"),
        ("double", "Another colour: halved"),
        ("halve", "Another colour: doubled"),
        ("30", "Another colour: down by 60"),
        ("", "The other colour"),
    ],
)
def test_title_of_the_other_colour_says_what_becomes_of_it(face, title):
    _printed, (_field, said, _keys) = colours(tables.Table(), f"face={face}")

    assert said == title


def test_colours_show_their_prices_until_a_face_is_chosen():
    (_field, _title, keys), _other = colours(tables.Table().prices(red=70), "colour=red")

    assert (keys[0]["said"], keys[0]["chosen"]) == ("70", True)


def test_preview_changes_nothing_and_is_what_then_happens():
    table = tables.Table().prices(yellow=30).has(1, cash=50, yellow=3).has(2, cash=500)
    before = table.state
    page = asked(card_page, table, "player=0&face=30&colour=red&other=yellow")
    money = [each["after"] for each in page["preview"]["working"]["money"]]

    assert table.state == before
    table.play("play_card", **page["preview"]["args"])

    assert table.cash() == money


def plain(said):
    return said.replace("\u00a0", " ")


def test_preview_tells_every_payment_fine_and_lost_share():
    table = tables.Table().prices(red=230, yellow=30).has(1, cash=50, yellow=3, red=0)
    page = asked(card_page, table, "player=0&face=30&colour=red&other=yellow")

    red, yellow = page["preview"]["working"]["companies"]

    assert red["why"].startswith("230\u00a0+\u00a030\u00a0=\u00a0260, above")  # on one line
    assert plain(red["why"]) == "230 + 30 = 260, above 250 by 10. Every owner is paid for it."
    assert [line["amount"] for line in red["lines"]] == ["+10", "+10"]
    assert yellow["to_zero"]
    assert plain(yellow["why"]) == (
        "30 − 60 is below 10: the price falls to zero. Аня: 30 − 10 for a share."
        " The others pay 60 + 10 − 30 = 40 for a share."
    )
    assert yellow["lines"][1]["terms"] == [("", "40", "fine"), ("×", "1", "of 3 shares")]
    assert yellow["lines"][1]["lost"] == (
        "Борис: money 50, enough for 1. Taken away: 2 yellow shares. Left of the money: 10."
    )


def test_preview_explains_a_half_that_is_not_on_the_board():
    table = tables.Table().prices(red=50)

    page = asked(card_page, table, "face=halve&colour=red&other=blue")

    assert plain(page["preview"]["working"]["companies"][1]["why"]) == (
        "50 ÷ 2 = 25 is not on the board, so 30. Lowered by the own card: only Аня is paid."
    )


def test_card_just_laid_is_told_before_it_is_laid_again():
    table = tables.Table().lay(0, RED_UP)

    page = asked(card_page, table, "player=0&face=30&colour=red&other=yellow")

    assert page["just_laid"] == 1


@pytest.mark.parametrize(
    "query",
    [
        "face=35&colour=red&other=blue",
        "face=30&colour=purple&other=blue",
        "face=30&colour=red&other=red",
        "face=hundred&colour=x",
        "face=1e9&colour=NaN&other=<b>",
        "player=99&face=30",
        "player=-1",
        "player=abc",
        "player=٣",
    ],
)
def test_nonsense_in_the_address_shows_the_picker(query):
    page = asked(card_page, tables.Table(), query)

    assert page["picker"] is not None
    assert page["player"] == 0


def test_hundred_with_nonsense_falls_is_dealt_in_the_boards_order():
    page = asked(card_page, tables.Table(), "face=hundred&colour=red&ten=red&twenty=x&thirty=blue")

    assert page["preview"]["args"]["card"] == named(RED_100)


# -- what a card did


def test_effect_shows_any_card_that_lies():
    table = tables.Table().lay(0, RED_UP).lay(2, doubling("double", "blue", "green"))

    last = asked(effect_page, table, "")
    first = asked(effect_page, table, last["before"])

    assert (last["number"], last["card"], last["after"]) == (2, "×2: blue ×2, green ÷2", "")
    assert (first["number"], first["name"], first["before"]) == (1, "Аня", "")


@pytest.mark.parametrize("query", ["card=0", "card=3", "card=-1", "card=x", "card=1e9"])
def test_card_that_does_not_lie_is_the_last_one(query):
    table = tables.Table().lay(0, RED_UP).lay(2, RED_100)

    assert asked(effect_page, table, query)["number"] == 2


def test_effect_without_a_card_says_so():
    assert asked(effect_page, tables.Table(), "") == {"number": 0}


# -- buying and selling


def test_trade_shows_the_sum_and_the_most_there_can_be():
    table = tables.Table().has(0, cash=240).prices(yellow=10)

    page = asked(trade_page, table, "company=yellow&count=24")

    assert page["most"] == 24
    assert page["sum"] == {
        "cash": 240,
        "sign": "−",
        "price": 10,
        "count": 24,
        "word": "shares",
        "after": "0",
        "short": False,
    }
    assert page["keys"] == {
        "buy": "Buy: 24 yellow shares for 240",
        "sell": "Sell: 24 yellow shares for 240",
    }


def test_all_that_may_be_sold_leaves_out_what_is_locked():
    table = tables.Table().has(0, cash=500, blue=3).play("buy", player=0, company="blue", count=1)
    table.lay(0, ordinary("red", up="red", rise=30, down="green"))

    page = asked(trade_page, table, "side=sell&company=blue")

    assert page["most"] == 3
    assert page["lock"] == {
        "locked": "1 blue share",
        "held": 4,
        "bought": 1,
        "sold": 0,
        "may": 3,
    }
    assert page["step"] == "step 3, after the card"


def test_lock_shows_what_step_1_sold_unless_strict():
    for lock, sold in (("net", 1), ("strict", 0)):
        table = tables.Table(lock=lock).has(0, cash=500)
        table.play("sell", player=0, company="red", count=1)
        table.play("buy", player=0, company="red", count=3).lay(0, RED_100)

        assert asked(trade_page, table, "side=sell&company=red")["lock"]["sold"] == sold


def test_first_company_is_one_that_can_be_traded():
    table = tables.Table().has(0, cash=50, red=0, yellow=0).prices(blue=50)

    assert asked(trade_page, table, "")["company"] == "blue"
    assert asked(trade_page, table, "side=sell")["company"] == "green"


@pytest.mark.parametrize("text", ["много", "1e9", "NaN", "12,5", "=1+1", "9" * 30, "", "-1"])
def test_typed_count_that_is_none_is_told_and_kept(text):
    page = asked(trade_page, tables.Table().has(0, cash=500), f"count={text.replace('+', '%2B')}")

    assert page["typed"] == text
    assert page["fault"]
    assert page["sum"] is None
    assert page["keys"] == {"buy": "Buy", "sell": "Sell"}


def test_count_in_other_digits_is_understood():
    page = asked(trade_page, tables.Table().has(0, cash=500), "count=٣")

    assert page["keys"]["buy"] == "Buy: 3 red shares for 300"


def test_what_stands_in_the_way_is_told_before_it_is_recorded():
    table = tables.Table().has(0, cash=250)

    assert asked(trade_page, table, "count=3")["reason"] == "Costs 300, the money is 250."
    assert asked(trade_page, table, "side=sell&company=red&count=3")["reason"] == (
        "To be had: 1 red share."
    )
    assert asked(trade_page, table, "count=2")["reason"] == ""


def test_last_turn_without_trade_is_told():
    table = tables.Table(players=2, last_turn_trade=False)
    for _turn in range(7):
        table.lay(0, RED_UP).play("end_turn").lay(1, RED_UP).play("end_turn")

    assert "the last card" in asked(trade_page, table, "player=0")["reason"]


@pytest.mark.parametrize(
    ("player", "step"),
    [(0, "step 1, before the card"), (1, "before the own turn")],
)
def test_step_of_a_trade_is_told(player, step):
    assert asked(trade_page, tables.Table(), f"player={player}")["step"] == step


def test_trade_after_the_own_turn_is_told():
    table = tables.Table().lay(0, RED_UP).play("end_turn")

    assert asked(trade_page, table, "player=0")["step"] == "after the own turn"


# -- putting right


def test_all_25_prices_are_keys_with_who_stands_there():
    page = asked(correct_page, tables.Table().prices(blue=10), "company=blue")

    assert [price for price, _standing in page["prices"]] == list(range(250, 0, -10))
    assert [each for each in page["prices"] if each[1]] == [
        (100, ["red", "yellow", "green"]),
        (10, ["blue"]),
    ]
    assert [each["company"] for each in page["companies"] if each["chosen"]] == ["blue"]


def test_number_too_large_to_compare_is_not_compared():
    table = tables.Table().has(0, cash=999_999_999)
    table.play("sell", player=0, company="red", count=1)

    page = asked(correct_page, table, "what=people&player=0")

    assert page["cash"] == {"now": 1_000_000_099, "was": None, "typed": "1000000099"}
    assert [each["was"] for each in page["companies"]] == [0, 1, 1, 1]


def test_what_was_typed_comes_back_in_its_own_field():
    page = asked(correct_page, tables.Table(), "what=people&company=blue&count=1,5&cash=x")

    assert page["cash"]["typed"] == "x"
    assert [each["typed"] for each in page["companies"]] == ["1", "1", "1", "1,5"]


# -- without a table


@pytest.mark.parametrize(
    "page",
    [
        "",
        "?tab=turn",
        "?tab=charts",
        "?players=6",
        "?players=99",
        "?cards=5%2B7&players=6",
        "settings/",
        "settings/?players=6",
        "card/",
        "card/?players=4&player=3&face=30&colour=red&other=blue",
        "trade/?players=2&side=sell&count=abc",
        "correct/?what=people",
        "effect/",
    ],
)
def test_empty_board_and_its_pages_need_no_table(client, db, page):
    assert text_of(client, f"/akcioner/{page}")
    assert Table.objects.count() == 0


def test_empty_board_asks_how_many_play(client, db):
    board = text_of(client, "/akcioner/?players=5&lock=strict")

    assert re.search(r'aria-current="true">5</a>', board)
    assert "?players=6&amp;lock=strict" in board


def test_settings_that_so_many_cannot_play_with_are_closed(client, db):
    page = text_of(client, "/akcioner/settings/?players=6")

    closed = re.findall(r'name="cards" value="([^"]*)"[^>]* disabled', page)
    assert closed == ["4+6", "5+7"]
    assert 'name="players" value="6"' in page


def test_first_move_from_a_page_makes_the_table(client, db):
    page = client.get("/akcioner/card/?players=2&face=30&colour=red&other=yellow")
    fields = {
        "args": json.dumps({"player": 0, "card": named(RED_UP)}),
        "page": str(uuid4()),
        "start": page.context["at"].start,
        "to": "card/",
        "then": "",
    }

    answer = client.post(f"{page.context['at'].play_url}play_card/", fields)

    assert answer.status_code == 303
    assert answer["Location"] == Play.objects.get().url
    assert state_of().price("red") == 130


# -- with a table


@pytest.mark.parametrize(
    "page",
    [
        "",
        "?tab=turn",
        "?tab=charts",
        "?correct=1",
        "card/",
        "card/?face=hundred&colour=red",
        "trade/",
        "trade/?side=sell&company=red",
        "correct/",
        "correct/?what=people&player=1",
        "effect/",
        "settings/",
        "log/",
        "result/",
        "print/",
        "picture.svg",
        "export.json",
        "export.csv",
    ],
)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_page_is_there_in_both_languages(client, play, page, language):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language

    assert text_of(client, f"{play}{page}")


def test_board_shows_prices_and_people(client, play):
    board = text_of(client, play)

    assert (
        len(re.findall(r'<b class="number" data-fresh>(\d+)</b><span class="difference">', board))
        == 4
    )
    assert 'class="tag ink"' in board
    assert "What the card did" in board


def test_keys_under_the_thumb_follow_the_turn(client, play):
    assert f'formaction="{play}end_turn/"' in text_of(client, play)

    post(client, play, "end_turn")

    assert 'href="/t/' in (board := text_of(client, play))
    assert "end_turn/" not in board
    assert "/card/?player=2" in board


def test_purchase_typed_without_script(client, play):
    answer = typed(
        client,
        play,
        "buy",
        player="0",
        company="red",
        count="1",
        was="130",
        to="trade/",
        query="player=0&side=buy&company=red",
    )

    assert answer["Location"].endswith("trade/?player=0&side=buy&company=red")
    assert state_of().owners[0].cash == 250 + 20 - 130


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("много", "This is no number."),
        ("1e9", "This is no number."),
        ("NaN", "This is no number."),
        ("=2+2", "This is no number."),
        ("12,5", "Whole numbers only"),
        ("9" * 40, "999 999 at most"),
        ("", "Type a number"),
        ("0", "It is 1 at least."),
        ("50", "There is enough for 2."),
    ],
)
@pytest.mark.parametrize("script", [False, True])
def test_typed_text_that_cannot_be_is_told_and_kept_and_changes_nothing(
    client, play, text, said, script
):
    entries = Entry.objects.count()
    fields = {"player": "0", "company": "red", "side": "buy", "count": text, "to": "trade/"}
    headers = {"HX-Request": "true"} if script else {}

    answer = client.post(
        f"{play}buy/", fields | {"key": str(uuid4()), "query": "side=buy"}, headers=headers
    )

    page = answer.content.decode()
    assert answer.status_code == 422
    assert said in page
    assert Entry.objects.count() == entries
    if not script:
        assert f'id="count" name="count" value="{escape(text)}"' in page


@pytest.mark.parametrize(
    ("move", "fields"),
    [
        ("set_cash", {"player": "1", "cash": "семь"}),
        ("set_shares", {"player": "1", "company": "blue", "count": "1,5"}),
    ],
)
def test_correction_that_cannot_be_read_is_kept(client, play, move, fields):
    text = fields.get("cash") or fields["count"]

    answer = typed(
        client,
        play,
        move,
        status=422,
        to="correct/",
        query="what=people&player=1",
        **fields,
    )

    assert f'value="{text}"' in answer.content.decode()


def test_price_that_changed_meanwhile_offers_both(client, play):
    answer = client.post(
        f"{play}buy/",
        {"player": "0", "company": "red", "count": "1", "was": "100", "key": str(uuid4())},
        headers={"HX-Request": "true"},
    )

    page = answer.content.decode()
    assert answer.status_code == 409
    assert re.findall(r">(\d+)</button>", page) == ["130", "100"]
    assert state_of().owners[0].cash == 270


def test_old_price_chosen_after_a_conflict_is_recorded_with_a_notice(client, play):
    args = {"player": 0, "company": "red", "count": 1, "price": 100}

    answer = client.post(
        f"{play}buy/", {"args": json.dumps(args), "was": "130", "key": str(uuid4())}
    )

    assert answer.status_code == 303
    assert state_of().owners[0].cash == 170
    assert "Red: dealt at 100, while the board says 130." in text_of(client, play)


def test_money_that_changed_meanwhile_is_not_overwritten(client, play):
    answer = client.post(
        f"{play}set_cash/",
        {"player": "0", "cash": "300", "was": "250", "key": str(uuid4())},
        headers={"HX-Request": "true"},
    )

    assert answer.status_code == 409
    assert state_of().owners[0].cash == 270


def test_refusal_without_script_has_its_way_out_as_a_key(client, play):
    answer = post(client, play, "buy", status=422, player=0, company="red", count=9)

    page = answer.content.decode()
    assert "There is enough for 2." in page
    assert "Buy: 2 red shares" in page


@pytest.mark.parametrize(
    "args",
    [
        {"player": 0, "company": "red", "count": 1.5},
        {"player": 0, "company": "red", "count": "1"},
        {"player": 0, "company": "red", "count": None},
        {"player": 0, "company": "gold", "count": 1},
        {"player": "0", "company": "red", "count": 1},
        {"player": 0, "company": "red"},
        {"player": 0, "company": "red", "count": 1, "tip": 5},
        {"player": 0, "company": "red", "count": 10**12},
        {},
        [],
    ],
)
def test_args_that_cannot_be_read_never_break_the_server(client, play, args):
    answer = client.post(f"{play}buy/", {"args": json.dumps(args), "key": str(uuid4())})

    assert answer.status_code in (400, 422)


@pytest.mark.parametrize("text", ["{", "NaN", '{"player":NaN}', '{"player":1e400}', "[" * 500])
def test_json_that_is_none_never_breaks_the_server(client, play, text):
    answer = client.post(f"{play}play_card/", {"args": text, "key": str(uuid4())})

    assert answer.status_code in (400, 422)


def test_card_that_is_not_printed_is_refused_with_the_one_that_is_meant(client, play):
    card = named(RED_UP) | {"lower": {"yellow": 30}}

    page = post(client, play, "play_card", status=422, player=0, card=card).content.decode()

    assert "There is no card +30 −30" in page
    assert "Lay: red +30, yellow −60" in page


def test_card_is_put_right_from_the_log(client, play):
    page = text_of(client, f"{play}amend/4/")
    assert re.search(r'<option value="30" selected>', page)

    answer = typed(
        client,
        play,
        "amend",
        entry="4",
        player="0",
        face="-60",
        colour="yellow",
        other="blue",
        to="log/",
    )

    assert answer.status_code == 303
    state = state_of()
    assert (state.price("yellow"), state.price("blue"), state.price("red")) == (10, 130, 100)


def test_who_begins_is_a_setting_told_by_name(client, play):
    post(client, play, "options", first=2)

    assert "begins" in text_of(client, f"{play}log/")
    assert state_of().options.first == 2


def test_settings_change_the_whole_play_at_once(client, play):
    post(client, play, "options", order="fines_then_compensation")

    assert state_of().options.order == "fines_then_compensation"


def test_locked_board_has_no_keys_until_corrected(client, play):
    post(client, play, "finish")

    locked, open_again = text_of(client, play), text_of(client, f"{play}?correct=1")

    assert "/trade/" not in locked
    assert "/correct/" not in locked
    assert "/trade/" in open_again
    assert "You are correcting a finished game" in open_again


def test_watching_has_no_keys(client, play):
    watch = Play.objects.get().table.watch

    page = text_of(client, f"/w/{watch}/1/")

    assert "formaction" not in page
    assert "/trade/" not in page
    assert 'id="chart-capital"' in page


def test_names_are_only_text_wherever_they_stand(client, play):
    table = Play.objects.get().table
    seat = table.seats.first()
    client.post(f"{table.url}seats/{seat.pk}/", {"name": NASTY, "figure": seat.figure})
    pages = (
        "",
        "?tab=turn",
        "?tab=charts",
        "card/?face=30&colour=red&other=yellow",
        "trade/",
        "correct/?what=people",
        "effect/",
        "result/",
        "print/",
        "log/",
    )

    for url in (*(play + each for each in pages), f"/w/{table.watch}/1/"):
        page = text_of(client, url)
        assert NASTY not in page
        assert "<img" not in page


def test_board_of_six_after_a_whole_play_is_light(client, db):
    start = client.get("/akcioner/?players=6").context["at"]
    token = start.start
    for turn in range(24):
        player = (-turn) % 6
        post(client, start.play_url, "play_card", start=token, player=player, card=named(RED_100))
        token = ""
        post(client, start.play_url, "end_turn")

    for page in ("", "?tab=turn", "?tab=charts"):
        assert len(text_of(client, start.play_url + page).encode()) < 60 * KILOBYTE


def test_rules_tell_every_setting_and_find_words(client, db):
    rules = text_of(client, "/rules/akcioner/")
    found = text_of(client, "/rules/akcioner/?q=counter-clockwise")

    assert rules.count("unless you change it") >= 8
    assert found.count("<mark") >= 1
    for tool in ("card/", "trade/", "effect/", "settings/"):
        assert f'href="/akcioner/{tool}' in rules


def test_rules_lead_to_the_own_table(client, play):
    rules = text_of(client, "/rules/akcioner/")

    assert f'href="{play}card/"' in rules


def test_home_shows_the_game(client, db):
    assert 'href="/akcioner/"' in text_of(client, "/")
