"""The pages of the box, as a phone gets them: prices, file, cards; what is typed on them."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.html import escape

from calculators.pythonalgorithm.box_file import LARGEST_FILE, as_json, read_box
from calculators.pythonalgorithm.box_forms import (
    BoxForm,
    PricesForm,
    code_read,
    code_typed,
    size_of,
)
from calculators.pythonalgorithm.box_schema import SCHEMA
from calculators.pythonalgorithm.sample import SAMPLE
from tests.companion.tables.inside import Shown

pytestmark = pytest.mark.django_db

NASTY = "<img src=x onerror='a' data-b=\"c\">&`"


class Phone(Client):
    """A phone without script: it opens pages and sends their forms."""

    def __init__(self, language: str = "en") -> None:
        super().__init__(headers={"accept-language": language})

    def opened(self, url: str) -> str:
        page = self.get(url)
        assert page.status_code == 200, url
        return page.content.decode()

    def sent(self, page: str, form: str, **typed: Any) -> Any:
        """Send the page's form whose action ends so, with these fields typed over its own."""
        self.page = Shown(self.get(page))
        return self.post(action_of(self.page, form), fields_of(self.page, form) | typed)


def action_of(shown: Shown, form: str) -> str:
    return next(each["action"] for tag, each in shown.tags if is_form(tag, each, form))


def is_form(tag: str, attributes: dict[str, str], form: str) -> bool:
    return tag == "form" and form in (attributes.get("id"), attributes.get("enctype"))


def fields_of(shown: Shown, form: str) -> dict[str, str]:
    """The hidden and chosen fields inside a form."""
    inside, fields = False, {}
    for tag, each in shown.tags:
        if tag == "form":
            inside = is_form(tag, each, form)
        elif inside and (each.get("type") == "hidden" or "checked" in each):
            fields[each["name"]] = each.get("value", "")
    return fields


@pytest.fixture
def phone() -> Phone:
    return Phone()


@pytest.fixture
def play(phone: Phone) -> str:
    """The address of a play with four players, made by its first move."""
    page = phone.get("/pythonalgorithm/")
    url: str = page.context["move_url"]
    tap(phone, url, "set_prices", start=page.context["at"].start, track="kodiki")
    return url


def tap(phone: Client, url: str, move: str, start: str = "", **args: Any) -> None:
    fields = {"args": json.dumps(args), "key": str(uuid4()), "start": start}
    assert phone.post(f"{url}{move}/", fields).status_code == 303


def state_of(phone: Phone, url: str) -> Any:
    """The state of the play."""
    return phone.get(f"{url}box/").context["at"].log.state.game


def box_of_play(phone: Phone, url: str) -> Any:
    return state_of(phone, url).box


def own_box(**changes: Any) -> dict[str, Any]:
    """The sample as a table's own box."""
    return deepcopy(as_json(SAMPLE)) | changes


# -- prices


def test_prices_stand_in_their_tables(phone):
    page = Shown(phone.get("/pythonalgorithm/box/"))

    assert "Prices of templates" in page.text
    assert "15152026" in page.text.replace("\n", "")
    assert "not compared" in page.text
    assert "a sample" in page.text


def test_prices_are_compared_by_one_key(phone, play):
    tap(phone, play, "set_prices", track="templates")

    page = Shown(phone.get(f"{play}box/"))

    assert page.text.count("compared") == 2
    assert "not compared" not in page.text
    assert page.keys("set_prices/") == []


def test_key_compares_a_whole_table(phone):
    page = Shown(phone.get("/pythonalgorithm/box/"))

    assert [args for _, args in page.keys("set_prices/")] == [
        {"track": "templates"},
        {"track": "kodiki"},
    ]


def test_each_row_leads_to_its_form(phone):
    page = Shown(phone.get("/pythonalgorithm/box/"))
    links = page.find(**{"class": "category"})

    assert [each["href"].partition("row/?")[2] for each in links] == [
        "players=4&track=templates&category=A",
        "players=4&track=templates&category=B",
        "players=4&track=templates&category=C",
        "players=4&track=kodiki",
    ]
    assert links[0]["aria-label"] == "Templates, A: correct the prices"


