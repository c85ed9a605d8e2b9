"""What Lost Cities says: log lines, refusals, status and result, in the reader's language.

Names stay as they are, so sentences are built to need no case of them: the name
stands by itself, before or after a colon.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from calculators.lost_cities.rules import (
    Colour,
    Facts,
    Finish,
    Move,
    NextRound,
    SetCard,
    SetContracts,
    SetRoundTotal,
    State,
    standings,
)
from companion.games import Eyes, LogRow, Notice, Refusal
from companion.signs import signed

COLOUR_NAMES: Mapping[Colour, Any] = {
    "yellow": pgettext_lazy("expedition", "yellow"),
    "blue": pgettext_lazy("expedition", "blue"),
    "white": pgettext_lazy("expedition", "white"),
    "green": pgettext_lazy("expedition", "green"),
    "red": pgettext_lazy("expedition", "red"),
    "purple": pgettext_lazy("expedition", "purple"),
}
MEDALS = {1: "🥇", 2: "🥈"}


def added(numbers: Sequence[int]) -> str:
    """A sum as it is written down.

    >>> added([38, -24, 15])
    '38 − 24 + 15'
    """
    first, *others = numbers
    return signed(first) + "".join(f" − {-each}" if each < 0 else f" + {each}" for each in others)


def expedition_name(colour: Colour) -> str:
    """An expedition at the head of a line: "Red"."""
    return capfirst(str(COLOUR_NAMES[colour]))


def card_name(colour: Colour, card: int) -> str:
    """A card in a sentence: "red 5"."""
    return _("%(expedition)s %(card)s") % {"expedition": COLOUR_NAMES[colour], "card": card}


# -- the log


def line(rows: Sequence[LogRow], eyes: Eyes, names: Sequence[str]) -> str:
    """One log line. A run of contracts (1, 2, 3) says where it ended."""
    row = rows[-1]
    facts = row.outcome.facts if row.outcome else None
    first = rows[0].outcome.facts if rows[0].outcome else None
    move: Move = row.move
    match move:
        case SetCard():
            said = _card_line(move, facts, names)
            return _in_round(_unless_changed(said, facts, int(move.laid)), facts)
        case SetContracts():
            said = _contracts_line(move, facts, names)
            return _in_round(_unless_changed(said, first, move.count), facts)
        case SetRoundTotal():
            return _total_line(move, facts, names)
        case NextRound():
            return _next_line(move, facts)
        case Finish():
            return _finish_line(facts)


def _card_line(move: SetCard, facts: Facts | None, names: Sequence[str]) -> str:
    told = {"name": _name(names, move.player), "card": card_name(move.expedition, move.card)}
    if not move.laid:
        return _("%(name)s: %(card)s taken off") % told
    if facts and facts.taken:
        told["other"] = _name(names, 1 - move.player)
        return _("%(name)s: %(card)s, taken from %(other)s") % told
    return _("%(name)s: %(card)s") % told


def _contracts_line(move: SetContracts, facts: Facts | None, names: Sequence[str]) -> str:
    told = {
        "name": _name(names, move.player),
        "expedition": COLOUR_NAMES[move.expedition],
        "count": move.count,
    }
    if move.count == 0:
        return _("%(name)s: %(expedition)s, no contracts") % told
    said = ngettext(
        "%(name)s: %(expedition)s, %(count)s contract",
        "%(name)s: %(expedition)s, %(count)s contracts",
        move.count,
    )
    if not facts or not facts.taken:
        return said % told
    other = {"line": said % told, "name": _name(names, 1 - move.player), "count": facts.taken}
    return _("%(line)s, taken from %(name)s: %(count)s") % other


def _total_line(move: SetRoundTotal, facts: Facts | None, names: Sequence[str]) -> str:
    told: dict[str, Any] = {"round": move.round, "name": _name(names, move.player)}
    if move.points is None:
        return _("Round %(round)s. %(name)s: the cards count again") % told
    told["points"] = signed(move.points)
    if not facts or facts.before is None or facts.before == move.points:
        return _("Round %(round)s by hand. %(name)s: %(points)s") % told
    told["before"] = signed(facts.before)
    return _("Round %(round)s by hand. %(name)s: %(points)s instead of %(before)s") % told


def _next_line(move: NextRound, facts: Facts | None) -> str:
    if facts:
        return _("Round %(round)s begins") % {"round": facts.round}
    if move.round is not None:
        return _("Round %(round)s begins") % {"round": move.round + 1}
    return _("The next round begins")


def _finish_line(facts: Facts | None) -> str:
    if not facts:
        return _("The game is over")
    return _("The game is over. Rounds: %(rounds)s") % {"rounds": facts.round}


def _unless_changed(said: str, facts: Facts | None, now: int) -> str:
    """Say so when nothing was changed: taking such an entry back changes nothing either."""
    if facts is None or facts.before != now:
        return said
    return _("%(line)s (as it was)") % {"line": said}


def _in_round(said: str, facts: Facts | None) -> str:
    """Name the round when it is not the one being played."""
    if facts is None or not facts.late:
        return said
    return _("Round %(round)s. %(line)s") % {"round": facts.round, "line": said}


def _name(names: Sequence[str], player: int) -> str:
    if player in range(len(names)):
        return names[player]
    return _("player %(number)s") % {"number": player + 1}


# -- refusals


def why(refusal: Refusal, eyes: Eyes, names: Sequence[str]) -> str:
    """Why a move cannot be: who or what stands in the way."""
    return _REFUSALS[refusal.code](refusal.data, names)


def way_out(refusal: Refusal, eyes: Eyes, names: Sequence[str]) -> str:
    """The label of the refusal's one-tap key: what it will do."""
    if refusal.way_out is None:
        return ""
    move, args = refusal.way_out
    match move:
        case "set_card":
            return _("%(card)s: %(name)s takes it") % {
                "card": capfirst(card_name(args["expedition"], args["card"])),
                "name": _name(names, args["player"]),
            }
        case "set_contracts":
            return ngettext(
                "%(expedition)s: %(name)s takes %(count)s contract",
                "%(expedition)s: %(name)s takes %(count)s contracts",
                refusal.data["missing"],
            ) % {
                "expedition": expedition_name(args["expedition"]),
                "name": _name(names, args["player"]),
                "count": refusal.data["missing"],
            }
        case "next_round":
            return _("Open round %(round)s") % {"round": args["round"] + 1}
        case _:
            return _("Finish the game")


