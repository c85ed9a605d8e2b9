"""Static files under names that change with their content."""

from __future__ import annotations

import re
from collections.abc import Callable

from whitenoise.storage import CompressedManifestStaticFilesStorage

NOTHING = ""

# Comments and indents are for who reads the sources, not for a phone in a bad Wi-Fi. No text
# in our scripts has a comment's beginning in it, or runs over several lines.
FOR_READERS = (
    "js/*.js",
    (
        (r"(?m)[ \t]+// .*$", NOTHING),
        (r"(?m)^[ \t]*(?:(?://|/\*\*| \*).*)?\n", NOTHING),
        (r"(?m)^[ \t]+", NOTHING),
    ),
)
OUR_STYLES = ("css/*.css", ((r"(?s)/\*.*?\*/", NOTHING), (r"(?m)^[ \t]+|^\n", NOTHING)))

OUR_IMPORTS = (
    "js/*.js",
    (
        (
            r"""(?P<matched>(?P<word>\b(?:from|import)\s*)["'](?P<url>\.{1,2}/[^"']+)["'])""",
            '%(word)s"%(url)s"',
        ),
    ),
)


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Hashes the imports in our scripts too, or an old module could meet a new one."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        FOR_READERS,
        OUR_STYLES,
        OUR_IMPORTS,
    )

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[re.Match[str]], str]:
        if template == NOTHING:
            return lambda left_out: NOTHING
        converter: Callable[[re.Match[str]], str] = super().url_converter(
            name, hashed_files, template
        )
        return converter
