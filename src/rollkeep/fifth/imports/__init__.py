"""Characters of the 5th edition made in other tools, turned into the data of a character file."""

from typing import Any, NamedTuple

from rollkeep.fifth.imports import foundry, paper_blossoms
from rollkeep.foreign.values import EVERY_TOOL, fail
from rollkeep.foreign.whole import is_xml, json_table

TOOLS = {
    "paper-blossoms": "Paper Blossoms",
    "foundry-l5r5e": "Foundry VTT with the system l5r5e",
}


class Imported(NamedTuple):
    """A character of another tool: the ``data`` of a character file and what was not read of the original.

    ``kind`` is a key of ``TOOLS``.
    """

    data: dict[str, Any]
    kind: str
    notes: tuple[str, ...]


def knows(text: str) -> bool:
    """Whether a text is something that this edition reads: XML, or an actor of its system."""
    if is_xml(text):
        return True
    try:
        return foundry.is_mine(json_table(text, EVERY_TOOL))
    except ValueError:
        return False


def read(text: str) -> Imported:
    """The character in a file of another tool, told apart by what it holds.

    Raises: SheetError
    """
    if is_xml(text):
        found, notes = paper_blossoms.read(text)
        return Imported(found, "paper-blossoms", notes.all())
    data = json_table(text, EVERY_TOOL)
    if not foundry.is_mine(data):
        raise fail("This is no character file of a tool that is known here.", EVERY_TOOL)
    found, notes = foundry.read(data)
    return Imported(found, "foundry-l5r5e", notes.all())
