"""When the virus can come. Pure.

Eleven event cards, the virus among the bottom three, the top card turned over at
the set-up, one event a round: so it comes at the start of round 8, 9 or 10.
Source: rulebook, "Подготовка к игре", event deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

CARDS = 11
ROUNDS = (8, 9, 10)
CHANCES = ("1/3", "1/2", "1")
RISING_COLOURS = 3


@dataclass(frozen=True)
class Odds:
    """A round at whose start the virus can come, and the chance if it has not before.

    `now` is the round that the next event belongs to, `gone` one that is past.
    """

    round: int
    chance: str
    now: bool
    gone: bool


def usual_deck(events: Mapping[str, int]) -> bool:
    """Eleven cards with one virus among them; `rise` counts the cards of each colour."""
    rest = sum(events.get(kind, 0) for kind in ("jump", "crash", "virus"))
    cards = events.get("rise", 0) * RISING_COLOURS + rest
    return cards == CARDS and events.get("virus") == 1


def virus_chance(
    round: int,  # noqa: A002
    event_recorded: bool,
    events: Mapping[str, int],
    over: bool,
) -> str | None:
    """The chance that the next event is the virus: this round's, or once recorded, the next's.

    None after the end, and where the deck is another one.

    >>> deck = {"rise": 2, "jump": 1, "crash": 3, "virus": 1}
    >>> [virus_chance(number, False, deck, over=False) for number in (7, 8, 9, 10)]
    ['0', '1/3', '1/2', '1']
    >>> virus_chance(7, True, deck, over=False)
    '1/3'
    """
    if over or not usual_deck(events):
        return None
    number = round + event_recorded
    if number < ROUNDS[0]:
        return "0"
    return CHANCES[min(number, ROUNDS[-1]) - ROUNDS[0]]


def odds(
    round: int,  # noqa: A002
    event_recorded: bool,
    events: Mapping[str, int],
    over: bool,
) -> tuple[Odds, ...]:
    """The rounds of the meter with their chances; none where `virus_chance` knows none."""
    if virus_chance(round, event_recorded, events, over) is None:
        return ()
    next_event = round + event_recorded
    return tuple(
        Odds(number, chance, number == next_event, number < next_event)
        for number, chance in zip(ROUNDS, CHANCES, strict=True)
    )
