"""The score pad: who has how many points, by rounds or as a running counter. Pure.

It knows no game: whatever is played, the table agrees on who wins, on a number of
rounds, on points that end it, or that every round comes to 0. What was agreed is
remarked upon, never enforced: cardboard is right. Points are exact decimals.
Source: the table's own agreement; the spec "Score pad".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

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
from calculators.scorepad.points import exact, is_sum, read_points, text_of
from calculators.scorepad.state import ZERO, Cell, Options, Player, Span, State, points_in
from companion.games import Joined, Notice, OptionsFault, Outcome, Refusal, Standing

MOST_PLAYERS = 12
MOST_ROUNDS = 999
MOST_STEPS = 8
LONGEST_TITLE = 60
LONGEST_NAME = 200
HIGHEST_NUMBER = 199

UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\u200b\ufeff\ufffe\uffff]"
)


@dataclass(frozen=True)
class Facts:
    """What a log line needs beside the move.

    `round` is the one meant or opened, `before` and `points` what stood in the cell and
    what does now, `total` the player's total after it; `back` that somebody came back.
    """

    round: int = 0
    before: Decimal | None = None
    points: Decimal | None = None
    total: Decimal = ZERO
    back: bool = False


class ScorePad:
    """The rules as the log replays them."""

    moves: Mapping[str, type] = {
        "set_score": SetScore,
        "add": Add,
        "next_round": NextRound,
        "set_title": SetTitle,
        "add_player": AddPlayer,
        "drop_player": DropPlayer,
        "finish": Finish,
    }

    def start(self, players: int, options: Options) -> State:
        """An empty pad with its first round open; OptionsFault if these options cannot be."""
        if not 1 <= players <= MOST_PLAYERS:
            raise OptionsFault(f"players: 1 to {MOST_PLAYERS} play, not {players}")
        options = settled(options)
        _check(options)
        return State(
            options=options,
            began=players,
            players=(Player(),) * players,
            rows=((None,) * players,),
            beside=(ZERO,) * players,
            title=options.title,
        )

    def apply(self, state: State, move: Move, by: int | None) -> Outcome:
        """The pad after `move`, or a Refusal. Anybody may record anything."""
        match move:
            case SetScore():
                outcome = _set_score(state, move)
            case Add():
                outcome = _add(state, move)
            case NextRound():
                outcome = _next_round(state, move)
            case SetTitle():
                outcome = _set_title(state, move)
            case AddPlayer():
                outcome = _add_player(state, move)
            case DropPlayer():
                outcome = _drop_player(state, move)
            case Finish():
                outcome = _finish(state)
        return _with_target(state, outcome)


def settled(options: Options) -> Options:
    """The same options, each said in one way: "open" rounds and a target "none" are None."""
    rounds = None if options.rounds == "open" else options.rounds
    target = None if options.target == "none" else options.target
    return replace(
        options,
        title=clean_title(options.title),
        rounds=rounds,
        target=_number("target", target) if target is not None else None,
        step=tuple(_number("step", each) for each in options.step),
    )


def clean_title(title: str) -> str:
    """A title as it is kept: inner blanks single, nothing that only turns or breaks the writing.

    >>> clean_title("  Бобовая   лихорадка ")
    'Бобовая лихорадка'
    """
    return " ".join(UNSEEN.sub("", title).split())


def view(state: State) -> dict[str, Any]:
    """The pad as JSON: every opened round, the totals, who leads. Points are decimal strings."""
    return {
        "title": state.title,
        "rounds": [
            [None if each is None else text_of(each) for each in state.points(number)]
            for number in range(1, state.open_round + 1)
        ],
        "totals": [
            None if each is None else text_of(total)
            for each, total in zip(state.players, state.totals, strict=True)
        ],
        "leader": state.leaders,
    }


def standings(state: State) -> list[Standing]:
    """Everybody who plays or has played; the high or the low total wins."""
    return [
        Standing(player, exact(state.totals[player]), state.places[player])
        for player in state.present
    ]


def joined(state: State) -> list[Joined]:
    """Those who came after the start, one for each number."""
    return [
        Joined(each.name, each.seat) if each else Joined("")
        for each in state.players[state.began :]
    ]


def gone(state: State) -> set[int]:
    """The numbers of those who play no longer."""
    return set(range(len(state.players))) - set(state.here)


def typed_score(state: State, move: SetScore) -> int | str | None:
    """The points that `move` would overwrite, as text (None: there are none).

    Equal points are no change, whatever sum they were typed as.
    """
    if not 1 <= move.round <= state.open_round or move.player not in range(len(state.players)):
        return None
    cell = state.rows[move.round - 1][move.player]
    if cell is None:
        return None
    if move.points is not None and read_points(move.points) == cell.points:
        return move.points
    return text_of(cell.points)


# -- the options


def _check(options: Options) -> None:
    if len(options.title) > LONGEST_TITLE:
        raise OptionsFault(f"title: at most {LONGEST_TITLE} characters")
    if isinstance(options.rounds, int) and not 1 <= options.rounds <= MOST_ROUNDS:
        raise OptionsFault(f"rounds: 1 to {MOST_ROUNDS} or open, not {options.rounds}")
    if options.target == 0:
        raise OptionsFault("target: any points but 0, or none")
    if len(options.step) > MOST_STEPS:
        raise OptionsFault(f"step: at most {MOST_STEPS} keys")
    if 0 in options.step or len(set(options.step)) < len(options.step):
        raise OptionsFault("step: each key once, and none for 0")


def _number(name: str, value: int | str) -> int | str:
    """A number of the options: whole ones as int, others as decimal text."""
    try:
        points = exact(read_points(value))
    except Refusal:
        raise OptionsFault(f"{name}: a number, not {value!r}") from None
    return points if isinstance(points, int) else text_of(points)


# -- the moves


def _set_score(state: State, move: SetScore) -> Outcome:
    """Any cell of any round, at any time; rows in between are opened empty."""
    _known(state, move.player)
    if not 1 <= move.round <= MOST_ROUNDS:
        raise Refusal("no_such_round", round=move.round, most=MOST_ROUNDS)
    cell = None if move.points is None else _cell(move.points)
    opened = _opened(state, move.round)
    before = opened.rows[move.round - 1][move.player]
    after = _with_cell(opened, move.round, move.player, cell)
    facts = Facts(
        round=move.round,
        before=points_in(before),
        points=points_in(cell),
        total=after.totals[move.player],
    )
    return Outcome(after, tuple(_score_notices(state, after, move)), facts)


def _cell(typed: int | str) -> Cell:
    return Cell(read_points(typed), str(typed) if is_sum(typed) else "")


def _opened(state: State, number: int) -> State:
    """The pad with all rounds up to `number` open."""
    missing = number - state.open_round
    empty = ((None,) * len(state.players),)
    return replace(state, rows=state.rows + empty * missing) if missing > 0 else state


def _with_cell(state: State, number: int, player: int, cell: Cell | None) -> State:
    row = state.rows[number - 1]
    if row[player] == cell:
        return state
    changed = (*row[:player], cell, *row[player + 1 :])
    return replace(state, rows=(*state.rows[: number - 1], changed, *state.rows[number:]))


def _score_notices(state: State, after: State, move: SetScore) -> Iterable[Notice]:
    """What is unusual about a score: the round, the player, or what the round comes to."""
    yield from _closing_notices(state, after)
    if move.points is None:
        return
    player = after.players[move.player]
    if player and not player.plays(move.round):
        yield Notice("not_playing", {"player": move.player, "round": move.round})
    if after.options.zero_sum and not after.waited_for(move.round):
        total = sum((each for each in after.points(move.round) if each is not None), ZERO)
        if total:
            yield Notice("round_not_zero", {"round": move.round, "points": total})


def _closing_notices(state: State, after: State) -> Iterable[Notice]:
    """What was left open when a round closed, and rounds beyond the last one."""
    if after.open_round == state.open_round:
        return
    first, last = state.open_round, after.open_round - 1
    if last > first:
        yield Notice("rounds_opened", {"first": first + 1, "last": after.open_round})
    elif missing := after.waited_for(first):
        yield Notice("cells_empty", {"round": first, "players": missing})
    rounds = after.options.rounds
    if isinstance(rounds, int) and after.open_round > rounds:
        yield Notice("past_last_round", {"round": after.open_round, "rounds": rounds})


def _add(state: State, move: Add) -> Outcome:
    _known(state, move.player)
    delta = read_points(move.delta)
    beside = _replaced(state.beside, move.player, state.beside[move.player] + delta)
    after = replace(state, beside=beside)
    return Outcome(after, facts=Facts(points=delta, total=after.totals[move.player]))


def _next_round(state: State, move: NextRound) -> Outcome:
    """Two phones that close a round at the same moment close it once."""
    opened = state.open_round
    number = opened if move.round is None else move.round
    if number < opened:
        raise Refusal("round_closed", round=number, opened=opened)
    if number > opened or opened >= MOST_ROUNDS:
        raise Refusal("no_such_round", round=number + 1, most=MOST_ROUNDS)
    after = _opened(state, opened + 1)
    return Outcome(after, tuple(_closing_notices(state, after)), Facts(opened + 1))


def _set_title(state: State, move: SetTitle) -> Outcome:
    title = clean_title(move.title)
    if len(title) > LONGEST_TITLE:
        raise Refusal("title_too_long", most=LONGEST_TITLE)
    return Outcome(replace(state, title=title), facts=Facts())


def _add_player(state: State, move: AddPlayer) -> Outcome:
    """The open round waits for the newcomer; the rounds before stay dashes."""
    number = len(state.players) if move.player is None else move.player
    known = state.players[number] if 0 <= number < len(state.players) else None
    if known is not None:
        return _come_back(state, number, known)
    if not state.began <= number <= HIGHEST_NUMBER:
        raise Refusal("no_such_player", player=number)
    if not move.name.strip() or len(move.name) > LONGEST_NAME:
        raise Refusal("no_name")
    if len(state.present) >= MOST_PLAYERS:
        raise Refusal("table_full", most=MOST_PLAYERS)
    newcomer = Player((Span(state.open_round),), move.name, move.seat)
    after = _widened(state, number + 1)
    after = replace(after, players=_replaced(after.players, number, newcomer))
    return Outcome(after, facts=Facts(state.open_round))


def _come_back(state: State, number: int, known: Player) -> Outcome:
    if known.is_here:
        raise Refusal("plays_already", player=number)
    back = replace(known, spans=(*known.spans, Span(state.open_round)))
    after = replace(state, players=_replaced(state.players, number, back))
    return Outcome(after, facts=Facts(state.open_round, back=True))


def _widened(state: State, players: int) -> State:
    """The pad with a column for each number below `players`."""
    more = max(0, players - len(state.players))
    return replace(
        state,
        players=state.players + (None,) * more,
        rows=tuple(row + (None,) * more for row in state.rows),
        beside=state.beside + (ZERO,) * more,
    )


def _drop_player(state: State, move: DropPlayer) -> Outcome:
    """The open round waits no longer either, unless it has the leaver's points already."""
    player = _known(state, move.player)
    if not player.is_here:
        raise Refusal("left_already", player=move.player)
    if len(state.here) == 1:
        raise Refusal("last_player", player=move.player)
    scored = state.rows[-1][move.player] is not None
    last = state.open_round if scored else state.open_round - 1
    spans = (*player.spans[:-1], Span(player.spans[-1].first, last))
    left = replace(player, spans=spans)
    after = replace(state, players=_replaced(state.players, move.player, left))
    return Outcome(after, facts=Facts(last, total=after.totals[move.player]))


def _finish(state: State) -> Outcome:
    if state.finished:
        raise Refusal("already_finished")
    return Outcome(replace(state, finished=True), facts=Facts(state.open_round))


def _with_target(state: State, outcome: Outcome) -> Outcome:
    """Say so when somebody has reached the points that end the game."""
    after: State = outcome.state
    news = [player for player in after.reached if player not in state.reached]
    if not news or after.finished:
        return outcome
    notice = Notice("target_reached", {"players": news, "target": after.options.target})
    return replace(outcome, notices=(*outcome.notices, notice))


def _known(state: State, player: int) -> Player:
    found = state.players[player] if 0 <= player < len(state.players) else None
    if found is None:
        raise Refusal("no_such_player", player=player)
    return found


def _replaced(values: Sequence[Any], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])
