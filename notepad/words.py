"""What Code 777 says: log lines, refusals, notices, questions, in the reader's language.

Names stay as they are, so sentences are built to need no case of them: the name
stands by itself, before or after a colon. Of a rack that the reading eyes may
not see nothing is said; a refusal or a notice that is only about such a rack is
the empty text, and whoever shows it leaves it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from companion.games import Eyes, LogRow, Notice, Refusal
from companion.signs import signed
from notepad import notebook
from notepad.eyes import standings
from notepad.notebook import Clear, Keep, Mark, MarkMany, MarkState, NewPyramid, Note, Restore
from notepad.questions import COMPARING, QUESTIONS, SIDES, SINGLES, Answer, Question2
from notepad.racks import COMMON_RACKS, Holders, Rack, clash, holders, sees
from notepad.rules import (
    AnswerQuestion,
    Change,
    Declare,
    Facts,
    Finish,
    Help,
    Move,
    QuestionsReshuffled,
    SeeRack,
    SetHelp,
    SetSupply,
    State,
)
from notepad.tiles import FACES, KINDS, TILES, Code, Colour, Kind

TITLE = "Code 777"

COLOUR_NAMES: Mapping[Colour, Any] = {
    "green": pgettext_lazy("colour", "green"),
    "yellow": pgettext_lazy("colour", "yellow"),
    "black": pgettext_lazy("colour", "black"),
    "brown": pgettext_lazy("colour", "brown"),
    "red": pgettext_lazy("colour", "red"),
    "pink": pgettext_lazy("colour", "pink"),
    "blue": pgettext_lazy("colour", "blue"),
}
KIND_NAMES: Mapping[Kind, Any] = {
    "1G": gettext_lazy("green 1"),
    "2Y": gettext_lazy("yellow 2"),
    "3K": gettext_lazy("black 3"),
    "4B": gettext_lazy("brown 4"),
    "5R": gettext_lazy("red 5"),
    "5K": gettext_lazy("black 5"),
    "6P": gettext_lazy("pink 6"),
    "6G": gettext_lazy("green 6"),
    "7P": gettext_lazy("pink 7"),
    "7Y": gettext_lazy("yellow 7"),
    "7C": gettext_lazy("blue 7"),
}
MARK_NAMES: Mapping[MarkState, Any] = {
    "none": pgettext_lazy("mark", "no mark"),
    "crossed": pgettext_lazy("mark", "crossed"),
    "circled": pgettext_lazy("mark", "circled"),
}
HELP_NAMES: Mapping[Help, Any] = {
    "off": pgettext_lazy("help", "off"),
    "answers": pgettext_lazy("help", "with answers"),
    "deduction": pgettext_lazy("help", "with answers and deduction"),
}
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


# -- pieces in words


def kinds(tiles: Iterable[Kind]) -> str:
    """Tiles in a sentence: "green 1, black 5"."""
    return ", ".join(str(KIND_NAMES[kind]) for kind in tiles)


def code(numbers: Iterable[int]) -> str:
    """A code as it is declared.

    >>> code([4, 6, 7])
    '4 6 7'
    """
    return " ".join(map(signed, numbers))


def rack_name(rack: Rack, names: Sequence[str]) -> str:
    """Whose rack it is, or which of the common ones, to stand by itself."""
    if rack not in COMMON_RACKS:
        return _name(names, int(rack))
    if len(names) > 2:
        return _("common rack")
    return _("common rack %(number)s") % {"number": COMMON_RACKS.index(rack) + 1}


def _name(names: Sequence[str], player: int) -> str:
    if player in range(len(names)):
        return names[player]
    return _("player %(number)s") % {"number": signed(player + 1)}


# -- the questions


def question_text(question: int, question2: Question2 = "at_most_12") -> str:
    """A question as its card asks it."""
    if question == 2 and question2 == "at_least_12":
        return _("On how many racks is the sum 12 or more?")
    if question not in COMPARING:
        return str(_QUESTIONS[question]) % {"tiles": kinds(SINGLES)}
    told = {"first": side(question, 0), "second": side(question, 1)}
    if question in _COLOUR_QUESTIONS:
        return _("Which colour is seen more: %(first)s or %(second)s?") % told
    return _("Which is seen more: %(first)s or %(second)s?") % told


def question_short(question: int, question2: Question2 = "at_most_12") -> str:
    """What a question is about, in a few words."""
    if question == 2 and question2 == "at_least_12":
        return _("sum 12 or more")
    if question not in COMPARING:
        return str(_SHORT[question]) % {"tiles": kinds(SINGLES)}
    told = {"first": side(question, 0), "second": side(question, 1)}
    return _("%(first)s or %(second)s") % told


def side(question: int, place: int) -> str:
    """One of the two things that questions 12 to 23 compare (place 0 or 1)."""
    if (question, place) in _SIDES_BY_NUMBER:
        return str(_SIDES_BY_NUMBER[question, place])
    kind = min(SIDES[question][place])
    return str(
        COLOUR_NAMES[FACES[kind].colour] if question in _COLOUR_QUESTIONS else KIND_NAMES[kind]
    )


def answer_text(question: int, answer: Answer) -> str:
    """An answer in words: the number, or which are more."""
    if isinstance(answer, int):
        return signed(answer)
    if answer == "equal":
        return pgettext("answer", "equal")
    if question not in COMPARING:
        return pgettext("answer", "more often")
    return _("more often %(side)s") % {"side": side(question, int(answer == "second"))}


def answered(reader: int, question: int, answer: Answer, names: Sequence[str]) -> str:
    """Who answered what to which question: "Вера, № 10: 2"."""
    return _("%(name)s, no. %(question)s: %(answer)s") % {
        "name": _name(names, reader),
        "question": signed(question),
        "answer": answer_text(question, answer),
    }


_COLOUR_QUESTIONS = range(17, 24)
_SIDES_BY_NUMBER: Mapping[tuple[int, int], Any] = {
    (12, 0): 3,
    (14, 0): 2,
    (16, 1): gettext_lazy("another 7"),
}
_QUESTIONS: Mapping[int, Any] = {
    1: gettext_lazy("On how many racks is the sum 18 or more?"),
    2: gettext_lazy("On how many racks is the sum 12 or less?"),
    3: gettext_lazy("On how many racks is one number in two or more colours?"),
    4: gettext_lazy("On how many racks are three different colours?"),
    5: gettext_lazy("On how many racks is all even or all odd?"),
    6: gettext_lazy("On how many racks are two or more tiles alike?"),
    7: gettext_lazy("On how many racks are three consecutive numbers, in any order?"),
    8: gettext_lazy("How many colours are seen?"),
    9: gettext_lazy("How many colours are seen three times or more?"),
    10: gettext_lazy("How many of the numbers 1 to 7 are not seen?"),
    11: gettext_lazy("How many of these are seen: %(tiles)s?"),
}
_SHORT: Mapping[int, Any] = {
    1: gettext_lazy("sum 18 or more"),
    2: gettext_lazy("sum 12 or less"),
    3: gettext_lazy("a number in 2 colours"),
    4: gettext_lazy("3 colours"),
    5: gettext_lazy("all even or all odd"),
    6: gettext_lazy("tiles alike"),
    7: gettext_lazy("consecutive numbers"),
    8: gettext_lazy("colours seen"),
    9: gettext_lazy("colours seen 3 times"),
    10: gettext_lazy("numbers not seen"),
    11: gettext_lazy("seen: %(tiles)s"),
}


# -- the log


def line(rows: Sequence[LogRow], eyes: Eyes, names: Sequence[str]) -> str:
    """One log line, of the play or of a notepad."""
    row = rows[-1]
    facts = row.outcome.facts if row.outcome else None
    move: Move | notebook.Move = row.move
    match move:
        case AnswerQuestion():
            return answered(move.reader, move.question, move.answer, names)
        case Declare():
            return _declare_line(move, facts, names)
        case SeeRack():
            return _rack_line(move, facts, eyes, names)
        case QuestionsReshuffled():
            return _("The question cards were shuffled: all 23 can come again")
        case SetHelp():
            said = _("Help from the phones: %(help)s") % {"help": HELP_NAMES[move.help]}
            return _unless_changed(said, facts, move.help)
        case SetSupply():
            return _supply_line(move, facts)
        case Finish():
            return _("The game is over")
    return _notebook_line(move)


def _declare_line(move: Declare, facts: Facts | None, names: Sequence[str]) -> str:
    said = (
        _("%(name)s: code %(code)s, right") if move.right else _("%(name)s: code %(code)s, wrong")
    )
    told = said % {"name": _name(names, move.player), "code": code(move.numbers)}
    if facts is None or facts.change is None:
        return told
    points = _("Points: %(points)s") % {"points": facts.points}
    return ". ".join([told, points, *_after_declaring(move, facts.change, names)])


def _after_declaring(move: Declare, change: Change, names: Sequence[str]) -> list[str]:
    """What was looked at, what else was replaced, and what is left to draw from."""
    said = []
    if move.tiles:
        said.append(_("It was: %(tiles)s") % {"tiles": kinds(move.tiles)})
    if len(change.racks) > 1:
        said.append(_("Replaced too: %(rack)s") % {"rack": rack_name(change.racks[-1], names)})
    return [*said, _supply(change.supply, mixed=change.mixed)]


def _supply(left: int, *, mixed: bool) -> str:
    told = {"supply": signed(left)}
    return (_("Supply: %(supply)s, mixed") if mixed else _("Supply: %(supply)s")) % told


def _rack_line(move: SeeRack, facts: Facts | None, eyes: Eyes, names: Sequence[str]) -> str:
    rack = rack_name(move.rack, names)
    if not sees(eyes, move.rack):
        return _("Rack entered: %(rack)s") % {"rack": rack}
    common = move.rack in COMMON_RACKS
    told = {
        "rack": capfirst(rack) if common else _("Rack. %(name)s") % {"name": rack},
        "tiles": _stands_there(move.tiles),
    }
    if facts is None or facts.before in (None, move.tiles):
        return _unless_changed(_("%(rack)s: %(tiles)s") % told, facts, move.tiles)
    told["before"] = kinds(facts.before)
    return _("%(rack)s: %(tiles)s instead of %(before)s") % told


def _stands_there(tiles: Code | None) -> str:
    return kinds(tiles) if tiles else pgettext("rack", "not known")


def _supply_line(move: SetSupply, facts: Facts | None) -> str:
    said = _supply(move.left, mixed=move.mixed)
    return said if move.mixed else _unless_changed(said, facts, move.left)


def _unless_changed(said: str, facts: Facts | None, now: Any) -> str:
    """Say so when nothing was changed: taking such an entry back changes nothing either."""
    if facts is None or facts.before != now:
        return said
    return _("%(line)s (as it was)") % {"line": said}


def _notebook_line(move: notebook.Move) -> str:
    match move:
        case Mark(tile, state):
            name = KIND_NAMES[TILES[tile]] if tile in range(len(TILES)) else signed(tile)
            return _("%(tile)s: %(mark)s") % {"tile": capfirst(name), "mark": MARK_NAMES[state]}
        case MarkMany(tiles, state):
            told = {"mark": MARK_NAMES[state], "count": len(tiles)}
            said = ngettext("%(mark)s: %(count)s tile", "%(mark)s: %(count)s tiles", len(tiles))
            return capfirst(said % told)
        case Note():
            return _("Notes changed")
        case Clear():
            return _("Notepad cleared")
        case NewPyramid():
            return _("New pyramid")
        case Keep():
            return _("The marks stay")
        case Restore(page):
            return _("Back to pyramid %(page)s") % {"page": signed(page)}


# -- refusals


def why(refusal: Refusal, eyes: Eyes, names: Sequence[str]) -> str:
    """Why a move cannot be; "" if that is only to be seen on racks hidden from these eyes."""
    return _REFUSALS[refusal.code](refusal.data, eyes, names)


def way_out(refusal: Refusal, eyes: Eyes, names: Sequence[str]) -> str:
    """The label of the refusal's one-tap key: what it will do."""
    if refusal.way_out is None:
        return ""
    args = refusal.way_out[1]
    if refusal.code == "which_common":
        return _("Replace this: %(rack)s") % {"rack": rack_name(args["common"], names)}
    if refusal.code == "tiles_taken":
        return _("Forget what was entered: %(rack)s") % {"rack": rack_name(args["rack"], names)}
    if refusal.code in ("tiles_when_wrong", "tiles_of_other_numbers"):
        return _("Record it without the tiles")
    return _("Record it without the common rack")


