"""What a first visit loads: bytes and requests of each page and of all that it names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin

import brotli  # type: ignore[import-untyped]

from tests.load.caller import Caller, new_table
from tests.load.figures import Column, Row, Section
from tests.load.games import Measured
from tests.load.line import Answer, Line
from tests.server import RunningServer

KB = 1000
PROXY_QUALITY = 6
WORTH_COMPRESSING = 500

PAGE_BUDGET = 60.0
CSS_BUDGET = 11.0
JS_BUDGET = 12.0

LOADED = {"script": "src", "img": "src", "use": "href", "image": "href"}
LOADED_BY_LINK = {"stylesheet", "icon", "modulepreload", "preload", "manifest"}
IMPORT = re.compile(r"""\b(?:from|import)\s*\(?\s*["'](\.{1,2}/[^"']+)["']""")
IN_STYLE = re.compile(r"""url\(["']?(?!data:)([^"')]+)""")

COLUMNS = (Column("brotli"), Column("http"), Column("raw"), Column("requests", 0))


@dataclass(frozen=True)
class File:
    """One answer of the server, in bytes of its body.

    `brotli` is what a browser on https gets: from the server itself, or pressed
    by a proxy in front of it. `http` is what a browser on plain http gets (it
    takes gzip only). `names` are the addresses of what it makes a browser load.
    """

    path: str
    raw: int
    http: int
    brotli: int
    is_sent_raw: bool
    names: tuple[str, ...]

    @property
    def kind(self) -> str:
        if "htmx" in self.path:
            return "htmx"
        suffix = self.path.rpartition(".")[2]
        kinds = {"css": "own CSS", "js": "own JS", "svg": "icons", "webmanifest": "icons"}
        return kinds.get(suffix, "HTML")


class Named(HTMLParser):
    """The addresses that a page makes a browser load at once."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.paths: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        links = LOADED_BY_LINK.intersection((given.get("rel") or "").split())
        path = given.get("href") if tag == "link" and links else given.get(LOADED.get(tag, ""))
        if path and not path.startswith(("data:", "#")):
            self.paths.append(path)


class Visitor:
    """Loads pages with all they name; remembers each file, since its bytes do not change."""

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.known: dict[str, File] = {}

    async def visit(self, path: str) -> tuple[list[File], int]:
        """All files of a first visit, and the length of the longest chain of requests."""
        found: dict[str, File] = {}
        chain, asked = 0, [path]
        while asked:
            chain += 1
            files = [await self.file(each) for each in asked]
            found |= {each.path: each for each in files}
            named = dict.fromkeys(name for each in files for name in each.names)
            asked = [name for name in named if name not in found]
        return list(found.values()), chain

    async def file(self, path: str) -> File:
        if path not in self.known:
            self.known[path] = await self._load(path)
        return self.known[path]

    async def _load(self, path: str) -> File:
        raw = await self._get(path, "identity")
        on_http = await self._get(path, "gzip, deflate")
        on_https = await self._get(path, "gzip, deflate, br")
        is_raw = "content-encoding" not in on_https.headers
        small = brotli.compress(raw.body, quality=PROXY_QUALITY) if is_raw else on_https.body
        text = raw.body.decode()
        return File(
            path, len(raw.body), len(on_http.body), len(small), is_raw, tuple(_names(path, text))
        )

    async def _get(self, path: str, encodings: str) -> Answer:
        answer = await self.caller.get(path, Accept_Encoding=encodings)
        assert answer.status == 200, (path, answer.status)
        return answer


def _names(path: str, text: str) -> Iterable[str]:
    if path.endswith(".js"):
        named = [] if "htmx" in path else IMPORT.findall(text)
    elif path.endswith(".css"):
        named = IN_STYLE.findall(text)
    else:
        named = [] if path.endswith(".svg") else Named(text).paths
    return dict.fromkeys(urldefrag(urljoin(path, each)).url for each in named)


async def first_visits(server: RunningServer, game: Measured) -> Section:
    """Kilobytes (of 1,000 bytes) of bodies, without headers, on a first visit with no cache."""
    section = Section(f"{game.slug}: first visit, KB of bodies", COLUMNS)
    async with Line(server.port) as line:
        caller = Caller(new_table(server.url, game), line)
        visitor, play = Visitor(caller), caller.phone.play
        files, chain = await visitor.visit(play)
        section.rows = _parts(files)
        for name, path in _pages(game, play, f"/t/{caller.token}/").items():
            loaded, _chain = await visitor.visit(path)
            section.rows.append(_sum(f"{name}, all", loaded, PAGE_BUDGET))
    raw = sorted({each.kind for each in visitor.known.values() if _lacks_compression(each)})
    section.notes = [
        (
            "brotli: as the server sends it to a browser on https; what it leaves uncompressed, "
            f"as a proxy in front of it would send it (quality {PROXY_QUALITY})"
        ),
        "http: as sent to a browser on plain http, which takes gzip but no brotli",
        f"play page: {chain} requests one after the other, the last for what the others name",
        f"sent uncompressed whatever the browser takes: {', '.join(raw) or 'nothing'}",
    ]
    return section


def _pages(game: Measured, play: str, table: str) -> dict[str, str]:
    """Every kind of page beside the board as it opens first, by name."""
    return {
        **{f"play page {tab}": f"{play}?{tab}" for tab in game.tabs[1:]},
        **{name: play + page.path for name, page in game.pages.items()},
        "empty board": game.address,
        "log": f"{play}log/",
        "rules": f"/rules/{game.slug}/",
        "home": "/",
        "table": table,
        "sit down": f"{table}seats/",
        "join": "/join/",
    }


def _lacks_compression(file: File) -> bool:
    return file.is_sent_raw and file.raw > WORTH_COMPRESSING


def _parts(files: list[File]) -> list[Row]:
    budgets = {
        "HTML": None,
        "own CSS": CSS_BUDGET,
        "own JS": JS_BUDGET,
        "htmx": None,
        "icons": None,
    }
    rows = [
        _sum(f"play page, {kind}", [each for each in files if each.kind == kind], budget)
        for kind, budget in budgets.items()
    ]
    return [*rows, _sum("play page, all", files, PAGE_BUDGET)]


def _sum(name: str, files: list[File], budget: float | None) -> Row:
    sizes = [sum(getattr(each, size) for each in files) / KB for size in ("brotli", "http", "raw")]
    return Row(name, [*sizes, len(files)], budget)
