"""Checks within a duel, played many times with the best keeping, come out as often as the exact odds say."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.duels import MELEE, Play, fighter

from rollkeep.dice.symbols import EXPLOSIVE, STRIFE, SUCCESS, Pool, tally
from rollkeep.fifth.duel import events as e
from rollkeep.fifth.duel import moves as m
from rollkeep.fifth.duel.check import ATTACKS
from rollkeep.fifth.duel.machine import DUEL
from rollkeep.fifth.duel.state import Check
from rollkeep.machine.machine import Scene, decide, offers, rule
from rollkeep.odds.symbols import Target, chance, choices
from rollkeep.testing import Faces

PLAYS = 5000
SIGMAS = 4.5


def greedy(check: Check, offer: Any) -> tuple[int, ...]:
    """Of what may be kept as many successes as there is room for, explosives first, those of skill dice before."""
    bound = dict(offer.bounds)["positions"]
    order = sorted((i for i, _ in bound.of), key=lambda i: -(SUCCESS[check.faces[i]] * 9 + _brings(check.faces[i])))
    good = [i for i in order if SUCCESS[check.faces[i]]][: bound.most]
    return tuple(sorted(good if len(good) >= bound.least else order[: bound.least]))


def _brings(face: int) -> int:
    return EXPLOSIVE[face] * (1 + (face > 10))


def best(target: Target) -> Any:
    """The choice that the exact odds call best."""

    def choose(check: Check, offer: Any) -> tuple[int, ...]:
        bound, compromised = dict(offer.bounds)["positions"], len(dict(offer.bounds)["positions"].of) < len(check.faces)
        room = None if check.kept else bound.most
        return choices(check.faces, room, target, tally(check.kept), compromised, bound.least)[0].positions

    return choose


def judged(start: Scene[Any], choose: Any, seed: int) -> tuple[bool, dict[str, Any]]:
    """One throw of the check that waits on top, to its verdict: whether it was met, and what could be bought."""
    rng, scene, buys = Faces(Random(seed)), start, dict[str, Any]()
    move: Any
    while True:
        ((who, (offer, *_)),) = offers(DUEL, scene).items()
        check = scene.state.stack[-1]
        if offer.move is m.Keep:
            move = m.Keep(choose(check, offer))
        elif offer.move is m.Spend:
            buys = {name: price for name, price, _ in dict(offer.bounds)["on"].of}  # type: ignore[attr-defined]
            move = m.Spend(())
        else:
            move = offer.sample(rng)
        step = decide(DUEL, scene, who, move)
        scene = step.now
        for event in step.events:
            if type(event) is e.Judged:
                return event.success, buys


def attacking(who: Any, foe: Any = None, ring: str = "earth", b: str = "earth", **more: Any) -> Scene[Any]:
    """a's Strike on b, declared."""
    play = Play(who, foe).begin(b=b).turn("a", ring).strike("a", **more)
    assert play.top.kind in ATTACKS
    return play.scene


def resisting(who: Any, ring: str) -> Scene[Any]:
    """b resists a critical in a ring."""
    play = Play(b=who).begin(b=ring).turn("a", "earth")
    step = rule(DUEL, play.scene, e.Critical("b", "a", 5, False, False))
    if "Resist" in {offer.move.__name__ for offer in offers(DUEL, step.now).get("b", ())}:
        step = decide(DUEL, step.now, "b", m.Resist(False, ()))
    return step.now


def skilled(melee: int, fitness: int = 1, rings: tuple[int, int, int, int, int] = (2, 2, 2, 2, 2), **more: Any) -> Any:
    return fighter(rings=rings, skills=(("fitness", fitness), (MELEE, melee), ("meditation", 1)), **more)


def foe(**more: Any) -> Any:
    return fighter("B", honour=50, **more)


CASES = {
    "Strike, TN 2": (attacking(skilled(2)), Pool(2, 2, 2), 2),
    "Strike, TN 2, 3r1s": (attacking(skilled(1, rings=(2, 3, 2, 2, 2))), Pool(3, 1, 3), 2),
    "Strike, TN 2, 3r3s": (attacking(skilled(3, rings=(2, 3, 2, 2, 2))), Pool(3, 3, 3), 2),
    "Strike against Air, TN 3": (attacking(skilled(2), b="air"), Pool(2, 2, 2), 3),
    "Strike against a master's Air, TN 4": (
        attacking(skilled(3, rings=(2, 3, 2, 2, 2)), foe(school_rank=4), b="air"),
        Pool(3, 3, 3),
        4,
    ),
    "Strike with a Void Point": (attacking(skilled(2), seize=True), Pool(3, 2, 3), 2),
    "Strike, Compromised": (attacking(skilled(1, rings=(2, 3, 2, 2, 2), strife=11)), Pool(3, 1, 3, True), 2),
    "Strike, Compromised, 2r3s": (attacking(skilled(3, strife=9)), Pool(2, 3, 2, True), 2),
    "resist, TN 1": (resisting(foe(), "water"), Pool(2, 1, 2), 1),
    "resist, 3r2s": (
        resisting(skilled(2, 2, (3, 2, 2, 2, 2), honour=50, focus=4), "air"),
        Pool(3, 2, 3),
        1,
    ),
    "resist, Compromised": (
        resisting(skilled(2, 1, (2, 3, 2, 2, 2), strife=11, honour=50), "earth"),
        Pool(3, 1, 3, True),
        1,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_success_comes_as_often_as_the_odds_say(name: str) -> None:
    """5e.odds, 5e.check, 5e.action.strike, 5e.critical, 5e.compromised, 5e.stance, 5e.seize"""
    start, pool, tn = CASES[name]
    check = start.state.stack[-1]
    assert (check.pool, check.tn) == ((pool.ring, pool.skill, pool.kept), tn)
    met = sum(judged(start, greedy, seed)[0] for seed in range(PLAYS))
    expected = float(chance(pool, Target(tn)))
    error = SIGMAS * (expected * (1 - expected) / PLAYS) ** 0.5
    assert abs(met / PLAYS - expected) < error, f"{met / PLAYS} of {expected} ± {error}"


def test_a_critical_can_be_bought_as_often_as_the_odds_say() -> None:
    """5e.odds, 5e.action.strike: TN 2 and two opportunities, kept as the exact odds advise."""
    start, target, plays = attacking(skilled(3, rings=(2, 3, 2, 2, 2)), b="water"), Target(2, 2), 1500
    found = sum("critical" in judged(start, best(target), seed)[1] for seed in range(plays))
    expected = float(chance(Pool(3, 3, 3), target))
    assert abs(found / plays - expected) < SIGMAS * (expected * (1 - expected) / plays) ** 0.5


def test_the_throws_that_leave_nothing_to_keep() -> None:
    """5e.compromised: every die shows strife."""
    start, rng = CASES["Strike, Compromised"][0], Random(1)
    pool = start.state.stack[-1].pool
    nothing = 0
    for _ in range(PLAYS):
        faces = offers(DUEL, start)["chance"][0].sample(Faces(rng)).faces
        step = decide(DUEL, start, "chance", m.Throw(faces))
        assert (e.Kept("a", ()) in step.events) is all(STRIFE[face] for face in faces)
        nothing += e.Kept("a", ()) in step.events
    expected = (3 / 6) ** pool[0] * (3 / 12) ** pool[1]
    assert abs(nothing / PLAYS - expected) < SIGMAS * (expected * (1 - expected) / PLAYS) ** 0.5
