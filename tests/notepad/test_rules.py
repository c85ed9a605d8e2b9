"""What each move of Code 777 does, and what is refused or noted."""

from __future__ import annotations

import pytest

from companion.games import Notice, OptionsFault, Refusal
from notepad.eyes import by_racks_shown, racks_now, racks_then, seen_at_others, standings, view
from notepad.racks import Stand, Supply
from notepad.rules import (
    Change,
    Code777,
    Declare,
    Options,
    QuestionsReshuffled,
    SeeRack,
    SetHelp,
    SetSupply,
    current,
)
from tests.notepad.table import log_of, record, state_of

RULES = Code777()


def answer(reader, question, said):
    return "answer", {"reader": reader, "question": question, "answer": said}


def declare(player, numbers=(3, 4, 5), right=False, **more):
    return "declare", {"player": player, "numbers": list(numbers), "right": right, **more}


def rack(where, tiles, by=None):
    return "see_rack", {"rack": where, "tiles": tiles and tiles.split()}, by


def refused(players, entry, before=(), options=()):
    """The refusal of an entry after others."""
    log = log_of(players, options, before)
    row = record(log, *entry)
    assert row.refusal, row.outcome
    return row.refusal


def noted(players, entry, before=(), options=()):
    """The codes of the notices that an entry brings after others."""
    return [each.code for each in notices(players, entry, before, options)]


def notices(players, entry, before=(), options=()):
    row = record(log_of(players, options, before), *entry)
    assert row.refusal is None
    return row.outcome.notices


# -- the start


@pytest.mark.parametrize(("players", "racks"), [(2, 4), (3, 4), (4, 4), (5, 5)])
def test_start(players, racks) -> None:
    state = RULES.start(players, Options(help="answers", first=1))

    assert (state.players, len(state.stands), state.points) == (players, racks, (0,) * players)
    assert state.supply == Supply(28 - 3 * racks, 0)
    assert (state.reader, state.turn, state.help, state.finished) == (1, 1, "answers", False)
    assert state.code_numbers == (1,) * players


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        (1, Options(), "players: 2 to 5 play, not 1"),
        (6, Options(), "players: 2 to 5 play, not 6"),
        (4, Options(mix_at=2), "mix_at: 0, 1, 4, 7, not 2"),
        (4, Options(first=4), "first: a player from 0 to 3, not 4"),
        (4, Options(first=-1), "first: a player from 0 to 3, not -1"),
    ],
)
def test_settings_that_cannot_be(players, options, said) -> None:
    with pytest.raises(OptionsFault) as fault:
        RULES.start(players, options)

    assert str(fault.value) == said


# -- answers


def test_an_answer_stands_in_the_log_with_the_table_as_it_was() -> None:
    shown = view(state_of(3, {}, [declare(1), answer(2, 8, 5)]), "everything")

    (row,) = shown["log"]
    assert row.pop("racks") == {"0": None, "1": None, "2": None, "common-1": None}
    assert row == {
        "reader": 2,
        "question": 8,
        "answer": 5,
        "mix": 0,
        "supply": 13,
        "codes": [1, 2, 1],
        "by_racks": None,
    }
    assert (shown["reader"], shown["questions_left"]) == (0, 22)


@pytest.mark.parametrize("said", [0, 4, -1, "equal"])
def test_an_answer_that_the_card_does_not_have_is_refused(said) -> None:
    allowed = (0, 1, 2, 3)
    question = 1 if said else 12

    refusal = refused(4, answer(0, question, said))

    assert refusal.code == "no_such_answer"
    assert refusal.data["allowed"] == (allowed if said else ("first", "second", "equal"))


def test_five_racks_allow_one_more() -> None:
    assert refused(4, answer(0, 9, 4)).code == "no_such_answer"
    assert noted(5, answer(0, 9, 4)) == []


@pytest.mark.parametrize("question", [0, 24, -3])
def test_a_question_that_is_not_on_a_card_is_refused(question) -> None:
    assert refused(4, answer(0, question, 1)).code == "no_such_question"


@pytest.mark.parametrize("player", [-1, 4])
@pytest.mark.parametrize("move", [lambda player: answer(player, 1, 1), declare])
def test_a_player_who_does_not_play_is_refused(move, player) -> None:
    refusal = refused(4, move(player))

    assert (refusal.code, refusal.data) == ("no_such_player", {"player": player, "players": 4})


def test_the_next_reader_is_the_one_to_the_left() -> None:
    state = state_of(3, {}, [answer(2, 1, 1)])

    assert (state.reader, state.turn, state.asking_order) == (0, 2, (1, 0, 2))


