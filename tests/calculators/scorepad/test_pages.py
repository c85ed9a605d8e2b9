"""The score pad as a phone gets it: board, pages, bad input, comers, result, paper."""

from __future__ import annotations

import json
import re
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.utils.html import escape

from companion.tables import held
from companion.tables.models import Play, Seat

pytestmark = pytest.mark.django_db

NASTY = "<img src=x onerror='a' data-b=\"c\">&`"
PAGES = ("score", "amount", "people", "setup")


@pytest.fixture(autouse=True)
def _fresh(client):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    cache.clear()
    held.forget()


@pytest.fixture
def play(client):
    """A pad of three after its first score: its address."""
    page = client.get("/scorepad/")
    url = page.context["move_url"]
    move(client, url, "set_score", {"player": 0, "round": 1, "points": "12+9"}, page)
    return url


def move(client, url, name, args, page=None, status=303):
    fields = {"args": json.dumps(args), "key": str(uuid4())}
    fields["start"] = page.context["at"].start if page else ""
    answer = client.post(f"{url}{name}/", fields)
    assert answer.status_code == status, answer.content.decode()[:500]
    return answer


def typed(client, url, name, status=303, /, **fields):
    """A form of typed fields, as a browser without script sends it."""
    answer = client.post(f"{url}{name}/", {"page": str(uuid4()), **fields})
    assert answer.status_code == status, answer.content.decode()[:500]
    return answer


def text_of(client, url, status=200):
    page = client.get(url)
    assert page.status_code == status
    return page.content.decode()


def view_of(client, url):
    play = Play.objects.get(number=int(url.rstrip("/").rpartition("/")[2]))
    log = held.reading(play)
    return play.game.view(log.state.game, "table")


# -- looking


def test_looking_makes_nothing(client):
    board = text_of(client, "/scorepad/?players=5")

    assert len(re.findall(r'class="cell[^"]*"', board)) == 5
    assert not Play.objects.exists()


@pytest.mark.parametrize("players", range(1, 13))
def test_every_number_of_players_has_a_board(client, players):
    board = text_of(client, f"/scorepad/?players={players}")

    assert len(re.findall(r'<th scope="col"', board)) == players


@pytest.mark.parametrize("name", PAGES)
def test_pages_work_with_and_without_a_table(client, play, name):
    text_of(client, f"/scorepad/{name}/?players=2")
    text_of(client, f"{play}{name}/")


def test_options_of_an_empty_board_stand_in_its_address(client):
    counter = text_of(client, "/scorepad/?players=2&step=(-1, 1, 5)&wins=low&target=50")

    assert counter.count('formaction="') >= 2 * 3
    assert "lower is better" in counter
    assert "up to 50" in counter


def test_board_has_a_link_for_every_cell(client, play):
    board = text_of(client, play)

    assert 'aria-label="Round 1, \u2068Moon\u2069: 21"' in board
    assert 'data-typed="12+9"' in board
    assert f'href="{play}score/?player=1&amp;round=1" data-sheet="pad"' in board


def test_a_finished_board_is_locked_until_corrected(client, play):
    move(client, play, "finish", {})

    assert 'data-sheet="pad"' not in text_of(client, play)
    assert 'data-sheet="pad"' in text_of(client, f"{play}?correct=1")


def test_a_watching_board_has_no_keys(client, play):
    watch = Play.objects.get().table.watch

    page = text_of(client, f"/w/{watch}/1/")

    assert 'class="watch"' in page
    assert "set_score" not in page
    assert "score/?" not in page
    assert ">21<" in page


# -- typing


def test_a_typed_sum_is_added_up_and_leads_to_the_next(client, play):
    page = text_of(client, f"{play}score/?player=1&round=1")
    assert 'name="query" value="player=2&amp;round=1"' in page

    answer = typed(
        client,
        play,
        "set_score",
        player="1",
        round="1",
        points=" 12 + 11−7 ",
        was="null",
        to="score/",
        query="player=2&round=1",
    )

    assert answer["Location"] == f"{play}score/?player=2&round=1"
    assert view_of(client, play)["rounds"] == [["21", "16", None]]


