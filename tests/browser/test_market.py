"""The market of PythonAlgorithm on a phone: prices, events, the reaction, the round guide."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Phone
from tests.phone import Phone as Program
from tests.server import RunningServer

MakePhone = Callable[..., Phone]


@pytest.fixture
def play(server: RunningServer) -> str:
    """A play in its first round: both events, a card bought."""
    program = Program(server.url)
    program.open("/pythonalgorithm/?players=3")
    card = {"track": "templates", "colour": "blue", "category": "B"}
    moves: list[tuple[str, dict[str, Any]]] = [
        ("event", {"kind": "rise", "colour": "white"}),
        ("event", {"kind": "jump"}),
        ("buy", {"player": 0, "card": card}),
    ]
    for move, args in moves:
        assert program.move(move, **args).status == 204
    return program.play


def price(page: Page) -> Locator:
    return page.locator("#price .number")


def shown(page: Page) -> Locator:
    """The preview that is seen in the event dialog."""
    return page.locator("#event-sheet .chosen > *:visible")


def open_event(page: Page) -> None:
    page.locator("#keys [data-sheet=event-sheet]").click()
    expect(page.locator("#event-sheet")).to_be_visible()


def pick(page: Page, number: int) -> None:
    page.locator("#event-sheet .pick").nth(number - 1).click()


def test_prices_are_looked_up_without_loading_a_page(phone: MakePhone, play: str) -> None:
    page = phone().goto(f"{play}?tab=market")
    page.evaluate("window.same = true")

    page.locator("#board-templates .category").nth(1).click()
    expect(price(page)).to_have_text("10")  # blue has jumped to IV
    page.locator("#board-kodiki .category").click()
    expect(page.locator("#board-kodiki .on")).to_have_count(1)
    assert page.evaluate("window.same")


def test_two_quick_taps_choose_colour_and_row(phone: MakePhone, play: str) -> None:
    page = phone().goto(f"{play}?tab=market")
    page.locator("#colours .key").nth(2).click()
    page.locator("#board-templates .category").nth(2).click()

    expect(page.locator("#price.colour-white .number")).to_have_text("9")


def test_event_shows_what_it_moves_and_then_moves_it(phone: MakePhone, play: str) -> None:
    page = phone(locale="en-GB").goto(f"{play}?tab=market")
    open_event(page)
    expect(shown(page)).to_have_count(1)
    expect(shown(page).locator("footer")).to_have_count(0)

    pick(page, 4)
    expect(shown(page)).to_have_count(1)
    expect(shown(page)).to_contain_text("III → VI")
    pick(page, 5)
    expect(shown(page)).not_to_contain_text("III → VI")
    pick(page, 4)
    shown(page).locator("footer .main").click()

    expect(page.locator("#event-sheet")).to_be_hidden()
    expect(page.locator("#board-templates .pawns td").nth(6)).to_contain_text("yellow python")


def test_picks_stay_where_they_are_while_previews_change(phone: MakePhone, play: str) -> None:
    page = phone(reduced_motion="reduce").goto(f"{play}?tab=market")
    open_event(page)
    first = page.locator("#event-sheet .pick").first
    before = first.bounding_box()
    for number in (1, 4, 5, 6):
        pick(page, number)
        assert first.bounding_box() == before


def test_event_waits_for_the_network(phone: MakePhone, play: str) -> None:
    anya = phone()
    page = anya.goto(f"{play}?tab=market")
    anya.go_offline()
    open_event(page)
    pick(page, 4)
    shown(page).locator("footer .main").click()
    expect(page.locator("#event-sheet")).to_be_hidden()
    expect(page.locator("#waiting")).to_be_visible()
    anya.go_online()

    expect(page.locator("#board-templates .pawns td").nth(6).locator(".pawn")).to_have_count(1)
    anya.faults.clear()  # the stream was lost on purpose


def test_reaction_counts_every_tap_and_shows_who_moves(phone: MakePhone, play: str) -> None:
    page = phone(locale="en-GB").goto(f"{play}?tab=market")
    board = page.url
    page.locator("#keys a").first.click()
    sheet = page.locator("#sheet")
    more = sheet.locator(".stepper [data-step='1']")
    for colour, count in enumerate((4, 2, 3)):
        for _each in range(count):
            more.nth(colour).click()

    expect(sheet.locator("#left-preview")).to_contain_text("Blue: IV → II.")
    counts = [field.input_value() for field in sheet.locator(".stepper input").all()]
    assert counts == ["4", "2", "3"]
    expect(sheet.locator("#means-blue")).to_have_text("most left: ← 1")
    sheet.locator("footer button").click()

    expect(page.locator("#sheet-dialog")).to_be_hidden()
    assert page.url == board
    expect(page.locator("#board-templates .pawns td").nth(2)).to_contain_text("blue python")
    page.locator("#keys a").first.click()
    expect(sheet.locator("[name=track][value=kodiki]")).to_be_checked()


def test_reaction_is_recorded_without_network_for_either_track(phone: MakePhone, play: str) -> None:
    anya = phone()
    page = anya.goto(f"{play}?tab=market")
    page.locator("#keys a").first.click()
    sheet = page.locator("#sheet")
    expect(sheet.locator(".stepper input").first).to_be_visible()
    anya.go_offline()
    sheet.locator(".joined .pick").nth(1).click()
    sheet.locator(".stepper [data-step='1']").nth(2).click()
    sheet.locator("footer button").click()
    expect(page.locator("#sheet-dialog")).to_be_hidden()
    anya.go_online()

    expect(page.locator("#board-kodiki .pawns td").nth(2).locator(".colour-white")).to_have_count(1)
    anya.faults.clear()  # the preview could not be had


def test_steps_are_looked_at_on_one_phone_alone(phone: MakePhone, play: str) -> None:
    anya, boris = phone("Anya"), phone("Boris")
    page, other = anya.goto(play), boris.goto(play)
    now = "#steps .now .step-number"
    expect(page.locator(now)).to_have_text("3")
    page.locator("#keys .main").click()

    expect(page.locator(now)).to_have_text("4")
    expect(other.locator(now)).to_have_text("3")
    page.locator("#keys [formaction]").click()
    for each in (page, other):
        expect(each.locator(now)).to_have_text("1")
    expect(page.locator("#steps-title")).to_contain_text("2")


def test_ticks_of_the_set_up_survive_what_others_do(phone: MakePhone, server: Any) -> None:
    program = Program(server.url)
    program.open("/pythonalgorithm/?players=3")
    program.move("tokens", player=0, delta=1)
    page = phone().goto(program.play)
    tick = page.locator(".check input").first
    tick.check()
    program.move("options", first=1)

    expect(page.locator("#first-player [aria-pressed=true]")).to_have_count(1)
    expect(page.locator("#first-player .key").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(tick).to_be_checked()
