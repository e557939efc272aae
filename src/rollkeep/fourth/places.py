"""What a named modifier is on, as people write it: ``attack``, ``kenjutsu``, ``damage katana``, ``armor tn``."""

from collections.abc import Collection

from rollkeep.fourth.catalogue.rings import RINGS, TRAITS
from rollkeep.fourth.catalogue.skills import FAMILIES, is_known
from rollkeep.fourth.modifier import NUMBERS, Place
from rollkeep.names import plain

ROLLS = (
    *("check", "skill", "trait", "ring", "spell", "attack", "damage", "initiative"),
    *("contested", "together"),
)
KINDS = ("melee", "bow", "thrown", "small", "medium", "large")


def read_place(text: str, weapons: Collection[str], skills: Collection[str] = ()) -> Place | None:
    """What a modifier is on, as people write it; None where nothing is known by that name.

    ``weapons`` and ``skills`` are the names of those that count beside the listed ones.

    >>> [sorted(read_place(text, ["katana"]) or []) for text in ("Armor TN", "kenjutsu", "damage katana")]
    [['armor tn'], ['kenjutsu', 'skill'], ['damage', 'katana']]
    """
    name = {"casting": "spell", "cast": "spell", "trait rolls": "trait", "tn armor": "armor tn"}.get(
        plain(text), plain(text)
    )
    if name in (*ROLLS, *NUMBERS):
        return frozenset({name})
    if name in weapons or name in KINDS[:3]:
        return frozenset({name})
    if name in FAMILIES or name in skills or is_known(name):
        return frozenset({"skill", name})
    if name in TRAITS or name in RINGS:
        return frozenset({"check", name})
    first, _, rest = name.partition(" ")
    if first in (*ROLLS, "tn") and rest and (_is_name(rest) or rest in (*KINDS, *weapons, *skills)):
        return frozenset({first, rest})
    if first == "tn" and rest in ROLLS:
        return frozenset({"tn", rest})
    return None


def places(weapons: Collection[str]) -> tuple[str, ...]:
    """What ``on`` can name in one word, for suggestions."""
    return (*ROLLS, *NUMBERS, *KINDS[:3], *TRAITS, *RINGS, *weapons)


def _is_name(name: str) -> bool:
    return name in TRAITS or name in RINGS or name in FAMILIES or is_known(name)
