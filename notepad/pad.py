"""The notepad tab: the pyramid with this phone's own marks, its pages, the notes.

A tap goes from no mark to a cross, to a circle, to no mark; a brush makes each tap
the same. What a cross or a circle means is the player's own affair. The site sets and
removes no mark by itself: after a new code, a rival's new code or a mix of the supply
it offers. Source: «Code777: подробные правила Stronghold», the notepad.

Nothing here is deduced, so a mark never waits for a deduction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.utils.safestring import mark_safe
from django.utils.text import capfirst
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from companion.games import Eyes, Past
from companion.signs import signed
from notepad import words
from notepad.eyes import racks_now
from notepad.notebook import BLANK, LONGEST_NOTE, NEXT, Marks, MarkState, to_cross, unmarked
from notepad.notebook import State as Notes
from notepad.racks import COMMON_RACKS, Rack, sees
from notepad.result import pips
from notepad.rules import Answered, Change, Facts, State
from notepad.table_tab import supply
from notepad.tiles import FACES, KINDS, Kind, tiles_of

ASKED = ("correct", "tab", "brush", "page", "pages")
BRUSHES: tuple[MarkState, ...] = ("crossed", "circled", "none")


# -- what everybody may see on the tab


def table_of(state: State, eyes: Eyes, names: Sequence[str]) -> dict[str, Any]:
    """The points, the supply on its way to the next mix, and whose code it is about."""
    steps = supply(state)
    left = sum(not (step["past"] or step["now"]) for step in steps["steps"])
    return {
        "points": [
            {
                "player": player,
                "pips": pips(points),
                "said": _("%(name)s: %(points)s of 3")
                % {"name": names[player], "points": signed(points)},
            }
            for player, points in enumerate(state.points)
        ],
        "steps": steps["steps"],
        "mixed": steps["mixed"],
        "replacements": _until_mix(left),
        "code": state.code_numbers[eyes] if isinstance(eyes, int) else None,
    }


def _until_mix(left: int) -> str:
    if not left:
        return _("At the next replacement the supply is mixed with the discard.")
    return ngettext(
        "%(count)s more replacement, then the supply is mixed with the discard.",
        "%(count)s more replacements, then the supply is mixed with the discard.",
        left,
    ) % {"count": left}


# -- what is this phone's alone


def private(
    notes: Notes,
    state: State,
    eyes: Eyes,
    query: Mapping[str, str],
    names: Sequence[str],
    past: Past,
) -> dict[str, Any]:
    """What the templates may ask of the phone's own notepad; nothing is made before they do.

    `brush` in the query: what every tap paints (else it goes round); `page`: the kept
    pyramid that is looked at, until one more is kept than the `pages` there were.
    """
    return {
        "pad": partial(pad, notes, state, eyes, query, names, past),
        "offer": partial(offer, notes, state, eyes, names, past),
    }


def pad(
    notes: Notes,
    state: State,
    eyes: Eyes,
    query: Mapping[str, str],
    names: Sequence[str],
    past: Past,
) -> dict[str, Any]:
    """The pyramid, the ways to mark it, its pages, and the notes."""
    page = _chosen_page(notes, query)
    brush = next((each for each in BRUSHES if each == query.get("brush")), None)
    marks = notes.marks if page is None else notes.pages[page - 1]
    heeded = max(_changes(past), default=0)
    return {
        "page": page,
        "restore": {"page": page},
        "here": _address(query),
        "rows": list(_rows(marks, brush, heeded)),
        "unmarked": [_unmarked_said(marks, kind) for kind in KINDS],
        "brush": brush or "",
        "brushes": [
            (each, words.MARK_NAMES[each], _address(query, brush=each)) for each in BRUSHES
        ],
        "in_turn_url": _address(query, brush=None),
        "heeded": {"heeded": heeded},
        "blank": notes.marks == BLANK,
        "empty": notes.marks == BLANK and not notes.text,
        "pages": list(_pages(notes, query, page)),
        "present_url": _address(query, page=None, pages=None),
        "crossing": _crossing(notes, state, eyes, heeded),
        "text": notes.text,
        "longest": LONGEST_NOTE,
        "inserts": list(_inserts(state, eyes, names)),
    }


def _address(query: Mapping[str, str], **changes: Any) -> str:
    """What the notepad's address asks for, with another brush or page."""
    asked = {name: query[name] for name in ASKED if name in query} | changes
    return urlencode({name: value for name, value in asked.items() if value is not None})


