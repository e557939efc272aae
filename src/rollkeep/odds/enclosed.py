"""A number that is not known exactly, between two that are."""

from fractions import Fraction
from typing import NamedTuple


class Enclosed(NamedTuple):
    """A number from ``low`` to ``high``, both included.

    Exact: the bounds are rational and surely hold; they are equal where nothing was left open.
    """

    low: Fraction
    high: Fraction

    @property
    def value(self) -> float:
        """The middle of the bounds."""
        return float((self.low + self.high) / 2)

    @property
    def width(self) -> Fraction:
        """How far the bounds are apart."""
        return self.high - self.low
