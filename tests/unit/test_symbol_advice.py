"""Checks joined with their odds (5e.odds, 5e.keep): the same choices whatever lies where."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from rollkeep.advice import symbols as advice
from rollkeep.advice.symbols import Target
from rollkeep.dice.symbols import Pool, Sum, tally, throw
from rollkeep.fifth.check import Request, begin, bring, declare, keep
from rollkeep.odds import symbols as odds
from rollkeep.table.entropy import seeded


@pytest.mark.parametrize("seed", range(40))
def test_choices_are_those_of_the_dice_on_the_table(seed: int) -> None:
    """What is looked up for dice that are alike is what these dice themselves would give."""
    source, random = seeded(seed), Random(seed)
    request = Request(1 + seed % 4, seed % 3, tn=2, seize=bool(seed % 2), compromised=seed % 5 == 0)
    hand = begin(declare(request), throw(request.ring + request.seize, request.skill, source))
    target = Target(random.randint(1, 4), random.randint(0, 2), random.choice([None, 0, 1, 2]))
    pool = hand.declared.pool
    found = advice.choices(hand, target)
    for choice in found:
        assert choice.shows == tally(hand.faces[i] for i in choice.positions)
        keep(hand, choice.positions)  # may be kept
    plain = odds.choices(hand.faces, pool.kept, target, Sum(), pool.compromised, 0 if not found[0].positions else 1)
    assert [(choice.shows, choice.chance) for choice in found] == [(choice.shows, choice.chance) for choice in plain]
    assert advice.best(hand, target) == found[0].positions


def test_extra_dice_add_to_what_was_kept() -> None:
    hand = bring(keep(begin(declare(Request(1, 1, tn=2)), (6, 13)), (0,)), (5,))
    (choice,) = advice.choices(hand, Target(2))
    assert (choice.positions, choice.shows, choice.chance) == ((0,), Sum(2, 0, 1), Fraction(1))
    assert advice.most_successes(hand) == (0,)


@pytest.mark.parametrize("compromised", [False, True])
def test_the_best_first_choice_is_worth_the_chance_of_the_check(compromised: bool) -> None:
    """5e.odds by another road: over all throws of two dice, the best choices come to the chance of the pool."""
    declared = declare(Request(1, 1, tn=2, compromised=compromised))
    for target in (Target(1), Target(2), Target(1, 1), Target(2, 0, 1), Target(1, 1, 1)):
        total = Fraction(0)
        for ring in range(1, 7):
            for skill in range(11, 23):
                total += advice.choices(begin(declared, (ring, skill)), target)[0].chance
        assert total / 72 == advice.chance(declared, target)


def test_tables() -> None:
    declared = declare(Request(3, 2))
    assert declared.pool == Pool(3, 2, 3)
    assert advice.by_tn(declared) == tuple(advice.chance(declared, Target(tn)) for tn in range(1, 9))
    for strife, chance in advice.trade_off(declared, 2, 1):
        assert chance == advice.chance(declared, Target(2, 1, strife))
