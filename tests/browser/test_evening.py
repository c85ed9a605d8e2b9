"""Two people with two phones play a three-round evening of Lost Cities."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.board import card, contracts, lay, points, settled
from tests.browser.conftest import Phone
from tests.browser.test_access import LONG, NARROW, faults
from tests.browser.test_scorepad import score

THREE_ROUNDS = 3


def test_evening_with_two_phones_from_the_first_tap_to_the_rematch(
    phone: Callable[..., Phone],
) -> None:
    anya, borya = phone("Anya").goto("/"), phone("Borya").goto("/")

    # Looking makes nothing; the first tap makes the table.
    anya.get_by_role("link", name=re.compile("Lost Cities")).click()
    expect(anya).to_have_url(re.compile("/lost-cities/$"))
    lay(anya, 0, "red", 7)
    expect(anya).to_have_url(re.compile("/t/[^/]+/1/$"))
    expect(points(anya, 0)).to_have_text("−13")

    # The code is said aloud, typed carelessly, and leads to a seat.
    anya.get_by_role("link", name="Игроки").click()
    code = anya.locator(".code").inner_text().replace(" ", "")
    borya.get_by_label("Код стола").fill(f" {code[:2].lower()}-{code[2:].lower()} ")
    borya.get_by_role("button", name="Войти").click()
    borya.get_by_role("button", name="Я — Капля").click()
    expect(borya).to_have_url(re.compile(r"/t/[^/]+/1/\?first=1$"))

    # Anya gives the seats names; Borya's phone follows.
    for figure, name in (("Луна", "Аня"), ("Капля", "Боря")):
        anya.get_by_role("link", name=f"Изменить имя, знак, место: {figure}").click()
        anya.get_by_role("textbox", name="Имя").fill(name)
        anya.get_by_role("button", name="Готово").click()
    expect(borya.locator("#duel")).to_contain_text("Боря")
    anya.get_by_role("link", name="Продолжить: Lost Cities").click()
    expect(anya.locator("html[data-live-state=on]")).to_be_attached()

    # Both tally at once; each sees what the other does.
    lay(anya, 0, "red", 8, 9)
    lay(borya, 1, "blue", 10, 9)
    contracts(borya, 1, "blue").click()
    expect(points(anya, 0)).to_have_text("4")
    expect(points(borya, 0)).to_have_text("4")
    expect(points(anya, 1)).to_have_text("−2")
    expect(points(borya, 1)).to_have_text("−2")

    # Borya lays what Anya has: refused, with a way out; undone on the other phone.
    card(borya, 1, "red", 7).click()
    expect(borya.locator("#answer")).to_contain_text("Аня")
    borya.locator("#answer button").click()
    expect(points(anya, 0)).to_have_text("−3")
    anya.get_by_role("button", name=re.compile("^Отменить: ")).click()
    expect(points(borya, 0)).to_have_text("4")
    expect(points(borya, 1)).to_have_text("−2")

    # Round 2 is counted on paper, round 3 with cards.
    anya.get_by_role("button", name="Завершить раунд 1").click()
    expect(borya.locator("#play-bar")).to_contain_text("раунд 2 из 3")
    borya.get_by_role("link", name="Раунд 2 вручную").click()
    borya.locator("#hand-points-0").fill("12+11-7")
    borya.locator("#hand-0").get_by_role("button").click()
    expect(points(anya, 0)).to_have_text("16")
    borya.get_by_role("button", name="Завершить раунд 2").click()
    expect(anya.locator("#play-bar")).to_contain_text("раунд 3 из 3")
    lay(anya, 0, "green", 2, 3, 4, 5, 6, 7, 8, 9)
    expect(points(borya, 0)).to_have_text("44")

    # The end, on both phones, and how it came about.
    anya.get_by_role("button", name="Закончить партию").click()
    expect(borya.get_by_role("link", name="К итогу")).to_be_visible()
    anya.get_by_role("link", name="К итогу").click()
    expect(anya.locator(".hero")).to_contain_text("Аня")
    expect(anya.locator(".hero")).to_contain_text("64")

    # A rematch is one tap, and the evening remembers the first game.
    anya.get_by_role("button", name="Реванш").click()
    expect(anya).to_have_url(re.compile("/t/[^/]+/2/$"))
    expect(borya.get_by_text("За столом уже новая игра")).to_be_visible()
    anya.get_by_role("link", name="Игроки").click()
    expect(anya.locator("#evening tbody tr").first).to_contain_text("Аня")
    expect(anya.locator("#played li")).to_have_count(2)


def seat(page: Page, *names: str) -> None:
    """The seats get names, from the table's page."""
    page.get_by_role("link", name="Players", exact=True).click()
    expect(page).to_have_url(re.compile("/t/[^/]+/$"))
    for name in names:
        page.get_by_role("link", name=re.compile("place: (Moon|Drop)$")).first.click()
        page.get_by_role("textbox", name="Name", exact=True).fill(name)
        page.get_by_role("button", name="Done").click()
        expect(page.locator("#players")).to_contain_text(name)


def begin(page: Page, game: str) -> None:
    """The next game, from the table's page."""
    page.get_by_role("link", name="Players", exact=True).click()
    page.locator("#dock").get_by_role("link", name=re.compile("^(Next|Another) game$")).click()
    page.get_by_role("button", name=f"Begin {game}").click()


