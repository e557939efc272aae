"""The skirmish after one of its events. It knows no rule, sees no character and opens no secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rollkeep.fourth.catalogue.maneuvers import KNOCKDOWN
from rollkeep.fourth.catalogue.rounds import PRONE
from rollkeep.fourth.play.roll import Declared, Kept, Roll, Threw, again
from rollkeep.fourth.skirmish import events as e
from rollkeep.fourth.skirmish.state import (
    GATHERS,
    INITIATIVE,
    LEFT,
    MUSTER,
    READY,
    STANCE,
    TURNS,
    VOID,
    Asking,
    Blow,
    Brace,
    Clash,
    Fighter,
    Frame,
    Guard,
    Rolling,
    Skirmish,
    Turn,
    fighter,
)

CENTER = "center"
CENTER_BONUS = 10
new = tuple.__new__  # a named tuple without the detour by its keywords
_AT = {name: at for at, name in enumerate(Skirmish._fields)}
_FIGHTER = {name: at for at, name in enumerate(Fighter._fields)}


def evolve(skirmish: Skirmish, event: Any) -> Skirmish:
    """The skirmish after one of its events.

    Raises: LookupError where the event does not fit.
    """
    return _AFTER[type(event)](skirmish, event)


# --- small changes ----------------------------------------------------------------------------------------------


def _with(skirmish: Skirmish, name: str, part: object) -> Skirmish:
    at = _AT[name]
    return new(Skirmish, (*skirmish[:at], part, *skirmish[at + 1 :]))


def _changed(one: Fighter, name: str, part: object) -> Fighter:
    at = _FIGHTER[name]
    return new(Fighter, (*one[:at], part, *one[at + 1 :]))


def _put(skirmish: Skirmish, one: Fighter) -> Skirmish:
    who = one.who
    label, fighters, *rest = skirmish
    return new(Skirmish, (label, tuple([one if each.who == who else each for each in fighters]), *rest))


def _set(skirmish: Skirmish, who: str, name: str, part: object) -> Skirmish:
    return _put(skirmish, _changed(fighter(skirmish, who), name, part))


def _spent(skirmish: Skirmish, who: str, points: int = 1) -> Skirmish:
    one = fighter(skirmish, who)
    return _put(skirmish, _changed(one, "spent", one.spent + points))


def _push(skirmish: Skirmish, frame: Frame) -> Skirmish:
    return _with(skirmish, "stack", (*skirmish.stack, frame))


def _top(skirmish: Skirmish, frame: Frame) -> Skirmish:
    return _with(skirmish, "stack", (*skirmish.stack[:-1], frame))


def _pop(skirmish: Skirmish, kind: type) -> Skirmish:
    _of(skirmish, kind)
    return _with(skirmish, "stack", skirmish.stack[:-1])


def _of(skirmish: Skirmish, kind: type) -> Any:
    """What is on top.

    Raises: LookupError where it is of another kind.
    """
    top = skirmish.stack[-1]
    if type(top) is not kind:
        raise LookupError(f"{kind.__name__} is not on top")
    return top


def _cost(skirmish: Skirmish, who: str, cost: int) -> Skirmish:
    """What an action takes from the turn."""
    turn = skirmish.stack[-1]
    if type(turn) is not Turn or turn.who != who:
        return skirmish
    done = Turn(who, max(turn.left - cost, 0), True, turn.extra, turn.twice, True)
    return _top(skirmish, done)


# --- who is in --------------------------------------------------------------------------------------------------


def _entered(skirmish: Skirmish, event: e.Entered) -> Skirmish:
    one = Fighter(
        *(event.who, event.side, event.body, event.by_hand, event.surprised),
        weapon=event.weapon,
        guard=Guard(fan=event.fan),
    )
    others = tuple([each for each in skirmish.fighters if each.who != event.who])
    if event.who in skirmish.left:
        skirmish = _with(skirmish, "left", tuple([who for who in skirmish.left if who != event.who]))
    return _with(skirmish, "fighters", (*others, one))


def _began(skirmish: Skirmish, event: e.Began) -> Skirmish:
    return skirmish._replace(label=event.label, round=1, step=STANCE)


def _departed(skirmish: Skirmish, event: e.Departed) -> Skirmish:
    gone = _set(skirmish, event.who, "state", LEFT)
    if gone.step == MUSTER:
        return gone._replace(fighters=tuple([each for each in gone.fighters if each.who != event.who]))
    return gone


def _conditioned(skirmish: Skirmish, event: e.Conditioned) -> Skirmish:
    now = tuple([each for each in fighter(skirmish, event.who).conditions if each != event.what])
    return _set(skirmish, event.who, "conditions", tuple(sorted((*now, event.what))) if event.yes else now)


def _granted(skirmish: Skirmish, event: e.Granted) -> Skirmish:
    return _put(skirmish, fighter(skirmish, event.who)._replace(adds=event.adds, free=event.free))


def _fared(skirmish: Skirmish, event: e.Fared) -> Skirmish:
    return _set(skirmish, event.who, "state", event.state)


def _over(skirmish: Skirmish, event: e.Over) -> Skirmish:
    return skirmish._replace(stack=(), winner=event.winner)


# --- how a Round begins -----------------------------------------------------------------------------------------


def _stood(skirmish: Skirmish, event: e.Stood) -> Skirmish:
    one = fighter(skirmish, event.who)
    guard = one.guard._replace(stance=event.by)
    center = "" if event.stance == CENTER else one.center
    stood = one._replace(stance=event.stance, guard=guard, spent=one.spent + event.points, center=center)
    now = _put(skirmish, stood._replace(boosts=True) if event.points else stood)
    turn = now.stack[-1] if now.stack else None
    return _top(now, turn._replace(stood=True)) if type(turn) is Turn and turn.who == event.who else now


def _rolled(skirmish: Skirmish, event: e.Rolled) -> Skirmish:
    rolls = tuple([Roll(who, "initiative", adds=adds) for who, adds in event.rolls])
    return _push(_with(skirmish, "step", INITIATIVE), Rolling(rolls))


def _scored(skirmish: Skirmish, event: e.Scored) -> Skirmish:
    one = fighter(skirmish, event.who)
    return _put(skirmish, one._replace(score=event.score, bonus=event.bonus, since=skirmish.round))


def _mustered(skirmish: Skirmish, event: e.Mustered) -> Skirmish:
    now = _pop(skirmish, Rolling) if skirmish.stack else skirmish
    return _with(now, "step", VOID)


def _warded(skirmish: Skirmish, event: e.Warded) -> Skirmish:
    one = fighter(skirmish, event.who)
    return _put(skirmish, one._replace(guard=one.guard._replace(void=event.by), spent=one.spent + 1))


def _hastened(skirmish: Skirmish, event: e.Hastened) -> Skirmish:
    one = fighter(skirmish, event.who)
    return _put(skirmish, one._replace(score=one.score + event.by, spent=one.spent + 1))


def _proposed(skirmish: Skirmish, event: e.Proposed) -> Skirmish:
    return _push(skirmish, Asking(event.who, event.with_))


def _swapped(skirmish: Skirmish, event: e.Swapped) -> Skirmish:
    one, other = fighter(skirmish, event.who), fighter(skirmish, event.with_)
    now = _put(_pop(skirmish, Asking), one._replace(score=other.score, spent=one.spent + 1))
    return _put(now, other._replace(score=one.score))


def _refused(skirmish: Skirmish, event: e.Refused) -> Skirmish:
    return _with(_pop(skirmish, Asking), "refused", (*skirmish.refused, (event.who, event.with_)))


def _passed(skirmish: Skirmish, event: e.Passed) -> Skirmish:
    return _with(skirmish, "done", (*skirmish.done, event.who))


def _drew(skirmish: Skirmish, event: e.Drew) -> Skirmish:
    return _with(skirmish, "lots", event.order)


def _ordered(skirmish: Skirmish, event: e.Ordered) -> Skirmish:
    return skirmish._replace(left=tuple([who for who, _ in event.order]), step=TURNS)


def _rounded(skirmish: Skirmish, event: e.Rounded) -> Skirmish:
    fighters = tuple([_in_new_round(each) for each in skirmish.fighters])
    return skirmish._replace(fighters=fighters, round=event.number, step=STANCE, left=(), done=(), refused=())


def _in_new_round(one: Fighter) -> Fighter:
    """A Void Point's armor and the limit of the Round are over; what Center has gathered is there, or is gone."""
    if not (one.spent or one.guard.void or one.bonus or one.center):
        return one
    guard = one.guard._replace(void=0) if one.guard.void else one.guard
    gathered = one.center == GATHERS
    return one._replace(spent=0, guard=guard, bonus=CENTER_BONUS if gathered else 0, center=READY if gathered else "")


