"""A table of Code 777 inside the test's own process, and the phones that sit at it.

table = new_table(4, help="answers")
tell(table, "answer", 0, reader=0, question=8, answer=5)
anna = phone_of(0)
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.core import signing

from companion.tables import record, tokens
from companion.tables.models import Table
from notepad.rules import State
from tests.companion.tables.inside import Phone, log_of

NAMES = ("Anna", "Boris", "Vera", "Gleb", "Dina")


def new_table(players: int = 4, **options: Any) -> Table:
    """A table with nothing recorded yet, and a phone on every seat."""
    start = tokens.Start(tokens.new_token(), "code777", options, players)
    record.open_table(start, "", "")
    table = Table.objects.get(token=start.token)
    for player, (seat, name) in enumerate(zip(table.seats.all(), NAMES, strict=False)):
        seat.given_name, seat.phone = name, _phone_id(player)
        seat.save()
    return table


def phone_of(player: int | None, language: str = "en") -> Phone:
    """The phone of that seat at every table of these tests; None: one without a seat."""
    phone = Phone(language)
    if player is not None:
        phone.cookies["phone"] = signing.dumps(_phone_id(player), salt="phone")
    return phone


def tell(table: Table, move: str, seat: int | None = None, /, **args: Any) -> int:
    """Record a move with a seat's phone, or with one without a seat; its entry number."""
    return record.record(table.token, 1, _sent(move, args, seat)).number


def note(table: Table, move: str, seat: int, /, **args: Any) -> None:
    """Record a move in the notepad of a seat's phone."""
    record.record_private(table.token, 1, _sent(move, args, seat))


def rack(table: Table, where: int | str, tiles: str, seat: int) -> int:
    """A seat's phone enters a rack; no tiles: it is not known."""
    return tell(table, "see_rack", seat, rack=where, tiles=tiles.split() or None)


def board(table: Table) -> str:
    return f"{table.url}1/"


def state_of(table: Table) -> State:
    """The play as a process that has just started reads it."""
    state: State = log_of(table).state.game
    return state


def _phone_id(player: int) -> str:
    return f"phone-of-seat-{player}"


def _sent(move: str, args: dict[str, Any], seat: int | None) -> record.Sent:
    phone = "" if seat is None else _phone_id(seat)
    return record.Sent(move, args, str(uuid4()), phone)
