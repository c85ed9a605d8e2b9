"""What must hold at every address, whoever asks: see docs/security.md.

The addresses come from the resolver, so that a new one is asked too.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import override_settings
from django.utils import timezone

from companion.tables.models import Entry, Notebook, Play, Seat, Table
from notepad.game import GAME as CODE_777
from tests.companion.tables.inside import Phone, Shown, new_table, play_of, seats_of
from tests.load.odd import BEFORE, addresses
from tests.notepad import seats as code777
from tests.server import ROOT

pytestmark = pytest.mark.django_db

TEMPLATES = sorted(set(addresses()) - set(BEFORE))
UNSAFE = ("POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW")
OF_NO_TABLE = {"app.webmanifest": "private, max-age=3600"}  # what it says is the same for all
PARTS = {"slug": "lost-cities", "number": "1", "entry": "1", "way": "aside", "ticket": "a:b:c"}

OUTSIDE = ("socket", "http.client", "urllib.request", "smtplib", "ftplib", "requests", "httpx")
INSECURE = ("pickle", "marshal", "shelve", "xml", "yaml", "ctypes")
RUNS_TEXT = ("eval", "exec", "compile", "__import__")
MAY_REACH_OUT = {
    "companion/lan.py": {"socket"},  # a UDP socket that sends nothing
    "companion/management/commands/serve.py": {"socket"},  # it listens
}


def filled(template: str, table: Table) -> str:
    """The address of that template at the table, where it has one."""
    is_move = template.startswith("t/") and not template.endswith(".json")
    name = "set_card" if is_move else "settings"
    values = PARTS | {"token": table.token, "name": name, "seat": str(seats_of(table)[0].pk)}
    if template.startswith("w/"):
        values["token"] = table.watch
    return "/" + template % values


def stored() -> list[Any]:
    """All that the database keeps of all tables."""
    return [
        list(model.objects.order_by("pk").values())
        for model in (Table, Seat, Play, Notebook, Entry)
    ]


# Every address


@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize("method", ["GET", "POST", "TRACE"])
def test_every_answer_is_closed_and_kept_by_nobody_else(method: str, template: str) -> None:
    answer = Phone().generic(method, filled(template, new_table()))

    policy = {each.strip() for each in answer["Content-Security-Policy"].split(";")}
    assert policy >= {"default-src 'self'", "object-src 'none'", "base-uri 'none'"}
    assert policy >= {"frame-ancestors 'none'", "form-action 'self'"}
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cache-Control"] in ("no-store", "no-cache, private", OF_NO_TABLE.get(template))
    assert "Access-Control-Allow-Origin" not in answer


@pytest.mark.parametrize("template", TEMPLATES)
def test_looking_changes_nothing(template: str) -> None:
    table = new_table()
    phone, before = Phone(), stored()

    statuses = {phone.generic(method, filled(template, table)).status_code
                for method in ("GET", "HEAD", "OPTIONS")}  # fmt: skip

    assert statuses <= {200, 302, 404, 405, 410}
    assert stored() == before


@pytest.mark.parametrize("template", TEMPLATES)
def test_no_method_changes_anything_without_the_token_of_a_page(template: str) -> None:
    """As a form on another site sends it: with the cookies, without the token."""
    table = new_table()
    phone, before = Phone(enforce_csrf_checks=True), stored()
    phone.get(f"{table.url}1/")

    statuses = {
        phone.generic(
            method,
            filled(template, table),
            b"sure=1&open=0&name=x&figure=moon&page=p&player=0&expedition=red&card=6&laid=on",
            content_type="application/x-www-form-urlencoded",
        ).status_code
        for method in UNSAFE
    }

    assert statuses <= {403, 404, 405}
    assert stored() == before


@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize("origin", ["https://evil.example", "null"])
def test_another_site_changes_nothing_even_with_a_token(template: str, origin: str) -> None:
    table = new_table()
    phone, before = Phone(enforce_csrf_checks=True), stored()
    phone.get(f"{table.url}1/")
    token = phone.cookies["csrftoken"].value

    answer = phone.post(
        filled(template, table),
        {"csrfmiddlewaretoken": token, "sure": "1", "page": "p"},
        headers={"origin": origin},
    )

    assert answer.status_code == 403
    assert stored() == before


def test_the_same_post_from_the_site_itself_is_taken() -> None:
    """Or the two tests above could not fail."""
    table = new_table()
    phone = Phone(enforce_csrf_checks=True)
    phone.get(f"{table.url}1/")
    token = phone.cookies["csrftoken"].value

    answer = phone.post(
        f"{table.url}name/",
        {"csrfmiddlewaretoken": token, "name": "Friday"},
        headers={"origin": "http://testserver"},
    )

    assert answer.status_code == 303
    assert Table.objects.get().name == "Friday"


@pytest.mark.parametrize("template", [each for each in TEMPLATES if "token" in each])
def test_a_stranger_learns_from_no_address_whether_there_is_a_table(template: str) -> None:
    """A token that is almost right, one that was, and one that never was are answered alike."""
    table = new_table()
    address = filled(template, table)
    own = table.watch if template.startswith("w/") else table.token
    other = table.token if template.startswith("w/") else table.watch
    wrong = own[:-1] + ("A" if own[-1] != "A" else "B")

    answers = [
        _without_tokens(Phone().get(address.replace(own, token)))
        for token in (wrong, other, "A" * 22)
    ]

    assert answers[0][0] in (404, 405)
    assert answers[0] == answers[1] == answers[2]


def _without_tokens(answer: HttpResponse) -> tuple[int, str]:
    page = re.sub(r'csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
    return answer.status_code, re.sub(r"/[tw]/[\w-]+/", "/t/-/", page)


# Caches


@pytest.mark.parametrize("path", ["1/", "", "1/log/", "evening/", "1/result/", "seats/"])
def test_what_an_answer_depends_on_is_in_its_vary(path: str) -> None:
    """Whoever keeps an answer must not give it to a phone that asks for another."""
    table = new_table()
    plain = Phone("en").get(table.url + path)
    others = {
        "Accept-Language": Phone("ru").get(table.url + path),
        "Cookie": _dark().get(table.url + path),
    }
    part = {"": "table", "1/": "play", "1/log/": "log", "evening/": "evening"}.get(path)
    if part:
        others["HX-Target"] = Phone("en").part(table.url + path, part)
        others["HX-History-Restore-Request"] = Phone("en").part(
            table.url + path, part, **{"hx-history-restore-request": "true"}
        )
        assert others["HX-Target"].content != others["HX-History-Restore-Request"].content

    varies = {each.strip() for each in plain["Vary"].split(",")}
    assert plain.content not in [others["Accept-Language"].content, others["Cookie"].content]
    assert varies >= {*others, "HX-Request"}


def _dark() -> Phone:
    phone = Phone("en")
    phone.cookies["theme"] = "dark"
    return phone


def test_no_304_tells_a_phone_of_what_another_has_seen() -> None:
    """A tag is good for the eyes that it was given to."""
    table = code777.new_table()
    code777.tell(table, "see_rack", 1, rack=0, tiles=["1G", "2Y", "3K"])
    board = code777.board(table)
    theirs = code777.phone_of(1).get(board)["ETag"]

    mine = code777.phone_of(0).get(board, headers={"if-none-match": theirs})
    any_tag = code777.phone_of(0).get(board, headers={"if-none-match": "*"})

    assert code777.phone_of(1).get(board, headers={"if-none-match": theirs}).status_code == 304
    assert (mine.status_code, any_tag.status_code) == (200, 200)
    assert "1G" not in re.findall(r'data-tile="(\w+)"', mine.content.decode())


# Redirects, hosts, headers


ELSEWHERE = [
    "https://evil.example/",
    "//evil.example/",
    "///evil.example",
    "/\\evil.example",
    "http:evil.example",
    "javascript:alert(1)",
    "\thttps://evil.example",
    "\x00//evil.example",
]


@pytest.mark.parametrize("wanted", ELSEWHERE)
def test_nobody_is_led_to_another_site(wanted: str) -> None:
    table = new_table()
    posts = {
        "/theme/": {"theme": "dark", "next": wanted},
        "/language/": {"language": "en", "next": wanted},
        f"{table.url}1/next_round/": {"page": "p", "args": "{}", "then": wanted, "to": wanted},
        f"{table.url}1/finish/": {"page": "p", "args": "{}", "query": wanted},
    }

    for path, fields in posts.items():
        answer = Phone().post(path, fields, headers={"referer": "https://evil.example/x"})
        assert re.match(r"/(?![/\\])", answer["Location"]), path


def test_a_header_is_never_broken_by_what_is_typed() -> None:
    broken = "x\r\nSet-Cookie: phone=mine\r\n\r\n<script>"
    table = new_table()
    posts = {
        "/theme/": {"theme": "dark", "next": f"/{broken}"},
        f"{table.url}1/next_round/": {"page": "p", "args": "{}", "query": broken},
        f"{table.url}name/": {"name": broken},
    }

    for path, fields in posts.items():
        answer = Phone().post(path, fields)
        assert answer.status_code in (302, 303)
        assert all("\r" not in text and "\n" not in text for text in answer.headers.values())
        assert "mine" not in [each.value for each in answer.cookies.values()]


@pytest.mark.parametrize("name", ["export.csv", "export.json", "1/export.csv", "1/export.json"])
def test_a_file_is_named_by_the_site_alone(name: str) -> None:
    table = new_table(names=('a"; filename="evil.exe', "b\u202e"))
    Table.objects.update(name='"; filename="evil.exe')

    answer = Phone().get(table.url + name)

    assert re.fullmatch(
        r'attachment; filename="[a-z0-9-]+\.(csv|json)"', answer["Content-Disposition"]
    )
    assert answer["Content-Type"] in ("text/csv; charset=utf-8", "application/json")


def test_another_name_in_a_header_makes_no_link() -> None:
    page = Phone().get(new_table().url, headers={"x-forwarded-host": "evil.example"})

    assert page.status_code == 200
    assert "evil.example" not in page.content.decode()


# Too much, too deep, too strange


@pytest.mark.parametrize(
    "args",
    [
        "[" * 100_000,
        '{"a":' * 50_000,
        '{"player":1e400}',
        '{"player":NaN}',
        '{"player":-Infinity}',
        '{"player":"\\ud800"}',
        '{"player":"\\u0000"}',
        '{"player":9223372036854775808}',
        '{"player":1' + "0" * 400 + "}",
        '{"player":' + "9" * 5_000 + "}",
        "[1]",
        "nul",
    ],
    ids=lambda text: text[:24],
)
def test_json_that_no_phone_sends_is_one_sentence(args: str) -> None:
    table = new_table()
    before = stored()

    answer = Phone().send(f"{table.url}1/set_card/", {"args": args, "page": "p"})

    assert (answer.status_code, answer["Content-Type"]) == (400, "text/plain; charset=utf-8")
    assert answer.content.decode() == "This move cannot be read. Reload the page and try again."
    assert stored() == before


def test_a_form_of_thousands_of_fields_is_one_sentence() -> None:
    table = new_table()
    before = stored()

    answer = Phone().send(f"{table.url}1/set_card/", {f"a{each}": "1" for each in range(1_001)})

    assert (answer.status_code, answer.content) == (400, b"This request cannot be read")
    assert stored() == before


@pytest.mark.parametrize("header", ["accept-language", "if-none-match", "cookie", "hx-target"])
@pytest.mark.parametrize("text", ["x" * 60_000, "x-" * 30_000, ",x;q=0.1" * 7_000, '"' * 60_000])
def test_a_huge_header_changes_no_page(header: str, text: str) -> None:
    url = new_table().url + "1/log/"

    page = Phone().get(url, headers={header: text})

    assert page.status_code == 200
    assert Shown(page).find(id="log")


@override_settings(ROOT_URLCONF="tests.companion.breaking_urls")
@pytest.mark.parametrize("script", [{}, {"hx-request": "true"}], ids=["page", "script"])
def test_a_page_that_breaks_tells_nothing_of_how(script: dict[str, str]) -> None:
    phone = Phone(raise_request_exception=False)

    answer = phone.get("/breaks/", headers=script)

    text = answer.content.decode()
    assert answer.status_code == 500
    assert "broke" in text
    assert not re.search(r"password|Traceback|RuntimeError|\.py", text)


# Who somebody is


def test_cookies_are_for_this_site_and_those_with_a_secret_for_no_script() -> None:
    phone = Phone()
    phone.get(f"{new_table().url}1/")
    phone.post("/theme/", {"theme": "dark"})
    phone.post("/language/", {"language": "ru"})

    cookies = phone.cookies
    assert set(cookies) == {"phone", "tables", "csrftoken", "theme", "django_language"}
    assert {each["samesite"] for each in cookies.values()} == {"Lax"}
    assert {each["path"] for each in cookies.values()} == {"/"}
    assert {each["domain"] for each in cookies.values()} == {""}
    assert {name for name in cookies if cookies[name]["httponly"]} == {"phone", "tables"}
    assert all(len(name) + len(each.value) <= 4096 for name, each in cookies.items())


@pytest.mark.parametrize("spoilt", ["", "a", "a:b:c", "{}", ".eJw:x:y", "\x00", "x" * 30_000])
def test_a_spoilt_cookie_is_a_new_phone(spoilt: str) -> None:
    table = new_table()
    owner = Phone()
    owner.post(f"{table.url}seats/{seats_of(table)[0].pk}/sit/")
    phone = Phone()
    phone.cookies["phone"] = spoilt
    phone.cookies["tables"] = spoilt

    page = Shown(phone.get(table.url))

    assert "this is you" not in str(page.find())
    assert phone.cookies["phone"].value not in (spoilt, owner.cookies["phone"].value)


def test_a_value_signed_for_one_thing_is_good_for_no_other() -> None:
    table = code777.new_table()
    code777.note(table, "note", 0, text="mine alone")
    ticket = re.search(
        r"/notebook/take/([\w:-]+)/",
        code777.phone_of(0).get(code777.board(table) + "notebook/").content.decode(),
    )
    assert ticket
    phone = Phone()
    phone.cookies["phone"] = ticket[1]

    assert "mine alone" not in phone.get(code777.board(table)).content.decode()
    assert phone.post(code777.board(table) + "notebook/take/" + "A" * 30 + "/").status_code == 410


def test_who_stands_up_has_the_seats_eyes_no_more() -> None:
    table = code777.new_table()
    code777.tell(table, "see_rack", 1, rack=0, tiles=["1G", "2Y", "3K"])
    phone = code777.phone_of(1)
    file = code777.board(table) + "export.json"
    sitting = phone.get(file).content.decode()
    phone.post(f"{table.url}seats/stand/")

    assert '"1G"' in sitting
    assert '"1G"' not in phone.get(file).content.decode()


def test_a_play_that_another_table_has_is_not_at_this_one() -> None:
    """What belongs to a table is asked for with the table, never by its number alone."""
    mine, theirs = new_table(), code777.new_table()
    code777.note(theirs, "note", 0, text="mine alone")
    ticket = re.search(
        r"/notebook/take/([\w:-]+)/",
        code777.phone_of(0).get(code777.board(theirs) + "notebook/").content.decode(),
    )
    seat = seats_of(theirs)[0]
    assert ticket
    assert play_of(theirs).game is CODE_777

    phone, before = Phone(), stored()
    statuses = [
        phone.post(f"{mine.url}seats/{seat.pk}/sit/", {"sure": "1"}).status_code,
        phone.post(f"{mine.url}seats/{seat.pk}/aside/").status_code,
        phone.post(f"{mine.url}1/notebook/take/{ticket[1]}/").status_code,
    ]

    assert statuses == [404, 404, 410]
    assert stored() == before


def test_a_deleted_table_shows_nothing_of_itself_any_more() -> None:
    table = new_table(names=("Anastasia", "Bartholomew"))
    Table.objects.update(deleted_at=timezone.now())

    for template in (each for each in TEMPLATES if "token" in each):
        text = Phone().get(filled(template, table)).content.decode()
        assert not re.search(r"Anastasia|Bartholomew", text), template


# What the pages and the code are made of


def test_htmx_runs_no_text_asks_no_other_site_and_keeps_no_page() -> None:
    config = json.loads(Shown(Phone().get("/")).find(name="htmx-config")[0]["content"])

    assert config["allowEval"] is False
    assert config["selfRequestsOnly"] is True
    assert config["historyCacheSize"] == 0


def test_no_template_runs_or_trusts_text() -> None:
    inside = re.compile(
        r"\|safe\b|autoescape off|\bon[a-z]+=[\"']|hx-on|hx-vals=[\"']js:|javascript:"
        r"|<script>|<style"
    )
    found = {
        f"{path.relative_to(ROOT)}: {hit}"
        for path in (ROOT / "templates").rglob("*.html")
        for hit in inside.findall(path.read_text())
    }

    assert found == set()


def test_no_script_of_ours_runs_text_and_two_places_read_our_own_markup() -> None:
    runs = re.compile(
        r"\beval\(|new Function|document\.write|insertAdjacentHTML|outerHTML ?=|innerHTML ?="
        r"|postMessage|__proto__|set(?:Timeout|Interval)\(\s*[\"'`]"
    )
    found = [
        (path.name, hit)
        for path in sorted((ROOT / "static/js").rglob("*.js"))
        for hit in runs.findall(path.read_text())
    ]

    assert found == [("offline.js", "innerHTML ="), ("panels.js", "innerHTML =")]


def test_the_site_asks_no_other_and_runs_no_text() -> None:
    found = {name: used for name in _sources() if (used := set(_dangers(ROOT / name)))}

    assert found == MAY_REACH_OUT


def _sources() -> Iterator[str]:
    for folder in ("companion", "calculators", "notepad"):
        for path in (ROOT / folder).rglob("*.py"):
            yield str(path.relative_to(ROOT))


def _dangers(path: Path) -> Iterator[str]:
    """What a source imports or calls that reaches out, reads what runs, or runs text."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            names = [node.func.id] if node.func.id in RUNS_TEXT else []
        else:
            continue
        for name in names:
            if name in RUNS_TEXT or name in OUTSIDE or name.split(".")[0] in INSECURE:
                yield name


def test_every_test_that_the_review_names_is_there() -> None:
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", (ROOT / "docs/security.md").read_text())
    missing = [
        f"{path}::{name}"
        for path, name in sorted(set(named))
        if not re.search(rf"^(async )?def {name}\(", _test_source(path), re.MULTILINE)
    ]

    assert len(named) > 100
    assert missing == []


def _test_source(path: str) -> str:
    file = ROOT / "tests" / path
    return file.read_text() if file.exists() else ""
