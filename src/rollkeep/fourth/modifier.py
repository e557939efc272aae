"""Named modifiers: what a school, a Technique, a mastery ability or armor adds to rolls and numbers."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from rollkeep.dice.notation import Term

Place = frozenset[str]

NUMBERS = ("tn", "armor tn", "reduction", "wounds")


class Modifier(NamedTuple):
    """Dice or a bonus with the name of what gives them.

    ``on`` names the rolls or numbers that it changes, each a set of tags that must all fit; none: every roll.
    With ``when`` it counts only where one of these words is named, with ``unless`` only where none is. ``rule`` is
    what its line refers to.
    """

    name: str
    pool: Term = Term()
    on: tuple[Place, ...] = ()
    when: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    free_raises: int = 0
    explode_on: int | None = None
    active: bool = True
    rule: str = "4e.pool"


def on_roll(modifiers: Iterable[Modifier], tags: Collection[str], named: Collection[str]) -> tuple[Modifier, ...]:
    """Those that change the dice of a roll with these tags, where these words are named."""
    return tuple(
        modifier
        for modifier in modifiers
        if _counts(modifier, named) and (not modifier.on or any(place.issubset(tags) for place in modifier.on))
    )


def on_tn(modifiers: Iterable[Modifier], tags: Collection[str], named: Collection[str]) -> tuple[Modifier, ...]:
    """Those that change the TN of such a roll by their flat number."""
    return tuple(
        modifier
        for modifier in modifiers
        if _counts(modifier, named) and any("tn" in place and place.issubset({*tags, "tn"}) for place in modifier.on)
    )


def on_number(modifiers: Iterable[Modifier], number: str) -> tuple[Modifier, ...]:
    """Those that always change one of the character's own numbers: ``armor tn``, ``reduction`` or ``wounds``."""
    return tuple(modifier for modifier in modifiers if _counts(modifier, ()) and frozenset({number}) in modifier.on)


def _counts(modifier: Modifier, named: Collection[str]) -> bool:
    if not modifier.active or any(word in named for word in modifier.unless):
        return False
    return not modifier.when or any(word in named for word in modifier.when)
