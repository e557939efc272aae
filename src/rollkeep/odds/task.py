"""The law of a cumulative task: how many rolls it takes to whittle a total away.

What is left is a chain: it moves by the same law at each roll, until nothing is left. One roll is one product of two
polynomials, packed into integers as in ``tens``.
"""

from fractions import Fraction
from math import fsum, gcd, inf, sqrt
from typing import NamedTuple

from rollkeep.dice.pool import Pool
from rollkeep.errors import TooLarge
from rollkeep.odds.keep import law

EXACT_BITS = 1_024
ROUNDED_BITS = 160
MAX_WORK = 8e9  # about 2 s


class Task(NamedTuple):
    """The chance that the task is done at exactly the n-th roll, and that it is not done by the last of them.

    Shape: ``rolls`` holds (n, chance) for n from 1 on, without gaps; a chance may be 0.
    Exact: as long as the shares need no more than 1,024 bits (the first 19 rolls of 7k3 against 60); then they are
    rounded down to 160 bits, so that all chances together are less than 1e-40 too low, and ``unfinished``, which is
    the rest of 1, is as much too high.
    ``mean`` and ``sd``, of the number of rolls, are floats: of those not done, each further roll is taken to finish
    the same part as the last one did; infinite where it finished none.
    """

    rolls: tuple[tuple[int, Fraction], ...]
    unfinished: Fraction
    mean: float
    sd: float


class _Moves(NamedTuple):
    """How one roll changes what is left.

    Shape: whole shares of ``unit``, from the most progress, ``down`` or more, over 0 to the worst flub.
    """

    masses: list[int]
    unit: int
    down: int


def task(
    pool: Pool,
    total: int,
    *,
    minimum: int = 0,
    flub: int = 0,
    shortfall: bool = False,
    capped: bool = True,
    rest: Fraction = Fraction(1, 10**9),
    most: int = 1_000,
) -> Task:
    """The number of rolls until ``total`` is used up, followed until less than ``rest`` is unfinished.

    A roll below ``flub`` is added to what is left, or with ``shortfall`` what it lacks to ``flub``; another one of
    ``minimum`` or more is taken off. ``capped``: what is left never exceeds ``total`` again. A roll below 0
    counts as 0, except for what it lacks. There are at most ``most`` rolls.

    >>> [(n, round(float(chance), 4)) for n, chance in task(Pool(7, 3), 60, minimum=15, flub=5).rolls[:3]]
    [(1, 0.0041), (2, 0.3485), (3, 0.61)]

    Raises: TooLarge
    Source: 4e.cumulative
    """
    top = max(total, 0)
    left, share = [0] * (top - 1) + [1] * (top > 0), 1  # chances of 1, 2, … points left, as shares of ``share``
    moves = _moves(pool, top, minimum, flub, shortfall) if top else _Moves([1], 1, 0)
    done: list[Fraction] = []
    unfinished, work, bits = Fraction(top > 0), 0.0, EXACT_BITS
    more = [float(unfinished)]
    while unfinished >= rest and unfinished and len(done) < most and any(moves.masses[: moves.down]):
        if len(left) > moves.down:  # only without a cap
            moves = _wider(pool, len(left) * 3 // 2, minimum, flub, shortfall)
        if (share * moves.unit).bit_length() > bits:
            bits = ROUNDED_BITS  # once rounded, no bits more than that are worth their time
            left, share = _rounded(left, share)
            moves = _Moves(*_rounded(moves.masses, moves.unit), moves.down)
        whole = sum(left) * sum(moves.masses)
        share *= moves.unit
        size = share.bit_length() // 8 + 1
        work += (size * (len(left) + len(moves.masses))) ** 1.585
        if work > MAX_WORK:
            raise TooLarge("Such a task would take too long.", hint="Ask for a smaller total, or for fewer rolls.")
        left = _moved(left, moves, size)
        done.append(Fraction(whole - sum(left), share))
        unfinished -= done[-1]
        more.append(float(unfinished))
        if capped:
            left[top - 1 :] = [sum(left[top - 1 :])]
    mean, sd = _spread(done, more)
    return Task(tuple(enumerate(done, 1)), unfinished, mean, sd)


def _moves(pool: Pool, top: int, minimum: int, flub: int, shortfall: bool) -> _Moves:
    """With no more than ``top`` points left, so that a roll of that many or more finishes if it counts."""
    dist = law(pool, max(top, minimum, flub))
    changes: dict[int, int] = {}
    for points, mass in (*dist.masses(), (dist.end, dist.reach[-1])):
        if points >= max(minimum, flub):
            change = -min(max(points, 0), top)
        elif points < flub:
            change = flub - points if shortfall else max(points, 0)
        else:
            change = 0
        changes[change] = changes.get(change, 0) + mass
    common = gcd(*changes.values())
    masses = [changes.get(change, 0) // common for change in range(-top, max(*changes, 0) + 1)]
    return _Moves(masses, dist.denominator // common, top)


def _wider(pool: Pool, top: int, minimum: int, flub: int, shortfall: bool) -> _Moves:
    try:
        return _moves(pool, top, minimum, flub, shortfall)
    except TooLarge:
        raise TooLarge(
            "Such a task would take too long: what is left grows without end.",
            hint="Ask for a lower flub threshold, for fewer rolls, or with what is left capped at the start.",
        ) from None


def _rounded(shares: list[int], unit: int) -> tuple[list[int], int]:
    if unit <= 1 << ROUNDED_BITS:
        return shares, unit
    return [(share << ROUNDED_BITS) // unit for share in shares], 1 << ROUNDED_BITS


def _moved(left: list[int], moves: _Moves, size: int) -> list[int]:
    """What is left after a roll; ``size`` bytes hold any share."""
    raw_size = (len(left) + len(moves.masses) - 1) * size
    raw = (_packed(left, size) * _packed(moves.masses, size)).to_bytes(raw_size, "little")
    return [int.from_bytes(raw[i : i + size], "little") for i in range(moves.down * size, raw_size, size)]


def _packed(shares: list[int], size: int) -> int:
    return int.from_bytes(b"".join([share.to_bytes(size, "little") for share in shares]), "little")


def _spread(chances: list[Fraction], unfinished: list[float]) -> tuple[float, float]:
    """Mean and standard deviation, from the chance that more than n rolls are needed.

    Shape: ``unfinished[n]`` after n rolls, from n = 0 on.
    """
    *before, last = unfinished
    mean = fsum(before)
    square = fsum((2 * n + 1) * more for n, more in enumerate(before))
    if last:
        part = float(chances[-1]) / before[-1] if chances else 0.0
        if not part:
            return inf, inf
        mean += last / part
        square += last * ((2 * len(before) + 1) / part + 2 * (1 - part) / part**2)
    return mean, sqrt(max(square - mean**2, 0.0))
