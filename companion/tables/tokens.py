"""Unguessable addresses, codes that can be said aloud, and signed starts.

A table's token has 128 bits. Its join code has six characters out of thirty:
no vowels (so no words), no O, I, L (they are read as 0 and 1).
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from django.core import signing

ALPHABET = "0123456789BCDFGHJKMNPQRSTVWXYZ"
LOOKALIKES = str.maketrans("OILАВСЕНКМОРТХУ", "011ABCEHKM0PTXY")
RUDE = re.compile("F[CV]K|5H1T|SH1T|D1CK|C[VN]NT|P0RN|455|666|1488|KKK|B1TCH|XYJ|H[YV]J")
TOKEN = re.compile(r"[A-Za-z0-9_-]{16,32}")


def new_token() -> str:
    """A fresh address that nobody can guess (128 bits)."""
    return secrets.token_urlsafe(16)


def new_code() -> str:
    """A fresh join code, never a rude one."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(6))
        if not RUDE.search(code):
            return code


def typed_code(text: str) -> str:
    """The code somebody typed: case, blanks and dashes ignored, look-alikes mapped.

    >>> typed_code(" 4к2-9lо ")
    '4K2910'
    """
    plain = unicodedata.normalize("NFKC", text).upper().translate(LOOKALIKES)
    return "".join(each for each in plain if each.isalnum())


@dataclass(frozen=True)
class Start:
    """What an empty board promises: the table that its first move will make."""

    token: str
    slug: str
    options: Mapping[str, Any]
    players: int


def signed_start(start: Start) -> str:
    return signing.dumps(
        [start.token, start.slug, dict(start.options), start.players], salt="start"
    )


def read_start(text: str) -> Start | None:
    """The start that we signed, or None."""
    try:
        return Start(*signing.loads(text, salt="start"))
    except (signing.BadSignature, TypeError, ValueError):
        return None


def key_of(page: str, move: str, args: str) -> str:
    """The key of a move sent without script: one page, one move, one key.

    A double click on one key counts once; two keys of a page are two moves.
    """
    return str(uuid5(NAMESPACE_URL, f"{page}\n{move}\n{args}"))


def is_key(text: str) -> bool:
    """A uuid as phones make them."""
    try:
        return str(UUID(text)) == text.lower()
    except ValueError:
        return False
