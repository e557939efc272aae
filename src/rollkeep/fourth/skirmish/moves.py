"""What can be done in a skirmish. Each move is flat; who makes it, the machine is told beside."""

from __future__ import annotations

from dataclasses import dataclass

from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play.roll import Declare, Keep, Throw
from rollkeep.machine.machine import Who

Sides = tuple[tuple[str, tuple[Who, ...]], ...]

# --- the game master's ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Muster:
    """All sides with their fighters at once; it begins. ``by_hand`` throw their own dice."""

    sides: Sides
    by_hand: tuple[Who, ...] = ()
    surprised: tuple[Who, ...] = ()
    label: str = ""


@dataclass(frozen=True, slots=True)
class Enter:
    """Somebody comes in on a side; once it has begun, from the next Round on."""

    who: Who
    side: str
    by_hand: bool = False
    surprised: bool = False


@dataclass(frozen=True, slots=True)
class Begin:
    """Everyone is in."""

    label: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """Somebody leaves: flees, yields, or is taken out of the fight by the game master's word."""

    who: Who


@dataclass(frozen=True, slots=True)
class Condition:
    """What holds of a fighter, or no more: prone, mounted, on higher ground …"""

    who: Who
    what: str
    yes: bool


@dataclass(frozen=True, slots=True)
class Grant:
    """Named dice and bonuses on every ``attack`` or all ``damage`` of a fighter, or bonuses on the ``armor tn``, until
    other ones are granted there; and Free Raises on attacks.
    """

    who: Who
    adds: tuple[Modifier, ...] = ()
    free: int = 0
    on: str = "attack"


@dataclass(frozen=True, slots=True)
class Stop:
    """It is over, by the game master's word."""


# --- chance's ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draw:
    """Lots that settle ties of Initiative, the first in front."""

    order: tuple[Who, ...]


# --- the fighters' ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stance:
    """The stance of this Round. ``void`` is a Void Point on the Initiative roll, where a ruling allows it."""

    stance: str
    void: str = ""


@dataclass(frozen=True, slots=True)
class Choose:
    """To choose the Initiative dice that are kept, once they have fallen. Who does not say so keeps the highest."""


@dataclass(frozen=True, slots=True)
class Spend:
    """A Void Point at the start of the Round: ``armor`` or ``initiative``."""

    on: str


@dataclass(frozen=True, slots=True)
class Swap:
    """A Void Point to exchange Initiative Scores with somebody who agrees."""

    with_: Who


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether one agrees to a swap."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Invoke:
    """A Void Point for a School Technique, in words."""

    technique: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing, or nothing more: at the start of a Round, or in one's turn."""


@dataclass(frozen=True, slots=True)
class Delay:
    """To act later in this Round, after somebody."""

    after: Who


@dataclass(frozen=True, slots=True)
class Strike:
    """An attack. ``maneuvers`` are what Raises are for, again for again; ``raise_for`` says it of ``other`` ones;
    ``lower`` Free Raises are spent on the TN. ``void`` names an effect for each Void Point, joined by +; ``center``
    uses what the Center Stance has gathered; ``keep`` is ``high``, ``low`` or ``choose``, and ``keep_damage`` likewise
    for the dice of the damage.
    """

    target: Who
    weapon: str
    maneuvers: tuple[str, ...] = ()
    raise_for: str = ""
    lower: int = 0
    void: str = ""
    named: tuple[str, ...] = ()
    center: bool = False
    keep: str = "high"
    keep_damage: str = "high"


@dataclass(frozen=True, slots=True)
class Edge:
    """Whether a Void Point goes into the damage of a katana."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Soak:
    """Whether a Void Point takes 10 off the Wounds."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Defend:
    """The Full Defense roll."""

    void: str = ""
    named: tuple[str, ...] = ()
    center: bool = False
    keep: str = "high"


@dataclass(frozen=True, slots=True)
class Hold:
    """To keep the old Full Defense roll."""


@dataclass(frozen=True, slots=True)
class Cover:
    """To guard an ally."""

    ally: Who


@dataclass(frozen=True, slots=True)
class Ready:
    """A weapon into the hand."""

    weapon: str


@dataclass(frozen=True, slots=True)
class Rise:
    """To get up."""


@dataclass(frozen=True, slots=True)
class Try:
    """Anything else, in words: a ``free``, ``simple`` or ``complex`` action."""

    what: str
    kind: str


GAME_MASTER = (Muster, Enter, Begin, Leave, Condition, Grant, Stop)
MOVES = (
    *(*GAME_MASTER, Draw, Stance, Choose, Spend, Swap, Answer, Invoke, Pass, Delay, Strike, Edge, Soak, Defend),
    *(Hold, Cover, Ready, Rise, Try, Declare, Throw, Keep),
)
