"""A whole game of PythonAlgorithm with two phones, and what people do to it in other ways.

The numbers are reckoned by hand from the price tables of the sample box:

    segment      I  II III  IV   V  VI VII
    A           15  15  15  20  26  33  40
    B            3   5   7  10  13  16  20
    C            1   3   5   7   9  11  13
    kodiki       1   3   5   7   9  11  13
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Phone
from tests.browser.python_board import (
    COLOURS,
    CRASH,
    JUMP,
    RISE_WHITE,
    RISE_YELLOW,
    SEGMENTS,
    VIRUS,
    choose,
    closed,
    held,
    open_event,
    open_sheet,
    open_tab,
    quick,
    see_pythons,
    see_tokens,
    tokens,
)
from tests.browser.test_live import is_live
from tests.server import ROOT

MakePhone = Callable[..., Phone]

ANYA, BORYA, VERA = range(3)
NAMES = ("Аня", "Боря", "Вера")
UPDATE, SALES, PURCHASES, PREPARATION = range(1, 5)


def test_three_rounds_with_two_phones(phone: MakePhone, tmp_path: Path) -> None:
    anya, borya = phone("Anya").goto("/"), phone("Borya").goto("/")
    both = (anya, borya)

    # Set-up. The first python laid makes the table.
    anya.get_by_role("link", name=re.compile("PythonAlgorithm")).click()
    anya.locator("#begin").get_by_role("link", name="3", exact=True).click()
    expect(anya.locator("#first-player .key")).to_have_count(3)
    anya.get_by_role("link", name="Расставить").click()
    lay(anya, "templates", yellow="IV", blue="III")  # white goes to III, then to II
    lay(anya, "kodiki", blue="IV", white="III")  # white goes to II, then yellow does
    expect(anya).to_have_url(re.compile("/t/[^/]+/1/chips/"))
    sit_down(anya, borya)
    see_pythons(both, templates="III IV II", kodiki="IV II III")
    see_tokens(both, 30, 30, 30, debts=(0, 0, 0))

    # Round 1. The set-up's event: both yellow pythons rise, the small one over two others.
    event(borya, RISE_YELLOW, "IV → V", "II → V", "Занято: III, IV")
    see_pythons(both, templates="III V II", kodiki="IV V III")
    event(anya, CRASH, "V → I", "V → II")
    see_pythons(both, templates="III I II", kodiki="IV II III")
    see_step(both, 1, PURCHASES)

    # A blue B at III is 7, a blue kodik at IV too, a white C at II is 3.
    buy(anya, ANYA, "T10", price=7, left=23)
    see_tokens(both, 23, 30, 30, debts=(0, 0, 0))
    buy(anya, ANYA, "K4", price=7, credit=True)
    see_tokens(both, 23, 30, 30, debts=(7, 0, 0))
    buy(borya, BORYA, "T26", price=3, left=27)
    for page in both:
        see_tokens(both, 23, 27, 30, debts=(7, 0, 0))
        expect(page.locator("#purchase-tokens .pips").nth(ANYA)).to_have_attribute(
            "aria-label", "свободно 3 из 4"
        )

    # An auction above the 15 of a blue A at III: 28 is more than Borya's 27.
    # Each of the two others gets (28 − 15) ÷ 2 = 6.
    bids = open_sheet(borya, borya.locator("#trade a[href*='/bidding/']"))
    pick_card(bids, "T1")
    for player in (ANYA, BORYA, VERA):
        bids.locator(f"#on-{player}").check(force=True)
    bids.locator("footer button").click()
    bid(bids, "Аня", key=16)
    bid(bids, "Боря", typed=18)
    bid(bids, "Вера")
    bid(bids, "Аня", key=20)
    bid(bids, "Боря", typed=28)
    bid(bids, "Аня")
    won = bids.locator(".note.yes")
    expect(won.locator(".sum").last.locator(".number")).to_have_text(["(28", "15)", "2", "6"])
    expect(won.locator(".wrap > *")).to_have_text(
        [re.compile(r"Аня\W+6$"), re.compile(r"Вера\W+6$")]
    )
    cash, credit = bids.locator("footer button").all()
    expect(cash).to_be_disabled()
    see_tokens((anya,), 23, 27, 30, debts=(7, 0, 0))
    credit.click()
    closed(borya)
    see_tokens(both, 29, 27, 36, debts=(7, 28, 0))
    buy(borya, VERA, "T4", price=15, left=21)
    see_tokens(both, 29, 27, 21, debts=(7, 28, 0))

    # Most yellow is left, and its python cannot fall below I; fewest blue.
    react(anya, "templates", (1, 3, 2), "Жёлтый: I.", "Синий: III → IV.")
    see_pythons(both, templates="IV I II", kodiki="IV II III")
    react(borya, "kodiki", (2, 6, 6), "Жёлтый: II → I.", "Белый: III → II.", "Синий: IV → V.")
    see_pythons(both, templates="IV I II", kodiki="V I II")
    close_round(borya, both, 1, "Боря")

    # Round 2. The cheapest jump from I to III. Borya sells 3 + 20 and owes 28 of it.
    event(borya, JUMP, "I → III", "I → III")
    see_pythons(both, templates="IV III II", kodiki="V III II")
    sell(borya, BORYA, ("T26", "T1"), "−5", "22")
    see_tokens(both, 29, 22, 21, debts=(7, 0, 0))

    # Anya looks at a customer: 10 + 9 + 9 + 15, and one kodik of 9 is missing.
    look_at_customer(anya, "Z11")
    expect(anya.locator("#verdict")).to_contain_text("Не хватает 1 кодика")
    expect(anya.locator("#verdict")).to_contain_text("Недостаёт: синий кодик (K33). Тогда 43")
    expect(anya.locator("#check-keys .main")).to_be_disabled()

    # A white kodik at II is 3, a blue one at V is 9, a white A at II is 15.
    buy(borya, VERA, "K6", price=3, left=18)
    buy(anya, ANYA, "K33", price=9, left=20)
    buy(borya, BORYA, "T7", price=15, credit=True)
    see_tokens(both, 20, 22, 18, debts=(7, 15, 0))

    # A slip of the finger on one phone is taken back on the other.
    choose(borya, ANYA)
    quick(borya, "−5").click()
    see_tokens(both, 15, 22, 18)
    anya.get_by_role("button", name=re.compile("^Отменить: .Аня.: 20 − 5")).click()
    see_tokens(both, 20, 22, 18)

    # An earlier entry of Borya's is taken back on Anya's phone, and put back.
    anya.get_by_role("link", name="Журнал").click()
    anya.get_by_role("button", name=re.compile("^Отменить: .Вера.: белый кодик")).click()
    see_tokens((borya,), 20, 22, 21, debts=(7, 15, 0))
    expect(held(borya, BORYA)).to_have_count(1)
    anya.wait_for_timeout(600)  # a second press at once would be a slip
    anya.get_by_role("button", name=re.compile("^Вернуть: .Вера.: белый кодик")).first.click()
    see_tokens((borya,), 20, 22, 18, debts=(7, 15, 0))
    anya.get_by_role("link", name="Игра", exact=True).click()
    see_tokens(both, 20, 22, 18, debts=(7, 15, 0))

    # Yellow and white were mixed up when the rows were counted; the log is put right.
    react(borya, "templates", (2, 5, 2), "Жёлтый: III → I.", "Синий: IV → V.", "Белый: II → III.")
    see_pythons(both, templates="V I III", kodiki="V III II")
    borya.get_by_role("link", name="Журнал").click()
    borya.get_by_role("link", name=re.compile("^Поправить: .*Реакция рынка.*жёлтый 5")).click()
    borya.locator("[name=yellow]").fill("2")
    borya.locator("[name=white]").fill("5")
    borya.get_by_role("button", name="Поправить").click()
    expect(borya.locator("#lines li").first).to_contain_text("исправил игрок")
    borya.get_by_role("link", name="Игра", exact=True).click()
    see_pythons(both, templates="V IV I", kodiki="V III II")
    react(anya, "kodiki", (4, 4, 4), "фишки стоят")
    see_pythons(both, templates="V IV I", kodiki="V III II")
    close_round(anya, both, 2, "Вера")

    # Round 3. White rises, on the small track over yellow. Vera sells a yellow A at IV.
    event(anya, RISE_WHITE, "I → II", "II → IV", "Занято: III")
    see_pythons(both, templates="V IV II", kodiki="V III IV")
    sell(borya, VERA, ("T4",), "20", "38")
    see_tokens(both, 20, 22, 38, debts=(7, 15, 0))

    # 13 + 9 + 9 + 15 = 46, but one kodik is in debt: redeemed, then sold, seen by both.
    for page in both:
        look_at_customer(page, "Z11")
    borya.locator("#player-0").check(force=True)
    for page in both:
        expect(page.locator("#verdict .total .number")).to_have_text("46")
        expect(page.locator("#check-keys .main")).to_contain_text("Выкупить за 7")
    anya.locator("#check-keys .main").click()
    for page in both:
        expect(page.locator("#check-keys .main")).to_contain_text("Продать за 46")
        expect(page.locator("#verdict")).to_contain_text("решает задачу")
    anya.wait_for_timeout(600)  # a second press at once would be a slip
    anya.locator("#check-keys .main").click()
    for page in both:
        expect(page.locator("#check-keys .main")).to_be_disabled()
        expect(page.locator("#check-customer")).to_contain_text("обслужен: \u2068Аня\u2069")
        open_tab(page, "round")
        expect(page.locator("#customers [href*='customer=Z11']")).to_contain_text(
            "Обслужен: \u2068Аня\u2069"
        )
    see_tokens(both, 20 - 7 + 46, 22, 38, debts=(0, 15, 0))

    react(anya, "templates", (0, 3, 3), "Белый: II → I.", "Жёлтый: IV → III.", "Синий: V → VI.")
    react(borya, "kodiki", (5, 2, 4), "Синий: V → II.", "Жёлтый: III → V.")
    see_pythons(both, templates="VI III I", kodiki="II V IV")
    close_round(borya, both, 3, "Аня")

    # The virus: 22 − 15 = 7 for Borya, and cards are worth nothing.
    open_tab(anya, "market")
    last = open_event(anya, VIRUS)
    expect(last.locator("li")).to_have_text(re.compile("Боря.*15"))
    last.locator("footer .main").click()
    for page in both:
        page.get_by_role("link", name="К итогу").click()
        expect(page.locator(".hero")).to_contain_text("Аня")
        expect(page.locator(".hero > .number")).to_have_text("59")
        expect(page.locator(".hero")).to_contain_text("Отрыв: 21 токен")
        places = page.locator("[aria-labelledby=result-sums] li")
        expect(places.nth(0)).to_contain_text(re.compile(r"1.*Аня.*59", re.DOTALL))
        expect(places.nth(1)).to_contain_text(re.compile(r"2.*Вера.*38", re.DOTALL))
        expect(places.nth(2)).to_contain_text(re.compile(r"3.*Боря.*22.*−.*15.*=.*7", re.DOTALL))

    # The saved file comes to the same, anywhere.
    borya.get_by_role("link", name="Журнал").first.click()
    with borya.expect_download() as saved:
        borya.get_by_role("link", name="Сохранить партию файлом").click()
    saved.value.save_as(tmp_path / "play.json")
    told = replayed(tmp_path / "play.json")
    assert [(each["player"], each["points"], each["place"]) for each in told["standings"]] == [
        ("Аня", "59", 1),
        ("Боря", "7", 3),
        ("Вера", "38", 2),
    ]
    assert told["finished"]
    assert told["refused"] == []


def test_game_without_script(phone: MakePhone) -> None:
    page = phone("Anya", java_script_enabled=False).goto("/pythonalgorithm/?players=2")

    # The dearest falls from IV over the blue and yellow pythons' II and III to I.
    page.locator("#keys").get_by_role("link", name="Событие").click()
    page.locator("#event-panel .pick").nth(CRASH - 1).click()
    shown = page.locator("#event-panel .chosen > *:visible")
    expect(shown).to_contain_text("IV → I")
    shown.locator("footer .main").click()
    see_pythons((page,), templates="II III I", kodiki="II III I")

    # A blue B at II is 5, blue kodiki are 3 each; one is bought on credit.
    for card, key, left in (
        ("T10", "Оплатить", "25"),
        ("K4", "Оплатить", "22"),
        ("K33", "В долг", "22"),
    ):
        open_tab(page, "tokens")
        page.locator("#held-0 a.main").click()
        page.locator("summary").first.click()
        page.locator("#card-id").select_option(card)
        page.get_by_role("button", name="Показать цену").click()
        page.locator("#deal footer").get_by_role("button", name=re.compile(key)).click()
        page.get_by_role("link", name="Игра", exact=True).click()
        see_tokens((page,), int(left), 30)

    # 5 + 3 + 3 + 15 = 26 from a customer, once 3 are paid back.
    look_at_customer(page, "Z11")
    expect(page.locator("#verdict .total .number")).to_have_text("26")
    page.get_by_role("button", name="Выкупить за 3").click()
    page.get_by_role("button", name="Продать за 26").click()
    see_tokens((page,), 22 - 3 + 26, 30, debts=(0, 0))

    # Most yellow is left: it stays, since II and I are taken. Blue rises over it.
    open_tab(page, "market")
    page.locator("#keys a").first.click()
    for colour, count in zip(COLOURS, "142", strict=True):
        page.locator(f"[name={colour}]").fill(count)
    page.get_by_role("button", name="Записать реакцию").click()
    page.get_by_role("link", name="Игра", exact=True).click()
    see_pythons((page,), templates="IV III I", kodiki="II III I")
    open_tab(page, "round")
    page.locator("#keys").get_by_role("button", name="Завершить раунд 1").click()
    see_step((page,), 2, UPDATE)

    # The virus, and the result.
    page.locator("#keys").get_by_role("link", name="Событие").click()
    page.locator("#event-panel .pick").nth(VIRUS - 1).click()
    shown.get_by_role("button", name="Вирус: конец игры").click()
    page.get_by_role("link", name="К итогу").click()
    expect(page.locator(".hero > .number")).to_have_text("45")
    expect(page.locator(".hero")).to_contain_text("Отрыв: 15 токенов")


def test_final_count_without_script(phone: MakePhone) -> None:
    page = phone("Anya", java_script_enabled=False).goto("/pythonalgorithm/count/?players=2")

    page.locator("#tokens-0").fill("31")
    page.locator("#debt-0").fill("5+3")
    page.locator("#tokens-1").fill("много")
    page.get_by_role("button", name="Посчитать").click()
    expect(page.locator("#count-faults")).to_contain_text("Капля")
    expect(page.locator("#tokens-1")).to_have_value("много")
    page.locator("#tokens-1").fill("22")
    page.get_by_role("button", name="Посчитать").click()
    expect(page.locator("#count-outcome .hero")).to_contain_text("Победа: \u2068Луна\u2069")
    expect(page.locator("#count-outcome .hero .number")).to_have_text("23")
    page.get_by_role("button", name="Записать и закончить игру").click()
    page.get_by_role("link", name="К итогу").click()
    expect(page.locator(".hero > .number")).to_have_text("23")


def test_final_count_in_two_taps_without_a_table(phone: MakePhone) -> None:
    page = phone("Anya").goto("/")
    posted: list[str] = []
    page.on("request", lambda each: posted.append(each.url) if each.method == "POST" else None)

    page.get_by_role("link", name=re.compile("PythonAlgorithm")).click()
    page.get_by_role("link", name="Подсчёт: кто победил?").click()
    page.get_by_role("link", name="3", exact=True).click()

    # 10 × 3 + 5 × 2 + 1 × 4 = 44, the second 50 − 6 = 44 too, the third is not counted yet.
    page.locator("details summary").first.click()
    for coin, count in (("tens", "3"), ("fives", "2"), ("ones", "4")):
        page.locator(f"#{coin}-0").fill(count)
    page.locator("#tokens-1").fill("50")
    page.locator("#debt-1").fill("6")
    outcome = page.locator("#count-outcome")
    expect(outcome).to_contain_text("Ещё не посчитаны: \u2068Пламя\u2069")
    page.locator("#tokens-2").fill("−1")
    expect(page.locator("#count-faults")).to_contain_text("Пламя")
    page.locator("#tokens-2").fill("12+11−7")

    expect(outcome.locator(".hero")).to_contain_text("Ничья: \u2068Луна\u2069, \u2068Капля\u2069")
    expect(outcome.locator(".hero .number")).to_have_text("44")
    expect(outcome.locator(".sum")).to_have_text(
        [re.compile(r"10 × 3 \+ 5 × 2 \+ 1 × 4 = 44"), re.compile(r"50.*−.*6.*=.*44", re.DOTALL)]
    )
    expect(outcome.locator("li").last).to_contain_text("16")
    assert posted == []
    page.goto("/")
    expect(page.locator("#own-title")).to_have_count(0)


def test_taps_without_network_arrive_once(phone: MakePhone) -> None:
    mine, other = phone("Anya"), phone("Borya")
    page = mine.goto("/pythonalgorithm/?players=3&tab=tokens")
    quick(page, "+1").click()
    see_tokens((page,), 31, 30, 30)
    theirs = other.goto(page.url)
    for each in (page, theirs):
        is_live(each)

    mine.go_offline()
    choose(page, 1)
    quick(page, "+5").click()
    quick(page, "+5").click()
    choose(page, 0)
    quick(page, "−1").click()
    expect(page.locator("#waiting [data-list=waiting] [data-count]")).to_have_text("3")
    mine.go_online()
    see_tokens((page, theirs), 30, 40, 30)

    open_tab(page, "market")
    mine.go_offline()
    shown = open_event(page, JUMP)
    expect(shown).to_contain_text("II → V")
    shown.locator("footer .main").click()
    expect(page.locator("#event-sheet")).to_be_hidden()
    expect(page.locator("#waiting")).to_contain_text("Скачок")
    mine.go_online()
    see_pythons((page, theirs), templates="V III IV", kodiki="V III IV")

    expect(page.locator("#waiting")).to_be_hidden()
    log = page.request.get(page.url.partition("?")[0] + "export.json").json()["log"]
    assert [each["move"] for each in log] == ["tokens"] * 4 + ["event"]
    mine.faults.clear()  # the stream was lost on purpose


def test_balance_is_never_on_the_other_phone_until_the_end(phone: MakePhone) -> None:
    anya, other = phone("Anya").goto("/pythonalgorithm/?players=2"), phone("Borya")
    anya.get_by_role("button", name="Показать QR").click()
    borya = other.goto("/")
    borya.get_by_label("Код стола").fill(anya.locator(".code").inner_text())
    borya.get_by_role("button", name="Войти").click()
    borya.get_by_role("button", name="Я — Капля").click()
    anya.get_by_role("link", name=re.compile("Это я.*Луна")).click()
    anya.get_by_role("button", name="Да, я — Луна").click()
    play = anya.url.partition("?")[0]
    anya.goto(f"{play}settings/")
    anya.get_by_role("button", name="скрыты до конца").click()
    anya.get_by_role("link", name="Игра", exact=True).click()

    # 5309, of which a white A at IV costs 20, is Anya's secret; a debt of 3 is not.
    open_tab(anya, "tokens")
    anya.locator("#keys a:visible").click()
    sheet = anya.locator("dialog[open]")
    sheet.locator("summary").click()
    sheet.locator("[name=tokens]").fill("5309")
    sheet.get_by_role("button", name="Поправить").click()
    expect(tokens(anya, 0)).to_have_text("5309")
    buy(anya, 0, "T7", price=20, left=5289)
    buy(anya, 0, "K4", price=3, credit=True)
    quick(anya, "+10").click()
    expect(tokens(anya, 0)).to_have_text("5299")

    is_live(borya)
    open_tab(borya, "tokens")
    expect(borya.locator("#score-0")).to_contain_text("токены скрыты")
    expect(borya.locator("#score-0")).to_contain_text("долг 3")
    choose(borya, 0)
    expect(held(borya, 0)).to_have_count(1)
    expect(tokens(borya, 1)).to_have_text("30")
    quick(borya, "−5").click()  # paid for Anya, though nobody else knows from how much
    expect(tokens(anya, 0)).to_have_text("5294")
    expect(borya.locator("#dock")).to_contain_text("токены изменены")
    secrets = re.compile("5309|5289|5299|5294|5291")
    assert not secrets.search(borya.content())
    won = "bidding/?what=templates-A&colour=blue&on=0&on=1&begun=1&bids=0:16,1:"
    pages = "purchase sale hand check count log result print".split()
    for name in ["?tab=round", "?tab=market", won, *(f"{each}/?player=0" for each in pages)]:
        answer = borya.goto(play + name)
        assert answer
        assert answer.ok, name
        assert not secrets.search(answer.text() + borya.content()), name
    for name in ("export.json", "export.csv", "picture.svg"):
        assert not secrets.search(borya.request.get(play + name).text()), name

    # The virus tells all: 5294 − 3 against 30.
    borya.goto(f"{play}?tab=market")
    open_event(borya, VIRUS).locator("footer .main").click()
    for page in (borya, anya):
        page.get_by_role("link", name="К итогу").click()
        expect(page.locator(".hero > .number")).to_have_text("5291")
        expect(page.locator("[aria-labelledby=result-sums] li").first).to_contain_text("5294")


def test_first_tap_in_a_sheet_makes_the_table(phone: MakePhone) -> None:
    page = phone("Anya").goto("/pythonalgorithm/?players=3&tab=tokens")

    buy(page, BORYA, "T10", price=5, left=25)

    expect(page).to_have_url(re.compile("/t/[^/]+/1/"))
    see_tokens((page,), 30, 25, 30)
    buy(page, BORYA, "K4", price=3, credit=True)
    see_tokens((page,), 30, 25, 30, debts=(0, 3, 0))


def test_lot_lays_the_pythons_as_it_shows_them(phone: MakePhone) -> None:
    page = phone("Anya").goto("/pythonalgorithm/?players=2")
    page.get_by_role("link", name="Расставить").click()
    page.locator("#draw-lots").click()
    expect(page.locator("#by-lot .track")).to_have_count(2)
    drawn = re.search(r"drawn=(\d{3})(\d{3})", page.url)
    assert drawn
    templates, kodiki = (
        " ".join(SEGMENTS[int(each) - 1] for each in half) for half in drawn.groups()
    )

    page.locator("#by-lot button").click()

    expect(page.locator("#by-lot")).to_contain_text("Так они и стоят.")
    page.get_by_role("link", name="Игра", exact=True).click()
    see_pythons((page,), templates=templates, kodiki=kodiki)


def test_nothing_is_paid_for_the_card_that_was_chosen_before(phone: MakePhone) -> None:
    page = phone("Anya").goto("/pythonalgorithm/?players=2&tab=tokens")
    quick(page, "+1").click()
    see_tokens((page,), 31, 30)
    sheet = open_sheet(page, page.locator("#held-0 a.main"))
    expect(sheet.locator("#deal .price")).to_contain_text("Синий шаблон A")
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    page.route("**/purchase/**", hold)

    sheet.locator("label.pick", has_text="Жёлтый").click()

    expect(sheet.locator("#deal .main")).to_be_disabled()
    while not late:
        page.wait_for_timeout(20)
    late[0].continue_()
    expect(sheet.locator("#deal .price")).to_contain_text("Жёлтый шаблон A")
    sheet.locator("#deal .main").click()
    closed(page)
    expect(held(page, 0)).to_contain_text("Жёлтый шаблон A")


def test_what_is_chosen_without_network_is_answered_when_it_is_back(phone: MakePhone) -> None:
    mine = phone("Anya")
    page = mine.goto("/pythonalgorithm/?players=2&tab=tokens")
    buy(page, 0, "T10", price=5, left=25)
    is_live(page)
    sheet = open_sheet(page, page.locator("#held-0 a.main"))
    expect(sheet.locator("#deal .price")).to_be_visible()

    mine.go_offline()
    sheet.locator("label.pick", has_text="Кодик").click()
    sheet.locator("label.pick", has_text="Белый").click()
    expect(sheet.locator("#choose [data-live=off]")).to_be_visible()
    expect(sheet.locator("#deal .main")).to_be_disabled()
    mine.go_online()
    expect(sheet.locator("#deal .price .number")).to_have_text("7")
    expect(sheet.locator("#deal .main")).to_be_enabled()
    page.keyboard.press("Escape")

    look_at_customer(page, "Z11")
    expect(page.locator("#verdict")).to_contain_text("Не хватает 2 кодиков")
    is_live(page)
    mine.go_offline()
    page.locator("#kodiki-1").locator("..").click()
    mine.go_online()
    expect(page.locator("#verdict")).to_contain_text("Не хватает 1 кодика")
    mine.faults.clear()  # the answers were lost on purpose


def replayed(file: Path) -> dict[str, Any]:
    """What `manage.py replay` says of a play file."""
    command = [sys.executable, "manage.py", "replay", str(file), "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def lay(page: Page, track: str, **where: str) -> None:
    """Lay pythons by hand: choose a colour, tap its segment."""
    row = page.locator("#by-hand .track").nth(("templates", "kodiki").index(track))
    for colour, segment in where.items():
        page.locator(f"#choose-{colour}").click()
        expect(page.locator(f"#choose-{colour}")).to_have_attribute("aria-current", "true")
        cell = row.locator(".key").nth(SEGMENTS.index(segment))
        cell.click()
        expect(cell).to_have_attribute("aria-pressed", "true")


def sit_down(anya: Page, borya: Page) -> None:
    """The three get their names; Borya comes by the code and sits down."""
    anya.get_by_role("link", name="Игроки").click()
    for figure, name in zip(("Луна", "Капля", "Пламя"), NAMES, strict=True):
        anya.get_by_role("link", name=f"Изменить имя, знак, место: {figure}").click()
        anya.get_by_role("textbox", name="Имя").fill(name)
        anya.get_by_role("button", name="Готово").click()
    borya.get_by_label("Код стола").fill(anya.locator(".code").inner_text())
    borya.get_by_role("button", name="Войти").click()
    borya.get_by_role("button", name="Я — Боря").click()
    anya.get_by_role("link", name=re.compile("Это я.*Аня")).click()
    anya.get_by_role("button", name="Да, я — Аня").click()
    for page in (anya, borya):
        expect(page).to_have_url(re.compile(r"/t/[^/]+/1/"))
        is_live(page)


def event(page: Page, number: int, *told: str) -> None:
    """Record an event; its preview tells all this before."""
    open_tab(page, "market")
    shown = open_event(page, number)
    for said in told:
        expect(shown).to_contain_text(said)
    shown.locator("footer .main").click()
    closed(page)


def pick_card(sheet: Locator, card: str) -> None:
    """Choose the very card of the box."""
    if not sheet.locator("#card-id").is_visible():
        sheet.locator("summary").click()
    sheet.locator("#card-id").select_option(card)


def buy(
    page: Page, player: int, card: str, *, price: int, left: int = 0, credit: bool = False
) -> None:
    """Buy a card on the sheet of its buyer; price and rest are shown before."""
    open_tab(page, "tokens")
    choose(page, player)
    sheet = open_sheet(page, page.locator(f"#held-{player} a.main"))
    pick_card(sheet, card)
    expect(sheet.locator("#deal .price .number")).to_have_text(str(price))
    if credit:
        sheet.locator("#deal [name=debt]").click()
    else:
        expect(sheet.locator("#deal [data-total]")).to_have_text(str(left))
        sheet.locator("#deal footer .main").click()
    closed(page)


def bid(sheet: Locator, name: str, *, key: int = 0, typed: int = 0) -> None:
    """Whoever speaks bids by a key or by typing, or passes."""
    expect(sheet.locator("li[aria-current]")).to_contain_text(name)
    if key:
        sheet.get_by_role("link", name=re.compile(f"{name}.*: {key}$")).click()
    elif typed:
        sheet.locator("#bid-amount").fill(str(typed))
        sheet.locator("#bid-amount").press("Enter")
    else:
        sheet.locator("#bid-pass").click()


def react(page: Page, track: str, left: tuple[int, int, int], *told: str) -> None:
    """Record the reaction of a track to so many blue, yellow and white cards left."""
    open_tab(page, "market")
    sheet = open_sheet(page, page.locator("#keys a").first)
    expect(sheet.locator(f"#left-{track}")).to_be_checked()
    for colour, count in zip(COLOURS, left, strict=True):
        field = sheet.locator(f"input[name={colour}]")
        if count < 4:
            for _ in range(count):
                field.locator("xpath=..").locator("[data-step='1']").click()
        else:
            field.fill(str(count))
            field.blur()
    for said in told:
        expect(sheet.locator("#left-preview")).to_contain_text(said)
    sheet.locator("footer button").click()
    closed(page)


def sell(page: Page, player: int, cards: tuple[str, ...], total: str, then: str) -> None:
    """Sell cards to the market from the list of the round; the sum is shown before."""
    open_tab(page, "round")
    line = page.locator("#steps .now .list li").filter(has_text=NAMES[player])
    sheet = open_sheet(page, line.locator("a[href*='/sale/']"))
    for card in cards:
        sheet.locator(f"#sale-cards input[value*='{card}']").check(force=True)
    expect(sheet.locator("#sale-sum .total .number").last).to_have_text(then)
    expect(sheet.locator("#sale-sum footer")).to_contain_text(total.removeprefix("−"))
    sheet.locator("#sale-sum footer button").click()
    closed(page)


def look_at_customer(page: Page, customer: str) -> None:
    """From the round's list of customers to the check of the cards for one."""
    open_tab(page, "round")
    page.locator(f"#customers a[href*='customer={customer}']").click()
    expect(page.locator(f"#customer-{customer}")).to_be_checked()


def see_step(pages: tuple[Page, ...], number: int, step: int) -> None:
    """All these phones guess that the round is at this step."""
    for page in pages:
        open_tab(page, "round")
        expect(page.locator("#steps-title")).to_have_text(f"Раунд {number}")
        expect(page.locator("#steps .now .step-number")).to_have_text(str(step))


def close_round(page: Page, pages: tuple[Page, ...], number: int, first: str) -> None:
    """Close the round; the first player's token is then with the next one."""
    see_step(pages, number, PREPARATION)
    page.locator("#keys [formaction$='/next_round/']").click()
    see_step(pages, number + 1, UPDATE)
    for each in pages:
        expect(each.locator("#dock")).to_contain_text(f"Первый игрок: \u2068{first}\u2069")
