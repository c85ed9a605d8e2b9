"""The scripts as one file: the order in which they run, their scopes, what is refused."""

from __future__ import annotations

import re

import pytest

from companion.bundle import bundled
from tests.server import ROOT

SCRIPTS = ROOT / "static" / "js"


def of(**modules: str) -> str:
    """The bundle of these modules; `a` is the entry."""
    return bundled("a.js", lambda name: modules[name.removesuffix(".js")])


def test_each_module_stands_once_after_those_it_imports() -> None:
    bundle = of(
        a='import "./b.js";\nimport { two } from "./c.js";\nuse(two);\n',
        b='import { two } from "./c.js";\nfirst(two);\n',
        c="export const two = 2;\n",
    )

    assert bundle == (
        "const { two } = (() => {\nconst two = 2;\nreturn { two };\n})();\n"
        "{\nfirst(two);\n}\n"
        "{\nuse(two);\n}\n"
    )


def test_only_what_is_exported_is_known_outside() -> None:
    bundle = of(a="let hidden = 1;\nexport function shown() {}\nexport async function late() {}\n")

    assert bundle == (
        "const { shown, late } = (() => {\nlet hidden = 1;\nfunction shown() {}\n"
        "async function late() {}\nreturn { shown, late };\n})();\n"
    )


def test_modules_that_import_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match=re.escape("imports itself: a.js → b.js → a.js")):
        of(a='import "./b.js";\n', b='import "./a.js";\n')


def test_one_name_exported_by_two_is_refused() -> None:
    with pytest.raises(ValueError, match="exported twice: x"):
        of(a='import "./b.js";\nexport const x = 1;\n', b="export const x = 2;\n")


@pytest.mark.parametrize(
    "line",
    [
        "export default 1;",
        "export let x = 1;",
        'export { x } from "./b.js";',
        'import * as b from "./b.js";',
        'import x from "elsewhere";',
    ],
)
def test_what_is_written_otherwise_is_refused_not_left_out(line: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"a.js: cannot be bundled: {line}")):
        of(a=f"{line}\n")


def test_all_our_modules_are_in_the_bundle() -> None:
    read: list[str] = []

    def source(name: str) -> str:
        read.append(name)
        return (SCRIPTS / name).read_text()

    bundled("tableside.js", source)

    assert sorted(read) == sorted(each.name for each in SCRIPTS.glob("*.js"))


def test_scripts_of_games_stand_alone() -> None:
    """A module that they imported would run a second time beside the bundle."""
    for each in (SCRIPTS / "games").glob("*.js"):
        assert not re.search(r"(?m)^import\b|\bimport\(", each.read_text()), each.name
