"""What extra ring and skill dice can still bring: the best chance from every state that a choice can leave.

A state is how many ring and skill dice are to be thrown, how many successes and opportunities are wanted, and how much
strife may be taken. Where no strife may be taken, or any, each die is on its own. Otherwise all dice of one throw are
seen before one with strife is kept; only a throw of nothing but free explosives can lead back to the same state, so
its chance is solved for.
"""

from __future__ import annotations

from functools import lru_cache
from math import gcd, prod
from typing import NamedTuple

from rollkeep.errors import TooLarge
from rollkeep.odds.symbols_thrown import Falls, Outcome

MAX_WORK = 4e7  # about 8 s

ANY_RING, ANY_SKILL = (1, 2, 2, 0, 1), (2, 3, 4, 1, 2)
CALM_RING, CALM_SKILL = (4, 1, 1, 0, 0), (5, 3, 2, 1, 1)
"""In how many ways a die is of no use, an opportunity, a success, both, an explosive."""


class Target(NamedTuple):
    """What a roll is to reach at once: so many successes and opportunities, and at most so much strife (None: any)."""

    tn: int
    opportunity: int = 0
    strife: int | None = None


class Box(NamedTuple):
    """Which states are wanted: dice of each type and in all, and a target, up to these."""

    ring: int
    skill: int
    dice: int
    tn: int
    opportunity: int
    strife: int | None


Rows = list[list[int]]
Layer = list[list[Rows]]
"""By ring dice, skill dice, successes and opportunities wanted.

What is wanted may be negative: lists are long enough for it, and at their ends stands what stands at 0.
"""


class Extra(NamedTuple):
    """Chances as shares of ``unit``: a layer for each strife limit from 0 on, or a single one for any strife."""

    layers: list[Layer]
    unit: int


@lru_cache(maxsize=64)
def extra(box: Box) -> Extra:
    """The chances of all states of a box.

    Exact.
    Raises: TooLarge
    """
    if box.strife is None:
        layer, unit = _without_choice(box, ANY_RING, ANY_SKILL)
        return Extra([layer], unit)
    layer, unit = _without_choice(box, CALM_RING, CALM_SKILL)
    layers, falls = [layer], Falls(box.tn, box.opportunity, box.skill, box.ring)
    work = Work()
    for strife in range(1, box.strife + 1):
        unit = _with_choice(box, strife, layers, unit, falls, work)
    return Extra(layers, unit)


class Work:
    """Counts steps, so that nothing takes too long."""

    def __init__(self) -> None:
        self.done = 0.0

    def add(self, steps: float) -> None:
        """Raises: TooLarge"""
        self.done += steps
        if self.done > MAX_WORK:
            raise TooLarge(
                "The exact odds of such a roll would take too long.",
                hint="Ask for a lower strife limit or for any strife, for fewer dice, or for less of everything.",
            )


