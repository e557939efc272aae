"""Ready-made duellists: somebody to start a duel with at once, without a file.

Source: 5e.derived
"""

from rollkeep.fifth.catalogue.armour import ARMOUR
from rollkeep.fifth.catalogue.skills import GROUPS, MELEE, UNARMED
from rollkeep.fifth.catalogue.weapons import WEAPONS
from rollkeep.fifth.sheet import RINGS, Advantage, Character, Weapon


def _rings(air: int, earth: int, fire: int, water: int, void: int) -> tuple[tuple[str, int], ...]:
    return tuple(zip(RINGS, (air, earth, fire, water, void), strict=True))


def _with(*names: str) -> tuple[Weapon, ...]:
    return tuple(WEAPONS[name] for name in names)


_DUEL = ARMOUR["ceremonial clothes"]
READY: dict[str, Character] = {
    "shinai": Character(
        "Shinai",
        school_rank=1,
        honour=45,
        glory=40,
        status=30,
        rings=_rings(2, 2, 3, 2, 2),
        skills=(("fitness", 1), (MELEE, 2), ("meditation", 1), ("tactics", 1), ("courtesy", 1), ("sentiment", 1)),
        advantages=(
            Advantage("Quick to anger", "anxiety", "earth"),
            Advantage("Keen balance", "distinction", "air"),
            Advantage("Tales of old duels", "passion", "fire"),
            Advantage("Old wound in the knee", "adversity", "water"),
        ),
        weapons=_with("katana", "wakizashi", "bokken"),
        armour=_DUEL,
    ),
    "rival": Character(
        "Rival",
        school_rank=1,
        honour=40,
        glory=44,
        status=30,
        rings=_rings(1, 3, 3, 2, 2),
        skills=(("fitness", 2), (MELEE, 2), ("meditation", 1), ("command", 1), ("tactics", 1)),
        advantages=(
            Advantage("Unshakable", "distinction", "earth"),
            Advantage("Seething", "passion", "fire"),
            Advantage("Blunt in speech", "adversity", "air"),
            Advantage("Fear of disgrace", "anxiety", "water"),
        ),
        weapons=_with("katana", "wakizashi", "bokken"),
        armour=_DUEL,
    ),
    "student": Character(
        "Student",
        school_rank=1,
        honour=50,
        glory=30,
        status=24,
        rings=_rings(2, 2, 2, 2, 1),
        skills=(("fitness", 1), (MELEE, 1), ("meditation", 1)),
        weapons=_with("bokken", "katana", "wakizashi"),
        armour=_DUEL,
    ),
    "master": Character(
        "Master",
        school_rank=4,
        honour=60,
        glory=62,
        status=45,
        rings=_rings(3, 3, 4, 3, 3),
        skills=(("fitness", 3), (MELEE, 4), ("meditation", 3), ("tactics", 2), ("sentiment", 2), ("courtesy", 2)),
        advantages=(
            Advantage("Perfect stillness", "distinction", "void"),
            Advantage("The first cut", "passion", "fire"),
            Advantage("Failing eyes", "adversity", "air"),
            Advantage("The pupil who died", "anxiety", "water"),
        ),
        techniques=("Crossing Blade", "Rising Blade"),
        weapons=_with("katana", "wakizashi", "bokken"),
        armour=_DUEL,
    ),
    "guard": Character(
        "Guard",
        honour=30,
        glory=15,
        status=20,
        rings=_rings(1, 2, 2, 2, 1),
        skills=tuple((skill, 1) for skill in GROUPS["martial"]),
        endurance=8,
        composure=6,
        focus=3,
        vigilance=2,
        weapons=_with("yari", "knife"),
        armour=ARMOUR["ashigaru armour"],
        npc=True,
    ),
    "monk": Character(
        "Monk",
        school_rank=1,
        honour=45,
        glory=25,
        status=18,
        rings=_rings(2, 2, 2, 3, 2),
        skills=(("fitness", 2), (UNARMED, 3), (MELEE, 1), ("meditation", 2), ("theology", 1)),
        advantages=(
            Advantage("Flowing body", "distinction", "water"),
            Advantage("Silence", "passion", "void"),
        ),
        weapons=(*_with("bo"), WEAPONS["punch"], WEAPONS["kick"]),
        armour=ARMOUR["common clothes"],
    ),
}
"""Each by the name that is typed. Their Void Points are those that one starts with."""
