"""Attacks: what is offered with which weapon, for which Raises, and how the roll is declared."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rollkeep.dice.notation import Term
from rollkeep.fourth.catalogue import maneuvers, rounds, stances
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play.person import Person
from rollkeep.fourth.play.roll import Declare, Declared, Roll, aimed, stated
from rollkeep.fourth.request import MAX_RAISES
from rollkeep.fourth.rulings import Rulings
from rollkeep.fourth.skirmish import moves as m
from rollkeep.fourth.skirmish.armor import guarded, parts_of, total
from rollkeep.fourth.skirmish.arms import Arm, Free
from rollkeep.fourth.skirmish.events import Attacked, Lost
from rollkeep.fourth.skirmish.known import Known, known
from rollkeep.fourth.skirmish.opening import pay, points
from rollkeep.fourth.skirmish.state import DEAD, LEFT, READY, Fighter, Skirmish, Turn, fighter
from rollkeep.machine import bound
from rollkeep.machine.bound import Basket, Between, OneOf, Text, Words
from rollkeep.machine.machine import Offer, Scene, Step, Who, may
from rollkeep.reason import Reason, because

Rules = frozenset[tuple[str, str]]
_KEEPS = OneOf(("high", "low", "choose"))
_NO_LOWER = Between(0, 0)
_NOTHING, _WHAT_FOR = OneOf(("",)), Text(least=1)
MOST_LOWER = 4  # Free Raises that can be spent on the TN at once


# --- what is offered --------------------------------------------------------------------------------------------


def strikes(scene: Scene[Skirmish], turn: Turn, one: Fighter, person: Person) -> tuple[Offer, ...]:
    """Attacks on everyone of another side, with each weapon that is at hand.

    Source: 4e.attack, 4e.stance, 4e.maneuver
    """
    skirmish, me = scene.state, known(person)
    if one.stance not in stances.STRIKING:
        return ()
    covered = guarded(skirmish)
    side = one.side
    foes = tuple(
        [
            (each.who, each.body, each.guard, each.conditions, each.who in covered)
            for each in skirmish.fighters
            if each.side != side and each.state != DEAD and each.state != LEFT
        ]
    )
    second = turn.extra or turn.twice
    return _strikes(
        me,
        one.stance,
        one.weapon,
        one.conditions,
        points(person, one),
        one.center == READY,
        one.free,
        second,
        me.first(person.wounds),
        foes,
        scene.rulings,
    )


def at_hand(me: Known, weapon: str, stance: str, mounted: bool) -> list[Arm]:
    """The ways to attack with what is in hand.

    Source: 4e.stance, 4e.skirmish.arms
    """
    printed = me.character.block is not None
    return [
        arm
        for arm in me.arms.values()
        if (not arm.weapon or arm.weapon == weapon or (printed and weapon and me.is_printed(arm)))
        and (arm.kind == "melee" or stance != stances.FULL_ATTACK)
        and (mounted or not arm.charges)
    ]


@lru_cache(16384)
def _strikes(
    me: Known,
    stance: str,
    weapon: str,
    conditions: tuple[str, ...],
    left: int,
    ready: bool,
    granted: int,
    second: bool,
    first: int,
    foes: tuple[tuple[Any, ...], ...],
    rulings: Rules,
) -> tuple[Offer, ...]:
    mounted, alike = rounds.MOUNTED in conditions, dict[tuple[Any, ...], tuple[Declared, list[Arm]]]()
    for arm in at_hand(me, weapon, stance, mounted) if foes else ():
        beside = arm.rider if mounted else arm.walker
        bare = _bare(me, first, arm, mounted, rulings)
        key = (arm.skilled, arm.spare, arm.free, arm.named, arm.own, arm.times, arm.kind == "melee", beside, bare.plus)
        alike.setdefault(key, (bare, []))[1].append(arm)
    found, lends = list[Offer](), Rulings(rulings)("promoted_emphasis") == "yes"
    for bare, arms in alike.values():
        says = _says(arms[0], mounted, foes, bare, rulings)
        found += _boxes(me, arms, left, ready, granted, second, tuple([foe[0] for foe in foes]), says, lends)
    return tuple(found)


def _bare(me: Known, first: int, arm: Arm, mounted: bool, rulings: Rules) -> Declared:
    """An attack for which nothing is said."""
    who = me.character.name
    named = words((), (), mounted, arm.on_attack)
    return declared(me, first, Roll(who, arm.attack, "open"), Declare(who, named=named), rulings)


def _says(
    arm: Arm, mounted: bool, foes: tuple[tuple[Any, ...], ...], bare: Declared, rulings: Rules
) -> tuple[Reason, ...]:
    """What has to be reached without Raises, told before anything is declared.

    Source: 4e.armor-tn, 4e.tn
    """
    said, ruled = list[Reason](), Rulings(rulings)
    for who, body, guard, conditions, covered in foes:
        tn = total(parts_of(Fighter(who, "", body, guard=guard, conditions=conditions), covered, arm, mounted))
        said.append(because("4e.armor-tn", "aim", who=who, tn=tn, needed=aimed(bare, tn, ruled), weapon=arm.name))
    return tuple(said)


def _boxes(
    me: Known,
    arms: list[Arm],
    left: int,
    ready: bool,
    granted: int,
    second: bool,
    targets: tuple[Who, ...],
    says: tuple[Reason, ...],
    lends: bool,
) -> list[Offer]:
    """Rules across values are a union of offers: for each Free Raise spent on the TN, for a rank that is lent, and for
    Raises for something else, which has to be said then. ``lends``: an Emphasis counts with a rank that is lent.

    Source: 4e.raise, 4e.raise.limit, 4e.free-raise, 4e.unskilled, 4e.emphasis, 4e.void.limit, 4e.void.boost,
    4e.void.skill
    """
    arm = arms[0]
    spare = granted + arm.spare
    boosts = tuple("+".join(["boost"] * count) for count in range(min(left, 5) + 1))
    lent = tuple("+".join(["skill", *["boost"] * count]) for count in range(min(left, 5)))
    others = tuple([word for word in arm.named if word not in arm.own])

    def box(void: tuple[str, ...], lower: int, skilled: bool, other: bool) -> Offer:
        purse = min(me.void_ring, MAX_RAISES) + spare - lower if skilled else 0
        return may(
            m.Strike,
            says=says,
            about="target",
            target=OneOf(targets),
            weapon=OneOf(tuple([each.name for each in arms])),
            maneuvers=basket(arm.free if skilled else (), purse, second, other),
            raise_for=_WHAT_FOR if other else _NOTHING,
            lower=Between(lower, lower) if lower else _NO_LOWER,
            void=OneOf(void),
            named=Words(arm.named if arm.skilled or (skilled and lends) else others),
            center=OneOf((False, True) if ready else (False,)),
            keep=_KEEPS,
            keep_damage=_KEEPS,
        )

    def boxes(void: tuple[str, ...], lower: int, skilled: bool) -> list[Offer]:
        can_more = skilled and me.void_ring + spare - lower > 0
        return [box(void, lower, skilled, other) for other in ((False, True) if can_more else (False,))]

    found = list[Offer]()
    for lower in range(min(spare, MOST_LOWER) + 1 if arm.skilled else 1):
        found += boxes(boosts, lower, arm.skilled)
    if not arm.skilled and lent:
        for lower in range(min(spare, MOST_LOWER) + 1):
            found += boxes(lent, lower, True)
    return found


@lru_cache(1024)
def basket(free: Free, purse: int, second: bool, other: bool) -> Basket:
    """The maneuvers with the Raises that each takes, within those that can be had; with ``other`` something else is
    among them, else it is not.

    Source: 4e.maneuver, 4e.free-raise
    """
    items = [
        (name, cost, purse if name in maneuvers.OFTEN else 1)
        for name, cost in maneuvers.MANEUVERS.items()
        if price((name,), free) <= purse and not (second and name == maneuvers.EXTRA)
        if other or name != maneuvers.OTHER
    ]
    here = [item[0] for item in items] if purse else []
    apart = tuple(names for each in maneuvers.APART if len(names := tuple(name for name in each if name in here)) > 1)
    free = tuple(each for each in free if any(name in here for name in each[0]))
    return Basket(tuple(items) if purse else (), purse, free, apart, maneuvers.OTHER if other else "")


@lru_cache(4096)
def price(chosen: tuple[str, ...], free: Free) -> int:
    """The Raises that maneuvers take, less those that are free for them.

    Source: 4e.maneuver, 4e.free-raise
    """
    return bound.price(chosen, maneuvers.MANEUVERS, free)


# --- what is declared -------------------------------------------------------------------------------------------


def strike(step: Step[Skirmish], who: Who, move: m.Strike) -> None:
    """An attack is declared; the dice are still to fall.

    Source: 4e.attack, 4e.maneuver, 4e.void.boost
    """
    skirmish, cast = step.now.state, step.now.cast
    one, target, person = fighter(skirmish, who), fighter(skirmish, move.target), cast[who]
    me = known(person)
    arm = me.arms[move.weapon]
    mounted = rounds.MOUNTED in one.conditions
    parts = parts_of(target, target.who in guarded(skirmish), arm, mounted)
    void = me.void_ring if move.center else -1
    adds = (*on_attack(one.stance, one.conditions, arm.kind, arm.size, arm.even, void), *one.adds)
    spare = max(one.free + arm.spare - move.lower, 0) if arm.skilled or "skill" in move.void else 0
    raises = max(price(move.maneuvers, arm.free) - spare, 0)
    count = move.void.count("+") + 1 if move.void else 0
    turn = skirmish.stack[-1]
    extra = type(turn) is Turn and turn.extra
    attacked = Attacked(
        *(who, move.target, arm.name, move.maneuvers, total(parts), parts, arm.attack, adds, one.free),
        *(move.named, count, move.center, extra, move.keep_damage),
    )
    named = words(move.named, move.maneuvers, mounted, arm.on_attack)
    for_ = purpose(move)
    declare = Declare(who, raises, for_, move.lower, move.void, named, one.by_hand, move.keep)
    roll = Roll(who, arm.attack, "open", "", one.free, adds)
    step.add(attacked, declared(me, me.first(person.wounds), roll, declare, step.now.rulings, step.waived))
    if count:
        pay(step, who, *move.void.split("+"))
    if arm.leaves:
        step.add(Lost(who, arm.weapon, "thrown"))


def purpose(move: m.Strike) -> str:
    """What the Raises are for, in words."""
    return _purpose(move.maneuvers, move.raise_for)


@lru_cache(1024)
def _purpose(chosen: tuple[str, ...], said: str) -> str:
    found = []
    for name in dict.fromkeys(chosen):
        shown = said or name if name == maneuvers.OTHER else name
        count = chosen.count(name)
        found.append(f"{shown} ({count})" if count > 1 else shown)
    return ", ".join(found)


@lru_cache(4096)
def words(named: tuple[str, ...], chosen: tuple[str, ...], mounted: bool, waiting: frozenset[str]) -> tuple[str, ...]:
    """The words that a roll waits for and that are true now."""
    every = {*named, *(["mounted"] if mounted else []), *chosen}
    if maneuvers.KNOCKDOWN_FOUR in chosen:
        every.add(maneuvers.KNOCKDOWN)
    return tuple(sorted(every & waiting))


@lru_cache(16384)
def declared(me: Known, first: int, roll: Roll, move: Declare, rulings: Rules, waived: bool = False) -> Declared:
    """A roll as it is declared by somebody in the Wound Rank that begins with that Wound."""
    return stated(roll, me.character._replace(wounds=first), move, Rulings(rulings), waived=waived)


@lru_cache(4096)
def on_attack(
    stance: str, conditions: tuple[str, ...], kind: str, size: str, even: bool, void: int
) -> tuple[Modifier, ...]:
    """What stance and conditions do to an attack; ``void`` is the Void Ring where the Center Stance is used, else -1.

    Source: 4e.stance, 4e.skirmish.conditions, 4e.mastery
    """
    melee = kind == "melee"
    found = list[tuple[str, Term]]()
    if stance == stances.FULL_ATTACK:
        found.append(("Full Attack", stances.FULL_ATTACK_POOL))
    if void >= 0:
        found.append(("Center", Term(1, 1, void)))
    above = next((each for each in (rounds.HIGHER, rounds.MOUNTED) if each in conditions), "")
    if above:
        found.append((above, rounds.ABOVE))
    if rounds.PRONE in conditions and size in ("small", "medium"):
        found.append((rounds.PRONE, rounds.FROM_PRONE))
    if rounds.CLOSE in conditions and not melee:
        found.append((rounds.CLOSE, rounds.RANGED_IN_MELEE))
    if rounds.BLINDED in conditions:
        found.append((rounds.BLINDED, rounds.BLIND_MELEE if melee else rounds.BLIND_RANGED))
    if rounds.DAZED in conditions:
        found.append((rounds.DAZED, rounds.IN_A_DAZE))
    if rounds.OFF_HAND in conditions and size in rounds.OFF_HAND_BY_SIZE:
        if not even:
            found.append((rounds.OFF_HAND, rounds.OFF_HAND_BY_SIZE[size]))
    elif rounds.TWO_WEAPONS in conditions:
        found.append((rounds.TWO_WEAPONS, rounds.MAIN_HAND))
    return tuple([Modifier(name, pool) for name, pool in found])
