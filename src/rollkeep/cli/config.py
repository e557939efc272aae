"""``rollkeep.toml``: rulings and colour, from the current folder and from the user's configuration folder."""

import os
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from rollkeep.errors import UsageError
from rollkeep.table import files, folders

FILE = "rollkeep.toml"
COLOURS = ("auto", "always", "never")
_MOST_BYTES = 65_536


class Config(NamedTuple):
    """What the files say; the nearer file wins key by key."""

    rulings: tuple[tuple[str, str], ...] = ()
    colour: str = "auto"


def load() -> Config:
    """The configuration that holds here.

    Raises: UsageError for a file that cannot be read, an unknown key or a wrong value.
    """
    rulings: dict[str, str] = {}
    colour = "auto"
    for path in (os.path.join(folders.configuration(), FILE), FILE):
        if not os.path.lexists(path):
            continue
        data = _read(path)
        rulings |= _rulings(path, data.pop("rulings", {}))
        colour = data.pop("colour", colour)
        if colour not in COLOURS:
            raise _fault(path, f"colour is {' or '.join(COLOURS)}")
        if data:
            raise _fault(path, f"there is no key {next(iter(data))!r}; known are colour and [rulings]")
    return Config(tuple(rulings.items()), colour)


def _read(path: str) -> dict[str, Any]:
    import tomllib

    try:
        raw = files.read(path, _MOST_BYTES)
        if len(raw) > _MOST_BYTES:
            raise _fault(path, f"it is larger than {_MOST_BYTES:,} bytes")
        return tomllib.loads(raw.decode())
    except OSError as fault:
        raise _fault(path, fault.strerror or "it cannot be opened") from None
    except UnicodeDecodeError:
        raise _fault(path, "it is not text in UTF-8") from None
    except (ValueError, RecursionError) as fault:  # also numbers with too many digits
        place = re.search(r"line \d+, column \d+", str(fault))
        raise _fault(path, f"it is not TOML at {place[0]}" if place else "it is not TOML") from None


def _rulings(path: str, table: object) -> dict[str, str]:
    from rollkeep.book import choose
    from rollkeep.cli.rulings import known

    if not isinstance(table, Mapping):
        raise _fault(path, "rulings is a table: [rulings]")
    values = {name: _ruling(path, name, value) for name, value in table.items()}
    try:
        choose(values.items(), known())
    except UsageError as fault:
        raise UsageError(f"{path}: {fault.message}", code=fault.code, hint=fault.hint, **fault.data) from None
    return values


def _ruling(path: str, name: str, value: object) -> str:
    """A ruling's value as text; true, false and small numbers may stand there without quotes."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or (isinstance(value, int) and abs(value) < 100):
        return str(value).lower()
    raise _fault(path, f"the ruling {name} has no such value")


def _fault(path: str, what: str) -> UsageError:
    return UsageError(
        f"{path} cannot be used: {what}.", code="usage.file", hint="Mend the file or move it away.", path=path
    )
