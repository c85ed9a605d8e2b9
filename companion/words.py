"""Prose of the log itself and of the moves that every play has.

A game's own words come first; what a game does not know (undo, options, lots,
bad args) is said here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from companion.common import Dice, Lots, Timer
from companion.games import Eyes, Game, Notice, Refusal
from companion.log import Row

SIGN = re.compile(r"(?<= )([−+=×]) (?=[−\d])")


def why(game: Game, refusal: Refusal, eyes: Eyes, names: Sequence[str]) -> str:
    """Why this was not recorded, and what to do."""
    common = _REFUSALS.get(refusal.code)
    return common(refusal.data) if common else game.words.why(refusal, eyes, names)


def notice(game: Game, notice: Notice, eyes: Eyes, names: Sequence[str]) -> str:
    """What the table should know about something recorded."""
    if notice.code == "after_finish":
        return _("Recorded after the end: the result follows.")
    return game.words.notice(notice, eyes, names)


def line(game: Game, rows: Sequence[Row], eyes: Eyes, names: Sequence[str]) -> str:
    """What a log line says of a run of rows (mostly one); no sign parts from its number."""
    return SIGN.sub("\\1\u00a0", _line(game, rows, eyes, names))


def _line(game: Game, rows: Sequence[Row], eyes: Eyes, names: Sequence[str]) -> str:
    row = rows[-1]
    if row.entry.what == "options":
        return _options_line(game, row.entry.args, names)
    match row.move:
        case None:
            return _("Entry %(number)s, which cannot be read") % {"number": row.number}
        case Lots(order):
            return _lots_line(order, names)
        case Dice(_, rolled):
            return _("Dice: %(rolled)s") % {"rolled": " + ".join(map(str, rolled))}
        case Timer(ends, left):
            return _timer_line(ends, left)
    return game.words.line(rows, eyes, names)


def upset(game: Game, row: Row, eyes: Eyes, names: Sequence[str]) -> str:
    """An entry that no longer counts since something before it was corrected."""
    assert row.refusal
    return _("No longer counts: %(line)s. %(why)s") % {
        "line": line(game, (row,), eyes, names),
        "why": why(game, row.refusal, eyes, names),
    }


def correction(what: str, line: str) -> str:
    """What an undo, redo or amend did, or an undo or redo of an amend, to what says `line`."""
    said = {
        "undo": pgettext("done", "Taken back: %(line)s"),
        "redo": pgettext("done", "Put back: %(line)s"),
        "amend": pgettext("done", "Corrected: %(line)s"),
        "undo amend": pgettext("done", "Correction taken back: %(line)s"),
        "redo amend": pgettext("done", "Correction put back: %(line)s"),
    }
    return said[what] % {"line": line}


def _options_line(game: Game, args: Mapping[str, Any], names: Sequence[str]) -> str:
    said = []
    for name, value in args.items():
        if name == "first" and value in range(len(names)):
            said.append(_("%(name)s begins") % {"name": names[value]})
            continue
        own = game.option_said(name, value)
        if own:
            said.append(own)
            continue
        choice = next((each for each in game.choices if each.name == name), None)
        values = choice.values if choice else ()
        said.append(f"{choice.label if choice else name}: {_value_said(values, value)}")
    return _("Settings. %(said)s") % {"said": "; ".join(said)}


def _value_said(values: Sequence[tuple[Any, Any]], value: Any) -> str:
    """A setting's label; one that no key offers as it is, or only named if it is a whole box."""
    value = tuple(value) if isinstance(value, list) else value
    offered = next((label for each, label in values if each == value), value)
    if isinstance(offered, Mapping):
        return _("your own")
    return " ".join(map(str, offered)) if isinstance(offered, tuple) else str(offered)


def _lots_line(order: Sequence[int], names: Sequence[str]) -> str:
    """A corrected draw may name nobody: it does not count, and is still a line."""
    if not order or order[0] not in range(len(names)):
        return _("Lots")
    return _("Lots: %(name)s starts") % {"name": names[order[0]]}


def _timer_line(ends: str | None, left: int | None) -> str:
    if ends is not None:
        return _("Timer started")
    return _("Timer put away") if left is None else _("Timer stopped")


MOST_NAMED = 5


def _entries(data: Mapping[str, Any]) -> dict[str, str]:
    named = [str(each) for each in data["entries"][:MOST_NAMED]]
    return {"entries": ", ".join(named) or "—"}


_REFUSALS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "no_such_move": lambda data: _("This game has no such move."),
    "bad_args": lambda data: _("This cannot be read: %(where)s") % {"where": data["where"]},
    "bad_options": lambda data: _("These settings cannot be: %(where)s") % {"where": data["where"]},
    "no_such_entry": lambda data: (
        _("The log has no entry %(entries)s that can be changed.") % _entries(data)
    ),
    "already_undone": lambda data: _("Entry %(entries)s is already taken back.") % _entries(data),
    "not_undone": lambda data: (
        _("Entry %(entries)s is not taken back, so it stands.") % _entries(data)
    ),
    "lots_not_everybody": lambda data: (
        ngettext(
            "Lots name each of the %(players)s player once.",
            "Lots name each of the %(players)s players once.",
            data["players"],
        )
        % {"players": data["players"]}
    ),
    "no_such_dice": lambda data: _("One to ten dice of 2 to 100 sides can be thrown."),
    "no_such_face": lambda data: (
        _("A die of %(sides)s sides shows 1 to %(sides)s.") % {"sides": data["sides"]}
    ),
    "needs_seat": lambda data: _("Sit down first: what you may record depends on where you sit."),
    "notebook_closed": lambda data: _("The game is over: the notepad can only be read."),
    "log_full": lambda data: (
        _("The log of this game is full (%(most)s entries). Begin the next game.")
        % {"most": data["most"]}
    ),
    "bad_form": lambda data: str(data["said"]),
    "no_such_timer": lambda data: _("A timer runs for up to 24 hours."),
}
