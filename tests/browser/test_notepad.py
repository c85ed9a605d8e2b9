"""The private notepad under real fingers: fast taps, no network, two pages, no script."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Phone

MakePhone = Callable[..., Phone]
ENGLISH = {"locale": "en-GB"}
ROUND = ("none", "crossed", "circled")


def tile(page: Page, number: int) -> Locator:
    """A tile of the pyramid, by its number in the box."""
    return page.locator("#pyramid .tile").nth(number)


def is_marked(page: Page, number: int, mark: str) -> None:
    expect(tile(page, number)).to_have_attribute("data-state", f'"{mark}"')


def left(page: Page, place: int) -> str:
    """What stands beside a kind: how many of it bear no mark."""
    return str(
        page.locator(".kind > small")
        .nth(place)
        .evaluate(
            """(each) => {
              const copies = each.dataset.of;
              const tiles = [...each.parentElement.querySelectorAll(".tile")];
              const counts = (tile) => getComputedStyle(tile).counterIncrement !== "none";
              return tiles.filter(counts).length + copies;
            }"""
        )
    )


def settled(page: Page) -> None:
    """Every tap has been answered and drawn."""
    expect(page.locator("[data-waiting]")).to_have_count(0)
    expect(page.locator("#waiting [data-list=waiting]")).to_be_hidden()


def noted(page: Page) -> list[dict[str, Any]]:
    """The entries of this phone's notebook that the server has, as its own file tells them."""
    address = urlsplit(page.url)
    found = page.request.get(f"{address.path}export.json").json()["log"]
    return [each for each in found if "notebook" in each]


def begun(phone: Phone, players: int = 4) -> Page:
    """A live page at a play of its own, its phone on the first seat, nothing marked."""
    page = phone.goto(f"/code777/?players={players}")
    tile(page, 0).click()
    expect(page).to_have_url(re.compile(r"/t/[^/]+/1/"))
    play = urlsplit(page.url).path
    page.goto(play.removesuffix("1/") + "seats/")
    page.locator("form[action$='/sit/'] button").first.click()
    page.goto(play)
    is_live(page)
    page.locator("#pyramid-head button").click()
    is_marked(page, 0, "none")
    settled(page)
    page.wait_for_timeout(500)  # the next tap is no slip
    return page


