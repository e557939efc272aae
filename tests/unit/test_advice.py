"""Rules joined with odds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rollkeep.advice import rolls as advice
from rollkeep.dice.notation import read_pool
from rollkeep.dice.pool import Pool, Thrown, keep
from rollkeep.errors import RuleError
from rollkeep.fourth import roll as what
from rollkeep.fourth.check import declare, judge
from rollkeep.fourth.request import Request
from rollkeep.fourth.rulings import choose
from rollkeep.odds.keep import chance, mean

FIVE = what.pool("5k3")


def test_the_chance_is_that_of_the_target() -> None:
    """4e.tn, 4e.raise"""
    assert advice.chance(Request(FIVE, tn=20)) == Fraction(71794, 100_000)
    assert advice.chance(Request(FIVE, tn=10, raises=2)) == Fraction(71794, 100_000)
    assert advice.chance(Request(FIVE, tn=10, attempt=2)) == Fraction(71794, 100_000)
    assert advice.chance(Request(FIVE, tn=40), total=20) == Fraction(71794, 100_000)
    assert advice.chance(Request(what.pool("5k3+5"), tn=25)) == Fraction(71794, 100_000)
    assert advice.chance(Request(what.pool("1k1"), tn=0)) == 1


def test_the_chance_knows_how_the_dice_behave() -> None:
    """4e.unskilled, 4e.emphasis, 4e.explode.nine, 4e.keep, 4e.ten-dice"""
    assert advice.chance(Request(what.skill(3, 0), tn=20)) == chance(Pool(3, 3, explode_on=None), 20)
    assert advice.chance(Request(FIVE, tn=20, emphasis=True)) == chance(Pool(5, 3, emphasis=True), 20)
    assert advice.chance(Request(FIVE, tn=20, explode_on=9)) == chance(Pool(5, 3, explode_on=9), 20)
    assert advice.chance(Request(FIVE, tn=20, lowest=True)) == chance(Pool(5, 3, lowest=True), 20)
    assert advice.chance(Request(what.pool("14k12"), tn=80)) == chance(Pool(10, 10), 68)


def test_nothing_to_reach() -> None:
    with pytest.raises(ValueError, match="neither"):
        advice.chance(Request(FIVE))
    with pytest.raises(RuleError):
        advice.chance(Request(FIVE, raises=1))


def test_by_raises() -> None:
    """4e.raise, 4e.raise.limit, 4e.unskilled"""

    def rows(request: Request) -> list[tuple[int, int]]:
        return [(row.raises, row.target) for row in advice.by_raises(declare(request))]

    assert rows(Request(FIVE, tn=20, raises=1, void_ring=2)) == [(0, 20), (1, 25), (2, 30)]
    assert rows(Request(FIVE, tn=20, void_ring=0)) == [(0, 20)]
    assert rows(Request(FIVE, tn=20)) == [(0, 20), (1, 25), (2, 30), (3, 35), (4, 40), (5, 45)]
    assert rows(Request(FIVE, tn=20, free_raises=1, lower_tn=1, void_ring=1)) == [(0, 15), (1, 20)]
    assert rows(Request(what.spell(3, 1), mastery=2, void_ring=1)) == [(0, 15), (1, 20)]
    assert rows(Request(what.skill(3, 0), tn=20)) == [(0, 20)]
    assert rows(Request(FIVE)) == rows(Request(what.melee(read_pool("3k2"), 2))) == []
    for row in advice.by_raises(declare(Request(FIVE, tn=20))):
        assert row.chance == chance(Pool(5, 3), row.target)


def test_by_raises_below_the_floor() -> None:
    """4e.tn: each number of Raises has its own floor."""
    request = Request(FIVE, tn=5, raises=1, free_raises=3, lower_tn=3, void_ring=3)
    assert [row.target for row in advice.by_raises(declare(request))] == [0, 0, 0, 5]
    free = request._replace(rulings=choose([("tn_floor", "none")]))
    assert [row.target for row in advice.by_raises(declare(free))] == [-10, -5, 0, 5]


def test_by_tn_and_without_raises() -> None:
    """4e.tn.names"""
    declared = declare(Request(FIVE, tn=20, raises=2, void_ring=2))
    assert [tn for tn, _ in advice.by_tn(declared)] == [5, 10, 15, 20, 25, 30, 40, 60]
    assert dict(advice.by_tn(declared))[20] == advice.without_raises(declared) == Fraction(71794, 100_000)


def test_law_and_mean() -> None:
    declared = declare(Request(what.pool("5k3+2")))
    assert advice.mean(declared) == mean(Pool(5, 3, 2))
    known = advice.law(declared)
    assert (known.start, known.at_least(22)) == (2, Fraction(71794, 100_000))
    assert 0 < known.tail <= Fraction(1, 10**12) < known.at_least(known.end - 1)


def test_a_tally_counts_rolls() -> None:
    declared = declare(Request(what.pool("1k1"), tn=6))
    outcomes = [judge(declared, keep(Thrown(declared.pool, ((face,),)))) for face in (2, 6, 9)]
    assert advice.tally(outcomes) == (3, 17 / 3, 2)
