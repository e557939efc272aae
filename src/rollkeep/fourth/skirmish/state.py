"""A skirmish on its way: the fighters, the Round, and a stack of what is going on, the newest on top."""

from __future__ import annotations

from typing import NamedTuple

from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play.roll import Roll
from rollkeep.machine.machine import Who

MUSTER, STANCE, INITIATIVE, VOID, TURNS = "muster", "stance", "initiative", "void", "turns"
"""What a skirmish is at: before it begins, and the four steps of a Round."""

ON_ATTACK, ON_DAMAGE, ON_ARMOR = "attack", "damage", "armor tn"
"""What can be granted dice and bonuses, or bonuses alone."""

DOWN, OUT, DEAD, LEFT = "Down", "Out", "Dead", "left"
GATHERS, READY = "gathers", "ready"
"""What Center is at: in this Round, and in the next."""


class Body(NamedTuple):
    """What a fighter shows: the Armor TN without stance, how much of it is armor, and on horseback beside that;
    Reflexes and Insight Rank, where they are known, and how Initiative ties are settled by Reflexes.
    """

    tn: int
    armor: int = 0
    mounted: int = 0
    reflexes: int = 0
    insight: int = 1


class Guard(NamedTuple):
    """What changes the Armor TN for a while: ``stance`` as long as that lasts, ``full`` by a Full Defense roll,
    ``void`` for the Round, ``fan`` by a war fan in hand.

    ``over`` is whom this one guards, ``old`` the last Full Defense. ``granted`` are bonuses with their names, as long
    as the game master says.
    """

    stance: int = 0
    full: int = 0
    void: int = 0
    fan: int = 0
    over: Who = ""
    old: int = 0
    granted: tuple[tuple[str, int], ...] = ()


class Fighter(NamedTuple):
    """Somebody who fights. ``score`` is the Initiative that lasts, ``bonus`` that of this Round alone.

    ``boosts``: a Void Point goes into the Initiative roll; ``chooses``: its dice are kept by choice. ``since`` is the
    Round in which this one came in, ``spent`` the Void Points of this Round that count against its limit, ``center``
    what the Center Stance is at. ``gone`` are weapons that were thrown or have broken. ``adds`` and ``free`` are
    granted to every attack, ``hurts`` to all damage. ``state`` is empty for who stands, else Down, Out, Dead or left.
    """

    who: Who
    side: str
    body: Body
    by_hand: bool = False
    surprised: bool = False
    boosts: bool = False
    stance: str = ""
    score: int = 0
    bonus: int = 0
    since: int = 0
    spent: int = 0
    weapon: str = ""
    gone: tuple[str, ...] = ()
    guard: Guard = Guard()
    center: str = ""
    conditions: tuple[str, ...] = ()
    adds: tuple[Modifier, ...] = ()
    free: int = 0
    hurts: tuple[Modifier, ...] = ()
    state: str = ""
    chooses: bool = False


# --- what goes on -----------------------------------------------------------------------------------------------


class Rolling(NamedTuple):
    """Initiative is rolled by all who have none."""

    rolls: tuple[Roll, ...]


class Asking(NamedTuple):
    """Somebody would swap Initiative Scores with another, who has to agree."""

    who: Who
    with_: Who


class Turn(NamedTuple):
    """Somebody's turn. ``left`` is what can be done yet: 2 for a Complex Action, 1 for a Simple one.

    ``stood``: the stance stays from now on; ``extra``: a further attack is due, ``twice``: it has been had or asked
    for; ``acted``: something was done. ``before`` is the guard that the turn has ended, as long as it can be delayed.
    """

    who: Who
    left: int = 2
    stood: bool = False
    extra: bool = False
    twice: bool = False
    acted: bool = False
    before: Guard | None = None


class Blow(NamedTuple):
    """An attack: ``attack`` rolls, ``edge`` may add a Void Point to the damage, ``damage`` rolls, ``soak`` may take
    Wounds off. ``tn`` is the Armor TN aimed at, ``named`` words that were said, ``damage`` its total once it
    is there, ``keep`` which of its dice are kept, and ``pierce`` how much Reduction does not count against it.
    """

    who: Who
    target: Who
    weapon: str
    maneuvers: tuple[str, ...]
    tn: int
    roll: Roll
    named: tuple[str, ...] = ()
    step: str = "attack"
    keep: str = "high"
    damage: int = 0
    pierce: int = 0


class Brace(NamedTuple):
    """A Full Defense roll."""

    who: Who
    roll: Roll
    cost: int = 2


class Clash(NamedTuple):
    """A contested Strength roll: ``what`` is ``disarm``, ``knockdown``, or both joined by a +."""

    who: Who
    target: Who
    what: str
    rolls: tuple[Roll, ...]


Frame = Rolling | Asking | Turn | Blow | Brace | Clash


class Skirmish(NamedTuple):
    """A skirmish. ``left`` are those who still have a turn in this Round, in order; ``done`` are through with its
    start; ``refused`` are swaps that were refused in it; ``lots`` settle ties.
    """

    label: str = ""
    fighters: tuple[Fighter, ...] = ()
    round: int = 0
    step: str = MUSTER
    left: tuple[Who, ...] = ()
    done: tuple[Who, ...] = ()
    refused: tuple[tuple[Who, Who], ...] = ()
    lots: tuple[Who, ...] = ()
    stack: tuple[Frame, ...] = ()
    winner: str = ""


def fighter(skirmish: Skirmish, who: Who) -> Fighter:
    """A fighter.

    Raises: LookupError
    """
    for each in skirmish.fighters:
        if each.who == who:
            return each
    raise LookupError(who)


def stands(one: Fighter) -> bool:
    """Whether somebody can fight: is neither Down nor worse, and has not left."""
    return not one.state


def sides_standing(skirmish: Skirmish) -> tuple[str, ...]:
    """The sides on which somebody stands, in their order."""
    return tuple(dict.fromkeys([each.side for each in skirmish.fighters if not each.state]))
