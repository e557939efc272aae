"""Logs as files: a line of JSON for each entry, with the hash of the chain."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rollkeep.errors import CodecError, LogError
from rollkeep.machine.codec import Codec, text
from rollkeep.table import files
from rollkeep.table.chain import VERSION, check_seals, link
from rollkeep.table.entry import Entry

MAX_BYTES = 33_554_432


class Log(NamedTuple):
    """The entries that hold together, and what is wrong with the rest. ``status`` is 0 where nothing is, 1 where
    something was changed, 2 where it cannot be read.
    """

    entries: tuple[Entry, ...]
    head: str
    sealed: int = 0
    status: int = 0
    fault: str = ""


def lines_of(entries: Iterable[Entry], head: str) -> Iterator[tuple[str, str]]:
    """Each entry as a line, with the head of the chain after it."""
    for entry in entries:
        head = link(head, entry)
        yield f'{{"entry":{text(entry)},"hash":"{head}","rollkeep":{VERSION}}}\n', head


def append(path: str, entries: Iterable[Entry], head: str) -> str:
    """Adds entries to a log and makes sure they are on the disk; the new head.

    Raises: LogError, with nothing added.
    """
    lines = list(lines_of(entries, head))
    data = "".join(line for line, _ in lines).encode()
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        try:
            before = os.fstat(descriptor).st_size
            try:
                rest = data
                while rest:
                    rest = rest[os.write(descriptor, rest) :]
                os.fsync(descriptor)
            except OSError:
                os.ftruncate(descriptor, before)
                raise
        finally:
            os.close(descriptor)
    except OSError as fault:
        raise _fault(path, f"cannot be written: {(fault.strerror or 'no reason is given').lower()}") from None
    return lines[-1][1] if lines else head


def load(path: str, codec: Codec) -> Log:
    """What a log holds, as far as it holds together.

    Raises: LogError for a file that cannot be opened, is too large, or comes from a newer version.
    """
    try:
        raw = files.read(path, MAX_BYTES)
    except OSError as fault:
        raise _fault(path, f"cannot be read: {(fault.strerror or 'no reason is given').lower()}") from None
    if len(raw) > MAX_BYTES:
        raise _fault(path, f"is larger than {MAX_BYTES:,} bytes")
    return read(raw.decode(errors="replace"), codec, path)


def read(told: str, codec: Codec, path: str = "this log") -> Log:
    """The same of a text.

    Raises: LogError for one from a newer version.
    """
    entries, head, shut = list[Entry](), "", 0
    for number, line in enumerate(told.split("\n"), 1):
        if not line:
            continue
        try:
            data = json.loads(line)
            version = data["rollkeep"] if isinstance(data, dict) else None
            if type(version) is int and version > VERSION:
                raise _fault(path, f"comes from a newer version ({version}); this one reads {VERSION}")
            entry: Entry = codec.read(data["entry"], Entry)
            after = link(head, entry)
            if version != VERSION or data["hash"] != after or entry.seq != len(entries) + 1:
                return Log(tuple(entries), head, shut, 1, f"Entry {len(entries) + 1} is not what was written.")
            shut += check_seals(entry)
        except CodecError as fault:
            return Log(tuple(entries), head, shut, 1, f"Line {number} is no entry: {fault.message}")
        except LogError as fault:
            if fault.code == "log.file":
                raise
            return Log(tuple(entries), head, shut, 1, fault.message)
        except (ValueError, KeyError, TypeError, RecursionError):
            return Log(tuple(entries), head, shut, 2, f"Line {number} is cut off or no JSON.")
        entries.append(entry)
        head = after
    return Log(tuple(entries), head, shut)


def _fault(path: str, what: str) -> LogError:
    return LogError(f"{path} {what}.", code="log.file", hint="Name another file, or move this one away.", path=path)
