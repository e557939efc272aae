"""The moves and the events of one character's roll, and the roll on its way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rollkeep.dice.symbols import Faces, Pool
from rollkeep.fifth.check import Positions
from rollkeep.machine.machine import Who
from rollkeep.machine.secret import Readers, Secret
from rollkeep.reason import Reason


@dataclass(frozen=True, slots=True)
class Declare:
    """Before the dice fall: the ring, a Void Point to ``seize`` the moment, and the own advantages and disadvantages
    that count, by their kind.
    """

    who: Who
    ring: str = ""
    seize: bool = False
    edges: tuple[str, ...] = ()
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice that are due, ring dice first, by chance or by hand."""

    who: Who
    faces: Faces


@dataclass(frozen=True, slots=True)
class Reroll:
    """Which dice are thrown again, by position from 0."""

    who: Who
    positions: Positions


@dataclass(frozen=True, slots=True)
class Keep:
    """Which dice on the table are kept, by position from 0."""

    who: Who
    positions: Positions


@dataclass(frozen=True, slots=True)
class Declared:
    """What was declared, what was granted too, and what follows from it.

    ``reroll`` is distinction, adversity or empty; ``after`` the strife that advantages give or take at the end, and
    ``plus`` what modifiers add to any TN.
    """

    who: Who
    ring: str
    seize: bool
    edges: tuple[str, ...]
    by_hand: bool
    title: str
    pool: Pool
    reroll: str
    after: int
    plus: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Threw:
    """Dice fell: the first throw, or what kept explosives bring."""

    who: Who
    faces: Faces | Secret[Faces]


@dataclass(frozen=True, slots=True)
class Picked:
    """These dice are thrown again; ``why`` is distinction or adversity."""

    who: Who
    positions: Positions | Secret[Positions]
    why: str


@dataclass(frozen=True, slots=True)
class Rethrown:
    """All dice of the first throw as they lie now."""

    who: Who
    faces: Faces | Secret[Faces]


@dataclass(frozen=True, slots=True)
class Kept:
    """These dice count, the others on the table do not."""

    who: Who
    positions: Positions | Secret[Positions]


MOVES = (Declare, Throw, Reroll, Keep)
Fallen = Threw | Picked | Rethrown | Kept
EVENTS = (Declared, Threw, Picked, Rethrown, Kept)


class Roll(NamedTuple):
    """A roll on its way. ``rings`` are those that may be used, none for bare dice; ``edges`` count whatever the
    character has. ``fell`` is everything since the first throw. ``dice_to`` may know the dice; None: everybody.
    """

    who: Who
    deed: str
    rings: tuple[str, ...] = ()
    skilled: int = 0
    unskilled: int = 0
    edges: tuple[str, ...] = ()
    dice_to: Readers | None = None
    declared: Declared | None = None
    fell: tuple[Fallen, ...] = ()

    @property
    def seen(self) -> bool:
        """Whether the roller may see the dice; for who may not chance throws, and the game master chooses."""
        return self.dice_to is None or self.who in self.dice_to
