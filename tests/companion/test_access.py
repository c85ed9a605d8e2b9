"""The access log tells what was asked and answered, and nothing that opens a table."""

from __future__ import annotations

import json
import re
import socket
from pathlib import Path

import pytest

from tests.companion.test_database import change
from tests.phone import Phone
from tests.server import running_server

RED_5 = {"player": 0, "expedition": "red", "card": 5, "laid": True}


def test_an_evening_leaves_no_secret_in_the_logs(tmp_path: Path) -> None:
    with running_server(tmp_path, ACCESS_LOG="1") as server:
        anya, borya = Phone(server.url), Phone(server.url)
        anya.open("/lost-cities/")
        assert anya.move("set_card", **RED_5).status == 204
        anya.open(anya.play)
        stream = anya.page.value("data-stream")
        table, code = anya.table, anya.code()
        watch = re.findall(r"/w/([\w-]{16,})/", anya.get(table).text)[0]
        anya.get(f"/w/{watch}/")
        borya.get(f"/join/?code={code}")
        assert borya.post("/join/", {"code": code}).status == 200
        borya.get(f"{table}no/such/page/")
        borya.get(stream + "x")
        with anya.listening():
            pass
        secrets = {watch} | anya.secrets() | {each.value or "" for each in borya.cookies}
        server.stop()
        printed = server.output

    lines = [json.loads(each) for each in printed.splitlines() if each.startswith("{")]
    recorded = {"method": "POST", "page": "move", "status": 204}.items()
    assert any(recorded <= each.items() for each in lines)
    assert {each["page"] for each in lines} >= {"start", "move", "play", "join", "live", "none"}
    assert all(set(each) == {"at", "method", "page", "status", "ms"} for each in lines)
    assert [secret for secret in secrets if secret in printed] == []


def test_without_asking_for_it_there_is_none(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        Phone(server.url).get("/")

        assert '"page"' not in server.output


@pytest.mark.parametrize("access_log", ["", "1"])
def test_what_goes_wrong_leaves_no_secret_in_the_logs(tmp_path: Path, access_log: str) -> None:
    env = {"ACCESS_LOG": access_log} if access_log else {}
    with running_server(tmp_path, **env) as server:
        anya = Phone(server.url)
        anya.open("/lost-cities/")
        assert anya.move("set_card", **RED_5).status == 204
        anya.open(anya.play)
        table, code, secrets = anya.table, anya.code(), anya.secrets()
        cookies = "; ".join(f"{each.name}={each.value}" for each in anya.cookies)

        def send(head: str, body: bytes = b"") -> str:
            """The first line of the answer to what no browser sends."""
            lines = [head, f"Cookie: {cookies}", f"Content-Length: {len(body)}", "", ""]
            with socket.create_connection(("127.0.0.1", server.port), timeout=10) as line:
                line.sendall("\r\n".join(lines).encode() + body)
                return line.recv(4096).decode().split("\r\n")[0]

        here = "Host: localhost"
        strange = send(f"GET {anya.play} HTTP/1.1\r\nHost: {code}.example")
        garbage = send(f"GET  {anya.play} {code}\r\n{here}")
        forged = send(f"POST {anya.play}set_card/ HTTP/1.1\r\n{here}", f"code={code}".encode())
        large = send(f"POST /join/?code={code} HTTP/1.1\r\n{here}", bytes(1024 * 1024 + 1))
        unknown = send(f"BREW {anya.play}?key={code} HTTP/1.1\r\n{here}")
        absent = send(f"GET {table}no/such/page/?code={code} HTTP/1.1\r\n{here}")
        change(tmp_path, server.database, "UPDATE tables_play SET seats = '{\"0\": 0}'")
        server.restart()  # or it would go on with the play that it holds
        broken = anya.get(anya.play).status
        server.stop()
        printed = server.output

    statuses = [each.split(" ")[1] for each in (strange, garbage, forged, large, unknown, absent)]
    assert statuses == ["400", "400", "403", "413", "403", "404"]
    assert broken == 500
    assert "Traceback" in printed
    assert [secret for secret in secrets if secret in printed] == []
