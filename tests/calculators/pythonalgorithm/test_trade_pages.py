"""The pages of trade: purchase, auction, sale, hand, final count; with and without a table."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import HttpResponse, QueryDict
from hypothesis import given, settings
from hypothesis import strategies as st

from calculators.pythonalgorithm.auction import Bid, sold
from calculators.pythonalgorithm.bidding_page import bidding, read_bids, written
from calculators.pythonalgorithm.count_page import count
from calculators.pythonalgorithm.moves import SetHand
from calculators.pythonalgorithm.rules import PythonAlgorithm
from calculators.pythonalgorithm.state import Options, State
from calculators.pythonalgorithm.trade_pages import hand, purchase, sale
from companion import door
from companion.games import Refusal
from companion.tables.models import Play, Table
from tests.calculators.pythonalgorithm.tables import board, new_table, phone_of, state_of, tell
from tests.companion.tables.inside import Phone, Shown

NAMES = ["Anna", "Boris", "Vera", "Gleb"]
RULES = PythonAlgorithm()
BLUE_B = {"track": "templates", "colour": "blue", "category": "B"}
OWED = {**BLUE_B, "debt": 13}
YELLOW = {"track": "kodiki", "colour": "yellow"}

NONSENSE = ["x", "", "-1", "9" * 400, "²", "<b>", "٣", "\u202e", "templates-Z", "null", "0x1", "%"]


def started(**options: Any) -> State:
    return RULES.start(4, Options(**options))


def holding(*cards: dict[str, Any], player: int = 0, **options: Any) -> State:
    move = door.typed(SetHand, {"player": player, "cards": list(cards)})
    state: State = RULES.apply(started(**options), move, None).state
    return state


def asked(page: Any, query: str = "", state: State | None = None, eyes: Any = "table") -> Any:
    return page(state or started(), eyes, QueryDict(query), NAMES)


def plain(text: str) -> str:
    """A sentence without the marks that keep names apart."""
    return re.sub("[\u2068\u2069]", "", text)


def fields_of(page: Shown, form: str, *names: str) -> dict[str, str]:
    """The values of a form's fields, those that stand inside it or name it."""
    places = [place for place, (_, each) in enumerate(page.tags) if each.get("id") == form]
    inside = [each for _, each in page.tags[places[0] :]]
    outside = page.find(form=form)
    return {
        name: next(each["value"] for each in (*outside, *inside) if each.get("name") == name)
        for name in names
    }


def send(table: Table, move: str, **fields: Any) -> HttpResponse:
    return Phone().post(f"{board(table)}{move}/", {"page": "p", **fields})


# -- every page, whatever its address says


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["purchase", "bidding", "sale", "hand", "count"])
def test_page_works_without_a_table_and_makes_none(page):
    answer = Phone().get(f"/pythonalgorithm/{page}/?players=3")

    assert answer.status_code == 200
    assert Shown(answer).tags[0][0] == "html"
    assert not Table.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["purchase", "bidding", "sale", "hand", "count"])
def test_page_opens_as_a_sheet(page):
    table = new_table()

    shown = Shown(Phone().part(f"{board(table)}{page}/", "sheet"))

    assert shown.find(id="page-body")


texts = st.sampled_from(NONSENSE) | st.text(max_size=12)
names = st.sampled_from(
    "player what track colour category number id price on begun bids amount who tick"
    " tokens-0 debt-0 tens-1 ones-2 players card-0-what card-0-debt card-1-colour".split()
)


@settings(max_examples=300)
@given(
    st.lists(st.tuples(names, texts), max_size=9),
    st.sampled_from([purchase, bidding, sale, hand, count]),
)
def test_no_address_is_an_error(said, page):
    state = holding(OWED, YELLOW, {"debt": 3})

    page(state, 0, QueryDict(urlencode(said)), NAMES)


# -- purchase


