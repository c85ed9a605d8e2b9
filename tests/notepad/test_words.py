"""What Code 777 says: every move, refusal, notice and end has its words."""

from __future__ import annotations

import re
from inspect import getsource

import pytest

from companion.games import Notice, Refusal
from companion.log import Entry, Log, Row
from notepad import notebook, rules, words
from notepad.questions import QUESTIONS, allowed
from notepad.rules import AnswerQuestion, Declare
from notepad.tiles import KINDS
from tests.notepad.table import NAMES, log_of, record, state_of
from tests.notepad.test_rules import answer, declare, rack

FOUR = NAMES[:4]


MIXED = "Supply: 16, mixed"


def said(*entries, eyes="everything", players=4, options=()):
    """The log line of the last entry."""
    log = log_of(players, options, entries)
    assert log.rows[-1].refusal is None
    return words.line((log.rows[-1],), eyes, NAMES[:players])


def noted(*entries, eyes="everything", players=4, options=()):
    """What the notices of the last entry say to these eyes."""
    log = log_of(players, options, entries)
    outcome = log.rows[-1].outcome
    texts = [words.notice(each, eyes, NAMES[:players]) for each in outcome.notices]
    return [text for text in texts if text]


# -- the log


@pytest.mark.parametrize(
    ("entries", "line"),
    [
        ([answer(2, 10, 2)], "Вера, no. 10: 2"),
        ([answer(1, 16, "equal")], "Боря, no. 16: equal"),
        ([answer(1, 16, "first")], "Боря, no. 16: more often blue 7"),
        ([answer(1, 16, "second")], "Боря, no. 16: more often another 7"),
        ([answer(1, 12, "first")], "Боря, no. 12: more often 3"),
        ([answer(1, 20, "second")], "Боря, no. 20: more often pink"),
        ([rack(1, "7C 1G 5K", 0)], "Rack. Боря: blue 7, green 1, black 5"),
        (
            [rack(1, "7C 1G 5K", 0), rack(1, "7C 1G 5R", 0)],
            "Rack. Боря: blue 7, green 1, red 5 instead of blue 7, green 1, black 5",
        ),
        (
            [rack(1, "7C 1G 5K"), rack(1, "7C 1G 5K")],
            "Rack. Боря: blue 7, green 1, black 5 (as it was)",
        ),
        (
            [rack(1, "7C 1G 5K"), rack(1, None)],
            "Rack. Боря: not known instead of blue 7, green 1, black 5",
        ),
        ([rack(1, None)], "Rack. Боря: not known (as it was)"),
        ([declare(3, (7, 6, 4))], "Глеб: code 7 6 4, wrong. Points: 0. Supply: 13"),
        ([declare(3, (7, 6, 4), True)], "Глеб: code 7 6 4, right. Points: 1. Supply: 13"),
        (
            [("set_supply", {"left": 1}), declare(3, (2, 5, 5), True, tiles=["2Y", "5K", "5R"])],
            "Глеб: code 2 5 5, right. Points: 1. It was: yellow 2, black 5, red 5. " + MIXED,
        ),
        ([("questions_reshuffled", {})], "The question cards were shuffled: all 23 can come again"),
        ([("set_help", {"help": "answers"})], "Help from the phones: with answers"),
        ([("set_help", {"help": "off"})], "Help from the phones: off (as it was)"),
        ([("set_supply", {"left": 7})], "Supply: 7"),
        ([("set_supply", {"left": 16})], "Supply: 16 (as it was)"),
        ([("set_supply", {"left": 16, "mixed": True})], "Supply: 16, mixed"),
        ([("finish", {})], "The game is over"),
    ],
)  # fmt: skip
def test_line_of_a_move(entries, line) -> None:
    assert said(*entries) == line


@pytest.mark.parametrize(
    ("players", "more", "line"),
    [
        (3, {}, "Аня: code 4 5 6, right. Points: 1. Replaced too: common rack. Supply: 10"),
        (
            2,
            {"common": 2},
            "Аня: code 4 5 6, right. Points: 1. Replaced too: common rack 2. Supply: 10",
        ),
    ],
)
def test_line_of_a_declaration_names_the_common_rack(players, more, line) -> None:
    assert said(declare(0, (4, 5, 6), True, **more), players=players) == line


@pytest.mark.parametrize("eyes", [1, "table"])
def test_line_of_a_hidden_rack_tells_no_tiles(eyes) -> None:
    for tiles in ("7C 1G 5K", None):
        assert said(rack(1, "6G 6G 6G"), rack(1, tiles), eyes=eyes) == "Rack entered: Боря"


