"""What a night's rest brings, and a character's state in words."""

from __future__ import annotations

from rollkeep.errors import Missing
from rollkeep.fourth import sheet
from rollkeep.fourth.play.person import Person, now
from rollkeep.fourth.wounds import DEAD, NAMES, PENALTIES
from rollkeep.machine.machine import Shifted, Who, room

WOUNDED = "Wounded"
"""Somebody with Wounds of whom nobody knows how many are borne."""


def rest(who: Who, one: Person) -> tuple[Shifted, ...]:
    """A night's rest: all Void Points come back. Wounds stay, since the rules here have no healing by rest.

    >>> from rollkeep.fourth.sheet import Character
    >>> [(each.track, each.by) for each in rest("aki", Person(Character("Aki", void_ring=3), 1, 12))]
    [('void', 2)]

    Source: 4e.void.pool
    """
    back = room(one, "void", max((one.sheet.void_ring or 0) - one.void, 0))
    return (Shifted(who, "void", back, "rest"),) if back else ()


def in_words(one: Person) -> str:
    """The state of a character for people who may not see numbers: the name of the Wound Rank, or ``Dead``.

    The ranks of a stat block, which are named by their penalties, are called as those of others with as much.

    >>> from rollkeep.fourth.sheet import Character
    >>> aki = Character("Aki", traits=(("stamina", 2), ("willpower", 2)))
    >>> [in_words(Person(aki, 0, wounds)) for wounds in (0, 11, 38, 39)], in_words(Person(Character("Beni"), 0, 5))
    (['Healthy', 'Nicked', 'Out', 'Dead'], 'Wounded')

    Source: 4e.wounds
    """
    try:
        rank = sheet.wound_rank(now(one))
    except Missing:
        return WOUNDED
    if rank.name in (*NAMES, DEAD) or rank.penalty is None:
        return rank.name
    penalties = dict(zip(NAMES, PENALTIES, strict=True))
    return [name for name, penalty in penalties.items() if penalty is not None and penalty <= rank.penalty][-1]
