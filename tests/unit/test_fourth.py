"""The rules of a roll, by their worked examples."""

from __future__ import annotations

from typing import Any

import pytest

from rollkeep import advice
from rollkeep.dice.notation import Term, read_pool, total
from rollkeep.dice.pool import Pool, Thrown, keep, throw
from rollkeep.dice.source import Listed
from rollkeep.errors import RuleError, UsageError
from rollkeep.fourth import roll as what
from rollkeep.fourth.check import Outcome, Request, declare, judge, roll
from rollkeep.fourth.rulings import choose
from rollkeep.fourth.ten_dice import ten_dice
from rollkeep.fourth.wording import _SENTENCES, sentence

TABLE = [
    "12k4",
    "10k5",
    "11k4",
    "10k4",
    "14k9",
    "10k10+4",
    "13k9",
    "10k10+2",
    "13k4",
    "10k5",
    "14k10",
    "10k10+8",
    "10k12",
    "10k10+4",
    "11k9",
    "10k9",
    "15k9",
    "10k10+6",
    "14k12",
    "10k10+12",
    "11k10",
    "10k10+2",
    "16k8",
    "10k10+4",
    "9k9+1k1",
    "10k10",
    "12k9",
    "10k10",
    "17k6",
    "10k9",
    "10k10+1k1",
    "10k10+4",
    "12k10",
    "10k10+4",
    "20k3",
    "10k8",
    "10k4+1k1",
    "10k5",
    "11k11",
    "10k10+4",
    "20k15",
    "10k10+30",
    "3k5",
    "3k3",
    "8k12",
    "8k8",
    "9k11",
    "9k9",
    "12k4-5",
    "10k5-5",
    "14k12-3",
    "10k10+9",
    "7k3",
    "7k3",
    "0k1+3",
    "+3",
]


@pytest.mark.parametrize(("before", "after"), list(zip(TABLE[::2], TABLE[1::2], strict=True)))
def test_ten_dice(before: str, after: str) -> None:
    """4e.ten-dice"""
    reduced, steps = ten_dice(total(read_pool(before)))
    assert str(reduced) == after
    assert bool(steps) == (before not in ("7k3", "9k9+1k1"))
    assert all(sentence(step).endswith(".") for step in steps)


@pytest.mark.parametrize(
    ("ruling", "before", "after"),
    [
        ("odd_die=+2", "11k4", "10k4+2"),
        ("odd_die=+2", "17k6", "10k9+2"),
        ("odd_die=+2", "12k4", "10k5"),
        ("surplus_kept=+2", "8k12", "8k8+4"),
        ("surplus_kept=+2", "3k5", "3k3"),
        ("surplus_kept=+2", "9k11", "9k9+2"),
        ("min_pool=1", "0k1", "1k1"),
        ("min_pool=1", "0k0+2", "1k1+2"),
        ("min_pool=0", "0k1", "0k0"),
    ],
)
def test_ten_dice_rulings(ruling: str, before: str, after: str) -> None:
    """4e.ten-dice"""
    name, _, value = ruling.partition("=")
    reduced, steps = ten_dice(total(read_pool(before)), choose([(name, value)]))
    assert str(reduced) == after
    assert all(sentence(step).endswith(".") for step in steps)


def test_in_play_a_pool_stops_at_zero() -> None:
    """4e.ten-dice"""
    assert str(ten_dice(Term(-1, 2, 5))[0]) == "+5"


def outcome(pool: str, dice: str, **request: Any) -> Outcome:
    declared = declare(Request(what.pool(pool), **request))
    thrown = tuple(tuple(map(int, die.split("+"))) for die in dice.split())
    return judge(declared, keep(Thrown(declared.pool, thrown)))


@pytest.mark.parametrize(
    ("pool", "dice", "points"),
    [
        ("4k2", "3 6 7 9", 16),
        ("7k3", "2 4 5 7 7 8 10+2", 27),
        ("6k3", "4 10+6 7 9 10+2 8", 37),
        ("2k1", "10+4 10+7", 17),
        ("2k1", "10+3 9", 13),
        ("1k1", "10+10+7", 27),
        ("3k2+5", "1 2 3", 10),
    ],
)
def test_keeping_and_exploding(pool: str, dice: str, points: int) -> None:
    """4e.pool, 4e.keep, 4e.explode"""
    assert outcome(pool, dice).total == points


def test_keeping_on_purpose() -> None:
    """4e.keep"""
    thrown = Thrown(Pool(4, 3, lowest=True), ((2,), (5,), (7,), (9,)))
    assert keep(thrown).total == 14
    assert keep(thrown, [0, 2, 3]).total == 18
    assert keep(Thrown(Pool(3, 1), ((7,), (7,), (7,)))).positions == (0,)
    for wrong in ([0, 1], [0, 1, 2, 3], [0, 1, 4], [0, 1, -1]):
        with pytest.raises(ValueError, match="keeps 3"):
            keep(thrown, wrong)