def test_line_of_a_common_rack_is_for_all() -> None:
    line = said(rack("common-1", "7C 1G 5K"), eyes="table", players=3)

    assert line == "Common rack: blue 7, green 1, black 5"


@pytest.mark.parametrize(
    ("move", "line"),
    [
        (AnswerQuestion(9, 24, -1), "player 10, no. 24: −1"),
        (AnswerQuestion(0, 24, "first"), "Аня, no. 24: more often"),
        (AnswerQuestion(0, 12, 3), "Аня, no. 12: 3"),
        (Declare(0, (1, 1, 9), True), "Аня: code 1 1 9, right"),
        (Declare(-1, (1, -1, 9), False), "player 0: code 1 −1 9, wrong"),
        (notebook.Mark(99, "crossed"), "99: crossed"),
    ],
)
def test_line_of_a_move_that_does_not_count(move, line) -> None:
    assert words.line((Row(Entry(1, "any"), move),), 0, FOUR) == line


@pytest.mark.parametrize(
    ("move", "args", "line"),
    [
        ("mark", {"tile": 18, "state": "crossed"}, "Green 6: crossed"),
        ("mark", {"tile": 18, "state": "none"}, "Green 6: no mark"),
        ("mark_many", {"tiles": [1], "state": "circled"}, "Circled: 1 tile"),
        ("mark_many", {"tiles": [1, 2], "state": "crossed"}, "Crossed: 2 tiles"),
        ("note", {"text": "secret"}, "Notes changed"),
        ("clear", {}, "Notepad cleared"),
        ("new_pyramid", {}, "New pyramid"),
        ("keep", {"heeded": 1}, "The marks stay"),
        ("restore", {"page": 1}, "Back to pyramid 1"),
    ],
)
def test_line_of_a_notepad(move, args, line) -> None:
    log = Log(notebook.Notebook(), 4, {})
    log.add(Entry(1, "new_pyramid"))
    row = log.add(Entry(2, move, args))

    assert row.refusal is None
    assert words.line((row,), 0, FOUR) == line


# -- the questions


def test_every_question_is_asked_in_its_own_words() -> None:
    texts = [words.question_text(question) for question in QUESTIONS]
    shorts = [words.question_short(question) for question in QUESTIONS]

    assert len(set(texts)) == len(set(shorts)) == 23
    assert not any("%" in text for text in texts + shorts)
    assert all(text.endswith("?") for text in texts)


@pytest.mark.parametrize(
    ("question", "text", "short"),
    [
        (1, "On how many racks is the sum 18 or more?", "sum 18 or more"),
        (
            11,
            "How many of these are seen: green 1, black 5, pink 7?",
            "seen: green 1, black 5, pink 7",
        ),
        (12, "Which is seen more: 3 or pink 6?", "3 or pink 6"),
        (13, "Which is seen more: green 6 or yellow 7?", "green 6 or yellow 7"),
        (14, "Which is seen more: 2 or yellow 7?", "2 or yellow 7"),
        (16, "Which is seen more: blue 7 or another 7?", "blue 7 or another 7"),
        (17, "Which colour is seen more: brown or blue?", "brown or blue"),
        (22, "Which colour is seen more: black or red?", "black or red"),
    ],
)  # fmt: skip
def test_question_in_words(question, text, short) -> None:
    assert words.question_text(question) == text
    assert words.question_short(question) == short


def test_question_2_is_asked_as_it_is_printed() -> None:
    assert words.question_text(2) == "On how many racks is the sum 12 or less?"
    assert words.question_text(2, "at_least_12") == "On how many racks is the sum 12 or more?"
    assert words.question_short(2, "at_least_12") == "sum 12 or more"


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_answer_has_words_of_its_own(question) -> None:
    answers = allowed(question, 5)

    assert len({words.answer_text(question, each) for each in answers}) == len(answers)


def test_every_kind_has_a_name() -> None:
    assert words.kinds(KINDS).count(",") == 10
    assert words.kinds(["1G"]) == "green 1"


# -- refusals


def refusal(entry, before=(), players=4):
    row = record(log_of(players, {}, before), *entry)
    assert row.refusal
    return row.refusal


def of_notebook(move, args):
    row = Log(notebook.Notebook(), 4, {}).add(Entry(1, move, args))
    assert row.refusal
    return row.refusal


