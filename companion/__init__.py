"""Tableside: the project, and the table."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path


@cache
def version() -> str:
    """The site's version, as pyproject.toml says it."""
    project = Path(__file__).resolve().parent.parent / "pyproject.toml"
    return str(tomllib.loads(project.read_text())["project"]["version"])
