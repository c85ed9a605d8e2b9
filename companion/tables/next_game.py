"""The next game and the rematch: one tap, and harmless if tapped twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from companion.games import Game, all_games
from companion.tables import held, models, seating
from companion.tables.here import AtTable
from companion.tables.record import locked_or_gone, raise_tick

MOST_PLAYS = 200


class WrongNumber(Exception):
    """So many people do not play this game; `chosen` were."""

    def __init__(self, chosen: int) -> None:
        super().__init__(chosen)
        self.chosen = chosen


class TooManyPlays(Exception):
    """No evening has more; a new table does."""


@dataclass(frozen=True)
class NextGame:
    """A game that could be next, and who would play it."""

    game: Game
    seats: Sequence[models.Seat]
    missing: int
    spare: bool
    after: int


def next_games(at: AtTable) -> list[NextGame]:
    """All games of the site, with the seats that would play each."""
    newest = at.table.plays.last()
    after = newest.number if newest else 0
    return [_choice(at, game, after) for game in all_games().values()]


def _choice(at: AtTable, game: Game, after: int) -> NextGame:
    present = at.present_seats
    chosen = present[: game.players[-1]]
    missing = max(0, game.players[0] - len(chosen))
    return NextGame(game, chosen, missing, len(present) > len(chosen), after)


def start_next(at: AtTable, game: Game, *, after: int, wanted: Sequence[int]) -> models.Play:
    """Start a play after play `after`; if that was done already, the play it made.

    Players are the wanted seats in their order round the table; seats that are
    missing are added, since their players sit there with cardboard.
    """
    with transaction.atomic():
        table = locked_or_gone(at.table.token)
        newest = table.plays.last()
        last = newest.number if newest else 0
        if newest and after != last:
            return table.plays.filter(number=after + 1).first() or newest
        if last >= MOST_PLAYS:
            raise TooManyPlays
        seats = _players(table, game, wanted)
        play = models.Play.objects.create(
            table=table,
            number=last + 1,
            slug=game.slug,
            options=dict(_options(table, game)),
            seats=[seat.pk for seat in seats],
            created_at=timezone.now(),
        )
        raise_tick(table)
        return play


def _players(table: models.Table, game: Game, wanted: Sequence[int]) -> list[models.Seat]:
    everybody = list(table.seats.all())
    present = [seat for seat in everybody if not seat.aside]
    chosen = [seat for seat in present if seat.pk in wanted]
    if len(chosen) > game.players[-1]:
        raise WrongNumber(len(chosen))
    chosen = chosen or present
    chosen = chosen[: game.players[-1]]
    while len(chosen) < game.players[0]:
        spare = next((seat for seat in present if seat not in chosen), None)
        chosen.append(spare or seating.add_seat(table, everybody))
    return chosen


def _options(table: models.Table, game: Game) -> Mapping[str, Any]:
    """The options of this game's last play here, as they were put right since."""
    before = table.plays.filter(slug=game.slug).last()
    if before is None:
        return {}
    before.table = table
    log = held.caught_up(before)
    return {**log.options, **game.kept(log.state.game)}
