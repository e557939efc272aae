"""The sentences of a check of the 5th edition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Numbers = dict[str, Any]


def _helped(die: str) -> Callable[[Numbers], str]:
    def said(n: Numbers) -> str:
        helpers = (
            f"{n['count']} helpers add {n['count']} {die} dice" if n["count"] > 1 else f"A helper adds a {die} die"
        )
        kept = f"{n['count']} more dice are" if n["count"] > 1 else "one more die is"
        return f"{helpers} and {kept} kept: {n['before']} becomes {n['after']}."

    return said


def _rerolled(n: Numbers) -> str:
    dice = f"{n['dice']} {'were' if n['count'] > 1 else 'was'}"
    return f"{dice[0].upper()}{dice[1:]} re-rolled: {n['by']}."


SENTENCES: dict[tuple[str, str], Callable[[Numbers], str]] = {
    ("5e.seize", "seized"): lambda n: (
        f"A Void Point adds a ring die and one more die is kept: {n['before']} becomes {n['after']}."
    ),
    ("5e.help", "skilled"): _helped("skill"),
    ("5e.help", "unskilled"): _helped("ring"),
    ("5e.compromised", "no-strife"): lambda n: "Compromised: no die that shows strife is kept.",
    ("5e.compromised", "none-kept"): lambda n: "Every die shows strife, so none is kept.",
    ("5e.advantages", "cancel"): lambda n: f"The {n['one']} and the {n['other']} cancel each other.",
    ("5e.advantages", "rerolled"): _rerolled,
    ("5e.advantages", "no-reroll"): lambda n: (
        "No die is re-rolled: none shows a success." if n["by"] == "adversity" else "No die is re-rolled."
    ),
    ("5e.advantages", "policy"): lambda n: (
        "Nobody was asked which to re-roll: those that cost least."
        if n["by"] == "adversity"
        else "Nobody was asked which to re-roll: those without a success."
    ),
    ("5e.advantages", "void-back"): lambda n: "The check failed with an adversity: 1 Void Point comes back.",
    ("5e.advantages", "void-if"): lambda n: "If the check fails, the adversity gives 1 Void Point back.",
    ("5e.advantages", "passion"): lambda n: f"The passion takes {n['by']} strife away after the check.",
    ("5e.advantages", "anxiety"): lambda n: f"The anxiety gives {n['by']} strife after the check.",
    ("5e.advantages", "anxiety-ruled"): lambda n: (
        f"The anxiety gives {n['by']} strife after the check: the ruling anxiety_strife = {n['by']}."
    ),
    ("5e.keep", "policy"): lambda n: "Nobody was asked: most successes are kept, then least strife.",
    ("5e.keep", "best"): lambda n: "The dice with the best chance are kept, at each choice.",
    ("5e.check", "by-hand"): lambda n: "The dice were thrown by hand.",
    ("5e.check", "ring-tn"): lambda n: f"{n['ring']} has a TN of its own, {n['tn']}.",
    ("5e.check", "ring-tn-instead"): lambda n: f"{n['ring']} has a TN of its own: {n['tn']} instead of {n['instead']}.",
    ("5e.check", "modifier"): lambda n: f"{n['name']}: {n['before']} becomes {n['after']}.",
    ("5e.check", "modifier-tn"): lambda n: f"{n['name']}: {n['by']:+} on the TN, where there is one.",
    ("5e.action.strike", "usual-tn"): lambda n: f"A Strike is a check against TN {n['tn']}.",
    ("5e.duel.initiative", "usual-tn"): lambda n: f"Initiative is a check against TN {n['tn']}.",
    ("5e.critical", "usual-tn"): lambda n: f"A critical is resisted with a check against TN {n['tn']}.",
    ("5e.compromised", "by-sheet"): lambda n: f"Strife {n['strife']} is more than composure {n['composure']}.",
    ("5e.incapacitated", "by-sheet"): lambda n: (
        f"Incapacitated, with fatigue {n['fatigue']} and endurance {n['endurance']}: no action that needs a check."
    ),
    ("5e.advantages", "own"): lambda n: f"The {n['kind']} of {n['ring']} is {n['name']}.",
    ("5e.advantages", "other-ring"): lambda n: f"The {n['kind']} is {n['name']}, which goes with {n['ring']}.",
    ("5e.advantages", "named"): lambda n: f"The {n['kind']} is {n['name']}.",
    ("5e.advantages", "not-own"): lambda n: (
        f"{n['who']} has no {n['kind']} of {n['ring']} written down: the game master allows it or not."
    ),
}
