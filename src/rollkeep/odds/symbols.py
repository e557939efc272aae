"""Exact odds of ring and skill dice, for whoever keeps and drops them as well as can be.

All dice of a throw are seen before any of them is kept or dropped. Chances are whole shares of one number until the
end, so that the better of two choices is never in doubt.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import comb

from rollkeep.dice.symbols import Pool
from rollkeep.errors import TooLarge
from rollkeep.odds.symbols_choices import Choice, choices, simple
from rollkeep.odds.symbols_extra import Box, Target, extra
from rollkeep.odds.symbols_first import together

__all__ = ["Choice", "Target", "by_tn", "chance", "chances", "choices", "simple", "trade_off"]

MAX_DICE = 10
MAX_TARGET = Target(20, 10, 20)
NO_MATTER = Fraction(1, 10_000)


@lru_cache(maxsize=65_536)
def chance(pool: Pool, target: Target) -> Fraction:
    """The best chance that what is kept meets the target.

    >>> chance(Pool(3, 1, 3), Target(2)), chance(Pool(3, 1, 3), Target(2, opportunity=1, strife=1))
    (Fraction(109, 144), Fraction(716833, 1881792))

    Exact.
    Raises: TooLarge; ValueError for a TN below 1 and for numbers below 0.
    """
    return chances(pool, (target,))[0]


def chances(pool: Pool, targets: Iterable[Target]) -> tuple[Fraction, ...]:
    """The best chances for each of several targets, worked out together.

    Exact.
    Raises: TooLarge; ValueError for a TN below 1 and for numbers below 0.
    """
    asked = [_reduced(pool, target) for target in targets]
    found: dict[Target, Fraction] = {}
    for any_strife in (True, False):
        wanted = {target for target in asked if target and (target.strife is None) == any_strife}
        if wanted:
            found.update(together(pool, wanted, any_strife))
    return tuple([found[target] if target else Fraction(0) for target in asked])


def by_tn(pool: Pool, most: int = 8) -> tuple[Fraction, ...]:
    """The chances of success alone against the TNs from 1 to ``most``, whatever the strife.

    >>> [round(float(each), 4) for each in by_tn(Pool(3, 1, 3), 4)]
    [0.9479, 0.7569, 0.4647, 0.1807]

    Exact.
    Raises: TooLarge; ValueError for numbers below 0.
    """
    _checked(pool, Target(max(most, 1)))
    calm, kept = pool.compromised, min(pool.kept, pool.ring + pool.skill)
    # one box for all usual pools
    ring, skill, dice = 0 if calm else max(min(pool.ring, kept), 5), max(min(pool.skill, kept), 5), max(kept, 5)
    (layer, *_), unit = extra(Box(ring, skill, dice, max(most, 8), 0, 0 if calm else None))
    explosive_skill, plain_ring, plain_skill = (1, 1, 3) if calm else (2, 2, 5)
    blank_ring, blank_skill = (5, 8) if calm else (3, 5)
    shares = [0] * (most + 1)
    by_dice: dict[tuple[int, int], list[int]] = {}
    for s in range(pool.skill + 1):
        of_skill = _ways(pool.skill - s, plain_skill, blank_skill)
        explosive = comb(pool.skill, s) * explosive_skill**s
        for r in range(1 if calm else pool.ring + 1):
            first = min(s, kept)
            second = min(r, kept - first)
            ways = explosive * comb(pool.ring, r)
            reached = by_dice.setdefault((second, first), [0] * (kept + 1))
            for i, x in enumerate(_ways(pool.ring - r, plain_ring, blank_ring)):
                for j, y in enumerate(of_skill):
                    reached[min(first + second + i + j, kept)] += ways * x * y
    for (rings, skills), reached in by_dice.items():
        chances = [row[0] for row in layer[rings][skills]]
        for tn in range(1, most + 1):
            shares[tn] += sum([ways * chances[tn - n] for n, ways in enumerate(reached) if ways])
    whole = unit * 6**pool.ring * 12**pool.skill
    return tuple([Fraction(share, whole) for share in shares[1:]])


def trade_off(pool: Pool, tn: int, opportunity: int = 0) -> tuple[tuple[int | None, Fraction], ...]:
    """The chances under each strife limit from 0 on, as long as more strife could help, and last under none.

    More strife is taken to be of no help where it adds less than one in 10,000, or beyond one strife for each success
    and opportunity wanted. Someone compromised takes none.

    >>> [(limit, round(float(each), 4)) for limit, each in trade_off(Pool(2, 1, 2), 2)]
    [(0, 0.1397), (1, 0.44), (None, 0.6007)]

    Exact.
    Raises: TooLarge; ValueError for a TN below 1 and for numbers below 0.
    """
    freely = chance(pool, Target(tn, opportunity))
    most = 0 if pool.compromised else min(tn + opportunity, MAX_TARGET.strife or 0)
    limits = range(most + 1)
    found = chances(pool, [Target(tn, opportunity, limit) for limit in limits])
    rows = [(limit, each) for limit, each in zip(limits, found, strict=True) if not limit or freely - each >= NO_MATTER]
    return (*rows, (None, freely))


def _checked(pool: Pool, target: Target) -> None:
    tn, opportunity, strife = target
    if tn < 1 or min(pool.ring, pool.skill, pool.kept, opportunity, strife or 0) < 0:
        raise ValueError(f"{pool} for {target}: a TN is 1 or more, all else 0 or more")
    limits = zip((tn, opportunity, strife or 0), MAX_TARGET, strict=True)
    if max(pool.ring, pool.skill) > MAX_DICE or any(asked > (most or 0) for asked, most in limits):
        raise TooLarge(
            f"The exact odds of {pool} for such a target would take too long.",
            hint=f"Ask for at most {MAX_DICE} ring dice, {MAX_DICE} skill dice, TN {MAX_TARGET.tn},"
            f" {MAX_TARGET.opportunity} opportunities and a strife limit of {MAX_TARGET.strife}.",
        )


def _reduced(pool: Pool, target: Target) -> Target | None:
    """The same in fewer words; None where it cannot be met: explosions add no opportunity to that of the last die."""
    _checked(pool, target)
    if target.opportunity > min(pool.kept, pool.ring + pool.skill):
        return None
    if pool.compromised:
        return target._replace(strife=0)
    if target.strife is not None and not target.opportunity and target.strife >= target.tn:
        return target._replace(strife=None)
    return target


def _ways(dice: int, plain: int, blank: int) -> list[int]:
    """In how many ways 0, 1, … of several dice are plain successes."""
    return [comb(dice, n) * plain**n * blank ** (dice - n) for n in range(dice + 1)]
