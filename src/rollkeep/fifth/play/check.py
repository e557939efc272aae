"""A check: one roll of ring and skill dice against a TN that is told, hidden, or decided when the dice are kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rollkeep.fifth import check
from rollkeep.fifth.check import MAX_DICE, MAX_TN, shown
from rollkeep.fifth.duel.person import Person
from rollkeep.fifth.play import moves, roll
from rollkeep.fifth.play.bound import Rollable, Tns, deeds, known_rings
from rollkeep.fifth.play.declaring import rings_of
from rollkeep.fifth.play.moves import Declared, Roll
from rollkeep.fifth.play.person import incapacitated, people
from rollkeep.fifth.play.telling import tell
from rollkeep.fifth.sheet import EDGES
from rollkeep.fifth.tn import with_ring
from rollkeep.machine.bound import Between, Nothing, OneOf, Text, Words
from rollkeep.machine.machine import GM, Closed, Machine, Offer, Offers, Scene, Shifted, Step, Who, may
from rollkeep.machine.machine import room as room_for
from rollkeep.machine.secret import Readers, Secret, bare, veil

SHOWN = ("open", "gm", "blind", "self")
TOLD = ("all", "total", "verdict", "nothing")
MAX_HELPERS = MAX_DICE - 1

Tn = tuple[tuple[str, int], ...]
"""TNs of single rings."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Who does what, with which ``rings``; none named: any. A ring that the deed names counts alone.

    ``tns`` are TNs of single rings. ``judging`` is ``told``, ``hidden``, ``later`` (the game master decides then) or
    ``none``. ``skilled`` and ``unskilled`` count helpers; ``edges`` are advantages and disadvantages that count in any
    case. ``shown`` is who sees the dice: ``open`` everybody, ``gm`` game master and roller, ``blind`` the
    game master, ``self`` the roller; ``told`` how much those are told: ``all``, ``total``: what the kept dice show, the
    ``verdict``, ``nothing``.
    """

    who: Who
    deed: str
    rings: tuple[str, ...] = ()
    tn: int | None = None
    tns: Tn = ()
    judging: str = "told"
    label: str = ""
    skilled: int = 0
    unskilled: int = 0
    edges: tuple[str, ...] = ()
    shown: str = "open"
    told: str = "all"


@dataclass(frozen=True, slots=True)
class Judge:
    """The game master's TN, once the dice are kept."""

    tn: int


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked; ``rings`` are all that may be used, none for bare dice."""

    who: Who
    deed: str
    rings: tuple[str, ...]
    tn: int | Secret[int] | None
    tns: Tn | Secret[Tn]
    judging: str
    label: str
    skilled: int
    unskilled: int
    edges: tuple[str, ...]
    shown: str
    told: str


@dataclass(frozen=True, slots=True)
class Counted:
    """What all kept dice show together; opportunity is told, not spent."""

    who: Who
    successes: int | Secret[int]
    opportunities: int | Secret[int]
    strife: int | Secret[int]


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of it. ``tn`` is that of the ring, ``target`` with all that modifiers add."""

    who: Who
    tn: int | Secret[int]
    target: int | Secret[int]
    success: bool | Secret[bool]
    bonus: int | Secret[int]
    shortfall: int | Secret[int]


@dataclass(frozen=True, slots=True)
class RingCheck:
    """A check on its way."""

    asked: Asked | None = None
    roll: Roll | None = None
    counted: Counted | None = None
    judged: Judged | None = None


def offers(scene: Scene[RingCheck]) -> Offers:
    """Source: 5e.check"""
    state = scene.state
    if state.asked is None or state.roll is None:
        everyone = people(scene)
        own = {who: _asks(scene.cast[who], who, by_gm=False) for who in everyone}
        return {GM: tuple(offer for who in everyone for offer in _asks(scene.cast[who], who, by_gm=True)), **own}
    if state.counted is None:
        return roll.offers(scene, state.roll)
    if state.asked.judging == "later" and state.judged is None:
        return {GM: (may(Judge, tn=Between(1, MAX_TN)),)}
    return {}


def _asks(one: Person, who: Who, *, by_gm: bool) -> tuple[Offer, ...]:
    """With a TN and without; bare dice apart, since they have no ring."""

    def box(deed: Rollable, tn: Between | Nothing, judging: tuple[str, ...]) -> Offer:
        rings = () if deed.dice else known_rings(one.sheet)
        return may(
            Ask,
            who=OneOf((who,)),
            deed=deed,
            rings=Words(rings),
            tn=tn,
            tns=Tns(rings if isinstance(tn, Between) else ()),
            judging=OneOf(judging),
            label=Text(),
            skilled=Between(0, MAX_HELPERS),
            unskilled=Between(0, MAX_HELPERS),
            edges=Words(EDGES if by_gm else ()),
            shown=OneOf(SHOWN[:3] if by_gm else ("open", "gm", "self")),
            told=OneOf(TOLD if by_gm else ("all",)),
        )

    return tuple(
        offer
        for deed in (Rollable(one.sheet, strikes=not incapacitated(one)), Rollable(one.sheet, dice=True))
        if deeds(deed)
        for offer in (
            box(deed, Between(1, MAX_TN), ("told", "hidden") if by_gm else ("told",)),
            box(deed, Nothing(), ("later", "none")),
        )
    )