# --- turns ------------------------------------------------------------------------------------------------------


def _turned(skirmish: Skirmish, event: e.Turned) -> Skirmish:
    who = event.who
    one = fighter(skirmish, who)
    guard = one.guard
    if guard.full or guard.over or guard.old:
        one = _changed(one, "guard", Guard(guard.stance, 0, guard.void, guard.fan, "", guard.full))
        skirmish = _put(skirmish, one)
    label, fighters, number, step, left, done, refused, lots, stack, winner = skirmish
    turn = Turn(who, 2, one.since == number)
    later = left[left.index(who) + 1 :]
    return new(Skirmish, (label, fighters, number, step, later, done, refused, lots, (*stack, turn), winner))


def _delayed(skirmish: Skirmish, event: e.Delayed) -> Skirmish:
    now = _pop(skirmish, Turn)
    at = now.left.index(event.after) + 1
    return _with(now, "left", (*now.left[:at], event.who, *now.left[at:]))


def _ended(skirmish: Skirmish, event: e.Ended) -> Skirmish:
    now = _pop(skirmish, Turn)
    one = fighter(now, event.who)
    return _put(now, _changed(one, "center", GATHERS)) if one.stance == CENTER and not one.state else now


def _readied(skirmish: Skirmish, event: e.Readied) -> Skirmish:
    one = fighter(skirmish, event.who)
    now = _put(skirmish, one._replace(weapon=event.weapon, guard=one.guard._replace(fan=event.fan)))
    return _cost(now, event.who, event.cost)


