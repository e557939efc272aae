"""The skirmish after what happens around Rounds and turns, from who comes in to who is left standing."""

from __future__ import annotations

from rollkeep.fourth.catalogue.rounds import PRONE
from rollkeep.fourth.catalogue.stances import ATTACK, CENTER
from rollkeep.fourth.play.roll import Roll
from rollkeep.fourth.skirmish import events as e
from rollkeep.fourth.skirmish.pieces import After, changed, cost, new, pop, push, put, set_of, set_top, top_of, with_
from rollkeep.fourth.skirmish.state import (
    GATHERS,
    INITIATIVE,
    LEFT,
    MUSTER,
    ON_ARMOR,
    ON_DAMAGE,
    READY,
    STANCE,
    TURNS,
    VOID,
    Asking,
    Brace,
    Fighter,
    Guard,
    Rolling,
    Skirmish,
    Turn,
    fighter,
)

# --- who is in --------------------------------------------------------------------------------------------------


def _entered(skirmish: Skirmish, event: e.Entered) -> Skirmish:
    who, side, body, weapon, fan, by_hand, surprised = event
    if who in skirmish.left:
        skirmish = with_(skirmish, "left", tuple([each for each in skirmish.left if each != who]))
    was = next((each for each in skirmish.fighters if each.who == who), None)
    if was is None:
        one = Fighter(who, side, body, by_hand, surprised, weapon=weapon, guard=Guard(fan=fan))
        return with_(skirmish, "fighters", (*skirmish.fighters, one))
    guard = was.guard._replace(fan=fan)
    was = was._replace(side=side, body=body, by_hand=by_hand, surprised=surprised)
    return put(skirmish, was._replace(weapon=weapon, guard=guard, state=""))


def _began(skirmish: Skirmish, event: e.Began) -> Skirmish:
    return skirmish._replace(label=event.label, round=1, step=STANCE)


def _departed(skirmish: Skirmish, event: e.Departed) -> Skirmish:
    gone = set_of(skirmish, event.who, "state", LEFT)
    if gone.step == MUSTER:
        return gone._replace(fighters=tuple([each for each in gone.fighters if each.who != event.who]))
    return gone


def _conditioned(skirmish: Skirmish, event: e.Conditioned) -> Skirmish:
    now = tuple([each for each in fighter(skirmish, event.who).conditions if each != event.what])
    return set_of(skirmish, event.who, "conditions", tuple(sorted((*now, event.what))) if event.yes else now)


def _granted(skirmish: Skirmish, event: e.Granted) -> Skirmish:
    one = fighter(skirmish, event.who)
    if event.on == ON_DAMAGE:
        return put(skirmish, one._replace(hurts=event.adds))
    if event.on == ON_ARMOR:
        granted = tuple([(each.name, each.pool.flat) for each in event.adds])
        return put(skirmish, one._replace(guard=one.guard._replace(granted=granted)))
    return put(skirmish, one._replace(adds=event.adds, free=event.free))


def _fared(skirmish: Skirmish, event: e.Fared) -> Skirmish:
    return set_of(skirmish, event.who, "state", event.state)


def _over(skirmish: Skirmish, event: e.Over) -> Skirmish:
    return skirmish._replace(stack=(), winner=event.winner)


# --- how a Round begins -----------------------------------------------------------------------------------------


def _stood(skirmish: Skirmish, event: e.Stood) -> Skirmish:
    one = fighter(skirmish, event.who)
    guard = one.guard._replace(stance=event.by)
    center = "" if event.stance == CENTER else one.center
    stood = one._replace(stance=event.stance, guard=guard, spent=one.spent + event.points, center=center)
    now = put(skirmish, stood._replace(boosts=True) if event.points else stood)
    turn = now.stack[-1] if now.stack else None
    return set_top(now, turn._replace(stood=True, before=None)) if type(turn) is Turn and turn.who == event.who else now


def _faltered(skirmish: Skirmish, event: e.Faltered) -> Skirmish:
    one = fighter(skirmish, event.who)
    return put(skirmish, one._replace(stance=ATTACK, guard=one.guard._replace(stance=0)))


def _chose(skirmish: Skirmish, event: e.Chose) -> Skirmish:
    return set_of(skirmish, event.who, "chooses", True)


def _rolled(skirmish: Skirmish, event: e.Rolled) -> Skirmish:
    rolls = tuple([Roll(who, "initiative", adds=adds) for who, adds in event.rolls])
    return push(with_(skirmish, "step", INITIATIVE), Rolling(rolls))


def _scored(skirmish: Skirmish, event: e.Scored) -> Skirmish:
    one = fighter(skirmish, event.who)
    return put(skirmish, one._replace(score=event.score, bonus=event.bonus, since=skirmish.round))


def _mustered(skirmish: Skirmish, event: e.Mustered) -> Skirmish:
    now = pop(skirmish, Rolling) if skirmish.stack else skirmish
    return with_(now, "step", VOID)


def _warded(skirmish: Skirmish, event: e.Warded) -> Skirmish:
    one = fighter(skirmish, event.who)
    return put(skirmish, one._replace(guard=one.guard._replace(void=event.by), spent=one.spent + 1))


def _hastened(skirmish: Skirmish, event: e.Hastened) -> Skirmish:
    one = fighter(skirmish, event.who)
    return put(skirmish, one._replace(score=one.score + event.by, spent=one.spent + 1))


def _proposed(skirmish: Skirmish, event: e.Proposed) -> Skirmish:
    return push(skirmish, Asking(event.who, event.with_))


