"""A TOML text as data, and the errors for one that is no TOML or that says what it cannot say."""

import re
import tomllib
from collections.abc import Iterable
from typing import Any, NamedTuple

from rollkeep.errors import SheetError
from rollkeep.toml.lines import Path


class Fault(NamedTuple):
    """One thing that is wrong with a character file, and what to write instead."""

    line: int
    key: str
    message: str
    hint: str = ""

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" + (f" {self.hint}" if self.hint else "")


def data_of(text: str, file: str) -> dict[str, Any]:
    """The data of a TOML text.

    Raises: SheetError with the place where it is no TOML.
    """
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as fault:  # also numbers with too many digits
        raise _no_toml(fault, file) from None


def faulty(file: str, text: str, found: Iterable[tuple[Path, str, str]]) -> SheetError:
    """The error that tells of all faults, in the order of the lines."""
    from rollkeep.toml.lines import Lines  # loaded only when something is wrong

    lines = Lines(text)
    faults = sorted((Fault(lines.line(path), _key(path), *said) for path, *said in found), key=lambda each: each.line)
    many = "a fault" if len(faults) == 1 else f"{len(faults)} faults"
    return SheetError(
        f"{file} has {many}.",
        hint=f"Mend {'it' if len(faults) == 1 else 'them'} and try again.",
        file=file,
        faults=[fault._asdict() for fault in faults],
    )


def _no_toml(fault: Exception, file: str) -> SheetError:
    place = re.search(r"line (\d+), column (\d+)", str(fault))
    twice = any(word in str(fault) for word in ("twice", "overwrite", "Duplicate"))
    what = "something is given twice" if twice else "it is not TOML"
    where = f" at line {place[1]}, column {place[2]}" if place else ""
    where = " at the end" if "end of document" in str(fault) else where
    line = int(place[1]) if place else 0
    return SheetError(
        f"{file} cannot be read: {what}{where}.",
        code="sheet.file",
        hint='Each line is a key = value, and texts stand in "quotes".',
        file=file,
        line=line,
    )


def _key(path: Path) -> str:
    """A key as people name it; list entries are counted from 1."""
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in path)
