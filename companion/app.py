"""The site as an app on a phone: what it is called there, and what it shows offline.

The worker exists on https and on this machine alone; on plain http phones have none.
Boards that a phone has seen are kept by its own pages (static/js/kept.js), never here.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from companion.games import all_games
from companion.http import Request, build, has_worker, not_modified, render, revalidated

# What the offline page is drawn with: styles, scripts and signs.
ITS_FILES = re.compile(rf'"({re.escape(settings.STATIC_URL)}[^"#]+\.(?:css|js|svg))["#]')

ICONS = (
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/maskable-512.png", "512x512", "maskable"),
    ("icons/favicon.svg", "any", "any"),
)


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Name, icons and colours for the home screen."""
    kinds = {"png": "image/png", "svg": "image/svg+xml"}
    described = {
        "id": "/",
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": _("The count, the check and the memory of your board games."),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "theme_color": "#e4eae6",
        "background_color": "#e4eae6",
        "icons": [
            {
                "src": static(name),
                "sizes": sizes,
                "type": kinds[name.rpartition(".")[2]],
                "purpose": purpose,
            }
            for name, sizes, purpose in ICONS
        ],
    }
    response = JsonResponse(described, content_type="application/manifest+json")
    response["Cache-Control"] = "private, max-age=3600"  # browsers ask for it with every page
    return response


@require_safe
def offline(request: Request) -> HttpResponse:
    """What a phone without network shows: the worker fetches it beforehand."""
    return render(request, "offline.html", _context())


def _context() -> dict[str, Any]:
    """The styles of every game, since any of their boards may have been seen."""
    return {"games": all_games().values()}


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, or one that takes itself away where the site has none any more.

    Its text names one version of the offline page, so another build, name, language
    or theme is another worker, and browsers fetch all of it anew.
    """
    page = render_to_string("offline.html", _context(), request)
    version = sha256(f"{has_worker()} {build()} {page}".encode()).hexdigest()[:12]
    tag = f'"worker-{version}"'
    unchanged = not_modified(request, tag)
    if unchanged:
        return unchanged
    named = {
        "version": version,
        "page": reverse("offline"),
        "files": json.dumps(sorted(set(ITS_FILES.findall(page)))),
    }
    name = "worker.js" if has_worker() else "farewell.js"
    source = render_to_string(name, named)
    return revalidated(HttpResponse(source, content_type="text/javascript; charset=utf-8"), tag)