def test_the_last_score_leads_to_the_board(client, play):
    answer = typed(
        client, play, "set_score", player="2", round="1", points="5", to="score/", then=""
    )

    assert answer["Location"] == play


BAD = [
    ("abc", "is no number"),
    ("1e9", "is no number"),
    ("NaN", "is no number"),
    ("Infinity", "is no number"),
    ("=1+1", "is no number"),
    ("1/2", "is no number"),
    ("12,,5", "is no number"),
    ("1 000", "is no number"),
    ("<b>5</b>", "is no number"),
    ("'; DROP TABLE entries; --", "is no number"),
    ("1,234", "has more than two decimals"),
    ("9999999999", "is too large"),
    ("9" * 199, "is too large"),
    ("٣", "with the digits 0 to 9"),
    ("5" * 500, "at most 400"),
]


@pytest.mark.parametrize(("text", "said"), BAD)
def test_bad_input_is_explained_kept_and_changes_nothing(client, play, text, said):
    before = view_of(client, play)

    answer = typed(
        client, play, "set_score", 422, player="0", round="1", points=text, was='"21"', to="score/"
    )

    page = answer.content.decode()
    assert said in page
    assert f'name="points" value="{escape(text)}"' in page
    assert view_of(client, play) == before


@pytest.mark.parametrize(("text", "said"), BAD[:5])
def test_bad_amounts_are_explained_and_kept(client, play, text, said):
    answer = typed(client, play, "add", 422, player="0", delta=text, to="amount/")

    page = answer.content.decode()
    assert said in page
    assert f'name="delta" value="{escape(text)}"' in page


@pytest.mark.parametrize("points", [1.5, True, [1], {"a": 1}, 10**10, "1e9", "٣", "\ud800"])
def test_bad_args_are_never_a_crash(client, play, points):
    fields = {"key": str(uuid4()), "args": json.dumps({"player": 0, "round": 1, "points": points})}

    answer = client.post(f"{play}set_score/", fields)

    assert answer.status_code in (400, 422)
    assert view_of(client, play)["rounds"] == [["21", None, None]]


@pytest.mark.parametrize(
    "fields",
    [
        {"player": "7", "round": "1", "points": "5"},
        {"player": "x", "round": "1", "points": "5"},
        {"player": "1", "round": "0", "points": "5"},
        {"player": "1", "round": "1e3", "points": "5"},
        {"player": "1", "round": "1000", "points": "5"},
        {"player": "1", "points": "5"},
        {},
    ],
)
def test_fields_that_name_no_cell(client, play, fields):
    typed(client, play, "set_score", 422, to="score/", **fields)

    assert view_of(client, play)["rounds"] == [["21", None, None]]


def test_empty_takes_the_points_off(client, play):
    typed(client, play, "set_score", player="0", round="1", points="99", empty="1", was='"21"')

    assert view_of(client, play)["rounds"] == [[None, None, None]]


def test_two_phones_that_type_different_points_are_asked(client, play):
    answer = typed(
        client, play, "set_score", 409, player="0", round="1", points="30", was="null"
    ).content.decode()

    assert "\u2069, round 1. Meanwhile another phone recorded 21, yours says 30." in answer
    assert view_of(client, play)["totals"][0] == "21"


def test_decimals_of_two_phones_are_told_as_they_are_typed(client, play):
    typed(client, play, "set_score", player="1", round="1", points="2,5", was="null")
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "ru"

    answer = typed(
        client, play, "set_score", 409, player="1", round="1", points="-0.5", was="null"
    ).content.decode()

    assert "записали 2,5, у вас −0,5" in answer


def test_the_same_points_typed_as_another_sum_are_no_conflict(client, play):
    typed(client, play, "set_score", player="0", round="1", points="20+1", was="null")


def test_no_sign_of_a_sum_in_the_log_parts_from_its_number(client, play):
    typed(client, play, "set_score", player="1", round="1", points="30-7", was="null")

    assert "30 −\u00a07 =\u00a023" in text_of(client, f"{play}log/")


