"""The pages of Lost Cities as a phone gets them: board, result, paper, rules."""

from __future__ import annotations

import json
import re
from uuid import uuid4

import pytest
from django.utils.html import escape

from companion.tables.models import Play

pytestmark = pytest.mark.django_db

NASTY = "<img src=x onerror='a' data-b=\"c\">&`"


@pytest.fixture(autouse=True)
def _english(client):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


@pytest.fixture
def play(client):
    """A play of three moves: its address, once the first move made it."""
    page = client.get("/lost-cities/")
    start = page.context["at"].start
    url = page.context["move_url"]
    post(client, url, "set_card", start=start, player=0, expedition="red", card=5, laid=True)
    post(client, url, "set_contracts", player=0, expedition="red", count=1)
    post(client, url, "set_card", player=1, expedition="blue", card=10, laid=True)
    return url


def post(client, url, move, start="", **args):
    fields = {"args": json.dumps(args), "key": str(uuid4()), "start": start}
    answer = client.post(f"{url}{move}/", fields)
    assert answer.status_code == 303
    return answer


def text_of(client, url):
    page = client.get(url)
    assert page.status_code == 200
    return page.content.decode()


def test_board_has_a_key_for_every_card_and_contract(client):
    board = text_of(client, "/lost-cities/")

    assert len(re.findall(r'formaction="[^"]*/set_card/"', board)) == 2 * 5 * 9
    assert len(re.findall(r'formaction="[^"]*/set_contracts/"', board)) == 2 * 5


def test_board_of_six_has_the_sixth_colour(client):
    board = text_of(client, "/lost-cities/?expeditions=6")

    assert len(re.findall(r'formaction="[^"]*/set_card/"', board)) == 2 * 6 * 9
    assert "colour-purple" in board


def test_every_key_has_a_name_and_a_state(client, play):
    board = text_of(client, play)
    keys = re.findall(r'<button class="cell"[^>]*set_card/[^>]*>', board)

    assert all("aria-label=" in key for key in keys)
    assert sum('aria-pressed="true"' in key for key in keys) == 2
    assert sum("aria-pressed" not in key for key in keys) == 2
    assert 'aria-label="Red 6, +12"' in board


def test_board_shows_the_working(client, play):
    board = text_of(client, play)

    assert "Cost 40, 15 to break even" in board
    assert "6 more cards for +20" in board


def test_typed_text_that_cannot_be_read_is_kept(client, play):
    fields = {"player": "1", "round": "1", "points": "12,5", "was": "null", "query": "by=hand"}

    answer = client.post(f"{play}set_round_total/", fields | {"page": str(uuid4())})

    assert answer.status_code == 422
    assert 'value="12,5"' in answer.content.decode()
    assert "Type a whole number or a sum" in answer.content.decode()


def test_typed_sum_is_added_up(client, play):
    fields = {"player": "1", "round": "1", "points": "12+11−7", "was": "null"}

    client.post(f"{play}set_round_total/", fields | {"page": str(uuid4())})

    assert client.get(play).context["screen"]["totals"] == (-30, 16)


def test_finished_board_is_locked_until_corrected(client, play):
    post(client, play, "finish")

    assert text_of(client, play).count('<fieldset class="expeditions"') == 2
    assert len(re.findall(r"<fieldset[^>]* disabled>", text_of(client, play))) == 2
    assert not re.findall(r"<fieldset[^>]* disabled>", text_of(client, f"{play}?correct=1"))


def test_result_names_winner_margin_and_extremes(client, play):
    post(client, play, "finish")

    result = text_of(client, f"{play}result/")

    assert "Winner: \u2068Drop\u2069" in result
    assert "20 ahead." in result
    assert "Best: blue" in result
    assert "Worst: red" in result


def test_paper_has_every_card(client, play):
    paper = text_of(client, f"{play}print/")

    assert "◆ 5" in paper
    assert "(5 − 20) × 2" in paper


def test_names_are_only_text_wherever_they_stand(client, play):
    table = Play.objects.get().table
    seat = table.seats.first()
    client.post(f"{table.url}seats/{seat.pk}/", {"name": NASTY, "figure": seat.figure})
    watch = table.watch

    for url in (play, f"{play}?by=hand", f"{play}result/", f"{play}print/", f"/w/{watch}/1/"):
        page = text_of(client, url)
        assert NASTY not in page
        assert "<img" not in page
        assert escape(NASTY) in page


def test_watching_has_no_keys(client, play):
    watch = Play.objects.get().table.watch

    page = text_of(client, f"/w/{watch}/1/")

    assert "set_card" not in page
    assert "◆ 5" in page


def test_rules_tell_the_settings_and_find_words(client):
    rules = text_of(client, "/rules/lost-cities/")
    found = text_of(client, "/rules/lost-cities/?q=handshake")

    assert "Three unless you change it" in rules
    assert found.count("<mark") == 1
