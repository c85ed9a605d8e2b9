"""deploy/nginx.conf in a real nginx, in front of real processes (two on PostgreSQL)."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.phone import Phone
from tests.postgres import free_port
from tests.server import ROOT, RunningServer, running_server, serving

NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")

pytestmark = pytest.mark.skipif(
    NGINX is None or shutil.which("openssl") is None, reason="wants nginx and openssl"
)

LONGEST = 10.0
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
RED_5 = {"player": 0, "expedition": "red", "card": 5, "laid": True}


class Site:
    """nginx, the processes behind it, and where its logs are."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port, self.plain_port = free_port(), free_port()
        self.url = f"https://localhost:{self.port}"
        self.processes: list[RunningServer] = []

    def line(self, come_from: str = "127.0.0.1") -> HTTPSConnection:
        tls = ssl.create_default_context(cafile=self.folder / "cert.pem")
        return HTTPSConnection(
            "localhost", self.port, timeout=10, context=tls, source_address=(come_from, 0)
        )

    def get(self, path: str, **headers: str) -> HTTPResponse:
        with closing(self.line()) as line:
            line.request("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})
            answer = line.getresponse()
            answer.read()
            return answer

    @property
    def logs(self) -> str:
        files = [
            *self.folder.glob("*.log"),
            *(each.folder / "server.log" for each in self.processes),
        ]
        return "".join(file.read_text() for file in files)


class SecurePhone(Phone):
    """A browser says where its form stood."""

    def _headers(self, headers: dict[str, str]) -> dict[str, str]:
        return {"Origin": self.url, **super()._headers(headers)}


def configured(site: Site) -> Path:
    """The example, at this site's addresses; refuses one that no longer says what is replaced."""
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    first, second, *_ = [each.port for each in site.processes] * 2
    for said, ours in {
        "127.0.0.1:8001": f"127.0.0.1:{first}",
        "127.0.0.1:8002": f"127.0.0.1:{second}",
        "listen 80;": f"listen 127.0.0.1:{site.plain_port};",
        "listen [::]:80;": "",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{site.port} ssl http2;",
        "listen [::]:443 ssl http2;": "",
        "https://games.example$": f"{site.url}$",
        "server_name games.example;": "server_name localhost;",
        "/etc/letsencrypt/live/games.example/fullchain.pem": f"{site.folder}/cert.pem",
        "/etc/letsencrypt/live/games.example/privkey.pem": f"{site.folder}/key.pem",
        "/var/log/nginx": str(site.folder),
        "/opt/tableside/static-built/": f"{ROOT}/static-built/",
    }.items():
        assert said in text, said
        text = text.replace(said, ours)
    (site.folder / "site.conf").write_text(text)
    spool = "".join(
        f"{each}_temp_path {site.folder}/{each};"
        for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (site.folder / "nginx.conf").write_text(
        f"{'user root;' if os.geteuid() == 0 else ''}daemon off; pid {site.folder}/pid;"
        f"error_log {site.folder}/error.log; events {{}}"
        f"http {{ include /etc/nginx/mime.types; {spool} include {site.folder}/site.conf; }}"
    )
    return site.folder / "nginx.conf"


@contextmanager
def nginx(file: Path, port: int) -> Iterator[None]:
    assert NGINX is not None
    process = subprocess.Popen([NGINX, "-c", file, "-e", file.parent / "error.log"])
    try:
        for _attempt in range(200):
            assert process.poll() is None
            with socket.socket() as line:
                if line.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(10)


def make_certificate(folder: Path) -> None:
    ask = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -keyout key.pem -out cert.pem"
    name = "-subj /CN=localhost -addext subjectAltName=DNS:localhost"
    subprocess.run(f"{ask} {name}".split(), cwd=folder, check=True, capture_output=True)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    site = Site(tmp_path / "nginx")
    site.folder.mkdir()
    make_certificate(site.folder)
    monkeypatch.setenv("SSL_CERT_FILE", str(site.folder / "cert.pem"))
    env = {"PUBLIC_URL": site.url, "ACCESS_LOG": "1"}
    with ExitStack() as running:
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
        first = running.enter_context(running_server(tmp_path / "one", **env))
        site.processes.append(first)
        if first.database:
            second = serving(tmp_path / "two", first.database, **env)
            site.processes.append(running.enter_context(second))
        running.enter_context(nginx(configured(site), site.port))
        yield site


def test_pages_are_as_closed_as_without_it(site: Site) -> None:
    answer = site.get("/lost-cities/", Accept_Encoding="gzip")

    headers = answer.headers
    assert answer.status == 200
    assert headers["content-encoding"] == "gzip"
    assert headers["strict-transport-security"] == "max-age=31536000"
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-frame-options"] == "DENY"
    cookies = headers.get_all("set-cookie", [])
    assert cookies
    assert all("; Secure" in each for each in cookies)


def test_static_files_come_compressed_and_are_kept_for_ever(site: Site) -> None:
    manifest = json.loads((ROOT / "static-built" / "staticfiles.json").read_text())

    hashed = site.get("/static/" + manifest["paths"]["css/tableside.css"], Accept_Encoding="gzip")
    named = site.get("/static/css/tableside.css")
    absent = site.get("/static/css/none.css")

    assert (hashed.status, named.status, absent.status) == (200, 200, 404)
    assert hashed.headers["content-type"] == "text/css"
    assert hashed.headers["content-encoding"] == "gzip"
    assert hashed.headers.get_all("vary") == ["Accept-Encoding"]
    assert hashed.headers["cache-control"] == "max-age=31536000, public, immutable"
    assert named.headers["cache-control"] == "max-age=60, public"
    for each in (hashed, named, absent):
        assert (
            each.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
        )
        assert each.headers["x-content-type-options"] == "nosniff"
        assert each.headers["strict-transport-security"] == "max-age=31536000"
    assert '"page": "static"' not in "".join(each.output for each in site.processes)


def test_plain_http_is_led_to_https(site: Site) -> None:
    line = HTTPConnection("127.0.0.1", site.plain_port, timeout=10)
    line.request("GET", "/join/?code=4K2", headers={"Host": "localhost"})
    answer = line.getresponse()
    line.close()

    assert answer.status == 301
    assert answer.headers["location"] == f"{site.url}/join/?code=4K2"


def test_a_move_reaches_a_phone_that_listens(site: Site) -> None:
    anya, borya = SecurePhone(site.url), SecurePhone(site.url)
    anya.open("/lost-cities/")
    assert anya.move("set_card", **RED_5).status == 204
    borya.open(anya.play)
    line = site.line()
    line.request("GET", borya.page.value("data-stream"))
    stream = line.getresponse()
    while stream.readline() != b"\n":
        pass

    # A buffer would hold this back until the stream ends, and the line gives up before.
    assert anya.move("set_card", **(RED_5 | {"card": 6})).status == 204
    news = iter(stream.readline, b"")

    assert next(each for each in news if each.startswith(b"data: ")) == b"data: 3\n"
    line.close()


def test_a_form_of_another_site_is_refused(site: Site) -> None:
    phone = SecurePhone(site.url)
    phone.open("/lost-cities/")

    answer = phone.post("/language/", {"language": "en"}, Origin="https://evil.example")

    assert answer.status == 403
    assert phone.post("/language/", {"language": "en"}).status in (200, 204)


def test_who_asks_is_told_by_nginx_alone(site: Site) -> None:
    """Guesses of codes are counted by address. Nobody gets another one by saying so."""
    phone = SecurePhone(site.url)
    phone.get("/join/")  # brings a token

    def guess(number: int) -> int:
        said = {"X_Forwarded_For": f"203.0.113.{number}", "Forwarded": f"for=203.0.113.{number}"}
        return phone.post("/join/", {"code": "999999"}, **said).status

    answers = [guess(number) for number in range(30)]

    token = phone.cookie("csrftoken")
    headers = {"Origin": site.url, "X-CSRFToken": token, "Cookie": f"__Host-csrftoken={token}"}
    with closing(site.line(come_from="127.0.0.2")) as neighbour:
        neighbour.request("POST", "/join/", urlencode({"code": "999999"}), FORM | headers)
        answer_elsewhere = neighbour.getresponse().status

    assert answers[0] == answer_elsewhere != 429
    assert answers[-1] == 429


def test_no_log_holds_what_opens_a_table(site: Site) -> None:
    anya = SecurePhone(site.url)
    anya.open("/lost-cities/")
    assert anya.move("set_card", **RED_5).status == 204
    anya.open(anya.play)
    table, code, secrets = anya.table, anya.code(), anya.secrets()
    anya.get(f"/join/?code={code}", Referer=f"{site.url}{anya.play}")
    anya.get(f"{table}no/such/page/")
    large = anya.post(f"{anya.play}set_card/", {"args": "x" * (2 * 1024 * 1024)})
    with socket.create_connection(("127.0.0.1", site.port)) as line:
        line.sendall(f"GET {anya.play} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())  # no TLS
        line.recv(4096)
    for each in site.processes:
        each.stop()
    away = anya.get(anya.play)

    assert (large.status, away.status) == (413, 502)
    logs = logs_with(site, '"status": 502')
    assert {"table", "other"} <= set(re.findall(r'"page": "(\w+)"', logs))
    assert [secret for secret in secrets if secret in logs] == []


def logs_with(site: Site, last: str) -> str:
    """What the logs hold, as soon as it is there: nginx writes after it has answered."""
    until = time.monotonic() + LONGEST
    while last not in (logs := site.logs):
        assert time.monotonic() < until
        time.sleep(0.05)
    return logs
