"""The board of PythonAlgorithm as a phone gets it: tabs, event, reaction, watch page, paper."""

from __future__ import annotations

import html
import json
import re
from uuid import uuid4

import pytest
from django.utils.html import escape

from companion.tables.models import Play, Seat, Table

pytestmark = pytest.mark.django_db

NASTY = "<img src=x onerror='a' data-b=\"c\">&`"
BLUE_B = {"track": "templates", "colour": "blue", "category": "B"}


@pytest.fixture(autouse=True)
def _english(client):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


class AtTable:
    """A phone at a table that its first move makes; `url` is the play."""

    def __init__(self, client, query=""):
        self.client = client
        page = client.get(f"/pythonalgorithm/{query}")
        self.start, self.url = page.context["at"].start, page.context["move_url"]

    def record(self, move, **args):
        return self.post(move, args=json.dumps(args))

    def post(self, move, **fields):
        fields |= {"key": str(uuid4()), "start": self.start}
        answer = self.client.post(f"{self.url}{move}/", fields)
        assert answer.status_code == 303, answer.content.decode()
        self.start = ""
        return answer

    def read(self, path=""):
        return text_of(self.client, self.url + path)

    @property
    def watch(self):
        return f"/w/{Table.objects.get().watch}/1/"

    def state(self):
        return self.client.get(self.url).context["at"].log.state.game


@pytest.fixture
def table(client):
    return AtTable(client, "?players=3")


def text_of(client, url):
    page = client.get(url)
    assert page.status_code == 200, url
    return page.content.decode()


def keys(text, move):
    """The args of every key that records this move."""
    found = re.findall(rf'formaction="[^"]*/{move}/" name="args" value="([^"]*)"', text)
    return [json.loads(html.unescape(each)) for each in found]


def open_tab(text):
    """The names of what is open, in the tabs of the board."""
    nav = text.split('id="subnav"')[1].split("</nav>")[0]
    return re.findall(r'aria-current="page"[^>]*>([^<]*)<', nav)


# -- the empty board


def test_final_count_is_two_taps_from_the_home_page(client):
    home = text_of(client, "/")
    assert 'href="/pythonalgorithm/"' in home
    board = text_of(client, "/pythonalgorithm/")
    begin = board.split('id="begin"')[1].split("</section>")[0]

    assert 'href="/pythonalgorithm/count/?players=4&' in begin
    assert client.get("/pythonalgorithm/count/?players=4").status_code == 200


def test_empty_board_asks_how_many_play_and_keeps_the_options(client):
    board = text_of(client, "/pythonalgorithm/?players=5&edge=nearest")
    choices = board.split('id="begin"')[1].split("</nav>")[0]

    assert [f"?players={count}&amp;edge=nearest" in choices for count in range(2, 7)] == [True] * 5
    assert re.search(r'players=5&amp;edge=nearest" aria-current="true"', choices)
    assert "7 templates in" in board


@pytest.mark.parametrize(
    ("query", "name"),
    [("", "Round"), ("?tab=market", "Market"), ("?tab=tokens", "Tokens"), ("?tab=x", "Round")],
)
def test_the_query_opens_a_tab(client, query, name):
    assert open_tab(text_of(client, f"/pythonalgorithm/{query}")) == [name]


def test_links_of_an_empty_board_carry_its_players(client):
    board = text_of(client, "/pythonalgorithm/?tab=market&players=6")
    links = re.findall(r'href="(\?[^"]*)" data-here', board)

    assert links
    assert all(link.startswith("?players=6&") for link in links)


def test_looking_makes_nothing(client):
    for page in ("", "?tab=market&sheet=event", "leftovers/?blue=3", "chips/?drawn=234432"):
        text_of(client, f"/pythonalgorithm/{page}")

    assert not Play.objects.exists()


# -- the market


def test_market_shows_the_price_and_both_tables(table):
    table.record("event", kind="rise", colour="blue")
    market = table.read("?tab=market&colour=blue&row=B")
    price = market.split('id="price"')[1].split("</output>")[0]

    assert "category B" in price
    assert "segment V" in price
    assert ">13</b>" in price
    assert market.count('class="on"') == 1
    assert market.count('class="hit"') == 1


def test_prices_are_confirmed_by_a_key(table):
    market = table.read_empty = text_of(table.client, "/pythonalgorithm/?tab=market&players=3")
    assert market.count("not checked against your board") == 2
    for args in keys(market, "set_prices"):
        table.record("set_prices", **args)

    assert "not checked against your board" not in table.read("?tab=market")


def test_event_keys_are_in_the_page_and_record(table):
    board = text_of(table.client, "/pythonalgorithm/?tab=market")
    dialog = board.split('<dialog class="sheet" closedby="any" id="event-sheet"')[1]
    recorded = keys(dialog.split("</dialog>")[0], "event")

    assert [args["kind"] for args in recorded] == ["rise"] * 3 + ["jump", "crash", "virus"]
    table.record("event", **recorded[3])
    assert table.state().tracks.templates.blue == 5
    assert "Recorded in round 1: Jump." in table.read("?tab=market")


@pytest.mark.parametrize("tab", ["round", "market"])
def test_without_script_the_event_stands_on_the_board(table, tab):
    table.record("event", kind="jump")
    board = table.read(f"?tab={tab}&sheet=event")

    assert 'id="event-sheet"' not in board
    assert len(keys(board.split('id="event-panel"')[1], "event")) == 6
    assert f'href="?tab={tab}" aria-label="Close"' in board


def test_virus_tells_what_is_owed(table):
    table.record("buy", player=1, card=BLUE_B, debt=True)
    board = table.read("?tab=market")

    assert "Virus: the game is over at once." in board
    assert re.search(r"debt <b class=\"number\">5</b>", board)


