"""The plays of an evening, with their results as their logs now have them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.games import Game, Standing, all_games
from companion.tables import evening, held, models, players
from companion.tables.here import AtTable
from companion.tables.lines import table_time


@dataclass(frozen=True)
class PlayedGame:
    """One play of the evening: where it stands, and who has which place."""

    play: models.Play
    game: Game
    title: str
    finished: bool
    started: bool
    status: str
    standings: Sequence[Standing]
    seats: Sequence[models.Seat]
    ended: datetime | None

    @property
    def winners(self) -> list[models.Seat]:
        if not self.finished:
            return []
        return [self.seats[each.player] for each in self.standings if each.place == 1]

    @property
    def places(self) -> dict[int, int | None]:
        """Places by seat."""
        return {self.seats[each.player].pk: each.place for each in self.standings}

    @property
    def by_place(self) -> list[tuple[models.Seat, Standing]]:
        """Best first; equal places in seat order."""
        rows = [(self.seats[each.player], each) for each in self.standings]
        return sorted(rows, key=lambda row: row[1].place or len(rows))


def games_played(at: AtTable) -> list[PlayedGame]:
    """All plays of the table, the newest first.

    One that was begun since `at` was read may have seats that `at` does not know: its
    tick tells the phones to look again.
    """
    known = {seat.pk for seat in at.seats}
    found = []
    for play in at.table.plays.order_by("-number"):
        if play.slug in all_games() and known >= set(play.seats):
            play.table = at.table
            found.append(_played(play, at.seats))
    return found


def _played(play: models.Play, seats: Sequence[models.Seat]) -> PlayedGame:
    log = held.reading(play)
    state, game = log.state.game, play.game
    last = log.rows[-1].entry.at if log.rows else None
    return PlayedGame(
        play=play,
        game=game,
        title=game.called(state) or str(game.title),
        finished=game.finished(state),
        started=any(row.outcome for row in log.rows),
        status=game.words.status(state),
        standings=game.standings(state, "table"),
        seats=players.in_order(play, seats, log),
        ended=table_time(play.table, last) if last else None,
    )


def evening_of(
    at: AtTable, plays: Sequence[PlayedGame]
) -> list[tuple[models.Seat, evening.Evening]]:
    """The evening's standings: everybody who sits or has played, best first."""
    finished = [each.places for each in plays if each.finished]
    seats = [
        seat for seat in at.seats if not seat.aside or any(seat.pk in each for each in finished)
    ]
    by_id = {seat.pk: seat for seat in seats}
    return [
        (by_id[row.player], row) for row in evening.standings([seat.pk for seat in seats], finished)
    ]