def test_a_score_is_put_right_from_the_log(client, play):
    assert f'href="{play}amend/1/"' in text_of(client, f"{play}log/")

    typed(client, play, "amend", entry="1", player="0", round="1", points="7", to="log/")

    assert view_of(client, play)["totals"] == ["7", "0", "0"]


# -- what was agreed


def test_only_what_is_different_becomes_an_entry(client, play):
    agreed = {"wins": "low", "rounds": "10", "target": "100,5", "step": "−1, +1  0,5"}

    typed(client, play, "options", to="setup/", then="", **agreed)

    entry = Play.objects.get().entries.last()
    assert entry.args == {"wins": "low", "rounds": 10, "target": "100.5", "step": [-1, 1, "0.5"]}
    typed(client, play, "options", 422, to="setup/", then="", **agreed)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"rounds": "many"}, "is no number of rounds"),
        ({"rounds": "0"}, "is no number of rounds"),
        ({"rounds": "٣"}, "is no number of rounds"),
        ({"rounds": "1e2"}, "is no number of rounds"),
        ({"target": "NaN"}, "is no number"),
        ({"target": "0"}, "any number but 0"),
        ({"step": "+1 x"}, "is no number"),
        ({"step": "0"}, "any number but 0"),
        ({"step": "1 2 3 4 5 6 7 8 9"}, "room for 8 keys"),
        ({"wins": "most"}, "wins"),
    ],
)
def test_agreements_that_cannot_be_are_explained_and_kept(client, play, fields, said):
    agreed = {"wins": "high", **fields}

    page = typed(client, play, "options", 422, to="setup/", **agreed).content.decode()

    assert said in page
    name, text = next(iter(fields.items()))
    assert name == "wins" or f'name="{name}" value="{escape(text)}"' in page
    assert Play.objects.get().entries.count() == 1


def test_the_log_says_what_was_agreed(client, play):
    typed(client, play, "options", wins="low", step="-1 +1 +5", target="70", zero_sum="on")

    log = text_of(client, f"{play}log/")

    assert "Who wins: the low total" in log
    assert "Keys of the counter: −1 +1 +5" in log
    assert "Play to: 70" in log
    assert f'href="{play}amend/2/"' not in log


def test_the_title_names_the_play_everywhere(client, play):
    typed(client, play, "set_title", title="  Skyjo  ", to="setup/", then="")
    table = Play.objects.get().table

    for url in (play, table.url, f"{play}result/", f"{play}print/", f"/w/{table.watch}/"):
        assert "Skyjo" in text_of(client, url)
    typed(client, play, "set_title", 422, title="x" * 61, to="setup/")


# -- comers and leavers


def test_a_newcomer_by_name_gets_a_seat(client, play):
    typed(client, play, "add_player", name="  Дина ", to="people/", then="")

    seat = Seat.objects.get(given_name="Дина")
    assert Play.objects.get().entries.last().args == {"name": "Дина", "seat": seat.pk, "player": 3}
    assert Play.objects.get().seats == [each.pk for each in Seat.objects.all()[:3]]
    board = text_of(client, play)
    pad = board.partition('id="pad-')[2].partition("</section>")[0]
    assert len(re.findall(r'<th scope="col"', pad)) == 4
    assert "Дина" in board


def test_a_newcomers_points_count_and_are_renamed_with_the_seat(client, play):
    move(client, play, "add_player", {"name": "Дина"})
    move(client, play, "set_score", {"player": 3, "round": 1, "points": 50})
    seat = Seat.objects.get(given_name="Дина")
    client.post(f"{seat.table.url}seats/{seat.pk}/", {"name": "Dina", "figure": seat.figure})

    log = text_of(client, f"{play}log/")

    assert "\u2068Dina\u2069, round 1: 50" in log
    assert "Дина" not in log
    assert "Ahead: \u2068Dina\u2069" in text_of(client, f"{play}result/")
    assert "Dina" in text_of(client, seat.table.url)


def test_a_seat_at_the_table_joins(client, play):
    table = Play.objects.get().table
    client.post(f"{table.url}seats/add/", {"name": "Егор", "figure": "leaf"})
    seat = Seat.objects.get(given_name="Егор")
    page = text_of(client, f"{play}people/")
    assert f'name="seat" value="{seat.pk}"' in page

    typed(client, play, "add_player", name="Егор", seat=str(seat.pk))

    assert Seat.objects.count() == 4
    assert f'name="seat" value="{seat.pk}"' not in text_of(client, f"{play}people/")


