"""PythonAlgorithm as a test taps it: its tabs, its keys, and what stands on them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.board import settled
from tests.phone import Phone as Program

COLOURS = ("blue", "yellow", "white")
SEGMENTS = ("I", "II", "III", "IV", "V", "VI", "VII")
RISE_BLUE, RISE_YELLOW, RISE_WHITE, JUMP, CRASH, VIRUS = range(1, 7)
TABS = ("round", "market", "tokens")


def open_tab(page: Page, name: str) -> None:
    """Look at the round, the market or the tokens."""
    link = page.locator("#subnav a").nth(TABS.index(name))
    if link.get_attribute("aria-current") is None:
        link.click()
    expect(link).to_have_attribute("aria-current", "page")


def tokens(page: Page, player: int) -> Locator:
    """A player's tokens, large above the tokens tab."""
    return page.locator(f"#score-{player} .number")


def choose(page: Page, player: int) -> None:
    """Whose cards and quick keys are shown."""
    page.locator("label.score").nth(player).click()


def quick(page: Page, said: str) -> Locator:
    """The quick key of whoever is chosen."""
    return page.locator("#keys button:visible").filter(has_text=re.compile(f"^{re.escape(said)}$"))


def held(page: Page, player: int) -> Locator:
    """The cards of a player, a line each, while that player is chosen."""
    return page.locator(f"#held-{player} .list li")


def see_tokens(pages: Sequence[Page], *tokens_of: int, debts: Sequence[int] = ()) -> None:
    """All these phones show so many tokens, and debts, of each player."""
    for page in pages:
        open_tab(page, "tokens")
        for player, count in enumerate(tokens_of):
            expect(tokens(page, player)).to_have_text(str(count))
        for player, debt in enumerate(debts):
            said = f"долг {debt}" if debt else "долгов нет"
            expect(page.locator(f"#score-{player}")).to_contain_text(said)


def see_pythons(pages: Sequence[Page], templates: str, kodiki: str) -> None:
    """All these phones show the blue, yellow and white pythons on these segments."""
    for page in pages:
        open_tab(page, "market")
        for track, where in (("templates", templates), ("kodiki", kodiki)):
            for colour, segment in zip(COLOURS, where.split(), strict=True):
                cell = page.locator(f"#board-{track} .pawns td").nth(1 + SEGMENTS.index(segment))
                expect(cell.locator(f".pawn.colour-{colour}")).to_have_count(1)


def open_event(page: Page, number: int) -> Locator:
    """Pick an event in its dialog; what is shown of it before it is recorded."""
    page.locator("#keys [data-sheet=event-sheet]").click()
    sheet = page.locator("#event-sheet")
    expect(sheet).to_be_visible()
    sheet.locator(".pick").nth(number - 1).click()
    return sheet.locator(".chosen > *:visible")


def open_sheet(page: Page, link: Locator) -> Locator:
    """The page behind this link, as a sheet on the board."""
    settled(page)
    link.click()
    expect(page.locator("#sheet-dialog")).to_be_visible()
    return page.locator("#sheet")


def closed(page: Page) -> None:
    """The sheet has closed: what it recorded was taken."""
    expect(page.locator("dialog[open]")).to_have_count(0)
    settled(page)


# -- a game that stands somewhere in its middle

ASKS = {"bonus": 15, "colours": "different", "kodiki": 1}
SOLD = [{"id": "T10"}, {"id": "K33"}]
WHITE_A = {"track": "templates", "colour": "white", "category": "A"}
BIDS = [{"player": 1, "amount": 60}, {"player": 2, "amount": None}]

