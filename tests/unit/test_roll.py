"""What is rolled: where the dice of a sum come from."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rollkeep.dice.notation import read_pool, total
from rollkeep.errors import NotationError, RuleError
from rollkeep.fourth import roll as what
from rollkeep.fourth.check import declare
from rollkeep.fourth.request import Request
from rollkeep.fourth.roll import What


@pytest.mark.parametrize(
    ("rolled", "kind", "rule", "pool", "rank"),
    [
        (what.skill(3, 4), "skill", "4e.skill", "7k3", 4),
        (what.skill(3, 0), "skill", "4e.skill", "3k3", 0),
        (what.skill(10, 10), "skill", "4e.skill", "20k10", 10),
        (what.trait(3), "trait", "4e.trait", "3k3", None),
        (what.ring(2), "ring", "4e.ring", "2k2", None),
        (what.spell(3, 1), "spell", "4e.spell", "4k3", None),
        (what.melee(read_pool("5k2"), 3), "damage", "4e.damage.melee", "8k2", None),
        (what.melee(read_pool("3k2"), 3), "damage", "4e.damage.melee", "6k2", None),
        (what.bow(3, read_pool("2k2")), "damage", "4e.damage.bow", "5k2", None),
        (what.pool("3k2+3k0+1k1+2"), "notation", "4e.pool", "7k3+2", None),
    ],
)
def test_what_is_rolled(rolled: What, kind: str, rule: str, pool: str, rank: int | None) -> None:
    """4e.skill, 4e.trait, 4e.ring, 4e.spell, 4e.damage.melee, 4e.damage.bow, 4e.pool"""
    assert (rolled.kind, rolled.rule, str(total(rolled.terms)), rolled.rank) == (kind, rule, pool, rank)


def test_bare_hands() -> None:
    """4e.damage.unarmed: rated 0k1, and explode."""
    pool = declare(Request(what.melee(read_pool("0k1"), 3))).pool
    assert (str(pool), pool.explode_on) == ("3k1", 10)


@pytest.mark.parametrize(("mastery", "tn"), [(1, 10), (2, 15), (6, 35)])
def test_the_tn_of_a_spell(mastery: int, tn: int) -> None:
    """4e.spell"""
    assert what.spell_tn(mastery) == tn


@pytest.mark.parametrize(
    ("make", "rule"),
    [
        (lambda: what.skill(0, 3), "4e.pool"),
        (lambda: what.skill(11, 3), "4e.pool"),
        (lambda: what.skill(3, -1), "4e.pool"),
        (lambda: what.skill(3, 11), "4e.pool"),
        (lambda: what.trait(0), "4e.pool"),
        (lambda: what.trait(11), "4e.pool"),
        (lambda: what.ring(0), "4e.pool"),
        (lambda: what.ring(11), "4e.pool"),
        (lambda: what.spell(0, 1), "4e.pool"),
        (lambda: what.spell(3, 0), "4e.spell"),
        (lambda: what.spell(3, -1), "4e.pool"),
        (lambda: what.spell(3, 11), "4e.pool"),
        (lambda: what.spell_tn(0), "4e.pool"),
        (lambda: what.spell_tn(7), "4e.pool"),
        (lambda: what.melee(read_pool("3k2"), 0), "4e.pool"),
        (lambda: what.bow(12, read_pool("2k2")), "4e.pool"),
    ],
)
def test_ranks_that_cannot_be(make: Callable[[], object], rule: str) -> None:
    with pytest.raises(RuleError) as found:
        make()
    assert (found.value.rule, found.value.code, found.value.exit_status) == (rule, rule, 2)


def test_a_notation_that_cannot_be() -> None:
    with pytest.raises(NotationError):
        what.pool("10k")