def _no_such_answer(data: Mapping[str, Any], eyes: Eyes, names: Sequence[str]) -> str:
    question, answers = data["question"], data["allowed"]
    told = {"question": question, "answer": answer_text(question, data["answer"])}
    if question in COMPARING:
        told["answers"] = "; ".join(answer_text(question, each) for each in answers)
        return _("Question %(question)s has three answers: %(answers)s.") % told
    told |= {"lowest": answers[0], "highest": answers[-1]}
    return (
        _("Question %(question)s is answered by %(lowest)s to %(highest)s, not: %(answer)s.") % told
    )


def _no_such_code(data: Mapping[str, Any], eyes: Eyes, names: Sequence[str]) -> str:
    return ngettext(
        "%(code)s is no code: the box has %(copies)s tile with a %(number)s.",
        "%(code)s is no code: the box has %(copies)s tiles with a %(number)s.",
        data["copies"],
    ) % {**data, "code": code(data["numbers"])}


def _no_such_tiles(data: Mapping[str, Any], eyes: Eyes, names: Sequence[str]) -> str:
    if data["rack"] is not None and not sees(eyes, data["rack"]):
        return ""
    held = ". ".join(capfirst(_in_the_box(kind)) for kind in data["kinds"])
    return _("The box has not so many of them. %(held)s.") % {"held": held}


