"""Reading what is typed: what is written comes back, and nothing but our own errors."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollkeep.dice.hand import read_dice
from rollkeep.dice.limits import MAX_BONUS, MAX_DICE, MAX_LENGTH, MAX_TERMS
from rollkeep.dice.notation import Term, read_pool, read_terms, total
from rollkeep.errors import NotationError, RollKeepError

dice = st.tuples(st.integers(0, MAX_DICE), st.integers(0, MAX_DICE)).map(lambda both: Term(*both))
bonuses = st.integers(-MAX_BONUS, MAX_BONUS).filter(bool).map(lambda flat: Term(flat=flat))
small = st.tuples(st.integers(0, 9), st.integers(0, 9)).map(lambda both: Term(*both))
LETTERS = "0123456789kKgGdDeEuUxXlLhrR!+-*/#<>=., \t\n\r\0()[]{}%²٣К−\u200b\u202e７½Ⅶ\U0001f3b2\ud800"
SEEDS = ["7k3", "12k4-5", "3k2+3k0+1k1+2", "-1k1+4k4", "7d10k3", "7k3 vs 20", "e5k3", "10k10+999", "0k1", "2 10+3 1>7"]


@given(dice)
def test_dice_come_back(term: Term) -> None:
    """4e.pool"""
    assert read_pool(str(term)) == (term,)


@given(dice, bonuses)
def test_dice_and_a_bonus_come_back(term: Term, bonus: Term) -> None:
    """4e.pool"""
    assert read_pool(f"{term}{bonus}") == (term, bonus)
    if term.rolled or term.kept:
        assert total(read_pool(str(term._replace(flat=bonus.flat)))) == term._replace(flat=bonus.flat)


@given(st.lists(small, min_size=1, max_size=10))
def test_a_sum_comes_back(terms: list[Term]) -> None:
    assert read_pool(" + ".join(map(str, terms))) == tuple(terms)


@given(st.text(alphabet=LETTERS, max_size=220) | st.text(max_size=220))
def test_any_text(text: str) -> None:
    try:
        terms = read_pool(text)
    except NotationError as fault:
        assert 0 <= fault.position <= len(text)
        assert fault.message
        assert fault.message.isprintable()
        assert fault.code.startswith("notation.")
    else:
        assert len(text) <= MAX_LENGTH
        assert 1 <= len(terms) <= MAX_TERMS
        assert 0 <= total(terms).rolled <= MAX_DICE
        assert 0 <= total(terms).kept <= MAX_DICE
        assert abs(total(terms).flat) <= MAX_BONUS
        assert text.isascii()


def test_fifty_thousand_mutations(capsys: pytest.CaptureFixture[str]) -> None:
    rng, read = Random(11), 0
    for _ in range(50_000):
        text = list(rng.choice(SEEDS) * rng.choice((1, 1, 1, 1, 9, 60)))
        for _ in range(rng.randint(0, 4)):
            at = rng.randint(0, len(text))
            text[at : at + rng.randint(0, 2)] = rng.choices(LETTERS, k=rng.randint(0, 3))
        for reader in (read_pool, read_terms, read_dice):
            try:
                reader("".join(text))
            except RollKeepError:
                pass
            else:
                read += 1
    assert 5_000 < read < 145_000
    assert capsys.readouterr() == ("", "")
