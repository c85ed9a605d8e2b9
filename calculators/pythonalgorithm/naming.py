"""Cards as moves name them, and the cards that are meant. Pure.

A card that comes from the box is described, or named by its id; a held one is
named by its place in the hand, by its id, or by all that is known of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from calculators.pythonalgorithm.chips import Track
from calculators.pythonalgorithm.hand import Card, CardName, place_of
from calculators.pythonalgorithm.moves import Auction, Buy, SetHand, WayOut, way_to
from calculators.pythonalgorithm.state import State, changed
from companion.games import Refusal

Receiving = Buy | Auction | SetHand
"""The moves by which cards come into a hand."""


def new_card(state: State, move: Buy | Auction, name: CardName) -> Card:
    """The card that is bought: named in full, and in no hand yet."""
    card = printed(state, name, move)
    check_ids(state, move, (card,))
    return card


def printed(state: State, name: CardName, move: Receiving | None = None) -> Card:
    """The card that a name describes or whose id it gives; a Refusal if that is no card.

    Nothing is owed on it. `move` is what a way out would say differently.
    """
    if name.id is not None:
        return _from_box(state, name, name.id, move)
    missing = [each for each in ("track", "colour") if getattr(name, each) is None]
    if name.track == "templates" and name.category is None:
        missing.append("category")
    if missing or name.track is None or name.colour is None:
        raise Refusal("card_incomplete", missing=tuple(missing))
    check_category(state, name.track, name.category)
    return Card(name.track, name.colour, name.category, name.number)


def _from_box(state: State, name: CardName, id: str, move: Receiving | None) -> Card:  # noqa: A002
    template, kodik = state.box.template(id), state.box.kodik(id)
    if template:
        card = Card("templates", template.colour, template.category, template.number, id)
    elif kodik:
        card = Card("kodiki", kodik.colour, None, None, id)
    else:
        raise Refusal("no_such_card", id=id)
    said = ("track", "colour", "category", "number")
    if any(getattr(name, each) not in (None, getattr(card, each)) for each in said):
        by_id = CardName(id=id, debt=name.debt)
        way_out = _renamed(move, name, by_id) if move else None
        raise Refusal("card_differs", way_out=way_out, id=id, card=card)
    return card


def check_category(state: State, track: Track, category: str | None) -> None:
    """Templates have a category of the price table, kodiki none; else a Refusal."""
    known: tuple[str | None, ...] = (None,)
    if track == "templates":
        known = tuple(state.prices.templates)
    if category not in known:
        raise Refusal("no_such_category", track=track, category=category, known=known)


def check_ids(state: State, move: Receiving, cards: Sequence[Card]) -> None:
    """A card with an id is in one hand only, and there once; else a Refusal."""
    seen: set[str] = set()
    for card in cards:
        if card.id is None:
            continue
        holder = state.holders.get(card.id)
        if isinstance(move, SetHand) and holder == move.player:
            holder = None
        if card.id in seen:
            holder = cast(SetHand, move).player
        if holder is not None:
            raise _card_taken(state, move, card, holder)
        seen.add(card.id)


def _card_taken(state: State, move: Receiving, card: Card, holder: int) -> Refusal:
    """The way out: another card of the same kind; which of them is not told."""
    names = move.cards if isinstance(move, SetHand) else (move.card,)
    name = next(each for each in reversed(names) if each.id == card.id)
    kind = CardName(card.track, card.colour, card.category, card.number, debt=name.debt)
    open_to_all = any(each.id == card.id and each.debt for each in state.hands[holder])
    return Refusal(
        "card_taken",
        way_out=_renamed(move, name, kind),
        card=card,
        player=holder,
        hidden=state.concealed and not open_to_all,
    )


def _renamed(move: Receiving, old: CardName, new: CardName) -> WayOut:
    """The same move with one card named differently (the last of equal ones)."""
    if not isinstance(move, SetHand):
        return way_to(move, card=new)
    place = len(move.cards) - 1 - move.cards[::-1].index(old)
    return way_to(move, cards=changed(move.cards, place, new))


def named_cards(state: State, player: int, names: Sequence[int | CardName]) -> tuple[int, ...]:
    """The places of the named cards in the player's hand, each once; else a Refusal."""
    if not names:
        raise Refusal("no_cards_named", player=player)
    taken: list[int] = []
    for name in names:
        if isinstance(name, int) and name in taken:
            raise Refusal("card_named_twice", player=player, card=name)
        place = held_at(state, player, name, without=taken)
        if state.hands[player][place].bare:
            raise Refusal("no_card_but_a_debt", player=player)
        taken.append(place)
    return tuple(taken)


def held_at(
    state: State,
    player: int,
    name: int | CardName,
    *,
    without: Sequence[int] = (),
    owing: bool = False,
) -> int:
    """Where the named card is in the player's hand (see hand.place_of); else a Refusal.

    `near` in its data is a card that differs only in what is owed on it.
    """
    hand = state.hands[player]
    place = place_of(hand, name, without=without, owing=owing)
    if place is not None:
        return place
    near = None
    if isinstance(name, CardName) and name.debt is not None:
        other = place_of(hand, replace(name, debt=None), without=without)
        near = None if other is None else hand[other]
    raise Refusal("no_such_card_held", player=player, card=name, near=near, hidden=state.concealed)
