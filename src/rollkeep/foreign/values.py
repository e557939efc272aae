"""Reading single values of a file that another tool wrote, and keeping note of what is not read."""

import re
import unicodedata
from collections.abc import Container, Iterable
from typing import Any

from rollkeep.errors import SheetError
from rollkeep.names import plain

Row = dict[str, Any]
"""A table of a foreign file: whatever may stand in it."""

MAX_TEXT = 200
MAX_LISTED = 12
MAX_MARKS = 3
MAX_ROWS = 2_000
MAX_COUNT = 999

_NUMBER = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,9})?", re.ASCII)


class Notes:
    """What the reader of the result must know: first what is in doubt, then what was left out."""

    def __init__(self) -> None:
        self._doubts: list[str] = []
        self._left: list[str] = []

    def doubt(self, sentence: str) -> None:
        """Something that changes the numbers of the character."""
        self._doubts.append(sentence)

    def left(self, sentence: str) -> None:
        """Something that the file holds and that is not read."""
        self._left.append(sentence)

    def left_list(self, what: str, names: Iterable[str]) -> None:
        """Several things of one kind that are not read, if there are any."""
        if shown := listed(names):
            self.left(f"{what} are not read: {shown}.")

    def all(self) -> tuple[str, ...]:
        """Every sentence once."""
        return tuple(dict.fromkeys((*self._doubts, *self._left)))


EVERY_TOOL = (
    "Read are the JSON files of L5R Character Manager 3, of l5r-character-sheet-creator and of Foundry VTT with the "
    "systems l5r4 and l5r5e, and the XML export of Paper Blossoms."
)
"""The hint for a file of none of the tools, of whichever game."""


def fail(message: str, hint: str = "") -> SheetError:
    """The error for a file that is not read at all."""
    return SheetError(message, code="sheet.import", hint=hint)


def clean(value: Any) -> str:
    """A text on one line, without characters that cannot be seen and piles of marks; empty for all that is no text.

    >>> clean("  Kakita\\n \\u200bAsuka "), clean(None), clean(3)
    ('Kakita Asuka', '', '')
    """
    if not isinstance(value, str):
        return ""
    kept, marks = [], 0
    for char in re.sub(r"\s+", " ", value):
        kind = unicodedata.category(char)
        marks = marks + 1 if kind[0] == "M" else 0
        if kind[0] != "C" and marks <= MAX_MARKS:
            kept.append(char)
    return "".join(kept).strip()


def brief(value: Any) -> str:
    """A value as a note shows it.

    >>> brief("Kenjutsu"), brief(""), brief(-1), brief([1]), brief(None), brief(10**30)
    ('Kenjutsu', 'nothing', '-1', 'a list', 'nothing', 'a very large number')
    """
    if value is None or (isinstance(value, str) and not clean(value)):
        return "nothing"
    if isinstance(value, str):
        text = clean(value)
        return text if len(text) <= 60 else f"{text[:57].rstrip()}..."
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{value:g}" if abs(value) < 1e9 else "a very large number" if value == value else "no number"
    return "a list" if isinstance(value, list) else "a table"


def listed(names: Iterable[str]) -> str:
    """Names in a row, each once, the first dozen of them.

    >>> listed(["Sense", "", "Sense", "Commune"])
    'Sense, Commune'
    """
    known = list(dict.fromkeys(brief(name) for name in names if clean(name)))
    more = len(known) - MAX_LISTED
    return ", ".join(known[:MAX_LISTED]) + (f" and {more} more" if more > 0 else "")


def text(holder: Row, key: str, what: str, notes: Notes) -> str:
    """A text of a table, cut where it is too long; empty where it is missing."""
    value = holder.get(key)
    if value is not None and not isinstance(value, str):
        notes.doubt(f"{what} is {brief(value)}, which is no text; it was left out.")
    found = clean(value)
    if len(found) > MAX_TEXT:
        notes.doubt(f"{what} is longer than {MAX_TEXT} characters and was cut.")
    return found[:MAX_TEXT].rstrip()


def number(value: Any) -> int | float | None:
    """A number, also one written as a text; None for everything else. Truth values are no numbers.

    >>> number(3), number("3"), number(3.0), number("6.5"), number("-1")
    (3, 3, 3, 6.5, -1)
    >>> [number(value) for value in (True, "", "3k2", "٣", float("nan"), None, [3])]
    [None, None, None, None, None, None, None]
    """
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        value = float(value) if "." in value else int(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, float) and not abs(value) < 1e15:  # not a number, or beyond what counts exactly
        return None
    return int(value) if value == int(value) else value


