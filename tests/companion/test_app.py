"""The site as an app: the manifest, the icons, the worker and its offline page."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.http import HttpResponse
from django.test import Client

from tests.server import ROOT

PNG = b"\x89PNG\r\n\x1a\n"
WORKER, OFFLINE, MANIFEST = "/worker.js", "/offline/", "/app.webmanifest"


def text(response: HttpResponse) -> str:
    return response.content.decode()


def built(address: str) -> Path:
    """The file that is served at an address of a static file."""
    assert address.startswith(site.STATIC_URL)
    assert re.search(r"\.[0-9a-f]{12}\.\w+$", address), f"not hashed: {address}"
    return Path(site.STATIC_ROOT) / address.removeprefix(site.STATIC_URL)


def size_of(png: Path) -> str:
    """Width and height as the head of a PNG says them."""
    head = png.read_bytes()[:24]
    assert head[:8] == PNG
    return "{}x{}".format(*struct.unpack(">II", head[16:24]))


def manifest() -> dict[str, Any]:
    return dict(json.loads(Client().get(MANIFEST).content))


def files_of(worker: str) -> list[str]:
    """What the worker keeps beside the offline page."""
    found = re.search(r"const FILES = (\[.*\]);", worker)
    assert found
    return list(json.loads(found[1]))


def test_manifest_says_what_the_app_is(settings: Any) -> None:
    settings.SITE_NAME = "Games & <tea>"
    response = Client().get(MANIFEST, headers={"accept-language": "en"})

    assert response["Content-Type"] == "application/manifest+json"
    said = json.loads(response.content)
    assert said["name"] == said["short_name"] == "Games & <tea>"
    assert said["id"] == said["start_url"] == said["scope"] == "/"
    assert said["display"] == "standalone"
    assert said["lang"] == "en"
    for name in ("theme_color", "background_color"):
        assert re.fullmatch("#[0-9a-f]{6}", said[name])


def test_icons_are_there_in_the_sizes_that_are_named() -> None:
    icons = manifest()["icons"]

    for icon in icons:
        file = built(icon["src"])
        assert file.exists()
        if icon["type"] == "image/png":
            assert size_of(file) == icon["sizes"]
    assert {(each["sizes"], each["purpose"]) for each in icons} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    assert size_of(ROOT / "static" / "icons" / "apple-touch-icon.png") == "180x180"


def test_every_page_names_the_app_and_its_worker() -> None:
    page = text(Client().get("/"))

    assert '<link rel="manifest" href="/app.webmanifest"' in page
    assert re.search(r'<link rel="apple-touch-icon" href="/static/[^"]+\.png">', page)
    assert '<html lang="ru" data-worker="/worker.js">' in page


def test_worker_stands_at_the_root_and_is_asked_for_each_time() -> None:
    response = Client().get(WORKER)

    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/javascript")
    assert "no-cache" in response["Cache-Control"]
    assert "default-src 'self'" in response["Content-Security-Policy"]
    again = Client().get(WORKER, headers={"if-none-match": response["ETag"]})
    assert again.status_code == 304


def test_worker_keeps_only_hashed_files_that_there_are_and_the_offline_page_needs() -> None:
    files = files_of(text(Client().get(WORKER)))
    page = text(Client().get(OFFLINE))

    assert files
    for address in files:
        assert built(address).exists()
    drawn = re.findall(r'(?:src|href)="(/static/[^"#]+\.(?:css|js|svg))[#"]', page)
    assert set(drawn) == set(files)
    assert {built(each).name.split(".")[0] for each in files} >= {"tableside", "offline", "sprite"}


def test_worker_is_another_for_another_language_theme_name_and_build(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers = [text(Client().get(WORKER))]
    workers += [text(Client().get(WORKER, headers={"accept-language": "en"}))]
    dark = Client()
    dark.cookies["theme"] = "dark"
    workers += [text(dark.get(WORKER))]
    settings.SITE_NAME = "Another"
    workers += [text(Client().get(WORKER))]
    monkeypatch.setattr("companion.app.build", lambda: "another")
    workers += [text(Client().get(WORKER))]

    assert len(set(workers)) == len(workers)
    assert text(Client().get(WORKER)) == workers[-1]


def test_offline_page_holds_nothing_of_a_phone_or_a_moment() -> None:
    one, other = Client().get(OFFLINE), Client().get(OFFLINE)

    assert text(one) == text(other)
    assert "csrf" not in text(one)
    assert not one.cookies


@pytest.mark.parametrize("unset", [{"OFFLINE_PAGE": False}, {"DEBUG": True}])
def test_site_without_worker_says_farewell_to_those_that_are_out(
    settings: Any, unset: dict[str, bool]
) -> None:
    for name, value in unset.items():
        setattr(settings, name, value)

    worker = text(Client().get(WORKER))

    assert "unregister" in worker
    assert "fetch" not in worker
    assert "data-worker" not in text(Client().get("/join/"))
