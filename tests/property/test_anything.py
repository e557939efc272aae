"""Whatever is typed or declared: our own errors and nothing else."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rollkeep.dice.bound import D10
from rollkeep.dice.hand import check_dice, read_dice
from rollkeep.dice.notation import Term, read_pool, read_terms, total
from rollkeep.dice.pool import Pool, keep, throw
from rollkeep.errors import NotationError, RuleError
from rollkeep.fourth import roll as what
from rollkeep.fourth.check import Request, declare, roll
from rollkeep.odds.keep import chance
from rollkeep.table.entropy import seeded

small = st.integers(0, 12)
pools = st.builds(
    Pool,
    rolled=st.integers(1, 10),
    kept=st.integers(1, 10),
    bonus=st.integers(-20, 20),
    explode_on=st.sampled_from([9, 10, None]),
    emphasis=st.booleans(),
    lowest=st.booleans(),
)


@given(st.lists(st.tuples(small, small, st.integers(-30, 30)), min_size=1, max_size=5))
def test_what_is_written_is_read_back(parts: list[tuple[int, int, int]]) -> None:
    """4e.pool"""
    summed = total(tuple(Term(*part) for part in parts))
    if summed.rolled or summed.kept:
        assert total(read_pool(str(summed))) == summed


@given(st.text(max_size=250))
def test_any_text(text: str) -> None:
    for read in (read_pool, read_terms):
        try:
            read(text)
        except NotationError as fault:
            assert 0 <= fault.position <= len(text)
    try:
        check_dice(Pool(3, 1), read_dice(text), text)
    except NotationError as fault:
        assert 0 <= fault.position <= len(text)


def test_fifty_thousand_spoilt_notations() -> None:
    rng = Random(4)
    seeds = ["7k3", "12k4-5", "3k2+3k0+1k1+2", "-1k1+4k4", "7d10k3", "7k3 20", "e5k3", "10k10+999", "0k1"]
    letters = "0123456789kKgGdDeEuUxX!+- \t()#*²٣К−\0\u200b７\U0001f3b2"
    read = 0
    for _ in range(50_000):
        text = list(rng.choice(seeds))
        for _ in range(rng.randint(0, 3)):
            text[rng.randint(0, len(text) - 1 if text else 0) : rng.randint(0, len(text))] = rng.choices(
                letters, k=rng.randint(0, 2)
            )
            text = text or ["k"]
        try:
            read_pool("".join(text))
            read += 1
        except NotationError:
            pass
    assert 5_000 < read < 45_000


@given(pools, st.integers(0, 10**6))
def test_a_throw_holds_and_the_best_is_kept(pool: Pool, seed: int) -> None:
    """4e.keep"""
    thrown = throw(pool, seeded(seed))
    assert D10(pool).holds(thrown.dice)
    best, first = keep(thrown), keep(thrown, range(min(pool.kept, pool.rolled)))
    assert best.total <= first.total if pool.lowest else best.total >= first.total


@given(pools, st.integers(-10, 40))
def test_odds_fall_with_the_target_and_rise_with_a_die(pool: Pool, target: int) -> None:
    assert 0 <= chance(pool, target + 1) <= chance(pool, target) <= 1
    more = pool._replace(rolled=min(pool.rolled + 1, 10))
    if not pool.lowest:
        assert chance(pool, target) <= chance(more, target)


requests: Any = st.builds(
    Request,
    what=st.one_of(
        st.builds(what.skill, st.integers(1, 10), st.integers(0, 10)),
        st.builds(what.ring, st.integers(1, 10)),
        st.builds(what.spell, st.integers(1, 10), st.integers(1, 10)),
        st.builds(what.melee, st.just(read_pool("3k2")), st.integers(1, 10)),
        st.just(what.pool("14k9")),
    ),
    tn=st.none() | st.integers(-1, 1000),
    mastery=st.none() | st.integers(1, 6),
    raises=st.integers(-1, 21),
    free_raises=st.integers(-1, 3),
    lower_tn=st.integers(-1, 3),
    void=st.sampled_from(["", "boost", "skill", "both"]),
    void_ring=st.none() | st.integers(0, 5),
    unskilled=st.booleans(),
    emphasis=st.booleans(),
    explode_on=st.sampled_from([None, 8, 9, 10]),
    attempt=st.integers(0, 4),
    attack=st.booleans(),
)


@given(requests)
def test_any_request(request: Request) -> None:
    try:
        declared = declare(request)
    except RuleError as fault:
        assert fault.rule.startswith("4e.")
        return
    assert declared.pool.rolled <= 10
    assert declared.pool.kept <= declared.pool.rolled
    found = roll(declared, seeded(1))
    assert (found.success is None) == (declared.target is None)
    assert found.margin is None or found.success == (found.margin >= 0)
