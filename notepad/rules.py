"""Code 777: the answers, the codes declared, the supply, and what stands on the racks. Pure.

Racks, tiles and question cards lie on the table; what is kept is what was
answered and declared, and as much of the racks as the players enter. Source:
«Code777: подробные правила Stronghold».

Nobody may learn anything of the own rack from what is refused: what contradicts
only a rack that the entering player may not see is recorded (`racks.clash`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from companion.games import Eyes, Notice, OptionsFault, Outcome, Refusal
from notepad.questions import QUESTIONS, Answer, Question2, allowed, answer_of
from notepad.racks import (
    MIX_AT,
    CommonRack,
    Holders,
    Rack,
    Stand,
    Supply,
    clash,
    common_racks,
    full_supply,
    holders,
    racks_of,
)
from notepad.tiles import (
    NUMBERS,
    Code,
    Numbers,
    copies_with,
    missing,
    numbers_of,
)

PLAYERS = range(2, 6)
WINNING_POINTS = 3

Help = Literal["off", "answers", "deduction"]


@dataclass(frozen=True)
class Options:
    """How a table plays.

    `question2`: as the card is printed. `mix_at`: with so many tiles left or fewer
    the supply is mixed before a rack is replaced (0, 1, 4 or 7). `help`: what the
    phones may work out. `first`: who reads the first card.
    """

    question2: Question2 = "at_most_12"
    mix_at: int = 1
    help: Help = "off"
    first: int = 0


# -- the moves


@dataclass(frozen=True)
class AnswerQuestion:
    """A player read a question card and answered it."""

    reader: int
    question: int
    answer: Answer


@dataclass(frozen=True)
class Declare:
    """A player named the three numbers of the own code, and the others said if it is right.

    `tiles`: what stood there; only after a right code may its player look. `common`
    is the common rack that a right code replaces too, where there are two.
    """

    player: int
    numbers: Numbers
    right: bool
    tiles: Code | None = None
    common: Literal[1, 2, "common-1", "common-2"] | None = None


@dataclass(frozen=True)
class SeeRack:
    """What stands on a rack, and has stood there since it was last replaced.

    `tiles` None: it is not known, whatever was entered before.
    """

    rack: Rack
    tiles: Code | None


@dataclass(frozen=True)
class QuestionsReshuffled:
    """The question cards were shuffled: all 23 can come again."""


@dataclass(frozen=True)
class SetHelp:
    """What the table agrees that phones may work out."""

    help: Help


@dataclass(frozen=True)
class SetSupply:
    """The supply as it was counted; `mixed`: the discard was mixed into it."""

    left: int
    mixed: bool = False


@dataclass(frozen=True)
class Finish:
    """Closes the play."""


Move = AnswerQuestion | Declare | SeeRack | QuestionsReshuffled | SetHelp | SetSupply | Finish


# -- what is known after them


@dataclass(frozen=True)
class Answered:
    """An answer, and how the table stood then.

    `stood` says for each rack how many codes had been replaced on it: with it the
    snapshot is found, and filled by whatever is entered later of those racks.
    """

    reader: int
    question: int
    answer: Answer
    mixes: int
    supply: int
    stood: tuple[int, ...]


@dataclass(frozen=True)
class Change:
    """A declaration with the racks it replaced, or a mix of the supply by hand.

    `after`: how many answers had been given. `supply` is what was left then.
    """

    after: int
    supply: int
    mixed: bool
    player: int | None = None
    right: bool | None = None
    numbers: Numbers | None = None
    racks: tuple[Rack, ...] = ()


@dataclass(frozen=True)
class Facts:
    """What the log line needs to know beside the move.

    `before` is what stood there before it was put right: tiles, supply or help;
    `change` what a declaration replaced or that the supply was mixed, `points` what the
    player then had.
    """

    before: Any = None
    change: Change | None = None
    points: int = 0


@dataclass(frozen=True)
class State:
    """A play as it stands.

    `stands` are the codes of each rack in order, the last still standing there;
    racks are in the order of `racks_of`. `asked` are the questions that came since
    the cards were shuffled.
    """

    options: Options
    points: tuple[int, ...]
    stands: tuple[tuple[Stand, ...], ...]
    supply: Supply
    help: Help
    answers: tuple[Answered, ...] = ()
    changes: tuple[Change, ...] = ()
    asked: frozenset[int] = frozenset()
    closed: bool = False

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.points)

    @property
    def racks(self) -> tuple[Rack, ...]:
        """The racks on the table, the players' first."""
        return racks_of(self.players)

    @property
    def finished(self) -> bool:
        """Somebody has three points, or the play was closed."""
        return self.closed or max(self.points) >= WINNING_POINTS

    @property
    def code_numbers(self) -> tuple[int, ...]:
        """Which code each player has, counted from 1."""
        return tuple(len(stands) for stands in self.stands[: self.players])

    @property
    def reader(self) -> int:
        """Who reads the next card: left of who read the last one."""
        if not self.answers:
            return self.options.first
        return (self.answers[-1].reader + 1) % self.players

    @property
    def turn(self) -> int:
        """Whose turn it is until the next card is read: who read the last one."""
        return self.answers[-1].reader if self.answers else self.options.first

    @property
    def asking_order(self) -> tuple[int, ...]:
        """In which order players who declare at once are asked: against the clock, `turn` last."""
        return tuple((self.turn - step) % self.players for step in range(1, self.players + 1))

    @property
    def standing(self) -> dict[Rack, Code | None]:
        """What is known to stand on each rack now."""
        return {
            rack: stands[-1].tiles for rack, stands in zip(self.racks, self.stands, strict=True)
        }

    def stood(self, row: Answered) -> dict[Rack, Stand]:
        """What stood on each rack when an answer was given."""
        return {
            rack: stands[place]
            for rack, stands, place in zip(self.racks, self.stands, row.stood, strict=True)
        }

    def by_racks(self, row: Answered) -> Answer | None:
        """The answer that the racks give which its reader saw; None if one is not known."""
        seen = [stand.tiles for rack, stand in self.stood(row).items() if rack != row.reader]
        known = [tiles for tiles in seen if tiles]
        if len(known) < len(seen):
            return None
        return answer_of(row.question, known, self.options.question2)


