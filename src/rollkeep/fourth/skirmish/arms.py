"""The ways to attack that a sheet gives, each worked out once: weapon, kind, dice, Free Raises, words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from rollkeep.errors import RollKeepError
from rollkeep.fourth.by_sheet import waiting
from rollkeep.fourth.catalogue import rounds
from rollkeep.fourth.catalogue.maneuvers import DISARM, EXTRA, FEINT, KNOCKDOWN, KNOCKDOWNS, MANEUVERS
from rollkeep.fourth.catalogue.weapons import ARROWS, LEAST_STRENGTH, WEAPONS, Weapon
from rollkeep.fourth.check import declare
from rollkeep.fourth.deed import Deed, read_deed
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play.roll import Roll, filled
from rollkeep.fourth.rulings import BY_THE_BOOK
from rollkeep.fourth.sheet import Carried, Character
from rollkeep.names import plain

UNARMED = "unarmed"
PRINTED = "attack"
"""What the attack of a stat block is called that has no name; it is no weapon."""
PURPOSES = frozenset({plain(each) for each in MANEUVERS} | {rounds.MOUNTED})
"""Words that are named by what is done, not by whoever rolls."""


Free = tuple[tuple[tuple[str, ...], int], ...]
"""Free Raises, each with the maneuvers that it can be for."""


class Arm(NamedTuple):
    """One way to attack. ``weapon`` has to be in hand, empty where nothing has to; ``kind`` is ``melee``, ``bow`` or
    ``thrown``.

    ``times``: how often the target's armor counts. ``pierce``: so much of its Reduction does not count, ``rush``:
    likewise in the first Round. ``breaks``: more Wounds than that break it, 0: none do. ``leaves``: it is thrown out of
    the hand. ``rider`` and ``walker`` are added to the TN on horseback and on foot; ``charges``: on horseback alone.
    ``even``: the off hand costs nothing; ``edge``: a ruling lets a Void Point into its damage; ``dart``: no damage is
    rolled. ``free`` are Free Raises for one of some maneuvers alone, ``spare`` those for any. ``named`` are words that
    can be named, ``own`` those of them that are Emphases; ``on_attack`` and ``on_damage`` all that these rolls wait
    for.
    """

    name: str
    weapon: str
    attack: str
    damage: str
    kind: str = "melee"
    size: str = ""
    skill: str = ""
    times: int = 1
    pierce: int = 0
    rush: int = 0
    breaks: int = 0
    leaves: bool = False
    rider: int = 0
    walker: int = 0
    charges: bool = False
    even: bool = False
    edge: bool = False
    dart: bool = False
    skilled: bool = True
    spare: int = 0
    free: Free = ()
    named: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    on_attack: frozenset[str] = frozenset()
    on_damage: frozenset[str] = frozenset()


def arms_of(character: Character, ranks: Mapping[str, int]) -> tuple[dict[str, Arm], dict[str, int]]:
    """Every way to attack by its name; and of each weapon the Simple Actions that it takes to ready."""
    arms, hands = dict[str, Arm](), dict[str, int]()
    for attack in character.block.attacks if character.block else ():
        name = attack.name or PRINTED
        if attack.attack and attack.damage:
            said = f" {attack.name}".rstrip()
            waits = [
                frozenset(map(plain, waiting(character, Deed(kind, attack=attack)))) for kind in ("attack", "damage")
            ]
            named = tuple(sorted((waits[0] | waits[1]) - PURPOSES))
            arms[name] = Arm(
                *(name, name, f"attack{said}", f"damage{said}", _printed_kind(name)),
                named=named,
                on_attack=waits[0],
                on_damage=waits[1],
            )
            hands[name] = 1
    carried = list(character.weapons)
    if not any(each.weapon.name == UNARMED for each in carried):
        carried.append(Carried(WEAPONS[UNARMED]))
    for each in carried:
        if not _draws(character, each.weapon):
            continue
        found = [arm for arm in _ways(character, each, ranks) if _works(character, arm)]
        arms |= {arm.name: arm for arm in found}
        if found and each.weapon.name != UNARMED:
            hands[each.weapon.name] = _readying(each.weapon, ranks)
    return arms, hands


def _printed_kind(name: str) -> str:
    """What an attack of a stat block is: as the weapon of the catalogue with which its name begins, else ``melee``.

    >>> [_printed_kind(name) for name in ("Yumi, flesh cutter", "yari thrown", "yari", "bite")]
    ['bow', 'thrown', 'melee', 'melee']

    Source: 4e.skirmish.block
    """
    said = plain(name.replace(",", " "))
    weapon = max((each for each in WEAPONS if f"{said} ".startswith(f"{each} ")), key=len, default="")
    if not weapon:
        return "melee"
    return "thrown" if said[len(weapon) :].strip() == "thrown" else WEAPONS[weapon].kind


def _draws(character: Character, weapon: Weapon) -> bool:
    """Whether somebody is strong enough for a bow, as far as that is known.

    Source: 4e.skirmish.arms
    """
    least = LEAST_STRENGTH.get(plain(weapon.name), 0)
    return dict(character.traits).get("strength", least) >= least


def _works(character: Character, arm: Arm) -> bool:
    return can(character, arm.attack, "open") and (arm.dart or can(character, arm.damage))


def _readying(weapon: Weapon, ranks: Mapping[str, int]) -> int:
    """How many Simple Actions it takes.

    Source: 4e.skirmish.arms
    """
    rank = ranks.get(weapon.skill, 0)
    free = (
        weapon.size == "small"
        or rank >= rounds.READY_FREE.get(weapon.skill, 99)
        or (plain(weapon.name) == "katana" and ranks.get("iaijutsu", 0) >= rounds.KATANA_FREE)
        or (weapon.skill == "staves" and weapon.size == "large" and rank >= rounds.LARGE_STAVES_FREE)
    )
    return 0 if free else 1


def _ways(character: Character, carried: Carried, ranks: Mapping[str, int]) -> list[Arm]:
    weapon = carried.weapon
    name = plain(weapon.name)
    if weapon.kind == "bow":
        own = plain(carried.arrow) or weapon.dr or "willow leaf"
        arrows = [own, *(arrow for arrow in ARROWS if arrow != own and not weapon.dr)]
        return [_arm(character, carried, ranks, "" if arrow == own else arrow, arrow) for arrow in arrows]
    usual = [""] if not weapon.ways or weapon.name != "lance" else []
    ways = [way for way, _ in weapon.ways]
    if weapon.range_ft and weapon.kind == "melee" and "thrown" not in ways:
        ways.append("thrown")
    found = [_arm(character, carried, ranks, way) for way in (*usual, *ways)]
    if name == "lance":
        found.append(_arm(character, carried, ranks, "")._replace(name="lance in a charge", charges=True))
    return found


def _arm(character: Character, carried: Carried, ranks: Mapping[str, int], way: str, arrow: str = "") -> Arm:
    """Source: 4e.attack, 4e.skirmish.arms, 4e.mastery"""
    weapon, rank = carried.weapon, ranks.get(carried.weapon.skill, 0)
    name = plain(weapon.name)
    said = f"{weapon.name} {way}".strip()
    times = rounds.ARROW_TIMES.get(arrow, 1) if arrow else rounds.ARMOR_TIMES.get(name, 1)
    if weapon.skill == "staves" and rank < rounds.PLAIN_STAVES:
        times = 2
    charge = way == rounds.NO_CHARGE
    free, spare = _free(character, f"attack {said}" if weapon.kind != "bow" else f"attack {weapon.name}")
    waits = [waiting(character, read_deed(character, f"{kind} {weapon.name}")) for kind in ("attack", "damage")]
    on_attack, on_damage = (frozenset(map(plain, each)) for each in waits)
    named = {plain(word) for word in (*waits[0], *waits[1])} - {name} - PURPOSES  # a weapon in hand names itself
    return Arm(
        said,
        "" if weapon.name == UNARMED else weapon.name,
        f"attack {weapon.name}" if weapon.kind == "bow" else f"attack {said}",
        f"damage {said}",
        "thrown" if way == "thrown" else weapon.kind,
        weapon.size,
        weapon.skill,
        times,
        rounds.HEAVY_PIERCE if weapon.skill == "heavy weapons" and rank >= rounds.HEAVY_BLOWS else 0,
        rounds.SPEAR_PIERCE if weapon.skill == "spears" and rank >= rounds.SPEAR_RUSH else 0,
        rounds.BREAKS.get(name, 0),
        way == "thrown",
        rounds.ON_HORSEBACK.get(name, 0) + rounds.LANCE_ON_HORSEBACK * charge,
        rounds.ON_FOOT.get(name, 0) + rounds.LANCE_ON_FOOT * charge,
        even=rank >= rounds.EVEN_HANDED.get(weapon.skill, 99),
        edge="void_damage" in weapon.special,
        dart="rated_by_ninjutsu" in weapon.special and rank < 3,
        skilled=rank > 0,
        spare=spare,
        free=free,
        named=tuple(sorted(named)),
        own=tuple(sorted(named & set(map(plain, emphases(character, weapon.skill))))),
        on_attack=on_attack,
        on_damage=on_damage,
    )


def _free(character: Character, deed: str) -> tuple[Free, int]:
    """Free Raises that mastery and modifiers bring: for one of some maneuvers alone, and for any.

    Source: 4e.free-raise, 4e.mastery
    """

    def brought(*named: str) -> Counter[Modifier]:
        try:
            roll = Roll(character.name, deed, "open")
            request = filled(character._replace(wounds=0), roll, BY_THE_BOOK, named=named)
        except RollKeepError:
            return Counter()
        return Counter(modifier for modifier in request.modifiers if modifier.free_raises)

    any_, several = brought(), dict[tuple[Modifier, int], tuple[str, ...]]()
    for name in (DISARM, EXTRA, FEINT, KNOCKDOWN):
        for each in (brought(name) - any_).items():
            several[each] = (*several.get(each, ()), *(KNOCKDOWNS if name == KNOCKDOWN else (name,)))
    one_of = [(names, modifier.free_raises * count) for (modifier, count), names in several.items()]
    spare = sum(modifier.free_raises * count for modifier, count in any_.items())
    return tuple(sorted(one_of, key=lambda each: len(each[0]))), spare


def can(character: Character, deed: str, aim: str = "") -> bool:
    """Whether enough is written down for a roll."""
    try:
        declare(filled(character._replace(wounds=0), Roll(character.name, deed, aim), BY_THE_BOOK))
    except RollKeepError:
        return False
    return True


def emphases(character: Character, skill: str) -> tuple[str, ...]:
    """The Emphases of a Skill that are written down."""
    return next((each.emphases for each in character.skills or () if each.name == skill), ())
