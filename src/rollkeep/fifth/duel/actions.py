"""The actions of a turn, and those with which a finishing blow is struck."""

from __future__ import annotations

from functools import lru_cache

from rollkeep.dice.symbols import SYMBOLS, Faces
from rollkeep.fifth.catalogue.skills import weapon_skill
from rollkeep.fifth.duel import harm
from rollkeep.fifth.duel.check import declared, reached, swaps, thrower, throwing
from rollkeep.fifth.duel.events import (
    Acted,
    Allowed,
    Centred,
    Declared,
    Happened,
    Predicted,
    Proposed,
    Readied,
    Reserved,
    Threw,
)
from rollkeep.fifth.duel.gear import DRAWS, drawable, drawing, gripped, held_then, prepared, preparing, usable
from rollkeep.fifth.duel.harm import UNCONSCIOUS
from rollkeep.fifth.duel.moves import (
    Allow,
    Calm,
    Centre,
    Cross,
    Predict,
    Prepare,
    Reserve,
    Rise,
    Strike,
    Tell,
    Throw,
    Try,
)
from rollkeep.fifth.duel.opens import SAFE, strained
from rollkeep.fifth.duel.person import (
    Numbers,
    Person,
    force,
    incapacitated,
    is_razor,
    numbers,
    seizing,
    weapon_of,
)
from rollkeep.fifth.duel.state import Attempt, Centring, Duel, Held, Side, Turn, Window, other, reserved, side
from rollkeep.fifth.rulings import Rulings
from rollkeep.fifth.wording_names import gripped as in_hands
from rollkeep.fifth.wording_names import listed
from rollkeep.machine.bound import Between, OneOf, SomeOf, Text, Words
from rollkeep.machine.machine import GM, Offer, Offers, Scene, Shifted, Step, Who, may, room
from rollkeep.machine.secret import Secret
from rollkeep.reason import Reason, because

ATTACK, SCHEME, SUPPORT, MOVEMENT = "attack", "scheme", "support", "movement"
TYPES = (ATTACK, SCHEME, SUPPORT, MOVEMENT)
TYPES_OF = {
    "strike": (ATTACK,),
    "crossing-blade": (ATTACK, MOVEMENT),
    "rising-blade": (ATTACK,),
    "calming-breath": (SUPPORT,),
    "centre": (SUPPORT,),
    "predict": (ATTACK, SCHEME),
    "prepare-item": (SUPPORT,),
}
"""The types of each action; a Unique Action gets its own."""

PREDICTED = ("air", "earth", "fire", "water")
STRIKE_TN = 2  # of Crossing Blade too
RISING_TN = 3
WARD = 2  # strife that it costs to attack whoever has warded
MAX_TN = 20
PREDICTION = 4  # strife of a stance that was foreseen
MOVE_OF: dict[str, type] = {"strike": Strike, "crossing-blade": Cross, "rising-blade": Rise}
KIND_OF = {move: kind for kind, move in MOVE_OF.items()}
_INTENT = Text(least=1)


# --- what may be done -------------------------------------------------------------------------------------------


def actions(scene: Scene[Duel], turn: Turn) -> tuple[Offer, ...]:
    """The actions that are open now; after one, in the Water stance, one more.

    Source: 5e.stance, 5e.incapacitated, 5e.duel.round
    """
    duel, who = scene.state, turn.who
    one, person = side(duel, who), scene.cast[who]
    known = numbers(person)
    if turn.acts and (len(turn.acts) > 1 or one.stance != "water"):
        return ()
    taken = {kind for types, _ in turn.acts for kind in types}
    checked = any(check for _, check in turn.acts)
    found = list[Offer]()
    if not checked and not incapacitated(person):
        if ATTACK not in taken:
            offered = attacks(scene, who, blow=False)
            found += [each for each in offered if MOVEMENT not in taken or each.move is not Cross]
        found.append(_trying(known, person, one))
    if SUPPORT not in taken:
        strife, fatigue = _calmed(person)
        calm_again = strife > 0 and person.strife - strife == known.composure
        able_again = fatigue > 0 and person.fatigue - fatigue == known.endurance
        found.append(_calming(strife, fatigue, calm_again, able_again))
        if not turn.acts and one.stance == "void":
            found += [_centring(skill, rank) for skill, rank in known.skills.items() if rank]
        found += _preparing(one, known)
    if not taken.intersection((ATTACK, SCHEME)):
        foe = other(duel, who)
        found.append(_predicting(foe.body.immobilized, strained(scene, who, WARD) if foe.marks.warded else None))
    return tuple(found)


