"""A check: one roll against a Target Number that is told, hidden, or decided when the total is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play import roll
from rollkeep.fourth.play.bound import Adds, Rollable, deeds
from rollkeep.fourth.play.person import able, people
from rollkeep.fourth.play.roll import Aim, Roll
from rollkeep.fourth.play.telling import tell
from rollkeep.fourth.request import MAX_RAISES, MAX_TN
from rollkeep.fourth.rulings import Rulings
from rollkeep.machine.bound import Between, Nothing, OneOf, Text
from rollkeep.machine.machine import GM, Closed, Machine, Offer, Offers, Scene, Step, Who, may
from rollkeep.machine.secret import Readers, Secret, bare, veil

SHOWN = ("open", "gm", "blind", "self")
TOLD = ("all", "total", "verdict", "nothing")


@dataclass(frozen=True, slots=True)
class Ask:
    """Who rolls what. ``judging`` is ``told``, ``hidden``, ``later`` (the game master decides then) or ``none``.

    ``shown`` is who sees the dice: ``open`` everybody, ``gm`` game master and roller, ``blind`` the game master,
    ``self`` the roller; ``told`` how much those are told: ``all``, ``total`` and verdict, the ``verdict``, ``nothing``.
    """

    who: Who
    deed: str
    tn: int | None = None
    judging: str = "told"
    label: str = ""
    free: int = 0
    adds: tuple[Modifier, ...] = ()
    attempt: int = 1
    changed: str = ""
    shown: str = "open"
    told: str = "all"


@dataclass(frozen=True, slots=True)
class Judge:
    """The game master's TN, once the total is known."""

    tn: int


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked."""

    who: Who
    deed: str
    tn: int | Secret[int] | None
    judging: str
    label: str
    free: int
    adds: tuple[Modifier, ...]
    attempt: int
    changed: str
    shown: str
    told: str


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of it."""

    who: Who
    tn: int | Secret[int]
    target: int | Secret[int]
    margin: int | Secret[int]
    success: bool | Secret[bool]
    earned: int | Secret[int]


@dataclass(frozen=True, slots=True)
class Check:
    """A check on its way."""

    asked: Asked | None = None
    roll: Roll | None = None
    judged: Judged | None = None


def offers(scene: Scene[Check]) -> Offers:
    """Source: 4e.tn"""
    state = scene.state
    if state.asked is None or state.roll is None:
        everyone = people(scene)
        own = {who: _asks(scene, who, by_gm=False) for who in everyone}
        return {GM: tuple(offer for who in everyone for offer in _asks(scene, who, by_gm=True)), **own}
    if state.roll.kept is None:
        return roll.offers(scene, state.roll)
    if state.asked.judging == "later" and state.judged is None:
        return {GM: (may(Judge, tn=Between(0, MAX_TN)),)}
    return {}


def _asks(scene: Scene[Any], who: Who, *, by_gm: bool) -> tuple[Offer, ...]:
    character = able(scene.cast[who])
    shown = OneOf(SHOWN[:3] if by_gm else SHOWN)

    def box(tn: Any, judging: tuple[str, ...], aim: Aim) -> Offer:
        return may(
            Ask,
            who=OneOf((who,)),
            deed=Rollable(character, aim),
            tn=tn,
            judging=OneOf(judging),
            label=Text(),
            free=Between(0, MAX_RAISES if by_gm and aim else 0),
            adds=Adds(),
            attempt=Between(1, 1),
            changed=OneOf(("",)),
            shown=shown,
            told=OneOf(TOLD if by_gm else ("all",)),
        )

    with_tn = ("told", "hidden") if by_gm else ("told",)
    return (
        box(Between(0, MAX_TN), with_tn, "open"),
        box(Nothing(), ("later",), "open"),
        box(Nothing(), ("none",), ""),
        *_again(scene, who, with_tn, by_gm=by_gm),
    )


