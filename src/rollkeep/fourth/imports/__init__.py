"""Characters made in other tools, turned into the data of a character file."""

from typing import Any, NamedTuple

from rollkeep.foreign.values import EVERY_TOOL, brief, fail
from rollkeep.foreign.whole import is_xml, json_table
from rollkeep.fourth.imports import creator, foundry, l5rcm
from rollkeep.fourth.imports.gear import ROLLED_WITH, is_trait
from rollkeep.fourth.imports.packs import Packs

TOOLS = {
    "l5rcm": "L5R Character Manager 3",
    "creator": "l5r-character-sheet-creator",
    "foundry": "Foundry VTT with the system l5r4",
}


class Imported(NamedTuple):
    """A character of another tool: the ``data`` of a character file and what was not read of the original.

    ``kind`` is a key of ``TOOLS``.
    """

    data: dict[str, Any]
    kind: str
    notes: tuple[str, ...]


def read(text: str, *, school_trait: str = "", packs: Packs | None = None) -> Imported:
    """The character in a file of another tool, told apart by what it holds.

    Raises: SheetError
    """
    school_trait = school_trait.strip().lower()
    if school_trait and not is_trait(school_trait):
        raise fail(f"{brief(school_trait)} is no Trait.", f"A school raises one of {', '.join(ROLLED_WITH)}.")
    hint = "XML files of Paper Blossoms are of the other game." if is_xml(text) else EVERY_TOOL
    data = json_table(text, hint)
    if "advans" in data:
        found, notes = l5rcm.read(data, school_trait, packs)
        return Imported(found, "l5rcm", notes.all())
    if "fields" in data:
        kind = "creator"
        found, notes = creator.read(data)
    elif foundry.is_actor(data):
        kind = "foundry"
        found, notes = foundry.read(data)
    else:
        raise fail("This is no character file of a tool that is known here.", EVERY_TOOL)
    if school_trait:
        notes.doubt("The Trait of the school was not added: this tool's Traits are final.")
    return Imported(found, kind, notes.all())
