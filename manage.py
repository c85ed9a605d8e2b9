#!/usr/bin/env python
"""The site's commands: serve, replay, prune, and Django's own."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from environs import EnvError


def main() -> None:
    """Run a command; nonsense in the environment is one line, not a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    try:
        execute_from_command_line(sys.argv)
    except (EnvError, ImproperlyConfigured) as error:
        sys.exit(f"Settings: {error}")


if __name__ == "__main__":
    main()
