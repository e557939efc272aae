"""Every chance by a second road: known fractions, brute force, another engine, a peer, simulation.

4e.explode, 4e.explode.nine, 4e.emphasis, 4e.unskilled, 4e.keep
"""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

import icepool
import pytest

from rollkeep.dice.pool import Pool, keep, throw
from rollkeep.odds import anydie, tens
from rollkeep.odds.die import reaches
from rollkeep.odds.keep import chance, law, mean, table, whole
from rollkeep.table.entropy import seeded

KNOWN = json.loads((Path(__file__).parent / "d10_odds.json").read_text())
KINDS: dict[str, dict[str, Any]] = {
    "ten": {},
    "none": {"explode_on": None},
    "emphasis": {"emphasis": True},
    "nine": {"explode_on": 9},
}


def pools(kind: str) -> list[tuple[Pool, dict[str, Any]]]:
    found = []
    for name, known in KNOWN["pools"][kind].items():
        rolled, kept = map(int, name.split("k"))
        found.append((Pool(rolled, kept, **KINDS[kind]), known))
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_all_known_chances(kind: str) -> None:
    for pool, known in pools(kind):
        for target, exact in zip(KNOWN["targets"], known["p"], strict=True):
            assert chance(pool, target) == Fraction(exact), (pool, target)


@pytest.mark.parametrize("kind", KINDS)
def test_all_known_means(kind: str) -> None:
    for pool, known in pools(kind):
        found = mean(pool)
        if isinstance(known["mean"], str):
            assert found.exact == Fraction(known["mean"])
            assert found.value == float(Fraction(known["mean"]))
        else:
            low, high = map(Fraction, known["mean"])
            assert (found.exact is not None) == (pool.kept == pool.rolled)
            assert low - Fraction(1, 10**12) <= Fraction(found.value) <= high + Fraction(1, 10**12)


def test_there_are_as_many_as_there_should_be() -> None:
    assert sum(len(pools(kind)) for kind in KINDS) == 220
    assert sum(len(known["p"]) for kind in KINDS for _, known in pools(kind)) == 1760


def test_anchors() -> None:
    assert chance(Pool(5, 3), 20) == Fraction(71794, 100000)
    assert chance(Pool(7, 3), 30) == Fraction(376571918, 10**9)
    assert chance(Pool(10, 5), 60) == Fraction(9781757842703727999, 10**20)
    for pool, value in (
        (Pool(5, 3), 24.512605027),
        (Pool(10, 5), 44.891096872),
        (Pool(10, 5, emphasis=True), 46.733315326),
        (Pool(10, 5, explode_on=9), 52.511957173),
        (Pool(10, 1), 14.185005999),
        (Pool(10, 2), 24.027443941),
        (Pool(10, 10, bonus=3), 550 / 9 + 3),
    ):
        assert mean(pool).value == pytest.approx(value, abs=1e-9)


def one_die(pool: Pool, deepest: int) -> dict[int, Fraction]:
    """One die by following every face; what explodes more than ``deepest`` times stands at 10**6 and more."""
    law: dict[int, Fraction] = {}

    def follow(total: int, share: Fraction, depth: int, first: bool) -> None:
        if depth > deepest:
            law[10**6] = law.get(10**6, Fraction(0)) + share
            return
        for face in range(1, 11):
            if face == 1 and first and pool.emphasis:
                follow(0, share / 10, depth, False)
            elif pool.explode_on is not None and face >= pool.explode_on:
                follow(total + face, share / 10, depth + 1, False)
            else:
                law[total + face] = law.get(total + face, Fraction(0)) + share / 10

    follow(0, Fraction(1), 0, True)
    return law


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("lowest", [False, True])
@pytest.mark.parametrize(("rolled", "kept"), [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2)])
def test_brute_force(kind: str, lowest: bool, rolled: int, kept: int) -> None:
    pool = Pool(rolled, kept, lowest=lowest, **KINDS[kind])
    sums: dict[int, Fraction] = {}
    for dice in product(one_die(pool, 2).items(), repeat=rolled):
        best = sorted((value for value, _ in dice), reverse=not lowest)[:kept]
        share = Fraction(1)
        for _, part in dice:
            share *= part
        sums[sum(best)] = sums.get(sum(best), Fraction(0)) + share
    for target in range(27):  # three explosions of nine or more begin at 27
        assert chance(pool, target) == sum(share for total, share in sums.items() if total >= target), target