def test_row_is_typed_over_in_one_form(phone, play):
    url = f"{play}row/?track=templates&category=B"
    typed = {f"segment_{n}": str(n) for n in range(1, 7)} | {"segment_7": "20+2"}

    answer = phone.sent(url, "row-form", **typed)

    assert answer.status_code == 303
    assert answer["Location"].endswith("row/?track=templates&category=B")
    state = state_of(phone, play)
    assert state.prices.templates["B"] == (1, 2, 3, 4, 5, 6, 22)
    assert ("templates", "B") in state.checked
    assert "in the box 20" in phone.opened(url)


def test_row_that_cannot_be_keeps_what_was_typed(phone, play):
    typed = {f"segment_{n}": str(n) for n in range(1, 8)} | {"segment_3": "many"}

    answer = phone.sent(f"{play}row/?track=kodiki", "row-form", **typed)
    page = Shown(answer)

    assert answer.status_code == 422
    assert page.field("segment_3") == "many"
    assert page.field("segment_2") == "2"
    assert "III: Type a whole number or a sum" in page.text
    assert state_of(phone, play).prices.kodiki == SAMPLE.prices.kodiki


def test_row_with_an_empty_field_says_which(phone, play):
    typed = {f"segment_{n}": "1" for n in range(1, 8)} | {"segment_7": ""}

    answer = phone.sent(f"{play}row/?track=kodiki", "row-form", **typed)

    assert answer.status_code == 422
    assert "VII: Type the price" in Shown(answer).text


def test_row_of_an_unknown_category_is_the_first(phone):
    page = Shown(phone.get("/pythonalgorithm/row/?track=templates&category=Q"))

    assert "Prices: Templates, A" in page.text


def test_row_is_put_right_from_the_log(phone, play):
    tap(phone, play, "set_prices", track="templates", category="A", prices=[9] * 7)
    page = Shown(phone.get(f"{play}amend/2/"))
    fields = {each["name"]: each.get("value", "") for each in page.find() if "name" in each}

    answer = phone.post(f"{play}amend/", fields | {"segment_1": "8"})

    assert answer.status_code == 303
    assert state_of(phone, play).prices.templates["A"] == (8, 9, 9, 9, 9, 9, 9)


def test_corrected_prices_are_kept_in_the_box(phone, play):
    tap(phone, play, "set_prices", track="kodiki", prices=[2, 3, 4, 5, 6, 7, 8])
    page = Shown(phone.get(f"{play}box/"))
    kept = page.field("prices")

    phone.post(f"{play}options/", {"what": "prices", "prices": kept, "page": str(uuid4())})

    assert box_of_play(phone, play).prices.kodiki == (2, 3, 4, 5, 6, 7, 8)
    assert "Keep them in the box" not in phone.opened(f"{play}box/")


# -- which box, and its file


def test_box_in_use_is_told_and_changed_by_a_key(phone, play):
    assert "the sample</span>" in phone.opened(f"{play}box/")

    tap(phone, play, "options", box="classic")

    assert state_of(phone, play).options.start_tokens == 20
    assert "the classic one</span>" in phone.opened(f"{play}box/")


def test_box_is_saved_as_a_file(phone, play):
    tap(phone, play, "set_prices", track="templates", category="C", prices=[1, 2, 3, 4, 5, 6, 7])

    saved = json.loads(phone.get(f"{play}box.json").content)

    assert saved["prices"]["templates"]["C"] == [1, 2, 3, 4, 5, 6, 7]
    assert read_box(saved).templates == SAMPLE.templates
    assert read_box(json.loads(phone.get("/pythonalgorithm/box.json").content)) == SAMPLE
    assert json.loads(phone.get("/pythonalgorithm/box-schema.json").content) == SCHEMA


def imported(phone: Phone, play: str, content: str | bytes, **typed: Any) -> Any:
    file = content if isinstance(content, bytes) else content.encode()
    upload = SimpleUploadedFile("box.json", file, "application/json")
    return phone.sent(f"{play}box/", "multipart/form-data", file=upload, **typed)


def test_file_is_loaded_and_played_with(phone, play):
    box = own_box(options={"start_tokens": 25})

    answer = imported(phone, play, json.dumps(box))

    assert answer.status_code == 303
    assert answer["Location"].endswith("/box/")
    assert state_of(phone, play).options.start_tokens == 25
    assert "your own</span>" in phone.opened(f"{play}box/")


