"""Logs as files: a line of JSON for each entry, with the hash of the chain."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from rollkeep.errors import CodecError, Conflict, LogError
from rollkeep.machine.codec import Codec, text
from rollkeep.table import files, locks
from rollkeep.table.chain import VERSION, check_seals, link
from rollkeep.table.entry import Entry

MAX_BYTES = 33_554_432
CHANGED, CUT = 1, 2  # what is wrong with a log


class Log(NamedTuple):
    """The entries that hold together, and what is wrong with the rest. ``status`` is 0 where nothing is, 1 where
    something was changed, 2 where it cannot be read; ``cut`` where that is a last line without an end.

    Unit: ``end`` and ``size`` are bytes, of what holds and of the whole file.
    """

    entries: tuple[Entry, ...] = ()
    head: str = ""
    sealed: int = 0
    status: int = 0
    fault: str = ""
    end: int = 0
    size: int = 0
    cut: bool = False


def lines_of(entries: Iterable[Entry], head: str) -> Iterator[tuple[str, str]]:
    """Each entry as a line, with the head of the chain after it."""
    for entry in entries:
        head = link(head, entry)
        yield f'{{"entry":{text(entry)},"hash":"{head}","rollkeep":{VERSION}}}\n', head


@contextmanager
def adding(path: str, found: Log) -> Iterator[Callable[[Sequence[Entry]], Log]]:
    """Lets one command at a time add to a log, which is on the disk when it is told so; a cut last line gives way.

    Raises: LogError, with nothing added; Conflict where somebody has added to it since it was ``found``.
    """
    try:
        with locks.locked(path) as descriptor:
            if os.fstat(descriptor).st_size != found.size:
                raise Conflict(f"{path} has gone on meanwhile.", hint=f"rollkeep log {path} shows how it stands.")
            yield lambda entries: _add(descriptor, found, entries)
    except OSError as fault:
        raise _fault(path, f"cannot be written: {(fault.strerror or 'no reason is given').lower()}") from None


def _add(descriptor: int, found: Log, entries: Sequence[Entry]) -> Log:
    lines = list(lines_of(entries, found.head))
    data = "".join(line for line, _ in lines).encode()
    try:
        os.ftruncate(descriptor, found.end)
        os.lseek(descriptor, max(found.end - 1, 0), os.SEEK_SET)
        if os.read(descriptor, 1) not in (b"", b"\n"):  # cut between a line and its end
            data = b"\n" + data
        rest = data
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        os.fsync(descriptor)
    except OSError:
        os.ftruncate(descriptor, found.end)
        raise
    end = found.end + len(data)
    return Log((*found.entries, *entries), lines[-1][1] if lines else found.head, found.sealed, end=end, size=end)


def load(path: str, codec: Codec) -> Log:
    """What a log holds, as far as it holds together.

    Raises: LogError for a file that cannot be opened, is too large, or comes from a newer version.
    """
    try:
        raw = files.read(path, MAX_BYTES)
    except FileNotFoundError:
        raise _fault(path, "cannot be read: no such file or directory", "Name a log that is there.") from None
    except OSError as fault:
        raise _fault(path, f"cannot be read: {(fault.strerror or 'no reason is given').lower()}") from None
    if len(raw) > MAX_BYTES:
        raise _fault(path, f"is larger than {MAX_BYTES:,} bytes")
    return read(raw, codec, path)


def read(raw: bytes, codec: Codec, path: str = "this log") -> Log:
    """The same of what a file holds.

    Raises: LogError for one from a newer version.
    """
    entries, head, shut, end = list[Entry](), "", 0, 0

    def so_far(status: int = 0, fault: str = "") -> Log:
        cut = status == CUT and b"\n" not in raw[end:]
        return Log(tuple(entries), head, shut, status, fault, end, len(raw), cut)

    for number, line in enumerate(raw.splitlines(keepends=True), 1):
        if line.strip():
            try:
                data = json.loads(line.decode(errors="replace"))
                version = data["rollkeep"] if isinstance(data, dict) else None
                known = type(version) is int and version == VERSION
                if type(version) is int and version > VERSION:
                    raise _fault(path, f"comes from a newer version ({version}); this one reads {VERSION}")
                entry: Entry = codec.read(data["entry"], Entry)
                after = link(head, entry)
                if not known or data["hash"] != after or entry.seq != len(entries) + 1:
                    return so_far(CHANGED, f"Entry {len(entries) + 1} is not what was written.")
                shut += check_seals(entry)
            except CodecError as fault:
                return so_far(CHANGED, f"Line {number} is no entry: {fault.message}")
            except LogError as fault:
                if fault.code == "log.file":
                    raise
                return so_far(CHANGED, fault.message)
            except (KeyError, TypeError):
                return so_far(CUT, f"Line {number} is no entry of a log.")
            except (ValueError, RecursionError):
                return so_far(CUT, f"Line {number} is cut off or no JSON.")
            entries.append(entry)
            head = after
        end += len(line)
    return so_far()


def _fault(path: str, what: str, hint: str = "Name another file, or move this one away.") -> LogError:
    return LogError(f"{path} {what}.", code="log.file", hint=hint, path=path)
