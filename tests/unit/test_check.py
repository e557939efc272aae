"""Declaring a roll and judging it."""

from __future__ import annotations

from typing import Any

import pytest

from rollkeep.dice.notation import Term, read_pool
from rollkeep.dice.pool import Thrown, keep
from rollkeep.dice.source import Listed
from rollkeep.errors import RuleError
from rollkeep.fourth import roll as what
from rollkeep.fourth.catalogue.tns import ROLLED_TNS, TNS
from rollkeep.fourth.check import Outcome, declare, judge, may_raise, roll, with_raises
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.request import Request
from rollkeep.fourth.rulings import choose

NOTATION = what.pool("7k3")
UNSKILLED = what.skill(3, 0)
DAMAGE = what.melee(read_pool("3k2"), 3)
BOW = what.bow(3, read_pool("2k2"))


def rolls(faces: list[int], request: Request) -> Outcome:
    return roll(request, Listed(faces))


def scores(points: int, **request: Any) -> Outcome:
    """A roll of no dice: the bonus is the total."""
    declared = declare(Request(what.pool(f"0k0{points:+}"), **request))
    return judge(declared, keep(Thrown(declared.pool, ())))


@pytest.mark.parametrize(
    ("request_", "rule", "says"),
    [
        (Request(DAMAGE, tn=20), "4e.damage.melee", "no TN"),
        (Request(DAMAGE, tn=0), "4e.damage.melee", "no TN"),
        (Request(DAMAGE, raises=1), "4e.damage.melee", "no Raises"),
        (Request(DAMAGE, free_raises=1), "4e.damage.melee", "no Raises"),
        (Request(DAMAGE, emphasis=True), "4e.damage.melee", "no Emphasis"),
        (Request(DAMAGE, void=("boost",)), "4e.void.boost", "damage"),
        (Request(DAMAGE, void=("skill",)), "4e.void.boost", "damage"),
        (Request(DAMAGE, attempt=2), "4e.retry", "damage"),
        (Request(DAMAGE, mastery=1), "4e.spell", "Mastery"),
        (Request(BOW, tn=20), "4e.damage.bow", "no TN"),
        (Request(BOW, emphasis=True), "4e.damage.bow", "no Emphasis"),
        (Request(NOTATION, mastery=1), "4e.spell", "Mastery"),
        (Request(what.spell(3, 1), tn=15, mastery=2), "4e.spell", "Mastery"),
        (Request(what.spell(3, 1), mastery=7), "4e.pool", "Mastery"),
        (Request(NOTATION, tn=-1), "4e.tn", "-1"),
        (Request(NOTATION, tn=1000), "4e.tn", "1000"),
        (Request(NOTATION, tn=20, raises=-1), "4e.raise", "counted"),
        (Request(NOTATION, tn=20, raises=21), "4e.raise", "counted"),
        (Request(NOTATION, tn=20, free_raises=-1), "4e.raise", "counted"),
        (Request(NOTATION, tn=20, free_raises=21), "4e.raise", "counted"),
        (Request(NOTATION, raises=1), "4e.raise", "need a TN"),
        (Request(NOTATION, free_raises=1), "4e.raise", "need a TN"),
        (Request(NOTATION, tn=20, lower_tn=1), "4e.free-raise", "1 of 0"),
        (Request(NOTATION, tn=20, free_raises=1, lower_tn=2), "4e.free-raise", "2 of 1"),
        (Request(NOTATION, tn=20, free_raises=1, lower_tn=-1), "4e.free-raise", "-1 of 1"),
        (Request(NOTATION, tn=20, raises=3, void_ring=2), "4e.raise.limit", "not 3"),
        (Request(NOTATION, tn=20, raises=1, void_ring=0), "4e.raise.limit", "not 1"),
        (Request(NOTATION, void_ring=11), "4e.void.pool", "11"),
        (Request(NOTATION, void_ring=-1), "4e.void.pool", "-1"),
        (Request(NOTATION, void=("boost",), void_ring=0), "4e.void.pool", "no Void Point"),
        (Request(UNSKILLED, void=("skill",), void_ring=0), "4e.void.pool", "no Void Point"),
        (Request(NOTATION, void=("both",)), "4e.void.boost", "both"),
        (Request(NOTATION, void=("skill",)), "4e.void.skill", "names no Skill"),
        (Request(what.trait(3), void=("skill",)), "4e.void.skill", "names no Skill"),
        (Request(what.skill(3, 2), void=("skill",)), "4e.void.skill", "rank 2"),
        (Request(UNSKILLED, tn=20, raises=1), "4e.unskilled", "no Raises"),
        (Request(UNSKILLED, tn=20, raises=1, void=("boost",)), "4e.unskilled", "no Raises"),
        (Request(UNSKILLED, tn=20, free_raises=1), "4e.unskilled", "no Raises"),
        (Request(UNSKILLED, tn=20, free_raises=1, lower_tn=1), "4e.unskilled", "no Raises"),
        (Request(NOTATION, tn=20, raises=1, unskilled=True), "4e.unskilled", "no Raises"),
        (Request(what.skill(3, 1), unskilled=True), "4e.unskilled", "ranks say"),
        (Request(what.ring(3), unskilled=True), "4e.unskilled", "ranks say"),
        (
            Request(DAMAGE, unskilled=True, explode_on=9, rulings=choose([("unskilled_damage", "plain")])),
            "4e.unskilled",
            "no die explodes",
        ),
        (Request(NOTATION, explode_on=8), "4e.explode.nine", "not on 8"),
        (Request(NOTATION, explode_on=11), "4e.explode.nine", "not on 11"),
        (Request(UNSKILLED, explode_on=10), "4e.unskilled", "no die explodes"),
        (Request(NOTATION, unskilled=True, explode_on=9), "4e.unskilled", "no die explodes"),
        (Request(UNSKILLED, emphasis=True), "4e.unskilled", "no Emphasis"),
        (Request(NOTATION, unskilled=True, emphasis=True), "4e.unskilled", "no Emphasis"),
        (Request(what.ring(3), emphasis=True), "4e.emphasis", "belongs to a Skill"),
        (Request(what.trait(3), emphasis=True), "4e.emphasis", "belongs to a Skill"),
        (Request(what.spell(3, 1), emphasis=True), "4e.emphasis", "belongs to a Skill"),
        (Request(UNSKILLED, void=("skill",), emphasis=True), "4e.emphasis", "rank 0"),
        (Request(NOTATION, tn=20, attempt=0), "4e.retry", "from 1"),
        (Request(NOTATION, tn=20, attempt=2, attack=True), "4e.retry", "attack"),
        (Request(what.ring(3), tn=20, attempt=2), "4e.retry", "not a ring roll"),
        (Request(what.trait(3), tn=20, attempt=2), "4e.retry", "not a trait roll"),
        (Request(what.spell(3, 1), mastery=1, attempt=2), "4e.retry", "not a spell roll"),
        (Request(NOTATION, attempt=2), "4e.retry", "there is none"),
        (Request(NOTATION, tn=20, attempt=3), "4e.retry", "2 times, not 3"),
        (Request(NOTATION, modifiers=(Modifier("", Term(94, 0)),)), "4e.pool", "101k3"),
        (Request(NOTATION, modifiers=(Modifier("", Term(0, 0, 999)), Modifier("", Term(0, 0, 1)))), "4e.pool", "1000"),
        (Request(what.pool("100k1"), void=("boost",)), "4e.pool", "101k2"),
    ],
)
def test_refusals(request_: Request, rule: str, says: str) -> None:
    with pytest.raises(RuleError, match=says) as found:
        declare(request_)
    assert found.value.rule == found.value.code == rule
    assert found.value.exit_status == 2


