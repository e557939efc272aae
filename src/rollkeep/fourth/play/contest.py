"""A contested roll among any number of contestants, Raises included; a tie stands or is rolled again by those tied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play import roll
from rollkeep.fourth.play.bound import Adds, Rollable
from rollkeep.fourth.play.person import able, people
from rollkeep.fourth.play.roll import Roll
from rollkeep.fourth.play.telling import tell
from rollkeep.fourth.request import MAX_RAISES
from rollkeep.fourth.rulings import Rulings
from rollkeep.machine.bound import Between, OneOf, Text
from rollkeep.machine.machine import GM, Closed, Machine, Offers, Scene, Step, Who, may, merged

MAX_CONTESTANTS = 20
PER_RAISE = 5


@dataclass(frozen=True, slots=True)
class Enter:
    """Somebody takes part."""

    who: Who
    deed: str
    free: int = 0
    adds: tuple[Modifier, ...] = ()


@dataclass(frozen=True, slots=True)
class Begin:
    """Everyone is in. ``tie``: does it ``stand``, or do those tied roll ``again``?"""

    tie: str = "stand"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Entered:
    """Somebody takes part."""

    who: Who
    deed: str
    free: int
    adds: tuple[Modifier, ...]


@dataclass(frozen=True, slots=True)
class Began:
    """The contest began."""

    tie: str
    label: str


@dataclass(frozen=True, slots=True)
class Tied:
    """They share the top and roll again; the others are out."""

    who: tuple[Who, ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """Who won: one, several in a tie that stands, or nobody. ``case`` says why, ``short`` who missed their Raises."""

    winners: tuple[Who, ...]
    case: str
    short: tuple[Who, ...]
    totals: tuple[tuple[Who, int], ...]


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest on its way."""

    rolls: tuple[Roll, ...] = ()
    began: Began | None = None
    settled: Settled | None = None


class Result(NamedTuple):
    """Who wins: one, several who tie, or nobody."""

    winners: tuple[int, ...]
    case: str


def result(totals: Sequence[int], raises: Sequence[int], runner_up: bool) -> Result:
    """The contestants who win, by position, from their totals and Raises.

    >>> result([28, 25], [1, 1], False), result([30, 25], [1, 0], False), result([31, 27, 20], [1, 0, 0], False)
    (Result(winners=(), case='short'), Result(winners=(0,), case='raised'), Result(winners=(), case='short'))

    Source: 4e.contested
    """
    everyone = range(len(totals))
    for i in everyone:
        best_other = max(totals[j] for j in everyone if j != i)
        if raises[i] and totals[i] >= best_other + PER_RAISE * raises[i]:
            return Result((i,), "raised")
    top = max(totals)
    level = tuple(i for i in everyone if totals[i] == top and not raises[i])
    if not level and runner_up:
        plain = [i for i in everyone if not raises[i]]
        best = max((totals[i] for i in plain), default=0)
        level = tuple(i for i in plain if totals[i] == best)
        return Result(level, "runner-up" if len(level) == 1 else "tie" if level else "short")
    return Result(level, "highest" if len(level) == 1 else "tie" if level else "short")


def offers(scene: Scene[Contest]) -> Offers:
    """Source: 4e.contested"""
    state = scene.state
    if state.began:
        return merged(*(roll.offers(scene, each) for each in state.rolls))
    here = {each.who for each in state.rolls}
    enter = tuple(
        may(
            Enter,
            who=OneOf((who,)),
            deed=Rollable(able(scene.cast[who]), "contest"),
            free=Between(0, MAX_RAISES),
            adds=Adds(),
        )
        for who in people(scene)
        if who not in here and len(here) < MAX_CONTESTANTS
    )
    begin = (may(Begin, tie=OneOf(("stand", "again")), label=Text()),) if len(here) > 1 else ()
    return {GM: (*enter, *begin)} if enter or begin else {}


def take(step: Step[Contest], who: Who, move: Any) -> None:
    """Enters, begins, or hands the move to the roll that it names."""
    if isinstance(move, Enter):
        step.add(Entered(move.who, move.deed, move.free, move.adds))
    elif isinstance(move, Begin):
        step.add(Began(move.tie, move.label))
    else:
        roll.take(step, next(each for each in step.now.state.rolls if each.who == move.who), move)


def follow(step: Step[Contest]) -> bool:
    """Keeps where nobody chooses; settles when every total is there."""
    state = step.now.state
    if not state.began or state.settled:
        return False
    for each in state.rolls:
        if roll.follow(step, each):
            return True
    if not all(each.kept for each in state.rolls):
        return False
    totals = [each.total for each in state.rolls]
    raises = [each.declared.raises if each.declared else 0 for each in state.rolls]
    found = result(totals, raises, Rulings(step.now.rulings)("short_raiser") == "runner_up_wins")
    names = tuple(state.rolls[i].who for i in found.winners)
    if found.case == "tie" and state.began.tie == "again":
        step.add(Tied(names))
    else:
        short = tuple(each.who for i, each in enumerate(state.rolls) if raises[i] and i not in found.winners)
        step.add(Settled(names, found.case, short, tuple((each.who, each.total) for each in state.rolls)), Closed())
    return True


def evolve(state: Contest, event: Any) -> Contest:
    """The contest after one of its events; who enters again rolls that instead."""
    if isinstance(event, Entered):
        entered = Roll(event.who, event.deed, "contest", "contested", event.free, event.adds)
        others = tuple(each for each in state.rolls if each.who != event.who)
        return Contest((*others, entered), state.began, state.settled)
    if isinstance(event, Began):
        return Contest(state.rolls, event, state.settled)
    if isinstance(event, Tied):
        rolls = tuple([roll.again(each) for each in state.rolls if each.who in event.who])
        return Contest(rolls, state.began, state.settled)
    if isinstance(event, Settled):
        return Contest(state.rolls, state.began, event)
    rolls = tuple([roll.evolve(each, event) if each.who == event.who else each for each in state.rolls])
    return Contest(rolls, state.began, state.settled)


MOVES = (Enter, Begin, *roll.MOVES)
EVENTS = (Entered, Began, Tied, Settled, *roll.EVENTS)
CONTEST = Machine("contest", Contest(), MOVES, EVENTS, offers, take, follow, evolve, tell)
