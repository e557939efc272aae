"""A character in play who makes checks: what is known now, and whether strife counts."""

from __future__ import annotations

from typing import Any

from rollkeep.errors import Missing
from rollkeep.fifth import by_sheet, sheet
from rollkeep.fifth.duel.person import Person
from rollkeep.fifth.sheet import Character
from rollkeep.machine.machine import Scene, Who


def person(character: Character) -> Person:
    """A character as it enters play; where neither Void Points nor the Void ring are written down, there are none.

    Source: 5e.void
    """
    try:
        points = sheet.void_points(character)
    except Missing:
        points = 0
    return Person(character, character.strife, character.fatigue, points)


def now(one: Person) -> Character:
    """The sheet with what there is now."""
    return one.sheet._replace(strife=max(one.strife, 0), fatigue=max(one.fatigue, 0), void_points=max(one.void, 0))


def people(scene: Scene[Any]) -> tuple[Who, ...]:
    """Everyone in the cast who can be asked for a check; nobody is Unconscious outside of a duel.

    Source: 5e.check, 5e.unconscious
    """
    return tuple(who for who, one in scene.cast.items() if isinstance(one, Person))


def compromised(one: Person) -> bool:
    """Strife beyond composure; nobody is where composure is not known.

    Source: 5e.compromised
    """
    try:
        return by_sheet.compromised(now(one))
    except Missing:
        return False


def incapacitated(one: Person) -> bool:
    """Fatigue beyond endurance; nobody is where endurance is not known.

    Source: 5e.incapacitated
    """
    try:
        return by_sheet.incapacitated(now(one))
    except Missing:
        return False
