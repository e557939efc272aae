"""What an attack comes to: a hit or a miss, damage, Wounds, and the contests of two maneuvers."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from rollkeep.dice.bound import D10
from rollkeep.dice.notation import Term
from rollkeep.dice.pool import Pool
from rollkeep.fourth.catalogue import maneuvers
from rollkeep.fourth.catalogue.rounds import MOUNTED
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play import roll
from rollkeep.fourth.play.contest import result
from rollkeep.fourth.play.person import Person
from rollkeep.fourth.play.roll import Declare, Declared, Roll, Throw, aimed
from rollkeep.fourth.rulings import Rulings
from rollkeep.fourth.skirmish import moves as m
from rollkeep.fourth.skirmish.arms import Arm
from rollkeep.fourth.skirmish.attack import declared, words
from rollkeep.fourth.skirmish.events import Began, Dealt, Edged, Entered, Fared, Hit, Lost, Missed, Took, Wrestled
from rollkeep.fourth.skirmish.known import Known, fits, known
from rollkeep.fourth.skirmish.opening import pay, points
from rollkeep.fourth.skirmish.state import DEAD, LEFT, OUT, Blow, Clash, Fighter, Skirmish, fighter
from rollkeep.fourth.tracks import LESS_WOUNDS
from rollkeep.machine.bound import OneOf
from rollkeep.machine.machine import CHANCE, Offers, Scene, Shifted, Step, Who, may, merged, room
from rollkeep.reason import because

_BOTH = OneOf((False, True))
_ENTERING = frozenset((Entered, Began))
_HURTING = frozenset((Shifted, *_ENTERING))
"""Events after which somebody may be Down, or stand again."""

DART = 1  # the Wounds of a dart whose damage is not rolled


def offers(scene: Scene[Skirmish], blow: Blow) -> Offers:
    """The dice of an attack or of its damage, and the Void Points that can be spent on the way."""
    if blow.step == "edge":
        return {blow.who: (may(m.Edge, yes=_BOTH),)} if blow.who in scene.cast else {}
    if blow.step == "soak":
        one = scene.cast.get(blow.target)
        if not (isinstance(one, Person) and fits(one)):
            return {}
        taken = wounds(blow, one)
        less = max(taken - LESS_WOUNDS, 0)
        known_ = known(one)
        says = because(
            "4e.void.wounds",
            "opens",
            wounds=taken,
            then=less,
            rank=_named(known_, one.wounds + taken),
            rather=_named(known_, one.wounds + less),
        )
        return {blow.target: (may(m.Soak, says=(says,), yes=_BOTH),)}
    return dice(scene, blow.roll)


def dice(scene: Scene[Skirmish], rolled: Roll) -> Offers:
    """The dice of a roll that is declared, to throw or to keep."""
    if rolled.declared is None or rolled.threw is not None:
        return roll.offers(scene, rolled)
    return _throwing(rolled.who, rolled.declared.pool, rolled.declared.by_hand)


@lru_cache(2048)
def _throwing(who: Who, pool: Pool, by_hand: bool) -> Offers:
    return {who if by_hand else CHANCE: (may(Throw, who=OneOf((who,)), dice=D10(pool)),)}


def _named(one: Known, taken: int) -> str:
    rank = one.rank(taken)
    return DEAD if rank is None else rank.name


# --- the attack -------------------------------------------------------------------------------------------------


def follow(step: Step[Skirmish], blow: Blow) -> bool:
    """Keeps where nobody chooses, then goes on: to the damage, and to what it does."""
    if blow.step == "soak":
        one = step.now.cast[blow.target]
        target = fighter(step.now.state, blow.target)
        if not is_helpless(target.state) and wounds(blow, one) and points(one, target):
            return False
        settle(step, blow, 0)
        return True
    if blow.step == "edge":
        return False
    if roll.follow(step, blow.roll):
        return True
    if blow.roll.kept is None:
        return False
    if blow.step == "attack":
        _judge(step, blow)
    else:
        step.add(Dealt(blow.who, blow.target, max(blow.roll.total, 0)))
    return True


def _judge(step: Step[Skirmish], blow: Blow) -> None:
    """Source: 4e.attack, 4e.raise.fail"""
    rolled = blow.roll.declared
    assert rolled
    reached = aimed(rolled, blow.tn, Rulings(step.now.rulings))
    margin = blow.roll.total - reached
    if margin < 0:
        step.add(Missed(blow.who, blow.target, reached, margin))
        return
    person = step.now.cast[blow.who]
    me, one = known(person), fighter(step.now.state, blow.who)
    arm = me.arms[blow.weapon]
    if arm.dart:
        step.add(Hit(blow.who, blow.target, reached, margin, "", (), False, 0), Dealt(blow.who, blow.target, DART))
        return
    disarms = maneuvers.DISARM in blow.maneuvers
    deed = maneuvers.DISARM_DAMAGE if disarms else arm.damage
    edge = (
        arm.edge
        and not disarms
        and Rulings(step.now.rulings)("katana_void_damage") == "yes"
        and points(person, one) > 0
    )
    rounding = Rulings(step.now.rulings)("feint_rounding")
    adds = (*on_damage(blow.maneuvers, margin, one.body.insight, rounding), *one.hurts)
    hit = Hit(blow.who, blow.target, reached, margin, deed, adds, edge, _pierced(arm, one, step.now.state.round))
    if edge:
        step.add(hit)
    else:
        step.add(hit, _declared(step, blow, Roll(blow.who, deed, adds=adds), ""))


def on_damage(chosen: tuple[str, ...], margin: int, insight: int, rounding: str) -> tuple[Modifier, ...]:
    """What maneuvers add to the damage: a rolled die for each Raise, and half the margin of a feint.

    >>> [str(each.pool) for each in on_damage(("feint", "increased damage"), 9, 2, "down")]
    ['1k0', '+4']

    Source: 4e.maneuver
    """
    found = []
    if count := chosen.count(maneuvers.DAMAGE):
        found.append(Modifier(maneuvers.DAMAGE, Term(count)))
    if maneuvers.FEINT in chosen:
        half = (margin + (rounding == "up")) // 2
        if more := min(half, maneuvers.FEINT_CAP * insight):
            found.append(Modifier(maneuvers.FEINT, Term(flat=more)))
    return tuple(found)


def _declared(step: Step[Skirmish], blow: Blow, of_damage: Roll, void: str) -> Declared:
    """The damage roll, declared. Whether anybody is mounted is asked of the target here.

    Source: 4e.mastery
    """
    person = step.now.cast[blow.who]
    me, one = known(person), fighter(step.now.state, blow.who)
    arm = me.arms[blow.weapon]
    waiting = arm.on_damage if of_damage.deed == arm.damage else frozenset[str]()
    mounted = MOUNTED in fighter(step.now.state, blow.target).conditions
    named = words(blow.named, blow.maneuvers, mounted, waiting)
    declare = Declare(blow.who, void=void, named=named, by_hand=one.by_hand, keep=blow.keep)
    return declared(me, me.first(person.wounds), of_damage, declare, step.now.rulings, step.waived)


def edge(step: Step[Skirmish], blow: Blow, move: m.Edge) -> None:
    """Source: 4e.void.boost"""
    void = "boost" if move.yes else ""
    step.add(Edged(blow.who, int(move.yes)), _declared(step, blow, blow.roll, void))
    if void:
        pay(step, blow.who, void)


# --- Wounds -----------------------------------------------------------------------------------------------------


def wounds(blow: Blow, target: Person) -> int:
    """The Wounds of a blow, without a Void Point.

    Source: 4e.armor-tn
    """
    return max(blow.damage - max(known(target).reduction - blow.pierce, 0), 0)


def _pierced(arm: Arm, one: Fighter, number: int) -> int:
    """How much Reduction does not count; spears are at their best in the first Round.

    Source: 4e.mastery
    """
    return arm.pierce + (arm.rush if one.since == number else 0)


def settle(step: Step[Skirmish], blow: Blow, spent: int) -> None:
    """The Wounds are taken, less 10 for a Void Point; then what the maneuvers bring.

    Source: 4e.wounds, 4e.void.wounds, 4e.maneuver, 4e.skirmish.arms
    """
    one = step.now.cast[blow.target]
    taken = wounds(blow, one)
    less = max(taken - LESS_WOUNDS, 0) if spent else taken
    me, target = known(step.now.cast[blow.who]), known(one)
    by = room(one, "wounds", less) if less else 0
    next_ = contested(blow.maneuvers)
    if blow.who == blow.target or (next_ and is_helpless(target.state(one.wounds + by))):
        next_ = ""  # nobody wrestles with themself, though the game master may let that pass
    deeds = (me.strength, target.strength) if next_ else ()
    if spent:
        pay(step, blow.target, "wounds")
    found = list[Any]()
    if by:
        found.append(Shifted(blow.target, "wounds", by, f"{blow.weapon} of {blow.who}"))
    extra = maneuvers.EXTRA in blow.maneuvers
    step.add(*found, Took(blow.target, blow.who, spent, next_, deeds, extra))
    arm = me.arms[blow.weapon]
    if arm.breaks and less > arm.breaks:
        step.add(Lost(blow.who, arm.weapon, "broken"))


def soak(step: Step[Skirmish], blow: Blow, move: m.Soak) -> None:
    """Source: 4e.void.wounds"""
    settle(step, blow, int(move.yes))


def fare(step: Step[Skirmish]) -> bool:
    """Notes who is Down, Out or Dead by now, whatever has moved the Wounds.

    Source: 4e.wounds
    """
    cast = step.now.cast
    if cast is step.seen:
        return False
    step.seen = cast
    hurt = None
    if step.events:  # else it was moved from elsewhere
        kinds = {type(event) for event in step.events}
        if kinds.isdisjoint(_HURTING):
            return False
        if kinds.isdisjoint(_ENTERING):
            hurt = {event.who for event in step.events if type(event) is Shifted}
    found = []
    for each in step.now.state.fighters:
        if each.state == LEFT or (hurt is not None and each.who not in hurt):
            continue
        one = cast.get(each.who)
        if type(one) is Person and fits(one) and (state := known(one).state(one.wounds)) != each.state:
            found.append(Fared(each.who, state))
    step.add(*found)
    return bool(found)


# --- contests of Strength ---------------------------------------------------------------------------------------


def clashes(scene: Scene[Skirmish], clash: Clash) -> Offers:
    """Both declare, and nobody calls Raises; when both have, the dice of both.

    Source: 4e.contested, 4e.keep, 4e.void.boost
    """
    waiting = [each for each in clash.rolls if not each.declared]
    if not waiting:
        return merged(*(roll.offers(scene, each) for each in clash.rolls))
    return merged(*(_wrestles(scene, clash, each) for each in waiting))


def _wrestles(scene: Scene[Skirmish], clash: Clash, rolled: Roll) -> Offers:
    """How a contest of Strength can be declared, within what is left of the Void Points of this Round.

    Source: 4e.void.limit, 4e.void.boost
    """
    one, here = scene.cast.get(rolled.who), fighter(scene.state, rolled.who)
    if not (isinstance(one, Person) and fits(one)):
        return {}
    left = replace(one, void=points(one, here))
    other = clash.target if rolled.who == clash.who else clash.who
    says = (because("4e.maneuver", "opens-clash", what=clash.what.replace("+", " and "), other=other),)
    fixed = {"raise_for": OneOf(("",)), "by_hand": OneOf((here.by_hand,))}
    return {
        who: tuple(
            offer._replace(says=says, bounds=tuple([(name, fixed.get(name, bound)) for name, bound in offer.bounds]))
            for offer in offered
        )
        for who, offered in roll.offers(scene._replace(cast={rolled.who: left}), rolled).items()
    }


def wrestle(step: Step[Skirmish], move: Declare) -> None:
    """Somebody declares a contest of Strength.

    Source: 4e.contested, 4e.void.boost
    """
    clash: Any = step.now.state.stack[-1]
    _grapple(step, next(each for each in clash.rolls if each.who == move.who), move)
    pay(step, move.who, *filter(None, move.void.split("+")))


def _grapple(step: Step[Skirmish], rolled: Roll, move: Declare) -> None:
    one = step.now.cast[move.who]
    step.add(declared(known(one), known(one).first(one.wounds), rolled, move, step.now.rulings, step.waived))


def follow_clash(step: Step[Skirmish], clash: Clash) -> bool:
    """Declares for who is no longer asked, and keeps; then the stronger wins, and those who are level roll again.

    Source: 4e.contested, 4e.maneuver, 4e.wounds
    """
    for each in clash.rolls:
        here = fighter(step.now.state, each.who)
        if not each.declared and here.state:
            _grapple(step, each, Declare(each.who, by_hand=here.by_hand))
            return True
        if roll.follow(step, each):
            return True
    if not all(each.kept for each in clash.rolls):
        return False
    a, b = clash.rolls
    found = result((a.total, b.total), (0, 0), runner_up=False).winners
    winner = clash.rolls[found[0]].who if len(found) == 1 else ""
    step.add(Wrestled(clash.who, clash.target, clash.what, winner, (a.total, b.total)))
    if winner and maneuvers.DISARM in clash.what:
        loser = fighter(step.now.state, clash.target if winner == clash.who else clash.who)
        if loser.weapon:
            step.add(Lost(loser.who, loser.weapon, "dropped"))
    return True


@lru_cache(256)
def contested(chosen: tuple[str, ...]) -> str:
    """What one contest of Strength decides: a disarm, a knockdown or both.

    Source: 4e.maneuver
    """
    disarms, topples = maneuvers.DISARM in chosen, any(each in chosen for each in maneuvers.KNOCKDOWNS)
    return "+".join([maneuvers.DISARM] * disarms + [maneuvers.KNOCKDOWN] * topples)


def is_helpless(state: str) -> bool:
    """Whether somebody can do nothing at all.

    Source: 4e.wounds
    """
    return state in (OUT, DEAD, LEFT)
