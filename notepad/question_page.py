"""The page `question`: which card was read, by whom, and what was answered.

Two taps: the question, the answer. The reader proposed is the next one. Where the
table agreed to help, the reader's own phone says what the racks entered give, and
asks once more before another answer is recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from companion.games import Eyes, Past
from notepad import words
from notepad.eyes import by_racks_shown
from notepad.pieces import answered, asked, matching
from notepad.questions import COMPARING, QUESTIONS, Answer, allowed
from notepad.rules import Answered, State

LONGEST_SEARCH = 60


@dataclass(frozen=True)
class Asking:
    """What the address says: who read which card. `row`: an answer that is put right."""

    state: State
    eyes: Eyes
    names: Sequence[str]
    reader: int
    question: int | None
    row: int | None
    entry: int | None

    def address(self, **changes: Any) -> str:
        """The page with something else chosen; None takes it out of the address."""
        said = {"reader": self.reader, "question": self.question, "row": self.row} | changes
        return urlencode({name: value for name, value in said.items() if value is not None})

    @property
    def answered_before(self) -> Answered | None:
        """The answer that is put right."""
        return None if self.row is None else self.state.answers[self.row - 1]


def question_page(
    state: State,
    eyes: Eyes,
    query: Mapping[str, str],
    names: Sequence[str],
    past: Past,
) -> dict[str, Any]:
    """`reader`, `question`, `q` (looked for), `answer` (asked once more) and `row` (an answer
    of the log, from 1, that is put right) stand in the address."""
    asking = _asking(state, eyes, query, names, past)
    sought = query.get("q", "").strip()[:LONGEST_SEARCH]
    return {
        "readers": _readers(asking),
        "reader": {"player": asking.reader, "name": names[asking.reader]},
        "amending": asking.row is not None,
        "before": asking.answered_before and _before(asking.answered_before, names),
        "fields": _fields(asking),
        "sought": sought,
        "numbers": [] if asking.question else list(_questions(asking, "")),
        "questions": [] if asking.question else list(_questions(asking, sought)),
        "chosen": asking.question and _chosen(asking, asking.question, query.get("answer", "")),
    }


def number_in(query: Mapping[str, str], name: str, known: Iterable[int]) -> int | None:
    """The number that the address gives under this name; None if it is not one of those known."""
    return {str(each): each for each in known}.get(query.get(name, ""))


def _asking(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str], past: Past
) -> Asking:
    row = number_in(query, "row", range(1, len(state.answers) + 1))
    before = None if row is None else state.answers[row - 1]
    entry = None if row is None else past.entries("answer")[row - 1]
    reader = number_in(query, "reader", range(state.players))
    question = number_in(query, "question", QUESTIONS)
    if before and "question" not in query:
        question = before.question
    if reader is None:
        reader = before.reader if before else state.reader
    return Asking(state, eyes, names, reader, question, row, entry)


def _before(row: Answered, names: Sequence[str]) -> str:
    return words.answered(row.reader, row.question, row.answer, names)


def _readers(asking: Asking) -> list[dict[str, Any]]:
    return [
        {
            "player": player,
            "name": name,
            "chosen": player == asking.reader,
            "address": asking.address(reader=player),
        }
        for player, name in enumerate(asking.names)
    ]


def _fields(asking: Asking) -> list[tuple[str, Any]]:
    """What the search keeps of the address."""
    kept = [("reader", asking.reader), ("row", asking.row), ("question", "")]
    return [(name, value) for name, value in kept if value is not None]


def _questions(asking: Asking, sought: str) -> Iterable[dict[str, Any]]:
    """The cards, or those looked for, the one of that very number first."""
    question2 = asking.state.options.question2
    fits = {question: matching(sought, question, question2) for question in QUESTIONS}
    for question in sorted(QUESTIONS, key=lambda each: -fits[each]):
        if fits[question]:
            yield {
                **asked(question, question2),
                "came": question in asking.state.asked,
                "address": asking.address(question=question),
            }


def _chosen(asking: Asking, question: int, sought: str) -> dict[str, Any]:
    """The card that was read, and a key for every answer it allows."""
    state = asking.state
    by_racks = _by_racks(asking, question)
    answers = allowed(question, len(state.racks))
    if question in COMPARING:
        answers = ("first", "equal", "second")  # "equal" stands between the two
    keys = [_key(asking, question, answer, by_racks) for answer in answers]
    doubted = next((key for key in keys if key["doubt"] and str(key["answer"]) == sought), None)
    before = asking.answered_before
    return {
        **asked(question, state.options.question2),
        "other": asking.address(question=""),
        "came": question in state.asked and not (before and before.question == question),
        "answers": keys,
        "by_racks": next((key for key in keys if key["answer"] == by_racks), None),
        "doubted": doubted,
    }


def _key(asking: Asking, question: int, answer: Answer, by_racks: Answer | None) -> dict[str, Any]:
    """An answer as a key: what it records, or (`doubt`) where it is asked once more."""
    move = {"reader": asking.reader, "question": question, "answer": answer}
    args = move if asking.entry is None else {"entry": asking.entry, "args": move}
    return {
        **answered(question, answer),
        "answer": answer,
        "args": args,
        "label": words.answered(asking.reader, question, answer, asking.names),
        "doubt": by_racks is not None and answer != by_racks,
        "address": asking.address(question=question, answer=answer),
    }


def _by_racks(asking: Asking, question: int) -> Answer | None:
    """What the racks entered give: for the reader's own phone, and if the table agreed."""
    state = asking.state
    now = Answered(
        asking.reader,
        question,
        0,
        state.supply.mixes,
        state.supply.left,
        tuple(len(stands) - 1 for stands in state.stands),
    )
    row = replace(asking.answered_before or now, reader=asking.reader, question=question)
    shown: Answer | None = by_racks_shown(state, row, asking.eyes)
    return shown
