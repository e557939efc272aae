"""What a character can be asked for, and the TNs of single rings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rollkeep.dice.source import Source
from rollkeep.errors import RollKeepError
from rollkeep.fifth import check
from rollkeep.fifth.check import MAX_TN
from rollkeep.fifth.deed import read_deed
from rollkeep.fifth.duel.person import Person
from rollkeep.fifth.play.declaring import bare_dice, filled, rings_of
from rollkeep.fifth.play.moves import Roll
from rollkeep.fifth.rulings import BY_THE_BOOK
from rollkeep.fifth.sheet import RINGS, Character
from rollkeep.machine.bound import pick
from rollkeep.text import unfit


@dataclass(frozen=True, slots=True)
class Rollable:
    """What this character can be asked for: bare ``dice``, or what is written down with a ring that is.

    Whoever is Incapacitated ``strikes`` no more.
    Source: 5e.check, 5e.incapacitated
    """

    character: Character
    dice: bool = False
    strikes: bool = True

    def holds(self, value: Any) -> bool:
        if not isinstance(value, str) or value != value.strip() or unfit(value, 100):
            return False
        if bool(bare_dice(value)) != self.dice:
            return False
        one, roll = Person(self.character), Roll(self.character.name, value)
        try:
            usable = ("",) if self.dice else known_rings(self.character, rings_of(self.character, value, ()))
            if not (self.dice or self.strikes) and read_deed(self.character, value).kind == "strike":
                return False
            for ring in usable:
                check.declare(filled(one, roll, BY_THE_BOOK, ring))
        except RollKeepError:
            return False
        return bool(usable)

    def sample(self, source: Source) -> str:
        found = deeds(self)
        return found[pick(source, len(found))]


@lru_cache(maxsize=1024)
def deeds(rollable: Rollable) -> tuple[str, ...]:
    """Some of what can be asked for."""
    skills = [name for name, _ in rollable.character.skills or ()]
    named = [f"{name}/{ring}" for name in skills[:1] for ring in known_rings(rollable.character)]
    return tuple(filter(rollable.holds, (*skills, *named, "theology", "strike", "initiative", "3r2s", "1r", "10r10s")))


def known_rings(character: Character, among: tuple[str, ...] = RINGS) -> tuple[str, ...]:
    """The rings whose rank is written down."""
    ranks = dict(character.rings)
    return tuple(ring for ring in among if ring in ranks)


@dataclass(frozen=True, slots=True)
class Tns:
    """TNs of single rings, in the order of the rings.

    Source: 5e.check
    """

    rings: tuple[str, ...] = RINGS

    def holds(self, value: Any) -> bool:
        """Whether each ring is named once, with a TN that there can be.

        >>> Tns().holds((("earth", 1), ("fire", 4))), Tns().holds((("fire", 4), ("earth", 1)))
        (True, False)
        """
        if not (isinstance(value, tuple) and all(_is_tn(each) for each in value)):
            return False
        named = [ring for ring, _ in value]
        return named == [ring for ring in self.rings if ring in named]

    def sample(self, source: Source) -> tuple[tuple[str, int], ...]:
        return tuple((ring, 1 + pick(source, 5)) for ring in self.rings if not pick(source, 4))


def _is_tn(each: Any) -> bool:
    if not (isinstance(each, tuple) and len(each) == 2):
        return False
    ring, tn = each
    return type(ring) is str and type(tn) is int and 1 <= tn <= MAX_TN
