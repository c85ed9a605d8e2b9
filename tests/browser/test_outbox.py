"""A tap never gets lost (spec, principle 5): no network, reloads, a power cut, two tabs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from playwright.sync_api import Page, Request, Route, expect

from tests.browser.board import card, contracts, lay, points, settled
from tests.browser.conftest import Phone
from tests.server import RunningServer

MakePhone = Callable[..., Phone]
NUMBERS = range(2, 11)
COLOURS = ("yellow", "blue")


def played(phone: Phone) -> Page:
    """A page at a play of its own that has begun, live."""
    page = phone.goto("/lost-cities/")
    card(page, 0, "green", 2).click()
    expect(page).to_have_url(re.compile(r"/t/[^/]+/1/$"))
    expect(page.locator("html")).to_have_attribute("data-live-state", "on")
    page.wait_for_timeout(500)  # the next tap is no slip, though the page may scroll under it
    return page


def recorded(page: Page) -> list[dict[str, Any]]:
    """The entries that the server has, as the play's own file tells them."""
    return list(page.request.get(f"{page.url.split('?')[0]}export.json").json()["log"])


def cards_of(entries: list[dict[str, Any]]) -> list[tuple[str, int, bool]]:
    laid = [each["args"] for each in entries if each.get("move") == "set_card"]
    return [(each["expedition"], each["card"], each["laid"]) for each in laid]


def sent_moves(page: Page) -> list[dict[str, Any]]:
    """Fills with the moves that leave this page from now on."""
    moves: list[dict[str, Any]] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            fields = {name: each[0] for name, each in parse_qs(request.post_data or "").items()}
            moves.append({"target": request.headers.get("hx-target"), **fields})

    page.on("request", note)
    return moves


def answers(page: Page, *answered: dict[str, Any] | None) -> None:
    """Answer the next moves like this instead of the server; None lets one through."""
    left = list(answered)

    def answer(route: Route) -> None:
        now = left.pop(0) if left and route.request.method == "POST" else None
        if now is None:
            route.continue_()
        else:
            route.fulfill(**now)

    page.route("**/t/**", answer)


def test_twenty_fast_taps_are_twenty_moves_in_order(phone: MakePhone) -> None:
    page = phone().goto("/lost-cities/")
    moves = sent_moves(page)
    taps = [(colour, number, True) for colour in ("red", "blue") for number in NUMBERS]

    page.evaluate(
        """(taps) => {
          const cells = "#side-0 [name=args][formaction$='set_card/']";
          const keys = [...document.querySelectorAll(cells)];
          for (const [expedition, card] of taps) {
            keys.find((key) => {
              const args = JSON.parse(key.value);
              return args.expedition === expedition && args.card === card;
            }).click();
          }
        }""",
        taps,
    )
    settled(page)

    expect(page).to_have_url(re.compile(r"/t/[^/]+/1/$"))
    assert cards_of(recorded(page)) == taps
    assert len({each["key"] for each in moves}) == len(moves) == len(taps)
    assert sum(each["target"] is not None for each in moves) <= 2  # renderings asked for


def test_key_tapped_six_times_goes_round_its_states(phone: MakePhone) -> None:
    page = played(phone())
    key = contracts(page, 0, "red")

    key.evaluate("(key) => { for (let i = 0; i < 6; i += 1) key.click(); }")

    expect(key).to_have_attribute("data-state", "2")
    settled(page)
    expect(key).to_have_attribute("data-state", "2")
    counts = [each["args"]["count"] for each in recorded(page)[1:]]
    assert counts == [1, 2, 3, 0, 1, 2]


def test_taps_without_network_are_shown_as_waiting_and_sent_later(phone: MakePhone) -> None:
    mine = phone()
    page = played(mine)

    mine.go_offline()
    lay(page, 0, "red", 2, 3)
    card(page, 0, "red", 3).click()  # and off again

    waiting = page.get_by_role("region", name="На этом телефоне")
    expect(waiting).to_contain_text("Нет сети")
    expect(waiting.locator("[data-list=waiting] [data-count]")).to_have_text("3")
    expect(page.locator(".live")).to_contain_text("Нет сети")
    expect(card(page, 0, "red", 2)).to_have_attribute("aria-pressed", "true")
    expect(card(page, 0, "red", 3)).to_have_attribute("aria-pressed", "false")

    mine.go_online()
    expect(waiting).to_be_hidden()
    settled(page)
    expect(card(page, 0, "red", 2)).to_have_attribute("aria-pressed", "true")
    assert cards_of(recorded(page))[1:] == [("red", 2, True), ("red", 3, True), ("red", 3, False)]
    expect(page.locator("html")).to_have_attribute("data-live-state", "on")