def _lost(skirmish: Skirmish, event: e.Lost) -> Skirmish:
    one = fighter(skirmish, event.who)
    gone = one.gone if event.how == "dropped" else (*one.gone, event.weapon)
    if one.weapon != event.weapon:
        return _put(skirmish, one._replace(gone=gone))
    return _put(skirmish, one._replace(weapon="", gone=gone, guard=one.guard._replace(fan=0)))


def _covered(skirmish: Skirmish, event: e.Covered) -> Skirmish:
    one = fighter(skirmish, event.who)
    return _cost(_put(skirmish, one._replace(guard=one.guard._replace(over=event.ally))), event.who, 1)


def _rose(skirmish: Skirmish, event: e.Rose) -> Skirmish:
    now = tuple([each for each in fighter(skirmish, event.who).conditions if each != PRONE])
    return _cost(_set(skirmish, event.who, "conditions", now), event.who, 1)


def _tried(skirmish: Skirmish, event: e.Tried) -> Skirmish:
    return _cost(skirmish, event.who, event.cost)


def _braced(skirmish: Skirmish, event: e.Braced) -> Skirmish:
    one = fighter(skirmish, event.who)
    if event.points or event.center:
        one = one._replace(spent=one.spent + event.points, center="" if event.center else one.center)
        skirmish = _put(skirmish, one)
    now = _cost(skirmish, event.who, event.cost)
    return _push(now, Brace(event.who, Roll(event.who, "defense/reflexes", adds=event.adds, raises=False)))


def _defended(skirmish: Skirmish, event: e.Defended) -> Skirmish:
    if type(skirmish.stack[-1]) is Brace:
        skirmish = _pop(skirmish, Brace)
    one = fighter(skirmish, event.who)
    now = _put(skirmish, one._replace(guard=one.guard._replace(full=event.by)))
    return _cost(now, event.who, event.cost)


# --- attacks ----------------------------------------------------------------------------------------------------


def _attacked(skirmish: Skirmish, event: e.Attacked) -> Skirmish:
    who = event.who
    if event.points or event.center:
        one = fighter(skirmish, who)
        spent = one.spent + event.points
        skirmish = _put(skirmish, one._replace(spent=spent, center="" if event.center else one.center))
    label, fighters, number, step, left, done, refused, lots, stack, winner = skirmish
    turn = stack[-1]
    if type(turn) is Turn and turn.who == who:
        twice = turn.twice or event.extra or "extra attack" in event.maneuvers
        stack = (*stack[:-1], Turn(who, 0 if not event.extra else turn.left, True, False, twice, True))
    roll = Roll(who, event.deed, "open", "", event.free, event.adds)
    blow = Blow(who, event.target, event.weapon, event.maneuvers, event.tn, roll, event.named)
    return new(Skirmish, (label, fighters, number, step, left, done, refused, lots, (*stack, blow), winner))