def test_who_declares_at_once_is_asked_against_the_clock_the_reader_last() -> None:
    assert state_of(5, {}, [answer(1, 1, 1)]).asking_order == (0, 4, 3, 2, 1)


def test_reading_out_of_turn_is_noted() -> None:
    assert noted(4, answer(2, 1, 1)) == []  # whoever begins
    assert noted(4, answer(3, 1, 1), [answer(2, 2, 1)]) == []
    (notice,) = notices(4, answer(1, 1, 1), [answer(2, 2, 1)])
    assert notice == Notice("out_of_turn", {"reader": 1, "next": 3})


def test_a_question_asked_twice_is_noted_until_the_cards_are_shuffled() -> None:
    first = [answer(0, 5, 1)]

    assert noted(4, answer(1, 5, 2), first) == ["asked_again"]
    assert noted(4, answer(1, 5, 2), [*first, ("questions_reshuffled", {})]) == []


def test_shuffled_cards_are_23_again() -> None:
    state = state_of(4, {}, [answer(0, 5, 1), answer(1, 6, 1), ("questions_reshuffled", {})])

    assert view(state, "table")["questions_left"] == 23
    assert RULES.apply(state, QuestionsReshuffled(), None).state == state


# -- what the racks answer


SEEN = [rack(1, "7C 7C 7Y"), rack(2, "6P 6G 5R"), rack(3, "4B 4B 3K")]


def test_an_answer_that_the_racks_do_not_give_is_noted() -> None:
    agreed = {"help": "answers"}

    assert noted(4, answer(0, 10, 2), SEEN, agreed) == []
    (notice,) = notices(4, answer(0, 10, 1), SEEN, agreed)
    assert (notice.code, notice.data["by_racks"]) == ("answer_differs", 2)


@pytest.mark.parametrize("before", [SEEN[:2], [*SEEN, ("set_help", {"help": "off"})]])
def test_nothing_is_noted_while_a_rack_is_unknown_or_no_help_agreed(before) -> None:
    assert noted(4, answer(0, 10, 1), before, {"help": "deduction"}) == []


def test_the_readers_own_rack_never_matters() -> None:
    with_own = [*SEEN, rack(0, "1G 2Y 2Y", 1)]

    state = state_of(4, {"help": "answers"}, [*with_own, answer(0, 10, 2)])

    assert state.by_racks(state.answers[0]) == 2


@pytest.mark.parametrize("eyes", [1, 2, 3, "table"])
def test_only_the_reader_is_shown_what_the_racks_answer(eyes) -> None:
    state = state_of(4, {"help": "answers"}, [*SEEN, rack(0, "1G 2Y 2Y"), answer(0, 10, 2)])

    assert by_racks_shown(state, state.answers[0], eyes) is None
    assert by_racks_shown(state, state.answers[0], 0) == 2
    assert by_racks_shown(state, state.answers[0], "everything") == 2


def test_question_2_follows_the_setting() -> None:
    entries = [*SEEN, answer(0, 2, 1)]  # sums 21, 17, 11

    low, high = (
        state_of(4, {"help": "answers", "question2": print_}, entries)
        for print_ in ("at_most_12", "at_least_12")
    )

    assert (low.by_racks(low.answers[0]), high.by_racks(high.answers[0])) == (1, 2)


# -- racks


def test_a_rack_is_known_until_it_is_replaced() -> None:
    log = log_of(4, {}, [rack(1, "7C 7C 7Y"), answer(0, 1, 1), declare(1), answer(1, 2, 1)])
    state = log.state.game

    assert racks_now(state, 0) == {1: None, 2: None, 3: None}
    assert racks_then(state, state.answers[0], 0)[1] == ("7C", "7C", "7Y")
    assert racks_then(state, state.answers[1], 0)[1] is None


def test_a_rack_corrected_corrects_the_rows_since_it_was_replaced_and_none_before() -> None:
    entries = [
        rack(1, "7C 7C 7Y"),
        answer(0, 1, 1),
        declare(1),
        answer(1, 2, 1),
        answer(2, 3, 1),
        rack(1, "1G 2Y 2Y"),
    ]
    state = state_of(4, {}, entries)

    seen = [racks_then(state, row, 0)[1] for row in state.answers]
    assert seen == [("7C", "7C", "7Y"), ("1G", "2Y", "2Y"), ("1G", "2Y", "2Y")]


