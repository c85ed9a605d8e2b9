"""`manage.py serve`: starts, says where, stops at once, and says why it cannot."""

from __future__ import annotations

import os
import pty
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest
from django.core.management.base import CommandError

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


# Stopping


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_at_once_without_a_traceback(tmp_path: Path, end: signal.Signals) -> None:
    with running_server(tmp_path) as server:
        seconds = seconds_to(end, server)

        assert seconds < 2
        assert "Traceback" not in server.output


def test_half_a_request_does_not_hold_the_stop_up(tmp_path: Path) -> None:
    with (
        running_server(tmp_path) as server,
        socket.create_connection(("127.0.0.1", server.port)) as line,
    ):
        line.sendall(b"POST /language/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nla")
        time.sleep(0.2)

        seconds = seconds_to(signal.SIGTERM, server)

        assert seconds < 3
        assert "Traceback" not in server.output


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
