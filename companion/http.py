"""Requests and answers: whole page or fragment, ETags, the phone's cookies.

A fragment is a named partial of the page's own template. Its name, the id of
the element it replaces and the HX-Target header are one word.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render as render_template
from django.utils.cache import patch_vary_headers
from django.utils.functional import cached_property
from django.utils.http import parse_etags
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

PHONE_AGE = 400 * 24 * 60 * 60
MOST_TABLES = 12
THEMES = ("", "light", "dark")

# How Django begins to say that a form stood on another site.
FOREIGN = ("Origin checking failed", "Referer checking failed")


class Request(HttpRequest):
    """A request as our middleware leaves it."""

    htmx: HtmxDetails
    phone: Phone


class Phone:
    """The device that asks, known by one signed cookie and nothing else.

    `id` is made when it is first asked for; `tables` are the tokens of the
    tables it opened last.
    """

    def __init__(self, request: HttpRequest) -> None:
        self._cookies = request.COOKIES
        self.changed: dict[str, str] = {}

    @cached_property
    def id(self) -> str:
        known = self._read("phone")
        if known is None:
            known = secrets.token_urlsafe(16)
            self.changed["phone"] = signing.dumps(known, salt="phone")
        return str(known)

    @cached_property
    def tables(self) -> list[str]:
        known = self._read("tables")
        return [str(each) for each in known] if isinstance(known, list) else []

    def remember(self, token: str) -> None:
        """Put a table first among those of this phone."""
        if self.tables[:1] != [token]:
            others = [each for each in self.tables if each != token]
            self.tables = [token, *others][:MOST_TABLES]
            self.changed["tables"] = signing.dumps(self.tables, salt="tables", compress=True)

    def _read(self, name: str) -> Any:
        try:
            return signing.loads(self._cookies.get(name, ""), salt=name, max_age=PHONE_AGE)
        except signing.BadSignature:
            return None


def phone_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Gives every request its `phone`, and keeps what changed of it in cookies."""

    def middleware(request: Request) -> HttpResponse:
        request.phone = Phone(request)
        response = get_response(request)
        for name, value in request.phone.changed.items():
            set_cookie(response, name, value)
        return response

    return middleware  # type: ignore[return-value]


def set_cookie(response: HttpResponse, name: str, value: str, *, httponly: bool = True) -> None:
    response.set_cookie(
        name,
        value,
        max_age=PHONE_AGE,
        httponly=httponly,
        samesite="Lax",
        secure=settings.CSRF_COOKIE_SECURE,
    )


def site(request: HttpRequest) -> dict[str, Any]:
    """What every template may use: the site's name, what the phone chose, and what it keeps."""
    return {
        "site_name": settings.SITE_NAME,
        "theme": theme_of(request),
        "theme_choices": (("", _("System")), ("light", _("Light")), ("dark", _("Dark"))),
        "language": get_language(),
        "has_worker": has_worker(),
    }


def has_worker() -> bool:
    """Whether phones keep an offline page. Not while the code is worked on: its files
    change under their names."""
    return bool(settings.OFFLINE_PAGE) and not settings.DEBUG


def theme_of(request: HttpRequest) -> str:
    """The theme that the phone chose; "" is the system's."""
    theme = request.COOKIES.get("theme", "")
    return theme if theme in THEMES else ""


def by_script(request: HttpRequest) -> bool:
    """htmx or our own script asks, not a browser that shows the whole answer."""
    return request.headers.get("HX-Request") == "true"


def plain(said: str, status: int) -> HttpResponse:
    """One sentence, as a script takes it."""
    answer = HttpResponse(said, content_type="text/plain; charset=utf-8", status=status)
    return _headers(answer, "")


def wants_part(request: Request, part: str) -> bool:
    """The fragment of that name is asked for."""
    restores = request.headers.get("HX-History-Restore-Request") == "true"
    return by_script(request) and not restores and request.headers.get("HX-Target") == part


def etag(request: Request, part: str, *facts: object) -> str:
    """One version of one page for one pair of eyes."""
    asked = part if wants_part(request, part) else "page-" + theme_of(request)
    return f'"{"-".join(map(str, (*facts, get_language(), build())))}~{asked}"'


def build() -> str:
    """The version of scripts and styles: a page of another one reloads itself."""
    return str(getattr(staticfiles_storage, "manifest_hash", ""))


def not_modified(request: HttpRequest, tag: str) -> HttpResponse | None:
    """304 if the phone already has this version."""
    # Compressed on the way, a tag has become a weak one.
    known = parse_etags(request.headers.get("If-None-Match", "").replace("W/", ""))
    if tag in known:
        return _headers(HttpResponseNotModified(), tag)
    return None


def render(
    request: Request,
    template: str,
    context: Mapping[str, Any],
    *,
    part: str = "",
    tag: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page, or the fragment `part` of it when that is what was asked for."""
    name = f"{template}#{part}" if part and wants_part(request, part) else template
    drawn = dict(context) | {"etag": _part_tag(tag, part), "build": build()}
    drawn["is_part"] = "#" in name
    return _headers(render_template(request, name, drawn, status=status), tag)


def _part_tag(tag: str, part: str) -> str:
    """The tag that the fragment of a page has: the phone asks with it later."""
    return f'{tag.rpartition("~")[0]}~{part}"' if tag else ""


def revalidated(response: HttpResponse, tag: str) -> HttpResponse:
    """An answer that may be kept, and is asked for by its tag before it is used."""
    return _headers(response, tag)


def uncached(response: HttpResponse) -> HttpResponse:
    """An answer that is for this phone alone and not kept."""
    return _headers(response, "")


def _headers(response: HttpResponse, tag: str) -> HttpResponse:
    patch_vary_headers(response, ["HX-Target", "HX-Request", "Cookie", "Accept-Language"])
    response["Cache-Control"] = "no-cache, private" if tag else "no-store"
    if tag:
        response["ETag"] = tag
    return response


def stale_page(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form whose page is too old: its values once more, and one key to send them.

    Never a bare 403. A script's move gets one sentence and fetches a new token.
    """
    if by_script(request):
        return plain(_("The page was too old"), 403)
    if reason.startswith(FOREIGN):  # nobody shall send it again for them
        return render(request, "403.html", {}, status=403)  # type: ignore[arg-type]
    values = [
        (name, value)
        for name, all_values in request.POST.lists()
        if name != "csrfmiddlewaretoken"
        for value in all_values
    ]
    context = {"values": values, "action": request.get_full_path()}
    return render(request, "stale.html", context, status=403)  # type: ignore[arg-type]
