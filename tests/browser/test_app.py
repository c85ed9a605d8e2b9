"""The site as an app: what a phone shows without network, and how versions change."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser import test_notepad
from tests.browser.board import card, lay, points, settled
from tests.browser.conftest import Phone
from tests.server import RunningServer

MakePhone = Callable[..., Phone]
WORKER = "navigator.serviceWorker.ready.then(({ active }) => active.state)"
KEYS = (
    "[href]:not(use), form[action], [form], [formaction], [name], [hx-get], button[value],"
    " :is(button, input, select, textarea):enabled"
)
CACHES = "caches.keys().then((names) => names.filter((name) => name.startsWith('site-')))"
KEPT = """caches.open("boards").then((boards) => boards.keys())
  .then((kept) => kept.map(({ url }) => new URL(url).pathname))"""
MARKUP = """(path) => caches.open("boards").then((boards) => boards.match(path))
  .then((answer) => answer?.json()).then((board) => board?.markup ?? "")"""


@pytest.fixture
def phone(phone: MakePhone) -> MakePhone:
    """A phone on which the site's worker is let."""

    def make(name: str = "", **context: Any) -> Phone:
        return phone(name, service_workers="allow", **context)

    return make


def until(page: Page, script: str, arg: Any = None) -> None:
    """Wait for what a script promises; playwright's own waiting takes any promise for true."""
    deadline = time.monotonic() + 15
    while not page.evaluate(script, arg):
        assert time.monotonic() < deadline, script
        page.wait_for_timeout(100)


def with_worker(page: Page) -> Page:
    """The page, as soon as its worker is there."""
    until(page, f"{WORKER}.then((state) => state === 'activated')")
    return page


def played(phone: Phone) -> Page:
    """A play that has begun, live, its board kept on the phone."""
    page = phone.goto("/lost-cities/")
    card(page, 0, "green", 2).click()
    expect(page).to_have_url(re.compile(r"/t/[^/]+/1/$"))
    settled(page)
    expect(page.locator("html")).to_have_attribute("data-live-state", "on")
    kept(page, "−18")
    return with_worker(page)


def path_of(page: Page) -> str:
    return re.sub(r"^https?://[^/]+|[?].*", "", page.url)


def kept(page: Page, text: str, path: str = "") -> None:
    """Wait until the phone has kept the board with this text."""
    holds = f"([path, text]) => ({MARKUP})(path).then((markup) => markup.includes(text))"
    until(page, holds, [path or path_of(page), text])


def test_browser_finds_nothing_in_the_way_of_the_home_screen(phone: MakePhone) -> None:
    mine = phone()
    page = with_worker(mine.goto("/"))
    browser = mine.context.new_cdp_session(page)

    assert browser.send("Page.getAppManifest")["errors"] == []
    errors = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {each["errorId"] for each in errors} <= {"in-incognito"}  # as every test's phone is


def test_reload_without_network_shows_the_board_that_was_seen_and_what_waits(
    phone: MakePhone,
) -> None:
    mine = phone()
    page = played(mine)
    address = page.url
    mine.go_offline()
    lay(page, 0, "red", 5, 6)
    expect(page.locator("#waiting")).to_be_visible()

    page.reload()

    seen = page.locator("#seen")
    expect(seen).to_be_visible()
    expect(seen.locator("h2").first).to_have_text("Lost Cities, раунд 1 из 3")
    expect(seen).to_contain_text("−18")
    expect(seen.locator("time").first).to_have_text(re.compile(r"\d\d:\d\d"))
    assert page.url == address
    board = page.locator("#seen-board")
    assert board.locator(KEYS).count() == 0
    assert "csrf" not in page.content()
    assert "live/?key" not in page.content()
    expect(page.locator("#waiting [data-list=waiting] [data-count]")).to_have_text("2")

    mine.go_online()

    expect(page.locator("html")).to_have_attribute("data-live-state", "on", timeout=20_000)
    expect(page.locator("#waiting")).to_be_hidden()
    settled(page)
    expect(points(page, 0)).to_have_text("−27")  # 2 − 20 and 5 + 6 − 20