# -- the pyramid


def _rows(marks: Marks, brush: MarkState | None, heeded: int) -> Iterator[list[dict[str, Any]]]:
    """The pyramid from its top: a row for each number, in it its kinds with their tiles."""
    for _number, kinds in groupby(KINDS, key=lambda kind: FACES[kind].number):
        yield [_kind(kind, marks, brush, heeded) for kind in kinds]


def _kind(kind: Kind, marks: Marks, brush: MarkState | None, heeded: int) -> dict[str, Any]:
    """A kind with its tiles: what a tap sends, what it is called, how it is marked."""
    face, labels = FACES[kind], _labels(kind, get_language())
    return {
        "number": face.number,
        "colour": face.colour,
        "copies": face.copies,
        "labels": list(labels.values()),
        "tiles": [
            (_args(tile, brush or NEXT[marks[tile]], heeded), labels[marks[tile]], marks[tile])
            for tile in tiles_of(kind)
        ],
    }


@cache
def _labels(kind: Kind, language: str | None) -> Mapping[MarkState, str]:
    """What a tile is called, by its mark; every mark draws them all, so each language has them."""
    name = capfirst(words.KIND_NAMES[kind])
    return {
        mark: _("%(tile)s, %(mark)s") % {"tile": name, "mark": words.MARK_NAMES[mark]}
        for mark in NEXT
    }


def _args(tile: int, mark: MarkState, heeded: int) -> str:
    """A tap as JSON. Nothing in it comes from outside, so nothing needs to be escaped."""
    told = f",&quot;heeded&quot;:{heeded}" if heeded else ""
    return mark_safe(f"{{&quot;tile&quot;:{tile},&quot;state&quot;:&quot;{mark}&quot;{told}}}")  # noqa: S308


def _unmarked_said(marks: Marks, kind: Kind) -> str:
    return _("%(tile)s: %(left)s of %(copies)s unmarked") % {
        "tile": capfirst(words.KIND_NAMES[kind]),
        "left": unmarked(marks, kind),
        "copies": FACES[kind].copies,
    }


def _chosen_page(notes: Notes, query: Mapping[str, str]) -> int | None:
    """The kept pyramid that is looked at, from 1; None for the present one."""
    if query.get("pages") != str(len(notes.pages)):
        return None
    pages = {str(page): page for page in range(1, len(notes.pages) + 1)}
    return pages.get(query.get("page", ""))


def _pages(notes: Notes, query: Mapping[str, str], chosen: int | None) -> Iterator[dict[str, Any]]:
    for page, marks in enumerate(notes.pages, 1):
        counted = Counter(marks)
        yield {
            "page": page,
            "current": page == chosen,
            "url": _address(query, page=page, pages=len(notes.pages)),
            "said": _("crossed %(crossed)s, circled %(circled)s")
            % {"crossed": counted["crossed"], "circled": counted["circled"]},
        }


def _crossing(notes: Notes, state: State, eyes: Eyes, heeded: int) -> dict[str, Any] | None:
    """The key that crosses what stands at the others, where a pyramid begins or is a new one."""
    if notes.marks != BLANK and not notes.pages:
        return None
    seen = Counter(kind for code in _seen_codes(state, eyes) for kind in code)
    tiles = to_cross(notes.marks, seen)
    told = {"heeded": heeded} if heeded else {}
    args = {"tiles": tiles, "state": "crossed", **told}
    return {"count": len(tiles), "args": args} if tiles else None


def _seen_codes(state: State, eyes: Eyes) -> Iterable[tuple[Kind, ...]]:
    """What is recorded on the racks that these eyes see, never on the own one."""
    return (code for rack, code in racks_now(state, eyes).items() if code and sees(eyes, rack))


