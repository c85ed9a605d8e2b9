"""Settings: safe when nothing is set, loud when something is nonsense."""

from __future__ import annotations

import json
import logging
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest

from companion import lan
from companion.redact import RedactingFormatter
from tests.server import READ_FROM_OUTSIDE, ROOT, RunningServer, running_server

TOKEN = "3q2-7wAbCdEfGhIjKlMnOp"

SHOWN = """
import json
from companion import settings
found = {name: getattr(settings, name) for name in dir(settings) if name.isupper()}
print(json.dumps(found, default=str))
"""


def environment(folder: Path, **env: str) -> dict[str, str]:
    inherited = {name: text for name, text in os.environ.items() if name not in READ_FROM_OUTSIDE}
    inherited.pop("SECRET_KEY", None)
    return {**inherited, "VAR_DIR": str(folder), **env}


def settings_with(folder: Path, **env: str) -> dict[str, Any]:
    """The settings as a fresh process reads them."""
    shown = subprocess.run(
        [sys.executable, "-c", SHOWN],
        cwd=ROOT,
        env=environment(folder, **env),
        check=True,
        capture_output=True,
        text=True,
    )
    found: dict[str, Any] = json.loads(shown.stdout)
    return found


def manage(folder: Path, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *args],
        cwd=ROOT,
        env=environment(folder, **env),
        capture_output=True,
        text=True,
    )


def get(server: RunningServer, path: str, **headers: str) -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
    names = {name.replace("_", "-"): text for name, text in headers.items()}
    try:
        connection.request("GET", path, headers=names)
        answer = connection.getresponse()
        answer.read()
        return answer
    finally:
        connection.close()


# Nothing set


def test_nothing_set_is_safe(tmp_path: Path) -> None:
    found = settings_with(tmp_path)

    assert found["DEBUG"] is False
    assert {"localhost", "127.0.0.1", "[::1]"} <= set(found["ALLOWED_HOSTS"])
    assert "*" not in found["ALLOWED_HOSTS"]
    assert found["TRUSTED_PROXIES"] == []
    assert found["DATABASES"]["default"]["NAME"] == str(tmp_path / "tableside.sqlite3")
    assert found["HTTPS"] is False
    assert found["CSRF_COOKIE_SECURE"] is False
    assert found["SECURE_HSTS_SECONDS"] == 0


def test_reading_the_settings_makes_no_key(tmp_path: Path) -> None:
    manage(tmp_path, "version")

    assert not (tmp_path / "secret_key").exists()


# The secret key

PRINTS_THE_KEY = "from django.conf import settings; print(settings.SECRET_KEY)"


def secret_key(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PRINTS_THE_KEY],
        cwd=ROOT,
        env=environment(folder, DJANGO_SETTINGS_MODULE="companion.settings"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_processes_that_start_together_make_one_key(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "var"

    starting = [secret_key(folder) for _ in range(3)]
    keys = {process.communicate()[0] for process in starting}

    assert len(keys) == 1
    assert len(keys.pop().strip()) >= 50
    assert [file.name for file in folder.iterdir()] == ["secret_key"]
    assert (folder / "secret_key").stat().st_mode & 0o777 == 0o600


def test_the_folder_of_the_tables_is_closed_to_others(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "var"

    settings_with(folder)

    assert folder.stat().st_mode & 0o777 == 0o700


def test_an_empty_key_file_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "secret_key").touch()

    _out, err = secret_key(tmp_path).communicate()

    assert "secret_key holds no secret key" in err


# Nonsense


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("DEBUG", "maybe"),
        ("SECRET_KEY", "short"),
        ("PUBLIC_URL", "games.example"),
        ("PUBLIC_URL", "ftp://games.example"),
        ("PUBLIC_URL", "https://games example"),
        ("PUBLIC_URL", "https://"),
        ("PUBLIC_URL", "https://games.example/tables"),
        ("PUBLIC_URL", "https://games.example:99999"),
        ("PUBLIC_URL", "https://me@games.example"),
        ("DATABASE_URL", "tableside.sqlite3"),
        ("DATABASE_URL", "mysql://me@db/games"),
        ("DATABASE_URL", "postgresql://me@db"),
        ("DATABASE_URL", "postgresql://me@db:port/games"),
        ("ACCESS_LOG", "perhaps"),
        ("TRUSTED_PROXIES", "the router"),
    ],
)
def test_nonsense_is_one_line_that_names_it(tmp_path: Path, name: str, text: str) -> None:
    ended = manage(tmp_path, "check", **{name: text})

    assert ended.returncode == 1
    assert name in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


# PUBLIC_URL


