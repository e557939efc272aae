"""The techniques that are applied in a duel where a character has them.

Source: 5e.action.crossing-blade, 5e.action.rising-blade
"""

from rollkeep.fifth.sheet import Character
from rollkeep.names import plain

TECHNIQUES = {"crossing-blade": "Crossing Blade", "rising-blade": "Rising Blade"}
"""The known ones by id, as they are shown."""


def technique_of(text: str) -> str:
    """The id of a known technique, however it is written; empty for all others.

    >>> technique_of("Iaijutsu Cut: Crossing Blade"), technique_of("rising-blade"), technique_of("Striking as Water")
    ('crossing-blade', 'rising-blade', '')
    """
    name = plain(text)
    for known in TECHNIQUES:
        words = plain(known)
        if name == words or name.endswith(f" {words}"):
            return known
    return ""


def known(character: Character) -> tuple[str, ...]:
    """The ids of the known techniques that a character has."""
    return tuple(dict.fromkeys(found for each in character.techniques if (found := technique_of(each))))
