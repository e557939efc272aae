"""One character's ring and skill dice: declare, throw, re-roll, keep, and again what explosives bring."""

from __future__ import annotations

from typing import Any

from rollkeep.dice.bound import Symbols
from rollkeep.dice.symbols import SKILL, STRIFE, SYMBOLS, kind
from rollkeep.errors import Missing
from rollkeep.fifth import check, sheet
from rollkeep.fifth.check import Hand, Positions, Request, Round, bring, due, least, may_keep, room, shown
from rollkeep.fifth.duel.person import Person
from rollkeep.fifth.play import declaring
from rollkeep.fifth.play.moves import (
    Declare,
    Declared,
    Keep,
    Kept,
    Picked,
    Reroll,
    Rethrown,
    Roll,
    Threw,
    Throw,
)
from rollkeep.fifth.play.person import compromised
from rollkeep.fifth.reroll import rerolls
from rollkeep.machine.bound import OneOf, SomeOf
from rollkeep.machine.machine import CHANCE, GM, Offer, Offers, Scene, Step, Who, may
from rollkeep.machine.secret import known, veil
from rollkeep.reason import Reason, because

# --- what lies on the table -------------------------------------------------------------------------------------


def declared(roll: Roll, one: Person | None = None) -> check.Declared | None:
    """What was declared, as odds are asked for and dice are kept by; None before that.

    ``one`` is the roller as of now, since whoever is Compromised keeps no strife.
    Source: 5e.check, 5e.compromised
    """
    if (said := roll.declared) is None:
        return None
    pool = said.pool if one is None else said.pool._replace(compromised=compromised(one))
    return check.Declared(Request(pool.ring, pool.skill), pool, said.reroll, said.after, ())


def hand(roll: Roll, one: Person | None = None) -> Hand | None:
    """What lies on the table and what was kept before, for who may see the dice; None where none have fallen yet.

    Raises: ValueError, LookupError for events that do not fit each other
    Source: 5e.check, 5e.keep, 5e.explode
    """
    asked, found = declared(roll, one), None
    if asked is None:
        return None
    for event in roll.fell:
        told = known(event.faces if isinstance(event, Threw | Rethrown) else event.positions)
        if told is None:
            return None
        if found is None:
            found = check.begin(asked, told)
        elif isinstance(event, Threw):
            found = bring(found, told)
        elif isinstance(event, Rethrown):
            check.check_kinds(told, tuple(map(kind, found.faces)))
            found = found._replace(faces=told)
        elif len(set(told)) < len(told) or not set(told) <= set(range(len(found.faces))):
            raise LookupError(told)
        elif isinstance(event, Kept):
            found = found._replace(faces=(), of=(), rounds=(*found.rounds, Round(found.faces, found.of, told)))
    return found


def stage(roll: Roll, found: Hand) -> str:
    """What comes next: ``reroll``, ``again``, ``keep``, ``extra``, or ``count`` when nothing is due any more.

    Source: 5e.check, 5e.advantages, 5e.explode
    """
    last = roll.fell[-1]
    if isinstance(last, Picked):
        return "again" if known(last.positions) else "keep"
    if isinstance(last, Kept):
        return "extra" if due(found) else "count"
    return "reroll" if len(roll.fell) == 1 and rerolls(found).most else "keep"


# --- offers -----------------------------------------------------------------------------------------------------


def offers(scene: Scene[Any], roll: Roll) -> Offers:
    """Whose turn it is in a roll, and what they may do.

    Source: 5e.check, 5e.advantages, 5e.keep
    """
    who, said = roll.who, roll.declared
    if said is None:
        one = _roller(scene, roll)
        return {who: declaring.offered(scene, roll, one)} if one else {}
    thrower, chooser = who if said.by_hand else CHANCE, who if roll.seen else GM
    if not roll.fell:
        return {thrower: (_throw(who, said.pool.ring, said.pool.skill),)}
    found = hand(roll, _roller(scene, roll))
    if found is None:
        return {}
    at = stage(roll, found)
    if at in ("again", "extra"):
        falling = due(found) if at == "extra" else tuple(found.faces[i] for i in _picked(roll))
        skills = sum(kind(face) == SKILL for face in falling)
        return {thrower: (_throw(who, len(falling) - skills, skills),)}
    if at == "reroll":
        fewest, most, among = rerolls(found)
        return {chooser: (may(Reroll, who=OneOf((who,)), positions=_some(found, among, fewest, most)),)}
    if at == "keep":
        among = _keepable(found)
        limit = room(found)
        most = len(among) if limit is None else min(limit, len(among))
        positions = _some(found, among, least(found), most)
        return {chooser: (may(Keep, says=_burden(scene, roll, found, among), who=OneOf((who,)), positions=positions),)}
    return {}


