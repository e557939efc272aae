"""Rolls as they are drawn: which dice, which of them were kept, and what they come to."""

from __future__ import annotations

from typing import Any, NamedTuple

from rollkeep.dice.symbols import SYMBOLS, kind
from rollkeep.fifth.check import Hand
from rollkeep.fifth.play.moves import Roll as RingRoll
from rollkeep.fifth.play.roll import hand
from rollkeep.fourth.play.roll import Roll
from rollkeep.hosts import sentence
from rollkeep.machine.machine import EXPECTED
from rollkeep.machine.secret import known
from rollkeep.text import counted


class Die(NamedTuple):
    """A die as it is drawn: of which kind, its faces, and whether it was kept; None: not decided."""

    kind: str
    faces: Any
    kept: bool | None


class Rolled(NamedTuple):
    """One roll on a card. ``sealed`` where its dice are hidden from this reader; ``total`` is None where it is."""

    who: str
    title: str
    pool: str = ""
    told: str = ""
    dice: tuple[Die, ...] = ()
    sealed: bool = False
    by_hand: bool = False
    total: str = ""
    tally: tuple[int, int, int] | None = None
    why: tuple[str, ...] = ()


def rolled(roll: Roll) -> Rolled:
    """A d10 roll."""
    declared, threw, kept = roll.declared, roll.threw, roll.kept
    if declared is None:
        return Rolled(roll.who, roll.deed)
    told = []
    if declared.raises:
        told.append(counted(declared.raises, "Raise") + (f": {declared.raise_for}" if declared.raise_for else ""))
    if declared.lower:
        told.append(f"{counted(declared.lower, 'Free Raise')} on the TN")
    if declared.void:
        told.append("Void " + " and ".join("+1k1" if each == "boost" else each for each in declared.void.split("+")))
    dice = known(threw.dice) if threw else None
    which = known(kept.which) if kept else None
    drawn = tuple(Die("d10", die, None if which is None else i in which) for i, die in enumerate(dice or ()))
    total = known(kept.total) if kept else None
    return Rolled(
        roll.who,
        declared.title,
        declared.notation,
        " · ".join(told),
        drawn,
        threw is not None and dice is None,
        declared.by_hand,
        "" if total is None else str(total),
        None,
        tuple(map(sentence, declared.reasons)),
    )


def ring_rolled(roll: RingRoll) -> Rolled:
    """A roll of ring and skill dice, with what kept explosives brought."""
    declared = roll.declared
    if declared is None:
        return Rolled(roll.who, roll.deed)
    told = ["a Void Point"] * declared.seize + [
        f"{'an' if edge[0] in 'aeiou' else 'a'} {edge}" for edge in declared.edges
    ]
    found = _hand(roll)
    drawn = list[Die]()
    for each in found.rounds if found else ():
        drawn += [Die(kind(face), SYMBOLS[face], i in each.kept) for i, face in enumerate(each.faces)]
    drawn += [Die(kind(face), SYMBOLS[face], None) for face in found.faces] if found else []
    sealed = bool(roll.fell) and found is None
    why = tuple(map(sentence, declared.reasons))
    return Rolled(
        roll.who, declared.title, str(declared.pool), " · ".join(told), tuple(drawn), sealed, declared.by_hand, why=why
    )


def _hand(roll: RingRoll) -> Hand | None:
    """The dice, for who may see them; none where a game master's word has brought events that do not fit."""
    try:
        return hand(roll)
    except EXPECTED:
        return None