# -- what to do with the marks after the table has changed


def offer(
    notes: Notes, state: State, eyes: Eyes, names: Sequence[str], past: Past
) -> dict[str, Any] | None:
    """What changed since it was last decided what becomes of the marks; None if nothing did."""
    if state.finished or notes.marks == BLANK:
        return None
    found = {entry: each for entry, each in _changes(past).items() if entry > notes.heeded}
    if not found:
        return None
    changes = found.values()
    own = any(eyes in change.racks for change in changes)
    mixed = any(change.mixed for change in changes)
    return {
        "own": own,
        "said": _offer_said(eyes, own, mixed),
        "why": list(_why(changes, own, mixed, eyes, names)),
        "heeded": {"heeded": max(found)},
    }


def _changes(past: Past) -> dict[int, Change]:
    """What changed on the table, by the entry that says so now: a correction asks anew."""
    return {
        row.amended_by or row.number: row.outcome.facts.change
        for row in past.rows()
        if row.outcome and isinstance(row.outcome.facts, Facts) and row.outcome.facts.change
    }


def _offer_said(eyes: Eyes, own: bool, mixed: bool) -> str:
    if own:
        return _("Your code is new")
    if mixed:
        return _("The supply was mixed")
    return _("Another code is new") if isinstance(eyes, int) else _("A code is new")


def _why(
    changes: Iterable[Change], own: bool, mixed: bool, eyes: Eyes, names: Sequence[str]
) -> Iterator[str]:
    """The rules' three cases, in a line each; a phone without a seat may be anybody's."""
    if own:
        yield _(
            "What you found out about the old one is over. What stands at the others still counts."
        )
    if mixed:
        yield _("Tiles put aside can come again, so a new code may hold what you have crossed.")
    replaced = dict.fromkeys(rack for change in changes for rack in change.racks)
    if own or not replaced:
        return
    told = {"racks": ", ".join(words.rack_name(rack, names) for rack in replaced)}
    if isinstance(eyes, int):
        yield _("New tiles: %(racks)s. Yours are the same, so the marks still hold.") % told
    else:
        yield _("New tiles: %(racks)s. If they are yours, what you found out is over.") % told


# -- the notes


def _saw(rack: Rack, names: Sequence[str]) -> tuple[str, str]:
    """Where something is seen: as a key says it, and as the notes do."""
    if rack in COMMON_RACKS:
        label = _("saw on the common rack")
        if len(names) <= 2:
            number = COMMON_RACKS.index(rack) + 1
            label = _("saw on common rack %(number)s") % {"number": number}
        return label, f"{capfirst(label)}: "
    name = words.rack_name(rack, names)
    label = _("saw at: %(name)s") % {"name": name}
    return label, _("Saw at %(name)s: ") % {"name": _bare(name)}


def _inserts(state: State, eyes: Eyes, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """What a key adds to the notes: at whom something is seen, an answer, a new code's heading."""
    for rack in state.racks:
        if rack != eyes:
            label, text = _saw(rack, names)
            player = rack if isinstance(rack, int) else None
            yield {
                "player": player,
                "icon": "eye",
                "label": label,
                "text": f"\n{text}",
            }
    told = [row for row in state.answers if row.reader != eyes]
    yield {
        "icon": "log",
        "label": _("from answer no. %(question)s") % {"question": told[-1].question}
        if told
        else _("from answer no. …"),
        "text": _from_answer(told[-1], names) if told else "\n" + _("From answer no. "),
    }
    if isinstance(eyes, int):
        heading = _("— code no. %(number)s —") % {"number": state.code_numbers[eyes]}
        yield {"label": heading, "text": f"\n{heading}\n"}


def _from_answer(row: Answered, names: Sequence[str]) -> str:
    return "\n" + _("From answer no. %(question)s (%(name)s, %(answer)s): ") % {
        "question": row.question,
        "name": _bare(names[row.reader]),
        "answer": words.answer_text(row.question, row.answer),
    }


def _bare(name: str) -> str:
    """A name without the signs that keep it apart in a sentence: in a text they are litter."""
    return name.strip("\u2068\u2069")
