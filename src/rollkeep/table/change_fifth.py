"""Changing what a character file of the 5th edition says there is now, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from rollkeep.fifth import sheet_file
from rollkeep.fifth.sheet import Character, void_points
from rollkeep.table import files, ledger, locks
from rollkeep.table.sheets import cannot_write, text_of

KEYS = {"strife": "strife", "fatigue": "fatigue", "void": "void.points"}
"""Each track with the key of a file that holds what there is now."""


def change(path: str, by: Mapping[str, int] | Callable[[Character], Mapping[str, int]]) -> Character:
    """Reads the file anew while nobody else may change it, moves its tracks, none of them below 0, and writes it.

    ``by`` may look at the character as it stands there now. Comments and order stay; several commands at once follow
    one another.
    Raises: SheetError, Missing; what ``by`` raises, with nothing changed.
    """
    path = os.path.realpath(path)
    try:
        with locks.locked(ledger.path_of(path)):
            old = text_of(path)
            before = sheet_file.read(old, path)
            now, moving = _now(before), by(before) if callable(by) else by
            values = {KEYS[track]: max(now[track] + moved, 0) for track, moved in moving.items() if moved}
            if not values:
                return before
            from rollkeep.table.edit import edited

            text = edited(old, values)
            character = sheet_file.read(text, path)
            files.replace(path, text.encode())
    except OSError as fault:
        raise cannot_write(fault.filename or path, fault) from None
    return character


def _now(character: Character) -> dict[str, int]:
    return {"strife": character.strife, "fatigue": character.fatigue, "void": void_points(character)}
