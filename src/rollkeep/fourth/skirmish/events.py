"""What happens in a skirmish: results, in the past tense. Tracks of the characters move by ``Shifted`` beside them."""

from __future__ import annotations

from typing import NamedTuple

from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play.roll import Declared, Kept, Threw
from rollkeep.fourth.skirmish.state import Body
from rollkeep.machine.machine import Who

Parts = tuple[tuple[str, int], ...]


class Entered(NamedTuple):
    """Somebody comes in on a side, with what everybody sees of them and the weapon in hand."""

    who: Who
    side: str
    body: Body
    weapon: str
    fan: int
    by_hand: bool
    surprised: bool


class Began(NamedTuple):
    """The skirmish begins with its first Round."""

    label: str


class Departed(NamedTuple):
    """Somebody has left."""

    who: Who


class Conditioned(NamedTuple):
    """A condition holds of somebody, or no more."""

    who: Who
    what: str
    yes: bool


class Granted(NamedTuple):
    """What every attack of somebody has from now on, or all damage, or the Armor TN: that is what it is ``on``."""

    who: Who
    adds: tuple[Modifier, ...]
    free: int
    on: str


class Drew(NamedTuple):
    """Lots, the first in front: they settle ties from now on."""

    order: tuple[Who, ...]


class Stood(NamedTuple):
    """A stance is taken; ``by`` is what it does to the Armor TN. ``points`` were put into the Initiative roll."""

    who: Who
    stance: str
    by: int
    points: int


class Faltered(NamedTuple):
    """Somebody cannot keep the Full Attack Stance and falls back into the Attack Stance."""

    who: Who


class Chose(NamedTuple):
    """Somebody will choose the Initiative dice that are kept."""

    who: Who


class Rolled(NamedTuple):
    """Everyone who is new rolls Initiative: who, and what is granted to that roll."""

    rolls: tuple[tuple[Who, tuple[Modifier, ...]], ...]


class Scored(NamedTuple):
    """An Initiative Score, and what is added in this Round alone."""

    who: Who
    score: int
    bonus: int


class Mustered(NamedTuple):
    """All have an Initiative Score: Void Points can be spent in this Round."""

    number: int


class Warded(NamedTuple):
    """A Void Point for the Armor TN of this Round."""

    who: Who
    by: int


class Hastened(NamedTuple):
    """A Void Point for the Initiative Score."""

    who: Who
    by: int


class Proposed(NamedTuple):
    """Somebody would swap Initiative Scores."""

    who: Who
    with_: Who


class Swapped(NamedTuple):
    """Two have exchanged their Initiative Scores; ``who`` pays."""

    who: Who
    with_: Who


class Refused(NamedTuple):
    """A swap was refused; it costs nothing."""

    who: Who
    with_: Who


class Invoked(NamedTuple):
    """A Void Point has paid for a School Technique; it does not count against the limit of the Round."""

    who: Who
    technique: str


class Passed(NamedTuple):
    """Somebody is through with the start of the Round."""

    who: Who


class Ordered(NamedTuple):
    """Who has a turn in this Round, in order, with the scores that count."""

    order: tuple[tuple[Who, int], ...]


class Turned(NamedTuple):
    """Somebody's turn begins."""

    who: Who


class Delayed(NamedTuple):
    """Somebody waits until after another's turn."""

    who: Who
    after: Who


class Attacked(NamedTuple):
    """An attack is declared against the Armor TN of the moment, whose ``parts`` are told.

    ``deed``, ``adds`` and ``free`` make the roll, ``named`` are words that were said. So many ``points`` were spent,
    ``center`` is used up, ``extra``: it is the further attack, ``keep``: which dice of the damage are kept.
    """

    who: Who
    target: Who
    weapon: str
    maneuvers: tuple[str, ...]
    tn: int
    parts: Parts
    deed: str
    adds: tuple[Modifier, ...]
    free: int
    named: tuple[str, ...]
    points: int
    center: bool
    extra: bool
    keep: str


class Hit(NamedTuple):
    """An attack hits; ``deed`` and ``adds`` make the damage, an empty deed none to roll. ``edge``: a Void Point may be
    added first. So much Reduction as ``pierce`` does not count.
    """

    who: Who
    target: Who
    reached: int
    margin: int
    deed: str
    adds: tuple[Modifier, ...]
    edge: bool
    pierce: int


class Missed(NamedTuple):
    """An attack misses."""

    who: Who
    target: Who
    reached: int
    margin: int


class Edged(NamedTuple):
    """The damage is declared, with a Void Point or without."""

    who: Who
    points: int


class Dealt(NamedTuple):
    """The total of the damage, before Reduction."""

    who: Who
    target: Who
    damage: int


class Took(NamedTuple):
    """The damage is taken, with a Void Point against it or without; what comes ``next``: a contest, or nothing, and
    the ``deeds`` that both roll in it. ``extra``: a further attack is due.
    """

    who: Who
    by: Who
    points: int
    next: str
    deeds: tuple[str, ...]
    extra: bool


class Wrestled(NamedTuple):
    """A contested Strength roll was won; in a tie nobody has yet."""

    who: Who
    target: Who
    what: str
    winner: Who
    totals: tuple[int, int]


class Lost(NamedTuple):
    """A weapon is out of the hand: ``dropped``, ``thrown`` or ``broken``."""

    who: Who
    weapon: str
    how: str


class Fared(NamedTuple):
    """Somebody is Down, Out or Dead by their Wounds; or stands again."""

    who: Who
    state: str


class Braced(NamedTuple):
    """A Full Defense roll is begun."""

    who: Who
    adds: tuple[Modifier, ...]
    points: int
    center: bool
    cost: int


class Defended(NamedTuple):
    """Full Defense: what it adds to the Armor TN until the own next turn; ``cost`` where it was not rolled anew."""

    who: Who
    by: int
    cost: int


class Covered(NamedTuple):
    """Somebody guards an ally."""

    who: Who
    ally: Who


class Readied(NamedTuple):
    """A weapon is in the hand; ``fan`` is what it adds to the Armor TN."""

    who: Who
    weapon: str
    fan: int
    cost: int


class Rose(NamedTuple):
    """Somebody got up."""

    who: Who


class Tried(NamedTuple):
    """Anything else, in words."""

    who: Who
    what: str
    kind: str
    cost: int


class Ended(NamedTuple):
    """A turn is over."""

    who: Who


class Rounded(NamedTuple):
    """The Round is over, and the next begins. ``gathered``: who has in the Center Stance, with what Initiative."""

    number: int
    gathered: tuple[tuple[Who, int], ...]


class Over(NamedTuple):
    """It is over: the side that is left standing, empty where none is, and why: ``standing`` or ``word``."""

    winner: str
    case: str


EVENTS = (
    *(Entered, Began, Departed, Conditioned, Granted, Drew, Stood, Faltered, Chose, Rolled, Scored, Mustered, Warded),
    *(Hastened, Proposed, Swapped, Refused, Invoked, Passed, Ordered, Turned, Delayed, Attacked, Hit, Missed, Edged),
    *(Dealt, Took, Wrestled, Lost, Fared, Braced, Defended, Covered, Readied, Rose, Tried, Ended, Rounded, Over),
    *(Declared, Threw, Kept, Body),
)
