"""Mastery abilities: what high ranks in a Skill change on rolls and numbers of one's own.

Those of the Round are not here.
Source: 4e.mastery
"""

from collections.abc import Iterable
from typing import NamedTuple

from rollkeep.dice.notation import Term
from rollkeep.fourth.catalogue.skills import shown
from rollkeep.fourth.modifier import Modifier, Place

FREE_RAISE_RANK = 10
INSIGHT = {"courtier": ((3, 3), (7, 7)), "etiquette": ((3, 3), (7, 7))}
"""Insight that ranks of these Skills add: rank, and how much more."""


class _Ability(NamedTuple):
    skill: str
    rank: int
    on: tuple[str, ...]
    pool: Term = Term()
    when: tuple[str, ...] = ()
    free_raises: int = 0
    explode_on: int | None = None


_ONE_MORE = Term(1, 0)
_KEPT_MORE = Term(0, 1)
_ABILITIES = (
    _Ability("battle", 5, ("initiative",)),  # by the rank itself
    _Ability("calligraphy", 5, ("skill", "calligraphy"), Term(flat=10), ("code", "cipher")),
    _Ability("chain weapons", 7, ("attack", "chain weapons"), when=("disarm", "knockdown"), free_raises=1),
    _Ability("forgery", 3, ("skill", "forgery"), _ONE_MORE, ("forging",)),
    _Ability("forgery", 5, ("skill", "forgery"), _ONE_MORE, ("detecting",)),
    _Ability("forgery", 7, ("skill", "forgery"), _KEPT_MORE, ("forging", "detecting")),
    _Ability("heavy weapons", 5, ("attack", "heavy weapons"), when=("knockdown",), free_raises=1),
    _Ability("heavy weapons", 7, ("damage", "heavy weapons"), explode_on=9),
    _Ability("hunting", 5, ("skill", "stealth"), _ONE_MORE, ("wild", "wilderness")),
    _Ability("iaijutsu", 5, ("skill", "iaijutsu"), when=("focus",), free_raises=1),
    _Ability("jiujutsu", 3, ("damage", "unarmed"), _ONE_MORE),
    _Ability("jiujutsu", 5, ("skill", "jiujutsu"), when=("grapple",), free_raises=1),
    _Ability("jiujutsu", 7, ("damage", "unarmed"), _KEPT_MORE),
    _Ability("kenjutsu", 3, ("damage", "kenjutsu"), _ONE_MORE),
    _Ability("kenjutsu", 7, ("damage", "kenjutsu"), explode_on=9),
    _Ability("knives", 5, ("attack", "sai"), when=("disarm",), free_raises=1),
    _Ability("knives", 5, ("attack", "jitte"), when=("disarm",), free_raises=1),
    _Ability("knives", 7, ("attack", "knives"), when=("extra attack",), free_raises=1),
    _Ability("meditation", 5, ("tn", "meditation"), Term(flat=-5), ("fasting",)),
    _Ability("ninjutsu", 3, ("damage", "shuriken"), _ONE_MORE),
    _Ability("ninjutsu", 3, ("damage", "tsubute"), _ONE_MORE),
    _Ability("ninjutsu", 7, ("damage", "shuriken"), _KEPT_MORE),
    _Ability("ninjutsu", 7, ("damage", "tsubute"), _KEPT_MORE),
    _Ability("polearms", 3, ("initiative",), Term(flat=5), ("polearm",)),
    _Ability("polearms", 5, ("damage", "polearms"), _ONE_MORE, ("mounted", "larger")),
    _Ability("spellcraft", 5, ("spell",), _ONE_MORE),
    _Ability("courtier", 5, ("contested", "courtier"), _ONE_MORE),
    _Ability("etiquette", 5, ("contested", "etiquette"), _ONE_MORE),
    _Ability("sincerity", 5, ("contested", "sincerity"), Term(flat=5)),
    _Ability("investigation", 5, ("contested", "investigation"), Term(flat=5)),
    _Ability("intimidation", 5, ("contested", "intimidation"), Term(flat=5)),
    _Ability("temptation", 5, ("contested", "temptation"), Term(flat=5)),
    _Ability("engineering", 5, ("together", "engineering"), Term(flat=5)),
    _Ability("sailing", 5, ("together", "sailing"), Term(flat=5)),
    _Ability("staves", 5, ("attack", "staves"), when=("knockdown",), free_raises=1),
    _Ability("staves", 7, ("damage", "staves", "small"), _ONE_MORE),
)


def abilities(ranks: Iterable[tuple[str, int]]) -> tuple[Modifier, ...]:
    """The abilities that ranks in Skills give, as named modifiers."""
    found = []
    for skill, rank in ranks:
        for ability in _ABILITIES:
            if ability.skill == skill and rank >= ability.rank:
                pool = Term(flat=rank) if skill == "battle" else ability.pool
                found.append(_named(skill, ability.rank, frozenset(ability.on), pool, ability))
        if rank >= FREE_RAISE_RANK:
            every = _Ability(skill, FREE_RAISE_RANK, (), free_raises=1)
            found.append(_named(skill, FREE_RAISE_RANK, frozenset({"skill", skill}), Term(), every))
    return tuple(found)


def insight(ranks: Iterable[tuple[str, int]]) -> int:
    """The Insight that mastery adds.

    Source: 4e.insight
    """
    return sum(more for skill, rank in ranks for least, more in INSIGHT.get(skill, ()) if rank >= least)


def _named(skill: str, rank: int, on: Place, pool: Term, ability: _Ability) -> Modifier:
    name = f"mastery of {shown(skill)} (rank {rank})"
    return Modifier(
        name,
        pool,
        (on,),
        ability.when,
        free_raises=ability.free_raises,
        explode_on=ability.explode_on,
        rule="4e.mastery",
    )