def _tiles_of_other_numbers(data: Mapping[str, Any], eyes: Eyes, names: Sequence[str]) -> str:
    return _("The code declared is %(code)s, and these tiles are other numbers: %(tiles)s.") % {
        "code": code(data["numbers"]),
        "tiles": kinds(data["tiles"]),
    }


def _tiles_taken(data: Mapping[str, Any], eyes: Eyes, names: Sequence[str]) -> str:
    """For those who see the rack entered: that it is named at all tells what stands there."""
    if data["rack"] is not None and not sees(eyes, data["rack"]):
        return ""
    return _too_many(data["held"], eyes, names)


def clashing(racks: Mapping[Rack, Code | None], eyes: Eyes, names: Sequence[str]) -> str:
    """What cannot be true together of racks that these eyes see; "" if nothing is wrong."""
    return _too_many(holders(racks, KINDS), eyes, names)


def _too_many(held: Holders, eyes: Eyes, names: Sequence[str]) -> str:
    said = _held(clash(held, eyes), names)
    if not said:
        return ""
    return _("The racks entered have too many of a tile. %(held)s. Correct what is wrong.") % {
        "held": said
    }


def _held(held: Holders, names: Sequence[str]) -> str:
    """Where the tiles of each kind stand, and how many there are."""
    said = []
    for kind, by_rack in held.items():
        racks = ", ".join(f"{rack_name(rack, names)}: {count}" for rack, count in by_rack.items())
        said.append(f"{capfirst(_in_the_box(kind))}; {racks}")
    return ". ".join(said)