def test_throwing() -> None:
    """4e.explode, 4e.emphasis, 4e.explode.nine, 4e.unskilled"""
    assert throw(Pool(3, 1), Listed([10, 4, 10, 10, 2, 7])).dice == ((10, 10, 2), (4,), (10, 7))
    assert throw(Pool(5, 2, emphasis=True), Listed([1, 1, 4, 6, 8, 1, 7])).dice == ((1, 1), (1, 7), (4,), (6,), (8,))
    assert keep(throw(Pool(5, 2, emphasis=True), Listed([1, 1, 4, 6, 8, 1, 7]))).total == 15
    assert throw(Pool(1, 1, emphasis=True), Listed([1, 10, 1])).dice == ((1, 10, 1),)
    assert throw(Pool(1, 1, explode_on=9), Listed([9, 9, 8])).dice == ((9, 9, 8),)
    assert keep(throw(Pool(2, 1, explode_on=9), Listed([9, 10, 8, 3]))).total == 17
    assert throw(Pool(1, 1, explode_on=None), Listed([10])).dice == ((10,),)


@pytest.mark.parametrize(
    ("rolled", "pool", "unskilled"),
    [
        (what.skill(3, 4), "7k3", False),
        (what.skill(3, 0), "3k3", True),
        (what.trait(3), "3k3", False),
        (what.ring(3), "3k3", False),
        (what.spell(3, 1), "4k3", False),
        (what.melee(read_pool("5k2"), 3), "8k2", False),
        (what.melee(read_pool("3k2"), 3), "6k2", False),
        (what.bow(3, read_pool("2k2")), "5k2", False),
        (what.melee(read_pool("0k1"), 3), "3k1", False),
        (what.skill(10, 10), "10k10+20", False),
    ],
)
def test_what_is_rolled(rolled: what.What, pool: str, unskilled: bool) -> None:
    """4e.skill, 4e.trait, 4e.ring, 4e.spell, 4e.damage.melee, 4e.damage.bow, 4e.damage.unarmed, 4e.unskilled"""
    declared = declare(Request(rolled))
    assert (str(declared.pool), declared.unskilled) == (pool, unskilled)
    assert declared.pool.explode_on == (None if unskilled else 10)


def test_void_points() -> None:
    """4e.void.boost, 4e.void.skill, 4e.void.pool"""
    assert str(declare(Request(what.ring(2), void="boost")).pool) == "3k3"
    assert str(declare(Request(what.pool("10k10"), void="boost")).pool) == "10k10+4"
    boosted = declare(Request(what.skill(3, 0), void="boost"))
    assert (str(boosted.pool), boosted.unskilled) == ("4k4", True)
    promoted = declare(Request(what.skill(3, 0), void="skill", tn=20, raises=1))
    assert (str(promoted.pool), promoted.pool.explode_on, promoted.unskilled) == ("4k3", 10, False)
    with pytest.raises(RuleError) as found:
        declare(Request(what.trait(2), void="boost", void_ring=0))
    assert found.value.rule == "4e.void.pool"


@pytest.mark.parametrize(
    ("request_", "target"),
    [
        (Request(what.pool("7k3"), tn=20), 20),
        (Request(what.pool("7k3"), tn=20, raises=2), 30),
        (Request(what.pool("7k3"), tn=20, free_raises=2), 20),
        (Request(what.pool("7k3"), tn=20, free_raises=2, lower_tn=1), 15),
        (Request(what.pool("7k3"), tn=5, raises=1, free_raises=2, lower_tn=2), 0),
        (Request(what.pool("7k3"), tn=5, free_raises=2, lower_tn=2), 0),
        (Request(what.pool("7k3"), tn=5, free_raises=2, lower_tn=2, rulings=choose([("tn_floor", "none")])), -5),
        (Request(what.pool("7k3"), tn=15, attempt=2), 25),
        (Request(what.pool("7k3"), tn=15, attempt=3, rulings=choose([("max_attempts", "3")])), 35),
        (Request(what.spell(3, 1), mastery=2), 15),
    ],
)
def test_targets(request_: Request, target: int) -> None:
    """4e.tn, 4e.raise, 4e.free-raise, 4e.retry, 4e.spell"""
    assert declare(request_).target == target


