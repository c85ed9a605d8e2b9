"""The box of PythonAlgorithm: everything that is printed on cardboard. Pure.

Price tables, templates, kodiki, customers and the event deck are data, one JSON
file, so that a table can put in its own cards. `read_box` believes nothing: what
it lets through is complete and consistent, and what it refuses is named by its
place. Source: rulebook, "Состав игры", and the price tracks of the board.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any, Literal, TypeVar, get_args

from calculators.pythonalgorithm.chips import COLOURS, Colour, Track

FORMAT = "tableside-box/1"
LARGEST_FILE = 200 * 1024
LOST = "\ufffd"
"""What stands for characters that were lost when a file was read in a wrong encoding."""

SEGMENTS = 7
KODIKI = range(1, 4)
"""How many kodiki a customer may ask for."""

HIGHEST_PRICE = 9_999
HIGHEST_BONUS = 999
HIGHEST_NUMBER = 9_999
MOST_EVENTS = 99
LONGEST_ID = 40
LONGEST_CATEGORY = 10
LONGEST_TITLE = 100
LONGEST_TEXT = 2_000

Kind = Literal["same", "different"]
"""What a customer asks of the colours: all the same, or all different."""

Step = str | int
T = TypeVar("T")


def gettext_noop(text: str) -> str:
    """Mark a text for the catalogues; `box_words` says it in the reader's language."""
    return text


FAULTS: Mapping[str, str] = {
    "not_utf8": gettext_noop("the file is not text in UTF-8"),
    "too_big": gettext_noop("the file is larger than %(most)s KB"),
    "not_json": gettext_noop(
        "this is not JSON: a comma, a quote or a bracket is missing or out of place"
    ),
    "too_deep": gettext_noop("nested too deeply"),
    "wrong_format": gettext_noop("the format must be %(expected)s, not %(given)s"),
    "no_object": gettext_noop("an object {…} is expected"),
    "no_list": gettext_noop("a list […] is expected"),
    "no_text": gettext_noop("a text in quotes is expected"),
    "no_whole_number": gettext_noop("a whole number from %(lowest)s to %(highest)s is expected"),
    "empty": gettext_noop("this must not be empty"),
    "too_long": gettext_noop("at most %(most)s characters are possible"),
    "bad_character": gettext_noop("a character that cannot be shown"),
    "missing": gettext_noop("this is missing"),
    "unknown_name": gettext_noop("such a name is unknown here; known: %(known)s"),
    "name_twice": gettext_noop("this name stands twice in one object"),
    "unknown_value": gettext_noop("%(given)s is unknown; known: %(known)s"),
    "not_seven": gettext_noop("seven prices are expected, here are %(count)s"),
    "id_twice": gettext_noop("the id %(id)s is already taken by %(other)s"),
    "bad_gap": gettext_noop("a gap is written like this: ⟦1:expression⟧"),
    "gap_number": gettext_noop("gaps are numbered in order: %(expected)s is next, not %(given)s"),
    "gap_in_kodik": gettext_noop("a kodik has no gaps of its own"),
    "no_such_template": gettext_noop("there is no template %(id)s"),
    "no_such_kodik": gettext_noop("there is no kodik %(id)s"),
    "kodik_twice": gettext_noop("the kodik %(id)s stands twice in one solution"),
    "kodiki_asked": gettext_noop("kodiki asked for: %(asked)s, listed here: %(count)s"),
    "gaps_filled": gettext_noop("gaps in template %(id)s: %(gaps)s, kodiki listed: %(count)s"),
    "does_not_fit": gettext_noop("kodik %(id)s does not fit gap %(gap)s: %(word)s"),
    "colours_differ": gettext_noop("the customer wants one colour, these cards have several"),
    "colours_repeat": gettext_noop("different colours wanted: %(wanted)s, here: %(found)s"),
    "no_such_box": gettext_noop("%(given)s is no box; known: sample, classic, or a whole box"),
}
"""What can be wrong with a box, by code; the texts for every reader, `box_words` included."""


