"""Акционер in a real browser: a whole game on two phones, and without a script."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from companion import playfile
from companion.games import all_games
from tests.browser.conftest import Phone

MakePhone = Callable[..., Phone]
LONG = "W" * 40
NARROW = {"width": 320, "height": 640}


def sheet(page: Page) -> Locator:
    return page.locator("#sheet-dialog[open]")


def open_card(page: Page) -> None:
    page.locator("#keys").get_by_role("link", name="Положить карту").click()
    is_open(page)


def is_open(page: Page) -> None:
    """The sheet is there, and asks for what is chosen in it."""
    expect(sheet(page)).to_be_visible()
    expect(page.locator(".htmx-settling, .htmx-added")).to_have_count(0)


def open_trade(page: Page) -> None:
    page.locator("#keys").get_by_role("link", name="Торговать").click()
    is_open(page)


def choose(page: Page, face: str, colour: str, other: str = "") -> None:
    """Three taps: what is printed, its colour, the other colour (a 100 has none)."""
    page.locator(f"#{face}").check()
    page.locator(f"#colour-{colour}").check()
    if other:
        page.locator(f"#other-{other}").check()
    expect(page.locator("#chosen")).to_be_visible()


def ink(page: Page) -> Locator:
    """The sheet's one ink key: of buying and selling only the chosen one is there."""
    return sheet(page).locator("footer .key.main:visible")


def confirm(page: Page) -> None:
    """Press the sheet's ink key and see the sheet go."""
    ink(page).click()
    recorded(page)


def recorded(page: Page) -> None:
    """The sheet is gone, and the board is a table's: the first move has made it one."""
    expect(sheet(page)).to_have_count(0)
    expect(page.get_by_role("link", name="Журнал")).to_be_visible()


def lay(page: Page, face: str, colour: str, other: str = "") -> None:
    open_card(page)
    choose(page, face, colour, other)
    confirm(page)


def end_turn(page: Page) -> None:
    page.get_by_role("button", name="Закончить ход").click()


def price(page: Page, company: str) -> Locator:
    return page.locator(f".quotes .colour-{company} > .number")


def cash(page: Page, player: int) -> Locator:
    return page.locator("#owners tbody tr").nth(player).locator("td").last


def hands() -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """What two players hold, as it is printed: five ordinary cards, then 100s; who chose what."""
    anya = [(f"rises-{number}", "red", "blue") for number in (30, 40, 50, 60)]
    borya = [(f"falls-{number}", "green", "red") for number in (30, 40, 50, 60)]
    anya += [("falls-30", "yellow", "green"), ("face-hundred", "red"), ("face-hundred", "blue")]
    borya += [("rises-30", "blue", "yellow"), ("face-hundred", "green")]
    return anya, [*borya, ("face-hundred", "yellow"), ("face-double", "blue", "green")]


