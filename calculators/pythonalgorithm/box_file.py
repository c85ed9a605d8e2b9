"""A box as a JSON file: read without believing anything, and written. Pure.

What `read_box` lets through is complete and consistent; what it refuses is named by its
place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from itertools import chain
from typing import Any, TypeVar, get_args

from calculators.pythonalgorithm.box import (
    GAP,
    HIGHEST_BONUS,
    HIGHEST_NUMBER,
    HIGHEST_PRICE,
    KODIKI,
    LONGEST_CATEGORY,
    LONGEST_ID,
    LONGEST_TEXT,
    LONGEST_TITLE,
    MOST_CARDS,
    MOST_CATEGORIES,
    MOST_EVENTS,
    MOST_SETS,
    MOST_WORDS,
    SEGMENTS,
    STANDARD_EVENTS,
    Box,
    Customer,
    Kind,
    Kodik,
    Prices,
    Solution,
    Template,
    colours_wanted,
    gaps,
)
from calculators.pythonalgorithm.box_faults import BoxFault, Step, quoted, written
from calculators.pythonalgorithm.chips import COLOURS, Colour

FORMAT = "tableside-box/1"
LARGEST_FILE = 200 * 1024
LOST = "\ufffd"
"""What stands for characters that were lost when a file was read in a wrong encoding."""

T = TypeVar("T")


def box_of(option: str | Mapping[str, Any]) -> Box:
    """The box that the option `box` names ("sample", "classic") or is; BoxFault for others."""
    # The sample is made of what this file defines.
    from calculators.pythonalgorithm.sample import CLASSIC, SAMPLE

    if isinstance(option, Mapping):
        return read_box(option)
    known = {"sample": SAMPLE, "classic": CLASSIC}
    if option not in known:
        raise BoxFault("no_such_box", given=quoted(option))
    return known[option]


# -- reading


def parse_box(content: str | bytes) -> Box:
    """The box in a file's text, or BoxFault with the line of the place."""
    text = _decoded(content)
    try:
        value = json.loads(text, parse_int=_int, object_pairs_hook=_Pairs)
    except json.JSONDecodeError as wrong:
        raise BoxFault("not_json").placed(text, wrong.pos) from None
    except RecursionError:
        raise BoxFault("too_deep") from None
    try:
        return read_box(value)
    except BoxFault as fault:
        raise fault.placed(text, place_of(text, fault.steps)) from None