@lru_cache(512)
def _centring(skill: str, rank: int) -> Offer:
    """Source: 5e.action.centre"""
    says = (because("5e.action.centre", "opens", skill=skill, most=rank),)
    return may(Centre, says=says, about="skill", skill=OneOf((skill,)), dice=Between(1, rank))


@lru_cache(512)
def _readying(held: Held, name: str, hands: int) -> Offer:
    """Source: 5e.action.prepare-item"""
    then = listed([in_hands(weapon, by) for weapon, by in held_then(held, name, hands)])
    says = (because("5e.action.prepare-item", "opens", held=then),)
    return may(Prepare, says=says, weapon=OneOf((name,)), hands=Between(hands, hands))


@lru_cache(16)
def _calming(strife: int, fatigue: int, calm_again: bool, able_again: bool) -> Offer:
    """What goes, and whether somebody is Compromised or Incapacitated no more.

    Source: 5e.action.calming-breath
    """
    ends = {"calm": int(calm_again), "able": int(able_again)}
    return may(Calm, says=(because("5e.action.calming-breath", "opens", strife=strife, fatigue=fatigue, **ends),))


@lru_cache(16)
def _predicting(bound: bool, ward: int | None) -> Offer:
    """Source: 5e.action.predict"""
    says = (because("5e.action.predict", "opens", strife=PREDICTION, again=int(not bound), **_past(ward)),)
    return may(Predict, secretly=True, says=says, ring=OneOf(PREDICTED))


@lru_cache(512)
def _proposing(every: OneOf, seize: OneOf, edges: Words) -> Offer:
    """Source: 5e.action.unique"""
    says = (because("5e.action.unique", "opens"),)
    return may(Try, says=says, skill=every, intent=_INTENT, seize=seize, edges=edges)


def _trying(known: Numbers, person: Person, one: Side) -> Offer:
    return _proposing(known.every, seizing(person), known.edges[one.stance])


def _preparing(one: Side, known: Numbers) -> list[Offer]:
    """Source: 5e.action.prepare-item"""
    return [_readying(one.arms.held, name, hands) for name, hands in preparing(one, known)]


def attacks(scene: Scene[Duel], who: Who, *, blow: bool) -> tuple[Offer, ...]:
    """Attacks with a check: with what is in hand, bare-handed where the form allows it, or drawing.

    Source: 5e.action.strike, 5e.duel.finishing-blow
    """
    found = ways(scene, who, blow=blow)
    return tuple([_attacking(scene, who, kind, weapons, blow) for kind, weapons in found]) if found else ()


def ways(scene: Scene[Duel], who: Who, *, blow: bool) -> list[tuple[str, tuple[str, ...]]]:
    """The kinds of attack that are open now, each with its weapons.

    Source: 5e.action.strike, 5e.duel.finishing-blow
    """
    one, known = side(scene.state, who), numbers(scene.cast[who])
    ruling = Rulings(scene.rulings)("sheathed_finishing_blow") if blow else ""
    found = [("strike", weapons)] if (weapons := usable(one, known, scene.state.form, ruling)) else []
    return found + list(drawing(one, known)) if known.draws else found


def _attacking(scene: Scene[Duel], who: Who, kind: str, weapons: tuple[str, ...], blow: bool) -> Offer:
    """An attack, with what each weapon would do."""
    duel, person = scene.state, scene.cast[who]
    one, foe, known = side(duel, who), other(duel, who), numbers(person)
    told: list[tuple[str, int, int, int]] = []
    if foe.who in scene.cast:
        least, ring = _least(scene, foe, kind), one.stance
        for name in weapons:
            skill = weapon_skill(known.weapons[name].skill)
            tn = reached(scene, who, kind, skill, ring, least, name)
            told.append((name, tn, *force(known, kind, name, gripped(one, known, kind, name))))
    ward = strained(scene, who, WARD) if foe.marks.warded else None
    helpless = foe.body.unconscious if blow else foe.compromised
    return _attack(kind, weapons, blow, helpless, tuple(told), ward, seizing(person), known.edges[one.stance])


