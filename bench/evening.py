"""A table in memory that is played by its requests, and how fast its log is folded."""

from __future__ import annotations

import gc
import time
from collections.abc import Mapping
from typing import Any

from rollkeep.dice.source import Source
from rollkeep.table.draft import Draft
from rollkeep.table.entry import Entry, Joined, Rule, Seated
from rollkeep.table.table import Table, fold
from table import Row

MASTER = Seated("g", "gm", frozenset())


class Evening:
    """A table and its log: each request is decided, drafted and folded into the table; no file is written."""

    def __init__(self, hosts: Mapping[str, Any], source: Source) -> None:
        self.hosts, self.source, self.entries = hosts, source, list[Entry]()
        self.table = Table(hosts)._replace(seats={"g": MASTER})

    def do(self, *requests: Any) -> int:
        """One command of the game master's; the run that it began."""
        draft = Draft(self.table, "g", f"c{len(self.entries)}", "2000-01-01T00:00:00", self.source)
        for request in requests:
            draft.do(request)
        self.table = draft.table
        self.entries += draft.entries
        return draft.started

    def enter(self, cast: Mapping[str, Any]) -> None:
        """The game master sits down, and everybody is there."""
        self.do(Rule(0, (MASTER, *(Joined(who, one) for who, one in cast.items())), ""))

    @property
    def count(self) -> int:
        """How many events there are in the log."""
        return sum(len(entry.events) for entry in self.entries)


def folded(evening: Evening) -> float:
    """How long folding the log takes, in seconds; garbage of before is collected before."""
    gc.collect()
    began = time.perf_counter()
    table = fold(evening.hosts, evening.entries)
    took = time.perf_counter() - began
    if table != evening.table:
        raise SystemExit("bench: what was folded is not what was played")
    return took


def folding(what: str, evening: Evening, played: float, folds: int, wanted: int) -> Row:
    """Folding the log without garbage collection, the best of so many times, beside playing it in so many seconds."""
    gc.disable()
    took = min(folded(evening) for _ in range(folds))
    gc.enable()
    count = evening.count
    rate = count / took
    told = f"folding a log of {count:,} events of {what}, without garbage collection"
    beside = f"{count / played:,.0f}/s, playing it"
    return Row(told, f"{rate:,.0f}/s", beside, f"{played / took:.0f}×", f"{wanted:,}/s", rate >= wanted)