@pytest.mark.parametrize(
    "request_",
    [
        Request(NOTATION, tn=0),
        Request(NOTATION, tn=999),
        Request(NOTATION, tn=20, raises=20, free_raises=20, lower_tn=20),
        Request(NOTATION, tn=20, raises=2, void_ring=2),
        Request(NOTATION, tn=20, free_raises=5, void_ring=0),
        Request(NOTATION, tn=20, void_ring=10, raises=10),
        Request(NOTATION, tn=20, attempt=2),
        Request(NOTATION, tn=20, attack=True),
        Request(what.skill(3, 1), emphasis=True, tn=20, attempt=2, explode_on=9),
        Request(DAMAGE, explode_on=9),
        Request(NOTATION, modifiers=(Modifier("", Term(93, 0, 999)),)),
        Request(NOTATION, modifiers=(Modifier("", Term(-50, -50, -999)),)),
    ],
)
def test_what_is_just_allowed(request_: Request) -> None:
    """4e.tn, 4e.raise.limit, 4e.free-raise, 4e.explode.nine"""
    declare(request_)


@pytest.mark.parametrize(
    ("given", "target"),
    [
        ({"tn": 20}, 20),
        ({"tn": 20, "raises": 2}, 30),
        ({"tn": 20, "free_raises": 2}, 20),
        ({"tn": 20, "free_raises": 2, "lower_tn": 2}, 10),
        ({"tn": 20, "free_raises": 2, "lower_tn": 1}, 15),
        ({"tn": 5, "raises": 1, "free_raises": 2, "lower_tn": 2}, 0),
        ({"tn": 5, "raises": 1, "free_raises": 3, "lower_tn": 3}, 0),
        ({"tn": 0, "raises": 2, "free_raises": 3, "lower_tn": 3, "rulings": choose([("tn_floor", "none")])}, -5),
        ({"tn": 15, "attempt": 2}, 25),
        ({"tn": 15, "attempt": 2, "raises": 1, "free_raises": 2, "lower_tn": 2}, 20),
        ({"tn": 15, "attempt": 4, "rulings": choose([("max_attempts", "4")])}, 45),
    ],
)
def test_targets(given: dict[str, Any], target: int) -> None:
    """4e.tn, 4e.raise, 4e.free-raise, 4e.retry: the floor comes last."""
    declared = declare(Request(NOTATION, **given))
    assert (declared.target, declared.tn) == (target, given["tn"])