class Code777:
    """The rules as the log replays them."""

    moves: Mapping[str, type] = {
        "answer": AnswerQuestion,
        "declare": Declare,
        "see_rack": SeeRack,
        "questions_reshuffled": QuestionsReshuffled,
        "set_help": SetHelp,
        "set_supply": SetSupply,
        "finish": Finish,
    }

    def start(self, players: int, options: Options) -> State:
        """Full racks that nobody has entered yet; OptionsFault if these settings cannot be."""
        if players not in PLAYERS:
            raise OptionsFault(f"players: {PLAYERS[0]} to {PLAYERS[-1]} play, not {players}")
        if options.mix_at not in MIX_AT:
            raise OptionsFault(f"mix_at: {', '.join(map(str, MIX_AT))}, not {options.mix_at}")
        if options.first not in range(players):
            raise OptionsFault(f"first: a player from 0 to {players - 1}, not {options.first}")
        racks = len(racks_of(players))
        return State(
            options,
            points=(0,) * players,
            stands=((Stand(),),) * racks,
            supply=Supply(full_supply(racks)),
            help=options.help,
        )

    def apply(self, state: State, move: Move, by: int | None) -> Outcome:
        """The play after `move`, or a Refusal. Of the own rack (`by`) nothing is told."""
        match move:
            case AnswerQuestion():
                return _answer(state, move)
            case Declare():
                return _declare(state, move)
            case SeeRack():
                return self._see_rack(state, move, by)
            case QuestionsReshuffled():
                return Outcome(replace(state, asked=frozenset()))
            case SetHelp():
                facts = Facts(before=state.help)
                return Outcome(replace(state, help=move.help), facts=facts)
            case SetSupply():
                return _set_supply(state, move)
            case Finish():
                return _finish(state)

    def _see_rack(self, state: State, move: SeeRack, by: int | None) -> Outcome:
        """What is entered fits the racks that its player sees; without one (a file) all."""
        return _see_rack(state, move, by, "everything" if by is None else by)


class Recorded(Code777):
    """The rules for entries that phones recorded, which met `Code777` when they came.

    A correction may make a rack entered clash with one entered before it. Both count
    then, unless everybody sees both: who saw one of them vanish would learn what stands
    on the other.
    """

    def _see_rack(self, state: State, move: SeeRack, by: int | None) -> Outcome:
        return _see_rack(state, move, by, "table")


