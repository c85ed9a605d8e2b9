"""What every play has beside its game: lots for who starts, dice, a timer.

Chance and the clock stay outside: the server draws or reads the clock and puts
the result into the args, so a replay shows the same again. Source: spec
"Play", common moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from companion import door
from companion.games import Game, Notice, Outcome, Refusal

LONGEST_TIMER = 24 * 60 * 60


@dataclass(frozen=True)
class Lots:
    """Lots for the starting player: `order` names every player once, first first."""

    order: list[int]


@dataclass(frozen=True)
class Dice:
    """Dice of `sides` sides, thrown by the server or typed in: `rolled`."""

    sides: int
    rolled: list[int]


@dataclass(frozen=True)
class Timer:
    """A timer: runs out at `ends` (ISO time), or stands still at `left` seconds.

    Both None takes the timer away.
    """

    ends: str | None = None
    left: int | None = None


@dataclass(frozen=True)
class Common:
    """What was drawn, thrown and set so far (the last of each)."""

    lots: tuple[int, ...] = ()
    dice: Dice | None = None
    timer: Timer | None = None


COMMON_MOVES: Mapping[str, type] = {"lots": Lots, "dice": Dice, "timer": Timer}


@dataclass(frozen=True)
class Played:
    """The state of a play: the game's own, and the common one beside it."""

    game: Any
    common: Common = Common()
    players: int = 0


class PlayRules:
    """A game's rules with the common moves beside them, as the log replays them.

    `recorded`: for what phones recorded; they met the strict rules when they did.
    """

    def __init__(self, game: Game, *, recorded: bool = False) -> None:
        self.game = game
        self._rules = game.recorded if recorded and game.recorded else game.rules
        self.moves = {**COMMON_MOVES, **game.rules.moves}

    def start(self, players: int, options: Mapping[str, Any]) -> Played:
        """The state before the first move; OptionsFault if the options cannot be."""
        typed: Any = door.options_of(self.game.options, options)
        return Played(self.game.rules.start(players, typed), players=players)

    def apply(self, state: Played, move: Any, by: int | None) -> Outcome:
        if isinstance(move, Lots | Dice | Timer):
            return _common(state, move, playing(self.game, state))
        outcome = self._rules.apply(state.game, move, by)
        notices = outcome.notices
        if self.game.finished(state.game) and self.game.finished(outcome.state):
            notices += (Notice("after_finish"),)
        return Outcome(replace(state, game=outcome.state), notices, outcome.facts)


class NotebookRules:
    """The rules of a game's private notebook, as its own log replays them."""

    def __init__(self, game: Game) -> None:
        assert game.notebook
        self._rules = game.notebook
        self.moves = game.notebook.moves

    def start(self, players: int, options: Mapping[str, Any]) -> Any:
        """A blank notebook; it has no options of its own."""
        return self._rules.start(players, options)

    def apply(self, state: Any, move: Any, by: int | None) -> Outcome:
        return self._rules.apply(state, move, by)


def playing(game: Game, state: Played) -> list[int]:
    """Who plays now: those who began and those who joined, without those who left."""
    everybody = range(state.players + len(game.joined(state.game)))
    gone = game.gone(state.game)
    return [player for player in everybody if player not in gone]


def _common(state: Played, move: Lots | Dice | Timer, players: Sequence[int]) -> Outcome:
    match move:
        case Lots(order):
            if sorted(order) != list(players):
                raise Refusal("lots_not_everybody", players=len(players))
            common = replace(state.common, lots=tuple(order))
        case Dice(sides, rolled):
            if not 2 <= sides <= 100 or not 1 <= len(rolled) <= 10:
                raise Refusal("no_such_dice", sides=sides, count=len(rolled))
            if not all(1 <= each <= sides for each in rolled):
                raise Refusal("no_such_face", sides=sides)
            common = replace(state.common, dice=move)
        case Timer(ends, left):
            if not _can_run(ends, left):
                raise Refusal("no_such_timer")
            common = replace(state.common, timer=None if ends is None and left is None else move)
    return Outcome(replace(state, common=common), facts=move)


def _can_run(ends: str | None, left: int | None) -> bool:
    if ends is not None:
        try:
            return left is None and datetime.fromisoformat(ends).tzinfo is not None
        except ValueError:
            return False
    return left is None or 0 <= left <= LONGEST_TIMER
