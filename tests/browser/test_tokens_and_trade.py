"""PythonAlgorithm's token counter and trade pages, tapped on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.board import settled
from tests.browser.conftest import Phone

EMPTY = "/pythonalgorithm/?players=3&tab=tokens"


def tokens(page: Page, player: int) -> Locator:
    return page.locator(f"#score-{player} .number")


def choose(page: Page, player: int) -> None:
    page.locator("label.score").nth(player).click()


def quick(page: Page, said: str) -> Locator:
    """The quick key of whoever is chosen."""
    return page.locator("#keys button:visible").filter(has_text=re.compile(f"^{re.escape(said)}$"))


def begun(page: Page) -> str:
    """A table of three where the first has 35 tokens; its address."""
    page.goto(EMPTY)
    quick(page, "+5").click()
    expect(tokens(page, 0)).to_have_text("35")
    return page.url.partition("?")[0]


def test_fast_taps_all_count_for_whoever_is_chosen(phone: Callable[..., Phone]) -> None:
    page = phone("Anya").goto(EMPTY)

    choose(page, 2)
    for _ in range(4):
        quick(page, "+1").click()

    expect(tokens(page, 2)).to_have_text("34")
    expect(tokens(page, 0)).to_have_text("30")
    expect(page.locator("#who-2")).to_be_checked()
    page.reload()
    expect(page.locator("#who-2")).to_be_checked()


def test_choice_and_amounts_need_no_network(phone: Callable[..., Phone]) -> None:
    anya = phone("Anya")
    page = anya.page
    begun(page)
    anya.go_offline()

    choose(page, 1)
    quick(page, "−5").click()
    page.locator("#keys a:visible").click()
    sheet = page.locator("#amount-sheet-1")
    for digit in "12":
        sheet.locator(f"[data-key='{digit}']").click()
    expect(sheet.locator("[data-total]")).to_have_text("42")
    sheet.locator("footer button").click()
    expect(sheet).to_be_hidden()
    anya.go_online()

    expect(tokens(page, 1)).to_have_text("37")
    expect(tokens(page, 0)).to_have_text("35")


def test_amount_says_what_its_key_will_do(phone: Callable[..., Phone]) -> None:
    page = phone("Anya").page
    begun(page)

    page.locator("#keys a:visible").click()
    sheet = page.locator("#amount-sheet-0")
    sheet.locator("[data-key='7']").click()
    sheet.locator("label.pick").nth(1).click()
    expect(sheet.locator("footer button")).to_contain_text("−7")
    sheet.locator("footer button").click()

    expect(tokens(page, 0)).to_have_text("28")
    page.locator("#keys a:visible").click()
    expect(sheet.locator("footer button")).to_contain_text("+0")
    expect(sheet.locator("[data-total]")).to_have_text("28")


def test_purchase_on_a_sheet(phone: Callable[..., Phone]) -> None:
    page = phone("Anya").page
    board = begun(page)

    page.locator("#held-0 a.main").click()
    page.locator("#sheet label.pick", has_text="B").click()
    page.locator("#sheet label.pick", has_text="Жёлтый").click()
    expect(page.locator("#deal .price .number")).to_have_text("7")
    page.locator("#deal [data-step='1']").click()
    expect(page.locator("#deal footer .main")).to_contain_text("8")
    page.locator("#deal footer .main").click()

    expect(page.locator("#sheet-dialog")).to_be_hidden()
    expect(tokens(page, 0)).to_have_text("27")
    expect(page.locator("#held-0 .list li")).to_have_count(1)
    assert page.url.startswith(f"{board}?")


def test_two_cards_ticked_fast_are_both_sold(phone: Callable[..., Phone]) -> None:
    page = phone("Anya").page
    begun(page)
    for _ in range(2):
        page.locator("#held-0 a.main").click()
        page.locator("#deal [name=debt]").click()
        expect(page.locator("#sheet-dialog")).to_be_hidden()
        settled(page)

    page.locator("#held-0 a[href*='/sale/']").click()
    for tick in (1, 2):
        page.locator(f"#tick-{tick}").check(force=True)

    expect(page.locator("#sale-sum .total").first).to_have_text("0")
    assert page.locator("#selling :checked").count() == 2
    page.locator("#sale-sum footer button").click()
    expect(page.locator("#held-0 .list li")).to_have_count(0)
    expect(tokens(page, 0)).to_have_text("35")


def test_auction_bid_by_bid_on_a_sheet(phone: Callable[..., Phone]) -> None:
    page = phone("Anya").page
    begun(page)

    page.locator("#trade a[href*='/bidding/']").click()
    for player in range(3):
        page.locator(f"#on-{player}").check(force=True)
    page.locator("#sheet footer button").click()
    page.locator("#sheet a.number-key").first.click()
    expect(page.locator("#sheet li[aria-current]")).to_contain_text("Капля")
    page.locator("#bid-amount").fill("25")
    page.locator("#bid-amount").press("Enter")
    for speaker in ("Пламя", "Луна"):
        expect(page.locator("#sheet li[aria-current]")).to_contain_text(speaker)
        page.locator("#sheet a.full").click()
    expect(page.locator("#sheet .note.yes")).to_contain_text("25")
    page.locator("#sheet footer button").first.click()

    expect(page.locator("#sheet-dialog")).to_be_hidden()
    expect(tokens(page, 0)).to_have_text("40")
    expect(tokens(page, 1)).to_have_text("5")
    expect(tokens(page, 2)).to_have_text("35")


def test_final_count_is_shown_while_it_is_typed_and_ends_only_on_its_key(
    phone: Callable[..., Phone],
) -> None:
    page = phone("Anya").goto("/pythonalgorithm/count/?players=2")

    page.locator("#tokens-0").fill("31")
    page.locator("#tokens-1").fill("20+9")
    page.locator("#tokens-1").press("Enter")
    expect(page.locator("#count-outcome .hero")).to_contain_text("31")
    expect(page).to_have_url(re.compile("tokens-0=31"))
    page.reload()
    expect(page.locator("#tokens-1")).to_have_value("20+9")
    page.locator("#debt-0").fill("5")
    page.locator("footer button.main").click()

    expect(page.locator("#count-over a")).to_be_visible()
    page.locator("#count-over a").click()
    expect(page.locator(".hero > .number")).to_have_text("29")
