"""Dice that were thrown by hand."""

from __future__ import annotations

import pytest

from rollkeep.dice.hand import Seen, check_dice, is_unfinished, read_dice, unfinished
from rollkeep.dice.pool import Pool
from rollkeep.errors import NotationError

EMPHASIS = Pool(1, 1, emphasis=True)
NINE = Pool(1, 1, explode_on=9)
PLAIN = Pool(1, 1, explode_on=None)


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("", []),
        (" ,; ", []),
        ("4", [(4,)]),
        ("0", [(10,)]),
        ("00", [(10,)]),
        ("07", [(7,)]),
        ("2 4,5;6", [(2,), (4,), (5,), (6,)]),
        ("10+0+2", [(10, 10, 2)]),
        ("10 + 2\t3", [(10, 2), (3,)]),
        ("1>7", [(1, 7)]),
        ("1 > 10+3", [(1, 10, 3)]),
        ("1>1", [(1, 1)]),
    ],
)
def test_what_is_read(text: str, dice: list[tuple[int, ...]]) -> None:
    assert [seen.die for seen in read_dice(text)] == dice


def test_where_each_die_stands() -> None:
    assert read_dice(" 2, 10+3  1>7") == (Seen((2,), 1), Seen((10, 3), 4), Seen((1, 7), 10))


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("x", "dice.face", 0),
        ("2 11", "dice.face", 2),
        ("2 10+11", "dice.face", 5),
        ("100", "dice.face", 0),
        ("9" * 5_000, "dice.face", 0),
        ("2 3+", "dice.face", 3),
        ("2 1>", "dice.face", 3),
        ("2>3", "dice.face", 1),
        ("1>1>7", "dice.face", 3),
        ("2 -3", "dice.face", 2),
        ("2\n3", "dice.face", 1),
        ("2 ٣", "dice.face", 2),
        ("2 \0", "dice.face", 2),
        ("2 " * 5_001, "dice.count", 10_000),
    ],
)
def test_what_is_not_read(text: str, code: str, position: int) -> None:
    with pytest.raises(NotationError) as found:
        read_dice(text)
    assert (found.value.code, found.value.position) == (code, position)


@pytest.mark.parametrize(
    ("pool", "text"),
    [
        (Pool(1, 1), "10+3"),
        (Pool(1, 1), "10"),  # to be thrown on
        (Pool(1, 1), "10+10"),
        (Pool(1, 1), "9"),
        (NINE, "9"),
        (NINE, "9+10+8"),
        (PLAIN, "10"),
        (EMPHASIS, "1"),
        (EMPHASIS, "1>1"),
        (EMPHASIS, "1>10"),
        (EMPHASIS, "10+1"),
    ],
)
def test_dice_that_can_be(pool: Pool, text: str) -> None:
    """4e.explode, 4e.explode.nine, 4e.unskilled, 4e.emphasis"""
    check_dice(pool, read_dice(text), text)


@pytest.mark.parametrize(
    ("pool", "text", "code", "message"),
    [
        (Pool(1, 1), "9+2", "dice.explosion", "A 9 does not explode"),
        (Pool(1, 1), "10+9+2", "dice.explosion", "A 9 does not explode"),
        (NINE, "9+8+2", "dice.explosion", "A 8 does not explode"),
        (PLAIN, "10+2", "dice.explosion", "No die explodes here"),
        (EMPHASIS, "1>2+3", "dice.explosion", "A 2 does not explode"),
        (EMPHASIS, "1+7", "dice.explosion", "A 1 does not explode"),
        (EMPHASIS, "1>1+3", "dice.explosion", "A 1 does not explode"),
        (Pool(1, 1), "1>7", "dice.reroll", "only under an Emphasis"),
        (PLAIN, "1>7", "dice.reroll", "only under an Emphasis"),
        (Pool(1, 1), "", "dice.count", "1k1 rolls 1 dice; 0 are given"),
        (Pool(3, 1), "2 3", "dice.count", "3k1 rolls 3 dice; 2 are given"),
        (Pool(1, 1), "2 3 4", "dice.count", "1k1 rolls 1 dice; 3 are given"),
    ],
)
def test_dice_that_cannot_be(pool: Pool, text: str, code: str, message: str) -> None:
    """4e.explode, 4e.explode.nine, 4e.unskilled, 4e.emphasis"""
    with pytest.raises(NotationError, match=message) as found:
        check_dice(pool, read_dice(text), text)
    assert found.value.code == code


@pytest.mark.parametrize(
    ("pool", "die", "waits"),
    [
        (Pool(1, 1), (10,), True),
        (Pool(1, 1), (10, 10), True),
        (Pool(1, 1), (9,), False),
        (Pool(1, 1), (1,), False),
        (Pool(1, 1), (9, 10), False),
        (NINE, (9,), True),
        (NINE, (8,), False),
        (PLAIN, (10,), False),
        (EMPHASIS, (1,), True),
        (EMPHASIS, (1, 1), False),
        (EMPHASIS, (1, 10), True),
        (EMPHASIS, (10, 1), False),
    ],
)
def test_dice_that_wait_for_a_throw(pool: Pool, die: tuple[int, ...], waits: bool) -> None:
    assert is_unfinished(pool, die) == waits


def test_what_is_said_of_a_missing_throw() -> None:
    one = unfinished(EMPHASIS, Seen((1,), 4), "2 3 1")
    assert (one.code, one.position, "1>" in one.hint) == ("dice.reroll", 4, True)
    ten = unfinished(Pool(1, 1), Seen((10, 10), 2), "2 10+10")
    assert (ten.code, ten.position, "10+10+4" in ten.hint) == ("dice.explosion", 2, True)


@pytest.mark.parametrize(
    ("text", "pool", "position"),
    [
        ("4+2 2", Pool(2, 1), 0),
        ("2 10+2+3", Pool(2, 1), 2),
        ("2 1>7", Pool(2, 1), 2),
        ("2", Pool(2, 1), 1),
        ("2 3 4", Pool(2, 1), 4),
    ],
)
def test_where_the_first_wrong_die_stands(text: str, pool: Pool, position: int) -> None:
    with pytest.raises(NotationError) as found:
        check_dice(pool, read_dice(text), text)
    assert found.value.position == position