def test_waiting_taps_survive_a_reload_and_are_sent_once(
    phone: MakePhone, server: RunningServer
) -> None:
    page = played(phone())
    page.route("**/set_card/", lambda route: route.abort())
    lay(page, 0, "red", 2, 3)
    expect(page.locator("#waiting")).to_be_visible()

    page.reload()

    expect(page.locator("#waiting [data-list=waiting] [data-count]")).to_have_text("2")
    expect(card(page, 0, "red", 3)).to_have_attribute("aria-pressed", "true")

    page.unroute("**/set_card/")
    expect(page.locator("#waiting")).to_be_hidden(timeout=15_000)
    assert cards_of(recorded(page))[1:] == [("red", 2, True), ("red", 3, True)]


def test_first_move_that_waited_over_a_reload_leads_to_its_table(phone: MakePhone) -> None:
    page = phone().goto("/lost-cities/")
    page.route("**/set_card/", lambda route: route.abort())
    card(page, 0, "red", 5).click()
    expect(page.locator("#waiting")).to_be_visible()

    page.reload()
    page.unroute("**/set_card/")

    expect(page).to_have_url(re.compile(r"/t/[^/]+/1/$"), timeout=15_000)
    expect(card(page, 0, "red", 5)).to_have_attribute("aria-pressed", "true")
    assert cards_of(recorded(page)) == [("red", 5, True)]


def test_power_cut_amid_taps_loses_and_doubles_nothing(
    phone: MakePhone, server: RunningServer
) -> None:
    page = played(phone())
    taps = [(colour, number, True) for colour in COLOURS for number in NUMBERS]

    for at, (colour, number, _) in enumerate(taps):
        card(page, 0, colour, number).click()
        if at == len(taps) // 2:
            server.kill()
    server.start()

    expect(page.locator("#waiting")).to_be_hidden(timeout=20_000)
    settled(page)
    assert cards_of(recorded(page))[1:] == taps
    expect(page.locator("html")).to_have_attribute("data-live-state", "on", timeout=20_000)


def test_answer_that_never_came_is_no_second_move(phone: MakePhone) -> None:
    page = played(phone())

    def record_and_cut(route: Route) -> None:
        route.fetch()  # the server has it
        route.abort()  # the phone never hears of it

    page.route("**/set_card/", record_and_cut, times=1)
    card(page, 0, "red", 7).click()

    settled(page)
    expect(points(page, 0)).to_have_text("−31")  # 2 − 20 and 7 − 20
    assert cards_of(recorded(page))[1:] == [("red", 7, True)]


def test_two_tabs_of_one_phone_share_what_waits(phone: MakePhone, server: RunningServer) -> None:
    mine = phone()
    first = played(mine)
    second = mine.another_page()
    second.goto(first.url)

    server.kill()
    lay(first, 0, "red", 2, 3)
    lay(second, 1, "blue", 4, 5)
    lay(first, 0, "red", 6)
    server.start()

    expect(second.locator("#waiting")).to_be_hidden(timeout=20_000)
    expect(first.locator("#waiting")).to_be_hidden(timeout=20_000)
    taps = cards_of(recorded(second))[1:]
    assert [each for each in taps if each[0] == "red"] == [("red", n, True) for n in (2, 3, 6)]
    assert [each for each in taps if each[0] == "blue"] == [("blue", 4, True), ("blue", 5, True)]
    assert len(taps) == 5
    expect(card(second, 0, "red", 6)).to_have_attribute("aria-pressed", "true")


def test_waiting_tap_is_taken_back_by_dropping_it(phone: MakePhone) -> None:
    mine = phone()
    page = played(mine)
    mine.go_offline()
    lay(page, 0, "red", 2, 3)

    page.locator("#waiting summary").first.click()
    page.get_by_role("button", name=re.compile("Отменить.*красная 3")).click()

    expect(card(page, 0, "red", 3)).to_have_attribute("aria-pressed", "false")
    expect(card(page, 0, "red", 2)).to_have_attribute("aria-pressed", "true")
    mine.go_online()
    expect(page.locator("#waiting")).to_be_hidden()
    settled(page)
    assert cards_of(recorded(page))[1:] == [("red", 2, True)]


def test_tap_taken_back_that_had_arrived_is_undone(phone: MakePhone) -> None:
    page = played(phone())

    def record_and_cut(route: Route) -> None:
        if "/set_card/" in route.request.url:
            route.fetch()
        route.abort()

    page.route(re.compile("/(set_card|undo)/"), record_and_cut)
    card(page, 0, "red", 7).click()
    expect(page.locator("#waiting")).to_be_visible()
    page.locator("#waiting summary").first.click()
    page.get_by_role("button", name=re.compile("Отменить.*красная 7")).click()
    page.unroute_all()

    expect(page.locator("#waiting")).to_be_hidden(timeout=15_000)
    expect(card(page, 0, "red", 7)).to_have_attribute("aria-pressed", "false")
    expect(points(page, 0)).to_have_text("−18")


