"""A check within a duel: declared, thrown, re-rolled, kept, counted; opportunity is spent; then it is judged."""

from __future__ import annotations

from functools import lru_cache

from rollkeep.dice.bound import Symbols
from rollkeep.dice.symbols import EXPLOSIVE, OPPORTUNITY, STRIFE, SUCCESS, SYMBOLS, Faces, kind
from rollkeep.fifth.catalogue.opportunities import Items, afforded
from rollkeep.fifth.catalogue.skills import GROUP_OF
from rollkeep.fifth.duel.events import (
    Bled,
    Counted,
    Declared,
    Kept,
    Parried,
    Picked,
    Rethrown,
    Settled,
    Spent,
    Swapped,
    Threw,
)
from rollkeep.fifth.duel.gear import DRAWS, spoil, suffers
from rollkeep.fifth.duel.moves import Keep, Reroll, Shatter, Spend, Swap, Throw
from rollkeep.fifth.duel.opens import chance
from rollkeep.fifth.duel.person import Person, added, air, changes, numbers
from rollkeep.fifth.duel.state import Centring, Check, Duel, Side, able, other, reserved, side
from rollkeep.fifth.rulings import Rulings
from rollkeep.machine.bound import Basket, OneOf, SomeOf
from rollkeep.machine.machine import CHANCE, Offer, Offers, Scene, Shifted, Step, Who, may, room
from rollkeep.reason import Reason, because

ATTACKS = ("strike", *DRAWS)
SPARE = 3
"""The face of a kept ring die that was set to opportunity."""
PASSION = 3
RESIST_TN = 1
LIGHT, SEVERE = 1, 3
"""What a wound adds to the TN of checks with its ring."""


# --- declaring --------------------------------------------------------------------------------------------------


def declared(
    step: Step[Duel],
    who: Who,
    kind_: str,
    skill: str,
    ring: str,
    tn: int,
    seize: bool,
    edges: tuple[str, ...],
    *,
    weapon: str = "",
    hands: int = 1,
    blow: bool = False,
    snare: int = 0,
    razor: bool = False,
    draws: bool = False,
) -> Check:
    """A check with its pool and TN; what it costs is paid.

    Source: 5e.check, 5e.seize, 5e.wounded, 5e.stance
    """
    duel, cast = step.now.state, step.now.cast
    one, known = side(duel, who), numbers(cast[who])
    tn = reached(step.now, who, kind_, skill, ring, tn, weapon)
    ring_dice, skill_dice = known.rings[ring], known.skills.get(skill, 0)
    kept = ring_dice
    for change in changes(known, skill, ring, "attack" if kind_ in ATTACKS else kind_):
        ring_dice, skill_dice, kept = ring_dice + change.ring, skill_dice + change.skill, kept + change.kept
    if seize and cast[who].void > 0:  # declared before: the last point may be spent elsewhere since
        step.add(Shifted(who, "void", -1, "seize the moment"))
        ring_dice, kept = ring_dice + 1, kept + 1
    pool = (max(ring_dice, 1), max(skill_dice, 0), max(kept, 1))
    spare = one.marks.spare if GROUP_OF.get(skill) == "martial" else 0
    return Check(
        *(who, kind_, skill, ring, tn, pool, edges, weapon, hands, blow),
        spare=spare,
        razor=razor,
        draws=draws,
        snare=snare,
    )


def reached(scene: Scene[Duel], who: Who, kind_: str, skill: str, ring: str, tn: int, weapon: str = "") -> int:
    """The TN that a check really has: with what the sheet changes, wounds, what was bought, and the other's stance.

    Source: 5e.check, 5e.wounded, 5e.stance
    """
    duel, cast = scene.state, scene.cast
    one, known = side(duel, who), numbers(cast[who])
    attacks = kind_ in ATTACKS
    if known.modifiers:
        tn += sum([change.flat for change in changes(known, skill, ring, "attack" if attacks else kind_)])
    body = one.body
    tn += SEVERE * (ring in body.severe) + LIGHT * (ring in body.light) - (ring in one.marks.eased)
    if attacks:
        foe = other(duel, who)
        tn += (weapon in one.arms.damaged) + _guarded(foe, cast[foe.who])
    elif kind_ == "resist":
        tn += other(duel, who).marks.press
    return tn if tn > 1 else 1


