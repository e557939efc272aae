"""A character: what is written down about it, and the numbers that follow from that."""

from typing import Any, NamedTuple

from rollkeep.dice.notation import Term
from rollkeep.errors import Missing
from rollkeep.fourth.catalogue import mastery
from rollkeep.fourth.catalogue.armor import Armor
from rollkeep.fourth.catalogue.rings import TRAITS, TRAITS_OF
from rollkeep.fourth.catalogue.skills import shown
from rollkeep.fourth.catalogue.weapons import Weapon
from rollkeep.fourth.modifier import Modifier, on_number
from rollkeep.fourth.wounds import HEALTHY, PER_RANK, WoundRank, rank_at, wound_ranks
from rollkeep.names import plain


class Skill(NamedTuple):
    """A Skill by its plain name; ``trait`` only where it is not the usual one."""

    name: str
    rank: int
    emphases: tuple[str, ...] = ()
    trait: str = ""


class Carried(NamedTuple):
    """A weapon that a character has; ``arrow`` is an arrow's name or its damage rating."""

    weapon: Weapon
    arrow: str = ""
    explode_on: int | None = None


class Attack(NamedTuple):
    """An attack of a stat block."""

    name: str
    attack: Term | None
    damage: Term | None


class Block(NamedTuple):
    """What a published opponent prints; each number may be missing."""

    initiative: Term | None = None
    attacks: tuple[Attack, ...] = ()
    armor_tn: int | None = None
    reduction: int | None = None
    wounds: tuple[WoundRank, ...] = ()


class Character(NamedTuple):
    """A character of the 4th edition. Only the name is always there; None is what nobody has written down.

    ``traits`` and ``skills`` are in the order of the file; ``void_points`` are those left. Where ``skills`` are given,
    one that is not among them has rank 0, unless the file is ``partial``.
    """

    name: str
    clan: str = ""
    family: str = ""
    school: str = ""
    school_rank: int | None = None
    insight_rank: int | None = None
    honor: float | None = None
    glory: float | None = None
    status: float | None = None
    traits: tuple[tuple[str, int], ...] = ()
    void_ring: int | None = None
    void_points: int | None = None
    per_round: int = 1
    skills: tuple[Skill, ...] | None = None
    partial: bool = False
    modifiers: tuple[Modifier, ...] = ()
    weapons: tuple[Carried, ...] = ()
    armor: Armor | None = None
    wounds: int = 0
    per_rank: int = PER_RANK
    healthy: int = HEALTHY
    casts: bool | None = None
    affinity: str = ""
    deficiency: str = ""
    block: Block | None = None


def trait(character: Character, name: str) -> int:
    """The rank of a Trait.

    Raises: Missing
    """
    rank = dict(character.traits).get(name)
    if rank is None:
        raise Missing(character.name, f"traits.{name}", name.title(), 1, 10)
    return rank


def ring(character: Character, name: str) -> int:
    """The rank of a Ring: the lower of its two Traits; Void has none.

    Raises: Missing
    Source: 4e.ring
    """
    if name != "void":
        return min(trait(character, each) for each in TRAITS_OF[name])
    if character.void_ring is None:
        raise Missing(character.name, "void.ring", "Void Ring", 0, 10)
    return character.void_ring


def skill(character: Character, name: str) -> Skill:
    """A Skill by its plain name, of rank 0 where it is not among those written down.

    Raises: Missing where no Skill is written down at all, or not this one and the file is partial.
    """
    for known in character.skills or ():
        if known.name == name:
            return known
    if character.skills is None or character.partial:
        raise Missing(character.name, f"skills.{name}", f"rank in {shown(name)}", 0, 10)
    return Skill(name, 0)


def void_points(character: Character) -> int:
    """The Void Points left; all of them where nobody has written them down.

    Raises: Missing
    Source: 4e.void.pool
    """
    return ring(character, "void") if character.void_points is None else character.void_points


def ranks(character: Character) -> tuple[tuple[str, int], ...]:
    """The rank of each Skill."""
    return tuple((known.name, known.rank) for known in character.skills or ())


