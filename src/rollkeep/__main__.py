"""``python -m rollkeep``."""

import sys

from rollkeep.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
