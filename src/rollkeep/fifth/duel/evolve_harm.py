"""The duel after damage and criticals."""

from __future__ import annotations

from rollkeep.fifth.duel import events as e
from rollkeep.fifth.duel.pieces import After, pop, push, put, set_top, tallied, top_of, with_
from rollkeep.fifth.duel.state import (
    Body,
    Duel,
    Hit,
    Wound,
    side,
)


def _struck(duel: Duel, event: e.Struck) -> Duel:
    if not event.left:
        return duel
    hit = Hit(event.foe, event.who, event.left, event.deadliness, event.razor, event.sure, event.bought)
    return push(duel, hit)


def _spoiled(duel: Duel, event: e.Spoiled) -> Duel:
    one = side(duel, event.who)
    arms, what = one.arms, event.what
    tough = tuple(name for name in arms.tough if name != what)
    if event.how == "worn":
        arms = arms._replace(tough=tough)
    elif what == "armour":
        arms = arms._replace(
            damaged=(*arms.damaged, what), resistance=max(arms.resistance - 2, 0) if event.how == "damaged" else 0
        )
    elif event.how == "damaged":
        arms = arms._replace(damaged=(*arms.damaged, what), tough=tough)
    else:
        held = tuple(pair for pair in arms.held if pair[0] != what)
        arms = arms._replace(destroyed=(*arms.destroyed, what), held=held)
    return put(duel, one._replace(arms=arms))


def _defended(duel: Duel, event: e.Defended) -> Duel:
    hit = top_of(duel, Hit)
    duel = pop(duel, Hit)
    if not hit.by:
        return duel
    fatigue = side(duel, hit.by).tally.fatigue + event.fatigue
    return tallied(duel, hit.by, "fatigue", fatigue)


def _undefended(duel: Duel, event: e.Undefended) -> Duel:
    return pop(duel, Hit)


def _led(duel: Duel, event: e.Led) -> Duel:
    return tallied(duel, event.who, "first")


def _critical(duel: Duel, event: e.Critical) -> Duel:
    return push(duel, Wound(*event))


def _resisted(duel: Duel, event: e.Resisted) -> Duel:
    return set_top(duel, top_of(duel, Wound)._replace(resisted=event.by))


def _wounded(duel: Duel, event: e.Wounded) -> Duel:
    duel = pop(duel, Wound)
    one = side(duel, event.who)
    body, ring = one.body, event.ring
    light, severe, scars, bleeding, dying, unconscious, dead, immobilized = body
    for effect in event.effects:
        if effect == "light":
            light = (*light, ring)
        elif effect == "severe":
            light, severe = tuple(r for r in light if r != ring), (*severe, ring)
        elif effect == "worse":
            severe = tuple(r for r in severe if r != ring)
        elif effect == "bleeding":
            bleeding = True
        elif effect in ("lesser-scar", "greater-scar"):
            scars = (*scars, f"{effect} ({ring})")
        elif effect == "dead":
            dead = True
        elif effect == "unconscious":
            unconscious = True
        elif effect.startswith("dying-"):
            rounds = int(effect.removeprefix("dying-"))
            dying = rounds if dying < 0 else min(dying, rounds)
    marks = one.marks._replace(guard=0) if one.marks.guard else one.marks
    duel = put(
        duel,
        with_(
            with_(one, "body", Body(light, severe, scars, bleeding, dying, unconscious, dead, immobilized)),
            "marks",
            marks,
        ),
    )
    if not event.by:
        return duel
    highest = max(side(duel, event.by).tally.critical, event.severity)
    return tallied(duel, event.by, "critical", highest)


def _bound(duel: Duel, event: e.Bound) -> Duel:
    one = side(duel, event.who)
    return put(duel, one._replace(body=one.body._replace(immobilized=event.yes)))


def _sank(duel: Duel, event: e.Sank) -> Duel:
    one = side(duel, event.who)
    return put(duel, one._replace(body=one.body._replace(dying=event.left)))


def _died(duel: Duel, event: e.Died) -> Duel:
    one = side(duel, event.who)
    return put(duel, one._replace(body=one.body._replace(dead=True)))


def _clashed(duel: Duel, event: e.Clashed) -> Duel:
    return duel


AFTER: After = {
    e.Struck: _struck,
    e.Led: _led,
    e.Spoiled: _spoiled,
    e.Defended: _defended,
    e.Undefended: _undefended,
    e.Critical: _critical,
    e.Resisted: _resisted,
    e.Wounded: _wounded,
    e.Bound: _bound,
    e.Sank: _sank,
    e.Died: _died,
    e.Clashed: _clashed,
}
