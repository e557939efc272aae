"""What things of a duel are called, and what they do, in few words: for sentences, questions and pages."""

from __future__ import annotations

from collections.abc import Sequence

NAMES = {
    **{"air": "Air", "earth": "Earth", "fire": "Fire", "water": "Water", "void": "Void"},
    **{"strike": "Strike", "crossing-blade": "Crossing Blade", "rising-blade": "Rising Blade"},
    **{"calming-breath": "Calming Breath", "centre": "Centre", "predict": "Predict", "prepare-item": "Prepare Item"},
    **{"unique": "Unique Action"},
    **{"light": "Lightly Wounded", "severe": "Severely Wounded", "worse": "no longer Severely Wounded"},
    **{"bleeding": "Bleeding", "lesser-scar": "a lesser scar", "greater-scar": "a greater scar"},
    **{"dying-1": "Dying (1 round)", "dying-3": "Dying (3 rounds)", "dead": "dead", "unconscious": "Unconscious"},
    **{"immobilized": "Immobilized", "compromised": "Compromised", "incapacitated": "Incapacitated"},
    "armour": "worn armour suffers",
}
"""Rings, actions, what a critical does, and states, by the ids that the duel uses."""

STANCES = {
    "air": "harder to attack or to scheme against",
    "earth": "the other cannot buy criticals or conditions with opportunity",
    "fire": "strife kept in a successful check counts as bonus successes",
    "water": "one more action that needs no check",
    "void": "strife on kept dice costs nothing",
}
"""What each stance does.

Source: 5e.stance
"""

OBJECTIVES = {
    "critical": "any critical strike",
    "critical-5": "a critical of severity 5 or more",
    "death": "the other dead or Dying",
    "incapacitated": "the other Incapacitated",
    "out": "the other Unconscious, Dying or dead",
    "word": "the game master judges",
}
"""The objective of a duel.

Source: 5e.duel.forms
"""

OPPORTUNITY = {
    "calm": "1 strife less from this check",
    "assist": "help with the next check of the same kind",
    "learn": "learn the easiest way to do it",
    "spare": "one more die, set to opportunity, in the next martial check",
    "demeanour": "learn the other's demeanour and strife",
    "insight": "notice an advantage or a disadvantage of the other",
    "soothe": "the other loses 2 strife",
    "guard": "the next critical suffered is 1 less severe",
    "steady": "one own disadvantage does not count up to the next turn",
    "provoke": "the other takes 2 strife",
    "press": "the other resists the next critical at TN 1 higher",
    "ward": "to attack costs the other 2 strife up to one's next turn",
    "compose": "2 strife less",
    "refresh": "1 fatigue less",
    "pierce": "1 physical resistance does not count",
    **{
        f"ease-{ring}": f"the next check with {NAMES[ring]} has TN 1 less" for ring in ("air", "earth", "fire", "water")
    },
    "ignore": "one own condition does not count up to the next turn",
    "foe-flaw": "learn a disadvantage of the other",
    "foe-calm": "a known disadvantage of the other does not count",
    "alert": "focus instead of vigilance, where taken unready",
    "critical": "a critical of the weapon's deadliness",
    "razor": "deadliness 1 higher",
    "snare": "the other is Immobilized",
    "draw": "a second blade is drawn",
}
"""What opportunity buys.

Source: 5e.opportunity, 5e.action.strike, 5e.action.crossing-blade, 5e.weapons
"""


def effect(name: str, ring: str) -> str:
    """What a critical has done, with the ring that resisted it where that counts.

    >>> effect("severe", "fire"), effect("dying-3", "fire")
    ('Severely Wounded (Fire)', 'Dying (3 rounds)')
    """
    at = f" ({NAMES[ring]})" if ring in NAMES and name in ("light", "severe", "worse") else ""
    return NAMES.get(name, name) + at


def listed(words: Sequence[str]) -> str:
    """Words as a list that is read aloud.

    >>> listed(["Air"]), listed(["Air", "Fire", "Void"])
    ('Air', 'Air, Fire and Void')
    """
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def dice(symbols: Sequence[str]) -> str:
    """What dice show, in order.

    >>> dice(("su+st", "-", "ex")), dice(())
    ('su+st, blank, ex', 'no dice')
    """
    return ", ".join("blank" if each == "-" else each for each in symbols) or "no dice"


def places(which: Sequence[str]) -> str:
    """Dice by where they lie, counted from 1.

    >>> places("1"), places(("1", "3")), places(())
    ('die 1', 'dice 1 and 3', 'no die')
    """
    if not which:
        return "no die"
    return f"{'die' if len(which) == 1 else 'dice'} {listed(which)}"


def gripped(weapon: str, hands: int) -> str:
    """A weapon with the hands that hold it.

    >>> gripped("katana", 2), gripped("yari", 1), gripped("kick", 0)
    ('katana in both hands', 'yari in one hand', 'kick')
    """
    return weapon + {1: " in one hand", 2: " in both hands"}.get(hands, "")


def bought(on: Sequence[str]) -> str:
    """What opportunity was spent on, each once.

    >>> bought(("razor", "razor", "compose"))
    'deadliness 1 higher (2 times); 2 strife less'
    """
    return "; ".join(
        OPPORTUNITY.get(item, item) + (f" ({on.count(item)} times)" if on.count(item) > 1 else "")
        for item in dict.fromkeys(on)
    )


def helped(seize: bool, edges: Sequence[str]) -> list[str]:
    """What a check is made with, beside the dice.

    >>> helped(True, ("adversity", "passion"))
    ['a Void Point', 'an adversity', 'a passion']
    """
    point = ["a Void Point"] if seize else []
    return point + [f"{'an' if edge[:1] in 'aeiou' else 'a'} {edge}" for edge in edges if edge]


def ended(text: str) -> str:
    """A text that somebody typed, with a stop at its end.

    >>> ended("throw sand"), ended("Why not?")
    ('throw sand.', 'Why not?')
    """
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
