"""Rolls of the 4th edition and their odds as JSON."""

from __future__ import annotations

from fractions import Fraction

from rollkeep.advice import rolls as advice
from rollkeep.as_json import Json, chance_as_json
from rollkeep.dice.face import faces, rerolled, worth
from rollkeep.dice.notation import Term
from rollkeep.dice.pool import Pool
from rollkeep.errors import TooLarge
from rollkeep.fourth.check import Declared, Outcome
from rollkeep.fourth.request import Request, free_raises
from rollkeep.fourth.wording import sentence
from rollkeep.odds.dist import Dist
from rollkeep.odds.keep import Mean
from rollkeep.reason import Reason

REST = 1e-9


def roll_as_json(outcome: Outcome, keep_how: str, void_points: int | None = None) -> Json:
    """One roll; ``void_points`` are those left where one was spent from a character's file."""
    declared, kept = outcome.declared, outcome.kept
    request = declared.request
    return {
        **_whose(request),
        "notation": declared.notation,
        "pool": pool_as_json(declared.pool, keep_how),
        "steps": [reason_as_json(reason) for reason in (*declared.reasons, *outcome.reasons)],
        "dice": [
            {
                "faces": list(faces(die)),
                "rerolled": 1 if rerolled(die) else None,
                "value": worth(die),
                "kept": i in kept.positions,
            }
            for i, die in enumerate(kept.thrown.dice)
        ],
        "by_hand": any(reason.case == "by-hand" for reason in outcome.reasons),
        "unskilled": declared.unskilled,
        "void": "+".join(request.void) or None,
        "void_points": void_points,
        "void_ring": request.void_ring,
        "attempt": request.attempt,
        "total": outcome.total,
        "tn": declared.tn,
        **_aims(declared),
        "wound_rank": request.wound_rank or None,
        "wound_penalty": request.penalty,
        "tn_modifiers": [{"tn": modifier.pool.flat, "reason": modifier.name} for modifier in request.tn_modifiers],
        "modifiers": [{"pool": str(modifier.pool), "reason": modifier.name} for modifier in request.modifiers],
        "target": declared.target,
        "margin": outcome.margin,
        "success": outcome.success,
        "raises_earned": None if outcome.success is None else outcome.raises_earned,
        "chance": _chance(declared, outcome.total if declared.target is None else None),
    }


def odds_as_json(declared: Declared, keep_how: str) -> Json:
    """The odds of one roll."""
    law, mean = advice.law(declared), advice.mean(declared)
    shown = law.until(REST)
    return {
        **_whose(declared.request),
        "notation": declared.notation,
        "pool": pool_as_json(declared.pool, keep_how),
        "steps": [reason_as_json(reason) for reason in declared.reasons],
        "tn": declared.tn,
        "target": declared.target,
        "chance": None if declared.target is None else chance_as_json(advice.chance(declared)),
        "mean": _mean(mean),
        "sd": law.spread(),
        "median": law.median(),
        "by_tn": [{"tn": tn, "chance": chance_as_json(chance)} for tn, chance in advice.by_tn(declared)],
        "by_raises": [
            {"raises": row.raises, "target": row.target, "chance": chance_as_json(row.chance)}
            for row in advice.by_raises(declared)
        ],
        "distribution": _distribution(shown),
        "tail": chance_as_json(shown.tail),
    }


def pool_as_json(pool: Pool, keep_how: str) -> Json:
    """A pool after the Ten Dice Rule."""
    return {
        "rolled": pool.rolled,
        "kept": pool.kept,
        "bonus": pool.bonus,
        "explode_on": pool.explode_on,
        "emphasis": pool.emphasis,
        "keep": keep_how,
    }


def term_as_json(term: Term) -> Json:
    """A sum of dice and a bonus, before any rule reduces it."""
    return {"rolled": term.rolled, "kept": term.kept, "bonus": term.flat}


def reason_as_json(reason: Reason) -> Json:
    """A step of the explanation, as data and as a sentence."""
    return {"rule": reason.rule, "data": {"case": reason.case, **dict(reason.data)}, "text": sentence(reason)}


def _whose(request: Request) -> Json:
    return {"label": request.label, "character": request.who or None, "roll": request.title or None}


def _aims(declared: Declared) -> Json:
    request = declared.request
    if declared.tn is None:
        return dict.fromkeys(("raises", "raise_for", "free_raises", "lower_tn"))
    return {
        "raises": request.raises,
        "raise_for": request.raise_for,
        "free_raises": free_raises(request),
        "lower_tn": request.lower_tn,
    }


def _chance(declared: Declared, total: int | None) -> Json | None:
    try:
        return chance_as_json(advice.chance(declared, total))
    except TooLarge:
        return None


def _mean(mean: Mean) -> Json:
    exact = None if mean.exact is None else f"{mean.exact.numerator}/{mean.exact.denominator}"
    return {"exact": exact, "value": mean.value}


def _distribution(law: Dist) -> list[Json]:
    return [{"total": total, "chance": chance_as_json(Fraction(mass, law.denominator))} for total, mass in law.masses()]