def test_pasted_text_is_loaded(phone, play):
    answer = phone.sent(
        f"{play}box/", "multipart/form-data", text=json.dumps(own_box(customers=[]))
    )

    assert answer.status_code == 303
    assert box_of_play(phone, play).customers == ()


def test_first_thing_done_may_be_to_load_a_box(phone):
    answer = imported(phone, "/pythonalgorithm/", json.dumps(own_box(customers=[])))

    assert answer.status_code == 303
    assert box_of_play(phone, answer["Location"].removesuffix("box/")).customers == ()


def test_refused_file_shows_its_place_and_changes_nothing(phone, play):
    text = json.dumps(own_box(), indent=1, ensure_ascii=False)
    text = text.replace('"category": "B",\n   "number": 2', '"category": "Д",\n   "number": 2')
    line = text[: text.index('"Д"')].count("\n") + 1

    answer = imported(phone, play, text)
    page = answer.content.decode()

    assert answer.status_code == 422
    assert "File not taken" in page
    assert f"Line {line}, templates[10].category." in page
    assert "&quot;Д&quot; is unknown; known: A, B, C." in page
    assert f"<em>{line}</em>    &quot;category&quot;: <mark>&quot;Д&quot;</mark>,\n" in page
    assert f"<em>{line + 1}</em>    &quot;number&quot;: 2,</pre>" in page
    assert "Nothing has changed in the box" in page
    assert escape(text[-2000:]) in page
    assert box_of_play(phone, play) == SAMPLE


def test_refused_file_in_one_line_is_shown_round_the_place(phone, play):
    text = json.dumps(own_box(), ensure_ascii=False).replace('"bonus": 15', '"bonus": -15', 1)

    page = imported(phone, play, text).content.decode()

    assert "<mark>-15</mark>" in page
    assert "customers[6].bonus" in page
    excerpt = page.partition('id="refused-file"')[2].partition("</pre>")[0]
    assert len(excerpt) < 400


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "Line 1. This is not JSON"),
        ('{"format": "tableside-play/1"}', "The format must be tableside-box/1"),
        ('{"format": "\u0444"}'.encode("cp1251"), "The file is not text in UTF-8"),
        ("", "Choose a file"),
    ],
)
def test_file_that_is_no_box_is_refused(phone, play, content, said):
    answer = imported(phone, play, content)

    assert answer.status_code == 422
    assert said in Shown(answer).text
    assert box_of_play(phone, play) == SAMPLE


def test_file_too_large_is_refused(phone, play):
    assert imported(phone, play, " " * 300_000).status_code == 413
    assert imported(phone, play, " " * 210_000).status_code == 422


def test_what_a_refused_file_holds_is_only_text(phone, play):
    page = imported(phone, play, json.dumps({"format": NASTY, NASTY: NASTY})).content.decode()

    assert NASTY not in page
    assert "<img" not in page


# -- finding cards


@pytest.mark.parametrize(
    ("query", "count", "first"),
    [
        ("", 33, "A1. Весь путь"),
        ("what=templates&q=yellow", 11, "A4. Поиск"),
        ("what=templates&q=жёлтый", 11, "A4. Поиск"),
        ("what=templates&q=ЖЕЛТЫЙ", 11, "A4. Поиск"),
        ("what=templates&q=a4", 1, "A4. Поиск"),
        ("what=templates&q=15", 2, "B6. Пройти и изменить"),
        ("what=templates&q=T4", 1, "A4. Поиск"),
        ("what=templates&q=white print", 2, "B8. Строка за строкой"),
        ("what=kodiki&q=append", 2, "Дописать в список"),
        ("what=kodiki&q=blue ноль", 1, "Ноль"),
        ("what=customers&q=факториал", 0, ""),
        ("what=customers&q=гласных", 1, "+15, different colours, kodiki: 2"),
        ("what=customers&q=%2B20", 12, "+20, one colour, kodiki: 3"),
        ("what=nothing", 33, "A1. Весь путь"),
    ],
)
def test_cards_are_found_by_what_is_on_them(phone, query, count, first):
    box = phone.get(f"/pythonalgorithm/box/?{query}").context["box"]

    assert len(box["found"]) == count
    assert [each["name"] for each in box["found"][:1]] == [first][:count]