def _without_choice(box: Box, ring: tuple[int, ...], skill: tuple[int, ...]) -> tuple[Layer, int]:
    """Where every die that helps is kept, one die after the other, each with all dice that it throws."""
    unit = 6 ** (box.ring + box.tn) * 12 ** (box.skill + box.tn)
    unit *= (6 - ring[4]) ** box.ring * (12 - skill[4]) ** box.skill
    layer = _empty(box, unit)
    for rings, skills in _pending(box, box.ring):
        before = layer[rings - 1][skills] if rings else layer[0][skills - 1]
        useless, opportunity, success, both, again = ring if rings else skill
        sides, rows = 6 if rings else 12, list[list[int]]()
        for n in range(_most(box, rings + skills) + 1):
            now, less, row = before[n], before[n - 1], list[int]()
            for b in range(box.opportunity + 1):
                ways = useless * now[b] + opportunity * now[b - 1] + success * less[b] + both * less[b - 1]
                row.append((ways + again * rows[n - 1][b]) // sides if n else ways // (sides - again))
            rows.append(row)
        layer[rings][skills] = _padded(rows, box)
    return layer, unit


def _with_choice(box: Box, strife: int, layers: list[Layer], unit: int, falls: Falls, work: Work) -> int:
    """Adds the layer of a strife limit above 0 to those below it; returns the unit, which changes."""
    factor = 6**box.ring * 12 ** (box.tn + 3 * box.skill) * prod(12**dice - 1 for dice in range(1, box.skill + 1))
    unit *= factor  # divisible by all that comes
    _scale(box, layers, factor, 1)
    layer = _empty(box, unit)
    layers.append(layer)
    outcomes = falls.outcomes(strife)
    bests: dict[tuple[int, int, int], list[int]] = {}
    for rings, skills in _pending(box, min(box.ring, (box.strife or 0) - strife)):  # each ring explosive cost one
        throws, rows = falls.throws(rings, skills, strife), list[list[int]]()
        most, layer[rings][skills] = _most(box, rings + skills), rows
        work.add((most + 1) * (box.opportunity + 1) * sum([len(throw.weights) + 5 for throw in throws]))
        for n in range(most + 1):
            row: list[int] = []
            for b in range(box.opportunity + 1):
                total, ways = 0, 6**rings * 12**skills
                for again, successes, opportunities, whole, weights in throws:
                    left, lack = max(n - successes, 0), max(b - opportunities, 0)
                    if not left and not lack:
                        total += whole * unit
                    elif again == skills and not rings and not n:
                        ways -= whole  # all explode again: the same state
                    elif len(weights) == 1:
                        total += whole * layer[0][again][left][lack]
                    else:
                        key = left, lack, again
                        if key not in bests:
                            work.add(4 * len(outcomes))
                            bests[key] = _bests(left, lack, again, strife, layers, outcomes)
                        best = bests[key]
                        total += sum([weight * best[at] for at, weight in weights])
                chance, rest = divmod(total, ways)
                if rest:
                    raise ArithmeticError("the common denominator of all chances is too small")
                row.append(chance)
            rows.append(row)
        layer[rings][skills] = _padded(rows, box)
    several = {id(rows): rows for each in layers for by in each for rows in by}.values()
    common = gcd(unit, *{chance for rows in several for row in rows[: box.tn + 1] for chance in row})
    _scale(box, layers, 1, common)
    return unit // common


def _bests(n: int, b: int, again: int, strife: int, layers: list[Layer], outcomes: list[Outcome]) -> list[int]:
    """By outcome of the dice with strife: the best choice of them, beside so many free explosives."""
    values = [layers[strife][0][again][n][b]]
    for skill, ring, plain, opportunity, less, fewer in outcomes[1:]:
        value = values[less] if values[less] > values[fewer] else values[fewer]
        successes = skill + ring + plain
        rest = strife - successes - opportunity
        if rest >= 0:
            chance = layers[rest][ring][again + skill][n - successes][b - opportunity]
            if chance > value:
                value = chance
        values.append(value)
    return values


def _pending(box: Box, most_ring: int) -> list[tuple[int, int]]:
    """Numbers of dice to be thrown, fewer first."""
    return [
        (rings, skills)
        for rings in range(most_ring + 1)
        for skills in range(min(box.skill, box.dice - rings) + 1)
        if rings + skills
    ]


def _most(box: Box, dice: int) -> int:
    """The most successes that can still be wanted: each die to be thrown stems from a success."""
    return max(box.tn - dice, 0)


def _empty(box: Box, unit: int) -> Layer:
    """No dice: all or nothing. Others: nothing yet, also for more of them than can be."""
    nothing = [0] * (box.opportunity + 1)
    none = _padded([nothing], box)
    layer = [[none] * (2 * box.skill + 1) for _ in range(box.ring + 1)]
    layer[0][0] = _padded([[unit, *nothing[1:]], *[nothing] * box.tn], box)
    return layer


def _padded(rows: Rows, box: Box) -> Rows:
    """With room at the ends of all lists for what is negative; more successes than can be wanted are as good as 0."""
    beyond = box.dice + (box.strife or 0) + 1
    padded = [row + [row[0]] * beyond for row in rows]
    return padded + [padded[0]] * (box.tn + 1 - len(rows) + beyond)


def _scale(box: Box, layers: list[Layer], factor: int, divisor: int) -> None:
    """Changes the unit; where more dice stand than can be, all is 0."""
    for layer in layers:
        for by in layer:
            for at, rows in enumerate(by[: box.skill + 1]):
                wanted = [row[: box.opportunity + 1] for row in rows[: box.tn + 1]]
                by[at] = _padded([[chance * factor // divisor for chance in row] for row in wanted], box)