def take(step: Step[RingCheck], who: Who, move: Any) -> None:
    """Asks, judges, or hands the move to the roll."""
    if isinstance(move, Ask):
        _ask(step, move)
    elif isinstance(move, Judge):
        _judge(step, move.tn)
    elif step.now.state.roll:
        roll.take(step, step.now.state.roll, move)


def _ask(step: Step[RingCheck], move: Ask) -> None:
    hidden = frozenset({GM}) if move.judging == "hidden" else None
    step.add(
        Asked(
            move.who,
            move.deed,
            rings_of(step.now.cast[move.who].sheet, move.deed, move.rings),
            None if move.tn is None else veil(move.tn, hidden),
            veil(move.tns, hidden),
            move.judging,
            move.label,
            move.skilled,
            move.unskilled,
            move.edges,
            move.shown,
            move.told,
        )
    )


def follow(step: Step[RingCheck]) -> bool:
    """Goes on where nobody chooses, counts when nothing is due any more, then judges where the TN is known."""
    state = step.now.state
    if state.asked is None or state.roll is None or not state.roll.fell:
        return False
    if state.counted is None:
        return roll.follow(step, state.roll) or _count(step, state.asked, state.roll)
    if state.judged is None and state.asked.judging == "later":
        return False
    if state.judged is None and state.asked.tn is not None:
        _judge(step, bare(state.asked.tn))
    else:
        _finish(step, success=None)
    return True


def _count(step: Step[RingCheck], asked: Asked, rolled: Roll) -> bool:
    """The kept dice together, and the strife they cost.

    Source: 5e.check
    """
    found = roll.hand(rolled)
    if found is None or roll.stage(rolled, found) != "count":
        return False
    shows, to = shown(found), told_to(asked, "total")
    step.add(Counted(asked.who, veil(shows.successes, to), veil(shows.opportunities, to), veil(shows.strife, to)))
    _shift(step, asked.who, "strife", shows.strife, "kept dice")
    return True


def _judge(step: Step[RingCheck], tn: int) -> None:
    """Source: 5e.check"""
    state = step.now.state
    asked, rolled, counted = state.asked, state.roll, state.counted
    assert asked
    assert rolled
    assert rolled.declared
    assert counted
    own, target = aimed(tn, bare(asked.tns), rolled.declared)
    found = check.judge(bare(counted.successes), target)
    hidden = frozenset({GM}) if asked.judging == "hidden" else None
    everyone, number = hidden or readers(asked.shown, asked.who), hidden or told_to(asked, "total")
    step.add(
        Judged(
            asked.who,
            veil(own, everyone),
            veil(target, everyone),
            veil(found.success, told_to(asked, "verdict")),
            veil(found.bonus, number),
            veil(found.shortfall, number),
        )
    )
    _finish(step, success=found.success)


def aimed(tn: int, tns: Tn, declared: Declared) -> tuple[int, int]:
    """The TN with the ring that was declared, and what has to be reached with all that modifiers add.

    Source: 5e.check
    """
    own, _ = with_ring(tn, declared.ring, dict(tns))
    assert own
    return own, max(own + declared.plus, 1)


def _finish(step: Step[RingCheck], *, success: bool | None) -> None:
    """What advantages do after the check. The Void Point of an adversity comes back by itself only where the roller
    is told of the failure, since it would tell of it.

    Source: 5e.advantages
    """
    asked, rolled = step.now.state.asked, step.now.state.roll
    assert asked
    assert rolled
    if (declared := rolled.declared) is not None:
        _shift(step, asked.who, "strife", declared.after, "passion" if declared.after < 0 else "anxiety")
        to = told_to(asked, "verdict")
        if declared.reroll == "adversity" and success is False and (to is None or asked.who in to):
            _shift(step, asked.who, "void", 1, "adversity")
    step.add(Closed())


def _shift(step: Step[RingCheck], who: Who, track: str, by: int, why: str) -> None:
    if moved := room_for(step.now.cast[who], track, by):
        step.add(Shifted(who, track, moved, why))


def readers(shown: str, who: Who) -> Readers | None:
    """Who may know of the dice at all; None: everybody."""
    return {"open": None, "gm": frozenset({GM, who}), "blind": frozenset({GM}), "self": frozenset({who})}[shown]


def told_to(asked: Asked, what: str) -> Readers | None:
    """Who is told the dice (``all``), the ``total`` or the ``verdict``; the game master where nobody else is."""
    if TOLD.index(asked.told) <= TOLD.index(what):
        return readers(asked.shown, asked.who)
    return frozenset({GM})


def evolve(state: RingCheck, event: Any) -> RingCheck:
    """The check after one of its events."""
    if isinstance(event, Asked):
        rolled = Roll(
            event.who,
            event.deed,
            event.rings,
            event.skilled,
            event.unskilled,
            event.edges,
            told_to(event, "all"),
        )
        return RingCheck(event, rolled)
    if isinstance(event, Counted):
        return RingCheck(state.asked, state.roll, event, state.judged)
    if isinstance(event, Judged):
        return RingCheck(state.asked, state.roll, state.counted, event)
    rolled_on = roll.evolve(state.roll, event) if state.roll else None
    return RingCheck(state.asked, rolled_on, state.counted, state.judged)


MOVES = (Ask, Judge, *moves.MOVES)
EVENTS = (Asked, Counted, Judged, *moves.EVENTS)
CHECK = Machine("ring-check", RingCheck(), MOVES, EVENTS, offers, take, follow, evolve, tell)
