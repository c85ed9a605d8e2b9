"""A phone at the table, as a program: it reads pages, posts moves and listens.

anya = Phone(server.url)
anya.open("/lost-cities/")
anya.move("set_card", player=0, expedition="red", card=5, laid=True)
borya = Phone(server.url)
borya.open(anya.play)
with borya.listening() as ticks:
    ticks.next()
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener
from uuid import uuid4

PATIENCE = 10.0


@dataclass(frozen=True)
class Page:
    status: int
    text: str
    headers: Any

    def value(self, name: str) -> str:
        """The value of an attribute, or of the field of that name."""
        attribute = re.search(rf'\b{name}="([^"]*)"', self.text)
        field = re.search(rf'name="{name}" value="([^"]*)"', self.text)
        found = field or attribute
        return html.unescape(found[1]) if found else ""


class Ticks:
    """An open live stream, read event by event."""

    def __init__(self, response: HTTPResponse) -> None:
        self.response = response

    def next(self) -> str:
        """The next number; "" when the server has ended the stream."""
        event = ""
        for line in self.response:
            text = line.decode().rstrip("\n")
            if text.startswith("event: "):
                event = text.removeprefix("event: ")
            elif text.startswith("data: ") and event != "heartbeat":
                return text.removeprefix("data: ")
            elif not text:
                event = ""
        return ""


class Phone:
    """One phone with its own cookies. `play` is the address of the play it is at.

    `address` is where it is, if the server believes this machine as a proxy.
    """

    def __init__(self, url: str, language: str = "ru", address: str = "") -> None:
        self.url = url
        self.language = language
        self.address = address
        self.cookies = CookieJar()
        self.play = ""
        self.page = Page(0, "", {})
        self._start = ""
        self._opener = build_opener(HTTPCookieProcessor(self.cookies))

    def get(self, path: str, **headers: str) -> Page:
        return self._ask(Request(self.url + path, headers=self._headers(headers)))

    def post(self, path: str, fields: dict[str, str], **headers: str) -> Page:
        token = {"X-CSRFToken": self.cookie("csrftoken")}
        body = urlencode(fields).encode()
        return self._ask(Request(self.url + path, body, token | self._headers(headers)))

    def open(self, path: str) -> Page:
        """Open a board: an empty one (/lost-cities/), or a play."""
        self.page = self.get(path)
        assert self.page.status == 200, self.page.text[:2000]
        self._start = self.page.value("start")
        self.play = self.page.value("data-url")
        return self.page

    def move(self, name: str, /, key: str = "", **args: Any) -> Page:
        """Send one tap, as the outbox does while others wait: 204 if it is recorded."""
        fields = {"args": json.dumps(args), "key": key or str(uuid4())}
        if self._start:
            fields["start"] = self._start
        answer = self.post(f"{self.play}{name}/", fields, HX_Request="true")
        if answer.status == 204:
            self._start = ""
        return answer

    @property
    def table(self) -> str:
        """The address of the table at which the open board is."""
        return "/".join(self.play.split("/")[:3]) + "/"

    def code(self) -> str:
        """The table's join code."""
        shown = re.findall(r'class="code"[^>]*>(\w{3}) (\w{3})<', self.get(self.table).text)
        return "".join(shown[0])

    def secrets(self) -> set[str]:
        """What opens the table: token, join code, key of the stream, this phone's cookies."""
        token, key = self.table.split("/")[2], self.page.value("data-stream").split("key=")[1]
        return {token, self.code(), key} | {each.value or "" for each in self.cookies}

    @contextmanager
    def listening(self) -> Iterator[Ticks]:
        """The live stream that the open page names."""
        connection = HTTPConnection(urlsplit(self.url).netloc, timeout=PATIENCE)
        try:
            connection.request("GET", self.page.value("data-stream"))
            response = connection.getresponse()
            assert response.status == 200, response.status
            while response.readline() not in (b"\n", b""):
                pass  # the opening event: from here on nothing is missed
            yield Ticks(response)
        finally:
            connection.close()

    def _ask(self, request: Request) -> Page:
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                return Page(answer.status, answer.read().decode(), answer.headers)
        except HTTPError as refused:
            with refused:
                return Page(refused.code, refused.read().decode(), refused.headers)

    def cookie(self, name: str) -> str:
        """A cookie of the site, whatever prefix it has on https."""
        found = {each.name.removeprefix("__Host-"): each.value or "" for each in self.cookies}
        return found.get(name, "")

    def _headers(self, headers: dict[str, str]) -> dict[str, str]:
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        place = {"X-Forwarded-For": self.address} if self.address else {}
        return {"Accept-Language": self.language} | place | named
