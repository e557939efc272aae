"""One exchange of a skirmish, played many times, comes out as often as the exact odds say."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest
from tests.skirmishes import Fight, bushi, ogre, two, wounded

from rollkeep.advice.skirmish import exchange
from rollkeep.errors import UsageError
from rollkeep.fourth.skirmish import events as e
from rollkeep.fourth.skirmish import moves as m
from rollkeep.fourth.skirmish.machine import SKIRMISH
from rollkeep.machine.machine import CHANCE, GM, Shifted, decide, offers
from rollkeep.testing import Faces

PLAYS = 2500
SIGMAS = 4.5

ARCHER = bushi(weapons=("yumi",), skills={"kyujutsu": 3, "jiujutsu": 1}, reflexes=3)
CASES: dict[str, tuple[Any, Any, dict[str, Any], m.Strike]] = {
    "a katana": (bushi(), bushi("Bayushi", armor="light"), {}, m.Strike("bayushi", "katana")),
    "Full Attack": (bushi(), ogre(), {"stances": {"akodo": "full attack"}}, m.Strike("bayushi", "katana")),
    "two Raises for damage": (bushi(), ogre(), {}, m.Strike("bayushi", "katana", ("increased damage",) * 2)),
    "wounded": (wounded(bushi(), 16), bushi("Bayushi"), {}, m.Strike("bayushi", "katana")),
    "unskilled": (bushi(skills={"etiquette": 1}), bushi("Bayushi"), {}, m.Strike("bayushi", "katana")),
    "a bow": (ARCHER, bushi("Bayushi", armor="light"), {}, m.Strike("bayushi", "yumi")),
    "a flesh cutter": (ARCHER, bushi("Bayushi", armor="light"), {}, m.Strike("bayushi", "yumi flesh cutter")),
    "a Void Point": (bushi(), bushi("Bayushi", armor="heavy"), {}, m.Strike("bayushi", "katana", void="boost")),
    "the lowest dice": (bushi(agility=4), bushi("Bayushi"), {}, m.Strike("bayushi", "katana", keep="low")),
    "a stat block": (ogre(), bushi("Bayushi", armor="light"), {}, m.Strike("bayushi", "attack")),
    "a shinai": (bushi(weapons=("shinai",)), bushi("Bayushi"), {}, m.Strike("bayushi", "shinai")),
    "a tetsubo": (
        bushi(weapons=("tetsubo",), skills={"heavy weapons": 7}, strength=4),
        bushi("Bayushi", armor="heavy"),
        {},
        m.Strike("bayushi", "tetsubo"),
    ),
    "a disarm": (bushi(void=3), ogre(), {}, m.Strike("bayushi", "katana", ("disarm",))),
    "a dart": (
        bushi(weapons=("blowgun",), skills={"ninjutsu": 2}),
        bushi("Bayushi"),
        {},
        m.Strike("bayushi", "blowgun"),
    ),
}


def played(fight: Fight, move: m.Strike, faces: Faces) -> tuple[bool, int]:
    """Whether it hits, and the Wounds that it takes without a Void Point."""
    step = decide(SKIRMISH, fight.scene, "akodo", move)
    scene, events = step.now, [*step.events]
    while not any(type(event) in (e.Missed, e.Took) for event in events):
        (who, (offer, *_)), *_rest = offers(SKIRMISH, scene).items()
        choice = m.Soak(False) if offer.move is m.Soak else offer.sample(faces)
        step = decide(SKIRMISH, scene, who, choice)
        scene = step.now
        events += step.events
    wounds = [each.by for each in events if type(each) is Shifted and each.track == "wounds"]
    return any(type(event) is e.Hit for event in events), sum(wounds)


def agree(count: int, exact: float) -> None:
    error = math.sqrt(max(exact * (1 - exact), 1 / PLAYS) / PLAYS)
    assert abs(count / PLAYS - exact) < SIGMAS * error, (count / PLAYS, exact, error)


@pytest.mark.parametrize("name", CASES)
def test_hits_and_wounds_are_as_frequent_as_the_odds_say(name: str) -> None:
    """4e.attack, 4e.damage.melee, 4e.damage.bow, 4e.skirmish.harm"""
    first, second, how, move = CASES[name]
    fight = two(first, second, **how)
    found = exchange(fight.scene, "akodo", move)
    faces, hits, wounds = Faces(Random(name)), 0, []
    for _ in range(PLAYS):
        hit, taken = played(fight, move, faces)
        hits += hit
        wounds.append(taken)
    agree(hits, float(found.hits))
    for least in (1, 8, 15, 25):
        agree(sum(taken >= least for taken in wounds), float(found.wounds(least)))


def test_what_granted_dice_and_conditions_change_is_in_the_odds() -> None:
    """4e.skirmish.conditions"""
    fight = two()
    before = exchange(fight.scene, "akodo", m.Strike("bayushi", "katana"))
    fight.do(GM, m.Condition("bayushi", "prone", True))
    after = exchange(fight.scene, "akodo", m.Strike("bayushi", "katana"))
    assert (before.reached, after.reached) == (15, 5)
    assert after.hits > before.hits


def test_a_feint_has_no_odds_here() -> None:
    """4e.maneuver"""
    with pytest.raises(UsageError):
        exchange(two().scene, "akodo", m.Strike("bayushi", "katana", ("feint",)))


def test_a_katana_by_ruling_is_counted_without_the_point() -> None:
    """4e.void.boost"""
    fight = two(rulings={"katana_void_damage": "yes"})
    assert str(exchange(fight.scene, "akodo", m.Strike("bayushi", "katana")).damage) == "6k2"
    assert not fight.offered_to(CHANCE)
