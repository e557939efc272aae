"""A log in a file or in memory, to which one command adds: nothing is written or paid before ``commit``."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import click

from rollkeep.errors import Conflict, LogError
from rollkeep.hosts import Hosts
from rollkeep.machine.machine import EXPECTED
from rollkeep.machine.secret import Secret
from rollkeep.table import entropy, log
from rollkeep.table import entry as written
from rollkeep.table.chain import sealed
from rollkeep.table.draft import STALE, Draft
from rollkeep.table.entry import Rule, Seated
from rollkeep.table.table import Run, Table, fold
from rollkeep.table.undoing import struck

SEAT = "you"
COMPUTER = "computer"
"""The seat that holds those whom the computer plays."""


class Logged:
    """A table of one seat, the game master's, with its log."""

    def __init__(
        self, path: str | None, seed: int | None, hosts: Hosts, *, dry_run: bool = False, must_be_there: bool = False
    ) -> None:
        self.path, self.dry_run = path, dry_run
        self.source = entropy.source(seed)
        self.table, self.log = Table(hosts.machines), log.Log()
        self.entries: list[written.Entry] = []
        self._new: list[written.Entry] = []
        if path and (must_be_there or os.path.lexists(path)):
            self.log = log.load(path, hosts.codec)
            if self.log.cut:
                click.echo(f"The last line of {path} was cut off and is left out.", err=True)
            elif self.log.status:
                raise LogError(f"{path}: {self.log.fault}", hint=f"rollkeep replay {path} shows what holds.")
            try:
                self.table = fold(hosts.machines, self.log.entries)
            except EXPECTED:
                raise LogError(
                    f"{path} holds what does not fit together.", hint=f"rollkeep replay {path} shows how far it does."
                ) from None
            self.entries += self.log.entries
        if not self.table.seats:
            self.table = self.table._replace(seats={SEAT: Seated(SEAT, "gm", frozenset())})

    def do(self, *requests: Any) -> int:
        """Works requests out; the number of the run that was begun.

        Raises: IllegalMove, Conflict
        """
        draft = Draft(self.table, SEAT, secrets.token_hex(8), _now(), self.source, _sealing)
        for request in requests:
            if not isinstance(request, Rule) or request.events:
                try:
                    draft.do(request)
                except Conflict as fault:
                    if fault.hint == STALE:
                        fault.hint = f"rollkeep log {self.path or 'FILE'} shows how it stands."
                    raise
        self.table = draft.table
        self.entries += draft.entries
        self._new += draft.entries
        return draft.started

    def commit(self) -> None:
        """Pays what was worked out and writes it.

        Raises: RuleError, SheetError, LogError, Conflict, with nothing spent or written.
        """
        new, self._new = self._new, []
        if self.path and new and not self.dry_run:
            with log.adding(self.path, self.log) as add, self.paying(new):
                self.log = add(new)
        elif not self.dry_run:
            with self.paying(new):
                pass

    def paying(self, new: Sequence[written.Entry]) -> AbstractContextManager[None]:
        """What is to be paid for these entries, or taken back where they cannot be written; here nothing."""
        return nullcontext()

    def happened(self, number: int) -> Iterator[tuple[Any, Any]]:
        """Each event of a run that stands, with the state after it."""
        machine = self.table.hosts[self.run(number).machine]
        gone, state = struck(self.entries), machine.blank
        for entry in self.entries:
            if entry.run != number or entry.seq in gone:
                continue
            for told in entry.events:
                event = told.value if isinstance(told, Secret) else told
                if type(event) in machine.events:
                    state = machine.evolve(state, event)
                    yield event, state

    def run(self, number: int) -> Run:
        """A run as it stands.

        Raises: Conflict where there is none.
        """
        run = self.table.runs.get(number)
        if run is None:
            raise Conflict(f"There is no run {number}.", hint=f"rollkeep log {self.path or 'FILE'} shows the runs.")
        return run


def _sealing(entry: written.Entry) -> written.Entry:
    sealed_entry: written.Entry = sealed(entry, lambda: secrets.token_hex(16))
    return sealed_entry


def _now() -> str:
    import datetime

    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
