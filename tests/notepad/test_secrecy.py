"""What a phone is given depends on nothing that its player must not see."""

from __future__ import annotations

import json
from random import Random

import pytest

from companion import playfile, report
from notepad import words
from notepad.eyes import secret
from notepad.game import GAME
from tests.notepad import naive
from tests.notepad.table import NAMES, Table, log_of
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
