"""What can be done in a duel. Each move is flat; who makes it, the machine is told beside."""

from __future__ import annotations

from dataclasses import dataclass

from rollkeep.dice.symbols import Faces
from rollkeep.machine.machine import Who

# --- the game master's ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Face:
    """Two duellists face each other, in a form; ``objective`` only in the form ``custom``.

    ``unready`` were surprised, ``by_hand`` throw their own dice. ``one_roll``: one check decides.
    """

    a: Who
    b: Who
    form: str
    objective: str
    one_roll: bool
    unready: tuple[Who, ...]
    by_hand: tuple[Who, ...]
    label: str


@dataclass(frozen=True, slots=True)
class Witness:
    """Somebody was seen cheating: that ends the duel."""

    who: Who


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody has met the objective, by the game master's word."""

    who: Who


@dataclass(frozen=True, slots=True)
class Allow:
    """A Unique Action: its types, and its TN; 0 for no check."""

    tn: int
    types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tell:
    """What a Unique Action has come to."""

    effect: str


# --- chance's, or of who throws by hand -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice fall: ring dice first, then skill dice."""

    faces: Faces


@dataclass(frozen=True, slots=True)
class Toss:
    """A coin that settles every tie."""

    heads: bool


# --- the duellists' ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ready:
    """How one makes the check for initiative: the ring, a Void Point, advantages that apply."""

    ring: str
    seize: bool
    edges: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bid:
    """Strife for initiative, in secret."""

    strife: int


@dataclass(frozen=True, slots=True)
class Hold:
    """To go on without a bid."""


@dataclass(frozen=True, slots=True)
class Concede:
    """To give the duel up."""


@dataclass(frozen=True, slots=True)
class Unmask:
    """To let the mask fall: all strife goes."""


@dataclass(frozen=True, slots=True)
class Wake:
    """To come to, for a Void Point."""


@dataclass(frozen=True, slots=True)
class Stance:
    """The ring of this turn, and how many hands hold the weapon; 0 where none is held alone."""

    ring: str
    hands: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """Whether the stance that Predict recorded is shown now."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Strike:
    """An attack with a weapon in hand, or with bare hands."""

    weapon: str
    seize: bool
    edges: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cross:
    """The drawing technique Crossing Blade."""

    weapon: str
    seize: bool
    edges: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rise:
    """The drawing technique Rising Blade."""

    weapon: str
    seize: bool
    edges: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """To leave a finishing blow, or the rest of one's turn."""


@dataclass(frozen=True, slots=True)
class Calm:
    """Calming Breath."""


@dataclass(frozen=True, slots=True)
class Centre:
    """Centre: so many skill dice for a skill."""

    skill: str
    dice: int


@dataclass(frozen=True, slots=True)
class Reserve:
    """Which of them are set aside."""

    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Predict:
    """Predict, in secret."""

    ring: str


@dataclass(frozen=True, slots=True)
class Prepare:
    """Prepare Item: a weapon into so many hands; 0 puts it away."""

    weapon: str
    hands: int


@dataclass(frozen=True, slots=True)
class Try:
    """A Unique Action: what is tried, with which skill."""

    skill: str
    intent: str
    seize: bool
    edges: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Swap:
    """Which rolled dice are put away, and for which reserved ones, in order."""

    away: tuple[int, ...]
    for_: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reroll:
    """Which dice are thrown again."""

    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shatter:
    """Shattering parry: all dice of a check to resist are thrown again, and a weapon suffers for it."""

    weapon: str


@dataclass(frozen=True, slots=True)
class Keep:
    """Which dice are kept."""

    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Spend:
    """What opportunity is spent on."""

    on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Resist:
    """How a critical is resisted: with a Void Point, with advantages."""

    seize: bool
    edges: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Defend:
    """To defend against damage, or to pay a Void Point and take the critical."""

    refuse: bool


GAME_MASTER = (Face, Witness, Call, Allow, Tell)
MOVES = (
    *(*GAME_MASTER, Throw, Toss, Ready, Bid, Hold, Concede, Unmask, Wake, Stance, Reveal, Strike, Cross, Rise, Pass),
    *(Calm, Centre, Reserve, Predict, Prepare, Try, Swap, Reroll, Shatter, Keep, Spend, Resist, Defend),
)
