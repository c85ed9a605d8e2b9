"""Live: every change reaches every phone at the table, and nothing else does."""

from __future__ import annotations

import asyncio
import ctypes
import socket
import struct
import time
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import quote

import pytest
from django.core.signing import b64_decode

from companion.management.commands import serve
from companion.tables import live
from companion.tables.live import Hub, listener_of, stream_key, topic_of

TABLE = "3q2-7wAbCdEfGhIjKlMnOp"
OTHER = "zzzzzzzzzzzzzzzzzzzzzz"
WATCH = "wwwwwwwwwwwwwwwwwwwwww"


# Keys


def test_a_key_names_its_table_and_phone() -> None:
    assert listener_of(stream_key(TABLE, "anya")) == (topic_of(TABLE), "anya", False)


def test_a_key_stays_the_same_bytes_all_day(monkeypatch: pytest.MonkeyPatch) -> None:
    noon = 20_000 * live.DAY + live.DAY // 2
    monkeypatch.setattr(time, "time", lambda: float(noon))
    first = stream_key(TABLE, "anya")
    monkeypatch.setattr(time, "time", lambda: float(noon + 3600))

    assert stream_key(TABLE, "anya") == first


@pytest.mark.parametrize(("days", "good"), [(7, True), (9, False)])
def test_a_key_is_good_for_a_week(monkeypatch: pytest.MonkeyPatch, days: int, good: bool) -> None:
    key = stream_key(TABLE, "anya")
    later = time.time() + days * live.DAY
    monkeypatch.setattr(time, "time", lambda: later)

    assert (listener_of(key) is not None) == good


def test_a_watchers_key_does_not_hold_the_tables_token() -> None:
    key = stream_key(TABLE, "anya", watch=True)

    assert listener_of(key) == (topic_of(TABLE), "", True)
    assert TABLE not in b64_decode(key.split(":")[0].encode()).decode()


# The stream, driven as a server drives it


class Line:
    """A phone's end of a stream. `blocked`: it reads nothing."""

    def __init__(self, *, blocked: bool = False) -> None:
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.text = ""
        self.ended = False
        self.reads = asyncio.Event()
        if not blocked:
            self.reads.set()
        self._gone = asyncio.Event()
        self._heard = asyncio.Event()

    async def receive(self) -> Any:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, event: Any) -> None:
        if event["type"] == "http.response.start":
            self.status, self.headers = event["status"], dict(event["headers"])
            return
        await self.reads.wait()
        self.text += event["body"].decode()
        self.ended = not event["more_body"]
        self._heard.set()

    def go(self) -> None:
        self._gone.set()

    @property
    def numbers(self) -> list[str]:
        """The data of all events but heartbeats."""
        events = self.text.split("\n\n")
        return [each.removeprefix("data: ") for each in events if each.startswith("data: ")]

    async def hears(self, count: int) -> None:
        async with asyncio.timeout(2):
            while len(self.numbers) < count:
                self._heard.clear()
                await self._heard.wait()


def opened(line: Line, phone: str = "anya", **request: Any) -> asyncio.Task[None]:
    scope: Any = {
        "type": "http",
        "method": "GET",
        "path": f"/t/{TABLE}/live/",
        "query_string": f"key={quote(stream_key(TABLE, phone))}".encode(),
        **request,
    }
    return asyncio.create_task(live.stream(scope, line.receive, line.send))


async def settled() -> None:
    """Let everything that is ready happen."""
    for _turn in range(10):
        await asyncio.sleep(0)


def with_hub(
    monkeypatch: pytest.MonkeyPatch, test: Callable[[Hub], Awaitable[None]], **limits: int
) -> None:
    async def whole() -> None:
        hub = Hub(**limits)
        monkeypatch.setattr(live, "hub", hub)
        await test(hub)
        hub.stop()
        await settled()

    asyncio.run(whole())


def test_a_tick_reaches_every_phone_at_the_table_and_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(hub: Hub) -> None:
        anya, borya, stranger = Line(), Line(), Line()
        opened(anya, "anya"), opened(borya, "borya")
        key = quote(stream_key(OTHER, "vera")).encode()
        opened(stranger, path=f"/t/{OTHER}/live/", query_string=b"key=" + key)
        await settled()

        await asyncio.to_thread(hub.publish, TABLE, 41)
        await settled()

        assert (anya.numbers, borya.numbers, stranger.numbers) == (["41"], ["41"], [])

    with_hub(monkeypatch, test)