def modifiers(character: Character) -> tuple[Modifier, ...]:
    """Everything that changes this character's rolls and numbers by name: its own modifiers, mastery and armor."""
    worn, armor = [], character.armor
    if armor and armor.harder:
        strong = armor.strong and dict(character.traits).get("strength", 0) >= 5
        by = armor.strong if strong else armor.harder
        worn = [
            Modifier(
                f"{armor.name} armor",
                Term(flat=by),
                tuple(place | {"tn"} for place in armor.on),
                unless=armor.unless,
                rule="4e.armor-tn",
            )
        ]
    edges = [
        Modifier(each.weapon.name, on=(frozenset({"damage", plain(each.weapon.name)}),), explode_on=each.explode_on)
        for each in character.weapons
        if each.explode_on
    ]
    return (*character.modifiers, *edges, *mastery.abilities(ranks(character)), *worn)


def insight(character: Character) -> int:
    """Ten times all Rings, plus every rank in a Skill, plus what mastery adds.

    Raises: Missing
    Source: 4e.insight
    """
    if character.skills is None or character.partial:
        raise Missing(character.name, "skills", "list of all Skills", 0, 0)
    rings = sum(ring(character, name) for name in (*TRAITS_OF, "void"))
    return 10 * rings + sum(rank for _, rank in ranks(character)) + mastery.insight(ranks(character))


def rank_by_insight(points: int) -> int:
    """The Insight Rank of so much Insight.

    >>> [rank_by_insight(points) for points in (149, 150, 174, 175, 200)]
    [1, 2, 2, 3, 4]

    Source: 4e.insight
    """
    return 1 if points < 150 else 2 + (points - 150) // 25


def insight_rank(character: Character) -> int:
    """The Insight Rank that is written down, else that of the Insight.

    Raises: Missing
    Source: 4e.insight
    """
    return character.insight_rank or rank_by_insight(insight(character))


def armor_tn(character: Character) -> int:
    """Five for each rank of Reflexes and 5, plus armor and named modifiers; or what a stat block prints.

    Raises: Missing
    Source: 4e.armor-tn
    """
    if character.block and character.block.armor_tn is not None:
        base = character.block.armor_tn
    else:
        base = 5 * trait(character, "reflexes") + 5 + (character.armor.tn if character.armor else 0)
    return base + _flat(character, "armor tn")


def reduction(character: Character) -> int:
    """What is taken off every damage.

    Source: 4e.armor-tn
    """
    if character.block and character.block.reduction is not None:
        base = character.block.reduction
    else:
        base = character.armor.reduction if character.armor else 0
    return base + _flat(character, "reduction")


def boxes(character: Character) -> tuple[WoundRank, ...]:
    """The Wound Ranks, or those that a stat block prints.

    Raises: Missing
    Source: 4e.wounds
    """
    if character.block and character.block.wounds:
        return character.block.wounds
    earth = ring(character, "earth")
    return wound_ranks(earth, character.per_rank, character.healthy, _flat(character, "wounds"))


def wound_rank(character: Character) -> WoundRank:
    """The Wound Rank that the character is in; without Wounds it is Healthy, whatever the Earth.

    Raises: Missing
    Source: 4e.wounds
    """
    if character.wounds == 0:
        return WoundRank("Healthy", 0, 0, 0)
    return rank_at(boxes(character), character.wounds)


def with_rank(character: Character, name: str, rank: int) -> Character:
    """The character with another rank in a Skill; Emphases stay."""
    skills, partial = character.skills or (), character.partial or character.skills is None
    mine = next((skill for skill in skills if skill.name == name), Skill(name, rank))._replace(rank=rank)
    return character._replace(skills=(*(skill for skill in skills if skill.name != name), mine), partial=partial)


def with_value(character: Character, key: str, value: Any) -> Character:
    """The character with one more thing known, named as in a ``Missing``."""
    table, _, entry = key.rpartition(".")
    if table == "traits":
        known = dict(character.traits) | {entry: value}
        return character._replace(traits=tuple((name, known[name]) for name in TRAITS if name in known))
    if table == "skills":
        partial = character.partial or character.skills is None
        return character._replace(skills=(*(character.skills or ()), Skill(entry, value)), partial=partial)
    if table == "void":
        return character._replace(void_ring=value)
    return character._replace(**{entry: value})


def _flat(character: Character, number: str) -> int:
    return sum(modifier.pool.flat for modifier in on_number(character.modifiers, number))