@pytest.mark.parametrize("emphasis", [False, True])
@pytest.mark.parametrize(("rolled", "kept"), [(1, 1), (3, 2), (7, 3), (10, 4), (10, 10), (9, 1)])
def test_two_engines_agree(emphasis: bool, rolled: int, kept: int) -> None:
    horizon = 64
    reach, unit = reaches(horizon, 10, emphasis)
    slow = anydie.law(kept, rolled, horizon, reach, unit)
    fast = tens.laws(kept, (rolled,), horizon, emphasis=emphasis)[rolled]
    for total in range(horizon + 2):
        assert fast.at_least(total) == slow.at_least(total)


def test_a_table_is_its_single_laws() -> None:
    found = table(45)
    assert len(found) == 55
    for (rolled, kept), dist in found.items():
        assert dist.at_least(45) == chance(Pool(rolled, kept), 45)
        assert dist.at_least(23) == chance(Pool(rolled, kept), 23)


@pytest.mark.parametrize(("rolled", "kept"), [(3, 2), (7, 3), (10, 5)])
def test_a_peer_agrees(rolled: int, kept: int) -> None:
    """Three explosions suffice below 31 points on each die."""
    peer = icepool.d(10).explode(depth=3).pool(rolled).highest(kept).sum()
    for target in (10, 20, 30):
        assert chance(Pool(rolled, kept), target) == Fraction(peer.probability(">=", target))


@pytest.mark.parametrize(
    "pool",
    [
        Pool(7, 3),
        Pool(10, 5, 4),
        Pool(6, 2, explode_on=9),
        Pool(5, 3, emphasis=True),
        Pool(6, 3, lowest=True),
        Pool(4, 4, explode_on=None),
    ],
)
def test_simulation_agrees(pool: Pool) -> None:
    source, n = seeded(20), 20_000
    totals = [keep(throw(pool, source)).total for _ in range(n)]
    for target in (15, 20, 30):
        exact = float(chance(pool, target))
        error = sqrt(exact * (1 - exact) / n)
        assert abs(sum(total >= target for total in totals) / n - exact) <= 4.5 * error + 1e-12
    assert abs(sum(totals) / n - mean(pool).value) <= 4.5 * whole(pool).spread() / sqrt(n)


def test_spread_of_independent_dice() -> None:
    """Of one exploding die the variance is that of a face and a tenth of a further die: in closed form."""
    first = 55 / 9  # and E[X²] = 38.5 + (2·10·E[X] + E[X²]) / 10
    second = (38.5 + 2 * 55 / 9) / 0.9
    for dice in (1, 4, 10):
        assert whole(Pool(dice, dice)).spread() == pytest.approx(sqrt(dice * (second - first**2)), abs=1e-8)
    assert whole(Pool(3, 3, explode_on=None)).spread() == pytest.approx(sqrt(3 * 8.25))


def test_a_law_is_whole() -> None:
    for pool in (Pool(7, 3, -2), Pool(6, 2, explode_on=9), Pool(5, 5, explode_on=None), Pool(0, 0, 4)):
        dist = whole(pool)
        assert sum(Fraction(mass, dist.denominator) for _, mass in dist.masses()) + dist.tail == 1
        assert list(dist.reach) == sorted(dist.reach, reverse=True)
        median = dist.median()
        assert dist.at_least(median) >= Fraction(1, 2)
        assert dist.at_least(median + 1) <= Fraction(1, 2)
    assert law(Pool(0, 0, 4), 4).at_least(4) == 1
    assert chance(Pool(4, 2, explode_on=None), 999) == 0
    assert law(Pool(0, 0, 4), 5).at_least(5) == 0
