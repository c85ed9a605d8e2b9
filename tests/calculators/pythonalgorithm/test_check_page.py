"""The page that checks a hand: what its address says, what it draws, what its keys record."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from uuid import uuid4

import pytest
from django.http import QueryDict
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from calculators.pythonalgorithm.box import Box
from calculators.pythonalgorithm.check_address import (
    MOST_ADDED,
    address_of,
    asked,
    card_at,
    tracks_asked,
)
from calculators.pythonalgorithm.check_page import check
from calculators.pythonalgorithm.check_program import laid
from calculators.pythonalgorithm.chips import COLOURS, Chips
from calculators.pythonalgorithm.customers import Wanted
from calculators.pythonalgorithm.hand import Card, CardName
from calculators.pythonalgorithm.moves import (
    CustomerName,
    Finish,
    SellToCustomer,
    SetHand,
    SetTokens,
)
from calculators.pythonalgorithm.programs import gaps
from calculators.pythonalgorithm.rules import PythonAlgorithm
from calculators.pythonalgorithm.sample import SAMPLE
from calculators.pythonalgorithm.state import Options
from companion import door
from companion.tables.models import Entry, Play

RULES = PythonAlgorithm()
NAMES = ["Аня", "Борис", "Вера"]
NOTHING = {"players": "3"}

B4 = Card("templates", "blue", "B", 4)
A6 = Card("templates", "white", "A", 6, debt=12)
BLUE, YELLOW, WHITE = (Card("kodiki", colour) for colour in COLOURS)
HAND = (B4, A6, YELLOW, WHITE, WHITE, BLUE)


def started(**options):
    return RULES.start(3, Options(**options))


def after(*moves, state=None):
    state = state or started()
    for move in moves:
        state = RULES.apply(state, move, None).state
    return state


def holding(*cards, player=0):
    return SetHand(player, tuple(CardName(**vars(card)) for card in cards))


def of_box(*ids):
    return SetHand(0, tuple(CardName(id=each) for each in ids))


def drawn(state, text="", eyes=0):
    with override("en"):
        return check(state, eyes, QueryDict(text), NAMES)


def ticks(page):
    return {
        card["name"]: card["ticked"] for group in page["hand"]["groups"] for card in group["cards"]
    }


def names_of(state, text):
    return [each.name for each in asked(QueryDict(text), state, ()).hand]


# -- the address


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("templates.blue.B", Card("templates", "blue", "B")),
        ("templates.blue.B.4", B4),
        ("templates.white.A.6:12", A6),
        ("kodiki.white", WHITE),
        ("kodiki.white.3", replace(WHITE, number=3)),
        ("kodiki.blue:5", replace(BLUE, debt=5)),
        ("@T11", Card("templates", "blue", "B", 2, "T11")),
        ("@K19:7", Card("kodiki", "white", id="K19", debt=7)),
    ],
)
def test_card_in_the_address(text, card):
    assert card_at(started(), text) == card
    assert address_of(card) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "templates",
        "templates.blue",
        "templates.pink.B",
        "templates.blue.Z",
        "templates.blue.B.x",
        "templates.blue.B.99999",
        "kodiki.white.B",
        "kodiki.white:99999",
        "kodiki.white:",
        "kodiki.white:٣",
        "@",
        "@T99",
        "@T11:x",
    ],
)
def test_what_names_no_card_is_none(text):
    assert card_at(started(), text) is None


def test_categories_may_hold_points_and_colons():
    row = (1, 2, 3, 4, 5, 6, 7)
    prices = replace(SAMPLE.prices, templates={"B": row, "B.4": row, "B:7": row, "Б 1": row})
    state = replace(started(), prices=prices)

    for card in (
        Card("templates", "blue", "B.4"),
        Card("templates", "blue", "B.4", 2, debt=3),
        Card("templates", "blue", "B:7"),
        Card("templates", "blue", "Б 1", 5),
    ):
        assert card_at(state, address_of(card)) == card


@given(st.text(max_size=30))
def test_any_text_is_a_card_or_none(text):
    card = card_at(started(), text)

    assert card is None or card_at(started(), address_of(card)) == card


@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                "player bonus colours kodiki customer was find card tick had add drop only debt"
                " tokens of kodiki.blue templates.white".split()
            ),
            st.one_of(st.text(max_size=12), st.sampled_from(["0", "Z8", "kodiki.white", "@T1"])),
        ),
        max_size=12,
    )
)
def test_no_address_breaks_the_page(pairs):
    query = QueryDict(mutable=True)
    for name, text in pairs:
        query.appendlist(name, text)

    assert check(after(holding(*HAND)), "table", query, NAMES)["verdict"]["said"]


def test_recorded_and_added_cards_are_ticked_until_told_otherwise():
    page = drawn(after(holding(B4, WHITE)), "card=kodiki.white&card=kodiki.blue")

    assert ticks(page) == {
        "templates.blue.B.4": True,
        "kodiki.white": True,
        "kodiki.white~2": True,
        "kodiki.blue": True,
    }
    assert [name for name, _said in page["hand"]["added"]] == ["kodiki.white", "kodiki.blue"]


def test_ticks_count_for_cards_that_the_page_has_shown():
    query = "had=templates.blue.B.4&had=kodiki.white&tick=kodiki.white"

    page = drawn(after(holding(B4, WHITE, BLUE)), query)

    assert ticks(page) == {"templates.blue.B.4": False, "kodiki.white": True, "kodiki.blue": True}


def test_ticks_alone_say_all():
    assert ticks(drawn(after(holding(B4, WHITE)), "tick=kodiki.white")) == {
        "templates.blue.B.4": False,
        "kodiki.white": True,
    }


def test_a_set_can_be_ticked_whole():
    page = drawn(after(holding(*HAND)), "had=kodiki.blue&only=templates.blue.B.4,kodiki.white~2")

    assert [name for name, ticked in ticks(page).items() if ticked] == [
        "templates.blue.B.4",
        "kodiki.white~2",
    ]


def test_cards_are_added_with_their_debt_and_dropped_again():
    state = started()

    assert names_of(state, "add=kodiki.white&add=&debt=5") == ["kodiki.white:5"]
    assert names_of(state, "card=kodiki.blue&card=kodiki.blue&drop=kodiki.blue") == ["kodiki.blue"]
    assert names_of(state, "card=kodiki.blue&add=kodiki.blue") == ["kodiki.blue", "kodiki.blue~2"]


def test_another_hand_begins_anew():
    state = after(holding(WHITE, player=1))

    page = drawn(state, "player=1&of=0&had=kodiki.white&card=kodiki.blue")

    assert ticks(page) == {"kodiki.white": True}


def test_chips_in_the_address_count_if_they_can_be():
    tracks = started().tracks

    moved = tracks_asked(QueryDict("templates.blue=5&kodiki.blue=3&kodiki.white=9"), tracks)

    assert moved.templates == Chips(5, 3, 4)
    assert moved.kodiki == tracks.kodiki


def test_unknown_things_are_told_in_sentences():
    text = "card=templates.pink.Z&customer=Z99&debt=many&add=kodiki.blue&card=@T11&card=@T11"

    faults = drawn(started(), text)["faults"]

    assert faults == [
        "This box has no customer \u2068Z99\u2069.",
        "This box has no card \u2068templates.pink.Z\u2069.",
        "Blue template B2 is in the hand already.",
        "This is no number of tokens: \u2068many\u2069.",
    ]


def test_many_cards_are_taken_up_to_a_limit():
    page = drawn(started(), "&".join(["card=kodiki.blue"] * 60 + ["card=x"] * 5))

    assert page["hand"]["count"] == MOST_ADDED
    assert page["faults"][3:] == [
        "Other cards that this box does not have: 2.",
        "No more than 40 cards can be added.",
    ]


# -- the customer


def test_customer_is_described_by_three_choices():
    assert drawn(started(), "bonus=15&colours=different&kodiki=2")["customer"]["wanted"] == Wanted(
        15, "different", 2
    )


@pytest.mark.parametrize("text", ["bonus=x&colours=pink&kodiki=9", "bonus=-1&kodiki=0", ""])
def test_what_cannot_be_asked_is_not(text):
    assert drawn(started(), text)["customer"]["wanted"] == Wanted(10, "same", 1)


def test_last_described_customer_is_offered_first():
    sale = SellToCustomer(
        0, CustomerName(15, "different", 1), (CardName("kodiki", "white"), CardName(**vars(B4)))
    )
    state = after(holding(*HAND), sale)

    assert drawn(state)["customer"]["wanted"] == Wanted(15, "different", 1)


def test_customer_of_the_box_is_listed_with_those_like_it():
    customer = drawn(started(), "customer=Z8")["customer"]

    assert (customer["wanted"].bonus, customer["wanted"].kodiki) == (15, 2)
    assert {row["id"]: row["chosen"] for row in customer["rows"]} == {
        "Z7": False,
        "Z8": True,
        "Z23": False,
        "Z24": False,
    }


def test_changing_what_is_said_of_a_customer_describes_another():
    same = "customer=Z8&was=Z8&bonus=15&colours=different&kodiki=2"

    assert drawn(started(), same)["customer"]["wanted"].id == "Z8"
    assert drawn(started(), same.replace("15", "20"))["customer"]["wanted"] == Wanted(
        20, "different", 2
    )
    assert drawn(started(), "customer=Z8&was=Z1&bonus=10")["customer"]["wanted"].id == "Z8"


def test_customers_are_found_by_words_of_the_task():
    found = drawn(started(), "find=СУММУ чётных")["customer"]

    assert [row["id"] for row in found["rows"]] == ["Z9", "Z25"]
    assert drawn(started(), "find=z2")["customer"]["rows"][0]["id"] == "Z2"
    assert drawn(started(), "find=nowhere")["customer"]["rows"] == []


def test_chosen_customer_stays_in_a_long_list():
    state = started()
    many = tuple(replace(SAMPLE.customers[0], id=f"Y{number}") for number in range(30))
    state = replace(state, box=replace(SAMPLE, customers=many))

    found = drawn(state, "customer=Y29")["customer"]

    assert found["rows"][-1]["id"] == "Y29"
    assert found["more"] == 30 - len(found["rows"])


def test_box_without_customers_offers_none():
    state = replace(started(), box=Box(SAMPLE.prices))

    assert not drawn(state)["customer"]["box"]
    assert drawn(state, "customer=Z8")["faults"]


def test_served_customer_says_who():
    sale = SellToCustomer(1, CustomerName(id="Z1"), (CardName(id="T19"), CardName(id="K28")))
    state = after(SetHand(1, (CardName(id="T19"), CardName(id="K28"))), sale)
    state = after(holding(Card("templates", "blue", "B"), BLUE), state=state)

    page = drawn(state, "customer=Z1")

    assert page["customer"]["rows"][0]["served"] == "Борис"
    assert page["verdict"]["said"] == "Already served: Борис"
    assert page["keys"]["main"] is None
    assert page["keys"]["market"]


# -- the verdict


def verdict(state, text):
    told = drawn(state, text)["verdict"]
    return told["tone"], told["said"], told["more"]


ASKS = "bonus=15&colours=different&kodiki=2"


def test_set_that_fits_shows_its_sum():
    page = drawn(after(holding(B4, YELLOW, WHITE)), ASKS)

    assert (page["verdict"]["tone"], page["verdict"]["said"]) == ("yes", "The set fits")
    assert [term["number"] for term in page["verdict"]["terms"]] == ["5", "5", "7", "15"]
    assert page["verdict"]["payout"] == "32"


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ((), ("", "No cards yet: add some", "")),
        ((B4, YELLOW, WHITE, BLUE), ("yes", "The set fits", "One too many: blue kodik")),
        (
            (B4, YELLOW, WHITE, BLUE, BLUE),
            ("yes", "The set fits", "Not needed: 2 cards"),
        ),
        ((B4, YELLOW), ("no", "1 kodik is missing", "Missing: white kodik. Then 32")),
        (
            (YELLOW, WHITE),
            ("no", "A template is missing", "Missing: blue template A. Then 42"),
        ),
        (
            (B4, WHITE, WHITE),
            ("no", "3 different colours are needed", "Missing: yellow kodik. Then 32"),
        ),
        (
            (B4,),
            ("no", "2 kodiki are missing", "Missing: yellow kodik, white kodik. Then 32"),
        ),
    ],
)
def test_verdict(cards, said):
    assert verdict(after(holding(*cards)), ASKS) == said


def test_verdict_of_one_colour():
    state = after(holding(B4, YELLOW, YELLOW))

    assert verdict(state, "bonus=10&colours=same&kodiki=2")[1:] == (
        "All cards must have one colour",
        "Missing: yellow template A. Then 35",
    )
    assert verdict(after(holding(B4)), "colours=same&kodiki=2&bonus=20")[2] == (
        "Missing: 2 × blue kodik. Then 31"
    )


def test_nothing_ticked_asks_for_ticks():
    assert verdict(after(holding(B4)), "had=templates.blue.B.4")[1] == "Tick the cards that may go"


def test_cards_that_are_not_ticked_may_help():
    page = drawn(
        after(holding(B4, YELLOW, WHITE)), ASKS + "&tick=templates.blue.B.4&tick=kodiki.yellow"
    )

    assert page["verdict"]["more"] == "With the cards that are not ticked it fits: 32"
    assert page["misses"][0]["held"]
    assert page["sets"]["count"] == 1


def test_second_customer_of_a_round_is_told():
    state = replace(after(holding(B4, YELLOW, WHITE)), customers_this_round=frozenset({0}))

    assert verdict(state, ASKS)[2] == "Аня: one customer this round already"


# -- all sets, misses, the turn


def test_sets_can_be_chosen_one_by_one():
    page = drawn(after(holding(*HAND)), ASKS)

    rows = page["sets"]["rows"]
    assert page["sets"]["count"] == 2
    assert [row["payout"] for row in rows] == [43, 32]
    assert rows[0]["notes"] == ["Redeem first: 12"]
    assert rows[1]["only"] == "templates.blue.B.4,kodiki.yellow,kodiki.white"
    assert not any(row["chosen"] for row in rows)
    chosen = drawn(after(holding(*HAND)), f"{ASKS}&only={rows[1]['only']}")
    assert [row["chosen"] for row in chosen["sets"]["rows"]] == [False, True]
    assert chosen["verdict"]["payout"] == "32"


def test_many_sets_are_counted_and_some_are_shown():
    hand = [Card("templates", "blue", "B", number) for number in range(12)] + [BLUE] * 3

    sets = drawn(after(holding(*hand)), "bonus=20&colours=same&kodiki=3")["sets"]

    assert (sets["count"], len(sets["rows"]), len(sets["folded"]), sets["unshown"]) == (12, 5, 7, 0)


def test_turn_is_added_up():
    page = drawn(after(holding(*HAND), SetTokens(0, 10)), ASKS)

    assert page["turn"]["terms"] == [
        ("", 10, "now"),
        ("+", 5, "market"),
        ("−", 12, "redeemed"),
        ("+", 43, "customer"),
    ]
    assert (page["turn"]["total"], page["turn"]["left"]) == ("46", 3)
    assert page["turn"]["market"] == "The market would bring 16, debts taken off: 15 less."


def test_turn_that_cannot_be_says_what_is_lacking():
    page = drawn(after(holding(replace(A6, debt=50), WHITE), SetTokens(0, 3)), "bonus=20&kodiki=1")

    assert (page["turn"]["total"], page["turn"]["short"]) == ("−47", 47)
    assert page["verdict"]["tone"] == "no"
    assert page["verdict"]["said"] == "Not enough tokens to redeem"
    assert page["verdict"]["more"] == "Lacking: 47 tokens"
    assert page["keys"]["main"] is None
    assert page["turn"]["market"] == "The market would bring −23, without redeeming."
    assert page["keys"]["market"] is None


def test_set_that_can_be_redeemed_is_preferred():
    hand = [replace(A6, debt=50), WHITE, replace(B4, debt=8), BLUE]

    page = drawn(after(holding(*hand), SetTokens(0, 3)), "bonus=20&kodiki=1")

    assert [row["payout"] for row in page["sets"]["rows"]] == [47, 28]
    assert (page["verdict"]["payout"], page["turn"]["short"]) == ("28", 0)


def test_bonus_of_nothing_is_no_better_than_the_market():
    page = drawn(after(holding(B4, BLUE)), "bonus=0&kodiki=1")

    assert page["turn"]["market"] == "The market brings as much: 8."


# -- programs


def test_accepted_program_is_put_together():
    page = drawn(after(of_box("T11", "K19", "K9")), "customer=Z8")

    assert page["verdict"]["said"] == "This program solves the task"
    code = ["".join(piece.text for piece in line) for line in page["program"]["lines"]]
    assert code[1:3] == ["    for n in numbers:", "        if n % 2 == 0:"]
    assert (page["program"]["tone"], page["program"]["needs"]) == ("yes", [])


def test_gap_that_is_not_filled_right_says_what_it_needs():
    page = drawn(after(of_box("T11", "K9", "K13")), "customer=Z8")

    assert page["verdict"]["said"] == "No such program solves the task"
    assert page["verdict"]["more"] == "Missing: white kodik (K19). Then 32"
    assert page["program"]["needs"] == ["Gap 2 needs a condition: something true or false."]


def test_complete_program_for_another_task():
    page = drawn(after(of_box("T11", "K9", "K22")), "customer=Z8")

    assert page["program"]["said"] == "The program is complete, but it does not solve this task."
    told = drawn(after(of_box("T11", "K9", "K22")), ASKS)["program"]["said"]
    assert told == "Every gap is filled with what fits it."


def test_template_with_other_gaps_says_so():
    page = drawn(after(of_box("T19", "K28")), "customer=Z8")

    assert page["program"]["said"].startswith("Gaps in this template: 1.")


def test_cards_that_are_not_known_leave_the_program_to_the_eye():
    page = drawn(after(holding(B4, YELLOW, WHITE)), "customer=Z8")

    assert page["verdict"]["said"] == "Number and colours fit"
    assert page["verdict"]["more"] == "Compare the program with the customer’s card yourselves"
    assert page["program"] is None


def test_kodiki_move_to_where_all_fit():
    template = SAMPLE.template("T2")
    kodiki = [SAMPLE.kodik(each) for each in ("K28", "K17", "K1")]

    assert [each.id for each in laid(gaps(template.code), kodiki)] == ["K1", "K17", "K28"]


# -- whose hand, and what is hidden


def test_own_hand_comes_first():
    state = after(holding(B4, player=1))

    assert drawn(state, eyes=1)["player"] == 1
    assert drawn(state, eyes="table")["player"] == 0
    assert drawn(state, "player=1", eyes="table")["hand"]["count"] == 1
    assert drawn(state, "player=7", eyes=2)["player"] == 2


def test_hidden_hand_is_not_shown():
    state = after(holding(*HAND), SetTokens(0, 4711), state=started(open_tokens=False))

    theirs, own = drawn(state, "player=0", eyes=1), drawn(state, "player=0", eyes=0)

    assert (theirs["hidden"], theirs["tokens"]) == (True, None)
    assert list(ticks(theirs)) == ["templates.white.A.6:12"]
    assert "4711" not in repr(theirs)
    assert (own["hidden"], own["tokens"], own["hand"]["count"]) == (False, 4711, 6)
    assert not drawn(after(Finish(), state=state), "player=0", eyes=1)["hidden"]


def test_tokens_that_are_hidden_leave_the_gain():
    state = after(holding(A6, WHITE), state=started(open_tokens=False))

    page = drawn(state, "player=0&card=kodiki.white&bonus=10&kodiki=1", eyes=1)

    assert page["turn"]["terms"] == [("", 37, "customer"), ("−", 12, "redeemed")]
    assert (page["turn"]["total"], page["turn"]["word"]) == ("25", "gain")


# -- keys


def played(state, key):
    move = door.typed(RULES.moves[key["move"]], key["args"])
    return RULES.apply(state, move, 0)


def test_keys_lead_through_the_turn_to_the_promised_tokens():
    state = after(holding(*HAND), SetTokens(0, 10))
    promised = drawn(state, ASKS)["turn"]["total"]
    moves = []
    while (key := drawn(state, ASKS + "&only=" + best_of(state))["keys"]["main"]) is not None:
        outcome = played(state, key)
        assert outcome.notices == ()
        state = outcome.state
        moves.append((key["move"], key["label"]))
        if key["move"] == "sell_to_customer":
            break

    assert moves == [
        ("sell", "To the market for 5"),
        ("redeem", "Redeem for 12"),
        ("sell_to_customer", "Sell for 43"),
    ]
    assert str(state.tokens[0]) == promised


def best_of(state):
    return drawn(state, ASKS)["sets"]["rows"][0]["only"]


def test_market_key_sells_what_it_says():
    state = after(holding(B4, BLUE), SetTokens(0, 0))

    key = drawn(state, "bonus=10&kodiki=1")["keys"]["market"]

    assert key["label"] == "To the market for 8"
    assert played(state, key).state.tokens[0] == 8


def test_market_takes_ticked_cards_when_no_set_fits():
    state = after(holding(B4, YELLOW))

    keys = drawn(state, "bonus=10&colours=same&kodiki=1")["keys"]

    assert keys["main"] is None
    assert played(state, keys["market"]).state.tokens[0] == 40


def test_customer_of_the_box_is_named_by_id():
    key = drawn(after(of_box("T11", "K19", "K9")), "customer=Z8")["keys"]["main"]

    assert key["args"]["customer"] == {"id": "Z8"}
    assert [card["id"] for card in key["args"]["cards"]] == ["T11", "K9", "K19"]


def test_added_cards_cannot_be_sold_unless_an_equal_one_is_recorded():
    state = after(holding(B4, BLUE))

    added = drawn(state, "card=kodiki.white&bonus=10&colours=different&kodiki=1")["keys"]
    assert added["main"] is added["market"] is None
    assert added["why"] == "A card added here is not in the recorded hand, so it cannot be sold."
    equal = drawn(state, "card=kodiki.blue&bonus=10&kodiki=1")["keys"]
    assert (equal["why"], equal["main"]["move"]) == ("", "sell_to_customer")


def test_prices_set_here_sell_nothing():
    page = drawn(after(holding(B4, BLUE)), "kodiki.blue=7&bonus=10&kodiki=1")

    assert page["verdict"]["payout"] == "28"
    assert page["keys"]["main"] is None
    assert page["keys"]["why"] == "At the prices set here nothing can be sold."


# -- the page itself


pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english(client):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


def post(client, url, move, start="", **args):
    fields = {"args": json.dumps(args), "key": str(uuid4()), "start": start}
    return client.post(f"{url}{move}/", fields)


@pytest.fixture
def play(client):
    """A play in which the first player holds cards: its address."""
    page = client.get("/pythonalgorithm/check/", NOTHING)
    url = page.context["move_url"]
    cards = [{name: value for name, value in vars(card).items() if value} for card in HAND]
    answer = post(client, url, "set_hand", page.context["at"].start, player=0, cards=cards)
    assert answer.status_code == 303
    return url


def text_of(client, url):
    page = client.get(url)
    assert page.status_code == 200
    return page.content.decode()


def test_page_without_a_table_answers_and_records_nothing(client):
    url = (
        f"/pythonalgorithm/check/?{ASKS}&card=templates.blue.B&card=kodiki.yellow&card=kodiki.white"
    )

    page = text_of(client, url)

    assert "The set fits" in page
    assert "formaction" not in page.split('id="dock"')[1]
    assert 'name="tokens"' in page
    assert 'name="kodiki.white"' in page
    assert not Play.objects.exists()


def test_page_at_a_table_has_its_hand_and_its_keys(client, play):
    page = text_of(client, f"{play}check/?{ASKS}")

    assert page.count('name="tick"') == len(HAND)
    assert page.count('name="tick"') == len(re.findall(r'name="tick"[^>]* checked', page))
    assert 'name="tokens"' not in page
    assert f'formaction="{play}redeem/"' in page
    assert f'formaction="{play}sell/"' in page


def test_looking_records_nothing(client, play):
    recorded = Entry.objects.count()

    text_of(client, f"{play}check/?{ASKS}&add=kodiki.blue&drop=kodiki.white&only=kodiki.blue")

    assert (Play.objects.count(), Entry.objects.count()) == (1, recorded)


def test_shared_address_shows_the_same_to_another_phone(client, play):
    url = (
        f"{play}check/?{ASKS}&player=0&tick=templates.blue.B.4&tick=kodiki.yellow&tick=kodiki.white"
    )
    first = client.get(url)
    client.cookies.clear()

    second = client.get(url)

    assert first.context["verdict"] == second.context["verdict"]
    assert first.context["verdict"]["payout"] == "32"


def test_keys_of_the_page_can_be_pressed_without_script(client, play):
    url = f"{play}check/?{ASKS}&tick=templates.blue.B.4&tick=kodiki.yellow&tick=kodiki.white"
    page = client.get(url)
    text = page.content.decode()
    form = html.unescape(re.search(r'name="query" value="([^"]*)"', text)[1])
    key = page.context["keys"]["main"]

    answer = client.post(
        f"{play}{key['move']}/",
        {"args": json.dumps(key["args"]), "page": str(uuid4()), "to": "check/", "query": form},
    )

    assert answer.status_code == 303
    assert answer["Location"] == f"{play}check/?{form}"
    assert form.count("tick=") == 3
    assert client.get(answer["Location"]).context["tokens"] == 62


def test_refusal_shows_on_the_page_with_its_ticks(client, play):
    query = f"{ASKS}&had=templates.blue.B.4&tick=kodiki.yellow&had=kodiki.yellow"
    args = json.dumps({"player": 0, "card": {"track": "kodiki", "colour": "blue", "debt": 3}})

    answer = client.post(
        f"{play}redeem/", {"args": args, "page": str(uuid4()), "to": "check/", "query": query}
    )

    assert answer.status_code == 422
    assert ticks(answer.context)["kodiki.yellow"]
    assert not ticks(answer.context)["templates.blue.B.4"]


def test_finished_play_sells_only_while_it_is_corrected(client, play):
    post(client, play, "finish")

    assert "formaction" not in text_of(client, f"{play}check/?{ASKS}").split('id="dock"')[1]
    corrected = text_of(client, f"{play}check/?{ASKS}&correct=1")
    assert "formaction" in corrected.split('id="dock"')[1]
    assert '<input type="hidden" name="correct" value="1">' in corrected


def test_unknown_cards_get_a_sentence_and_are_only_text(client, play):
    page = text_of(client, f"{play}check/?card=<img src=x>&card=%00&customer=<b>")

    assert "This box has no card" in page
    assert "<img" not in page
    assert "<b>\u2069" not in page


def test_every_control_has_a_name_and_an_id_of_its_own(client, play):
    page = text_of(client, f"{play}check/?customer=Z8&card=kodiki.white&card=@T11")
    body = page[page.index('id="page-body"') : page.index('id="tabs"')]

    ids = re.findall(r'\bid="([^"]+)"', body)
    assert len(ids) == len(set(ids))
    for control in re.findall(r"<(?:input|select)[^>]*>", body):
        assert 'type="hidden"' in control or " id=" in control


def test_long_hands_are_shown(client, play):
    cards = [
        {"track": "kodiki", "colour": colour, "number": number}
        for colour in COLOURS
        for number in range(1, 9)
    ] + [
        {"track": "templates", "colour": "blue", "category": "B", "number": n} for n in range(1, 7)
    ]
    post(client, play, "set_hand", player=0, cards=cards)

    page = client.get(f"{play}check/?bonus=20&colours=different&kodiki=3")

    assert page.context["sets"]["count"] == 6 * (8 * 8 * 8 + 2 * 28 * 8)
    assert page.content.decode().count('name="tick"') == 30
