"""Everybody can use every page: axe, keyboard, large text, narrow phones."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser import python_board
from tests.browser.board import card, lay, points, settled
from tests.browser.conftest import Phone
from tests.browser.python_board import JUMP, VIRUS
from tests.phone import Phone as Program
from tests.server import RunningServer

NARROW = {"width": 320, "height": 640}
LONG = "W" * 40
CONTRAST = {"runOnly": ["color-contrast", "link-in-text-block"]}


def addresses(page: Page, url: str) -> list[str]:
    """Every page of a table where Lost Cities is recorded, and the site's own pages."""
    page.goto("/lost-cities/")
    lay(page, 0, "red", 7, 8)
    lay(page, 1, "blue", 2)
    card(page, 1, "red", 9).click()
    settled(page)
    play = re.sub(r"^https?://[^/]+", "", page.url)
    table = play.rsplit("/", 2)[0] + "/"
    page.goto(table)
    seat = page.locator("#players a[href*='/seats/']").last.get_attribute("href") or ""
    watch = page.locator("a[href*='/w/']").first.get_attribute("href") or ""
    watch = re.sub(r"^https?://[^/]+", "", watch)
    inside = "log/ amend/1/ settings/ lots/ dice/ timer/ result/ print/ ?side=0&by=hand".split()
    around = "seats/ seats/add/ next/ delete/ evening/ print/".split()
    own = "/ /lost-cities/ /lost-cities/settings/ /join/ /theme/ /offline/ /nowhere/".split()
    rules = "/rules/lost-cities/"
    return [
        *own,
        rules,
        f"{rules}?q=карт",
        play,
        *(play + each for each in inside),
        table,
        *(table + each for each in around),
        seat,
        f"{seat}sit/",
        watch,
        f"{watch}1/",
    ]


def addresses_of_python_algorithm(page: Page, url: str) -> list[str]:
    """Every page of PythonAlgorithm, at a table and without one."""
    return python_board.addresses(url)


PAGES = {"lost-cities": addresses, "pythonalgorithm": addresses_of_python_algorithm}


def faults(page: Page) -> list[str]:
    """What axe finds wrong, one line each; in the dark only colours can be wrong besides."""
    page.emulate_media(color_scheme="light")
    found = Axe().run(page).response["violations"]
    page.emulate_media(color_scheme="dark")
    found += Axe().run(page, options=CONTRAST).response["violations"]
    return [f"{page.url}: {each['id']} {each['nodes'][0]['html'][:160]}" for each in found]


@pytest.mark.parametrize("locale", ["ru-RU", "en-GB"])
@pytest.mark.parametrize("game", PAGES)
def test_axe_finds_nothing_on_any_page(
    phone: Callable[..., Phone], server: RunningServer, game: str, locale: str
) -> None:
    page = phone("Anya", locale=locale).page
    found: list[str] = []

    for address in PAGES[game](page, server.url):
        page.goto(address)
        found += faults(page)

    assert found == []


def test_axe_finds_nothing_in_the_sheet_and_in_a_refusal(phone: Callable[..., Phone]) -> None:
    page = phone("Anya").goto("/lost-cities/")
    lay(page, 0, "red", 7)
    settled(page)

    card(page, 1, "red", 7).click()
    expect(page.locator("#answer button")).to_be_visible()
    refused = faults(page)
    page.locator("[data-sheet=who]").click()
    expect(page.locator("#who")).to_be_visible()

    assert refused + faults(page) == []


def test_axe_finds_nothing_in_the_sheets_of_python_algorithm(
    phone: Callable[..., Phone], server: RunningServer
) -> None:
    play = python_board.played(server.url)
    page = phone("Anya", reduced_motion="reduce").goto(f"{play}?tab=market")
    found: list[str] = []

    for number in (JUMP, VIRUS):
        python_board.open_event(page, number)
        found += faults(page)
        page.keyboard.press("Escape")
    python_board.open_tab(page, "tokens")
    page.locator("#keys a:visible").click()
    found += faults(page)
    page.keyboard.press("Escape")
    links = "#held-0 a[href*='purchase/'], #held-0 a[href*='sale/'], #held-0 a[href*='hand/']"
    for link in page.locator(f"{links}, #trade a[href*='bidding/']").all():
        python_board.open_sheet(page, link)
        found += faults(page)
        page.keyboard.press("Escape")
    sheet = python_board.open_sheet(page, page.locator("#held-0 a.main"))
    sheet.locator("#buy-price").fill("999")
    sheet.locator("footer .main").click()
    expect(page.locator("dialog[open] [data-answer]")).not_to_be_empty()

    assert found + faults(page) == []


