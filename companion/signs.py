"""Numbers as they are written: a true minus, a plus for what is gained, digits in threes. Pure."""

from __future__ import annotations

import re

GROUP = "\u202f"
LONG = re.compile(r"(?<![\d.,])\d{5,}")  # 1000 is read at a glance


def signed(number: int) -> str:
    """A number with a true minus.

    >>> signed(-20), signed(5)
    ('−20', '5')
    """
    return str(number).replace("-", "−")


def gained(number: int) -> str:
    """A change, with its sign.

    >>> gained(60), gained(-60), gained(0)
    ('+60', '−60', '0')
    """
    return f"+{number}" if number > 0 else signed(number)


def grouped(text: str) -> str:
    """Long numbers in a text with their digits in threes, decimals as they are.

    >>> grouped("-12345.5").replace(GROUP, " "), grouped("1000")
    ('-12 345.5', '1000')
    """
    return LONG.sub(lambda digits: f"{int(digits[0]):,}".replace(",", GROUP), text)
