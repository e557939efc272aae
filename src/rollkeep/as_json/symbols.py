"""Checks with ring and skill dice, and their odds, as JSON."""

from __future__ import annotations

from rollkeep.advice import symbols as advice
from rollkeep.advice.symbols import Target
from rollkeep.as_json import Json, chance_as_json
from rollkeep.dice.symbols import SYMBOLS, Face, Pool, kind
from rollkeep.errors import TooLarge
from rollkeep.fifth.check import Declared, Hand, Outcome
from rollkeep.fifth.wording import sentence
from rollkeep.reason import Reason

_WORDS = {"su": "success", "ex": "explosive", "op": "opportunity", "st": "strife"}


def check_as_json(outcome: Outcome, target: Target | None, void_points: int | None = None) -> Json:
    """One check; ``void_points`` are those left in a character's file."""
    declared, shows, verdict = outcome.hand.declared, outcome.shows, outcome.verdict
    return {
        **_asked(declared, target),
        "steps": [_reason(reason) for reason in (*declared.reasons, *outcome.reasons)],
        "dice": _dice(outcome.hand),
        "by_hand": any(reason.case == "by-hand" for reason in outcome.reasons),
        "short": str(shows),
        "successes": shows.successes,
        "opportunities": shows.opportunities,
        "strife": shows.strife,
        "strife_after": declared.strife_after,
        "success": verdict and verdict.success,
        "bonus": verdict and verdict.bonus,
        "shortfall": verdict and verdict.shortfall,
        "void_point": outcome.void_back,
        "void_points": void_points,
        "chance": _chance(declared, target or Target(max(shows.successes, 1))) if target or shows.successes else None,
    }


def odds_as_json(declared: Declared, target: Target | None) -> Json:
    """The odds of one check."""
    by_tn = [{"tn": tn, "chance": chance_as_json(chance)} for tn, chance in enumerate(advice.by_tn(declared), 1)]
    trade_off = [
        {"strife": strife, "chance": chance_as_json(chance)}
        for strife, chance in (advice.trade_off(declared, target.tn, target.opportunity) if target else ())
    ]
    return {
        **_asked(declared, target),
        "steps": [_reason(reason) for reason in declared.reasons],
        "chance": chance_as_json(advice.chance(declared, target)) if target else None,
        "by_tn": by_tn,
        "trade_off": trade_off,
    }


def pool_as_json(pool: Pool) -> Json:
    """What is thrown, and how much of it is kept."""
    return {"ring": pool.ring, "skill": pool.skill, "kept": pool.kept, "compromised": pool.compromised}


def symbols_of(face: Face) -> list[str]:
    """What stands on a face, in words; nothing for a blank."""
    return [_WORDS[symbol] for symbol in SYMBOLS[face].split("+") if symbol in _WORDS]


def _asked(declared: Declared, target: Target | None) -> Json:
    request = declared.request
    return {
        "label": request.label,
        "character": request.who or None,
        "roll": request.title or None,
        "ring": request.ring_name or None,
        "notation": f"{request.ring}r{request.skill}s",
        "pool": pool_as_json(declared.pool),
        "void": "seize" if request.seize else None,
        "helpers": {"skilled": request.skilled, "unskilled": request.unskilled},
        "tn": request.tn,
        "aim": {
            "opportunity": target.opportunity if target else None,
            "strife": target.strife if target else None,
        },
    }


def _dice(hand: Hand) -> list[Json]:
    first = dict(hand.rerolled)
    dice: list[Json] = []
    for number, each in enumerate(hand.rounds):
        for i, face in enumerate(each.faces):
            dice.append(
                {
                    "type": kind(face),
                    "symbols": symbols_of(face),
                    "kept": i in each.kept,
                    "extra_of": each.of[i] if each.of else None,
                    "rerolled": symbols_of(first[i]) if not number and i in first else None,
                }
            )
    return dice


def _reason(reason: Reason) -> Json:
    return {"rule": reason.rule, "data": {"case": reason.case, **dict(reason.data)}, "text": sentence(reason)}


def _chance(declared: Declared, target: Target) -> Json | None:
    try:
        return chance_as_json(advice.chance(declared, target))
    except TooLarge:
        return None
