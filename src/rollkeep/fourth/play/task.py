"""A cumulative task: a total TN that is whittled down, roll by roll."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play import roll
from rollkeep.fourth.play.bound import Adds, Rollable
from rollkeep.fourth.play.person import able, people
from rollkeep.fourth.play.roll import Declared, Roll
from rollkeep.fourth.play.telling import tell
from rollkeep.fourth.play.together import help_of
from rollkeep.fourth.request import MAX_RAISES
from rollkeep.fourth.rulings import Rulings
from rollkeep.machine.bound import Between, OneOf, Text
from rollkeep.machine.machine import GM, Closed, Machine, Offers, Scene, Step, Who, may, merged

MAX_TOTAL = 9_999
MAX_ROLLS = 1_000


@dataclass(frozen=True, slots=True)
class Plan:
    """A roll counts that meets ``minimum``; one below ``flub`` costs progress. ``help`` is what helpers add,
    ``free`` are Free Raises on each roll.

    ``every`` is the time between rolls, in words.
    """

    who: Who
    deed: str
    total: int
    minimum: int = 0
    flub: int = 0
    help: int = 0
    free: int = 0
    adds: tuple[Modifier, ...] = ()
    every: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Stop:
    """The game master ends it unfinished."""


@dataclass(frozen=True, slots=True)
class Planned:
    """What is to be done."""

    who: Who
    deed: str
    total: int
    minimum: int
    flub: int
    help: int
    free: int
    adds: tuple[Modifier, ...]
    every: str
    label: str


@dataclass(frozen=True, slots=True)
class Turned:
    """The next roll is due; ``raises`` says whether any can be called on it."""

    raises: bool


@dataclass(frozen=True, slots=True)
class Worked:
    """A roll: what it came to, whether it ``counts``, is a ``flub`` or does ``nothing``, and what is left."""

    total: int
    case: str
    left: int


@dataclass(frozen=True, slots=True)
class Ended:
    """It is over: done or not, after so many rolls and so many waits."""

    done: bool
    rolls: int
    waits: int


@dataclass(frozen=True, slots=True)
class Task:
    """A task on its way."""

    planned: Planned | None = None
    left: int = 0
    rolls: int = 0
    roll: Roll | None = None
    ended: Ended | None = None


def offers(scene: Scene[Task]) -> Offers:
    """Source: 4e.cumulative"""
    if scene.state.roll:
        return merged(roll.offers(scene, scene.state.roll), {GM: (may(Stop),)})
    return {
        GM: tuple(
            may(
                Plan,
                who=OneOf((who,)),
                deed=Rollable(able(scene.cast[who]), "open"),
                total=Between(1, MAX_TOTAL),
                minimum=Between(0, 999),
                flub=Between(0, 999),
                help=Between(0, 99),
                free=Between(0, MAX_RAISES),
                adds=Adds(),
                every=Text(60),
                label=Text(),
            )
            for who in people(scene)
        )
    }


def _next(step: Step[Task]) -> Turned:
    """Raises raise the minimum, or are refused."""
    return Turned(Rulings(step.now.rulings)("cumulative_raises") == "minimum")


def take(step: Step[Task], who: Who, move: Any) -> None:
    """Plans, stops, or hands the move to the roll."""
    if isinstance(move, Plan):
        step.add(
            Planned(
                move.who,
                move.deed,
                move.total,
                move.minimum,
                move.flub,
                move.help,
                move.free,
                move.adds,
                move.every,
                move.label,
            ),
            _next(step),
        )
    elif isinstance(move, Stop):
        step.add(Ended(False, step.now.state.rolls, _waits(step, step.now.state.rolls)), Closed())
    elif step.now.state.roll:
        roll.take(step, step.now.state.roll, move)


def follow(step: Step[Task]) -> bool:
    """Keeps where nobody chooses; counts a finished roll, and ends when nothing is left.

    Source: 4e.cumulative
    """
    state = step.now.state
    if not state.planned or not state.roll or state.ended:
        return False
    if roll.follow(step, state.roll):
        return True
    if not state.roll.kept or not state.roll.declared:
        return False
    total, plan, rulings = state.roll.total, state.planned, Rulings(step.now.rulings)
    minimum = counts_from(plan, state.roll.declared)
    case, left = "nothing", state.left
    if total >= max(minimum, plan.flub):
        case, left = "counts", left - max(total, 0)
    elif total < plan.flub:
        lost = total if rulings("flub") == "total" else plan.flub - total
        case, left = "flub", left + max(lost, 0)
        left = min(left, plan.total) if rulings("flub_cap") == "start" else left
    step.add(Worked(total, case, left))
    rolls = step.now.state.rolls
    if left <= 0 or rolls >= MAX_ROLLS:
        step.add(Ended(left <= 0, rolls, _waits(step, rolls)), Closed())
    else:
        step.add(_next(step))
    return True


def counts_from(plan: Planned, declared: Declared) -> int:
    """What a roll has to reach to count: Raises and all that changes a TN change the minimum.

    Source: 4e.cumulative
    """
    return plan.minimum + declared.plus if plan.minimum or declared.raises else 0


def _waits(step: Step[Task], rolls: int) -> int:
    """How often time passed: between rolls, or with each."""
    return rolls if Rulings(step.now.rulings)("cumulative_time") == "each" else max(rolls - 1, 0)


def evolve(state: Task, event: Any) -> Task:
    """The task after one of its events."""
    if isinstance(event, Planned):
        return replace(state, planned=event, left=event.total)
    if isinstance(event, Turned) and state.planned:
        plan = state.planned
        adds = (*plan.adds, *help_of(plan.help))
        fresh = Roll(plan.who, plan.deed, "open", "together", plan.free, adds, event.raises)
        return Task(state.planned, state.left, state.rolls, fresh, state.ended)
    if isinstance(event, Worked):
        return Task(state.planned, event.left, state.rolls + 1, None, state.ended)
    if isinstance(event, Ended):
        return replace(state, ended=event)
    if state.roll is None:
        return state
    return Task(state.planned, state.left, state.rolls, roll.evolve(state.roll, event), state.ended)


MOVES = (Plan, Stop, *roll.MOVES)
EVENTS = (Planned, Turned, Worked, Ended, *roll.EVENTS)
TASK = Machine("task", Task(), MOVES, EVENTS, offers, take, follow, evolve, tell)
