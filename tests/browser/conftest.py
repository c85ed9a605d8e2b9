"""A real Chromium with phones in it, against the real server.

    def test_something(server, phone):
        anya = phone("Anya")
        anya.goto("/lost-cities/")

Every phone is 390 x 844, has its own cookies, and must end without an error in
its console, without a broken rule of the content security policy, and without an
answer of 500 from the server, unless the test takes them out of `phone.faults`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from tests.server import RunningServer, running_server

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SCREEN = {"width": 390, "height": 844}

# Written by the browser for every answer of 4xx and every lost connection: tests of
# the wire have these on purpose, and look at the answers themselves.
NETWORK = "Failed to load resource"
# A choice made before the answer to the last one takes its place: htmx tells so.
OVERTAKEN = ("htmx:sendAbort", "htmx:afterRequest")
# Written by playwright, where a phone has no worker.
BLOCKED = "Service Worker registration blocked by Playwright"


class Phone:
    """A player's browser: one page in a context of its own."""

    def __init__(self, browser: Browser, url: str, name: str, **context: Any) -> None:
        self.name = name
        self.faults: list[str] = []
        settings: dict[str, Any] = {
            "viewport": SCREEN,
            "has_touch": True,
            "locale": "ru-RU",
            # A worker fetches by itself, past `page.route`; the tests of the app allow it.
            "service_workers": "block",
        }
        self.context = browser.new_context(base_url=url, **(settings | context))
        self.page = self.another_page()

    def another_page(self) -> Page:
        """A second tab of the same phone."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda message: self._heard(message.type, message.text))
        page.on("response", lambda answer: self._answered(answer.status, answer.url))
        return page

    def goto(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def go_offline(self) -> None:
        self.context.set_offline(True)

    def go_online(self) -> None:
        self.context.set_offline(False)

    def _heard(self, kind: str, text: str) -> None:
        expected = NETWORK in text or text == BLOCKED or text.startswith(OVERTAKEN)
        if kind in ("error", "warning") and not expected:
            self.faults.append(text)

    def _answered(self, status: int, url: str) -> None:
        if status == 500 or (status >= 400 and "/static/" in url):
            self.faults.append(f"{status} {url}")


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    # Ends with this folder's tests: while it runs, Django takes every test for async.
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    with running_server(tmp_path) as running:
        yield running


@pytest.fixture
def phone(browser: Browser, server: RunningServer) -> Iterator[Callable[..., Phone]]:
    """Makes a phone: `phone("Anya", locale="en-GB", color_scheme="dark")`."""
    phones: list[Phone] = []

    def make(name: str = "", **context: Any) -> Phone:
        phones.append(Phone(browser, server.url, name, **context))
        return phones[-1]

    yield make
    faults = {each.name or "phone": each.faults for each in phones if each.faults}
    for each in phones:
        each.context.close()
    assert faults == {}


@pytest.fixture(autouse=True)
def _patience() -> None:
    expect.set_options(timeout=10_000)
