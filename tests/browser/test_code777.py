"""A whole game of Code 777: four phones round a table, each seeing what its player sees."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from playwright.sync_api import Locator, Page, Route, expect

from notepad.tiles import FACES, KINDS
from tests.browser.conftest import SCREEN, Phone

MakePhone = Callable[..., Phone]

ANNA, BORIS, VERA, GLEB = range(4)
NAMES = ("Anna", "Boris", "Vera", "Gleb")
FIGURES = ("Moon", "Drop", "Flame", "Leaf")


# -- the table as a test taps it


def path_of(page: Page) -> str:
    """The address of the play that a page is at."""
    return re.sub(r"^https?://[^/]+", "", page.url).split("?")[0]


def sheet(page: Page) -> Locator:
    return page.locator("dialog[open]")


def tab(page: Page, name: str) -> None:
    page.locator("#subnav").get_by_role("link", name=name).click()
    expect(page.locator("#subnav [aria-current=page]")).to_have_text(name)


def tap(page: Page, *keys: str) -> None:
    """Tap keys of the open sheet one after the other; each draws the sheet anew."""
    for key in keys:
        filled = sheet(page).locator(".slot:not(.void)").count()
        sheet(page).locator(key).click()
        expect(sheet(page).locator(".slot:not(.void)")).to_have_count(filled + 1)


def settled(page: Page) -> None:
    """The sheet is there, and its links stay on it."""
    expect(sheet(page).locator("#page-body")).to_be_visible()
    expect(page.locator(".htmx-settling, .htmx-added")).to_have_count(0)


def closed(page: Page) -> None:
    """What the sheet sent was taken: it is gone."""
    expect(sheet(page)).to_have_count(0)


def answer(page: Page, question: int, said: str) -> None:
    """Whose turn it is answers a question card on this phone."""
    page.locator("#keys").get_by_role("link", name="Answer").click()
    sheet(page).locator(".numbers").get_by_text(str(question), exact=True).click()
    keys = sheet(page).locator(".answer-keys").get_by_role("button")
    keys.and_(page.get_by_label(re.compile(f"no. {question}: (more often )?{said}$"))).click()
    closed(page)


def enter(page: Page, owner: str, *kinds: str) -> None:
    """Enter another player's rack on this phone."""
    tab(page, "Table")
    page.locator("#racks").get_by_role("link", name=re.compile(f"Enter: .?{owner}")).click()
    tap(page, *(f"#kind-{KINDS.index(kind) + 1}" for kind in kinds))
    sheet(page).get_by_role("button", name="Record").click()
    closed(page)


def declare(page: Page, player: int, numbers: Sequence[int], right: bool) -> None:
    """A player names three numbers, and the others say right or wrong."""
    page.locator("#keys").get_by_role("link", name=re.compile("code")).click()
    sheet(page).locator(f"#declares-{player}").click()
    expect(sheet(page).locator(f"#declares-{player}")).to_have_attribute("aria-current", "true")
    tap(page, *(f"#number-{number}" for number in numbers))
    sheet(page).get_by_role("button", name="Right" if right else "Wrong").click()
    closed(page)


def tile(page: Page, number: int) -> Locator:
    """A tile of the pyramid, by its number in the box."""
    return page.locator("#pyramid .tile").nth(number)


def marked(page: Page, number: int, mark: str) -> None:
    expect(tile(page, number)).to_have_attribute("data-state", f'"{mark}"')


def rack(page: Page, player: int) -> Locator:
    """A rack on the tab of the table."""
    return page.locator("#racks li").nth(player)


def shows(place: Locator, *kinds: str) -> None:
    """These tiles and no others are drawn there."""
    drawn = place.locator(".mini")
    expect(drawn).to_have_count(len(kinds))
    for number, kind in enumerate(kinds):
        face = FACES[KINDS[[*KINDS].index(kind)]]
        expect(drawn.nth(number)).to_have_class(f"mini colour-{face.colour}")
        expect(drawn.nth(number)).to_contain_text(str(face.number))