def test_first_moves_that_waited_over_a_reload_without_network_make_one_table(
    phone: MakePhone,
) -> None:
    mine = phone()
    page = with_worker(mine.goto("/lost-cities/"))
    mine.go_offline()
    lay(page, 0, "red", 5, 6)

    page.reload()
    expect(page.locator("#none")).to_be_visible()
    expect(page.locator("#waiting [data-list=waiting] [data-count]")).to_have_text("2")
    mine.go_online()

    expect(page).to_have_url(re.compile(r"/t/[^/]+/1/$"), timeout=20_000)
    expect(points(page, 0)).to_have_text("−9")


def test_server_away_is_like_no_network_and_home_leads_to_the_boards(
    phone: MakePhone, server: RunningServer
) -> None:
    page = played(phone())
    play = path_of(page)

    server.kill()
    page.goto("/")

    expect(page.locator("#seen")).to_be_hidden()
    page.locator(f"#kept a[href='{play}']").click()
    expect(page.locator("#seen")).to_contain_text("−18")
    assert Axe().run(page).response["violations"] == []

    server.start()
    expect(page.locator("html")).to_have_attribute("data-live-state", "on", timeout=20_000)
    expect(points(page, 0)).to_have_text("−18")


@contextmanager
def silence(port: int) -> Iterator[None]:
    """A network that takes requests and answers none; what it took stays open after it."""
    with socket.create_server(("127.0.0.1", port)) as line:
        yield
        line.setblocking(False)
        taken = []
        while True:
            try:
                taken.append(line.accept())
            except BlockingIOError:
                break
    LEFT_OPEN.extend(taken)


LEFT_OPEN: list[Any] = []


@pytest.fixture
def _left_open() -> Iterator[None]:
    yield
    while LEFT_OPEN:
        LEFT_OPEN.pop()[0].close()


@pytest.mark.usefixtures("_left_open")
def test_network_that_never_answers_is_like_none_and_does_not_hold_up_the_way_back(
    phone: MakePhone, server: RunningServer
) -> None:
    page = played(phone())
    server.kill()

    with silence(server.port):
        page.reload()
        expect(page.locator("#seen")).to_contain_text("−18")
        page.wait_for_timeout(4_000)  # now the page itself waits for an answer
    server.start()

    expect(page.locator("html")).to_have_attribute("data-live-state", "on", timeout=20_000)
    expect(points(page, 0)).to_have_text("−18")


class BadGateway(BaseHTTPRequestHandler):
    """A proxy whose site is away."""

    def do_GET(self) -> None:
        self.send_error(502)

    def log_message(self, *_args: object) -> None:
        pass


def test_proxy_in_front_of_a_site_that_is_away_is_like_no_network(
    phone: MakePhone, server: RunningServer
) -> None:
    page = played(phone(locale="en-GB"))
    page.reload()
    server.kill()

    with HTTPServer(("127.0.0.1", server.port), BadGateway) as proxy:
        Thread(target=proxy.serve_forever, daemon=True).start()
        page.reload()
        expect(page.locator("#seen")).to_contain_text("−18")
        expect(page.locator("#seen time").first).to_have_text(re.compile(r"day, \d\d:\d\d$"))
        proxy.shutdown()
    server.start()

    expect(page.locator("html")).to_have_attribute("data-live-state", "on", timeout=20_000)


def test_network_is_asked_while_the_worker_wakes_and_once(
    phone: MakePhone, server: RunningServer
) -> None:
    server.stop()
    server.environ |= {"ACCESS_LOG": "1"}
    server.start()
    page = played(phone())
    page.reload()

    with page.expect_request(lambda each: each.is_navigation_request()):
        page.reload()
    with page.expect_download():
        page.evaluate("location.assign('export.json')")

    enabled = "navigator.serviceWorker.ready.then((here) => here.navigationPreload.getState())"
    assert page.evaluate(enabled)["enabled"]
    asked = [json.loads(line)["page"] for line in server.output.splitlines() if line[0] == "{"]
    assert asked.count("export_play") == 1


