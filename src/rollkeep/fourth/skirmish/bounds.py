"""Bounds of a skirmish's own: sides with their fighters, and an order of names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rollkeep.dice.source import Source
from rollkeep.fourth.skirmish.moves import Sides
from rollkeep.machine.bound import Text, pick
from rollkeep.machine.machine import Who

LEAST, MOST = 2, 20


SIDE_NAME = Text(60, least=1)


def is_side(value: Any) -> bool:
    """Whether a side can be called so."""
    return SIDE_NAME.holds(value)


@dataclass(frozen=True, slots=True)
class Sided:
    """From two sides on, with 2 to 20 of these fighters in all, each once.

    Source: 4e.skirmish.sides
    """

    of: tuple[Who, ...]

    def holds(self, value: Any) -> bool:
        if not (isinstance(value, tuple) and len(value) >= LEAST):
            return False
        seen = list[Any]()
        for side in value:
            if not (isinstance(side, tuple) and len(side) == 2 and is_side(side[0])):
                return False
            if not (isinstance(side[1], tuple) and side[1]):
                return False
            seen += side[1]
        names = [side[0] for side in value]
        known = all(type(who) is str and who in self.of for who in seen)
        return known and len(set(seen)) == len(seen) <= MOST and len(set(names)) == len(names)

    def sample(self, source: Source) -> Sides:
        left = list(self.of)
        names = [left.pop(pick(source, len(left))) for _ in range(min(len(left), 2 + pick(source, 4)))]
        cut = 1 + pick(source, len(names) - 1)
        return (("A", tuple(names[:cut])), ("B", tuple(names[cut:])))


@dataclass(frozen=True, slots=True)
class Shuffled:
    """All of these names, in any order, but for those who have theirs: what is ``held`` stays in its order."""

    of: tuple[Who, ...]
    held: tuple[Who, ...] = ()

    def holds(self, value: Any) -> bool:
        return (
            isinstance(value, tuple)
            and all(type(who) is str for who in value)
            and len(value) == len(self.of)
            and set(value) == set(self.of)
            and tuple([who for who in value if who in self.held]) == self.held
        )

    def sample(self, source: Source) -> tuple[Who, ...]:
        left, held = list(self.of), iter(self.held)
        drawn = [left.pop(pick(source, len(left))) for _ in range(len(left))]
        return tuple([next(held) if who in self.held else who for who in drawn])
