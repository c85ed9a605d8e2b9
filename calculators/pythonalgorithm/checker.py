"""Which sets of a hand a customer takes, and what a turn with them brings. Pure.

Nothing is recorded here: cards, customer and prices go in, answers come out. A set
is one template and the customer's number of kodiki; it brings the cards' market
prices and the bonus. Cards in debt are redeemed before. Source: rulebook, "Продажи".

Cards of one colour (and, for templates, one category) cost the same, so they are
counted pile by pile: however long a hand is, only a few kinds of sets exist.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import nsmallest
from itertools import combinations, combinations_with_replacement, product
from math import prod

from calculators.pythonalgorithm.box import Box, Solution, colours_wanted
from calculators.pythonalgorithm.chips import COLOURS, Colour, Track
from calculators.pythonalgorithm.customers import Lack, Wanted
from calculators.pythonalgorithm.hand import Card, debt_of

Market = Callable[[Track, Colour, str | None], int]
"""What a card costs now: by track, colour and (for templates) category."""

SHOWN = 12
"""How many sets are spelled out; all of them are counted."""


@dataclass(frozen=True)
class Found:
    """A set that the customer takes: the template first, then the kodiki.

    `prices` are the cards' market prices. `solution` is the accepted program that the
    set makes, its kodiki in the order of the gaps. `checked` is False if the customer
    wants certain programs and a card is not known well enough to tell.
    """

    cards: tuple[Card, ...]
    prices: tuple[int, ...]
    bonus: int
    solution: Solution | None = None
    checked: bool = True

    @property
    def payout(self) -> int:
        """What the customer pays: all prices and the bonus."""
        return sum(self.prices) + self.bonus

    @property
    def debts(self) -> int:
        """What must be redeemed before the cards can be sold to the customer."""
        return debt_of(self.cards)


@dataclass(frozen=True)
class Sets:
    """The sets that fit: how many, equal cards counted once, and the best of them."""

    count: int = 0
    best: tuple[Found, ...] = ()


@dataclass(frozen=True)
class Miss:
    """A set that lacks `missing`; `cards` are there. With them it brings `payout`."""

    missing: tuple[Card, ...]
    cards: tuple[Card, ...]
    payout: int


@dataclass(frozen=True)
class Turn:
    """A whole turn with a set: sell to the market first, redeem, then sell to the customer.

    `sell_first` brings `sold`; it is empty if the tokens suffice. `short` tokens are
    lacking even if all other cards are sold (0: the turn is possible). `market` is what
    the set's cards bring at the market instead, their debts taken off.
    """

    redeem: tuple[Card, ...]
    owed: int
    payout: int
    market: int
    tokens: int | None
    sell_first: tuple[Card, ...] = ()
    sold: int = 0
    short: int = 0

    @property
    def net(self) -> int:
        """What the turn adds to the tokens."""
        return self.sold - self.owed + self.payout

    @property
    def left(self) -> int | None:
        """The tokens after redeeming, before the customer pays; None if they are not known."""
        return None if self.tokens is None else self.tokens + self.sold - self.owed

    @property
    def after(self) -> int | None:
        """The tokens after the turn; None if they are not known."""
        return None if self.tokens is None else self.tokens + self.net

    @property
    def more(self) -> int:
        """By how much the customer pays more than the market for the same cards."""
        return self.payout - self.owed - self.market


# -- sets that fit


def fitting(cards: Iterable[Card], wanted: Wanted, market: Market, most: int = SHOWN) -> Sets:
    """The sets of these cards that the customer takes, best payout first.

    Of equal payouts those whose program is known to be accepted come first, then those
    with less debt. Cards in debt count as if they were redeemed already.
    """
    held = [card for card in cards if not card.bare]
    solved = _solved(held, wanted, market)
    patterns = sorted(_patterns(held, wanted, market), key=lambda each: -each.payout)
    found: list[Found] = []
    for place, pattern in enumerate(patterns):
        if len(found) >= most and pattern.payout < patterns[place - 1].payout:
            break
        found += pattern.best(most, bool(wanted.solutions))
    count = len(solved) + sum(pattern.count for pattern in patterns)
    return Sets(count, tuple(nsmallest(most, solved + found, key=_order)))


def _order(found: Found) -> tuple[int, bool, int]:
    return -found.payout, not found.checked, found.debts


def _solved(held: Sequence[Card], wanted: Wanted, market: Market) -> list[Found]:
    """The accepted programs whose cards are all held."""
    by_id = {card.id: card for card in held if card.id is not None}
    found: dict[frozenset[str], Found] = {}
    for solution in wanted.solutions:
        ids = (solution.template, *solution.kodiki)
        if all(each in by_id for each in ids):
            cards = tuple(by_id[each] for each in ids)
            prices = tuple(_price(card, market) for card in cards)
            found.setdefault(frozenset(ids), Found(cards, prices, wanted.bonus, solution))
    return list(found.values())


def _price(card: Card, market: Market) -> int:
    assert card.track is not None
    assert card.colour is not None
    return market(card.track, card.colour, card.category)


@dataclass(frozen=True)
class _Kind:
    """What makes cards alike for a customer: track, colour and price; and whether the card
    itself is known, where certain programs are wanted."""

    track: Track
    colour: Colour
    category: str | None = None
    known: bool = False


def _kind(card: Card, coded: bool) -> _Kind:
    assert card.track is not None
    assert card.colour is not None
    category = card.category if card.track == "templates" else None
    return _Kind(card.track, card.colour, category, coded and card.id is not None)


class _Pile:
    """The cards of one kind, equal ones counted; those with less debt on top."""

    def __init__(self, cards: Sequence[Card], price: int) -> None:
        counted = Counter(cards)
        self.cards = sorted(counted, key=lambda card: card.debt)
        self.copies = [counted[card] for card in self.cards]
        self.size = len(cards)
        self.price = price
        self._taken: dict[tuple[int, int], list[tuple[Card, ...]]] = {}

    def ways(self, number: int) -> int:
        """How many different choices of so many cards there are."""
        ways = [1] + [0] * number
        for copies in self.copies:
            for size in range(number, 0, -1):
                ways[size] += sum(ways[size - taken] for taken in range(1, min(copies, size) + 1))
        return ways[number]

    def best(self, number: int, most: int) -> list[tuple[Card, ...]]:
        """The choices of so many cards with the least debt.

        Below the first `number + most` different cards every choice has `most` better ones.
        """
        if (number, most) not in self._taken:
            top = zip(self.cards[: number + most], self.copies, strict=False)
            spread = [card for card, copies in top for _ in range(min(copies, number))]
            choices = dict.fromkeys(combinations(spread, number))
            self._taken[number, most] = nsmallest(most, choices, key=debt_of)
        return self._taken[number, most]


@dataclass(frozen=True)
class _Pattern:
    """A template of one pile and kodiki of certain piles: all such sets pay the same."""

    parts: tuple[tuple[_Pile, int], ...]
    bonus: int

    @cached_property
    def payout(self) -> int:
        return sum(pile.price * number for pile, number in self.parts) + self.bonus

    @property
    def count(self) -> int:
        return prod(pile.ways(number) for pile, number in self.parts)

    def best(self, most: int, coded: bool) -> Iterator[Found]:
        """The sets of this pattern with the least debt."""
        chosen: list[tuple[Card, ...]] = [()]
        for pile, number in self.parts:
            both = [(*one, *other) for one, other in product(chosen, pile.best(number, most))]
            chosen = nsmallest(most, both, key=debt_of)
        prices = tuple(pile.price for pile, number in self.parts for _ in range(number))
        for cards in chosen:
            yield Found(cards, prices, self.bonus, checked=not coded)


def _patterns(held: Sequence[Card], wanted: Wanted, market: Market) -> Iterator[_Pattern]:
    """The patterns of sets that fit by number and colours.

    Where certain programs are wanted, sets whose cards are all known are left out: those
    are accepted programs, or do not fit.
    """
    coded = bool(wanted.solutions)
    sorted_out: dict[_Kind, list[Card]] = {}
    for card in held:
        sorted_out.setdefault(_kind(card, coded), []).append(card)
    piles = {
        kind: _Pile(cards, market(kind.track, kind.colour, kind.category))
        for kind, cards in sorted_out.items()
    }
    kodiki = sorted(
        (kind for kind in piles if kind.track == "kodiki"),
        key=lambda kind: (COLOURS.index(kind.colour), kind.known),
    )
    for template in (kind for kind in piles if kind.track == "templates"):
        for others in combinations_with_replacement(kodiki, wanted.kodiki):
            kinds = (template, *others)
            needed = Counter(others)
            if (
                _colours_fit([kind.colour for kind in kinds], wanted)
                and all(piles[kind].size >= number for kind, number in needed.items())
                and not (coded and all(kind.known for kind in kinds))
            ):
                parts = ((piles[kind], number) for kind, number in needed.items())
                yield _Pattern(((piles[template], 1), *parts), wanted.bonus)


def _colours_fit(colours: Sequence[Colour], wanted: Wanted) -> bool:
    return len(set(colours)) == colours_wanted(wanted.colours, len(colours))


# -- what keeps a hand from fitting


def reasons(cards: Iterable[Card], wanted: Wanted) -> tuple[Lack, ...]:
    """Why no set of these cards fits: too few of them, their colours, or the program.

    Too many cards are no reason, since any of them can stay in the hand, and neither is
    a debt.
    """
    held = [card for card in cards if not card.bare]
    templates = sum(card.track == "templates" for card in held)
    kodiki = len(held) - templates
    found: list[Lack] = []
    if not templates:
        found.append(Lack("no_template"))
    if kodiki < wanted.kodiki:
        found.append(Lack("few_kodiki", {"wanted": wanted.kodiki, "count": kodiki}))
    by_number = (not templates) + max(0, wanted.kodiki - kodiki)
    if _lacking_by_colour(held, wanted) > by_number:
        found.append(_colour_reason(wanted))
    return tuple(found) or (Lack("code_not_accepted"),)


def _lacking_by_colour(held: Sequence[Card], wanted: Wanted) -> int:
    """How many cards, of whatever category, the nearest set of the right colours lacks."""
    there = Counter((card.track, card.colour) for card in held)
    lacking = []
    for template, *kodiki in _colourings(wanted):
        needed = Counter(kodiki)
        short = sum(max(0, number - there["kodiki", each]) for each, number in needed.items())
        lacking.append(short + (not there["templates", template]))
    return min(lacking)


def _colourings(wanted: Wanted) -> Iterator[tuple[Colour, ...]]:
    """The colours that a set may have: the template's, then those of the kodiki."""
    for template in COLOURS:
        for kodiki in combinations_with_replacement(COLOURS, wanted.kodiki):
            if _colours_fit((template, *kodiki), wanted):
                yield template, *kodiki


