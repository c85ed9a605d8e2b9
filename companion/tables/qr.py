"""The table's address as a link and as a QR: always dark on white, with its border."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from companion import lan

BORDER = 4


def link(request: HttpRequest, path: str) -> str:
    """The one address that is shared: PUBLIC_URL if set, else where the asker came from.

    Somebody who opens the site on the machine itself gets the address by which
    the phones reach it.
    """
    here = lan.reachable(f"{request.scheme}://{request.get_host()}")
    return (settings.PUBLIC_URL or here) + path


@lru_cache(maxsize=256)
def drawing(text: str) -> SafeString:
    """The QR of a text as an inline SVG without any style of its own."""
    out = BytesIO()
    segno.make(text, error="m", micro=False).save(
        out,
        kind="svg",
        border=BORDER,
        xmldecl=False,
        svgns=False,
        svgclass="qr",
        lineclass=None,
        omitsize=True,
        dark="#101915",
        light="#fff",
    )
    return mark_safe(out.getvalue().decode())  # noqa: S308  (segno escapes; nothing of it is typed)
