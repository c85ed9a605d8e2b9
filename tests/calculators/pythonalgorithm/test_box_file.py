"""The box: what is let in, what is refused, and where the fault is said to be."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from time import perf_counter, process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculators.pythonalgorithm.box import (
    STANDARD_EVENTS,
    Box,
    Customer,
    Gap,
    Kodik,
    Prices,
    Solution,
    Template,
    gaps,
)
from calculators.pythonalgorithm.box_faults import FAULTS, BoxFault
from calculators.pythonalgorithm.box_file import (
    FORMAT,
    LARGEST_FILE,
    as_json,
    box_of,
    parse_box,
    place_of,
    read_box,
)
from calculators.pythonalgorithm.box_schema import SCHEMA
from calculators.pythonalgorithm.sample import SAMPLE

ROW = [1, 3, 5, 7, 9, 11, 13]
SMALL: dict[str, Any] = {
    "format": FORMAT,
    "prices": {"templates": {"A": [15, 15, 15, 20, 26, 33, 40], "Ж": [*ROW]}, "kodiki": [*ROW]},
    "templates": [
        {
            "id": "T1",
            "colour": "blue",
            "category": "A",
            "number": 7,
            "title": "Сумма",
            "code": "total = ⟦1:number⟧\n⟦2:statement⟧",
        },
    ],
    "kodiki": [
        {"id": "K1", "colour": "blue", "title": "", "code": "0", "fits": ["number"]},
        {"id": "K2", "colour": "blue", "title": "", "code": "print(total)", "fits": ["statement"]},
        {"id": "K3", "colour": "white", "title": "", "code": "1", "fits": ["number", "condition"]},
        {"id": "K4", "colour": "yellow", "title": "", "code": "pass", "fits": ["statement"]},
    ],
    "customers": [
        {
            "id": "1",
            "bonus": 10,
            "colours": "same",
            "kodiki": 2,
            "task": "Напечатать 0",
            "solutions": [{"template": "T1", "kodiki": ["K1", "K2"]}],
        },
        {
            "id": "2",
            "bonus": 15,
            "colours": "different",
            "kodiki": 2,
            "task": "",
            "solutions": [{"template": "T1", "kodiki": ["K3", "K4"]}],
        },
        {"id": "3", "bonus": 0, "colours": "different", "kodiki": 1, "task": "Любые две карты"},
    ],
    "events": {"rise": 2, "jump": 1, "crash": 3, "virus": 1},
    "options": {"edge": "nearest"},
}

INDENTS = (None, 0, 1, 4, "\t")


def changed(path: str, value: Any) -> dict[str, Any]:
    """The small box with one place changed: "templates.0.number" (… removes it)."""
    box = deepcopy(SMALL)
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place: Any = box
    for step in steps:
        place = place[step]
    if value is ...:
        del place[last]
    elif isinstance(place, list) and last == len(place):
        place.append(value)
    else:
        place[last] = value
    return box


def fault_of(read: Callable[..., Any], value: Any) -> BoxFault:
    with pytest.raises(BoxFault) as caught:
        read(value)
    return caught.value


# -- what is let in


def test_small_box_is_read_as_it_stands():
    assert read_box(SMALL) == Box(
        Prices(
            {"A": (15, 15, 15, 20, 26, 33, 40), "Ж": (1, 3, 5, 7, 9, 11, 13)},
            (1, 3, 5, 7, 9, 11, 13),
        ),
        (Template("T1", "blue", "A", 7, "Сумма", "total = ⟦1:number⟧\n⟦2:statement⟧"),),
        (
            Kodik("K1", "blue", "", "0", ("number",)),
            Kodik("K2", "blue", "", "print(total)", ("statement",)),
            Kodik("K3", "white", "", "1", ("number", "condition")),
            Kodik("K4", "yellow", "", "pass", ("statement",)),
        ),
        (
            Customer("1", 10, "same", 2, "Напечатать 0", (Solution("T1", ("K1", "K2")),)),
            Customer("2", 15, "different", 2, "", (Solution("T1", ("K3", "K4")),)),
            Customer("3", 0, "different", 1, "Любые две карты"),
        ),
        {"rise": 2, "jump": 1, "crash": 3, "virus": 1},
        {"edge": "nearest"},
    )


def test_box_needs_no_cards_events_or_options():
    box = read_box(
        {
            "format": FORMAT,
            "prices": SMALL["prices"],
            "templates": [],
            "kodiki": [],
            "customers": [],
        }
    )

    assert (box.templates, box.kodiki, box.customers) == ((), (), ())
    assert box.events == STANDARD_EVENTS
    assert box.options == {}


def test_standard_events_are_eleven_cards():
    counts = dict(STANDARD_EVENTS)

    assert 3 * counts.pop("rise") + sum(counts.values()) == 11


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("templates.0.number", 0),
        ("templates.0.title", ""),
        ("kodiki.0.code", ""),
        ("kodiki.0.code", "a\n\tb"),
        ("customers.0.bonus", 0),
        ("customers.1.id", "T1"),
        ("customers.0.solutions", []),
        ("prices.kodiki", [0] * 7),
        ("options", {"start_tokens": 20, "purchase_tokens": 3, "edge": "stay"}),
        ("events.virus", 0),
    ],
)
def test_what_is_unusual_but_possible_is_let_in(path, value):
    box = changed(path, value)

    assert as_json(read_box(box)) == changed_back(box)


def changed_back(box: dict[str, Any]) -> dict[str, Any]:
    """The box with what may be left out filled in."""
    for customer in box["customers"]:
        customer.setdefault("solutions", [])
    return box


def test_four_cards_of_three_colours_are_different_enough():
    box = changed("templates.0.code", "⟦1:number⟧⟦2:statement⟧⟦3:number⟧")
    box["customers"] = [
        {
            "id": "1",
            "bonus": 20,
            "colours": "different",
            "kodiki": 3,
            "task": "",
            "solutions": [{"template": "T1", "kodiki": ["K1", "K4", "K3"]}],
        }
    ]

    assert read_box(box).customers[0].kodiki == 3


def test_cards_are_found_by_their_ids():
    box = read_box(SMALL)

    assert box.template("T1") is box.templates[0]
    assert box.kodik("K2") is box.kodiki[1]
    assert box.customer("3") is box.customers[2]
    assert (box.template("K1"), box.kodik("T1"), box.customer("K1")) == (None, None, None)


def test_price_is_that_of_the_segment():
    prices = read_box(SMALL).prices

    assert prices.price("templates", "A", 1) == 15
    assert prices.price("templates", "A", 7) == 40
    assert prices.price("templates", "Ж", 2) == 3
    assert prices.price("kodiki", None, 4) == 7
    assert prices.row("kodiki", None) == tuple(ROW)
    assert read_box(SMALL).categories == ("A", "Ж")


def test_boxes_are_equal_and_have_a_hash():
    assert hash(read_box(SMALL)) == hash(read_box(deepcopy(SMALL)))
    assert read_box(SMALL) != read_box(changed("templates.0.number", 8))


def test_gaps_are_found_in_code():
    assert gaps(SMALL["templates"][0]["code"]) == (Gap(1, "number"), Gap(2, "statement"))


# -- there and back


def test_box_written_and_read_is_the_same():
    assert as_json(read_box(SMALL)) == changed_back(deepcopy(SMALL))
    assert read_box(as_json(SAMPLE)) == SAMPLE
    json.dumps(as_json(SAMPLE))


@pytest.mark.parametrize("indent", INDENTS)
def test_box_in_any_layout_is_read(indent):
    text = json.dumps(SMALL, indent=indent, ensure_ascii=indent is None)

    assert parse_box(text) == parse_box(text.encode()) == read_box(SMALL)


def test_byte_order_mark_and_windows_lines_do_no_harm():
    text = json.dumps(SMALL, indent=1).replace("\n", "\r\n")

    assert parse_box("\ufeff" + text) == parse_box(b"\xef\xbb\xbf" + text.encode())
    assert parse_box(text) == read_box(SMALL)


def test_names_of_boxes_lead_to_boxes():
    assert box_of("sample") is SAMPLE
    assert box_of("classic").options["start_tokens"] == 20
    assert box_of(SMALL) == read_box(SMALL)
    assert fault_of(box_of, "silver").code == "no_such_box"
    assert fault_of(box_of, {}).path == "format"


def test_sample_is_read_in_a_blink():
    value = as_json(SAMPLE)

    def spent() -> float:
        start = perf_counter()
        read_box(value)
        return perf_counter() - start

    assert min(spent() for _ in range(5)) < 0.005


# -- what is refused

REFUSED = [
    ("format", ..., "missing", "format"),
    ("format", "tableside-box/2", "wrong_format", "format"),
    ("format", 1, "wrong_format", "format"),
    ("prices", ..., "missing", "prices"),
    ("templates", ..., "missing", "templates"),
    ("kodiki", None, "no_list", "kodiki"),
    ("customers", {}, "no_list", "customers"),
    ("cards", [], "unknown_name", "cards"),
    ("prices", [], "no_object", "prices"),
    ("prices.tokens", [], "unknown_name", "prices.tokens"),
    ("prices.templates", {}, "empty", "prices.templates"),
    ("prices.templates.", ROW, "empty", 'prices.templates[""]'),
    ("prices.templates.abcdefghijk", ROW, "too_long", "prices.templates.abcdefghijk"),
    ("prices.templates.A\nB", ROW, "bad_character", 'prices.templates["A\\nB"]'),
    ("prices.templates.A", ROW[:6], "not_seven", "prices.templates.A"),
    ("prices.templates.A", [*ROW, 15], "not_seven", "prices.templates.A"),
    ("prices.templates.Ж", {}, "no_list", "prices.templates.Ж"),
    ("prices.kodiki", [], "not_seven", "prices.kodiki"),
    ("prices.kodiki.3", -1, "no_whole_number", "prices.kodiki[3]"),
    ("prices.kodiki.3", 7.0, "no_whole_number", "prices.kodiki[3]"),
    ("prices.kodiki.3", "7", "no_whole_number", "prices.kodiki[3]"),
    ("prices.kodiki.3", True, "no_whole_number", "prices.kodiki[3]"),
    ("prices.kodiki.3", float("nan"), "no_whole_number", "prices.kodiki[3]"),
    ("prices.kodiki.3", 10**30, "no_whole_number", "prices.kodiki[3]"),
    ("templates.0", "T1", "no_object", "templates[0]"),
    ("templates.0.category", "Д", "unknown_value", "templates[0].category"),
    ("templates.0.category", ["A"], "unknown_value", "templates[0].category"),
    ("templates.0.category", ..., "missing", "templates[0].category"),
    ("templates.0.colour", "red", "unknown_value", "templates[0].colour"),
    ("templates.0.colour", {}, "unknown_value", "templates[0].colour"),
    ("templates.0.number", "7", "no_whole_number", "templates[0].number"),
    ("templates.0.price", 7, "unknown_name", "templates[0].price"),
    ("templates.0.id", "", "empty", "templates[0].id"),
    ("templates.0.id", "  ", "empty", "templates[0].id"),
    ("templates.0.id", 1, "no_text", "templates[0].id"),
    ("templates.0.id", "K1", "id_twice", "kodiki[0].id"),
    ("templates.0.id", "x" * 41, "too_long", "templates[0].id"),
    ("templates.0.title", "a\nb", "bad_character", "templates[0].title"),
    ("templates.0.title", "\ud83d", "bad_character", "templates[0].title"),
    ("templates.0.code", "a\0b", "bad_character", "templates[0].code"),
    ("templates.0.code", "x" * 2001, "too_long", "templates[0].code"),
    ("templates", [{}] * 301, "too_many", "templates"),
    ("kodiki", [{}] * 301, "too_many", "kodiki"),
    ("customers", [{}] * 301, "too_many", "customers"),
    ("customers.0.solutions", [{}] * 21, "too_many", "customers[0].solutions"),
    ("kodiki.0.fits", ["number"] * 21, "too_many", "kodiki[0].fits"),
    ("prices.templates", {str(n): ROW for n in range(13)}, "too_many", "prices.templates"),
    ("templates.0.code", None, "no_text", "templates[0].code"),
    ("templates.0.code", "⟦2:number⟧", "gap_number", "templates[0].code"),
    ("templates.0.code", "⟦1:a⟧⟦3:b⟧", "gap_number", "templates[0].code"),
    ("templates.0.code", "⟦2:a⟧⟦1:b⟧", "gap_number", "templates[0].code"),
    ("templates.0.code", "⟦1:a⟧⟦1:b⟧", "gap_number", "templates[0].code"),
    ("templates.0.code", "⟦number⟧", "bad_gap", "templates[0].code"),
    ("templates.0.code", "⟦1:a⟧ ⟧", "bad_gap", "templates[0].code"),
    ("templates.0.code", "⟦1:a⟧", "gaps_filled", "customers[0].solutions[0].kodiki"),
    ("templates.0.code", "", "gaps_filled", "customers[0].solutions[0].kodiki"),
    ("kodiki.1.id", "K1", "id_twice", "kodiki[1].id"),
    ("kodiki.1.code", "⟦1:number⟧", "gap_in_kodik", "kodiki[1].code"),
    ("kodiki.1.code", "⟦", "gap_in_kodik", "kodiki[1].code"),
    ("kodiki.1.fits", "statement", "no_list", "kodiki[1].fits"),
    ("kodiki.1.fits.0", 1, "no_text", "kodiki[1].fits[0]"),
    ("kodiki.1.fits", ["number"], "does_not_fit", "customers[0].solutions[0].kodiki[1]"),
    ("kodiki.1.colour", "white", "colours_differ", "customers[0].solutions[0]"),
    ("kodiki.3.colour", "white", "colours_repeat", "customers[1].solutions[0]"),
    ("customers.0.bonus", -5, "no_whole_number", "customers[0].bonus"),
    ("customers.0.bonus", 1000, "no_whole_number", "customers[0].bonus"),
    ("customers.0.kodiki", 0, "no_whole_number", "customers[0].kodiki"),
    ("customers.0.kodiki", 4, "no_whole_number", "customers[0].kodiki"),
    ("customers.0.kodiki", 3, "kodiki_asked", "customers[0].solutions[0].kodiki"),
    ("customers.0.colours", "blue", "unknown_value", "customers[0].colours"),
    ("customers.0.colours", "different", "colours_repeat", "customers[0].solutions[0]"),
    ("customers.1.colours", "same", "colours_differ", "customers[1].solutions[0]"),
    ("customers.1.id", "1", "id_twice", "customers[1].id"),
    ("customers.0.task", 5, "no_text", "customers[0].task"),
    ("customers.0.solutions", None, "no_list", "customers[0].solutions"),
    ("customers.0.solutions.0.kodiki", "K1", "no_list", "customers[0].solutions[0].kodiki"),
    (
        "customers.0.solutions.0.template",
        "K1",
        "no_such_template",
        "customers[0].solutions[0].template",
    ),
    (
        "customers.0.solutions.0.kodiki.1",
        "K9",
        "no_such_kodik",
        "customers[0].solutions[0].kodiki[1]",
    ),
    (
        "customers.0.solutions.0.kodiki.1",
        "K1",
        "kodik_twice",
        "customers[0].solutions[0].kodiki[1]",
    ),
    ("events.jump", -1, "no_whole_number", "events.jump"),
    ("events.jump", 1.5, "no_whole_number", "events.jump"),
    ("events.jump", True, "no_whole_number", "events.jump"),
    ("events.jump", ..., "missing", "events.jump"),
    ("events.fall", 1, "unknown_name", "events.fall"),
    ("events", [], "no_object", "events"),
    ("options.tokens", 20, "unknown_name", "options.tokens"),
    ("options.box", "sample", "unknown_name", "options.box"),
    ("options.edge", "far", "unknown_value", "options.edge"),
    ("options.start_tokens", "20", "no_whole_number", "options.start_tokens"),
    ("options.purchase_tokens", -1, "no_whole_number", "options.purchase_tokens"),
    ("options", None, "no_object", "options"),
]


@pytest.mark.parametrize(("change", "value", "code", "path"), REFUSED)
def test_what_cannot_be_is_refused_by_its_place(change, value, code, path):
    fault = fault_of(read_box, changed(change, value))

    assert (fault.code, fault.path) == (code, path)
    assert fault.line is None
    assert str(fault).startswith(f"{path}: ")
    assert str(fault).isprintable()


@pytest.mark.parametrize(("change", "value", "code", "path"), REFUSED)
def test_text_with_the_same_fault_has_it_at_a_line(change, value, code, path):
    text = json.dumps(changed(change, value), indent=1)

    fault = fault_of(parse_box, text)

    assert (fault.code, fault.path) == (code, path)
    assert fault.line is not None
    assert 1 <= fault.line <= text.count("\n") + 1


@pytest.mark.parametrize("value", [None, [], "box", 5])
def test_what_is_no_object_at_all_is_refused(value):
    fault = fault_of(read_box, value)

    assert (fault.code, fault.path) == ("no_object", "")
    assert str(fault) == "an object {…} is expected"


def test_message_is_one_line_with_place_and_reason():
    text = json.dumps(changed("templates.0.category", "Д"), indent=1, ensure_ascii=False)
    line = next(n for n, each in enumerate(text.split("\n"), 1) if '"Д"' in each)

    assert str(fault_of(parse_box, text)) == (
        f'line {line}, templates[0].category: "Д" is unknown; known: A, Ж'
    )


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        ("", "not_json", 1),
        ("{", "not_json", 1),
        ('{"format": 1,\n"prices": }', "not_json", 2),
        ("{}\n\n{}", "not_json", 3),
        ("[" * 100_000, "too_deep", None),
        (" " * (LARGEST_FILE + 1), "too_big", None),
        ("Ж" * (LARGEST_FILE // 2 + 1), "too_big", None),
        (b"\xff\xfe{\0", "not_utf8", None),
        ('{"title": "\ufffd\ufffd"}', "not_utf8", None),
    ],
)
def test_file_that_is_no_json_is_refused(content, code, line):
    fault = fault_of(parse_box, content)

    assert (fault.code, fault.path, fault.line) == (code, "", line)
    assert fault.code in FAULTS


def test_file_of_the_largest_size_is_read():
    text = json.dumps(SMALL)

    assert parse_box(text + " " * (LARGEST_FILE - len(text))) == read_box(SMALL)


def test_name_that_stands_twice_is_refused_at_the_second():
    text = json.dumps(SMALL, indent=1).replace(
        '"kodiki": [\n   1', '"kodiki": [],\n  "kodiki": [\n   1'
    )

    fault = fault_of(parse_box, text)

    assert (fault.code, fault.path) == ("name_twice", "prices.kodiki")
    assert text.split("\n")[fault.line - 1] == '  "kodiki": ['
    assert text.split("\n")[fault.line - 2] == '  "kodiki": [],'


def test_thousands_of_names_are_looked_through_once():
    names = [f'"{number:05}":0' for number in range(18_000)]
    text = "{" + ",".join([*names, names[-1]]) + "}"

    start = process_time()
    fault = fault_of(parse_box, text)

    assert (fault.code, fault.path) == ("name_twice", '["17999"]')
    assert process_time() - start < 1


def test_whole_numbers_without_end_are_refused_at_their_place():
    text = json.dumps(SMALL).replace('"number": 7', '"number": ' + "7" * 5000)

    fault = fault_of(parse_box, text)

    assert (fault.code, fault.path) == ("no_whole_number", "templates[0].number")


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "1e400"])
def test_numbers_that_are_none_are_refused(word):
    text = json.dumps(SMALL).replace('"number": 7', f'"number": {word}')

    assert fault_of(parse_box, text).path == "templates[0].number"


def leaves(value: Any, steps: tuple[Any, ...] = ()):
    """Each single value of a JSON value, and the way to it."""
    if isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for name, inner in pairs:
            yield from leaves(inner, (*steps, name))
    else:
        yield steps


@pytest.mark.parametrize("indent", INDENTS)
def test_place_is_that_of_the_value(indent):
    """A value swapped for a mark stands where the mark then is."""
    value = as_json(SAMPLE)
    text = json.dumps(value, indent=indent)
    for steps in list(leaves(value))[::37]:
        marked = deepcopy(value)
        place = marked
        for step in steps[:-1]:
            place = place[step]
        place[steps[-1]] = "the mark"
        before = json.dumps(marked, indent=indent).partition('"the mark"')[0]
        assert place_of(text, steps) == len(before), steps


def test_a_missing_place_is_that_of_what_is_round_it():
    text = '{"a": [{}, {"b": "]}", "c": [1, 2]}]}'

    assert text[place_of(text, ("a", 1, "z")) :].startswith('{"b"')
    assert text[place_of(text, ("a", 1, "c")) :].startswith("[1")
    assert text[place_of(text, ("a", 7)) :].startswith("[{}")
    assert text[place_of(text, ("a", 1, "b", "deeper")) :].startswith('"]}"')
    assert place_of(f"  {text}", ()) == 2


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
PLACES = [*leaves(SMALL), ("prices",), ("templates", 0), ("kodiki", 1, "fits"), ("options",), ()]


@given(JSON, st.sampled_from(PLACES))
def test_whatever_stands_anywhere_is_a_box_or_a_fault(value, steps):
    box: Any = {"whole": deepcopy(SMALL)}
    place, last = box, "whole"
    for step in steps:
        place, last = place[last], step
    place[last] = value

    with suppress(BoxFault):
        read = read_box(box["whole"])
        assert read_box(as_json(read)) == read


@given(st.text() | st.binary())
def test_whatever_the_file_holds_is_refused_by_a_fault(content):
    assert fault_of(parse_box, content).code in FAULTS


# -- the schema


def named(schema: dict[str, Any]) -> tuple[set[str], set[str]]:
    """The names that an object may have, and those that it must have."""
    assert schema["additionalProperties"] is False
    return set(schema["properties"]), set(schema.get("required", []))


def test_schema_names_what_a_box_holds():
    parts = SCHEMA["properties"]
    customer = parts["customers"]["items"]

    assert named(SCHEMA) == (set(SMALL), set(SMALL) - {"events", "options"})
    assert named(parts["prices"])[1] == set(SMALL["prices"])
    assert named(parts["templates"]["items"])[1] == set(SMALL["templates"][0])
    assert named(parts["kodiki"]["items"])[1] == set(SMALL["kodiki"][0])
    assert named(customer) == (
        set(SMALL["customers"][0]),
        set(SMALL["customers"][0]) - {"solutions"},
    )
    assert named(parts["events"])[1] == set(STANDARD_EVENTS)
    assert named(parts["options"]) == ({"start_tokens", "purchase_tokens", "edge"}, set())
    assert parts["format"] == {"const": FORMAT}
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    json.dumps(SCHEMA)
