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
from rollkeep.errors import TooLarge
from rollkeep.odds import anydie, tens
from rollkeep.odds.die import reaches
from rollkeep.odds.dist import Dist
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


def test_more_anchors() -> None:
    """4e.explode: a ten is finished before dice are kept, and no chain is cut off."""
    assert mean(Pool(10, 10)).exact == Fraction(550, 9)
    assert mean(Pool(10, 1)).value == pytest.approx(14.1852, abs=2e-4)
    assert mean(Pool(10, 2)).value == pytest.approx(24.0274, abs=1e-4)
    assert float(chance(Pool(6, 3), 60)) == pytest.approx(0.002761, abs=5e-7)


@pytest.mark.parametrize("kind", [*KINDS, "emphasis and nine"])
@pytest.mark.parametrize("lowest", [False, True])
@pytest.mark.parametrize(("rolled", "kept"), [(2, 3), (3, 1), (3, 2), (3, 3)])
def test_brute_force_of_three_dice(kind: str, lowest: bool, rolled: int, kept: int) -> None:
    """Three dice as well, with a bonus, and more kept than rolled."""
    kinds = KINDS | {"emphasis and nine": {"emphasis": True, "explode_on": 9}}
    pool = Pool(rolled, kept, 2, lowest=lowest, **kinds[kind])
    one = sorted(one_die(pool, 1).items())
    sums: dict[int, Fraction] = {}
    for dice in product(one, repeat=rolled):
        share = Fraction(1)
        for _, part in dice:
            share *= part
        points = sum(sorted((value for value, _ in dice), reverse=not lowest)[:kept]) + 2
        sums[points] = sums.get(points, Fraction(0)) + share
    assert sum(sums.values()) == 1
    for target in range(-1, 21):  # two explosions of nine or more begin at 18
        assert chance(pool, target) == sum(share for points, share in sums.items() if points >= target), target


@pytest.mark.parametrize("kind", [*KINDS, "emphasis and nine"])
@pytest.mark.parametrize("lowest", [False, True])
@pytest.mark.parametrize(("rolled", "kept"), [(1, 1), (3, 1), (5, 3), (10, 5), (4, 4), (2, 3)])
def test_the_mean_is_that_of_the_law(kind: str, lowest: bool, rolled: int, kept: int) -> None:
    kinds = KINDS | {"emphasis and nine": {"emphasis": True, "explode_on": 9}}
    pool = Pool(rolled, kept, -3, lowest=lowest, **kinds[kind])
    known = law(pool, 330)
    at_least = sum(known.reach[1:]) / Fraction(known.denominator) + known.start
    assert mean(pool).value == pytest.approx(float(at_least), abs=1e-9)


@pytest.mark.parametrize("emphasis", [False, True])
@pytest.mark.parametrize(("rolled", "kept"), [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3)])
def test_two_engines_agree_on_small_pools(emphasis: bool, rolled: int, kept: int) -> None:
    for horizon in (1, 9, 10, 11, 29, 30, 31, 80):
        slow = anydie.law(kept, rolled, horizon, *reaches(horizon, 10, emphasis))
        fast = tens.laws(kept, (rolled,), horizon, emphasis=emphasis)[rolled]
        shares = [Fraction(share, fast.denominator) for share in fast.reach]
        assert shares == [Fraction(share, slow.denominator) for share in slow.reach]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("lowest", [False, True])
def test_a_peer_agrees_on_each_kind(kind: str, lowest: bool) -> None:
    """No more than three explosions are told apart: exact up to 36, four nines."""
    ten = icepool.d(10).explode(depth=3)
    die = {
        "ten": ten,
        "none": icepool.d(10),
        "nine": icepool.d(10).explode({9, 10}, depth=3),
        "emphasis": icepool.d(10).map({1: ten, 10: 10 + ten}),
    }[kind]
    for rolled, kept in ((4, 1), (6, 3), (9, 4)):
        dice = die.pool(rolled)
        peer = (dice.lowest(kept) if lowest else dice.highest(kept)).sum()
        for target in (4, 12, 21, 36):
            found = chance(Pool(rolled, kept, lowest=lowest, **KINDS[kind]), target)
            assert found == Fraction(peer.probability(">=", target)), (rolled, kept, target)


