"""What a phone is given depends on nothing that its player must not see."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion import playfile, report
from companion import words as words_of_table
from companion.common import PlayRules
from companion.log import Entry, Log
from notepad import words
from notepad.eyes import secret
from notepad.game import GAME
from notepad.questions import allowed
from notepad.tiles import CODES
from tests.notepad import naive
from tests.notepad.table import NAMES, Table, log_of, rack_names
from tests.notepad.test_rules import answer, declare, rack


def everything_told(players, options, entries, eyes):
    """All that a game gives to these eyes: the report and every line of the log."""
    log, names = log_of(players, options, entries), NAMES[:players]
    lines = [words.line((row,), eyes, names) for row in log.rows]
    return json.dumps([report.report(GAME, log, names, eyes), lines], ensure_ascii=False)


def two_games(random, player):
    """The entries of two games that differ only in what stands on one player's rack.

    The other racks are entered by that player; the own one by somebody else.
    """
    table = Table(random.randint(2, 5), random.choice((0, 1, 4, 7)), random)
    player %= table.players
    other_entries = []
    for turn in range(random.randint(2, 12)):
        for name, hand in table.racks.items():
            if hand.entered or random.random() < 0.3:
                continue
            table.enter(name)
            move, args, by = table.entries.pop()
            table.entries.append((move, args, by if name == player else player))
            if name == player:
                free = [naive.TILES[tile] for tile in table.supply]
                args = {**args, "tiles": random.sample(free, 3)}
            _catch_up(table, other_entries, args)
        table.answer(turn % table.players, random.randint(1, 23))
        if random.random() < 0.3:
            declarer = random.randrange(table.players)
            table.declare(declarer, random.random() < 0.5, declarer != player)
        if max(table.points) == 3:
            break
        _catch_up(table, other_entries, None)
    _catch_up(table, other_entries, None)
    return table, player, other_entries


def _catch_up(table, entries, last_args):
    entries += table.entries[len(entries) :]
    if last_args is not None:
        move, _args, by = entries.pop()
        entries.append((move, last_args, by))


@pytest.mark.parametrize("help_", ["off", "answers", "deduction"])
@pytest.mark.parametrize("player", range(3))
def test_nothing_depends_on_the_own_rack(player, help_) -> None:
    random, differing = Random(player), 0
    for _game in range(25):
        table, own, others = two_games(random, player)
        if max(table.points) == 3:
            continue  # all racks are turned round
        options = {**table.options, "help": help_}
        differing += table.entries != others
        for eyes in (own, "table"):
            assert everything_told(table.players, options, table.entries, eyes) == everything_told(
                table.players, options, others, eyes
            )
    assert differing > 10


def test_the_others_are_told_more() -> None:
    """The two games of the test above are not alike for everybody."""
    random = Random(9)
    told_apart = 0
    for _game in range(10):
        table, own, others = two_games(random, 0)
        other = (own + 1) % table.players
        first, second = (
            everything_told(table.players, table.options, entries, other)
            for entries in (table.entries, others)
        )
        told_apart += first != second
    assert told_apart > 5


# -- corrections: what phones recorded, in any order, by anybody, true or not


def some_move(random, players):
    """A move as it may come from a phone, and whose phone it is."""
    by, player = random.randrange(players), random.randrange(players)
    code = random.choice(CODES)
    numbers = [int(kind[0]) for kind in code]
    question = random.randint(1, 23)
    said = random.choice(list(allowed(question, len(rack_names(players)))))
    where = random.choice([each for each in rack_names(players) if each != by])
    right = random.random() < 0.4
    told = {"tiles": list(code)} if right and random.random() < 0.5 else {}
    common = {"common": 1} if right and players == 2 else {}
    declared = {"player": player, "numbers": numbers, "right": right, **told, **common}
    answered = {"reader": player, "question": question, "answer": said}
    seen = {"rack": where, "tiles": list(code)}
    moves = [("see_rack", seen)] * 6 + [("answer", answered)] * 2 + [("declare", declared)]
    return (*random.choice(moves), by)


def corrected_play(random, players):
    """Entries of a play in which much was taken back, put back and put right."""
    entries: list[Entry] = []
    for number in range(1, random.randint(5, 40)):
        move, args, by = some_move(random, players)
        old = random.choice(entries) if entries and random.random() < 0.35 else None
        if old is None or old.targets:
            entries.append(Entry(number, move, args, (), by))
        elif old.what == move:
            entries.append(Entry(number, "amend", args, (old.number,), by))
        else:
            what = random.choice(["undo", "redo"])
            entries.append(Entry(number, what, {}, (old.number,), by))
    return entries


def with_others(random, entries, hidden):
    """The same, but other tiles were entered of the hidden racks."""
    return [
        replace(each, args={**each.args, "tiles": list(random.choice(CODES))})
        if each.args.get("rack") in hidden
        else each
        for each in entries
    ]


def told_of(players, options, entries, eyes):
    """All that these eyes are told of a recorded play; None at its end, when racks are turned."""
    log, names = Log(PlayRules(GAME, recorded=True), players, options), NAMES[:players]
    said: list[Any] = []
    for each in entries:
        log.add(each)
        fallen = [log.row(number) for number in log.upset]
        said.append(
            [why for row in fallen if (why := words_of_table.why(GAME, row.refusal, eyes, names))]
        )
    said += [words.line((row,), eyes, names) for row in log.rows if row.move]
    state = log.state.game
    file = playfile.without(entries, lambda what, args: secret(what, args, state, eyes))
    return None if state.finished else [report.report(GAME, log, names, eyes), said, file]


@pytest.mark.parametrize("eyes", [0, "table"])
def test_no_correction_tells_of_a_hidden_rack(eyes) -> None:
    random, differing = Random(7), 0
    for _play in range(120):
        players = random.randint(2, 5)
        options = {"help": random.choice(["off", "answers", "deduction"])}
        entries = corrected_play(random, players)
        others = with_others(random, entries, [0] if eyes == 0 else range(players))
        told = told_of(players, options, entries, eyes)
        if told is not None:
            assert told == told_of(players, options, others, eyes)
            differing += entries != others
    assert differing > 60


# -- files


def without(entries, eyes, players=4):
    log = log_of(players, {}, entries)
    state = log.state.game
    return playfile.without(
        [row.entry for row in log.rows], lambda what, args: secret(what, args, state, eyes)
    )


def test_a_file_for_a_player_leaves_out_the_own_rack() -> None:
    entries = [
        rack(0, "1G 2Y 3K", 1),
        rack(1, "7C 7C 7Y", 0),
        answer(0, 1, 1),
        declare(0, (1, 2, 3), True, tiles=["1G", "2Y", "3K"]),
    ]

    assert [each.what for each in without(entries, 0)] == ["see_rack", "answer", "declare"]
    assert [each.args["rack"] for each in without(entries, 1)[:1]] == [0]
    assert [each.what for each in without(entries, "table")] == ["answer", "declare"]
    assert len(without(entries, "everything")) == len(without(entries, 2)) == 4


def test_common_racks_are_in_every_file() -> None:
    assert len(without([rack("common-1", "7C 7C 7Y", 0)], "table", 2)) == 1


def test_what_was_hidden_stays_out_of_files_after_the_end() -> None:
    entries = [rack(0, "1G 2Y 3K", 1), declare(0, (4, 5, 6)), ("finish", {})]

    assert [each.what for each in without(entries, 0)] == ["declare", "finish"]