PLAYED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("event", {"kind": "rise", "colour": "white"}),
    ("place_chip", {"track": "kodiki", "colour": "blue", "segment": 1}),
    ("buy", {"player": 0, "card": {"id": "T10"}}),
    ("buy", {"player": 0, "card": {"id": "K4"}, "debt": True}),
    ("buy", {"player": 0, "card": {"id": "K33"}}),
    ("auction", {"card": WHITE_A, "bids": BIDS, "debt": True}),
    ("buy", {"player": 2, "card": WHITE_A, "price": 1}),
    ("set_hand", {"player": 2, "cards": [WHITE_A, {"debt": 4}]}),
    ("tokens", {"player": 2, "delta": 5, "reason": "for the tea"}),
    ("set_tokens", {"player": 2, "tokens": 33}),
    ("set_prices", {"track": "templates", "category": "B", "prices": [3, 5, 7, 10, 13, 16, 21]}),
    ("redeem", {"player": 2, "card": {"debt": 4}}),
    ("reaction", {"track": "templates", "left": {"blue": 1, "yellow": 3, "white": 2}}),
    ("next_round", {}),
    ("event", {"kind": "crash"}),
    ("sell", {"player": 2, "cards": [WHITE_A]}),
    ("sell_to_customer", {"player": 0, "customer": ASKS, "cards": SOLD, "anyway": True}),
    ("buy", {"player": 0, "card": {"id": "T2"}, "price": 20}),
    ("tokens", {"player": 1, "delta": -1}),
    ("undo", {"entry": 8}),
)
"""Moves of every kind; after the last of them one that was recorded does not count."""

PAGES = (
    "?tab=market&track=kodiki ?tab=market&sheet=event ?tab=tokens&player=1"
    " ?tab=tokens&player=2&sheet=amount ?step=2.2 ?step=2.3 ?step=2.4"
    " check/ check/?player=1 check/?customer=Z11 check/?bonus=10&colours=same&kodiki=1&card=@T19"
    " check/?customer=none&card=none&debt=none check/?find=список"
    " purchase/ purchase/?player=2&id=T3 purchase/?player=0&what=templates-A&number=x"
    " bidding/ bidding/?what=kodiki&colour=yellow&begun=1&on=1"
    " bidding/?on=0&on=2&begun=1&bids=2:16 bidding/?on=0&on=2&begun=1&bids=2:16&amount=x"
    " bidding/?on=0&on=1&on=2&begun=1&bids=2:90,0:,1: bidding/?on=0&on=2&begun=1&bids=2:,0:"
    " sale/ sale/?player=1 sale/?player=1&tick=templates.white.A:60&tick=gone"
    " hand/ hand/?player=1 count/ count/?tokens-0=40&debt-0=3&tokens-1=x"
    " count/?tens-0=3&tokens-1=30&tokens-2=30 chips/ chips/?colour=white&drawn=234432"
    " leftovers/ leftovers/?track=templates&yellow=4"
    " box/ box/?what=kodiki box/?what=customers box/?q=сумм card/?what=templates&id=T2"
    " card/?what=kodiki&id=K38 card/?what=customers&id=Z16 card/?new=templates card/?new=kodiki"
    " card/?new=customers row/?track=kodiki row/?track=templates&category=B choices/"
    " settings/ log/ result/ print/"
).split()
"""Pages of the game at a table, from its play's address on."""

WITHOUT_A_TABLE = (
    "/pythonalgorithm/ /pythonalgorithm/?players=6&tab=tokens /pythonalgorithm/?tab=market"
    " /pythonalgorithm/check/ /pythonalgorithm/check/?card=templates.blue.B&tokens=3"
    " /pythonalgorithm/count/?players=6 /pythonalgorithm/purchase/ /pythonalgorithm/bidding/"
    " /pythonalgorithm/chips/ /pythonalgorithm/box/ /pythonalgorithm/settings/"
    " /rules/pythonalgorithm/ /rules/pythonalgorithm/?q=долг"
).split()


def played(url: str) -> str:
    """A table of three in its second round; the address of its play."""
    program = Program(url)
    program.open("/pythonalgorithm/?players=3")
    for move, args in PLAYED:
        answer = program.move(move, **args)
        assert answer.status == 204, (move, answer.text)
    return program.play


def addresses(url: str) -> list[str]:
    """Every page of the game, at a table and without one."""
    play, over = played(url), played(url)
    program = Program(url)
    program.open(over)
    assert program.move("event", kind="virus").status == 204
    table = program.get(play.rsplit("/", 2)[0] + "/").text
    watch = re.search(r"/w/[^/\"]+/", table)
    assert watch
    log = program.get(f"{play}log/").text
    amended = sorted(set(re.findall(r"amend/\d+/", log)))
    return [
        *WITHOUT_A_TABLE,
        play,
        *(play + each for each in (*PAGES, *amended)),
        f"{watch[0]}1/",
        over,
        *(over + each for each in "?tab=market ?tab=tokens ?correct=1 check/ result/".split()),
    ]
