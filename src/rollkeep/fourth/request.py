"""What a player declares before the dice fall."""

from typing import NamedTuple

from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.roll import What
from rollkeep.fourth.rulings import BY_THE_BOOK, Rulings
from rollkeep.reason import Reason

MAX_TN = 999
HARDER = 10  # on the TN, each further time that the same check is tried
MAX_RAISES = 20


class Request(NamedTuple):
    """What a player declares before the dice fall.

    ``free_raises`` counts all that are declared, ``lower_tn`` those that lower the TN; the others are taken as effect.
    ``void`` names an effect for each Void Point, ``boost`` or ``skill``, at most ``per_round`` of them.
    ``void_ring`` limits the Raises, None leaves that open. ``emphasis_of`` names the Emphasis.
    ``unskilled`` is for a notation, and for damage after an unskilled hit; ranks say it themselves.
    ``explode_on`` is 9 or 10, None as usual; ``lowest`` keeps the lowest dice.
    ``modifiers`` are added before the Ten Dice Rule and may bring Free Raises; the flat numbers of ``tn_modifiers``
    are added to the TN, as is the ``penalty`` of the ``wound_rank``. ``notes`` explain what the dice alone do not.
    ``aim`` is ``contest`` where other totals are to be beaten, ``open`` where the TN is hidden or told later; then
    ``tn`` is None. ``who`` rolls, and ``title`` names what. ``waived``: the game master lets pass what rules refuse.
    """

    what: What
    tn: int | None = None
    aim: str = ""
    mastery: int | None = None
    raises: int = 0
    raise_for: str = ""
    free_raises: int = 0
    lower_tn: int = 0
    void: tuple[str, ...] = ()
    per_round: int = 1
    void_ring: int | None = None
    unskilled: bool = False
    emphasis: bool = False
    emphasis_of: str = ""
    explode_on: int | None = None
    lowest: bool = False
    modifiers: tuple[Modifier, ...] = ()
    tn_modifiers: tuple[Modifier, ...] = ()
    wound_rank: str = ""
    penalty: int = 0
    notes: tuple[Reason, ...] = ()
    attempt: int = 1
    attack: bool = False
    changed: str = ""
    label: str = ""
    who: str = ""
    title: str = ""
    waived: bool = False
    rulings: Rulings = BY_THE_BOOK


def free_raises(request: Request) -> int:
    """The Free Raises of a roll against a TN: those declared, and those that modifiers bring.

    Source: 4e.free-raise
    """
    return request.free_raises + sum(modifier.free_raises for modifier in request.modifiers)


def added(request: Request) -> int:
    """What is added to the TN of a roll, whatever it is: the wound penalty, named modifiers, 10 for each further
    attempt, 5 for each Raise, less 5 for each Free Raise spent on it.

    Source: 4e.tn, 4e.wounds, 4e.retry, 4e.raise, 4e.free-raise
    """
    changes = request.penalty + sum(modifier.pool.flat for modifier in request.tn_modifiers)
    return changes + HARDER * (request.attempt - 1) + 5 * request.raises - 5 * request.lower_tn
