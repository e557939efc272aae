"""What an exported log proves: that nothing in it was changed, and what is still sealed."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from rollkeep.errors import LogError, UsageError
from rollkeep.machine.codec import Codec
from rollkeep.machine.secret import Secret, Shown, each_secret
from rollkeep.table.chain import commitment, link
from rollkeep.table.entry import Entry
from rollkeep.table.log import CHANGED, CUT, read

VALID = 0
LEAST_DIGITS, DIGITS = 8, 64
_SEAL = re.compile("[0-9a-f]{64}")


class Verified(NamedTuple):
    """What came of it. ``status`` is 0 for a log that is whole, 1 for one that was changed, 2 for one that cannot be
    read; ``bad`` is then the first entry that does not hold. ``entries`` and ``head`` are of what does.

    ``kept`` are the digits of a head that somebody kept, ``reached`` the entry after which it stands.
    """

    status: int
    entries: int
    sealed: int
    head: str
    fault: str = ""
    bad: int | None = None
    kept: str = ""
    reached: int | None = None


def verify(raw: bytes, codec: Codec, kept: str = "") -> Verified:
    """Checks the chain and the seals of a log; and whether it reaches a head that somebody kept.

    Raises: UsageError for a kept head that is none
    """
    kept = digits_of(kept)
    try:
        found = read(raw, codec)
    except LogError as fault:
        return Verified(CUT, 0, 0, "", fault.message, kept=kept)
    status, fault_, entries, head = found.status, found.fault, found.entries, found.head
    seals = _Seals()
    for entry in entries:
        if wrong := seals.fault(entry):
            status, fault_, entries = CHANGED, wrong, entries[: entry.seq - 1]
            break
    if status == VALID and not entries:
        return Verified(CUT, 0, 0, "", "There is no entry in it.", kept=kept)
    bad = len(entries) + 1 if status else None
    heads = list[str]()
    if kept or len(entries) < len(found.entries):
        for entry in entries:
            heads.append(link(heads[-1] if heads else "", entry))
        head = heads[-1] if heads else ""
    reached = next((seq for seq, each in enumerate(heads, 1) if each.startswith(kept)), None) if kept else None
    if status == VALID and kept and reached is None:
        status = CHANGED
        fault_ = f"This log never comes to the head {kept[:LEAST_DIGITS]}: its end is missing, or it is another log."
    return Verified(status, len(entries), seals.still_shut, head, fault_, bad, kept, reached)


def digits_of(kept: str) -> str:
    """The digits of a head as somebody wrote them down.

    >>> digits_of(" 9F3A c21e ")
    '9f3ac21e'

    Raises: UsageError
    """
    digits = "".join(kept.split()).lower()
    if digits and not (LEAST_DIGITS <= len(digits) <= DIGITS and re.fullmatch("[0-9a-f]*", digits)):
        raise UsageError(
            "That is no head of a log.",
            code="usage.number",
            hint=f"Write at least its first {LEAST_DIGITS} digits, 0 to 9 and a to f.",
        )
    return digits


class _Seals:
    """The seals of a log, entry after entry: which have been there, which are open."""

    def __init__(self) -> None:
        self._seen, self._shut, self._open = set[str](), set[str](), set[str]()
        self._closed_runs = set[int]()
        self._fault = ""

    @property
    def still_shut(self) -> int:
        """How many values nobody can read from this log."""
        return len(self._shut - self._open)

    def fault(self, entry: Entry) -> str:
        """What is wrong with the seals of the next entry; empty where nothing is."""
        self._look(entry, entry.asked)
        for event in entry.events:
            shown = event.value if isinstance(event, Secret) else event
            if event is not shown:
                self._look(entry, event)
            if isinstance(shown, Shown):
                # what is sealed within a sealed value is not in the log of whoever may not read that
                if shown.seal not in self._seen and entry.run not in self._closed_runs:
                    self._fault = self._fault or f"Entry {entry.seq} shows what was never sealed."
                self._seen.add(shown.seal)
                self._open.add(shown.seal)
            if event is shown:
                self._look(entry, event)
        self._look(entry, entry.why)
        return self._fault

    def _look(self, entry: Entry, value: Any) -> None:
        def look(secret: Secret[Any]) -> Secret[Any]:
            if not _SEAL.fullmatch(secret.seal):
                self._fault = self._fault or f"A value of entry {entry.seq} has no seal."
            self._seen.add(secret.seal)
            if secret.value is not None:
                self._open.add(secret.seal)
                each_secret(secret.value, look)
            elif not secret.to and not secret.blind:
                self._shut.add(secret.seal)
                self._closed_runs.add(entry.run)
            elif secret.seal == commitment(secret):  # what is hidden is that there is nothing
                self._open.add(secret.seal)
            else:
                self._fault = self._fault or f"A value of entry {entry.seq} does not fit its seal."
            return secret

        each_secret(value, look)
