"""Wounds as boxes, rank by rank, drawn as two outlines: what is taken, and what is left."""

from __future__ import annotations

from typing import NamedTuple

from rollkeep.errors import Missing
from rollkeep.fourth import sheet
from rollkeep.fourth.sheet import Character
from rollkeep.fourth.wounds import DEAD, WoundRank

SMALL = 60
"""So many boxes can be drawn one by one; of more, a rank is one bar."""
BOX, BAR, GAP, BETWEEN = 5, 2, 1, 2  # how wide a box is, alone and in a bar, and what lies between boxes and ranks


class Boxes(NamedTuple):
    """The boxes of a character who bears ``most`` Wounds, in a drawing ``width`` wide and 8 high; the Wound Rank, and
    what that adds to every TN, None for who is unconscious or worse.
    """

    most: int
    width: int
    on: str
    off: str
    rank: str
    penalty: int | None


def boxes_of(character: Character, taken: int) -> Boxes | None:
    """The boxes with so many Wounds taken; None where the sheet does not tell how many there are.

    Source: 4e.wounds
    """
    try:
        ranks = [rank for rank in sheet.boxes(character) if rank.name != DEAD]
    except Missing:
        return None
    most = ranks[-1].last
    here = next((rank for rank in ranks if rank.first <= taken <= rank.last), None)
    on, off, width = _one_by_one(ranks, taken) if most <= SMALL else _in_bars(ranks, taken)
    return Boxes(most, width, on, off, here.name if here else DEAD, here.penalty if here else None)


def _one_by_one(ranks: list[WoundRank], taken: int) -> tuple[str, str, int]:
    on, off, x = "", "", 0
    for rank in ranks:
        for number in range(max(rank.first, 1), rank.last + 1):
            drawn = _rectangle(x, BOX)
            on, off = (on + drawn, off) if number <= taken else (on, off + drawn)
            x += BOX + GAP
        x += BETWEEN
    return on, off, x


def _in_bars(ranks: list[WoundRank], taken: int) -> tuple[str, str, int]:
    on, off, x = "", "", 0
    for rank in ranks:
        first = max(rank.first, 1)
        many = rank.last - first + 1
        full = min(max(taken - first + 1, 0), many)
        on += _rectangle(x, full * BAR)
        off += _rectangle(x + full * BAR, (many - full) * BAR)
        x += many * BAR + BETWEEN * BOX
    return on, off, x


def _rectangle(x: int, width: int) -> str:
    return f"M{x} 0h{width}v8h-{width}z" if width else ""
