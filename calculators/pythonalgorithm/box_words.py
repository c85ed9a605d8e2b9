"""What is said about a box: what is wrong with it, and what a gap wants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from calculators.pythonalgorithm.box import Gap
from calculators.pythonalgorithm.box_faults import FAULTS, BoxFault

GAP_WORDS: Mapping[str, Any] = {
    "expression": pgettext_lazy("gap", "expression"),
    "number": pgettext_lazy("gap", "number"),
    "text": pgettext_lazy("gap", "text"),
    "list": pgettext_lazy("gap", "list"),
    "condition": pgettext_lazy("gap", "condition"),
    "statement": pgettext_lazy("gap", "statement"),
}

NEEDS: Mapping[str, Any] = {
    "expression": gettext_lazy("Gap %(number)s needs an expression: something with a value."),
    "number": gettext_lazy("Gap %(number)s needs a number."),
    "text": gettext_lazy("Gap %(number)s needs a text: letters in quotes."),
    "list": gettext_lazy("Gap %(number)s needs a list: something to go through in order."),
    "condition": gettext_lazy("Gap %(number)s needs a condition: something true or false."),
    "statement": gettext_lazy("Gap %(number)s needs a statement: a line that does something."),
}


def said(fault: BoxFault) -> str:
    """What is wrong and what is due there, as one sentence; the place is told beside it."""
    text = _(FAULTS[fault.code]) % fault.data
    return f"{text[:1].upper()}{text[1:]}."


def gap_word(word: str) -> str:
    """What a gap takes; a word that is the table's own stays as it is."""
    return str(GAP_WORDS.get(word, word))


def gap_needs(gap: Gap) -> str:
    """What a gap needs, in a sentence: "Gap 2 needs a number."."""
    known = NEEDS.get(gap.word)
    if known is not None:
        return str(known) % {"number": gap.number}
    return _("Gap %(number)s needs: %(word)s.") % {"number": gap.number, "word": gap.word}


def place_said(fault: BoxFault) -> str:
    """Where a fault is: "Line 71, templates[3].category."; "" for the file as a whole."""
    told = {"line": fault.line, "path": fault.path}
    if fault.line is None:
        return f"{fault.path}." if fault.path else ""
    return (_("Line %(line)s, %(path)s.") if fault.path else _("Line %(line)s.")) % told
