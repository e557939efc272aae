"""A duel on its way: the two sides, and a stack of what is going on, the newest on top."""

from __future__ import annotations

from typing import NamedTuple

from rollkeep.dice.symbols import Faces
from rollkeep.machine.machine import Who
from rollkeep.machine.secret import Secret

Held = tuple[tuple[str, int], ...]
"""Weapons in hand, each with how many hands hold it."""


class Body(NamedTuple):
    """What criticals have done: wounds by ring, and states. ``dying`` is the rounds left, -1 when not dying."""

    light: tuple[str, ...] = ()
    severe: tuple[str, ...] = ()
    scars: tuple[str, ...] = ()
    bleeding: bool = False
    dying: int = -1
    unconscious: bool = False
    dead: bool = False
    immobilized: bool = False


class Arms(NamedTuple):
    """Weapons and armour. ``tough`` are durable things that have not lost that yet; armour is called that."""

    ready: tuple[str, ...] = ()
    held: Held = ()
    damaged: tuple[str, ...] = ()
    destroyed: tuple[str, ...] = ()
    tough: tuple[str, ...] = ()
    resistance: int = 0


class Marks(NamedTuple):
    """What opportunity has bought, up to one's own next turn or the next check.

    ``guard`` lowers the next critical suffered, ``press`` raises the TN of the foe's next check to resist, ``warded``
    costs the foe strife, ``spare`` are kept dice that show opportunity, ``eased`` rings have a lower TN once.
    """

    guard: int = 0
    press: int = 0
    warded: bool = False
    spare: int = 0
    eased: tuple[str, ...] = ()


class Tally(NamedTuple):
    """What will be scored. ``critical`` is the severity of the highest, -1 where none was inflicted."""

    met: bool = False
    first: bool = False
    fatigue: int = 0
    critical: int = -1
    unmasked: bool = False
    cheated: bool = False
    conceded: bool = False


class Side(NamedTuple):
    """One duellist. ``opened`` tells what has opened this one's finishing blow.

    ``reserves`` are dice set aside by Centre, with the skill that they are for. ``foreseen`` is what Predict has
    recorded, and ``until`` how many of the own turns it outlasts yet.
    """

    who: Who
    npc: bool = False
    stance: str = ""
    initiative: int = 0
    bid: int = 0
    compromised: bool = False
    opened: tuple[str, ...] = ()
    reserves: tuple[tuple[str, Faces], ...] = ()
    foreseen: str | Secret[str] | None = None
    until: int = 0
    parried: bool = False
    body: Body = Body()
    arms: Arms = Arms()
    marks: Marks = Marks()
    tally: Tally = Tally()


# --- what goes on -----------------------------------------------------------------------------------------------


class Approach(NamedTuple):
    """How somebody makes the check for initiative."""

    who: Who
    ring: str
    seize: bool
    edges: tuple[str, ...]


class Opening(NamedTuple):
    """Both get ready: how each has chosen to, who has an initiative already, and who became Compromised meanwhile."""

    approaches: tuple[Approach, ...] = ()
    entered: tuple[Who, ...] = ()
    broken: tuple[Who, ...] = ()


class Round(NamedTuple):
    """A round: ``answers``, ``strife``, ``bids``, then ``turns`` of those that are ``left`` to have one."""

    step: str
    bids: tuple[tuple[Who, int | Secret[int]], ...] = ()
    held: tuple[Who, ...] = ()
    left: tuple[Who, ...] = ()


class Turn(NamedTuple):
    """Somebody's turn: ``start``, ``read`` (Predict may be revealed), ``act``, ``end``.

    ``acts`` are the types of each action and whether it was a check; ``barred`` is a stance that was foreseen.
    """

    who: Who
    step: str = "start"
    acts: tuple[tuple[tuple[str, ...], bool], ...] = ()
    barred: str = ""


class Window(NamedTuple):
    """A finishing blow is open to somebody."""

    who: Who
    trigger: str


class Centring(NamedTuple):
    """Dice to be reserved: thrown, swapped for what was reserved before, then some are set aside."""

    who: Who
    skill: str
    dice: int
    faces: Faces = ()
    swapped: bool = False


class Attempt(NamedTuple):
    """A Unique Action that waits for the game master: for a TN, or for its effect."""

    who: Who
    skill: str
    intent: str
    seize: bool
    edges: tuple[str, ...]
    step: str = "tn"
    success: bool = False