def test_a_known_name_means_the_one_at_the_table(client, play):
    table = Play.objects.get().table
    client.post(f"{table.url}seats/add/", {"name": "Егор", "figure": "leaf"})

    typed(client, play, "add_player", name="егор")
    typed(client, play, "add_player", name="Егор")

    names = [seat.given_name for seat in Seat.objects.all()[3:]]
    assert names == ["Егор", "Егор 2"]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": "   "}, "at least one letter"),
        ({"name": "x" * 41}, "at most 40 letters"),
        ({"name": "Егор", "seat": "99999"}, "no such seat"),
    ],
)
def test_newcomers_that_cannot_be(client, play, fields, said):
    page = typed(client, play, "add_player", 422, to="people/", **fields).content.decode()

    assert said in page
    assert f'name="name" value="{escape(fields["name"])}"' in page
    assert Seat.objects.count() == 3


def test_nobody_joins_twice(client, play):
    seat = Seat.objects.first()

    page = typed(client, play, "add_player", 422, name="Moon", seat=str(seat.pk)).content.decode()

    assert "is in the game already" in page


def test_a_refused_newcomer_leaves_no_seat(client):
    page = client.get("/scorepad/?players=12")
    url = page.context["move_url"]

    move(client, url, "add_player", {"name": "Егор"}, page, status=422)

    assert not Seat.objects.exists()
    assert not Play.objects.exists()


def test_points_never_become_anothers_when_a_coming_is_taken_back(client, play):
    move(client, play, "add_player", {"name": "Дина"})
    move(client, play, "add_player", {"name": "Егор"})
    move(client, play, "set_score", {"player": 3, "round": 1, "points": 30})
    move(client, play, "set_score", {"player": 4, "round": 1, "points": 40})

    move(client, play, "undo", {"entry": 2})

    assert view_of(client, play)["totals"] == ["21", "0", "0", None, "40"]
    assert "Егор" in text_of(client, play)
    assert "\u2068player 4\u2069, round 1: 30" in text_of(client, f"{play}log/")
    move(client, play, "add_player", {"name": "Женя"})
    assert view_of(client, play)["totals"] == ["21", "0", "0", None, "40", "0"]
    move(client, play, "redo", {"entry": 2})
    assert view_of(client, play)["totals"] == ["21", "0", "0", "30", "40", "0"]
    for url in (play, f"{play}result/", f"{play}print/", Play.objects.get().table.url):
        text_of(client, url)


def test_a_newcomers_own_phone_is_that_player(client, play):
    move(client, play, "add_player", {"name": "Дина"})
    seat = Seat.objects.get(given_name="Дина")
    client.post(f"{seat.table.url}seats/{seat.pk}/sit/")

    move(client, play, "set_score", {"player": 3, "round": 1, "points": 5})

    assert Play.objects.get().entries.last().by == 3
    assert client.get(play).context["me"] == 3


def test_who_left_is_out_of_lots_and_rematch(client, play):
    move(client, play, "drop_player", {"player": 1})
    move(client, play, "add_player", {"name": "Дина"})

    move(client, play, "lots", {})
    move(client, play, "finish", {})

    assert sorted(Play.objects.get().entries.get(what="lots").args["order"]) == [0, 2, 3]
    result = text_of(client, f"{play}result/")
    assert len(re.findall(r'form="plain" name="seat" value="\d+"', result)) == 3
    client.post(
        f"{Play.objects.get().table.url}next/",
        {"game": "scorepad", "after": "1", "seat": [seat.pk for seat in Seat.objects.all()]},
    )
    assert len(Play.objects.get(number=2).seats) == 4


def test_the_next_game_keeps_name_and_agreement(client, play):
    move(client, play, "set_title", {"title": "Skyjo"})
    move(client, play, "options", {"wins": "low"})
    table = Play.objects.get().table

    client.post(f"{table.url}next/", {"game": "scorepad", "after": "1"})

    board = text_of(client, f"{table.url}2/")
    assert "Skyjo" in board
    assert "lower is better" in board


