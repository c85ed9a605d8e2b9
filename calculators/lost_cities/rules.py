"""Lost Cities: what lies on the table and what it counts. Pure.

Two players lay numbers 2 to 10 and contracts on expeditions of five or six
colours; after each round both sides are counted, and the rounds are added up.
Source: the help page "Gamehelplostcities". The order in which cards are laid is
told on the rules page, not checked: only the cards that lie there count.

Everything recorded says how things shall be, not what changes, so recording
the same twice changes nothing: laying a laid card, taking off a card that is
not there and setting a count that stands are all accepted.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from companion.games import OptionsFault, Outcome, Refusal, Standing, places

Colour = Literal["yellow", "blue", "white", "green", "red", "purple"]

COLOURS: tuple[Colour, ...] = get_args(Colour)
NUMBERS = range(2, 11)
CONTRACTS = 3
PLAYERS = 2

COST = 20
BONUS = 20
BONUS_CARDS = 8
LOWEST = -80
HIGHEST = 156


@dataclass(frozen=True)
class Options:
    """`expeditions`: 5, or 6 with purple (the newer edition). `rounds`: 1 to 10."""

    expeditions: int = 5
    rounds: int = 3


@dataclass(frozen=True)
class SetCard:
    """A number card lies on a player's side (`laid`), or does not.

    `take` takes it from the other player in the same move. Without `round` it
    is the open one.
    """

    player: int
    expedition: Colour
    card: int
    laid: bool
    round: int | None = None
    take: bool = False


@dataclass(frozen=True)
class SetContracts:
    """So many contracts of a colour lie on a player's side.

    `take` takes as many as are missing from the other player in the same move.
    """

    player: int
    expedition: Colour
    count: int
    round: int | None = None
    take: bool = False


@dataclass(frozen=True)
class SetRoundTotal:
    """A player's round counted on paper; None lets the cards count again."""

    player: int
    round: int
    points: int | None


@dataclass(frozen=True)
class NextRound:
    """Closes a round and opens the next.

    `round` is the one to close, so that closing it twice skips none; without
    it, the open one.
    """

    round: int | None = None


@dataclass(frozen=True)
class Finish:
    """Closes the play."""


Move = SetCard | SetContracts | SetRoundTotal | NextRound | Finish


@dataclass(frozen=True)
class Facts:
    """What the log line needs to know beside the move.

    `round` is the one meant, `late` that a later one was open already. `before`
    is what stood there (laid or not, contracts, typed total), `taken` how many
    cards came from the other player.
    """

    round: int
    late: bool = False
    before: int | None = None
    taken: int = 0


@dataclass(frozen=True)
class Expedition:
    """One player's cards of one colour in one round."""

    numbers: frozenset[int] = frozenset()
    contracts: int = 0

    @property
    def cards(self) -> int:
        """Numbers and contracts together."""
        return len(self.numbers) + self.contracts

    @property
    def begun(self) -> bool:
        """A single card begins an expedition, even a contract."""
        return self.cards > 0


@dataclass(frozen=True)
class Side:
    """One player's side in one round: an expedition for each colour of the play.

    `by_hand` is a typed total. It counts instead of the cards, which stay.
    """

    expeditions: tuple[Expedition, ...]
    by_hand: int | None = None

    @property
    def counted(self) -> int:
        """What the cards come to."""
        return sum(score(each.numbers, each.contracts).points for each in self.expeditions)

    @property
    def total(self) -> int:
        """What the round brings: the typed total if there is one, else the cards."""
        return self.counted if self.by_hand is None else self.by_hand


@dataclass(frozen=True)
class State:
    """A play: the opened rounds, each with both players' sides."""

    options: Options
    rounds: tuple[tuple[Side, ...], ...]
    finished: bool = False

    @property
    def open_round(self) -> int:
        """The number of the round being played; rounds count from 1."""
        return len(self.rounds)

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colours in this play, in the order of the columns."""
        return COLOURS[: self.options.expeditions]

    @property
    def totals(self) -> tuple[int, ...]:
        """Each player's points over all rounds."""
        return tuple(sum(sides[player].total for sides in self.rounds) for player in range(PLAYERS))


@dataclass(frozen=True)
class Score:
    """What an expedition counts, step by step: (sum − 20) × factor + bonus."""

    sum: int = 0
    factor: int = 1
    base: int = 0
    bonus: int = 0

    @property
    def points(self) -> int:
        return self.base + self.bonus