def test_moves_fragments_and_files_are_never_answered_by_the_worker(phone: MakePhone) -> None:
    mine = phone()
    page = played(mine)
    page.reload()  # the worker stands before this page
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    mine.go_offline()

    ask = "([address, init]) => fetch(address, init).then(({ status }) => status, () => 'failed')"
    for address, init in (
        (page.url, {"headers": {"HX-Request": "true", "HX-Target": "play"}}),
        (f"{page.url}set_card/", {"method": "POST"}),
        (f"{page.url}export.json", {}),
        ("/healthz", {}),
        ("/offline/", {}),
    ):
        assert page.evaluate(ask, [address, init]) == "failed"


def test_while_there_is_network_the_page_is_the_servers(
    phone: MakePhone, server: RunningServer
) -> None:
    page = played(phone())
    page.reload()

    server.restart()
    page.reload()
    expect(page.locator("#seen")).to_have_count(0)
    page.goto(f"{page.url}nowhere/")
    expect(page.locator("h1")).to_have_count(1)
    expect(page.locator("main")).to_contain_text("404")


def test_another_seat_does_not_see_what_the_former_has_seen(phone: MakePhone) -> None:
    mine = phone()
    page = with_worker(test_notepad.begun(mine))
    play = path_of(page)
    table = play.removesuffix("1/")
    page.locator("textarea[name=text]").fill("a secret")
    kept(page, "a secret")  # though its field has the focus still

    page.goto(table)  # still on that seat
    until(page, f"(path) => ({KEPT}).then((kept) => kept.includes(path))", table)
    kept(page, "a secret", play)
    page.locator("[formaction$='/seats/stand/']").click()
    until(page, f"(path) => ({KEPT}).then((kept) => !kept.includes(path))", play)

    mine.go_offline()
    page.goto(play)
    expect(page.locator("#kept")).to_be_visible()
    expect(page.locator("#seen")).to_be_hidden()
    assert "a secret" not in page.content()


def test_page_that_back_brings_from_the_browsers_cache_is_not_kept_for_the_former_seat(
    phone: MakePhone,
) -> None:
    mine = phone()
    page = with_worker(test_notepad.begun(mine))
    play = path_of(page)
    table = play.removesuffix("1/")
    page.locator("textarea[name=text]").fill("a secret")
    kept(page, "a secret")
    page.reload()  # now its markup has the secret in it
    page.goto(table)
    page.locator("[formaction$='/seats/stand/']").click()
    until(page, f"(path) => ({KEPT}).then((kept) => !kept.includes(path))", play)

    mine.go_offline()
    page.evaluate("history.go(-2)")
    expect(page.locator("textarea[name=text]")).to_have_value("a secret")
    page.wait_for_timeout(1_000)

    assert page.evaluate(KEPT) == [table]
    mine.go_online()
    kept(page, "id=", play)  # the server has said what there is to see


def test_boards_leave_the_phone_with_its_cookies(phone: MakePhone) -> None:
    mine = phone()
    page = played(mine)
    play = path_of(page)
    page.goto("/")
    assert page.evaluate(KEPT) == [play]

    mine.context.clear_cookies()
    mine.go_offline()
    page.goto(play)

    expect(page.locator("#none")).to_be_visible()
    expect(page.locator("#seen")).to_be_hidden()
    assert page.evaluate(KEPT) == []


def test_deleted_table_leaves_the_phone(phone: MakePhone) -> None:
    page = played(phone())
    play = path_of(page)

    page.goto(f"{play.removesuffix('1/')}delete/")
    page.locator("main form button").click()

    expect(page.locator("[data-gone]")).to_be_visible()
    until(page, f"({KEPT}).then((kept) => kept.length === 0)")


def test_only_the_last_twenty_boards_of_a_week_are_kept(phone: MakePhone) -> None:
    page = played(phone())
    play = path_of(page)
    page.evaluate(
        """async () => {
          const boards = await caches.open("boards");
          for (let i = 0; i < 25; i += 1) {
            const At = i === 24 ? Date.now() - 8 * 24 * 3600 * 1000 : Date.now();
            await boards.put(`/t/table-${i}/1/`, new Response("{}", { headers: { Seat: "", At } }));
          }
        }"""
    )

    page.reload()

    until(page, f"({KEPT}).then((kept) => kept.length === 20)")
    left = page.evaluate(KEPT)
    assert left[-1] == play
    assert left[0] == "/t/table-5/1/"
    assert "/t/table-24/1/" not in left