def _colour_reason(wanted: Wanted) -> Lack:
    if wanted.colours == "same":
        return Lack("colours_differ")
    return Lack("colours_repeat", {"wanted": colours_wanted("different", wanted.kodiki + 1)})


def misses(
    cards: Iterable[Card], wanted: Wanted, market: Market, box: Box, most: int = SHOWN
) -> tuple[Miss, ...]:
    """The sets that lack the fewest cards, best payout first; none for an empty hand.

    A missing card is given as the customer needs it: a colour (and any category that the
    box has), or the very card where certain programs are wanted.
    """
    held = sorted((card for card in cards if not card.bare), key=lambda card: card.debt)
    if not held:
        return ()
    near = list(_unsolved(held, wanted, market, box)) if wanted.solutions else []
    if not wanted.solutions or any(card.id is None for card in held):
        near += _unmatched(held, wanted, market, box)
    fewest = min((len(each.missing) for each in near if each.missing), default=0)
    best: dict[tuple[Card, ...], Miss] = {}
    for each in sorted(near, key=lambda each: (-each.payout, debt_of(each.cards))):
        if len(each.missing) == fewest:
            best.setdefault(each.missing, each)
    return tuple(best.values())[:most]


def _unsolved(held: Sequence[Card], wanted: Wanted, market: Market, box: Box) -> Iterator[Miss]:
    """Each accepted program: which of its cards are missing."""
    by_id = {card.id: card for card in held if card.id is not None}
    for solution in wanted.solutions:
        needed = [card_of(box, each) for each in (solution.template, *solution.kodiki)]
        whole = [card for card in needed if card is not None]
        yield Miss(
            tuple(card for card in whole if card.id not in by_id),
            tuple(by_id[card.id] for card in whole if card.id in by_id),
            sum(_price(card, market) for card in whole) + wanted.bonus,
        )


