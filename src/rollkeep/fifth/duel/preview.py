"""The dice that a choice would bring, for somebody who is making it."""

from __future__ import annotations

from rollkeep.dice.symbols import Pool
from rollkeep.fifth.catalogue.skills import weapon_skill
from rollkeep.fifth.duel.begin import CLASH
from rollkeep.fifth.duel.gear import first_weapon
from rollkeep.fifth.duel.person import changes, numbers, weapon_of
from rollkeep.fifth.duel.state import Duel, side
from rollkeep.machine.machine import Scene, Who


def opening(scene: Scene[Duel], who: Who, ring: str) -> Pool:
    """The dice for initiative, or for the one roll that decides, without a Void Point.

    Source: 5e.duel.initiative, 5e.duel.one-roll
    """
    if not scene.state.one_roll:
        return _pool(scene, who, "meditation", ring, "initiative")
    return _pool(scene, who, skill_at_hand(scene, who), ring, CLASH)


def striking(scene: Scene[Duel], who: Who, ring: str) -> Pool:
    """The dice of a Strike with what is at hand, or would be first, without a Void Point.

    Source: 5e.action.strike
    """
    return _pool(scene, who, skill_at_hand(scene, who), ring, "attack")


def skill_at_hand(scene: Scene[Duel], who: Who) -> str:
    """The skill of what is at hand, or would be first."""
    weapon, _ = weapon_of(numbers(scene.cast[who]), first_weapon(side(scene.state, who)))
    return weapon_skill(weapon.skill)


def _pool(scene: Scene[Duel], who: Who, skill: str, ring: str, kind: str) -> Pool:
    """Source: 5e.check"""
    known = numbers(scene.cast[who])
    ring_dice = kept = known.rings[ring]
    skill_dice = known.skills.get(skill, 0)
    for change in changes(known, skill, ring, kind):
        ring_dice, skill_dice, kept = ring_dice + change.ring, skill_dice + change.skill, kept + change.kept
    return Pool(max(ring_dice, 1), max(skill_dice, 0), max(kept, 1))
