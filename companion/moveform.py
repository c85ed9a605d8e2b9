"""A move as a form: for typing it, and for correcting it from the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms

MOST_PLAYERS = 12  # of any game, for a form that knows no play


class MoveForm(forms.Form):
    """A move with fields, which a game's own forms give it.

    `players` are the names in the play, `options` its options: they name and limit the
    choices. `spread` lays a move's args out into fields, `gathered` makes args of them.
    """

    people: Sequence[str] = ("player",)
    """Fields that choose a player."""

    def __init__(
        self,
        data: Any = None,
        *,
        players: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
        initial: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        self.names = list(players) or [str(number) for number in range(1, MOST_PLAYERS + 1)]
        self.options = options or {}
        super().__init__(data, initial=self.spread(initial or {}), **kwargs)
        for name in self.people:
            self.choose(name, enumerate(self.names))

    def choose(self, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
        """Offer these, where the form has such a field."""
        if name in self.fields:
            self.fields[name].choices = list(choices)  # type: ignore[attr-defined]

    def spread(self, args: Mapping[str, Any]) -> dict[str, Any]:
        """A move's args, laid out as the fields' values."""
        return dict(args)

    def gathered(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """The move's args that the cleaned fields come to."""
        return dict(cleaned)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        return cleaned if self.errors else self.gathered(cleaned)
