"""Reading values out of tables that a person wrote, and collecting every fault on the way."""

from collections.abc import Callable, Collection
from typing import Any

from rollkeep.errors import NotationError
from rollkeep.names import nearest, plain
from rollkeep.text import unfit
from rollkeep.toml.lines import Path

MANY = 50
GAMES = ("4e", "5e")


class Checked:
    """Reads single values; after a fault it goes on with nothing in that place.

    ``faults`` lists for each where it is, what is wrong, and what to write instead.
    """

    def __init__(self) -> None:
        self.faults: list[tuple[Path, str, str]] = []

    def near(self, text: str, known: Collection[str]) -> str:
        """The nearest known name; looked for only as long as a person may read the list."""
        return nearest(text, known) if len(self.faults) < MANY else ""

    def fault(self, path: Path, message: str, hint: str = "") -> None:
        self.faults.append((path, message, hint))

    def keys(self, table: dict[str, Any], path: Path, known: Collection[str], what: str = "key") -> None:
        for key in table:
            if key not in known:
                near = self.near(key, known)
                hint = f"Did you mean {near}?" if near else f"Known are {', '.join(known)}."
                self.fault((*path, key), f"There is no {what} {quoted(key)} {'here' if path else 'at the top'}.", hint)

    def of_kind(self, value: Any, path: Path, kind: type, what: str) -> bool:
        if isinstance(value, kind):
            return True
        self.fault(path, f"{path[-1]} is {what}, not {quoted(value)}.")
        return False

    def table(self, data: dict[str, Any], path: Path, known: Collection[str], what: str = "key") -> dict[str, Any]:
        value = data.get(str(path[-1]), {})
        if not self.of_kind(value, path, dict, f"a table: [{'.'.join(map(str, path))}]"):
            return {}
        self.keys(value, path, known, what)
        return dict(value)

    def tables(self, data: dict[str, Any], path: Path, known: Collection[str]) -> list[tuple[dict[str, Any], Path]]:
        value = data.get(str(path[-1]), [])
        if not self.of_kind(value, path, list, f"a list of tables: [[{'.'.join(map(str, path))}]]"):
            return []
        found = []
        for i, entry in enumerate(value):
            if self.of_kind(entry, (*path, i, path[-1]), dict, f"a list of tables: [[{'.'.join(map(str, path))}]]"):
                self.keys(entry, (*path, i), known)
                found.append((entry, (*path, i)))
        return found

    def whole(
        self, table: dict[str, Any], path: Path, least: int, most: int, *, entry: str = "", name: str = ""
    ) -> int | None:
        value = table.get(entry or str(path[-1]))
        if value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        self.fault(path, f"{name or path[-1]} is a whole number from {least} to {most:,}, not {quoted(value)}.")
        return None

    def number(self, table: dict[str, Any], path: Path) -> float | None:
        value = table.get(str(path[-1]))
        if value is None:
            return None
        if isinstance(value, int | float) and not isinstance(value, bool) and -100 <= value <= 100:
            return float(value)
        self.fault(path, f"{path[-1]} is a number from -100 to 100, not {quoted(value)}.")
        return None

    def yes_or_no(self, table: dict[str, Any], path: Path) -> bool | None:
        value = table.get(str(path[-1]))
        if value is None or isinstance(value, bool):
            return value
        self.fault(path, f"{path[-1]} is true or false, not {quoted(value)}.")
        return None

    def text(self, table: dict[str, Any], path: Path) -> str:
        value = table.get(str(path[-1]))
        if value is None or not self.of_kind(value, path, str, 'a text in "quotes"'):
            return ""
        if problem := unfit(value):
            self.fault(path, f"{path[-1]} {problem}.")
        elif not value.strip():
            self.fault(path, f"{path[-1]} is empty.", "Write something or leave the line out.")
        return str(value).strip()

    def texts(self, table: dict[str, Any], path: Path) -> tuple[str, ...]:
        value = table.get(str(path[-1]), [])
        several = value if isinstance(value, list) else [value]
        return tuple(text for each in several if (text := self.text({str(path[-1]): each}, path)))

    def named(self, table: dict[str, Any], path: Path, what: str) -> str:
        if "name" not in table:
            self.fault(path, f"{what} has no name.", 'Write name = "…".')
        name = self.text(table, (*path, "name"))
        if name and ("/" in name or not plain(name)):
            self.fault((*path, "name"), f"A name cannot be {quoted(name)}.", "Write letters or digits, and no /.")
        return name

    def one_of(self, table: dict[str, Any], path: Path, known: Collection[str]) -> str:
        text = self.text(table, path)
        if text and plain(text) not in known:
            near = self.near(text, known)
            hint = f"Did you mean {near}?" if near else ""
            self.fault(path, f"{path[-1]} is {', '.join(known)}, not {quoted(text)}.", hint)
            return ""
        return plain(text)

    def terms(self, table: dict[str, Any], path: Path, read: Callable[[str], Any]) -> Any:
        text = self.text(table, path)
        if not text:
            return None
        try:
            return read(text)
        except NotationError as fault:
            self.fault(path, f"{path[-1]} cannot be {quoted(text)}.", fault.hint)
            return None

    def no_twice(self, names: list[str], path: Path) -> None:
        seen = set[str]()
        for i, name in enumerate(names):
            if name and plain(name) in seen:
                self.fault((*path, i, "name"), f"The name {quoted(name)} is given twice.", "Give it another name.")
            seen.add(plain(name))


def game_fault(mine: str, value: Any) -> str:
    """What is wrong with a file's ``game`` where it is not the one that is read.

    >>> game_fault("4e", "6e"), game_fault("4e", "5e")
    ('game is "4e" or "5e", not "6e".', 'game is "4e", not "5e".')
    """
    either = f'"{mine}"' if value in GAMES else " or ".join(f'"{game}"' for game in GAMES)
    return f"game is {either}, not {quoted(value)}."


def quoted(value: Any) -> str:
    """A value as it is written in TOML, not too long."""
    try:
        text = {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value).replace("'", '"')
    except ValueError:  # a number with more digits than Python writes
        return "a number far too large"
    shown_part = text if len(text) <= 40 else text[:39] + "…"
    return "".join(char if char.isprintable() else "?" for char in shown_part)
