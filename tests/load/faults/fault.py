"""One thing that was done to the site, what was counted, and whether it held."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from tests.load.figures import listed, table

LONGEST = 120.0

T = TypeVar("T")


class CannotBeDone(Exception):
    """This machine does not allow it, and why."""


@dataclass
class Fault:
    """`done` and what it `means` are known before; `count` and `claim` fill in the rest.

    It held if every claim did, and there was one. `skipped` says why it was not done.
    """

    done: str
    means: str
    counted: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    skipped: str = ""
    claims: int = 0

    def count(self, *facts: str) -> None:
        self.counted += facts

    def claim(self, holds: bool, otherwise: str) -> None:
        """Something that must hold; what to say if it does not."""
        self.claims += 1
        if not holds:
            self.broken.append(otherwise)

    @property
    def held(self) -> bool:
        return bool(self.skipped) or (self.claims > 0 and not self.broken)

    @property
    def cells(self) -> list[str]:
        if self.skipped:
            return [self.done, self.skipped, "skipped"]
        broken = "; ".join(dict.fromkeys(self.broken)) or "nothing was checked"
        verdict = "held" if self.held else f"NOT: {broken}"
        return [self.done, "; ".join(self.counted), verdict]


def report(faults: Iterable[Fault]) -> str:
    known = list(faults)
    rows = table(
        ["what was done", "what was counted", ""], [each.cells for each in known], words=True
    )
    return rows + listed([f"{each.done}: {each.means}" for each in known])


def bounded(work: Coroutine[None, None, T]) -> T:
    """Do it, for at most LONGEST seconds: TimeoutError."""
    return asyncio.run(asyncio.wait_for(work, LONGEST))


def milliseconds(spread: Sequence[float]) -> str:
    return " / ".join(f"{each:.0f}" for each in spread) + " ms"
