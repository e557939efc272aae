"""Weapons and armour in a duel: what can be used, drawn, put away, and what becomes of things that suffer."""

from __future__ import annotations

from rollkeep.fifth.duel.events import Spoiled
from rollkeep.fifth.duel.person import BARE, RAZOR, Numbers
from rollkeep.fifth.duel.state import Arms, Duel, Held, Side, side
from rollkeep.machine.machine import Step, Who

ARMOUR = "armour"
DRAWS = ("crossing-blade", "rising-blade")
"""The techniques that draw a blade and cut with it."""

HANDS = 2
IAIJUTSU = ("first-strike", "first-blood", "to-the-death")
"""The forms in ceremonial clothes, with katana and wakizashi, sheathed at first."""


def bare_handed(form: str) -> bool:
    """Whether bare hands may be fought with.

    Source: 5e.duel.forms
    """
    return form not in IAIJUTSU


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


def usable(one: Side, known: Numbers, form: str, ruling: str) -> tuple[str, ...]:
    """What a Strike can be made with; ``ruling`` says what a finishing blow may use beside that.

    Source: 5e.duel.finishing-blow
    """
    found = tuple([name for name, _ in one.arms.held])
    if bare_handed(form) or (ruling == "unarmed" and not found):
        found += BARE if hands_free(one) else BARE[1:]
    if ruling == "free_draw":
        free = hands_free(one)
        found += tuple(name for name in sheathed(one) if known.grips[name][0] <= free)
    return found


def drawing(one: Side, known: Numbers) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The drawing techniques that are open now, each with the blades that can be drawn for it.

    Source: 5e.action.crossing-blade, 5e.action.rising-blade
    """
    if not known.draws or not (blades := drawable(one, known)):
        return ()
    barred = "crossing-blade" if one.body.immobilized else ""  # which takes Movement
    return tuple((kind, blades) for kind in DRAWS if kind in known.draws and kind != barred)


def gripped(one: Side, known: Numbers, kind: str, name: str) -> int:
    """With how many hands an attack holds its weapon, drawn for it where it is not in hand; 0 for bare hands."""
    held = next((hands for held, hands in one.arms.held if held == name), 0)
    if held or name in BARE:
        return held
    free = hands_free(one)
    return 1 if kind in DRAWS else max(hands for hands in known.grips[name] if hands <= free)


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
    return held_then(one.arms.held, name, hands)


def held_then(held: Held, name: str, hands: int) -> Held:
    """What is in hand after one weapon was taken into so many hands; 0 puts it away."""
    rest = tuple(pair for pair in held if pair[0] != name)
    return (*rest, (name, hands)) if hands else rest


def suffers(arms: Arms, what: str) -> str:
    """What becomes of a thing that suffers: ``worn``, ``damaged`` or ``destroyed``; empty where it cannot.

    Source: 5e.damage, 5e.critical
    """
    if what != ARMOUR and what not in arms.ready:
        return ""
    if what in arms.tough:
        return "worn"
    if what not in arms.damaged:
        return "damaged"
    lasts = what in arms.destroyed or (what == ARMOUR and not arms.resistance)
    return "" if lasts else "destroyed"


def spoil(step: Step[Duel], who: Who, what: str) -> None:
    """A thing suffers: durable ones lose that first; then it is Damaged, then destroyed. Bare hands do not suffer.

    Source: 5e.damage, 5e.critical
    """
    if how := suffers(side(step.now.state, who).arms, what):
        step.add(Spoiled(who, what, how))
