"""What every test may count on."""

import pytest
from hypothesis import settings

from tests.server import collect_static

# No test is timed: a busy machine is no fault (`make bench` measures).
settings.register_profile("calm", deadline=None)
settings.load_profile("calm")


@pytest.fixture(scope="session", autouse=True)
def _built_static_files() -> None:
    """Pages name their static files by hash, so these must have been built."""
    collect_static()
