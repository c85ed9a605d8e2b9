"""The deduction agrees with its definition, tried on all 251 codes, in true games."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from notepad.deduction import Clues, Deduction, Told, deduction
from notepad.eyes import clues_of, deduced, left_out, view
from notepad.tiles import CODES, KINDS, NUMBER_CODES, code_of, numbers_of
from tests.notepad import naive
from tests.notepad.table import log_of, played, state_of

GAMES = 60


def by_definition(table, player):
    """Every code that fits the bounds, with the rows that exclude it."""
    rows, bounds = list(table.rows(player)), table.bounds(player)
    return {
        code: table.failing(player, code, rows) for code in naive.CODES if naive.fits(code, bounds)
    }


@pytest.mark.parametrize("mix_at", [0, 1, 4, 7])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_true_games_by_definition(players, mix_at) -> None:
    random = Random(100 * players + mix_at)
    for _game in range(GAMES // 4):
        table = played(random, players, mix_at)
        state = table.state
        assert state.supply.left == len(table.supply)
        assert state.supply.mixes == table.cycle
        for player in range(players):
            found, expected = deduced(state, player), by_definition(table, player)
            possible = [code for code, failing in expected.items() if not failing]
            own = code_of(table.racks[player].code)

            assert list(found.codes) == possible
            assert own in found.codes
            assert {
                verdict.code: list(verdict.against)
                for verdict in found.verdicts
                if not verdict.used_up
            } == expected


def test_bounds_by_definition() -> None:
    random = Random(7)
    for _game in range(GAMES):
        table = played(random, turns=12)
        state = table.state
        for player in range(table.players):
            bounds = dict(zip(KINDS, deduced(state, player).bounds, strict=True))
            assert bounds == table.bounds(player)


def test_some_of_these_games_come_to_something() -> None:
    """They mix, replace both kinds of racks, leave answers out and find codes."""
    random = Random(1)
    tables = [played(random) for _game in range(GAMES)]
    states = [table.state for table in tables]

    assert sum(state.supply.mixes > 1 for state in states) > 5
    assert sum(bool(left_out(state, 0)) for state in states) > 5
    assert sum(len(deduced(state, 0).number_codes) < 10 for state in states) > 5
    assert {len(change.racks) for state in states for change in state.changes} == {1, 2}


def test_answers_left_out_name_the_racks_that_are_missing() -> None:
    random = Random(2)
    for _game in range(GAMES):
        table = played(random)
        used = [number for number, *_rest in table.rows(0)]
        state = table.state
        out = {each.row: each.racks for each in left_out(state, 0)}
        for number, (reader, _question, _said, moment) in enumerate(table.answers):
            if reader == 0 or table.racks[0] not in moment.standing:
                assert number not in out
                continue
            missing = tuple(
                hand.rack
                for hand in moment.standing
                if hand.rack not in (reader, 0) and not hand.entered
            )
            assert out.get(number, ()) == missing
            assert (number in used) == (not missing)
        assert [told.row for told in clues_of(state, 0).told] == used


# -- chances, by drawing every three tiles there are


def drawn(bounds):
    """All sets of three tiles that may be one's own, by their codes, as often as they come."""
    left = [kind for kind, copies in bounds.items() for _copy in range(max(0, copies))]
    return [code_of(tiles) for tiles in combinations(left, 3)]


def test_chances_are_those_of_drawing_tiles() -> None:
    random = Random(3)
    for _game in range(20):
        table = played(random)
        found = deduced(table.state, 0)
        hands = [code for code in drawn(table.bounds(0)) if code in set(found.codes)]

        assert found.chances == tuple(
            Fraction(sum(number in numbers_of(hand) for hand in hands), len(hands))
            for number in range(1, 8)
        )
        for each in found.number_codes:
            share = sum(numbers_of(hand) == each.numbers for hand in hands)
            assert each.chance == Fraction(share, len(hands))
            assert {numbers_of(code) for code in each.codes} == {each.numbers}
            ways = [hands.count(code) for code in each.codes]
            assert ways == sorted(ways, reverse=True)
        chances = [each.chance for each in found.number_codes]
        assert chances == sorted(chances, reverse=True)
        assert sum(chances) == 1


# -- why not


def test_every_excluded_code_has_its_reasons() -> None:
    random = Random(4)
    for _game in range(20):
        table = played(random)
        found, expected = deduced(table.state, 0), by_definition(table, 0)
        possible = {numbers_of(code) for code, failing in expected.items() if not failing}

        assert {each.numbers for each in found.excluded} == set(NUMBER_CODES) - possible
        for each in found.excluded:
            colourings = [code for code in CODES if numbers_of(code) == each.numbers]
            assert [verdict.code for verdict in each.verdicts] == colourings
            assert not any(verdict.possible for verdict in each.verdicts)
            failing = [set(expected[code]) for code in colourings if code in expected]
            alone = set.intersection(*failing) if failing else set()
            assert set(each.against) == alone


def test_used_up_kinds_are_named() -> None:
    seen = tuple({"1G": 1, "4B": 3}.get(kind, 0) for kind in KINDS)
    verdicts = {each.code: each for each in Deduction(Clues(seen, ())).verdicts}

    assert verdicts["1G", "4B", "4B"].used_up == ("1G", "4B")
    assert verdicts["1G", "4B", "4B"].ways == 0
    assert verdicts["3K", "3K", "4B"].used_up == ()
    assert verdicts["3K", "3K", "4B"].ways == 3
    assert verdicts["3K", "3K", "4B"].possible


# -- contradictions


