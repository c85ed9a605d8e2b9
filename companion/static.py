"""Static files under names that change with their content."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage

OUR_IMPORTS = (
    "js/*.js",
    (
        (
            r"""(?P<matched>(?P<word>\b(?:from|import)\s*)["'](?P<url>\./[^"']+)["'])""",
            '%(word)s"%(url)s"',
        ),
    ),
)


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Hashes the imports in our scripts too, or an old module could meet a new one."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, OUR_IMPORTS)
