"""The board of Lost Cities as a test taps it."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect


def card(page: Page, player: int, colour: str, number: int) -> Locator:
    """The key of a number card on a player's side."""
    column = page.locator(f"#side-{player} .colour-{colour}")
    return column.locator(f"button[formaction$='/set_card/'][value*='\"card\":{number},']")


def contracts(page: Page, player: int, colour: str) -> Locator:
    """The key that counts a player's contracts of one colour."""
    return page.locator(f"#side-{player} .colour-{colour} button[formaction$='/set_contracts/']")


def points(page: Page, player: int) -> Locator:
    """A player's points of the round, large above the board."""
    return page.locator("#duel .score").nth(player).locator("> .number")


def lay(page: Page, player: int, colour: str, *numbers: int) -> None:
    """Tap these cards onto a player's side."""
    for number in numbers:
        card(page, player, colour, number).click()


def settled(page: Page) -> None:
    """Every tap has been answered and drawn."""
    expect(page.locator("[data-waiting]")).to_have_count(0)
