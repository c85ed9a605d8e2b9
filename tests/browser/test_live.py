"""Live (spec, "Live"): what one phone does is on the others, and disturbs nobody."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.board import card, lay, points
from tests.browser.conftest import Phone
from tests.server import RunningServer

MakePhone = Callable[..., Phone]


def two_phones(phone: MakePhone) -> tuple[Page, Page]:
    """Two phones at one play, both live."""
    anya, borya = phone("Anya").goto("/lost-cities/"), phone("Borya")
    card(anya, 0, "green", 2).click()
    expect(anya).to_have_url(re.compile(r"/t/[^/]+/1/$"))
    page = borya.goto(anya.url)
    for each in (anya, page):
        is_live(each)
    return anya, page


def is_live(page: Page, within: float = 20_000) -> None:
    expect(page.locator("html")).to_have_attribute("data-live-state", "on", timeout=within)


def test_tap_appears_on_the_other_phone_flashes_and_is_said_once(phone: MakePhone) -> None:
    anya, borya = two_phones(phone)

    card(anya, 0, "red", 7).click()

    expect(card(borya, 0, "red", 7)).to_have_attribute("aria-pressed", "true")
    expect(borya.locator("#said")).to_contain_text("красная 7")
    expect(borya.locator("#duel .fresh")).to_have_text("−31")
    expect(borya.locator(".fresh")).to_have_count(0)
    assert anya.locator("#said").inner_text() == ""
    assert anya.locator(".fresh").count() == 0


def test_taps_of_two_phones_at_once_are_all_there(phone: MakePhone) -> None:
    anya, borya = two_phones(phone)

    for number in range(3, 8):
        card(anya, 0, "red", number).click()
        card(borya, 1, "blue", number).click()

    for each in (anya, borya):
        expect(points(each, 0)).to_have_text("−13")  # green 2, red 25
        expect(points(each, 1)).to_have_text("5")


def test_undo_is_seen_and_put_back_on_the_other_phone(phone: MakePhone) -> None:
    anya, borya = two_phones(phone)
    card(anya, 0, "green", 5).click()
    expect(points(borya, 0)).to_have_text("−13")

    undo = anya.locator("#dock [formaction$='/undo/']")
    undo.focus()
    anya.keyboard.press("Enter")

    expect(borya.locator("#dock")).to_contain_text("Отменено: \u2068Луна\u2069: зелёная 5")
    expect(points(borya, 0)).to_have_text("−18")
    expect(anya.get_by_role("button", name="Вернуть: \u2068Луна\u2069: зелёная 5")).to_be_visible()
    expect(undo).to_be_focused()  # whoever goes on undoing does not put back instead
    borya.get_by_role("button", name="Вернуть: \u2068Луна\u2069: зелёная 5").click()

    for each in (anya, borya):
        expect(points(each, 0)).to_have_text("−13")
        expect(each.locator("#dock")).not_to_contain_text("Отменено")
        expect(each.locator("#dock").get_by_role("button")).to_have_text("Отменить")


def test_server_that_restarts_is_found_again(phone: MakePhone, server: RunningServer) -> None:
    anya, borya = two_phones(phone)

    server.stop()
    expect(borya.locator("html")).not_to_have_attribute("data-live-state", "on")
    expect(borya.locator(".live")).to_contain_text(re.compile("Восстанавливаем связь|Нет сети"))
    server.start()

    is_live(borya)
    card(anya, 0, "red", 7).click()
    expect(card(borya, 0, "red", 7)).to_have_attribute("aria-pressed", "true")


def test_hidden_page_holds_no_stream_and_catches_up_when_seen(phone: MakePhone) -> None:
    anya, borya = two_phones(phone)
    streams: list[str] = []
    borya.on("request", lambda asked: streams.append(asked.url) if "/live/" in asked.url else None)

    see(borya, hidden=True)
    card(anya, 0, "red", 7).click()
    borya.wait_for_timeout(500)
    assert card(borya, 0, "red", 7).get_attribute("aria-pressed") == "false"
    assert streams == []

    see(borya, hidden=False)
    expect(card(borya, 0, "red", 7)).to_have_attribute("aria-pressed", "true")
    assert len(streams) == 1


def see(page: Page, *, hidden: bool) -> None:
    """Hide or show the page as another app in front of it would."""
    page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def test_view_that_did_not_change_is_not_sent_again(phone: MakePhone) -> None:
    _, borya = two_phones(phone)
    statuses: list[int] = []
    borya.on("response", lambda got: statuses.append(got.status) if got.url == borya.url else None)

    see(borya, hidden=True)
    see(borya, hidden=False)
    borya.wait_for_timeout(500)

    assert statuses
    assert set(statuses) == {304}


def test_focus_and_open_folds_stay_when_a_panel_is_drawn(phone: MakePhone) -> None:
    anya, borya = two_phones(phone)
    key = card(borya, 0, "blue", 5)
    key.focus()

    card(anya, 0, "blue", 6).click()

    expect(card(borya, 0, "blue", 6)).to_have_attribute("aria-pressed", "true")
    expect(key).to_be_focused()


def test_key_under_the_finger_is_not_replaced(phone: MakePhone) -> None:
    anya, borya = two_phones(phone)
    key = card(borya, 0, "red", 5)
    key.scroll_into_view_if_needed()
    box = key.bounding_box()
    assert box is not None

    borya.mouse.move(box["x"] + 9, box["y"] + 9)
    borya.mouse.down()
    card(anya, 0, "red", 6).click()
    borya.wait_for_timeout(500)
    assert card(borya, 0, "red", 6).get_attribute("aria-pressed") == "false"
    borya.mouse.up()

    for number in (5, 6):
        expect(card(borya, 0, "red", number)).to_have_attribute("aria-pressed", "true")
        expect(card(anya, 0, "red", number)).to_have_attribute("aria-pressed", "true")


def test_half_typed_text_is_not_replaced(phone: MakePhone) -> None:
    anya, borya = two_phones(phone)
    borya.goto(f"{borya.url}?by=hand")
    is_live(borya)
    field = borya.locator("#hand-0 input:not([type=hidden])")
    field.press_sequentially("12+")

    lay(anya, 0, "red", 7)

    expect(points(borya, 0)).to_have_text("−31")
    expect(field).to_have_value("12+")
    expect(field).to_be_focused()
    field.press_sequentially("1")
    expect(field).to_have_value("12+1")


def test_page_from_the_back_forward_cache_is_up_to_date(phone: MakePhone) -> None:
    anya, borya = two_phones(phone)
    borya.goto("/")
    card(anya, 0, "red", 7).click()
    expect(points(anya, 0)).to_have_text("−31")

    borya.go_back()

    expect(points(borya, 0)).to_have_text("−31")
    is_live(borya)
    card(borya, 0, "red", 8).click()
    expect(points(anya, 0)).to_have_text("−23")


def test_blocked_stream_is_replaced_by_asking(phone: MakePhone) -> None:
    anya = phone("Anya").goto("/lost-cities/")
    card(anya, 0, "green", 2).click()
    expect(anya).to_have_url(re.compile(r"/t/[^/]+/1/$"))
    borya = phone("Borya")
    borya.page.route("**/live/**", lambda route: route.abort())
    page = borya.goto(anya.url)
    expect(page.locator("html")).to_have_attribute("data-live-state", "reconnecting")
    expect(page.locator(".live")).to_contain_text("Восстанавливаем связь")

    card(anya, 0, "red", 7).click()
    expect(card(page, 0, "red", 7)).to_have_attribute("aria-pressed", "true", timeout=20_000)


def test_watch_link_follows_and_has_no_keys(phone: MakePhone) -> None:
    anya, _ = two_phones(phone)
    anya.get_by_role("link", name="Игроки").click()
    link = urlsplit(anya.locator("a[href*='/w/']").first.get_attribute("href") or "")
    screen = phone("screen", viewport={"width": 1280, "height": 800}).goto(f"{link.path}1/")
    is_live(screen)

    anya.go_back()
    card(anya, 0, "red", 7).click()

    expect(screen.locator("main")).to_contain_text("−31")
    assert screen.locator("[form=move]").count() == 0


def test_seat_taken_over_is_told_to_the_phone_that_loses_it(phone: MakePhone) -> None:
    anya, borya = two_phones(phone)
    seats = re.sub(r"\d+/$", "seats/", anya.url)
    anya.goto(seats)
    anya.get_by_role("button", name="Я — Капля").click()
    is_live(anya)
    expect(borya.locator("#answer")).to_have_text("За столом: Луна; Капля со своего телефона.")

    borya.goto(seats)
    borya.get_by_role("link", name=re.compile("Это я.*Капля")).click()
    borya.get_by_role("button", name="Да, я — Капля").click()

    told = "За столом: Луна; Капля со своего телефона."
    expect(anya.locator("#answer")).to_have_text(told)
    expect(anya.locator("#said")).to_have_text(told)
    sides = anya.locator("[id^=side-][data-panel]")
    assert [sides.nth(place).get_attribute("id") for place in range(2)] == ["side-1", "side-0"]
    expect(borya).to_have_url(re.compile(r"/1/\?first=1$"))


def test_table_brought_back_comes_back_on_the_other_phones(phone: MakePhone) -> None:
    anya, borya = phone("Anya").goto("/lost-cities/"), phone("Borya")
    card(anya, 0, "green", 2).click()
    expect(anya).to_have_url(re.compile(r"/t/[^/]+/1/$"))
    board, table = anya.url, anya.url.removesuffix("1/")
    anya.goto(table)
    watch = anya.locator("#joining a").get_attribute("href") or ""
    screen = phone("screen").goto(f"{urlsplit(watch).path}1/")
    borya.page.clock.install()
    page = borya.goto(f"{board}?first=1")
    is_live(page)
    anya.goto(f"{table}delete/")
    anya.locator("main form button").click()
    for each in (anya, page, screen):
        expect(each.locator("[data-gone]")).to_be_visible()

    with page.expect_response(lambda answer: answer.status == 410):
        page.clock.fast_forward(10_000)
    expect(page.locator("[data-gone]")).to_be_visible()
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true, writable: true })")
    other = anya.context.new_page()
    other.goto(board)
    other.get_by_role("button", name="Вернуть стол").click()
    expect(other).to_have_url(table)

    expect(anya).to_have_url(table, timeout=15_000)  # not to the form that deletes it again
    expect(screen.locator("main")).to_contain_text("−18", timeout=15_000)
    page.clock.fast_forward(30_000)
    page.wait_for_timeout(500)
    expect(page.locator("[data-gone]")).to_be_visible()  # nobody looks at it
    page.evaluate("document.hidden = false")
    page.clock.fast_forward(10_000)
    expect(page.locator("#side-0")).to_be_visible()
    assert page.url == f"{board}?first=1"
    is_live(page)


def test_heading_that_is_read_out_goes_on_with_the_game(phone: MakePhone) -> None:
    anya, borya = two_phones(phone)
    expect(borya.locator("h1")).to_have_text("Lost Cities, раунд 1 из 3")

    anya.get_by_role("button", name=re.compile("Завершить раунд 1")).click()

    expect(borya.locator("h1")).to_have_text("Lost Cities, раунд 2 из 3")


def test_name_given_on_one_phone_is_told_on_the_other(phone: MakePhone) -> None:
    anya, borya = two_phones(phone)

    anya.get_by_role("link", name="Игроки").click()
    anya.get_by_role("link", name=re.compile("Изменить имя.*Луна")).click()
    anya.locator("#sheet input[name=name]").fill("Аня")
    anya.get_by_role("button", name="Готово").click()

    expect(borya.locator("#answer")).to_have_text("За столом: Аня; Капля.")
    card(borya, 0, "red", 5).click()
    expect(borya.locator("#answer")).to_be_empty()
