"""What a game gives to the table: its rules, its words, its pages.

A game is a package with a `game.py` that makes one `Game` named GAME. The
table knows every game only through this file; a game imports this file and
nothing else of the project.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from functools import cache
from importlib import import_module
from typing import Any, Literal, Protocol

type_ = type

Eyes = int | Literal["table", "everything"]
"""Who looks: a player (index), the table (a phone without a seat, the watch
link), or everything (files only)."""

RESERVED = frozenset(
    "undo redo amend options log notebook lots dice timer seats live export watch join"
    " settings result picture print".split()
)
"""Names that neither a move nor a page of a game may have (spec, "Addresses")."""

RESERVED_SLUGS = frozenset("t w join rules healthz static language theme offline".split())

Die = Callable[[int], int]
"""Throws a die of so many sides: 1 to that many."""


class Refusal(Exception):
    """A move that cannot be: a code and its data, never prose.

    `way_out` is a move that would be accepted instead, as (move, args): the
    one-tap key beside the refusal.
    """

    def __init__(
        self, code: str, *, way_out: tuple[str, Mapping[str, Any]] | None = None, **data: Any
    ) -> None:
        super().__init__(code, data)
        self.code = code
        self.data = data
        self.way_out = way_out


class Changed(Refusal):
    """A typed value was typed over another than the phone showed (409)."""

    def __init__(self, *, was: Any, now: Any, **data: Any) -> None:
        super().__init__("changed", was=was, now=now, **data)
        self.was = was
        self.now = now


class OptionsFault(ValueError):
    """The options cannot be: an unknown name, a value outside its range."""


@dataclass(frozen=True)
class Notice:
    """Something recorded that the rules would not have: a code and its data."""

    code: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """What a move does: the state after it, and what its log line needs."""

    state: Any
    notices: tuple[Notice, ...] = ()
    facts: Any = None


@dataclass(frozen=True)
class Standing:
    """One player's place: 1 is best, equal points share a place (1, 1, 3).

    `points` and `place` are None where these eyes may not see them.
    """

    player: int
    points: int | Decimal | None
    place: int | None


@dataclass(frozen=True)
class Joined:
    """A player who came when the play was on: the name then, and the seat (its id) if known."""

    name: str
    seat: int | None = None


class Rules(Protocol):
    """The rules of a game, pure: no clock, no chance, no database.

    `moves` names each move's frozen dataclass. States are immutable.
    """

    @property
    def moves(self) -> Mapping[str, type]: ...

    def start(self, players: int, options: Any) -> Any:
        """The state before the first move; OptionsFault if these cannot be."""

    def apply(self, state: Any, move: Any, by: int | None) -> Outcome:
        """The state after `move`, or a Refusal. `by` is the player who records."""


class NotebookRules(Rules, Protocol):
    """The rules of a private notebook; `view` is what a file prints of it to its owner."""

    def view(self, state: Any) -> Mapping[str, Any]: ...


class LogRow(Protocol):
    """What words may read of a row of the log (`companion.log.Row`)."""

    @property
    def number(self) -> int: ...
    @property
    def move(self) -> Any: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def by(self) -> int | None: ...
    @property
    def amended_by(self) -> int | None: ...


class Past(Protocol):
    """What a page may ask of the log it is made from, for the phone that asks."""

    def rows(self) -> Sequence[LogRow]:
        """The moves that count, in order."""

    def entries(self, move: str) -> Sequence[int]:
        """The numbers of the entries of that move which count, in order."""

    def time(self, entry: int) -> datetime | None:
        """When the entry was recorded, on the table's clock; None if nobody knows."""

    def notes(self, entry: int) -> Any:
        """This phone's own notebook as it was when the entry was recorded."""


class Words(Protocol):
    """A game's prose, made when it is read, in the reader's language.

    `names` are the players' names in player order, ready to stand in a sentence.
    """

    def line(self, rows: Sequence[LogRow], eyes: Eyes, names: Sequence[str]) -> str:
        """One log line for a run of rows (mostly one): what happened."""

    def why(self, refusal: Refusal, eyes: Eyes, names: Sequence[str]) -> str:
        """Why a move cannot be: who or what stands in the way, what to do."""

    def way_out(self, refusal: Refusal, eyes: Eyes, names: Sequence[str]) -> str:
        """The label of the refusal's one-tap key ("" if these eyes get none)."""

    def notice(self, notice: Notice, eyes: Eyes, names: Sequence[str]) -> str:
        """What the table should know about a recorded move."""

    def status(self, state: Any) -> str:
        """Where the play is, for the top bar: "round 2 of 3"."""

    def result(self, state: Any, eyes: Eyes, names: Sequence[str]) -> str:
        """The result as a few lines of text, to be shared."""


@dataclass(frozen=True)
class Choice:
    """A setting where the rules are silent or come in editions.

    `values` are (value, label) pairs; `why` says in one sentence why the
    default is what it is.
    """

    name: str
    label: Any
    why: Any
    values: tuple[tuple[Any, Any], ...]