def _decoded(content: str | bytes) -> str:
    size = len(content) if isinstance(content, bytes) else len(content.encode(errors="replace"))
    if size > LARGEST_FILE:
        raise BoxFault("too_big", most=LARGEST_FILE // 1024)
    try:
        text = content.decode() if isinstance(content, bytes) else content
    except UnicodeDecodeError:
        raise BoxFault("not_utf8") from None
    if LOST in text:
        raise BoxFault("not_utf8")
    return text.removeprefix("\ufeff")


class _Pairs(dict[str, Any]):
    """A JSON object that knows whether a name stood in it twice."""

    def __init__(self, pairs: Sequence[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.twice = _twice(name for name, _ in pairs) if len(self) < len(pairs) else ""


def _twice(names: Iterable[str]) -> str:
    """The first name that has come before; a file may have thousands of them."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return ""


def _int(digits: str) -> int | float:
    """A whole number; one too long to be one is left as what no box may hold."""
    return int(digits) if len(digits) <= 10 else float("inf")


def place_of(text: str, steps: Sequence[Step]) -> int:
    """Where a value begins in a JSON text; for one that is missing, the nearest round it."""
    scanner, at = json.JSONDecoder(parse_int=_int), _blank(text, 0)
    for step in steps:
        found = [place for name, place in _members(scanner, text, at) if name == step]
        if not found:
            break
        at = found[-1]  # of two with one name the last one counts
    return at


def _members(scanner: json.JSONDecoder, text: str, at: int) -> Iterator[tuple[Step, int]]:
    """The members of the object or list that begins at `at`: name or index, and where."""
    opens, place, index = text[at], _blank(text, at + 1), 0
    while opens in "{[" and text[place] not in "}]":
        name: Step = index
        if opens == "{":
            name, place = scanner.raw_decode(text, place)
            place = _blank(text, _blank(text, place) + 1)
        yield name, place
        place = _blank(text, scanner.raw_decode(text, place)[1])
        if text[place] == ",":
            place = _blank(text, place + 1)
        index += 1


def _blank(text: str, at: int) -> int:
    """Where the next thing stands after blanks."""
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def read_box(value: Any) -> Box:
    """The box that a JSON value holds, or BoxFault. Strict: neither "5" nor true is 5."""
    if isinstance(value, Mapping) and value.get("format", FORMAT) != FORMAT:
        raise BoxFault(
            "wrong_format", ["format"], expected=FORMAT, given=quoted(value.get("format"))
        )
    needed = ("format", "prices", "templates", "kodiki", "customers")
    top = _object(value, (), needed, ("events", "options"))
    prices = _prices(top["prices"], ("prices",))
    box = Box(
        prices,
        tuple(_template(*each, prices) for each in _items(top, "templates")),
        tuple(_kodik(*each) for each in _items(top, "kodiki")),
        tuple(_customer(*each) for each in _items(top, "customers")),
        _events(top.get("events", STANDARD_EVENTS), ("events",)),
        _options(top.get("options", {}), ("options",)),
    )
    _check_ids(box)
    _check_solutions(box)
    return box


def _prices(value: Any, at: tuple[Step, ...]) -> Prices:
    tables = _object(value, at, ("templates", "kodiki"))
    rows = _object(tables["templates"], (*at, "templates"))
    if not rows:
        raise BoxFault("empty", (*at, "templates"))
    _check_count(rows, (*at, "templates"), MOST_CATEGORIES)
    for name in rows:
        _text(name, (*at, "templates", name), LONGEST_CATEGORY)
    return Prices(
        {name: read_row(row, (*at, "templates", name)) for name, row in rows.items()},
        read_row(tables["kodiki"], (*at, "kodiki")),
    )


def read_row(value: Any, at: tuple[Step, ...] = ()) -> tuple[int, ...]:
    """Seven prices, or BoxFault."""
    row = _list(value, at)
    if len(row) != SEGMENTS:
        raise BoxFault("not_seven", at, count=len(row))
    return tuple(_whole(price, (*at, place), 0, HIGHEST_PRICE) for place, price in enumerate(row))


def _template(value: Any, at: tuple[Step, ...], prices: Prices) -> Template:
    card = _object(value, at, ("id", "colour", "category", "number", "title", "code"))
    return Template(
        _text(card["id"], (*at, "id"), LONGEST_ID),
        _one_of(card["colour"], (*at, "colour"), COLOURS),
        _one_of(card["category"], (*at, "category"), tuple(prices.templates)),
        _whole(card["number"], (*at, "number"), 0, HIGHEST_NUMBER),
        _text(card["title"], (*at, "title"), LONGEST_TITLE, empty=True),
        _code_with_gaps(card["code"], (*at, "code")),
    )


def _kodik(value: Any, at: tuple[Step, ...]) -> Kodik:
    card = _object(value, at, ("id", "colour", "title", "code", "fits"))
    code = _prose(card["code"], (*at, "code"))
    if "⟦" in code or "⟧" in code:
        raise BoxFault("gap_in_kodik", (*at, "code"))
    words = enumerate(_list(card["fits"], (*at, "fits"), MOST_WORDS))
    return Kodik(
        _text(card["id"], (*at, "id"), LONGEST_ID),
        _one_of(card["colour"], (*at, "colour"), COLOURS),
        _text(card["title"], (*at, "title"), LONGEST_TITLE, empty=True),
        code,
        tuple(_text(word, (*at, "fits", place), LONGEST_ID) for place, word in words),
    )


def _customer(value: Any, at: tuple[Step, ...]) -> Customer:
    needed = ("id", "bonus", "colours", "kodiki", "task")
    card = _object(value, at, needed, ("solutions",))
    return Customer(
        _text(card["id"], (*at, "id"), LONGEST_ID),
        _whole(card["bonus"], (*at, "bonus"), 0, HIGHEST_BONUS),
        _one_of(card["colours"], (*at, "colours"), get_args(Kind)),
        _whole(card["kodiki"], (*at, "kodiki"), KODIKI[0], KODIKI[-1]),
        _prose(card["task"], (*at, "task")),
        tuple(_solution(*each) for each in _items(card, "solutions", at, MOST_SETS)),
    )


def _solution(value: Any, at: tuple[Step, ...]) -> Solution:
    card = _object(value, at, ("template", "kodiki"))
    ids = enumerate(_list(card["kodiki"], (*at, "kodiki")))
    return Solution(
        _text(card["template"], (*at, "template"), LONGEST_ID),
        tuple(_text(each, (*at, "kodiki", place), LONGEST_ID) for place, each in ids),
    )


def _events(value: Any, at: tuple[Step, ...]) -> Mapping[str, int]:
    counts = _object(value, at, tuple(STANDARD_EVENTS))
    return {name: _whole(counts[name], (*at, name), 0, MOST_EVENTS) for name in STANDARD_EVENTS}


def _options(value: Any, at: tuple[Step, ...]) -> Mapping[str, Any]:
    """The settings that a box may bring along; the others are the table's own."""
    given = _object(value, at, (), ("start_tokens", "purchase_tokens", "edge"))
    for name, highest in (("start_tokens", HIGHEST_PRICE), ("purchase_tokens", MOST_EVENTS)):
        if name in given:
            _whole(given[name], (*at, name), 0, highest)
    if "edge" in given:
        _one_of(given["edge"], (*at, "edge"), ("stay", "nearest"))
    return dict(given)


def _check_ids(box: Box) -> None:
    """Each card can be named: templates and kodiki by ids that no other of them has."""
    held = [*_places("templates", box.templates), *_places("kodiki", box.kodiki)]
    for cards in (held, _places("customers", box.customers)):
        seen: dict[str, tuple[Step, ...]] = {}
        for at, name in cards:
            if name in seen:
                raise BoxFault("id_twice", (*at, "id"), id=quoted(name), other=written(seen[name]))
            seen[name] = at


def _places(
    name: str, cards: Sequence[Template | Kodik | Customer]
) -> list[tuple[tuple[Step, ...], str]]:
    return [((name, place), each.id) for place, each in enumerate(cards)]


def _check_solutions(box: Box) -> None:
    for place, customer in enumerate(box.customers):
        for number, solution in enumerate(customer.solutions):
            at = ("customers", place, "solutions", number)
            _check_solution(box, customer, solution, at)


def _check_solution(box: Box, customer: Customer, solution: Solution, at: tuple[Step, ...]) -> None:
    """A solution names cards that exist, fills every gap and keeps the colour rule."""
    template = box.template(solution.template)
    if template is None:
        raise BoxFault("no_such_template", (*at, "template"), id=quoted(solution.template))
    kodiki = tuple(_kodiki_of(box, solution, (*at, "kodiki")))
    wanted = gaps(template.code)
    if len(kodiki) != customer.kodiki:
        raise BoxFault("kodiki_asked", (*at, "kodiki"), asked=customer.kodiki, count=len(kodiki))
    if len(kodiki) != len(wanted):
        raise BoxFault(
            "gaps_filled",
            (*at, "kodiki"),
            id=quoted(template.id),
            gaps=len(wanted),
            count=len(kodiki),
        )
    for gap, kodik in zip(wanted, kodiki, strict=True):
        if gap.word not in kodik.fits:
            where = (*at, "kodiki", gap.number - 1)
            raise BoxFault(
                "does_not_fit", where, id=quoted(kodik.id), gap=gap.number, word=gap.word
            )
    _check_colours(customer.colours, [template.colour, *(each.colour for each in kodiki)], at)


def _kodiki_of(box: Box, solution: Solution, at: tuple[Step, ...]) -> Iterator[Kodik]:
    for place, name in enumerate(solution.kodiki):
        kodik = box.kodik(name)
        if kodik is None:
            raise BoxFault("no_such_kodik", (*at, place), id=quoted(name))
        if name in solution.kodiki[:place]:
            raise BoxFault("kodik_twice", (*at, place), id=quoted(name))
        yield kodik


def _check_colours(kind: Kind, colours: Sequence[Colour], at: tuple[Step, ...]) -> None:
    wanted, found = colours_wanted(kind, len(colours)), len(set(colours))
    if found == wanted:
        return
    if kind == "same":
        raise BoxFault("colours_differ", at)
    raise BoxFault("colours_repeat", at, wanted=wanted, found=found)


# -- single values


def _object(
    value: Any,
    at: tuple[Step, ...],
    needed: Sequence[str] | None = None,
    possible: Sequence[str] = (),
) -> Mapping[str, Any]:
    """A JSON object with the names it needs and no unknown ones (None: any names)."""
    if not isinstance(value, Mapping):
        raise BoxFault("no_object", at)
    if isinstance(value, _Pairs) and value.twice:
        raise BoxFault("name_twice", (*at, value.twice))
    if needed is None:
        return value
    for name in chain(needed, value):
        if name not in value:
            raise BoxFault("missing", (*at, name))
        if name not in needed and name not in possible:
            known = ", ".join((*needed, *possible))
            raise BoxFault("unknown_name", (*at, str(name)), known=known)
    return value


def _list(value: Any, at: tuple[Step, ...], most: int = MOST_CARDS) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise BoxFault("no_list", at)
    _check_count(value, at, most)
    return value


def _check_count(value: Sized, at: tuple[Step, ...], most: int) -> None:
    if len(value) > most:
        raise BoxFault("too_many", at, most=most, count=len(value))


def _items(
    card: Mapping[str, Any], name: str, at: tuple[Step, ...] = (), most: int = MOST_CARDS
) -> Iterator[tuple[Any, tuple[Step, ...]]]:
    """The items of a list under `name` (none without it), each with its place."""
    at = (*at, name)
    for place, value in enumerate(_list(card.get(name, ()), at, most)):
        yield value, (*at, place)


def _text(value: Any, at: tuple[Step, ...], longest: int, *, empty: bool = False) -> str:
    """One line of text."""
    if not isinstance(value, str):
        raise BoxFault("no_text", at)
    if not value.strip() and not empty:
        raise BoxFault("empty", at)
    if len(value) > longest:
        raise BoxFault("too_long", at, most=longest)
    if not value.isprintable():
        raise BoxFault("bad_character", at)
    return value


def _prose(value: Any, at: tuple[Step, ...]) -> str:
    """Text of several lines: code, or a task. It may be empty."""
    if isinstance(value, str):
        _text(value.replace("\n", " ").replace("\t", " "), at, LONGEST_TEXT, empty=True)
        return value
    raise BoxFault("no_text", at)


def _code_with_gaps(value: Any, at: tuple[Step, ...]) -> str:
    code = _prose(value, at)
    for expected, gap in enumerate(gaps(code), start=1):
        if gap.number != expected:
            raise BoxFault("gap_number", at, expected=expected, given=gap.number)
    if re.search("[⟦⟧]", GAP.sub("", code)):
        raise BoxFault("bad_gap", at)
    return code


def _whole(value: Any, at: tuple[Step, ...], lowest: int, highest: int) -> int:
    if type(value) is not int or not lowest <= value <= highest:
        raise BoxFault("no_whole_number", at, lowest=lowest, highest=highest)
    return value


def _one_of(value: Any, at: tuple[Step, ...], known: tuple[T, ...]) -> T:
    if value not in known:
        listed = ", ".join(map(str, known))
        raise BoxFault("unknown_value", at, given=quoted(value), known=listed)
    return known[known.index(value)]


# -- writing


def as_json(box: Box) -> dict[str, Any]:
    """The box as the JSON value of its file: `read_box` gives the same box again."""
    return {
        "format": FORMAT,
        "prices": {
            "templates": {name: list(row) for name, row in box.prices.templates.items()},
            "kodiki": list(box.prices.kodiki),
        },
        "templates": [vars(each).copy() for each in box.templates],
        "kodiki": [vars(each) | {"fits": list(each.fits)} for each in box.kodiki],
        "customers": [_customer_json(each) for each in box.customers],
        "events": dict(box.events),
        "options": dict(box.options),
    }


def _customer_json(customer: Customer) -> dict[str, Any]:
    solutions = [
        {"template": each.template, "kodiki": list(each.kodiki)} for each in customer.solutions
    ]
    return vars(customer) | {"solutions": solutions}
