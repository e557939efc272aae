"""Procedures as text and as JSON: every roll with its dice and reasons, and what came of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rollkeep.as_json import chance_as_json
from rollkeep.as_json.rolls import pool_as_json, reason_as_json
from rollkeep.cli.show import Page, addition, dice_rows, why
from rollkeep.dice.face import faces, rerolled, worth
from rollkeep.dice.notation import is_terms
from rollkeep.dice.pool import Kept, Thrown
from rollkeep.errors import TooLarge
from rollkeep.fourth.play.person import Person
from rollkeep.fourth.play.roll import Roll
from rollkeep.fourth.wording import sentence
from rollkeep.machine.secret import bare
from rollkeep.odds import keep as odds_of
from rollkeep.reason import Reason


def kept_of(roll: Roll) -> Kept:
    """The dice of a finished roll."""
    assert roll.declared
    assert roll.threw
    assert roll.kept
    thrown = Thrown(roll.declared.pool, bare(roll.threw.dice))
    return Kept(thrown, bare(roll.kept.which), bare(roll.kept.total))


def show_roll(page: Page, roll: Roll, verdict: str = "") -> None:
    """One roll of a procedure."""
    assert roll.declared
    title = "" if is_terms(roll.declared.title.partition(" ")[0]) else f", {roll.declared.title}"
    page.wrapped(f"{roll.who}{title}: {roll.declared.pool}", bold=True)
    for reason in roll.declared.reasons:
        why(page, reason)
    if roll.kept:
        page.add()
        dice_rows(page, kept_of(roll))
        page.add(f"  {addition(kept_of(roll))}    {verdict}".rstrip())


def verdict_of(margin: int, target: int) -> str:
    """Whether a target was reached, and by how much."""
    by = f" by {abs(margin)}" if margin else ", just reached"
    return f"{'SUCCESS' if margin >= 0 else 'FAILURE'}{by} against {target}"


def show_why(page: Page, reasons: list[Reason]) -> None:
    """What came of it, each with its rule."""
    page.add()
    for reason in reasons:
        page.wrapped(f"{sentence(reason)} [{reason.rule}]")


def roll_as_json(
    roll: Roll,
    one: Person | None,
    label: str = "",
    tn: int | None = None,
    target: int | None = None,
    earned: int | None = None,
) -> dict[str, Any]:
    """One roll of a procedure, with the fields of a roll; ``one`` has Void Points where somebody is written down."""
    assert roll.declared
    declared, kept = roll.declared, kept_of(roll)
    found = {(reason.rule, reason.case): dict(reason.data) for reason in declared.reasons}
    wounds = found.get(("4e.wounds", "penalty")) or found.get(("4e.wounds", "contest")) or {}
    margin = None if target is None else kept.total - target
    raised = tn is not None or roll.aim != ""
    return {
        "label": label,
        "character": roll.who,
        "roll": declared.title,
        "notation": declared.notation,
        "pool": pool_as_json(declared.pool, declared.keep),
        "steps": [reason_as_json(reason) for reason in declared.reasons],
        "dice": [
            {
                "faces": list(faces(die)),
                "rerolled": 1 if rerolled(die) else None,
                "value": worth(die),
                "kept": i in kept.positions,
            }
            for i, die in enumerate(kept.thrown.dice)
        ],
        "by_hand": declared.by_hand,
        "unskilled": declared.unskilled,
        "void": declared.void or None,
        "void_points": one.void if one and declared.void else None,
        "void_ring": one.sheet.void_ring if one else None,
        "attempt": roll.attempt,
        "total": kept.total,
        "tn": tn,
        "raises": declared.raises if raised else None,
        "raise_for": declared.raise_for if raised else None,
        "free_raises": declared.free if raised else None,
        "lower_tn": declared.lower if raised else None,
        "wound_rank": wounds.get("rank"),
        "wound_penalty": wounds.get("by", 0),
        "tn_modifiers": [
            {"tn": dict(reason.data)["by"], "reason": dict(reason.data)["why"]}
            for reason in declared.reasons
            if reason.case == "tn-modifier"
        ],
        "modifiers": [
            {"pool": str(dict(reason.data)["pool"]).removeprefix("+"), "reason": dict(reason.data)["why"]}
            for reason in declared.reasons
            if reason.case == "modifier"
        ],
        "target": target,
        "margin": margin,
        "success": None if margin is None else margin >= 0,
        "raises_earned": None if margin is None else earned if margin >= 0 else 0,
        "chance": _chance(roll, kept.total if target is None else target),
    }


def _chance(roll: Roll, aim: int) -> dict[str, Any] | None:
    assert roll.declared
    try:
        return chance_as_json(odds_of.chance(roll.declared.pool, aim))
    except TooLarge:
        return None


def play_as_json(
    machine: str, label: str, rolls: list[dict[str, Any]], result: Any, winner: Any, reasons: list[Reason]
) -> dict[str, Any]:
    """A whole procedure."""
    return {
        "machine": machine,
        "label": label,
        "rolls": rolls,
        "result": result,
        "winner": winner,
        "why": [reason_as_json(reason) for reason in reasons],
    }


def enclosed_as_json(low: Fraction, high: Fraction) -> dict[str, Any]:
    """A chance that is enclosed rather than exact."""
    return {"low": float(low), "high": float(high), "value": float((low + high) / 2), "width": float(high - low)}
