"""What happens in a duel: results, in the past tense. Tracks of the characters move by ``Shifted`` beside them."""

from __future__ import annotations

from typing import NamedTuple

from rollkeep.dice.symbols import Faces
from rollkeep.fifth.duel.state import Arms, Check, Held, Scored
from rollkeep.machine.machine import Who
from rollkeep.machine.secret import Secret


class Faced(NamedTuple):
    """Two duellists with their arms; who of them is an NPC, unready, or throws by hand."""

    a: Who
    b: Who
    form: str
    objective: str
    label: str
    one_roll: bool
    unready: tuple[Who, ...]
    by_hand: tuple[Who, ...]
    npcs: tuple[Who, ...]
    before: tuple[Who, ...]
    arms: tuple[Arms, Arms]


class Ranked(NamedTuple):
    """Who comes first on every tie, and why: ``honour``, ``pc`` or ``coin``."""

    lower: Who
    case: str


class Approached(NamedTuple):
    """How somebody makes the check for initiative."""

    who: Who
    ring: str
    seize: bool
    edges: tuple[str, ...]


class Entered(NamedTuple):
    """An initiative, and the stance that goes with it."""

    who: Who
    ring: str
    base: int
    initiative: int


class Rounded(NamedTuple):
    """A round begins."""

    number: int


class Stared(NamedTuple):
    """The staredown: both take as much strife as the round's number."""

    strife: int


class Bade(NamedTuple):
    """A bid is sealed."""

    who: Who
    strife: int | Secret[int]


class Holding(NamedTuple):
    """Somebody goes on without a bid, or stands rather than concede."""

    who: Who


class Uncovered(NamedTuple):
    """All bids at once: who, how much."""

    bids: tuple[tuple[Who, int], ...]


class Ordered(NamedTuple):
    """Who has a turn, in this order."""

    order: tuple[Who, ...]


class Conceded(NamedTuple):
    """Somebody gives up."""

    who: Who


class Cheated(NamedTuple):
    """Somebody was seen cheating."""

    who: Who


class Called(NamedTuple):
    """The objective is met, by the game master's word."""

    who: Who


class Strained(NamedTuple):
    """Somebody has become Compromised, or is so no more."""

    who: Who
    compromised: bool


class Opened(NamedTuple):
    """A finishing blow is open to somebody: the other became ``compromised`` or ``unmasked``."""

    who: Who
    trigger: str


class Left(NamedTuple):
    """A finishing blow was not struck: ``declined``, ``helpless``, ``too-late`` or ``no-weapon``."""

    who: Who
    case: str


class Turned(NamedTuple):
    """Somebody's turn begins."""

    who: Who


class Unmasked(NamedTuple):
    """Somebody lets the mask fall."""

    who: Who


class Woke(NamedTuple):
    """Somebody comes to."""

    who: Who


class Stood(NamedTuple):
    """A stance is taken, and weapons are held so; ``read``: Predict may be shown now."""

    who: Who
    ring: str
    held: Held
    read: bool


class Foretold(NamedTuple):
    """Predict is shown: whether it has hit, and whether another stance must be taken."""

    who: Who
    ring: str
    hit: bool
    again: bool


class Lapsed(NamedTuple):
    """Predict is over without having been shown."""

    who: Who


class Acted(NamedTuple):
    """An action is taken: what, its types, and whether it is a check."""

    who: Who
    action: str
    types: tuple[str, ...]
    check: bool


class Predicted(NamedTuple):
    """A stance is recorded in secret."""

    who: Who
    ring: str | Secret[str]


class Centred(NamedTuple):
    """Skill dice will be thrown to be reserved."""

    who: Who
    skill: str
    dice: int


class Reserved(NamedTuple):
    """These dice are set aside."""

    who: Who
    skill: str
    faces: Faces


class Readied(NamedTuple):
    """What is in hand now."""

    who: Who
    held: Held


class Proposed(NamedTuple):
    """A Unique Action is tried."""

    who: Who
    skill: str
    intent: str
    seize: bool
    edges: tuple[str, ...]


class Allowed(NamedTuple):
    """The game master allows a Unique Action: its TN, 0 for no check."""

    who: Who
    tn: int


class Happened(NamedTuple):
    """What a Unique Action has come to."""

    who: Who
    effect: str


class Declared(NamedTuple):
    """A check begins, with all that was declared for it."""

    check: Check


