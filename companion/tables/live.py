"""Live: tells every phone at a table that something changed, never what.

One stream of server-sent events a phone, one hub a process (`across` joins them). An
event is the table's tick (and, for its owner only, the notebook's own number); the
phone then asks for its own view. Nothing here touches the database: a stream that did would
keep its connection, so the page signs a key that says which table and which phone.

    data: 41            the table is at tick 41
    data: 41 7          ... and your notebook at entry 7
    event: here         somebody's phone came or went away, or something may have been missed
    event: heartbeat    at the start and every 15 seconds: the line is alive
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections import deque
from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple
from urllib.parse import parse_qs

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, HTTPScope
from django.core import signing
from django.utils.crypto import salted_hmac

from companion.gate import address_of, answer, closed

DAY = 24 * 3600
KEY_DAYS = 7
HEARTBEAT = 15.0
WAITING = 32
PER_PHONE = 6  # as many as a browser keeps open to one site
PER_TABLE = 100
WATCHERS = 30  # of one table
PER_ADDRESS = 200
IN_ALL = 2000

NEWS = re.compile(
    r"(?P<topic>[0-9a-f]{32}) (?P<tick>\d{1,18})"
    r"(?: (?P<owner>[0-9a-f]{32}) (?P<notebook>\d{1,9}))?",
    re.ASCII,
)
ADDRESS = re.compile(r"/(?P<way>[tw])/(?P<token>[^/]+)/live/")

OPENING = b"retry: 2000\nevent: heartbeat\ndata: 0\n\n"
BEAT = b"event: heartbeat\ndata: 0\n\n"
HERE = b"event: here\ndata: 0\n\n"
SETTLED = 1.0  # seconds: a reload goes and comes at once, and is nobody's news


# Who may listen


class Listener(NamedTuple):
    """Whom a key lets in: a phone at a table, or ("" ) a watcher of it."""

    topic: str
    phone: str
    watch: bool


class DaySigner(signing.TimestampSigner):
    """Signs with the day, not the second: the same page stays the same bytes."""

    def timestamp(self) -> str:
        return signing.b62_encode(int(time.time()) // DAY * DAY)


SIGNER_SALT = "companion.tables.live"


def topic_of(table_token: str) -> str:
    """The table's name in keys: who watches must not learn the table's token."""
    return salted_hmac(SIGNER_SALT, table_token, algorithm="sha256").hexdigest()[:32]


def stream_key(table_token: str, phone: str, watch: bool = False) -> str:
    """What a page gives its phone to listen with, for at least KEY_DAYS days."""
    listener = Listener(topic_of(table_token), "" if watch else phone, watch)
    return DaySigner(salt=SIGNER_SALT).sign_object(listener)


def listener_of(key: str) -> Listener | None:
    """Whom we signed the key for, or None."""
    try:
        signed = DaySigner(salt=SIGNER_SALT).unsign_object(key, max_age=(KEY_DAYS + 1) * DAY)
        return Listener(*signed)
    except (signing.BadSignature, TypeError, ValueError):
        return None


def mark_of(topic: str, phone: str) -> str:
    """The phone's name in news: whoever reads it must not learn the phone's id."""
    return salted_hmac(SIGNER_SALT, f"{topic} {phone}", algorithm="sha256").hexdigest()[:32]


class News(NamedTuple):
    """A table is at this tick; or, for `owner` only, that phone's notebook at this entry."""

    topic: str
    tick: int
    owner: str = ""
    notebook: int | None = None

    @classmethod
    def of(cls, table: str, tick: int, *, owner: str = "", notebook: int | None = None) -> News:
        topic = topic_of(table)
        return cls(topic, tick, mark_of(topic, owner) if owner else "", notebook)

    @classmethod
    def read(cls, text: str) -> News | None:
        """The news of a `text`, or None: others may write to the same database."""
        found = NEWS.fullmatch(text)
        if found is None:
            return None
        notebook = found["notebook"]
        return cls(
            found["topic"],
            int(found["tick"]),
            found["owner"] or "",
            None if notebook is None else int(notebook),
        )

    @property
    def text(self) -> str:
        """How it goes from process to process."""
        own = "" if self.notebook is None else f" {self.owner} {self.notebook}"
        return f"{self.topic} {self.tick}{own}"

    @property
    def event(self) -> bytes:
        """How it goes to a phone."""
        number = f"{self.tick}" if self.notebook is None else f"{self.tick} {self.notebook}"
        return f"data: {number}\n\n".encode()


# The hub


class Stream:
    """One open line: the events that its phone has not been sent.

    At most WAITING of them; the oldest is dropped, since each is only a number.
    """

    def __init__(self, phone: str, address: str = "", mark: str = "") -> None:
        self.phone = phone
        self.address = address
        self.mark = mark
        self.ended = False
        self._waiting: deque[bytes] = deque(maxlen=WAITING)
        self._news = asyncio.Event()

    def put(self, event: bytes) -> None:
        self._waiting.append(event)
        self._news.set()

    def end(self) -> None:
        self.ended = True
        self._news.set()

    async def take(self) -> bytes:
        """All that waits, or a heartbeat after a silence; nothing at the end."""
        try:
            async with asyncio.timeout(HEARTBEAT):
                await self._news.wait()
        except TimeoutError:
            return BEAT
        self._news.clear()
        events = b"".join(self._waiting)
        self._waiting.clear()
        return events


