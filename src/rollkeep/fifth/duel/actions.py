"""The actions of a turn, and those with which a finishing blow is struck."""

from __future__ import annotations

from functools import lru_cache

from rollkeep.dice.symbols import SYMBOLS, Faces
from rollkeep.fifth.catalogue.skills import weapon_skill
from rollkeep.fifth.duel.begin import bare_handed
from rollkeep.fifth.duel.check import ATTACKS, declared, swaps, thrower, throwing
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
from rollkeep.fifth.duel.gear import drawable, hands_free, prepared, preparing, sheathed
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
from rollkeep.fifth.duel.person import BARE, Numbers, Person, incapacitated, is_razor, numbers, seizing, weapon_of
from rollkeep.fifth.duel.state import Attempt, Centring, Duel, Side, Turn, Window, other, reserved, side
from rollkeep.fifth.rulings import Rulings
from rollkeep.machine.bound import Between, OneOf, SomeOf, Text, Words
from rollkeep.machine.machine import GM, Offer, Offers, Scene, Shifted, Step, Who, may, room
from rollkeep.machine.secret import Secret

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
_CALM, _PREDICT = may(Calm), may(Predict, secretly=True, ring=OneOf(PREDICTED))
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
        found.append(_CALM)
        if not turn.acts and one.stance == "void":
            found += [_centring(skill, rank) for skill, rank in known.skills.items() if rank]
        found += _preparing(one, known)
    if not taken.intersection((ATTACK, SCHEME)):
        found.append(_PREDICT)
    return tuple(found)


@lru_cache(512)
def _centring(skill: str, rank: int) -> Offer:
    """Source: 5e.action.centre"""
    return may(Centre, skill=OneOf((skill,)), dice=Between(1, rank))


@lru_cache(512)
def _readying(name: str, hands: int) -> Offer:
    """Source: 5e.action.prepare-item"""
    return may(Prepare, weapon=OneOf((name,)), hands=Between(hands, hands))


def _trying(known: Numbers, person: Person, one: Side) -> Offer:
    return may(Try, skill=known.every, intent=_INTENT, seize=seizing(person), edges=known.edges[one.stance])


def _preparing(one: Side, known: Numbers) -> list[Offer]:
    """Source: 5e.action.prepare-item"""
    return [_readying(name, hands) for name, hands in preparing(one, known)]


def attacks(scene: Scene[Duel], who: Who, *, blow: bool) -> tuple[Offer, ...]:
    """Attacks with a check: with what is in hand, bare-handed where the form allows it, or drawing.

    Source: 5e.action.strike, 5e.duel.finishing-blow
    """
    duel = scene.state
    one, person = side(duel, who), scene.cast[who]
    known = numbers(person)
    seize = seizing(person)
    edges = known.edges[one.stance]
    found = list[Offer]()
    if weapons := _usable(one, known, duel.form, Rulings(scene.rulings)("sheathed_finishing_blow") if blow else ""):
        found.append(may(Strike, weapon=OneOf(weapons), seize=seize, edges=edges))
    if known.draws and (blades := drawable(one, known)):
        if "crossing-blade" in known.draws and not one.body.immobilized:  # which takes Movement
            found.append(may(Cross, weapon=OneOf(blades), seize=seize, edges=edges))
        if "rising-blade" in known.draws:
            found.append(may(Rise, weapon=OneOf(blades), seize=seize, edges=edges))
    return tuple(found)


def _usable(one: Side, known: Numbers, form: str, ruling: str) -> tuple[str, ...]:
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


# --- attacks ----------------------------------------------------------------------------------------------------


def attack(step: Step[Duel], who: Who, move: Strike | Cross | Rise) -> None:
    """An attack begins, as an action or as a finishing blow.

    Source: 5e.action.strike, 5e.action.crossing-blade, 5e.action.rising-blade, 5e.duel.finishing-blow
    """
    duel = step.now.state
    blow = type(duel.stack[-1]) is Window
    kind = {Strike: "strike", Cross: "crossing-blade", Rise: "rising-blade"}[type(move)]
    known, foe = numbers(step.now.cast[who]), other(duel, who)
    if not blow:
        step.add(Acted(who, kind, TYPES_OF[kind], True))
    _pay_ward(step, who)
    hands = next((hands for name, hands in side(duel, who).arms.held if name == move.weapon), 0)
    if not hands and move.weapon not in BARE:  # drawn for it
        hands = 1 if kind != "strike" else max(h for h in known.grips[move.weapon] if h <= hands_free(side(duel, who)))
        step.add(Readied(who, prepared(side(step.now.state, who), move.weapon, hands)))
    weapon, grip = weapon_of(known, move.weapon, hands)
    vigilance = 1 if foe.compromised else numbers(step.now.cast[foe.who]).vigilance
    tn = STRIKE_TN
    if kind == "rising-blade":
        tn = vigilance if Rulings(step.now.rulings)("rising_blade_tn") == "errata" else RISING_TN
    check = declared(
        step,
        who,
        kind,
        weapon_skill(weapon.skill),
        side(duel, who).stance,
        tn,
        move.seize,
        move.edges,
        weapon=move.weapon,
        hands=hands,
        blow=blow,
        snare=max(vigilance, 1) if "snaring" in weapon.qualities else 0,
        razor=is_razor(weapon, grip),
        draws=kind in ATTACKS[1:] and bool(drawable(side(step.now.state, who), known)),
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
    one = step.now.cast[who]
    known = numbers(one)
    step.add(Acted(who, "calming-breath", TYPES_OF["calming-breath"], False))
    for track, limit in (("strife", known.composure), ("fatigue", known.endurance)):
        if 2 * getattr(one, track) > limit and room(one, track, -1):
            step.add(Shifted(who, track, -1, "calming breath"))


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
