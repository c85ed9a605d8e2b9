"""Requests as nobody sends them: every address and method, moves that were valid once.

What is asked comes from a seed, from the site's own addresses and moves, and from the
pages that the site has answered with: keys, links and fields there are what a phone
could send, and each is sent as it is or with something wrong in it.
"""

from __future__ import annotations

import dataclasses
import html
import json
import re
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal
from urllib.parse import quote, urlencode
from uuid import UUID

from django.urls import get_resolver

from companion.common import COMMON_MOVES
from companion.games import Game, all_games
from companion.log import CORRECTIONS

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW", "get")
FORM = "application/x-www-form-urlencoded"
KINDS = (FORM, "multipart/form-data; boundary=x", "application/json", "text/plain", "")

# What answers before Django's resolver does: the streams, and the static files.
BEFORE = ("t/%(token)s/live/", "w/%(token)s/live/", "static/%(file)s")
FILES = ("css/tableside.css", "js/tableside.js", "icons/", "staticfiles.json", "../manage.py")

MARKUP = "<script>alert(1)</script>"
TEXTS = (
    "",
    " ",
    "0",
    "-1",
    "1",
    "2",
    "12+11-7",
    "1" * 5_000,
    "²",
    "١٢",
    "1e999",
    "NaN",
    "True",
    "null",
    "{}",
    "[]",
    "\0",
    "a\r\nSet-Cookie: phone=x",
    "\ud800",
    "\u202eevil\u2066",
    "\u2028",
    "e" + "\u0301" * 500,
    "😀👨‍👩‍👧",
    "W" * 70_000,
    "'\">" + MARKUP,
    "{{ 1|add:2 }}{% now %}",
    "%(name)s %s %",
    "=HYPERLINK(1)",
    "../../../etc/passwd",
    "//evil.example/",
    "javascript:alert(1)",
    "__proto__",
    "constructor",
    "' OR 1=1 --",
    "+" * 3_000,
    "1," * 3_000,
    " " * 20_000 + "x",
    "(" * 2_000,
    "[[" * 2_000,
    "⟦1:" * 500,
)
VALUES: tuple[str, ...] = (
    "null",
    "true",
    "0",
    "-1",
    "1",
    "3",
    "1.5",
    "999999999",
    "-999999999",
    "2147483648",
    "9223372036854775808",
    "1" + "0" * 400,
    "1e999",
    "NaN",
    "-Infinity",
    '""',
    '"\\u0000"',
    '"\\ud800"',
    '"\\u202e"',
    "[]",
    "{}",
    "[1,1,1]",
    '{"__proto__":{"a":1}}',
    '{"a":1,"a":2}',
    "[" * 30 + "]" * 30,
    "[" * 100_000,
    '"' + "x" * 200_000 + '"',
    "[" + "0," * 50_000 + "0]",
)
MARK = "the one that is bent"
SEGMENTS = ("", ".", "..", "0", "1", "9999", "99999999999999999999", "nowhere", "a b", "é", "\0")
TOKENS = ("A" * 22, "A" * 15, "A" * 33, "-" * 16, "../../home", "\u202e" * 16)

TAG = re.compile(r"<(a|button|form|input|select|textarea|option)\b([^>]*)>")
ATTRIBUTE = re.compile(r"""([\w-]+)=(?:"([^"]*)"|'([^']*)')""")
ADDRESSED = {"a": "href", "button": "formaction", "form": "action"}
MOST_SEEN = 400
READ_AT_MOST = 150_000


@dataclass(frozen=True)
class Asked:
    """One request. `lies`: its length is longer, shorter, chunked or both, or "" if it is true."""

    method: str
    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    lies: str = ""

    @property
    def is_stream(self) -> bool:
        return self.path.partition("?")[0].endswith("/live/")


