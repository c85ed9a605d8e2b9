"""The rules of PythonAlgorithm as they are read: complete, linked, searchable, and true."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from itertools import pairwise
from urllib.parse import urlsplit
from uuid import uuid4

import pytest

from calculators.pythonalgorithm.auction import Bid, sold
from calculators.pythonalgorithm.chips import Chips, crash, jump, reaction, rise, shifted
from calculators.pythonalgorithm.game import GAME
from calculators.pythonalgorithm.sample import CLASSIC, SAMPLE
from calculators.pythonalgorithm.virus import virus_chance

pytestmark = pytest.mark.django_db

BOARD = "/pythonalgorithm/"
RULES = "/rules/pythonalgorithm/"
CHOICES = f"{BOARD}choices/"
TABS = {"round", "market", "tokens"}
PARTS = (
    "box setup round phase-1 phase-2 phase-3 phase-4 pythons reaction prices debt auction"
    " customers programs end silent decided words source"
).split()


@pytest.fixture(autouse=True)
def _english(client):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


@pytest.fixture
def play(client):
    """The address of a play of four, which this phone was at last."""
    page = client.get(f"{BOARD}?players=4")
    url = page.context["move_url"]
    fields = {"args": "{}", "key": str(uuid4()), "start": page.context["at"].start}
    assert client.post(f"{url}next_round/", fields).status_code == 303
    return url


def text_of(client, url):
    page = client.get(url)
    assert page.status_code == 200
    return page.content.decode()


def main_of(page):
    """What stands in the page's main part."""
    return page[page.index("<main") : page.index("</main>")]


