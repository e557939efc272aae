"""One table as it is kept: what its log comes to, and the commands that add to it."""

from __future__ import annotations

import gc
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from rollkeep.dice.source import Source
from rollkeep.errors import CodecError, Conflict, LogError
from rollkeep.machine.codec import Codec, text
from rollkeep.machine.machine import EXPECTED, Machine
from rollkeep.machine.secret import Readers, redact
from rollkeep.table.chain import NOBODY, check_seals, link, linked, sealed
from rollkeep.table.draft import Draft
from rollkeep.table.entry import Entry, Request, Seated
from rollkeep.table.log import lines_of
from rollkeep.table.sqlite import Kept, Row, Store, Token
from rollkeep.table.table import Table, evolve

MAX_ID = 64
_LONG = 2_000
_HIDING = '"is":"machine.secret.'
"""In the text of every entry that hides or shows something; what people type has its quotation marks escaped."""
OWNER = "gm"
"""The game master's seat, which is there before anything is written."""


class World(NamedTuple):
    """What a room gets from outside: machines, their codec, dice, the clock, blinds."""

    machines: dict[str, Machine[Any]]
    codec: Codec
    source: Callable[[], Source]
    clock: Callable[[], str]
    blind: Callable[[], str] = lambda: secrets.token_hex(16)


class Done(NamedTuple):
    """What a command has done, now or when it was sent first, and the head of the chain after it."""

    entries: tuple[Entry, ...]
    head: str
    repeated: bool = False


class Room:
    """A table in memory. ``entries`` is its whole log, ``of_run`` that of each run, ``heads`` the chain after each.

    ``memo`` is for whoever shows the table. ``fault`` tells what does not hold in the log; then it can be read up to
    there, and nothing can be added.
    """

    def __init__(self, kept: Kept, world: World, rows: Iterable[tuple[int, str, str]]) -> None:
        self.kept, self.world = kept, world
        self.table = Table(world.machines)._replace(seats={OWNER: Seated(OWNER, "gm", frozenset())})
        self.entries: list[Entry] = []
        self.of_run: dict[int, list[Entry]] = {}
        self.heads: list[str] = [""]
        self.fault = ""
        self.memo: dict[int, Any] = {}
        collecting = gc.isenabled()
        gc.disable()  # what is read stays, so that looking through it again and again finds nothing
        try:
            self._read(rows)
        finally:
            if collecting:
                if len(self.entries) > _LONG:
                    gc.freeze()  # else the next collection looks through all of it, which takes as long as reading it
                gc.enable()

    @property
    def head(self) -> str:
        """The head of the chain."""
        return self.heads[-1]

    def _read(self, rows: Iterable[tuple[int, str, str]]) -> None:
        for seq, body, hash_ in rows:
            try:
                entry: Entry = self.world.codec.load(body, Entry)
                is_open = _HIDING not in body  # then its text is what is hashed
                if not is_open:
                    check_seals(entry)
                    is_open = redact(entry, NOBODY) is entry
                head = linked(self.head, body) if is_open else link(self.head, entry)
                if (entry.seq, seq, hash_) != (len(self.entries) + 1, len(self.entries) + 1, head):
                    raise LogError("It is not what was written.")
                self.table = evolve(self.table, entry)
            except (CodecError, LogError, *EXPECTED):
                self.fault = f"Entry {len(self.entries) + 1} of this table is not what was written."
                return
            self._add(entry, head)
        if (self.kept.seq, self.kept.head) != (len(self.entries), self.head):
            self.fault = f"This table's log ends with entry {len(self.entries)}, and there were {self.kept.seq}."

    def did(self, store: Store, seat: str, command: str, digest: str) -> Done | None:
        """What a command has done already; None: it is new.

        Raises: Conflict where its id was used for something else
        """
        if not (command.isascii() and command.isprintable() and 0 < len(command) <= MAX_ID):
            message = f"A command's id is 1 to {MAX_ID} letters and digits."
            raise Conflict(message, code="table.command", hint="Send one.")
        did = store.did(self.kept.id, seat, command)
        if did is None:
            return None
        if did.digest != digest:
            message = "This command's id was used for something else."
            raise Conflict(message, code="table.command", hint="Send a new id.")
        return Done(tuple(self.entries[max(did.first - 1, 0) : did.last]), self.heads[did.last], True)

    def do(
        self,
        store: Store,
        seat: str,
        command: str,
        digest: str,
        requests: Sequence[Request],
        tokens: Sequence[Token] = (),
    ) -> Done:
        """All of a command, safely on the disk, or nothing; the same command again is answered with what it did.

        ``tokens`` are those that seats get with it.

        Raises: Conflict, IllegalMove, NotSeated, LogError, Full
        """
        if did := self.did(store, seat, command, digest):
            return did
        if self.fault:
            raise LogError(self.fault, hint="The table can be read up to there; nothing can be added.")
        draft = Draft(self.table, seat, command, self.world.clock(), self.world.source(), self._sealed)
        for request in requests:
            draft.do(request)
        heads, rows = list[str](), list[Row]()
        for entry in draft.entries:
            heads.append(link(heads[-1] if heads else self.head, entry))
            rows.append(Row(entry.seq, entry.part, text(entry), heads[-1]))
        store.append(self.kept.id, seat, command, digest, rows, tokens)
        for entry, head in zip(draft.entries, heads, strict=True):
            self._add(entry, head)
        self.table = draft.table
        return Done(tuple(draft.entries), self.head)

    def _add(self, entry: Entry, head: str) -> None:
        self.entries.append(entry)
        self.heads.append(head)
        self.of_run.setdefault(entry.run, []).append(entry)

    def _sealed(self, entry: Entry) -> Entry:
        done: Entry = sealed(entry, self.world.blind)
        return done

    def export(self, names: Readers | None) -> str:
        """The log as lines of JSON, as a reader may have it; None: everything."""
        told = self.entries if names is None else [redact(entry, names) for entry in self.entries]
        return "".join(line for line, _ in lines_of(told, ""))