@pytest.fixture
def renamed(tmp_path: Path, server: RunningServer) -> Callable[..., None]:
    """Puts another build of the site in the server's place."""

    def rename(**env: str) -> None:
        server.stop()
        server.environ |= env
        server.start()

    return rename


def test_new_version_takes_over_at_a_navigation_and_what_is_typed_stays(
    phone: MakePhone, renamed: Callable[..., None]
) -> None:
    mine = phone()
    page = with_worker(mine.goto("/"))
    [first] = page.evaluate(CACHES)
    page.locator("[name=code]").fill("AB")
    page.evaluate("window.untouched = true")

    renamed(SITE_NAME="Another build")
    other = mine.another_page()
    other.goto("/rules/lost-cities/")
    until(other, "navigator.serviceWorker.ready.then((here) => here.waiting !== null)")
    assert set(other.evaluate(CACHES)) > {first}

    other.goto("/")

    until(other, f"({CACHES}).then(([name, more]) => !more && name !== '{first}')")
    expect(page.locator("[name=code]")).to_have_value("AB")
    assert page.evaluate("window.untouched")
    mine.go_offline()
    other.reload()
    expect(other.locator(".bar-name")).to_have_text("Another build")


def test_offline_page_is_in_the_language_that_was_chosen(phone: MakePhone) -> None:
    mine = phone(locale="en-GB")
    page = with_worker(mine.goto("/theme/"))
    [first] = page.evaluate(CACHES)
    page.get_by_role("button", name="Русский").click()
    page.goto("/")
    until(page, "navigator.serviceWorker.ready.then((here) => here.waiting !== null)")
    page.goto("/")
    until(page, f"({CACHES}).then(([name, more]) => !more && name !== '{first}')")

    mine.go_offline()
    page.reload()

    expect(page.locator("#none")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "ru")


def test_site_that_drops_its_worker_takes_it_off_the_phone(
    phone: MakePhone, renamed: Callable[..., None]
) -> None:
    page = played(phone())

    renamed(OFFLINE_PAGE="no")
    page.goto("/")

    until(page, "navigator.serviceWorker.getRegistration().then((here) => !here)")
    assert page.evaluate("caches.keys()") == []

    # A page that was open all the time has kept its board once more.
    page.evaluate("caches.open('boards')")
    page.reload()
    until(page, "caches.keys().then((names) => names.length === 0)")


def test_refused_move_is_felt_and_a_recorded_one_is_not(phone: MakePhone) -> None:
    mine = phone()
    page = played(mine)
    page.evaluate("() => { navigator.vibrate = (how) => (window.felt ??= []).push(how); }")

    page.wait_for_timeout(500)
    card(page, 0, "red", 5).click()
    settled(page)
    assert page.evaluate("window.felt") is None

    page.wait_for_timeout(500)
    card(page, 1, "red", 5).click()
    expect(page.locator("#answer")).not_to_be_empty()
    assert page.evaluate("window.felt") == [[40, 60, 40]]

    page.emulate_media(reduced_motion="reduce")
    page.wait_for_timeout(500)
    card(page, 1, "red", 5).click()
    settled(page)
    expect(page.locator("#answer")).not_to_be_empty()
    assert len(page.evaluate("window.felt")) == 1


def test_key_for_the_home_screen_comes_with_the_browsers_offer_and_goes(phone: MakePhone) -> None:
    page = phone().goto("/")
    page.locator("a[data-sheet=who]").click()
    key = page.locator("#who [data-install]")
    expect(key).to_be_hidden()

    page.evaluate(
        """() => dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }),
          { prompt: () => { window.asked = true; } }))"""
    )
    key.click()

    assert page.evaluate("window.asked")
    expect(key).to_be_hidden()
