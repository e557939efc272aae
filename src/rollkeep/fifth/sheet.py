"""A character of the 5th edition: what is written down about it, and the numbers that follow from that."""

from typing import NamedTuple

from rollkeep.errors import Missing

RINGS = ("air", "earth", "fire", "water", "void")

MOST_RING, MOST_RING_OF_BLOCK = 6, 10
MOST_SKILL = 5


class Grip(NamedTuple):
    """A way to hold a weapon, with what it adds."""

    hands: int
    damage: int = 0
    deadliness: int = 0
    razor_edged: bool = False


class Weapon(NamedTuple):
    """A weapon; ``skill`` is melee, ranged or unarmed."""

    name: str
    skill: str = "melee"
    damage: int = 0
    deadliness: int = 0
    grips: tuple[Grip, ...] = (Grip(1),)
    qualities: tuple[str, ...] = ()


class Armour(NamedTuple):
    """What is worn."""

    name: str
    physical: int = 0
    supernatural: int = 0
    qualities: tuple[str, ...] = ()


class Advantage(NamedTuple):
    """An advantage or a disadvantage: ``kind`` is distinction, passion, adversity or anxiety."""

    name: str
    kind: str
    ring: str


class Modifier(NamedTuple):
    """What a technique or an item changes, by name.

    On checks it adds dice, kept dice, and ``flat`` to the TN; on numbers of the character or the weapon it adds
    ``flat``. ``on`` names either, in the words of ``places``; ``checks`` is every check.
    """

    name: str
    on: tuple[str, ...] = ("checks",)
    ring: int = 0
    skill: int = 0
    kept: int = 0
    flat: int = 0
    active: bool = True


class Character(NamedTuple):
    """A character of the 5th edition. Only the name is always there; None is what nobody has written down.

    Where ``skills`` are given, one that is not among them has rank 0, unless the file is ``partial``. ``endurance``,
    ``composure``, ``focus`` and ``vigilance`` only where they are written down rather than worked out.
    """

    name: str
    clan: str = ""
    family: str = ""
    school: str = ""
    school_rank: int | None = None
    honour: int | None = None
    glory: int | None = None
    status: int | None = None
    rings: tuple[tuple[str, int], ...] = ()
    skills: tuple[tuple[str, int], ...] | None = None
    partial: bool = False
    void_points: int | None = None
    strife: int = 0
    fatigue: int = 0
    endurance: int | None = None
    composure: int | None = None
    focus: int | None = None
    vigilance: int | None = None
    advantages: tuple[Advantage, ...] = ()
    techniques: tuple[str, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    armour: Armour | None = None
    modifiers: tuple[Modifier, ...] = ()
    npc: bool = False


EDGES = ("distinction", "adversity", "passion", "anxiety")
"""The kinds of advantages and disadvantages."""
DERIVED = ("endurance", "composure", "focus", "vigilance")
"""Numbers that follow from the rings where they are not written down."""


def ring(character: Character, name: str) -> int:
    """The rank of a ring.

    Raises: Missing
    """
    rank = dict(character.rings).get(name)
    if rank is None:
        raise Missing(
            character.name,
            f"rings.{name}",
            f"{name.title()} ring",
            1,
            MOST_RING_OF_BLOCK if character.npc else MOST_RING,
        )
    return rank


def skill(character: Character, name: str) -> int:
    """The rank in a skill by its plain name, 0 where it is not among those written down.

    Raises: Missing where no skill is written down at all, or not this one and the file is partial.
    """
    rank = dict(character.skills or ()).get(name)
    if rank is not None:
        return rank
    if character.skills is None or character.partial:
        raise Missing(character.name, f"skills.{name}", f"rank in {name}", 0, MOST_SKILL)
    return 0


def endurance(character: Character) -> int:
    """Fatigue that is borne.

    Raises: Missing
    Source: 5e.derived
    """
    written = character.endurance
    base = 2 * (ring(character, "earth") + ring(character, "fire")) if written is None else written
    return max(base + changed(character, "endurance"), 0)


def composure(character: Character) -> int:
    """Strife that is borne.

    Raises: Missing
    Source: 5e.derived
    """
    written = character.composure
    base = 2 * (ring(character, "earth") + ring(character, "water")) if written is None else written
    return max(base + changed(character, "composure"), 0)


def focus(character: Character) -> int:
    """Raises: Missing
    Source: 5e.derived
    """
    written = character.focus
    base = ring(character, "fire") + ring(character, "air") if written is None else written
    return max(base + changed(character, "focus"), 0)


def vigilance(character: Character) -> int:
    """Half of Air and Water, rounded up.

    Raises: Missing
    Source: 5e.derived
    """
    written = character.vigilance
    base = (ring(character, "air") + ring(character, "water") + 1) // 2 if written is None else written
    return max(base + changed(character, "vigilance"), 0)


def void_points(character: Character) -> int:
    """Void Points left: where nobody has written them down, those that one starts with.

    Raises: Missing
    Source: 5e.derived
    """
    if character.void_points is not None:
        return character.void_points
    return (ring(character, "void") + 1) // 2


def resistance(character: Character) -> int:
    """What is taken off physical damage.

    Source: 5e.damage
    """
    worn = character.armour.physical if character.armour else 0
    return max(worn + changed(character, "resistance"), 0)


def changed(character: Character, number: str) -> int:
    """What active modifiers add to a number of the character or of its weapon."""
    return sum([each.flat for each in character.modifiers if each.active and number in each.on])


def with_value(character: Character, key: str, value: int) -> Character:
    """The character with one more thing known, named as in a ``Missing``."""
    table, _, entry = key.rpartition(".")
    if table == "rings":
        known = dict(character.rings) | {entry: value}
        return character._replace(rings=tuple((name, known[name]) for name in RINGS if name in known))
    partial = character.partial or character.skills is None
    return character._replace(skills=(*(character.skills or ()), (entry, value)), partial=partial)