def test_a_notebook_is_told_to_its_owner_only(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(hub: Hub) -> None:
        phone, tablet, borya = Line(), Line(), Line()
        opened(phone, "anya"), opened(tablet, "anya"), opened(borya, "borya")
        await settled()

        hub.publish(TABLE, 41, owner="anya", notebook=7)
        await settled()

        assert (phone.numbers, tablet.numbers, borya.numbers) == (["41 7"], ["41 7"], [])

    with_hub(monkeypatch, test)


def test_a_watcher_hears_the_table_and_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(hub: Hub) -> None:
        screen = Line()
        key = quote(stream_key(TABLE, "tv", watch=True)).encode()
        opened(screen, path=f"/w/{WATCH}/live/", query_string=b"key=" + key)
        opened(Line(), "anya")
        await settled()

        hub.publish(TABLE, 41)
        await settled()

        assert screen.numbers == ["41"]
        assert hub.present(TABLE) == {"anya"}

    with_hub(monkeypatch, test)


def test_the_line_is_alive_from_the_start_and_after_a_silence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live, "HEARTBEAT", 0.02)

    async def test(_hub: Hub) -> None:
        line = Line()
        opened(line)
        await settled()
        assert line.text.count("event: heartbeat") == 1

        await asyncio.sleep(0.1)

        assert line.text.count("event: heartbeat") > 2
        assert line.headers[b"cache-control"] == b"no-store, no-transform"
        assert line.headers[b"x-accel-buffering"] == b"no"

    with_hub(monkeypatch, test)


def test_a_phone_that_reads_slowly_loses_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(hub: Hub) -> None:
        slow, quick = Line(blocked=True), Line()
        opened(slow, "anya"), opened(quick, "borya")
        await settled()

        for tick in range(1, 101):
            hub.publish(TABLE, tick)
            await settled()
        slow.reads.set()
        await slow.hears(live.WAITING)

        assert quick.numbers == [str(tick) for tick in range(1, 101)]
        assert slow.numbers == [str(tick) for tick in range(101 - live.WAITING, 101)]

    with_hub(monkeypatch, test)


def test_a_phone_that_leaves_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(hub: Hub) -> None:
        line = Line()
        task = opened(line, "anya")
        await settled()
        assert hub.present(TABLE) == {"anya"}

        line.go()
        await task

        assert hub.present(TABLE) == set()

    with_hub(monkeypatch, test)


def test_coming_and_going_is_told_once_and_a_reload_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live, "SETTLED", 0.05)

    async def test(hub: Hub) -> None:
        anya, borya, again = Line(), Line(), Line()
        opened(anya, "anya")
        await asyncio.sleep(0.1)
        first = anya.text.count("event: here")
        task = opened(borya, "borya")
        await asyncio.sleep(0.1)
        came = anya.text.count("event: here")
        borya.go()
        await task
        opened(again, "borya")
        await asyncio.sleep(0.1)

        assert (first, came, anya.text.count("event: here")) == (1, 2, 2)

    with_hub(monkeypatch, test)


def test_a_stopping_server_ends_every_stream_and_opens_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(hub: Hub) -> None:
        slow, quick, late = Line(blocked=True), Line(), Line()
        opened(slow), opened(quick)
        await settled()

        hub.stop()
        opened(late)
        await settled()

        assert quick.ended
        assert late.status == 503
        slow.reads.set()

    with_hub(monkeypatch, test)


@pytest.mark.parametrize("limits", [{"per_table": 2}, {"in_all": 2}])
def test_one_phone_too_many_is_asked_to_come_back(
    monkeypatch: pytest.MonkeyPatch, limits: dict[str, int]
) -> None:
    async def test(_hub: Hub) -> None:
        first, second, third = Line(), Line(), Line()
        opened(first), opened(second)
        await settled()
        opened(third)
        await settled()
        assert (third.status, third.headers[b"retry-after"]) == (503, b"15")

        first.go()
        await settled()
        fourth = Line()
        opened(fourth)
        await settled()

        assert fourth.status == 200

    with_hub(monkeypatch, test, **limits)


def watching(line: Line, **request: Any) -> asyncio.Task[None]:
    key = quote(stream_key(TABLE, "tv", watch=True)).encode()
    return opened(line, path=f"/w/{WATCH}/live/", query_string=b"key=" + key, **request)


