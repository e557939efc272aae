"""Laws of the highest dice of a pool whose tens explode: exact, and fast because they are self-similar.

Say that J of the X dice show a ten. If J is at least Y, all kept dice are tens, and what they show beyond their tens
is once more the highest Y of J such dice. If not, the Y-th highest die shows some v from 1 to 9: j < Y dice lie above
v, Y−j kept ones on v, and of all X−j dice on or below v at least Y−j lie on it. So only the nine values of a first
throw are ever told apart, and the laws of "j dice above v" serve every X.

A polynomial in z, cut off after z^horizon, is one integer: the coefficient of z^t stands in field horizon − t. To
multiply by z^k is a shift to the right, which cuts off by itself. Coefficients are whole numbers over one power of
ten, large enough that no division below leaves a rest.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from math import comb

from rollkeep.odds.dist import Dist

Packed = int


def laws(kept: int, rolled: Collection[int], horizon: int, *, emphasis: bool = False) -> dict[int, Dist]:
    """The law of the highest ``kept`` of X dice for each X in ``rolled``, known up to ``horizon + 1``.

    Under ``emphasis`` a first face of 1 is thrown again once. Each X is at least ``kept``, and that at least 1.

    Source: 4e.explode, 4e.emphasis
    """
    if kept == 1:
        return {x: _highest_die(x, horizon, emphasis) for x in rolled}
    most, levels = max(rolled), horizon // (10 * kept)
    scale = 10 ** (levels * (most - kept) + horizon // 10)
    unit = 100 if emphasis else 10  # shares of a first face
    width = (unit**most * scale).bit_length() + 8 & ~7
    tens = range(kept, most + 1) if levels else range(0)

    first = _nine_values(kept, rolled, horizon, width, scale, emphasis)
    if set(tens) <= set(first) and not emphasis:
        later = {x: first[x] >> 10 * kept * width for x in tens}
    else:
        short = horizon - 10 * kept
        later = _nine_values(kept, tens, short, width, scale) if levels else {}
    later = _all_tens(kept, later, levels, width)
    face = 11 if emphasis else 1
    for x in first:
        for j in tens[: x - kept + 1]:
            first[x] += comb(x, j) * face**j * (unit - face) ** (x - j) * later[j]
    return {x: _unpacked(law, width, horizon, unit**x * scale) for x, law in first.items()}


def _nine_values(
    kept: int, rolled: Collection[int], horizon: int, width: int, scale: int, emphasis: bool = False
) -> dict[int, Packed]:
    """The part of each law, times unit^X · scale, in which the last kept die shows 1 to 9 at first."""
    face = 11 if emphasis else 1
    above = _above_nine(kept, horizon, width, scale)
    law = dict.fromkeys(rolled, 0)
    for v in range(9, 0, -1):
        on, below = (face, 1 + face * (v - 2)) if v > 1 else (1, 0)
        for j in range(kept):
            if line := above[j] >> (kept - j) * v * width:
                if emphasis:
                    line *= 11**j
                for x in law:
                    law[x] += comb(x, j) * _on_line(x - j, kept - j, on, below) * line
        for j in range(kept - 1, 0, -1) if v > 1 else ():  # dice on v lie above the next v
            more = above[j]
            for i in range(1, j + 1):
                more += comb(j, i) * (above[j - i] >> i * v * width)
            above[j] = more
    return law


def _above_nine(kept: int, horizon: int, width: int, scale: int) -> list[Packed]:
    """The law, times 10^j · scale, of j dice that all show a ten at first, for each j below ``kept``."""
    law = scale << horizon * width
    laws = [law]
    for j in range(1, kept):
        two = law + (law >> width)
        four = two + (two >> 2 * width)
        nine = four + (four >> 4 * width) + (law >> 8 * width)
        law = (nine >> width) // 10  # one die more, before its tens
        chain = 1
        while 10 * chain <= horizon:  # … and with them: 1 / (1 − z^10/10), by doubling
            law += (law >> 10 * chain * width) // 10**chain
            chain *= 2
        laws.append(law >> 10 * j * width)
    return laws


def _all_tens(kept: int, later: dict[int, Packed], levels: int, width: int) -> dict[int, Packed]:
    """The whole law, times scale, of what X dice show beyond tens, from its parts without further tens."""
    beyond = 10 * kept * width
    for x, law in later.items():
        for j in range(kept, x):
            law += comb(x, j) * 9 ** (x - j) * (later[j] >> beyond)
        later[x] = law = law // 10**x
        for _ in range(levels - 1):
            later[x] = law + (later[x] >> beyond) // 10**x
    return later


def _unpacked(law: Packed, width: int, horizon: int, denominator: int) -> Dist:
    fields = 1
    while fields <= horizon:  # running sums: 1 / (1 − z), by doubling
        law += law >> fields * width
        fields *= 2
    size = width // 8
    raw = law.to_bytes(size * (horizon + 1), "big")
    at_most = [int.from_bytes(raw[i : i + size], "big") for i in range(0, len(raw), size)]
    return Dist(0, (denominator, *[denominator - share for share in at_most]), denominator)


def _highest_die(rolled: int, horizon: int, emphasis: bool) -> Dist:
    """Y = 1 in closed form: at least one of the dice reaches the total."""
    chains = horizon // 10
    one = 10 ** (chains + 1)
    reach = [(10 - (t - 1) % 10) * 10 ** (chains - (t - 1) // 10) for t in range(1, horizon + 2)]
    if emphasis:
        one *= 10
        reach = [one] + [11 * share for share in reach[1:]]
    whole = one**rolled
    return Dist(0, (whole, *[whole - (one - share) ** rolled for share in reach]), whole)


@cache
def _on_line(dice: int, least: int, on: int, below: int) -> int:
    """In how many ways ``least`` or more of the dice lie on a line and the others below it."""
    ways, power = 0, 1
    for lower in range(dice - least + 1):
        ways += comb(dice, lower) * on ** (dice - lower) * power
        power *= below
    return ways