def whole(value: Any, least: int, most: int) -> int | None:
    """A whole number within bounds; None for everything else."""
    found = number(value)
    return found if isinstance(found, int) and least <= found <= most else None


def count(holder: Row, key: str, what: str, notes: Notes, least: int = 0, most: int = MAX_COUNT) -> int | None:
    """A whole number of a table; None where it is missing or, with a note, where it cannot be."""
    value = holder.get(key)
    if value is None or value == "":
        return None
    found = whole(value, least, most)
    if found is None:
        notes.doubt(f"{what} is {brief(value)}, not a whole number from {least} to {most}; it was left out.")
    return found


def amount(value: Any, what: str, notes: Notes, most: int = 10) -> int | float | None:
    """A number such as Honor; None where it is missing or, with a note, where it cannot be."""
    if value is None or value == "":
        return None
    found = number(value)
    if found is None or not 0 <= found <= most:
        notes.doubt(f"{what} is {brief(value)}, not a number from 0 to {most}; it was left out.")
        return None
    return round(found, 2)


def table(holder: Row, key: str, what: str, notes: Notes) -> Row:
    """A table inside a table; empty where it is missing."""
    value = holder.get(key)
    if value is not None and not isinstance(value, dict):
        notes.doubt(f"{what}: {brief(value)} stands where a table belongs; it was left out.")
    return value if isinstance(value, dict) else {}


def items(holder: Row, key: str, what: str, notes: Notes) -> list[Any]:
    """A list inside a table; empty where it is missing."""
    value = holder.get(key)
    if value is not None and not isinstance(value, list):
        notes.doubt(f"{what}: {brief(value)} stands where a list belongs; it was left out.")
    found = value if isinstance(value, list) else []
    if len(found) > MAX_ROWS:
        notes.doubt(f"{what}: of {len(found):,} entries only the first {MAX_ROWS:,} are read.")
    return found[:MAX_ROWS]


def rows(holder: Row, key: str, what: str, notes: Notes) -> list[Row]:
    """The tables of a list; what else it holds is counted in a note."""
    found = items(holder, key, what, notes)
    if wrong := sum(not isinstance(row, dict) for row in found):
        notes.doubt(f"{what}: {wrong} of {len(found)} entries are no tables; they were left out.")
    return [row for row in found if isinstance(row, dict)]


def texts(holder: Row, key: str, what: str, notes: Notes) -> tuple[str, ...]:
    """The texts of a list; what else it holds is counted in a note."""
    found = items(holder, key, what, notes)
    if wrong := sum(not clean(one) for one in found):
        notes.doubt(f"{what}: {wrong} of {len(found)} entries are no texts; they were left out.")
    return words(found)


def words(value: Any) -> tuple[str, ...]:
    """The texts of a list, or those that stand in one text with commas between them.

    >>> words("Katana, ; No-dachi"), words(["Katana", 3]), words(None)
    (('Katana', 'No-dachi'), ('Katana',), ())
    """
    parts = re.split("[,;]", value) if isinstance(value, str) else value if isinstance(value, list) else []
    return tuple(word for part in parts if (word := clean(part)[:MAX_TEXT]))


def filled(value: Any) -> bool:
    """Whether a value holds anything: no zero, no blank, nothing that is empty all through.

    >>> filled([0, 0]), filled({"a": ""}), filled("N/A"), filled([0, 2]), filled(False)
    (False, False, False, True, False)
    """
    rest, left = [value], 10_000  # what is larger holds something
    while rest and left:
        one, left = rest.pop(), left - 1
        if isinstance(one, dict):
            rest.extend(one.values())
        elif isinstance(one, list):
            rest.extend(one)
        elif isinstance(one, str):
            if clean(one) not in ("", "N/A", "0", "none"):
                return True
        elif one:
            return True
    return bool(rest)


def unread(holder: Row, known: Iterable[str], where: str, notes: Notes) -> None:
    """A note on the keys of a table that nobody asked for and that hold something."""
    names = [key for key, value in holder.items() if key not in known and filled(value)]
    if shown := listed(names):
        notes.left(f"Not read {where}: {shown}.")


def named(holder: Row, key: str, notes: Notes) -> str:
    """The character's name, which every character file needs."""
    if name := text(holder, key, "The name", notes):
        return name
    notes.doubt("The file gives no name; the character is called Unnamed.")
    return "Unnamed"


def free_name(name: str, taken: Container[str]) -> str:
    """The name, or the name with a number where it is taken; ``taken`` are plain names.

    >>> free_name("Katana", {"katana", "katana 2"})
    'Katana (3)'
    """
    free, number = name, 1
    while plain(free) in taken:
        number += 1
        free = f"{name[: MAX_TEXT - 7].rstrip()} ({number})"
    return free
