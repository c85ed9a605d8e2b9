"""Every test begins with full buckets and no log held, and reads English."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.utils import translation

from companion.tables import held


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    cache.clear()
    held.forget()
    with translation.override("en"):
        yield