def notice(notice: Notice, eyes: Eyes, names: Sequence[str]) -> str:
    """Lost Cities has none of its own: what its rules forbid, the pieces forbid."""
    raise KeyError(notice.code)


def _card_taken(data: Mapping[str, Any], names: Sequence[str]) -> str:
    return _("%(card)s is already laid: %(name)s has it.") % {
        "card": capfirst(card_name(data["expedition"], data["card"])),
        "name": _name(names, data["player"]),
    }


def _contracts_taken(data: Mapping[str, Any], names: Sequence[str]) -> str:
    return _(
        "%(expedition)s has three contracts for both players together. %(name)s: %(count)s."
    ) % {
        "expedition": expedition_name(data["expedition"]),
        "name": _name(names, data["player"]),
        "count": data["theirs"],
    }


_REFUSALS: Mapping[str, Callable[[Mapping[str, Any], Sequence[str]], str]] = {
    "no_such_player": lambda data, names: (
        _("There is no player %(number)s: two play.") % {"number": data["player"] + 1}
    ),
    "no_such_expedition": lambda data, names: (
        _("There is no %(expedition)s expedition in this game. The settings offer six.")
        % {"expedition": COLOUR_NAMES[data["expedition"]]}
    ),
    "no_such_card": lambda data, names: (
        _("There is no card %(card)s: the numbers are 2 to 10.") % {"card": signed(data["card"])}
    ),
    "card_taken": _card_taken,
    "no_such_count": lambda data, names: (
        _("An expedition holds 0 to 3 contracts, not %(count)s.") % {"count": signed(data["count"])}
    ),
    "contracts_taken": _contracts_taken,
    "no_such_total": lambda data, names: (
        _("A round brings from %(lowest)s to %(highest)s points, not %(points)s.")
        % {name: signed(value) for name, value in data.items()}
    ),
    "no_such_round": lambda data, names: (
        _("There is no round %(round)s. The last one is round %(rounds)s.")
        % {name: signed(value) for name, value in data.items()}
    ),
    "round_not_opened": lambda data, names: (
        _("Round %(round)s is not open yet: round %(opened)s is being played.") % data
    ),
    "round_closed": lambda data, names: (
        _("Round %(round)s is already closed: round %(opened)s is being played.") % data
    ),
    "last_round": lambda data, names: (
        _("Round %(round)s is the last one. Finish the game instead.") % data
    ),
    "already_finished": lambda data, names: _("The game is already over."),
}


# -- where the play is, and how it ended


def status(state: State) -> str:
    """The round that is played. The points stand large beside it."""
    if state.finished:
        return _("the game is over")
    told = {"round": state.open_round, "rounds": state.options.rounds}
    return _("round %(round)s of %(rounds)s") % told


def score_line(points: Sequence[int]) -> str:
    """Both players' points, in the order of the seats.

    >>> score_line([105, -93])
    '105 : −93'
    """
    return " : ".join(map(signed, points))


def verdict(state: State, names: Sequence[str]) -> str:
    """Who won or that it is a draw; before the end, who is ahead."""
    first, second = state.totals
    if first == second:
        both = {"first": names[0], "second": names[1]}
        if state.finished:
            return _("Draw: %(first)s and %(second)s") % both
        return _("Level: %(first)s and %(second)s") % both
    winner = {"name": names[0 if first > second else 1]}
    return (_("Winner: %(name)s") if state.finished else _("Ahead: %(name)s")) % winner


def result(state: State, eyes: Eyes, names: Sequence[str]) -> str:
    """The result as text to share: verdict, then each player's rounds added up."""
    lines = [f"Lost Cities. {verdict(state, names)}"]
    for each in sorted(standings(state), key=lambda standing: standing.place or 0):
        rounds = [sides[each.player].total for sides in state.rounds]
        sums = f"{added(rounds)} = " if len(rounds) > 1 else ""
        lines.append(
            f"{MEDALS[each.place or 0]} {names[each.player]}: {sums}{signed(int(each.points or 0))}"
        )
    return "\n".join(lines)