# -- the reaction and the pythons


def test_reaction_is_recorded_by_its_form(table):
    table.record("event", kind="jump")
    page = table.read("leftovers/?blue=4&yellow=2&white=3")
    form = page.split('id="leftovers-form"')[1].split("</form>")[0]
    fields = re.findall(r'name="(blue|yellow|white)" value="(\d+)"', form)

    table.post("reaction", track="templates", to="leftovers/", **dict(fields))
    assert table.state().reacted == {"templates"}
    assert 'name="track" value="kodiki" checked' in table.read("leftovers/")


def test_reaction_that_cannot_be_read_keeps_what_was_typed(table):
    table.record("event", kind="jump")
    fields = {"track": "kodiki", "blue": "many", "yellow": "2", "white": "3", "to": "leftovers/"}
    answer = table.client.post(f"{table.url}reaction/", fields | {"page": str(uuid4())})

    assert answer.status_code == 422
    assert 'name="yellow" value="2"' in answer.content.decode()


def test_lots_are_laid_as_the_start(table):
    page = text_of(table.client, "/pythonalgorithm/chips/?players=3&drawn=342243")
    (args,) = keys(page, "options")
    table.record("options", **args)

    state = table.state()
    assert (state.tracks.templates.blue, state.tracks.kodiki.white) == (3, 3)
    assert "So they lie." in table.read("chips/?drawn=342243")


def test_lots_in_a_play_are_laid_chip_by_chip(table):
    table.record("event", kind="jump")
    lots = table.read("chips/?drawn=342243").split('id="by-lot"')[1]

    assert not keys(lots, "options")
    for args in keys(lots, "place_chip"):
        table.record("place_chip", **args)
    assert "So they lie." in table.read("chips/?drawn=342243")


def test_the_drawn_lots_stand_in_the_address(client):
    page = text_of(client, "/pythonalgorithm/chips/")
    link = re.search(r'id="draw-lots" href="([^"]*)"', page)
    address = html.unescape(link[1])
    first, second = (keys(text_of(client, address), "options") for _each in range(2))

    assert "drawn=" in address
    assert first == second


# -- the round


def test_round_leads_to_every_tool(table):
    table.record("event", kind="jump")
    board = table.read()

    for page in ("count/", "check/", "sale/?player=0", "purchase/", "bidding/", "chips/"):
        assert f'href="{table.url}{page}' in board, page
    for track in ("templates", "kodiki"):
        assert f'href="{table.url}leftovers/?track={track}"' in board


def test_round_is_closed_by_the_key(table):
    table.record("event", kind="jump")
    (args, *_others) = keys(table.read("?step=1.4"), "next_round")
    table.record("next_round", **args)

    assert table.state().round == 2
    assert "Round 2" in table.read()


def test_customers_lead_to_the_check(table):
    table.record("event", kind="jump")
    first = table.state().box.customers[0]

    assert f'href="{table.url}check/?customer={first.id}"' in table.read()


def test_a_finished_play_stays_open_to_corrections_on_every_tab(table):
    table.record("event", kind="virus")
    locked = table.read()
    assert not keys(locked, "next_round")
    board = table.read("?tab=round&correct=1")

    assert keys(board, "next_round")
    assert f'href="{table.url}?correct=1&tab=tokens"' in board.replace("&amp;", "&")


def test_names_are_escaped_everywhere(table):
    table.record("event", kind="jump")
    table.record("buy", player=0, card=BLUE_B, debt=True)
    Seat.objects.update(given_name=NASTY)

    for page in ("", "?tab=market", "leftovers/", "chips/", "print/"):
        assert "<img" not in table.read(page), page
    assert "<img" not in text_of(table.client, table.watch)
    assert escape(NASTY) in table.read()


@pytest.mark.parametrize("page", ["", "?tab=market", "leftovers/", "chips/", "print/"])
def test_pages_ask_the_database_as_often_however_long_the_log(
    table, page, django_assert_max_num_queries
):
    for _each in range(3):
        table.record("event", kind="rise", colour="blue")
        table.record("buy", player=0, card={"track": "kodiki", "colour": "blue"}, debt=True)

    with django_assert_max_num_queries(10):
        table.read(page)


# -- for those who look on


def test_watch_page_shows_prices_tokens_and_no_keys(table):
    table.record("buy", player=1, card=BLUE_B, debt=True)
    page = text_of(table.client, table.watch)

    assert "<form" not in page.split("<main")[1].split("</main>")[0]
    assert "formaction" not in page
    assert page.count('<b class="number" data-fresh>30</b>') == 3
    assert "debt 5" in page


def test_watch_page_hides_hidden_tokens(client):
    table = AtTable(client, "?players=3&open_tokens=False")
    table.record("tokens", player=0, delta=741)
    table.record("buy", player=1, card={"track": "kodiki", "colour": "blue"})
    page = text_of(client, table.watch)

    assert page.count("tokens hidden") == 3
    for told in ("771", "741", ">27<"):
        assert told not in page
    paper = table.read("print/")
    assert paper.count("tokens hidden") == 3
    assert "771" not in paper
    assert "kodik</span>" not in paper


def test_paper_has_sums_cards_and_prices(table):
    table.record("buy", player=1, card=BLUE_B, debt=True)
    table.record("buy", player=1, card={"track": "kodiki", "colour": "white"})
    paper = table.read("print/")
    boris = paper.split('class="sum grow"')[2].split("</p>")[0]

    assert re.findall(r'class="number">([^<]*)<', boris) == ["23", "5", "18"]
    assert "Blue template B, debt 5" in paper
    assert "White kodik" in paper
    assert "Prices: Templates" in paper
