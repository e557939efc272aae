"""Laws of the highest or lowest dice of a pool, whatever one die can show.

The kept die nearest to those left lying shows some v; j of the kept ones are better, the others lie on v too. Walking
v from the best number to the worst, "j dice better than v" grows by one number at a time. Polynomials are packed into
integers as in ``tens``.
"""

from __future__ import annotations

from math import comb

from rollkeep.odds.dist import Dist


def law(kept: int, rolled: int, horizon: int, reach: list[int], unit: int, *, lowest: bool = False) -> Dist:
    """The law of the total, known up to ``horizon + 1``.

    Shape: ``reach[t]`` shares of ``unit`` that one die shows at least t, for t from 0 to ``horizon + 1``.
    """
    whole = unit**rolled
    width = whole.bit_length() + 1
    if kept == rolled:
        at_most = _sum_of_all(rolled, horizon, reach, width)
    else:
        at_most = _sum_of_kept(kept, rolled, horizon, reach, unit, width, lowest)
    return Dist(0, (whole, *_reach(at_most, width, horizon, whole)), whole)


def _sum_of_all(dice: int, horizon: int, reach: list[int], width: int) -> int:
    one = sum((reach[v] - reach[v + 1]) << (horizon - v) * width for v in range(1, horizon + 1))
    law = 1 << horizon * width
    for _ in range(dice):
        law = law * one >> horizon * width
    return law


def _sum_of_kept(kept: int, rolled: int, horizon: int, reach: list[int], unit: int, width: int, lowest: bool) -> int:
    better = [1 << horizon * width] + [0] * (kept - 1)
    law = 0
    for v in range(1, horizon + 1) if lowest else range(horizon, 0, -1):
        on, worse = reach[v] - reach[v + 1], reach[v + 1] if lowest else unit - reach[v]
        if not on:
            continue
        for j in range(kept):
            if line := better[j] >> (kept - j) * v * width:
                law += comb(rolled, j) * _on_line(rolled - j, kept - j, on, worse) * line
        for j in range(kept - 1, 0, -1):
            for i in range(1, j + 1):
                if line := better[j - i] >> i * v * width:
                    better[j] += comb(j, i) * on**i * line
    return law


def _reach(law: int, width: int, horizon: int, whole: int) -> list[int]:
    field, left, reach = (1 << width) - 1, whole, []
    for t in range(horizon + 1):
        left -= law >> (horizon - t) * width & field
        reach.append(left)
    return reach


def _on_line(dice: int, least: int, on: int, worse: int) -> int:
    return sum(comb(dice, i) * on**i * worse ** (dice - i) for i in range(least, dice + 1))
