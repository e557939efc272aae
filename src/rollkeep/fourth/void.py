"""What Void Points are spent on, and what brings them back."""

from rollkeep.errors import RuleError

EFFECTS = ("boost", "skill", "wounds", "armor", "swap", "initiative", "technique")
"""What a Void Point can be spent on; each is the rule ``4e.void.<effect>``.

Source: 4e.void.boost, 4e.void.skill, 4e.void.wounds, 4e.void.armor, 4e.void.swap, 4e.void.initiative, 4e.void.technique
"""
ROUND_BONUS = 10  # what a point adds to the Armor TN for a Round, or to the Initiative Score
MEDITATION_TN = 20
TEA_PEOPLE = (2, 5)


def by_meditation(rank: int) -> int:
    """The points that a meditation brings back at a rank in Meditation.

    >>> [by_meditation(rank) for rank in (0, 2, 3, 7)]
    [1, 1, 2, 3]

    Source: 4e.void.pool
    """
    return 1 + (rank >= 3) + (rank >= 7)


def by_tea(rank: int) -> int:
    """The points that a tea ceremony brings back to everyone, at the host's rank.

    Source: 4e.void.pool
    """
    return 1 + (rank >= 5)


def tea_tn(people: int) -> int:
    """The TN of a tea ceremony: 15, and 5 for each participant after the second.

    >>> [tea_tn(people) for people in (2, 3, 5)]
    [15, 20, 30]

    Raises: RuleError
    Source: 4e.void.pool
    """
    least, most = TEA_PEOPLE
    if not least <= people <= most:
        raise RuleError("4e.void.pool", f"A tea ceremony has {least} to {most} participants, not {people}.")
    return 15 + 5 * (people - 2)
