"""What all importers of this edition share: dice, Traits, Void, and the order of a character file."""

from collections.abc import Mapping
from typing import Any

from rollkeep.dice.limits import MAX_BONUS, MAX_DICE
from rollkeep.dice.notation import Term, read_terms, total
from rollkeep.errors import NotationError
from rollkeep.foreign.values import Notes, Row, clean, count, listed
from rollkeep.fourth.catalogue.rings import TRAITS

MAX_WOUNDS = 999
MAX_EXPERIENCE = 99_999
ORDER = (
    "game",
    "name",
    "clan",
    "family",
    "school",
    "school_rank",
    "insight_rank",
    "honor",
    "glory",
    "status",
    "traits",
    "void",
    "skills",
    "modifiers",
    "weapons",
    "armor",
    "wounds",
    "block",
    "experience",
)


def dice(value: Any) -> Term | None:
    """Dice that are written as a text; None for everything else."""
    try:
        summed = total(read_terms(clean(value)))
    except NotationError:
        return None
    return summed if min(summed.rolled, summed.kept) >= 0 and max(summed.rolled, summed.kept) else None


def rating(value: Any) -> str:
    """A damage rating as it is written here; empty for everything else.

    >>> rating(" 3K2 "), rating("3k2+1"), rating("N/A"), rating(None)
    ('3k2', '3k2+1', '', '')
    """
    return str(dice(value) or "")


def fits(rolled: int, kept: int, flat: int) -> bool:
    """Whether dice and bonus are within what a notation may say."""
    return max(abs(rolled), abs(kept)) <= MAX_DICE and abs(flat) <= MAX_BONUS


def traits_of(values: Row, keys: Mapping[str, str], notes: Notes) -> Row:
    """The Traits of a table, in the order of a character file; ``keys`` gives the table's key for each."""
    ranks = {name: count(values, keys[name], name.title(), notes, 1, 10) for name in TRAITS}
    if missing := [name.title() for name in TRAITS if values.get(keys[name]) in (None, "")]:
        notes.doubt(f"The file gives no rank for {listed(missing)}.")
    return {name: rank for name, rank in ranks.items() if rank is not None}


def void_of(values: Row, notes: Notes) -> Row:
    """The table of Void, from ``ring`` and ``points``."""
    ring = count(values, "ring", "The Void Ring", notes, 0, 10)
    points = count(values, "points", "The number of Void Points", notes, 0, 10)
    if ring is not None and points is not None and points > ring:
        notes.doubt(f"Void Points are {points}, more than the Void Ring of {ring}; they were left out.")
        points = None
    return {key: value for key, value in (("ring", ring), ("points", points)) if value is not None}


def in_order(data: Row) -> Row:
    """The entries that say something, in the order of a character file."""
    return {key: data[key] for key in ORDER if data.get(key) not in (None, "", {}, [])}