def current(state: State, move: Move) -> Any:
    """What a typed value would overwrite: the supply as it is counted."""
    return state.supply.left if isinstance(move, SetSupply) else None


# -- the moves


def _answer(state: State, move: AnswerQuestion) -> Outcome:
    """Any answer that the card allows is believed; what is unusual about it is noted."""
    _known(state, move.reader)
    if move.question not in QUESTIONS:
        raise Refusal("no_such_question", question=move.question)
    answers = allowed(move.question, len(state.racks))
    if move.answer not in answers:
        raise Refusal("no_such_answer", question=move.question, answer=move.answer, allowed=answers)
    row = Answered(
        move.reader,
        move.question,
        move.answer,
        state.supply.mixes,
        state.supply.left,
        tuple(len(stands) - 1 for stands in state.stands),
    )
    after = replace(state, answers=(*state.answers, row), asked=state.asked | {move.question})
    return Outcome(after, _answer_notices(state, row))


def _answer_notices(state: State, row: Answered) -> tuple[Notice, ...]:
    notices = []
    if state.answers and row.reader != state.reader:
        notices.append(Notice("out_of_turn", {"reader": row.reader, "next": state.reader}))
    if row.question in state.asked:
        notices.append(Notice("asked_again", {"question": row.question}))
    by_racks = None if state.help == "off" else state.by_racks(row)
    if by_racks not in (None, row.answer):
        notices.append(Notice("answer_differs", {**vars(row), "by_racks": by_racks}))
    return tuple(notices)


def _declare(state: State, move: Declare) -> Outcome:
    """Right or wrong, the code is replaced; a right one brings a point."""
    player = _known(state, move.player)
    _check_numbers(move.numbers)
    common = _common_replaced(state, move)
    _check_looked_at(move)
    notices = _declare_notices(state, move)
    points = list(state.points)
    points[player] += move.right
    after = replace(state, points=tuple(points))
    if move.tiles:
        after = _entered(after, player, move.tiles, looked_at=True)
    racks: tuple[Rack, ...] = (player, *common)
    for rack in racks:
        after = _replaced(after, rack)
    change = Change(
        len(state.answers),
        after.supply.left,
        after.supply.mixes > state.supply.mixes,
        player,
        move.right,
        _sorted(move.numbers),
        racks,
    )
    return Outcome(
        replace(after, changes=(*after.changes, change)),
        notices,
        Facts(change=change, points=points[player]),
    )


def _check_numbers(numbers: Numbers) -> None:
    for number in numbers:
        if number not in NUMBERS:
            raise Refusal("no_such_number", number=number)
    for number in numbers:
        if numbers.count(number) > copies_with(number):
            raise Refusal(
                "no_such_code", numbers=numbers, number=number, copies=copies_with(number)
            )


def _common_replaced(state: State, move: Declare) -> tuple[CommonRack, ...]:
    """A right code replaces a common rack too, if there is one; of two, one is named."""
    there = common_racks(state.players)
    if not move.right:
        if move.common is not None:
            raise Refusal("common_when_wrong", way_out=_declared(move, common=None))
        return ()
    if move.common is None:
        if len(there) > 1:
            raise Refusal("which_common", way_out=_declared(move, common=there[0]), racks=there)
        return there
    named = move.common if isinstance(move.common, str) else f"common-{move.common}"
    if named not in there:
        raise Refusal("no_such_rack", rack=named, way_out=_declared(move, common=None))
    return (named,)


def _check_looked_at(move: Declare) -> None:
    """Only a right code may be looked at, and it has the numbers that were declared."""
    if move.tiles is None:
        return
    without = _declared(move, tiles=None)
    if not move.right:
        raise Refusal("tiles_when_wrong", way_out=without)
    _check_tiles(None, move.tiles)
    if numbers_of(move.tiles) != _sorted(move.numbers):
        raise Refusal(
            "tiles_of_other_numbers", way_out=without, tiles=move.tiles, numbers=move.numbers
        )


def _declare_notices(state: State, move: Declare) -> tuple[Notice, ...]:
    """What the others see better: whether the code was right, and what stood elsewhere."""
    notices = []
    entered = state.standing[move.player]
    if entered and move.right != (numbers_of(entered) == _sorted(move.numbers)):
        notices.append(
            Notice(
                "right_against_rack",
                {"player": move.player, "right": move.right, "entered": numbers_of(entered)},
            )
        )
    held = _held_with(state, move.player, move.tiles) if move.tiles else {}
    if held:
        notices.append(Notice("tiles_taken", {"rack": None, "held": held}))
    return tuple(notices)