@dataclass(frozen=True)
class Game:
    """All that a table needs to know about a game.

    `folder` holds the templates: panels.html (the board, inside the page that
    every play has), watch.html, result.html, print.html, rules.html, cover.html.
    `screen` gives panels.html what it draws; its query is
    the page's query string (which tab is open, say). `run` gives equal keys to
    small moves that belong to one log line (+1 +1 +1), None to the others.
    `typed` names the arg that holds a typed value, by move; `current` gives what
    that move would overwrite, so that two phones cannot overwrite each other
    unseen. `forms` are the moves as forms, for typing and for correcting; they take
    `players` (names) and `options` of the play.

    `usual` is how many sit down unless somebody says otherwise (0: the fewest).
    `settled` fills in what the options leave to the box or edition in use. `pages`
    are read-only: state, eyes, query and names in, what their template draws out; those
    of `looking_back` are given a `Past` too.
    `files` are JSON files to take along: (state, eyes) -> value, by name. `secret`
    says whether a move's args are hidden from these eyes just now, and `sees` whose
    eyes words are for: everybody's, once nothing is hidden; what words tell these eyes
    nothing of ("") is not shown to them. `seated` are moves that only a phone with a
    seat may record. `recorded` are the rules by which entries of the phones are replayed,
    if they are milder than `rules`, which a new move meets: what is hidden from somebody
    may not decide whether an entry that everybody sees still counts. `draws` are moves
    with dice of their own: (state, args, die) -> the args with what was thrown, where a
    phone left that open; `die` throws one of so many sides, which the server does. `dock`
    is the template of keys that stay under the thumb, `script` a module that only this
    game's pages load. `called` is what this very play is called, where the title says
    less; `kept` are options that the next play begins with, beside those of this one.
    `option_said` says an option's value in a log line where no key offers it ("": in the
    site's own words).

    `notebook` are the rules of a private log that every phone may have beside the play;
    `private` gives panels.html what it draws of it (its state, the play's, eyes, query,
    names, a `Past`), and `private_typed` names what is typed in it, as `typed` does.

    Most games keep the players they began with. Where they may change, `joining` is the
    move by which somebody joins (args: name; seat and player, which the table fills in),
    `joined` are those who came, numbered after those who began, and `gone` are the
    numbers of those who play no longer.
    """

    slug: str
    title: Any
    about: Any
    players: range
    options: type_
    choices: tuple[Choice, ...]
    rules: Rules
    view: Callable[[Any, Eyes], dict[str, Any]]
    standings: Callable[[Any, Eyes], list[Standing]]
    finished: Callable[[Any], bool]
    screen: Callable[[Any, Eyes, Mapping[str, str], Sequence[str]], dict[str, Any]]
    words: Words
    folder: str
    run: Callable[[Any], Hashable | None] = lambda move: None
    forms: Mapping[str, type_] = field(default_factory=dict)
    pages: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    looking_back: frozenset[str] = frozenset()
    typed: Mapping[str, str] = field(default_factory=dict)
    current: Callable[[Any, Any], Any] = lambda state, move: None
    notebook: NotebookRules | None = None
    private: Callable[..., dict[str, Any]] = lambda notes, state, eyes, query, names, past: {}
    private_typed: Mapping[str, str] = field(default_factory=dict)
    usual: int = 0
    dock: str = ""
    script: str = ""
    called: Callable[[Any], str] = lambda state: ""
    kept: Callable[[Any], Mapping[str, Any]] = lambda state: {}
    option_said: Callable[[str, Any], str] = lambda name, value: ""
    joining: str = ""
    joined: Callable[[Any], Sequence[Joined]] = lambda state: ()
    gone: Callable[[Any], Collection[int]] = lambda state: ()
    settled: Callable[[Any], Any] = lambda options: options
    sees: Callable[[Any, Eyes], Eyes] = lambda state, eyes: eyes
    seated: frozenset[str] = frozenset()
    recorded: Rules | None = None
    draws: Mapping[str, Callable[[Any, Mapping[str, Any], Die], Mapping[str, Any]]] = field(
        default_factory=dict
    )
    files: Mapping[str, Callable[[Any, Eyes], Any]] = field(default_factory=dict)
    secret: Callable[[str, Mapping[str, Any], Any, Eyes], bool] = lambda what, args, state, eyes: (
        False
    )

    @property
    def panels(self) -> str:
        """The template of the board, inside the page that every play has."""
        return f"{self.folder}/panels.html"

    @property
    def watch_panels(self) -> str:
        """The board for those who only look on, large and without keys."""
        return f"{self.folder}/watch.html"

    @property
    def cover(self) -> str:
        """The template of the game's little picture."""
        return f"{self.folder}/cover.html"

    @property
    def styles(self) -> str:
        """The stylesheet that only this game's pages load."""
        return f"css/{self.slug}.css"


def places(points: Sequence[int | Decimal], *, low_wins: bool = False) -> list[int]:
    """Competition ranking: equal points share a place and the next is skipped.

    >>> places([30, 12, 30])
    [1, 3, 1]
    """
    ordered = sorted(points, reverse=not low_wins)
    return [ordered.index(each) + 1 for each in points]


@cache
def all_games() -> dict[str, Game]:
    """The games named in settings.GAMES, by slug, in that order."""
    from django.conf import settings

    found = (import_module(name + ".game").GAME for name in settings.GAMES)
    return {game.slug: game for game in found}
