"""What the score pad says: log lines, refusals, notices, status and result.

Names stay as they are, so sentences are built to need no case of them: the name
stands by itself, before or after a colon.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any

from django.utils.formats import get_format
from django.utils.translation import gettext as _

from calculators.scorepad.moves import (
    Add,
    AddPlayer,
    DropPlayer,
    Finish,
    Move,
    NextRound,
    SetScore,
    SetTitle,
)
from calculators.scorepad.points import read_points, terms_of, text_of
from calculators.scorepad.rules import Facts, clean_title
from calculators.scorepad.state import State
from companion.games import Eyes, LogRow, Notice, Refusal
from companion.saying import listed, name_of
from companion.signs import grouped

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def shown(points: Decimal | int) -> str:
    """Points as the reader's language writes them: true minus, its comma, digits in threes.

    >>> shown(Decimal("-12345.5"))
    '−12\u202f345.5'
    """
    whole, rest = _written(points)
    return whole + str(get_format("DECIMAL_SEPARATOR")) + rest if rest else whole


@lru_cache(maxsize=4096)  # a board shows hundreds, and from move to move mostly the same
def _written(points: Decimal | int) -> tuple[str, str]:
    """What stands before the decimal sign, and the digits after it."""
    whole, _point, rest = text_of(Decimal(points)).lstrip("-").partition(".")
    return ("−" if points < 0 else "") + grouped(whole), rest


def gain(points: Decimal) -> str:
    """What is added or missing: +3, −5.

    >>> gain(Decimal(3)), gain(Decimal(-5)), gain(Decimal(0))
    ('+3', '−5', '0')
    """
    return f"+{shown(points)}" if points > 0 else shown(points)


def added(typed: str) -> str:
    """A typed sum as it is written down, without what it comes to.

    >>> added("12+11-7")
    '12 + 11 − 7'
    """
    parts = []
    for place, (sign, whole, rest) in enumerate(terms_of(typed)):
        number = shown(read_points(f"{whole or 0}.{rest or 0}"))
        if place:
            parts.append("−" if sign == "-" else "+")
        parts.append(f"−{number}" if not place and sign == "-" else number)
    return " ".join(parts)


# -- the log


def line(rows: Sequence[LogRow], eyes: Eyes, names: Sequence[str]) -> str:
    """One log line. A run of small additions (+1 +1 +1) says what they come to."""
    row = rows[-1]
    facts = row.outcome.facts if row.outcome else None
    move: Move = row.move
    match move:
        case SetScore():
            return _score_line(move, facts, names)
        case Add():
            return _add_line(rows, facts, names)
        case NextRound():
            return _next_line(move, facts)
        case SetTitle():
            return _title_line(move)
        case AddPlayer():
            return _joining_line(move, facts, names)
        case DropPlayer():
            return _leaving_line(move, facts, names)
        case Finish():
            return _finish_line(facts)


def _score_line(move: SetScore, facts: Facts | None, names: Sequence[str]) -> str:
    told: dict[str, Any] = {"name": name_of(names, move.player), "round": move.round}
    before = facts.before if facts else None
    if before is not None:
        told["before"] = shown(before)
    if move.points is None:
        if before is None:
            return _("%(name)s, round %(round)s: empty") % told
        return _("%(name)s, round %(round)s: empty, it was %(before)s") % told
    told["points"] = _typed_said(move.points)
    if before is None or (facts and before == facts.points):
        return _("%(name)s, round %(round)s: %(points)s") % told
    return _("%(name)s, round %(round)s: %(points)s instead of %(before)s") % told


def _typed_said(typed: int | str) -> str:
    """What was typed and what it comes to; if it cannot be read, as it is."""
    try:
        points = shown(read_points(typed))
        return f"{added(str(typed))} = {points}" if len(terms_of(typed)) > 1 else points
    except Refusal as refusal:
        return str(refusal.data["typed"])


def _add_line(rows: Sequence[LogRow], facts: Facts | None, names: Sequence[str]) -> str:
    told: dict[str, Any] = {"name": name_of(names, rows[-1].move.player)}
    try:
        told["points"] = gain(sum((read_points(row.move.delta) for row in rows), Decimal(0)))
    except Refusal as refusal:
        told["points"] = refusal.data["typed"]
    if facts is None:
        return _("%(name)s: %(points)s") % told
    return _("%(name)s: %(points)s, in all %(total)s") % (told | {"total": shown(facts.total)})


def _next_line(move: NextRound, facts: Facts | None) -> str:
    if facts:
        return _("Round %(round)s begins") % {"round": facts.round}
    if move.round is not None:
        return _("Round %(round)s begins") % {"round": move.round + 1}
    return _("The next round begins")


def _title_line(move: SetTitle) -> str:
    title = clean_title(move.title)
    if not title:
        return _("The game has no name any more")
    return _("The game is called: %(title)s") % {"title": f"\u2068{title}\u2069"}


def _joining_line(move: AddPlayer, facts: Facts | None, names: Sequence[str]) -> str:
    told: dict[str, Any] = {"name": f"\u2068{move.name}\u2069"}
    if move.player is not None and move.player < len(names):
        told["name"] = names[move.player]
    if facts is None:
        return _("%(name)s: joins the game") % told
    told["round"] = facts.round
    if facts.back:
        return _("%(name)s: back in the game from round %(round)s on") % told
    return _("%(name)s: joins the game from round %(round)s on") % told


def _leaving_line(move: DropPlayer, facts: Facts | None, names: Sequence[str]) -> str:
    told: dict[str, Any] = {"name": name_of(names, move.player)}
    if facts is None or facts.round < 1:
        return _("%(name)s: leaves the game") % told
    told["round"] = facts.round
    return _("%(name)s: leaves the game, the last round is %(round)s") % told


def _finish_line(facts: Facts | None) -> str:
    if not facts:
        return _("The game is over")
    return _("The game is over. Rounds: %(rounds)s") % {"rounds": facts.round}


# -- refusals


def why(refusal: Refusal, eyes: Eyes, names: Sequence[str]) -> str:
    """Why a move cannot be, and what to do."""
    return _REFUSALS[refusal.code](refusal.data, names)


def way_out(refusal: Refusal, eyes: Eyes, names: Sequence[str]) -> str:
    """The label of the refusal's one-tap key: what it will do."""
    return _("Finish the game") if refusal.way_out else ""


