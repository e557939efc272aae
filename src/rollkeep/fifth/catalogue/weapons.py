"""Weapons with their damage, deadliness, grips and qualities.

Source: 5e.damage, 5e.critical
"""

from collections.abc import Iterable

from rollkeep.fifth.sheet import Character, Grip, Weapon
from rollkeep.names import plain

_ONE, _TWO, _NONE = (Grip(1),), (Grip(2),), (Grip(0),)
_SWORD = (Grip(1), Grip(2, deadliness=2))
_BLADE = ("ceremonial", "razor_edged")
_ALL = (
    Weapon("katana", "melee", 4, 5, _SWORD, _BLADE),
    Weapon("wakizashi", "melee", 3, 5, _SWORD, _BLADE),
    Weapon("bokken", "melee", 3, 3, (Grip(1), Grip(2, damage=2)), ("mundane",)),
    Weapon("nodachi", "melee", 5, 6, _TWO, _BLADE),
    Weapon("jian", "melee", 4, 4, (Grip(1), Grip(2, deadliness=1, razor_edged=True))),
    Weapon("scimitar", "melee", 4, 5, _ONE, ("durable", "razor_edged")),
    Weapon("tetsubo", "melee", 7, 3, _TWO, ("cumbersome", "durable", "wargear")),
    Weapon("club", "melee", 5, 2, (Grip(1), Grip(2, damage=1)), ("mundane",)),
    Weapon("bo", "melee", 6, 2, _TWO, ("mundane",)),
    Weapon("naginata", "melee", 6, 6, _TWO, ("cumbersome", "razor_edged", "wargear")),
    Weapon("yari", "melee", 5, 3, _TWO, ("wargear",)),
    Weapon("tessen", "melee", 4, 3, _ONE, ("ceremonial", "concealable")),
    Weapon("knife", "melee", 2, 4, _SWORD, ("concealable", "mundane", "razor_edged")),
    Weapon("jitte", "melee", 3, 2, _ONE, ("concealable", "snaring")),
    Weapon("yumi", "ranged", 5, 3, _TWO),
    Weapon("punch", "unarmed", 1, 2, _ONE, ("snaring",)),
    Weapon("kick", "unarmed", 2, 1, _NONE),
    Weapon("bite", "unarmed", 0, 3, _NONE),
)
WEAPONS = {plain(weapon.name): weapon for weapon in _ALL}
"""Every weapon by its plain name."""

BARE = tuple(weapon for weapon in _ALL if weapon.skill == "unarmed")
"""What everybody fights with who has nothing else."""


def named(text: str, weapons: Iterable[Weapon] = _ALL) -> Weapon | None:
    """The weapon of that name, however it is written.

    >>> named("Tetsubō") == WEAPONS["tetsubo"], named("shovel")
    (True, None)
    """
    name = plain(text)
    return next((weapon for weapon in weapons if plain(weapon.name) == name), None)


def at_hand(character: Character) -> tuple[Weapon, ...]:
    """What a character can fight with: what it carries, and bare hands unless it has its own way with those."""
    own = {plain(weapon.name) for weapon in character.weapons}
    return (*character.weapons, *(weapon for weapon in BARE if weapon.name not in own))


def held(weapon: Weapon, hands: int) -> Weapon | None:
    """The weapon as it is in a grip of so many hands, with that one grip; None where it has no such grip.

    >>> held(WEAPONS["katana"], 2).deadliness, held(WEAPONS["tessen"], 2)
    (7, None)
    """
    for grip in weapon.grips:
        if grip.hands == hands:
            sharp = ("razor_edged",) if grip.razor_edged and "razor_edged" not in weapon.qualities else ()
            return weapon._replace(
                damage=weapon.damage + grip.damage,
                deadliness=weapon.deadliness + grip.deadliness,
                grips=(Grip(hands),),
                qualities=weapon.qualities + sharp,
            )
    return None
