"""Our scripts as one file: one request instead of a dozen, and pressed together they are
a fifth lighter. In the sources each behaviour has a module of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable

IMPORT = re.compile(r"""(?m)^import (?:(\{[^}]*\}) from )?["']\./([^"']+)["'];\n""")
EXPORT = re.compile(r"(?m)^export (?=(?:async function|function|const) (\w+))")
ANY_OTHER = re.compile(r"(?m)^(?:import|export)\b.*")


def bundled(entry: str, read: Callable[[str], str]) -> str:
    """The module `entry` and all that it imports, as one script without imports.

    `read` gives the source of a module by its name. Each runs once, after those it
    imports, in a scope of its own; only what it exports is known outside. So no two
    may export one name, and none may import itself in the end. Raises ValueError.
    """
    parts: dict[str, str] = {}
    _add(entry, read, (), parts)
    names = [name for part in parts.values() for name in EXPORT.findall(part)]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"exported twice: {', '.join(sorted(twice))}")
    return "".join(_scoped(name, part) for name, part in parts.items())


def _add(
    name: str, read: Callable[[str], str], above: tuple[str, ...], parts: dict[str, str]
) -> None:
    if name in above:
        raise ValueError(f"imports itself: {' → '.join((*above, name))}")
    if name in parts:
        return
    source = read(name)
    for _names, imported in IMPORT.findall(source):
        _add(imported, read, (*above, name), parts)
    parts[name] = IMPORT.sub("", source)


def _scoped(name: str, source: str) -> str:
    exported = ", ".join(EXPORT.findall(source))
    plain = EXPORT.sub("", source)
    if other := ANY_OTHER.search(plain):
        raise ValueError(f"{name}: cannot be bundled: {other[0]}")
    if not exported:
        return f"{{\n{plain}}}\n"
    return f"const {{ {exported} }} = (() => {{\n{plain}return {{ {exported} }};\n}})();\n"
