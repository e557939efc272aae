"""One ten-sided die: how likely it reaches each number."""

from __future__ import annotations


def reaches(horizon: int, explode_on: int | None, emphasis: bool) -> tuple[list[int], int]:
    """Shares of at least 0, 1, … horizon + 1 on one die, and what they are shares of.

    Source: 4e.explode, 4e.explode.nine, 4e.emphasis
    """
    threshold = explode_on or 11
    throws = (horizon + 1) // threshold + 1  # more cannot fit below the horizon
    unit = 10**throws
    plain = _one(horizon, threshold, unit)
    if not emphasis:
        return plain, unit
    # A first face of 1 is another whole die; every other face as it was.
    return [unit * 10] * 2 + [10 * share + share for share in plain[2:]], unit * 10


def _one(horizon: int, threshold: int, unit: int) -> list[int]:
    reach = [unit, unit]
    for total in range(2, horizon + 2):
        share = 0
        for face in range(1, 11):
            if face >= threshold:
                share += reach[max(total - face, 0)] // 10
            elif face >= total:
                share += unit // 10
        reach.append(share)
    return reach