class Check(NamedTuple):
    """A check: ``throw``, ``swap``, ``reroll``, ``again``, ``keep``, ``extra``, ``sum``, ``spend``, ``judge``.

    ``pool`` are ring dice, skill dice and how many are kept. ``faces`` lie on the table, of ``extra`` those that bring
    dice; ``kept`` have been chosen. ``plain``: the stance does not count. ``shown`` are successes, opportunities and
    strife of what was kept.
    """

    who: Who
    kind: str
    skill: str
    ring: str
    tn: int
    pool: tuple[int, int, int]
    edges: tuple[str, ...] = ()
    weapon: str = ""
    hands: int = 1
    blow: bool = False
    plain: bool = False
    spare: int = 0
    razor: bool = False
    draws: bool = False
    snare: int = 0
    step: str = "throw"
    faces: Faces = ()
    kept: Faces = ()
    again: tuple[int, ...] = ()
    shown: tuple[int, int, int] = (0, 0, 0)
    spent: tuple[str, ...] = ()

    @property
    def free(self) -> bool:
        """Whether strife on kept dice costs nothing.

        Source: 5e.stance
        """
        return self.ring == "void" and not self.plain

    @property
    def gained(self) -> int:
        """The strife that the kept dice have cost."""
        return 0 if self.free else self.shown[2]


class Hit(NamedTuple):
    """Damage that somebody has to answer: to defend, or to take the critical. ``by`` is empty for Bleeding.

    ``sure``: there is no defence. ``bought`` is the severity of a critical that comes after it, -1 for none.
    """

    who: Who
    by: Who
    amount: int
    deadliness: int
    razor: bool
    sure: bool
    bought: int = -1


class Wound(NamedTuple):
    """A critical on its way: its severity before the check to resist, and what that took off; -1 before it."""

    who: Who
    by: Who
    severity: int
    razor: bool
    blow: bool = False
    resisted: int = -1


Frame = Opening | Round | Turn | Window | Centring | Attempt | Check | Hit | Wound


class Rolled(NamedTuple):
    """One roll of a duel that one roll decides."""

    who: Who
    weapon: str
    success: bool
    bonus: int
    shortfall: int


class Scored(NamedTuple):
    """How it ended between ``names``: both totals with their parts, the result, why, who has won, and the glory."""

    names: tuple[Who, Who]
    a: int
    b: int
    parts_a: tuple[tuple[str, int], ...]
    parts_b: tuple[tuple[str, int], ...]
    result: str
    reason: str
    winner: Who
    glory: int


class Setup(NamedTuple):
    """What was agreed before: the form with its objective, who was unready, who throws by hand."""

    form: str
    objective: str
    label: str
    one_roll: bool
    unready: tuple[Who, ...]
    by_hand: tuple[Who, ...]


class Duel(NamedTuple):
    """A duel. ``lower`` comes first on every tie; ``rolls`` only where one roll decides."""

    setup: Setup | None = None
    sides: tuple[Side, ...] = ()
    stack: tuple[Frame, ...] = ()
    lower: Who = ""
    round: int = 0
    rolls: tuple[Rolled, ...] = ()
    scored: Scored | None = None

    @property
    def form(self) -> str:
        """The form of the duel; empty before there is one."""
        return self.setup.form if self.setup else ""

    @property
    def objective(self) -> str:
        """What has to be achieved."""
        return self.setup.objective if self.setup else ""

    @property
    def by_hand(self) -> tuple[Who, ...]:
        """Who throws their own dice."""
        return self.setup.by_hand if self.setup else ()

    @property
    def one_roll(self) -> bool:
        """Whether one roll decides."""
        return bool(self.setup and self.setup.one_roll)

    @property
    def unready(self) -> tuple[Who, ...]:
        """Who was surprised."""
        return self.setup.unready if self.setup else ()


def side(duel: Duel, who: Who) -> Side:
    """A duellist's side.

    Raises: LookupError
    """
    for each in duel.sides:
        if each.who == who:
            return each
    raise LookupError(who)


def other(duel: Duel, who: Who) -> Side:
    """The side of the other duellist.

    Raises: LookupError
    """
    first, second = duel.sides
    if who == first.who:
        return second
    if who == second.who:
        return first
    raise LookupError(who)


def reserved(one: Side, skill: str) -> Faces:
    """The dice that Centre has set aside for a skill."""
    return next((faces for name, faces in one.reserves if name == skill), ())


def initiative(one: Side) -> int:
    """The initiative that counts this round."""
    return one.initiative + one.bid


def able(one: Side) -> bool:
    """Whether somebody can do anything at all: is awake and alive."""
    return not (one.body.unconscious or one.body.dead)