def points(page: Page, player: int) -> Locator:
    return page.locator("#points li").nth(player).locator("> .number")


def supply(page: Page) -> Locator:
    return page.locator("main .supply [aria-current]")


def seated(phone: MakePhone) -> list[Page]:
    """Four phones, each on its seat; the table was made by the first mark."""
    anna = phone("Anna", locale="en-GB").goto("/code777/")
    tile(anna, 0).click()
    expect(anna).to_have_url(re.compile(r"/t/[^/]+/1/"))
    board = path_of(anna)
    table = board.removesuffix("1/")
    pages = [anna]
    pages += [phone(name, locale="en-GB").goto(board) for name in NAMES[1:]]
    for page, name, figure in zip(pages, NAMES, FIGURES, strict=True):
        page.goto(f"{table}seats/")
        page.get_by_role("button", name=f"I am {figure}").click()
        page.goto(table)
        page.get_by_role("link", name=f"Change name, figure, place: {figure}").click()
        page.get_by_role("textbox", name="Name", exact=True).fill(name)
        page.get_by_role("button", name="Done").click()
    for page in pages:
        page.goto(board)
        expect(page.locator("html")).to_have_attribute("data-live-state", "on")
    return pages


# -- the game


def test_game_of_four_phones_to_three_points(phone: MakePhone) -> None:
    pages = seated(phone)
    anna, boris, vera, gleb = pages

    # Each enters the rack of another; nobody sees the own one.
    dealt = {
        ANNA: ("1G", "5K", "7P"),
        BORIS: ("4B", "4B", "6G"),
        VERA: ("2Y", "3K", "7C"),
        GLEB: ("5R", "5R", "7Y"),
    }
    for page, owner in ((boris, ANNA), (anna, BORIS), (gleb, VERA), (vera, GLEB)):
        enter(page, NAMES[owner], *dealt[owner])
    for player, page in enumerate(pages):
        for owner, kinds in dealt.items():
            shows(rack(page, owner), *(kinds if owner != player else ()))
        expect(rack(page, player)).to_contain_text("yours")

    # A round of questions, each read and recorded on its reader's phone.
    for page, question, said in ((anna, 8, "6"), (boris, 11, "3"), (vera, 16, "another 7")):
        answer(page, question, said)
    for page in pages:
        tab(page, "Answers")
        expect(page.locator(".answer-row")).to_have_count(3)
        expect(page.locator(".answer-row").first).to_contain_text("No. 16: more often another 7")
        expect(page.locator(".answer-row").last).to_contain_text("No. 8: 6")
    expect(anna.locator("#answer-log li").last).to_contain_text("nothing new for you")
    expect(boris.locator("#answer-log li").last).not_to_contain_text("nothing new for you")

    # Notepads: a tap crosses, then circles, then takes the mark away. They are nobody else's.
    for page in pages:
        tab(page, "Notepad")
    marked(anna, 0, "crossed")
    tile(anna, 0).click()
    marked(anna, 0, "circled")
    tile(anna, 0).click()
    marked(anna, 0, "none")
    for number in (6, 7, 18):
        tile(anna, number).click()
        marked(anna, number, "crossed")
    boris.get_by_role("button", name="Cross what is recorded at the others: 9").click()
    for number in (0, 1, 3, 10, 11, 14, 21, 22, 24):
        marked(boris, number, "crossed")
    vera.get_by_role("textbox", name="Notes").fill("Seven is mine")
    vera.get_by_role("textbox", name="Notes").blur()
    anna.reload()
    marked(anna, 18, "crossed")
    expect(gleb.locator("#pyramid .tile[data-state='\"none\"']")).to_have_count(28)
    for page in (anna, boris, gleb):
        expect(page.locator("body")).not_to_contain_text("Seven is mine")

    # Boris is wrong: no point, a new code, and nobody says what stood there.
    declare(boris, BORIS, (4, 4, 7), right=False)
    for page in pages:
        expect(supply(page)).to_have_text("13")
    expect(boris.locator("#pyramid-title")).to_have_text("My code no. 2")
    expect(boris.locator("#offer")).to_contain_text("Your code is new.")
    expect(anna.locator("#offer")).to_contain_text("Another code is new.")
    boris.locator("#offer").get_by_role("button", name="New pyramid").click()
    marked(boris, 0, "none")
    expect(boris.locator("#pages")).to_contain_text("crossed 9")
    anna.locator("#offer").get_by_role("button", name="Keep").click()
    expect(anna.locator("#offer")).to_be_empty()
    marked(anna, 18, "crossed")
    for page in pages:
        tab(page, "Table")
        shows(rack(page, BORIS))
        expect(points(page, BORIS)).to_have_text("0")
    enter(vera, "Boris", "6P", "6P", "7C")
    shows(rack(anna, BORIS), "6P", "6P", "7C")
    shows(rack(boris, BORIS))

    # Anna is right: a point, and a new code that Gleb enters.
    declare(anna, ANNA, (1, 5, 7), right=True)
    for page in pages:
        expect(points(page, ANNA)).to_have_text("1")
        expect(supply(page)).to_have_text("10")
    enter(gleb, "Anna", "2Y", "3K", "5R")
    shows(rack(boris, ANNA), "2Y", "3K", "5R")
    shows(rack(anna, ANNA))

    # The supply is counted anew; at the next replacement the discard is mixed into it.
    vera.locator("#supply-card").get_by_role("link", name="Counted anew").click()
    sheet(vera).get_by_label("Tiles left in the supply").last.fill("1")
    sheet(vera).get_by_role("button", name="Record").click()
    closed(vera)
    expect(supply(gleb)).to_have_text("1")
    declare(gleb, GLEB, (5, 6, 7), right=False)
    for page in pages:
        expect(supply(page)).to_have_text("16")
        expect(page.locator("#supply-card")).to_contain_text("mixed 1 time")
    enter(boris, "Gleb", "1G", "4B", "7Y")

    # After a mix Anna begins a new pyramid; the former one is kept, nobody else's is touched.
    tab(anna, "Notepad")
    expect(anna.locator("#offer")).to_contain_text("Tiles put aside can come again")
    anna.locator("#offer").get_by_role("button", name="New pyramid").click()
    marked(anna, 18, "none")
    anna.get_by_role("button", name="Cross what is recorded at the others: 9").click()
    marked(anna, 15, "crossed")
    marked(anna, 18, "none")

    # The grid of answers has a column for each mix.
    answer(gleb, 10, "2")
    tab(gleb, "Answers")
    gleb.get_by_role("link", name="Grid 1–23").click()
    expect(gleb.locator(".answer-grid thead th")).to_have_count(4)
    expect(gleb.locator(".answer-grid tbody tr").nth(9).locator("td").last).to_have_text("2")
    expect(gleb.locator(".answer-grid tbody tr").nth(7).locator("td").nth(1)).to_have_text("6")

    # However many columns there are, the newest is in sight.
    gleb.set_viewport_size({"width": 320, "height": 640})
    newest = gleb.locator(".answer-grid thead th").last
    edge = "(each) => each.getBoundingClientRect().right"
    assert newest.evaluate(edge) <= 320
    gleb.set_viewport_size(SCREEN)

    # The third point ends the game on every phone.
    tab(anna, "Table")
    declare(anna, ANNA, (2, 3, 5), right=True)
    expect(points(boris, ANNA)).to_have_text("2")
    declare(anna, ANNA, (4, 5, 6), right=True)
    for page in pages:
        expect(page.locator("#play-notes")).to_contain_text("The game is over")

    # Racks are turned round, notepads are not.
    shows(rack(boris, BORIS), "6P", "6P", "7C")
    tab(vera, "Notepad")
    expect(vera.locator("#pyramid button")).to_have_count(0)
    expect(vera.locator("#notes")).to_contain_text("Seven is mine")
    for page in pages:
        page.get_by_role("link", name="To the result").click()
        expect(page.locator(".hero")).to_contain_text(re.compile("Winner: .?Anna"))
        expect(page.locator(".hero > .number")).to_have_text("3")
        sums = page.locator("section[aria-labelledby=result-codes] li")
        expect(sums.first).to_contain_text("Anna")
        expect(sums.filter(has_text="Boris")).to_contain_text("4 4 7")
        turned = page.locator("section[aria-labelledby=result-racks] li")
        shows(turned.nth(BORIS), "6P", "6P", "7C")
        shows(turned.nth(VERA), *dealt[VERA])
        shows(turned.nth(GLEB), "1G", "4B", "7Y")
        shows(turned.nth(ANNA))
        expect(page.locator("body")).not_to_contain_text("Seven is mine")

    # A rematch begins with blank notepads.
    anna.get_by_role("button", name="Rematch").click()
    expect(anna).to_have_url(re.compile("/2/"))
    expect(anna.locator("#pyramid .tile[data-state='\"none\"']")).to_have_count(28)
    expect(supply(anna)).to_have_text("16")