@pytest.mark.parametrize(
    "pool",
    [
        Pool(8, 2, explode_on=9, emphasis=True),
        Pool(7, 2, lowest=True, explode_on=9),
        Pool(6, 4, -3, emphasis=True, lowest=True),
        Pool(6, 3, explode_on=None),
        Pool(9, 1),
    ],
)
def test_more_simulation(pool: Pool) -> None:
    source, n = seeded(23), 20_000
    totals = [keep(throw(pool, source)).total for _ in range(n)]
    for target in (5, 10, 16, 22, 28):
        exact = float(chance(pool, target))
        error = sqrt(exact * (1 - exact) / n)
        assert abs(sum(total >= target for total in totals) / n - exact) <= 4.5 * error + 1e-12
    assert abs(sum(totals) / n - mean(pool).value) <= 4.5 * whole(pool).spread() / sqrt(n)


def test_spread_of_dice_that_explode_on_nine() -> None:
    """E[X] = 5.5 + E[X]/5; E[X²] = 38.5 + 2·(9 + 10)/10·E[X] + E[X²]/5."""
    first = Fraction(55, 8)
    second = (Fraction(77, 2) + Fraction(19, 5) * first) / Fraction(4, 5)
    assert whole(Pool(3, 3, explode_on=9)).spread() == pytest.approx(sqrt(3 * (second - first**2)), abs=1e-7)


def test_a_dist_by_hand() -> None:
    dist = Dist(3, (8, 8, 6, 2, 0), 8)  # 4: 2, 5: 4, 6: 2
    assert (dist.end, dist.median()) == (7, 5)
    assert dist.tail == 0
    assert list(dist.masses()) == [(4, 2), (5, 4), (6, 2)]
    assert [dist.at_least(total) for total in (-9, 3, 4, 5, 6, 7, 99)] == [
        1,
        1,
        1,
        Fraction(3, 4),
        Fraction(1, 4),
        0,
        0,
    ]
    assert dist.spread() == pytest.approx(sqrt(0.5))
    assert dist.shifted(-2) == Dist(1, (8, 8, 6, 2, 0), 8)
    assert dist.until(0.25) == Dist(3, (8, 8, 6, 2), 8)
    assert Dist(0, (2, 1, 1, 0), 2).median() == 0  # one half is not exceeded already
    with pytest.raises(ValueError, match="known up to 6 only"):
        dist.until(0.25).at_least(7)


@pytest.mark.parametrize("kind", KINDS)
def test_the_median_halves_the_masses(kind: str) -> None:
    for rolled, kept in ((1, 1), (2, 2), (7, 3)):
        dist = whole(Pool(rolled, kept, **KINDS[kind]))
        below, median = 0, 0
        for points, mass in dist.masses():
            below, median = below + mass, points
            if 2 * below >= dist.denominator:
                break
        assert dist.median() == median


@pytest.mark.parametrize(
    ("pool", "total"),
    [
        (Pool(21, 3), 20),
        (Pool(100, 3, lowest=True), 20),
        (Pool(5, 3), 1_502),
        (Pool(5, 3, lowest=True), 402),
        (Pool(5, 3, explode_on=9), 402),
    ],
)
def test_what_would_take_too_long(pool: Pool, total: int) -> None:
    with pytest.raises(TooLarge) as found:
        chance(pool, total)
    assert (found.value.code, found.value.exit_status) == ("odds.too-large", 4)
    assert chance(pool._replace(rolled=min(pool.rolled, 20)), min(total, 50)) < 1


def test_the_furthest_that_is_computed() -> None:
    assert 0 < chance(Pool(5, 3), 1_501) < Fraction(1, 10**40)
    assert 0 < chance(Pool(5, 3, explode_on=9), 401) < Fraction(1, 10**15)