def test_verdicts() -> None:
    """4e.tn, 4e.raise.fail, 4e.raise.surplus, 4e.free-raise"""
    met = outcome("1k1", "8", tn=8)
    assert (met.success, met.margin, met.raises_earned) == (True, 0, 0)
    assert outcome("1k1", "10+10+9", tn=5).raises_earned == 0
    short = outcome("1k1", "8", tn=5, raises=1, free_raises=1)
    assert (short.success, short.margin, short.raises_earned) == (False, -2, 0)
    assert [reason.case for reason in short.reasons] == ["plain-met"]
    assert outcome("1k1", "4", tn=5, raises=1).reasons == ()
    assert outcome("1k1", "10+2", tn=5, raises=1, free_raises=2, lower_tn=1).raises_earned == 2


@pytest.mark.parametrize(
    ("request_", "rule"),
    [
        (Request(what.pool("7k3"), raises=1), "4e.raise"),
        (Request(what.pool("7k3"), tn=20, raises=3, void_ring=2), "4e.raise.limit"),
        (Request(what.pool("7k3"), tn=20, raises=1, void_ring=0), "4e.raise.limit"),
        (Request(what.skill(3, 0), tn=20, raises=1), "4e.unskilled"),
        (Request(what.skill(3, 0), tn=20, free_raises=1), "4e.unskilled"),
        (Request(what.skill(3, 0), emphasis=True), "4e.unskilled"),
        (Request(what.skill(3, 0), explode_on=9), "4e.unskilled"),
        (Request(what.skill(3, 0), void="skill", emphasis=True), "4e.emphasis"),
        (Request(what.ring(3), emphasis=True), "4e.emphasis"),
        (Request(what.skill(3, 1), void="skill"), "4e.void.skill"),
        (Request(what.ring(3), void="skill"), "4e.void.skill"),
        (Request(what.melee(read_pool("3k2"), 2), void="boost"), "4e.void.boost"),
        (Request(what.bow(3, read_pool("2k2")), tn=5), "4e.damage.bow"),
        (Request(what.pool("7k3"), mastery=1), "4e.spell"),
        (Request(what.pool("7k3"), tn=20, free_raises=1, lower_tn=2), "4e.free-raise"),
        (Request(what.ring(3), tn=20, attempt=2), "4e.retry"),
        (Request(what.pool("7k3"), tn=20, attempt=3), "4e.retry"),
        (Request(what.pool("7k3"), tn=20, attempt=2, attack=True), "4e.retry"),
        (Request(what.pool("7k3"), tn=1000), "4e.tn"),
        (Request(what.pool("7k3"), explode_on=8), "4e.explode.nine"),
    ],
)
def test_refusals(request_: Request, rule: str) -> None:
    with pytest.raises(RuleError) as found:
        declare(request_)
    assert found.value.code == found.value.rule == rule


def test_limits_that_are_not_refused() -> None:
    """4e.raise.limit, 4e.emphasis"""
    declare(Request(what.pool("7k3"), tn=20, raises=2, void_ring=2, free_raises=3))
    declare(Request(what.pool("7k3"), tn=20, free_raises=3, void_ring=0))
    declare(Request(what.skill(3, 0), void="skill", emphasis=True, rulings=choose([("promoted_emphasis", "yes")])))


def test_advice() -> None:
    declared = declare(Request(what.pool("7k3"), tn=20, raises=1, void_ring=2))
    rows = advice.by_raises(declared)
    assert [(row.raises, row.target) for row in rows] == [(0, 20), (1, 25), (2, 30)]
    assert rows[1].chance == advice.chance(declared) < rows[0].chance == advice.without_raises(declared)
    assert len(advice.by_raises(declare(Request(what.pool("7k3"), tn=20)))) == 6
    assert len(advice.by_raises(declare(Request(what.skill(3, 0), tn=20)))) == 1
    with pytest.raises(ValueError, match="neither"):
        advice.chance(Request(what.pool("7k3")))


def test_rulings() -> None:
    with pytest.raises(UsageError) as found:
        choose([("odd_dice", "+2")])
    assert "odd_die" in found.value.hint
    assert choose([("odd_die", "+2"), ("odd_die", "lost")]) == choose([])


def test_every_reason_has_a_sentence_and_every_sentence_a_reason() -> None:
    import re
    from pathlib import Path

    source = "\n".join(path.read_text() for path in (Path(what.__file__).parent).glob("*.py"))
    for rule, case in _SENTENCES:
        assert case in source, (rule, case)
    found = set(re.findall(r'because\(\s*"([^"]+)",\s*"([^"]+)"', source))
    assert found <= set(_SENTENCES)
    assert len(found) >= 14


def test_a_whole_roll() -> None:
    found = roll(Request(what.pool("2k1"), tn=15), Listed([10, 3, 7]))
    assert (found.total, found.success, found.margin) == (17, True, 2)
