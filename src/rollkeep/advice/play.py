"""Procedures joined with odds: contests, tasks, further tries, who strikes first in a duel."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from rollkeep.dice.pool import Pool
from rollkeep.fourth.check import declare
from rollkeep.fourth.play import roll as play
from rollkeep.fourth.play.iaijutsu import AHEAD, LEAD, stage_roll
from rollkeep.fourth.play.person import Person, able
from rollkeep.fourth.request import HARDER, MAX_RAISES, added
from rollkeep.fourth.rulings import Rulings
from rollkeep.odds import contest as contests
from rollkeep.odds import keep
from rollkeep.odds import task as tasks
from rollkeep.odds.contest import Contest, Side
from rollkeep.odds.enclosed import Enclosed
from rollkeep.odds.task import Task
from rollkeep.reason import Reason


def contest(sides: Sequence[tuple[Pool, int]], *, again: bool = False, runner_up: bool = False) -> Contest:
    """Who wins a contested roll, from each side's pool and Raises.

    Enclosed within 1e-15.
    Source: 4e.contested
    """
    return contests.contest([Side(pool, raises) for pool, raises in sides], again=again, runner_up=runner_up)


def task(pool: Pool, total: int, minimum: int, flub: int, rulings: Rulings) -> Task:
    """How many rolls a cumulative task takes.

    Exact, to an unfinished rest below 1e-9.
    Source: 4e.cumulative
    """
    return tasks.task(
        pool,
        total,
        minimum=minimum,
        flub=flub,
        shortfall=rulings("flub") == "shortfall",
        capped=rulings("flub_cap") == "start",
    )


LADDER = (5, 10, 15, 20, 25, 30, 35, 40, 50, 60)
PER_RAISE = 5
MOST = 10  # dice of a pool after the Ten Dice Rule


class Attempt(NamedTuple):
    """A try at a check: its chance, and that of success by then."""

    number: int
    target: int
    chance: Fraction
    by_then: Fraction


def attempts(declared: play.Declared, tn: int, rulings: Rulings, most: int) -> tuple[Attempt, ...]:
    """The chances of ``most`` tries, each after the failure of the last.

    Exact.
    Source: 4e.retry
    """
    found, failed = [], Fraction(1)
    for number in range(1, most + 1):
        target = play.aimed(declared, tn + HARDER * (number - 1), rulings)
        reached = keep.chance(declared.pool, target)
        failed *= 1 - reached
        found.append(Attempt(number, target, reached, 1 - failed))
    return tuple(found)


class First(NamedTuple):
    """Who strikes first in an iaijutsu duel: either, or both at once."""

    first: tuple[Enclosed, Enclosed]
    together: Enclosed


def iaijutsu(a: Person, b: Person, rulings: Rulings) -> First:
    """The chances of the Focus, over what the Assessment may bring; without Raises and Void Points.

    Enclosed.
    Source: 4e.iaijutsu
    """
    ahead_a, ahead_b, level = contests.lead(
        _duel_pool(a, "assessment", rulings), _duel_pool(b, "assessment", rulings), AHEAD
    )
    cases = (
        (level, _duel_pool(a, "focus", rulings), _duel_pool(b, "focus", rulings)),
        (ahead_a, _duel_pool(a, "focus", rulings, ahead=True), _duel_pool(b, "focus", rulings)),
        (ahead_b, _duel_pool(a, "focus", rulings), _duel_pool(b, "focus", rulings, ahead=True)),
    )
    low, high = [Fraction(0)] * 3, [Fraction(0)] * 3
    for weight, first, second in cases:
        for i, found in enumerate(contests.lead(first, second, LEAD)):
            low[i] += weight.low * found.low
            high[i] += weight.high * found.high
    bounds = [Enclosed(lowest, min(highest, Fraction(1))) for lowest, highest in zip(low, high, strict=True)]
    return First((bounds[0], bounds[1]), bounds[2])


def _duel_pool(one: Person, stage: str, rulings: Rulings, *, ahead: bool = False) -> Pool:
    return play.pool_of(stage_roll(one, stage, rulings, ahead=ahead), one, rulings)


def quickly(pool: Pool, target: int) -> Fraction | None:
    """The chance of a roll, where it is found in a few milliseconds; None elsewhere.

    Exact.
    """
    usual = pool.explode_on in (None, 10) and not pool.lowest and max(pool.rolled, pool.kept) <= MOST
    return keep.chance(pool, target) if usual and target <= (60 if pool.emphasis else 200) else None


class Before(NamedTuple):
    """What a roll is like before it is thrown: its pool and why, what has to be reached, and the chances.

    ``by_raises`` and ``ladder`` are pairs of a number of Raises, or a Target Number, with its chance; without a TN
    there is no target, no chance and nothing by Raises.
    """

    pool: Pool
    reasons: tuple[Reason, ...]
    target: int | None
    chance: Fraction | None
    by_raises: tuple[tuple[int, Fraction], ...]
    ladder: tuple[tuple[int, Fraction], ...]


def before(one: Person, rolled: play.Roll, move: play.Declare, tn: int | None, rulings: Rulings) -> Before:
    """A roll as it is declared so far.

    Exact.
    Raises: RuleError, UsageError, Missing, TooLarge
    Source: 4e.raise, 4e.tn
    """
    move = play.check_declared(rolled, one, move, rulings)
    effects = tuple(effect for effect in move.void.split("+") if effect)
    request = play.filled(
        able(one),
        rolled,
        rulings,
        raises=move.raises,
        raise_for=move.raise_for,
        lower=move.lower,
        void=effects,
        named=move.named,
        lowest=move.keep == "low",
    )
    declared = declare(request)
    free_of_raises = added(request) - PER_RAISE * move.raises if rolled.aim == "open" else 0

    def aim(raises: int, against: int) -> int:
        reached = against + free_of_raises + PER_RAISE * raises
        return max(reached, 0) if rulings("tn_floor") == "0" else reached

    most = min(one.sheet.void_ring or 0, MAX_RAISES) if rolled.raises and not declared.unskilled and rolled.aim else 0
    target = None if tn is None else aim(move.raises, tn)
    by_raises = (
        () if tn is None else tuple((n, keep.chance(declared.pool, aim(n, tn))) for n in range(min(most, 5) + 1))
    )
    ladder = tuple((each, keep.chance(declared.pool, aim(move.raises, each))) for each in LADDER)
    reached = None if target is None else keep.chance(declared.pool, target)
    return Before(declared.pool, declared.reasons, target, reached, by_raises, ladder)
