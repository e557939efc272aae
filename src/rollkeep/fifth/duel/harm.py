"""Damage and criticals: defending, resisting, and what a severity does."""

from __future__ import annotations

from functools import lru_cache

from rollkeep.fifth.duel.check import RESIST_TN, reached, resist
from rollkeep.fifth.duel.events import Critical, Defended, Undefended, Wounded
from rollkeep.fifth.duel.gear import ARMOUR, spoil
from rollkeep.fifth.duel.moves import Defend, Resist
from rollkeep.fifth.duel.person import Person, incapacitated, numbers, seizing
from rollkeep.fifth.duel.state import Body, Duel, Hit, Side, Wound, able, side
from rollkeep.machine.bound import OneOf
from rollkeep.machine.machine import Offer, Offers, Scene, Shifted, Step, Who, may
from rollkeep.reason import Reason, because

UNCONSCIOUS = 10  # what it adds to the severity of a critical
TABLE = (
    (16, ("dead",)),
    (14, ("severe", "bleeding", "dying-1")),
    (12, ("severe", "bleeding", "dying-3")),
    (9, ("bleeding", "greater-scar")),
    (7, ("bleeding", "lesser-scar")),
    (5, ("severe",)),
    (3, ("light",)),
    (0, ("armour",)),
)
"""From which severity on a critical does what."""
_RAZOR = (3, 6)  # severities at which a razor-edged weapon makes one bleed
_INJURY = ("bleeding", "lesser-scar")  # what a severe wound becomes where there is one already


# --- damage -----------------------------------------------------------------------------------------------------


def hits(scene: Scene[Duel], hit: Hit) -> Offers:
    """Whether to defend.

    Source: 5e.damage
    """
    if not _may_refuse(scene, hit):
        return {}
    one: Person = scene.cast[hit.who]
    then, most = one.fatigue + hit.amount, numbers(one).endurance
    return {hit.who: (_defending(hit.who, hit.amount, then, most, _severity(hit, one), hit.bought),)}


@lru_cache(512)
def _defending(who: Who, fatigue: int, then: int, most: int, severity: int, bought: int) -> Offer:
    """To defend or not, with what comes of either.

    Source: 5e.damage
    """
    numbers_ = {"fatigue": fatigue, "then": then, "most": most, "severity": severity, "bought": bought}
    says = (because("5e.damage", "opens", who=who, **numbers_),)
    return may(Defend, says=says, refuse=OneOf((False, True)))


def _severity(hit: Hit, one: Person) -> int:
    """The severity of the critical that comes of no defence.

    Source: 5e.damage, 5e.bleeding
    """
    return hit.deadliness if hit.by else max(one.fatigue, 0)


def _can_defend(scene: Scene[Duel], hit: Hit) -> bool:
    """Source: 5e.incapacitated, 5e.unconscious"""
    return not hit.sure and able(side(scene.state, hit.who)) and not incapacitated(scene.cast[hit.who])


def _may_refuse(scene: Scene[Duel], hit: Hit) -> bool:
    return hit.who in scene.cast and scene.cast[hit.who].void > 0 and _can_defend(scene, hit)


def follow_hit(step: Step[Duel], hit: Hit) -> bool:
    """Defends, or cannot, where there is nothing to choose."""
    if _may_refuse(step.now, hit):
        return False
    _answered(step, hit, defends=_can_defend(step.now, hit))
    return True


def defend(step: Step[Duel], hit: Hit, move: Defend) -> None:
    """Source: 5e.damage"""
    if move.refuse:
        step.add(Shifted(hit.who, "void", -1, "refuse to defend"))
    _answered(step, hit, defends=not move.refuse, refused=move.refuse)


def _answered(step: Step[Duel], hit: Hit, *, defends: bool, refused: bool = False) -> None:
    """Fatigue for who defends, a critical for who does not; then what was bought beside it.

    Source: 5e.damage, 5e.bleeding
    """
    who = hit.who
    dead = side(step.now.state, who).body.dead
    if defends:
        step.add(Defended(who, hit.amount), Shifted(who, "fatigue", hit.amount, "defence" if hit.by else "bleeding"))
    else:
        step.add(Undefended(who, "refused" if refused else "unable"))
    coming = []
    if hit.bought >= 0:
        coming.append(critical(step, who, hit.by, hit.bought, hit.razor))
    if not defends and not dead:
        coming.append(critical(step, who, hit.by, _severity(hit, step.now.cast[who]), hit.razor))
    step.add(*coming)


