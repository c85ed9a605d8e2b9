"""The working of a card: every price, payment, fine and lost share as arithmetic and words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from calculators.akcioner.cards import Company
from calculators.akcioner.effect import (
    HIGHEST,
    LOWEST,
    Change,
    Effect,
    Fine,
    Payment,
)
from calculators.akcioner.saying import change_said, company_name, shares_said
from calculators.akcioner.words import money_changes
from companion.saying import name_of
from companion.signs import gained, signed

AROUND_SIGNS = re.compile(r" (?=[−+=÷] )|(?<= [−+=÷]) ")

Term = tuple[str, str, str]
"""A term of a sum: the sign before it, the number, what it is."""


def worked_out(effect: Effect, player: int, names: Sequence[str]) -> dict[str, Any]:
    """All that a card did, or would do: company by company, then everybody's money.

    `loses` says whether anybody loses shares by it.
    """
    return {
        "companies": [_company(effect, change, player, names) for change in effect.changes],
        "money": [
            {
                "player": owner,
                "name": names[owner],
                "before": effect.before[owner].cash,
                "change": gained(change),
                "after": effect.after[owner].cash,
            }
            for owner, change in enumerate(money_changes(effect))
        ],
        "fined": any(fine for fine in effect.fines),
        "loses": any(fine.lost for fine in effect.fines),
    }


def _company(effect: Effect, change: Change, player: int, names: Sequence[str]) -> dict[str, Any]:
    """One company's part: where its price goes and why, who is paid, who pays, who loses."""
    payments = [each for each in effect.payments if each.company == change.company]
    fines = [each for each in effect.fines if each.company == change.company]
    return {
        "company": change.company,
        "name": company_name(change.company),
        "prices": change_said(change),
        "to_zero": bool(change.fine),
        "why": _unbroken(" ".join(_reasons(change, player, names, paid=bool(payments)))),
        "lines": [
            *(_payment(each, names) for each in payments),
            *(_fine(each, names) for each in fines),
        ],
    }


def _unbroken(text: str) -> str:
    """The same, every sum in it on one line: at the start of one, "+ 10" is another number."""
    return AROUND_SIGNS.sub("\u00a0", text)


def _reasons(change: Change, player: int, names: Sequence[str], *, paid: bool) -> Iterator[str]:
    """Why the price stops there, and who is paid for it."""
    told: dict[str, Any] = {"old": change.old, "amount": change.amount, "new": change.new}
    told |= {"name": name_of(names, player), "excess": change.excess, "fine": change.fine}
    if change.excess:
        told |= {"sum": change.old + change.amount, "highest": HIGHEST}
        yield (
            _(
                "%(old)s + %(amount)s = %(sum)s, above %(highest)s by %(excess)s."
                " Every owner is paid for it."
            )
            % told
        )
    elif change.rises:
        return
    elif change.fine:
        yield from _zero_reasons(change, told)
    else:
        if change.rounded:
            told["half"] = change.old // 2
            yield _("%(old)s ÷ 2 = %(half)s is not on the board, so %(new)s.") % told
        if paid:
            yield _("Lowered by the own card: only %(name)s is paid.") % told
        else:
            yield _("%(name)s has none of them: nobody is paid.") % told


def _zero_reasons(change: Change, told: dict[str, Any]) -> Iterator[str]:
    """To zero: what a share brings the player of the card, what it costs the others."""
    told["lowest"] = LOWEST
    yield _("%(old)s − %(amount)s is below %(lowest)s: the price falls to zero.") % told
    if change.old > LOWEST:
        yield _("%(name)s: %(old)s − %(lowest)s for a share.") % told
    yield _("The others pay %(amount)s + %(lowest)s − %(old)s = %(fine)s for a share.") % told


def _payment(payment: Payment, names: Sequence[str]) -> dict[str, Any]:
    what = {
        "above_250": pgettext("for a share", "above 250"),
        "lowering": pgettext("for a share", "lowering"),
        "own_zero": pgettext("for a share", "to zero"),
    }
    terms: list[Term] = [
        ("", str(payment.per_share), what[payment.kind]),
        ("×", str(payment.shares), share_word(payment.shares)),
    ]
    return _line(payment.player, names, terms, payment.amount)


def _fine(fine: Fine, names: Sequence[str]) -> dict[str, Any]:
    """What was paid, and who could not pay for all shares."""
    shares = fine.kept + fine.lost
    if fine.lost:
        word = ngettext("of %(count)s share", "of %(count)s shares", shares) % {"count": shares}
    else:
        word = share_word(shares)
    terms: list[Term] = [
        ("", str(fine.per_share), pgettext("for a share", "fine")),
        ("×", str(fine.kept), word),
    ]
    line = _line(fine.player, names, terms, -fine.amount)
    return {**line, "lost": _lost(fine, names) if fine.lost else ""}


def _lost(fine: Fine, names: Sequence[str]) -> str:
    told = {
        "name": name_of(names, fine.player),
        "cash": fine.cash,
        "kept": fine.kept,
        "lost": shares_said(fine.company, fine.lost),
        "left": fine.cash - fine.amount,
    }
    return (
        _(
            "%(name)s: money %(cash)s, enough for %(kept)s. Taken away: %(lost)s."
            " Left of the money: %(left)s."
        )
        % told
    )


def _line(player: int, names: Sequence[str], terms: list[Term], amount: int) -> dict[str, Any]:
    return {
        "player": player,
        "name": names[player],
        "terms": terms,
        "amount": gained(amount),
        "lost": "",
    }


def share_word(count: int) -> str:
    """What stands under a number of shares."""
    return npgettext("for a share", "share", "shares", count)


def capital_terms(cash: int, shares: Sequence[tuple[Company, int, int]]) -> list[Term]:
    """Capital as a sum: money, then each company's shares at its price.

    `shares` are (company, count, price).
    """
    terms: list[Term] = [("", signed(cash), pgettext("capital", "money"))]
    for company, count, price in shares:
        if count:
            word = f"{company_name(company)} {count} × {price}"
            terms.append(("+", str(count * price), word))
    return terms