def test_a_rack_can_be_made_unknown_again() -> None:
    state = state_of(4, {}, [rack(1, "7C 7C 7Y"), answer(0, 1, 1), rack(1, None)])

    assert racks_now(state, 0)[1] is None
    assert racks_then(state, state.answers[0], 0)[1] is None


@pytest.mark.parametrize("where", ["common-1", 4, -1])
def test_a_rack_that_is_not_on_the_table_is_refused(where) -> None:
    assert refused(4, rack(where, "7C 7C 7Y")).code == "no_such_rack"


def test_common_racks_are_entered_like_the_others() -> None:
    state = state_of(2, {}, [rack("common-2", "7C 7C 7Y", 0)])

    assert racks_now(state, "table") == {"common-1": None, "common-2": ("7C", "7C", "7Y")}
    assert seen_at_others(state, 0) == {"7C": 2, "7Y": 1}


def test_nobody_enters_the_own_rack() -> None:
    assert refused(4, rack(1, "7C 7C 7Y", 1)).code == "own_rack"
    assert refused(4, rack(1, None, 1)).code == "own_rack"


def test_tiles_that_the_box_has_not_are_refused() -> None:
    refusal = refused(4, rack(1, "1G 1G 2Y", 0))

    assert (refusal.code, refusal.data["kinds"]) == ("no_such_tiles", ("1G",))


def test_what_contradicts_a_rack_that_is_seen_is_refused() -> None:
    refusal = refused(4, rack(1, "1G 2Y 2Y", 0), [rack(2, "1G 4B 4B", 3)])

    assert refusal.code == "tiles_taken"
    assert refusal.data["held"] == {"1G": {1: 1, 2: 1}}
    assert refusal.way_out == ("see_rack", {"rack": 2, "tiles": None})


def test_the_way_out_of_a_contradiction_makes_room() -> None:
    log = log_of(4, {}, [rack(2, "1G 4B 4B", 3)])
    entry = rack(1, "1G 2Y 2Y", 0)
    refusal = record(log, *entry).refusal
    assert refusal
    assert refusal.way_out
    record(log, *refusal.way_out, 0)

    assert record(log, *entry).refusal is None


def test_two_racks_in_the_way_have_no_single_way_out() -> None:
    before = [rack(2, "4B 4B 1G"), rack(3, "4B 2Y 2Y")]

    assert refused(4, rack(1, "4B 4B 3K"), before).way_out is None


def test_what_contradicts_only_the_own_rack_is_recorded_for_the_others() -> None:
    """A refusal would tell that player something of the own rack."""
    before = [rack(0, "1G 4B 4B", 3)]

    (notice,) = notices(4, rack(1, "1G 2Y 2Y", 0), before)

    assert notice == Notice("tiles_taken", {"rack": 1, "held": {"1G": {0: 1, 1: 1}}})
    assert refused(4, rack(1, "1G 2Y 2Y", 2), before).code == "tiles_taken"
    assert refused(4, rack(1, "1G 2Y 2Y"), before).code == "tiles_taken"


def test_a_rack_entered_anew_does_not_stand_in_its_own_way() -> None:
    state = state_of(4, {}, [rack(1, "1G 2Y 2Y", 0), rack(1, "1G 2Y 3K", 2)])

    assert racks_now(state, 0)[1] == ("1G", "2Y", "3K")


# -- declarations


@pytest.mark.parametrize(
    ("players", "more", "racks"),
    [
        (2, {"common": "common-2"}, ("0", "common-2")),
        (2, {"common": 1}, ("0", "common-1")),
        (3, {}, ("0", "common-1")),
        (3, {"common": 1}, ("0", "common-1")),
        (4, {}, ("0",)),
        (5, {}, ("0",)),
    ],
)
def test_a_right_code_brings_a_point_and_replaces_racks(players, more, racks) -> None:
    state = state_of(players, {}, [declare(0, (7, 4, 6), True, **more)])
    shown = view(state, "everything")

    assert shown["points"] == [1] + [0] * (players - 1)
    assert shown["code_numbers"] == [2] + [1] * (players - 1)
    assert shown["changes"] == [
        {
            "after": 0,
            "player": 0,
            "right": True,
            "numbers": [4, 6, 7],
            "racks": list(racks),
            "mixed": False,
            "supply": (13 if players == 5 else 16) - 3 * len(racks),
        }
    ]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_wrong_code_replaces_only_the_own_rack(players) -> None:
    state = state_of(players, {}, [declare(1)])

    assert state.points == (0,) * players
    assert state.changes[0].racks == (1,)
    assert state.supply.left == (10 if players == 5 else 13)


