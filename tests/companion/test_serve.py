"""`manage.py serve`: starts, says where, stops at once, and says why it cannot."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from django.core.management.base import CommandError

from companion import static
from companion.management.commands import serve
from tests.server import ROOT, RunningServer, empty_database, running_server


@contextmanager
def serving(folder: Path, *args: str) -> Iterator[str]:
    """What `manage.py serve` prints on a terminal until it is open."""
    ours, theirs = pty.openpty()
    environ = {**os.environ, "VAR_DIR": str(folder), "DATABASE_URL": ""}
    (folder / "tableside.sqlite3").write_bytes(empty_database().read_bytes())
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", *args], cwd=ROOT, env=environ, stdout=theirs
    )
    os.close(theirs)
    try:
        printed = b""
        while b"Ctrl-C" not in printed:
            printed += os.read(ours, 65536)
        yield printed.decode()
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=5) == 0
        os.close(ours)


def health(host: str, port: int) -> int:
    connection = HTTPConnection(host, port, timeout=10)
    for _attempt in range(100):
        try:
            connection.request("GET", "/healthz", headers={"host": "localhost"})
            return connection.getresponse().status
        except ConnectionRefusedError:
            time.sleep(0.05)
        finally:
            connection.close()
    raise TimeoutError


def seconds_to(end: signal.Signals, server: RunningServer) -> float:
    started = time.monotonic()
    os.kill(server.pid, end)
    server.stop()
    return time.monotonic() - started


# Where it is


def test_it_serves_all_addresses_and_shows_a_qr_code(tmp_path: Path) -> None:
    with serving(tmp_path, "--port=0") as printed:
        port = int(re.findall(r"http://localhost:(\d+)/", printed)[0])

        assert "▀" in printed or "█" in printed
        assert health("127.0.0.1", port) == 200
        if socket.has_ipv6:
            assert health("::1", port) == 200


def test_the_address_that_phones_use_comes_first(tmp_path: Path) -> None:
    with serving(tmp_path, "--port=0", "--host=127.0.0.1", "--url=http://pi.local:81/") as printed:
        addresses = re.findall(r"^  (http\S+)", printed, re.MULTILINE)

    assert addresses[0] == "http://pi.local:81/"
    assert addresses[1].startswith("http://127.0.0.1:")


# Why it cannot


def test_a_port_in_use_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]

        with pytest.raises(CommandError, match=rf"^Port {port} is in use\. .*--port {port + 1}$"):
            serve.listening("127.0.0.1", port)


@pytest.mark.parametrize("host", ["192.0.2.77", "no such host"])
def test_an_address_that_is_not_ours_is_one_line(host: str) -> None:
    with pytest.raises(CommandError, match=rf"^Cannot serve at {host}, port 0: "):
        serve.listening(host, 0)


def test_a_port_that_is_none_is_one_line() -> None:
    with pytest.raises(CommandError, match=r"^There is no port 70000: "):
        serve.listening("127.0.0.1", 70_000)


def test_a_database_that_is_not_set_up_is_one_line(tmp_path: Path) -> None:
    assert refused(tmp_path) == "CommandError: Set up the database first: manage.py migrate\n"


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "a-file").touch()

    said = refused(tmp_path / "a-file")

    assert said.startswith(f"CommandError: Cannot keep the tables in {tmp_path}/a-file/")
    assert len(said.splitlines()) == 1


def refused(folder: Path) -> str:
    """What `manage.py serve` says on its error output when it does not start."""
    environ = {**os.environ, "VAR_DIR": str(folder), "DATABASE_URL": "", "SECRET_KEY": ""}
    ended = subprocess.run(
        [sys.executable, "manage.py", "serve", "--host=127.0.0.1", "--port=0"],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        timeout=20,
    )
    assert ended.returncode == 1
    return ended.stderr


@pytest.mark.parametrize(
    "manifest", [None, "{", '{"paths": {"css/tableside.css": "x"}, "version": "1.1"}']
)
def test_static_files_that_are_not_all_built_are_one_line(
    tmp_path: Path, settings: Any, manifest: str | None
) -> None:
    settings.STATIC_ROOT = tmp_path
    if manifest is not None:
        (tmp_path / "staticfiles.json").write_text(manifest)

    assert not static.all_built()


def test_the_static_files_of_these_tests_are_all_built() -> None:
    assert static.all_built()


# Stopping


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_at_once_without_a_traceback(tmp_path: Path, end: signal.Signals) -> None:
    with running_server(tmp_path) as server:
        seconds = seconds_to(end, server)

        assert seconds < 2
        assert "Traceback" not in server.output


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_half_a_request_does_not_hold_the_stop_up(tmp_path: Path, end: signal.Signals) -> None:
    with (
        running_server(tmp_path) as server,
        socket.create_connection(("127.0.0.1", server.port)) as line,
    ):
        line.sendall(b"POST /language/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nla")
        time.sleep(0.2)

        before = server.output

        seconds = seconds_to(end, server)

        assert seconds < 2
        assert server.output == before


def test_it_comes_back_at_its_address_after_a_power_cut(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        url = server.url
        server.kill()

        server.restart()

        assert server.url == url
        assert health("127.0.0.1", server.port) == 200


# Phones that vanish


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux has it")
def test_accepted_lines_give_up_on_phones_that_vanish() -> None:
    with (
        serve.bound("127.0.0.1", 0) as listener,
        socket.create_connection(listener.getsockname()),
        listener.accept()[0] as accepted,
    ):
        timeout = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)

    assert timeout == serve.VANISHED_AFTER_MS


# Lines that say nothing


async def one_answer_or_a_stream(scope: Any, _receive: Any, send: Any) -> None:
    """/ is answered at once; everything else goes on until the phone leaves."""
    headers = [(b"content-length", b"0")] if scope["path"] == "/" else []
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    while scope["path"] != "/":
        await send({"type": "http.response.body", "body": b"tick\n", "more_body": True})
        await asyncio.sleep(0.05)
    await send({"type": "http.response.body", "body": b""})


@contextmanager
def impatient(monkeypatch: pytest.MonkeyPatch, **attributes: float) -> Iterator[Callable[[], Any]]:
    """The real server, with little patience, in a thread; gives what opens a line to it."""
    for name, value in attributes.items():
        monkeypatch.setattr(serve.Line, name, value)
    listener = serve.bound("127.0.0.1", 0)
    port = listener.getsockname()[1]
    opened = Event()
    server = serve.Server(serve.configuration(one_answer_or_a_stream), opened.set)
    thread = Thread(target=server.run, args=([listener],))
    monkeypatch.setattr(serve.hub, "stop", lambda: None)  # other tests go on with it
    thread.start()
    try:
        assert opened.wait(10)
        with ExitStack() as lines:
            yield lambda: lines.enter_context(
                socket.create_connection(("127.0.0.1", port), timeout=5)
            )
    finally:
        server.should_exit = True
        thread.join(10)


GET = b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n"


def read_to_the_end(line: socket.socket) -> bytes:
    """All that comes until the server hangs up."""
    return b"".join(iter(lambda: line.recv(65536), b""))


def test_who_says_nothing_is_hung_up_and_who_listens_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with impatient(monkeypatch, patience=0.5) as line:
        listening, silent, half, answered, refused = (line() for _ in range(5))
        listening.sendall(GET % b"/stream")
        half.sendall(b"GET / HTTP/1.1\r\nHost: lo")
        answered.sendall(GET % b"/")
        assert answered.recv(65536).startswith(b"HTTP/1.1 200")
        answered.sendall(b"G")
        refused.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nla")

        assert read_to_the_end(silent) == b""
        assert read_to_the_end(half) == b""
        read_to_the_end(answered)
        read_to_the_end(refused)

        time.sleep(0.6)
        listening.recv(65536)
        assert b"tick" in listening.recv(65536)


def test_a_phone_that_asks_in_time_keeps_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with impatient(monkeypatch, patience=0.5) as line:
        phone = line()
        for _request in range(4):
            time.sleep(0.25)
            phone.sendall(GET % b"/")
            assert phone.recv(65536).startswith(b"HTTP/1.1 200")


def test_there_are_only_as_many_lines_as_files(monkeypatch: pytest.MonkeyPatch) -> None:
    with impatient(monkeypatch, most_open=2) as line:
        first, _second, third = line(), line(), line()

        with suppress(ConnectionResetError):
            assert third.recv(1) == b""
        first.sendall(GET % b"/")
        assert first.recv(65536).startswith(b"HTTP/1.1 200")


def test_the_server_for_phones_is_that_impatient() -> None:
    assert serve.Line.patience == 10
    assert serve.most_lines(serve.allow_many_phones()) < serve.allow_many_phones()