def _unmatched(held: Sequence[Card], wanted: Wanted, market: Market, box: Box) -> Iterator[Miss]:
    """Each pattern that the customer takes: which cards are missing, by colour and category."""
    there: dict[_Kind, list[Card]] = {}
    for card in held:
        there.setdefault(_kind(card, False), []).append(card)
    for category in box.categories:
        for template, *kodiki in _colourings(wanted):
            kinds = [_Kind("templates", template, category)]
            kinds += [_Kind("kodiki", colour) for colour in kodiki]
            payout = sum(market(kind.track, kind.colour, kind.category) for kind in kinds)
            yield _lacking(kinds, there, payout + wanted.bonus)


def _lacking(kinds: Sequence[_Kind], there: dict[_Kind, list[Card]], payout: int) -> Miss:
    missing: list[Card] = []
    present: list[Card] = []
    for kind, number in Counter(kinds).items():
        found = there.get(kind, [])[:number]
        present += found
        missing += [Card(kind.track, kind.colour, kind.category)] * (number - len(found))
    return Miss(tuple(missing), tuple(present), payout)


def card_of(box: Box, id: str) -> Card | None:  # noqa: A002
    """The card of the box with this id, as a hand would hold it."""
    if template := box.template(id):
        return Card("templates", template.colour, template.category, template.number, id)
    if kodik := box.kodik(id):
        return Card("kodiki", kodik.colour, id=id)
    return None