class Threw(NamedTuple):
    """Dice have fallen; ``step`` is what is done about them next."""

    who: Who
    faces: Faces
    step: str


class Settled(NamedTuple):
    """Nothing is to be chosen; ``step`` is next."""

    who: Who
    step: str


class Swapped(NamedTuple):
    """Reserved dice took the place of others; ``left`` stay reserved."""

    who: Who
    faces: Faces
    left: Faces


class Picked(NamedTuple):
    """Dice are thrown again because of ``why``: distinction, adversity or parry."""

    who: Who
    positions: tuple[int, ...]
    why: str


class Parried(NamedTuple):
    """A weapon was put in the way."""

    who: Who
    weapon: str


class Rethrown(NamedTuple):
    """What lies on the table after dice were thrown again."""

    who: Who
    faces: Faces


class Kept(NamedTuple):
    """Dice are chosen."""

    who: Who
    positions: tuple[int, ...]


class Counted(NamedTuple):
    """What the kept dice show together; ``step`` is next."""

    who: Who
    successes: int
    opportunities: int
    strife: int
    step: str


class Bled(NamedTuple):
    """Strife on kept dice is damage to whoever bleeds."""

    who: Who
    damage: int


class Spent(NamedTuple):
    """What opportunity is spent on."""

    who: Who
    on: tuple[str, ...]


class Judged(NamedTuple):
    """How a check has come out: ``bonus`` successes, or the ``shortfall``."""

    who: Who
    kind: str
    tn: int
    successes: int
    success: bool
    bonus: int
    shortfall: int


class Struck(NamedTuple):
    """A blow has landed: damage, what resistance left of it; ``bought``: the severity of a critical, -1 for none."""

    who: Who
    foe: Who
    weapon: str
    damage: int
    left: int
    deadliness: int
    razor: bool
    sure: bool
    bought: int


class Led(NamedTuple):
    """Somebody has struck first."""

    who: Who


class Spoiled(NamedTuple):
    """A weapon or the armour suffers: ``damaged``, ``destroyed``, or ``worn``: it was durable and is no more."""

    who: Who
    what: str
    how: str


class Defended(NamedTuple):
    """Damage is taken as fatigue."""

    who: Who
    fatigue: int


class Undefended(NamedTuple):
    """Damage is not defended against: ``refused`` for a Void Point, or ``unable``."""

    who: Who
    case: str


class Critical(NamedTuple):
    """A critical is on its way; ``by`` is empty for Bleeding."""

    who: Who
    by: Who
    severity: int
    razor: bool
    blow: bool


class Resisted(NamedTuple):
    """What the check to resist takes off."""

    who: Who
    by: int


class Wounded(NamedTuple):
    """What a critical has done: its severity in the end, and what has come of it."""

    who: Who
    by: Who
    severity: int
    ring: str
    effects: tuple[str, ...]
    blow: bool


class Bound(NamedTuple):
    """Somebody is immobilized, or is so no more."""

    who: Who
    yes: bool


class Sank(NamedTuple):
    """A round less is left to somebody who is Dying."""

    who: Who
    left: int


class Died(NamedTuple):
    """Somebody is dead of what came before."""

    who: Who


class Ended(NamedTuple):
    """A turn is over."""

    who: Who


class Tested(NamedTuple):
    """At the end of a round: who has met the objective."""

    met: tuple[Who, ...]


class Clashed(NamedTuple):
    """One roll: who inflicts a critical."""

    by: tuple[Who, ...]
    case: str


class Over(NamedTuple):
    """The duel is over, with its score."""

    scored: Scored


EVENTS = (
    *(
        Faced,
        Ranked,
        Approached,
        Entered,
        Rounded,
        Stared,
        Bade,
        Holding,
        Uncovered,
        Ordered,
        Conceded,
        Cheated,
        Called,
    ),
    *(Strained, Opened, Left, Turned, Unmasked, Woke, Stood, Foretold, Lapsed, Acted, Predicted, Centred, Reserved),
    *(Readied, Proposed, Allowed, Happened, Declared, Threw, Settled, Swapped, Picked, Parried, Rethrown, Kept),
    *(Counted, Bled, Spent, Judged, Struck, Led, Spoiled, Defended, Undefended, Critical, Resisted, Wounded, Bound),
    *(Sank, Died, Ended, Tested, Clashed, Over),
)
