"""Changing a character's file so that nothing is ever lost, half written, or spent twice."""

import os
from collections.abc import Callable, Mapping

from rollkeep.fourth import sheet_file
from rollkeep.fourth.sheet import Character
from rollkeep.fourth.tracks import KEYS
from rollkeep.table import files, ledger
from rollkeep.table.ledger import Entry, Ledger
from rollkeep.table.sheets import cannot_write, text_of

NOTHING: Mapping[str, int | bool] = {}


def change(
    path: str,
    make: Callable[[Character, Ledger], tuple[Entry, ...]],
    *,
    answers: Mapping[str, int | bool] = NOTHING,
    dry_run: bool = False,
) -> Character:
    """Reads the file anew while nobody else may change it, lets ``make`` say what happens, and writes it.

    What happens goes to the ledger, and what there is then into the file, with ``answers``: further values by key.
    Comments and order stay; the file is either the old or the new one, whole, at every moment. Several commands at
    once follow one another, so that the last Void Point is spent once.
    Raises: SheetError; what ``make`` raises, with nothing changed.
    """
    path = os.path.realpath(path)
    beside = ledger.path_of(path)
    if dry_run:
        old = text_of(path)
        before, known = sheet_file.read(old, path), ledger.read(beside)
        return _changed(path, old, make(before, known), answers)[0]
    try:
        with ledger.locked(beside) as opened:
            old = text_of(path)
            try:
                before, known = sheet_file.read(old, path), opened.entries()
                entries = (*known.by_hand(before), *make(before, known))
                character, text = _changed(path, old, entries, answers)
                if entries:
                    opened.add(entries)
                if text != old:
                    files.replace(path, text.encode())
            except BaseException:
                if text_of(path) == old:  # else the last step is done, and the line belongs to it
                    opened.take_back()
                raise
    except OSError as fault:
        raise cannot_write(fault.filename or path, fault) from None
    return character


def _changed(
    path: str, old: str, entries: tuple[Entry, ...], answers: Mapping[str, int | bool]
) -> tuple[Character, str]:
    values = {**answers, **{KEYS[shift.track]: shift.now for entry in entries for shift in entry.shifts}}
    if not values:
        return sheet_file.read(old, path), old
    from rollkeep.table.edit import edited

    text = edited(old, values)
    return sheet_file.read(text, path), text
