"""What the game master may do in a skirmish: who comes and goes, what holds of whom, and the end."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rollkeep.fourth.catalogue.rounds import CONDITIONS, FAN_TN
from rollkeep.fourth.catalogue.stances import FULL_ATTACK
from rollkeep.fourth.play.bound import Adds
from rollkeep.fourth.request import MAX_RAISES
from rollkeep.fourth.skirmish import moves as m
from rollkeep.fourth.skirmish.bounds import MOST, SIDE_NAME, Sided
from rollkeep.fourth.skirmish.events import Began, Conditioned, Departed, Entered, Faltered, Granted, Over
from rollkeep.fourth.skirmish.known import Known, fits, known
from rollkeep.fourth.skirmish.state import (
    LEFT,
    MUSTER,
    ON_ARMOR,
    ON_ATTACK,
    ON_DAMAGE,
    Skirmish,
    fighter,
    sides_standing,
)
from rollkeep.machine.bound import Between, OneOf, Text, Words
from rollkeep.machine.machine import GM, NO_HAND, Closed, Offer, Offers, Scene, Step, Who, may

_BOTH = OneOf((False, True))


def musters(scene: Scene[Skirmish]) -> Offers:
    """Before it begins: all at once, or one by one.

    Source: 4e.skirmish.sides
    """
    here = tuple([each.who for each in scene.state.fighters])
    able = tuple([who for who, one in scene.cast.items() if who not in here and fits(one)])
    sides = tuple(dict.fromkeys([each.side for each in scene.state.fighters]))
    found = _mustering(able, here, sides, NO_HAND not in scene.rulings)
    return {GM: found} if found else {}


@lru_cache(512)
def _mustering(
    able: tuple[Who, ...], here: tuple[Who, ...], sides: tuple[str, ...], may_throw: bool
) -> tuple[Offer, ...]:
    found = list[Offer]()
    hands = Words(able if may_throw else ())
    if len(able) > 1 and not here:
        found.append(may(m.Muster, sides=Sided(able), by_hand=hands, surprised=Words(able), label=Text()))
    if able and len(here) < MOST:
        found += _entering(able, sides or ("A", "B"), may_throw)
    if len(sides) > 1:
        found.append(may(m.Begin, label=Text()))
    if here:
        found.append(may(m.Leave, who=OneOf(here)))
    return tuple(found)


def _entering(able: tuple[Who, ...], sides: tuple[str, ...], may_throw: bool) -> tuple[Offer, ...]:
    """On a side that is there, or on another."""
    by_hand = _BOTH if may_throw else OneOf((False,))
    names = (OneOf(sides), SIDE_NAME)
    return tuple([may(m.Enter, who=OneOf(able), side=name, by_hand=by_hand, surprised=_BOTH) for name in names])


def word(scene: Scene[Skirmish]) -> tuple[Offer, ...]:
    """What the game master may say between two moves."""
    fighters, cast = scene.state.fighters, scene.cast
    names = tuple([each.who for each in fighters if each.state != LEFT])
    if len(cast) == len(names) or len(names) >= MOST:
        return _words(names, (), (), False)
    able = tuple([who for who, one in cast.items() if who not in names and fits(one)])
    sides = tuple(dict.fromkeys([each.side for each in fighters]))
    return _words(names, able, sides, NO_HAND not in scene.rulings)


@lru_cache(1024)
def _words(names: tuple[Who, ...], able: tuple[Who, ...], sides: tuple[str, ...], may_throw: bool) -> tuple[Offer, ...]:
    who = OneOf(names)
    found = [
        may(m.Condition, who=who, what=OneOf(CONDITIONS), yes=_BOTH),
        may(m.Grant, who=who, on=OneOf((ON_ATTACK,)), adds=Adds(), free=Between(0, MAX_RAISES)),
        may(m.Grant, who=who, on=OneOf((ON_DAMAGE,)), adds=Adds(), free=Between(0, 0)),
        may(m.Grant, who=who, on=OneOf((ON_ARMOR,)), adds=Adds(dice=False), free=Between(0, 0)),
        may(m.Leave, who=who),
        may(m.Stop),
    ]
    return (*(_entering(able, sides, may_throw) if able else ()), *found) if names else ()


# --- what happens -----------------------------------------------------------------------------------------------


def take(step: Step[Skirmish], move: Any) -> None:
    """What the game master's moves do."""
    kind = type(move)
    if kind is m.Muster:
        everyone = [(who, side) for side, names in move.sides for who in names]
        step.add(*(_entered(step, who, side, who in move.by_hand, who in move.surprised) for who, side in everyone))
        step.add(Began(move.label))
    elif kind is m.Enter:
        step.add(_entered(step, move.who, move.side, move.by_hand, move.surprised))
    elif kind is m.Begin:
        step.add(Began(move.label))
    elif kind is m.Leave:
        step.add(Departed(move.who))
    elif kind is m.Condition:
        _condition(step, move)
    elif kind is m.Grant:
        step.add(Granted(move.who, move.adds, move.free, move.on))
    else:
        standing = sides_standing(step.now.state)
        step.add(Over(standing[0] if len(standing) == 1 else "", "word"), Closed())


def _condition(step: Step[Skirmish], move: m.Condition) -> None:
    """Source: 4e.skirmish.conditions, 4e.stance"""
    step.add(Conditioned(move.who, move.what, move.yes))
    one = fighter(step.now.state, move.who)
    if one.stance == FULL_ATTACK and not known(step.now.cast[move.who]).can_full_attack(one.conditions):
        step.add(Faltered(move.who))


def _entered(step: Step[Skirmish], who: Who, side: str, by_hand: bool, surprised: bool) -> Entered:
    """Who is not surprised has the first weapon in hand; who comes back, what was there at last.

    Source: 4e.skirmish.sides, 4e.skirmish.arms
    """
    one = known(step.now.cast[who])
    weapon = next((each.weapon for each in step.now.state.fighters if each.who == who), next(iter(one.hands), ""))
    if surprised and not one.character.block:
        weapon = ""
    return Entered(who, side, one.body, weapon, fan(one, weapon), by_hand, surprised)


def fan(one: Known, weapon: str) -> int:
    """What a war fan in hand adds to the Armor TN.

    Source: 4e.skirmish.arms
    """
    if weapon != "war fan":
        return 0
    return next((by for least, by in FAN_TN if one.skill("war fan") >= least), 0)


def is_over(skirmish: Skirmish) -> bool:
    """Whether it has come to its end: nobody stands any more but on one side.

    Source: 4e.skirmish.sides
    """
    if skirmish.step == MUSTER:
        return False
    first = ""
    for each in skirmish.fighters:
        if not each.state:
            if first and each.side != first:
                return False
            first = each.side
    return True


def over(step: Step[Skirmish]) -> None:
    """One side is left standing, or none."""
    standing = sides_standing(step.now.state)
    step.add(Over(standing[0] if standing else "", "standing"), Closed())
