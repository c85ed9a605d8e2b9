"""Whole numbers as they are written: a true minus, and a plus for what is gained. Pure."""

from __future__ import annotations


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
