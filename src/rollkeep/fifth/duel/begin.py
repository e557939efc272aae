"""How a duel begins: the form with its terms, who comes first on ties, and initiative."""

from __future__ import annotations

from functools import lru_cache

from rollkeep.fifth.catalogue.armour import ARMOUR
from rollkeep.fifth.catalogue.skills import weapon_skill
from rollkeep.fifth.duel import ending
from rollkeep.fifth.duel.check import declared, reached
from rollkeep.fifth.duel.events import Approached, Clashed, Critical, Declared, Entered, Faced, Ranked, Rounded
from rollkeep.fifth.duel.gear import IAIJUTSU, first_weapon
from rollkeep.fifth.duel.moves import Face, Ready, Toss
from rollkeep.fifth.duel.person import (
    BARE,
    RAZOR,
    Numbers,
    Person,
    added,
    compromised,
    duellists,
    is_razor,
    numbers,
    seizing,
    weapon_of,
)
from rollkeep.fifth.duel.state import Arms, Duel, Held, Opening, Side, other, side
from rollkeep.fifth.rulings import Rulings
from rollkeep.fifth.score import FORMS
from rollkeep.fifth.sheet import RINGS
from rollkeep.machine.bound import OneOf, Text, Words
from rollkeep.machine.machine import CHANCE, GM, NO_HAND, Offer, Offers, Scene, Step, Who, may
from rollkeep.reason import Datum, Reason, because

OBJECTIVES = ("critical", "critical-5", "death", "incapacitated", "out", "word")
"""Objectives by name: any critical, one of severity 5, dead or Dying, Incapacitated, Unconscious or worse, the game
master's word.
"""
OBJECTIVE_OF = {
    "first-strike": "critical",
    "first-blood": "critical-5",
    "to-the-death": "death",
    "sparring": "incapacitated",
    "warriors-duel": "out",
    "taryu-jiai": "incapacitated",
}
CLASH = "clash"
OPENING_TN = 1
CLOTHES = 1  # physical resistance of clothes, ceremonial or common


# --- the form ---------------------------------------------------------------------------------------------------


def facings(scene: Scene[Duel]) -> Offers:
    """Source: 5e.duel.forms"""
    able = duellists(scene)
    return {GM: _faces(able, NO_HAND not in scene.rulings)} if len(able) > 1 else {}


@lru_cache(512)
def _faces(able: tuple[Who, ...], may_throw: bool) -> tuple[Offer, ...]:
    """Every pair in every form, an objective of its own only where the form is custom.

    Source: 5e.duel.forms
    """
    forms = tuple(form for form in FORMS if form != "custom")
    both, words = OneOf((False, True)), Words(able)
    return tuple(
        may(
            Face,
            a=OneOf((a,)),
            b=OneOf(tuple(who for who in able if who != a)),
            form=OneOf(of),
            objective=OneOf(objectives),
            one_roll=both,
            unready=words,
            by_hand=words if may_throw else Words(()),
            label=Text(),
        )
        for a in able
        for of, objectives in ((forms, ("",)), (("custom",), OBJECTIVES))
    )


def face(step: Step[Duel], move: Face) -> None:
    """Two duellists with their arms.

    Raises: ValueError where somebody would face nobody else.
    Source: 5e.duel.forms
    """
    if move.a == move.b:
        raise ValueError(move.a)
    cast, both = step.now.cast, (move.a, move.b)
    step.add(
        Faced(
            move.a,
            move.b,
            move.form,
            move.objective or OBJECTIVE_OF[move.form],
            move.label,
            move.one_roll,
            tuple(who for who in move.unready if who in both),
            tuple(who for who in move.by_hand if who in both),
            tuple(who for who in both if cast[who].sheet.npc),
            tuple(who for who in both if compromised(cast[who])),
            (_arms(cast[move.a], move.form), _arms(cast[move.b], move.form)),
        )
    )


def _arms(one: Person, form: str) -> Arms:
    """What a duellist may use in a form, and what is in hand at the beginning.

    Source: 5e.duel.forms
    """
    known, own = numbers(one), one.sheet
    allowed = tuple(
        weapon.name for weapon in own.weapons if weapon.name not in BARE and _fits(known, weapon.name, form)
    )
    if not allowed:
        allowed = ("katana", "wakizashi") if form in IAIJUTSU else ("bokken",) if form == "sparring" else ()
    held: Held = ()
    if allowed and form not in IAIJUTSU:
        weapon, _ = weapon_of(known, allowed[0])
        held = ((allowed[0], min(max(grip.hands, 1) for grip in weapon.grips)),)
    worn = ARMOUR["ceremonial clothes"] if form in IAIJUTSU else own.armour
    resistance = max((worn.physical if worn else CLOTHES) + added(known, "resistance"), 0)
    tough = tuple(name for name in allowed if "durable" in known.weapons[name].qualities)
    if worn and "durable" in worn.qualities:
        tough = (*tough, "armour")
    return Arms(allowed, held, tough=tough, resistance=resistance)


def _fits(known: Numbers, name: str, form: str) -> bool:
    """Whether a weapon is within the terms of a form.

    Source: 5e.duel.forms
    """
    weapon = known.weapons[name]
    if form in IAIJUTSU:
        return name in ("katana", "wakizashi")
    if form == "sparring":
        return RAZOR not in weapon.qualities and not any(grip.razor_edged for grip in weapon.grips)
    return form != "taryu-jiai"


# --- who comes first on ties ------------------------------------------------------------------------------------


