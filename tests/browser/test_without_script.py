"""The whole evening with plain forms: no JavaScript at all."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.board import card, contracts, points
from tests.browser.conftest import Phone


def test_evening_without_script(phone: Callable[..., Phone]) -> None:
    page = phone("Anya", java_script_enabled=False).goto("/lost-cities/")

    # The first press makes the table; every press is a page.
    for number in (10, 9, 8):
        card(page, 0, "red", number).click()
    expect(points(page, 0)).to_have_text("7")
    contracts(page, 0, "red").click()
    expect(points(page, 0)).to_have_text("14")

    # A refusal is said above the board, with its way out.
    card(page, 1, "red", 10).click()
    expect(page.locator(".note.no")).to_contain_text("Луна")
    page.locator(".note.no button").click()
    expect(points(page, 1)).to_have_text("−10")
    page.get_by_role("button", name=re.compile("^Отменить: ")).click()
    expect(points(page, 0)).to_have_text("14")

    # A total typed by hand; what cannot be read stays in its field.
    page.get_by_role("link", name="Раунд 1 вручную").click()
    page.locator("#hand-points-1").fill("много")
    page.locator("#hand-1").get_by_role("button").click()
    expect(page.locator("#hand-points-1")).to_have_value("много")
    page.locator("#hand-points-1").fill("−12")
    page.locator("#hand-1").get_by_role("button").click()
    expect(points(page, 1)).to_have_text("−12")

    # An entry of the log is put right.
    page.get_by_role("link", name="Журнал").click()
    page.get_by_role("link", name=re.compile("Поправить: .*красная 10")).click()
    page.locator("select[name=card]").select_option("2")
    page.get_by_role("button", name="Поправить").click()
    expect(page.locator("#lines")).to_contain_text("исправлено")
    page.get_by_role("link", name="Игра", exact=True).click()
    expect(points(page, 0)).to_have_text("−2")

    # Rounds, the end, the result, the next game.
    page.get_by_role("button", name="Завершить раунд 1").click()
    page.get_by_role("button", name="Завершить раунд 2").click()
    page.get_by_role("button", name="Закончить партию").click()
    page.get_by_role("link", name="К итогу").click()
    expect(page.locator(".hero")).to_contain_text("Луна")
    page.get_by_role("button", name="Реванш").click()
    expect(page).to_have_url(re.compile("/2/$"))


def test_double_press_without_script_counts_once(phone: Callable[..., Phone]) -> None:
    page = phone("Anya", java_script_enabled=False).goto("/lost-cities/")

    card(page, 0, "red", 10).dblclick()
    page.get_by_role("link", name="Журнал").click()

    expect(page.locator("#lines .log > li")).to_have_count(1)


def test_seats_and_tools_without_script(phone: Callable[..., Phone]) -> None:
    page = phone("Anya", java_script_enabled=False).goto("/lost-cities/")
    card(page, 0, "red", 10).click()
    page.get_by_role("link", name="Игроки").click()

    page.get_by_role("link", name="Добавить игрока").click()
    page.get_by_role("textbox", name="Имя").fill("  Вера  ")
    page.get_by_role("button", name="Посадить за стол").click()
    page.get_by_role("link", name=re.compile("Это я.*Вера")).click()
    page.get_by_role("button", name="Да, я — Вера").click()
    page.get_by_role("link", name="Игроки").click()
    expect(page.locator("#players")).to_contain_text("Это вы")
    page.get_by_role("link", name="Открыть: Жребий").click()
    page.get_by_role("button", name="Бросить жребий").click()
    expect(page.locator(".hero")).to_contain_text("Начинает")
    page.get_by_role("link", name="Игроки").click()
    page.get_by_role("link", name="Открыть: Кубики").click()
    page.get_by_role("button", name="Два кубика").click()

    expect(page.locator(".hero b")).to_have_text(re.compile(r"^[1-6] \+ [1-6]$"))
