"""What is rolled: a Skill, a Trait, a Ring, a spell, damage, or a pool as it was written."""

from typing import NamedTuple

from rollkeep.dice.notation import Term, read_pool
from rollkeep.errors import RuleError
from rollkeep.fourth.catalogue.rings import TRAITS
from rollkeep.fourth.rulings import BY_THE_BOOK, Rulings

CHECKS = ("skill", "trait", "ring", "spell")  # rolls that have a TN, Raises and a Void Point's +1k1


class What(NamedTuple):
    """The dice before anything else is added. ``kind`` is ``skill``, ``trait``, ``ring``, ``spell``, ``damage``,
    ``initiative`` or ``notation``; ``rank`` is the rank in the Skill, where there is one; ``rule`` says where the sum
    comes from. ``explodes`` is False for dice that never explode, ``void_damage`` True for a katana's damage.
    """

    kind: str
    terms: tuple[Term, ...]
    rule: str
    rank: int | None = None
    explodes: bool = True
    void_damage: bool = False


MIND = frozenset({"intelligence", "perception"})
"""Traits with which a check is tried again only when something has changed."""


def traits_in(what: What) -> frozenset[str]:
    """The Traits that are rolled, as far as somebody has named them."""
    return frozenset(term.reason.lower() for term in what.terms).intersection(TRAITS)


NOTHING = What("notation", (), "4e.pool")
"""Stands for the dice until they are known."""


def skill(trait: int, rank: int, names: tuple[str, str] = ("Trait", "Skill")) -> What:
    """A Skill with a Trait, both by rank; rank 0 is unskilled. ``names`` are those of the Trait and of the Skill.

    >>> [str(term) for term in skill(3, 4).terms]
    ['3k3', '4k0']

    Raises: RuleError
    Source: 4e.skill
    """
    terms = (Term(_rank("Trait", trait), trait, 0, names[0]), Term(_rank("Skill", rank, least=0), 0, 0, names[1]))
    return What("skill", terms if rank else terms[:1], "4e.skill", rank)


def trait(rank: int, name: str = "Trait") -> What:
    """A Trait alone.

    Raises: RuleError
    Source: 4e.trait
    """
    return What("trait", (Term(_rank("Trait", rank), rank, 0, name),), "4e.trait")


def ring(rank: int, name: str = "Ring") -> What:
    """A Ring, to resist a spell or the Taint.

    Raises: RuleError
    Source: 4e.ring
    """
    return What("ring", (Term(_rank("Ring", rank), rank, 0, name),), "4e.ring")


def spell(ring: int, school_rank: int, names: tuple[str, str] = ("Ring", "School Rank")) -> What:
    """Casting a spell: the Ring and the Shugenja School Rank, affinity or deficiency included, with their names.

    Raises: RuleError, also for School Rank 0: such a spell cannot be cast.
    Source: 4e.spell
    """
    _rank("Ring", ring)
    if school_rank == 0:
        raise RuleError(
            "4e.spell", "At School Rank 0 the spell cannot be cast.", hint="A deficiency lowers the rank by 1."
        )
    _rank("School Rank", school_rank)
    return What("spell", (Term(ring, ring, 0, names[0]), Term(school_rank, 0, 0, names[1])), "4e.spell")


def spell_tn(mastery: int) -> int:
    """The TN of a spell of this Mastery Level.

    Source: 4e.spell
    """
    return 5 + 5 * _rank("Mastery Level", mastery, most=6)


def melee(rating: tuple[Term, ...], strength: int) -> What:
    """Damage by a weapon's rating (DR) and Strength. Bare hands are rated 0k1.

    Raises: RuleError
    Source: 4e.damage.melee, 4e.damage.unarmed
    """
    terms = (*_named(rating, "DR"), Term(_rank("Strength", strength), 0, 0, "Strength"))
    return What("damage", terms, "4e.damage.melee")


def thrown(rating: tuple[Term, ...], strength: int | None) -> What:
    """Damage by a thrown weapon; Strength is None where it is not added.

    Raises: RuleError
    Source: 4e.damage.thrown
    """
    if strength is None:
        return What("damage", _named(rating, "DR"), "4e.damage.thrown")
    return melee(rating, strength)._replace(rule="4e.damage.thrown")


def bow(
    strength: int,
    arrow: tuple[Term, ...],
    archer: int | None = None,
    rulings: Rulings = BY_THE_BOOK,
    names: tuple[str, str] = ("bow", "arrow"),
) -> What:
    """Damage by a bow's Strength and its arrow; the archer's own Strength matters by a ruling alone.

    Raises: RuleError
    Source: 4e.damage.bow
    """
    if archer is not None and archer < strength and rulings("bow_strength") == "lower_of_bow_and_archer":
        terms = (Term(_rank("Strength", archer), 0, 0, "archer's Strength"), *_named(arrow, names[1]))
        return What("damage", terms, "4e.damage.bow")
    terms = (Term(_rank("bow's Strength", strength, most=11), 0, 0, names[0]), *_named(arrow, names[1]))
    return What("damage", terms, "4e.damage.bow")


def pool(notation: str) -> What:
    """A pool as it is written, whatever it is rolled for.

    Raises: NotationError
    Source: 4e.pool
    """
    return What("notation", read_pool(notation), "4e.pool")


def initiative(insight_rank: int, reflexes: int) -> What:
    """The Initiative roll: Insight Rank and Reflexes, keeping Reflexes.

    Raises: RuleError
    Source: 4e.initiative
    """
    terms = (Term(insight_rank, 0, 0, "Insight Rank"), Term(_rank("Reflexes", reflexes), reflexes, 0, "Reflexes"))
    return What("initiative", terms, "4e.initiative")


def _named(terms: tuple[Term, ...], name: str) -> tuple[Term, ...]:
    return tuple(term._replace(reason=name) for term in terms)


def _rank(name: str, rank: int, *, least: int = 1, most: int = 10) -> int:
    if not least <= rank <= most:
        raise RuleError(
            "4e.pool", f"A {name} is from {least} to {most}, not {rank}.", hint="Write the pool itself: 12k11."
        )
    return rank