def _hit(skirmish: Skirmish, event: e.Hit) -> Skirmish:
    blow = _of(skirmish, Blow)
    keep = blow.roll.declared.keep if blow.roll.declared else "high"
    roll = Roll(blow.who, event.deed, adds=event.adds)
    who, target, weapon, chosen, tn, _, named, *_ = blow
    step = "edge" if event.edge else "damage"
    return _top(skirmish, Blow(who, target, weapon, chosen, tn, roll, named, step, keep, 0, event.pierce))


def _missed(skirmish: Skirmish, event: e.Missed) -> Skirmish:
    return _pop(skirmish, Blow)


def _edged(skirmish: Skirmish, event: e.Edged) -> Skirmish:
    now = _top(skirmish, _of(skirmish, Blow)._replace(step="damage"))
    return _spent(now, event.who, event.points) if event.points else now


def _dealt(skirmish: Skirmish, event: e.Dealt) -> Skirmish:
    who, target, weapon, chosen, tn, roll, named, _, keep, _, pierce = _of(skirmish, Blow)
    return _top(skirmish, Blow(who, target, weapon, chosen, tn, roll, named, "soak", keep, event.damage, pierce))


def _took(skirmish: Skirmish, event: e.Took) -> Skirmish:
    blow = _of(skirmish, Blow)
    now = _pop(skirmish, Blow)
    if event.points:
        now = _spent(now, event.who, event.points)
    if event.extra and now.stack and type(turn := now.stack[-1]) is Turn:
        now = _top(now, turn._replace(extra=True))
    if not event.next:
        return now
    both = zip((blow.who, blow.target), event.deeds, strict=True)
    rolls = tuple([Roll(who, deed, "contest", "contested", raises=False) for who, deed in both])
    return _push(now, Clash(blow.who, blow.target, event.next, rolls))


def _wrestled(skirmish: Skirmish, event: e.Wrestled) -> Skirmish:
    clash = _of(skirmish, Clash)
    if not event.winner:
        return _top(skirmish, clash._replace(rolls=tuple([again(each) for each in clash.rolls])))
    now = _pop(skirmish, Clash)
    if KNOCKDOWN in event.what and event.winner == event.who:
        lying = tuple(sorted({*fighter(now, event.target).conditions, PRONE}))
        return _set(now, event.target, "conditions", lying)
    return now


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
    else:
        raise LookupError("nothing is rolled")
    return new(Skirmish, (label, fighters, number, step, left, done, refused, lots, (*stack[:-1], now), winner))


_AFTER: dict[type, Callable[[Skirmish, Any], Skirmish]] = {
    e.Entered: _entered,
    e.Began: _began,
    e.Departed: _departed,
    e.Conditioned: _conditioned,
    e.Granted: _granted,
    e.Drew: _drew,
    e.Stood: _stood,
    e.Rolled: _rolled,
    e.Scored: _scored,
    e.Mustered: _mustered,
    e.Warded: _warded,
    e.Hastened: _hastened,
    e.Proposed: _proposed,
    e.Swapped: _swapped,
    e.Refused: _refused,
    e.Passed: _passed,
    e.Ordered: _ordered,
    e.Turned: _turned,
    e.Delayed: _delayed,
    e.Attacked: _attacked,
    e.Hit: _hit,
    e.Missed: _missed,
    e.Edged: _edged,
    e.Dealt: _dealt,
    e.Took: _took,
    e.Wrestled: _wrestled,
    e.Lost: _lost,
    e.Fared: _fared,
    e.Braced: _braced,
    e.Defended: _defended,
    e.Covered: _covered,
    e.Readied: _readied,
    e.Rose: _rose,
    e.Tried: _tried,
    e.Ended: _ended,
    e.Rounded: _rounded,
    e.Over: _over,
    Declared: _of_roll,
    Threw: _of_roll,
    Kept: _of_roll,
}
