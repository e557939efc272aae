"""Rolls of the 4th edition joined with odds: how likely one succeeds, and what other declarations would do."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from rollkeep.fourth.catalogue.tns import ROLLED_TNS
from rollkeep.fourth.check import Declared, Outcome, declare, may_raise, with_raises
from rollkeep.fourth.request import Request
from rollkeep.odds import keep
from rollkeep.odds.dist import Dist
from rollkeep.odds.keep import Mean

RARE = Fraction(1, 200)
_SIZES = (1, 2, 5, 10, 20, 50)

UNKNOWN_LIMIT = 5  # Raises to look at where the Void Ring is not known


class Raised(NamedTuple):
    """The chance of a roll with so many Raises."""

    raises: int
    target: int
    chance: Fraction


def chance(request: Request | Declared, total: int | None = None) -> Fraction:
    """The chance of success, keeping the best; or of at least ``total``.

    >>> from rollkeep.fourth import roll
    >>> chance(Request(what=roll.skill(trait=3, rank=2), tn=20))
    Fraction(35897, 50000)

    Exact.
    Raises: RuleError, TooLarge; ValueError without a TN and a total.
    """
    declared = declare(request) if isinstance(request, Request) else request
    aim = declared.target if total is None else total
    if aim is None:
        raise ValueError("neither a TN nor a total to reach")
    return keep.chance(declared.pool, aim)


class Tally(NamedTuple):
    """Several rolls of the same kind: how many, their mean total, and how many of them succeeded."""

    rolls: int
    mean: float
    succeeded: int


def tally(outcomes: Sequence[Outcome]) -> Tally:
    """Counts rolls; there must be one at least."""
    totals = sum(outcome.total for outcome in outcomes)
    return Tally(len(outcomes), totals / len(outcomes), sum(bool(outcome.success) for outcome in outcomes))


def without_raises(declared: Declared) -> Fraction:
    """The chance of the same roll had no Raise been called.

    Exact.
    """
    return chance(with_raises(declared.request, 0))


def by_raises(declared: Declared) -> tuple[Raised, ...]:
    """The chance for each number of Raises up to the Void Ring, or to 5; nothing without a TN.

    Exact.
    Source: 4e.raise, 4e.raise.limit
    """
    if declared.tn is None:
        return ()
    limit = declared.request.void_ring if declared.request.void_ring is not None else UNKNOWN_LIMIT
    rows = []
    for raises in range(limit + 1 if may_raise(declared) else 1):
        other = declare(with_raises(declared.request, raises))
        rows.append(Raised(raises, other.target or 0, chance(other)))
    return tuple(rows)


def by_tn(declared: Declared) -> tuple[tuple[int, Fraction], ...]:
    """The chance of at least each named Target Number, without Raises or anything else that moves it.

    Exact.
    Source: 4e.tn.names
    """
    return tuple((tn, keep.chance(declared.pool, tn)) for tn in ROLLED_TNS)


def law(declared: Declared) -> Dist:
    """The law of the roll's total, until the chance of more is at most 1e-12."""
    return keep.whole(declared.pool)


def mean(declared: Declared) -> Mean:
    """The mean total of the roll."""
    return keep.mean(declared.pool)


def bins(laws: Sequence[Dist], most: int = 16) -> range:
    """Where equal ranges of totals begin that show all but the rarest of these laws; its step is their size.

    >>> from rollkeep.dice.pool import Pool
    >>> bins([keep.whole(Pool(7, 3))])
    range(10, 55, 5)
    """
    low, high = min(law.quantile(RARE) for law in laws), max(law.quantile(1 - 2 * RARE) for law in laws)
    size = next((size for size in _SIZES if (high - low) // size < most), _SIZES[-1])
    return range(low // size * size, high + 1, size)
