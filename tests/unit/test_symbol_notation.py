"""Ring and skill dice as they are written (5e.dice, 5e.check), and what is refused instead of guessed."""

from __future__ import annotations

import pytest

from rollkeep.cli.verbs import names_ring_dice
from rollkeep.dice.symbol_notation import read_symbols
from rollkeep.errors import CODES, NotationError


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("3r2s", (3, 2)),
        ("3R2S", (3, 2)),
        ("3dr+2ds", (3, 2)),
        ("3 r 2 s", (3, 2)),
        ("2s3r", (3, 2)),
        (" 2 DS + 3 DR ", (3, 2)),
        ("3r", (3, 0)),
        ("2s", (0, 2)),
        ("3r0s", (3, 0)),
        ("10r10s", (10, 10)),
        ("03r\t002s", (3, 2)),
    ],
)
def test_what_is_read(text: str, dice: tuple[int, int]) -> None:
    assert read_symbols(text) == dice
    assert names_ring_dice(text.split())


@pytest.mark.parametrize(
    ("text", "code", "position", "hint"),
    [
        ("", "notation.empty", 0, "3r2s"),
        (" \t", "notation.empty", 0, "3r2s"),
        ("3r2", "notation.letter", 3, "Write 3r2s for dice, or 3r --tn 2 for a Target Number."),
        ("2s3", "notation.letter", 3, "Write 2s3r for dice, or 2s --tn 3 for a Target Number."),
        ("3", "notation.letter", 1, "3r2s"),
        ("r2s", "notation.number", 0, "Write 3r"),
        ("3rs", "notation.number", 2, "Write 3s"),
        ("3r+", "notation.number", 3, "3r+2s"),
        ("3r2r", "notation.number", 2, "--help"),
        ("3r2s5", "notation.tn", 4, "3r2s --tn 5"),
        ("2s3r 5", "notation.tn", 5, "3r2s --tn 5"),
        ("3r2s+1", "notation.character", 5, "3r+2s"),
        ("+3r", "notation.character", 0, "3r2s"),
        ("3r-2s", "notation.character", 2, "3r2s"),
        ("3r2x", "notation.character", 3, "3r2s"),
        ("3r2s!", "notation.character", 4, "3r2s"),
        ("3r\x002s", "notation.character", 2, "3r2s"),
        ("0r0s", "notation.no-dice", 0, "3r2s"),
        ("99r", "notation.too-large", 0, "10 ring dice"),
        ("11r", "notation.too-large", 0, "10 ring dice"),
        ("3r11s", "notation.too-large", 2, "10 skill dice"),
        ("3r" + "9" * 150 + "s", "notation.too-large", 2, "10"),
        ("３r2s", "notation.digit", 0, "Write 3."),
        ("3r²s", "notation.digit", 2, "Write 2."),
        ("3r٢s", "notation.digit", 2, "Write 2."),
        ("3г2s", "notation.letter", 1, "plain r"),
        ("3r2ѕ", "notation.letter", 3, "plain s"),
        ("3r2\N{ZERO WIDTH SPACE}s", "notation.character", 3, "3r2s"),
        ("3d6+2d12", "notation.other-tool", 0, "Write 3r2s."),
        ("3b2w", "notation.other-tool", 0, "Write 3r2s."),
        ("3ring 2skill", "notation.other-tool", 2, "Write 3r2s."),
        ("3r" * 101, "notation.too-long", 200, "3r2s"),
    ],
)
def test_what_is_refused(text: str, code: str, position: int, hint: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_symbols(text)
    assert (caught.value.code, caught.value.position) == (code, position)
    assert hint in caught.value.hint
    assert code in CODES


@pytest.mark.parametrize(
    "line",
    [
        *("3r2s", "--tn 2 3r2s", "3r2s --tn 2", "--json 3r2s", "--distinction 3r2s", "-n 2 3r2s", "-n2 3r2s"),
        *("3 r 2 s", "--label=x 3r2s", "--label 7k3 3r2s", "-- 3r2s", "r2s", "3rs", "3r2", "99r", "３r2s", "3г2s"),
        *("3d6+2d12", "3 d6 + 2 d12", "3b2w", "3ring 2skill", "0r0s", "3r2s 2", "2s"),
    ],
)
def test_words_that_name_ring_dice(line: str) -> None:
    assert names_ring_dice(line.split())


@pytest.mark.parametrize(
    "line",
    [
        *("", "7k3", "7k3 r2", "3x 7k3", "r 7k3", "!r 7k3", "7d10", "3d6", "--label 3r2s 7k3", "--trait 3 --skill 4"),
        *("shinai kenjutsu/reflexes", "ryu", "3rivals attack", "-1k1+2", "--compare 3r2s 7k3", "3", "bandit:4 attack"),
    ],
)
def test_words_that_name_other_dice(line: str) -> None:
    assert not names_ring_dice(line.split())
