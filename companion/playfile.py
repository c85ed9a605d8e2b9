"""Play files: a play's log as JSON, read and written. Pure.

The format is described in the spec "Play files"; `read` takes any bytes and
either gives a PlayFile or raises PlayFault with one line that says what and where.
The file of an evening holds the play files of its plays, in their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from companion import door
from companion.common import PlayRules
from companion.games import Game, OptionsFault
from companion.log import CORRECTIONS, Entry, Log, replay

FORMAT = "tableside-play/1"
EVENING_FORMAT = "tableside-table/1"
LARGEST_FILE = 8 * 1024 * 1024
MOST_ENTRIES = 20_000
LONGEST_NAME = 200
BOM = b"\xef\xbb\xbf"  # some editors begin UTF-8 files with it


class PlayFault(ValueError):
    """The file is unusable; the message is one line that says what and where."""


@dataclass(frozen=True)
class PlayFile:
    """A play as a file holds it. `notebooks` are private logs, by player."""

    game: Game
    players: tuple[str, ...]
    options: Mapping[str, Any]
    entries: tuple[Entry, ...]
    notebooks: Mapping[int, tuple[Entry, ...]]

    def log(self) -> Log:
        """The play's log, replayed; PlayFault if its options cannot be."""
        try:
            return replay(PlayRules(self.game), len(self.players), self.options, self.entries)
        except OptionsFault as fault:
            raise PlayFault(f"options: {fault}") from None

    def notebook(self, owner: int) -> Log | None:
        """A player's private log, replayed; None if the game has no notebooks."""
        if self.game.notebook is None:
            return None
        return replay(self.game.notebook, len(self.players), {}, self.notebooks.get(owner, ()))

    def first(self, count: int) -> PlayFile:
        """The same play after its first `count` entries."""
        return PlayFile(
            self.game,
            self.players,
            self.options,
            tuple(each for each in self.entries if each.number <= count),
            {
                owner: tuple(each for each in entries if each.number <= count)
                for owner, entries in self.notebooks.items()
            },
        )


def read(content: bytes | str, games: Mapping[str, Game]) -> PlayFile:
    """The play in `content`, or PlayFault."""
    return _play(_top(content), games)


def read_evening(content: bytes | str, games: Mapping[str, Game]) -> list[PlayFile] | None:
    """The plays of an evening in `content`; None if that is another kind of file."""
    top = _top(content)
    if top.get("format") != EVENING_FORMAT:
        return None
    plays = top.get("plays")
    if not isinstance(plays, list):
        raise PlayFault("plays: a list of plays is expected")
    return [_play_of_evening(number, play, games) for number, play in enumerate(plays, start=1)]


def _play_of_evening(number: int, play: Any, games: Mapping[str, Game]) -> PlayFile:
    if not isinstance(play, dict):
        raise PlayFault(f"play {number}: a JSON object is expected")
    try:
        return _play(play, games)
    except PlayFault as fault:
        raise PlayFault(f"play {number}: {fault}") from None


def _top(content: bytes | str) -> dict[str, Any]:
    if len(content) > LARGEST_FILE:
        raise PlayFault(f"the file is larger than {LARGEST_FILE:,} bytes")
    try:
        top = door.read_json(content.removeprefix(BOM) if isinstance(content, bytes) else content)
    except door.Unreadable as fault:
        raise PlayFault(f"not a JSON file that can be read: {fault}") from None
    if not isinstance(top, dict):
        raise PlayFault("$: a JSON object is expected")
    return top


def _play(top: Mapping[str, Any], games: Mapping[str, Game]) -> PlayFile:
    if top.get("format") != FORMAT:
        raise PlayFault(f'format: expected "{FORMAT}"')
    slug = top.get("game")
    game = games.get(slug) if isinstance(slug, str) else None
    if game is None:
        raise PlayFault(f"game: unknown; known are {', '.join(games)}")
    players, options = _players(top.get("players"), game), _options(top.get("options", {}))
    return PlayFile(game, players, options, *_log(top, game, len(players)))


def _players(given: Any, game: Game) -> tuple[str, ...]:
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        raise PlayFault("players: a list of names is expected")
    if len(given) not in game.players:
        few, many = game.players[0], game.players[-1]
        raise PlayFault(f"players: {game.slug} takes {few} to {many}, here are {len(given)}")
    if not all(0 < len(name) <= LONGEST_NAME for name in given):
        raise PlayFault(f"players: a name has 1 to {LONGEST_NAME} characters")
    return tuple(given)


def _options(given: Any) -> Mapping[str, Any]:
    if not isinstance(given, dict):
        raise PlayFault("options: a JSON object is expected")
    return given


def _log(
    top: Mapping[str, Any], game: Game, players: int
) -> tuple[tuple[Entry, ...], Mapping[int, tuple[Entry, ...]]]:
    """The play's own entries and each notebook's; a correction goes where its target is."""
    lines = top.get("log")
    if not isinstance(lines, list):
        raise PlayFault("log: a list of entries is expected")
    if len(lines) > MOST_ENTRIES:
        raise PlayFault(f"log: more than {MOST_ENTRIES:,} entries")
    owners: dict[int, int] = {}
    play: list[Entry] = []
    notebooks: dict[int, list[Entry]] = {}
    for number, line in enumerate(lines, start=1):
        entry = _entry(number, line)
        owner = _owner(line, entry, owners) if game.notebook else None
        if owner is None or owner not in range(players):
            play.append(entry)
        else:
            owners[number] = owner
            notebooks.setdefault(owner, []).append(entry)
    return tuple(play), {owner: tuple(entries) for owner, entries in notebooks.items()}


