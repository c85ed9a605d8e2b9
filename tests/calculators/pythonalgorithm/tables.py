"""A table of PythonAlgorithm inside the test's own process, and phones that sit at it.

table = new_table(3, open_tokens=False)
tell(table, "set_tokens", player=1, tokens=77)
anna = phone_of(table, 0)
"""

from __future__ import annotations

from typing import Any

from calculators.pythonalgorithm.state import State
from companion.tables import record, tokens
from companion.tables.models import Table
from tests.companion.tables.inside import Phone, log_of, record_at

NAMES = ("Anna", "Boris", "Vera", "Gleb", "Dina", "Egor")


def new_table(players: int = 3, **options: Any) -> Table:
    """A table with nothing recorded yet; its seats have names and no phones."""
    start = tokens.Start(tokens.new_token(), "pythonalgorithm", options, players)
    record.open_table(start, "", "")
    table = Table.objects.get(token=start.token)
    for seat, name in zip(table.seats.all(), NAMES, strict=False):
        seat.given_name = name
        seat.save()
    return table


def tell(table: Table, move: str, **args: Any) -> None:
    """Record a move, as a phone without a seat would."""
    record_at(table, move, args)


def board(table: Table) -> str:
    return f"{table.url}1/"


def phone_of(table: Table, player: int, language: str = "en") -> Phone:
    """A phone that sits on this player's seat."""
    phone = Phone(language)
    seat = list(table.seats.all())[player]
    assert phone.post(f"{table.url}seats/{seat.pk}/sit/").status_code == 303
    return phone


def state_of(table: Table) -> State:
    """The play as a process that has just started reads it."""
    state: State = log_of(table).state.game
    return state


def text_of(phone: Phone, path: str, status: int = 200) -> str:
    """A page as it comes over the wire."""
    answer = phone.get(path)
    assert answer.status_code == status, path
    return str(answer.content.decode())