def test_purchase_shows_price_and_what_is_left():
    deal = asked(purchase, "player=1&what=templates-A&colour=yellow")["deal"]

    assert (deal["market"], deal["tokens"], deal["after"], deal["missing"]) == (15, 30, "15", 0)
    assert deal["card"]["name"] == "Yellow template A"
    assert deal["card"]["segment"] == "III"


@pytest.mark.parametrize(
    "query",
    [
        "track=templates&category=C&colour=white",
        "what=templates-C&colour=white",
        "what=templates-C&colour=white&number=3",
    ],
)
def test_purchase_names_the_card_in_either_way(query):
    assert asked(purchase, query)["deal"]["card"]["price"] == 7


def test_purchase_of_a_card_of_the_box_counts_it_instead():
    deal = asked(purchase, "id=K1&what=templates-A&colour=white")["deal"]

    assert deal["fields"] == {"what": "kodiki", "colour": "blue", "text": "#K1"}
    assert deal["card"]["title"]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("colour=red", "There is no colour red. There are: blue, yellow, white."),
        ("what=templates-Z", "There is no category Z. There are: A, B, C."),
        ("id=T999", "This box has no card T999."),
        ("number=three", "A card’s number is a whole number: three"),
        ("number=-3", "A card’s number is a whole number: -3"),
        ("number=999999", "A card’s number is a whole number: 999999"),
    ],
)
def test_purchase_of_what_there_is_not_says_so(query, said):
    page = asked(purchase, query)

    assert page["deal"] is None
    assert plain(page["card"]["fault"]).startswith(said)


def test_purchase_says_what_is_missing_for_cash():
    deal = asked(purchase, "what=templates-A", started(start_tokens=4))["deal"]

    assert (deal["after"], deal["missing"]) == ("−11", 11)


def test_purchase_of_another_hides_the_tokens():
    page = asked(purchase, "player=1", started(open_tokens=False), eyes=0)

    assert page["deal"]["tokens"] is page["deal"]["after"] is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fields", "tokens", "debt"),
    [({}, 25, 0), ({"price": "٨"}, 22, 0), ({"price": "4+3", "debt": "on"}, 30, 7)],
)
def test_purchase_is_recorded_as_it_stands(fields, tokens, debt):
    table = new_table(4)
    page = Shown(Phone().get(board(table) + "purchase/?player=1&what=templates-B&colour=blue"))
    names = "player card-what card-colour card-text was price page to query".split()

    answer = send(table, "buy", **fields_of(page, "buy-form", *names) | fields)

    state = state_of(table)
    assert answer.status_code == 303
    assert answer["Location"].startswith(f"{board(table)}purchase/?player=1")
    assert (state.tokens[1], state.debts[1]) == (tokens, debt)
    assert [card.category for card in state.hands[1]] == ["B"]


@pytest.mark.django_db
def test_purchase_when_the_market_has_moved_asks_which_price():
    table = new_table(4)
    tell(table, "place_chip", track="templates", colour="blue", segment=7)
    card = {"card-what": "templates-B", "card-colour": "blue", "card-text": ""}

    answer = send(table, "buy", player="0", price="5", was="5", **card)

    assert answer.status_code == 409
    assert "recorded 20, yours says 5" in Shown(answer).text
    assert state_of(table).hands[0] == ()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"price": "much"}, "Price: Type a whole number"),
        ({"price": "-3"}, "A price is never below 0"),
        ({"price": "31"}, "On credit it is possible."),
        ({"card-colour": "red"}, "Colour: "),
        ({"card-colour": ""}, "Missing: colour."),
        ({"card-text": "T404"}, "This box has no card T404."),
        ({"player": "9"}, "Player: "),
    ],
)
def test_purchase_that_cannot_be_changes_nothing(fields, said):
    table = new_table(4)
    card = {"card-what": "templates-B", "card-colour": "blue", "card-text": "", "player": "0"}

    answer = send(table, "buy", to="purchase/", query="player=0", **{**card, **fields})

    assert answer.status_code == 422
    assert said in plain(Shown(answer).text)
    assert state_of(table).hands[0] == ()
    if "price" in fields:
        assert Shown(answer).field("price") == fields["price"]


