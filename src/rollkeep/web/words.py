"""What moves and their values are called on a page, beyond what the games' own wording says."""

from __future__ import annotations

from rollkeep.fifth.wording_moves import MOVE_TITLES as OF_DUEL
from rollkeep.fourth.wording_moves import FIELD_TITLES, MOVE_TITLES

MACHINES = {
    "check": "Check",
    "ring-check": "Check",
    "contest": "Contested roll",
    "together": "Cooperative roll",
    "task": "Cumulative task",
    "iaijutsu": "Iaijutsu duel",
    "skirmish": "Skirmish",
    "duel": "Duel",
}
_MOVES = {
    "Ask": "Ask for a roll",
    "Judge": "Judge",
    "Declare": "Roll",
    "Throw": "Throw the dice",
    "Reroll": "Throw dice again",
    "Keep": "Choose the dice to keep",
    "Enter": "Take part",
    "Begin": "Begin",
    "Lead": "Roll for all",
    "Help": "Help",
    "Plan": "Plan",
    "Stop": "Leave it unfinished",
    "Face": "Two face each other",
    "Answer": "Concede or stand",
}
_FIELDS = {
    "tn": "TN",
    "raise_for": "Raises for",
    "lower": "Free Raises on the TN",
    "void": "Void Point",
    "named": "What counts",
    "by_hand": "I throw them",
    "keep": "Keep",
    "which": "Dice to keep",
    "dice": "Dice",
    "faces": "Dice",
    "concede": "Concede",
    "adds": "Modifiers",
    "seize": "Void Point: one more ring die, and one more kept",
    "edges": "Advantages that count",
    "positions": "Dice",
    "on": "Opportunity is spent on",
    "away": "Put away",
    "for_": "Take instead",
    "refuse": "Void Point: no defence, a critical instead",
}
_VALUES = {
    "high": "the highest",
    "low": "the lowest",
    "choose": "I choose after seeing",
    "boost": "+1k1",
    "skill": "the Skill at rank 1",
    "": "none",
    "yes": "yes",
    "no": "no",
    "told": "told",
    "hidden": "hidden",
    "later": "judged later",
    "none": "no TN",
    "stand": "a tie stands",
    "again": "those tied roll again",
    "first-blood": "to first blood",
    "death": "to the death",
}


def machine_title(machine: str) -> str:
    """What a procedure is called."""
    return MACHINES.get(machine, machine.capitalize())


def move_title(machine: str, move: str) -> str:
    """What a kind of move is called."""
    return {"duel": OF_DUEL, "skirmish": MOVE_TITLES}.get(machine, _MOVES).get(move, move)


def field_title(machine: str, name: str) -> str:
    """What a value of a move is called."""
    if machine == "skirmish" and name in FIELD_TITLES:
        return FIELD_TITLES[name]
    return _FIELDS.get(name, name.strip("_").replace("_", " ").capitalize())


def value_title(machine: str, name: str, value: str) -> str:
    """What a choice is called."""
    if name == "void":
        return " and ".join(_VALUES.get(effect, effect) for effect in value.split("+"))
    return _VALUES.get(value, value)