def _owner(line: Mapping[str, Any], entry: Entry, owners: Mapping[int, int]) -> int | None:
    """Whose notebook an entry is for, as it or its target says. Only the owner writes there."""
    owner = line.get("notebook", owners.get(entry.targets[0]) if entry.targets else None)
    return owner if entry.by in (None, owner) else None


def _entry(number: int, line: Any) -> Entry:
    """One line of the list; what it holds is judged later, by the rules."""
    if not isinstance(line, dict):
        raise PlayFault(f"log, entry {number}: a JSON object is expected")
    kinds = [name for name in ("move", "options", *CORRECTIONS) if name in line]
    if len(kinds) != 1:
        raise PlayFault(f"log, entry {number}: one of move, undo, redo, amend, options is expected")
    kind = kinds[0]
    by, key, at, owner = (line.get(name) for name in ("by", "key", "at", "notebook"))
    if not (by is None or type(by) is int) or not (owner is None or type(owner) is int):
        raise PlayFault(f"log, entry {number}: by and notebook are player numbers")
    if not (key is None or isinstance(key, str)) or not (at is None or isinstance(at, str)):
        raise PlayFault(f"log, entry {number}: key and at are texts")
    if kind == "move":
        if not isinstance(line["move"], str):
            raise PlayFault(f"log, entry {number}: move is the name of a move")
        return Entry(
            number, _name(line["move"]), _args(line.get("args", {}), number), (), by, key, at
        )
    if kind == "options":
        return Entry(number, "options", _args(line["options"], number), (), by, key, at)
    args = _args(line.get("args", {}), number) if kind == "amend" else {}
    return Entry(number, kind, args, _targets(line[kind], number), by, key, at)


def _name(move: str) -> str:
    """A move's name; what is not a move's name in a log stays unknown here too."""
    return f"{move}?" if move in (*CORRECTIONS, "options") else move


def _args(given: Any, number: int) -> Mapping[str, Any]:
    if not isinstance(given, dict):
        raise PlayFault(f"log, entry {number}: args are a JSON object")
    return given


def _targets(given: Any, number: int) -> tuple[int, ...]:
    targets = given if isinstance(given, list) else [given]
    if not all(type(each) is int for each in targets):
        raise PlayFault(f"log, entry {number}: an entry is named by its number")
    return tuple(targets)


def write(
    game: Game, players: Sequence[str], options: Mapping[str, Any], entries: Iterable[Entry]
) -> dict[str, Any]:
    """A play as the JSON object of a play file; `entries` are numbered without gaps."""
    return {
        "format": FORMAT,
        "game": game.slug,
        "players": list(players),
        "options": dict(options),
        "log": [_line(entry) for entry in entries],
    }


def write_evening(name: str, day: date, plays: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """An evening as a JSON object, its plays as `write` gives them."""
    return {
        "format": EVENING_FORMAT,
        "name": name,
        "day": day.isoformat(),
        "plays": list(plays),
    }


def without(
    entries: Sequence[Entry], hidden: Callable[[str, Mapping[str, Any]], bool]
) -> list[Entry]:
    """The entries that may be seen, numbered anew; corrections of hidden ones go with them.

    `hidden` judges a move by its name and args; an amend by the name of the move it is of.
    """
    what = {entry.number: entry.what for entry in entries}
    numbers: dict[int, int] = {}
    shown: list[Entry] = []
    for entry in entries:
        targets = tuple(numbers[each] for each in entry.targets if each in numbers)
        kind = what.get(entry.targets[0], "") if entry.what == "amend" else entry.what
        if hidden(kind, entry.args) or (entry.targets and not targets):
            continue
        numbers[entry.number] = len(shown) + 1
        shown.append(replace(entry, number=len(shown) + 1, targets=targets))
    return shown


def interleaved(entries: Sequence[Entry], notes: Sequence[tuple[int, Entry]]) -> list[Entry]:
    """A play's entries and those of a notebook in one list, numbered anew.

    A note is a pair: the number of the play's last entry before it, and the entry.
    """
    marked = [(entry.number, 0, entry) for entry in entries]
    marked += [(after, 1, entry) for after, entry in notes]
    numbers: tuple[dict[int, int], dict[int, int]] = ({}, {})
    merged = []
    for place, (_after, private, entry) in enumerate(sorted(marked, key=_in_time), start=1):
        numbers[private][entry.number] = place
        targets = tuple(numbers[private][each] for each in entry.targets)
        merged.append(replace(entry, number=place, targets=targets))
    return merged


def _in_time(marked: tuple[int, int, Entry]) -> tuple[int, int, int]:
    after, private, entry = marked
    return after, private, entry.number


def _line(entry: Entry) -> dict[str, Any]:
    line: dict[str, Any]
    if entry.what in CORRECTIONS:
        targets = entry.targets[0] if len(entry.targets) == 1 else list(entry.targets)
        line = {entry.what: targets}
        if entry.what == "amend":
            line["args"] = dict(entry.args)
    elif entry.what == "options":
        line = {"options": dict(entry.args)}
    else:
        line = {"move": entry.what, "args": dict(entry.args)}
    for name in ("by", "key", "at", "notebook"):
        if getattr(entry, name) is not None:
            line[name] = getattr(entry, name)
    return line
