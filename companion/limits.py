"""Rate limits: a bucket of tokens for each thing and address, in Django's cache.

Phones round one table often share one address, so the buckets of moves are
wide: six people tapping as fast as they can never meet one.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from threading import Lock

from django.core.cache import cache
from django.http import HttpRequest

from companion import lan


@dataclass(frozen=True)
class Bucket:
    """`size` at once, then `refill` a second."""

    size: int
    refill: float


POSTS = Bucket(600, 20)
TABLES = Bucket(60, 60 / 3600)
CODES = Bucket(12, 1 / 30)
CODES_IN_ALL = Bucket(600, 1)

_lock = Lock()


class TooMany(Exception):
    """The bucket is empty; try again in `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def take(name: str, bucket: Bucket, who: str = "") -> None:
    """Take one token, or raise TooMany."""
    _take(name, bucket, who, 1)


def check(name: str, bucket: Bucket, who: str = "") -> None:
    """Raise TooMany if there is no token; take none."""
    _take(name, bucket, who, 0)


def _take(name: str, bucket: Bucket, who: str, count: int) -> None:
    key = f"bucket:{name}:{who}"
    with _lock:  # or two threads would take the same token
        now = time.time()
        left, at = cache.get(key, (float(bucket.size), now))
        left = min(bucket.size, left + max(0.0, now - at) * bucket.refill)
        if left < 1:
            raise TooMany(max(1, round((1 - left) / bucket.refill)))
        cache.set(key, (left - count, now), timeout=int(bucket.size / bucket.refill) + 1)


def address(request: HttpRequest) -> str:
    """Where a request comes from (behind a trusted proxy: from whom)."""
    return lan.household(str(request.META.get("REMOTE_ADDR", "")))
