"""The Armor TN of the moment: what an attack has to reach, and where each part of that comes from."""

from __future__ import annotations

from functools import lru_cache

from rollkeep.fourth.catalogue import rounds
from rollkeep.fourth.catalogue.maneuvers import GUARD_TN, GUARDING_TN
from rollkeep.fourth.skirmish.arms import Arm
from rollkeep.fourth.skirmish.events import Parts
from rollkeep.fourth.skirmish.state import Body, Fighter, Guard, Skirmish


def guarded(skirmish: Skirmish) -> frozenset[str]:
    """Who is guarded by somebody who stands.

    Source: 4e.maneuver
    """
    return frozenset([each.guard.over for each in skirmish.fighters if each.guard.over and not each.state])


def parts_of(target: Fighter, covered: bool, arm: Arm, mounted: bool) -> Parts:
    """The parts of the Armor TN against this way to attack; ``mounted`` is who attacks."""
    beside = arm.rider if mounted else arm.walker
    return parts(target.body, target.guard, target.conditions, covered, arm.times, arm.kind == "melee", beside)


def total(found: Parts) -> int:
    """What the parts add up to; the floor comes once, when everything is added that changes the number to reach.

    Source: 4e.tn
    """
    return sum([by for _, by in found])


@lru_cache(8192)
def parts(
    body: Body,
    guard: Guard,
    conditions: tuple[str, ...],
    covered: bool,
    times: int = 1,
    melee: bool = True,
    beside: int = 0,
) -> Parts:
    """Each part with its name. Grappled or stunned leaves 5 and the armor, blinded Reflexes beside.

    >>> parts(Body(25, 5, 0, 3), Guard(stance=-10), ("prone",), True, times=2)[:3]
    (('Armor TN', 25), ('armor counts 2 times', 5), ('stance', -10))

    Source: 4e.armor-tn, 4e.stance, 4e.void.armor, 4e.maneuver, 4e.skirmish.conditions, 4e.skirmish.arms
    """
    armor = body.armor + (body.mounted if rounds.MOUNTED in conditions else 0)
    usual = body.tn + armor - body.armor
    helpless = rounds.GRAPPLED in conditions or rounds.STUNNED in conditions
    if helpless:
        usual = min(usual, 5 + armor)
    elif rounds.BLINDED in conditions:
        usual = min(usual, 5 + armor + body.reflexes)
    found = [("Armor TN", usual)]
    if armor and times != 1:
        found.append(("armor does not count" if not times else f"armor counts {times} times", armor * (times - 1)))
    for name, by in (
        ("stance", guard.stance),
        ("Full Defense", guard.full),
        ("Void Point", guard.void),
        ("war fan", guard.fan),
        ("guarded", GUARD_TN if covered else 0),
        ("guarding", GUARDING_TN if guard.over else 0),
        ("prone", rounds.PRONE_TN if melee and rounds.PRONE in conditions else 0),
        ("two weapons", body.insight if rounds.TWO_WEAPONS in conditions else 0),
        ("weapon", beside),
    ):
        if by:
            found.append((name, by))
    return (*found, *guard.granted)
