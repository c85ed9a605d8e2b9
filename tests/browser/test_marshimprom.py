"""МАРСХИМПРОМ in a real browser: a whole game on two phones, and without a script."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.board import settled
from tests.browser.conftest import Phone

MakePhone = Callable[..., Phone]
LONG = "W" * 40
NARROW = {"width": 320, "height": 640}


@pytest.fixture
def english(phone: MakePhone) -> MakePhone:
    """Makes a phone that reads English."""

    def make(name: str = "", **context: object) -> Phone:
        return phone(name, locale="en-GB", **context)

    return make


def is_live(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-live-state", "on", timeout=20_000)


def sheet(page: Page) -> Locator:
    return page.locator("#sheet-dialog[open]")


def tab(page: Page, name: str) -> None:
    page.locator("#subnav").get_by_role("link", name=name).click()
    expect(page.locator("#subnav [aria-current]")).to_have_text(name)


def place(page: Page, name: str) -> None:
    """Choose a column of the score sheet."""
    page.locator(".columns").get_by_role("link", name=re.compile(f"^{name}: ")).click()
    expect(page.locator("#sheet-card-title")).to_have_text(f"Chips: {name}")


def stepper(page: Page, what: str) -> Locator:
    return page.get_by_role("group", name=what, exact=True)


def more(page: Page, substance: str) -> Locator:
    return stepper(page, f"Chips: {substance}").get_by_role("button", name=re.compile("more$"))


def total(page: Page) -> Locator:
    return page.locator("#total .huge")


def enter(page: Page, name: str, price: int, listed: int) -> None:
    """Put a substance on the list, and see that so many are there."""
    page.get_by_label("Name on the card").fill(name)
    page.get_by_label("Price, mR").fill(str(price))
    page.get_by_role("button", name="Put on the list").click()
    expect(page.locator("#list .list > li")).to_have_count(listed)


def open_money(page: Page, part: str = "") -> None:
    page.locator("#keys").get_by_role("link", name="Money").click()
    expect(sheet(page)).to_be_visible()
    if part:
        sheet(page).get_by_role("link", name=part, exact=True).click()
        expect(sheet(page).locator(".joined [aria-current]")).to_have_text(part)


def closed(page: Page) -> None:
    """The sheet is gone: what was pressed in it is recorded."""
    expect(sheet(page)).to_have_count(0)


def test_whole_game_with_two_phones(english: MakePhone) -> None:
    her = english("Anya")
    anya = her.goto("/marshimprom/?players=2")

    # The first substance makes the table; the list is ready for the next one at once.
    anya.get_by_role("link", name="Enter substances").click()
    enter(anya, "H2O", 2, 1)
    expect(anya).to_have_url(re.compile(r"/t/[^/]+/1/substances/"))
    expect(anya.get_by_label("Name on the card")).to_have_value("")
    enter(anya, "NH3", 6, 2)
    enter(anya, "CH4", 7, 3)
    anya.get_by_role("link", name="Game", exact=True).click()
    borya = english("Borya").goto(anya.url)
    for each in (anya, borya):
        is_live(each)

    # A quick run of taps counts in full, up and down, and is one line of the log.
    for _ in range(4):
        more(anya, "H2O").click()
    stepper(anya, "Chips: H2O").get_by_role("button", name=re.compile("less$")).click()
    expect(stepper(anya, "Chips: H2O").get_by_role("status")).to_have_text("3")
    for each in (anya, borya):
        expect(total(each)).to_have_text("6")
        expect(each.locator(".columns [aria-current]")).to_have_text("6own")
    settled(anya)
    expect(anya.locator("#dock .said-last")).to_contain_text("H2O, own plant: 3 instead of 0")

    # Eight chips and no more; the refusal puts the number back.
    place(anya, "shared plant")
    for _ in range(6):
        more(anya, "NH3").click()
    expect(anya.locator("#answer")).to_contain_text("all chips stand already")
    expect(stepper(anya, "Chips: NH3").get_by_role("status")).to_have_text("5")
    for each in (anya, borya):
        expect(total(each)).to_have_text("36")

    # Money: raw cards sold at a tap, a substance with its chip, gear, a sum to the other.
    open_money(anya)
    sheet(anya).get_by_role("button", name=re.compile(r"\+6, raw cards sold")).click()
    closed(anya)
    open_money(anya, "Sale")
    sheet(anya).get_by_role("button", name="Sell: NH3, shared plant: +6").click()
    closed(anya)
    expect(total(borya)).to_have_text("42")
    expect(borya.locator("#total .sum")).to_contain_text("12money")
    open_money(anya, "Pay")
    for digit in "12":
        sheet(anya).get_by_role("button", name=digit, exact=True).click()
    sheet(anya).get_by_role("button", name="Pay 12").click()
    closed(anya)
    expect(total(anya)).to_have_text("30")
    tab(borya, "Turn")
    borya.locator("#whose").get_by_role("link").nth(1).click()
    expect(borya.locator("#combine .medium")).to_have_text("12")
    borya.get_by_role("button", name="Armour: buy for 4 mR").click()
    expect(borya.locator("#combine .medium")).to_have_text("8")
    expect(borya.get_by_role("button", name="Armour: has it")).to_have_attribute(
        "aria-pressed", "true"
    )

    # Real dice, throw by throw: equal ones throw again, armour throws twice.
    anya.locator("#keys").get_by_role("link", name="Fight").click()
    for face in ("#attack-1-4", "#defend-1-4", "#second-1-2"):
        sheet(anya).locator(face).click()
    expect(sheet(anya)).to_contain_text("4 to 4: equal, throw again")
    for face in ("#attack-2-5", "#defend-2-6", "#second-2-1"):
        sheet(anya).locator(face).click()
    expect(sheet(anya)).to_contain_text("5 to 6")
    sheet(anya).get_by_role("button", name="Record the fight").click()
    closed(anya)
    fights = borya.locator("#fights")
    expect(fights).to_contain_text("4 to 4: equal, throw again")
    expect(fights.locator(".note")).to_have_count(2)
    fights.get_by_role("button", name=re.compile("repairs are over")).first.click()
    expect(fights.locator(".note")).to_have_count(1)

    # The site's own dice decide in any case.
    anya.locator("#keys").get_by_role("link", name="Fight").click()
    sheet(anya).get_by_role("button", name="The site throws").click()
    closed(anya)
    expect(fights.locator(".note")).to_have_count(2)
    expect(borya.locator("#fights .throws > li").last).not_to_contain_text("equal")

    # A mission: a chip on it, complete, double; then the end is offered under the thumb.
    tab(borya, "Missions")
    borya.get_by_role("link", name="Mission 2: put a chip").click()
    expect(borya.locator("#sheet-card-title")).to_have_text("Chips: mission 2")
    more(borya, "CH4").click()
    expect(total(borya)).to_have_text("15")
    tab(borya, "Missions")
    borya.get_by_role("button", name="Mission 2: mark as complete").click()
    tab(borya, "Score")
    expect(total(borya)).to_have_text("22")
    expect(borya.locator("#total .sum")).to_contain_text("7 × 2missions")
    anya.locator("#keys").get_by_role("button", name="Finish the game").click()
    for each in (anya, borya):
        each.get_by_role("link", name="To the result").click()
    expect(borya.locator(".hero .number")).to_have_text("30")
    expect(borya.locator("ol.list > li").last).to_contain_text("7 × 2missions+8money=22total")

    # The next game at the table has the list.
    borya.get_by_role("button", name="Rematch").click()
    expect(borya.locator(".sheet-rows > li")).to_have_count(3)


def test_taps_wait_without_network_and_count_in_full(english: MakePhone) -> None:
    player = english("Anya")
    page = player.goto("/marshimprom/?players=2")
    page.get_by_role("link", name="Enter substances").click()
    enter(page, "H2O", 2, 1)
    page.get_by_role("link", name="Game", exact=True).click()
    is_live(page)

    player.go_offline()
    for _ in range(3):
        more(page, "H2O").click()
    stepper(page, "Chips: H2O").get_by_role("button", name=re.compile("less$")).click()
    expect(stepper(page, "Chips: H2O").get_by_role("status")).to_have_text("2")
    player.go_online()

    expect(total(page)).to_have_text("4", timeout=40_000)


def test_main_flow_without_script(english: MakePhone) -> None:
    page = english("Anya", java_script_enabled=False).goto("/marshimprom/?players=2")

    page.get_by_role("link", name="Enter substances").click()
    page.get_by_label("Many at once").fill("H2O 2\nNH3: 6 mR\nmethane")
    page.get_by_role("button", name="Load the list").click()
    expect(page.get_by_label("Many at once")).to_have_value(re.compile("methane"))
    expect(page.locator("main .note.no")).to_contain_text("methane")
    page.get_by_label("Many at once").fill("H2O 2\nNH3: 6 mR\nmethane 7")
    page.get_by_role("button", name="Load the list").click()
    expect(page.locator("#list .list > li")).to_have_count(3)

    page.get_by_role("link", name="Game", exact=True).click()
    more(page, "H2O").click()
    more(page, "H2O").click()
    expect(total(page)).to_have_text("4")

    # The places of a mission, then a chip on it: the site sees it complete.
    page.locator("#subnav").get_by_role("link", name="Missions").click()
    page.get_by_role("link", name="Places").click()
    page.get_by_label("Places: NH3").fill("1")
    page.get_by_role("button", name="Write down mission 1").click()
    expect(page.get_by_label("Places: NH3")).to_have_value("1")
    page.get_by_role("link", name="Game", exact=True).click()
    expect(page.locator(".sheet-rows")).to_contain_text("mission 1 waits")
    page.locator(".columns").get_by_role("link", name=re.compile("^mission 1")).click()
    more(page, "NH3").click()
    expect(total(page)).to_have_text("16")

    # Money typed, refused with what was typed, put right; real dice; the end.
    page.locator("#keys").get_by_role("link", name="Money").click()
    page.get_by_label("Another sum").fill("a lot")
    page.get_by_role("button", name="From the bank").click()
    expect(page.get_by_label("Another sum")).to_have_value("a lot")
    page.get_by_label("Another sum").fill("4+3")
    page.get_by_role("button", name="From the bank").click()
    expect(page.locator("#page-body .large")).to_have_text("7")
    page.goto(page.url.split("/money/")[0] + "/fight/?attacker=0&defender=1")
    page.locator("#attack-1-6").check()
    page.locator("#defend-1-3").check()
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("button", name="Record the fight").click()
    expect(page.locator("#fights")).to_contain_text("6 to 3")
    page.get_by_role("button", name="Finish the game").click()
    page.get_by_role("link", name="To the result").click()
    expect(page.locator(".hero .number")).to_have_text("23")


PAGES = (
    "",
    "?tab=turn",
    "?tab=missions",
    "?tab=all",
    "money/",
    "money/?part=sell",
    "money/?part=trade",
    "money/?part=exact",
    "fight/?attacker=1&defender=0&thrown=44",
    "substances/?name=H2O",
    "places/",
    "end/",
    "result/",
    "print/",
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible_and_never_wider_than_a_small_phone(
    english: MakePhone, scheme: str
) -> None:
    page = english("Anya", viewport=NARROW, color_scheme=scheme).goto("/marshimprom/?players=5")
    page.get_by_role("link", name="Enter substances").click()
    enter(page, "H2O", 2, 1)
    enter(page, LONG, 123456, 2)
    board = page.url.split("substances/")[0]
    page.goto(board + "?place=mission-1")
    more(page, "H2O").click()
    settled(page)

    for path in PAGES:
        page.goto(board + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
        found = Axe().run(page)
        assert found.violations_count == 0, f"{path}\n{found.generate_report()}"
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
