"""A character in play: the sheet, which stays, and what moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rollkeep.errors import Missing
from rollkeep.fourth import sheet
from rollkeep.fourth.sheet import Character
from rollkeep.fourth.wounds import MAX_WOUNDS
from rollkeep.machine.machine import Scene, Who

UNKNOWN_RING = 10
"""The Void Ring of whom nothing is written down: what a player declares is believed."""


@dataclass(frozen=True, slots=True)
class Person:
    """A character, with the tracks ``void`` (points left) and ``wounds`` (taken)."""

    sheet: Character
    void: int = 0
    wounds: int = 0

    def room(self, track: str, by: int) -> int:
        """As much of a shift as keeps a track between 0 and its most.

        Source: 4e.void.pool
        """
        here, most = (self.void, self.sheet.void_ring or 0) if track == "void" else (self.wounds, MAX_WOUNDS)
        return max(min(here + by, max(most, here)), min(0, here)) - here


def person(character: Character) -> Person:
    """A character as it enters play. Stat blocks have no Void; where no Void Ring is written down it is not checked.

    Source: 4e.void.pool
    """
    ring = character.void_ring
    if ring is None:
        ring = 0 if character.block else UNKNOWN_RING
    known = character._replace(void_ring=ring)
    return Person(known, sheet.void_points(known), character.wounds)


def now(one: Person) -> Character:
    """The sheet with what there is now."""
    return one.sheet._replace(void_points=max(one.void, 0), wounds=max(one.wounds, 0))


def able(one: Person) -> Character:
    """The same for a roll that was asked for: whoever went down since then makes it with the last penalty there is.

    Source: 4e.wounds
    """
    character = now(one)
    try:
        if sheet.wound_rank(character).penalty is not None:
            return character
        last = [rank for rank in sheet.boxes(character) if rank.penalty is not None][-1]
    except Missing:  # nobody has written down what Wounds would do
        return character._replace(wounds=0)
    return character._replace(wounds=last.first)


def is_awake(one: Person) -> bool:
    """Whether somebody is neither unconscious nor dead; where nobody can tell, they are.

    Source: 4e.wounds
    """
    try:
        return sheet.wound_rank(now(one)).penalty is not None
    except Missing:
        return True


def people(scene: Scene[Any]) -> tuple[Who, ...]:
    """Everyone in the cast who can be asked to roll: who is neither unconscious nor dead.

    Source: 4e.wounds
    """
    return tuple(who for who, one in scene.cast.items() if isinstance(one, Person) and is_awake(one))