class Seen:
    """What the pages showed of this table so far: links, keys with args, names of fields."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.links: dict[str, None] = {}
        self.keys: dict[tuple[str, str, str], None] = {}
        self.fields: dict[str, str] = {}

    def read(self, page: str) -> None:
        for tag, attributes in TAG.findall(page[:READ_AT_MOST]):
            given = {
                name: html.unescape(one or other)
                for name, one, other in ATTRIBUTE.findall(attributes)
            }
            address, name = given.get(ADDRESSED.get(tag, ""), ""), given.get("name", "")
            if name:
                self.fields[name] = given.get("value", "")
            if not address.startswith("/") or (address[:3] == "/t/" and self.token not in address):
                continue
            self.links[address] = None
            if tag == "button":
                self.keys[address, name, given.get("value", "")] = None
        for kept in (self.links, self.keys, self.fields):
            while len(kept) > MOST_SEEN:
                del kept[next(iter(kept))]  # type: ignore[arg-type]


@dataclass
class Place:
    """A table that is fuzzed: its plays' games by number, and all that may be asked there."""

    token: str
    watch: str
    seats: Sequence[int]
    plays: Mapping[int, Game]


class Odd:
    """Makes requests for one table, from one seed."""

    def __init__(self, rng: Random, place: Place) -> None:
        self.rng = rng
        self.place = place
        self.seen = Seen(place.token)
        self.addresses = addresses()

    def next(self) -> Asked:
        """The next request."""
        kind = self.rng.random()
        if kind < 0.35:
            asked = self.move()
        elif kind < 0.50:
            asked = self.form()
        elif kind < 0.85:
            asked = self.look()
        else:
            asked = Asked(self.rng.choice(METHODS), self.address(), {}, self._garbage())
        return self._upset(asked) if self.rng.random() < 0.12 else asked

    # -- what is asked

    def look(self) -> Asked:
        """A page, sometimes with a query, sometimes as a fragment."""
        path = self._one(self.seen.links) if self.rng.random() < 0.3 else self.address()
        headers = {}
        if self.rng.random() < 0.3:
            target = self.rng.choice(("play", "table", "sheet", "log", "evening", "\u00e9"))
            headers = {"HX-Request": "true", "HX-Target": target}
        if self.rng.random() < 0.1:
            headers["If-None-Match"] = self.rng.choice(("*", '"', 'W/"a", "b"', '"' * 2_000))
        return Asked(self.rng.choice(("GET", "GET", "GET", "HEAD")), path, headers)

    def move(self) -> Asked:
        """A move that could be made, and mostly is wrong somewhere."""
        number, game = self.rng.choice(list(self.place.plays.items()))
        if self.seen.keys and self.rng.random() < 0.5:
            address, name, args = self._one(self.seen.keys)
            fields = {name: self._bent(args)} if name else {}
        else:
            private = game.notebook is not None and self.rng.random() < 0.3
            moves = game.notebook.moves if private and game.notebook else game.rules.moves
            name, kind = self.rng.choice(list({**moves, **COMMON_MOVES}.items()))
            args = self._args(kind)
            if self.rng.random() < 0.2:
                name, args = self.rng.choice((*CORRECTIONS, "options")), self._correction(args)
            where = "notebook/" if private else ""
            address = f"/t/{self.place.token}/{number}/{where}{name}/"
            fields = {"args": self._bent(args)}
        fields["key"] = str(UUID(int=self.rng.getrandbits(128), version=4))
        for field_, odds in {
            "was": 0.05,
            "query": 0.1,
            "to": 0.05,
            "then": 0.05,
            "key": 0.05,
        }.items():
            if self.rng.random() < odds:
                fields[field_] = self.rng.choice((*TEXTS, *VALUES[:20], "check/", "log/"))
        headers = {"HX-Request": "true"} if self.rng.random() < 0.7 else {}
        if self.rng.random() < 0.3:
            headers["HX-Target"] = "play"
        return self._posted(address, fields, headers)

    def form(self) -> Asked:
        """Fields that stood on some page, with other texts in them."""
        number, game = self.rng.choice(list(self.place.plays.items()))
        address = self._one(self.seen.links) if self.rng.random() < 0.4 else self.address()
        names = [*self.seen.fields, "name", "figure", "code", "next", "theme", "game", "after"]
        if game.forms and self.rng.random() < 0.6:
            move, kind = self.rng.choice(list[tuple[str, Any]](game.forms.items()))
            address = f"/t/{self.place.token}/{number}/{move}/"
            names = list(kind.base_fields) or names
        count = 2_000 if self.rng.random() < 0.01 else self.rng.randrange(1, 8)
        fields = {"page": "p"} if self.rng.random() < 0.8 else {}
        for each in range(count):
            name = self.rng.choice(names) if each < 8 else f"field-{each}"
            shown = self.seen.fields.get(name, "")
            fields[name] = shown if self.rng.random() < 0.5 else self.rng.choice(TEXTS)
        return self._posted(address, fields, {})

    def address(self) -> str:
        """An address of the site, most of its parts real."""
        template = self.rng.choice(self.addresses)
        path = "/" + re.sub(r"%\((\w+)\)s", lambda found: self._part(found[1]), template)
        if self.rng.random() < 0.25:
            pairs = [
                (self.rng.choice([*self.seen.fields, "tab", "q", "before", "first", "next", "key"]),
                 self.rng.choice((*TEXTS, *self.seen.fields.values())))
                for _pair in range(self.rng.randrange(1, 5))
            ]  # fmt: skip
            path += "?" + urlencode(pairs, errors="surrogatepass")[:12_000]
        return path

    def _part(self, name: str) -> str:
        """What may stand there: mostly what is there, else anything."""
        place, rng = self.place, self.rng
        number, game = rng.choice(list(place.plays.items()))
        moves = [*game.rules.moves, *COMMON_MOVES, *CORRECTIONS, "options"]
        real: dict[str, Callable[[], str]] = {
            "token": lambda: place.token if rng.random() < 0.9 else place.watch,
            "number": lambda: str(number),
            "slug": lambda: rng.choice(list(all_games())),
            "name": lambda: rng.choice([*moves, *game.pages, *game.files]),
            "seat": lambda: self._number_in("seats"),
            "entry": lambda: str(rng.randrange(40)),
            "way": lambda: rng.choice(("up", "down", "aside", "back")),
            "file": lambda: rng.choice(FILES),
            "ticket": lambda: self._number_in("take"),
        }
        if name in real and rng.random() < 0.9:
            return real[name]()
        odd = TOKENS if name == "token" else SEGMENTS
        return quote(rng.choice(odd), safe="", errors="surrogatepass")

    def _number_in(self, folder: str) -> str:
        """What stood after that folder in some link."""
        found = [re.search(rf"/{folder}/([^/?]+)/", each) for each in self.seen.links]
        known = [each[1] for each in found if each and each[1] not in ("add", "stand")]
        return self._one(known) if known else "1"

    # -- what is sent

    def _posted(self, address: str, fields: Mapping[str, str], headers: Mapping[str, str]) -> Asked:
        if self.rng.random() < 0.1:
            return Asked(
                "POST", address, {**headers, "Content-Type": KINDS[1]}, self._parts(fields)
            )
        text = urlencode(fields, errors="surrogatepass").encode()
        return Asked("POST", address, {**headers, "Content-Type": FORM}, text)

    def _parts(self, fields: Mapping[str, str]) -> bytes:
        """The fields as multipart, the last of them perhaps as a file."""
        file = self.rng.choice(("", '; filename="../a.json"', '; filename=""', "; filename*=x"))
        parts = [
            f'--x\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n{text}\r\n'
            for name, text in fields.items()
        ]
        end = self.rng.choice(("--x--\r\n", "--x", ""))
        return ("".join(parts) + end).encode("utf-8", "surrogatepass")

    def _garbage(self) -> bytes:
        kind = self.rng.random()
        if kind < 0.5:
            return b""
        if kind < 0.9:
            return self.rng.randbytes(self.rng.randrange(1, 3_000))
        return self.rng.choice(VALUES).encode()

    def _upset(self, asked: Asked) -> Asked:
        """The same request with a strange header, or a false length."""
        rng = self.rng
        strange: Sequence[tuple[str, str]] = (
            ("Accept-Language", "ru-" * 3_000),
            ("Accept-Language", ",".join(f"x{each};q=0.{each}" for each in range(900))),
            ("Accept-Language", "\u00ff;q=nan"),
            ("Cookie", "phone=" + "x" * 20_000),
            ("Cookie", "; ".join(f"c{each}=1" for each in range(2_000))),
            ("Cookie", 'phone="\\042\\000"; zone=../../etc/passwd; theme=x; tables=.e:x:y'),
            ("Host", rng.choice(("evil.example", "", "127.0.0.1:99999", "[::1", "a b", "x@127.0"))),
            ("Content-Type", rng.choice((*KINDS, "multipart/form-data", "text/html; charset=hex",
                                         "multipart/form-data; boundary=" + "x" * 300))),
            ("Content-Encoding", "gzip"),
            ("Content-Type", "application/json; charset=utf-7"),
            ("Range", "bytes=0-,0-,0-"),
            ("X-Forwarded-Host", "evil.example"),
            ("X-HTTP-Method-Override", "DELETE"),
            ("Referer", "https://evil.example/?" + "x" * 3_000),
            ("Origin", rng.choice(("null", "https://evil.example", "http://[", "x" * 3_000))),
            ("HX-Target", "x" * 10_000),
            ("HX-Current-URL", "http://[/%zz"),
            ("HX-History-Restore-Request", "true"),
            ("Accept-Encoding", "gzip;q=x, br, *;q=9"),
            ("If-Modified-Since", "Thu, 99 Foo 99999 99:99:99 GMT"),
            ("Expect", "100-continue"),
            ("X-Long", "x" * 70_000),
        )  # fmt: skip
        lies = rng.choice(("longer", "shorter", "chunked", "both")) if rng.random() < 0.1 else ""
        name, text = rng.choice(strange)
        return dataclasses.replace(asked, headers={**asked.headers, name: text}, lies=lies)

    # -- args

    def _correction(self, args: Any) -> dict[str, Any]:
        entry = self.rng.randrange(-1, 40)
        return {"entry": [entry, entry + 1] if self.rng.random() < 0.2 else entry, "args": args}

    def _bent(self, args: Any) -> str:
        """Args as JSON, half of the time with one value changed."""
        text = args if isinstance(args, str) else json.dumps(args)
        kind = self.rng.random()
        if kind < 0.55:
            return text
        if kind < 0.6:
            return text[: self.rng.randrange(len(text) + 1)]
        if kind < 0.65:
            return self.rng.choice(VALUES)
        value = json.loads(text) if text.startswith(("{", "[")) else text
        leaves = list(_leaves(value))
        if not leaves:
            return text
        holder, place = self._one(leaves)
        holder[place] = MARK
        other = self.rng.choice(VALUES) if kind < 0.9 else json.dumps(self.rng.choice(TEXTS))
        return json.dumps(value).replace(f'"{MARK}"', other)

    def _args(self, kind: Any) -> dict[str, Any]:
        """Args of a move by the types of its dataclass."""
        hints = typing.get_type_hints(kind)
        optional = {
            each.name for each in dataclasses.fields(kind)
            if each.default is not dataclasses.MISSING
        }  # fmt: skip
        return {
            name: self._value(hint)
            for name, hint in hints.items()
            if name not in optional or self.rng.random() < 0.6
        }

    def _value(self, hint: Any) -> Any:
        origin, inner = typing.get_origin(hint), typing.get_args(hint)
        if origin is Literal:
            return self.rng.choice(inner)
        if origin in (typing.Union, types.UnionType):
            return self._value(self.rng.choice(inner))
        if origin in (list, tuple):
            many = self.rng.randrange(5) if origin is list or ... in inner else len(inner)
            return [
                self._value(inner[each % max(1, len(inner) - (... in inner))])
                for each in range(many)
            ]
        if dataclasses.is_dataclass(hint):
            return self._args(hint)
        if hint is int:
            return self.rng.choice((0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 7, 20, 100, -1))
        if hint is bool:
            return self.rng.random() < 0.5
        if hint is str:
            return self.rng.choice(
                (*self.seen.fields.values(), "red", "7", "12+3", "sample", *TEXTS)
            )
        return None

    def _one(self, many: Any) -> Any:
        """One of these; always one draw, however many there are."""
        place = self.rng.random()
        listed = list(many)
        return listed[int(place * len(listed))] if listed else "/"


def _leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    """Whatever holds a value that holds none itself, and where in it."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for place, inner in list(pairs) if isinstance(value, dict | list) else ():
        if isinstance(inner, dict | list) and inner:
            yield from _leaves(inner)
        else:
            yield value, place


def addresses() -> list[str]:
    """Every address of the site as a template, in a fixed order."""
    known = get_resolver().reverse_dict
    templates = {
        template
        for name in known
        for possible, *_more in known.getlist(name)
        for template, _params in possible
    }
    return sorted(templates | set(BEFORE))