def rank(step: Step[Duel]) -> bool:
    """Settles who comes first on every tie; False where a coin has to.

    Source: 5e.duel.initiative
    """
    a, b = step.now.state.sides
    one, two = (numbers(step.now.cast[each.who]).honour for each in (a, b))
    if one is not None and two is not None and one != two:
        step.add(Ranked(a.who if one < two else b.who, "honour"))
    elif a.npc != b.npc and Rulings(step.now.rulings)("equal_honour") == "pc_then_coin":
        step.add(Ranked(b.who if a.npc else a.who, "pc"))
    else:
        return False
    return True


def toss(step: Step[Duel], move: Toss) -> None:
    """Source: 5e.duel.initiative"""
    a, b = step.now.state.sides
    step.add(Ranked(a.who if move.heads else b.who, "coin"))


# --- initiative -------------------------------------------------------------------------------------------------


def openings(scene: Scene[Duel], opening: Opening) -> Offers:
    """How each makes the check for initiative.

    Source: 5e.duel.initiative
    """
    duel = scene.state
    if not duel.lower:
        return {CHANCE: (may(Toss, heads=OneOf((True, False))),)}
    chosen = {each.who for each in opening.approaches}
    offers = {}
    for one in duel.sides:
        if one.who in chosen or one.who not in scene.cast:
            continue
        person: Person = scene.cast[one.who]
        edges = numbers(person).edges
        seize = seizing(person)
        says = (_opening(scene, one),)
        kinds: dict[Words, list[str]] = {}
        for ring in RINGS:
            kinds.setdefault(edges[ring], []).append(ring)
        offers[one.who] = tuple(
            may(Ready, says=says, ring=OneOf(tuple(rings)), seize=seize, edges=edges_)
            for edges_, rings in kinds.items()
        )
    return offers


def _opening(scene: Scene[Duel], one: Side) -> Reason:
    """What comes of the check to open with, in whatever ring.

    Source: 5e.duel.initiative, 5e.duel.one-roll
    """
    known, duel = numbers(scene.cast[one.who]), scene.state
    kind, skill, weapon = _opened_with(duel, one, known)
    rings = RINGS if known.modifiers else RINGS[:1]  # nobody is wounded yet
    tns = [reached(scene, one.who, kind, skill, ring, OPENING_TN, weapon) for ring in rings]
    said: dict[str, Datum] = {"skill": skill, "tn": min(tns), "most": max(tns)}
    if duel.one_roll:
        return because("5e.duel.one-roll", "opens", weapon=weapon, severity=_clashing(known, weapon), **said)
    unready = one.who in duel.unready
    return because("5e.duel.initiative", "opens", base=_base(scene, one.who), unready=int(unready), **said)


def _opened_with(duel: Duel, one: Side, known: Numbers) -> tuple[str, str, str]:
    """The kind of the check to open with, its skill, and its weapon where it is an attack."""
    if not duel.one_roll:
        return "initiative", "meditation", ""
    weapon = first_weapon(one)
    return CLASH, weapon_skill(known.weapons[weapon].skill), weapon


def _clashing(known: Numbers, weapon: str) -> int:
    """The severity of the critical that one roll decides on, before bonus successes.

    Source: 5e.duel.one-roll
    """
    return 2 * (known.weapons[weapon].deadliness + added(known, "deadliness"))


def _base(scene: Scene[Duel], who: Who, *, alert: bool = False) -> int:
    """What initiative begins with.

    Source: 5e.duel.initiative
    """
    known = numbers(scene.cast[who])
    if who not in scene.state.unready or alert:
        return known.focus
    return 1 if compromised(scene.cast[who]) else known.vigilance


def ready(step: Step[Duel], who: Who, move: Ready) -> None:
    """Source: 5e.duel.initiative, 5e.seize"""
    step.add(Approached(who, move.ring, move.seize, move.edges))


def open_on(step: Step[Duel], opening: Opening) -> bool:
    """The checks for initiative, one after the other, when both have chosen; then the first round.

    Source: 5e.duel.initiative, 5e.duel.one-roll
    """
    duel = step.now.state
    if not duel.lower:
        return rank(step)
    if len(opening.approaches) < 2:
        return False
    for each in opening.approaches:
        if each.who in opening.entered:
            continue
        plain = Rulings(step.now.rulings)("initiative_stance_effects") == "no"
        kind, skill, weapon = _opened_with(duel, side(duel, each.who), numbers(step.now.cast[each.who]))
        check = declared(step, each.who, kind, skill, each.ring, OPENING_TN, each.seize, each.edges, weapon=weapon)
        step.add(Declared(check._replace(plain=plain and not duel.one_roll)))
        return True
    if duel.one_roll:
        ending.over(step)
    else:
        step.add(Rounded(1))
    return True


def enter(step: Step[Duel], who: Who, ring: str, success: bool, bonus: int, *, alert: bool) -> None:
    """The initiative that comes of the check, and the stance of its ring. ``alert``: opportunity was spent on it.

    Source: 5e.duel.initiative, 5e.opportunity
    """
    base = _base(step.now, who, alert=alert)
    step.add(Entered(who, ring, base, base + (1 + bonus if success else 0)))


def clash(step: Step[Duel]) -> None:
    """One roll each: most bonus successes win and wound; where both fail, the lower shortfall; a tie wounds both.

    Source: 5e.duel.one-roll
    """
    duel = step.now.state
    first, second = duel.rolls
    one, two = (each.bonus if each.success else -each.shortfall for each in (first, second))
    failed = not first.success and not second.success
    by = (first, second) if one == two else (first,) if one > two else (second,)
    case = "tie" if one == two else "failed" if failed else "won"
    step.add(Clashed(tuple(each.who for each in by), case))
    for each in by:
        foe = other(duel, each.who)
        known = numbers(step.now.cast[each.who])
        weapon, grip = weapon_of(known, each.weapon)
        severity = _clashing(known, each.weapon) + (each.bonus if each.success else 0)
        step.add(Critical(foe.who, each.who, severity, is_razor(weapon, grip), False))
