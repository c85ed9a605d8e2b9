"""Who looks at what: the table, its seats and a play, for the phone that asks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from companion import log
from companion.common import PlayRules
from companion.games import Eyes, Game, all_games
from companion.http import Request
from companion.tables import held, models, players, seating, tokens
from companion.tables.live import hub, stream_key
from companion.tables.record import eyes_of, player_of, standing


@dataclass(frozen=True)
class AtTable:
    """A table as the asking phone sees it; `watching` came by the watch-only link."""

    table: models.Table
    seats: list[models.Seat]
    phone: str
    watching: bool

    @cached_property
    def seat(self) -> models.Seat | None:
        """The seat this phone sits on."""
        if self.watching:
            return None
        return next((seat for seat in self.seats if self.phone and seat.phone == self.phone), None)

    @cached_property
    def url(self) -> str:
        if self.watching:
            return reverse("watch", args=[self.table.watch])
        return self.table.url

    @property
    def back_url(self) -> str:
        """Where the arrow in the top bar leads."""
        return reverse("home")

    @property
    def name(self) -> str:
        """What the top bar calls this place."""
        return self.table.name

    @cached_property
    def newest(self) -> models.Play | None:
        """The play that the table is at now."""
        plays = self.table.plays.filter(slug__in=all_games())
        return plays.last()

    @property
    def board_url(self) -> str:
        """The board of the play that this page belongs to, else the newest."""
        if self.newest is None:
            return reverse("home")
        player = player_of(self.newest, self.seats, "" if self.watching else self.phone)
        return f"{self.url}{self.newest.number}/{own_first(player)}"

    @property
    def log_url(self) -> str:
        return f"{self.url}{self.newest.number}/log/" if self.newest else self.url

    @property
    def rules_url(self) -> str:
        return reverse("rules", args=[self.newest.slug]) if self.newest else reverse("home")

    @cached_property
    def present_seats(self) -> list[models.Seat]:
        return [seat for seat in self.seats if not seat.aside]

    @property
    def seated(self) -> str:
        """Who sits at the table, in a sentence: a phone tells it when it has changed."""
        told = []
        for seat in self.present_seats:
            if seat == self.seat:
                told.append(_("%(name)s, this is you") % {"name": seat.name})
            elif seat.phone:
                told.append(_("%(name)s on their own phone") % {"name": seat.name})
            else:
                told.append(seat.name)
        return _("At the table: %(names)s.") % {"names": "; ".join(told)}

    @cached_property
    def away(self) -> list[int]:
        """The seats whose phone does not have the table open just now."""
        here = hub.present(self.table.token) | {"", self.phone}
        return [seat.pk for seat in self.seats if seat.phone not in here]

    @property
    def facts(self) -> tuple[object, ...]:
        """What makes one rendering of a table's page differ from another, for these eyes."""
        mine = self.seat.pk if self.seat else "-"
        today = timezone.now().date().toordinal()  # the page holds a stream key of the day
        return self.table.tick, mine, ".".join(map(str, self.away)), today

    @property
    def stream(self) -> str:
        """The address of the table's live stream, for this phone alone."""
        key = stream_key(self.table.token, self.phone, self.watching)
        return f"{self.url}live/?key={key}"


