"""The skirmish after what happens in an attack, from its declaration to its end, and after every roll."""

from __future__ import annotations

from typing import Any

from rollkeep.fourth.catalogue.maneuvers import EXTRA, KNOCKDOWN
from rollkeep.fourth.catalogue.rounds import PRONE
from rollkeep.fourth.play.roll import Declared, Kept, Roll, Threw, again
from rollkeep.fourth.skirmish import events as e
from rollkeep.fourth.skirmish.pieces import After, new, pop, push, put, set_of, set_top, spent, top_of
from rollkeep.fourth.skirmish.state import Blow, Brace, Clash, Rolling, Skirmish, Turn, fighter


def _attacked(skirmish: Skirmish, event: e.Attacked) -> Skirmish:
    who = event.who
    if event.points or event.center:
        one = fighter(skirmish, who)
        spent = one.spent + event.points
        skirmish = put(skirmish, one._replace(spent=spent, center="" if event.center else one.center))
    label, fighters, number, step, left, done, refused, lots, stack, winner = skirmish
    turn = stack[-1]
    if type(turn) is Turn and turn.who == who:
        twice = turn.twice or event.extra or EXTRA in event.maneuvers
        stack = (*stack[:-1], Turn(who, 0 if not event.extra else turn.left, True, False, twice, True))
    roll = Roll(who, event.deed, "open", "", event.free, event.adds)
    blow = Blow(who, event.target, event.weapon, event.maneuvers, event.tn, roll, event.named, "attack", event.keep)
    return new(Skirmish, (label, fighters, number, step, left, done, refused, lots, (*stack, blow), winner))


def _hit(skirmish: Skirmish, event: e.Hit) -> Skirmish:
    blow = top_of(skirmish, Blow)
    roll = Roll(blow.who, event.deed, adds=event.adds)
    who, target, weapon, chosen, tn, _, named, _, keep, *_ = blow
    step = "edge" if event.edge else "damage"
    return set_top(skirmish, Blow(who, target, weapon, chosen, tn, roll, named, step, keep, 0, event.pierce))


def _missed(skirmish: Skirmish, event: e.Missed) -> Skirmish:
    return pop(skirmish, Blow)


def _edged(skirmish: Skirmish, event: e.Edged) -> Skirmish:
    now = set_top(skirmish, top_of(skirmish, Blow)._replace(step="damage"))
    return spent(now, event.who, event.points) if event.points else now


def _dealt(skirmish: Skirmish, event: e.Dealt) -> Skirmish:
    who, target, weapon, chosen, tn, roll, named, _, keep, _, pierce = top_of(skirmish, Blow)
    return set_top(skirmish, Blow(who, target, weapon, chosen, tn, roll, named, "soak", keep, event.damage, pierce))


def _took(skirmish: Skirmish, event: e.Took) -> Skirmish:
    blow = top_of(skirmish, Blow)
    now = pop(skirmish, Blow)
    if event.points:
        now = spent(now, event.who, event.points)
    if event.extra and now.stack and type(turn := now.stack[-1]) is Turn:
        now = set_top(now, turn._replace(extra=True))
    if not event.next:
        return now
    both = zip((blow.who, blow.target), event.deeds, strict=True)
    rolls = tuple([Roll(who, deed, "contest", "contested", raises=False) for who, deed in both])
    return push(now, Clash(blow.who, blow.target, event.next, rolls))


def _wrestled(skirmish: Skirmish, event: e.Wrestled) -> Skirmish:
    clash = top_of(skirmish, Clash)
    if not event.winner:
        return set_top(skirmish, clash._replace(rolls=tuple([again(each) for each in clash.rolls])))
    now = pop(skirmish, Clash)
    if KNOCKDOWN in event.what and event.winner == event.who:
        lying = tuple(sorted({*fighter(now, event.target).conditions, PRONE}))
        return set_of(now, event.target, "conditions", lying)
    return now


def _lost(skirmish: Skirmish, event: e.Lost) -> Skirmish:
    one = fighter(skirmish, event.who)
    gone = one.gone if event.how == "dropped" else (*one.gone, event.weapon)
    if one.weapon != event.weapon:
        return put(skirmish, one._replace(gone=gone))
    return put(skirmish, one._replace(weapon="", gone=gone, guard=one.guard._replace(fan=0)))


# --- dice -------------------------------------------------------------------------------------------------------


def _rolled_on(roll: Roll, event: Declared | Threw | Kept) -> Roll:
    kind = type(event)
    at = -3 if kind is Declared else -2 if kind is Threw else -1
    return new(Roll, (*roll[:at], event, *roll[at + 1 :])) if at != -1 else new(Roll, (*roll[:-1], event))


def _of_roll(skirmish: Skirmish, event: Declared | Threw | Kept) -> Skirmish:
    label, fighters, number, step, left, done, refused, lots, stack, winner = skirmish
    top: Any = stack[-1]
    if type(top) is Blow:
        who, target, weapon, chosen, tn, roll, *rest = top
        now: Any = new(Blow, (who, target, weapon, chosen, tn, _rolled_on(roll, event), *rest))
    elif type(top) is Brace:
        now = Brace(top.who, _rolled_on(top.roll, event), top.cost)
    elif type(top) is Rolling or type(top) is Clash:
        now = top._replace(rolls=tuple([_rolled_on(r, event) if r.who == event.who else r for r in top.rolls]))
        if type(top) is Clash and type(event) is Declared and event.void:
            fighters = spent(skirmish, event.who, event.void.count("+") + 1).fighters
    else:
        raise LookupError("nothing is rolled")
    return new(Skirmish, (label, fighters, number, step, left, done, refused, lots, (*stack[:-1], now), winner))


AFTER: After = {
    e.Attacked: _attacked,
    e.Hit: _hit,
    e.Missed: _missed,
    e.Edged: _edged,
    e.Dealt: _dealt,
    e.Took: _took,
    e.Wrestled: _wrestled,
    e.Lost: _lost,
    Declared: _of_roll,
    Threw: _of_roll,
    Kept: _of_roll,
}
