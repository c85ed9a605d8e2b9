"""The plays of an evening, with their results as their logs now have them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.common import COMMON_MOVES
from companion.games import Game, Standing, all_games
from companion.log import Reading, Row
from companion.tables import evening, held, models, players
from companion.tables.here import AtTable
from companion.tables.lines import local

MOST_TOLD = 4


@dataclass(frozen=True)
class PlayedGame:
    """One play of the evening: where it stands, and who has which place."""

    play: models.Play
    game: Game
    log: Reading
    title: str
    finished: bool
    started: bool
    status: str
    standings: Sequence[Standing]
    seats: Sequence[models.Seat]
    ended_at: datetime | None

    @property
    def ended(self) -> datetime | None:
        """When its last move was recorded, on the clock of the place where the table is."""
        return local(self.play.table, self.ended_at) if self.ended_at else None

    @property
    def winners(self) -> list[models.Seat]:
        if not self.finished:
            return []
        return [self.seats[each.player] for each in self.standings if each.place == 1]

    @property
    def counts(self) -> bool:
        """It is over and somebody could be beaten: what one plays alone is no contest."""
        return self.finished and len(self.seats) > 1

    @property
    def by_seat(self) -> dict[int, Standing]:
        """Points and places by seat (its id); who has none at the table is nobody else there."""
        return {self.seats[each.player].pk or -1 - each.player: each for each in self.standings}

    @property
    def places(self) -> dict[int, int | None]:
        """Places by seat."""
        return {seat: each.place for seat, each in self.by_seat.items()}

    @property
    def by_place(self) -> list[tuple[models.Seat, Standing]]:
        """Best first."""
        return [(self.seats[each.player], each) for each in in_places(self.standings)]

    @property
    def leading(self) -> list[tuple[models.Seat, Standing]]:
        """The best few, where many would fill the page."""
        return self.by_place[:MOST_TOLD]


def in_places(standings: Sequence[Standing]) -> list[Standing]:
    """Best first; equal places in the order of the play, who has none last."""
    return sorted(standings, key=lambda each: each.place or len(standings) + 1)


def games_played(at: AtTable) -> list[PlayedGame]:
    """All plays of the table, the newest first.

    One that was begun since `at` was read may have seats that `at` does not know: its
    tick tells the phones to look again.
    """
    known = {seat.pk for seat in at.seats}
    plays = [
        play
        for play in at.table.plays.order_by("-number")
        if play.slug in all_games() and known >= set(play.seats)
    ]
    for play in plays:
        play.table = at.table
    logs = held.readings(plays)
    return [_played(play, log, at.seats) for play, log in zip(plays, logs, strict=True)]


def _played(play: models.Play, log: Reading, seats: Sequence[models.Seat]) -> PlayedGame:
    state, game = log.state.game, play.game
    last = _last_played(log)
    return PlayedGame(
        play=play,
        game=game,
        log=log,
        title=game.called(state) or str(game.title),
        finished=game.finished(state),
        started=any(row.outcome for row in log.rows),
        status=game.words.status(state),
        standings=game.standings(state, "table"),
        seats=players.in_order(play, seats, log),
        ended_at=datetime.fromisoformat(last.entry.at) if last and last.entry.at else None,
    )


def _last_played(log: Reading) -> Row | None:
    """The last move of the game itself: putting it right afterwards makes it no longer."""
    return next((row for row in reversed(log.rows) if _is_played(row)), None)


def _is_played(row: Row) -> bool:
    if row.outcome is None or row.entry.what in COMMON_MOVES:
        return False
    return all(each.code != "after_finish" for each in row.outcome.notices)


def evening_of(
    at: AtTable, plays: Sequence[PlayedGame]
) -> list[tuple[models.Seat, evening.Evening]]:
    """The evening's standings: everybody who sits or has played, best first."""
    finished = [each.places for each in plays if each.counts]
    seats = [
        seat for seat in at.seats if not seat.aside or any(seat.pk in each for each in finished)
    ]
    by_id = {seat.pk: seat for seat in seats}
    return [
        (by_id[row.player], row) for row in evening.standings([seat.pk for seat in seats], finished)
    ]