def test_a_phone_with_too_many_streams_loses_its_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(hub: Hub) -> None:
        borya, *anyas = [Line() for _ in range(4)]
        opened(borya, "borya")
        for line in anyas:
            opened(line, "anya")
            await settled()

        hub.publish(TABLE, 41)
        await settled()

        assert [line.ended for line in anyas] == [True, False, False]
        assert [line.numbers for line in [borya, *anyas]] == [["41"], [], ["41"], ["41"]]

    with_hub(monkeypatch, test, per_phone=2, per_table=3)


def test_watchers_and_phones_do_not_take_each_others_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(_hub: Hub) -> None:
        lines = first, second, phone, late = [Line() for _ in range(4)]
        watching(first), watching(second)
        opened(phone)
        await settled()
        opened(late, "borya")
        await settled()

        assert [line.status for line in lines] == [200, 503, 200, 503]

    with_hub(monkeypatch, test, watchers=1, per_table=1)


def test_one_address_does_not_take_all_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(_hub: Hub) -> None:
        statuses = []
        for address in ["192.0.2.1", "192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2"]:
            line = Line()
            opened(line, address, client=(address, 1))
            await settled()
            statuses.append(line.status)

        assert statuses == [200, 503, 200, 200, 503]

    with_hub(monkeypatch, test, per_address=1)


def test_what_a_phone_does_not_read_counts_for_its_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(_hub: Hub) -> None:
        unread = [Line(blocked=True) for _ in range(3)]
        for line in unread:
            opened(line)
            await settled()
        last = Line()
        opened(last)
        await settled()

        assert last.status == 503
        for line in unread:
            line.reads.set()

    with_hub(monkeypatch, test, per_phone=1, per_address=3)


def test_every_answer_is_closed_to_strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(_hub: Hub) -> None:
        stream, refusal = Line(), Line()
        opened(stream), opened(refusal, method="POST")
        await settled()

        for headers in (stream.headers, refusal.headers):
            assert headers[b"content-security-policy"].startswith(b"default-src 'none'")
            assert headers[b"referrer-policy"] == b"same-origin"
            assert headers[b"x-content-type-options"] == b"nosniff"
            assert headers[b"cache-control"].startswith(b"no-store")

    with_hub(monkeypatch, test)


def key_of(text: str) -> bytes:
    return b"key=" + quote(text).encode()


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        ({"method": "POST"}, 405),
        ({"method": "HEAD"}, 405),
        ({"query_string": b""}, 403),
        ({"query_string": b"key=%00%ff"}, 403),
        ({"query_string": key_of(stream_key(TABLE, "anya")[:-1])}, 403),
        ({"query_string": key_of(stream_key(OTHER, "anya"))}, 403),
        ({"query_string": key_of(stream_key(TABLE, "anya", watch=True))}, 403),
        ({"path": f"/w/{WATCH}/live/"}, 403),
    ],
)
def test_who_may_not_listen_is_told_so(
    monkeypatch: pytest.MonkeyPatch, request_: dict[str, Any], status: int
) -> None:
    async def test(hub: Hub) -> None:
        line = Line()
        await opened(line, **request_)

        assert line.status == status
        assert hub.present(TABLE) == set()

    with_hub(monkeypatch, test)


def test_publishing_where_nobody_listens_does_nothing() -> None:
    hub = Hub()

    hub.publish(TABLE, 41)

    assert hub.present(TABLE) == set()


# A phone that vanishes without a word

SO_ATTACH_FILTER = 26
DROP_ALL = struct.pack("HBBI", 0x06, 0, 0, 0)  # one instruction: return 0 bytes


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux has it")
def test_a_phone_that_vanished_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "VANISHED_AFTER_MS", 300)
    with (
        serve.bound("127.0.0.1", 0) as listener,
        socket.create_connection(listener.getsockname()) as phone,
        listener.accept()[0] as accepted,
    ):
        accepted.settimeout(10)
        program = ctypes.create_string_buffer(DROP_ALL)
        filter_ = struct.pack("HP", 1, ctypes.addressof(program))
        phone.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, filter_)  # the Wi-Fi is gone

        accepted.sendall(live.BEAT)

        with pytest.raises(TimeoutError, match="timed out"):
            accepted.recv(1)
