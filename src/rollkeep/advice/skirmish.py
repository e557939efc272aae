"""One attack of a skirmish before the dice fall: how likely it hits, and how many Wounds it takes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from rollkeep.advice.play import PER_RAISE
from rollkeep.dice.pool import Pool
from rollkeep.errors import UsageError
from rollkeep.fourth.catalogue.maneuvers import FEINT
from rollkeep.fourth.play.roll import Declared, Throw, aimed
from rollkeep.fourth.request import MAX_RAISES
from rollkeep.fourth.rulings import Rulings
from rollkeep.fourth.skirmish.events import Attacked, Hit
from rollkeep.fourth.skirmish.known import known
from rollkeep.fourth.skirmish.machine import SKIRMISH
from rollkeep.fourth.skirmish.moves import Edge, Strike
from rollkeep.fourth.skirmish.state import Skirmish
from rollkeep.machine.machine import Scene, Who, decide
from rollkeep.odds.keep import chance
from rollkeep.reason import Reason

SHOWN = 5  # Raises of which the chances are told
_BEST = (*[10] * 30, 9)  # a die that hits whatever there is


class Aim(NamedTuple):
    """An attack as it is declared so far: its pool with the reasons, the number to reach and the chance of that, the
    Raises that are called, and the chance by the number of them.
    """

    attack: Pool
    reasons: tuple[Reason, ...]
    reached: int
    hits: Fraction
    raises: int
    by_raises: tuple[tuple[int, Fraction], ...]


def aim(scene: Scene[Skirmish], who: Who, move: Strike) -> Aim:
    """How likely an attack hits, and how many Raises it bears.

    Exact.
    Raises: IllegalMove, TooLarge
    Source: 4e.attack, 4e.raise, 4e.raise.limit
    """
    step = decide(SKIRMISH, scene, who, move)
    declared = _last(step.events, Declared)
    reached = aimed(declared, _last(step.events, Attacked).tn, Rulings(scene.rulings))
    one = known(scene.cast[who])
    skilled = one.arms[move.weapon].skilled or "skill" in move.void
    most = min(one.void_ring, MAX_RAISES, SHOWN) if skilled else 0
    pool, called = declared.pool, declared.raises
    by_raises = tuple((n, chance(pool, reached + PER_RAISE * (n - called))) for n in range(most + 1))
    return Aim(pool, declared.reasons, reached, chance(pool, reached), called, by_raises)


class Exchange(NamedTuple):
    """An attack: the pool, the number to reach, the chance of that; the damage, and what Reduction takes off it."""

    attack: Pool
    reached: int
    hits: Fraction
    damage: Pool | None
    reduction: int

    def wounds(self, least: int) -> Fraction:
        """The chance that the attack takes at least so many Wounds, from 1 on, before a Void Point.

        Exact.
        Raises: TooLarge
        """
        if self.damage is None:
            return self.hits if least + self.reduction <= 1 else Fraction(0)
        return self.hits * chance(self.damage, least + self.reduction)


def exchange(scene: Scene[Skirmish], who: Who, move: Strike) -> Exchange:
    """What an attack promises; without a Feint, whose damage depends on the margin.

    Exact.
    Raises: IllegalMove, TooLarge; UsageError for a Feint
    Source: 4e.attack, 4e.skirmish.harm
    """
    if FEINT in move.maneuvers:
        raise UsageError("The damage of a Feint depends on the margin.", code="usage.roll", hint="Leave the Feint out.")
    step = decide(SKIRMISH, scene, who, move)
    attacked = _last(step.events, Attacked)
    declared = _last(step.events, Declared)
    reached = aimed(declared, attacked.tn, Rulings(scene.rulings))
    hits = chance(declared.pool, reached)
    now = step.now
    dice = tuple([_BEST if declared.pool.explode_on else (10,)] * declared.pool.rolled)
    struck = decide(SKIRMISH, now, who, Throw(who, dice), waived=True)
    found = [event for event in struck.events if isinstance(event, Hit)]
    if not found:
        return Exchange(declared.pool, reached, hits, None, 0)
    if found[0].edge:
        struck = decide(SKIRMISH, struck.now, who, Edge(False))
    rolled = [event for event in struck.events if isinstance(event, Declared)]
    reduction = max(known(scene.cast[move.target]).reduction - found[0].pierce, 0)
    return Exchange(declared.pool, reached, hits, rolled[-1].pool if rolled else None, reduction)


def _last(events: list[Any], kind: type) -> Any:
    return next(event for event in reversed(events) if isinstance(event, kind))
