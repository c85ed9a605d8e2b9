"""Rate limits: so many at once, then so many a second, each address for itself."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import cache

from companion.limits import Bucket, TooMany, take

THREE = Bucket(3, 0.5)


class Clock:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    cache.clear()
    clock = Clock()
    monkeypatch.setattr(time, "time", clock)
    yield clock
    cache.clear()


def taken(count: int, name: str = "taps", who: str = "10.0.0.1", bucket: Bucket = THREE) -> int:
    """How many of `count` tries are let through."""
    through = 0
    for _ in range(count):
        try:
            take(name, bucket, who)
        except TooMany:
            continue
        through += 1
    return through


@pytest.mark.usefixtures("clock")
def test_take_as_many_as_the_bucket_holds() -> None:
    assert taken(5) == 3


@pytest.mark.usefixtures("clock")
def test_take_by_many_threads_at_once() -> None:
    many = Bucket(400, 0.5)
    with ThreadPoolExecutor(8) as pool:
        through = sum(pool.map(lambda _: taken(100, bucket=many), range(8)))

    assert through == 400


@pytest.mark.usefixtures("clock")
def test_take_from_an_empty_bucket_says_when_to_try_again() -> None:
    taken(3)

    with pytest.raises(TooMany) as fault:
        take("taps", THREE, "10.0.0.1")

    assert fault.value.seconds == 2


def test_take_again_when_the_bucket_has_filled(clock: Clock) -> None:
    taken(3)

    clock.now += 2
    after_two_seconds = taken(3)
    clock.now += 4
    after_four_more = taken(3)

    assert (after_two_seconds, after_four_more) == (1, 2)


def test_take_after_a_long_time_finds_a_full_bucket_and_no_more(clock: Clock) -> None:
    taken(3)

    clock.now += 3_600

    assert taken(9) == 3


def test_take_from_a_bucket_that_filled_up_meanwhile(clock: Clock) -> None:
    taken(1)

    clock.now += 6

    assert taken(9) == 3


def test_take_when_the_clock_goes_back(clock: Clock) -> None:
    taken(2)

    clock.now -= 3_600

    assert taken(3) == 1


@pytest.mark.usefixtures("clock")
def test_take_for_each_address_and_thing_apart() -> None:
    assert (taken(3), taken(9, who="10.0.0.2"), taken(9, name="tables")) == (3, 3, 3)
