"""Who plays a play: the seats in player order, and those who join when it is on.

A play keeps the seats that it began with. Only where the game has a move for joining
do others come after them, in the order of the log, each on a seat of the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from companion import door
from companion.games import Joined
from companion.log import Reading
from companion.tables import models, seating


class CannotJoin(ValueError):
    """Nobody can join like that; the message is one sentence for the phone."""


def joined(play: models.Play, log: Reading) -> Sequence[Joined]:
    """Those who came when the play was on."""
    return play.game.joined(log.state.game)


def seat_ids(play: models.Play, log: Reading) -> list[int | None]:
    """The ids of the players' seats, in player order."""
    return [*play.seats, *(each.seat for each in joined(play, log))]


def in_order(play: models.Play, seats: Sequence[models.Seat], log: Reading) -> list[models.Seat]:
    """The players' seats in player order; who has none at this table goes by a name alone."""
    by_id = {seat.pk: seat for seat in seats}
    players = [by_id[pk] for pk in play.seats]
    for each in joined(play, log):
        seat = by_id.get(each.seat or 0)
        name = each.name or _("player %(number)s") % {"number": len(players) + 1}
        figure = seating.free_figure(players)
        players.append(seat or models.Seat(given_name=name, figure=figure, aside=True))
    return players


def seated(
    play: models.Play, seats: list[models.Seat], log: Reading, args: Any
) -> Mapping[str, Any]:
    """The args of a joining move with the seat and the player's number in them.

    A name that nobody at the table has gets a seat of its own. Raises CannotJoin, or
    the Refusal of args that cannot be read.
    """
    kind = play.game.rules.moves[play.game.joining]
    wish: Any = door.typed(kind, args)
    taken = seat_ids(play, log)
    if wish.player is not None and wish.player < len(taken):
        return dict(args)  # somebody comes back
    seat = _seat(play.table, seats, taken, wish)
    came = sum(row.entry.what == play.game.joining for row in log.rows)
    # Counted with those whose coming was taken back: their points must not become another's.
    return {"name": seat.name, "seat": seat.pk, "player": len(play.seats) + came}


def _seat(
    table: models.Table, seats: list[models.Seat], taken: Sequence[int | None], wish: Any
) -> models.Seat:
    """The seat that is meant, by its id or by its name; else a new one."""
    if wish.seat is not None:
        seat = next((each for each in seats if each.pk == wish.seat), None)
        if seat is None:
            raise CannotJoin(_("There is no such seat at this table."))
        if seat.pk in taken:
            raise CannotJoin(_("%(name)s is in the game already.") % {"name": seat.name})
        return _brought_back(seat)
    try:
        name = seating.clean_name(wish.name)
    except seating.NoName:
        raise CannotJoin(_("A name has at least one letter.")) from None
    except seating.NameTooLong:
        raise CannotJoin(_("A name has at most 40 letters.")) from None
    spare = [each for each in seats if each.pk not in taken]
    known = next((each for each in spare if each.name.casefold() == name.casefold()), None)
    if known:
        return _brought_back(known)
    if len(seats) >= seating.MOST_SEATS:
        raise CannotJoin(
            _("A table has twelve seats. Set somebody aside, or give a seat another name.")
        )
    return seating.add_seat(table, seats, name)


def _brought_back(seat: models.Seat) -> models.Seat:
    if seat.aside:
        seat.aside = False
        seat.save(update_fields=["aside"])
    return seat
