"""Runs little programs, each by itself; started by test_sample.py as a Python of its own.

In: {"programs": [code], "tasks": {customer: [{"args", "returns" or "prints"}]}, "wanted":
[[program, customer]]}. Out: for each that is wanted null, or what is wrong.
"""

from __future__ import annotations

import ast
import io
import json
import sys
from contextlib import redirect_stdout
from copy import deepcopy

MOST_STEPS = 15  # more would let a list that grows while it is gone through fill the memory


class Stuck(Exception):
    """The program goes round and round."""


class Watched(ast.NodeTransformer):
    """Counts each round of a loop, so that none goes on for ever."""

    def visit_For(self, node: ast.For) -> ast.For:
        self.generic_visit(node)
        node.body.insert(0, ast.parse("_step()").body[0])
        return node


def compiled(text: str):
    try:
        tree = Watched().visit(ast.parse(text))
    except SyntaxError:
        return None
    return compile(ast.fix_missing_locations(tree), "program", "exec")


def outcome(program, args):
    """What the program's function gives back and what was printed."""
    steps = iter(range(MOST_STEPS))

    def step():
        if next(steps, None) is None:
            raise Stuck

    space = {"_step": step, "__name__": "program"}
    told = io.StringIO()
    with redirect_stdout(told):
        exec(program, space)
        functions = [each for each in space.values() if type(each) is type(step)]
        given = functions[-1](*args) if len(functions) > 1 else None
    return given, told.getvalue()


def wrong(program, task):
    """The first case that goes wrong, or None."""
    for case in task:
        due = case.get("returns"), case.get("prints", "")
        try:
            found = outcome(program, deepcopy(case["args"]))
        except Exception as fault:
            return [case, type(fault).__name__]
        if repr(found) != repr(due):
            return [case, repr(found)]
    return None


def main():
    asked = json.load(sys.stdin)
    programs = [compiled(text) for text in asked["programs"]]
    answer = [
        wrong(programs[number], asked["tasks"][customer]) if programs[number] else "no Python"
        for number, customer in asked["wanted"]
    ]
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
