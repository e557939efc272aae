"""What moves and their values are called on a page, beyond what the games' own wording says."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from rollkeep.fifth.score import SHOWN as FORMS
from rollkeep.fifth.wording_moves import MOVE_TITLES as OF_DUEL
from rollkeep.fifth.wording_moves import move_sentence
from rollkeep.fifth.wording_names import NAMES, OBJECTIVES, OPPORTUNITY
from rollkeep.fourth.wording_moves import FIELD_TITLES, FIELD_TITLES_OF, MOVE_TITLES

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
_ASIDES = frozenset({"Stop", "Witness", "Call"})
_IN_A_FIGHT = frozenset({"Enter", "Leave", "Condition", "Grant", "Invoke"})


def is_aside(machine: str, move: str) -> bool:
    """Whether a move can be made at any time, so that nobody is waited for."""
    return move in _ASIDES or (machine == "skirmish" and move in _IN_A_FIGHT)


def waits_on(machine: str, moves: Iterable[str]) -> bool:
    """Whether somebody who can do this and no more is waited for; who can only concede need not answer.

    >>> waits_on("duel", ["Bid", "Concede"]), waits_on("duel", ["Concede"]), waits_on("duel", ["Witness"])
    (True, False, False)
    """
    return any(not is_aside(machine, move) and move != "Concede" for move in moves)


_FIELDS = {
    "tn": "TN",
    "raises": "Raises",
    "raise_for": "Raises for",
    "lower": "Free Raises on the TN",
    "void": "Void Point",
    "named": "What counts",
    "by_hand": "I throw them",
    "keep": "Keep",
    "which": "Dice to keep",
    "dice": "Dice",
    "faces": "Dice",
    "concede": "I concede",
    "adds": "Modifiers",
    "ring": "Ring",
    "seize": "Void Point: one more ring die, and one more kept",
    "edges": "Advantages that count",
    "positions": "Dice to keep",
    "on": "Opportunity is spent on",
    "away": "Put away",
    "for_": "Take instead",
    "refuse": "Void Point: no defence, a critical instead",
    "deed": "What is rolled",
    "who": "Who",
    "tie": "A tie",
    "label": "What for",
    "free": "Free Raises",
    "rank": "Rank",
}
_FIELDS_OF = {
    ("duel", "strife"): "Strife that you bid",
    ("duel", "hands"): "The weapon is held",
    ("duel", "weapon"): "Weapon",
    ("duel", "skill"): "Skill",
    ("duel", "intent"): "What is tried",
    ("duel", "dice"): "Skill dice",
    ("duel", "types"): "It counts as",
    ("duel", "tn"): "TN; 0 for no check",
    ("duel", "effect"): "What comes of it",
    ("duel", "yes"): "Reveal it now",
    ("duel", "a"): "The first",
    ("duel", "b"): "The second",
    ("duel", "form"): "Form",
    ("duel", "objective"): "Objective",
    ("duel", "one_roll"): "One roll each decides",
    ("duel", "unready"): "Taken unready",
    ("duel", "by_hand"): "Throw their own dice",
    ("iaijutsu", "a"): "The first",
    ("iaijutsu", "b"): "The second",
    ("iaijutsu", "to"): "The duel goes",
    ("task", "total"): "The whole TN",
    ("task", "minimum"): "A roll counts from",
    ("task", "flub"): "A roll below costs progress",
    ("task", "help"): "Help on each roll",
    ("task", "every"): "Time between rolls",
}
_DECISIONS = {
    "yes": (("yes", "Reveal it"), ("no", "Keep it hidden")),
    "concede": (("no", "Stand"), ("yes", "Concede")),
    "refuse": (("no", "Defend"), ("yes", "Void Point: a critical instead")),
}
_EITHER = {("skirmish", "Condition", "yes"): (("yes", "it holds"), ("no", "no more"))}
_DECISIONS_OF = {
    ("skirmish", "Soak"): (("no", "Bear it"), ("yes", "Void Point: 10 Wounds less")),
    ("skirmish", "Edge"): (("no", "Roll as it is"), ("yes", "Void Point: into the damage")),
    ("skirmish", "Answer"): (("no", "Refuse"), ("yes", "Agree to swap")),
}

_DICE = {"Reroll": "Dice to throw again", "Reserve": "Dice to set aside"}
"""What the positions of dice are for, where they are not kept."""

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
    "stand": "stands",
    "again": "is rolled again by those tied",
    "first-blood": "to first blood",
    "death": "to the death",
}
_VALUES_OF = {
    ("skirmish", "on", "attack"): "attacks",
    ("skirmish", "on", "armor tn"): "the Armor TN, bonuses alone",
    ("skirmish", "on", "armor"): "Armor TN",
    ("skirmish", "on", "initiative"): "Initiative",
}
_HANDS = {"0": "by no hand alone", "1": "in one hand", "2": "in both hands"}
_NAMED = {"ring": NAMES, "form": FORMS, "objective": OBJECTIVES, "on": OPPORTUNITY, "hands": _HANDS}
"""Names of the values that have their own, by the field they are chosen in."""


def machine_title(machine: str) -> str:
    """What a procedure is called."""
    return MACHINES.get(machine, machine.capitalize())


def move_title(machine: str, move: str) -> str:
    """What a kind of move is called."""
    return {"duel": OF_DUEL, "skirmish": MOVE_TITLES}.get(machine, _MOVES).get(move, move)


def decision(machine: str, move: str, name: str) -> tuple[tuple[str, str], ...]:
    """What a yes and a no are called where a move is nothing else, the usual one first; empty where they have no name.

    >>> decision("skirmish", "Soak", "yes")
    (('no', 'Bear it'), ('yes', 'Void Point: 10 Wounds less'))
    """
    return _DECISIONS_OF.get((machine, move), _DECISIONS.get(name, ()))


def either(machine: str, move: str, name: str) -> tuple[tuple[str, str], ...]:
    """What a yes and a no are called where neither may be left out, the usual one first; empty elsewhere."""
    return _EITHER.get((machine, move, name), ())


def field_title(machine: str, name: str, move: str = "") -> str:
    """What a value of a move is called.

    >>> field_title("duel", "hands"), field_title("ring-check", "positions", "Reroll")
    ('The weapon is held', 'Dice to throw again')
    """
    if name == "positions" and move in _DICE:
        return _DICE[move]
    if machine == "skirmish" and (told := FIELD_TITLES_OF.get((move, name)) or FIELD_TITLES.get(name)):
        return told
    said = _FIELDS_OF.get((machine, name)) or _FIELDS.get(name)
    return said or name.strip("_").replace("_", " ").capitalize()


def value_title(machine: str, name: str, value: str, move: str = "") -> str:
    """What a choice is called.

    >>> value_title("check", "void", "skill+boost"), value_title("duel", "ring", "air")
    ('the Skill at rank 1 and +1k1', 'Air')
    """
    if name == "void":
        return " and ".join(_VALUES.get(effect, effect) for effect in value.split("+"))
    if name == "stance":
        return value.title()
    if name in ("named", "who", "a", "b", "unready", "weapon"):
        return value
    told = _VALUES_OF.get((machine, name, value)) or _NAMED.get(name, {}).get(value)
    return told or _VALUES.get(value, value)


def whole_title(machine: str, move: Any) -> str:
    """What a move is called of which nothing is left to choose."""
    if machine == "duel":
        return move_sentence(move)
    return ", ".join(f"{name} {getattr(move, name)}" for name in move.__dataclass_fields__)


def hint_here(hint: str) -> str:
    """A hint of the command line in the words of a page.

    >>> hint_here("Another reading: --ruling flub=shortfall."), hint_here("Leave --void-ring out.")
    ('Another reading: the ruling flub = shortfall.', 'Leave void ring out.')
    """
    hint = re.sub(r" +The usual ones: rollkeep tn\.|The usual ones: rollkeep tn\.|: rollkeep 3r2s --help", "", hint)
    hint = hint.replace("as options", "in their fields")
    hint = re.sub(r"--ruling (\w+)=(\w+)", r"the ruling \1 = \2", hint)
    return re.sub(r"--([a-z][a-z-]*)", lambda found: found[1].replace("-", " "), hint).strip()
