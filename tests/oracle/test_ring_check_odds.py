"""Chances of a check by a second road: the machine played often, or with every throw there is.

The chances are those that ``advice`` tells; the machine knows the rules, and no chance.
5e.odds, 5e.check, 5e.compromised
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

import pytest
from tests.duels import fighter

from rollkeep.advice import symbols as advice
from rollkeep.dice.symbols import RING_FACES
from rollkeep.fifth.play import roll
from rollkeep.fifth.play.check import CHECK, Ask
from rollkeep.fifth.play.moves import Declare, Keep, Throw
from rollkeep.machine.drive import play
from rollkeep.machine.machine import CHANCE, GM, Offer, Scene, decide
from rollkeep.odds.symbols import Target
from rollkeep.table.entropy import seeded

SEED, TIMES = 1, 2_500
FAR = 4.5  # standard errors
A = "a"
COMPROMISED = 9  # strife beyond composure 8


def about_to_fall(deed: str, tn: int, *, strife: int = 0, seize: bool = False, skilled: int = 0) -> Scene[Any]:
    """A check whose dice are about to fall."""
    scene: Scene[Any] = Scene({A: fighter("A", strife=strife, void=1)}, CHECK.blank)
    ring = "" if deed[0].isdigit() else "fire"
    for who, move in ((GM, Ask(A, deed, tn=tn, skilled=skilled)), (A, Declare(A, ring, seize))):
        scene = decide(CHECK, scene, who, move).now
    return scene


def keeping(tn: int, opportunity: int = 0) -> Any:
    """Keeps what has the best chance."""

    def policy(scene: Scene[Any], offered: tuple[Offer, ...]) -> Keep:
        found = roll.hand(scene.state.roll, scene.cast[A])
        assert found
        return Keep(A, advice.best(found, Target(tn, opportunity)))

    return policy


def told(scene: Scene[Any], tn: int) -> Fraction:
    """The chance of the pool that was declared."""
    found = roll.declared(scene.state.roll, scene.cast[A])
    assert found
    return advice.chance(found, Target(tn))


@pytest.mark.parametrize(
    ("deed", "tn", "more", "known"),
    [
        ("2r1s", 2, {}, Fraction(173, 288)),
        ("3r1s", 2, {}, Fraction(109, 144)),
        ("2r2s", 3, {}, Fraction(4427, 15552)),
        ("3r1s", 1, {"strife": COMPROMISED}, None),
        ("fitness", 2, {"seize": True}, None),
        ("melee", 3, {"skilled": 1}, None),
    ],
)
def test_the_machine_succeeds_as_often_as_told(deed: str, tn: int, more: Any, known: Fraction | None) -> None:
    start = about_to_fall(deed, tn, **more)
    chance = told(start, tn)
    assert known in (None, chance)
    policies, source = {A: keeping(tn)}, seeded(SEED)
    count = sum(play(CHECK, start, policies, source)[0].state.judged.success for _ in range(TIMES))
    error = sqrt(TIMES * float(chance) * (1 - float(chance)))
    assert abs(count - TIMES * float(chance)) <= FAR * error, (count / TIMES, float(chance))


def ends(scene: Scene[Any], dice: int, policy: Any) -> Iterator[Scene[Any]]:
    for faces in product(RING_FACES, repeat=dice):
        thrown = decide(CHECK, scene, CHANCE, Throw(A, faces)).now
        yield thrown if thrown.closed else decide(CHECK, thrown, A, policy(thrown, ())).now


@pytest.mark.parametrize("tn", [1, 2, 3])
def test_every_throw_of_the_compromised(tn: int) -> None:
    """5e.compromised: of ring dice no explosive is kept, so that nothing is thrown on."""
    scene = about_to_fall("3r", tn, strife=COMPROMISED)
    found = [end.state.judged.success for end in ends(scene, 3, keeping(tn))]
    assert Fraction(sum(found), 6**3) == told(scene, tn)