class Hub:
    """Who listens to which table, in this process.

    Streams live in the event loop. `tell`, `look` and `present` may be called from any
    thread, and do nothing where no phone listens (commands, tests).
    """

    def __init__(
        self,
        *,
        per_phone: int = PER_PHONE,
        per_table: int = PER_TABLE,
        watchers: int = WATCHERS,
        per_address: int = PER_ADDRESS,
        in_all: int = IN_ALL,
    ) -> None:
        self.per_phone = per_phone
        self.per_table = per_table
        self.watchers = watchers
        self.per_address = per_address
        self.in_all = in_all
        # Each table's streams, the oldest first; replaced, never changed.
        self._streams: dict[str, tuple[Stream, ...]] = {}
        self._told: dict[str, set[str]] = {}
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopped = False

    def open(self, topic: str, phone: str, address: str = "") -> Stream | None:
        """A new stream, or None where there are too many. In the event loop."""
        with self._lock:
            if self._stopped or self._is_full(topic, phone, address):
                return None
            self._loop = asyncio.get_running_loop()
            stream = Stream(phone, address, mark_of(topic, phone))
            self._streams[topic] = (*self._streams.get(topic, ()), stream)
        self._loop.call_later(SETTLED, self._tell_who_is_here, topic)
        return stream

    def _is_full(self, topic: str, phone: str, address: str) -> bool:
        """Whether one more is too many; a phone with too many loses its oldest instead.

        What has ended counts by address and in all until its line is closed, and that
        may take a phone that does not read for ever.
        """
        everywhere = [each for streams in self._streams.values() for each in streams]
        if len(everywhere) >= self.in_all:
            return True
        if sum(each.address == address for each in everywhere) >= self.per_address:
            return True
        here = [each for each in self._streams.get(topic, ()) if not each.ended]
        if not phone:
            return sum(not each.phone for each in here) >= self.watchers
        own = [each for each in here if each.phone == phone]
        if len(own) >= self.per_phone:
            own[0].end()
            return False
        return sum(bool(each.phone) for each in here) >= self.per_table

    def leave(self, topic: str, stream: Stream) -> None:
        """The phone went away. In the event loop."""
        with self._lock:
            rest = tuple(each for each in self._streams.get(topic, ()) if each is not stream)
            if rest:
                self._streams[topic] = rest
            else:
                self._streams.pop(topic, None)
        asyncio.get_running_loop().call_later(SETTLED, self._tell_who_is_here, topic)

    def _tell_who_is_here(self, topic: str) -> None:
        streams = self._streams.get(topic, ())
        here = {stream.phone for stream in streams if stream.phone}
        if here == self._told.get(topic, set()):
            return
        if here:
            self._told[topic] = here
        else:
            self._told.pop(topic, None)
        for stream in streams:
            stream.put(HERE)

    def publish(
        self, table: str, tick: int, *, owner: str = "", notebook: int | None = None
    ) -> None:
        """Tell the table's phones its tick; with `owner` only that phone's."""
        self.tell(News.of(table, tick, owner=owner, notebook=notebook))

    def tell(self, news: News) -> None:
        """Tell the phones whom it concerns, after the commit: one that is told asks at once."""
        streams = self._of(news.topic)
        if news.owner:
            streams = tuple(each for each in streams if each.mark == news.owner)
        self._put(streams, news.event)

    def look(self) -> None:
        """Something may have been missed: every phone looks for itself."""
        with self._lock:
            everywhere = [each for streams in self._streams.values() for each in streams]
        self._put(everywhere, HERE)

    def present(self, table: str) -> set[str]:
        """The phones that have the table open right now."""
        return {stream.phone for stream in self._of(topic_of(table)) if stream.phone}

    def stop(self) -> None:
        """End every stream and open no more: the server stops. In the event loop."""
        self._stopped = True
        for streams in self._streams.values():
            for stream in streams:
                stream.end()

    def _of(self, topic: str) -> tuple[Stream, ...]:
        with self._lock:
            return self._streams.get(topic, ())

    def _put(self, streams: Sequence[Stream], event: bytes) -> None:
        if not streams or self._loop is None:
            return

        def in_loop() -> None:
            for stream in streams:
                stream.put(event)

        with contextlib.suppress(RuntimeError):  # the loop has just closed
            self._loop.call_soon_threadsafe(in_loop)


hub = Hub()


# The stream


def is_stream(path: str) -> bool:
    return ADDRESS.fullmatch(path) is not None


async def stream(scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    """Answer /t/<token>/live/ and /w/<token>/live/ with ticks until the phone goes."""
    if scope["method"] != "GET":
        await answer(send, 405, headers=[(b"allow", b"GET"), (b"connection", b"close")])
        return
    listener = _listener(scope)
    if listener is None:
        await answer(send, 403)
        return
    line = hub.open(listener.topic, listener.phone, address_of(scope))
    if line is None:
        await answer(send, 503, headers=[(b"retry-after", b"15")])
        return
    gone = asyncio.create_task(_end_when_gone(receive, line))
    try:
        await send(
            {
                "type": "http.response.start",
                "status": 200,
                "headers": [
                    (b"content-type", b"text/event-stream"),
                    (b"cache-control", b"no-store, no-transform"),
                    (b"x-accel-buffering", b"no"),
                    *closed(),
                ],
                "trailers": False,
            }
        )
        events = OPENING
        while events or not line.ended:
            await send({"type": "http.response.body", "body": events, "more_body": True})
            events = await line.take() if not line.ended else b""
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        gone.cancel()
        hub.leave(listener.topic, line)


def _listener(scope: HTTPScope) -> Listener | None:
    """Whom the key in the address lets in at this address."""
    address = ADDRESS.fullmatch(scope["path"])
    query = parse_qs(scope["query_string"].decode("latin-1"))
    listener = listener_of(query.get("key", [""])[0])
    if address is None or listener is None:
        return None
    if listener.watch != (address["way"] == "w"):
        return None
    if not listener.watch and listener.topic != topic_of(address["token"]):
        return None
    return listener


async def _end_when_gone(receive: ASGIReceiveCallable, line: Stream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    line.end()
