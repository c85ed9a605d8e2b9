"""Two people with two phones play a three-round evening of Lost Cities."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.board import card, contracts, lay, points
from tests.browser.conftest import Phone

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
