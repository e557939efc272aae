"""What can be done in a duel, in words: a title for each kind of move, and a line for each move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rollkeep.dice.symbols import SYMBOLS, Faces
from rollkeep.fifth.catalogue.skills import shown
from rollkeep.fifth.duel import moves as m
from rollkeep.fifth.score import SHOWN
from rollkeep.fifth.wording_names import NAMES, OBJECTIVES, STANCES, bought, dice, helped, listed, places
from rollkeep.text import counted

MOVE_TITLES = {
    "Face": "Two face each other",
    "Witness": "Cheating was seen",
    "Call": "The objective is met",
    "Allow": "Allow the Unique Action",
    "Tell": "Tell what comes of it",
    "Throw": "Throw the dice",
    "Toss": "Toss a coin",
    "Ready": "Choose the ring to open with",
    "Bid": "Bid strife in secret",
    "Hold": "Go on",
    "Concede": "Concede",
    "Unmask": "Unmask",
    "Wake": "Come to",
    "Stance": "Take a stance",
    "Reveal": "Reveal the prediction",
    "Strike": "Strike",
    "Cross": "Crossing Blade",
    "Rise": "Rising Blade",
    "Pass": "Leave it",
    "Calm": "Calming Breath",
    "Centre": "Centre",
    "Reserve": "Reserve dice",
    "Predict": "Predict",
    "Prepare": "Prepare Item",
    "Try": "Unique Action",
    "Swap": "Swap reserved dice in",
    "Reroll": "Throw dice again",
    "Shatter": "Shattering parry",
    "Keep": "Keep dice",
    "Spend": "Spend opportunity",
    "Resist": "Resist the critical",
    "Defend": "Defend",
}
"""What each kind of move is called, by the name of its class."""


def move_sentence(move: Any) -> str:
    """One line for a move, as it can be chosen from a list.

    >>> move_sentence(m.Strike("katana", True, ("passion",)))
    'Strike with katana, with a Void Point and a passion'
    >>> move_sentence(m.Prepare("katana", 2)), move_sentence(m.Keep((0, 2)))
    ('Take katana in both hands', 'Keep dice 1 and 3')
    """
    return _LINES[type(move)](move)


def _with(what: str, move: Any) -> str:
    beside = helped(move.seize, move.edges)
    return f"{what}, with {listed(beside)}" if beside else what


def _places(positions: tuple[int, ...]) -> str:
    return places([str(i + 1) for i in positions])


def _faces(faces: Faces) -> str:
    return dice([SYMBOLS[face] for face in faces])


def _face(move: m.Face) -> str:
    said = f"{move.a} against {move.b}: {SHOWN.get(move.form, move.form)}"
    if move.objective:
        said += f", {OBJECTIVES.get(move.objective, move.objective)}"
    return said + (", one roll each" if move.one_roll else "")


def _allow(move: m.Allow) -> str:
    types = f", as {listed([kind.title() for kind in move.types])}" if move.types else ""
    return f"Allow it, {f'TN {move.tn}' if move.tn else 'without a check'}{types}"


def _stance(move: m.Stance) -> str:
    held = {1: ", weapon in one hand", 2: ", weapon in both hands"}.get(move.hands, "")
    return f"{NAMES.get(move.ring, move.ring)} stance{held}: {STANCES.get(move.ring, '')}"


def _prepare(move: m.Prepare) -> str:
    if not move.hands:
        return f"Put {move.weapon} away"
    return f"Take {move.weapon} in {'both hands' if move.hands == 2 else 'one hand'}"


def _swap(move: m.Swap) -> str:
    if not move.away:
        return "Swap no die"
    return f"Swap {_places(move.away)} for reserved {_places(move.for_)}"


def _spend(move: m.Spend) -> str:
    return f"Spend opportunity: {bought(move.on)}" if move.on else "Spend no opportunity"


def _defend(move: m.Defend) -> str:
    if move.refuse:
        return "Spend a Void Point not to defend: a critical instead of fatigue"
    return "Defend, and take the damage as fatigue"


_LINES: dict[type, Callable[[Any], str]] = {
    m.Face: _face,
    m.Witness: lambda v: f"{v.who} was seen cheating",
    m.Call: lambda v: f"{v.who} has met the objective",
    m.Allow: _allow,
    m.Tell: lambda v: f"What comes of it: {v.effect or 'nothing'}",
    m.Throw: lambda v: f"Throw {_faces(v.faces)}",
    m.Toss: lambda v: f"The coin shows {'heads' if v.heads else 'tails'}",
    m.Ready: lambda v: _with(f"Open in {NAMES.get(v.ring, v.ring)}", v),
    m.Bid: lambda v: f"Bid {v.strife} strife",
    m.Hold: lambda v: "Go on",
    m.Concede: lambda v: "Concede the duel",
    m.Unmask: lambda v: "Unmask: all strife goes, and 2 points of the score",
    m.Wake: lambda v: "Come to, for a Void Point",
    m.Stance: _stance,
    m.Reveal: lambda v: "Reveal the prediction" if v.yes else "Let the prediction lapse",
    m.Strike: lambda v: _with(f"Strike with {v.weapon}", v),
    m.Cross: lambda v: _with(f"Crossing Blade with {v.weapon}", v),
    m.Rise: lambda v: _with(f"Rising Blade with {v.weapon}", v),
    m.Pass: lambda v: "Leave it at that",
    m.Calm: lambda v: "Calming Breath: strife and fatigue above half go down by 1",
    m.Centre: lambda v: f"Centre on {shown(v.skill)} with {counted(v.dice, 'skill die', 'skill dice')}",
    m.Reserve: lambda v: f"Reserve {_places(v.positions)}",
    m.Predict: lambda v: f"Predict {NAMES.get(v.ring, v.ring)} in secret",
    m.Prepare: _prepare,
    m.Try: lambda v: f"{_with(f'Unique Action, {shown(v.skill)}', v)}: {v.intent}",
    m.Swap: _swap,
    m.Reroll: lambda v: f"Throw {_places(v.positions)} again",
    m.Shatter: lambda v: f"Shattering parry with {v.weapon}: all dice again, for a Void Point and the weapon",
    m.Keep: lambda v: f"Keep {_places(v.positions)}",
    m.Spend: _spend,
    m.Resist: lambda v: _with("Resist", v),
    m.Defend: _defend,
}
