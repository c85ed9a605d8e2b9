"""Static files under names that change with their content."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from companion.bundle import bundled

SCRIPTS = "js/"
ENTRY = "tableside.js"

NOTHING = ""

# Comments, indents and most line breaks are for who reads the sources, not for a phone in a
# bad Wi-Fi. No text in our scripts has a comment's beginning in it, or runs over several lines.
FOR_READERS = (
    "js/*.js",
    (
        (r"(?m)[ \t]+// .*$", NOTHING),
        (r"(?m)^[ \t]*(?:(?://|/\*\*| \*).*)?\n", NOTHING),
        (r"(?m)^[ \t]+", NOTHING),
        (r"(?<=[{;,])\n", NOTHING),
    ),
)
OUR_STYLES = ("css/*.css", ((r"(?s)/\*.*?\*/", NOTHING), (r"(?m)^[ \t]+|^\n", NOTHING)))


def all_built() -> bool:
    """Each static file has been built, so that a page can name it. Pages would fail else."""
    sources = {name for finder in get_finders() for name, _storage in finder.list([])}
    try:
        built = HashedFiles().hashed_files
    except ValueError:  # half a manifest
        return False
    return sources <= set(built)


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Names that change with the content; styles and scripts without what only readers need."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, FOR_READERS, OUR_STYLES)

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        """Our modules become one script before their content is hashed."""

        def source(name: str) -> str:
            storage, path = paths[SCRIPTS + name]
            with storage.open(path) as file:
                return str(file.read().decode())

        if SCRIPTS + ENTRY in paths:
            bundle = InMemoryStorage()
            bundle.save(SCRIPTS + ENTRY, ContentFile(bundled(ENTRY, source).encode()))
            paths = paths | {SCRIPTS + ENTRY: (bundle, SCRIPTS + ENTRY)}
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[re.Match[str]], str]:
        if template == NOTHING:
            return lambda left_out: NOTHING
        converter: Callable[[re.Match[str]], str] = super().url_converter(
            name, hashed_files, template
        )
        return converter
