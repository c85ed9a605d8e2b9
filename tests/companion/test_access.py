"""The access log tells what was asked and answered, and nothing that opens a table."""

from __future__ import annotations

import json
import re
from pathlib import Path

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
        table = "/".join(anya.play.split("/")[:3]) + "/"
        shown = anya.get(table).text
        code = "".join(re.findall(r'class="code"[^>]*>(\w{3}) (\w{3})<', shown)[0])
        watch = re.findall(r"/w/([\w-]{16,})/", shown)[0]
        anya.get(f"/w/{watch}/")
        borya.get(f"/join/?code={code}")
        assert borya.post("/join/", {"code": code}).status == 200
        borya.get(f"{table}no/such/page/")
        borya.get(stream + "x")
        with anya.listening():
            pass
        secrets = {table.split("/")[2], watch, code, stream.split("key=")[1]}
        secrets |= {each.value or "" for phone in (anya, borya) for each in phone.cookies}
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