def score(numbers: Collection[int], contracts: int) -> Score:
    """The cost of 20 is taken off before contracts multiply; the bonus comes after.

    An expedition with a card in it counts (sum of its numbers − 20) × (contracts
    + 1), and 20 more, once, if it holds eight cards, contracts among them. One
    without a card counts 0. Source: the help page, "Scoring".

    >>> score({2, 4, 5, 7, 8, 10}, 0).points
    16
    >>> score({2, 3, 4, 5, 6, 7, 8}, 1)
    Score(sum=35, factor=2, base=30, bonus=20)
    >>> score((), 1).points, score((), 0).points
    (-40, 0)
    """
    cards = len(numbers) + contracts
    if cards == 0:
        return Score()
    laid = sum(numbers)
    factor = contracts + 1
    return Score(laid, factor, (laid - COST) * factor, BONUS if cards >= BONUS_CARDS else 0)


class LostCities:
    """The rules as the log replays them."""

    moves: Mapping[str, type] = {
        "set_card": SetCard,
        "set_contracts": SetContracts,
        "set_round_total": SetRoundTotal,
        "next_round": NextRound,
        "finish": Finish,
    }

    def start(self, players: int, options: Options) -> State:
        """Two empty sides in round 1; OptionsFault if these settings cannot be."""
        if players != PLAYERS:
            raise OptionsFault(f"players: {PLAYERS} play, not {players}")
        if options.expeditions not in (5, 6):
            raise OptionsFault(f"expeditions: 5 or 6, not {options.expeditions}")
        if not 1 <= options.rounds <= 10:
            raise OptionsFault(f"rounds: 1 to 10, not {options.rounds}")
        return State(options, (_empty_round(options),))

    def apply(self, state: State, move: Move, by: int | None) -> Outcome:
        """The play after `move`, or a Refusal. Anybody may record anything."""
        match move:
            case SetCard():
                return _set_card(state, move)
            case SetContracts():
                return _set_contracts(state, move)
            case SetRoundTotal():
                return _set_round_total(state, move)
            case NextRound():
                return _next_round(state, move)
            case Finish():
                return _finish(state)


def view(state: State) -> dict[str, Any]:
    """The play as JSON: every opened round, every expedition, the totals."""
    return {
        "round": state.open_round,
        "rounds": [
            {"players": [_side_view(side, state.colours) for side in sides]}
            for sides in state.rounds
        ],
        "totals": list(state.totals),
    }


def standings(state: State) -> list[Standing]:
    """The higher total wins; equal totals are a draw."""
    totals = state.totals
    return [
        Standing(player, points, place)
        for player, (points, place) in enumerate(zip(totals, places(totals), strict=True))
    ]


def typed_total(state: State, move: SetRoundTotal) -> int | None:
    """The typed total that `move` would overwrite (None: there is none)."""
    if not 1 <= move.round <= state.open_round or move.player not in range(PLAYERS):
        return None
    return state.rounds[move.round - 1][move.player].by_hand


def total_range(options: Options) -> tuple[int, int]:
    """The lowest and the highest that a round can bring.

    Every expedition begun with three contracts and no number: −80; all its
    numbers on three contracts: (54 − 20) × 4 + 20 = 156.

    >>> total_range(Options())
    (-400, 780)
    """
    return LOWEST * options.expeditions, HIGHEST * options.expeditions


def _empty_round(options: Options) -> tuple[Side, ...]:
    return (Side((Expedition(),) * options.expeditions),) * PLAYERS


def _side_view(side: Side, colours: tuple[Colour, ...]) -> dict[str, Any]:
    return {
        "expeditions": {
            colour: _expedition_view(expedition)
            for colour, expedition in zip(colours, side.expeditions, strict=True)
        },
        "total": side.total,
        "by_hand": side.by_hand is not None,
    }


def _expedition_view(expedition: Expedition) -> dict[str, Any]:
    counted = score(expedition.numbers, expedition.contracts)
    return {
        "numbers": sorted(expedition.numbers),
        "contracts": expedition.contracts,
        "sum": counted.sum,
        "base": counted.base,
        "bonus": counted.bonus,
        "score": counted.points,
        "cards": expedition.cards,
    }


# -- the moves


def _set_card(state: State, move: SetCard) -> Outcome:
    """Each card exists once: what the other player has cannot lie here too."""
    number = _opened(state, move.round)
    place = _place(state, move.player, move.expedition)
    if move.card not in NUMBERS:
        raise Refusal("no_such_card", card=move.card)
    mine, theirs = _both(state, number, move.player, place)
    card = frozenset({move.card})
    meets = move.laid and move.card in theirs.numbers
    if meets and not move.take:
        raise Refusal(
            "card_taken",
            way_out=("set_card", _args(move, number)),
            player=1 - move.player,
            expedition=move.expedition,
            card=move.card,
        )
    after = replace(mine, numbers=mine.numbers | card if move.laid else mine.numbers - card)
    left = replace(theirs, numbers=theirs.numbers - card) if meets else theirs
    return Outcome(
        _with_both(state, number, move.player, place, after, left),
        facts=_facts(state, number, before=int(move.card in mine.numbers), taken=int(meets)),
    )