@lru_cache(4096)
def _attack(
    kind: str,
    weapons: tuple[str, ...],
    blow: bool,
    helpless: bool,
    told: tuple[tuple[str, int, int, int], ...],
    ward: int | None,
    seize: OneOf,
    edges: Words,
) -> Offer:
    """``told`` are TN, damage and deadliness of each weapon; ``ward`` what it brings to attack past one.

    Source: 5e.action.strike, 5e.action.crossing-blade, 5e.action.rising-blade, 5e.duel.finishing-blow
    """
    past = _past(ward)
    says = list[Reason]()
    for weapon, tn, damage, deadliness in told:
        if blow:
            severity = harm.blow(deadliness) + UNCONSCIOUS * helpless
            says.append(because("5e.duel.finishing-blow", "opens", weapon=weapon, tn=tn, severity=severity, **past))
            continue
        does = {"damage": damage, "deadliness": deadliness, "sure": int(helpless)}
        says.append(because(f"5e.action.{kind}", "opens", weapon=weapon, tn=tn, **does, **past))
    about = "weapon" if told else ""
    return may(MOVE_OF[kind], says=tuple(says), about=about, weapon=OneOf(weapons), seize=seize, edges=edges)


def _past(ward: int | None) -> dict[str, int]:
    """What a ward costs whoever attacks past it, and what that strife brings."""
    return {"ward": 0, "then": SAFE} if ward is None else {"ward": WARD, "then": ward}


def _least(scene: Scene[Duel], foe: Side, kind: str) -> int:
    """The TN of an attack before anything changes it.

    Source: 5e.action.strike, 5e.action.crossing-blade, 5e.action.rising-blade
    """
    if kind != "rising-blade":
        return STRIKE_TN
    return _vigilance(scene, foe) if Rulings(scene.rulings)("rising_blade_tn") == "errata" else RISING_TN


def _vigilance(scene: Scene[Duel], foe: Side) -> int:
    """Source: 5e.compromised"""
    return 1 if foe.compromised else numbers(scene.cast[foe.who]).vigilance


# --- attacks ----------------------------------------------------------------------------------------------------


def attack(step: Step[Duel], who: Who, move: Strike | Cross | Rise) -> None:
    """An attack begins, as an action or as a finishing blow.

    Source: 5e.action.strike, 5e.action.crossing-blade, 5e.action.rising-blade, 5e.duel.finishing-blow
    """
    duel = step.now.state
    blow = type(duel.stack[-1]) is Window
    kind = KIND_OF[type(move)]
    known, foe = numbers(step.now.cast[who]), other(duel, who)
    if not blow:
        step.add(Acted(who, kind, TYPES_OF[kind], True))
    _pay_ward(step, who)
    one = side(duel, who)
    hands = gripped(one, known, kind, move.weapon)
    if hands and move.weapon not in dict(one.arms.held):  # drawn for it
        step.add(Readied(who, prepared(side(step.now.state, who), move.weapon, hands)))
    weapon, grip = weapon_of(known, move.weapon, hands)
    check = declared(
        step,
        who,
        kind,
        weapon_skill(weapon.skill),
        one.stance,
        _least(step.now, foe, kind),
        move.seize,
        move.edges,
        weapon=move.weapon,
        hands=hands,
        blow=blow,
        snare=max(_vigilance(step.now, foe), 1) if "snaring" in weapon.qualities else 0,
        razor=is_razor(weapon, grip),
        draws=kind in DRAWS and bool(drawable(side(step.now.state, who), known)),
    )
    step.add(Declared(check))


def _pay_ward(step: Step[Duel], who: Who) -> None:
    """Source: 5e.opportunity"""
    if other(step.now.state, who).marks.warded:
        step.add(Shifted(who, "strife", WARD, "ward"))


# --- actions without a check ------------------------------------------------------------------------------------


def calm(step: Step[Duel], who: Who, move: Calm) -> None:
    """Strife and fatigue above half go down by one.

    Source: 5e.action.calming-breath
    """
    step.add(Acted(who, "calming-breath", TYPES_OF["calming-breath"], False))
    for track, by in zip(("strife", "fatigue"), _calmed(step.now.cast[who]), strict=True):
        if by:
            step.add(Shifted(who, track, -by, "calming breath"))