def _swapped(skirmish: Skirmish, event: e.Swapped) -> Skirmish:
    one, other = fighter(skirmish, event.who), fighter(skirmish, event.with_)
    now = put(pop(skirmish, Asking), one._replace(score=other.score, spent=one.spent + 1))
    return put(now, other._replace(score=one.score))


def _refused(skirmish: Skirmish, event: e.Refused) -> Skirmish:
    return with_(pop(skirmish, Asking), "refused", (*skirmish.refused, (event.who, event.with_)))


def _invoked(skirmish: Skirmish, event: e.Invoked) -> Skirmish:
    return skirmish


def _passed(skirmish: Skirmish, event: e.Passed) -> Skirmish:
    return with_(skirmish, "done", (*skirmish.done, event.who))


def _drew(skirmish: Skirmish, event: e.Drew) -> Skirmish:
    return with_(skirmish, "lots", event.order)


def _ordered(skirmish: Skirmish, event: e.Ordered) -> Skirmish:
    return skirmish._replace(left=tuple([who for who, _ in event.order]), step=TURNS)


def _rounded(skirmish: Skirmish, event: e.Rounded) -> Skirmish:
    gathered = dict(event.gathered)
    fighters = tuple([_in_new_round(each, gathered.get(each.who, 0)) for each in skirmish.fighters])
    return skirmish._replace(fighters=fighters, round=event.number, step=STANCE, left=(), done=(), refused=())


def _in_new_round(one: Fighter, bonus: int) -> Fighter:
    """A Void Point's armor and the limit of the Round are over; what Center has gathered is there, or is gone."""
    if not (one.spent or one.guard.void or one.bonus or one.center or bonus):
        return one
    guard = one.guard._replace(void=0) if one.guard.void else one.guard
    return one._replace(spent=0, guard=guard, bonus=bonus, center=READY if bonus else "")


# --- turns ------------------------------------------------------------------------------------------------------


def _turned(skirmish: Skirmish, event: e.Turned) -> Skirmish:
    who = event.who
    one = fighter(skirmish, who)
    guard, before = one.guard, None
    if guard.full or guard.over or guard.old:
        before = guard
        one = changed(one, "guard", Guard(guard.stance, 0, guard.void, guard.fan, "", guard.full, guard.granted))
        skirmish = put(skirmish, one)
    label, fighters, number, step, left, done, refused, lots, stack, winner = skirmish
    turn = Turn(who, 2, one.since == number, before=before)
    later = left[left.index(who) + 1 :]
    return new(Skirmish, (label, fighters, number, step, later, done, refused, lots, (*stack, turn), winner))


def _delayed(skirmish: Skirmish, event: e.Delayed) -> Skirmish:
    before = top_of(skirmish, Turn).before
    now = pop(skirmish, Turn)
    if before:  # the turn has not begun, so what lasts until then is still there
        one = fighter(now, event.who)
        now = put(now, one._replace(guard=one.guard._replace(full=before.full, over=before.over, old=before.old)))
    at = now.left.index(event.after) + 1
    return with_(now, "left", (*now.left[:at], event.who, *now.left[at:]))


def _ended(skirmish: Skirmish, event: e.Ended) -> Skirmish:
    now = pop(skirmish, Turn)
    one = fighter(now, event.who)
    return put(now, changed(one, "center", GATHERS)) if one.stance == CENTER and not one.state else now


def _readied(skirmish: Skirmish, event: e.Readied) -> Skirmish:
    one = fighter(skirmish, event.who)
    now = put(skirmish, one._replace(weapon=event.weapon, guard=one.guard._replace(fan=event.fan)))
    return cost(now, event.who, event.cost)


def _covered(skirmish: Skirmish, event: e.Covered) -> Skirmish:
    one = fighter(skirmish, event.who)
    return cost(put(skirmish, one._replace(guard=one.guard._replace(over=event.ally))), event.who, 1)


def _rose(skirmish: Skirmish, event: e.Rose) -> Skirmish:
    now = tuple([each for each in fighter(skirmish, event.who).conditions if each != PRONE])
    return cost(set_of(skirmish, event.who, "conditions", now), event.who, 1)


def _tried(skirmish: Skirmish, event: e.Tried) -> Skirmish:
    return cost(skirmish, event.who, event.cost)


def _braced(skirmish: Skirmish, event: e.Braced) -> Skirmish:
    one = fighter(skirmish, event.who)
    if event.points or event.center:
        one = one._replace(spent=one.spent + event.points, center="" if event.center else one.center)
        skirmish = put(skirmish, one)
    now = cost(skirmish, event.who, event.cost)
    return push(now, Brace(event.who, Roll(event.who, "defense/reflexes", adds=event.adds, raises=False)))


def _defended(skirmish: Skirmish, event: e.Defended) -> Skirmish:
    if type(skirmish.stack[-1]) is Brace:
        skirmish = pop(skirmish, Brace)
    one = fighter(skirmish, event.who)
    now = put(skirmish, one._replace(guard=one.guard._replace(full=event.by)))
    return cost(now, event.who, event.cost)


AFTER: After = {
    e.Entered: _entered,
    e.Began: _began,
    e.Departed: _departed,
    e.Conditioned: _conditioned,
    e.Granted: _granted,
    e.Drew: _drew,
    e.Stood: _stood,
    e.Faltered: _faltered,
    e.Chose: _chose,
    e.Rolled: _rolled,
    e.Scored: _scored,
    e.Mustered: _mustered,
    e.Warded: _warded,
    e.Hastened: _hastened,
    e.Proposed: _proposed,
    e.Swapped: _swapped,
    e.Refused: _refused,
    e.Invoked: _invoked,
    e.Passed: _passed,
    e.Ordered: _ordered,
    e.Turned: _turned,
    e.Delayed: _delayed,
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
}
