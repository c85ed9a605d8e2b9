"""The check of PythonAlgorithm: it answers each tick at once, nothing jumps, its keys sell."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from playwright.sync_api import Locator, Page, expect

from calculators.pythonalgorithm.box_file import as_json
from calculators.pythonalgorithm.sample import SAMPLE
from tests.browser.conftest import Phone
from tests.browser.test_live import is_live

MakePhone = Callable[..., Phone]

HAND = [
    {"track": "templates", "colour": "blue", "category": "B", "number": 4},
    {"track": "templates", "colour": "white", "category": "A", "number": 6, "debt": 12},
    {"track": "kodiki", "colour": "yellow"},
    {"track": "kodiki", "colour": "white"},
    {"track": "kodiki", "colour": "blue"},
]
ASKS = "bonus=15&colours=different&kodiki=2"


def with_a_hand(page: Page) -> Page:
    """A check at a table where the first player holds these cards."""
    return after_moves(page, ("set_hand", {"player": 0, "cards": HAND}))


def after_moves(page: Page, *moves: tuple[str, dict[str, Any]]) -> Page:
    """A check at a table that these moves made."""
    page.goto("/pythonalgorithm/check/")
    fields = {
        name: page.locator(f"#move [name={name}]").get_attribute("value") or ""
        for name in ("start", "csrfmiddlewaretoken")
    }
    url = page.locator("[data-root]").get_attribute("data-url")
    for move, args in moves:
        page.evaluate(
            """async ([url, fields]) => {
              await fetch(url, { method: "POST", body: new URLSearchParams(fields) });
            }""",
            [f"{url}{move}/", fields | {"args": json.dumps(args), "key": str(uuid4())}],
        )
    page.goto(f"{url}check/?{ASKS}")
    return page


def tick(page: Page, name: str) -> Locator:
    return page.locator(f'input[name="tick"][value="{name}"]')


def payout(page: Page) -> Locator:
    return page.locator("#verdict .total .number")


def test_tick_is_answered_at_once_and_nothing_jumps(phone: MakePhone) -> None:
    page = with_a_hand(phone("Anya").page)
    expect(payout(page)).to_have_text("43")
    told = page.locator("#verdict").element_handle()
    tick(page, "templates.white.A.6:12").scroll_into_view_if_needed()
    before = page.evaluate("scrollY")

    tick(page, "templates.white.A.6:12").click()

    expect(payout(page)).to_have_text("32")
    assert page.evaluate("scrollY") == before
    assert page.evaluate("told => told === document.getElementById('verdict')", told)
    expect(tick(page, "templates.white.A.6:12")).to_be_focused()
    expect(page).to_have_url(re.compile(r"tick="))


def test_card_whose_id_has_quotes_is_ticked_like_any_other(phone: MakePhone) -> None:
    name = "T\"7' \\>"
    box = as_json(SAMPLE)
    box["templates"].append({**box["templates"][0], "id": name})
    moves = ("options", {"box": box}), ("set_hand", {"player": 0, "cards": [{"id": name}]})
    page = after_moves(phone("Anya").page, *moves)

    card = page.locator('input[name="tick"]')
    card.click()

    expect(page).to_have_url(re.compile(r"had="))
    expect(card).not_to_be_checked()
    expect(card).to_be_focused()


def test_set_is_chosen_whole_and_cards_are_added(phone: MakePhone) -> None:
    page = with_a_hand(phone("Anya").page)

    page.locator("#set-2").click()

    expect(payout(page)).to_have_text("32")
    expect(page.locator('input[name="tick"]:checked')).to_have_count(3)
    page.locator("#check-hand summary").first.click()
    page.locator("#add-1-1").click()
    expect(page.locator('input[name="tick"]:checked')).to_have_count(4)
    expect(payout(page)).to_have_text("42")


def test_keys_redeem_and_sell_and_the_other_phone_follows(phone: MakePhone) -> None:
    page, other = with_a_hand(phone("Anya").page), phone("Borya")
    theirs = other.goto(page.url)
    is_live(theirs)
    main = page.locator("#check-keys .main")

    main.click()
    for each in (page, theirs):
        expect(tick(each, "templates.white.A.6")).to_be_checked()
    page.wait_for_timeout(600)  # a second press at once would be a slip
    main.click()

    expect(theirs.locator('input[name="tick"]')).to_have_count(2)
    expect(theirs.locator("#check-keys .main")).to_be_disabled()