def _see_rack(state: State, move: SeeRack, by: int | None, eyes: Eyes) -> Outcome:
    """What is entered fits the box, and the racks that these eyes see."""
    if move.rack not in state.racks:
        raise Refusal("no_such_rack", rack=move.rack)
    if move.rack == by:
        raise Refusal("own_rack")
    held: Holders = {}
    if move.tiles:
        _check_tiles(move.rack, move.tiles)
        held = _held_with(state, move.rack, move.tiles)
        _check_together(move, held, eyes)
    return Outcome(
        _entered(state, move.rack, move.tiles),
        (Notice("tiles_taken", {"rack": move.rack, "held": held}),) if held else (),
        Facts(before=state.standing[move.rack]),
    )


def _check_together(move: SeeRack, held: Holders, eyes: Eyes) -> None:
    """Only what these eyes see can refuse; one other rack in the way can be forgotten."""
    seen = clash(held, eyes)
    if not seen:
        return
    others = {rack for by_rack in seen.values() for rack in by_rack} - {move.rack}
    way_out = ("see_rack", {"rack": others.pop(), "tiles": None}) if len(others) == 1 else None
    raise Refusal("tiles_taken", way_out=way_out, rack=move.rack, held=held)


def _set_supply(state: State, move: SetSupply) -> Outcome:
    most = full_supply(len(state.racks))
    if not 0 <= move.left <= most:
        raise Refusal("no_such_supply", left=move.left, most=most)
    supply = Supply(move.left, state.supply.mixes + move.mixed)
    after = replace(state, supply=supply)
    change = Change(len(state.answers), move.left, mixed=True) if move.mixed else None
    if change:
        after = replace(after, changes=(*state.changes, change))
    return Outcome(after, facts=Facts(before=state.supply.left, change=change))


def _finish(state: State) -> Outcome:
    if state.finished:
        raise Refusal("already_finished")
    return Outcome(replace(state, closed=True))


# -- racks


def _check_tiles(rack: Rack | None, tiles: Code) -> None:
    """The box must have them. `rack`: where they stand, None if all may look at them."""
    lacking = missing(tiles)
    if lacking:
        raise Refusal("no_such_tiles", rack=rack, kinds=lacking)


def _held_with(state: State, rack: Rack, tiles: Code) -> Holders:
    """Where the tiles stand of which there would be too many, if these stood on the rack."""
    return holders({**state.standing, rack: tiles}, tiles)


def _entered(state: State, rack: Rack, tiles: Code | None, *, looked_at: bool = False) -> State:
    stands = state.stands[state.racks.index(rack)]
    now = replace(stands[-1], tiles=tiles, looked_at=looked_at)
    return _with_stands(state, rack, (*stands[:-1], now))


def _replaced(state: State, rack: Rack) -> State:
    """The old three are put aside, then the supply is looked at, then three are drawn."""
    stands = state.stands[state.racks.index(rack)]
    aside = replace(stands[-1], aside=state.supply.mixes)
    supply = state.supply.replaced(len(state.racks), state.options.mix_at)
    drawn = Stand(drawn=supply.mixes)
    return _with_stands(replace(state, supply=supply), rack, (*stands[:-1], aside, drawn))


def _with_stands(state: State, rack: Rack, stands: tuple[Stand, ...]) -> State:
    place = state.racks.index(rack)
    return replace(state, stands=(*state.stands[:place], stands, *state.stands[place + 1 :]))


# -- who, and ways out


def _known(state: State, player: int) -> int:
    if player not in range(state.players):
        raise Refusal("no_such_player", player=player, players=state.players)
    return player


def _sorted(numbers: Numbers) -> Numbers:
    return cast(Numbers, tuple(sorted(numbers)))


def _declared(move: Declare, **changes: Any) -> tuple[str, Mapping[str, Any]]:
    """The same declaration with a change, as it would be accepted."""
    args = {**vars(move), **changes}
    given = {name: args[name] for name in args if args[name] is not None}
    return "declare", {
        name: list(value) if isinstance(value, tuple) else value for name, value in given.items()
    }