def test_https_makes_everything_secure(tmp_path: Path) -> None:
    found = settings_with(tmp_path, PUBLIC_URL="https://Games.example/")

    assert found["PUBLIC_URL"] == "https://games.example"
    assert "games.example" in found["ALLOWED_HOSTS"]
    assert found["CSRF_TRUSTED_ORIGINS"] == ["https://games.example"]
    assert found["CSRF_COOKIE_SECURE"] is True
    assert found["SECURE_HSTS_SECONDS"] > 0
    assert found["SECURE_CROSS_ORIGIN_OPENER_POLICY"] == "same-origin"


def test_plain_http_asks_for_nothing_that_browsers_drop_there(tmp_path: Path) -> None:
    found = settings_with(tmp_path, PUBLIC_URL="http://pi.local:8000")

    assert "pi.local" in found["ALLOWED_HOSTS"]
    assert found["CSRF_COOKIE_SECURE"] is False
    assert found["SECURE_CROSS_ORIGIN_OPENER_POLICY"] is None


# The database


@pytest.mark.parametrize(
    ("typed", "said", "host"),
    [
        ("https://Игры.example:8443", "https://xn--c1ajz8b.example:8443", "xn--c1ajz8b.example"),
        ("http://[::1]:8000", "http://[::1]:8000", "[::1]"),
    ],
)
def test_public_address_is_as_browsers_say_it(
    tmp_path: Path, typed: str, said: str, host: str
) -> None:
    found = settings_with(tmp_path, PUBLIC_URL=typed)

    assert found["PUBLIC_URL"] == said
    assert host in found["ALLOWED_HOSTS"]


def test_a_name_of_nothing_is_no_name(tmp_path: Path) -> None:
    assert settings_with(tmp_path, SITE_NAME="")["SITE_NAME"] == "Tableside"


def test_another_sqlite_file_keeps_the_options(tmp_path: Path) -> None:
    found = settings_with(tmp_path, DATABASE_URL="sqlite:////srv/games.sqlite3")

    database = found["DATABASES"]["default"]
    assert database["NAME"] == "/srv/games.sqlite3"
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in database["OPTIONS"]["init_command"]


def test_postgresql_has_no_options_of_sqlite(tmp_path: Path) -> None:
    found = settings_with(tmp_path, DATABASE_URL="postgres://me:secret@db/games")

    database = found["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert "transaction_mode" not in database.get("OPTIONS", {})
    assert database["CONN_MAX_AGE"] == 0  # the pool keeps them
    assert database["OPTIONS"]["pool"]["max_size"] >= found["THREADS"]


def test_postgresql_keeps_what_its_address_asks_for(tmp_path: Path) -> None:
    found = settings_with(tmp_path, DATABASE_URL="postgres://me@db/games?sslmode=require")

    assert found["DATABASES"]["default"]["OPTIONS"]["sslmode"] == "require"


def test_replay_needs_neither_database_nor_key_nor_folder(tmp_path: Path) -> None:
    (tmp_path / "a-file").touch()
    (tmp_path / "play.json").write_text(
        json.dumps(
            {
                "format": "tableside-play/1",
                "game": "lost-cities",
                "players": ["Аня", "Боря"],
                "options": {},
                "log": [],
            }
        )
    )

    # No folder can be made below a file.
    ended = manage(tmp_path / "a-file", "replay", str(tmp_path / "play.json"), "--json")

    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["game"] == "lost-cities"


# What answers carry


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("plain")) as running:
        yield running


