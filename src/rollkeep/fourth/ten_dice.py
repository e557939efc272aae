"""The Ten Dice Rule: no roll uses more than ten dice."""

from __future__ import annotations

from rollkeep.dice.notation import Term, spelled
from rollkeep.fourth.rulings import BY_THE_BOOK, Rulings
from rollkeep.reason import Reason, because

RULE = "4e.ten-dice"
STEP = 2  # what a die beyond ten rolled and ten kept adds to the total


def ten_dice(summed: Term, rulings: Rulings = BY_THE_BOOK) -> tuple[Term, tuple[Reason, ...]]:
    """The sum reduced to at most ten dice, and the steps that did something. A sum below 0 stops at 0.

    >>> str(ten_dice(Term(14, 12, -3))[0])
    '10k10+9'

    Source: 4e.ten-dice
    """
    rolled, kept, flat = max(summed.rolled, 0), max(summed.kept, 0), summed.flat
    steps: list[Reason] = []

    def step(case: str, count: int, now: tuple[int, int, int]) -> None:
        nonlocal rolled, kept, flat
        before = spelled(rolled, kept, flat)
        rolled, kept, flat = now
        steps.append(because(RULE, case, count=count, before=before, after=spelled(rolled, kept, flat)))

    if rulings("min_pool") == "1" and min(rolled, kept) < 1:
        step("least", 1, (max(rolled, 1), max(kept, 1), flat))
    pairs = min((rolled - 10) // 2, 10 - kept)
    if pairs > 0:
        step("traded", pairs, (rolled - 2 * pairs, kept + pairs, flat))
    if rolled > 10 and kept < 10:  # a single one is left
        worth = STEP if rulings("odd_die") == "+2" else 0
        step("odd-worth" if worth else "odd-lost", 1, (10, kept, flat + worth))
    beyond = max(rolled - 10, 0) + max(kept - 10, 0)
    if rolled >= 10 and beyond:
        step("beyond", beyond, (10, 10, flat + STEP * beyond))
    if kept > rolled:
        over_ten = max(kept - 10, 0) if rulings("surplus_kept") == "+2" else 0
        case = "surplus-worth" if over_ten else "surplus-lost"
        step(case, over_ten or kept - rolled, (rolled, rolled, flat + STEP * over_ten))
    if min(rolled, kept) == 0:
        steps.append(because(RULE, "empty", total=flat))
    return Term(rolled, kept, flat), tuple(steps)