class BoxFault(ValueError):
    """The box cannot be; `str()` is one English line that says where and what.

    `steps` lead to the place inside the value. Where there was a text, `at` is where the
    same place begins in it, and `line` its line, counted from 1. `data` are the values
    that the message names.
    """

    def __init__(self, code: str, steps: Sequence[Step] = (), **data: Any) -> None:
        super().__init__(code, data)
        self.code = code
        self.steps = tuple(steps)
        self.data: Mapping[str, Any] = data
        self.at: int | None = None
        self.line: int | None = None

    def placed(self, text: str, at: int) -> BoxFault:
        """The same fault, now that its place in the text is known."""
        self.at, self.line = at, text.count("\n", 0, at) + 1
        return self

    @property
    def path(self) -> str:
        """The place as people write it.

        >>> BoxFault("missing", ("templates", 11, "category")).path
        'templates[11].category'
        """
        return _written(self.steps)

    def __str__(self) -> str:
        where = f"{self.path}: " if self.steps else ""
        line = "" if self.line is None else f"line {self.line}, "
        return f"{line}{where}{FAULTS[self.code] % self.data}"


def _written(steps: Sequence[Step]) -> str:
    return "".join(map(_step, steps)).removeprefix(".")


def _step(step: Step) -> str:
    """One step of a path; whatever a name holds, the path stays one short line."""
    if isinstance(step, int):
        return f"[{step}]"
    if step.isidentifier() and len(step) <= LONGEST_ID:
        return f".{step}"
    return f"[{_quoted(step)}]"


def _quoted(value: Any) -> str:
    """A value as it stands in the file, shortened."""
    written = json.dumps(value, ensure_ascii=False)
    if not written.isprintable():
        written = json.dumps(value)
    return written if len(written) <= LONGEST_ID else f"{written[: LONGEST_ID - 1]}…"


# -- what is in a box


@dataclass(frozen=True)
class Prices:
    """The printed price tables, in tokens: seven for segments I to VII.

    `templates` has a row for each category; the kodiki share one row. The number
    printed on a card never matters for its price.
    """

    templates: Mapping[str, tuple[int, ...]] = field(hash=False)
    kodiki: tuple[int, ...]

    def row(self, track: Track, category: str | None = None) -> tuple[int, ...]:
        """The seven prices of a track; KeyError for a template of no known category."""
        return self.kodiki if track == "kodiki" else self.templates[category or ""]

    def price(self, track: Track, category: str | None, segment: int) -> int:
        """What a card costs while its colour's chip stands on `segment` (1 to 7)."""
        return self.row(track, category)[segment - 1]


@dataclass(frozen=True)
class Template:
    """A template card: code with gaps `⟦1:expression⟧`, numbered in order."""

    id: str
    colour: Colour
    category: str
    number: int
    title: str
    code: str


@dataclass(frozen=True)
class Kodik:
    """A kodik card: a piece of code. `fits` are the words of the gaps that take it."""

    id: str
    colour: Colour
    title: str
    code: str
    fits: tuple[str, ...]


@dataclass(frozen=True)
class Solution:
    """A set that a customer takes: a template and the kodiki for its gaps, in order."""

    template: str
    kodiki: tuple[str, ...]


@dataclass(frozen=True)
class Customer:
    """A customer: pays the cards' prices and `bonus` for a set that does the task.

    `kodiki` (1 to 3) is how many go with the one template. "same": all cards of one
    colour; "different": as many colours as cards, at most three. Without `solutions`
    only number and colours count.
    """

    id: str
    bonus: int
    colours: Kind
    kodiki: int
    task: str
    solutions: tuple[Solution, ...] = ()


STANDARD_EVENTS: Mapping[str, int] = {"rise": 2, "jump": 1, "crash": 3, "virus": 1}
"""The event deck of eleven cards: `rise` counts the cards of each colour."""


