"""Static files under names that change with their content."""

from __future__ import annotations

import re
from collections.abc import Callable

from whitenoise.storage import CompressedManifestStaticFilesStorage

NOTHING = ""

# Comments are for who reads the sources, not for a phone in a bad Wi-Fi. Ours stand in
# lines of their own.
OUR_COMMENTS = ("js/*.js", ((r"(?m)^[ \t]*(?://|/\*\*| \*).*\n", NOTHING),))

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

    patterns = (*CompressedManifestStaticFilesStorage.patterns, OUR_COMMENTS, OUR_IMPORTS)

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[re.Match[str]], str]:
        if template == NOTHING:
            return lambda comment: NOTHING
        converter: Callable[[re.Match[str]], str] = super().url_converter(
            name, hashed_files, template
        )
        return converter
