"""Exact odds of a pool: rolling X dice and keeping Y of them."""

from fractions import Fraction
from functools import lru_cache
from math import comb, fsum
from typing import NamedTuple

from rollkeep.dice.pool import Pool
from rollkeep.errors import TooLarge
from rollkeep.odds import anydie, tens
from rollkeep.odds.die import reaches
from rollkeep.odds.dist import Dist

MAX_ROLLED = 20
MAX_TOTAL = 1_500
MAX_TOTAL_ANY_DIE = 400


@lru_cache(maxsize=65_536)
def chance(pool: Pool, total: int) -> Fraction:
    """The chance that the pool reaches ``total``, with its bonus.

    >>> chance(Pool(5, 3), 20)
    Fraction(35897, 50000)

    Exact.
    Raises: TooLarge
    """
    return law(pool, max(total, pool.kept + pool.bonus)).at_least(total)


def law(pool: Pool, end: int) -> Dist:
    """The law of the pool's total, known up to the chance of at least ``end``.

    Exact.
    Raises: TooLarge
    """
    horizon = max(end - pool.bonus - 1, pool.kept)
    if pool.explode_on is None:
        horizon = min(horizon, max(10 * pool.rolled, 1))  # more than that cannot be thrown
    most = MAX_TOTAL if _is_self_similar(pool) else MAX_TOTAL_ANY_DIE
    if pool.rolled > MAX_ROLLED or horizon > most:
        raise TooLarge(
            f"The exact odds of {pool} for {end} would take too long with such dice.",
            hint=f"Ask for at most {MAX_ROLLED} dice, and {most:,} points from them.",
        )
    return _law(pool._replace(bonus=0), horizon).shifted(pool.bonus)


def whole(pool: Pool, rest: float = 1e-12) -> Dist:
    """The law of the pool's total, known until the chance of more is at most ``rest``.

    Raises: TooLarge
    """
    end = (170 if pool.explode_on == 9 else 130) + 10 * pool.kept
    while (known := law(pool, end + pool.bonus)).tail > rest:
        end = end * 5 // 4
    return known.until(rest)


def table(end: int) -> dict[tuple[int, int], Dist]:
    """The laws of all pools from 1k1 to 10k10 whose tens explode, known up to ``end``."""
    laws = {}
    for kept in range(1, 11):
        for rolled, dist in tens.laws(kept, range(kept, 11), end - 1).items():
            laws[rolled, kept] = dist
    return laws


def _law(pool: Pool, horizon: int) -> Dist:
    kept = min(pool.kept, pool.rolled)
    if kept <= 0:
        return Dist(0, (1, 0), 1)
    if _is_self_similar(pool):
        return tens.laws(kept, (pool.rolled,), horizon, emphasis=pool.emphasis)[pool.rolled]
    reach, unit = reaches(horizon, pool.explode_on, pool.emphasis)
    return anydie.law(kept, pool.rolled, horizon, reach, unit, lowest=pool.lowest)


def _is_self_similar(pool: Pool) -> bool:
    return pool.explode_on == 10 and not (pool.lowest and pool.kept < pool.rolled)


class Mean(NamedTuple):
    """A mean total; ``exact`` is None where only ``value``, within 1e-12, is known."""

    exact: Fraction | None
    value: float


def mean(pool: Pool) -> Mean:
    """The mean total of the pool, with its bonus.

    >>> mean(Pool(10, 10)).exact
    Fraction(550, 9)

    Exact, except for dice that explode on nine of which some are left lying.
    """
    kept, rolled = min(pool.kept, pool.rolled), pool.rolled
    if pool.lowest:  # all dice less the highest of those left lying
        every, best = (_mean_of_highest(pool, rolled, y) for y in (rolled, rolled - kept))
        exact = every.exact - best.exact if every.exact is not None and best.exact is not None else None
        low = Mean(exact, every.value - best.value)
    else:
        low = _mean_of_highest(pool, rolled, kept)
    if low.exact is None:
        return Mean(None, low.value + pool.bonus)
    return Mean(low.exact + pool.bonus, float(low.exact + pool.bonus))


def _mean_of_highest(pool: Pool, rolled: int, kept: int) -> Mean:
    """Σ over t ≥ 1 of E[min(kept, dice that show at least t)], a polynomial in the chance p of one die."""
    if kept <= 0:
        return Mean(Fraction(0), 0.0)
    coefficients = [
        # of p^k in Σ_{m=1..kept} P(m dice or more reach t)
        sum((-1) ** (k - m) * comb(rolled, k) * comb(k - 1, m - 1) for m in range(1, min(kept, k) + 1))
        for k in range(1, rolled + 1)
    ]
    if pool.explode_on != 9:
        exact = sum((a * _power_sum(pool, k) for k, a in enumerate(coefficients, 1)), Fraction(0))
        return Mean(exact, float(exact))
    if kept == rolled:  # every die counts: 11/2 + 2/10 of another, under emphasis 1/10 − 1/10 · 1 more
        die = Fraction(55, 8)
        exact = rolled * (die + (die - 1) / 10 if pool.emphasis else die)
        return Mean(exact, float(exact))
    reach, unit = reaches(600, 9, pool.emphasis)  # beyond it less than 1e-40
    chances = [share / unit for share in reach[1:]]
    return Mean(None, fsum(_expected(min(kept, rolled), rolled, p) for p in chances))


def _expected(kept: int, rolled: int, p: float) -> float:
    """E[min(kept, n)] for n dice of ``rolled`` with chance ``p`` each, without cancellation."""
    return fsum(min(kept, n) * comb(rolled, n) * p**n * (1 - p) ** (rolled - n) for n in range(1, rolled + 1))


def _power_sum(pool: Pool, k: int) -> Fraction:
    """Σ over t ≥ 1 of the k-th power of the chance that one die shows at least t."""
    powers = sum(m**k for m in range(1, 11))
    plain = Fraction(powers, 10**k - 1 if pool.explode_on == 10 else 10**k)
    return 1 + Fraction(11, 10) ** k * (plain - 1) if pool.emphasis else plain
