"""What can be asked of a character: rolls that they can make, and dice and bonuses that a game master adds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rollkeep.dice.limits import MAX_BONUS, MAX_DICE
from rollkeep.dice.notation import Term
from rollkeep.dice.source import Source
from rollkeep.errors import RollKeepError
from rollkeep.fourth.check import declare
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play.person import Person, able
from rollkeep.fourth.play.roll import Aim, Roll, filled
from rollkeep.fourth.roll import CHECKS, MIND, traits_in
from rollkeep.fourth.rulings import Rulings
from rollkeep.fourth.sheet import Character
from rollkeep.machine.bound import pick
from rollkeep.text import unfit

MAX_ADDS = 10


@dataclass(frozen=True, slots=True)
class Rollable:
    """What this character can be asked to roll: all that is known about it is written down.

    ``again`` asks for what can be tried again; ``mind`` then whether something has to have changed for that.
    """

    character: Character
    aim: Aim = ""
    again: bool = False
    mind: bool = False

    def holds(self, value: Any) -> bool:
        if not isinstance(value, str) or value != value.strip() or unfit(value, 100):
            return False
        try:
            attempt = 2 if self.again else 1
            request = filled(self.character, Roll(self.character.name, value, self.aim, attempt=attempt), Rulings())
            declare(request)
        except RollKeepError:
            return False
        if self.again and bool(traits_in(request.what) & MIND) != self.mind:
            return False
        return not self.aim or request.what.kind in (*CHECKS, "notation")

    def sample(self, source: Source) -> str:
        found = deeds(self)
        return found[pick(source, len(found))]


@lru_cache(maxsize=1024)
def deeds(rollable: Rollable) -> tuple[str, ...]:
    """Some of what can be asked for."""
    character = rollable.character
    skills = [skill.name for skill in character.skills or ()]
    every = (*skills, *(f"{name}/perception" for name in skills[:1]), *(name for name, _ in character.traits))
    return tuple(filter(rollable.holds, (*every, "air", "5k3", "7k3+2", "4k3 unskilled")))


def can_retry(one: Person, deed: str) -> bool:
    """Whether a failure at this can be tried again at all.

    Source: 4e.retry
    """
    return any(Rollable(able(one), "open", again=True, mind=mind).holds(deed) for mind in (False, True))


def needs_change(character: Character, deed: str) -> bool:
    """Whether this can be tried again only when something has changed.

    Source: 4e.retry
    """
    return Rollable(character, "open", again=True, mind=True).holds(deed)


@dataclass(frozen=True, slots=True)
class Adds:
    """Dice and bonuses with their reasons, as a game master adds them; without ``dice`` bonuses alone."""

    most: int = MAX_ADDS
    dice: bool = True

    def holds(self, value: Any) -> bool:
        if not (isinstance(value, tuple) and len(value) <= self.most and all(map(_is_add, value))):
            return False
        return self.dice or not any(any(each.pool[:2]) for each in value)

    def sample(self, source: Source) -> tuple[Modifier, ...]:
        pool = Term(1, 0, 0) if self.dice else Term(flat=5)
        return () if not self.most or pick(source, 2) else (Modifier("high ground", pool),)


def _is_add(value: Any) -> bool:
    if not isinstance(value, Modifier) or value != Modifier(value.name, value.pool):
        return False
    sizes = (value.pool.rolled, value.pool.kept)
    return (
        all(type(number) is int for number in value.pool[:3])
        and max(map(abs, sizes)) <= MAX_DICE // MAX_ADDS
        and abs(value.pool.flat) <= MAX_BONUS // (2 * MAX_ADDS)
        and value.pool.reason == ""
        and isinstance(value.name, str)
        and not unfit(value.name)
    )