def test_list_shows_colour_name_and_what_is_printed(phone):
    templates = phone.opened("/pythonalgorithm/box/?q=a4")
    kodiki = phone.opened("/pythonalgorithm/box/?what=kodiki&q=k38")
    customers = phone.opened("/pythonalgorithm/box/?what=customers&q=z7")

    assert '<span class="spoken">yellow</span>' in templates
    assert "3 gaps" in templates
    assert "if n &gt; result:" in kodiki
    assert "icon-different" in customers


def test_each_card_of_the_list_leads_to_its_page(phone):
    page = Shown(phone.get("/pythonalgorithm/box/?what=customers&q=z7"))
    link = next(each for tag, each in page.tags if "card/?" in each.get("href", ""))

    assert link["href"].endswith("card/?players=4&what=customers&id=Z7")
    assert link["aria-label"] == "Open: +15, different colours, kodiki: 2, Z7"
    assert phone.get(link["href"]).status_code == 200


def test_served_customer_says_by_whom(phone, play):
    hand = [
        {"track": "templates", "colour": "blue", "category": "C", "id": "T19"},
        {"track": "kodiki", "colour": "blue", "id": "K28"},
    ]
    tap(phone, play, "set_hand", player=1, cards=hand)
    cards = [{"id": "T19"}, {"id": "K28"}]
    tap(phone, play, "sell_to_customer", player=1, customer={"id": "Z1"}, cards=cards)

    assert "served: " in Shown(phone.get(f"{play}box/?what=customers&q=z1")).text
    assert phone.get(f"{play}card/?what=templates&id=T19").status_code == 200


# -- one card


def test_template_shows_code_with_numbered_gaps(phone):
    page = phone.opened("/pythonalgorithm/card/?id=T4")

    assert "<b>def</b> find(numbers):" in page
    assert '<span class="spoken">gap </span>2</small><span class="spoken">empty</span>' in page
    assert "Gap 2 needs a condition" in page
    assert "Wanted by" in page
    assert "Z15" in page


def test_customer_shows_task_and_accepted_programs(phone):
    page = phone.opened("/pythonalgorithm/card/?id=Z5")

    assert "Функция получает слово и возвращает его задом наперёд." in page
    assert "Accepted set 2" in page
    assert "letter + result</span>" in page
    assert 'class="gap colour-yellow"' in page


def test_kodik_shows_the_gaps_it_fits(phone):
    page = Shown(phone.get("/pythonalgorithm/card/?id=K1"))

    assert "Fits gaps for: number, expression" in page.text


def test_card_that_is_not_there_is_told(phone):
    page = Shown(phone.get("/pythonalgorithm/card/?id=T99"))

    assert "No such card" in page.text
    assert page.find(id="card-form") == []


def template(**changes: str) -> dict[str, str]:
    """What is typed to change the template T4."""
    typed = {
        "colour": "yellow",
        "category": "A",
        "number": "4",
        "title": "Искать",
        "code": "def find(numbers):\r\n    for n in [[1:list]]:\r\n        if [[2:condition]]:"
        "\r\n            [[3:statement]]\r\n    return None",
    }
    return typed | changes


def test_template_is_changed(phone, play):
    answer = phone.sent(f"{play}card/?id=T4", "card-form", **template())

    assert answer.status_code == 303
    assert answer["Location"].endswith("box/?what=templates")
    card = box_of_play(phone, play).template("T4")
    assert card.title == "Искать"
    assert card.code == SAMPLE.template("T4").code
    assert len(box_of_play(phone, play).templates) == 33


def test_first_thing_done_may_be_to_change_a_card(phone):
    answer = phone.sent("/pythonalgorithm/card/?id=T4", "card-form", **template())

    url = answer["Location"].partition("box/")[0]
    assert box_of_play(phone, url).template("T4").title == "Искать"


def test_form_begins_with_what_is_on_the_card(phone):
    page = Shown(phone.get("/pythonalgorithm/card/?what=templates&id=T4"))
    fields = fields_of(page, "card-form")

    assert fields["colour"] == "yellow"
    assert fields["category"] == "A"
    assert page.field("number") == "4"
    assert page.field("title") == "Поиск"
    assert "for n in [[1:list]]:" in page.text


