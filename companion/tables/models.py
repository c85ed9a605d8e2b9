"""What the database keeps: tables, seats, plays, and the entries of their logs.

A play's score, standings and state are never stored; they are what its log
comes to (`companion.log`).
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import pgettext_lazy

from companion.games import Game, all_games
from companion.tables import tokens

KEPT = timedelta(days=90)
RESTORABLE = timedelta(days=1)
JOINING = timedelta(hours=24)

FIGURES = {
    "moon": pgettext_lazy("figure", "Moon"),
    "drop": pgettext_lazy("figure", "Drop"),
    "flame": pgettext_lazy("figure", "Flame"),
    "leaf": pgettext_lazy("figure", "Leaf"),
    "bolt": pgettext_lazy("figure", "Bolt"),
    "anchor": pgettext_lazy("figure", "Anchor"),
}


class Table(models.Model):
    """A group of people round a real table, for an evening."""

    token = models.CharField(max_length=32, unique=True)
    watch = models.CharField(max_length=32, unique=True, default=tokens.new_token)
    code = models.CharField(max_length=6, unique=True)
    code_until = models.DateTimeField()
    name = models.CharField(max_length=200, blank=True)
    zone = models.CharField(max_length=64, default="UTC")
    tick = models.PositiveBigIntegerField(default=1)
    created_at = models.DateTimeField()
    active_at = models.DateTimeField(db_index=True)
    deleted_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name or f"table {self.pk}"

    @property
    def url(self) -> str:
        return reverse("table", args=[self.token])

    @property
    def joinable(self) -> bool:
        return self.code_until > timezone.now()

    @property
    def restorable(self) -> bool:
        """Not deleted, or not longer than a day ago."""
        return self.deleted_at is None or timezone.now() < self.deleted_at + RESTORABLE

    @property
    def kept_until(self) -> date:
        return (self.active_at + KEPT).date()

    @property
    def day(self) -> date:
        """The day of the evening; it stays so past midnight."""
        return self.evening.date()

    @property
    def evening(self) -> datetime:
        """When the evening began, on the clock of the place where it was made."""
        return self.created_at.astimezone(ZoneInfo(self.zone))


class Seat(models.Model):
    """A player at a table. Without a name it goes by its figure."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    place = models.PositiveIntegerField()
    given_name = models.CharField(max_length=200, blank=True)
    figure = models.CharField(max_length=10)
    aside = models.BooleanField(default=False)
    phone = models.CharField(max_length=32, blank=True)

    class Meta:
        ordering = ["place", "pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        return self.given_name or str(FIGURES[self.figure])

    @property
    def figure_name(self) -> str:
        return str(FIGURES[self.figure])


class Play(models.Model):
    """One game played at a table. `seats` are seat ids in player order."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="plays")
    number = models.PositiveIntegerField()
    slug = models.CharField(max_length=40)
    options = models.JSONField()
    seats = models.JSONField()
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="play_number")]

    def __str__(self) -> str:
        return f"{self.slug} {self.number}"

    @cached_property
    def game(self) -> Game:
        return all_games()[self.slug]

    @property
    def url(self) -> str:
        return reverse("play", args=[self.table.token, self.number])


class Notebook(models.Model):
    """A phone's private log in a play. `player` is whose seat it was begun at.

    `owner` is the phone; `moved` counts how often it went to another, so that a
    link to take it is good for once.
    """

    play = models.ForeignKey(Play, models.CASCADE, related_name="notebooks")
    player = models.PositiveSmallIntegerField(null=True)
    owner = models.CharField(max_length=32)
    moved = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["play", "owner"], name="notebook_owner")]

    def __str__(self) -> str:
        return f"notebook {self.pk}"


class Entry(models.Model):
    """A line of a play's log, or of a notebook's, as `companion.log.Entry` replays it.

    A notebook's lines have numbers of their own; `after` is the play's last entry then.
    """

    play = models.ForeignKey(Play, models.CASCADE, related_name="entries")
    notebook = models.ForeignKey(Notebook, models.CASCADE, null=True, related_name="entries")
    after = models.PositiveIntegerField(null=True)
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=36)
    what = models.CharField(max_length=40)
    args = models.JSONField()
    targets = models.JSONField()
    by = models.PositiveSmallIntegerField(null=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["play", "number"],
                condition=models.Q(notebook=None),
                name="entry_number",
            ),
            models.UniqueConstraint(fields=["notebook", "number"], name="notebook_number"),
            models.UniqueConstraint(
                fields=["play", "key"], condition=models.Q(notebook=None), name="entry_key"
            ),
            models.UniqueConstraint(fields=["notebook", "key"], name="notebook_key"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.what}"


def is_zone(name: str) -> bool:
    """An IANA time zone that this machine knows."""
    try:
        ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        return False
    return bool(name)