def is_live(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-live-state", "on", timeout=20_000)


def spoken(page: Page) -> None:
    """From now on `window.spoken` is what those hear who listen, and which keys are read anew."""
    page.evaluate(
        """() => {
          window.spoken = [];
          const said = document.getElementById("said");
          const hear = () => said.textContent && window.spoken.push(said.textContent);
          new MutationObserver(hear).observe(said, { childList: true, subtree: true });
          addEventListener("focusin", ({ target }) => window.spoken.push(target.ariaLabel));
        }"""
    )


# -- taps


def test_twenty_taps_in_two_seconds_all_arrive_in_order(phone: MakePhone) -> None:
    page = begun(phone(**ENGLISH))
    before = len(noted(page))
    box = tile(page, 8).bounding_box()
    assert box

    for _tap in range(20):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    is_marked(page, 8, ROUND[20 % 3])
    settled(page)

    taps = noted(page)[before:]
    assert [each["args"]["state"] for each in taps] == [ROUND[tap % 3] for tap in range(1, 21)]
    assert {each["args"]["tile"] for each in taps} == {8}
    is_marked(page, 8, ROUND[20 % 3])
    page.reload()
    is_marked(page, 8, ROUND[20 % 3])


def test_taps_over_the_whole_pyramid_are_each_their_own(phone: MakePhone) -> None:
    page = begun(phone(**ENGLISH))
    before = len(noted(page))

    page.evaluate(
        "() => document.querySelectorAll('#pyramid .tile').forEach((each) => each.click())"
    )
    assert page.locator("#pyramid [data-state='\"crossed\"']").count() == 28  # in the same frame
    settled(page)

    assert [each["args"]["tile"] for each in noted(page)[before:]] == list(range(28))
    page.reload()
    expect(page.locator("#pyramid [data-state='\"crossed\"']")).to_have_count(28)


def test_unmarked_copies_are_counted_in_the_frame_of_the_tap(phone: MakePhone) -> None:
    page = begun(phone(**ENGLISH))
    assert [left(page, place) for place in (0, 3, 10)] == ["1/1", "4/4", "4/4"]

    seen = page.evaluate(
        """() => {
          document.querySelectorAll("#pyramid .tile")[7].click();
          const tile = document.querySelectorAll("#pyramid .tile")[7];
          return getComputedStyle(tile).counterIncrement;
        }"""
    )

    assert seen == "none"
    assert left(page, 3) == "3/4"
    expect(page.locator("#unmarked li").nth(3)).to_contain_text("3 of 4")


def test_keyboard_goes_round_and_the_new_state_is_said_once(phone: MakePhone) -> None:
    page = begun(phone(**ENGLISH))
    tile(page, 24).focus()
    spoken(page)

    for press, label in (("Enter", "Blue 7, crossed"), ("Space", "Blue 7, circled")):
        page.keyboard.press(press)
        expect(tile(page, 24)).to_have_attribute("aria-label", label)
        settled(page)
        page.wait_for_timeout(600)
        expect(tile(page, 24)).to_be_focused()
    assert page.evaluate("window.spoken") == ["Blue 7, crossed", "Blue 7, circled"]

    page.keyboard.press("Tab")
    expect(tile(page, 25)).to_be_focused()


def test_a_brush_paints_and_the_eraser_takes_away(phone: MakePhone) -> None:
    page = begun(phone(**ENGLISH))
    brush = page.locator("#brush")

    brush.get_by_label("always: circled").check(force=True)
    for number in (3, 4, 4, 5):
        tile(page, number).click()
    for number in (3, 4, 5):
        is_marked(page, number, "circled")
    brush.get_by_label("always: no mark").check(force=True)
    tile(page, 4).click()
    is_marked(page, 4, "none")
    settled(page)
    page.reload()
    for number, mark in ((3, "circled"), (4, "none"), (5, "circled")):
        is_marked(page, number, mark)

    # The brush stands in the address, and back in turn every tile goes on from its own mark.
    expect(brush.get_by_label("always: no mark")).to_be_checked()
    brush.get_by_label("In turn").check(force=True)
    tile(page, 3).click()
    is_marked(page, 3, "none")
    tile(page, 4).click()
    is_marked(page, 4, "crossed")


def test_undo_means_the_newest_tap_of_the_notepad(phone: MakePhone) -> None:
    mine = phone(**ENGLISH)
    page = begun(mine)
    tile(page, 6).click()
    settled(page)

    mine.go_offline()
    tile(page, 7).click()
    is_marked(page, 7, "crossed")
    page.wait_for_timeout(600)
    page.locator("#pyramid-head").get_by_role("button", name=re.compile("^Undo")).click()
    is_marked(page, 7, "none")
    is_marked(page, 6, "crossed")
    mine.go_online()
    is_live(page)
    settled(page)
    is_marked(page, 6, "crossed")

    page.wait_for_timeout(500)  # the next press is no slip
    page.locator("#pyramid-head").get_by_role("button", name=re.compile("^Undo")).click()
    is_marked(page, 6, "none")
    page.wait_for_timeout(500)
    page.locator("#pyramid-head").get_by_role("button", name=re.compile("^Put back")).click()
    is_marked(page, 6, "crossed")


def test_marks_without_network_wait_and_arrive(phone: MakePhone) -> None:
    mine = phone(**ENGLISH)
    page = begun(mine)
    before = len(noted(page))

    mine.go_offline()
    for number in (6, 7, 7, 24):
        tile(page, number).click()
    page.locator("#brush").get_by_label("always: crossed").check(force=True)
    tile(page, 25).click()
    waiting = page.get_by_role("region", name="On this phone")
    expect(waiting).to_contain_text("No network")
    expect(waiting.locator("[data-list=waiting] [data-count]")).to_have_text("5")
    for number, mark in ((6, "crossed"), (7, "circled"), (24, "crossed"), (25, "crossed")):
        is_marked(page, number, mark)

    mine.go_online()
    is_live(page)
    settled(page)
    sent = [(each["args"]["tile"], each["args"]["state"]) for each in noted(page)[before:]]
    assert sent == [
        (6, "crossed"),
        (7, "crossed"),
        (7, "circled"),
        (24, "crossed"),
        (25, "crossed"),
    ]


# -- pages, clearing


def test_new_pyramid_former_ones_and_clearing(phone: MakePhone) -> None:
    page = begun(phone(**ENGLISH))
    tile(page, 6).click()
    settled(page)

    page.locator("#tools").get_by_role("button", name="New pyramid").click()
    is_marked(page, 6, "none")
    tile(page, 24).click()
    page.locator("#pages a").click()
    expect(page.locator("#pyramid-title")).to_have_text("Former pyramid 1")
    is_marked(page, 6, "crossed")
    expect(page.locator("#pyramid button")).to_have_count(0)
    page.get_by_role("button", name="Go on with this one").click()
    expect(page.locator("#pyramid button")).to_have_count(28)
    is_marked(page, 6, "crossed")
    expect(page.locator("#pages li")).to_have_count(2)

    page.locator("#tools").get_by_role("link", name="Clear").click()
    sheet = page.get_by_role("dialog", name="Clear the notepad?")
    expect(sheet).to_contain_text("The log of answers stays")
    sheet.get_by_role("button", name="Keep").click()
    expect(sheet).to_be_hidden()
    is_marked(page, 6, "crossed")
    page.locator("#tools").get_by_role("link", name="Clear").click()
    sheet.get_by_role("button", name="Clear").click()
    expect(sheet).to_be_hidden()
    is_marked(page, 6, "none")
    page.locator("#pyramid-head").get_by_role("button", name=re.compile("^Undo")).click()
    is_marked(page, 6, "crossed")


def test_a_new_code_offers_and_moves_nothing_under_the_finger(phone: MakePhone) -> None:
    page = begun(phone(**ENGLISH))
    rival = phone("Borya", **ENGLISH).goto(urlsplit(page.url).path)
    tile(page, 6).click()
    settled(page)
    place = tile(page, 6).bounding_box()

    declared = {"player": 1, "numbers": [4, 6, 7], "right": False}
    record(rival, "declare", declared)
    expect(page.locator("#offer")).to_contain_text("Another code is new")
    assert tile(page, 6).bounding_box() == place
    is_marked(page, 6, "crossed")
    expect(rival.locator("#offer")).to_be_empty()

    page.locator("#offer").get_by_role("button", name="Keep").click()
    expect(page.locator("#offer")).to_be_empty()
    is_marked(page, 6, "crossed")


def joined(phone: Phone, board: Page, place: int) -> Page:
    """A phone that sits down on a free seat of the same play and marks a tile."""
    play = urlsplit(board.url).path
    page = phone.goto(play.removesuffix("1/") + "seats/")
    page.locator("form[action$='/sit/'] button").nth(place - 1).click()
    page.goto(play)
    is_live(page)
    tile(page, 6).click()
    settled(page)
    return page


def offered(**pages: Page) -> dict[str, str]:
    """What each phone is offered, by the first words; "" for nothing."""
    said = {name: page.locator("#offer").inner_text() for name, page in pages.items()}
    return {name: text.split(".")[0] for name, text in said.items()}


def test_each_offer_comes_once_to_the_right_phones(phone: MakePhone) -> None:
    phones = {name: phone(name, **ENGLISH) for name in ("anna", "boris", "vera", "gleb")}
    anna = begun(phones["anna"])
    boris, vera, gleb = (joined(phones[name], anna, 1) for name in ("boris", "vera", "gleb"))
    tile(anna, 6).click()
    settled(anna)
    all_four = {"anna": anna, "boris": boris, "vera": vera, "gleb": gleb}
    wrong = {"player": 2, "numbers": [4, 6, 7], "right": False}
    another, own, mixed = "Another code is new", "Your code is new", "The supply was mixed"

    def all_are(entry: int, **said: str) -> None:
        for page in all_four.values():
            expect(page.locator("#play")).to_have_attribute("data-entry", str(entry))
        for name, text in said.items():
            expect(all_four[name].locator("#offer")).to_contain_text(text)
        assert offered(**all_four) == dict.fromkeys(all_four, "") | said

    # a code declared: everybody is asked; who decided is not asked again
    phones["gleb"].go_offline()
    record(vera, "declare", wrong)
    for page in (anna, boris):
        expect(page.locator("#offer")).to_contain_text(another)
    expect(vera.locator("#offer")).to_contain_text(own)
    anna.locator("#offer").get_by_role("button", name="Keep").click()
    expect(anna.locator("#offer")).to_be_empty()
    phones["gleb"].go_online()
    is_live(gleb)
    all_are(1, boris=another, vera=own, gleb=another)
    anna.reload()
    all_are(1, boris=another, vera=own, gleb=another)

    # taken back nobody is asked; entered again everybody is
    record(boris, "undo", {"entry": 1})
    for page in all_four.values():
        expect(page.locator("#offer")).to_be_empty()
    record(boris, "declare", wrong)
    all_are(3, anna=another, boris=another, vera=own, gleb=another)

    # two in a row are one question, in which one's own comes first
    record(boris, "declare", {**wrong, "player": 1})
    all_are(4, anna=another, boris=own, vera=own, gleb=another)
    for page in all_four.values():
        page.locator("#offer").get_by_role("button", name="Keep").click()
        expect(page.locator("#offer")).to_be_empty()

    # a mix by hand, and one with a new code
    record(anna, "set_supply", {"left": 16, "mixed": True})
    all_are(5, anna=mixed, boris=mixed, vera=mixed, gleb=mixed)
    for page in all_four.values():
        page.locator("#offer").get_by_role("button", name="New pyramid").click()
        is_marked(page, 6, "none")
        expect(page.locator("#offer")).to_be_empty()
        page.wait_for_timeout(500)
        tile(page, 7).click()
        settled(page)
    record(anna, "set_supply", {"left": 1})
    record(anna, "declare", {**wrong, "player": 0})
    all_are(7, anna=own, boris=mixed, vera=mixed, gleb=mixed)
    expect(anna.locator("#offer")).to_contain_text("Tiles put aside can come again")
    expect(boris.locator("#offer")).to_contain_text("New tiles")


@pytest.mark.parametrize(
    ("name", "said"), [("Keep", "The marks stay"), ("New pyramid", "New pyramid")]
)
def test_what_was_decided_is_said_once_and_the_focus_goes_to_the_pyramid(
    phone: MakePhone, name: str, said: str
) -> None:
    page = begun(phone(**ENGLISH))
    tile(page, 6).click()
    settled(page)
    record(page, "declare", {"player": 1, "numbers": [4, 6, 7], "right": False})
    spoken(page)

    page.locator("#offer").get_by_role("button", name=name).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#offer")).to_be_empty()
    expect(page.locator("#pyramid-title")).to_be_focused()
    settled(page)
    page.wait_for_timeout(600)
    tile(page, 7).focus()
    page.keyboard.press("Enter")
    settled(page)
    page.wait_for_timeout(600)
    undo = page.locator("#pyramid-head").get_by_role("button", name=re.compile("^Undo"))
    undo.click()
    is_marked(page, 7, "none")
    settled(page)
    page.wait_for_timeout(300)

    assert page.evaluate("window.spoken").count(said) == 1


def record(page: Page, move: str, args: dict[str, Any]) -> None:
    """A move of the play by this page's phone."""
    status = page.evaluate(
        """async ([move, args]) => {
          const csrf = document.cookie.match(/csrftoken=(\\w+)/)[1];
          const said = { args: JSON.stringify(args), key: crypto.randomUUID() };
          const body = new URLSearchParams(said);
          const headers = { "HX-Request": "true", "X-CSRFToken": csrf };
          const { url } = document.querySelector("[data-root]").dataset;
          return (await fetch(url + move + "/", { method: "POST", body, headers })).status;
        }""",
        [move, args],
    )
    assert status == 204


# -- the notes


def test_notes_keep_themselves_and_the_caret_stays(phone: MakePhone) -> None:
    page = begun(phone(**ENGLISH))
    notes = page.get_by_role("textbox", name="Notes")

    notes.click()
    notes.press_sequentially("6: не 2", delay=20)
    expect_text(page, "6: не 2")
    page.keyboard.press("Home")
    page.keyboard.type("№ ")
    expect_text(page, "№ 6: не 2")
    expect(notes).to_be_focused()
    assert notes.evaluate("(each) => each.selectionStart") == 2
    page.keyboard.type("1")
    expect_text(page, "№ 16: не 2")

    page.locator("#inserts").get_by_role("button", name="— code no. 1 —").click()
    expect(notes).to_have_value("№ 16: не 2\n— code no. 1 —\n")
    expect(notes).to_be_focused()
    expect_text(page, "№ 16: не 2\n— code no. 1 —\n")
    page.reload()
    expect(notes).to_have_value("№ 16: не 2\n— code no. 1 —\n")


def expect_text(page: Page, text: str) -> None:
    """The server has this text, within a few seconds."""
    for _try in range(60):
        texts = [each["args"]["text"] for each in noted(page) if each.get("move") == "note"]
        if texts[-1:] == [text]:
            return
        page.wait_for_timeout(100)
    raise AssertionError(texts)


def test_notes_written_without_network_do_not_contradict_themselves(phone: MakePhone) -> None:
    mine = phone(**ENGLISH)
    page = begun(mine)
    notes = page.get_by_role("textbox", name="Notes")

    mine.go_offline()
    for text in ("один", "один два", "один два три"):
        notes.fill(text)
        page.wait_for_timeout(1_200)
    mine.go_online()
    is_live(page)
    settled(page)

    expect(page.locator("#answer")).to_be_empty()
    expect_text(page, "один два три")
    expect(notes).to_have_value("один два три")


def test_two_pages_of_one_owner_lose_no_text(phone: MakePhone) -> None:
    mine = phone(**ENGLISH)
    page = begun(mine)
    other = mine.another_page()
    other.goto(urlsplit(page.url).path)
    is_live(other)
    notes, others = (each.get_by_role("textbox", name="Notes") for each in (page, other))

    # What one writes is on the other, while nobody writes there.
    notes.fill("у Бориса 7")
    expect(others).to_have_value("у Бориса 7")

    # Both write: the later is asked, and both texts are there.
    others.click()
    notes.fill("у Бориса 7 и 4")
    expect_text(page, "у Бориса 7 и 4")
    other.keyboard.press("End")
    other.keyboard.type("!!!")
    answer = other.locator("#answer")
    expect(answer).to_contain_text("wrote something else here")
    expect(answer.get_by_role("button")).to_have_text(["у Бориса 7 и 4", "у Бориса 7!!!"])
    expect(others).to_have_value("у Бориса 7!!!")

    answer.get_by_role("button", name="у Бориса 7 и 4").click()
    expect(answer).to_be_empty()
    expect(others).to_have_value("у Бориса 7 и 4")
    others.click()
    other.keyboard.press("End")
    other.keyboard.type("?")
    notes.blur()  # nothing is drawn under a cursor
    expect(notes).to_have_value("у Бориса 7 и 4?")
    expect(answer).to_be_empty()


def test_a_mark_on_one_page_is_on_the_other_and_on_nobody_elses(phone: MakePhone) -> None:
    mine = phone(**ENGLISH)
    page = begun(mine)
    other, borya = mine.another_page(), phone("Borya", **ENGLISH)
    other.goto(urlsplit(page.url).path)
    theirs = borya.goto(urlsplit(page.url).path)
    for each in (other, theirs):
        is_live(each)

    tile(page, 6).click()
    is_marked(other, 6, "crossed")
    tile(theirs, 7).click()
    settled(theirs)
    is_marked(theirs, 6, "none")
    is_marked(page, 7, "none")


# -- another phone, no script, everybody


def test_the_notepad_goes_to_another_phone_by_its_qr(phone: MakePhone) -> None:
    page = begun(phone("old", **ENGLISH))
    play = urlsplit(page.url).path
    tile(page, 6).click()
    settled(page)

    page.get_by_role("link", name="Take the notepad to another phone").click()
    link = re.search(r"https?://[^\s\"<]+/notebook/[^\s\"<]+/", page.content())
    assert link
    new = phone("new", **ENGLISH).goto(urlsplit(link[0]).path)
    new.locator("main form button").click()
    expect(new).to_have_url(re.compile(re.escape(play)))
    is_marked(new, 6, "crossed")
    expect(new.locator("#pyramid-title")).to_have_text("My code no. 1")

    page.goto(play)
    is_marked(page, 6, "none")
    tile(new, 7).click()
    settled(new)
    page.reload()
    is_marked(page, 7, "none")


def test_who_loses_the_seat_sees_it_and_keeps_the_notepad(phone: MakePhone) -> None:
    page = begun(phone("old", **ENGLISH))
    play = urlsplit(page.url).path
    tile(page, 6).click()
    settled(page)

    new = phone("new", **ENGLISH).goto(play.removesuffix("1/") + "seats/")
    new.locator("main a[href$='/sit/']").first.click()
    expect(new.locator("main")).to_contain_text("Its private notepad stays on it.")
    new.get_by_role("button", name=re.compile("^Yes")).click()
    expect(page.locator("#answer")).to_contain_text("At the table")
    expect(page.locator("#pyramid-title")).to_have_text("My pyramid")
    is_marked(page, 6, "crossed")
    new.goto(play)
    is_marked(new, 6, "none")


def test_notepad_without_script(phone: MakePhone) -> None:
    page = phone("Anya", java_script_enabled=False, **ENGLISH).goto("/code777/")

    for mark in ("crossed", "circled", "none", "crossed"):
        tile(page, 6).click()
        is_marked(page, 6, mark)
    page.get_by_role("link", name="always: circled").click()
    for number in (7, 8):
        tile(page, number).click()
    for number in (7, 8):
        is_marked(page, number, "circled")

    page.get_by_role("textbox", name="Notes").fill("7 моя")
    page.get_by_role("button", name="Keep the notes").click()
    expect(page.get_by_role("textbox", name="Notes")).to_have_value("7 моя")

    page.get_by_role("button", name="New pyramid").click()
    is_marked(page, 7, "none")
    page.locator("#pages a").click()
    is_marked(page, 7, "circled")
    page.get_by_role("button", name="Go on with this one").click()
    is_marked(page, 7, "circled")
    expect(page.locator("#pyramid button")).to_have_count(28)

    page.get_by_role("link", name="Clear").first.click()
    page.locator("#clear-panel").get_by_role("button", name="Clear").click()
    is_marked(page, 7, "none")
    expect(page.get_by_role("textbox", name="Notes")).to_have_value("")
    expect(page.locator("#clear-panel")).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Undo: Notepad")).click()
    is_marked(page, 7, "circled")
    expect(page.get_by_role("textbox", name="Notes")).to_have_value("7 моя")


def test_everybody_can_use_it(phone: MakePhone) -> None:
    faults: list[str] = []
    for scheme in ("light", "dark"):
        page = begun(phone(scheme, color_scheme=scheme, **ENGLISH))
        for number, taps in ((6, 1), (7, 2), (24, 2), (15, 1)):
            for _tap in range(taps):
                tile(page, number).click()
        settled(page)
        record(page, "declare", {"player": 0, "numbers": [4, 6, 7], "right": True})
        expect(page.locator("#offer button")).to_have_count(2)
        found = Axe().run(page).response["violations"]
        page.locator("#tools [data-sheet]").click()
        found += Axe().run(page).response["violations"]
        faults += [f"{each['id']} {each['nodes'][0]['html'][:160]}" for each in found]

    assert faults == []


def test_it_fits_a_narrow_phone_and_large_text(phone: MakePhone) -> None:
    wide = "document.documentElement.scrollWidth - innerWidth"
    narrow = begun(phone("narrow", viewport={"width": 320, "height": 640}, **ENGLISH), players=5)
    large = begun(phone("large", **ENGLISH), players=5)
    large.evaluate("document.documentElement.style.fontSize = '200%'")

    for page in (narrow, large):
        tile(page, 27).click()
        settled(page)
        assert page.evaluate(wide) == 0
    box = tile(narrow, 27).bounding_box()
    assert box
    assert box["width"] >= 42
    assert box["height"] >= 50
    assert box["x"] + box["width"] <= 320


# What the colour-blind see, on linear light: Machado, Oliveira and Fernandes 2009, severity 1.
SEEN_BY = {
    "all": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protan": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "deutan": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    "tritan": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
}
CONTRASTS = """(seen) => {
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (...layers) => {
    for (const layer of layers) { pen.fillStyle = layer; pen.fillRect(0, 0, 1, 1); }
    const rgb = [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map((each) => each / 255);
    const linear = rgb.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    const eye = seen.map((row) => row.reduce((sum, k, i) => sum + k * linear[i], 0));
    const [r, g, b] = eye.map((c) => Math.min(1, Math.max(0, c)));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const of = (each, pseudo) => getComputedStyle(each, pseudo);
  const paper = of(document.querySelector(".card")).backgroundColor;
  const ink = of(document.body).color;
  const faces = [...document.querySelectorAll(`#pyramid [data-state='"crossed"'] > span`)];
  return [contrast(light(paper), light(ink)), ...faces.map((face) => {
    const under = of(face).backgroundColor;
    return contrast(light(paper, under), light(paper, under, of(face, "::before").backgroundColor));
  })];
}"""


def test_marks_stand_out_for_every_eye(phone: MakePhone) -> None:
    for scheme in ("light", "dark"):
        page = begun(phone(scheme, color_scheme=scheme, **ENGLISH))
        page.evaluate(
            "() => document.querySelectorAll('#pyramid .tile').forEach((each) => each.click())"
        )
        settled(page)
        for eye, seen in SEEN_BY.items():
            ring, *strokes = page.evaluate(CONTRASTS, seen)
            assert len(strokes) == 28
            assert min(ring, *strokes) >= 3, (scheme, eye, ring, strokes)


def test_marks_stand_out_with_forced_colours(phone: MakePhone) -> None:
    page = begun(phone(forced_colors="active", **ENGLISH))
    tile(page, 6).click()
    for _tap in range(2):
        tile(page, 7).click()
    settled(page)

    stroke = "(each) => getComputedStyle(each.firstElementChild, '::before').backgroundColor"
    ring = "(each) => getComputedStyle(each.firstElementChild).boxShadow"
    assert tile(page, 6).evaluate(stroke) == "oklab(0 0 0 / 0.78)"
    assert "rgb(0, 0, 0) 0px 0px 0px 3px" in tile(page, 7).evaluate(ring)


def test_tab_tapped_while_a_mark_is_on_its_way_is_shown(phone: MakePhone) -> None:
    """The answer to the mark is of the tab that was left: the one chosen stays."""
    page = begun(phone("Anna", **ENGLISH))
    held: list[Route] = []
    page.route("**/notebook/mark/", lambda route: held.append(route), times=1)  # noqa: PLW0108
    tile(page, 5).click()
    while not held:
        page.wait_for_timeout(50)

    with page.expect_response(lambda answer: "tab=answers" in answer.url):
        page.locator("#subnav").get_by_role("link", name="Answers").click()
    page.route("**/1/?*", lambda route: None)  # whatever else is asked for is not answered
    held[0].continue_()

    expect(page.locator("#subnav [aria-current=page]")).to_have_text("Answers")
    page.unroute("**/1/?*")
    page.reload()
    page.locator("#subnav").get_by_role("link", name="Notepad").click()
    is_marked(page, 5, "crossed")
