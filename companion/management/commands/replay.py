"""`manage.py replay FILE`: what a play or an evening comes to. No database, no secret key."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any
from unicodedata import category

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from companion import playfile, report
from companion.games import Eyes, all_games
from companion.templatetags.tableside import signed


class Command(BaseCommand):
    help = "Replays a play file and prints who has how many points, and what was refused."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a play file or an evening's, or - for standard input")
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument(
            "--jsonl", action="store_true", help="one play file a line, one JSON object a line"
        )
        parser.add_argument("--seat", type=int, help="as this player's phone may see it, from 0")
        parser.add_argument("--at", type=int, help="the first AT entries only")
        parser.add_argument("--lang", choices=("ru", "en"), default="ru")

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override(options["lang"]):
            for out in self._answers(options):
                self.stdout.write(out)

    def _answers(self, options: dict[str, Any]) -> Iterator[str]:
        if options["jsonl"]:
            for line in _lines(options["file"]):
                try:
                    answer: Any = _report(line, options)
                except playfile.PlayFault as fault:
                    answer = {"error": str(fault)}
                yield json.dumps(answer, ensure_ascii=False)
            return
        try:
            answer = _whole_report(_content(options["file"]), options)
        except playfile.PlayFault as fault:
            raise CommandError(f"{options['file']}: {fault}", returncode=2) from None
        if options["json"]:
            yield json.dumps(answer, ensure_ascii=False)
        else:
            yield "\n\n".join(map(_readable, answer.get("plays", [answer])))


def _open(name: str) -> Any:
    try:
        return sys.stdin.buffer if name == "-" else Path(name).open("rb")
    except OSError as fault:
        raise CommandError(f"{name}: {fault.strerror}", returncode=2) from None


def _content(name: str) -> bytes:
    with _open(name) as file:
        content: bytes = file.read(playfile.LARGEST_FILE + 1)
    return content


def _lines(name: str) -> Iterator[bytes]:
    with _open(name) as file:
        yield from (line for line in file if line.strip())


def _whole_report(content: bytes, options: dict[str, Any]) -> Any:
    """A play, or an evening: all its plays, in their order."""
    plays = playfile.read_evening(content, all_games())
    if plays is None:
        return _report(content, options)
    return {"plays": [_report_of(play, options) for play in plays]}


def _report(content: bytes, options: dict[str, Any]) -> Any:
    return _report_of(playfile.read(content, all_games()), options)


def _report_of(play: playfile.PlayFile, options: dict[str, Any]) -> Any:
    if options["at"] is not None:
        play = play.first(options["at"])
    eyes: Eyes = "everything" if options["seat"] is None else options["seat"]
    players = len(play.players) + len(play.game.joined(play.log().state.game))
    if isinstance(eyes, int) and not 0 <= eyes < players:
        raise playfile.PlayFault(f"--seat {eyes}: the players are 0 to {players - 1}")
    return report.of_file(play, eyes)


def _readable(answer: Any) -> str:
    lines = [f"{all_games()[answer['game']].title}{'' if answer['finished'] else ' …'}"]
    lines += [
        f"{each['place'] or '?'}. {each['player']}: {_points(each['points'])}"
        for each in sorted(answer["standings"], key=lambda each: each["place"] or 0)
    ]
    uncounted = _("does not count:")
    lines += [f"✗ {each['entry']} {uncounted} {each['reason']}" for each in answer["refused"]]
    lines += [f"! {each['entry']}: {each['text']}" for each in answer["notices"]]
    return "\n".join(map(_printable, lines))


def _points(points: str | None) -> str:
    """Points as the site writes them."""
    return "?" if points is None else signed(Decimal(points))


def _printable(line: str) -> str:
    """A line that can do nothing to the terminal, whatever the names in the file are."""
    return "".join(
        each if each.isprintable() or category(each) == "Zs" else "\ufffd" for each in line
    )
