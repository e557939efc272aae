"""Chances of cumulative tasks by a second road: following every total, hand figures, simulation.

4e.cumulative
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import inf, sqrt
from typing import Any

import pytest

from rollkeep.dice.pool import Pool, keep, throw
from rollkeep.errors import TooLarge
from rollkeep.odds import task as module
from rollkeep.odds.keep import law
from rollkeep.odds.task import Task, task
from rollkeep.table.entropy import seeded

PLAIN = Pool(1, 1, explode_on=None)


def after(
    left: int, roll: int, start: int, *, minimum: int = 0, flub: int = 0, shortfall: bool = False, capped: bool = True
) -> int:
    """What is left after one roll; word by word from the rule."""
    if roll >= flub:
        return left - (roll if roll > 0 else 0) if roll >= minimum else left
    worse = left + (flub - roll if shortfall else roll if roll > 0 else 0)
    return start if capped and worse > start else worse


def thrown(pool: Pool) -> dict[int, Fraction]:
    """The law of dice that do not explode, by counting throws."""
    sums: dict[int, Fraction] = {}
    for faces in product(range(1, 11), repeat=pool.rolled):
        total = sum(sorted(faces, reverse=not pool.lowest)[: pool.kept]) + pool.bonus
        sums[total] = sums.get(total, Fraction(0)) + Fraction(1, 10**pool.rolled)
    return sums


def followed(sums: dict[int, Fraction], total: int, rolls: int, **rules: Any) -> list[Fraction]:
    """The chance to be done at each roll, from a table of what can be left."""
    now, done = {total: Fraction(1)}, []
    for _ in range(rolls):
        later: dict[int, Fraction] = {}
        for left, chance in now.items():
            for roll, part in sums.items():
                new = after(left, roll, total, **rules)
                later[max(new, 0)] = later.get(max(new, 0), Fraction(0)) + chance * part
        done.append(later.pop(0, Fraction(0)))
        now = later
    return done


RULES: list[dict[str, Any]] = [
    {},
    {"minimum": 6},
    {"minimum": 6, "flub": 4},
    {"minimum": 6, "flub": 4, "shortfall": True},
    {"minimum": 6, "flub": 6, "capped": False},
    {"minimum": 5, "flub": 4, "shortfall": True, "capped": False},
    {"minimum": 3, "flub": 9, "shortfall": True},
    {"minimum": -2, "flub": 1, "capped": False},
]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    "pool", [PLAIN, Pool(2, 1, explode_on=None), Pool(2, 2, -4, None), Pool(2, 1, -3, None, lowest=True)]
)
@pytest.mark.parametrize("total", [1, 7, 23])
def test_following_every_total(pool: Pool, total: int, rules: dict[str, Any]) -> None:
    rolls = 7
    found = task(pool, total, **rules, most=rolls, rest=Fraction(0))
    exact = followed(thrown(pool), total, rolls, **rules)
    assert [chance for _, chance in found.rolls] == exact[: len(found.rolls)]
    assert not any(exact[len(found.rolls) :])
    assert found.unfinished == 1 - sum(exact)
    assert [n for n, _ in found.rolls] == list(range(1, len(found.rolls) + 1))


@pytest.mark.parametrize("rules", RULES[:7])
def test_following_exploding_dice(rules: dict[str, Any]) -> None:
    """Beyond what can ever be left one total does like any other."""
    pool, total, rolls = Pool(3, 2, -1), 25, 5
    dist = law(pool, 80)
    sums = {points: Fraction(mass, dist.denominator) for points, mass in dist.masses()}
    sums[80] = dist.at_least(80)
    found = task(pool, total, **rules, most=rolls, rest=Fraction(0))
    assert [chance for _, chance in found.rolls] == followed(sums, total, rolls, **rules)


def test_by_hand() -> None:
    found = task(PLAIN, 10, minimum=5)  # a ten at once, or two of 5 to 10, or the second …
    assert found.rolls[0] == (1, Fraction(1, 10))
    assert found.rolls[1] == (2, Fraction(5, 10) * Fraction(6, 10) + Fraction(4, 10) * Fraction(1, 10))
    sure = task(Pool(0, 0, 5), 60)
    assert sure == Task(tuple((n, Fraction(n == 12)) for n in range(1, 13)), Fraction(0), 12.0, 0.0)
    assert task(PLAIN, 0) == Task((), Fraction(0), 0.0, 0.0)
    assert task(PLAIN, -5) == task(PLAIN, 0)


def test_one_success_is_geometric() -> None:
    """Mean 1/p and variance (1 − p)/p², most of it extrapolated."""
    for most in (1, 40, 1_000):
        found = task(PLAIN, 9, minimum=9, most=most)
        assert found.mean == pytest.approx(5)
        assert found.sd == pytest.approx(sqrt(20))
    assert found.unfinished < Fraction(1, 10**9)
    assert found.rolls[29][1] == Fraction(8, 10) ** 29 / 5


def test_what_never_ends() -> None:
    found = task(PLAIN, 20, minimum=11)
    assert found == Task((), Fraction(1), inf, inf)
    assert task(PLAIN, 60, most=3) == Task(
        ((1, Fraction(0)), (2, Fraction(0)), (3, Fraction(0))), Fraction(1), inf, inf
    )


@pytest.mark.parametrize(
    ("pool", "total", "rules"),
    [
        (Pool(7, 3), 60, {"minimum": 15, "flub": 5}),
        (Pool(4, 2), 40, {"minimum": 15, "flub": 10}),
        (Pool(4, 2), 40, {"minimum": 15, "flub": 10, "shortfall": True}),
        (Pool(5, 2), 30, {"minimum": 15, "flub": 12, "capped": False}),
        (Pool(3, 2, -6, 9), 25, {"minimum": 5, "flub": 3, "shortfall": True, "capped": False}),
        (Pool(4, 3, emphasis=True), 50, {}),
    ],
)
def test_simulation_agrees(pool: Pool, total: int, rules: dict[str, Any]) -> None:
    source, n = seeded(73), 4_000
    found = task(pool, total, **rules)
    needed = []
    for _ in range(n):
        left, rolls = total, 0
        while left > 0:
            left, rolls = after(left, keep(throw(pool, source)).total, total, **rules), rolls + 1
        needed.append(rolls)
    for roll, chance in found.rolls[:8]:
        exact = float(chance)
        assert abs(needed.count(roll) / n - exact) <= 4 * sqrt(exact * (1 - exact) / n) + 1e-12
    assert abs(sum(needed) / n - found.mean) <= 4 * found.sd / sqrt(n)
    mean = sum(needed) / n
    assert sqrt(sum((rolls - mean) ** 2 for rolls in needed) / n) == pytest.approx(found.sd, rel=0.15)


@pytest.mark.parametrize("rules", RULES)
def test_all_chances_add_up(rules: dict[str, Any]) -> None:
    found = task(Pool(5, 3), 60, **rules)
    assert sum(chance for _, chance in found.rolls) + found.unfinished == 1
    assert 0 < found.unfinished < Fraction(1, 10**9)
    assert sum(chance for _, chance in found.rolls[:-1]) <= 1 - Fraction(1, 10**9)
    mean = sum(n * chance for n, chance in found.rolls)
    assert found.mean == pytest.approx(float(mean), abs=1e-6)
    assert found.sd == pytest.approx(sqrt(sum(n * n * chance for n, chance in found.rolls) - mean**2), abs=1e-5)


def test_rounding_is_out_of_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where shares grow too long they are rounded; with more room they are not."""
    rules: dict[str, Any] = {"minimum": 15, "flub": 4, "capped": False, "most": 36, "rest": Fraction(0)}
    rounded = task(Pool(4, 2), 40, **rules)
    monkeypatch.setattr(module, "EXACT_BITS", 10**6)
    exact = task(Pool(4, 2), 40, **rules)
    assert rounded != exact
    assert rounded.rolls[:10] == exact.rolls[:10]
    for (_, less), (_, chance) in zip(rounded.rolls, exact.rolls, strict=True):
        assert 0 <= chance - less < Fraction(1, 10**40)
    assert 0 <= rounded.unfinished - exact.unfinished < Fraction(1, 10**40)
    assert rounded.mean == pytest.approx(exact.mean, rel=1e-13)


