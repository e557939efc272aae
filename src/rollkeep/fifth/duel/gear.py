"""Weapons and armour in a duel: what can be used, drawn, put away, and what becomes of things that suffer."""

from __future__ import annotations

from rollkeep.fifth.duel.events import Spoiled
from rollkeep.fifth.duel.person import BARE, RAZOR, Numbers
from rollkeep.fifth.duel.state import Duel, Held, Side, side
from rollkeep.machine.machine import Step, Who

ARMOUR = "armour"
HANDS = 2


def first_weapon(one: Side) -> str:
    """The weapon in hand, or the one that would be drawn first; a bare hand where there is none."""
    return one.arms.held[0][0] if one.arms.held else (one.arms.ready or BARE)[0]


def hands_free(one: Side) -> int:
    """How many hands hold nothing."""
    return HANDS - sum([hands for _, hands in one.arms.held])


def sheathed(one: Side) -> tuple[str, ...]:
    """Weapons at hand that are neither held nor destroyed."""
    arms = one.arms
    out = {name for name, _ in arms.held}.union(arms.destroyed)
    return tuple([name for name in arms.ready if name not in out])


def drawable(one: Side, known: Numbers) -> tuple[str, ...]:
    """Sheathed razor-edged weapons that one hand can draw and hold.

    Source: 5e.action.crossing-blade, 5e.action.rising-blade
    """
    if not hands_free(one):
        return ()
    return tuple(name for name in sheathed(one) if RAZOR in known.weapons[name].qualities and 1 in known.grips[name])


def drawn_too(one: Side, known: Numbers) -> Held:
    """What is in hand after another razor-edged weapon was drawn, if there is one.

    Source: 5e.action.crossing-blade
    """
    others = drawable(one, known)
    return (*one.arms.held, (others[0], 1)) if others else one.arms.held


def preparing(one: Side, known: Numbers) -> tuple[tuple[str, int], ...]:
    """What Prepare Item can do with one weapon: take it into so many hands, hold it otherwise, put it away (0).

    Source: 5e.action.prepare-item
    """
    free, found = hands_free(one), list[tuple[str, int]]()
    for name, now in one.arms.held:
        found += [(name, hands) for hands in known.grips[name] if hands != now and hands - now <= free]
        found.append((name, 0))
    for name in sheathed(one):
        found += [(name, hands) for hands in known.grips[name] if hands <= free]
    return tuple(found)


def prepared(one: Side, name: str, hands: int) -> Held:
    """What is in hand after that."""
    rest = tuple(pair for pair in one.arms.held if pair[0] != name)
    return (*rest, (name, hands)) if hands else rest


def spoil(step: Step[Duel], who: Who, what: str) -> None:
    """A thing suffers: durable ones lose that first; then it is Damaged, then destroyed. Bare hands do not suffer.

    Source: 5e.damage, 5e.critical
    """
    arms = side(step.now.state, who).arms
    if what != ARMOUR and what not in arms.ready:
        return
    if what in arms.tough:
        step.add(Spoiled(who, what, "worn"))
    elif what in arms.damaged:
        if what not in arms.destroyed and (what != ARMOUR or arms.resistance):
            step.add(Spoiled(who, what, "destroyed"))
    else:
        step.add(Spoiled(who, what, "damaged"))
