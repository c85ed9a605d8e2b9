#!/usr/bin/env python
"""The site's commands: serve, replay, prune, backup, restore, and Django's own."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import DatabaseError
from environs import EnvError


def main() -> None:
    """Run a command; a fault in what is around it is one line, no traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    try:
        execute_from_command_line(sys.argv)
    except (EnvError, ImproperlyConfigured) as error:
        sys.exit(f"Settings: {error}")
    except DatabaseError as error:
        from companion.database import fault  # wants settings

        sys.exit(fault(error))
    except KeyboardInterrupt:
        sys.exit(130)  # as a shell calls it; what was not done is undone
    except OSError as error:
        from companion.database import helped, one_line

        sys.exit(f"Cannot go on: {helped(one_line(error))}")


if __name__ == "__main__":
    main()