def is_live(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-live-state", "on", timeout=20_000)


def test_whole_game_with_two_phones(phone: MakePhone) -> None:
    anya = phone("Anya").goto("/akcioner/?players=2")

    # The example of the rules: trade, card, trade. The first tap makes the table.
    open_trade(anya)
    anya.locator("#side-sell").check()
    anya.locator("#company-yellow").check()
    expect(anya.locator("#key-sell")).to_have_text("Продать: 1 жёлтая за 100")
    confirm(anya)
    expect(anya).to_have_url(re.compile(r"/t/[^/]+/1/"))
    borya = phone("Borya").goto(anya.url)
    for each in (anya, borya):
        is_live(each)
    expect(cash(borya, 0)).to_have_text("100")

    open_trade(anya)
    anya.locator("#company-green").check()
    expect(anya.locator("#key-buy")).to_have_text("Купить: 1 зелёная за 100")
    confirm(anya)
    open_card(anya)
    choose(anya, "face-halve", "yellow", "green")
    expect(sheet(anya)).to_contain_text("100 → 50")
    expect(sheet(anya)).to_contain_text("100 → 200")
    expect(price(borya, "green")).to_have_text("100")
    confirm(anya)
    for each in (anya, borya):
        expect(price(each, "green")).to_have_text("200")

    # Step 3: one of two green shares is locked; the refusal stands in the sheet.
    open_trade(anya)
    anya.locator("#side-sell").check()
    anya.locator("#company-green").check()
    expect(sheet(anya)).to_contain_text("До конца хода заперто: 1 зелёная")
    expect(anya.locator("#all")).to_have_text("Всё, что можно: 1")
    anya.get_by_role("button", name="На одну акцию больше").click()
    expect(anya.locator("#key-sell")).to_have_text("Продать: 2 зелёные за 400")
    ink(anya).click()
    expect(sheet(anya)).to_contain_text("купленное в шаге 1 этого же хода не продаётся")
    anya.locator("#all").click()
    expect(anya.locator("#count")).to_have_value("1")
    anya.wait_for_timeout(600)  # a second press at once would be the first one
    confirm(anya)
    open_trade(anya)
    anya.locator("#company-yellow").check()
    expect(anya.locator("#all")).to_have_text("На все деньги: 4")
    anya.locator("#all").click()
    expect(anya.locator("#key-buy")).to_have_text("Купить: 4 жёлтые за 200")
    confirm(anya)
    expect(cash(borya, 0)).to_have_text("0")
    end_turn(anya)

    # The card's reckoning can be read on the other phone.
    borya.get_by_role("link", name="Расчёт карты").click()
    expect(sheet(borya)).to_contain_text("÷2: зелёная ×2, жёлтая ÷2")
    borya.keyboard.press("Escape")

    # A slip is taken back on the other phone, and everything with it.
    lay(borya, "rises-60", "red", "blue")
    expect(price(anya, "red")).to_have_text("160")
    anya.get_by_role("button", name=re.compile("^Отменить: ")).click()
    expect(price(borya, "red")).to_have_text("100")

    # On by turns to the end, each on the own phone.
    first, second = hands()
    for turn in range(15):
        page, hand = (anya, first) if turn % 2 else (borya, second)
        expect(page.locator(f"#keys a.main[href*='player={1 - turn % 2}']")).to_be_visible()
        lay(page, *hand.pop())
        end_turn(page)
    for each in (anya, borya):
        expect(each.locator("#keys .main")).to_have_text("Закончить партию")

    anya.get_by_role("link", name="Графики").click()
    expect(anya.locator("#chart-prices path.line")).to_have_count(4)
    anya.get_by_role("link", name="Табло").click()
    borya.wait_for_timeout(600)  # on the same spot a second press at once is a slip
    borya.get_by_role("button", name="Закончить партию").click()
    expect(anya.get_by_role("link", name="К итогу")).to_be_visible()
    borya.get_by_role("link", name="К итогу").click()

    played = replayed(borya)
    best = max(int(each["points"]) for each in played["standings"])
    expect(borya.locator(".hero > .number")).to_have_text(str(best))
    assert played["finished"]
    assert played["refused"] == []
    assert [notice["code"] for notice in played["notices"]] == []


def replayed(page: Page) -> dict[str, object]:
    """The play file that the phone can save, replayed."""
    from companion.report import report

    play = page.url.split("?")[0].replace("result/", "")
    text = page.request.get(f"{play}export.json").text()
    read = playfile.read(text, all_games())
    answer: dict[str, object] = json.loads(json.dumps(report(read.game, read.log(), read.players)))
    return answer


def test_preview_says_who_loses_shares_before_the_card_lies(phone: MakePhone) -> None:
    page = phone("Anya").goto("/akcioner/?players=2")
    put_right(page, "price", "yellow", "30")
    put_right(page, "cash", "1", "50")

    open_card(page)
    choose(page, "rises-30", "red", "yellow")

    expect(sheet(page).locator(".note.no")).to_have_count(0)
    expect(sheet(page)).to_contain_text("30 − 60 ниже 10")
    expect(sheet(page)).to_contain_text("Денег хватает всем")
    page.keyboard.press("Escape")
    put_right(page, "cash", "1", "39")
    open_card(page)
    choose(page, "rises-30", "red", "yellow")
    expect(sheet(page).locator(".note.no")).to_contain_text("Изымается: 1 жёлтая")
    confirm(page)
    expect(cash(page, 1)).to_have_text("39")


def put_right(page: Page, what: str, whose: str, value: str) -> None:
    """Set a price, or a player's money, in its sheet."""
    if what == "price":
        page.get_by_role("link", name="Поправить курс").click()
        page.locator(f"#company-{whose}").check()
        sheet(page).locator(f"button[name=price][value='{value}']").click()
    else:
        page.locator("#owners").get_by_role("link", name="Поправить").click()
        page.locator(f"#player-{whose}").click()
        expect(page.locator(f"#player-{whose}[aria-current=true]")).to_be_visible()
        for key in ("clear", *value):
            sheet(page).locator(f"[data-key='{key}']").click()
        page.locator("#cash-form").get_by_role("button", name="Записать").click()
    recorded(page)


@pytest.mark.parametrize("text", ["много", "1e9", "NaN", "12,5", "=1+1", "9" * 30])
def test_typed_nonsense_is_told_in_the_sheet_and_stays(phone: MakePhone, text: str) -> None:
    page = phone("Anya").goto("/akcioner/?players=2")
    lay(page, "rises-30", "red", "yellow")
    open_trade(page)
    entry = page.locator("#play").get_attribute("data-entry")

    page.locator("#count").fill(text)
    expect(page.locator("#trade-sum .note.no")).to_be_visible()
    ink(page).click()

    expect(sheet(page).locator("[data-answer] .note.no")).to_be_visible()
    expect(page.locator("#count")).to_have_value(text)
    page.get_by_role("button", name="На одну акцию больше").click()
    expect(page.locator("#count")).to_have_value(text)
    assert page.locator("#play").get_attribute("data-entry") == entry


def test_key_does_what_was_typed_however_fast_it_is_pressed(phone: MakePhone) -> None:
    page = phone("Anya").goto("/akcioner/?players=2")
    put_right(page, "cash", "0", "900")
    open_trade(page)

    page.locator("#count").fill("3")
    ink(page).click()

    expect(sheet(page)).to_have_count(0)
    expect(cash(page, 0)).to_have_text("600")


def test_price_that_changed_meanwhile_asks(phone: MakePhone) -> None:
    anya = phone("Anya").goto("/akcioner/?players=2")
    put_right(anya, "cash", "0", "900")
    borya = phone("Borya").goto(anya.url)
    is_live(borya)
    open_trade(anya)

    lay(borya, "rises-30", "red", "yellow")
    expect(price(anya, "red")).to_have_text("130")
    ink(anya).click()

    both = sheet(anya).locator("[data-answer] .number-key")
    expect(both).to_have_text(["130", "100"])
    both.first.click()
    expect(cash(anya, 0)).to_have_text(str(900 + 60 - 130))


def test_card_laid_without_network_waits_and_goes_by_itself(phone: MakePhone) -> None:
    hers = phone("Anya")
    anya = hers.goto("/akcioner/?players=2")
    lay(anya, "rises-30", "red", "yellow")
    borya = phone("Borya").goto(anya.url)
    is_live(borya)
    end_turn(anya)
    expect(borya.locator("#keys .main")).to_have_text("Положить карту")

    open_card(anya)
    choose(anya, "face-hundred", "blue")
    hers.go_offline()
    ink(anya).click()
    expect(sheet(anya)).to_have_count(0)
    expect(anya.locator("#waiting [data-count]").first).to_have_text("1")
    expect(price(borya, "blue")).to_have_text("100")
    hers.go_online()

    for each in (anya, borya):
        expect(price(each, "blue")).to_have_text("200", timeout=40_000)
    assert replayed(borya)["refused"] == []


def test_printed_colour_chosen_twice_is_told_and_nothing_is_laid(phone: MakePhone) -> None:
    page = phone("Anya").goto("/akcioner/?players=2")

    open_card(page)
    for key in ("rises-30", "other-red", "colour-red"):
        page.locator(f"#{key}").check()

    expect(sheet(page).get_by_role("alert")).to_contain_text("Красная не может и расти, и падать")
    expect(ink(page)).to_have_count(0)
    page.locator("#other-blue").check()
    expect(page.locator("#chosen")).to_have_text("Красная +30, синяя −60")
    page.locator("label:has(#change-card)").click()
    expect(page.locator("#pick-card")).to_be_visible()
    page.locator("#face-hundred").check()
    expect(page.locator("#chosen")).to_contain_text("100: красная +100")
    page.locator("#fall-yellow-30").check()
    expect(page.locator("#chosen")).to_contain_text("жёлтая −30")
    confirm(page)
    expect(price(page, "yellow")).to_have_text("70")


def test_game_without_script(phone: MakePhone) -> None:
    page = phone("Anya", java_script_enabled=False).goto("/akcioner/?players=2")

    # A card: three choices, a page with every payment, one key.
    page.locator("#keys").get_by_role("link", name="Положить карту").click()
    page.locator("#rises-60").check()
    page.locator("#colour-red").check()
    page.locator("#other-blue").check()
    page.get_by_role("button", name="Показать расчёт").click()
    expect(page.locator("#main")).to_contain_text("100 → 70")
    page.get_by_role("button", name="Положить. ").click()
    expect(page).to_have_url(re.compile(r"/t/[^/]+/1/"))
    expect(price(page, "red")).to_have_text("160")
    expect(cash(page, 0)).to_have_text("30")

    # A sale, more than there is, text that is none, and the way out as a key.
    page.locator("#keys").get_by_role("link", name="Торговать").click()
    page.locator("#side-sell").check()
    page.locator("#company-red").check()
    page.locator("#count").fill("пять")
    page.locator(".for-sell").click()
    expect(page.locator(".note.no").first).to_contain_text("Это не число")
    expect(page.locator("#count")).to_have_value("пять")
    page.locator("#count").fill("5")
    page.locator(".for-sell").click()
    expect(page.locator(".note.no").first).to_contain_text("есть 1 красная")
    page.get_by_role("button", name="Продать: 1 красная").click()
    page.get_by_role("link", name="Игра", exact=True).click()
    expect(cash(page, 0)).to_have_text("190")

    # The record is put right; the turn ends; the play too.
    page.locator("#owners").get_by_role("link", name="Поправить").click()
    page.locator("#cash").fill("200+5")
    page.locator("#cash-form").get_by_role("button", name="Записать").click()
    page.get_by_role("link", name="Игра", exact=True).click()
    expect(cash(page, 0)).to_have_text("205")
    end_turn(page)
    page.get_by_role("link", name="Ход", exact=True).click()
    expect(page.locator("#steps-title")).to_contain_text("Ход 2")
    page.get_by_role("button", name="Закончить партию сейчас").click()
    page.get_by_role("link", name="К итогу").click()
    expect(page.locator(".hero > .number")).to_have_text("475")


# -- everybody can use it


def addresses(page: Page) -> list[str]:
    """Every page of a play in which something was recorded."""
    page.goto("/akcioner/?players=3")
    put_right(page, "price", "yellow", "30")
    lay(page, "rises-30", "red", "yellow")
    expect(page.locator("[data-waiting]")).to_have_count(0)
    play = re.sub(r"^https?://[^/]+|\?.*", "", page.url)
    inside = (
        "",
        "?tab=turn",
        "?tab=charts",
        "card/",
        "card/?face=hundred&colour=red",
        "card/?face=30&colour=blue&other=green",
        "trade/",
        "trade/?side=sell&count=abc",
        "correct/",
        "correct/?what=people",
        "effect/",
        "settings/",
        "log/",
        "amend/2/",
        "result/",
        "print/",
    )
    page.goto(play.rsplit("/", 2)[0] + "/")
    watch = page.locator("a[href*='/w/']").first.get_attribute("href") or ""
    watch = re.sub(r"^https?://[^/]+", "", watch)
    return ["/akcioner/", "/rules/akcioner/", *(play + each for each in inside), f"{watch}1/"]


def faults(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{page.url}: {each['id']} {each['nodes'][0]['html'][:160]}" for each in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(phone: MakePhone, scheme: str) -> None:
    page = phone("Anya", color_scheme=scheme).page
    found: list[str] = []

    for address in addresses(page):
        page.goto(address)
        found += faults(page)
    page.goto("/akcioner/")
    open_card(page)
    found += faults(page)
    choose(page, "rises-30", "red", "yellow")
    found += faults(page)

    assert found == []


@pytest.mark.parametrize(
    ("context", "script"),
    [
        ({"viewport": NARROW}, ""),
        ({"viewport": {"width": 820, "height": 1180}}, ""),
        ({}, "document.documentElement.style.fontSize = '200%'"),
    ],
)
def test_no_page_scrolls_sideways(
    phone: MakePhone, context: dict[str, object], script: str
) -> None:
    page = phone("Anya", **context).page
    wide: list[str] = []
    pages = addresses(page)
    table = re.sub(r"1/$", "", pages[2])
    page.goto(table)
    page.get_by_role("link", name=re.compile("Изменить имя")).first.click()
    page.get_by_role("textbox", name="Имя").fill(LONG)
    page.get_by_role("button", name="Готово").click()

    for address in pages:
        page.goto(address)
        if script:
            page.evaluate(script)
        width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if width > 0:
            wide.append(f"{address} by {width}")

    assert wide == []


def test_card_by_keyboard_alone(phone: MakePhone) -> None:
    page = phone("Anya").goto("/akcioner/?players=2")

    page.locator("#keys").get_by_role("link", name="Положить карту").focus()
    page.keyboard.press("Enter")
    expect(sheet(page)).to_be_visible()
    for key in ("rises-40", "colour-green", "other-blue"):
        page.locator(f"#{key}").focus()
        page.keyboard.press("Space")
    expect(page.locator("#chosen")).to_be_visible()
    ink(page).focus()
    page.keyboard.press("Enter")

    expect(price(page, "green")).to_have_text("140")
