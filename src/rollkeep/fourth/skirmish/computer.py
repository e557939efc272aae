"""How the computer plays a skirmish: honestly, from what its side may see, and with sense rather than cunning.

It knows its own character and what lies open of the others: Armor TNs, stances, who stands. It looks at nobody's
Wounds or Void Points but its own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import sqrt
from typing import Any

from rollkeep.dice.pool import Pool
from rollkeep.dice.source import Source
from rollkeep.fourth.catalogue import maneuvers, rounds, stances
from rollkeep.fourth.play.person import Person
from rollkeep.fourth.play.roll import Declare, Roll, aimed
from rollkeep.fourth.rulings import Rulings
from rollkeep.fourth.skirmish import moves as m
from rollkeep.fourth.skirmish.armor import guarded, parts_of, total
from rollkeep.fourth.skirmish.arms import Arm
from rollkeep.fourth.skirmish.attack import at_hand, declared, on_attack, words
from rollkeep.fourth.skirmish.harm import wounds
from rollkeep.fourth.skirmish.known import Known, known
from rollkeep.fourth.skirmish.opening import points
from rollkeep.fourth.skirmish.standing import saves
from rollkeep.fourth.skirmish.state import READY, Asking, Blow, Fighter, Skirmish, fighter
from rollkeep.machine.machine import Offer, Scene, Who

Policy = Callable[[Scene[Skirmish], tuple[Offer, ...]], Any]
_PASS = m.Pass()
_SURE = 3  # so far above the number to reach a roll should come out
_CLOSE = 6  # so near to it a Void Point is worth spending
_MANY = 10  # so many Wounds at once are worth a Void Point


def computer(who: Who, source: Source) -> Policy:
    """A policy that plays one fighter; the source settles what no offer that it knows is for."""

    def policy(scene: Scene[Skirmish], offered: tuple[Offer, ...]) -> Any:
        kinds = [offer.move for offer in offered]
        if m.Soak in kinds:
            return _soak(scene, who)
        if m.Answer in kinds:
            return _answer(scene, who)
        if Declare in kinds:
            return Declare(who, by_hand=fighter(scene.state, who).by_hand)
        if m.Edge in kinds:
            return m.Edge(scene.cast[who].void > 1)
        if m.Stance in kinds and m.Pass not in kinds:
            return _stand(scene, who, offered[0])
        if m.Spend in kinds:
            return _spend(scene, who)
        if m.Pass in kinds:
            return _act(scene, who, kinds)
        return offered[0].sample(source)

    return policy


# --- windows ----------------------------------------------------------------------------------------------------


def _soak(scene: Scene[Skirmish], who: Who) -> Any:
    """A Void Point against many Wounds, or where it saves a Wound Rank that matters."""
    blow, one = scene.state.stack[-1], scene.cast[who]
    assert isinstance(blow, Blow)
    me, taken = known(one), wounds(blow, one)
    falls = me.state(one.wounds + taken) != ""
    return m.Soak(saves(me, one.wounds, taken) and (falls or taken >= _MANY))


def _answer(scene: Scene[Skirmish], who: Who) -> Any:
    """Agrees with whoever is of the same side, and with others where it gains."""
    asking = scene.state.stack[-1]
    assert isinstance(asking, Asking)
    one, other = fighter(scene.state, who), fighter(scene.state, asking.who)
    return m.Answer(other.side == one.side or other.score > one.score)


def _spend(scene: Scene[Skirmish], who: Who) -> Any:
    """A Void Point for the Armor TN where one is hurt and keeps another."""
    one = scene.cast[who]
    me = known(one)
    rank = me.rank(one.wounds)
    hurt = rank is not None and (rank.penalty or 0) >= 10
    return m.Spend("armor") if hurt and one.void > 1 and not fighter(scene.state, who).guard.void else _PASS


# --- turns ------------------------------------------------------------------------------------------------------


def _stand(scene: Scene[Skirmish], who: Who, offer: Offer) -> Any:
    able = dict(offer.bounds)["stance"].of  # type: ignore[attr-defined]
    wanted = _wanted(scene, who)
    return m.Stance(wanted if wanted in able else stances.ATTACK if stances.ATTACK in able else able[0])


def _wanted(scene: Scene[Skirmish], who: Who) -> str:
    """Full Attack where nothing else would hit, in melee; else Attack."""
    one, person = fighter(scene.state, who), scene.cast[who]
    me = known(person)
    best = _best(me, me.first(person.wounds), who, stances.ATTACK, one, _foes(scene.state, one), scene.rulings)
    if best is None or best[2] >= _SURE or best[3] != "melee":
        return stances.ATTACK
    return stances.FULL_ATTACK if me.can_full_attack(one.conditions) else stances.ATTACK


def _act(scene: Scene[Skirmish], who: Who, kinds: list[type]) -> Any:
    """Gets up, takes the right stance, readies a weapon, and strikes where it is likeliest to hit and hurt."""
    one, person = fighter(scene.state, who), scene.cast[who]
    if m.Rise in kinds:
        return m.Rise()
    if m.Stance in kinds and (wanted := _wanted(scene, who)) != one.stance:
        return m.Stance(wanted)
    if m.Ready in kinds and not one.weapon:
        left = [name for name in known(person).hands if name not in one.gone]
        return m.Ready(left[0]) if left else _PASS
    if m.Strike not in kinds:
        return m.Defend() if m.Defend in kinds else _PASS
    return _strike(scene, who, one, person)


def _strike(scene: Scene[Skirmish], who: Who, one: Fighter, person: Person) -> Any:
    me = known(person)
    foes = _foes(scene.state, one)
    best = _best(me, me.first(person.wounds), who, one.stance, one, foes, scene.rulings)
    if best is None:
        return _PASS
    target, weapon, surplus, _ = best
    arm = me.arms[weapon]
    center = one.center == READY
    surplus += 8 if center else 0
    left = points(person, one)
    boosts = left > 0 and person.void > 1 and -_CLOSE * 2 < surplus < _CLOSE and person.sheet.void_ring
    void = "boost" if boosts else ""
    raises = 0
    if arm.skilled and not void:
        raises = max(min(int(surplus - _SURE) // 5, me.void_ring), 0)
    chosen = (maneuvers.DAMAGE,) * (raises + (min(one.free + arm.spare, 5) if arm.skilled else 0))
    return m.Strike(target, weapon, chosen, "", 0, void, (), center)


Foe = tuple[Any, ...]


def _foes(skirmish: Skirmish, one: Fighter) -> tuple[Foe, ...]:
    """Those of other sides who stand, as far as they are open."""
    covered, side = guarded(skirmish), one.side
    return tuple(
        [
            (each.who, each.body, each.guard, each.conditions, each.who in covered)
            for each in skirmish.fighters
            if each.side != side and not each.state
        ]
    )


def _best(
    me: Known,
    first: int,
    who: Who,
    stance: str,
    one: Fighter,
    foes: tuple[Foe, ...],
    rulings: frozenset[tuple[str, str]],
) -> tuple[Who, str, float, str] | None:
    return _weighed(me, first, who, stance, one.weapon, one.conditions, one.adds, one.hurts, foes, rulings)


@lru_cache(16384)
def _weighed(
    me: Known,
    first: int,
    who: Who,
    stance: str,
    weapon: str,
    conditions: tuple[str, ...],
    adds: tuple[Any, ...],
    more: tuple[Any, ...],
    foes: tuple[Foe, ...],
    rulings: frozenset[tuple[str, str]],
) -> tuple[Who, str, float, str] | None:
    """Whom to attack with what: the target, the weapon, how far above the number to reach, and the kind of weapon."""
    mounted, best, ruled = rounds.MOUNTED in conditions, None, Rulings(rulings)
    for arm in at_hand(me, weapon, stance, mounted):
        if arm.kind == "bow" and arm.name != arm.weapon:  # other arrows than the sheet names are for people to choose
            continue
        modifiers = (*on_attack(stance, conditions, arm.kind, arm.size, arm.even, -1), *adds)
        declare = Declare(who, named=words((), (), mounted, arm.on_attack))
        roll = declared(me, first, Roll(who, arm.attack, "open", "", 0, modifiers), declare, rulings)
        usual, hurts = mean(roll.pool), _hurts(me, first, who, arm, more, rulings)
        for name, body, guard, its, covered in foes:
            target = Fighter(name, "", body, guard=guard, conditions=its)
            surplus = usual - aimed(roll, total(parts_of(target, covered, arm, mounted)), ruled)
            chance = min(max(0.5 + surplus / 20, 0.02), 0.98)
            worth = chance * hurts
            if best is None or worth > best[0] + 1e-9:
                best = (worth, (name, arm.name, surplus, arm.kind))
    return best[1] if best else None


def _hurts(
    me: Known, first: int, who: Who, arm: Arm, more: tuple[Any, ...], rulings: frozenset[tuple[str, str]]
) -> float:
    if arm.dart:
        return 1.0
    return mean(declared(me, first, Roll(who, arm.damage, adds=more), Declare(who), rulings).pool)


def mean(pool: Pool) -> float:
    """About what a pool comes to.

    >>> round(mean(Pool(7, 3))), round(mean(Pool(10, 5)))
    (27, 42)

    Exact: no; it is within two points of the mean for the pools of characters.
    """
    kept = min(pool.kept, pool.rolled)
    die = 6.1 if pool.explode_on else 5.5
    return die * kept + 2.4 * sqrt(kept * max(pool.rolled - kept, 0)) + pool.bonus