def prose_of(html):
    """The words alone, as they are read."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def part_of(page, name):
    """The section of that id."""
    return re.search(rf'<section [^>]*\bid="{name}".*?</section>', page, re.DOTALL)[0]


def links_of(html):
    return [unescape(link) for link in re.findall(r'<a\b[^>]*\bhref="([^"]*)"', html)]


def is_tool(link, board, names):
    """A tab of the board, or a page under its address."""
    address = urlsplit(link)
    name = address.path.removeprefix(board).removesuffix("/")
    if name:
        return name in names
    return address.query in {f"tab={tab}" for tab in TABS}


@pytest.mark.parametrize("url", [RULES, CHOICES])
def test_every_link_to_a_tool_has_its_tool(client, url):
    links = [link for link in links_of(main_of(text_of(client, url))) if link.startswith(BOARD)]

    assert links
    for link in links:
        assert is_tool(link, BOARD, GAME.pages.keys() | {"settings"}), link
        assert client.get(link).status_code == 200, link


def test_at_a_table_the_links_are_those_of_its_play(client, play):
    links = [link for link in links_of(main_of(text_of(client, RULES))) if link.startswith("/t/")]

    assert f"{play}lots/" in links
    for link in links:
        assert is_tool(link, play, GAME.pages.keys() | {"settings", "lots"}), link
        assert client.get(link).status_code == 200, link


@pytest.mark.parametrize("tab", sorted(TABS))
def test_every_tab_is_linked(client, tab):
    assert f"{BOARD}?tab={tab}" in links_of(text_of(client, RULES))


def test_every_tool_is_linked(client):
    links = links_of(text_of(client, RULES))

    tools = "check purchase bidding sale count box chips choices".split()
    assert [name for name in tools if f"{BOARD}{name}/" not in links] == []


@pytest.mark.parametrize("name", PARTS)
def test_part_is_there(client, name):
    assert main_of(text_of(client, RULES)).count(f' id="{name}"') == 1


@pytest.mark.parametrize("url", [RULES, f"{RULES}?q=token", CHOICES])
def test_ids_are_unique_and_anchors_lead_somewhere(client, url):
    page = main_of(text_of(client, url))
    ids = Counter(re.findall(r'\bid="([^"]+)"', page))

    assert [name for name, count in ids.items() if count > 1] == []
    assert {link[1:] for link in links_of(page) if link.startswith("#")} <= ids.keys()
    assert set(re.findall(r'aria-labelledby="([^"]+)"', page)) <= ids.keys()


@pytest.mark.parametrize("url", [RULES, CHOICES])
def test_headings_are_in_order(client, url):
    levels = [int(level) for level in re.findall(r"<h(\d)", main_of(text_of(client, url)))]

    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


@pytest.mark.parametrize("url", [RULES, CHOICES])
@pytest.mark.parametrize("choice", GAME.choices, ids=lambda choice: choice.name)
def test_every_choice_is_told_with_its_sentence(client, url, choice):
    told = prose_of(part_of(text_of(client, url), "silent"))

    assert str(choice.label) in told
    assert str(choice.why) in told
    assert all(str(label) in told for _value, label in choice.values)


def test_the_decisions_are_the_same_on_both_pages(client):
    rules, choices = text_of(client, RULES), text_of(client, CHOICES)

    assert part_of(rules, "decided") == part_of(choices, "decided")


def test_settings_of_an_empty_board_keep_its_players(client):
    links = links_of(part_of(text_of(client, f"{CHOICES}?players=5"), "silent"))

    assert links
    assert all("players=5" in link for link in links)


@pytest.mark.parametrize(
    ("language", "word"),
    [
        ("en", "compensation"),
        ("en", "purchase token"),
        ("en", "bubble bursts"),
        ("ru", "компенсация"),
        ("ru", "жетон покупки"),
        ("ru", "поступления"),
        ("ru", "взрыв пузыря"),
    ],
)
def test_search_finds(client, language, word):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language

    found = re.findall(r'<mark id="hit-\d+">([^<]*)</mark>', text_of(client, f"{RULES}?q={word}"))

    assert found
    assert {hit.lower() for hit in found} == {word}


def test_nothing_of_it_stays_english_in_russian(client):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "ru"
    prose = prose_of(main_of(text_of(client, RULES)))

    assert re.findall(r"\b(?:the|and|of|is|are|each|to)\b", prose) == []


def test_set_up_tells_the_numbers_of_the_table(client, play):
    assert "At your table: templates 6, kodiki 22." in prose_of(text_of(client, RULES))


def test_set_up_without_a_table_tells_all_numbers(client):
    setup = part_of(text_of(client, RULES), "setup")

    assert "At your table" not in setup
    rows = re.findall(r'<th scope="row">(\d)</th><td>(\d)</td><td>(\d+)</td>', setup)
    assert [tuple(map(int, row)) for row in rows] == [
        (players, players + 2, 22 if players > 3 else 20) for players in GAME.players
    ]


def test_sixteen_customers_are_on_display(client):
    setup = part_of(text_of(client, RULES), "setup")

    numbers = re.findall(r"(\d) × <b>\+(\d+)</b> (same|different)", setup)

    shown = Counter[tuple[int, str]]()
    for count, bonus, kind in numbers:
        shown[int(bonus), kind] += int(count)
    assert shown == {
        (10, "same"): 4,
        (10, "different"): 2,
        (15, "same"): 2,
        (15, "different"): 2,
        (20, "same"): 5,
        (20, "different"): 1,
    }


def test_prices_are_those_of_the_older_game(client):
    prices = part_of(text_of(client, RULES), "prices")

    rows = re.findall(r'<th scope="row">(\w)</th>((?:<td>\d+</td>)+)', prices)

    told = {name: tuple(map(int, re.findall(r"\d+", cells))) for name, cells in rows}
    assert told == dict(CLASSIC.prices.templates)


def test_examples_of_events_are_what_the_rules_do(client):
    told = prose_of(part_of(text_of(client, RULES), "pythons"))

    assert rise(Chips(1, 2, 3), "templates", "blue", "stay").goal == 4
    assert "so the blue python lands on IV" in told
    assert jump(Chips(1, 2, 5), "templates", "stay").goal == 3
    assert "so it lands on III" in told
    assert crash(Chips(1, 2, 3), "templates", "stay").goal == 3
    assert "so it stays on III" in told


def test_example_of_the_market_reaction_is_what_the_rules_do(client):
    told = prose_of(part_of(text_of(client, RULES), "reaction"))
    chips = Chips(blue=2, white=3, yellow=4)

    shifts = reaction(chips, "templates", {"blue": 1, "white": 1, "yellow": 2}, "stay")

    assert [shift.colour for shift in shifts] == ["yellow", "white", "blue"]
    assert shifted(chips, shifts) == Chips(yellow=1, blue=3, white=4)
    assert "blue II, white III, yellow IV" in told
    assert "yellow I, blue III, white IV" in told


def test_example_of_the_auction_is_what_the_rules_do(client):
    told = prose_of(part_of(text_of(client, RULES), "auction"))
    bids = [Bid(0, 14), Bid(1, 15), Bid(2, 17), Bid(0, 18), Bid(1, None), Bid(2, None)]

    assert sold(bids, market=13).compensation == 2
    assert "18 bid − 13 market = 5 difference" in told
    assert "5 difference ÷ 2 losers = 2" in told


def test_chances_of_the_virus_are_what_the_rules_say(client):
    told = part_of(text_of(client, RULES), "end")

    chances = [virus_chance(number, False, SAMPLE.events, over=False) for number in (7, 8, 9, 10)]

    assert "".join(f"<td>{chance}</td>" for chance in chances) in told


def test_sums_come_out(client):
    sums = re.findall(r'<p class="sum">.*?</p>', text_of(client, RULES))

    assert len(sums) > 8
    for each in sums:
        bare = prose_of(re.sub(r"<small>.*?</small>", "", each)).replace("−", "-")
        working, result = bare.split(" = ")
        assert computed(working) == int(result), bare


def computed(working):
    """The value of a line of working; a quotient is rounded down, as the rules round."""
    assert re.fullmatch(r"[\d +×÷-]+", working), working
    value: int = eval(working.replace("×", "*").replace("÷", "//"))
    return value
