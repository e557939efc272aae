"""Reading pools."""

from __future__ import annotations

import pytest

from rollkeep.dice.notation import Term, read_pool, read_terms, total
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
        ("3d6", "Write 7k3: ten-sided dice, 7 rolled and 3 kept; or 3r2s: ring and skill dice"),
        ("7k3 2k1", "7k3+2k1"),
        ("7k3+2 20", "7k3+2 --tn 20"),
    ],
)
def test_habits_of_other_tools(text: str, hint: str) -> None:
    with pytest.raises(NotationError) as found:
        read_pool(text)
    assert hint in found.value.hint


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        (" \t ", "notation.empty", 0),
        ("k", "notation.number", 0),
        ("7k3-k1", "notation.number", 4),
        ("7k3-2k", "notation.number", 6),
        ("7k3-", "notation.number", 4),
        ("--7k3", "notation.character", 0),
        ("7k3.5", "notation.character", 3),
        ("7,k3", "notation.character", 1),
        ("7k3\n", "notation.character", 3),
        ("\n", "notation.character", 0),
        ("[" * 2000, "notation.too-long", 200),
        ("7k3)", "notation.character", 3),
        ("+5", "notation.no-dice", 0),
        ("  20", "notation.no-dice", 2),
        ("2k2-3k1", "notation.negative", 0),
        ("Ⅶk3", "notation.digit", 0),
        ("7k３", "notation.digit", 2),
        ("½k3", "notation.digit", 0),
        ("7ｋ3", "notation.letter", 1),
        ("7κ3", "notation.letter", 1),
        ("7k3–2", "notation.character", 3),
        ("7k3\u202e", "notation.character", 3),
        ("7k3\ud800", "notation.character", 3),
        ("7k3 \U0001f3b2", "notation.character", 4),
        ("é7k3", "notation.character", 0),
        ("100k101", "notation.too-large", 0),
        ("1k1-102k0", "notation.too-large", 4),
        ("101k1-1k0", "notation.too-large", 0),
        ("7k3-1000", "notation.too-large", 4),
        ("7k1000", "notation.too-large", 2),
        ("7k3+" + "9" * 190, "notation.too-large", 4),
        ("1k1" + " " * 198, "notation.too-long", 200),
    ],
)
def test_more_that_is_refused(text: str, code: str, position: int) -> None:
    """4e.pool"""
    with pytest.raises(NotationError) as found:
        read_pool(text)
    assert (found.value.code, found.value.position, found.value.text) == (code, position, text)
    assert found.value.message
    assert found.value.hint
    assert found.value.exit_status == 2
    assert found.value.message.isprintable()


def test_the_edges_of_the_limits() -> None:
    """200 characters, 64 terms, 100 dice, a bonus of 999."""
    assert len(read_pool("1k1" + "+1" * 63)) == 64
    assert read_pool("1k1" + " " * 197)[0] == Term(1, 1)
    assert total(read_pool("99k99+1k1")) == Term(100, 100)
    assert total(read_pool("7k3+998+1")) == Term(7, 3, 999)
    assert total(read_pool("7k3-999")) == Term(7, 3, -999)
    assert read_pool("0" * 190 + "7k3") == (Term(7, 3),)


def test_terms_stay_apart_and_in_order() -> None:
    """4e.pool"""
    assert read_pool("3k2 - 5 + 1k1") == (Term(3, 2), Term(0, 0, -5), Term(1, 1))
    assert read_terms("-1k1") == (Term(-1, -1),)
    assert read_terms("+5") == (Term(0, 0, 5),)
    with pytest.raises(NotationError):
        read_terms("1k")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("7d10!k3", "Write 7k3; tens explode by themselves."),
        ("7d10k3!", "Write 7k3; tens explode by themselves."),
        ("7d10kh3", "Write 7k3; tens explode by themselves."),
        ("7dk3", "Write 7k3; tens explode by themselves."),
        ("7k3!!", "Write 7k3; tens explode by themselves."),
        ("7k3x10", "Write 7k3; tens explode by themselves."),
        ("7k3e", "Write 7k3 --emphasis."),
        ("7k3u", "Write 7k3 --unskilled."),
        ("7k3l", "Write 7k3 --keep low."),
        ("7d10kl3", "Write 7k3 --keep low."),
        ("7d10", "Say how many are kept as well: 7k3 rolls 7 and keeps 3."),
        ("2d20+1", "Write 7k3: ten-sided dice, 7 rolled and 3 kept; or 3r2s: ring and skill dice of the 5th edition."),
        ("3 # 7k3", "Write 7k3 -n 3."),
        ("7k3 r2", "Write 7k3 --tn N --raises 2, with your own TN for N."),
        ("/roll 7k3", "Write 7k3 alone."),
        ("!r 7k3", "Write 7k3 alone."),
        ("7k3 tn 25", "Was --tn 25 meant? Write 7k3 --tn 25."),
        ("7k3>=25", "Was --tn 25 meant? Write 7k3 --tn 25."),
        ("7k3+2 vs. 25", "Was --tn 25 meant? Write 7k3+2 --tn 25."),
        ("10К3", "Write a plain k."),
        ("7k²", "Write 2."),
        ("٧k٣", "Write 7."),
        ("7k3−2", "Write a plain minus: 7k3-2."),
        ("20", "Write the dice first: 7k3+20."),
        ("10k", "Write 10k3, not 10k."),
        ("k3", "Write 5k3, not k3."),
    ],
)
def test_what_to_write_instead(text: str, hint: str) -> None:
    with pytest.raises(NotationError) as found:
        read_pool(text)
    assert found.value.hint == hint


@pytest.mark.parametrize("text", ["0x7k3", "7k3 r99", "999k9!", "7k3 101k1", "101d10k5"])
def test_a_hint_never_suggests_what_is_refused_in_turn(text: str) -> None:
    with pytest.raises(NotationError) as found:
        read_pool(text)
    assert "Write dice and bonuses" in found.value.hint