@pytest.mark.django_db
def test_first_purchase_makes_the_table():
    page = Shown(
        Phone().get("/pythonalgorithm/purchase/?players=3&player=2&what=kodiki&colour=white")
    )
    names = "player card-what card-colour card-text price page start".split()
    [form] = page.find(id="buy-form")

    Phone().post(form["action"], fields_of(page, "buy-form", *names))

    table = Play.objects.get().table
    assert state_of(table).tokens == (30, 30, 23)


# -- auction


def auctioned(query: str, state: State | None = None, eyes: Any = "table") -> dict[str, Any]:
    page = asked(bidding, f"begun=1&what=templates-B&colour=blue&{query}", state, eyes)
    course: dict[str, Any] = page["auction"]
    return course


def said_by(course: dict[str, Any]) -> list[tuple[str, str]]:
    return [(each["name"], each["said"]) for each in course["bidders"]]


def test_auction_begins_nearest_to_the_first_player():
    course = auctioned("on=0&on=1&on=3", started(first=2))

    assert [each["name"] for each in course["bidders"]] == ["Gleb", "Anna", "Boris"]
    assert course["keys"]["name"] == "Gleb"
    assert course["keys"]["least"] == 6
    assert course["undo"] == ""


def test_auction_keys_lead_to_the_next_bid():
    course = auctioned("on=0&on=2")
    amount, link = course["keys"]["amounts"][1]
    after = asked(bidding, link)["auction"]

    assert amount == 7
    assert said_by(after) == [("Anna", "7"), ("Vera", "")]
    assert after["keys"]["name"] == "Vera"
    assert after["keys"]["least"] == 8
    assert said_by(asked(bidding, after["undo"])["auction"]) == [("Anna", ""), ("Vera", "")]


def test_auction_may_be_out_of_turn():
    course = auctioned("on=0&on=1&on=2")
    [link] = [each["others"] for each in course["bidders"] if each["name"] == "Vera"]

    assert asked(bidding, link)["auction"]["keys"]["name"] == "Vera"


def test_auction_shows_payments_before_they_are_recorded():
    state = started()
    course = auctioned("on=0&on=2&on=3&bids=2:14,3:15,0:17,2:18,3:,0:", state)
    outcome = course["sold"]

    assert course["keys"] is None
    assert (outcome["name"], outcome["price"], outcome["market"]) == ("Vera", 18, 5)
    assert (outcome["surplus"], outcome["count"], outcome["compensation"]) == (13, 2, 6)
    assert outcome["losers"] == [(3, "Gleb"), (0, "Anna")]
    assert (outcome["tokens"], outcome["after"]) == (30, "12")
    assert outcome["cash"]["bids"][-1] == {"player": 0, "amount": None}
    assert outcome["credit"]["debt"] is True


def test_auction_where_all_pass_goes_to_the_last():
    outcome = auctioned("on=0&on=1&bids=0:,1:")["sold"]

    assert (outcome["name"], outcome["price"], outcome["forced"]) == ("Boris", 5, True)
    assert outcome["compensation"] == 0


@pytest.mark.parametrize(
    ("bids", "said", "kept"),
    [
        ("0:5", "A bid is above the market price, 5.", 0),
        ("0:8,1:8", "A bid is above the last one, 8.", 1),
        ("0:8,1:,1:9", "passed before, so out of this auction.", 2),
        ("0:8,0:", "leads with 8, so there is nothing to pass.", 1),
        ("0:8,3:9", "cannot be read", 1),
        ("0:8,x", "cannot be read", 1),
        ("0:8,1:" + "9" * 30, "cannot be read", 1),
        ("٠:٨", "cannot be read", 0),
    ],
)
def test_auction_against_the_rules_stops_there_and_says_so(bids, said, kept):
    course = auctioned(f"on=0&on=1&on=2&bids={bids}")

    assert said in course["fault"]
    assert sum(len(each["said"].split(", ")) for each in course["bidders"] if each["said"]) == kept


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        ("5", "A bid is above the market price"),
        ("-7", "A bid is above the market price"),
        ("much", "Type a whole number"),
        ("9" * 90, "Type a whole number"),
    ],
)
def test_typed_bid_that_cannot_be(amount, said):
    course = auctioned(f"on=0&on=1&amount={amount}")

    assert said in course["fault"]
    assert said_by(course) == [("Anna", ""), ("Boris", "")]