def test_who_starts_is_not_drawn_twice_even_if_it_was_a_newcomer(client, play):
    move(client, play, "add_player", {"name": "Дина"})
    move(client, play, "lots", {})
    table = Play.objects.get().table
    client.post(f"{table.url}next/", {"game": "scorepad", "after": "1"})

    for _ in range(5):
        move(client, f"{table.url}2/", "lots", {"not_last": True})

    first = Play.objects.get(number=1).entries.get(what="lots").args["order"][0]
    orders = [each.args["order"][0] for each in Play.objects.get(number=2).entries.all()]
    assert orders[0] != first


def test_an_exported_pad_replays_to_the_same(client, play, tmp_path, capsys):
    from django.core.management import call_command

    move(client, play, "add_player", {"name": "Дина"})
    move(client, play, "set_score", {"player": 3, "round": 1, "points": "0,5"})
    exported = client.get(f"{play}export.json").json()
    (tmp_path / "pad.json").write_text(json.dumps(exported))

    call_command("replay", str(tmp_path / "pad.json"), "--json", "--seat=3")

    answer = json.loads(capsys.readouterr().out)
    assert exported["players"] == ["Moon", "Drop", "Flame"]
    assert answer["view"] == view_of(client, play)
    assert answer["standings"][3] == {"player": "Дина", "points": "0.5", "place": 2}


def test_a_spreadsheet_has_the_newcomer(client, play):
    move(client, play, "add_player", {"name": "Дина"})

    assert '"Дина","0"' in text_of(client, f"{play}export.csv")


# -- strange names, the end, the rules


def test_names_and_titles_are_only_text_wherever_they_stand(client, play):
    move(client, play, "set_title", {"title": NASTY})
    move(client, play, "add_player", {"name": NASTY})
    move(client, play, "set_score", {"player": 3, "round": 1, "points": 5})
    move(client, play, "next_round", {})
    table = Play.objects.get().table

    pages = [f"{play}{name}/" for name in (*PAGES, "result", "print", "log")]
    for url in (play, *pages, table.url, f"/w/{table.watch}/1/"):
        page = text_of(client, url)
        assert NASTY not in page
        assert "<img" not in page
        assert escape(NASTY) in page
    picture = client.get(f"{play}picture.svg").content.decode()
    assert "<img" not in picture


def test_result_and_paper(client, play):
    move(client, play, "set_score", {"player": 1, "round": 1, "points": "0,5"})
    move(client, play, "finish", {})

    result, paper = text_of(client, f"{play}result/"), text_of(client, f"{play}print/")

    assert "Winner: \u2068Moon\u2069" in result
    assert "🥈 \u2068Drop\u2069: 0.5" in result
    assert '<svg class="chart"' in result
    assert "<td>0.5</td>" in paper
    assert "Drop</bdi>: 0.5" in text_of(client, Play.objects.get().table.url)


def test_rules_tell_the_settings_and_find_words(client):
    rules = text_of(client, "/rules/scorepad/")
    found = text_of(client, "/rules/scorepad/?q=limit")

    assert "The high total unless you change it" in rules
    assert "<mark" in found


# -- a long evening


def test_a_thousand_entries_stay_quick_to_ask_for(client, django_assert_max_num_queries):
    page = client.get("/scorepad/?players=12")
    url = page.context["move_url"]
    move(client, url, "set_score", {"player": 0, "round": 1, "points": 1}, page)
    play = Play.objects.get()
    for number in range(2, 1001):
        play.entries.create(
            number=number,
            key=str(uuid4()),
            what="set_score",
            args={"player": number % 12, "round": 1 + number // 12 % 60, "points": number % 97},
            targets=[],
            by=None,
            at=play.created_at,
        )
    held.forget()

    with django_assert_max_num_queries(8):
        board = text_of(client, f"{url}?rounds=all")

    assert board.count('data-sheet="pad" aria-label') >= 12 * 60
    move(client, url, "set_score", {"player": 0, "round": 61, "points": 5})