@dataclass(frozen=True)
class Box:
    """A whole box. `options` are settings that come with it, unless a play has its own."""

    prices: Prices
    templates: tuple[Template, ...] = ()
    kodiki: tuple[Kodik, ...] = ()
    customers: tuple[Customer, ...] = ()
    events: Mapping[str, int] = field(default_factory=lambda: STANDARD_EVENTS, hash=False)
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def template(self, id: str) -> Template | None:  # noqa: A002
        """The template with this id, if there is one."""
        return self._templates.get(id)

    def kodik(self, id: str) -> Kodik | None:  # noqa: A002
        """The kodik with this id, if there is one."""
        return self._kodiki.get(id)

    def customer(self, id: str) -> Customer | None:  # noqa: A002
        """The customer with this id, if there is one."""
        return self._customers.get(id)

    @property
    def categories(self) -> tuple[str, ...]:
        """The categories of the templates, in the order of the price table."""
        return tuple(self.prices.templates)

    @cached_property
    def _templates(self) -> Mapping[str, Template]:
        return {each.id: each for each in self.templates}

    @cached_property
    def _kodiki(self) -> Mapping[str, Kodik]:
        return {each.id: each for each in self.kodiki}

    @cached_property
    def _customers(self) -> Mapping[str, Customer]:
        return {each.id: each for each in self.customers}


def box_of(option: str | Mapping[str, Any]) -> Box:
    """The box that the option `box` names ("sample", "classic") or is; BoxFault for others."""
    # The sample is made of what this file defines.
    from calculators.pythonalgorithm.sample import CLASSIC, SAMPLE

    if isinstance(option, Mapping):
        return read_box(option)
    known = {"sample": SAMPLE, "classic": CLASSIC}
    if option not in known:
        raise BoxFault("no_such_box", given=_quoted(option))
    return known[option]


# -- gaps

GAP = re.compile(r"⟦([1-9]):([^⟦⟧:\n]{1,40})⟧")


@dataclass(frozen=True)
class Gap:
    """A gap of a template: its number, and the word that a kodik must fit."""

    number: int
    word: str


def gaps(code: str) -> tuple[Gap, ...]:
    """The gaps of a template's code, in the order in which they stand.

    >>> gaps("for n in ⟦1:list⟧:")
    (Gap(number=1, word='list'),)
    """
    return tuple(Gap(int(number), word) for number, word in GAP.findall(code))


def colours_wanted(kind: Kind, cards: int) -> int:
    """How many colours a set of so many cards must have."""
    return 1 if kind == "same" else min(cards, len(COLOURS))


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
        self.twice = ""
        if len(self) < len(pairs):
            names = [name for name, _ in pairs]
            self.twice = next(name for name in names if names.count(name) > 1)


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
            "wrong_format", ["format"], expected=FORMAT, given=_quoted(value.get("format"))
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
    words = enumerate(_list(card["fits"], (*at, "fits")))
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
        tuple(_solution(*each) for each in _items(card, "solutions", at)),
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
                raise BoxFault(
                    "id_twice", (*at, "id"), id=_quoted(name), other=_written(seen[name])
                )
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
        raise BoxFault("no_such_template", (*at, "template"), id=_quoted(solution.template))
    kodiki = tuple(_kodiki_of(box, solution, (*at, "kodiki")))
    wanted = gaps(template.code)
    if len(kodiki) != customer.kodiki:
        raise BoxFault("kodiki_asked", (*at, "kodiki"), asked=customer.kodiki, count=len(kodiki))
    if len(kodiki) != len(wanted):
        raise BoxFault(
            "gaps_filled",
            (*at, "kodiki"),
            id=_quoted(template.id),
            gaps=len(wanted),
            count=len(kodiki),
        )
    for gap, kodik in zip(wanted, kodiki, strict=True):
        if gap.word not in kodik.fits:
            where = (*at, "kodiki", gap.number - 1)
            raise BoxFault(
                "does_not_fit", where, id=_quoted(kodik.id), gap=gap.number, word=gap.word
            )
    _check_colours(customer.colours, [template.colour, *(each.colour for each in kodiki)], at)


