"""Every text of the site stands in every language's catalogue, translated."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server import ROOT

CATALOGUES = sorted((ROOT / "locale").glob("*/LC_MESSAGES/django.po"))
SOURCES = ("companion", "calculators", "notepad", "templates", "locale")

pytestmark = pytest.mark.skipif(
    not shutil.which("msgfmt") and "CI" not in os.environ, reason="needs gettext's tools"
)


@pytest.fixture(scope="module")
def gathered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources whose catalogues were gathered anew from them."""
    folder = tmp_path_factory.mktemp("gathered")
    shutil.copy(ROOT / "manage.py", folder)
    for name in SOURCES:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "--all", "--verbosity=0"],
        cwd=folder,
        env={**os.environ, "VAR_DIR": str(folder)},
        check=True,
    )
    return folder


def compiled(catalogue: Path, folder: Path) -> tuple[Path, str]:
    """The binary catalogue, and what msgfmt says of it ("12 translated messages.")."""
    target = folder / "compiled.mo"
    said = tool("msgfmt", "--check", "--statistics", f"--output-file={target}", str(catalogue))
    return target, said.stderr.splitlines()[-1]


def tool(*command: str) -> subprocess.CompletedProcess[str]:
    ended = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C.UTF-8"}
    )
    assert ended.returncode == 0, ended.stderr
    return ended


def test_there_is_a_catalogue_in_each_language() -> None:
    assert {file.parts[-3] for file in CATALOGUES} == {"ru", "en"}


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda file: file.parts[-3])
def test_every_text_of_the_sources_is_translated(
    gathered: Path, tmp_path: Path, catalogue: Path
) -> None:
    _binary, said = compiled(gathered / catalogue.relative_to(ROOT), tmp_path)

    assert re.fullmatch(r"\d+ translated messages?\.", said)


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda file: file.parts[-3])
def test_what_is_used_is_what_was_written(tmp_path: Path, catalogue: Path) -> None:
    """The .mo files are kept with the sources: to run the site needs no gettext."""
    fresh, _said = compiled(catalogue, tmp_path)

    kept = tool("msgunfmt", str(catalogue.with_suffix(".mo")))

    assert kept.stdout == tool("msgunfmt", str(fresh)).stdout
