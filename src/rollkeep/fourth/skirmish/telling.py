"""Each event of a skirmish as a reason: its rule, which case, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rollkeep.fourth.check import signed
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play.roll import Declared, Kept, Threw
from rollkeep.fourth.play.telling import tell as told_of_rolls
from rollkeep.fourth.skirmish import events as e
from rollkeep.machine.machine import Closed, Shifted
from rollkeep.reason import Reason, because


def tell(event: Any) -> Reason:
    """What an event says to whoever may read it."""
    return _TOLD[type(event)](event)


def _listed(names: tuple[str, ...]) -> str:
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)


def _adds(adds: tuple[Modifier, ...], free: int = 0) -> str:
    said = [f"{signed(add.pool)} {add.name}".strip() for add in adds]
    if free:
        said.append(f"{free} Free Raise{'' if free == 1 else 's'}")
    return ", ".join(said)


def chosen(names: tuple[str, ...]) -> str:
    """Maneuvers in words, each once."""
    return _listed(
        tuple(f"{name} x{names.count(name)}" if names.count(name) > 1 else name for name in dict.fromkeys(names))
    )


def _attacked(v: e.Attacked) -> Reason:
    parts = " ".join(f"{by:+} {name}" for name, by in v.parts[1:])
    return because(
        "4e.attack",
        "attacked",
        who=v.who,
        target=v.target,
        weapon=v.weapon,
        maneuvers=chosen(v.maneuvers),
        tn=v.tn,
        parts=f"{v.parts[0][1]} {parts}" if parts else "",
        center=int(v.center),
        extra=int(v.extra),
    )


_STATES = {"": "stands", "Down": "down", "Out": "out", "Dead": "dead"}
_TOLD: dict[type, Callable[[Any], Reason]] = {
    e.Entered: lambda v: because(
        "4e.skirmish.sides",
        "entered",
        who=v.who,
        side=v.side,
        tn=v.body.tn,
        weapon=v.weapon,
        surprised=int(v.surprised),
    ),
    e.Began: lambda v: because("4e.round", "began", label=v.label),
    e.Departed: lambda v: because("4e.skirmish.sides", "departed", who=v.who),
    e.Conditioned: lambda v: because(
        "4e.skirmish.conditions", "conditioned" if v.yes else "freed", who=v.who, what=v.what
    ),
    e.Granted: lambda v: because(
        "4e.skirmish.conditions", f"granted-{v.on.replace(' ', '-')}", who=v.who, adds=_adds(v.adds, v.free)
    ),
    e.Drew: lambda v: because("4e.skirmish.order", "drew", order=", ".join(v.order)),
    e.Stood: lambda v: because("4e.stance", f"stood-{v.stance.replace(' ', '-')}", who=v.who, by=v.by),
    e.Faltered: lambda v: because("4e.stance", "faltered", who=v.who),
    e.Chose: lambda v: because("4e.keep", "chose", who=v.who),
    e.Rolled: lambda v: because("4e.initiative", "rolled", who=_listed(tuple(who for who, _ in v.rolls))),
    e.Scored: lambda v: because("4e.initiative", "scored", who=v.who, score=v.score, bonus=v.bonus),
    e.Mustered: lambda v: because("4e.round", "mustered"),
    e.Warded: lambda v: because("4e.void.armor", "warded", who=v.who, by=v.by),
    e.Hastened: lambda v: because("4e.void.initiative", "hastened", who=v.who, by=v.by),
    e.Proposed: lambda v: because("4e.void.swap", "proposed", who=v.who, other=v.with_),
    e.Swapped: lambda v: because("4e.void.swap", "swapped", who=v.who, other=v.with_),
    e.Refused: lambda v: because("4e.void.swap", "refused", who=v.who, other=v.with_),
    e.Invoked: lambda v: because("4e.void.technique", "invoked", who=v.who, technique=v.technique),
    e.Passed: lambda v: because("4e.round", "passed", who=v.who),
    e.Ordered: lambda v: because(
        "4e.skirmish.order", "ordered", order=", ".join(f"{who} {score}" for who, score in v.order)
    ),
    e.Turned: lambda v: because("4e.round", "turned", who=v.who),
    e.Delayed: lambda v: because("4e.skirmish.order", "delayed", who=v.who, after=v.after),
    e.Attacked: _attacked,
    e.Hit: lambda v: because(
        "4e.attack", "hit", who=v.who, target=v.target, reached=v.reached, margin=v.margin, pierce=v.pierce
    ),
    e.Missed: lambda v: because("4e.attack", "missed", who=v.who, target=v.target, reached=v.reached, margin=v.margin),
    e.Edged: lambda v: because("4e.void.boost", "edged" if v.points else "edged-not", who=v.who),
    e.Dealt: lambda v: because("4e.skirmish.harm", "dealt", who=v.who, target=v.target, damage=v.damage),
    e.Took: lambda v: (
        because("4e.maneuver", "extra", who=v.who, by=v.by)
        if v.extra
        else because("4e.void.wounds" if v.points else "4e.skirmish.harm", "took", who=v.who)
    ),
    e.Wrestled: lambda v: because(
        "4e.maneuver",
        _wrestled(v),
        who=v.who,
        target=v.target,
        winner=v.winner,
        totals=f"{v.totals[0]} to {v.totals[1]}",
    ),
    e.Lost: lambda v: because("4e.skirmish.arms", v.how, who=v.who, weapon=v.weapon),
    e.Fared: lambda v: because("4e.wounds", _STATES[v.state], who=v.who),
    e.Braced: lambda v: because("4e.stance", "braced", who=v.who),
    e.Defended: lambda v: because("4e.stance", "defended", who=v.who, by=v.by),
    e.Covered: lambda v: because("4e.maneuver", "covered", who=v.who, ally=v.ally),
    e.Readied: lambda v: because("4e.skirmish.arms", "readied", who=v.who, weapon=v.weapon),
    e.Rose: lambda v: because("4e.skirmish.actions", "rose", who=v.who),
    e.Tried: lambda v: because("4e.skirmish.actions", "tried", who=v.who, what=v.what, kind=v.kind),
    e.Ended: lambda v: because("4e.round", "ended", who=v.who),
    e.Rounded: lambda v: because("4e.round", "rounded", number=v.number),
    e.Over: lambda v: because("4e.skirmish.sides", f"over-{v.case}", winner=v.winner),
    **dict.fromkeys((Declared, Threw, Kept, Shifted, Closed), told_of_rolls),
}


def _wrestled(v: e.Wrestled) -> str:
    if not v.winner:
        return "level"
    held = "held" if v.winner != v.who else "won"
    return f"{v.what.replace('+', '-')}-{held}"