@pytest.mark.parametrize(
    ("points", "given", "margin", "earned", "cases"),
    [
        (20, {"tn": 20}, 0, 0, []),
        (19, {"tn": 20}, -1, 0, []),
        (99, {"tn": 20}, 79, 0, []),  # 4e.raise.surplus
        (25, {"tn": 20, "raises": 1}, 0, 1, []),
        (24, {"tn": 20, "raises": 1}, -1, 0, ["plain-met"]),
        (20, {"tn": 20, "raises": 1}, -5, 0, ["plain-met"]),
        (19, {"tn": 20, "raises": 1}, -6, 0, []),
        (20, {"tn": 20, "free_raises": 2}, 0, 2, []),
        (15, {"tn": 20, "free_raises": 2, "lower_tn": 1}, 0, 1, []),
        (10, {"tn": 20, "free_raises": 2, "lower_tn": 2}, 0, 0, []),
        (30, {"tn": 20, "raises": 2, "free_raises": 3}, 0, 5, []),
        (29, {"tn": 20, "raises": 2, "free_raises": 3}, -1, 0, ["plain-met"]),
        (31, {"tn": 20, "raises": 1, "attempt": 2}, -4, 0, ["plain-met"]),
        (29, {"tn": 20, "raises": 1, "attempt": 2}, -6, 0, []),
        (21, {"tn": 23}, -2, 0, []),  # a penalty is in the TN: the total stays
        (-1, {"tn": 0}, -1, 0, []),
    ],
)
def test_verdicts(points: int, given: dict[str, Any], margin: int, earned: int, cases: list[str]) -> None:
    """4e.tn, 4e.raise, 4e.raise.fail, 4e.raise.surplus, 4e.free-raise"""
    found = scores(points, **given)
    assert (found.total, found.margin, found.success) == (points, margin, margin >= 0)
    assert found.raises_earned == earned
    assert [reason.case for reason in found.reasons] == cases


def test_without_a_tn_nothing_is_judged() -> None:
    """4e.tn"""
    found = scores(30)
    assert (found.margin, found.success, found.raises_earned, found.reasons) == (None, None, 0, ())