def _in_the_box(kind: Kind) -> str:
    return _("%(tile)s: %(copies)s in the box") % {
        "tile": KIND_NAMES[kind],
        "copies": FACES[kind].copies,
    }


_REFUSALS: Mapping[str, Callable[[Mapping[str, Any], Eyes, Sequence[str]], str]] = {
    "no_such_player": lambda data, eyes, names: (
        _("There is no player %(number)s. Players: %(players)s.")
        % {"number": signed(data["player"] + 1), "players": data["players"]}
    ),
    "no_such_question": lambda data, eyes, names: (
        _("There is no question %(question)s: the cards are 1 to %(last)s.")
        % {"question": signed(data["question"]), "last": QUESTIONS[-1]}
    ),
    "no_such_answer": _no_such_answer,
    "no_such_number": lambda data, eyes, names: (
        _("The tiles have the numbers 1 to 7, not %(number)s.") % {"number": signed(data["number"])}
    ),
    "no_such_code": _no_such_code,
    "no_such_rack": lambda data, eyes, names: _("There is no such rack on this table."),
    "own_rack": lambda data, eyes, names: _(
        "A player does not see the own rack: the others enter it."
    ),
    "no_such_tiles": _no_such_tiles,
    "tiles_taken": _tiles_taken,
    "tiles_when_wrong": lambda data, eyes, names: _(
        "After a wrong code nobody tells or shows what stood there."
    ),
    "tiles_of_other_numbers": _tiles_of_other_numbers,
    "common_when_wrong": lambda data, eyes, names: _(
        "After a wrong code no common rack is replaced."
    ),
    "which_common": lambda data, eyes, names: _(
        "After a right code one of the two common racks is replaced too: which one?"
    ),
    "no_such_supply": lambda data, eyes, names: (
        _("The supply holds 0 to %(most)s tiles, not %(left)s.")
        % {"most": data["most"], "left": signed(data["left"])}
    ),
    "already_finished": lambda data, eyes, names: _("The game is already over."),
    "no_such_tile": lambda data, eyes, names: (
        _("There is no tile %(tile)s: they are numbered 0 to %(last)s.")
        % {"tile": signed(data["tile"]), "last": data["tiles"] - 1}
    ),
    "no_such_page": lambda data, eyes, names: (
        _("There is no pyramid %(page)s. Pyramids kept: %(pages)s.")
        % {"page": signed(data["page"]), "pages": data["pages"]}
    ),
    "note_too_long": lambda data, eyes, names: (
        ngettext(
            "The notes take up to %(most)s character, not %(count)s.",
            "The notes take up to %(most)s characters, not %(count)s.",
            data["most"],
        )
        % data
    ),
}