def test_new_cards_are_added_with_an_id_of_their_own(phone, play):
    phone.sent(f"{play}card/?new=templates", "card-form", **template(title="Ещё"))
    kodik = {"colour": "white", "title": "Ничего", "code": "pass", "fits": "statement, мой вид"}
    phone.sent(f"{play}card/?new=kodiki", "card-form", **kodik)
    customer = {
        "task": "Найти",
        "bonus": "10+5",
        "colours": "same",
        "kodiki": "3",
        "solutions": "T4: K9 K21 K40\r\n\r\nT34 K9, K21, K40\r\n",
    }
    answer = phone.sent(f"{play}card/?new=customers", "card-form", **customer)

    assert answer.status_code == 303
    box = box_of_play(phone, play)
    assert box.template("T34").title == "Ещё"
    assert box.kodik("K51").fits == ("statement", "мой вид")
    assert box.customer("Z31").bonus == 15
    assert [each.template for each in box.customer("Z31").solutions] == ["T4", "T34"]


def test_refused_card_keeps_what_was_typed_and_blames_the_field(phone, play):
    answer = phone.sent(
        f"{play}card/?id=T4", "card-form", **template(title="Иначе", code="[[2:list]]")
    )
    page = Shown(answer)

    assert answer.status_code == 422
    assert "Code: Gaps are numbered in order: 1 is next, not 2." in page.text
    assert page.field("title") == "Иначе"
    assert page.find(id="id_code")[0]["aria-invalid"] == "true"
    assert page.find(id="id_code_error")
    assert "[[2:list]]" in page.text
    assert box_of_play(phone, play) == SAMPLE


@pytest.mark.parametrize(
    ("card", "typed", "said"),
    [
        ("K1", {"colour": "white"}, "Customer Z9, line 1: The customer wants one colour"),
        ("K1", {"fits": "list"}, "Customer Z9, line 1: Kodik &quot;K1&quot; does not fit gap 1"),
        ("K1", {"code": "⟦1:list⟧"}, "Code: A kodik has no gaps"),
        ("K1", {"title": "x" * 101}, "Title: "),
        ("Z5", {"solutions": "T21: K28"}, "Accepted sets: Line 1: "),
        ("Z5", {"solutions": "T21: K46\nT99: K47"}, "Line 2: There is no template &quot;T99&quot;"),
        ("Z5", {"bonus": "1000"}, "Bonus: A whole number from 0 to 999 is expected"),
        ("Z5", {"bonus": ""}, "Bonus: "),
        ("Z5", {"kodiki": "4"}, "Kodiki: "),
        ("Z5", {"kodiki": "2"}, "Kodiki asked for: 2, listed here: 1"),
        ("T4", {"number": "4,5"}, "Number: Type a whole number"),
        ("T4", {"category": "Q"}, "Category: "),
    ],
)
def test_what_cannot_be_is_refused_in_words(phone, play, card, typed, said):
    form = f"{play}card/?id={card}"
    whole = {"task": "", "bonus": "10", "solutions": "T21: K46", "number": "4", "code": "0"}
    whole |= {"fits": "number, expression", "title": ""}

    answer = phone.sent(form, "card-form", **(whole | typed))

    assert answer.status_code == 422
    assert said in answer.content.decode().replace("&#x27;", "'")
    assert box_of_play(phone, play) == SAMPLE


def test_one_card_too_many_is_refused_in_words(phone, play):
    full = own_box()
    full["customers"] += [{**full["customers"][0], "id": f"N{n}"} for n in range(270)]
    tap(phone, play, "options", box=full)
    customer = {"task": "", "bonus": "10", "colours": "same", "kodiki": "1", "solutions": ""}

    answer = phone.sent(f"{play}card/?new=customers", "card-form", **customer)

    assert answer.status_code == 422
    assert "At most 300 are possible, here are 301." in Shown(answer).text
    assert len(box_of_play(phone, play).customers) == 300