def _guarded(foe: Side, person: Person) -> int:
    """What makes somebody harder to attack: the Air stance, and what the sheet adds.

    Source: 5e.stance
    """
    known = numbers(person)
    return (air(known) if foe.stance == "air" else 0) + added(known, "defence")


# --- dice on the table ------------------------------------------------------------------------------------------


def thrower(duel: Duel, who: Who) -> Who:
    """Who throws somebody's dice: chance, or whoever throws by hand."""
    return who if who in duel.by_hand else CHANCE


def offers(scene: Scene[Duel], check: Check) -> Offers:
    """What may be done about a check now.

    Source: 5e.check
    """
    duel, who = scene.state, check.who
    step = check.step
    if step == "keep":
        return {who: _keeping(scene, check)} if who in scene.cast else {}
    if step in ("throw", "extra", "again"):
        return {thrower(duel, who): _due(check)}
    if step == "spend":
        items = _afforded(duel, check)
        return {who: _baskets(items, check.shown[1])} if items else {}
    if step == "swap":
        return {who: swaps(reserved(side(duel, who), check.skill), check.faces)}
    if step == "reroll":
        least, most, among = _rerolls(check)
        return {who: (may(Reroll, positions=SomeOf(_labelled(check.faces, among), least, most)),)}
    return {}


def _baskets(items: Items, purse: int) -> tuple[Offer, ...]:
    """What opportunity can be spent on; of the rings that can be eased one at most, since that is one effect.

    Source: 5e.opportunity
    """
    eased = [item for item in items if item[0].startswith("ease-")]
    rest = tuple(item for item in items if item not in eased)
    several = [(*rest, each) for each in eased] if purse > 1 and eased else [items]
    return tuple(may(Spend, on=Basket(each, purse)) for each in several)


@lru_cache(512)
def throwing(ring: int, skill: int) -> tuple[Offer, ...]:
    """So many dice are to be thrown."""
    return (may(Throw, faces=Symbols(ring, skill)),)


def _due(check: Check) -> tuple[Offer, ...]:
    if check.step == "throw":
        return throwing(check.pool[0], check.pool[1])
    again = [check.faces[i] for i in check.again] if check.step == "again" else [f for f in check.faces if EXPLOSIVE[f]]
    rings = sum([kind(face) == "ring" for face in again])
    return throwing(rings, len(again) - rings)


def _labelled(faces: Faces, among: tuple[int, ...]) -> tuple[tuple[int, str], ...]:
    return tuple([(i, SYMBOLS[faces[i]]) for i in among])


def swaps(reserve: Faces, faces: Faces) -> tuple[Offer, ...]:
    """As many dice as wanted for reserved ones.

    Source: 5e.action.centre
    """
    rolled, reserved = (
        _labelled(faces, tuple(range(len(faces)))),
        _labelled(reserve, tuple(range(len(reserve)))),
    )
    return tuple(
        may(Swap, away=SomeOf(rolled, count, count), for_=SomeOf(reserved, count, count))
        for count in range(min(len(rolled), len(reserved)) + 1)
    )


def _rerolls(check: Check) -> tuple[int, int, tuple[int, ...]]:
    """How many dice must and may be re-rolled, and which.

    Source: 5e.advantages
    """
    if "distinction" in check.edges:
        return (
            (0, 0, ()) if "adversity" in check.edges else (0, min(2, len(check.faces)), tuple(range(len(check.faces))))
        )
    if "adversity" in check.edges:
        among = tuple(i for i, face in enumerate(check.faces) if SUCCESS[face])
        return min(2, len(among)), min(2, len(among)), among
    return 0, 0, ()


