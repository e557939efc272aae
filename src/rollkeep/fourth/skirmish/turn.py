"""A turn: the stance, then what is done in it; delaying, and what somebody who is Down can do yet."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from rollkeep.dice.notation import Term
from rollkeep.fourth.catalogue import rounds, stances
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play import roll
from rollkeep.fourth.play.person import Person
from rollkeep.fourth.play.roll import Declare
from rollkeep.fourth.skirmish import moves as m
from rollkeep.fourth.skirmish.attack import declared, strikes
from rollkeep.fourth.skirmish.events import (
    Braced,
    Covered,
    Defended,
    Delayed,
    Ended,
    Readied,
    Rose,
    Rounded,
    Tried,
    Turned,
)
from rollkeep.fourth.skirmish.harm import is_helpless
from rollkeep.fourth.skirmish.known import Known, fits, known
from rollkeep.fourth.skirmish.master import fan, word
from rollkeep.fourth.skirmish.opening import INVOKE, pay, points, sharper, stances_of
from rollkeep.fourth.skirmish.state import DOWN, GATHERS, READY, Brace, Fighter, Skirmish, Turn, fighter
from rollkeep.machine.bound import OneOf, Text, Words
from rollkeep.machine.machine import GM, Offer, Offers, Scene, Step, Who, may
from rollkeep.reason import because

_PASS, _RISE, _HOLD = may(m.Pass), may(m.Rise), may(m.Hold)
_TEXT = Text(least=1)
COMPLEX, SIMPLE = 2, 1
KINDS = {"free": 0, "simple": SIMPLE, "complex": COMPLEX}
_KEEPS = OneOf(("high", "low", "choose"))


def turns(scene: Scene[Skirmish], turn: Turn) -> Offers:
    """What somebody may do in the own turn.

    Source: 4e.round, 4e.stance, 4e.skirmish.actions, 4e.void.technique
    """
    one, person = fighter(scene.state, turn.who), scene.cast.get(turn.who)
    if not (isinstance(person, Person) and fits(person)):
        return {GM: word(scene)}
    if one.state == DOWN:
        return {turn.who: (_TRY_DOWN, _PASS), GM: word(scene)}
    last = (INVOKE, _PASS) if person.void > 0 and person.sheet.void_ring else (_PASS,)
    if turn.extra:
        return {turn.who: (*strikes(scene, turn, one, person), *last), GM: word(scene)}
    found = list[Offer]()
    if turn.left == COMPLEX:
        found += strikes(scene, turn, one, person)
    me = known(person)
    found += _others(me, one.stance, one.weapon, one.gone, one.conditions, turn.left, one.guard.full)
    if not turn.acted:
        later = scene.state.left
        if later and (not turn.stood or one.since == scene.state.round):  # then it was taken before Initiative
            found.append(may(m.Delay, after=OneOf(later)))
        if not turn.stood:
            found.append(stances_of(me, one.conditions, one.stance))
    if one.stance == stances.FULL_DEFENSE and turn.left == COMPLEX and not one.guard.full:
        found.append(_defends(me, points(person, one), one.center == READY))
        if one.guard.old and me.skill("defense") >= stances.STEADY:
            found.append(_HOLD)
    if turn.left and one.stance in (stances.ATTACK, stances.DEFENSE, stances.FULL_DEFENSE):
        allies = _allies(scene.state, one)
        if allies and (one.stance != stances.FULL_DEFENSE or _beside(me, one, turn)):
            found.append(_covers(allies))
    return {turn.who: (*found, *last), GM: word(scene)}


def _allies(skirmish: Skirmish, one: Fighter) -> tuple[Who, ...]:
    return tuple(
        [each.who for each in skirmish.fighters if each.side == one.side and each.who != one.who and not each.state]
    )


@lru_cache(1024)
def _covers(allies: tuple[Who, ...]) -> Offer:
    says = because("4e.maneuver", "opens-guard")
    return may(m.Cover, says=(says,), ally=OneOf(allies))


def _beside(me: Known, one: Fighter, turn: Turn) -> bool:
    """Whether mastery allows a Simple Action beside Full Defense.

    Source: 4e.mastery
    """
    return me.skill("defense") >= stances.QUICK and bool(one.guard.full) and turn.left == SIMPLE


@lru_cache(8192)
def _others(
    me: Known,
    stance: str,
    weapon: str,
    gone: tuple[str, ...],
    conditions: tuple[str, ...],
    left: int,
    full: int,
) -> tuple[Offer, ...]:
    """What can be done beside attacking, by stance and by what is left of the turn.

    Source: 4e.stance, 4e.skirmish.actions, 4e.skirmish.arms
    """
    if stance == stances.CENTER:
        return ()
    if stance == stances.FULL_ATTACK:
        return ()
    if stance == stances.FULL_DEFENSE:
        free_alone = not (full and left == SIMPLE and me.skill("defense") >= stances.QUICK)
        left = 0 if free_alone else SIMPLE
    found = list[Offer]()
    weapons = tuple(name for name, cost in me.hands.items() if name != weapon and name not in gone and cost <= left)
    if weapons:
        found.append(may(m.Ready, weapon=OneOf(weapons)))
    if rounds.PRONE in conditions and left:
        found.append(_RISE)
    found.append(_try(tuple(kind for kind, cost in KINDS.items() if cost <= left)))
    return tuple(found)


@lru_cache(16)
def _try(kinds: tuple[str, ...]) -> Offer:
    return may(m.Try, what=_TEXT, kind=OneOf(kinds))


_TRY_DOWN = _try(("free",))._replace(says=(because("4e.wounds", "opens-free"),))


@lru_cache(4096)
def _defends(me: Known, left: int, ready: bool) -> Offer:
    """The Full Defense roll.

    Source: 4e.stance, 4e.void.boost, 4e.void.skill
    """
    boosts = ["", *("+".join(["boost"] * count) for count in range(1, min(left, 5) + 1))]
    if not me.skill("defense"):
        boosts += ["+".join(["skill", *["boost"] * count]) for count in range(min(left, 5))]
    return may(
        m.Defend,
        says=(because("4e.stance", "opens-defend"),),
        void=OneOf(tuple(boosts)),
        named=Words(me.braces),
        center=OneOf((False, True) if ready else (False,)),
        keep=_KEEPS,
    )


# --- what happens -----------------------------------------------------------------------------------------------


def defend(step: Step[Skirmish], who: Who, move: m.Defend) -> None:
    """The Full Defense roll is declared.

    Source: 4e.stance
    """
    person, one = step.now.cast[who], fighter(step.now.state, who)
    me = known(person)
    count = move.void.count("+") + 1 if move.void else 0
    adds = (Modifier("Center", Term(1, 1, me.void_ring)),) if move.center else ()
    step.add(Braced(who, adds, count, move.center, SIMPLE if me.skill("defense") >= stances.QUICK else COMPLEX))
    rolled: roll.Roll = step.now.state.stack[-1].roll  # type: ignore[union-attr]
    declare = Declare(who, void=move.void, named=move.named, by_hand=one.by_hand, keep=move.keep)
    step.add(declared(me, me.first(person.wounds), rolled, declare, step.now.rulings, step.waived))
    if count:
        pay(step, who, *move.void.split("+"))


def follow_brace(step: Step[Skirmish], frame: Brace) -> bool:
    """Half of the roll, rounded up.

    Source: 4e.stance, 4e.mastery
    """
    if roll.follow(step, frame.roll):
        return True
    if frame.roll.kept is None:
        return False
    more = sharper(known(step.now.cast[frame.who]))
    step.add(Defended(frame.who, (max(frame.roll.total, 0) + 1) // 2 + more, 0))
    return True


def hold(step: Step[Skirmish], who: Who) -> None:
    """Source: 4e.mastery"""
    me, one = known(step.now.cast[who]), fighter(step.now.state, who)
    step.add(Defended(who, one.guard.old, SIMPLE if me.skill("defense") >= stances.QUICK else COMPLEX))


def ready(step: Step[Skirmish], who: Who, move: m.Ready) -> None:
    """Source: 4e.skirmish.arms"""
    me = known(step.now.cast[who])
    step.add(Readied(who, move.weapon, fan(me, move.weapon), me.hands[move.weapon]))


def attempt(step: Step[Skirmish], who: Who, move: m.Try) -> None:
    """Anything else; who is Down pays a Void Point for it.

    Source: 4e.skirmish.actions, 4e.wounds
    """
    step.add(Tried(who, move.what, move.kind, KINDS[move.kind]))
    if fighter(step.now.state, who).state == DOWN:
        pay(step, who, "a Free Action while Down")


def follow_turn(step: Step[Skirmish], turn: Turn) -> bool:
    """Ends a turn in which nothing can be done any more.

    Source: 4e.round, 4e.stance
    """
    one, person = fighter(step.now.state, turn.who), step.now.cast.get(turn.who)
    if is_helpless(one.state) or (one.state == DOWN and not (isinstance(person, Person) and person.void > 0)):
        return _end(step, turn)
    if one.state == DOWN:
        return False
    if turn.extra:
        return False
    if one.stance == stances.CENTER and (turn.stood or turn.acted):
        return _end(step, turn)
    if not turn.left and turn.acted:
        return _end(step, turn)
    return False


def _end(step: Step[Skirmish], turn: Turn) -> bool:
    step.add(Ended(turn.who), _next(step.now, turn.who))
    return True


def next_turn(step: Step[Skirmish]) -> bool:
    """Goes on where no turn is."""
    step.add(_next(step.now))
    return True


def _next(scene: Scene[Skirmish], ending: Who = "") -> Turned | Rounded:
    """The next in order who can do something has a turn; after the last, whose turn is just ``ending``, the Round is
    over.

    Source: 4e.round, 4e.wounds, 4e.stance
    """
    skirmish, cast = scene.state, scene.cast
    for who in skirmish.left:
        one = fighter(skirmish, who)
        if not one.state or (one.state == DOWN and cast[who].void > 0):
            return Turned(who)
    gathered = [
        (each.who, stances.CENTER_INITIATIVE)
        for each in skirmish.fighters
        if each.center == GATHERS or (each.who == ending and each.stance == stances.CENTER and not each.state)
    ]
    return Rounded(skirmish.round + 1, tuple(gathered))


def finish(step: Step[Skirmish], who: Who) -> None:
    """The rest of a turn is left."""
    step.add(Ended(who), _next(step.now, who))


TAKES: dict[type, Callable[[Step[Skirmish], Who, Any], None]] = {
    m.Defend: defend,
    m.Hold: lambda step, who, move: hold(step, who),
    m.Ready: ready,
    m.Try: attempt,
    m.Cover: lambda step, who, move: step.add(Covered(who, move.ally)),
    m.Rise: lambda step, who, move: step.add(Rose(who)),
    m.Delay: lambda step, who, move: step.add(Delayed(who, move.after)),
    m.Pass: lambda step, who, move: finish(step, who),
}
"""What the moves of a turn do."""