@pytest.fixture(scope="module")
def behind_https(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("https")
    with running_server(folder, PUBLIC_URL="https://games.example") as running:
        yield running


def test_answers_on_http_are_strict_and_ask_for_no_https(server: RunningServer) -> None:
    headers = get(server, "/").headers

    policy = {rule.strip() for rule in headers["content-security-policy"].split(";")}
    assert policy == {
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
    }
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["strict-transport-security"] is None
    assert headers["cross-origin-opener-policy"] is None


def test_answers_on_https_say_so(behind_https: RunningServer) -> None:
    headers = get(behind_https, "/", host="games.example", x_forwarded_proto="https").headers

    assert headers["strict-transport-security"] == "max-age=31536000"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert all("Secure" in cookie for cookie in headers.get_all("set-cookie", []))


def test_cookies_on_https_are_of_this_host_alone(behind_https: RunningServer) -> None:
    through_proxy = {"host": "games.example", "x_forwarded_proto": "https"}
    first = get(behind_https, "/lost-cities/", **through_proxy)
    cookies = SimpleCookie("\r\n".join(first.headers.get_all("set-cookie", [])))
    sent = "; ".join(f"{name}={each.value}" for name, each in cookies.items())

    again = get(behind_https, "/lost-cities/", cookie=sent, **through_proxy)
    bare = sent.replace("__Host-", "")
    stranger = get(behind_https, "/lost-cities/", cookie=bare, **through_proxy)

    assert set(cookies) == {"__Host-csrftoken", "__Host-phone"}
    assert {(each["path"], each["domain"]) for each in cookies.values()} == {("/", "")}
    assert all(each["secure"] for each in cookies.values())
    assert "__Host-phone" not in str(again.headers)
    assert "__Host-phone" in str(stranger.headers)  # another name's cookie is not believed


def test_what_answers_before_the_pages_asks_for_https_too(behind_https: RunningServer) -> None:
    stream = get(behind_https, f"/t/{TOKEN}/live/?key=x", host="games.example")

    assert stream.status == 403
    assert stream.headers["strict-transport-security"] == "max-age=31536000"
    assert "base-uri 'none'" in stream.headers["content-security-policy"]


def test_plain_http_is_led_to_the_public_address(behind_https: RunningServer) -> None:
    answer = get(behind_https, "/join/?code=4K2")

    assert answer.status == 301
    assert answer.headers["location"] == "https://games.example/join/?code=4K2"
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["x-frame-options"] == "DENY"


def test_health_is_answered_without_https(behind_https: RunningServer) -> None:
    assert get(behind_https, "/healthz").status == 200


def test_a_strange_host_is_refused(server: RunningServer) -> None:
    assert get(server, "/", host="evil.example").status == 400


def test_a_port_that_is_none_breaks_no_page(server: RunningServer) -> None:
    assert lan.reachable("http://127.0.0.1:99999") == "http://127.0.0.1:99999"
    assert get(server, "/", host="127.0.0.1:99999").status == 200


def test_nobody_else_says_whom_a_request_comes_from(server: RunningServer) -> None:
    answer = get(server, "/", x_forwarded_proto="https")

    assert answer.headers["strict-transport-security"] is None


def test_static_files_are_kept_for_ever(server: RunningServer) -> None:
    manifest = json.loads((ROOT / "static-built" / "staticfiles.json").read_text())

    answer = get(server, "/static/" + manifest["paths"]["css/tableside.css"], accept_encoding="br")

    assert answer.status == 200
    assert answer.headers["content-encoding"] == "br"
    assert "immutable" in answer.headers["cache-control"]
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["access-control-allow-origin"] is None


@pytest.mark.parametrize(
    "path",
    [
        "/static/",
        "/static/css/",
        "/static/../manage.py",
        "/static/%2e%2e/manage.py",
        "/.git/config",
    ],
)
def test_no_folder_and_no_other_file_is_shown(server: RunningServer, path: str) -> None:
    assert get(server, path).status == 404


# One request ends where the next begins, whoever else reads them


def answers_to(server: RunningServer, *lines: str) -> list[bytes]:
    """The status lines of all answers to what is sent over one line."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as line:
        line.sendall("\r\n".join(lines).encode())
        received = b"".join(iter(lambda: line.recv(65536), b""))
    return re.findall(rb"HTTP/1\.1 (\d+)", received)


POST = ("POST /theme/ HTTP/1.1", "Host: localhost")
NEXT = ("GET /healthz HTTP/1.1", "Host: localhost", "Connection: close", "", "")


def test_chunks_count_and_a_length_beside_them_does_not(server: RunningServer) -> None:
    both = ("Transfer-Encoding: chunked", "Content-Length: 60", "", "0", "")

    assert answers_to(server, *POST, *both, *NEXT) == [b"403", b"200"]


@pytest.mark.parametrize(
    "wrong",
    [
        ("Content-Length: 0", "Content-Length: 5"),
        ("Content-Length: -1",),
        ("Content-Length: +0",),
        ("Transfer-Encoding: chunked, identity",),
        ("Transfer-Encoding: xchunked",),
        ("Content-Length : 0",),
        ("X: a\0b",),
    ],
    ids=lambda lines: lines[-1],
)
def test_a_request_that_could_be_read_in_two_ways_is_refused(
    server: RunningServer, wrong: tuple[str, ...]
) -> None:
    """And what follows it is not taken for another."""
    assert answers_to(server, *POST, *wrong, "", "0", "", *NEXT) in ([b"400"], [b"501"])


# The server's log


def test_the_log_names_no_table(server: RunningServer) -> None:
    get(server, f"/t/{TOKEN}/nowhere/")

    assert TOKEN not in server.output


def test_strangers_do_not_fill_the_log(server: RunningServer) -> None:
    before = server.output

    get(server, "/", host="evil.example")
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as line:
        line.sendall(b"no HTTP at all\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 400")

    assert server.output == before


def test_a_traceback_names_no_table() -> None:
    try:
        raise LookupError(f"/w/{TOKEN}/1/ and 't/{TOKEN}/live/?key=abc:def' and {TOKEN!r}")
    except LookupError as error:
        told = (LookupError, error, error.__traceback__)
    record = logging.LogRecord("x", logging.ERROR, "", 0, "Broken: /t/%s/", (TOKEN,), told)

    text = RedactingFormatter().format(record)

    assert TOKEN not in text
    assert "abc:def" not in text
    assert "LookupError: /w/-/1/ and 't/-/live/?key=-' and '-'" in text
