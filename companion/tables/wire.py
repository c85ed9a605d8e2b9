"""A move on the wire: what a phone posts, read into `record.Sent`.

Source: spec "A move on the wire". Whatever cannot be read raises BadMove with
the status and one sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from companion import door
from companion.http import Request
from companion.limits import address
from companion.tables import tokens
from companion.tables.record import UNSAID, Sent

LARGEST_ARGS = 256 * 1024
OURS = {"csrfmiddlewaretoken", "page", "key", "start", "was", "query", "to", "then", "args"}


class BadMove(Exception):
    """The post is no move; `status` and one sentence."""

    def __init__(self, said: str, status: int = 400) -> None:
        super().__init__(said)
        self.status = status


def read_move(request: Request, name: str) -> Sent:
    """The move that was posted: args as a key's JSON, or a form's typed fields."""
    posted = request.POST
    text = posted.get("args", "")
    if len(text) > LARGEST_ARGS:
        raise BadMove(_("That is more than a move can hold."), 413)
    fields = {each: str(value) for each, value in posted.items() if each not in OURS}
    fields |= {name: _text_of(file) for name, file in request.FILES.items() if file}
    return Sent(
        move=name,
        args=_args(text) if text else None,
        fields=fields,
        key=_key(request, name, text or repr(sorted(fields.items()))),
        phone=request.phone.id,
        address=address(request),
        start=tokens.read_start(posted.get("start", "")),
        zone=zone_of(request),
        was=_json(posted["was"]) if "was" in posted else UNSAID,
    )


def _text_of(file: Any) -> str:
    """An uploaded file as text; what is not UTF-8 stays wrong, and is refused by its reader."""
    if file.size > LARGEST_ARGS:
        raise BadMove(_("That is more than a move can hold."), 413)
    return str(file.read().decode("utf-8", "replace"))


def zone_of(request: Request) -> str:
    """The time zone that the phone's script has told ("" without one)."""
    return request.COOKIES.get("zone", "")[:64]


def _args(text: str) -> Mapping[str, Any]:
    value = _json(text)
    if not isinstance(value, dict):
        raise _unreadable()
    return value


def _json(text: str) -> Any:
    try:
        return door.read_json(text)
    except door.Unreadable:
        raise _unreadable() from None


def _unreadable() -> BadMove:
    return BadMove(_("This move cannot be read. Reload the page and try again."))


def _key(request: Request, name: str, said: str) -> str:
    key = request.POST.get("key", "")
    if key:
        if not tokens.is_key(key):
            raise _unreadable()
        return key.lower()
    page = request.POST.get("page", "")
    if not page:
        raise _unreadable()
    return tokens.key_of(page, name, said)
