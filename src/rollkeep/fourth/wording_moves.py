"""What can be done in a skirmish, in words: a title for each kind of move, and what its values are called."""

from __future__ import annotations

from typing import Any

from rollkeep.fourth.skirmish import moves as m
from rollkeep.fourth.skirmish.telling import chosen

MOVE_TITLES = {
    "Muster": "Everyone comes in, and it begins",
    "Enter": "Somebody comes in",
    "Begin": "Begin",
    "Leave": "Somebody leaves the fight",
    "Condition": "Say what holds of somebody",
    "Grant": "Grant dice, bonuses or Free Raises",
    "Stop": "End the skirmish",
    "Draw": "Draw lots",
    "Stance": "Take a stance",
    "Choose": "Choose the Initiative dice to keep",
    "Spend": "Spend a Void Point now",
    "Swap": "Swap Initiative, for a Void Point",
    "Invoke": "Pay for a School Technique, with a Void Point",
    "Answer": "Answer to a swap",
    "Pass": "Nothing more",
    "Delay": "Wait until after somebody",
    "Strike": "Attack",
    "Edge": "A Void Point into the damage",
    "Soak": "A Void Point against the Wounds",
    "Defend": "Roll for Full Defense",
    "Hold": "Keep the old Full Defense roll",
    "Cover": "Guard an ally",
    "Ready": "Ready a weapon",
    "Rise": "Get up",
    "Try": "Anything else, in words",
    "Declare": "Contest of Strength",
    "Throw": "Throw the dice",
    "Keep": "Keep dice",
}
"""What each kind of move is called, by the name of its class."""

FIELD_TITLES = {
    "on": "A Void Point for",
    "with_": "With",
    "what": "What",
    "yes": "Yes",
    "after": "After",
    "maneuvers": "Raises are for",
    "raise_for": "Other Raises are for",
    "center": "What Center has gathered",
    "keep": "Dice to keep",
    "keep_damage": "Dice of the damage to keep",
    "adds": "Dice and bonuses",
    "free": "Free Raises on attacks",
    "kind": "Kind of action",
}
"""What its values are called, where their names do not say it."""

FIELD_TITLES_OF = {("Condition", "yes"): "Does it hold?", ("Grant", "on"): "They are for"}
"""Likewise of one kind of move alone."""


def move_sentence(move: Any) -> str:
    """One line for a move, as it can be chosen from a list.

    >>> move_sentence(m.Strike("Ogre", "katana", ("feint",))), move_sentence(m.Ready("yumi"))
    ('Attack Ogre with katana, for feint', 'Ready a weapon: yumi')
    """
    if isinstance(move, m.Strike):
        return f"Attack {move.target} with {move.weapon}" + f", for {chosen(move.maneuvers)}" * bool(move.maneuvers)
    said = {m.Ready: "weapon", m.Cover: "ally", m.Stance: "stance", m.Delay: "after", m.Swap: "with_", m.Spend: "on"}
    said |= {m.Invoke: "technique"}
    title = MOVE_TITLES[type(move).__name__]
    return f"{title}: {getattr(move, said[type(move)])}" if type(move) in said else title