def test_rounding_only_lowers(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = task(Pool(7, 3), 60, minimum=15, flub=5, most=8, rest=Fraction(0))
    monkeypatch.setattr(module, "EXACT_BITS", 1)
    monkeypatch.setattr(module, "ROUNDED_BITS", 12)
    rough = task(Pool(7, 3), 60, minimum=15, flub=5, most=8, rest=Fraction(0))
    assert sum(chance for _, chance in rough.rolls) + rough.unfinished == 1
    for (_, less), (_, chance) in zip(rough.rolls, exact.rolls, strict=True):
        assert chance * Fraction(1, 2) - Fraction(1, 100) < less < chance


def test_a_cap_and_milder_rules_help() -> None:
    rules: dict[str, Any] = {"minimum": 15, "flub": 8}
    base = task(Pool(5, 2), 60, **rules).mean
    assert task(Pool(5, 2), 60, **rules, capped=False).mean > base
    assert task(Pool(5, 2), 60, minimum=15).mean < base
    assert task(Pool(5, 2, 1), 60, **rules).mean < base


@pytest.mark.parametrize(
    ("pool", "total", "rules", "says"),
    [
        (Pool(5, 3), 1_600, {}, "too long with such dice"),
        (Pool(21, 3), 60, {}, "too long with such dice"),
        (Pool(5, 3, explode_on=9), 500, {}, "too long with such dice"),
        (Pool(1, 1), 200, {}, "Such a task would take too long."),
        (Pool(2, 1, explode_on=9), 60, {"minimum": 30, "flub": 25, "capped": False}, "grows without end"),
    ],
)
def test_what_would_take_too_long(
    pool: Pool, total: int, rules: dict[str, Any], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_WORK", 3e8)  # not to wait for the true limit
    with pytest.raises(TooLarge, match=says) as found:
        task(pool, total, **rules)
    assert found.value.hint
