"""What stands round a board keeps to the play it was opened on."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.board import card, points, settled
from tests.browser.conftest import Phone
from tests.browser.test_outbox import played

MakePhone = Callable[..., Phone]


def test_language_chosen_on_the_phone_that_began_stays_at_its_play(phone: MakePhone) -> None:
    page = played(phone())
    play = page.url

    page.locator("[data-sheet=who]").click()
    page.get_by_role("button", name="English").click()

    expect(page).to_have_url(play)
    expect(points(page, 0)).to_have_text("−18")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_table_opened_for_its_code_has_the_clock_of_its_place(phone: MakePhone) -> None:
    page = phone(timezone_id="Asia/Vladivostok").goto("/lost-cities/")
    page.get_by_role("button", name="Показать QR").click()
    page.get_by_role("link", name="Игра", exact=True).click()
    card(page, 0, "red", 5).click()
    expect(points(page, 0)).to_have_text("−15")
    here = page.evaluate("new Date().toTimeString().slice(0, 2)")

    page.get_by_role("link", name="Журнал").click()

    expect(page.locator("#lines time")).to_have_text(re.compile(f"^{here}:"))


def test_settings_that_drop_a_round_say_so_where_they_are_changed(phone: MakePhone) -> None:
    page = played(phone())
    page.get_by_role("button", name="Завершить раунд 1").click()
    expect(page.locator("#play-bar")).to_contain_text("раунд 2 из 3")

    page.goto(f"{page.url}settings/")
    page.get_by_role("button", name="1", exact=True).click()

    expect(page.get_by_text("1 запись больше не в счёт.")).to_be_visible()


def test_more_players_than_the_game_has_are_refused(phone: MakePhone) -> None:
    page = played(phone())
    page.goto(re.sub(r"\d+/$", "seats/add/", page.url))
    page.get_by_role("button", name="Посадить за стол").click()
    page.goto(re.sub(r"seats/.*|$", "", page.url) + "next/")

    for box in page.get_by_role("checkbox").all():
        box.check()
    page.get_by_role("button", name="Начать: Lost Cities").click()

    expect(page.get_by_role("alert")).to_contain_text("отмечено 3")


@pytest.mark.parametrize("workers", ["allow", "block"])
def test_back_from_the_table_that_was_opened_leads_to_its_board(
    phone: MakePhone, workers: str
) -> None:
    page = phone(service_workers=workers).goto("/lost-cities/")
    page.get_by_role("button", name="Показать QR").click()
    expect(page).to_have_url(re.compile(r"/t/[^/]+/$"))
    table = page.url

    page.go_back()

    expect(page).to_have_url(f"{table}1/")
    card(page, 0, "red", 5).click()
    expect(points(page, 0)).to_have_text("−15")
    settled(page)
    assert page.url == f"{table}1/"


def test_back_from_a_table_that_could_not_be_opened_leads_to_an_empty_board(
    phone: MakePhone,
) -> None:
    page = phone().goto("/lost-cities/")
    page.route("**/open/", lambda route: route.fulfill(status=503, body="Away"))
    page.get_by_role("button", name="Показать QR").click()
    expect(page.locator("body")).to_have_text("Away")

    page.go_back()

    with page.expect_response(lambda answer: answer.status == 404):
        page.reload()
    expect(page).to_have_url(re.compile("/lost-cities/$"))
    card(page, 0, "red", 5).click()
    expect(page).to_have_url(re.compile(r"/t/[^/]+/1/$"))
    expect(points(page, 0)).to_have_text("−15")
