"""Phones that tap, look and listen as the site's own scripts do, over lines that stay open."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from tests.load.games import LOST_CITIES, Measured, Move
from tests.load.line import Answer, Line
from tests.phone import Phone

TAPS_AN_ADDRESS = 400


def new_table(url: str, game: Measured = LOST_CITIES, address: str = "") -> Phone:
    """A phone at a table of its own, made by its first move."""
    phone = Phone(url, address=address)
    phone.open(game.address)
    for place, (name, args) in enumerate(game.opening):
        answer = phone.move(name, **args)
        assert answer.status == 204, answer.text
        if game.sits and place == 0:
            sit_down(phone)
    phone.open(phone.play)
    return phone


def sit_down(phone: Phone) -> None:
    """The phone takes the first seat of its table."""
    table = "/".join(phone.play.split("/")[:3])
    seat = re.search(r"seats/[0-9]+/sit/", phone.get(f"{table}/seats/").text)
    assert seat
    answer = phone.post(f"{table}/{seat[0]}", {})
    assert answer.status == 200, answer.status


def visitor(other: Phone) -> Phone:
    """Another phone that has opened the same play."""
    phone = Phone(other.url)
    phone.open(other.play)
    return phone


@dataclass
class Caller:
    """A phone at a play. `number` gives it an address of its own: rate limits go by address.

    `entries` is the length of the play's log, as far as this phone made it.
    """

    phone: Phone
    line: Line
    number: int = 0
    game: Measured = LOST_CITIES
    taps: int = 1
    entries: int = 1
    etag: str = ""

    @property
    def token(self) -> str:
        """The table's."""
        return self.phone.play.split("/")[2]

    async def tap(self, *, drawn: bool = False, tab: str = "") -> str:
        """The next tap; the answer is 204, or the board if `drawn`. Returns its key."""
        return await self.play(self.game.tap, drawn=drawn, tab=tab)

    async def play(
        self, moves: Callable[[int], Move], *, drawn: bool = False, tab: str = ""
    ) -> str:
        """The next of these moves; the answer is 204, or the board if `drawn`."""
        turn, self.taps = self.taps, self.taps + 1
        name, args = moves(turn)
        return await self._move(name, args, drawn, tab)

    async def undo(self, key: str, *, drawn: bool = False) -> None:
        """Take back what was recorded under `key`."""
        await self._move("undo", {"key": key}, drawn)

    async def _move(self, name: str, args: dict[str, Any], drawn: bool, tab: str = "") -> str:
        key = str(uuid4())
        answer = await self.post(name, args, key, drawn=drawn, tab=tab)
        assert answer.status == (200 if drawn else 204), answer
        self.entries += "/" not in name  # a notebook has a log of its own
        return key

    async def post(
        self, name: str, args: dict[str, Any], key: str, *, drawn: bool = False, tab: str = ""
    ) -> Answer:
        """Send a move under `key`, whatever the answer will be."""
        part = {"HX-Target": "play"} if drawn else {}
        return await self.line.ask(
            "POST",
            f"{self.phone.play}{name}/",
            {
                **self._headers(),
                **part,
                "HX-Request": "true",
                "X-CSRFToken": self._cookie("csrftoken"),
                "Content-Type": "application/x-www-form-urlencoded",
            },
            urlencode({"args": json.dumps(args), "key": key, "query": tab}),
        )

    async def get(self, path: str, **headers: str) -> Answer:
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        return await self.line.ask("GET", path, self._headers() | named)

    async def look(self) -> Answer:
        """Ask for the board as a phone does that was told of a tick."""
        known = {"If_None_Match": self.etag} if self.etag else {}
        answer = await self.get(self.phone.play, HX_Request="true", HX_Target="play", **known)
        self.etag = answer.headers["etag"]
        return answer

    def _headers(self) -> dict[str, str]:
        # A proxy on this machine may say where a request comes from; see __main__.py.
        address = f"10.{self.number // 250}.{self.number % 250}.{self.taps // TAPS_AN_ADDRESS}"
        cookies = "; ".join(f"{each.name}={each.value}" for each in self.phone.cookies)
        return {"Cookie": cookies, "Accept-Language": "ru", "X-Forwarded-For": address}

    def _cookie(self, name: str) -> str:
        return next(each.value or "" for each in self.phone.cookies if each.name == name)