def _calmed(one: Person) -> tuple[int, int]:
    """How much strife and fatigue a Calming Breath takes away.

    Source: 5e.action.calming-breath
    """
    known = numbers(one)
    strife, fatigue = 2 * one.strife > known.composure, 2 * one.fatigue > known.endurance
    return int(strife and room(one, "strife", -1) != 0), int(fatigue and room(one, "fatigue", -1) != 0)


def predict(step: Step[Duel], who: Who, move: Predict) -> None:
    """Source: 5e.action.predict"""
    step.add(Acted(who, "predict", TYPES_OF["predict"], False))
    _pay_ward(step, who)
    step.add(Predicted(who, Secret(move.ring, frozenset({who}))))


def prepare(step: Step[Duel], who: Who, move: Prepare) -> None:
    """Source: 5e.action.prepare-item"""
    step.add(Acted(who, "prepare-item", TYPES_OF["prepare-item"], False))
    step.add(Readied(who, prepared(side(step.now.state, who), move.weapon, move.hands)))


# --- Centre -----------------------------------------------------------------------------------------------------


def centre(step: Step[Duel], who: Who, move: Centre) -> None:
    """Source: 5e.action.centre"""
    step.add(Acted(who, "centre", TYPES_OF["centre"], False), Centred(who, move.skill, move.dice))


def centrings(scene: Scene[Duel], frame: Centring) -> Offers:
    """Skill dice are thrown, swapped with those reserved before, and some set aside.

    Source: 5e.action.centre
    """
    if not frame.faces:
        return {thrower(scene.state, frame.who): throwing(0, frame.dice)}
    one = side(scene.state, frame.who)
    if _swaps(one, frame):
        return {frame.who: swaps(reserved(one, frame.skill), frame.faces)}
    return {frame.who: (may(Reserve, positions=SomeOf(_labelled(frame.faces), 0, len(frame.faces))),)}


def _swaps(one: Side, frame: Centring) -> bool:
    return not frame.swapped and bool(reserved(one, frame.skill))


def _labelled(faces: Faces) -> tuple[tuple[int, str], ...]:
    return tuple((i, SYMBOLS[face]) for i, face in enumerate(faces))


def centre_throw(step: Step[Duel], frame: Centring, move: Throw) -> None:
    """Source: 5e.action.centre"""
    step.add(Threw(frame.who, move.faces, "keep"))


def reserve(step: Step[Duel], frame: Centring, move: Reserve) -> None:
    """Source: 5e.action.centre"""
    step.add(Reserved(frame.who, frame.skill, tuple(frame.faces[i] for i in move.positions)))


# --- the Unique Action ------------------------------------------------------------------------------------------


def attempt(step: Step[Duel], who: Who, move: Try) -> None:
    """Source: 5e.action.unique"""
    step.add(Proposed(who, move.skill, move.intent, move.seize, move.edges))


def attempts(scene: Scene[Duel], frame: Attempt) -> Offers:
    """The game master sets the TN, 0 for no check, and then tells the effect.

    Source: 5e.action.unique
    """
    if frame.step == "tn":
        acts = next((each.acts for each in reversed(scene.state.stack) if isinstance(each, Turn)), ())
        taken = {kind for types, _ in acts for kind in types}
        types = Words(tuple(kind for kind in TYPES if kind not in taken))
        return {GM: (may(Allow, tn=Between(0, MAX_TN), types=types),)}
    return {GM: (may(Tell, effect=Text()),)}


def follow_attempt(step: Step[Duel], frame: Attempt) -> bool:
    """A Unique Action that failed has no effect to tell.

    Source: 5e.action.unique
    """
    if frame.step != "tell" or frame.success:
        return False
    step.add(Happened(frame.who, ""))
    return True


def allow(step: Step[Duel], frame: Attempt, move: Allow) -> None:
    """Source: 5e.action.unique"""
    step.add(Allowed(frame.who, move.tn), Acted(frame.who, "unique", move.types, move.tn > 0))
    if move.tn:
        ring = side(step.now.state, frame.who).stance
        step.add(Declared(declared(step, frame.who, "unique", frame.skill, ring, move.tn, frame.seize, frame.edges)))


def tell(step: Step[Duel], frame: Attempt, move: Tell) -> None:
    """Source: 5e.action.unique"""
    step.add(Happened(frame.who, move.effect))
