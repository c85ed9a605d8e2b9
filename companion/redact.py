"""Keeps the addresses of tables out of the server's own log.

Whoever has a table's address is at the table, so no log line may hold it.
"""

from __future__ import annotations

import logging
import re

TABLE_ADDRESS = re.compile(r"\b([tw])/[\w-]{8,}")
SIGNED_VALUE = re.compile(r"\b(key|start|code)=[^&\s'\"]+")
POSTGRESQL_VALUES = re.compile(r"(?<=\)=)\(.*?\)|(?<=Failing row contains )\(.*\)")
QUOTED_TOKEN = re.compile(r"(?<=['\"])[A-Za-z0-9_-]{22}(?=['\"])")  # as exceptions show them


def redacted(text: str) -> str:
    """The text without anything that opens a table.

    >>> redacted("Not Found: /t/3q2-7wAbCd/1/?start=eyJ0")
    'Not Found: /t/-/1/?start=-'
    >>> redacted("no table '3q2-7wAbCdEfGhIjKlMnOp'")
    "no table '-'"
    >>> redacted("Key (code)=(AB3K9Q) already exists.")
    'Key (code)=(-) already exists.'
    """
    text = POSTGRESQL_VALUES.sub("(-)", text)
    text = TABLE_ADDRESS.sub(r"\1/-", text)
    text = SIGNED_VALUE.sub(r"\1=-", text)
    return QUOTED_TOKEN.sub("-", text)


class RedactingFormatter(logging.Formatter):
    """Writes whole records, tracebacks too, without the addresses of tables."""

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record))