# -- a whole turn


def turn(found: Found, hand: Iterable[Card], market: Market, tokens: int | None) -> Turn:
    """What a turn with this set takes and brings.

    `hand` are all cards held, the set's included; `tokens` None: not known, so whether
    they cover the debts is not told.
    """
    redeem = tuple(card for card in found.cards if card.debt)
    owed = found.debts
    worth = sum(found.prices) - owed
    lacking = 0 if tokens is None else owed - tokens
    if lacking <= 0:
        return Turn(redeem, owed, found.payout, worth, tokens)
    others = without(hand, found.cards)
    chosen = sold_first(others, market, lacking)
    sold = brings(chosen, market)
    return Turn(redeem, owed, found.payout, worth, tokens, chosen, sold, max(0, lacking - sold))


def without(hand: Iterable[Card], cards: Iterable[Card]) -> tuple[Card, ...]:
    """The other cards of a hand; of equal ones as many stay as are not taken."""
    taken = Counter(cards)
    others = []
    for card in hand:
        if taken[card]:
            taken[card] -= 1
        elif not card.bare:
            others.append(card)
    return tuple(others)


def brings(cards: Iterable[Card], market: Market) -> int:
    """What the market pays for these cards together, their debts taken off."""
    return sum(_price(card, market) - card.debt for card in cards)


def sold_first(cards: Sequence[Card], market: Market, lacking: int) -> tuple[Card, ...]:
    """The smallest choice of cards that brings at least `lacking` tokens at the market.

    The fewest cards; of equally many those that bring the least. If all of them do not
    suffice: all that bring anything.
    """
    nets = [(brings([card], market), card) for card in cards]
    worth = sorted((pair for pair in nets if pair[0] > 0), key=lambda pair: -pair[0])
    number = _fewest([net for net, _ in worth], lacking)
    if number is None:
        return tuple(card for _, card in worth)
    # Bit s of sums[place][count]: `count` of the first `place` cards bring s together.
    sums = [[1, *[0] * number]]
    for net, _ in worth:
        last = sums[-1]
        sums.append([1, *(last[n] | last[n - 1] << net for n in range(1, number + 1))])
    enough = sums[-1][number] >> lacking
    total = lacking + (enough & -enough).bit_length() - 1
    chosen = []
    for place in range(len(worth), 0, -1):
        if sums[place - 1][number] >> total & 1:
            continue
        net, card = worth[place - 1]
        chosen.append(card)
        number, total = number - 1, total - net
    return tuple(chosen)


def _fewest(nets: Sequence[int], lacking: int) -> int | None:
    """How many of the largest are enough; None if all of them are not."""
    total = 0
    for number, net in enumerate(nets, 1):
        total += net
        if total >= lacking:
            return number
    return None