def test_dice_thrown_by_hand_are_said_to_be() -> None:
    """4e.pool"""
    declared = declare(Request(what.pool("1k1"), tn=5, raises=1))
    kept = keep(Thrown(declared.pool, ((6,),)))
    assert [reason.case for reason in judge(declared, kept, by_hand=True).reasons] == ["by-hand", "plain-met"]


def test_worked_examples() -> None:
    """4e.pool, 4e.keep, 4e.explode"""
    found = rolls([2, 4, 5, 7, 7, 8, 10, 2], Request(NOTATION, tn=20))
    assert (found.total, found.success, found.margin, found.kept.positions) == (27, True, 7, (3, 5, 6))
    assert rolls([3, 6, 7, 9], Request(what.pool("4k2"))).total == 16
    assert rolls([2, 5, 7, 9], Request(what.pool("4k3"), lowest=True)).total == 14


def test_an_unskilled_ten_is_ten_until_a_void_point_makes_it_a_rank() -> None:
    """4e.unskilled, 4e.void.skill"""
    assert rolls([10], Request(what.skill(1, 0))).total == 10
    assert rolls([10, 2, 3], Request(what.skill(1, 0), void=("skill",))).total == 13
    assert rolls([10], Request(what.pool("1k1"), unskilled=True)).total == 10


def test_a_void_point_has_one_effect() -> None:
    """4e.void.boost, 4e.void.skill, 4e.void.pool"""

    def void(rolled: what.What, way: str) -> tuple[str, int | None, bool]:
        declared = declare(Request(rolled, void=(way,), void_ring=1))
        return str(declared.pool), declared.pool.explode_on, declared.unskilled

    assert void(what.ring(2), "boost") == ("3k3", 10, False)
    assert void(what.trait(2), "boost") == ("3k3", 10, False)
    assert void(what.spell(3, 1), "boost") == ("5k4", 10, False)
    assert void(what.skill(3, 2), "boost") == ("6k4", 10, False)
    assert void(UNSKILLED, "boost") == ("4k4", None, True)
    assert void(UNSKILLED, "skill") == ("4k3", 10, False)
    assert void(what.pool("10k10"), "boost") == ("10k10+4", 10, False)
    assert declare(Request(UNSKILLED, void=("skill",), tn=20, raises=2, void_ring=2)).target == 30


def test_modifiers_come_before_the_ten_dice_rule() -> None:
    """4e.ten-dice, 4e.pool"""
    declared = declare(
        Request(what.pool("12k4"), modifiers=(Modifier("", Term(-2, 0)), Modifier("pain", Term(0, 0, -5))))
    )
    assert (str(declared.summed), str(declared.pool), declared.notation) == ("10k4-5", "10k4-5", "10k4-5")
    assert str(declare(Request(what.pool("1k1"), modifiers=(Modifier("", Term(-3, 0, 2)),))).pool) == "0k0+2"
    assert declare(Request(what.pool("0k0+2"))).notation == "0k0+2"


def test_how_dice_behave_reaches_the_pool() -> None:
    """4e.emphasis, 4e.explode.nine, 4e.keep"""
    pool = declare(Request(what.skill(3, 2), emphasis=True, explode_on=9, lowest=True)).pool
    assert (pool.emphasis, pool.explode_on, pool.lowest) == (True, 9, True)
    pool = declare(Request(what.skill(3, 2))).pool
    assert (pool.emphasis, pool.explode_on, pool.lowest) == (False, 10, False)


def test_who_may_raise() -> None:
    """4e.raise, 4e.unskilled"""
    assert may_raise(declare(Request(NOTATION, tn=20)))
    assert not may_raise(declare(Request(NOTATION)))
    assert not may_raise(declare(Request(UNSKILLED, tn=20)))
    assert with_raises(Request(NOTATION, tn=20, raises=1, void_ring=1), 4) == Request(NOTATION, tn=20, raises=4)


def test_named_target_numbers() -> None:
    """4e.tn.names"""
    assert ROLLED_TNS == (5, 10, 15, 20, 25, 30, 40, 60)
    assert [named.tn for named in TNS if named.name == "Mundane"] == [None]
    assert {named.name: named.tn for named in TNS}["Heroic"] == 40