def _again(scene: Scene[Any], who: Who, judging: tuple[str, ...], *, by_gm: bool) -> tuple[Offer, ...]:
    """Another attempt at the same check, each 10 harder; of the mind, only if something has changed.

    Source: 4e.retry
    """
    most = int(Rulings(scene.rulings)("max_attempts"))
    if most < 2:
        return ()
    shown, told = (OneOf(SHOWN[:3]), OneOf(TOLD)) if by_gm else (OneOf(SHOWN), OneOf(("all",)))
    character = able(scene.cast[who])
    boxes = ((Rollable(character, "open", again=True, mind=mind), Text(least=int(mind))) for mind in (False, True))
    return tuple(
        may(
            Ask,
            who=OneOf((who,)),
            deed=deed,
            tn=Between(0, MAX_TN),
            judging=OneOf(judging),
            label=Text(),
            free=Between(0, MAX_RAISES if by_gm else 0),
            adds=Adds(),
            attempt=Between(2, most),
            changed=changed,
            shown=shown,
            told=told,
        )
        for deed, changed in boxes
        if deeds(deed)
    )


def take(step: Step[Check], who: Who, move: Any) -> None:
    """Asks, judges, or hands the move to the roll."""
    if isinstance(move, Ask):
        tn = None if move.tn is None else veil(move.tn, frozenset({GM}) if move.judging == "hidden" else None)
        step.add(
            Asked(
                move.who,
                move.deed,
                tn,
                move.judging,
                move.label,
                move.free,
                move.adds,
                move.attempt,
                move.changed,
                move.shown,
                move.told,
            )
        )
    elif isinstance(move, Judge):
        _judge(step, move.tn)
    elif step.now.state.roll:
        roll.take(step, step.now.state.roll, move)


def follow(step: Step[Check]) -> bool:
    """Keeps the dice where nobody chooses, then judges where the TN is known."""
    state = step.now.state
    if state.asked is None or state.roll is None:
        return False
    if roll.follow(step, state.roll):
        return True
    if state.roll.kept is None or state.asked.judging == "later":
        return False
    if state.asked.tn is None:
        step.add(Closed())
    else:
        _judge(step, bare(state.asked.tn))
    return True


def _judge(step: Step[Check], tn: int) -> None:
    """Source: 4e.tn, 4e.raise.fail, 4e.free-raise"""
    asked, rolled = step.now.state.asked, step.now.state.roll
    assert asked
    assert rolled
    assert rolled.declared
    target = roll.target(rolled, tn, Rulings(step.now.rulings))
    margin = rolled.total - target
    earned = rolled.declared.raises + rolled.declared.free - rolled.declared.lower if margin >= 0 else 0
    hidden = frozenset({GM}) if asked.judging == "hidden" else None
    everyone, verdict = readers(asked.shown, asked.who), told_to(asked, "verdict")
    number = hidden or told_to(asked, "total")
    step.add(
        Judged(
            asked.who,
            veil(tn, hidden or everyone),
            veil(target, hidden or everyone),
            veil(margin, number),
            veil(margin >= 0, verdict),
            veil(earned, verdict),
        ),
        Closed(),
    )


def readers(shown: str, who: Who) -> Readers | None:
    """Who may know of the dice at all; None: everybody."""
    return {"open": None, "gm": frozenset({GM, who}), "blind": frozenset({GM}), "self": frozenset({who})}[shown]


def told_to(asked: Asked, what: str) -> Readers | None:
    """Who is told the dice (``all``), the ``total`` or the ``verdict``; the game master where nobody else is."""
    if TOLD.index(asked.told) <= TOLD.index(what):
        return readers(asked.shown, asked.who)
    return frozenset({GM})


def evolve(state: Check, event: Any) -> Check:
    """The check after one of its events."""
    if isinstance(event, Asked):
        aim: Aim = "" if event.judging == "none" else "open"
        rolled = Roll(
            event.who,
            event.deed,
            aim,
            "",
            event.free,
            event.adds,
            attempt=event.attempt,
            changed=event.changed,
            dice_to=told_to(event, "all"),
            total_to=told_to(event, "total"),
        )
        return Check(event, rolled, state.judged)
    if isinstance(event, Judged):
        return Check(state.asked, state.roll, event)
    return Check(state.asked, roll.evolve(state.roll, event), state.judged) if state.roll else state


MOVES = (Ask, Judge, *roll.MOVES)
EVENTS = (Asked, Judged, *roll.EVENTS)
CHECK = Machine("check", Check(), MOVES, EVENTS, offers, take, follow, evolve, tell)
