"""Weapons, bows and arrows with their damage ratings.

Source: 4e.damage.melee, 4e.damage.bow, 4e.damage.thrown, 4e.damage.unarmed
"""

from typing import NamedTuple

from rollkeep.names import plain

OR_REFLEXES = "or_reflexes"


class Weapon(NamedTuple):
    """A weapon. ``kind`` is ``melee``, ``bow`` or ``thrown``; ``dr`` is its damage rating, of a bow only where its
    arrows are its own.

    ``strength`` is a bow's own; ``ways`` are other ratings by how it is used; a weapon with a range can be thrown.
    ``special`` are its words: ``void_damage`` (a Void Point may add to its damage by a ruling), ``never_explodes``,
    ``explodes_from_ninjutsu_5``, ``thrown_without_strength``, ``rated_by_ninjutsu``, ``or_reflexes`` (Reflexes may be
    rolled instead of its Trait).
    """

    name: str
    skill: str
    dr: str = ""
    size: str = ""
    kind: str = "melee"
    trait: str = "agility"
    keywords: tuple[str, ...] = ()
    range_ft: int = 0
    ways: tuple[tuple[str, str], ...] = ()
    special: tuple[str, ...] = ()
    strength: int | None = None


_SAMURAI, _PEASANT, _NINJA = ("samurai",), ("peasant",), ("ninja",)
_STAR = ("thrown_without_strength", "explodes_from_ninjutsu_5", OR_REFLEXES)
_ALL = (
    Weapon("kusarigama", "chain weapons", "0k2", "large", ways=(("weighted end", "0k1"),)),
    Weapon("kyoketsu-shoji", "chain weapons", "0k1", "large"),
    Weapon("manrikikusari", "chain weapons", "1k1", "large"),
    Weapon("dragon beard hook", "chain weapons", "1k2", "large"),
    Weapon("rope dart", "chain weapons", "1k1", "large", keywords=_NINJA),
    Weapon("dai tsuchi", "heavy weapons", "5k2", "large"),
    Weapon("masakari", "heavy weapons", "2k3", "medium"),
    Weapon("ono", "heavy weapons", "0k4", "large"),
    Weapon("tetsubo", "heavy weapons", "3k3", "large"),
    Weapon("katana", "kenjutsu", "3k2", "medium", keywords=_SAMURAI, special=("void_damage",)),
    Weapon("wakizashi", "kenjutsu", "2k2", "medium", keywords=_SAMURAI, range_ft=20),
    Weapon("ninja-to", "kenjutsu", "2k2", "medium", keywords=_NINJA),
    Weapon("no-dachi", "kenjutsu", "3k3", "large"),
    Weapon("parangu", "kenjutsu", "2k2", "medium", keywords=_PEASANT),
    Weapon("scimitar", "kenjutsu", "2k3", "medium"),
    Weapon("bokken", "kenjutsu", "0k2", "medium", keywords=_SAMURAI),
    Weapon("shinai", "kenjutsu", "0k1", "medium", keywords=_SAMURAI, special=("never_explodes",)),
    Weapon("aiguchi", "knives", "1k1", "small", range_ft=20),
    Weapon("tanto", "knives", "1k1", "small", range_ft=20),
    Weapon("jitte", "knives", "1k1", "small", range_ft=20),
    Weapon("sai", "knives", "1k1", "small", range_ft=20),
    Weapon("kama", "knives", "0k2", "small", keywords=_PEASANT, range_ft=20),
    Weapon("bisento", "polearms", "3k3", "large"),
    Weapon("nagamaki", "polearms", "2k3", "large"),
    Weapon("naginata", "polearms", "3k2", "large", keywords=_SAMURAI),
    Weapon("sasumata", "polearms", "0k2", "large"),
    Weapon("sodegarami", "polearms", "1k1", "large"),
    Weapon("kumade", "spears", "1k1", "large", keywords=_PEASANT),
    Weapon("mai chong", "spears", "0k3", "large", range_ft=25),
    Weapon("lance", "spears", "3k4", "large", ways=(("without a charge", "1k2"),)),
    Weapon("nage-yari", "spears", "1k2", "medium", range_ft=50),
    Weapon("yari", "spears", "2k2", "large", range_ft=30, ways=(("thrown", "1k2"),)),
    Weapon("bo", "staves", "1k2", "large"),
    Weapon("jo", "staves", "0k2", "medium"),
    Weapon("machi-kanshisha", "staves", "0k2", "medium"),
    Weapon("nunchaku", "staves", "1k2", "small", keywords=_PEASANT),
    Weapon("sang kauw", "staves", "1k2", "medium", ways=(("shield", "2k1"),)),
    Weapon("tonfa", "staves", "0k3", "medium", keywords=_PEASANT),
    Weapon("three section staff", "staves", "2k2", "large", keywords=("monk", "ninja")),
    Weapon("pitchfork", "staves", "1k2", "large", keywords=_PEASANT),
    Weapon("war fan", "war fan", "0k1", "small"),
    Weapon("unarmed", "jiujutsu", "0k1"),
    Weapon("torch", "jiujutsu", "0k1", "improvised", keywords=_PEASANT),
    Weapon("shuriken", "ninjutsu", "1k1", "small", "thrown", keywords=_NINJA, range_ft=25, special=_STAR),
    Weapon("tsubute", "ninjutsu", "1k1", "small", "thrown", keywords=_NINJA, range_ft=30, special=_STAR),
    Weapon(
        "blowgun",
        "ninjutsu",
        size="medium",
        kind="thrown",
        keywords=_NINJA,
        range_ft=50,
        special=("thrown_without_strength", "rated_by_ninjutsu", OR_REFLEXES),
    ),
    Weapon("han-kyu", "kyujutsu", "", "small", "bow", "reflexes", range_ft=100, strength=1),
    Weapon("yumi", "kyujutsu", "", "large", "bow", "reflexes", range_ft=250, strength=3),
    Weapon("dai-kyu", "kyujutsu", "", "large", "bow", "reflexes", range_ft=500, strength=4),
)
WEAPONS = {plain(weapon.name): weapon for weapon in _ALL}
"""Every weapon by its plain name."""

LEAST_STRENGTH = {"han kyu": 1, "yumi": 1, "dai kyu": 3}
"""The Strength that it takes to draw a bow."""

ARROWS = {
    "willow leaf": "2k2",
    "armor piercing": "1k1",
    "flesh cutter": "2k3",
    "humming bulb": "0k1",
    "rope cutter": "1k1",
}
"""The damage rating of each arrow; willow leaf is the usual one."""
