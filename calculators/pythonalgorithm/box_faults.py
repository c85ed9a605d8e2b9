"""What can be wrong with a box, and where in it. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

LONGEST_STEP = 40
"""Characters of a name or a value that a message repeats."""

Step = str | int


def gettext_noop(text: str) -> str:
    """Mark a text for the catalogues; `box_words` says it in the reader's language."""
    return text


FAULTS: Mapping[str, str] = {
    "not_utf8": gettext_noop("the file is not text in UTF-8"),
    "too_big": gettext_noop("the file is larger than %(most)s KB"),
    "not_json": gettext_noop(
        "this is not JSON: a comma, a quote or a bracket is missing or out of place"
    ),
    "too_deep": gettext_noop("nested too deeply"),
    "wrong_format": gettext_noop("the format must be %(expected)s, not %(given)s"),
    "no_object": gettext_noop("an object {…} is expected"),
    "no_list": gettext_noop("a list […] is expected"),
    "no_text": gettext_noop("a text in quotes is expected"),
    "no_whole_number": gettext_noop("a whole number from %(lowest)s to %(highest)s is expected"),
    "empty": gettext_noop("this must not be empty"),
    "too_long": gettext_noop("at most %(most)s characters are possible"),
    "too_many": gettext_noop("at most %(most)s are possible, here are %(count)s"),
    "bad_character": gettext_noop("a character that cannot be shown"),
    "missing": gettext_noop("this is missing"),
    "unknown_name": gettext_noop("such a name is unknown here; known: %(known)s"),
    "name_twice": gettext_noop("this name stands twice in one object"),
    "unknown_value": gettext_noop("%(given)s is unknown; known: %(known)s"),
    "not_seven": gettext_noop("seven prices are expected, here are %(count)s"),
    "id_twice": gettext_noop("the id %(id)s is already taken by %(other)s"),
    "bad_gap": gettext_noop("a gap is written like this: ⟦1:expression⟧"),
    "gap_number": gettext_noop("gaps are numbered in order: %(expected)s is next, not %(given)s"),
    "gap_in_kodik": gettext_noop("a kodik has no gaps of its own"),
    "no_such_template": gettext_noop("there is no template %(id)s"),
    "no_such_kodik": gettext_noop("there is no kodik %(id)s"),
    "kodik_twice": gettext_noop("the kodik %(id)s stands twice in one solution"),
    "kodiki_asked": gettext_noop("kodiki asked for: %(asked)s, listed here: %(count)s"),
    "gaps_filled": gettext_noop("gaps in template %(id)s: %(gaps)s, kodiki listed: %(count)s"),
    "does_not_fit": gettext_noop("kodik %(id)s does not fit gap %(gap)s: %(word)s"),
    "colours_differ": gettext_noop("the customer wants one colour, these cards have several"),
    "colours_repeat": gettext_noop("different colours wanted: %(wanted)s, here: %(found)s"),
    "no_such_box": gettext_noop("%(given)s is no box; known: sample, classic, or a whole box"),
}
"""What can be wrong with a box, by code; the texts for every reader, `box_words` included."""


class BoxFault(ValueError):
    """The box cannot be; `str()` is one English line that says where and what.

    `steps` lead to the place inside the value. Where there was a text, `at` is where the
    same place begins in it, and `line` its line, counted from 1. `data` are the values
    that the message names.
    """

    def __init__(self, code: str, steps: Sequence[Step] = (), **data: Any) -> None:
        super().__init__(code, data)
        self.code = code
        self.steps = tuple(steps)
        self.data: Mapping[str, Any] = data
        self.at: int | None = None
        self.line: int | None = None

    def placed(self, text: str, at: int) -> BoxFault:
        """The same fault, now that its place in the text is known."""
        self.at, self.line = at, text.count("\n", 0, at) + 1
        return self

    @property
    def path(self) -> str:
        """The place as people write it.

        >>> BoxFault("missing", ("templates", 11, "category")).path
        'templates[11].category'
        """
        return written(self.steps)

    def __str__(self) -> str:
        where = f"{self.path}: " if self.steps else ""
        line = "" if self.line is None else f"line {self.line}, "
        return f"{line}{where}{FAULTS[self.code] % self.data}"


def written(steps: Sequence[Step]) -> str:
    return "".join(map(_step, steps)).removeprefix(".")


def _step(step: Step) -> str:
    """One step of a path; whatever a name holds, the path stays one short line."""
    if isinstance(step, int):
        return f"[{step}]"
    if step.isidentifier() and len(step) <= LONGEST_STEP:
        return f".{step}"
    return f"[{quoted(step)}]"


def quoted(value: Any) -> str:
    """A value as it stands in the file, shortened."""
    written = json.dumps(value, ensure_ascii=False)
    if not written.isprintable():
        written = json.dumps(value)
    return written if len(written) <= LONGEST_STEP else f"{written[: LONGEST_STEP - 1]}…"
