"""A check of a duel before the dice fall: what is rolled, and how likely it succeeds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from rollkeep.dice.symbols import Pool
from rollkeep.fifth.duel.events import Declared
from rollkeep.fifth.duel.machine import DUEL
from rollkeep.fifth.duel.state import Duel, side
from rollkeep.machine.machine import Scene, Who, decide
from rollkeep.odds import symbols as odds
from rollkeep.odds.symbols import Target


class Before(NamedTuple):
    """A check as it is declared: its dice, its TN, and the best chance of success before any die is re-rolled."""

    pool: Pool
    tn: int
    chance: Fraction


def before(scene: Scene[Duel], who: Who, move: Any) -> Before:
    """An attack, or another move that begins a check at once.

    Exact.
    Raises: IllegalMove, TooLarge
    Source: 5e.odds, 5e.action.strike
    """
    step = decide(DUEL, scene, who, move)
    check = next(event for event in reversed(step.events) if isinstance(event, Declared)).check
    pool = Pool(*check.pool, side(step.now.state, who).compromised)
    return Before(pool, check.tn, odds.chance(pool, Target(max(check.tn, 1))))
