"""Addresses of the site. The table's own stand in `companion.tables.urls`."""

from __future__ import annotations

from django.urls import include, path, re_path
from django.views.i18n import set_language

from companion import app, pages
from companion.games import all_games
from companion.tables.views import start

handler400 = "companion.pages.bad_request"
handler403 = "companion.pages.forbidden"
handler404 = "companion.pages.not_found"
handler500 = "companion.pages.broken"

GAME = f"(?P<slug>{'|'.join(all_games())})"

urlpatterns = [
    path("", pages.home, name="home"),
    path("healthz", pages.health, name="health"),
    path("app.webmanifest", app.manifest, name="manifest"),
    path("worker.js", app.worker, name="worker"),
    path("offline/", app.offline, name="offline"),
    path("language/", set_language, name="set_language"),
    path("theme/", pages.theme, name="theme"),
    re_path(rf"^rules/{GAME}/$", pages.rules, name="rules"),
    path("", include("companion.tables.urls")),
    re_path(rf"^{GAME}/$", start.board_page, name="start"),
    re_path(rf"^{GAME}/(?P<name>[a-z-]+)/$", start.page, name="start_page"),
    re_path(rf"^{GAME}/(?P<name>[a-z-]+)[.]json$", start.file, name="start_file"),
]
