"""Any request is refused by a rule or rolled as the rules say."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rollkeep.dice.bound import D10
from rollkeep.dice.face import worth
from rollkeep.dice.notation import Term, read_pool
from rollkeep.dice.pool import Pool, keep, throw
from rollkeep.errors import RuleError
from rollkeep.fourth import roll as what
from rollkeep.fourth.check import declare, roll
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.request import Request
from rollkeep.fourth.rules import RULES
from rollkeep.fourth.rulings import RULINGS, choose
from rollkeep.fourth.wording import aim, sentence
from rollkeep.table.entropy import seeded

pools = st.builds(
    Pool,
    rolled=st.integers(0, 10),
    kept=st.integers(0, 11),
    bonus=st.integers(-20, 20),
    explode_on=st.sampled_from([9, 10, None]),
    emphasis=st.booleans(),
    lowest=st.booleans(),
)
seeds = st.integers(0, 2**32)
modifiers = st.builds(
    Modifier,
    st.just("a lantern"),
    st.builds(Term, st.integers(-9, 9), st.integers(-9, 9), st.integers(-99, 99)),
    free_raises=st.sampled_from([0, 0, 1]),
    explode_on=st.sampled_from([None, 9]),
    rule=st.sampled_from(["4e.pool", "4e.mastery"]),
)
values = [(name, value) for name, ruling in RULINGS.items() for value in ruling.values]
requests: Any = st.builds(
    Request,
    what=st.one_of(
        st.builds(what.skill, st.integers(1, 10), st.integers(0, 10)),
        st.builds(what.trait, st.integers(1, 10)),
        st.builds(what.ring, st.integers(1, 10)),
        st.builds(what.spell, st.integers(1, 10), st.integers(1, 10)),
        st.builds(what.melee, st.sampled_from([read_pool("3k2"), read_pool("0k1")]), st.integers(1, 10)),
        st.builds(what.bow, st.integers(1, 10), st.just(read_pool("2k2"))),
        st.builds(what.pool, st.sampled_from(["14k9", "7k3", "0k0", "3k5+2", "100k100-999", "1k0"])),
    ),
    tn=st.none() | st.integers(0, 60) | st.integers(-(10**6), 10**6),
    mastery=st.none() | st.integers(1, 6),
    raises=st.integers(0, 3) | st.integers(-1, 22),
    free_raises=st.integers(0, 3) | st.integers(-1, 22),
    lower_tn=st.integers(-1, 3),
    void=st.sampled_from([(), (), ("boost",), ("skill",), ("boost", "skill"), ("skill", "skill"), ("both",)]),
    per_round=st.integers(1, 2),
    void_ring=st.none() | st.integers(-1, 11),
    unskilled=st.booleans(),
    emphasis=st.booleans(),
    explode_on=st.sampled_from([None, None, 8, 9, 10]),
    lowest=st.booleans(),
    modifiers=st.lists(modifiers, max_size=2).map(tuple),
    tn_modifiers=st.lists(modifiers, max_size=2).map(tuple),
    wound_rank=st.just("Hurt"),
    notes=st.just(()),
    penalty=st.sampled_from([0, 0, 10]),
    attempt=st.sampled_from([1, 1, 1, 0, 2, 3]),
    attack=st.booleans(),
    changed=st.sampled_from(["", "a new lamp"]),
    rulings=st.lists(st.sampled_from(values), max_size=3).map(choose),
    waived=st.just(False),
)


@given(requests, seeds)
def test_any_request(request: Request, seed: int) -> None:
    """4e.ten-dice, 4e.tn, 4e.raise, 4e.free-raise, 4e.retry"""
    try:
        declared = declare(request)
    except RuleError as fault:
        assert fault.rule in RULES
        assert fault.message
        return
    assert 0 <= declared.pool.kept <= declared.pool.rolled <= 10
    assert all(sentence(reason).endswith(".") for reason in declared.reasons)
    assert bool(aim(declared)) == (declared.target is not None)
    if declared.target is not None and request.rulings("tn_floor") == "0":
        assert declared.target >= 0
    found = roll(declared, seeded(seed))
    assert D10(declared.pool).holds(found.kept.thrown.dice)
    assert (found.success is None) == (declared.target is None) == (found.margin is None)
    if declared.target is not None:
        assert found.success == (found.total >= declared.target)
        assert found.margin == found.total - declared.target
    assert found.raises_earned == 0 or found.success


@given(requests)
def test_plain_rolls_are_not_refused(request: Request) -> None:
    plain = declare(Request(request.what, lowest=request.lowest, rulings=request.rulings))
    assert plain.target is None


@given(pools, seeds)
def test_a_throw_is_a_throw_of_its_pool(pool: Pool, seed: int) -> None:
    """4e.explode, 4e.emphasis, 4e.explode.nine, 4e.unskilled"""
    assert D10(pool).holds(throw(pool, seeded(seed)).dice)
    assert throw(pool, seeded(seed)) == throw(pool, seeded(seed))


@given(pools, seeds)
def test_no_other_choice_is_better(pool: Pool, seed: int) -> None:
    """4e.keep"""
    thrown = throw(pool, seeded(seed))
    found = keep(thrown)
    choices = list(combinations(range(pool.rolled), min(pool.kept, pool.rolled)))
    totals = [sum(worth(thrown.dice[i]) for i in choice) + pool.bonus for choice in choices]
    assert found.total == (min(totals) if pool.lowest else max(totals))
    assert found.positions == choices[totals.index(found.total)]  # of equal dice the earlier
    for choice, points in zip(choices[:20], totals, strict=False):
        assert keep(thrown, choice).total == points
