"""Whether a choice opens a finishing blow, for the sentences that offers say beforehand."""

from __future__ import annotations

from rollkeep.fifth.duel.gear import drawing, usable
from rollkeep.fifth.duel.person import Person, incapacitated, may_open, numbers
from rollkeep.fifth.duel.state import Duel, Side, able, other, side
from rollkeep.fifth.rulings import Rulings
from rollkeep.machine.machine import Scene, Who

SAFE, NO_BLOW, BLOW, LOST = -1, 0, 1, 2
"""What strife brings: nothing; Compromised without a finishing blow; with one; with one that cannot be struck now."""


def chance(scene: Scene[Duel], one: Side, trigger: str) -> int:
    """What a trigger would bring this duellist: no finishing blow, one, or one that is lost.

    Source: 5e.duel.finishing-blow
    """
    if not may_open(scene, one, trigger):
        return NO_BLOW
    person = scene.cast.get(one.who)
    if not isinstance(person, Person) or not able(one) or incapacitated(person):
        return LOST
    known, ruling = numbers(person), Rulings(scene.rulings)("sheathed_finishing_blow")
    return BLOW if usable(one, known, scene.state.form, ruling) or drawing(one, known) else LOST


def strained(scene: Scene[Duel], who: Who, by: int) -> int:
    """What so much strife would bring somebody: nothing, or to be Compromised with what that opens to the other.

    Source: 5e.compromised
    """
    person: Person = scene.cast[who]
    if side(scene.state, who).compromised or person.strife + by <= numbers(person).composure:
        return SAFE
    return chance(scene, other(scene.state, who), "compromised")
