"""An exact distribution of a total."""

from bisect import bisect_left
from collections.abc import Iterator
from fractions import Fraction
from math import fsum, sqrt
from typing import NamedTuple


class Dist(NamedTuple):
    """How likely a total reaches each number, in whole shares of ``denominator``.

    Exact: ``reach[i]`` is the chance of at least ``start + i``; the first is 1, and what lies beyond the last
    is not cut off but stands in it together, however large the total.
    """

    start: int
    reach: tuple[int, ...]
    denominator: int

    @property
    def end(self) -> int:
        """The last number whose chance of being reached is known."""
        return self.start + len(self.reach) - 1

    @property
    def tail(self) -> Fraction:
        """The chance of at least ``end``."""
        return Fraction(self.reach[-1], self.denominator)

    def at_least(self, total: int) -> Fraction:
        """The chance of ``total`` or more.

        Raises: ValueError for a total beyond ``end`` that could still be reached.
        """
        if total <= self.start:
            return Fraction(1)
        if total > self.end:
            if self.reach[-1]:
                raise ValueError(f"known up to {self.end} only")
            return Fraction(0)
        return Fraction(self.reach[total - self.start], self.denominator)

    def masses(self) -> Iterator[tuple[int, int]]:
        """Each possible total below ``end`` with its share of ``denominator``."""
        for i in range(len(self.reach) - 1):
            if mass := self.reach[i] - self.reach[i + 1]:
                yield self.start + i, mass

    def until(self, rest: float) -> "Dist":
        """The same, known only as far as the chance of more is at least ``rest``."""
        most = Fraction(rest) * self.denominator
        end = bisect_left(self.reach, True, key=lambda share: share <= most)
        return Dist(self.start, self.reach[: end + 1], self.denominator)

    def shifted(self, by: int) -> "Dist":
        """With ``by`` added to every total."""
        return Dist(self.start + by, self.reach, self.denominator)

    def between(self, low: int, high: int) -> Fraction:
        """The chance of a total from ``low`` to below ``high``."""
        return self.at_least(low) - self.at_least(high)

    def quantile(self, part: Fraction) -> int:
        """The lowest total that is not exceeded with at least this chance."""
        most = (1 - part) * self.denominator
        return next(total for total in range(self.start, self.end + 1) if self._above(total) <= most)

    def median(self) -> int:
        """The lowest total with a chance of one half or more of not being exceeded."""
        return self.quantile(Fraction(1, 2))

    def spread(self) -> float:
        """The standard deviation, in points; what lies beyond ``end`` counts as ``end``."""
        mean = fsum(self._chance(i) for i in range(1, len(self.reach)))
        square = fsum((2 * i - 1) * self._chance(i) for i in range(1, len(self.reach)))
        return sqrt(max(square - mean * mean, 0.0))

    def _above(self, total: int) -> int:
        return self.reach[total + 1 - self.start] if total < self.end else 0

    def _chance(self, i: int) -> float:
        return self.reach[i] / self.denominator