@pytest.mark.parametrize("game", PAGES)
@pytest.mark.parametrize(
    ("what", "context", "script"),
    [
        ("narrow", {"viewport": NARROW}, ""),
        ("tablet", {"viewport": {"width": 820, "height": 1180}}, ""),
        ("large text", {}, "document.documentElement.style.fontSize = '200%'"),
    ],
)
def test_no_page_scrolls_sideways(
    phone: Callable[..., Phone],
    server: RunningServer,
    game: str,
    what: str,
    context: dict[str, object],
    script: str,
) -> None:
    page = phone("Anya", **context).page
    wide: list[str] = []
    pages = PAGES[game](page, server.url)
    tables = {found[0] for each in pages if (found := re.match(r"/t/[^/]+/", each))}
    for table, player in product(tables, range(2)):
        page.goto(table)
        page.get_by_role("link", name=re.compile("Изменить имя")).nth(player).click()
        page.get_by_role("textbox", name="Имя").fill(LONG[player:])
        page.get_by_role("button", name="Готово").click()

    for address in pages:
        page.goto(address)
        if script:
            page.evaluate(script)
        width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if width > 0:
            wide.append(f"{what}: {address} by {width}")

    assert wide == []


@pytest.mark.parametrize(
    ("viewport", "font"),
    [
        ({"width": 390, "height": 844}, "200%"),
        ({"width": 390, "height": 844}, "100%"),
        ({"width": 195, "height": 422}, "100%"),
        ({"width": 844, "height": 390}, "100%"),
    ],
)
def test_half_of_the_screen_is_the_games(
    phone: Callable[..., Phone], server: RunningServer, viewport: dict[str, int], font: str
) -> None:
    page = phone("Anya", viewport=viewport).page
    over = python_board.played(server.url)
    program = Program(server.url)
    program.open(over)
    assert program.move("event", kind="virus").status == 204
    boards = "/lost-cities/ /scorepad/ /pythonalgorithm/ /akcioner/ /code777/ /marshimprom/".split()
    covered: list[str] = []

    for address in [*boards, over]:
        page.goto(address)
        page.evaluate("size => { document.documentElement.style.fontSize = size }", font)
        share = page.evaluate(
            """() => [...document.querySelectorAll(".bar, .deck")].reduce((sum, each) => {
              const { top, bottom } = each.getBoundingClientRect();
              return sum + Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
            }, 0) / innerHeight"""
        )
        if share > 0.5:
            covered.append(f"{address}: {share:.0%}")
        page.locator("#dock").scroll_into_view_if_needed()
        expect(page.locator("#dock")).to_be_in_viewport(ratio=0.9)

    assert covered == []


@pytest.mark.parametrize("width", [360, 390, 820])
def test_first_card_moves_no_other(phone: Callable[..., Phone], width: int) -> None:
    page = phone("Anya", viewport={"width": width, "height": 1180}).goto("/lost-cities/")
    before = card(page, 0, "red", 5).bounding_box()

    card(page, 0, "red", 5).click()
    expect(points(page, 0)).to_have_text("−15")
    expect(page.locator("#duel .quiet .number").first).to_have_text("−15")

    assert card(page, 0, "red", 5).bounding_box() == before


def test_parts_of_a_board_and_their_keys_stay_where_they_are(phone: Callable[..., Phone]) -> None:
    page = phone("Anya").page
    tabs, keys = [], []

    for address in ("", "?tab=market", "check/"):
        page.goto(f"/pythonalgorithm/{address}")
        tabs.append(page.locator("#subnav").bounding_box())
    for tab in ("pad", "answers", "table"):
        page.goto(f"/code777/?tab={tab}")
        keys.append(page.locator("#keys a").all_inner_texts())

    assert tabs[1:] == tabs[:1] * 2
    assert keys == [["Ответ", "Объявить код"]] * 3


def test_round_by_keyboard_alone(phone: Callable[..., Phone]) -> None:
    page = phone("Anya").goto("/lost-cities/")

    card(page, 0, "yellow", 10).focus()
    page.keyboard.press("Enter")
    expect(points(page, 0)).to_have_text("−10")
    expect(card(page, 0, "yellow", 10)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    expect(points(page, 0)).to_have_text("−1")
    expect(card(page, 0, "yellow", 9)).to_be_focused()

    page.get_by_role("button", name=re.compile("^Отменить: ")).focus()
    page.keyboard.press("Enter")
    expect(points(page, 0)).to_have_text("−10")


def test_change_by_another_phone_is_spoken_once(phone: Callable[..., Phone]) -> None:
    anya = phone("Anya").goto("/lost-cities/")
    lay(anya, 0, "red", 7)
    expect(anya).to_have_url(re.compile("/1/$"))
    borya = phone("Borya").goto(anya.url)
    borya.evaluate(
        """() => {
          window.spoken = [];
          const said = document.getElementById("said");
          const heard = () => said.textContent && window.spoken.push(said.textContent);
          new MutationObserver(heard).observe(said, { childList: true, subtree: true });
        }"""
    )

    lay(anya, 0, "red", 9)
    expect(points(borya, 0)).to_have_text("−4")

    expect(borya.locator("#said")).to_contain_text("красная 9")
    assert borya.evaluate("window.spoken.length") == 1
