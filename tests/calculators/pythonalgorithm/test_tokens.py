"""The tokens tab: counters, debts, cards, and that nothing hidden is anywhere in a page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils.html import escape

from calculators.pythonalgorithm.rules import PythonAlgorithm
from calculators.pythonalgorithm.state import Options
from calculators.pythonalgorithm.tokens import tokens
from companion.games import Eyes
from companion.tables.models import Table
from tests.calculators.pythonalgorithm.tables import (
    board,
    new_table,
    phone_of,
    state_of,
    tell,
    text_of,
)
from tests.companion.tables.inside import Phone, Shown

pytestmark = pytest.mark.django_db

TAB = "?tab=tokens"
OWED = {"track": "templates", "colour": "blue", "category": "B", "number": 2, "debt": 13}
KODIK = {"track": "kodiki", "colour": "yellow"}
NASTY = "<img src=x onerror='a' data-b=\"c\">&`"


def shown(table: Table, path: str = TAB, phone: Phone | None = None) -> Shown:
    return Shown((phone or Phone()).get(board(table) + path))


def drawn(query: dict[str, str], eyes: Eyes = "table", **options: Any) -> dict[str, Any]:
    state = PythonAlgorithm().start(3, Options(**options))
    return tokens(state, eyes, query, ["Anna", "Boris", "Vera"])


# -- counters


def test_everybody_has_quick_keys_of_their_own():
    table = new_table(3)

    keys = shown(table).keys("/tokens/")

    assert [args for _, args in keys] == [
        {"player": player, "delta": delta} for player in range(3) for delta in (-5, -1, 1, 5, 10)
    ]


def test_quick_keys_count_every_fast_tap():
    table = new_table(2)

    keys = [each for each in shown(table).find(name="args") if "data-repeat" in each]

    assert len(keys) == 10
    assert {each["aria-label"] for each in keys} >= {
        "\u2068Anna\u2069: −5",
        "\u2068Boris\u2069: +10",
    }


def test_quick_key_counts():
    table, phone = new_table(3), Phone()
    [(address, args)] = [
        key for key in shown(table).keys("/tokens/") if key[1] == {"player": 1, "delta": 5}
    ]

    phone.tap(address, **args)

    assert state_of(table).tokens == (30, 35, 30)


@pytest.mark.parametrize(
    ("query", "eyes", "chosen"),
    [
        ({}, "table", 0),
        ({}, 2, 2),
        ({"player": "1"}, 2, 1),
        ({"player": "7"}, 2, 2),
        ({"player": "x"}, "table", 0),
        ({"player": "-1"}, "table", 0),
    ],
)
def test_chosen_is_the_named_player_else_ones_own(query, eyes, chosen):
    players = drawn(query, eyes)["players"]

    assert [each["chosen"] for each in players] == [player == chosen for player in range(3)]


def test_choice_needs_no_server():
    page = shown(new_table(3), TAB + "&player=2")

    radios = page.find(name="who")
    assert [each["value"] for each in radios] == ["0", "1", "2"]
    assert ["checked" in each for each in radios] == [False, False, True]
    assert len({each["data-who"] for each in page.find(name="args") if "data-who" in each}) == 3


def test_every_players_amount_has_a_sheet_with_the_sum():
    table = new_table(3)
    tell(table, "tokens", player=0, delta=13)

    page = shown(table)

    assert [each["data-total"] for _, each in page.tags if "data-total" in each] == [
        "43",
        "30",
        "30",
    ]
    assert page.find(id="amount-sheet-2")
    assert len(page.find(**{"data-key": "7"})) == 3


def test_amount_without_script_stands_on_the_board():
    page = shown(new_table(3), TAB + "&sheet=amount&player=1")

    assert not page.find(id="amount-sheet-1")
    assert page.find(id="amount-1", name="delta")
    assert not page.find(id="amount-0")


def send(table: Table, move: str, phone: Phone | None = None, **fields: str) -> Any:
    return (phone or Phone()).post(
        f"{board(table)}{move}/", {"page": "p", "query": "tab=tokens&player=1", **fields}
    )


def test_amount_is_received_and_paid():
    table = new_table(3)

    send(table, "tokens", player="1", delta="28", sign="+", reason="")
    back = send(table, "tokens", player="1", delta="12+11", sign="-", reason="fine", page="q")

    assert state_of(table).tokens == (30, 35, 30)
    assert back["Location"] == f"{board(table)}?tab=tokens&player=1"
    assert "fine" in Shown(Phone().get(board(table) + "log/")).text


@pytest.mark.parametrize("text", ["", "five", "1,5", "9" * 70])
def test_amount_that_is_no_number_is_kept_and_changes_nothing(text):
    table = new_table(3)

    answer = send(
        table, "tokens", player="1", delta=text, sign="+", query="tab=tokens&sheet=amount"
    )

    assert answer.status_code == 422
    assert f'value="{text}"' in answer.content.decode()
    assert "Tokens, more or fewer: " in Shown(answer).text
    assert state_of(table).tokens == (30, 30, 30)


def test_exact_number_over_another_phones_asks_which():
    table = new_table(3)
    fields = {"player": "1", "tokens": "41", "was": "30"}
    tell(table, "tokens", player=1, delta=5)

    answer = send(table, "set_tokens", **fields)

    assert answer.status_code == 409
    assert "\u2069. Meanwhile another phone recorded 35, yours says 41" in Shown(answer).text
    assert state_of(table).tokens == (30, 35, 30)


def test_exact_number_tells_what_it_replaces():
    table = new_table(3)

    [was] = [each["value"] for each in shown(table).find(name="was")][1:2]
    send(table, "set_tokens", player="1", tokens="١٧", was=was)

    assert state_of(table).tokens == (30, 17, 30)


# -- debts and cards


def test_debts_have_keys_that_name_the_card():
    table = new_table(3)
    tell(table, "set_hand", player=1, cards=[KODIK, OWED])
    tell(table, "set_hand", player=2, cards=[{"debt": 40}])

    page = shown(table)

    assert [args for _, args in page.keys("/redeem/")] == [
        {"player": 1, "card": OWED},
        {"player": 2, "card": {"debt": 40}},
    ]
    assert "Redeem for 13" in page.text
    assert "missing 10" in page.text


def test_redeem_key_redeems():
    table = new_table(3)
    tell(table, "set_hand", player=1, cards=[OWED])
    [(address, args)] = shown(table).keys("/redeem/")

    Phone().tap(address, **args)

    assert state_of(table).tokens == (30, 17, 30)
    assert state_of(table).debts == (0, 0, 0)


def test_cards_stand_with_their_price_now():
    table = new_table(3)
    tell(table, "set_hand", player=0, cards=[KODIK, {"id": "T1"}])

    text = shown(table).text

    assert "Yellow kodik" in text
    assert "Весь путь" in text
    assert "market 20" in text


def test_purchase_tokens_are_counted():
    table = new_table(3)
    tell(table, "set_hand", player=1, cards=[OWED])

    labels = [each["aria-label"] for each in shown(table).find(role="img")]

    assert labels == ["4 of 4 free", "3 of 4 free", "4 of 4 free"]


def test_pages_of_trade_are_linked_for_each_player():
    table = new_table(3)
    links = [each.get("href", "") for _, each in shown(table).tags]

    for page in ("purchase", "sale", "hand"):
        assert [f"{board(table)}{page}/?player={player}" in links for player in range(3)] == [
            True
        ] * 3
    assert f"{board(table)}bidding/" in links
    assert f"{board(table)}count/" in links


def test_finished_play_has_no_keys_until_it_is_corrected():
    table = new_table(3)
    tell(table, "set_hand", player=1, cards=[OWED])
    tell(table, "finish")

    locked, corrected = shown(table), shown(table, TAB + "&correct=1")

    assert locked.keys("/tokens/") == locked.keys("/redeem/") == []
    assert not locked.find(id="amount-sheet-0")
    assert len(corrected.keys("/tokens/")) == 15


def test_empty_board_counts_too():
    page = Shown(Phone().get("/pythonalgorithm/?tab=tokens&players=6"))

    assert len(page.keys("/tokens/")) == 30
    assert page.find(name="who", value="5")


def test_names_are_only_text():
    table = new_table(3)
    seat = table.seats.first()
    Phone().post(f"{table.url}seats/{seat.pk}/", {"name": NASTY, "figure": seat.figure})
    tell(table, "set_hand", player=0, cards=[OWED])

    for path in (TAB, "purchase/", "sale/", "hand/", "count/", "result/", BIDS):
        page = text_of(Phone(), board(table) + path)
        assert NASTY not in page
        assert "<img" not in page
        assert escape(NASTY) in page


# -- what is hidden until the end

SECRET = 7771
ASKED = "templates.white.A.8812"  # what somebody asks for stands in the address of the answer
SECRET_CARD = {"track": "templates", "colour": "white", "category": "A", "number": 8812}
BIDS = "bidding/?begun=1&what=kodiki&colour=blue&on=0&on=1&on=2&bids=0:7,1:,2:"
PAGES = [
    TAB,
    TAB + "&player=0",
    TAB + "&player=0&sheet=amount",
    "",
    "?tab=market",
    "purchase/?player=0",
    "purchase/?player=0&id=T1",
    BIDS,
    "sale/?player=0",
    f"sale/?player=0&tick={ASKED}",
    "hand/?player=0",
    "count/",
    "result/",
    "print/",
    "log/",
    "export.json",
    "export.csv",
    "picture.svg",
    "check/?player=0",
]


@pytest.fixture
def hidden() -> Table:
    """Anna has 7771 tokens and a white A 8812, for her alone, and a debt, which all may see."""
    table = new_table(3, open_tokens=False)
    tell(table, "set_hand", player=0, cards=[SECRET_CARD, OWED])
    tell(table, "tokens", player=0, delta=SECRET - 30 - 5, reason="secret reason")
    tell(table, "tokens", player=0, delta=5)
    tell(table, "set_tokens", player=0, tokens=SECRET)
    return table


def others(table: Table) -> dict[str, tuple[Phone, str]]:
    """Everybody who may not see: another seat, a phone without one, the watch link."""
    return {
        "seat": (phone_of(table, 1), board(table)),
        "table": (Phone(), board(table)),
        "watch": (Phone(), f"/w/{table.watch}/1/"),
    }


@pytest.mark.parametrize("who", ["seat", "table", "watch"])
def test_hidden_is_in_no_page(hidden, who):
    phone, address = others(hidden)[who]

    for path in PAGES if who != "watch" else [""]:
        answer = phone.get(address + path)
        assert answer.status_code == 200, path
        text = answer.content.decode()
        for secret in ("7771", "7736", "7766", "8812", "secret reason"):
            assert secret not in text.replace(ASKED, ""), (path, secret)


def test_owner_sees_ones_own(hidden):
    page = shown(hidden, TAB, phone_of(hidden, 0))

    assert "7771" in page.text
    assert "White template A8812" in page.text


def test_others_see_debts_and_words_for_the_rest(hidden):
    page = shown(hidden, TAB, phone_of(hidden, 1))

    assert "tokens hidden" in page.text
    assert "debt 13" in page.text
    assert "Blue template B2" in page.text
    assert "White template" not in page.text
    assert "until the end" in page.text
    assert page.keys("/redeem/")[0][1] == {"player": 0, "card": OWED}


def test_open_once_the_play_is_over(hidden):
    tell(hidden, "finish")

    assert "7771" in shown(hidden, TAB, phone_of(hidden, 1)).text


@pytest.mark.parametrize(
    ("move", "args"),
    [
        ("tokens", {"player": 0, "delta": -9000}),
        ("buy", {"player": 0, "card": {"track": "kodiki", "colour": "blue"}, "price": 9000}),
        ("sell", {"player": 0, "cards": [SECRET_CARD, {**OWED, "debt": 14}]}),
        ("redeem", {"player": 0, "card": SECRET_CARD | {"number": 1}}),
    ],
)
def test_refusal_tells_others_nothing(hidden, move, args):
    answer = phone_of(hidden, 1).tap(f"{board(hidden)}{move}/", **args)

    assert answer.status_code == 422
    assert not re.search("7771|8812", answer.content.decode())


@pytest.mark.parametrize("entry", ["2", "3"])
def test_refused_correction_tells_others_nothing(hidden, entry):
    """The rules are asked as if its owner corrected it; the answer is for who does."""
    args = {"entry": int(entry), "args": {"player": 0, "delta": -9000}}

    for phone in (phone_of(hidden, 1), Phone()):
        answer = phone.tap(f"{board(hidden)}amend/", **args)

        assert answer.status_code == 422
        assert not re.search("7771|7736|7766|-30|-35", answer.content.decode())


def test_conflict_tells_others_nothing(hidden):
    answer = send(hidden, "set_tokens", phone_of(hidden, 1), player="0", tokens="5", was="30")

    assert answer.status_code == 303
    assert state_of(hidden).tokens[0] == 5


@pytest.mark.parametrize("entry", ["1", "2", "3", "4"])
def test_amend_form_is_not_for_others(hidden, entry):
    path = f"{board(hidden)}amend/{entry}/"

    assert phone_of(hidden, 1).get(path).status_code == 404
    assert Phone().get(path).status_code == 404
    assert phone_of(hidden, 0).get(path).status_code == 200


def test_hand_of_another_is_not_offered(hidden):
    page = shown(hidden, "hand/?player=0", phone_of(hidden, 1))

    assert not page.find(name="card-0-what")
    assert "only cards bought on credit are seen" in page.text
