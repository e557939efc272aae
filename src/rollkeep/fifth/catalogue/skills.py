"""The skills in their five groups.

Source: 5e.check
"""

from rollkeep.names import plain

MELEE, RANGED, UNARMED = "martial arts melee", "martial arts ranged", "martial arts unarmed"
GROUPS = {
    "artisan": ("aesthetics", "composition", "design", "smithing"),
    "martial": ("fitness", MELEE, RANGED, UNARMED, "meditation", "tactics"),
    "scholar": ("culture", "government", "medicine", "sentiment", "theology"),
    "social": ("command", "courtesy", "games", "performance"),
    "trade": ("commerce", "labor", "seafaring", "skulduggery", "survival"),
}
GROUP_OF = {skill: group for group, skills in GROUPS.items() for skill in skills}
"""The group of each skill by its plain name."""

_ALSO = {
    "melee": MELEE,
    "ranged": RANGED,
    "range": RANGED,
    "unarmed": UNARMED,
    "martial arts range": RANGED,
    "labour": "labor",
    "skullduggery": "skulduggery",
}


def skill_of(text: str) -> str:
    """The plain name of a skill, however it is written; what is not known comes back as plain as it is.

    >>> skill_of("Martial Arts [Melee]"), skill_of("unarmed"), skill_of("Flower arranging")
    ('martial arts melee', 'martial arts unarmed', 'flower arranging')
    """
    name = plain(text)
    return _ALSO.get(name, name)


def weapon_skill(skill: str) -> str:
    """The skill that a weapon's ``melee``, ``ranged`` or ``unarmed`` stands for.

    >>> weapon_skill("melee")
    'martial arts melee'
    """
    return f"martial arts {skill}"


def shown(skill: str) -> str:
    """The name as it is shown.

    >>> shown("martial arts melee"), shown("meditation")
    ('Martial Arts [Melee]', 'Meditation')
    """
    if skill in (MELEE, RANGED, UNARMED):
        return f"Martial Arts [{skill.rpartition(' ')[2].title()}]"
    return skill.title()
