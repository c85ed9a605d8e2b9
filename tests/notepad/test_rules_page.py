"""The rules of Code 777 as they are read: complete, linked, searchable, and true."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from itertools import pairwise
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.utils import translation

from notepad import words
from notepad.game import GAME
from notepad.questions import COMPARING, QUESTIONS, allowed
from notepad.racks import Supply, common_racks, full_supply, racks_of
from notepad.rules import WINNING_POINTS
from notepad.tiles import COLOURS, FACES, KINDS

pytestmark = pytest.mark.django_db

BOARD = "/code777/"
RULES = "/rules/code777/"
TABS = {"pad", "answers", "table"}
PAGES = {"question", "rack", "declaration", "supply", "help"}
PARTS = (
    "box setup turn questions declaring supply pyramid end phones silent decided words source"
).split()


@pytest.fixture(autouse=True)
def _english(client):
    cache.clear()  # full buckets: tables are made all over the tests
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


@pytest.fixture(params=GAME.players)
def play(request, client):
    """The address of a play, which this phone was at last, and how many play."""
    page = client.get(f"{BOARD}?players={request.param}")
    url = page.context["move_url"]
    args = '{"reader":0,"question":8,"answer":5}'
    fields = {"args": args, "key": str(uuid4()), "start": page.context["at"].start}
    assert client.post(f"{url}answer/", fields).status_code == 303
    return url, request.param


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


def item_of(page, name):
    """The list item of that id."""
    return re.search(rf'<li id="{name}">.*?</li>', page, re.DOTALL)[0]


def links_of(html):
    return [unescape(link) for link in re.findall(r'<a\b[^>]*\bhref="([^"]*)"', html)]


def is_tool(link, board, names):
    """A tab of the board, or a page under its address."""
    address = urlsplit(link)
    name = address.path.removeprefix(board).removesuffix("/")
    if name:
        return name in names
    return address.query in {f"tab={tab}" for tab in TABS}


def test_every_link_to_a_tool_has_its_tool(client):
    links = [link for link in links_of(main_of(text_of(client, RULES))) if link.startswith(BOARD)]

    assert links
    for link in links:
        assert is_tool(link, BOARD, GAME.pages.keys() | {"settings"}), link
        assert client.get(link).status_code == 200, link


def test_at_a_table_the_links_are_those_of_its_play(client, play):
    url, _players = play
    links = [link for link in links_of(main_of(text_of(client, RULES))) if link.startswith("/t/")]

    assert f"{url}lots/" in links
    for link in set(links):
        assert is_tool(link, url, GAME.pages.keys() | {"settings", "lots"}), link
        assert client.get(link).status_code == 200, link


def test_every_tab_and_every_tool_is_linked(client):
    links = links_of(text_of(client, RULES))

    assert [tab for tab in sorted(TABS) if f"{BOARD}?tab={tab}" not in links] == []
    assert [name for name in sorted(PAGES) if f"{BOARD}{name}/" not in links] == []


@pytest.mark.parametrize("name", PARTS)
def test_part_is_there(client, name):
    assert main_of(text_of(client, RULES)).count(f' id="{name}"') == 1


@pytest.mark.parametrize("url", [RULES, f"{RULES}?q=rack"])
def test_ids_are_unique_and_anchors_lead_somewhere(client, url):
    page = main_of(text_of(client, url))
    ids = Counter(re.findall(r'\bid="([^"]+)"', page))

    assert [name for name, count in ids.items() if count > 1] == []
    assert {link[1:] for link in links_of(page) if link.startswith("#")} <= ids.keys()
    assert set(re.findall(r'aria-labelledby="([^"]+)"', page)) <= ids.keys()


def test_headings_are_in_order(client):
    levels = [int(level) for level in re.findall(r"<h(\d)", main_of(text_of(client, RULES)))]

    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


@pytest.mark.parametrize("choice", GAME.choices, ids=lambda choice: choice.name)
def test_every_choice_is_told_with_its_sentence(client, choice):
    told = prose_of(part_of(text_of(client, RULES), "silent"))

    with translation.override("en"):
        assert str(choice.label) in told
        assert str(choice.why) in told
        assert all(str(label) in told for _value, label in choice.values)


@pytest.mark.parametrize(
    ("language", "word"),
    [
        ("en", "draw pile"),
        ("en", "counter-clockwise"),
        ("en", "pyramid"),
        ("ru", "сброс"),
        ("ru", "общая подставка"),
        ("ru", "против часовой"),
        ("ru", "перемешан"),
        ("ru", "пирамида"),
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


# -- what it says is what the site does


def test_tiles_are_those_of_the_box(client):
    tiles = prose_of(part_of(text_of(client, RULES), "box"))

    with translation.override("en"):
        for kind in KINDS:
            face = FACES[kind]
            colour = words.COLOUR_NAMES[face.colour]
            assert f"{face.copies} × {face.number} {colour}" in tiles


def test_set_up_tells_the_numbers_of_the_table(client, play):
    _url, players = play
    racks, common = len(racks_of(players)), len(common_racks(players))

    assert (
        f"At your table: racks {racks}, common {common}, supply {full_supply(racks)}."
        in prose_of(text_of(client, RULES))
    )


def test_set_up_without_a_table_tells_all_numbers(client):
    setup = part_of(text_of(client, RULES), "setup")

    assert "At your table" not in setup
    rows = re.findall(r'<th scope="row">(\d)</th><td>(\d)</td><td>(\d)</td><td>(\d+)</td>', setup)
    assert [tuple(map(int, row)) for row in rows] == [
        (
            players,
            len(racks_of(players)),
            len(common_racks(players)),
            full_supply(len(racks_of(players))),
        )
        for players in GAME.players
    ]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_question_is_the_one_that_is_asked(client, question, language):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language

    told = prose_of(item_of(text_of(client, RULES), f"question-{question}"))

    with translation.override(language):
        assert told.startswith(f"{question} {words.question_text(question)}")


@pytest.mark.parametrize("question", QUESTIONS)
def test_answers_are_those_that_are_allowed(client, question):
    page = part_of(text_of(client, RULES), "questions")
    fold = next(
        each
        for each in re.findall(r"<details.*?</details>", page, re.DOTALL)
        if f'id="question-{question}"' in each
    )
    told = prose_of(item_of(fold, f"question-{question}"))

    if question in COMPARING:
        assert "answer: the first, the second, or equal" in prose_of(fold)
        return
    four, five = allowed(question, 4), allowed(question, 5)
    said = f"answer {four[0]} to {four[-1]}"
    if four != five:
        said += f", with five players {five[0]} to {five[-1]}"
    assert said in (prose_of(fold) if question < 8 else told)


@pytest.mark.parametrize("question", [11, *COMPARING])
def test_question_has_its_pieces(client, question):
    item = item_of(text_of(client, RULES), f"question-{question}")

    colours = re.findall(r'class="(?:mini|chip) colour-(\w+)"', item)

    assert len(colours) >= 2
    assert set(colours) <= set(COLOURS)


@pytest.mark.parametrize("players", [4, 5])
def test_example_of_the_supply_is_what_the_rules_do(client, players):
    told = prose_of(part_of(text_of(client, RULES), "supply"))
    racks = len(racks_of(players))
    supply, numbers = Supply(full_supply(racks)), []
    while not supply.mixes:
        numbers.append(supply.left)
        supply = supply.replaced(racks, mix_at=1)

    if players == 4:
        assert f"{' → '.join(map(str, numbers))} mix" in told
        assert f"= {supply.left} again" in told
    else:
        assert f"{', '.join(map(str, numbers))}, then mixed and {supply.left} again" in told


def test_three_cases_of_a_new_pyramid(client):
    told = part_of(text_of(client, RULES), "pyramid")

    assert re.findall(r"<b>(.*?)</b>", told) == [
        "Your own code was replaced",
        "Another rack was replaced",
        "The supply was mixed",
    ]


def test_as_many_points_win_as_the_rules_say(client):
    assert f"= {WINNING_POINTS} wins" in prose_of(part_of(text_of(client, RULES), "end"))


def test_sums_come_out(client):
    sums = re.findall(r'<p class="sum"[^>]*>.*?</p>', text_of(client, RULES))
    workings = [prose_of(re.sub(r"<small>.*?</small>", "", each)) for each in sums]
    counted = [each.replace("−", "-").split(" = ") for each in workings if "=" in each]

    assert len(counted) == 3
    for working, total in counted:
        assert re.fullmatch(r"[\d +-]+", working), working
        assert eval(working) == int(total), working
