"""Phones that tap, look and listen as the site's own scripts do, over lines that stay open."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from tests.load.line import Answer, Line
from tests.phone import Phone

GAME = "/lost-cities/"
COLOURS = ("yellow", "blue", "white", "green", "red")
NUMBERS = range(2, 11)
TAPS_AN_ADDRESS = 400


def card(turn: int) -> dict[str, Any]:
    """The args of tap `turn`: all 45 cards of a player are laid one by one, then taken off."""
    lap, place = divmod(turn, len(COLOURS) * len(NUMBERS))
    number, colour = divmod(place, len(COLOURS))
    return {
        "player": 0,
        "expedition": COLOURS[colour],
        "card": NUMBERS[number],
        "laid": lap % 2 == 0,
    }


def new_table(url: str) -> Phone:
    """A phone at a table of its own, made by its first move."""
    phone = Phone(url)
    phone.open(GAME)
    answer = phone.move("set_card", **card(0))
    assert answer.status == 204, answer.text
    phone.open(phone.play)
    return phone


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
    taps: int = 1
    entries: int = 1
    etag: str = ""

    @property
    def token(self) -> str:
        """The table's."""
        return self.phone.play.split("/")[2]

    async def tap(self, *, drawn: bool = False) -> str:
        """Lay or take off a card; the answer is 204, or the board if `drawn`. Returns its key."""
        turn, self.taps = self.taps, self.taps + 1
        return await self._move("set_card", card(turn), drawn)

    async def undo(self, key: str, *, drawn: bool = False) -> None:
        """Take back what was recorded under `key`."""
        await self._move("undo", {"key": key}, drawn)

    async def _move(self, name: str, args: dict[str, Any], drawn: bool) -> str:
        key = str(uuid4())
        part = {"HX-Target": "play"} if drawn else {}
        answer = await self.line.ask(
            "POST",
            f"{self.phone.play}{name}/",
            {
                **self._headers(),
                **part,
                "HX-Request": "true",
                "X-CSRFToken": self._cookie("csrftoken"),
                "Content-Type": "application/x-www-form-urlencoded",
            },
            urlencode({"args": json.dumps(args), "key": key}),
        )
        assert answer.status == (200 if drawn else 204), answer
        self.entries += 1
        return key

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
