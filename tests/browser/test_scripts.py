"""The small scripts: sheets, theme, sharing, timer, screen; and all of it on plain http."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser.board import card, settled
from tests.browser.conftest import CHROMIUM, FLAGS, Phone
from tests.server import RunningServer, running_server

MakePhone = Callable[..., Phone]
PNG = b"\x89PNG\r\n\x1a\n"


def begun(page: Page) -> Page:
    """The page, after the first move of an empty board."""
    card(page, 0, "green", 2).click()
    expect(page).to_have_url(re.compile(r"/t/[^/]+/1/$"))
    settled(page)
    return page


def test_sheet_opens_from_its_link_and_closes_beside_by_key_and_by_button(
    phone: MakePhone,
) -> None:
    page = begun(phone().goto("/lost-cities/"))
    sheet, link = page.locator("#who"), page.locator("a[data-sheet=who]")

    link.click()
    expect(sheet).to_be_visible()
    page.mouse.click(195, 20)
    expect(sheet).to_be_hidden()

    link.press("Enter")
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(link).to_be_focused()

    link.click()
    sheet.get_by_role("button", name="Закрыть").click()
    expect(sheet).to_be_hidden()
    expect(page).to_have_url(re.compile("/1/$"))


def test_theme_changes_at_once_and_stays(phone: MakePhone) -> None:
    page = begun(phone(color_scheme="light").goto("/lost-cities/"))
    colour = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(colour)

    page.locator("a[data-sheet=who]").click()
    page.get_by_label("Тёмная").check()
    assert page.evaluate(colour) != light

    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate(colour) != light


def test_result_is_copied_and_its_picture_saved(phone: MakePhone) -> None:
    mine = phone()
    mine.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = begun(mine.goto("/lost-cities/"))
    page.goto(f"{page.url}result/")

    page.locator("[data-copy]").click()
    expect(page.locator("#said")).to_have_text("Скопировано")
    assert "−18" in page.evaluate("navigator.clipboard.readText()")

    with page.expect_download() as saved:
        page.locator("[data-picture]").click()
    assert Path(saved.value.path()).read_bytes().startswith(PNG)


def test_timer_counts_down_by_the_clock(phone: MakePhone) -> None:
    page = begun(phone().goto("/lost-cities/"))
    page.goto(f"{page.url}timer/")

    page.locator("#dock [formaction$='/timer/']").last.click()  # one minute

    left = page.locator("[data-until]")
    expect(left).to_have_text(re.compile("0:5[0-8]"))
    expect(left).to_have_text(re.compile("0:5[0-6]"))
    assert page.locator("#said").inner_text() == ""


def test_screen_is_kept_on_where_the_browser_can(phone: MakePhone) -> None:
    page = begun(phone().goto("/lost-cities/"))
    page.locator("a[data-sheet=who]").click()
    switch = page.locator("[data-awake] input")

    switch.check()
    page.wait_for_timeout(200)
    expect(switch).to_be_checked()
    expect(page.locator("[data-awake-advice]")).to_be_hidden()

    page.reload()
    page.locator("a[data-sheet=who]").click()
    expect(switch).to_be_checked()


def test_screen_that_was_switched_off_again_at_once_is_not_kept_on(phone: MakePhone) -> None:
    page = begun(phone().goto("/lost-cities/"))
    page.evaluate(
        """() => {
          window.held = 0;
          const lock = () => { held += 1; return { release: () => { held -= 1; } }; };
          const late = () => new Promise((give) => setTimeout(() => give(lock()), 300));
          Object.defineProperty(navigator, "wakeLock", { value: { request: late } });
        }"""
    )
    page.locator("a[data-sheet=who]").click()
    switch = page.locator("[data-awake] input")

    switch.check()
    switch.uncheck()
    page.wait_for_timeout(600)

    assert page.evaluate("window.held") == 0
    expect(switch).not_to_be_checked()


def test_phone_that_refuses_to_keep_its_screen_on_gives_the_advice(phone: MakePhone) -> None:
    page = begun(phone().goto("/lost-cities/"))
    page.evaluate(
        """() => {
          const request = () => Promise.reject(new DOMException("low battery", "NotAllowedError"));
          Object.defineProperty(navigator, "wakeLock", { value: { request } });
        }"""
    )
    page.locator("a[data-sheet=who]").click()
    expect(page.locator("[data-awake-advice]")).to_be_hidden()

    page.locator("[data-awake]").click()

    expect(page.locator("[data-awake-advice]")).to_be_visible()
    expect(page.locator("[data-awake] input")).not_to_be_checked()


@pytest.fixture
def living_room(tmp_path: Path) -> Iterator[RunningServer]:
    with running_server(tmp_path, ALLOWED_HOSTS="127.0.0.1,living.room") as server:
        yield server


@pytest.fixture
def plain_browser(playwright: Playwright) -> Iterator[Browser]:
    """One for which living.room is this machine: to it, unlike 127.0.0.1, that is plain http."""
    flags = [*FLAGS, "--host-resolver-rules=MAP living.room 127.0.0.1"]
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
    yield browser
    browser.close()


def test_plain_http_in_a_living_room_lacks_nothing(
    plain_browser: Browser, living_room: RunningServer
) -> None:
    address = f"http://living.room:{living_room.port}"
    phone = Phone(plain_browser, address, "Anya", service_workers="allow")
    page = phone.goto("/lost-cities/")
    assert (
        page.evaluate("isSecureContext || 'randomUUID' in crypto || 'locks' in navigator") is False
    )
    assert page.evaluate("'serviceWorker' in navigator || 'caches' in window") is False

    begun(page)
    expect(page.locator("html")).to_have_attribute("data-live-state", "on")
    page.locator("a[data-sheet=who]").click()
    expect(page.locator("[data-awake-advice]")).to_be_visible()
    expect(page.locator("[data-awake]")).to_be_hidden()
    page.keyboard.press("Escape")

    page.get_by_role("link", name="Игроки").click()
    page.locator("[data-share]").click()
    expect(page.locator("#said")).to_have_text("Скопировано")
    expect(page.locator("[data-share]")).to_contain_text("Скопировано")

    assert phone.faults == []
    phone.context.close()