@dataclass(frozen=True)
class AtPlay(AtTable):
    """A play as the asking phone sees it. `start` is signed while nothing is stored.

    `read` is the play's log, where it was read already.
    """

    play: models.Play
    start: str = ""
    read: log.Reading | None = None

    @property
    def game(self) -> Game:
        return self.play.game

    @property
    def back_url(self) -> str:
        return reverse("home") if self.start else self.url

    @property
    def name(self) -> str:
        return self.table.name or self.title

    @property
    def title(self) -> str:
        """What is played: this play's own name, else the game's."""
        return self.game.called(self.log.state.game) or str(self.game.title)

    @property
    def board_url(self) -> str:
        return self.play_url + own_first(self.player)

    @property
    def log_url(self) -> str:
        return self.play_url + "log/"

    @property
    def rules_url(self) -> str:
        return reverse("rules", args=[self.play.slug])

    @cached_property
    def play_url(self) -> str:
        return f"{self.url}{self.play.number}/"

    @cached_property
    def pages_url(self) -> str:
        """Under it are the game's own pages; those of an empty board need no table."""
        return reverse("start", args=[self.play.slug]) if self.start else self.play_url

    @property
    def carried(self) -> list[tuple[str, Any]]:
        """What the address of an empty board says: how many play, and the options chosen."""
        if not self.start:
            return []
        return [("players", len(self.play.seats)), *self.play.options.items()]

    @cached_property
    def carry(self) -> str:
        """The same, to begin a query with."""
        return urlencode(self.carried) + "&" if self.start else ""

    @property
    def player(self) -> int | None:
        if self.watching:
            return None
        return player_of(self.play, self.seats, self.phone, self.log)

    @property
    def eyes(self) -> Eyes:
        return eyes_of(self.player)

    @cached_property
    def sees(self) -> Eyes:
        """Whose eyes words are for: everybody's, where nothing is hidden just now."""
        return self.game.sees(self.log.state.game, self.eyes)

    @cached_property
    def players(self) -> list[models.Seat]:
        """The play's seats in player order."""
        return players.in_order(self.play, self.seats, self.log)

    @cached_property
    def names(self) -> list[str]:
        """The players' names, set apart so that any script may stand in a sentence."""
        return [f"\u2068{seat.name}\u2069" for seat in self.players]

    @cached_property
    def notes(self) -> log.Reading | None:
        """This phone's own notebook of the play; None where it has none, or none is kept."""
        return held.notebook_reading(self._notebook) if self._notebook else None

    def notes_before(self, entry: int) -> Any:
        """This phone's own notebook when that entry was recorded: blank, if it had none."""
        assert self.game.notebook
        if self._notebook:
            return held.notebook_before(self._notebook, entry).state
        return self.game.notebook.start(len(self.players), {})

    @cached_property
    def _notebook(self) -> models.Notebook | None:
        if self.start or self.watching or self.game.notebook is None or not self.phone:
            return None
        notebook = self.play.notebooks.filter(owner=self.phone).first()
        if notebook:
            notebook.play = self.play
        return notebook

    @property
    def facts(self) -> tuple[object, ...]:
        number = self.notes.number if self.notes else 0
        return (*super().facts, number) if self.game.notebook else super().facts

    @cached_property
    def log(self) -> log.Reading:
        if self.start:
            return log.Log(PlayRules(self.game), len(self.play.seats), self.play.options)
        return self.read or held.reading(self.play)

    @property
    def later_play(self) -> models.Play | None:
        """The table's newest play, if the table has gone on to another."""
        newest = None if self.start else self.newest
        return newest if newest and newest.number > self.play.number else None


def own_first(player: int | None) -> str:
    """The query of a board that shows this player's side first, as long as it is open."""
    return f"?first={player}" if player else ""


def at_table(request: Request, token: str, *, watching: bool = False) -> AtTable:
    """The table of that address. Http404, or TableDeleted."""
    table = models.Table.objects.filter(**{"watch" if watching else "token": token}).first()
    return AtTable(*_seen(request, table, watching))


def at_play(request: Request, token: str, number: int, *, watching: bool = False) -> AtPlay:
    """The play of that address. Http404, or TableDeleted."""
    where = {"table__watch" if watching else "table__token": token, "number": number}
    play = models.Play.objects.select_related("table").filter(**where).first()
    if play is None or play.slug not in all_games():
        raise Http404
    return AtPlay(*_seen(request, play.table, watching), play)


def _seen(
    request: Request, table: models.Table | None, watching: bool
) -> tuple[models.Table, list[models.Seat], str, bool]:
    if table is None:
        raise Http404
    return standing(table), list(table.seats.all()), request.phone.id, watching


def at_start(request: Request, start: tokens.Start) -> AtPlay:
    """An empty board: nothing is stored until its first move."""
    now = timezone.now()
    table = models.Table(token=start.token, created_at=now, active_at=now, code_until=now, tick=0)
    seats = seating.first_seats(table, start.players)
    for place, seat in enumerate(seats):
        seat.pk = -1 - place
    play = models.Play(
        table=table,
        number=1,
        slug=start.slug,
        options=dict(start.options),
        seats=[seat.pk for seat in seats],
        created_at=now,
    )
    return AtPlay(table, seats, request.phone.id, False, play, tokens.signed_start(start))
