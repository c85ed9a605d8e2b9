"""`manage.py restore FILE`: the tables of a backup instead of those that are there."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from companion.keeping import restore


class Command(BaseCommand):
    help = "Brings back the tables of a backup (SQLite). The site must stand; the old file is kept."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="what `manage.py backup` wrote")

    def handle(self, *, file: Path, **_options: Any) -> None:
        old = restore(file)
        self.stdout.write(f"The tables of {file} are back. Next: manage.py migrate")
        if old:
            self.stdout.write(f"Those from before are in {old}")
