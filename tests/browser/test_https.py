"""On https, behind nginx: what real browsers do with cookies that are of this host alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.board import lay, points, settled
from tests.browser.conftest import Phone
from tests.companion.test_nginx import Site, pytestmark, site

__all__ = ["pytestmark", "site"]

TOKEN = "__Host-csrftoken"


@pytest.fixture
def mine(browser: Browser, site: Site) -> Iterator[Phone]:
    phone = Phone(browser, site.url, "Anya", ignore_https_errors=True)
    yield phone
    phone.context.close()
    assert phone.faults == []


def keep_plain(mine: Phone, site: Site, token: str) -> None:
    """A cookie of the name that the token had before https gave it a prefix."""
    mine.context.add_cookies([{"name": "csrftoken", "value": token, "url": site.url}])


def is_recorded(page: Page) -> None:
    expect(page).to_have_url(re.compile(r"/t/[^/]+/1/$"))
    settled(page)
    page.reload()
    expect(points(page, 0)).to_have_text("−13")


def test_tap_is_sent_with_the_token_of_this_version(mine: Phone, site: Site) -> None:
    keep_plain(mine, site, "a" * 32)
    page = mine.goto("/lost-cities/")

    lay(page, 0, "red", 7)

    is_recorded(page)


def test_tap_on_a_page_of_the_version_before_is_sent_with_a_new_token(
    mine: Phone, site: Site
) -> None:
    page = mine.goto("/lost-cities/")
    token = next(each for each in mine.context.cookies() if each.get("name") == TOKEN)
    mine.context.clear_cookies(name=TOKEN)
    keep_plain(mine, site, token.get("value", ""))

    lay(page, 0, "red", 7)

    is_recorded(page)