def blow(deadliness: int) -> int:
    """The severity of a finishing blow, before bonus successes and opportunity.

    Source: 5e.duel.finishing-blow
    """
    return 2 * deadliness


# --- criticals --------------------------------------------------------------------------------------------------


def critical(step: Step[Duel], who: Who, by: Who, severity: int, razor: bool, *, blow: bool = False) -> Critical:
    """A critical on its way.

    Source: 5e.critical, 5e.unconscious
    """
    asleep = UNCONSCIOUS if side(step.now.state, who).body.unconscious else 0
    return Critical(who, by, severity + asleep, razor, blow)


def wounds(scene: Scene[Duel], wound: Wound) -> Offers:
    """How a critical is resisted, where there is a choice.

    Source: 5e.critical, 5e.seize
    """
    if not _asks(scene, wound):
        return {}
    person: Person = scene.cast[wound.who]
    edges = numbers(person).edges[side(scene.state, wound.who).stance]
    seize = seizing(person)
    return {wound.who: (may(Resist, says=(_resisting(scene, wound),), seize=seize, edges=edges),)}


def _resisting(scene: Scene[Duel], wound: Wound) -> Reason:
    """What the critical would do now, and what a success takes off.

    Source: 5e.critical
    """
    one = side(scene.state, wound.who)
    guard = min(one.marks.guard, wound.severity)
    effects = _effects(scene.cast[wound.who], one, wound, wound.severity - guard)
    tn = reached(scene, wound.who, "resist", "fitness", one.stance, RESIST_TN)
    return because(
        "5e.critical",
        "opens",
        severity=wound.severity,
        guard=guard,
        tn=tn,
        ring=one.stance,
        effects=" ".join(effects),
    )


def _asks(scene: Scene[Duel], wound: Wound) -> bool:
    one = side(scene.state, wound.who)
    if wound.resisted >= 0 or not able(one) or wound.who not in scene.cast:
        return False
    person = scene.cast[wound.who]
    return person.void > 0 or bool(numbers(person).edges[one.stance].of)


def follow_wound(step: Step[Duel], wound: Wound) -> bool:
    """Resists where nothing is to be chosen; then the critical takes effect."""
    if wound.resisted >= 0 or side(step.now.state, wound.who).body.dead:
        _take(step, wound)
    elif _asks(step.now, wound):
        return False
    else:
        resist(step, wound.who, False, ())
    return True


def resisting(step: Step[Duel], wound: Wound, move: Resist) -> None:
    """Source: 5e.critical"""
    resist(step, wound.who, move.seize, move.edges)


def _take(step: Step[Duel], wound: Wound) -> None:
    """What is left of the severity, and what it does.

    Source: 5e.critical, 5e.wounded, 5e.incapacitated
    """
    one = side(step.now.state, wound.who)
    severity = max(wound.severity - max(wound.resisted, 0) - one.marks.guard, 0)
    effects = _effects(step.now.cast[wound.who], one, wound, severity)
    step.add(Wounded(wound.who, wound.by, severity, one.stance, effects, wound.blow))
    if "armour" in effects:
        spoil(step, wound.who, ARMOUR)


def _effects(person: Person, one: Side, wound: Wound, severity: int) -> tuple[str, ...]:
    """What a critical of a severity would do to somebody now.

    Source: 5e.critical, 5e.incapacitated
    """
    effects = () if one.body.dead else effects_of(severity, wound.razor, one.stance, one.body)
    if effects and incapacitated(person) and not one.body.unconscious:
        return (*effects, "unconscious")
    return effects


def effects_of(severity: int, razor: bool, ring: str, body: Body) -> tuple[str, ...]:
    """What a critical of a severity does to a body that resisted with a ring.

    Source: 5e.critical, 5e.wounded
    """
    row = next(effects for least, effects in TABLE if severity >= least)
    found = list[str]()
    for effect in row:
        if effect == "light" and ring in body.light:
            effect = "severe"
        if effect == "severe" and ring in body.severe:
            found += ["worse", *_INJURY]
        else:
            found.append(effect)
    if razor and _RAZOR[0] <= severity <= _RAZOR[1]:
        found.append("bleeding")
    return tuple(dict.fromkeys(found))
