"""Checks of the 5th edition joined with their odds: chances, and which dice to keep."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from rollkeep.dice.symbols import SYMBOLS, kind
from rollkeep.fifth.check import Declared, Hand, Positions, least, room, shown
from rollkeep.odds import symbols as odds
from rollkeep.odds.symbols import Choice, Target

MOST_TN = 8

_FIRST = {(SYMBOLS[face], kind(face)): face for face in reversed(SYMBOLS)}
_LIKE = {face: _FIRST[SYMBOLS[face], kind(face)] for face in SYMBOLS}
"""Each face as the first one of its die with the same symbols: throws that are alike are looked at once."""

_choices = lru_cache(maxsize=4096)(odds.choices)

__all__ = ["Choice", "Target", "best", "by_tn", "chance", "choices", "most_successes", "trade_off"]


def chance(declared: Declared, target: Target) -> Fraction:
    """The best chance that a check meets a target, before any die is re-rolled.

    Exact.
    Raises: TooLarge
    Source: 5e.odds
    """
    return odds.chance(declared.pool, target)


def by_tn(declared: Declared) -> tuple[Fraction, ...]:
    """The best chance of success against each TN from 1 on.

    Exact.
    Raises: TooLarge
    Source: 5e.odds
    """
    return odds.by_tn(declared.pool, MOST_TN)


def trade_off(declared: Declared, tn: int, opportunity: int = 0) -> tuple[tuple[int | None, Fraction], ...]:
    """The best chance of success with at most so much strife, for each bound that matters; None is any.

    Exact.
    Raises: TooLarge
    Source: 5e.odds
    """
    return odds.trade_off(declared.pool, tn, opportunity)


def choices(hand: Hand, target: Target) -> tuple[Choice, ...]:
    """What may be kept of the dice on the table, as far as it is worth considering, the best chance first.

    Exact.
    Raises: TooLarge
    Source: 5e.odds, 5e.keep
    """
    order = sorted(range(len(hand.faces)), key=lambda i: _LIKE[hand.faces[i]])
    faces = tuple(_LIKE[hand.faces[i]] for i in order)
    found = _choices(faces, room(hand), target, shown(hand), hand.declared.pool.compromised, least(hand))
    return tuple(choice._replace(positions=tuple(sorted(order[i] for i in choice.positions))) for choice in found)


def best(hand: Hand, target: Target) -> Positions:
    """What to keep for the best chance.

    Raises: TooLarge
    Source: 5e.odds, 5e.keep
    """
    return choices(hand, target)[0].positions


def most_successes(hand: Hand) -> Positions:
    """What is kept where nobody is asked: the most successes, then the least strife.

    Source: 5e.keep
    """
    return odds.simple(hand.faces, room(hand), hand.declared.pool.compromised, least(hand))
