"""The score pad in a real browser: a whole game on two phones, without script, offline."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Phone
from tests.browser.test_access import LONG, NARROW, faults

MakePhone = Callable[..., Phone]


@pytest.fixture
def phone(phone: MakePhone) -> MakePhone:
    """Phones that read English: these tests are about what is done, not how it is said."""

    def english(name: str = "", **context: Any) -> Phone:
        made = phone(name, **{"locale": "en-GB", **context})
        made.page.set_default_timeout(10_000)
        return made

    return english


def cell(page: Page, player: int, number: int) -> Locator:
    return page.locator(f"td > a[href$='player={player}&round={number}']")


def totals(page: Page) -> Locator:
    return page.locator(".rounds thead .number")


def press(page: Page, keys: str) -> None:
    """Press these keys of the sheet one after the other; ± changes the sign of it all."""
    for key in keys:
        name = "[data-negate]" if key == "±" else f"[data-key='{key}']"
        page.locator(f"#pad {name}").click()


def record(page: Page) -> None:
    page.locator("#pad footer .main").click()


def score(page: Page, player: int, number: int, keys: str) -> None:
    """One score through the sheet, which is closed again afterwards."""
    cell(page, player, number).click()
    press(page, keys)
    record(page)
    if page.locator("#pad").is_visible():
        page.locator("#pad header button").click()


def agree(page: Page) -> None:
    """Open what the table has agreed on."""
    page.locator("#people").get_by_role("link", name="Game", exact=True).click()


def recorded(page: Page) -> list[Any]:
    address = page.url.split("?")[0]
    return list(page.request.get(f"{address}export.json").json()["log"])


def settled(page: Page) -> None:
    expect(page.locator("[data-waiting]")).to_have_count(0)


def test_whole_game_on_two_phones(phone: MakePhone) -> None:
    anya = phone("Anya").goto("/scorepad/?players=2")

    # A sum is added up while it is typed, and recording it leads to the next player.
    anya.locator("#pad-dock .main").click()
    press(anya, "12+9")
    expect(anya.locator("#pad-sum")).to_have_text("= 21")
    expect(anya.locator("#pad footer .main")).to_have_text("Record 21, next: \u2068Drop\u2069")
    record(anya)
    expect(anya.locator("#pad [data-who]")).to_have_text("\u2068Drop\u2069")
    press(anya, "5±")
    expect(anya.locator("#pad footer .main")).to_have_text("Record −5")
    record(anya)
    expect(anya.locator("#pad")).to_be_hidden()
    expect(totals(anya)).to_have_text(["21", "−5"])
    expect(anya).to_have_url(re.compile(r"/t/[^/]+/1/"))

    # The other phone sees it at once, and goes on.
    borya = phone("Borya").goto(anya.url)
    expect(totals(borya)).to_have_text(["21", "−5"])
    borya.get_by_role("button", name="Close round 1").click()
    expect(cell(anya, 0, 2)).to_be_visible()
    score(borya, 1, 2, "40")
    expect(totals(anya)).to_have_text(["21", "35"])

    # Somebody comes later: dashes, not zeros.
    anya.get_by_role("link", name="Player", exact=True).click()
    anya.get_by_role("textbox", name="Name").fill("Dina")
    anya.get_by_role("button", name="Seat at the table").click()
    expect(borya.locator(".rounds thead th").last).to_contain_text("Dina")
    expect(cell(borya, 2, 1)).to_have_text("—")
    score(borya, 2, 2, "0,5".replace(",", "."))
    expect(totals(anya)).to_have_text(["21", "35", "0.5"])

    # A slip is taken back on every phone, a wrong score is typed over.
    score(anya, 0, 2, "99")
    expect(totals(borya)).to_have_text(["120", "35", "0.5"])
    borya.get_by_role("button", name=re.compile("^Undo: ")).click()
    expect(totals(anya)).to_have_text(["21", "35", "0.5"])
    score(anya, 0, 1, "7")
    expect(totals(borya)).to_have_text(["7", "35", "0.5"])

    # What is agreed later counts for the whole game; the target brings the end forward.
    agree(borya)
    borya.get_by_role("textbox", name="Play to, points").fill("50")
    borya.get_by_role("button", name="Agreed").click()
    expect(anya.locator(".tag").nth(1)).to_have_text("up to 50")
    score(anya, 0, 2, "50")
    expect(borya.locator("#play-notes")).to_contain_text("50 points reached")
    borya.get_by_role("button", name="Finish the game").click()
    expect(anya.get_by_role("link", name="To the result")).to_be_visible()
    anya.get_by_role("link", name="To the result").click()
    expect(anya.locator(".hero")).to_contain_text("Winner: \u2068Moon\u2069")
    expect(anya.locator(".hero .number")).to_have_text("57")


def test_what_stands_in_a_cell_is_typed_over_or_gone_on_with(phone: MakePhone) -> None:
    page = phone().goto("/scorepad/?players=1")
    score(page, 0, 1, "12+9")
    expect(totals(page)).to_have_text(["21"])

    cell(page, 0, 1).click()
    expect(page.locator("#pad input.number")).to_have_value("12+9")
    press(page, "+4")
    expect(page.locator("#pad-sum")).to_have_text("= 25")
    record(page)
    expect(totals(page)).to_have_text(["25"])
    score(page, 0, 1, "3")
    expect(totals(page)).to_have_text(["3"])
    cell(page, 0, 1).click()
    page.get_by_role("button", name="Empty").click()
    expect(totals(page)).to_have_text(["0"])
    expect(cell(page, 0, 1)).to_have_text("")


def test_scores_are_typed_with_a_keyboard(phone: MakePhone) -> None:
    page = phone(viewport={"width": 1024, "height": 800}).goto("/scorepad/?players=3")

    page.locator("#pad-dock .main").focus()
    page.keyboard.press("Enter")
    for typed in ("10-3", "-2", "1,5"):
        expect(page.locator("#pad input.number")).to_be_focused()
        page.keyboard.type(typed)
        page.keyboard.press("Enter")

    expect(page.locator("#pad")).to_be_hidden()
    expect(totals(page)).to_have_text(["7", "−2", "1.5"])


@pytest.mark.parametrize("typed", ["12+", "1e9", "٣", "1,234", "=5", "9999999999"])
def test_what_is_no_number_stays_in_the_field(phone: MakePhone, typed: str) -> None:
    page = phone().goto("/scorepad/?players=2")
    score(page, 0, 1, "5")
    settled(page)

    cell(page, 1, 1).click()
    page.locator("#pad input.number").fill(typed)
    expect(page.locator("#pad-sum")).to_have_text("= ?")
    record(page)

    expect(page.locator("#pad [data-answer]")).to_contain_text(typed)
    expect(page.locator("#pad input.number")).to_have_value(typed)
    assert len(recorded(page)) == 1


def test_two_phones_that_type_into_one_cell_are_asked(phone: MakePhone) -> None:
    anya = phone("Anya").goto("/scorepad/?players=2")
    score(anya, 0, 1, "5")
    borya = phone("Borya").goto(anya.url)
    cell(borya, 1, 1).click()
    press(borya, "8")

    score(anya, 1, 1, "9")
    settled(anya)
    record(borya)

    answer = borya.locator("[data-answer]:not(:empty)")
    expect(answer).to_contain_text("recorded 9, yours says 8")
    answer.get_by_role("button", name="8").click()
    expect(totals(anya)).to_have_text(["5", "8"])


def test_a_round_typed_without_network_is_sent_later(phone: MakePhone) -> None:
    anya = phone("Anya")
    page = anya.goto("/scorepad/?players=3")
    score(page, 0, 1, "1")
    expect(page).to_have_url(re.compile("/1/"))
    settled(page)

    anya.go_offline()
    page.locator("#pad-dock .main").click()
    for keys in ("20", "30±"):
        press(page, keys)
        record(page)
    expect(page.locator("#pad")).to_be_hidden()
    expect(cell(page, 1, 1)).to_have_text("20")
    expect(page.locator("#waiting [data-count]").first).to_contain_text("2")
    anya.go_online()

    expect(totals(page)).to_have_text(["1", "20", "−30"])
    assert [each["args"]["points"] for each in recorded(page)] == ["1", "20", "−30"]


def test_every_fast_tap_of_a_counter_counts(phone: MakePhone) -> None:
    page = phone().goto("/scorepad/?players=2&step=(-1, 1, 5)")

    for _ in range(7):
        page.get_by_role("button", name=re.compile("^.?Moon.: \\+1$")).click()
    page.get_by_role("button", name=re.compile("Drop.: −1")).click()
    settled(page)

    expect(page.locator(".counters .large")).to_have_text(["7", "−1"])
    page.get_by_role("link", name=re.compile("Moon.: another amount")).click()
    page.locator("#sheet [data-key='2']").click()
    page.locator("#sheet [data-key='5']").click()
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".counters .large")).to_have_text(["32", "−1"])


def test_whole_game_without_script(phone: MakePhone) -> None:
    page = phone(java_script_enabled=False).goto("/scorepad/?players=2")

    # The first score makes the table; each leads to the next player's page.
    page.get_by_role("link", name="Fill in").or_(page.locator("#pad-dock .main")).first.click()
    page.get_by_role("textbox").fill("12+11−2")
    page.get_by_role("button", name=re.compile("^Record, next: ")).click()
    page.get_by_role("textbox").fill("viel")
    page.get_by_role("button", name="Record").click()
    expect(page.locator(".note.no")).to_contain_text("is no number")
    expect(page.get_by_role("textbox")).to_have_value("viel")
    page.get_by_role("textbox").fill("-4")
    page.get_by_role("button", name="Record").click()
    expect(totals(page)).to_have_text(["21", "−4"])

    # Somebody comes, the game gets its name and its end.
    page.get_by_role("link", name="Player", exact=True).click()
    page.get_by_role("textbox", name="Name").fill("Dina")
    page.get_by_role("button", name="Seat at the table").click()
    agree(page)
    page.get_by_role("textbox", name="Name of the game").fill("Skyjo")
    page.get_by_role("button", name="Record the name").click()
    expect(page.locator("#main h2").first).to_have_text("Skyjo")
    agree(page)
    page.get_by_role("radio", name="Low total").check()
    page.get_by_role("textbox", name="Rounds").fill("zwei")
    page.get_by_role("button", name="Agreed").click()
    expect(page.locator(".note.no")).to_contain_text("no number of rounds")
    expect(page.get_by_role("textbox", name="Rounds")).to_have_value("zwei")
    page.get_by_role("textbox", name="Rounds").fill("1")
    page.get_by_role("button", name="Agreed").click()

    # A cell is corrected, an empty one is zero, the game is finished.
    cell(page, 1, 1).click()
    page.get_by_role("textbox").fill("-5")
    page.get_by_role("button", name="Record").first.click()
    page.get_by_role("link", name="Game", exact=True).first.click()
    cell(page, 2, 1).click()
    page.get_by_role("textbox").fill("0")
    page.get_by_role("button", name="Record").click()
    expect(totals(page)).to_have_text(["21", "−5", "0"])
    page.get_by_role("button", name="Finish the game").click()
    page.get_by_role("link", name="To the result").click()
    expect(page.locator(".hero")).to_contain_text("Winner: \u2068Drop\u2069")


def long_pad(page: Page) -> list[str]:
    """A pad with all there is to see, long names in it; the addresses of its pages."""
    page.goto("/scorepad/?players=4&zero_sum=True")
    for player in range(2):
        score(page, player, 1, "12345678+5")
    settled(page)
    page.get_by_role("button", name="Close the round").click()
    expect(cell(page, 0, 2)).to_be_visible()
    page.get_by_role("link", name="Player", exact=True).click()
    page.get_by_role("textbox", name="Name").fill(LONG)
    page.get_by_role("button", name="Seat at the table").click()
    expect(page.locator(".rounds thead th")).to_have_count(5)
    score(page, 4, 2, "7")
    settled(page)
    play = re.sub(r"^https?://[^/]+", "", page.url).split("?")[0]
    page.goto(re.sub(r"\d+/$", "", play))
    watch = page.locator("a[href*='/w/']").first.get_attribute("href") or ""
    watch = re.sub(r"^https?://[^/]+", "", watch)
    inside = "score/ people/ setup/ amount/ log/ result/ print/ settings/ amend/1/ ?rounds=all"
    own = ["/scorepad/", "/scorepad/?players=12&step=(-1, 1, 5)", "/scorepad/score/"]
    return [play, *(play + each for each in inside.split()), *own, "/rules/scorepad/", f"{watch}1/"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_pad(phone: MakePhone, scheme: str) -> None:
    # A sheet that is still coming up is paler than it will be.
    page = phone(color_scheme=scheme, reduced_motion="reduce").page
    pages = long_pad(page)
    found: list[str] = []

    for address in pages:
        page.goto(address)
        found += faults(page)
    page.goto(pages[0])
    for name in ("#pad-dock .main", "#people a.key >> nth=0", "#people a.key >> nth=1"):
        page.locator(name).click()
        expect(page.locator("dialog[open]")).to_be_visible()
        found += faults(page)
        page.locator("dialog[open] .close").click()

    assert found == []


@pytest.mark.parametrize(
    ("context", "script"),
    [
        ({"viewport": NARROW}, ""),
        ({"viewport": {"width": 820, "height": 1180}}, ""),
        ({}, "document.documentElement.style.fontSize = '200%'"),
    ],
    ids=["narrow", "tablet", "large text"],
)
def test_no_page_of_the_pad_scrolls_sideways(
    phone: MakePhone, context: dict[str, Any], script: str
) -> None:
    page = phone(**context).page
    wide: list[str] = []

    for address in long_pad(page):
        page.goto(address)
        if script:
            page.evaluate(script)
        width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if width > 0:
            wide.append(f"{address} by {width}")

    assert wide == []