def result_of_the_evening(page: Page) -> Page:
    page.get_by_role("link", name="Players", exact=True).click()
    page.get_by_role("link", name="Result of the evening").click()
    return page


def rows(page: Page) -> Locator:
    """Place, name, games, mean place and wins of everybody, best first."""
    return page.locator("#evening-places tbody tr")


def expect_standings(page: Page, *wanted: str) -> None:
    """What the rows say, blanks and all that is only spoken aside."""
    patterns = [re.compile(r"\s*".join(each.split())) for each in wanted]
    expect(rows(page)).to_contain_text(patterns)


def test_evening_of_three_games_is_put_right_and_shared(phone: Callable[..., Phone]) -> None:
    anya, borya = phone("Anya", locale="en-GB"), phone("Borya", locale="en-GB")
    page = anya.goto("/lost-cities/?rounds=1")
    lay(page, 0, "red", 10, 9, 8)
    settled(page)
    seat(page, "Anya", "Borya")
    table = page.url
    page.get_by_role("link", name="Continue Lost Cities").click()
    page.get_by_role("button", name="Finish the game").click()
    expect(page.get_by_role("link", name="To the result")).to_be_visible()

    # The second game is Borya's, the third nobody's alone.
    begin(page, "Score pad")
    other = borya.goto(page.url)
    score(other, 0, 1, "5")
    score(other, 1, 1, "12")
    other.get_by_role("button", name="Finish the game").click()
    expect(page.get_by_role("link", name="To the result")).to_be_visible()
    begin(page, "Shareholder")
    page.locator(".subnav").get_by_role("link", name="Turn").click()
    page.get_by_role("button", name="Finish the game now").click()
    expect(page.get_by_role("link", name="To the result")).to_be_visible()

    result_of_the_evening(page)
    expect(page.locator("#evening-title")).to_have_text("Anya, Borya")
    expect_standings(
        page, "1 Anya 3 games, mean place 1.33 1½", "1 Borya 3 games, mean place 1.33 1½"
    )
    expect(page.locator("#evening-played li")).to_have_count(3)

    # Borya had more cards than were counted: the first game is put right, hours later.
    other.goto(f"{table}evening/")
    other.get_by_role("link", name=re.compile("^Correct: Lost Cities 1")).click()
    lay(other, 1, "blue", 10, 9, 8)
    settled(other)
    lay(other, 1, "blue", 7)
    expect_standings(page, "1 Borya 3 games, mean place 1 2½", "2 Anya 3 games, mean place 1.67 ½")
    expect(page.locator("#evening-title")).to_have_text("Borya")

    # The text stands on the page, and is copied where nothing can be shared.
    expect(page.locator("#share-text")).to_have_value(re.compile("🥇 .?Borya.?: 2½ of 3"))
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.locator("#said")).to_have_text("Copied")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Picture", exact=True).click()
    assert saved.value.suggested_filename.endswith(".png")
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Spreadsheet").click()
    assert saved.value.path().read_bytes().startswith(b'\xef\xbb\xbf"Place","Player"')

    # The watch-only link shows the same.
    watch = page.get_by_role("link", name="Watch-only link").get_attribute("href") or ""
    watch = urlsplit(watch).path
    expect(phone("Guest", locale="en-GB").goto(watch).locator("#evening")).to_contain_text("2½")


def test_evening_without_script(phone: Callable[..., Phone]) -> None:
    page = phone("Anya", locale="en-GB", java_script_enabled=False).goto("/lost-cities/?rounds=1")
    for number in (10, 9, 8):
        card(page, 0, "red", number).click()
    page.get_by_role("button", name="Finish the game").click()

    result_of_the_evening(page)
    expect_standings(page, "1 Moon 1 game, mean place 1 1", "2 Drop 1 game, mean place 2 0")
    page.get_by_role("link", name=re.compile("^Correct: Lost Cities 1")).click()
    for number in (10, 9, 8, 7):
        card(page, 1, "blue", number).click()
    result_of_the_evening(page)
    expect_standings(page, "1 Drop 1 game, mean place 1 1", "2 Moon 1 game, mean place 2 0")

    page.get_by_role("link", name="As text").click()
    expect(page.locator("pre")).to_contain_text("1 of 1")
    page.go_back()
    page.get_by_role("link", name="Print").click()
    expect(page.locator("main")).to_contain_text("1. Lost Cities")


@pytest.mark.parametrize(
    ("context", "script"),
    [({"viewport": NARROW}, ""), ({}, "document.documentElement.style.fontSize = '200%'")],
    ids=["narrow", "large text"],
)
def test_evening_with_long_names_does_not_scroll_sideways(
    phone: Callable[..., Phone], context: dict[str, Any], script: str
) -> None:
    page = phone("Anya", locale="en-GB", **context).goto("/lost-cities/?rounds=1")
    lay(page, 0, "red", 10, 9)
    settled(page)
    seat(page, LONG, "محمد عبد الله 👨‍👩‍👧")
    table = page.url
    page.get_by_role("link", name="Continue Lost Cities").click()
    page.get_by_role("button", name="Finish the game").click()
    expect(page.get_by_role("link", name="To the result")).to_be_visible()

    for address in ("evening/", "print/"):
        page.goto(table + address)
        if script:
            page.evaluate(script)
        root = "document.documentElement"
        assert page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth"), address
        assert faults(page) == []