def test_refused_tap_is_drawn_back_and_said_once(phone: MakePhone) -> None:
    page = played(phone())

    card(page, 1, "green", 2).click()  # the other side has it

    expect(page.locator("#answer")).to_contain_text("Зелёная 2 уже лежит")
    expect(page.locator("#said")).to_contain_text("Зелёная 2 уже лежит")
    page.locator("#answer button").click()
    expect(page.locator("#answer")).to_be_empty()
    expect(card(page, 1, "green", 2)).to_have_attribute("aria-pressed", "true")


def test_stale_token_is_fetched_anew_and_the_tap_sent_again(phone: MakePhone) -> None:
    mine = phone()
    page = played(mine)
    mine.context.clear_cookies(name="csrftoken")

    card(page, 0, "red", 7).click()

    settled(page)
    assert cards_of(recorded(page))[1:] == [("red", 7, True)]


def test_answer_of_another_page_is_no_answer(phone: MakePhone) -> None:
    page = played(phone())
    portal = {"status": 200, "content_type": "text/html", "body": "<h1>Café: log in</h1>"}
    answers(page, portal)

    card(page, 0, "red", 7).click()

    settled(page)
    assert cards_of(recorded(page))[1:] == [("red", 7, True)]


def test_busy_server_is_given_the_pause_it_asks_for(phone: MakePhone) -> None:
    page = played(phone())
    moves = sent_moves(page)
    answers(page, {"status": 503, "headers": {"Retry-After": "2"}})

    lay(page, 0, "red", 7, 8)
    page.wait_for_timeout(1_000)
    assert len(moves) == 1

    settled(page)
    assert cards_of(recorded(page))[1:] == [("red", 7, True), ("red", 8, True)]


def test_tap_that_breaks_the_server_is_set_aside_after_three_tries(phone: MakePhone) -> None:
    mine = phone()
    page = played(mine)
    answers(page, *[{"status": 500}] * 3)

    lay(page, 0, "red", 7, 8)

    aside = page.locator("#waiting [data-list=aside]")
    expect(aside).to_contain_text("Не записано: 1", timeout=15_000)
    settled(page)
    expect(card(page, 0, "red", 7)).to_have_attribute("aria-pressed", "false")
    assert cards_of(recorded(page))[1:] == [("red", 8, True)]
    mine.faults.clear()  # the three 500s were ours


def test_what_is_not_recorded_is_listed_until_copied_or_discarded(phone: MakePhone) -> None:
    page = played(phone())
    answers(page, {"status": 410, "body": "Этот стол удалён.", "content_type": "text/plain"})

    card(page, 0, "red", 7).click()

    aside = page.locator("#waiting [data-list=aside]")
    expect(aside).to_be_visible()
    page.reload()
    aside.locator("summary").click()
    expect(aside).to_contain_text("Этот стол удалён.")
    expect(card(page, 0, "red", 7)).to_have_attribute("aria-pressed", "false")
    aside.get_by_role("button", name=re.compile("Скопировать")).click()
    expect(page.locator("#said")).to_have_text("Скопировано")
    aside.get_by_role("button", name=re.compile("Убрать")).click()
    expect(page.locator("#waiting")).to_be_hidden()


def test_typed_total_waits_and_is_recorded_like_a_tap(phone: MakePhone) -> None:
    mine = phone()
    page = played(mine)
    page.goto(f"{page.url}?by=hand")
    field = page.locator("#hand-0 input:not([type=hidden])")
    expect(page.locator("html")).to_have_attribute("data-live-state", "on")

    mine.go_offline()
    field.fill("12+11-7")
    field.press("Enter")
    expect(page.locator("#waiting [data-list=waiting] [data-count]")).to_have_text("1")

    mine.go_online()
    expect(page.locator("#waiting")).to_be_hidden()
    expect(points(page, 0)).to_have_text("16")


def test_damaged_item_in_storage_stops_nothing(phone: MakePhone) -> None:
    page = played(phone())
    page.evaluate("localStorage.setItem('tap:0000000000000dead', '{broken')")

    page.reload()
    card(page, 0, "red", 7).click()

    settled(page)
    assert cards_of(recorded(page))[1:] == [("red", 7, True)]


def test_full_storage_still_records_a_tap(phone: MakePhone) -> None:
    page = played(phone())
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")

    card(page, 0, "red", 7).click()

    settled(page)
    assert cards_of(recorded(page))[1:] == [("red", 7, True)]
    assert page.evaluate("localStorage.length") == 0


def test_late_answer_does_not_bring_back_a_page_that_was_left(phone: MakePhone) -> None:
    """A setting is chosen, the next tap is the link to the board: there it leads."""
    page = played(phone())
    board = page.url
    page.goto(f"{board}settings/")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile(r"/options/$"), hold)
    page.locator("[formaction$='/options/'][aria-pressed=false]").first.click()
    page.route(board, hold)
    page.get_by_role("link", name="Игра", exact=True).click(no_wait_after=True)
    page.wait_for_timeout(200)
    choice, way = held

    choice.continue_()
    page.wait_for_timeout(500)
    way.continue_()

    expect(page).to_have_url(board)
    assert recorded(page)[-1].get("options")
