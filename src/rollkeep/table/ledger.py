"""The ledger of a character: every Void Point and every Wound that came or went, a line of JSON each.

It stands beside the character's file and is only ever added to; its file is also what two commands lock.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from rollkeep.errors import SheetError
from rollkeep.fourth.sheet import Character
from rollkeep.fourth.tracks import Shift
from rollkeep.table import files, locks
from rollkeep.text import unfit

SUFFIX = ".ledger.jsonl"
BY_HAND = "by hand"
MAX_BYTES = 2**26
MAX_WHY = 500


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
        """The last line that moved this track and still stands; none where the file was changed by hand since."""
        gone = self.undone()
        for entry in reversed(self.entries):
            if entry.effect == BY_HAND and entry.by(track):
                return None
            if not entry.undoes and entry.seq not in gone and entry.by(track):
                return entry
        return None

    def by_hand(self, character: Character) -> tuple[Entry, ...]:
        """The line that is missing where the file says something else than the ledger: a person changed it, or a
        command was killed in the middle.
        """
        shifts = []
        for track, now in (("void", character.void_points), ("wounds", character.wounds)):
            told = next((each.now for e in reversed(self.entries) for each in e.shifts if each.track == track), None)
            if told is not None and now is not None and told != now:
                shifts.append(Shift(track, now - told, now))
        return (Entry(BY_HAND, "", tuple(shifts)),) if shifts else ()


def path_of(sheet: str) -> str:
    """Where the ledger of a character file stands: beside the file itself, also where a link leads to it."""
    return os.path.realpath(sheet).removesuffix(".toml") + SUFFIX


def read(path: str) -> Ledger:
    """The ledger, empty where there is none.

    Raises: SheetError for a file that cannot be opened.
    """
    try:
        return _read(files.read(path, MAX_BYTES))
    except FileNotFoundError:
        return Ledger()
    except OSError as fault:
        raise SheetError(f"{path} cannot be read: {fault.strerror}.", code="sheet.file", hint="Mend it.") from None


class Open:
    """A ledger that nobody else may change meanwhile."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
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

    def _ends_well(self) -> bool:
        if not self._before:
            return True
        os.lseek(self._descriptor, self._before - 1, os.SEEK_SET)
        return os.read(self._descriptor, 1) == b"\n"


@contextmanager
def locked(path: str) -> Iterator[Open]:
    """The ledger, locked until the block ends; others wait.

    Raises: OSError
    """
    with locks.locked(path) as descriptor:
        yield Open(descriptor)


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
    shifts = tuple(Shift(_text(each["track"]), _whole(each["by"]), _whole(each["now"])) for each in data["shifts"])
    return Entry(
        _text(data["effect"]),
        _text(data["why"]),
        shifts,
        _whole(data["undoes"]),
        _whole(data["seq"]),
        _text(data["at"]),
    )


def _text(value: object) -> str:
    if not isinstance(value, str) or unfit(value, MAX_WHY):
        raise ValueError(value)
    return value


def _whole(value: object) -> int:
    if type(value) is not int or abs(value) > 10**9:
        raise ValueError
    return value