CLASH = (
    "The racks entered have too many of a tile."
    " Green 1: 1 in the box; Аня: 1, Боря: 1. Correct what is wrong."
)
TWO_CLASHES = (
    "The racks entered have too many of a tile. Green 1: 1 in the box; Боря: 1, Вера: 1."
    " Black 5: 1 in the box; Боря: 1, Вера: 1. Correct what is wrong."
)
REFUSALS = [
    (refusal(answer(4, 1, 1)), "There is no player 5. Players: 4.", ""),
    (refusal(answer(0, 24, 1)), "There is no question 24: the cards are 1 to 23.", ""),
    (refusal(answer(0, 8, -1)), "Question 8 is answered by 3 to 7, not: −1.", ""),
    (
        refusal(answer(0, 12, 2)),
        "Question 12 has three answers: more often 3; more often pink 6; equal.",
        "",
    ),
    (refusal(declare(0, (0, 4, 5))), "The tiles have the numbers 1 to 7, not 0.", ""),
    (
        refusal(declare(0, (4, 1, 1))),
        "4 1 1 is no code: the box has 1 tile with a 1.",
        "",
    ),
    (
        refusal(declare(0, (2, 2, 2))),
        "2 2 2 is no code: the box has 2 tiles with a 2.",
        "",
    ),
    (
        refusal(declare(0, (1, 2, 3), False, tiles=["1G", "2Y", "3K"])),
        "After a wrong code nobody tells or shows what stood there.",
        "Record it without the tiles",
    ),
    (
        refusal(declare(0, (4, 2, 2), True, tiles=["2Y", "5R", "5R"])),
        "The code declared is 4 2 2, and these tiles are other numbers: yellow 2, red 5, red 5.",
        "Record it without the tiles",
    ),
    (
        refusal(declare(0, common=1), players=2),
        "After a wrong code no common rack is replaced.",
        "Record it without the common rack",
    ),
    (
        refusal(declare(0, right=True), players=2),
        "After a right code one of the two common racks is replaced too: which one?",
        "Replace this: common rack 1",
    ),
    (
        refusal(declare(0, right=True, common=1)),
        "There is no such rack on this table.",
        "Record it without the common rack",
    ),
    (refusal(rack(4, "7C 7C 7Y")), "There is no such rack on this table.", ""),
    (
        refusal(rack(1, "7C 7C 7Y", 1)),
        "A player does not see the own rack: the others enter it.",
        "",
    ),
    (
        refusal(rack(1, "1G 1G 7Y", 0)),
        "The box has not so many of them. Green 1: 1 in the box.",
        "",
    ),
    (
        refusal(rack(1, "1G 5K 7Y", 0), [rack(2, "1G 5K 7C")]),
        TWO_CLASHES,
        "Forget what was entered: Вера",
    ),
    (refusal(("set_supply", {"left": -1})), "The supply holds 0 to 16 tiles, not −1.", ""),
    (refusal(("finish", {}), [("finish", {})]), "The game is already over.", ""),
    (
        of_notebook("mark", {"tile": 28, "state": "none"}),
        "There is no tile 28: they are numbered 0 to 27.",
        "",
    ),
    (of_notebook("restore", {"page": 1}), "There is no pyramid 1. Pyramids kept: 0.", ""),
    (
        of_notebook("note", {"text": "a" * 4001}),
        "The notes take up to 4000 characters, not 4001.",
        "",
    ),
]


@pytest.mark.parametrize(
    ("refusal", "why", "way_out"), REFUSALS, ids=[each[0].code for each in REFUSALS]
)
def test_refusal_says_what_stands_in_the_way_and_what_to_do(refusal, why, way_out) -> None:
    assert words.why(refusal, "everything", FOUR if "common" not in way_out else NAMES[:2]) == why
    assert (
        words.way_out(refusal, "everything", NAMES[:2] if "rack 1" in way_out else FOUR) == way_out
    )


def test_every_refusal_of_the_rules_is_among_these() -> None:
    source = getsource(rules) + getsource(notebook)
    codes = set(re.findall(r'Refusal\(\s*"(\w+)"', source))

    common = {"bad_args"}  # said for every game
    assert codes - common == {each.code for each, _why, _way_out in REFUSALS}


@pytest.mark.parametrize("eyes", [1, "table"])
def test_a_refusal_about_a_hidden_rack_says_nothing(eyes) -> None:
    clashing = refusal(rack(1, "1G 2Y 2Y", 0), [rack(2, "1G 5K 7C")])

    assert words.why(refusal(rack(1, "1G 1G 7Y", 0)), eyes, FOUR) == ""
    assert words.why(clashing, eyes, FOUR) == ""
    assert words.why(clashing, 2, FOUR) == ""
    assert words.why(clashing, 3, FOUR)


def test_a_refusal_names_only_racks_that_are_seen() -> None:
    clashing = refusal(rack(1, "4B 4B 3K", 0), [rack(2, "4B 4B 3K"), rack(3, "4B 2Y 2Y", 2)])

    assert "Глеб: 1" in words.why(clashing, 0, FOUR)
    assert words.why(clashing, 3, FOUR) == ""