# -- notices


def notice(notice: Notice, eyes: Eyes, names: Sequence[str]) -> str:
    """What is unusual about a recorded move; "" if it is not for these eyes."""
    data = notice.data
    match notice.code:
        case "out_of_turn":
            return _("By order the next to read was: %(name)s.") % {
                "name": _name(names, data["next"])
            }
        case "asked_again":
            return _("Question %(question)s came before, and the cards were not shuffled.") % data
        case "answer_differs":
            return _answer_differs(data, eyes)
        case "right_against_rack":
            return _right_against_rack(data, eyes, names)
    return _tiles_taken(data, eyes, names)


def _answer_differs(data: Mapping[str, Any], eyes: Eyes) -> str:
    """For the reader alone, who sees those racks."""
    if eyes not in (data["reader"], "everything"):
        return ""
    told = {"answer": answer_text(data["question"], data["by_racks"])}
    return _("By the racks entered: %(answer)s. Correct the racks or the answer.") % told


def _right_against_rack(data: Mapping[str, Any], eyes: Eyes, names: Sequence[str]) -> str:
    """For those who see that rack."""
    if not sees(eyes, data["player"]):
        return ""
    told = {"name": _name(names, data["player"]), "code": code(data["entered"])}
    return _("The rack entered says otherwise. %(name)s: %(code)s.") % told


# -- where the play is, and how it ended


def status(state: State) -> str:
    """What is left to draw from, and of the question cards."""
    if state.finished:
        return _("the game is over")
    return _("supply %(supply)s, questions %(questions)s") % {
        "supply": state.supply.left,
        "questions": len(QUESTIONS) - len(state.asked),
    }


def verdict(state: State, names: Sequence[str]) -> str:
    """Who won; before the end who is ahead, or that all are level."""
    first = [names[each.player] for each in standings(state) if each.place == 1]
    if len(first) == 1:
        return (_("Winner: %(name)s") if state.finished else _("Ahead: %(name)s")) % {
            "name": first[0]
        }
    together = {"names": ", ".join(first)}
    return (_("Draw: %(names)s") if state.finished else _("Level: %(names)s")) % together


def result(state: State, eyes: Eyes, names: Sequence[str]) -> str:
    """The result as text to share: verdict, then each player's points and right codes."""
    lines = [f"{TITLE}. {verdict(state, names)}"]
    for each in sorted(standings(state), key=lambda standing: standing.place or 0):
        right = right_codes(state, each.player)
        codes = f" ({', '.join(right)})" if right else ""
        medal = MEDALS.get(each.place or 0, "·")
        lines.append(f"{medal} {names[each.player]}: {each.points}{codes}")
    return "\n".join(lines)


def right_codes(state: State, player: int) -> list[str]:
    """The codes that a player declared right, in order."""
    return [
        code(change.numbers)
        for change in state.changes
        if change.player == player and change.right and change.numbers
    ]
