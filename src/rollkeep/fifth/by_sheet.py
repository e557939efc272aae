"""What a character brings to a check: its dice, and what its modifiers change."""

from collections.abc import Collection
from typing import NamedTuple

from rollkeep.dice.symbols import Pool
from rollkeep.fifth import sheet
from rollkeep.fifth.places import on_check
from rollkeep.fifth.sheet import Character, Modifier

MOST_DICE = 10


class Brought(NamedTuple):
    """The dice of a check, what is added to its TN, and the modifiers that are in both."""

    pool: Pool
    tn: int = 0
    modifiers: tuple[Modifier, ...] = ()


def brought(character: Character, skill: str, ring: str, tags: Collection[str] = ()) -> Brought:
    """What a character brings to a check with a skill, by its plain name, and a ring.

    ``tags`` say more of the check, such as ``attack``; at least one ring die is rolled and one die kept, and no more
    are rolled than ten of a kind.

    Raises: Missing
    Source: 5e.check, 5e.compromised
    """
    modifiers = on_check(character, {skill, ring, *tags})
    rank = sheet.ring(character, ring)
    rings = max(_within(rank + sum([each.ring for each in modifiers])), 1)
    skills = _within(sheet.skill(character, skill) + sum([each.skill for each in modifiers]))
    kept = max(rank + sum([each.kept for each in modifiers]), 1)
    return Brought(Pool(rings, skills, kept, compromised(character)), sum([each.flat for each in modifiers]), modifiers)


def compromised(character: Character) -> bool:
    """Whether the strife is more than the composure.

    Raises: Missing
    Source: 5e.compromised
    """
    return character.strife > 0 and character.strife > sheet.composure(character)


def incapacitated(character: Character) -> bool:
    """Whether the fatigue is more than the endurance.

    Raises: Missing
    Source: 5e.incapacitated
    """
    return character.fatigue > 0 and character.fatigue > sheet.endurance(character)


def _within(dice: int) -> int:
    return min(max(dice, 0), MOST_DICE)