def test_mending_rows_are_those_whose_removal_alone_mends() -> None:
    random, contradictions, mended = Random(5), 0, 0
    for _game in range(150):
        table = played(random, turns=10)
        for _slip in range(random.randint(1, 3)):
            reader, question, said, moment = table.answers.pop(
                place := random.randrange(len(table.answers))
            )
            other = naive.answer(question, [hand.code for hand in moment.standing[:3]])
            table.answers.insert(place, (reader, question, other, moment))
            said = [entry for entry in table.entries if entry[0] == "answer"][place]
            said[1]["answer"] = other
        rows, bounds = list(table.rows(0)), table.bounds(0)
        codes = [code for code in naive.CODES if naive.fits(code, bounds)]

        def left_without(number, table=table, rows=rows, codes=codes):
            rows = [row for row in rows if row[0] != number]
            return any(not table.failing(0, code, rows) for code in codes)

        found = deduced(table.state, 0)
        assert found.contradiction == (not left_without(None))
        if found.contradiction:
            contradictions += 1
            mending = tuple(row[0] for row in rows if left_without(row[0]))
            mended += bool(mending)
            assert found.mending == mending
        else:
            assert found.mending == ()
    assert contradictions > 20
    assert 0 < mended < contradictions


def test_nothing_is_left_where_the_tiles_are_used_up() -> None:
    seen = tuple(naive.BOX[kind] for kind in KINDS)
    found = Deduction(Clues(seen, ()))

    assert (found.codes, found.number_codes, found.mending) == ((), (), ())
    assert found.contradiction
    assert found.chances == (0,) * 7
    assert len(found.excluded) == 76
    assert all(each.against == () for each in found.excluded)


def test_more_seen_than_there_are_is_as_good_as_all() -> None:
    seen = tuple(2 if kind == "1G" else 0 for kind in KINDS)

    assert Deduction(Clues(seen, ())).bounds == (0, 2, 3, 4, 4, 1, 3, 3, 1, 2, 4)


def test_without_clues_all_is_possible() -> None:
    found = Deduction(Clues((0,) * 11, ()))

    assert (len(found.codes), len(found.number_codes), found.excluded) == (251, 76, ())
    assert found.chances[6] == 1 - Fraction(21 * 20 * 19, 28 * 27 * 26)


def test_what_was_reckoned_is_kept() -> None:
    told = (Told(0, 5, 1, (("1G", "2Y", "3K"), ("4B", "4B", "4B"))),)
    clues, same = (Clues((0,) * 11, told) for _ in range(2))

    assert deduction(clues) is deduction(same)


# -- the rule's own cases


def seat(rack, *tiles):
    return "see_rack", {"rack": rack, "tiles": list(tiles)}


def test_own_answers_and_answers_to_a_former_code_do_not_count() -> None:
    others = [seat(1, "4B", "4B", "4B"), seat(2, "5R", "5R", "5R"), seat(3, "7C", "7C", "7C")]
    answer = [("answer", {"reader": 0, "question": 10, "answer": 4})]
    to_former = [
        ("answer", {"reader": 1, "question": 1, "answer": 1}),
        ("declare", {"player": 0, "numbers": [1, 2, 3], "right": False}),
    ]
    state = state_of(4, {}, [*others, *answer, *to_former])

    assert clues_of(state, 0).told == ()


def test_an_own_old_rack_is_seen_only_after_a_right_declaration() -> None:
    entered = [(*seat(0, "1G", "2Y", "3K"), 1)]
    right = ("declare", {"player": 0, "numbers": [1, 2, 3], "right": True})
    told = ("declare", {**right[1], "tiles": ["1G", "2Y", "3K"]})
    wrong = ("declare", {**right[1], "right": False})

    def bound(*entries):
        return deduced(state_of(4, {}, [*entered, *entries]), 0).bounds[0]

    assert bound(wrong) == bound(right) == 1
    assert bound(told) == 0


def test_a_rack_entered_later_fills_the_rows_since_it_was_replaced() -> None:
    answer = ("answer", {"reader": 1, "question": 1, "answer": 1})
    racks = [seat(2, "7C", "7C", "7C"), seat(3, "1G", "2Y", "2Y")]
    log = log_of(4, {"help": "deduction"}, [answer])
    assert [each.racks for each in left_out(log.state.game, 0)] == [(2, 3)]

    filled = log_of(4, {"help": "deduction"}, [answer, *racks]).state.game
    assert left_out(filled, 0) == ()
    assert [told.others for told in clues_of(filled, 0).told] == [
        (("7C", "7C", "7C"), ("1G", "2Y", "2Y"))
    ]
    assert view(filled, 0)["candidates"] == {
        "numbers": len(deduced(filled, 0).number_codes),
        "kinds": len(deduced(filled, 0).codes),
    }


def test_tiles_seen_before_a_mix_bound_only_the_code_that_stood_then() -> None:
    """A rival's 1 put aside before the mix is not ours, unless ours was drawn after it."""
    mixing = {"help": "deduction", "mix_at": 7}
    rival = [
        seat(1, "1G", "2Y", "2Y"),
        ("declare", {"player": 1, "numbers": [4, 5, 6], "right": False}),
    ]
    others = [("declare", {"player": 2, "numbers": [4, 5, 6], "right": False})] * 3
    state = state_of(4, mixing, [*rival, *others])
    assert state.supply.mixes == 1
    assert deduced(state, 0).bounds[:2] == (0, 0)

    own = [("declare", {"player": 0, "numbers": [4, 5, 6], "right": False})]
    assert deduced(state_of(4, mixing, [*rival, *others, *own]), 0).bounds[:2] == (1, 2)
