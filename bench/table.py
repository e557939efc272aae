"""What a measurement comes to, and the table that shows it."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import NamedTuple


class Row(NamedTuple):
    """One line of the table; ``met`` is None where nothing is wanted."""

    what: str
    ours: str
    peer: str
    ratio: str
    wanted: str
    met: bool | None


def lines(rows: Sequence[Row]) -> list[str]:
    """The table, its head first."""
    signs = {True: " ✓", False: " ✗ missed", None: ""}
    return [
        "| what | ours | peer | ratio | wanted |",
        "| --- | --- | --- | --- | --- |",
        *(f"| {r.what} | {r.ours} | {r.peer} | {r.ratio} | {r.wanted}{signs[r.met]} |" for r in rows),
    ]


def status(rows: Sequence[Row]) -> int:
    """The exit status: 1 where something that is wanted is missed."""
    return int(any(row.met is False for row in rows))


def printed(rows: Sequence[Row]) -> int:
    """Prints the table, or with ``--json`` the rows as JSON for ``bench/run.py``; the exit status."""
    if sys.argv[1:] == ["--json"]:
        print(json.dumps(rows))
        return 0
    print("\n".join(lines(rows)))
    return status(rows)
