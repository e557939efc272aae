"""Dice as they fall, what they are worth, and which are kept."""

from __future__ import annotations

import pytest

from rollkeep.dice.face import faces, rerolled, worth, written
from rollkeep.dice.pool import Pool, Thrown, keep, throw
from rollkeep.dice.source import Listed

Dice = tuple[tuple[int, ...], ...]


@pytest.mark.parametrize(
    ("die", "counting", "points", "text", "again"),
    [
        ((4,), (4,), 4, "4", False),
        ((1,), (1,), 1, "1", False),
        ((10, 3), (10, 3), 13, "10+3", False),
        ((10, 10, 7), (10, 10, 7), 27, "10+10+7", False),
        ((9, 9, 8), (9, 9, 8), 26, "9+9+8", False),
        ((10, 1), (10, 1), 11, "10+1", False),
        ((1, 7), (7,), 7, "1>7", True),
        ((1, 1), (1,), 1, "1>1", True),
        ((1, 10, 4), (10, 4), 14, "1>10+4", True),
    ],
)
def test_a_die(die: tuple[int, ...], counting: tuple[int, ...], points: int, text: str, again: bool) -> None:
    """4e.explode, 4e.emphasis"""
    assert (faces(die), worth(die), written(die), rerolled(die)) == (counting, points, text, again)


@pytest.mark.parametrize(
    ("pool", "listed", "dice"),
    [
        # a chain is finished before the next die's
        (Pool(3, 1), [10, 4, 10, 10, 2, 7], ((10, 10, 2), (4,), (10, 7))),
        (Pool(2, 1), [9, 10, 1], ((9,), (10, 1))),
        (Pool(1, 1), [10, 10, 10, 10, 10, 3], ((10, 10, 10, 10, 10, 3),)),
        (Pool(1, 1, explode_on=9), [9, 9, 8], ((9, 9, 8),)),
        (Pool(2, 1, explode_on=9), [10, 8, 9, 10, 1], ((10, 9, 10, 1), (8,))),
        (Pool(2, 2, explode_on=None), [10, 10], ((10,), (10,))),
        # all the ones are thrown again, then what explodes
        (Pool(3, 1, emphasis=True), [1, 10, 1, 10, 1, 2, 3], ((1, 10, 2), (10, 3), (1, 1))),
        (Pool(1, 1, emphasis=True), [10, 1], ((10, 1),)),
        (Pool(1, 1, emphasis=True), [1, 10, 1], ((1, 10, 1),)),
        (Pool(1, 1, emphasis=True, explode_on=9), [1, 9, 10, 2], ((1, 9, 10, 2),)),
        (Pool(0, 0), [], ()),
    ],
)
def test_throwing(pool: Pool, listed: list[int], dice: Dice) -> None:
    """4e.explode, 4e.explode.nine, 4e.emphasis, 4e.unskilled"""
    source = Listed(listed)
    assert throw(pool, source).dice == dice
    with pytest.raises(EOFError):
        source.faces(10, 1)  # each face was used


def test_two_nines_that_both_explode() -> None:
    """4e.explode.nine: the nines' chains come before the tens'."""
    assert throw(Pool(3, 1, explode_on=9), Listed([10, 9, 9, 1, 2, 3])).dice == ((10, 3), (9, 1), (9, 2))


def test_a_list_of_faces() -> None:
    with pytest.raises(EOFError):
        throw(Pool(1, 1), Listed([10]))
    for wrong in (0, 11):
        with pytest.raises(ValueError, match="does not show"):
            throw(Pool(2, 1), Listed([4, wrong]))


@pytest.mark.parametrize(
    ("kept", "dice", "positions", "points"),
    [
        (3, ((4,), (10, 6), (7,), (9,), (10, 2), (8,)), (1, 3, 4), 37),
        (1, ((10, 4), (10, 7)), (1,), 17),
        (1, ((10, 2), (10, 3)), (1,), 13),
        (2, ((3,), (6,), (7,), (9,)), (2, 3), 16),
        (3, ((2,), (4,), (5,), (7,), (7,), (8,), (10, 2)), (3, 5, 6), 27),
        (2, ((5,), (5,), (5,)), (0, 1), 10),
        (2, ((3,), (7,), (9,), (7,)), (1, 2), 16),
        (5, ((3,), (7,)), (0, 1), 10),
        (0, ((3,), (7,)), (), 0),
    ],
)
def test_keeping_the_best(kept: int, dice: Dice, positions: tuple[int, ...], points: int) -> None:
    """4e.keep: finished dice, the earlier of equal ones."""
    found = keep(Thrown(Pool(len(dice), kept), dice))
    assert (found.positions, found.total) == (positions, points)
    assert keep(Thrown(Pool(len(dice), kept, -4), dice)).total == points - 4


@pytest.mark.parametrize(
    ("kept", "dice", "positions", "points"),
    [
        (3, ((2,), (5,), (7,), (9,)), (0, 1, 2), 14),
        (1, ((5,), (2,), (2,)), (1,), 2),
        (2, ((10, 1), (9,), (10, 2)), (0, 1), 20),
        (4, ((2,), (1,)), (0, 1), 3),
    ],
)
def test_keeping_the_lowest(kept: int, dice: Dice, positions: tuple[int, ...], points: int) -> None:
    """4e.keep"""
    found = keep(Thrown(Pool(len(dice), kept, lowest=True), dice))
    assert (found.positions, found.total) == (positions, points)


def test_a_rerolled_one_is_worth_nothing() -> None:
    """4e.emphasis"""
    pool = Pool(5, 2, emphasis=True)
    found = keep(throw(pool, Listed([1, 1, 4, 6, 8, 1, 7])))
    assert (found.thrown.dice[:2], found.positions, found.total) == (((1, 1), (1, 7)), (1, 4), 15)
    assert keep(Thrown(pool, ((1, 1), (1, 1), (1, 2), (1, 3), (1, 2)))).total == 5


@pytest.mark.parametrize("wrong", [[], [0], [0, 1, 2], [0, 0], [0, 3], [-1, 0], [0, 10**20]])
def test_positions_that_cannot_be_kept(wrong: list[int]) -> None:
    """4e.keep: exactly as many as the pool keeps."""
    with pytest.raises(ValueError, match="3k2 keeps 2 of its 3 dice"):
        keep(Thrown(Pool(3, 2), ((2,), (5,), (7,))), wrong)


def test_positions_come_back_in_order() -> None:
    found = keep(Thrown(Pool(3, 2, 1), ((2,), (5,), (7,))), [2, 0])
    assert (found.positions, found.total) == ((0, 2), 10)


def test_a_pool_as_text() -> None:
    assert [str(Pool(7, 3)), str(Pool(7, 3, 2)), str(Pool(7, 3, -2))] == ["7k3", "7k3+2", "7k3-2"]