def test_each_rack_checks_the_supply_on_its_own() -> None:
    """Three players, four left: the own rack leaves one, the common rack mixes."""
    before = [("set_supply", {"left": 4}), answer(0, 1, 1)]
    state = state_of(3, {}, [*before, declare(2, (4, 6, 7), True)])

    assert state.supply == Supply(16, 1)
    assert state.changes == (Change(1, 16, True, 2, True, (4, 6, 7), (2, "common-1")),)
    assert state.stands[2] == (Stand(0, 0), Stand(0))
    assert state.stands[3] == (Stand(0, 0), Stand(1))


def test_the_own_rack_may_mix_and_the_common_one_draw() -> None:
    state = state_of(3, {}, [("set_supply", {"left": 1}), declare(2, (4, 6, 7), True)])

    assert state.supply == Supply(13, 1)
    assert state.stands[2] == (Stand(0, 0), Stand(1))
    assert state.stands[3] == (Stand(0, 1), Stand(1))


@pytest.mark.parametrize(
    ("numbers", "code"),
    [
        ((1, 1, 4), "no_such_code"),
        ((2, 2, 2), "no_such_code"),
        ((0, 4, 5), "no_such_number"),
        ((4, 5, 8), "no_such_number"),
    ],
)
def test_numbers_that_no_three_tiles_have_are_refused(numbers, code) -> None:
    assert refused(4, declare(0, numbers)).code == code


@pytest.mark.parametrize("numbers", [(2, 2, 1), (3, 3, 3), (7, 7, 7)])
def test_numbers_that_three_tiles_have(numbers) -> None:
    assert state_of(4, {}, [declare(0, numbers)]).code_numbers == (2, 1, 1, 1)


def test_the_old_tiles_are_told_only_after_a_right_code() -> None:
    refusal = refused(4, declare(0, (1, 2, 3), False, tiles=["1G", "2Y", "3K"]))

    assert refusal.code == "tiles_when_wrong"
    assert refusal.way_out == declare(0, (1, 2, 3), False)


def test_the_old_tiles_have_the_numbers_declared() -> None:
    refusal = refused(4, declare(0, (4, 5, 6), True, tiles=["4B", "5R", "7P"]))

    assert refusal.code == "tiles_of_other_numbers"
    assert refusal.way_out == declare(0, (4, 5, 6), True)


def test_the_old_tiles_are_in_the_box() -> None:
    assert refused(4, declare(0, (5, 5, 4), True, tiles=["5K", "5K", "4B"])).code == "no_such_tiles"


@pytest.mark.parametrize("eyes", [0, 1, "table"])
def test_after_a_right_code_all_may_see_what_stood_there(eyes) -> None:
    entries = [answer(1, 1, 1), declare(0, (6, 5, 4), True, tiles=["4B", "5R", "6P"])]
    state = state_of(4, {}, entries)

    assert racks_then(state, state.answers[0], eyes)[0] == ("4B", "5R", "6P")


@pytest.mark.parametrize("right", [True, False])
def test_untold_old_tiles_stay_hidden_from_their_player(right) -> None:
    entries = [rack(0, "4B 5R 6P", 1), answer(1, 1, 1), declare(0, (4, 5, 6), right)]
    state = state_of(4, {}, entries)

    assert 0 not in racks_then(state, state.answers[0], 0)
    assert racks_then(state, state.answers[0], 2)[0] == ("4B", "5R", "6P")


def test_with_two_players_the_common_rack_is_named() -> None:
    refusal = refused(2, declare(0, (4, 5, 6), True))

    assert refusal.code == "which_common"
    assert refusal.way_out == declare(0, (4, 5, 6), True, common="common-1")


@pytest.mark.parametrize(("players", "common"), [(3, 2), (3, "common-2"), (4, 1), (5, "common-1")])
def test_a_common_rack_that_is_not_there_is_refused(players, common) -> None:
    refusal = refused(players, declare(0, (4, 5, 6), True, common=common))

    assert refusal.code == "no_such_rack"
    assert refusal.way_out == declare(0, (4, 5, 6), True)


def test_a_wrong_code_names_no_common_rack() -> None:
    refusal = refused(2, declare(0, common=1))

    assert (refusal.code, refusal.way_out) == ("common_when_wrong", declare(0))


