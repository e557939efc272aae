"""Rolling together: one rolls and the others help, or everyone rolls and the best helps all others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rollkeep.dice.notation import Term
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play import roll
from rollkeep.fourth.play.bound import Adds, Rollable
from rollkeep.fourth.play.person import able, people
from rollkeep.fourth.play.roll import Roll
from rollkeep.fourth.play.telling import tell
from rollkeep.fourth.request import MAX_RAISES, MAX_TN
from rollkeep.fourth.rulings import Rulings
from rollkeep.machine.bound import Between, OneOf, Text
from rollkeep.machine.machine import GM, Closed, Machine, Offers, Scene, Step, Who, may, merged

MAX_TOGETHER = 20


@dataclass(frozen=True, slots=True)
class Lead:
    """One rolls; the others will help."""

    who: Who
    deed: str
    free: int = 0
    adds: tuple[Modifier, ...] = ()


@dataclass(frozen=True, slots=True)
class Help:
    """Somebody's rank in the Skill: as a helper, or as one who rolls too where ``deed`` is given."""

    who: Who
    rank: int
    deed: str = ""
    free: int = 0
    adds: tuple[Modifier, ...] = ()


@dataclass(frozen=True, slots=True)
class Begin:
    """Everyone is there; this is the TN."""

    tn: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class Led:
    """One rolls for all."""

    who: Who
    deed: str
    free: int
    adds: tuple[Modifier, ...]


@dataclass(frozen=True, slots=True)
class Helped:
    """Somebody takes part with this rank."""

    who: Who
    rank: int
    deed: str
    free: int
    adds: tuple[Modifier, ...]


@dataclass(frozen=True, slots=True)
class Began:
    """They began; ``bonuses`` are what help gives to whom."""

    tn: int
    label: str
    bonuses: tuple[tuple[Who, int], ...]


@dataclass(frozen=True, slots=True)
class Done:
    """How each fared: target, margin; and whether all succeeded."""

    results: tuple[tuple[Who, int, int], ...]
    all_succeeded: bool


@dataclass(frozen=True, slots=True)
class Together:
    """Those who roll, and the ranks of all."""

    joint: bool = False
    rolls: tuple[Roll, ...] = ()
    ranks: tuple[tuple[Who, int], ...] = ()
    began: Began | None = None
    done: Done | None = None


def joint(ranks: Sequence[int]) -> int:
    """What the helpers of one who rolls add: every rank, 0 too, without a cap.

    Source: 4e.cooperative.joint
    """
    return sum(ranks)


def each(ranks: Sequence[int], rulings: Rulings) -> tuple[int, ...]:
    """The bonus of each who rolls: the best rank, but not for whoever gives it.

    >>> each([1, 2, 4], Rulings())
    (4, 4, 0)

    Source: 4e.cooperative.each
    """
    best = max(ranks)
    if rulings("best_helper_tie") == "equals_get_nothing":
        return tuple(0 if rank == best else best for rank in ranks)
    leader = ranks.index(best)
    return tuple(0 if i == leader else best for i in range(len(ranks)))


def offers(scene: Scene[Together]) -> Offers:
    """Source: 4e.cooperative.joint, 4e.cooperative.each"""
    state = scene.state
    if state.began:
        return merged(*(roll.offers(scene, one) for one in state.rolls))
    here = _here(state)
    free = [who for who in people(scene) if who not in here and len(here) < MAX_TOGETHER]

    def rollable(who: Who) -> Rollable:
        return Rollable(able(scene.cast[who]), "open")

    ranks, granted = Between(0, 10), Between(0, MAX_RAISES)
    found = []
    if not here:
        found += [may(Lead, who=OneOf((who,)), deed=rollable(who), free=granted, adds=Adds()) for who in free]
    for who in free:
        if not state.joint:
            found.append(may(Help, who=OneOf((who,)), rank=ranks, deed=rollable(who), free=granted, adds=Adds()))
        else:
            nothing = OneOf(("",))
            found.append(may(Help, who=OneOf((who,)), rank=ranks, deed=nothing, free=Between(0, 0), adds=Adds(0)))
    if state.joint or len(state.rolls) > 1:
        found.append(may(Begin, tn=Between(0, MAX_TN), label=Text()))
    return {GM: tuple(found)} if found else {}


def take(step: Step[Together], who: Who, move: Any) -> None:
    """Takes people in, begins, or hands the move to the roll that it names."""
    state = step.now.state
    if isinstance(move, Lead):
        step.add(Led(move.who, move.deed, move.free, move.adds))
    elif isinstance(move, Help):
        step.add(Helped(move.who, move.rank, move.deed, move.free, move.adds))
    elif isinstance(move, Begin):
        ranks = [rank for _, rank in state.ranks]
        if state.joint:
            bonuses: tuple[tuple[Who, int], ...] = ((state.rolls[0].who, joint(ranks)),)
        else:
            given = each(ranks, Rulings(step.now.rulings))
            bonuses = tuple((one, bonus) for (one, _), bonus in zip(state.ranks, given, strict=True))
        step.add(Began(move.tn, move.label, bonuses))
    else:
        roll.take(step, next(one for one in state.rolls if one.who == move.who), move)


def follow(step: Step[Together]) -> bool:
    """Keeps where nobody chooses; ends when every total is there."""
    state = step.now.state
    if not state.began or state.done:
        return False
    for one in state.rolls:
        if roll.follow(step, one):
            return True
    if not all(one.kept for one in state.rolls):
        return False
    rulings, results = Rulings(step.now.rulings), []
    for one in state.rolls:
        target = roll.target(one, state.began.tn, rulings)
        results.append((one.who, target, one.total - target))
    step.add(Done(tuple(results), all(margin >= 0 for _, _, margin in results)), Closed())
    return True


def evolve(state: Together, event: Any) -> Together:
    """The state after one of its events; who comes again does that instead."""
    if isinstance(event, Led):
        return replace(state, joint=True, rolls=(_roll_of(event),))
    if isinstance(event, Helped):
        ranks = tuple(each for each in state.ranks if each[0] != event.who)
        others = tuple(one for one in state.rolls if one.who != event.who)
        rolls = (*others, _roll_of(event)) if event.deed else state.rolls
        return replace(state, ranks=(*ranks, (event.who, event.rank)), rolls=rolls)
    if isinstance(event, Began):
        bonus = dict(event.bonuses)
        rolls = tuple(one._replace(adds=(*one.adds, *help_of(bonus.get(one.who, 0)))) for one in state.rolls)
        return replace(state, began=event, rolls=rolls)
    if isinstance(event, Done):
        return replace(state, done=event)
    mine = tuple(roll.evolve(one, event) if one.who == event.who else one for one in state.rolls)
    return replace(state, rolls=mine)


def _here(state: Together) -> set[Who]:
    return {who for who, _ in state.ranks} | {one.who for one in state.rolls}


def _roll_of(event: Led | Helped) -> Roll:
    return Roll(event.who, event.deed, "open", "together", event.free, event.adds)


def help_of(bonus: int) -> tuple[Modifier, ...]:
    """The help as a named modifier; none where it is nothing."""
    return (Modifier("help of the others", Term(flat=bonus)),) if bonus else ()


MOVES = (Lead, Help, Begin, *roll.MOVES)
EVENTS = (Led, Helped, Began, Done, *roll.EVENTS)
TOGETHER = Machine("together", Together(), MOVES, EVENTS, offers, take, follow, evolve, tell)