# -- notices


def test_notices_in_words() -> None:
    assert noted(answer(0, 5, 1), answer(3, 5, 1)) == [
        "By order the next to read was: Боря.",
        "Question 5 came before, and the cards were not shuffled.",
    ]


RACKS = [rack(1, "7C 7C 7Y"), rack(2, "6P 6G 5R"), rack(3, "4B 4B 3K")]


@pytest.mark.parametrize("eyes", [1, 2, 3, "table"])
def test_only_the_reader_is_told_what_the_racks_answer(eyes) -> None:
    entries, help_ = [*RACKS, answer(0, 17, "equal")], {"help": "answers"}
    told = ["By the racks entered: equal. Correct the racks or the answer."]

    assert noted(*RACKS, answer(0, 17, "first"), eyes=0, options=help_) == told
    assert noted(*RACKS, answer(0, 17, "first"), eyes=eyes, options=help_) == []
    assert noted(*entries, eyes=0, options=help_) == []


@pytest.mark.parametrize("eyes", [0, "table"])
def test_only_the_others_are_told_that_the_rack_says_otherwise(eyes) -> None:
    entries = [rack(0, "3K 1G 2Y", 1), declare(0, (1, 2, 3))]

    assert noted(*entries, eyes=eyes) == []
    assert noted(*entries, eyes=2) == ["The rack entered says otherwise. Аня: 1 2 3."]


def test_a_contradiction_with_the_own_rack_is_told_to_who_sees_both() -> None:
    entries = [rack(0, "1G 4B 4B", 3), rack(1, "1G 2Y 2Y", 0)]

    for eyes in (0, 1, "table"):
        assert noted(*entries, eyes=eyes) == []
    for eyes in (2, 3, "everything"):
        assert noted(*entries, eyes=eyes) == [CLASH]


def test_every_notice_of_the_rules_has_words() -> None:
    codes = set(re.findall(r'Notice\(\s*"(\w+)"', getsource(rules)))

    assert codes == {
        "out_of_turn",
        "asked_again",
        "answer_differs",
        "right_against_rack",
        "tiles_taken",
    }
    assert words.notice(Notice("tiles_taken", {"rack": None, "held": {}}), 0, FOUR) == ""


def test_a_clash_of_the_own_rack_is_not_told_even_where_the_others_clash_without_it() -> None:
    """Which tile is named is one that was entered there."""
    held = {"7Y": {0: 2, 2: 1, 3: 1}}
    noticed = Notice("tiles_taken", {"rack": 3, "held": held})
    refusal = Refusal("tiles_taken", rack=3, held=held)

    assert words.notice(noticed, 3, FOUR) == words.why(refusal, 3, FOUR) == ""
    assert words.notice(noticed, "table", FOUR) == ""
    assert "Аня: 2" in words.notice(noticed, 1, FOUR)
    assert "Аня: 2" in words.why(refusal, 1, FOUR)


def test_a_refusal_without_a_way_out_has_no_label() -> None:
    assert words.way_out(Refusal("own_rack"), 0, FOUR) == ""


# -- status, result


def test_status_tells_what_is_left() -> None:
    assert words.status(state_of(4, {}, [declare(0), answer(1, 1, 1)])) == "supply 13, questions 22"
    assert words.status(state_of(4, {}, [("finish", {})])) == "the game is over"


RIGHT = [(2, (4, 4, 5)), (2, (3, 2, 1)), (0, (4, 5, 6)), (2, (7, 7, 7))]


@pytest.mark.parametrize(
    ("entries", "result"),
    [
        (
            [declare(player, code, True) for player, code in RIGHT],
            ["Winner: Вера", "🥇 Вера: 3 (4 4 5, 1 2 3, 7 7 7)", "🥈 Аня: 1 (4 5 6)", "🥉 Боря: 0"],
        ),
        ([], ["Level: Аня, Боря, Вера", "🥇 Аня: 0", "🥇 Боря: 0", "🥇 Вера: 0"]),
        ([("finish", {})], ["Draw: Аня, Боря, Вера", "🥇 Аня: 0", "🥇 Боря: 0", "🥇 Вера: 0"]),
        (
            [declare(1, (4, 5, 6), True)],
            ["Ahead: Боря", "🥇 Боря: 1 (4 5 6)", "🥈 Аня: 0", "🥈 Вера: 0"],
        ),
    ],
)
def test_result_to_share(entries, result) -> None:
    said = words.result(state_of(3, {}, entries), "table", NAMES[:3])

    assert said == "Code 777. " + "\n".join(result)
