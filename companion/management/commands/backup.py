"""`manage.py backup FILE`: all tables in one file, while the site goes on."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from companion.keeping import back_up


class Command(BaseCommand):
    help = "Copies all tables to a file while the site goes on (SQLite)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="where to; a file that is there is replaced")

    def handle(self, *, file: Path, **_options: Any) -> None:
        back_up(file)
        self.stdout.write(f"The tables are in {file}. Keep the secret key too.")