def _roller(scene: Scene[Any], roll: Roll) -> Person | None:
    """Whoever rolls; None for a reader who does not know the character."""
    one = scene.cast.get(roll.who)
    return one if isinstance(one, Person) else None


def _throw(who: Who, ring: int, skill: int) -> Offer:
    return may(Throw, who=OneOf((who,)), faces=Symbols(ring, skill))


def _some(found: Hand, among: Positions, fewest: int, most: int) -> SomeOf:
    return SomeOf(tuple((i, SYMBOLS[found.faces[i]]) for i in among), fewest, most)


def _keepable(found: Hand) -> Positions:
    return tuple(i for i in range(len(found.faces)) if may_keep(found, i))


def _picked(roll: Roll) -> Positions:
    last = roll.fell[-1]
    return (known(last.positions) or ()) if isinstance(last, Picked) else ()


def _burden(scene: Scene[Any], roll: Roll, found: Hand, among: Positions) -> tuple[Reason, ...]:
    """Whether so much strife lies there that who keeps it becomes Compromised.

    Source: 5e.compromised
    """
    one = _roller(scene, roll)
    if one is None or found.declared.pool.compromised:
        return ()
    try:
        spared = sheet.composure(one.sheet) - one.strife - shown(found).strife
    except Missing:
        return ()
    if sum(STRIFE[found.faces[i]] for i in among) <= spared:
        return ()
    return (because("5e.compromised", "keeping", room=max(spared, 0), blow=0),)


# --- what happens -----------------------------------------------------------------------------------------------


def take(step: Step[Any], roll: Roll, move: Declare | Throw | Reroll | Keep) -> None:
    """What an admitted move does."""
    who, to = roll.who, roll.dice_to
    if isinstance(move, Declare):
        declaring.take(step, roll, move)
    elif isinstance(move, Keep):
        step.add(Kept(who, veil(move.positions, to)))
    elif isinstance(move, Reroll):
        _pick(step, roll, move.positions)
    elif roll.fell and isinstance(roll.fell[-1], Picked):
        found = hand(roll)
        assert found
        faces = list(found.faces)
        for i, face in zip(_picked(roll), move.faces, strict=True):
            faces[i] = face
        step.add(Rethrown(who, veil(tuple(faces), to)))
    else:
        step.add(Threw(who, veil(move.faces, to)))


def _pick(step: Step[Any], roll: Roll, positions: Positions) -> None:
    assert roll.declared
    step.add(Picked(roll.who, veil(positions, roll.dice_to), roll.declared.reroll))


def follow(step: Step[Any], roll: Roll) -> bool:
    """Goes on where nobody has a choice: an adversity that leaves none, and dice none of which may be kept.

    Source: 5e.advantages, 5e.compromised
    """
    found = hand(roll, _roller(step.now, roll))
    if found is None:
        return False
    at = stage(roll, found)
    if at == "reroll":
        fewest, _, among = rerolls(found)
        if fewest < len(among):
            return False
        _pick(step, roll, among)
    elif at == "keep" and not _keepable(found):
        step.add(Kept(roll.who, veil((), roll.dice_to)))
    else:
        return False
    return True


def evolve(roll: Roll, event: object) -> Roll:
    """The roll after one of its events."""
    if isinstance(event, Declared):
        return roll._replace(declared=event)
    if isinstance(event, Threw | Picked | Rethrown | Kept):
        return roll._replace(fell=(*roll.fell, event))
    return roll
