"""What a card does: new prices, compensations, fines and lost shares. Pure.

"Old" is the price before the card. Prices stand between 10 and 250 on the board,
ten by ten; all sums are in the game's money. Source: «Правила игры „Акционер"»,
the effect of a card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from calculators.akcioner.cards import COMPANIES, Card, Company

STEP = 10
LOWEST = 10
HIGHEST = 250
PRICES = range(LOWEST, HIGHEST + STEP, STEP)

Prices = tuple[int, ...]
"""The price of each company, in the order of COMPANIES."""
Shares = tuple[int, ...]
"""So many shares of each company, in the order of COMPANIES."""

Rounding = Literal["up", "down"]
Order = Literal["compensation_then_fines", "fines_then_compensation"]
FineCompare = Literal["per_share", "total"]
Tie = Literal["dearer", "cheaper"]
PaymentKind = Literal["lowering", "own_zero", "above_250"]


@dataclass(frozen=True)
class Customs:
    """How the table plays where the sources differ.

    `rounding`: half a price that is not on the board. `order`: whether this card's
    compensations are paid out before its fines. `fine_compare`: what makes a fine the
    smaller one, paid first. `tie`: which of equal fines is paid first, by the old price.
    """

    rounding: Rounding = "up"
    order: Order = "compensation_then_fines"
    fine_compare: FineCompare = "per_share"
    tie: Tie = "dearer"


@dataclass(frozen=True)
class Owner:
    """What a player has: money and shares."""

    cash: int
    shares: Shares

    def of(self, company: Company) -> int:
        """Shares of that company."""
        return self.shares[COMPANIES.index(company)]

    def capital(self, prices: Prices) -> int:
        """Money and shares at these prices."""
        return self.cash + sum(
            count * price for count, price in zip(self.shares, prices, strict=True)
        )

    def paid(self, amount: int) -> Owner:
        """The same with so much more money, or less."""
        return replace(self, cash=self.cash + amount)

    def given(self, company: Company, count: int) -> Owner:
        """The same with so many more shares of a company, or fewer."""
        place = COMPANIES.index(company)
        shares = (*self.shares[:place], self.shares[place] + count, *self.shares[place + 1 :])
        return replace(self, shares=shares)


@dataclass(frozen=True)
class Change:
    """What a card does to one company: by `amount` up or down, from `old` to `new`.

    `excess` is what a rise would have gone above 250. `fine` is what each share costs
    its other owners if the price falls to zero (0: it does not). `rounded`: half of the
    old price was not on the board, and is rounded.
    """

    company: Company
    old: int
    new: int
    amount: int
    rises: bool
    excess: int = 0
    fine: int = 0
    rounded: bool = False


@dataclass(frozen=True)
class Payment:
    """A compensation: `per_share` × `shares` = `amount`, to one player."""

    player: int
    kind: PaymentKind
    company: Company
    per_share: int
    shares: int
    amount: int


@dataclass(frozen=True)
class Fine:
    """A fine of one player for one company: `kept` shares paid for, `lost` ones taken away.

    `cash` is the free money just before it was due.
    """

    player: int
    company: Company
    per_share: int
    kept: int
    lost: int
    amount: int
    cash: int


@dataclass(frozen=True)
class Effect:
    """All that a card does: changes of prices, payments, fines, and what all have after it."""

    changes: tuple[Change, ...]
    payments: tuple[Payment, ...]
    fines: tuple[Fine, ...]
    before: tuple[Owner, ...]
    after: tuple[Owner, ...]

    def prices(self, old: Prices) -> Prices:
        """The prices after it."""
        new = {change.company: change.new for change in self.changes}
        return tuple(new.get(each, price) for each, price in zip(COMPANIES, old, strict=True))


def effect_of(
    card: Card, player: int, prices: Prices, owners: Sequence[Owner], customs: Customs
) -> Effect:
    """What `card` does when `player` plays it: rises, then falls, then what all pay.

    Compensations of a card come before its fines, or after them if the table plays so.
    A card gives nobody a share; only fines take any.
    """
    changes = tuple(changes_of(card, prices, customs.rounding))
    payments = tuple(payment for change in changes for payment in _payments(change, player, owners))
    before = tuple(owners)
    if customs.order == "compensation_then_fines":
        fines, after = _fined(changes, player, _compensated(before, payments), customs)
    else:
        fines, after = _fined(changes, player, before, customs)
        after = _compensated(after, payments)
    return Effect(changes, payments, fines, before, after)


def changes_of(card: Card, prices: Prices, rounding: Rounding = "up") -> Iterator[Change]:
    """What the card does to each of its companies, the rise first."""
    price = dict(zip(COMPANIES, prices, strict=True))
    yield _rise(card.up, price[card.up], card.rise)
    for company, fall in card.falls:
        old = price[company]
        yield _halving(company, old, rounding) if fall is None else _fall(company, old, fall)


def half(price: int, rounding: Rounding) -> int:
    """Half a price as the board shows it.

    >>> half(50, "up"), half(50, "down"), half(60, "up")
    (30, 20, 30)
    """
    exact = price // 2
    return exact + exact % STEP if rounding == "up" else exact - exact % STEP


def _rise(company: Company, old: int, rise: int | None) -> Change:
    """The price stops at 250; what it would have gone above is `excess`."""
    amount = old if rise is None else rise
    new = min(old + amount, HIGHEST)
    return Change(company, old, new, amount, True, excess=old + amount - new)


def _fall(company: Company, old: int, fall: int) -> Change:
    """Below 10 the price stops there, and each share of the others is fined."""
    if old - fall >= LOWEST:
        return Change(company, old, old - fall, fall, False)
    return Change(company, old, LOWEST, fall, False, fine=fall + LOWEST - old)


def _halving(company: Company, old: int, rounding: Rounding) -> Change:
    """The fall is what the board shows; only 10 falls below the board, by 5."""
    if old == LOWEST:
        return _fall(company, old, LOWEST // 2)
    new = half(old, rounding)
    return Change(company, old, new, old - new, False, rounded=new * 2 != old)


def _payments(change: Change, player: int, owners: Sequence[Owner]) -> Iterator[Payment]:
    """Above 250 every owner is paid; a fall is made good to the player of the card alone."""
    if change.rises:
        for owner, each in enumerate(owners):
            yield from _payment(owner, "above_250", change.company, change.excess, each)
    elif change.fine:
        to_zero = change.old - LOWEST
        yield from _payment(player, "own_zero", change.company, to_zero, owners[player])
    else:
        yield from _payment(player, "lowering", change.company, change.amount, owners[player])


def _payment(
    player: int, kind: PaymentKind, company: Company, per_share: int, owner: Owner
) -> Iterator[Payment]:
    shares = owner.of(company)
    if per_share and shares:
        yield Payment(player, kind, company, per_share, shares, per_share * shares)


def _compensated(owners: tuple[Owner, ...], payments: Sequence[Payment]) -> tuple[Owner, ...]:
    income = [0] * len(owners)
    for payment in payments:
        income[payment.player] += payment.amount
    return tuple(owner.paid(amount) for owner, amount in zip(owners, income, strict=True))


def _fined(
    changes: Sequence[Change], player: int, owners: tuple[Owner, ...], customs: Customs
) -> tuple[tuple[Fine, ...], tuple[Owner, ...]]:
    """Everybody but the player of the card pays for companies that fell to zero."""
    to_zero = [change for change in changes if change.fine]
    fines: list[Fine] = []
    after = list(owners)
    for other in range(len(owners)):
        if other == player:
            continue
        for change in sorted(to_zero, key=lambda each: _urgency(each, after[other], customs)):
            fine = _fine(change, other, after[other])
            if fine:
                fines.append(fine)
                after[other] = after[other].paid(-fine.amount).given(change.company, -fine.lost)
    return tuple(fines), tuple(after)


def _urgency(change: Change, owner: Owner, customs: Customs) -> tuple[int, int]:
    """The smaller fine comes first; of equal ones the dearer company, or the cheaper."""
    shares = owner.of(change.company) if customs.fine_compare == "total" else 1
    return change.fine * shares, -change.old if customs.tie == "dearer" else change.old


def _fine(change: Change, player: int, owner: Owner) -> Fine | None:
    """As many shares as the free money pays for are kept, the rest is taken away."""
    shares = owner.of(change.company)
    if not shares:
        return None
    kept = min(shares, owner.cash // change.fine)
    lost = shares - kept
    paid = kept * change.fine
    return Fine(player, change.company, change.fine, kept, lost, paid, owner.cash)