def test_box_that_its_own_file_could_not_hold_is_refused(phone, play):
    full = own_box()
    long = {**full["templates"][0], "code": "x" * 2000}
    while size_of(full) < LARGEST_FILE - 4000:
        full["templates"].append({**long, "id": f"N{len(full['templates'])}"})
    tap(phone, play, "options", box=full)

    answer = phone.sent(f"{play}card/?id=N40", "card-form", **template(code="жы" * 1000))
    again = phone.sent(f"{play}card/?id=N41", "card-form", **template(code="жы" * 1000))

    assert (answer.status_code, again.status_code) == (303, 422)
    assert "The file is larger than 200 KB." in Shown(again).text
    assert box_of_play(phone, play).template("N41").code == "x" * 2000


def test_card_is_taken_out(phone, play):
    answer = phone.sent(f"{play}card/?id=Z5", "card-form", do="delete")

    assert answer.status_code == 303
    assert box_of_play(phone, play).customer("Z5") is None


def test_card_of_an_accepted_set_stays(phone, play):
    answer = phone.sent(f"{play}card/?id=K38", "card-form", do="delete")

    assert answer.status_code == 422
    assert "Change these customers first: Z23." in Shown(answer).text
    assert Shown(answer).field("title") == "Запомнить большее"
    assert box_of_play(phone, play) == SAMPLE


def test_card_that_is_gone_is_not_changed(phone, play):
    page = phone.get(f"{play}card/?id=Z5")
    phone.sent(f"{play}card/?id=Z5", "card-form", do="delete")
    shown = Shown(page)

    typed = {"task": "", "bonus": "10", "solutions": ""}
    answer = phone.post(action_of(shown, "card-form"), fields_of(shown, "card-form") | typed)

    assert answer.status_code == 422
    assert "This card is no longer in the box." in Shown(answer).text


def test_what_stands_on_cards_is_only_text(phone, play):
    box = own_box()
    box["templates"][0] |= {"title": NASTY, "code": f"# {NASTY}\n{box['templates'][0]['code']}"}
    box["kodiki"][0] |= {"title": NASTY, "fits": [*box["kodiki"][0]["fits"], "<b>"]}
    box["customers"][0] |= {"task": NASTY, "id": "<i>"}
    tap(phone, play, "options", box=box)

    for page in (
        "box/",
        "box/?what=kodiki",
        "box/?what=customers",
        "card/?id=T1",
        "card/?id=K1",
        "card/?what=customers&id=<i>",
        f"box/?q={NASTY}",
    ):
        text = phone.opened(f"{play}{page}")
        assert NASTY not in text
        assert "<img" not in text
        assert "<i>&lt;" not in text


def test_log_names_a_new_box_and_offers_no_form_for_it(phone, play):
    tap(phone, play, "options", box=own_box())
    log = phone.opened(f"{play}log/")

    assert "Settings. Box: your own" in log
    assert "tableside-box" not in log
    assert "amend/1/" in log
    assert "amend/2/" not in log
    assert phone.get(f"{play}amend/2/").status_code == 404


def test_pages_are_in_the_readers_language():
    page = Phone("ru").opened("/pythonalgorithm/box/")

    assert '<html lang="ru"' in page


# -- the forms by themselves


def test_gaps_are_typed_with_brackets_that_every_phone_has():
    code = "for n in ⟦1:list⟧:\n    ⟦2:my word⟧"

    assert code_typed(code) == "for n in [[1:list]]:\n    [[2:my word]]"
    assert code_read(code_typed(code)) == code_read(code) == code
    assert code_read("x = [[0, 1], [[1]]]") == "x = [[0, 1], [[1]]]"


def test_prices_of_the_log_are_laid_out_in_their_fields():
    form = PricesForm(initial={"track": "kodiki", "prices": [7, 6, 5, 4, 3, 2, 1]})

    assert [form[f"segment_{n}"].value() for n in range(1, 8)] == [7, 6, 5, 4, 3, 2, 1]


def test_empty_row_says_that_the_printed_one_is_right():
    form = PricesForm({"track": "templates", "category": "A"})

    assert form.is_valid()
    assert form.cleaned_data == {"track": "templates", "category": "A"}


@pytest.mark.parametrize("fields", [{}, {"what": "cards"}, {"what": "prices", "prices": "["}])
def test_form_that_says_nothing_known_is_refused(fields):
    assert not BoxForm(fields, options={}).is_valid()
