"""What a named modifier is on: a kind of check, a skill, a ring, or a number of the character or its weapon."""

from collections.abc import Collection

from rollkeep.fifth.catalogue.skills import GROUP_OF, skill_of
from rollkeep.fifth.sheet import DERIVED, RINGS, Character, Modifier
from rollkeep.names import plain

CHECKS = ("checks", "attack", "initiative", "resist")
"""Kinds of checks, the first of them every one; ``resist`` is the one against a critical."""

NUMBERS = ("damage", "deadliness", "resistance", "defence", *DERIVED)
"""Numbers; ``defence`` is added to the TN of attacks and schemes against the character."""

_ALSO = {
    "all checks": "checks",
    "check": "checks",
    "all": "checks",
    "strike": "attack",
    "attacks": "attack",
    "physical resistance": "resistance",
    "defense": "defence",
    "tn against you": "defence",
}
PLACES = (*CHECKS, *NUMBERS, *RINGS, *GROUP_OF)


def place_of(text: str, skills: Collection[str] = ()) -> str:
    """What a modifier is on, as people write it; empty where nothing is known by that name.

    ``skills`` are the names of those that count beside the listed ones.

    >>> place_of("All checks"), place_of("melee"), place_of("Air"), place_of("hope")
    ('checks', 'martial arts melee', 'air', '')
    """
    name = _ALSO.get(plain(text), plain(text))
    if name in PLACES or name in skills:
        return name
    return skill_of(name) if skill_of(name) in GROUP_OF else ""


def on_check(character: Character, tags: Collection[str]) -> tuple[Modifier, ...]:
    """The active modifiers that change a check with these tags: its skill, its ring, ``attack`` and so on."""
    if not character.modifiers:
        return ()
    every = {"checks", *tags}
    return tuple(each for each in character.modifiers if each.active and any(place in every for place in each.on))