def test_sheet_of_five_players_is_read_without_overlap(phone: MakePhone) -> None:
    page = phone("Anna", locale="en-GB").goto("/code777/?players=5")
    tile(page, 0).click()
    expect(page).to_have_url(re.compile(r"/t/[^/]+/1/"))
    page.goto(path_of(page))
    declare(page, ANNA, (5, 5, 7), right=False)
    page.locator("#keys").get_by_role("link", name="code").click()
    rows = "(all) => new Set([...all.children].map((each) => each.offsetTop)).size"
    assert sheet(page).locator(".readers").evaluate(rows) == 1
    for key in sheet(page).locator(".readers .key").all():
        wider = "(key) => [...key.children].some((each) => each.scrollWidth > key.clientWidth)"
        assert not key.evaluate(wider)

    # What is scrolled away goes under the heading, not through it.
    sheet(page).locator("#declares-1").click()
    tap(page, "#number-5", "#number-5", "#number-7")
    sheet(page).locator("#look").click()
    expect(sheet(page)).to_contain_text("Which tiles stood there")
    heading = sheet(page).locator("header").first
    paper = "(each) => getComputedStyle(each).backgroundColor"
    assert heading.evaluate(paper) == sheet(page).evaluate(paper)


def test_answer_and_code_by_keyboard_alone(phone: MakePhone) -> None:
    page = phone("Anna", locale="en-GB").goto("/code777/")
    tile(page, 0).click()
    expect(page).to_have_url(re.compile(r"/t/[^/]+/1/"))
    page.goto(path_of(page))
    expect(page.locator("html")).to_have_attribute("data-live-state", "on")

    # From the card that was chosen the next keys are its answers.
    answering = page.locator("#keys").get_by_role("link", name="Answer")
    answering.press("Enter")
    settled(page)
    sheet(page).locator(".numbers").get_by_text("17", exact=True).press("Enter")
    expect(sheet(page).locator("#question-17.asked")).to_be_focused()
    for _key in ("Another", "brown more often"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    closed(page)
    expect(answering).to_be_focused()
    expect(page.locator("#dock")).to_contain_text("no. 17: more often brown")

    # A number stays under the finger when no tile more can have it, and tells the code so far.
    page.locator("#keys").get_by_role("link", name="code").press("Enter")
    settled(page)
    sheet(page).locator(f"#declares-{BORIS}").press("Enter")
    expect(sheet(page).locator(f"#declares-{BORIS}[aria-current]")).to_be_visible()
    settled(page)
    two = sheet(page).locator("#number-2")
    two.press("Enter")
    expect(two).to_have_accessible_description("2 empty empty")
    settled(page)
    two.press("Enter")
    expect(two).to_have_attribute("aria-disabled", "true")
    expect(two).to_be_focused()
    expect(two).to_have_accessible_description("2 2 empty")
    page.keyboard.press("Tab")
    expect(sheet(page).locator("#number-3")).to_be_focused()


def test_game_without_script(phone: MakePhone) -> None:
    anna = phone("Anna", locale="en-GB", java_script_enabled=False).goto("/code777/?players=2")

    # The first answer makes the table; every press is a page.
    anna.get_by_role("link", name="Answer", exact=True).click()
    anna.locator(".numbers").get_by_text("17", exact=True).click()
    anna.get_by_role("button", name=re.compile("no. 17: equal$")).click()
    expect(anna).to_have_url(re.compile(r"/t/[^/]+/1/"))
    table = re.sub(r"1/.*", "", path_of(anna))
    boris = phone("Boris", locale="en-GB", java_script_enabled=False).goto(f"{table}seats/")
    boris.get_by_role("button", name="I am Drop").click()
    anna.goto(f"{table}seats/")
    anna.get_by_role("button", name="I am Moon").click()

    # Boris enters Anna's rack, tile by tile: Anna is not shown it.
    boris.locator("#subnav").get_by_role("link", name="Table").click()
    boris.get_by_role("link", name=re.compile("Enter: .?Moon")).click()
    for kind in ("1G", "5K", "7P"):
        boris.locator(f"#kind-{KINDS.index(kind) + 1}").click()
    boris.get_by_role("button", name=re.compile("Record")).click()
    for page in (anna, boris):
        page.goto(f"{table}1/?tab=table")
    shows(rack(boris, ANNA), "1G", "5K", "7P")
    shows(rack(anna, ANNA))

    # Marks and notes are kept by plain forms.
    anna.locator("#subnav").get_by_role("link", name="Notepad").click()
    tile(anna, 0).click()
    marked(anna, 0, "crossed")
    tile(anna, 0).click()
    marked(anna, 0, "circled")
    anna.get_by_role("textbox", name="Notes").fill("One of mine is pink")
    anna.get_by_role("button", name="Keep the notes").click()
    expect(anna.get_by_role("textbox", name="Notes")).to_have_value("One of mine is pink")
    boris.locator("#subnav").get_by_role("link", name="Notepad").click()
    marked(boris, 0, "none")

    # Right codes: with two players it is said which common rack is replaced too.
    for number in (1, 2, 3):
        anna.goto(f"{table}1/declaration/")
        anna.locator(f"#declares-{ANNA}").click()
        for each in (number, 5, 7):
            anna.locator(f"#number-{each}").click()
        anna.get_by_role("button", name=re.compile("Right.*common rack 1", re.DOTALL)).click()
        anna.goto(f"{table}1/?tab=table")
        expect(points(anna, ANNA)).to_have_text(str(number))

    # The end: the notepad is only to be read, the result is everybody's.
    anna.locator("#subnav").get_by_role("link", name="Notepad").click()
    expect(anna.locator("#pyramid button")).to_have_count(0)
    expect(anna.locator("#notes")).to_contain_text("One of mine is pink")
    boris.goto(f"{table}1/result/")
    expect(boris.locator(".hero")).to_contain_text("Moon")
    expect(boris.locator(".hero > .number")).to_have_text("3")
    expect(boris.locator("body")).not_to_contain_text("One of mine is pink")
    boris.get_by_role("button", name="Rematch").click()
    expect(boris).to_have_url(re.compile("/2/"))


def test_tab_tapped_while_the_board_is_being_fetched_is_shown(phone: MakePhone) -> None:
    anna = phone("Anna", locale="en-GB").goto("/code777/")
    tile(anna, 0).click()
    expect(anna).to_have_url(re.compile(r"/t/[^/]+/1/"))
    board = path_of(anna)
    anna.goto(board)
    expect(anna.locator("html")).to_have_attribute("data-live-state", "on")
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held or route.request.headers.get("hx-target") != "play":
            route.continue_()
        else:
            held.append(route)

    anna.route(f"**{board}*", hold)
    boris = phone("Boris", locale="en-GB").goto(board)
    answer(boris, 8, "5")
    while not held:
        anna.wait_for_timeout(50)

    anna.locator("#subnav").get_by_role("link", name="Answers").click()
    held[0].continue_()

    expect(anna.locator("#subnav [aria-current=page]")).to_have_text("Answers")
    expect(anna.locator(".answer-row")).to_have_count(1)
