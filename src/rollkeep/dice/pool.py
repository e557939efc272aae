"""A pool of ten-sided dice, and what becomes of it when it is thrown and when dice of it are kept."""

from collections.abc import Iterable
from typing import NamedTuple

from rollkeep.dice.face import Die, worth
from rollkeep.dice.source import Source


class Pool(NamedTuple):
    """What is thrown, how many are kept, and how its dice behave: the key of every cache of odds.

    ``explode_on`` is the lowest face that is thrown again and added; None: no face is.
    ``lowest`` keeps the lowest dice instead of the highest.
    """

    rolled: int
    kept: int
    bonus: int = 0
    explode_on: int | None = 10
    emphasis: bool = False
    lowest: bool = False

    def __str__(self) -> str:
        return f"{self.rolled}k{self.kept}{self.bonus:+}" if self.bonus else f"{self.rolled}k{self.kept}"


class Thrown(NamedTuple):
    """The dice on the table, in the order they fell."""

    pool: Pool
    dice: tuple[Die, ...]


class Kept(NamedTuple):
    """The chosen dice, by position from 0 in rising order, and the total with the pool's bonus."""

    thrown: Thrown
    positions: tuple[int, ...]
    total: int


_ONE_FACE: tuple[Die, ...] = tuple((face,) for face in range(11))


def throw(pool: Pool, source: Source) -> Thrown:
    """Throws every die of the pool to its end.

    First all dice at once; then every 1 again under emphasis; then each die that explodes until it does not.

    Source: 4e.explode, 4e.emphasis, 4e.explode.nine
    """
    faces = source.faces(10, pool.rolled)
    dice = [_ONE_FACE[face] for face in faces]
    if pool.emphasis and 1 in faces:
        faces = _rerolled(faces, dice, source)
    threshold = pool.explode_on or 11
    for exploding in range(threshold, 11):
        at = faces.find(exploding)  # the dice of a pool are bytes: the ones that explode are found in C
        while at >= 0:
            face = exploding
            while face >= threshold:
                face = source.faces(10, 1)[0]
                dice[at] += (face,)
            at = faces.find(exploding, at + 1)
    return Thrown(pool, tuple(dice))


def _rerolled(faces: bytes, dice: list[Die], source: Source) -> bytes:
    """Throws every 1 again, in ``dice`` too; the faces that count now."""
    ones = [i for i, face in enumerate(faces) if face == 1]
    now = bytearray(faces)
    for i, face in zip(ones, source.faces(10, len(ones)), strict=True):
        now[i], dice[i] = face, (1, face)
    return bytes(now)


def keep(thrown: Thrown, positions: Iterable[int] | None = None) -> Kept:
    """Keeps the dice at these positions, from 0; by default the best, the earlier of equal ones.

    Raises: ValueError for positions that are not there, or not exactly as many as the pool keeps.
    Source: 4e.keep
    """
    pool, dice = thrown
    values = list(map(worth, dice)) if pool.emphasis else list(map(sum, dice))
    if positions is None:
        chosen = sorted(range(len(dice)), key=values.__getitem__, reverse=not pool.lowest)
        del chosen[pool.kept :]
        chosen.sort()
    else:
        chosen = sorted(set(positions))
        if len(chosen) != min(pool.kept, len(dice)) or not set(chosen) <= set(range(len(dice))):
            raise ValueError(f"{pool} keeps {min(pool.kept, len(dice))} of its {len(dice)} dice")
    return Kept(thrown, tuple(chosen), sum([values[i] for i in chosen]) + pool.bonus)
