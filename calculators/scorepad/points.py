"""Points as people write them: 21, −2, 1,5 or a sum such as 12+11−7. Exact and pure.

A number has up to nine digits before the comma and two after it; comma and point mean
the same. Nothing is guessed: what could mean two things is refused, with its reason.
"""

from __future__ import annotations

import re
from decimal import Decimal

from companion.games import Refusal

DIGITS = 9
LARGEST = Decimal("999999999.99")
LONGEST = 200

SIGNS = str.maketrans(dict.fromkeys("−–—‐‑‒﹣－", "-") | dict.fromkeys("＋﹢", "+"))
UNSEEN = re.compile("[\u200b\u200e\u200f\u061c\u2066-\u2069]")
AROUND_SIGNS = re.compile(r"\s*([+-])\s*")
SUM = re.compile(r"[+-]?(\d+([.,]\d+)?|[.,]\d+)([+-](\d+([.,]\d+)?|[.,]\d+))*", re.ASCII)
TERM = re.compile(r"([+-]?)(\d*)(?:[.,](\d+))?", re.ASCII)


def read_points(typed: int | str) -> Decimal:
    """The number that was typed, or what a typed sum comes to; else a Refusal.

    >>> read_points("12+11-7"), read_points(" −0,5 "), read_points(21)
    (Decimal('16'), Decimal('-0.5'), Decimal('21'))
    """
    total = sum((_term(*term) for term in terms_of(typed)), Decimal(0))
    if abs(total) > LARGEST:
        raise Refusal("points_too_large", typed=_quoted(typed))
    return total


def terms_of(typed: int | str) -> list[tuple[str, str, str]]:
    """What was typed, number by number: (sign, digits, digits after the comma); or a Refusal.

    >>> terms_of("12 − 0,5")
    [('', '12', ''), ('-', '0', '5')]
    """
    plain = AROUND_SIGNS.sub(r"\1", UNSEEN.sub("", str(typed)).translate(SIGNS).strip())
    if any(each.isdigit() and not each.isascii() for each in plain):
        raise Refusal("other_digits", typed=_quoted(typed))
    if len(plain) > LONGEST or not SUM.fullmatch(plain):
        raise Refusal("not_points", typed=_quoted(typed))
    terms = [term for term in TERM.findall(plain) if any(term)]
    if any(len(whole) > DIGITS for _sign, whole, _rest in terms):
        raise Refusal("points_too_large", typed=_quoted(typed))
    if any(len(rest) > 2 for _sign, _whole, rest in terms):
        raise Refusal("points_too_fine", typed=_quoted(typed))
    return terms


def is_sum(typed: int | str) -> bool:
    """Several numbers were typed, not one."""
    return len(terms_of(typed)) > 1


def text_of(points: Decimal) -> str:
    """Points as a decimal string, trailing zeros dropped.

    >>> text_of(Decimal("1.50")), text_of(Decimal("-0.00")), text_of(Decimal("100"))
    ('1.5', '0', '100')
    """
    text = f"{points + 0:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def exact(points: Decimal) -> int | Decimal:
    """The same number as it is counted with elsewhere: whole ones as whole numbers.

    >>> exact(Decimal("2.00")), exact(Decimal("2.50"))
    (2, Decimal('2.5'))
    """
    return int(points) if points == points.to_integral_value() else Decimal(text_of(points))


def _term(sign: str, whole: str, rest: str) -> Decimal:
    return Decimal(f"{sign}{whole or 0}.{rest}")


def _quoted(typed: int | str) -> str:
    """What was typed, short enough for a sentence."""
    text = " ".join(str(typed).split())
    return text if len(text) <= 40 else text[:39] + "…"
