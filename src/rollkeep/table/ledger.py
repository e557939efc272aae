"""The ledger of a character: every Void Point and every Wound that came or went, a line of JSON each.

It stands beside the character's file and is only ever added to; its file is also what two commands lock.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from rollkeep.errors import SheetError

SUFFIX = ".ledger.jsonl"
TRACKS = ("void", "wounds")


class Shift(NamedTuple):
    """A track that moved: ``void`` points or ``wounds``, by how much, and what there is now."""

    track: str
    by: int
    now: int


class Entry(NamedTuple):
    """A line: what it was for, why, and what moved. ``undoes`` is the number of the line that it takes back."""

    effect: str
    why: str
    shifts: tuple[Shift, ...]
    undoes: int = 0
    seq: int = 0
    at: str = ""

    def by(self, track: str) -> int:
        """How much a track moved."""
        return sum(shift.by for shift in self.shifts if shift.track == track)


class Ledger(NamedTuple):
    """All lines that can be read, and how many cannot."""

    entries: tuple[Entry, ...] = ()
    unreadable: int = 0

    def undone(self) -> frozenset[int]:
        """The numbers of the lines that were taken back."""
        return frozenset(entry.undoes for entry in self.entries if entry.undoes)

    def last(self, track: str) -> Entry | None:
        """The last line that moved this track and still stands."""
        gone = self.undone()
        standing = (e for e in reversed(self.entries) if not e.undoes and e.seq not in gone and e.by(track))
        return next(standing, None)


def path_of(sheet: str) -> str:
    """Where the ledger of a character file stands."""
    return sheet.removesuffix(".toml") + SUFFIX


def read(path: str) -> Ledger:
    """The ledger, empty where there is none.

    Raises: SheetError for a file that cannot be opened.
    """
    try:
        with open(path, "rb") as file:
            return _read(file.read())
    except FileNotFoundError:
        return Ledger()
    except OSError as fault:
        raise SheetError(f"{path} cannot be read: {fault.strerror}.", code="sheet.file", hint="Mend it.") from None


class Open:
    """A ledger that nobody else may change meanwhile."""

    def __init__(self, path: str, descriptor: int) -> None:
        self._path, self._descriptor = path, descriptor
        self._before = os.fstat(descriptor).st_size

    def entries(self) -> Ledger:
        """What stands there now."""
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        with os.fdopen(os.dup(self._descriptor), "rb") as file:
            return _read(file.read())

    def add(self, entries: Iterable[Entry]) -> None:
        """Adds lines, with their numbers and the time, and makes sure they are on the disk."""
        import datetime
        import json

        ledger = self.entries()
        seq = max((entry.seq for entry in ledger.entries), default=0)
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        lines = [] if self._ends_well() else [""]
        for number, entry in enumerate(entries, seq + 1):
            data = entry._replace(seq=number, at=now)._asdict()
            data["shifts"] = [shift._asdict() for shift in entry.shifts]
            lines.append(json.dumps(data, ensure_ascii=False))
        os.lseek(self._descriptor, 0, os.SEEK_END)
        rest = ("\n".join(lines) + "\n").encode()
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]
        os.fsync(self._descriptor)

    def take_back(self) -> None:
        """As if nothing had been added."""
        os.ftruncate(self._descriptor, self._before)
        self.leave()

    def leave(self) -> None:
        """Takes an empty file away again."""
        if sys.platform != "win32" and os.fstat(self._descriptor).st_size == 0:
            os.unlink(self._path)

    def _ends_well(self) -> bool:
        if not self._before:
            return True
        os.lseek(self._descriptor, self._before - 1, os.SEEK_SET)
        return os.read(self._descriptor, 1) == b"\n"


@contextmanager
def locked(path: str) -> Iterator[Open]:
    """The ledger, locked until the block ends; others wait. The system frees it when its holder dies.

    Raises: OSError
    """
    descriptor = _open(path)
    try:
        _lock(descriptor)
        while not _is_there(path, descriptor):  # whoever made it first took it away again
            os.close(descriptor)
            descriptor = _open(path)
            _lock(descriptor)
        opened = Open(path, descriptor)
        yield opened
        opened.leave()
    finally:
        os.close(descriptor)


def _open(path: str) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o666)


def _is_there(path: str, descriptor: int) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(descriptor))
    except FileNotFoundError:
        return False


if sys.platform == "win32":

    def _lock(descriptor: int) -> None:
        import msvcrt

        os.lseek(descriptor, 2**30, os.SEEK_SET)  # far behind every line, so that readers are not kept away
        msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)

else:

    def _lock(descriptor: int) -> None:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX)


def _read(raw: bytes) -> Ledger:
    import json

    entries, unreadable = [], 0
    for line in raw.decode(errors="replace").split("\n"):
        if not line.strip():
            continue
        try:
            entries.append(_entry(json.loads(line)))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            unreadable += 1
    return Ledger(tuple(entries), unreadable)


def _entry(data: dict[str, Any]) -> Entry:
    shifts = tuple(Shift(str(each["track"]), int(each["by"]), int(each["now"])) for each in data["shifts"])
    return Entry(str(data["effect"]), str(data["why"]), shifts, int(data["undoes"]), int(data["seq"]), str(data["at"]))