def _set_contracts(state: State, move: SetContracts) -> Outcome:
    """There are three contracts of a colour for both players together."""
    number = _opened(state, move.round)
    place = _place(state, move.player, move.expedition)
    if not 0 <= move.count <= CONTRACTS:
        raise Refusal("no_such_count", count=move.count)
    mine, theirs = _both(state, number, move.player, place)
    missing = max(0, move.count + theirs.contracts - CONTRACTS)
    if missing and not move.take:
        raise Refusal(
            "contracts_taken",
            way_out=("set_contracts", _args(move, number)),
            player=1 - move.player,
            expedition=move.expedition,
            theirs=theirs.contracts,
            missing=missing,
        )
    after = replace(mine, contracts=move.count)
    left = replace(theirs, contracts=theirs.contracts - missing)
    return Outcome(
        _with_both(state, number, move.player, place, after, left),
        facts=_facts(state, number, before=mine.contracts, taken=missing),
    )


def _set_round_total(state: State, move: SetRoundTotal) -> Outcome:
    """Paper is believed within what the cards can come to."""
    number = _opened(state, move.round)
    _known_player(move.player)
    lowest, highest = total_range(state.options)
    if move.points is not None and not lowest <= move.points <= highest:
        raise Refusal("no_such_total", points=move.points, lowest=lowest, highest=highest)
    side = state.rounds[number - 1][move.player]
    return Outcome(
        _with_side(state, number, move.player, replace(side, by_hand=move.points)),
        facts=_facts(state, number, before=side.by_hand),
    )


def _next_round(state: State, move: NextRound) -> Outcome:
    """Two phones that close a round at the same moment close it once."""
    opened = state.open_round
    number = _opened(state, move.round)
    if number < opened:
        raise Refusal("round_closed", round=number, opened=opened)
    if opened >= state.options.rounds:
        raise Refusal(
            "last_round",
            way_out=None if state.finished else ("finish", {}),
            round=opened,
        )
    rounds = (*state.rounds, _empty_round(state.options))
    return Outcome(replace(state, rounds=rounds), facts=Facts(opened + 1))


def _finish(state: State) -> Outcome:
    if state.finished:
        raise Refusal("already_finished")
    return Outcome(replace(state, finished=True), facts=Facts(state.open_round))


# -- who and where


def _opened(state: State, number: int | None) -> int:
    """The round meant: the open one unless named; it must have been opened."""
    opened = state.open_round
    if number is None:
        return opened
    if not 1 <= number <= state.options.rounds:
        raise Refusal("no_such_round", round=number, rounds=state.options.rounds)
    if number > opened:
        way = ("next_round", {"round": opened}) if number == opened + 1 else None
        raise Refusal("round_not_opened", way_out=way, round=number, opened=opened)
    return number


def _known_player(player: int) -> None:
    if not 0 <= player < PLAYERS:
        raise Refusal("no_such_player", player=player)


def _place(state: State, player: int, colour: Colour) -> int:
    """The column of `colour`, once player and colour are known to be in the play."""
    _known_player(player)
    if colour not in state.colours:
        raise Refusal("no_such_expedition", expedition=colour)
    return COLOURS.index(colour)


def _both(state: State, number: int, player: int, place: int) -> tuple[Expedition, Expedition]:
    """The player's own expedition and the other player's, of one colour."""
    sides = state.rounds[number - 1]
    return sides[player].expeditions[place], sides[1 - player].expeditions[place]


def _with_both(
    state: State, number: int, player: int, place: int, mine: Expedition, theirs: Expedition
) -> State:
    state = _with_expedition(state, number, player, place, mine)
    return _with_expedition(state, number, 1 - player, place, theirs)


def _with_expedition(
    state: State, number: int, player: int, place: int, expedition: Expedition
) -> State:
    side = state.rounds[number - 1][player]
    if side.expeditions[place] == expedition:
        return state
    laid = (*side.expeditions[:place], expedition, *side.expeditions[place + 1 :])
    return _with_side(state, number, player, replace(side, expeditions=laid))


def _with_side(state: State, number: int, player: int, side: Side) -> State:
    other = state.rounds[number - 1][1 - player]
    sides = (side, other) if player == 0 else (other, side)
    return replace(state, rounds=(*state.rounds[: number - 1], sides, *state.rounds[number:]))


def _facts(state: State, number: int, *, before: int | None, taken: int = 0) -> Facts:
    return Facts(number, number < state.open_round, before, taken)


def _args(move: SetCard | SetContracts, number: int) -> dict[str, Any]:
    """The same move as it would be accepted: taking from the other player."""
    return {**vars(move), "round": number, "take": True}
