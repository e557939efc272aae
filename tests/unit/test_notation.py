"""Reading pools and dice thrown by hand."""

from __future__ import annotations

import pytest

from rollkeep.dice.bound import D10
from rollkeep.dice.hand import check_dice, is_unfinished, read_dice, unfinished
from rollkeep.dice.notation import read_pool, total
from rollkeep.dice.pool import Pool
from rollkeep.errors import NotationError


@pytest.mark.parametrize(
    ("text", "summed"),
    [
        ("7k3", "7k3"),
        ("7K3", "7k3"),
        ("3g2", "3k2"),
        ("7k3+5", "7k3+5"),
        ("12k4-5", "12k4-5"),
        ("7 k 3", "7k3"),
        (" 7k3 \t- 2 ", "7k3-2"),
        ("3k2+3k0+1k1+2", "7k3+2"),
        ("-1k1+3k3", "2k2"),
        ("+7k3", "7k3"),
        ("0k1", "0k1"),
        ("007k03", "7k3"),
        ("100k100", "100k100"),
        ("7k3+999", "7k3+999"),
        ("1k1" + "+1" * 63, "1k1+63"),
        ("1k1" + " " * 197, "1k1"),
    ],
)
def test_what_is_read(text: str, summed: str) -> None:
    """4e.pool"""
    assert str(total(read_pool(text))) == summed


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("", "notation.empty", 0),
        ("10k", "notation.number", 3),
        ("5k", "notation.number", 2),
        ("k3", "notation.number", 0),
        ("1e9k5", "notation.character", 1),
        ("7k3x", "notation.other-tool", 3),
        ("-1k2", "notation.negative", 0),
        ("5k1-1k3", "notation.negative", 0),
        ("7k²", "notation.digit", 2),
        ("٧k٣", "notation.digit", 0),
        ("７k3", "notation.digit", 0),
        ("10К3", "notation.letter", 2),
        ("9999999k999999999", "notation.too-large", 0),
        ("7k3−2", "notation.character", 3),
        ("7k3\u200b", "notation.character", 3),
        ("\0", "notation.character", 0),
        ("7k3\0", "notation.character", 3),
        ("+".join(["1k1"] * 5000), "notation.too-long", 200),
        ("20", "notation.no-dice", 0),
        ("(" * 2000, "notation.too-long", 200),
        ("(" * 20, "notation.character", 0),
        ("7k3+", "notation.number", 4),
        ("7k3++2", "notation.character", 3),
        ("7k3 20", "notation.tn", 4),
        ("101k1", "notation.too-large", 0),
        ("60k1+41k1", "notation.too-large", 5),
        ("7k3+1000", "notation.too-large", 4),
        ("7k3+999+1", "notation.too-large", 8),
        ("1k1" + "+1k0" * 49 + "+1", "notation.too-long", 200),
        ("1k1" + "+1" * 64, "notation.too-many-terms", 129),
    ],
)
def test_what_is_refused(text: str, code: str, position: int) -> None:
    with pytest.raises(NotationError) as found:
        read_pool(text)
    assert (found.value.code, found.value.position) == (code, position)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("7d10k3", "Write 7k3; tens explode"),
        ("5k3!", "Write 5k3; tens explode"),
        ("e5k3", "5k3 --emphasis"),
        ("u4k2", "4k2 --unskilled"),
        ("7k3x9", "7k3 --explode-on 9"),
        ("10d10e10kh5", "Write 10k5; tens explode"),
        ("7kl3", "--keep low"),
        ("7kh3", "Write 7k3"),
        ("3x7k3", "7k3 -n 3"),
        ("7k3 vs 20", "--tn 20"),
        ("3d6", "7k3"),
        ("7k3 2k1", "7k3+2k1"),
        ("7k3+2 20", "7k3+2 --tn 20"),
    ],
)
def test_habits_of_other_tools(text: str, hint: str) -> None:
    with pytest.raises(NotationError) as found:
        read_pool(text)
    assert hint in found.value.hint


def test_dice_by_hand() -> None:
    """4e.explode"""
    seen = read_dice("2, 4 5;7 7 8 0+2")
    assert [die for die, _ in seen] == [(2,), (4,), (5,), (7,), (7,), (8,), (10, 2)]
    check_dice(Pool(7, 3), seen, "")


@pytest.mark.parametrize(
    ("text", "pool", "code", "position"),
    [
        ("11 2", Pool(2, 1), "dice.face", 0),
        ("a 2", Pool(2, 1), "dice.face", 0),
        ("2 -3", Pool(2, 1), "dice.face", 2),
        ("2", Pool(2, 1), "dice.count", 1),
        ("2 3 4", Pool(2, 1), "dice.count", 4),
        ("4+2 2", Pool(2, 1), "dice.explosion", 0),
        ("2 10+2+3", Pool(2, 1), "dice.explosion", 2),
        ("10+2 2", Pool(2, 1, 0, None), "dice.explosion", 0),
        ("1>7 2", Pool(2, 1), "dice.reroll", 0),
        ("٣ 2", Pool(2, 1), "dice.face", 0),
    ],
)
def test_dice_that_no_throw_shows(text: str, pool: Pool, code: str, position: int) -> None:
    """4e.explode, 4e.emphasis, 4e.unskilled"""
    with pytest.raises(NotationError) as found:
        check_dice(pool, read_dice(text), text)
    assert (found.value.code, found.value.position) == (code, position)


def test_dice_that_wait_for_a_throw() -> None:
    """4e.emphasis"""
    emphasis = Pool(1, 1, emphasis=True)
    assert is_unfinished(Pool(1, 1), (10,))
    assert is_unfinished(Pool(1, 1, explode_on=9), (10, 9))
    assert is_unfinished(emphasis, (1,))
    assert not is_unfinished(emphasis, (1, 1))
    assert not is_unfinished(Pool(1, 1, explode_on=None), (10,))
    assert unfinished(emphasis, read_dice("1")[0], "1").code == "dice.reroll"
    assert unfinished(Pool(1, 1), read_dice("10")[0], "10").code == "dice.explosion"


def test_d10_holds_only_what_a_throw_can_be() -> None:
    bound = D10(Pool(2, 1))
    assert bound.holds(((4,), (10, 10, 3)))
    for wrong in (
        ((4,),),
        ((4,), (10,)),
        ((4,), (4, 2)),
        ((4,), (11,)),
        ((4,), (True,)),
        [(4,), (4,)],
        ((4,), ()),
        None,
    ):
        assert not bound.holds(wrong)