def _quoting(said: str, data: Mapping[str, Any]) -> str:
    return said % {"typed": f"\u2068{data['typed']}\u2069"}


_REFUSALS: Mapping[str, Callable[[Mapping[str, Any], Sequence[str]], str]] = {
    "not_points": lambda data, names: _quoting(
        _("“%(typed)s” is no number. Type one such as 21 or −0,5, or a sum: 12+11−7."), data
    ),
    "points_too_large": lambda data, names: _quoting(
        _("“%(typed)s” is too large: points have up to nine digits."), data
    ),
    "points_too_fine": lambda data, names: _quoting(
        _("“%(typed)s” has more than two decimals. Thousands are typed without a separator."),
        data,
    ),
    "other_digits": lambda data, names: _quoting(
        _("“%(typed)s”: type points with the digits 0 to 9."), data
    ),
    "no_such_player": lambda data, names: (
        _("There is no player %(number)s on this pad.") % {"number": data["player"] + 1}
    ),
    "no_such_round": lambda data, names: (
        _("There is no round %(round)s: rounds are 1 to %(most)s.")
        % {name: shown(value) for name, value in data.items()}
    ),
    "round_closed": lambda data, names: (
        _("Round %(round)s is already closed: round %(opened)s is being played.") % data
    ),
    "title_too_long": lambda data, names: (
        _("The name of a game has at most %(most)s letters.") % data
    ),
    "no_name": lambda data, names: _("A name has at least one letter."),
    "table_full": lambda data, names: (
        _("A pad has room for %(most)s players, those who left included.") % data
    ),
    "plays_already": lambda data, names: (
        _("%(name)s is in the game already.") % {"name": name_of(names, data["player"])}
    ),
    "left_already": lambda data, names: (
        _("%(name)s: has left the game already.") % {"name": name_of(names, data["player"])}
    ),
    "last_player": lambda data, names: (
        _("%(name)s: nobody else plays. Finish the game instead.")
        % {"name": name_of(names, data["player"])}
    ),
    "already_finished": lambda data, names: _("The game is already over."),
}


# -- notices


def notice(notice: Notice, eyes: Eyes, names: Sequence[str]) -> str:
    """What the table should know about something recorded."""
    return _NOTICES[notice.code](notice.data, names)


def _names(data: Mapping[str, Any], names: Sequence[str]) -> str:
    return listed(name_of(names, player) for player in data["players"])


_NOTICES: Mapping[str, Callable[[Mapping[str, Any], Sequence[str]], str]] = {
    "cells_empty": lambda data, names: (
        _("Round %(round)s is closed, without points: %(names)s.")
        % {"round": data["round"], "names": _names(data, names)}
    ),
    "rounds_opened": lambda data, names: (
        _("Rounds %(first)s to %(last)s are open now, empty up to the last.") % data
    ),
    "past_last_round": lambda data, names: (
        _("Round %(round)s is one more than agreed. Rounds agreed: %(rounds)s.") % data
    ),
    "not_playing": lambda data, names: (
        _("%(name)s: not playing in round %(round)s. The points count all the same.")
        % {"name": name_of(names, data["player"]), "round": data["round"]}
    ),
    "round_not_zero": lambda data, names: (
        _("Round %(round)s comes to %(points)s and should come to 0.")
        % {"round": data["round"], "points": shown(data["points"])}
    ),
    "target_reached": lambda data, names: (
        _("%(target)s points reached: %(names)s. The game can be finished.")
        % {"target": shown(read_points(data["target"])), "names": _names(data, names)}
    ),
}


# -- where the play is, and how it ended


def status(state: State) -> str:
    """The round that is played; a pad that only counts on has none."""
    if state.finished:
        return _("the game is over")
    if state.options.step and state.open_round == 1:
        return ""
    told = {"round": state.open_round, "rounds": state.options.rounds}
    if state.options.rounds is None:
        return _("round %(round)s") % told
    return _("round %(round)s of %(rounds)s") % told


def verdict(state: State, names: Sequence[str]) -> str:
    """Who won or that it is a draw; before the end, who is ahead."""
    first = [names[player] for player in state.leaders]
    if not state.has_begun and not state.finished:
        return _("No points yet")
    if len(first) == 1:
        winner = {"name": first[0]}
        return (_("Winner: %(name)s") if state.finished else _("Ahead: %(name)s")) % winner
    equal = {"names": listed(first)}
    return (_("Draw: %(names)s") if state.finished else _("Level: %(names)s")) % equal


def result(state: State, eyes: Eyes, names: Sequence[str]) -> str:
    """The result as text to share: verdict, then everybody by place."""
    title = f"{state.title}. " if state.title else ""
    order = sorted(state.present, key=lambda player: state.places[player] or 0)
    lines = [f"{title}{verdict(state, names)}"]
    for player in order:
        place = state.places[player] or 0
        medal = MEDALS.get(place, f"{place}.")
        lines.append(f"{medal} {names[player]}: {shown(state.totals[player])}")
    return "\n".join(lines)
