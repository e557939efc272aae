"""Odds of any pool: they fall with the target, and more dice are never worse."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from rollkeep.dice.pool import Pool
from rollkeep.odds.keep import chance, law, mean

pools = st.builds(
    Pool,
    rolled=st.integers(0, 10),
    kept=st.integers(0, 11),
    bonus=st.integers(-30, 30),
    explode_on=st.sampled_from([9, 10, None]),
    emphasis=st.booleans(),
    lowest=st.booleans(),
)
targets = st.integers(-40, 90)


@given(pools, targets)
def test_a_higher_target_is_never_easier(pool: Pool, target: int) -> None:
    """4e.tn"""
    assert 0 <= chance(pool, target + 1) <= chance(pool, target) <= 1


@given(pools, targets)
def test_more_dice_are_never_worse(pool: Pool, target: int) -> None:
    """4e.keep"""
    now = chance(pool, target)
    assert chance(pool._replace(kept=pool.kept + 1), target) >= now
    more = pool._replace(rolled=pool.rolled + 1)
    if not pool.lowest:
        assert chance(more, target) >= now
    elif pool.kept <= pool.rolled:
        assert chance(more, target) <= now  # another die to be lower


@given(pools, targets, st.integers(-20, 20))
def test_a_bonus_moves_the_target(pool: Pool, target: int, bonus: int) -> None:
    moved = pool._replace(bonus=pool.bonus + bonus)
    assert chance(moved, target + bonus) == chance(pool, target)


@given(pools, targets)
def test_how_dice_behave_is_ordered(pool: Pool, target: int) -> None:
    """4e.unskilled, 4e.explode, 4e.explode.nine, 4e.emphasis, 4e.keep"""
    none, ten, nine = (chance(pool._replace(explode_on=on), target) for on in (None, 10, 9))
    assert none <= ten <= nine
    assert chance(pool._replace(emphasis=False), target) <= chance(pool._replace(emphasis=True), target)
    assert chance(pool._replace(lowest=True), target) <= chance(pool._replace(lowest=False), target)


@given(pools, st.integers(1, 120))
def test_a_law_is_whole_and_says_what_the_chance_says(pool: Pool, end: int) -> None:
    known = law(pool, end)
    assert sum(Fraction(mass, known.denominator) for _, mass in known.masses()) + known.tail == 1
    assert known.reach[0] == known.denominator
    assert list(known.reach) == sorted(known.reach, reverse=True)
    for total in range(known.start, known.end + 1, 13):
        assert known.at_least(total) == chance(pool, total)


@given(pools)
def test_the_mean_lies_where_the_dice_do(pool: Pool) -> None:
    kept = min(pool.kept, pool.rolled)
    found = mean(pool)
    assert kept + pool.bonus - 1e-9 <= found.value <= 40 * kept + pool.bonus + 1e-9
    assert found.exact is None or found.value == float(found.exact)
    assert mean(pool._replace(lowest=True)).value <= mean(pool._replace(lowest=False)).value + 1e-9
