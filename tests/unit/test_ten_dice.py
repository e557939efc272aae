"""The Ten Dice Rule against a reduction that takes one die at a time. 4e.ten-dice"""

from __future__ import annotations

import pytest

from rollkeep.dice.notation import Term, read_pool, total
from rollkeep.fourth.rulings import choose
from rollkeep.fourth.ten_dice import ten_dice


def die_by_die(rolled: int, kept: int, odd: int, surplus: int, least: int) -> tuple[int, int, int]:
    rolled, kept, flat = max(rolled, 0), max(kept, 0), 0
    if least and not (rolled and kept):
        rolled, kept = max(rolled, 1), max(kept, 1)
    while rolled >= 12 and kept < 10:
        rolled, kept = rolled - 2, kept + 1
    while rolled > 10 and kept < 10:
        rolled, flat = rolled - 1, flat + odd
    while rolled > 10:
        rolled, flat = rolled - 1, flat + 2
    while kept > 10:
        kept, flat = kept - 1, flat + (2 if rolled == 10 else surplus)
    while kept > rolled:
        kept -= 1
    return rolled, kept, flat


@pytest.mark.parametrize("odd_die", ["lost", "+2"])
@pytest.mark.parametrize("surplus_kept", ["lost", "+2"])
@pytest.mark.parametrize("min_pool", ["0", "1"])
def test_every_pool(odd_die: str, surplus_kept: str, min_pool: str) -> None:
    rulings = choose([("odd_die", odd_die), ("surplus_kept", surplus_kept), ("min_pool", min_pool)])
    worth = {"lost": 0, "+2": 2}
    for rolled in range(-2, 41):
        for kept in range(-2, 41):
            right = die_by_die(rolled, kept, worth[odd_die], worth[surplus_kept], int(min_pool))
            for flat in (0, -5):
                found, steps = ten_dice(Term(rolled, kept, flat), rulings)
                assert found == Term(right[0], right[1], right[2] + flat), (rolled, kept)
                changed = (found.rolled, found.kept, found.flat) != (max(rolled, 0), max(kept, 0), flat)
                assert bool(steps) == (changed or not found.rolled or not found.kept)


@pytest.mark.parametrize(
    ("before", "cases"),
    [
        ("7k3", []),
        ("10k10+7", []),
        ("12k4", ["traded"]),
        ("11k4", ["odd-lost"]),
        ("13k4", ["traded", "odd-lost"]),
        ("13k9", ["traded", "beyond"]),
        ("14k12", ["beyond"]),
        ("3k5", ["surplus-lost"]),
        ("0k1", ["surplus-lost", "empty"]),
        ("3k0", ["empty"]),
    ],
)
def test_the_steps(before: str, cases: list[str]) -> None:
    assert [step.case for step in ten_dice(total(read_pool(before)))[1]] == cases


def test_what_a_step_says() -> None:
    _, steps = ten_dice(Term(17, 6, -1))
    assert [dict(step.data) for step in steps] == [
        {"count": 3, "before": "17k6-1", "after": "11k9-1"},
        {"count": 1, "before": "11k9-1", "after": "10k9-1"},
    ]
    assert {step.rule for step in steps} == {"4e.ten-dice"}
    assert dict(ten_dice(Term(14, 12, 0))[1][0].data)["count"] == 6
    assert dict(ten_dice(Term(0, 4, 3))[1][-1].data) == {"total": 3}
    assert [s.case for s in ten_dice(Term(0, 1), choose([("min_pool", "1")]))[1]] == ["least"]


def test_beyond_ten_by_a_void_point() -> None:
    """The dice are added up before they are reduced."""
    assert str(ten_dice(total(read_pool("10k10+1k1")))[0]) == "10k10+4"
    assert str(ten_dice(total(read_pool("9k9+1k1")))[0]) == "10k10"
    assert str(ten_dice(total(read_pool("10k12")))[0]) == "10k10+4"


TABLE = """
12k4=10k5 11k4=10k4 14k9=10k10+4 13k9=10k10+2 13k4=10k5 14k4=10k6 14k10=10k10+8 10k12=10k10+4 11k9=10k9
15k9=10k10+6 14k12=10k10+12 11k10=10k10+2 16k8=10k10+4 12k9=10k10 17k6=10k9 12k10=10k10+4 20k3=10k8
11k11=10k10+4 20k15=10k10+30 3k5=3k3 8k12=8k8 9k11=9k9 9k9+1k1=10k10 10k10+1k1=10k10+4 10k4+1k1=10k5
12k4-5=10k5-5 14k12-3=10k10+9 7k3=7k3 0k1+3=+3
"""


@pytest.mark.parametrize("row", TABLE.split())
def test_by_the_book(row: str) -> None:
    before, after = row.split("=")
    assert str(ten_dice(total(read_pool(before)))[0]) == after


@pytest.mark.parametrize(
    ("ruling", "value", "before", "after"),
    [
        ("odd_die", "+2", "11k4", "10k4+2"),
        ("odd_die", "+2", "17k6", "10k9+2"),
        ("odd_die", "+2", "12k4", "10k5"),
        ("surplus_kept", "+2", "8k12", "8k8+4"),
        ("surplus_kept", "+2", "3k5", "3k3"),
        ("surplus_kept", "+2", "10k12", "10k10+4"),
        ("min_pool", "1", "0k1", "1k1"),
        ("min_pool", "1", "3k0", "3k1"),
        ("min_pool", "1", "0k0+2", "1k1+2"),
    ],
)
def test_by_another_ruling(ruling: str, value: str, before: str, after: str) -> None:
    assert str(ten_dice(total(read_pool(before)), choose([(ruling, value)]))[0]) == after
