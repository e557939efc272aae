"""What a throw of a pool can be, and no other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rollkeep.dice import symbols
from rollkeep.dice.face import Die
from rollkeep.dice.pool import Pool, throw
from rollkeep.dice.source import Source
from rollkeep.dice.symbols import RING_FACES, SKILL_FACES, Faces


@dataclass(frozen=True, slots=True)
class D10:
    """The dice of one throw of ``pool``."""

    pool: Pool

    def holds(self, value: Any) -> bool:
        """Whether some throw of the pool gives exactly these dice.

        >>> D10(Pool(2, 1)).holds(((4,), (10, 2))), D10(Pool(2, 1)).holds(((4,), (10,)))
        (True, False)
        """
        return isinstance(value, tuple) and len(value) == self.pool.rolled and all(map(self.is_die, value))

    def is_die(self, value: Any) -> bool:
        """Whether one die of the pool can end like this."""
        if value.__class__ is tuple and len(value) == 1:  # most dice, in a third of the time
            face = value[0]
            return type(face) is int and self.pool.emphasis < face < (self.pool.explode_on or 11)
        if not (isinstance(value, tuple) and value and all(type(face) is int and 1 <= face <= 10 for face in value)):
            return False
        chain: Die = value[1:] if self.pool.emphasis and value[0] == 1 else value
        threshold = self.pool.explode_on or 11
        return bool(chain) and chain[-1] < threshold and all(face >= threshold for face in chain[:-1])

    def sample(self, source: Source) -> tuple[Die, ...]:
        """One throw, with its true chances."""
        return throw(self.pool, source).dice


@dataclass(frozen=True, slots=True)
class Symbols:
    """One throw of so many ring dice, then so many skill dice."""

    ring: int
    skill: int

    def holds(self, value: Any) -> bool:
        """Whether these dice can show exactly that.

        >>> Symbols(1, 1).holds((6, 22)), Symbols(1, 1).holds((22, 6))
        (True, False)
        """
        if not (isinstance(value, tuple) and len(value) == self.ring + self.skill):
            return False
        for i, face in enumerate(value):
            if type(face) is not int or face not in (RING_FACES if i < self.ring else SKILL_FACES):
                return False
        return True

    def sample(self, source: Source) -> Faces:
        """One throw, with its true chances."""
        return symbols.throw(self.ring, self.skill, source)
