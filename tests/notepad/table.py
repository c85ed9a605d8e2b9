"""A table with real tiles on it: what is said and recorded there is true.

Tiles are numbers, so two like ones are still two. The table deals, replaces and
mixes as players do it with their hands; who looks at it knows what the phones
must find out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.common import PlayRules
from companion.log import Entry, Log
from notepad.game import GAME
from tests.notepad import naive

NAMES = ("Аня", "Боря", "Вера", "Глеб", "Дина")


def rack_names(players):
    return [*range(players), *["common-1", "common-2"][: max(0, 4 - players)]]


def log_of(players, options=(), entries=()):
    """A play's log; entries are (move, args) or (move, args, by)."""
    log = Log(PlayRules(GAME), players, dict(options))
    for entry in entries:
        record(log, *entry)
    return log


def record(log, move, args=(), by=None):
    """The row of one more entry."""
    return log.add(Entry(log.number + 1, move, dict(args), (), by))


def state_of(players, options=(), entries=()):
    log = log_of(players, options, entries)
    assert [row.refusal for row in log.rows if row.refusal] == []
    return log.state.game


@dataclass(eq=False)
class Hand:
    """Three tiles that stand, or stood, on a rack. `entered`: the phones know them.

    `looked_at`: its player has seen them, after a right declaration.
    """

    rack: Any
    tiles: list[int]
    entered: bool = False
    looked_at: bool = False

    @property
    def code(self):
        return tuple(naive.TILES[tile] for tile in self.tiles)


@dataclass(frozen=True)
class Moment:
    """How the table stood once: the supply's cycle, what stood, what lay aside since the mix."""

    cycle: int
    standing: tuple[Hand, ...]
    aside: tuple[Hand, ...]


@dataclass
class Table:
    """A true game, and the entries that the phones made of it."""

    players: int
    mix_at: int
    random: Random
    question2: str = "at_most_12"
    entries: list[tuple[str, dict[str, Any], int | None]] = field(default_factory=list)
    answers: list[tuple[int, int, Any, Moment]] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)

    def __post_init__(self):
        tiles = self.random.sample(range(28), 28)
        self.racks = {rack: Hand(rack, [tiles.pop() for _ in range(3)]) for rack in self.names}
        self.supply = tiles
        self.aside: list[Hand] = []
        self.cycle = 0
        self.points = [0] * self.players
        self._remember()

    @property
    def names(self):
        return rack_names(self.players)

    @property
    def options(self):
        return {"mix_at": self.mix_at, "help": "deduction", "question2": self.question2}

    @property
    def state(self):
        return state_of(self.players, self.options, self.entries)

    def _remember(self):
        self.moments.append(Moment(self.cycle, tuple(self.racks.values()), tuple(self.aside)))

    # -- what happens

    def enter(self, rack):
        """Somebody who sees the rack enters it."""
        hand = self.racks[rack]
        by = self.random.choice([player for player in range(self.players) if player != rack])
        self.entries.append(("see_rack", {"rack": rack, "tiles": list(hand.code)}, by))
        hand.entered = True

    def answer(self, reader, question):
        racks = [hand.code for rack, hand in self.racks.items() if rack != reader]
        said = naive.answer(question, racks, self.question2)
        self.entries.append(
            ("answer", {"reader": reader, "question": question, "answer": said}, reader)
        )
        self.answers.append((reader, question, said, self.moments[-1]))

    def declare(self, player, right, tell=False):
        """A player declares; `tell`: after a right code the old tiles are entered."""
        hand = self.racks[player]
        numbers = sorted(naive.number(kind) for kind in hand.code)
        if not right:
            numbers = [3, 4, 5] if numbers != [3, 4, 5] else [4, 5, 6]
        args: dict[str, Any] = {"player": player, "numbers": numbers, "right": right}
        replaced = [player]
        common = [rack for rack in self.names if isinstance(rack, str)]
        if right and common:
            replaced.append(self.random.choice(common))
            if len(common) > 1:
                args["common"] = replaced[-1]
        if right and tell:
            args["tiles"] = list(hand.code)
            hand.entered = hand.looked_at = True
        self.entries.append(("declare", args, player))
        self.points[player] += right
        for rack in replaced:
            self._replace(rack)

    def _replace(self, rack):
        self.aside.append(self.racks.pop(rack))
        self.moments.append(Moment(self.cycle, tuple(self.racks.values()), tuple(self.aside)))
        drawn = []
        while len(drawn) < 3:
            short = len(self.supply) <= self.mix_at if not drawn else not self.supply
            if short:
                self.supply += [tile for hand in self.aside for tile in hand.tiles]
                self.aside = []
                self.cycle += 1
                self.random.shuffle(self.supply)
            drawn.append(self.supply.pop())
        racks = {**self.racks, rack: Hand(rack, drawn)}
        self.racks = {name: racks[name] for name in self.names}
        self._remember()

    # -- what a player knows of it

    def knows(self, player, hand):
        """The player has seen these three, and the phones know it."""
        return hand.entered and (hand.rack != player or hand.looked_at)

    def seen(self, player, moment):
        """Tiles that the player saw standing, or aside since the mix."""
        own = self.racks[player]
        tiles = {
            tile
            for hand in (*moment.standing, *moment.aside)
            if hand is not own and self.knows(player, hand)
            for tile in hand.tiles
        }
        return naive.counted([[naive.TILES[tile] for tile in tiles]])

    def bounds(self, player):
        """The box, less the most of a kind seen at one moment while the present code stood."""
        own = self.racks[player]
        seen = [self.seen(player, moment) for moment in self.moments if own in moment.standing]
        return {
            kind: copies - max(each[kind] for each in seen) for kind, copies in naive.BOX.items()
        }

    def rows(self, player):
        """The answers that count for the player: number, question, answer, other racks seen."""
        own = self.racks[player]
        for number, (reader, question, said, moment) in enumerate(self.answers):
            if reader == player or own not in moment.standing:
                continue
            others = [hand for hand in moment.standing if hand.rack not in (reader, player)]
            if all(hand.entered for hand in others):
                yield number, question, said, [hand.code for hand in others]

    def failing(self, player, code, rows):
        """The rows that would have been answered otherwise if the code were the player's."""
        return [
            number
            for number, question, said, others in rows
            if naive.answer(question, [*others, code], self.question2) != said
        ]


def played(random: Random, players=None, mix_at=None, turns=None) -> Table:
    """A true game of some turns: answers, declarations right and wrong, mixes."""
    table = Table(
        players or random.randint(2, 5),
        random.choice((0, 1, 4, 7)) if mix_at is None else mix_at,
        random,
        random.choice(("at_most_12", "at_least_12")),
    )
    diligent = random.choice((0.1, 0.6, 1.0))
    declaring = random.choice((0.05, 0.2, 0.5))
    for turn in range(random.randint(3, 30) if turns is None else turns):
        for rack, hand in table.racks.items():
            if not hand.entered and random.random() < diligent:
                table.enter(rack)
        table.answer(turn % table.players, random.randint(1, 23))
        for rack, hand in table.racks.items():
            if not hand.entered and random.random() < diligent / 2:
                table.enter(rack)
        if random.random() < declaring:
            table.declare(
                random.randrange(table.players), random.random() < 0.5, random.random() < 0.5
            )
    return table
