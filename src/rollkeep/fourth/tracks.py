"""What of a character moves in play: Void Points and Wounds, and every way in which they do."""

from collections.abc import Iterable
from typing import NamedTuple

from rollkeep.errors import RuleError
from rollkeep.fourth import sheet
from rollkeep.fourth.sheet import Character
from rollkeep.fourth.wounds import MAX_WOUNDS

KEYS = {"void": "void.points", "wounds": "wounds.taken"}
"""Each track with the key of a character file that holds what there is now."""

LESS_WOUNDS = 10


class Shift(NamedTuple):
    """A track that moved: by how much, and what there is now."""

    track: str
    by: int
    now: int


def shifted(character: Character, shifts: Iterable[Shift]) -> Character:
    """The character afterwards."""
    for shift in shifts:
        if shift.track == "void":
            character = character._replace(void_points=shift.now)
        else:
            character = character._replace(wounds=shift.now)
    return character


def spend(character: Character, points: int = 1) -> Shift:
    """Void Points that are spent.

    Raises: RuleError where there are too few; Missing
    Source: 4e.void.pool
    """
    left = sheet.void_points(character)
    if left < points:
        has = {0: "no Void Point left", 1: f"1 Void Point left, not {points}"}
        raise RuleError(
            "4e.void.pool",
            f"{character.name} has {has.get(left, f'{left} Void Points left, not {points}')}.",
            hint="All come back with a day's rest.",
        )
    return Shift("void", -points, left - points)


def regain(character: Character, points: int) -> Shift:
    """Void Points that come back, up to the Void Ring.

    Raises: Missing
    Source: 4e.void.pool
    """
    left = sheet.void_points(character)
    now = max(min(left + points, sheet.ring(character, "void")), left)
    return Shift("void", now - left, now)


def rest(character: Character) -> Shift:
    """A day's rest: all Void Points come back.

    Raises: Missing
    Source: 4e.void.pool
    """
    return regain(character, sheet.ring(character, "void"))


def take(character: Character, wounds: int) -> Shift:
    """Wounds that are taken.

    Source: 4e.wounds
    """
    now = min(character.wounds + wounds, MAX_WOUNDS)
    return Shift("wounds", now - character.wounds, now)


def heal(character: Character, wounds: int) -> Shift:
    """Wounds that are healed.

    Source: 4e.wounds
    """
    return take(character, -min(wounds, character.wounds))


def less(character: Character, taken: int) -> tuple[Shift, Shift]:
    """A Void Point that takes 10 off the Wounds just taken from one source, not below 0.

    Raises: RuleError where no Wound was taken or no point is left; Missing
    Source: 4e.void.wounds
    """
    if min(taken, character.wounds) <= 0:
        raise RuleError(
            "4e.void.wounds", "There are no Wounds that a Void Point could take off.", hint="Leave the point unspent."
        )
    return spend(character), heal(character, min(LESS_WOUNDS, taken))


def taken_back(character: Character, shifts: Iterable[Shift]) -> tuple[Shift, ...]:
    """The same shifts the other way round, as far as the tracks allow.

    Raises: Missing
    """
    back = []
    for shift in shifts:
        if shift.track == "wounds":
            back.append(heal(character, shift.by) if shift.by > 0 else take(character, -shift.by))
        elif shift.by < 0:
            back.append(regain(character, -shift.by))
        else:
            back.append(spend(character, min(shift.by, sheet.void_points(character))))
    return tuple(back)