def test_typed_bid_in_any_digits():
    course = auctioned(urlencode({"on": [0, 1], "amount": "١٢", "who": 1}, doseq=True))

    assert said_by(course) == [("Anna", ""), ("Boris", "12")]


@pytest.mark.parametrize("query", ["", "on=1", "on=1&on=1", "on=7&on=8", "on=x"])
def test_auction_takes_two(query):
    page = asked(bidding, f"begun=1&{query}")

    assert page["auction"] is None
    assert "An auction takes two or more" in page["setup"]["fault"]


def test_auction_of_what_there_is_not_says_so():
    page = asked(bidding, "begun=1&on=0&on=1&colour=red")

    assert page["auction"] is None
    assert "There is no colour red" in plain(page["setup"]["fault"])


def test_auction_hides_the_tokens_of_another():
    outcome = auctioned("on=0&on=1&bids=0:7,1:", started(open_tokens=False), eyes=1)["sold"]

    assert outcome["tokens"] is None
    assert outcome["missing"] == 0


@pytest.mark.django_db
def test_auction_is_recorded_as_shown():
    table = new_table(4)
    query = "begun=1&what=templates-B&colour=blue&on=0&on=2&on=3&bids=0:6,2:18,3:,0:"
    page = Shown(Phone().get(f"{board(table)}bidding/?{query}"))
    (address, cash), (_, credit) = page.keys("/auction/")

    Phone().tap(address, **cash)

    assert state_of(table).tokens == (36, 30, 12, 36)
    assert credit == {**cash, "debt": True}
    assert "Vera" in page.text


bids = st.lists(st.builds(Bid, st.integers(0, 3), st.none() | st.integers(0, 20)), max_size=8).map(
    tuple
)


@given(bids)
def test_bids_are_read_as_they_were_written(said):
    assert read_bids(written(said), range(4)) == (said, "")


@given(bids)
def test_auction_page_never_records_what_the_rules_refuse(said):
    course = auctioned(urlencode({"on": [0, 1, 2, 3], "bids": written(said)}, doseq=True))
    spoken = [each["said"].split(", ") for each in course["bidders"] if each["said"]]
    taken = said[: sum(map(len, spoken))]

    try:
        outcome = sold(taken, 5)
    except Refusal:
        outcome = None

    shown = course["sold"]
    assert (shown is None) == (outcome is None or len(spoken) < 4)
    if shown and outcome:
        assert (shown["player"], shown["price"], shown["compensation"]) == (
            outcome.winner,
            outcome.price,
            outcome.compensation,
        )


# -- sale


def test_sale_adds_prices_and_takes_debts_off():
    state = holding(OWED, YELLOW)
    page = asked(sale, "player=0&tick=templates.blue.B:13&tick=kodiki.yellow", state)

    total = page["sum"]
    assert total["terms"] == [
        ("", "5", "Blue template B"),
        ("+", "5", "Yellow kodik"),
        ("−", "13", "debt"),
    ]
    assert (total["total"], total["tokens"], total["after"]) == ("−3", 30, "27")
    assert total["args"] == {"player": 0, "cards": [OWED, {**YELLOW, "debt": 0}]}


def test_sale_of_equal_cards_tells_them_apart():
    page = asked(sale, "tick=kodiki.yellow~2", holding(YELLOW, YELLOW))

    assert [each["tick"] for each in page["cards"]] == ["kodiki.yellow", "kodiki.yellow~2"]
    assert [each["ticked"] for each in page["cards"]] == [False, True]
    assert page["sum"]["total"] == "5"


def test_sale_says_what_is_missing():
    state = holding({**OWED, "debt": 40})

    assert asked(sale, "tick=templates.blue.B:40", state)["sum"]["missing"] == 5


