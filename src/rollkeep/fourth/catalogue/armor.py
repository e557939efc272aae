"""Armor: what it adds to the Armor TN, what it takes off damage, and the rolls that it makes harder.

Source: 4e.armor-tn
"""

from typing import NamedTuple

from rollkeep.names import plain


class Armor(NamedTuple):
    """Armor worn. ``harder`` is added to the TN of the rolls named by ``on``, each a set of tags that must all fit;
    not where one of ``unless`` is named, and by ``strong`` instead from Strength 5 on.
    """

    name: str
    tn: int = 0
    reduction: int = 0
    harder: int = 0
    on: tuple[frozenset[str], ...] = ()
    unless: tuple[str, ...] = ()
    strong: int = 0


_QUICK_SKILLS = (frozenset({"skill", "agility"}), frozenset({"skill", "reflexes"}))
_ALL = (
    Armor("bogu", 0, 1),
    Armor("ashigaru", 3, 1),
    Armor("tatami", 4, 1),
    Armor("light", 5, 3, 5, (frozenset({"athletics"}), frozenset({"stealth"}))),
    Armor("heavy", 10, 5, 5, _QUICK_SKILLS),
    Armor("riding", 4, 4, 5, (frozenset({"agility"}), frozenset({"reflexes"})), ("mounted",)),
    Armor("tetsu-do", 13, 8, 10, _QUICK_SKILLS, strong=5),
)
ARMORS = {plain(armor.name): armor for armor in _ALL}
"""Every armor by its plain name."""