def _kodiki_of(box: Box, solution: Solution, at: tuple[Step, ...]) -> Iterator[Kodik]:
    for place, name in enumerate(solution.kodiki):
        kodik = box.kodik(name)
        if kodik is None:
            raise BoxFault("no_such_kodik", (*at, place), id=_quoted(name))
        if name in solution.kodiki[:place]:
            raise BoxFault("kodik_twice", (*at, place), id=_quoted(name))
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


def _list(value: Any, at: tuple[Step, ...]) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise BoxFault("no_list", at)
    return value


def _items(
    card: Mapping[str, Any], name: str, at: tuple[Step, ...] = ()
) -> Iterator[tuple[Any, tuple[Step, ...]]]:
    """The items of a list under `name` (none without it), each with its place."""
    at = (*at, name)
    for place, value in enumerate(_list(card.get(name, ()), at)):
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
        raise BoxFault("unknown_value", at, given=_quoted(value), known=listed)
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


# -- the schema, for editors of box files


def _named(**properties: Any) -> dict[str, Any]:
    """The schema of an object that has these names and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in ("events", "options", "solutions")],
        "additionalProperties": False,
    }


def _whole_schema(lowest: int, highest: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": lowest, "maximum": highest}


def _text_schema(longest: int, shortest: int = 0) -> dict[str, Any]:
    return {"type": "string", "minLength": shortest, "maxLength": longest}


def _list_schema(item: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": item}


_ID = _text_schema(LONGEST_ID, 1)
_TITLE = _text_schema(LONGEST_TITLE)
_CODE = _text_schema(LONGEST_TEXT)
_COLOUR = {"enum": list(COLOURS)}
_ROW = {
    "type": "array",
    "items": _whole_schema(0, HIGHEST_PRICE),
    "minItems": SEGMENTS,
    "maxItems": SEGMENTS,
}

SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A box of PythonAlgorithm",
    **_named(
        format={"const": FORMAT},
        prices=_named(
            templates={
                "type": "object",
                "propertyNames": _text_schema(LONGEST_CATEGORY, 1),
                "additionalProperties": _ROW,
                "minProperties": 1,
            },
            kodiki=_ROW,
        ),
        templates=_list_schema(
            _named(
                id=_ID,
                colour=_COLOUR,
                category=_text_schema(LONGEST_CATEGORY, 1),
                number=_whole_schema(0, HIGHEST_NUMBER),
                title=_TITLE,
                code={
                    **_CODE,
                    "description": "Gaps are ⟦1:expression⟧, ⟦2:statement⟧ …, numbered in order;"
                    " the word is what a kodik's `fits` names.",
                },
            )
        ),
        kodiki=_list_schema(
            _named(id=_ID, colour=_COLOUR, title=_TITLE, code=_CODE, fits=_list_schema(_ID))
        ),
        customers=_list_schema(
            _named(
                id=_ID,
                bonus=_whole_schema(0, HIGHEST_BONUS),
                colours={"enum": list(get_args(Kind))},
                kodiki=_whole_schema(KODIKI[0], KODIKI[-1]),
                task=_CODE,
                solutions=_list_schema(_named(template=_ID, kodiki=_list_schema(_ID))),
            )
        ),
        events={
            **_named(**dict.fromkeys(STANDARD_EVENTS, _whole_schema(0, MOST_EVENTS))),
            "description": "Cards in the event deck; `rise` counts those of each colour.",
        },
        options={
            "type": "object",
            "properties": {
                "start_tokens": _whole_schema(0, HIGHEST_PRICE),
                "purchase_tokens": _whole_schema(0, MOST_EVENTS),
                "edge": {"enum": ["stay", "nearest"]},
            },
            "additionalProperties": False,
        },
    ),
}
"""JSON Schema (draft 2020-12) of a box file. What spans several cards only `read_box` checks."""
