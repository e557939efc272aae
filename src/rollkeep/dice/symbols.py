"""Ring dice and skill dice: their faces, what stands on them, and pools of them.

A face is a small number that says which die it is of: 1 to 6 for a ring die, 11 to 22 for a skill die. What stands on
it is looked up in tables; two faces with the same symbols are told apart only by where they lie on the die.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rollkeep.dice.source import Source

Face = int
Faces = tuple[Face, ...]

RING, SKILL = "ring", "skill"
SIDES = {RING: 6, SKILL: 12}
_SKILL_FROM = 10
_ON = {
    # symbols: ring faces, skill faces
    "-": ((1,), (11, 12)),
    "op+st": ((2,), ()),
    "op": ((3,), (13, 14, 15)),
    "su+st": ((4,), (16, 17)),
    "su": ((5,), (18, 19)),
    "su+op": ((), (20,)),
    "ex+st": ((6,), (21,)),
    "ex": ((), (22,)),
}
SYMBOLS = {face: symbols for symbols, faces in _ON.items() for face in (*faces[0], *faces[1])}
"""What stands on each face: ``-`` for nothing, else ``su``, ``ex``, ``op`` and ``st`` joined by ``+``."""

RING_FACES = tuple(face for face in sorted(SYMBOLS) if face <= _SKILL_FROM)
SKILL_FACES = tuple(face for face in sorted(SYMBOLS) if face > _SKILL_FROM)


def _table(*symbols: str) -> tuple[int, ...]:
    return tuple(int(bool(set(SYMBOLS.get(face, "").split("+")) & set(symbols))) for face in range(max(SYMBOLS) + 1))


SUCCESS = _table("su", "ex")
"""By face: 1 where it is a success; an explosive is one too."""
EXPLOSIVE = _table("ex")
OPPORTUNITY = _table("op")
STRIFE = _table("st")


class Pool(NamedTuple):
    """Ring dice, skill dice and how many are kept at most: the key of every cache of odds.

    Whoever is ``compromised`` may keep no die that shows strife, also no extra one.
    """

    ring: int
    skill: int
    kept: int
    compromised: bool = False

    def __str__(self) -> str:
        """As it is written: the ring dice kept are not said where they are the usual number.

        >>> str(Pool(3, 2, 3)), str(Pool(4, 2, 5))
        ('3r2s', '4r2s keep 5')
        """
        dice = f"{self.ring}r{self.skill}s"
        return dice if self.kept == self.ring else f"{dice} keep {self.kept}"


class Sum(NamedTuple):
    """What kept dice show together."""

    successes: int = 0
    opportunities: int = 0
    strife: int = 0

    def __str__(self) -> str:
        """The short form of forums.

        >>> str(Sum(0, 2, 0))
        '0/2/0'
        """
        return f"{self.successes}/{self.opportunities}/{self.strife}"


def kind(face: Face) -> str:
    """Which die a face is of: ``ring`` or ``skill``."""
    return SKILL if face > _SKILL_FROM else RING


def tally(faces: Iterable[Face]) -> Sum:
    """What these faces show together.

    >>> tally((4, 5, 20))
    Sum(successes=3, opportunities=1, strife=1)
    """
    several = tuple(faces)
    return Sum(
        sum([SUCCESS[face] for face in several]),
        sum([OPPORTUNITY[face] for face in several]),
        sum([STRIFE[face] for face in several]),
    )


def throw(ring: int, skill: int, source: Source) -> Faces:
    """So many ring dice, then so many skill dice, thrown once."""
    rings = tuple(source.faces(6, ring)) if ring else ()
    if not skill:
        return rings
    return rings + tuple([face + _SKILL_FROM for face in source.faces(12, skill)])


def extra(kept: Iterable[Face], source: Source) -> Faces:
    """For each kept explosive one more die of its own type, thrown once, in the same order."""
    return tuple(
        [throw(1, 0, source)[0] if face <= _SKILL_FROM else throw(0, 1, source)[0] for face in kept if EXPLOSIVE[face]]
    )
