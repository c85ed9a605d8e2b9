"""`make fuzz`: requests as nobody sends them, to the real server over loopback.

    python -m tests.load.fuzz [--requests 20000] [--seed 1]

Each worker is a phone with a table of its own, which has one play of every game. The
same seed asks the same, but for what the server draws (tokens, dice). At the end every
log must still replay, and the site must be well. The exit status is 1 if anything did
not hold.
"""

from __future__ import annotations

import argparse
import os
import re
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from random import Random
from typing import Any, Protocol
from urllib.parse import quote, urlencode

import django
from django.db import connection
from django.test import Client

from companion import gate
from companion.games import all_games
from tests.load.odd import FORM, MARKUP, Asked, Odd, Place
from tests.load.served import SETTINGS
from tests.phone import Phone
from tests.server import RunningServer, running_server

REQUESTS = 20_000
WORKERS = 4
LONGEST = 300.0  # seconds for all; what is not asked by then was not asked
PATIENCE = 15.0  # seconds for an answer, on a busy machine
LARGEST = 2 * 1024 * 1024
COMES_HOME = 80  # a table that was deleted is brought back after so many requests
READS_EVERY = 3
BUSY = 503

ASKED_AN_ADDRESS = 100

# What a browser must be told with every answer of ours; the HTTP reader's own has none.
CLOSED = ("content-security-policy", "x-content-type-options", "referrer-policy")
NO_HTTP = (400, "close")
TRACEBACK = b"Traceback (most recent call last)"

MUST_BE_QUOTED = re.compile(r"[^\x21-\x7e]+")


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float = 0.0


