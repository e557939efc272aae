"""A busy machine is no failure, and the same tests draw the same examples; ``./check long`` looks for new ones."""

import os

from hypothesis import settings

LONG = os.environ.get("ROLLKEEP_LONG") == "1"
settings.register_profile("unhurried", deadline=None, derandomize=not LONG, print_blob=LONG)
settings.load_profile("unhurried")