def _keeping(scene: Scene[Duel], check: Check) -> tuple[Offer, ...]:
    """Source: 5e.keep, 5e.compromised, 5e.critical"""
    one = side(scene.state, check.who)
    person: Person = scene.cast[check.who]
    allowed, least, most = _room(one, check)
    spared = numbers(person).composure - person.strife - sum([STRIFE[face] for face in check.kept])
    says: tuple[Reason, ...] = ()
    burden = 0 if check.free or one.compromised else sum([STRIFE[check.faces[i]] for i in allowed])
    if burden > spared:
        blow = chance(scene, other(scene.state, check.who), "compromised")
        says = (because("5e.compromised", "keeping", room=max(spared, 0), blow=blow),)
    keep = may(Keep, says=says, positions=SomeOf(_labelled(check.faces, allowed), least, most))
    if _parries(scene, check, one):
        return (keep, _shattering(tuple((name, suffers(one.arms, name)) for name, _ in one.arms.held)))
    return (keep,)


@lru_cache(512)
def _shattering(told: tuple[tuple[str, str], ...]) -> Offer:
    """A parry with each weapon, and what becomes of that.

    Source: 5e.critical
    """
    says = tuple(because("5e.critical", "opens-parry", weapon=weapon, how=how) for weapon, how in told)
    return may(Shatter, says=says, about="weapon", weapon=OneOf(tuple(weapon for weapon, _ in told)))


def _room(one: Side, check: Check) -> tuple[tuple[int, ...], int, int]:
    """Which dice may be kept, how many at least, and how many at most.

    Source: 5e.keep, 5e.compromised
    """
    faces = check.faces
    allowed = tuple([i for i, face in enumerate(faces) if not (one.compromised and STRIFE[face])])
    if check.kept:
        return allowed, 0, len(allowed)
    return allowed, min(1, len(allowed)), min(check.pool[2], len(allowed))


def _parries(scene: Scene[Duel], check: Check, one: Side) -> bool:
    """Source: 5e.critical"""
    return (
        check.kind == "resist"
        and not check.kept
        and bool(one.arms.held)
        and not one.parried
        and scene.cast[check.who].void > 0
        and able(one)
        and Rulings(scene.rulings)("shattering_parry") != "off"
    )


# --- what is done with them -------------------------------------------------------------------------------------


def throw(step: Step[Duel], check: Check, move: Throw) -> None:
    """Source: 5e.check, 5e.explode"""
    if check.step == "again":
        rings = iter([face for face in move.faces if kind(face) == "ring"])
        skills = iter([face for face in move.faces if kind(face) == "skill"])
        faces = list(check.faces)
        for i in check.again:
            faces[i] = next(rings if kind(faces[i]) == "ring" else skills)
        step.add(Rethrown(check.who, tuple(faces)))
        return
    if check.step == "extra":
        step.add(Threw(check.who, move.faces, "keep"))
        return
    one = side(step.now.state, check.who)
    swap = bool(reserved(one, check.skill))
    step.add(Threw(check.who, move.faces, "swap" if swap else "reroll" if check.edges else "keep"))


def swap(step: Step[Duel], frame: Check | Centring, move: Swap) -> None:
    """Reserved dice take the places of rolled ones; then the reserve is gone.

    Source: 5e.action.centre
    """
    reserve = reserved(side(step.now.state, frame.who), frame.skill)
    faces = list(frame.faces)
    for i, j in zip(move.away, move.for_, strict=True):
        faces[i] = reserve[j]
    kept = Rulings(step.now.rulings)("centre_unused") == "kept"
    left = tuple(face for j, face in enumerate(reserve) if j not in move.for_) if kept else ()
    step.add(Swapped(frame.who, tuple(faces), left))


def reroll(step: Step[Duel], check: Check, move: Reroll) -> None:
    """Source: 5e.advantages"""
    why = "distinction" if "distinction" in check.edges else "adversity"
    step.add(Picked(check.who, move.positions, why))