@dataclass
class Found:
    """What was asked and what did not hold; several workers' are added up."""

    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    slowest: list[tuple[float, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def asked(self) -> int:
        return self.statuses.total()

    @property
    def facts(self) -> list[str]:
        """What was asked, in a few words."""
        methods = len({method for method, _status in self.statuses})
        busy = sum(count for (_method, status), count in self.statuses.items() if status == BUSY)
        slowest = 1000 * max((seconds for seconds, _what in self.slowest), default=0.0)
        return [
            f"{self.asked:,} requests with {methods} methods",
            f"{busy:,} answered that it is busy",
            f"the slowest answer took {slowest:,.0f} ms",
        ]

    def add(self, other: Found) -> None:
        self.statuses += other.statuses
        self.slowest = sorted([*self.slowest, *other.slowest], reverse=True)[:5]
        self.faults += other.faults

    def __str__(self) -> str:
        methods = Counter[str]()
        for (method, _status), count in self.statuses.items():
            methods[method] += count
        lines = [*self.facts]
        for method, count in methods.most_common():
            told = sorted(
                (status, n) for (each, status), n in self.statuses.items() if each == method
            )
            lines.append(f"  {method:<8}{count:>7,}   " + "  ".join(f"{s}: {n:,}" for s, n in told))
        lines += [
            f"  slowest  {1000 * seconds:>7,.0f} ms  {what}" for seconds, what in self.slowest
        ]
        return "\n".join([*lines, *(f"  FAULT    {fault}" for fault in self.faults[:20])])


class Way(Protocol):
    """How a request gets to the site."""

    def ask(self, asked: Asked) -> Answer: ...


class Wire:
    """Over a socket, byte by byte as it was made. None of it is put right on the way."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._socket: socket.socket | None = None

    def ask(self, asked: Asked) -> Answer:
        """The answer; TimeoutError or another OSError if there is none in PATIENCE."""
        began = time.perf_counter()
        try:
            answer = self._answered(asked)
        except (ConnectionError, HTTPException):  # hung up in between: once more, on a new line
            self.close()
            answer = self._answered(asked)
        return replace(answer, seconds=time.perf_counter() - began)

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _answered(self, asked: Asked) -> Answer:
        if self._socket is None:
            self._socket = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        self._socket.sendall(_bytes_of(asked, self.port))
        if asked.lies == "longer":
            self._socket.shutdown(socket.SHUT_WR)  # the rest never comes
        response = HTTPResponse(self._socket, method=asked.method)
        with closing(response):
            response.begin()
            body = b"" if asked.is_stream and response.status == 200 else response.read(LARGEST + 1)
            headers = {name.lower(): text for name, text in response.getheaders()}
        if response.will_close or asked.is_stream or asked.lies:
            self.close()
        return Answer(response.status, headers, body)


def _bytes_of(asked: Asked, port: int) -> bytes:
    """The request as it goes over the line, with the length that it claims."""
    headers = {"Host": f"127.0.0.1:{port}", **asked.headers}
    body = asked.body
    if asked.lies in ("chunked", "both"):
        headers["Transfer-Encoding"] = "chunked"
        body = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body) if body else b"0\r\n\r\n"
    if asked.lies != "chunked":
        off = {"longer": 100, "shorter": -3, "both": 7}.get(asked.lies, 0)
        headers["Content-Length"] = str(max(0, len(asked.body) + off))
    lines = [f"{asked.method} {MUST_BE_QUOTED.sub(_quoted, asked.path)} HTTP/1.1"]
    lines += [f"{name}: {text}" for name, text in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogatepass") + body


def _quoted(found: re.Match[str]) -> str:
    return quote(found[0], errors="surrogatepass")


class Inside:
    """In this process, by Django's test client: an error there is raised here."""

    def __init__(self) -> None:
        self._client = Client()

    def ask(self, asked: Asked) -> Answer:
        """The answer. What the gate refuses or puts right does not get to the pages."""
        headers = {name: text for name, text in asked.headers.items() if name != "Content-Type"}
        _name, kind = gate._plain((b"content-type", asked.headers.get("Content-Type", "").encode()))
        answer = self._client.generic(
            asked.method,
            MUST_BE_QUOTED.sub(_quoted, asked.path),
            asked.body,
            content_type=kind.decode("latin-1"),
            headers={name: text for name, text in headers.items() if name != "Host"},
        )
        return Answer(
            answer.status_code,
            {name.lower(): text for name, text in answer.headers.items()},
            b"".join(answer) if answer.streaming else answer.content,
        )


class Worker:
    """One phone that asks, and judges each answer."""

    def __init__(
        self, way: Way, seed: str, place: Place, cookies: Mapping[str, str], foreign: str
    ) -> None:
        self.way = way
        self.rng = Random(f"phone {seed}")
        self.odd = Odd(Random(seed), place)
        self.place = place
        self.cookies = dict(cookies)
        self.foreign = foreign.encode()
        self.found = Found()

    def run(self, count: int, deadline: float) -> Found:
        """Ask so many, or until the deadline."""
        for number in range(count):
            if time.monotonic() > deadline:
                self.found.faults.append(f"only {number:,} of {count:,} were asked in time")
                break
            if number % COMES_HOME == 0:
                self._come_home()
            asked = self.odd.next()
            self.judge(self._dressed(asked, number), number)
        return self.found

    def judge(self, asked: Asked, number: int) -> None:
        """Ask, and keep what did not hold."""
        what = f"{asked.method} {asked.path[:90]!r} {asked.lies}".rstrip()
        try:
            answer = self.way.ask(asked)
        except OSError as fault:
            if asked.lies == "longer":  # we hung up before it was whole
                self.found.statuses[asked.method, 0] += 1
                return
            self.found.faults.append(f"{what}: no answer, {type(fault).__name__}")
            return
        except HTTPException as fault:
            self.found.faults.append(f"{what}: no HTTP answer, {fault!r}")
            return
        self.found.statuses[asked.method, answer.status] += 1
        self.found.add(Found(slowest=[(answer.seconds, what)]))
        self.found.faults += [f"{what}: {fault}" for fault in self._wrong(asked, answer)]
        if number % READS_EVERY == 0 and answer.status == 200:
            self.odd.seen.read(answer.body.decode("utf-8", "replace"))

    def _wrong(self, asked: Asked, answer: Answer) -> Iterator[str]:
        if answer.status >= 500 and not (answer.status == BUSY and "retry-after" in answer.headers):
            yield f"status {answer.status}"
        if TRACEBACK in answer.body:
            yield "a traceback"
        if len(answer.body) > LARGEST:
            yield f"more than {LARGEST:,} bytes"
        if answer.seconds > PATIENCE:
            yield f"{answer.seconds:.1f} s"
        if self.foreign in answer.body or self.foreign.decode() in str(answer.headers):
            yield "the address of a table that nobody here knows"
        if MARKUP.encode() in answer.body and "ml" in answer.headers.get("content-type", ""):
            yield "markup that was typed"
        if (answer.status, answer.headers.get("connection")) != NO_HTTP:
            yield from (f"no {name}" for name in CLOSED if name not in answer.headers)

    def _dressed(self, asked: Asked, number: int) -> Asked:
        """The request with the phone's cookies, another's, spoilt ones or none."""
        kind = self.rng.random()
        address = f"10.{number // ASKED_AN_ADDRESS % 250}.{self.rng.randrange(250)}.1"
        headers = {"X-Forwarded-For": address}
        cookies = self.cookies if kind < 0.85 else {}
        if 0.85 < kind < 0.92:
            cookies = {name: text[:-3] + "abc" for name, text in self.cookies.items()}
        if cookies:
            headers["Cookie"] = "; ".join(f"{name}={text}" for name, text in cookies.items())
            headers["X-CSRFToken"] = cookies.get("csrftoken", "")
        return replace(asked, headers={**headers, **asked.headers})

    def _come_home(self) -> None:
        """Bring the table back if it was deleted, sit down by a strange name, look at a board."""
        seat = self.rng.choice(self.place.seats)
        called = urlencode({"name": f"'\">{MARKUP}", "figure": "moon"})
        for path, body in (
            ("restore/", ""),
            (f"seats/{seat}/sit/", "sure=1"),
            (f"seats/{seat}/", called),
            ("name/", called),
        ):
            self._at_home("POST", path, body)
        board = self._at_home("GET", f"{self.rng.choice(list(self.place.plays))}/")
        self.odd.seen.read(board.body.decode("utf-8", "replace"))

    def _at_home(self, method: str, path: str, body: str = "") -> Answer:
        headers = {
            "Content-Type": FORM,
            "Cookie": "; ".join(f"{name}={text}" for name, text in self.cookies.items()),
            "X-CSRFToken": self.cookies.get("csrftoken", ""),
            "X-Forwarded-For": f"10.251.{self.rng.randrange(250)}.1",
        }
        return self.way.ask(Asked(method, f"/t/{self.place.token}/{path}", headers, body.encode()))


# -- the tables


def furnish(post: Callable[[str, dict[str, str]], Any], token: str) -> dict[int, Any]:
    """One play of every game at a table that has one; the games by the plays' numbers."""
    games = list(all_games().values())
    for number, game in enumerate(games, start=1):
        post(f"/t/{token}/next/", {"game": game.slug, "after": str(number)})
    return dict(enumerate(games, start=2))


def new_place(server: RunningServer) -> tuple[Place, dict[str, str]]:
    """A table on the server, and the cookies of a phone that sits there."""
    phone = Phone(server.url, "en")
    phone.open("/lost-cities/?players=4")
    phone.move("finish")
    token = phone.play.split("/")[2]
    plays = furnish(phone.post, token)
    page = phone.get(f"/t/{token}/seats/").text
    seats = [int(each) for each in re.findall(r"seats/(\d+)/sit/", page)]
    phone.post(f"/t/{token}/seats/{seats[0]}/sit/", {})
    watch = re.search(r"/w/([\w-]{22})/", phone.get(f"/t/{token}/").text)
    assert watch, "the table's page names no address to watch it"
    cookies = {each.name: each.value or "" for each in phone.cookies}
    return Place(token, watch[1], seats, plays), cookies


# -- after it


def damage(server: RunningServer, places: list[Place]) -> Iterator[str]:
    """What is wrong with the site after it: logs, answers, what the server printed."""
    from companion.common import NotebookRules, PlayRules
    from companion.log import Log, replay
    from companion.playfile import PlayFault, read
    from companion.tables import held, models

    if "Traceback" in server.output:
        yield f"the server printed a traceback:\n{server.output[-3_000:]}"
    well = Phone(server.url)
    well.get("/join/")  # for the token that a form needs
    if well.get("/healthz").status != 200:
        yield "the site is not well"
    for play in models.Play.objects.select_related("table"):
        for notebook in (None, *play.notebooks.all()):
            rows = models.Entry.objects.filter(play=play, notebook=notebook).order_by("number")
            entries = [held.entry(row) for row in rows]
            rules = NotebookRules(play.game) if notebook else PlayRules(play.game, recorded=True)
            options = {} if notebook else play.options
            one_by_one = Log(rules, len(play.seats), options)
            for entry in entries:
                one_by_one.add(entry)
            at_once = replay(rules, len(play.seats), options, entries)
            if [each.number for each in entries] != list(range(1, len(entries) + 1)):
                yield f"{play}: a log with gaps"
            if (at_once.state, at_once.dropped) != (one_by_one.state, one_by_one.dropped):
                yield f"{play}: added one by one the log comes to something else"
    for place in places:
        well.post(f"/t/{place.token}/restore/", {})
        for number in place.plays:
            page, file = (
                well.get(f"/t/{place.token}/{number}/{end}") for end in ("", "export.json")
            )
            if page.status != 200:
                yield f"the board of {number} answers {page.status}"
            try:
                read(file.text, all_games()).log()
            except PlayFault as fault:
                yield f"the file of {number} ({file.status}) cannot be read: {fault}"


# -- all of it


def fuzz(folder: Path, requests: int = REQUESTS, seed: int = 1) -> Found:
    """Ask a real server in that empty folder so many requests: all that did not hold.

    Django is set up; its database becomes the server's.
    """
    with running_server(folder, **SETTINGS) as server:
        connection.close()
        connection.settings_dict["NAME"] = str(folder / "tableside.sqlite3")
        foreign, _cookies = new_place(server)
        places = [new_place(server) for _worker in range(WORKERS)]
        deadline = time.monotonic() + LONGEST
        workers = [
            Worker(Wire(server.port), f"{seed} {number}", place, cookies, foreign.token)
            for number, (place, cookies) in enumerate(places)
        ]
        shares = [requests // WORKERS + (each < requests % WORKERS) for each in range(WORKERS)]
        found = Found()
        with ThreadPoolExecutor(WORKERS) as pool:
            for each in pool.map(Worker.run, workers, shares, [deadline] * WORKERS):
                found.add(each)
        found.faults += damage(server, [place for place, _cookies in places])
        connection.close()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Requests as nobody sends them.")
    parser.add_argument("--requests", type=int, default=REQUESTS)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began = time.perf_counter()
    print(f"seed {given.seed}")
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "companion.settings",
            "VAR_DIR": folder,
            "DATABASE_URL": "",
        }
        django.setup()
        found = fuzz(Path(folder), given.requests, given.seed)
    print(found)
    print(f"{len(found.faults)} faults, {time.perf_counter() - began:.0f} s")
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
