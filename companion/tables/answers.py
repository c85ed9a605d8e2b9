"""What a view answers when there is nothing to show: gone, too many, one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

import msgspec
from django.http import HttpResponse
from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion import limits, words
from companion.games import Changed, Eyes, Game, Refusal
from companion.http import Request, plain, render
from companion.limits import TooMany
from companion.log import Reading
from companion.saying import name_of
from companion.signs import grouped
from companion.tables.record import TableDeleted

POINTS = re.compile(r"[-−+\d.,\s]+", re.ASCII)

P = ParamSpec("P")
View = Callable[Concatenate[Request, P], HttpResponse]


@dataclass(frozen=True)
class Key:
    """A key under an answer: a move that mends what stood in the way.

    `was`: what it overwrites. `is_text`: its label is a whole text.
    """

    label: str
    move: str
    args: str
    was: str | None = None
    is_text: bool = False


@dataclass(frozen=True)
class Answer:
    """Why a move was not recorded, in one sentence, and the ways out."""

    said: str
    keys: tuple[Key, ...] = ()
    status: int = 422


def of_table(view: View[P]) -> View[P]:
    """A view of a table: posts are counted; a deleted table and an empty bucket get pages."""

    @wraps(view)
    def answered(request: Request, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            if request.method == "POST":
                limits.take("posts", limits.POSTS, limits.address(request))
            return view(request, *args, **kwargs)
        except TableDeleted as fault:
            offered = fault.restorable and not kwargs.get("watching")
            return deleted(request, str(kwargs["token"]) if offered else "")
        except TooMany as fault:
            return too_many(request, fault)

    return answered


def deleted(request: Request, token: str) -> HttpResponse:
    """410: the table was deleted; for a day it can be brought back."""
    if request.htmx:
        return sentence(request, _("This table was deleted."), 410)
    return render(request, "tables/deleted.html", {"token": token}, status=410)


def too_many(request: Request, fault: TooMany) -> HttpResponse:
    """429: too many at once from here; when to try again."""
    said = ngettext(
        "Too many at once. Try again in %(seconds)s second.",
        "Too many at once. Try again in %(seconds)s seconds.",
        fault.seconds,
    ) % {"seconds": fault.seconds}
    response = sentence(request, said, 429)
    response["Retry-After"] = str(fault.seconds)
    return response


def sentence(request: Request, said: str, status: int) -> HttpResponse:
    """One sentence: alone for a script, on a page of its own for a reader."""
    if request.htmx:
        return plain(said, status)
    return render(request, "sentence.html", {"said": said}, status=status)


def answer_to(
    refusal: Refusal,
    game: Game,
    log: Reading,
    move: str,
    args: Mapping[str, Any],
    eyes: Eyes,
    names: list[str],
) -> Answer:
    """The sentence for a refusal, with its one-tap way out if these eyes may take it.

    A correction has none: a way out is a new move, which would count beside the entry.
    """
    if isinstance(refusal, Changed):
        return _conflict(refusal, move, args, names)
    said = words.why(game, refusal, eyes, names)
    label = game.words.way_out(refusal, eyes, names)
    if refusal.way_out is None or not label or move == "amend":
        return Answer(said)
    other, other_args = _put_back(log, *refusal.way_out)
    return Answer(said, (Key(label, other, _text(other_args)),))


def _put_back(log: Reading, move: str, args: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """The way out; if the log has that very move, taken back, it is put back instead.

    What was recorded after it then counts again where it stands.
    """
    for row in reversed(log.rows):
        if row.undone and row.entry.what == move and dict(log.args_of(row)) == dict(args):
            return "redo", {"entry": row.number}
    return move, args


def _conflict(refusal: Changed, move: str, args: Mapping[str, Any], names: Sequence[str]) -> Answer:
    """Two phones typed different values: both as keys, the table decides."""
    now, typed, field = refusal.now, refusal.data["typed"], refusal.data["field"]
    is_text = _is_text(now) or _is_text(typed)
    keys = tuple(
        Key(_shown(each), move, _text({**args, field: each}), _text(now), is_text)
        for each in (now, typed)
    )
    said = _told_apart(now, typed, is_text)
    whose = _whose(args, names)
    return Answer(f"{whose}. {said}" if whose else said, keys, status=409)


def _whose(args: Mapping[str, Any], names: Sequence[str]) -> str:
    """Whose value it is, and of which round; "" where it is nobody's own."""
    if "player" not in args:
        return ""
    name = name_of(names, args["player"])
    if "round" not in args:
        return name
    return _("%(name)s, round %(round)s") % {"name": name, "round": args["round"]}


def _is_text(value: Any) -> bool:
    """A whole text, unlike points, which are texts too where they are decimals or sums."""
    return isinstance(value, str) and not POINTS.fullmatch(value)


def _told_apart(now: Any, typed: Any, is_text: bool) -> str:
    if is_text:
        return _("Meanwhile another phone wrote something else here. Which is right?")
    return _("Meanwhile another phone recorded %(now)s, yours says %(typed)s. Which is right?") % {
        "now": _shown(now),
        "typed": _shown(typed),
    }


def _shown(value: Any) -> str:
    if _is_text(value):
        return value or _("nothing")
    if value is None:
        return "—"
    text = grouped(str(value)).replace("-", "−")
    return text.replace(".", get_format("DECIMAL_SEPARATOR"))


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
