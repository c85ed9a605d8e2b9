"""What every test may count on."""

import pytest

from tests.server import collect_static


@pytest.fixture(scope="session", autouse=True)
def _built_static_files() -> None:
    """Pages name their static files by hash, so these must have been built."""
    collect_static()