def test_sale_of_a_card_that_is_gone_says_so():
    page = asked(sale, "tick=kodiki.white&tick=kodiki.yellow", holding(YELLOW))

    assert page["gone"] == 1
    assert len(page["sum"]["args"]["cards"]) == 1


def test_sale_of_another_offers_only_cards_in_debt():
    state = holding(OWED, YELLOW, open_tokens=False)
    page = asked(sale, "player=0&tick=kodiki.yellow", state, eyes=1)

    assert [each["short"] for each in page["cards"]] == ["B"]
    assert page["sum"] is None


def test_bare_debt_is_not_for_sale():
    assert asked(sale, "", holding({"debt": 7}))["cards"] == []


@pytest.mark.django_db
def test_sale_is_recorded_as_shown():
    table = new_table(4)
    tell(table, "set_hand", player=2, cards=[OWED, YELLOW])
    page = Shown(Phone().get(f"{board(table)}sale/?player=2&tick=kodiki.yellow"))
    [(address, args)] = page.keys("/sell/")

    Phone().tap(address, **args)

    assert "Sell for 5" in page.text
    assert state_of(table).tokens[2] == 35
    assert len(state_of(table).hands[2]) == 1


@pytest.mark.django_db
def test_sale_that_the_tokens_do_not_cover_has_no_key():
    table = new_table(4)
    tell(table, "set_hand", player=2, cards=[{**OWED, "debt": 99}])

    page = Shown(Phone().get(f"{board(table)}sale/?player=2&tick=templates.blue.B:99"))

    assert "Missing for the debts: 64" in page.text
    assert all("disabled" in each for each in page.find(name="args"))


# -- the cards that are really held


@pytest.mark.django_db
def test_hand_is_put_right_row_by_row():
    table = new_table(4)
    tell(table, "set_hand", player=1, cards=[OWED, YELLOW])
    phone = Phone()
    page = Shown(phone.get(board(table) + "hand/?player=1"))
    fields = {name: page.field(name) for name in ("player", "page", "to", "query")}
    rows = {
        "card-0-what": "",
        "card-1-what": "kodiki",
        "card-1-colour": "white",
        "card-1-debt": "٣",
    }
    rows |= {"card-2-what": "debt", "card-2-debt": "4+5", "card-3-text": "#T2"}

    phone.post(f"{board(table)}set_hand/", fields | rows)

    held = state_of(table).hands[1]
    assert [(card.colour, card.debt, card.id) for card in held] == [
        ("white", 3, None),
        (None, 9, None),
        ("blue", 0, "T2"),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"card-0-what": "kodiki", "card-0-colour": ""}, "Missing: colour."),
        ({"card-0-what": "templates-Z", "card-0-colour": "blue"}, "Card 1: "),
        ({"card-0-what": "debt", "card-0-debt": "much"}, "Debt: Type a whole number"),
        ({"card-0-what": "debt", "card-0-debt": "-4"}, "A debt is never below 0"),
        ({"card-0-what": "", "card-0-text": "#T404"}, "This box has no card T404."),
    ],
)
def test_hand_that_cannot_be_keeps_what_was_typed(row, said):
    table = new_table(4)

    answer = send(table, "set_hand", player="0", to="hand/", query="player=0", **row)

    assert answer.status_code == 422
    assert said in plain(Shown(answer).text)
    assert state_of(table).hands[0] == ()
    if "card-0-debt" in row:
        assert Shown(answer).field("card-0-debt") == row["card-0-debt"]


# -- the final count


def test_count_adds_up_coins_and_debts():
    page = asked(
        count, "tens-0=3&fives-0=2&ones-0=4&debt-0=8%2B4&tokens-1=31&tokens-2=44&tokens-3=7"
    )
    lines = page["outcome"]["lines"]

    assert [(each["name"], each["place"], each["points"]) for each in lines] == [
        ("Vera", 1, "44"),
        ("Anna", 2, "32"),
        ("Boris", 3, "31"),
        ("Gleb", 4, "7"),
    ]
    assert lines[1]["coins"] == "10 × 3 + 5 × 2 + 1 × 4"
    assert (lines[1]["tokens"], lines[1]["debt"]) == ("44", 12)
    assert not page["outcome"]["draw"]