def shatter(step: Step[Duel], check: Check, move: Shatter) -> None:
    """All dice are thrown again, for a Void Point and a weapon.

    Source: 5e.critical
    """
    step.add(Parried(check.who, move.weapon), Shifted(check.who, "void", -1, "shattering parry"))
    spoil(step, check.who, move.weapon)
    step.add(Picked(check.who, tuple(range(len(check.faces))), "parry"))


def keep(step: Step[Duel], check: Check, move: Keep) -> None:
    """Source: 5e.keep"""
    _keep(step, check, move.positions)


def _keep(step: Step[Duel], check: Check, positions: tuple[int, ...]) -> None:
    """Dice are kept; where none of them explodes, all that were kept count."""
    step.add(Kept(check.who, positions))
    now = step.now.state.stack[-1]
    if type(now) is Check and now.step == "sum":
        _count(step, now)


def spend(step: Step[Duel], check: Check, move: Spend) -> None:
    """What opportunity buys at once; what lasts or waits for the verdict is remembered.

    Source: 5e.opportunity
    """
    who, foe = check.who, other(step.now.state, check.who).who
    step.add(Spent(who, move.on))
    for item, on, track, by in (
        ("calm", who, "strife", -move.on.count("calm")),
        ("compose", who, "strife", -2),
        ("refresh", who, "fatigue", -1),
        ("soothe", foe, "strife", -2),
        ("provoke", foe, "strife", 2),
    ):
        if item in move.on and (moved := room(step.now.cast[on], track, by)):
            step.add(Shifted(on, track, moved, item))


# --- what happens by itself -------------------------------------------------------------------------------------


def follow(step: Step[Duel], check: Check) -> bool:
    """Goes on where nobody has a choice.

    Source: 5e.check
    """
    at = check.step
    if at == "keep":
        one = side(step.now.state, check.who)
        allowed, _, _ = _room(one, check)
        if allowed or _parries(step.now, check, one):
            return False
        _keep(step, check, ())
    elif at == "bleed":
        step.add(Bled(check.who, check.shown[2]))
    elif at == "reroll":
        least, most, among = _rerolls(check)
        if most == 0:
            step.add(Settled(check.who, "keep"))
        elif least == len(among):
            step.add(Picked(check.who, among, "adversity"))
        else:
            return False
    else:
        return False
    return True


def _count(step: Step[Duel], check: Check) -> None:
    """The kept dice together, and the strife they cost.

    Source: 5e.check, 5e.stance
    """
    kept = check.kept + (SPARE,) * check.spare
    successes, opportunities, strife = (sum([table[face] for face in kept]) for table in (SUCCESS, OPPORTUNITY, STRIFE))
    bleeds = strife and side(step.now.state, check.who).body.bleeding
    step.add(Counted(check.who, successes, opportunities, strife, "bleed" if bleeds else "spend"))
    if strife and not check.free:
        step.add(Shifted(check.who, "strife", strife, "kept dice"))


def can_buy(duel: Duel, check: Check) -> bool:
    """Whether opportunity can be spent on anything.

    Source: 5e.opportunity
    """
    return bool(_afforded(duel, check))


def _afforded(duel: Duel, check: Check) -> Items:
    return afforded(
        check,
        _is_success(check),
        check.shown[1],
        earthbound=_earthbound(duel, check),
        unready=check.who in duel.unready,
    )


def _is_success(check: Check) -> bool:
    return check.shown[0] >= check.tn


def _earthbound(duel: Duel, check: Check) -> bool:
    """Whether the foe's Earth stance forbids criticals and conditions by opportunity.

    Source: 5e.stance
    """
    return other(duel, check.who).stance == "earth"


def resist(step: Step[Duel], who: Who, seize: bool, edges: tuple[str, ...]) -> None:
    """The check against a critical begins.

    Source: 5e.critical
    """
    ring = side(step.now.state, who).stance
    step.add(Declared(declared(step, who, "resist", "fitness", ring, RESIST_TN, seize, edges)))