@pytest.mark.parametrize(
    ("numbers", "right", "codes"),
    [
        ((1, 2, 3), True, []),
        ((1, 2, 3), False, ["right_against_rack"]),
        ((1, 2, 4), True, ["right_against_rack"]),
        ((1, 2, 4), False, []),
    ],
)
def test_what_the_rack_entered_says_against_a_judgement_is_noted(numbers, right, codes) -> None:
    assert noted(4, declare(0, numbers, right), [rack(0, "3K 1G 2Y", 1)]) == codes


def test_old_tiles_that_stand_elsewhere_are_noted_and_never_refused() -> None:
    told = declare(0, (1, 2, 3), True, tiles=["1G", "2Y", "3K"])

    (notice,) = notices(4, told, [rack(1, "1G 4B 4B")])

    assert notice == Notice("tiles_taken", {"rack": None, "held": {"1G": {0: 1, 1: 1}}})


def test_three_points_end_the_play() -> None:
    twice = [declare(1, (4, 5, 6), True)] * 2
    state = state_of(4, {}, [*twice, declare(1, (1, 2, 3), True)])

    assert state.finished
    assert not state_of(4, {}, twice).finished
    assert [(each.points, each.place) for each in standings(state)] == [
        (0, 2),
        (3, 1),
        (0, 2),
        (0, 2),
    ]


def test_after_the_end_the_racks_entered_are_shown_to_all() -> None:
    entries = [rack(0, "4B 5R 6P", 1), answer(1, 1, 1)]
    before, after = state_of(4, {}, entries), state_of(4, {}, [*entries, ("finish", {})])

    for eyes in (0, "table"):
        assert 0 not in racks_now(before, eyes)
        assert racks_now(after, eyes)[0] == ("4B", "5R", "6P")
        assert racks_then(after, after.answers[0], eyes)[0] == ("4B", "5R", "6P")


def test_after_the_end_a_wrong_code_is_not_shown_to_its_player() -> None:
    entries = [rack(0, "4B 5R 6P", 1), answer(1, 1, 1), declare(0), ("finish", {})]
    state = state_of(4, {}, entries)

    assert 0 not in racks_then(state, state.answers[0], 0)


def test_moves_after_the_end_count_and_are_noted() -> None:
    assert noted(4, declare(0, (4, 5, 6), True), [("finish", {})]) == ["after_finish"]


def test_a_play_ends_once() -> None:
    assert refused(4, ("finish", {}), [("finish", {})]).code == "already_finished"
    assert refused(4, ("finish", {}), [declare(0, (4, 5, 6), True)] * 3).code == "already_finished"


# -- put right by hand


def test_the_supply_is_put_right() -> None:
    state = state_of(4, {}, [("set_supply", {"left": 7})])

    assert (state.supply, state.changes) == (Supply(7, 0), ())


def test_a_mix_by_hand_begins_a_new_cycle() -> None:
    state = state_of(4, {}, [answer(0, 1, 1), ("set_supply", {"left": 16, "mixed": True})])

    assert state.supply == Supply(16, 1)
    assert state.changes == (Change(1, 16, mixed=True),)


@pytest.mark.parametrize(("players", "left"), [(4, 17), (4, -1), (5, 14)])
def test_a_supply_that_cannot_be_is_refused(players, left) -> None:
    refusal = refused(players, ("set_supply", {"left": left}))

    assert refusal.code == "no_such_supply"
    assert refusal.data["most"] == (13 if players == 5 else 16)


def test_a_typed_supply_has_what_it_overwrites() -> None:
    state = state_of(4, {}, [declare(0)])

    assert current(state, SetSupply(7)) == 13
    assert current(state, SetHelp("off")) is None


def test_the_table_agrees_on_help() -> None:
    state = state_of(4, {}, [("set_help", {"help": "deduction"})])

    assert (state.options.help, state.help) == ("off", "deduction")
    assert view(state, 0)["candidates"] == {"numbers": 76, "kinds": 251}


@pytest.mark.parametrize(
    ("help_", "eyes"),
    [("off", 0), ("answers", 0), ("deduction", "table"), ("deduction", "everything")],
)
def test_without_a_player_or_that_help_nothing_is_deduced(help_, eyes) -> None:
    assert "candidates" not in view(state_of(4, {"help": help_}), eyes)


def test_moves_are_applied_as_they_are() -> None:
    """`by` matters to racks alone."""
    state = RULES.start(4, Options())
    declared = Declare(0, (3, 4, 5), False)

    assert RULES.apply(state, declared, 0) == RULES.apply(state, declared, None)
    with pytest.raises(Refusal):
        RULES.apply(state, SeeRack(0, None), 0)