def test_count_of_equal_results_is_a_draw_also_below_zero():
    page = asked(
        count, "tokens-0=0&debt-0=5&tokens-1=1&debt-1=6&tokens-2=0&debt-2=9&tokens-3=0&debt-3=9"
    )

    assert page["outcome"]["draw"]
    assert page["outcome"]["names"] == "Anna, Boris"
    assert page["outcome"]["best_points"] == "−5"


def test_count_says_who_is_missing():
    outcome = asked(count, "tokens-0=12&tokens-1=&tokens-2=٧")["outcome"]

    assert outcome["missing"] == "Boris, Gleb"
    assert outcome["args"] is None


@pytest.mark.parametrize("text", ["much", "1,5", "-3", "9" * 90])
def test_count_of_no_number_says_so(text):
    page = asked(count, urlencode({"tokens-0": text, "tokens-1": 5}))

    assert len(page["rows"][0]["faults"]) == 1
    assert page["rows"][0]["tokens"] == text
    assert [each["name"] for each in page["outcome"]["lines"]] == ["Boris"]


def test_count_begins_with_what_is_recorded():
    page = asked(count, "", holding(OWED))

    assert [(each["tokens"], each["debt"]) for each in page["rows"]] == [
        ("30", "13"),
        ("30", ""),
        ("30", ""),
        ("30", ""),
    ]
    assert page["recorded"]


def test_count_of_a_table_that_recorded_nothing_is_blank():
    page = asked(count)

    assert [each["tokens"] for each in page["rows"]] == [""] * 4
    assert page["outcome"] is None
    assert not page["recorded"]


def test_count_leaves_hidden_tokens_blank():
    page = asked(count, "", holding(OWED, open_tokens=False), eyes=1)

    assert [(each["tokens"], each["debt"]) for each in page["rows"]][:2] == [("", "13"), ("30", "")]


@pytest.mark.django_db
@pytest.mark.parametrize("players", range(2, 7))
def test_count_without_a_table_is_for_any_number(players):
    page = Shown(Phone().get(f"/pythonalgorithm/count/?players={players}&tokens-0=5"))

    links = [each["href"] for _, each in page.tags if "players=" in each.get("href", "")]
    assert page.find(name=f"tokens-{players - 1}")
    assert not page.find(name=f"tokens-{players}")
    assert "/pythonalgorithm/count/?players=2&tokens-0=5" in links


@pytest.mark.django_db
def test_count_is_recorded_and_ends_the_game():
    page = Shown(Phone().get("/pythonalgorithm/count/?players=2&tokens-0=10&tens-1=2&debt-1=3"))
    [(address, args)] = page.keys("/finish/")
    start = page.field("start")

    Phone().tap(address, start=start, **args)

    state = state_of(Play.objects.get().table)
    assert args == {"count": [{"tokens": 10, "debt": 0}, {"tokens": 20, "debt": 3}]}
    assert (state.over, state.points) == (True, (10, 17))


@pytest.mark.django_db
def test_count_is_recorded_as_typed():
    table = new_table(2)

    answer = send(
        table, "finish", **{"counting": "1", "tokens-0": "7+3", "ones-1": "2", "debt-1": ""}
    )

    assert answer.status_code == 303
    assert state_of(table).points == (10, 2)
    page = Shown(phone_of(table, 0).get(board(table) + "count/"))
    assert page.find(href=board(table) + "result/")


@pytest.mark.django_db
def test_count_not_complete_changes_nothing():
    table = new_table(2)

    answer = send(table, "finish", **{"counting": "1", "tokens-0": "7", "tokens-1": ""})

    assert answer.status_code == 422
    assert "Tokens are missing: 2" in Shown(answer).text
    assert not state_of(table).over
