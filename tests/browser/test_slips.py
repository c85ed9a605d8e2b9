"""A hurried finger: what it hits twice, or what slid under it, is not recorded."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.board import card, lay, points, settled
from tests.browser.conftest import Phone
from tests.browser.test_outbox import played, recorded

MakePhone = Callable[..., Phone]


def press_twice(page: Page, name: str | re.Pattern[str], pause: int = 200) -> None:
    """Two presses on the spot where this key is, whatever stands there at the second."""
    box = None
    while box is None:  # the key is drawn anew at every change
        box = page.get_by_role("button", name=name).first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    page.wait_for_timeout(pause)
    page.mouse.click(x, y)


def test_undo_pressed_twice_at_once_takes_back_one_entry(phone: MakePhone) -> None:
    page = played(phone())
    lay(page, 0, "red", 10, 9)
    expect(page.locator("#dock")).to_contain_text("красная 9")

    press_twice(page, re.compile("^Отменить: "))
    settled(page)

    expect(points(page, 0)).to_have_text("−28")  # 2 − 20 and 10 − 20
    assert [each["undo"] for each in recorded(page) if "undo" in each] == [3]


def test_undo_pressed_twice_with_a_pause_takes_back_two(phone: MakePhone) -> None:
    page = played(phone())
    lay(page, 0, "red", 10, 9)
    expect(page.locator("#dock")).to_contain_text("красная 9")

    press_twice(page, re.compile("^Отменить: "), pause=900)

    expect(points(page, 0)).to_have_text("−18")


def test_way_out_pressed_twice_lays_nothing_on_the_board_below(phone: MakePhone) -> None:
    page = played(phone())
    card(page, 1, "green", 2).click()
    expect(page.locator("#answer button")).to_be_visible()

    press_twice(page, re.compile("забирает"))
    settled(page)

    assert len(recorded(page)) == 2


def test_round_closed_by_a_double_press_is_closed_once(phone: MakePhone) -> None:
    page = played(phone())
    page.get_by_role("button", name="Завершить раунд 1").scroll_into_view_if_needed()

    press_twice(page, "Завершить раунд 1")

    expect(page.locator("#play-bar")).to_contain_text("раунд 2 из 3")
    settled(page)
    assert [each["move"] for each in recorded(page)] == ["set_card", "next_round"]


def test_cell_tapped_twice_at_once_counts_twice(phone: MakePhone) -> None:
    page = played(phone())

    card(page, 0, "red", 5).dblclick()
    settled(page)

    assert [each["args"]["laid"] for each in recorded(page)] == [True, True, False]


def test_undo_means_the_tap_that_is_still_on_its_way(phone: MakePhone) -> None:
    other = phone("Boris")
    page = played(phone("Anya"))
    board = other.goto(page.url)
    lay(board, 1, "blue", 8)
    expect(points(page, 1)).to_have_text("−12")

    page.context.set_offline(True)
    lay(page, 0, "red", 5)
    page.get_by_role("button", name=re.compile("^Отменить: ")).click()
    page.context.set_offline(False)

    expect(page.locator("#waiting")).to_be_hidden()
    expect(points(page, 0)).to_have_text("−18")
    expect(points(page, 1)).to_have_text("−12")


def test_held_key_is_one_press(phone: MakePhone) -> None:
    page = played(phone())
    card(page, 0, "red", 5).focus()

    page.keyboard.down("Enter")
    for _ in range(5):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    settled(page)

    assert len(recorded(page)) == 2
